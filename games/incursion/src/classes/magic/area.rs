//! Where an effect works: the squares of its areas. Nothing here knows of creatures or dice.

use crate::place::{Square, WAYS};
use referee_dispatch::Place;

/// The squares a bolt crosses: through its aim and on, as far as it flies, up to the first square that stops it. That one is not crossed.
pub(super) fn path(from: Place, aim: Place, range: i32, stops: impl Fn(Place) -> bool) -> Vec<Place> {
    let reach = from.distance(aim);
    if reach == 0 || range <= 0 {
        return Vec::new();
    }
    let times = (range + reach - 1) / reach;
    let far = Place::new(from.x + (aim.x - from.x) * times, from.y + (aim.y - from.y) * times);
    from.line(far).into_iter().take(range as usize).take_while(|&at| !stops(at)).collect()
}

/// Whether a square is in the circle around another: the same circle that areas with a time have.
pub(super) fn is_round(center: Place, at: Place, radius: i32) -> bool {
    let (dx, dy) = (at.x - center.x, at.y - center.y);
    dx * dx + dy * dy <= radius * radius + radius
}

/// The squares around a place that it reaches, from near to far.
pub(super) fn circle(center: Place, radius: i32, reaches: impl Fn(Place) -> bool) -> Vec<Place> {
    let mut squares = square(center, radius);
    squares.retain(|&at| is_round(center, at, radius) && (at == center || reaches(at)));
    squares
}

/// The outermost squares of a circle: a wall around a place.
pub(super) fn ring(center: Place, radius: i32) -> Vec<Place> {
    let mut squares = square(center, radius);
    squares.retain(|&at| is_round(center, at, radius) && !is_round(center, at, radius - 1));
    squares
}

/// A cone from a square in a direction, as long as it is wide at its end. The square itself is not in it.
pub(super) fn cone(from: Place, way: u8, length: i32, reaches: impl Fn(Place) -> bool) -> Vec<Place> {
    let Some(ahead) = WAYS.get(usize::from(way)).copied() else { return Vec::new() };
    let is_ahead = |at: Place| {
        let (dx, dy) = (at.x - from.x, at.y - from.y);
        let (along, across) = (dx * ahead.x + dy * ahead.y, dx * ahead.y - dy * ahead.x);
        along > 0 && 2 * across.abs() <= along
    };
    let mut squares = square(from, length);
    squares.retain(|&at| at != from && is_round(from, at, length) && is_ahead(at) && reaches(at));
    squares
}

/// All squares within so many steps, from near to far, then row by row.
fn square(center: Place, radius: i32) -> Vec<Place> {
    let radius = radius.clamp(0, 50);
    let rows = (-radius..=radius).flat_map(|y| (-radius..=radius).map(move |x| Place::new(center.x + x, center.y + y)));
    let mut squares: Vec<Place> = rows.collect();
    squares.sort_by_key(|at| (at.distance(center), at.y, at.x));
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn near() -> impl Strategy<Value = Place> {
        (-12i32..13, -12i32..13).prop_map(|(x, y)| Place::new(x, y))
    }

    /// The same square seen from a world turned by a quarter.
    fn turned(at: Place) -> Place {
        Place::new(-at.y, at.x)
    }

    proptest! {
        #[test]
        fn whoever_is_in_a_circle_around_me_has_me_in_his(one in near(), two in near(), radius in 0i32..9) {
            let has = |center, at| circle(center, radius, |_| true).contains(&at);
            prop_assert_eq!(has(one, two), has(two, one));
        }

        #[test]
        fn a_path_passes_its_aim_unless_it_falls_short(from in near(), aim in near(), range in 1i32..20) {
            let path = path(from, aim, range, |_| false);
            prop_assert_eq!(path.contains(&aim), from != aim && from.distance(aim) <= range);
            prop_assert_eq!(path.len() as i32, if from == aim { 0 } else { range });
        }

        #[test]
        fn a_path_ends_before_what_stops_it(from in near(), aim in near(), range in 1i32..20, wall in near()) {
            prop_assert!(!path(from, aim, range, |at| at == wall).contains(&wall));
        }

        #[test]
        fn a_turned_world_has_turned_cones(way in 0u8..8, length in 1i32..9) {
            let squares = |way| cone(Place::default(), way, length, |_| true).into_iter().collect::<BTreeSet<_>>();
            let there: BTreeSet<Place> = squares(way).into_iter().map(turned).collect();
            prop_assert_eq!(there, squares((way + 2) % 8));
        }

        #[test]
        fn no_square_is_in_two_opposite_cones(way in 0u8..8, length in 1i32..9) {
            let squares = |way| cone(Place::default(), way, length, |_| true).into_iter().collect::<BTreeSet<_>>();
            prop_assert!(squares(way).is_disjoint(&squares((way + 4) % 8)));
            prop_assert!(squares(way).contains(&Place::default().step(way)));
        }

        #[test]
        fn a_ring_is_the_rim_of_its_circle(center in near(), radius in 1i32..9) {
            let rim: BTreeSet<Place> = ring(center, radius).into_iter().collect();
            let within: BTreeSet<Place> = circle(center, radius - 1, |_| true).into_iter().collect();
            let all: BTreeSet<Place> = circle(center, radius, |_| true).into_iter().collect();
            prop_assert!(rim.is_disjoint(&within));
            prop_assert_eq!(rim.len() + within.len(), all.len());
        }
    }
}
