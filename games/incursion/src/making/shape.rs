//! How rooms are cut.

use super::Luck;
use super::draft::{Rect, four};
use crate::content::Shape;
use referee_dispatch::Place;
use std::collections::BTreeSet;

/// The floor of a room of a shape, in one piece, row by row; never empty.
pub(super) fn cut(rect: Rect, shape: Shape, luck: &mut Luck) -> Vec<Place> {
    let floor: BTreeSet<Place> = match shape {
        Shape::Square => rect.places().collect(),
        Shape::Round => round(rect),
        Shape::Cave => cave(rect, luck),
        Shape::Pillars => rect.places().filter(|at| !is_pillar(rect, *at)).collect(),
        Shape::Cross => rect.places().filter(|at| is_in_cross(rect, *at)).collect(),
    };
    let piece = largest_piece(floor);
    if piece.len() * 4 < (rect.w * rect.h) as usize { round(rect).into_iter().collect() } else { piece }
}

fn round(rect: Rect) -> BTreeSet<Place> {
    let within = |at: &Place| {
        let (dx, dy) = (2 * (at.x - rect.x) + 1 - rect.w, 2 * (at.y - rect.y) + 1 - rect.h);
        dx * dx * rect.h * rect.h + dy * dy * rect.w * rect.w <= rect.w * rect.w * rect.h * rect.h
    };
    rect.places().filter(within).collect()
}

fn is_pillar(rect: Rect, at: Place) -> bool {
    let (x, y) = (at.x - rect.x, at.y - rect.y);
    let inner = x > 0 && y > 0 && x < rect.w - 1 && y < rect.h - 1;
    inner && x % 3 == 2 && y % 3 == 2
}

fn is_in_cross(rect: Rect, at: Place) -> bool {
    let middle = |along: i32, length: i32| along >= length / 3 && along < length - length / 3;
    middle(at.x - rect.x, rect.w) || middle(at.y - rect.y, rect.h)
}

/// How often a cave is smoothed.
const SMOOTHINGS: usize = 3;

fn cave(rect: Rect, luck: &mut Luck) -> BTreeSet<Place> {
    let mut floor: BTreeSet<Place> = rect.places().filter(|_| luck.percent(58)).collect();
    for _ in 0..SMOOTHINGS {
        let around = |at: Place| Rect { x: at.x - 1, y: at.y - 1, w: 3, h: 3 }.places().filter(|it| floor.contains(it)).count();
        floor = rect.places().filter(|&at| around(at) >= 5).collect();
    }
    floor
}

fn largest_piece(mut floor: BTreeSet<Place>) -> Vec<Place> {
    let mut largest = Vec::new();
    while let Some(first) = floor.pop_first() {
        let (mut piece, mut next) = (vec![first], 0);
        while next < piece.len() {
            let beside: Vec<Place> = four(piece[next]).into_iter().filter(|at| floor.remove(at)).collect();
            piece.extend(beside);
            next += 1;
        }
        if piece.len() > largest.len() {
            largest = piece;
        }
    }
    largest.sort_unstable_by_key(|at| (at.y, at.x));
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SHAPES: [Shape; 5] = [Shape::Square, Shape::Round, Shape::Cave, Shape::Pillars, Shape::Cross];

    proptest! {
        #[test]
        fn every_room_is_in_one_piece_within_its_corners(w in 3..30i32, h in 3..30i32, seed: i32, nth in 0..5usize) {
            let rect = Rect { x: 4, y: 2, w, h };
            let floor = cut(rect, SHAPES[nth], &mut Luck::of(seed, 1));
            prop_assert!(!floor.is_empty());
            prop_assert!(floor.iter().all(|at| (4..4 + w).contains(&at.x) && (2..2 + h).contains(&at.y)));
            let piece = largest_piece(floor.iter().copied().collect());
            prop_assert_eq!(piece.len(), floor.len());
        }
    }
}
