//! What holds in every position of every game (section 26 of the specification), looked at over random games with the standard rules and
//! others. `REFEREE_POSITIONS=1000000` looks at that many positions, and at fifty times as many boards; the default is 20,000 and a million.

use crate::random;

use random::{choose, setup};
use referee::{Ask, Game, Legal, Rules, Seat, Stream};
use referee_duel::{
    Action, Board, Border, Bout, Cell, Direction, Duel, Event, Score, Setup, Side, Structure, TILES, Tile, Variant, flood,
};
use serde_json::{Value, json};

/// How many positions are looked at unless the environment says otherwise.
const POSITIONS: u64 = 20_000;

#[allow(clippy::disallowed_methods)] // a test may read the environment
fn positions() -> u64 {
    std::env::var("REFEREE_POSITIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(POSITIONS)
}

/// Plays random games and looks at every position: what was there before, and the events that led on.
fn look(count: u64, mut at: impl FnMut(&Setup, &Bout, &[Event], &Bout)) {
    let (mut luck, mut looked) = (Stream::from_seed("positions"), 0);
    while looked < count {
        let setup = setup(&mut luck);
        let mut game = Game::start(Duel, setup.clone()).unwrap();
        while let Some((seat, time, action)) = choose(game.state(), &mut luck) {
            let before = game.state().clone();
            let events = game.act(seat, time, action).unwrap().events.to_vec();
            at(&setup, &before, &events, game.state());
            looked += 1;
        }
    }
}

/// Folds random placements into boards, without the rules around them: many positions in little time.
fn fold(count: u64, mut at: impl FnMut(&Bout)) {
    let (mut luck, mut looked) = (Stream::from_seed("folded"), 0);
    while looked < count {
        let mut bout = Game::start(Duel, setup(&mut luck)).unwrap().state().clone();
        for turn in 0..64u8 {
            let tile = Tile::new(luck.draw(Ask::below(TILES as u32)) as u8).unwrap();
            let count = bout.board.lays(tile).count() as u32;
            let Some(lay) = (count > 0).then(|| bout.board.lays(tile).nth(luck.draw(Ask::below(count)) as usize)).flatten()
            else {
                continue;
            };
            let side = Side::BOTH[usize::from(turn % 2)];
            let (city, road) = bout.board.worth(lay).into();
            let (col, row) = (lay.cell.col(), lay.cell.row());
            Duel.evolve(
                &mut bout,
                &Event::Placed { side, tile: tile.id(), rotation: lay.rotation, col, row, joker: true, city, road, at: 0 },
            );
            at(&bout);
            looked += 1;
        }
    }
}

/// Scores as sums over what a walk finds.
fn scored(structures: &[Structure], is_over: bool) -> [Score; 2] {
    let mut scores = [Score::default(); 2];
    for structure in structures {
        let [blue, red] = structure.points;
        let goes_to = if structure.open == 0 || is_over { blue.cmp(&red) as i8 } else { 0 };
        *scores[0].of(structure.kind) += [0, blue, blue + red][(goes_to + 1) as usize];
        *scores[1].of(structure.kind) += [blue + red, red, 0][(goes_to + 1) as usize];
    }
    scores
}

#[test]
fn what_the_board_keeps_is_what_a_walk_finds() {
    fold(positions() * 50, |bout| {
        let walked = flood(&bout.board);
        assert!(bout.board.structures().all().eq(walked.iter().copied()), "{:?}", bout.board);
        for is_over in [false, true] {
            assert_eq!(bout.board.structures().scores(is_over), scored(&walked, is_over));
        }
    });
}

#[test]
fn scores_follow_from_border_and_cells_alone() {
    look(positions(), |_, _, _, bout| {
        assert_eq!(bout.scores, scored(&flood(&bout.board), bout.outcome.is_some()));
        assert!(bout.scores.iter().all(|score| score.city % 2 == 0), "a city edge is worth two");
        let laid: u32 = bout.board.pieces().map(|(cell, piece)| worth(&bout.board, cell, piece.tile, piece.rotation)).sum();
        assert_eq!(bout.scores[0].sum() + bout.scores[1].sum(), laid, "contests only move points");
    });
}

fn worth(board: &Board, cell: Cell, tile: Tile, rotation: u8) -> u32 {
    let edge = |side: Direction| {
        tile.edges(rotation).at(side).map_or(0, |edge| {
            let border = cell.beside(side).is_none() && board.border().at(cell.border_index(side)) == Some(edge);
            u32::from(edge.points()) * if border { 2 } else { 1 }
        })
    };
    Direction::ALL.into_iter().map(edge).sum()
}

#[test]
fn deck_top_tile_and_board_have_the_tiles_of_the_rules() {
    let mut jokers: Vec<u8> = Vec::new();
    look(positions(), |setup, before, events, bout| {
        if before.moves_done == 0 {
            jokers.clear();
        }
        jokers.extend(events.iter().filter_map(|event| match event {
            Event::Placed { joker: true, tile, .. } => Some(*tile),
            _ => None,
        }));
        let mut counts = [0i32; TILES];
        bout.board.pieces().for_each(|(_, piece)| counts[usize::from(piece.tile.id())] += 1);
        bout.deck.tiles().iter().chain(&bout.top).for_each(|tile| counts[usize::from(tile.id())] += 1);
        jokers.iter().for_each(|&tile| counts[usize::from(tile)] -= 1);
        assert_eq!(counts, setup.rules.deck.map(i32::from));
        let used = bout.jokers.iter().map(|&left| usize::from(setup.rules.jokers - left)).sum::<usize>();
        assert_eq!(used, jokers.len(), "jokers left and jokers laid are those that were given");
    });
}

#[test]
fn moves_are_counted_and_sides_take_turns() {
    look(positions(), |_, before, events, bout| {
        let movers: Vec<Side> = events
            .iter()
            .filter_map(|event| match event {
                Event::Placed { side, .. } | Event::Skipped { side, .. } => Some(*side),
                _ => None,
            })
            .collect();
        let last = before.last.map(|last| last.side);
        let chain: Vec<Side> = last.into_iter().chain(movers.iter().copied()).collect();
        assert!(chain.windows(2).all(|pair| pair[0] != pair[1]), "{chain:?}");
        assert_eq!(bout.moves_done, before.moves_done + movers.len() as u32);
        let laid = events.iter().filter(|event| matches!(event, Event::Placed { .. })).count();
        assert_eq!(bout.board.pieces().count(), before.board.pieces().count() + laid);
    });
}

#[test]
fn a_closed_structure_never_changes_and_is_contested_once() {
    look(positions(), |_, before, events, bout| {
        let closed = |bout: &Bout| bout.board.structures().all().filter(|structure| structure.open == 0).collect::<Vec<_>>();
        let (were, are) = (closed(before), closed(bout));
        assert!(were.iter().all(|structure| are.contains(structure)));
        let contested = events.iter().filter(|e| matches!(e, Event::ContestWon { .. } | Event::ContestDrawn { .. })).count();
        let open = bout.board.structures().all().count() - are.len();
        let due = if bout.outcome.is_some() { open } else { 0 };
        assert_eq!(contested, are.len() - were.len() + due);
    });
}

#[test]
fn upside_down_or_in_other_colours_the_scores_are_the_same() {
    look(positions() / 10, |_, _, _, bout| {
        let (board, is_over) = (&bout.board, bout.outcome.is_some());
        let swapped = mapped(board, |cell| json!(cell), |codes| codes);
        let [blue, red] = bout.scores;
        assert_eq!(swapped.structures().scores(is_over), [red, blue], "colours");
        assert_eq!(reflected(board).structures().scores(is_over), [blue, red], "reflection");
        assert_eq!(turned(board).structures().scores(is_over), [blue, red], "half a turn");
    });
}

fn mapped(board: &Board, cell: impl Fn((u8, u8, u8)) -> Value, border: impl Fn([u8; 32]) -> [u8; 32]) -> Board {
    let cells: Vec<Value> = board
        .pieces()
        .map(|(at, piece)| {
            let mut value = cell((at.position(), piece.tile.id(), piece.rotation));
            value.as_array_mut().unwrap().push(json!(piece.side.other()));
            value
        })
        .collect();
    serde_json::from_value(json!({"border": border(board.border().codes()), "cells": cells})).unwrap()
}

fn in_own_colours(board: Board) -> Board {
    mapped(&board, |cell| json!(cell), |codes| codes)
}

/// Rows the other way round, with the mirror image of every tile: top and bottom change places.
fn reflected(board: &Board) -> Board {
    let cell = |(position, tile, rotation): (u8, u8, u8)| {
        let edges = Tile::new(tile).unwrap().edges(rotation);
        let [top, right, bottom, left] = Direction::ALL.map(|side| edges.at(side));
        let is_mirror = |&(tile, rotation): &(Tile, u8)| {
            Direction::ALL.map(|side| tile.edges(rotation).at(side)) == [bottom, right, top, left]
        };
        let (mirror, rotation) =
            Tile::all().flat_map(|tile| (0..4).map(move |rotation| (tile, rotation))).find(is_mirror).unwrap();
        json!([position ^ 7, mirror.id(), rotation])
    };
    let border = |codes: [u8; 32]| core::array::from_fn(|index| codes[if index < 24 { 23 - index } else { 55 - index }]);
    // The right side runs from 8 to 15 and comes out the other way round, as it should.
    in_own_colours(mapped(board, cell, border))
}

fn turned(board: &Board) -> Board {
    let cell = |(position, tile, rotation): (u8, u8, u8)| json!([63 - position, tile, (rotation + 2) % 4]);
    in_own_colours(mapped(board, cell, |codes| core::array::from_fn(|index| codes[(index + 16) % 32])))
}

#[test]
fn the_first_tile_lies_beside_a_border_piece() {
    let mut luck = Stream::from_seed("first");
    for _ in 0..100 {
        let game = Game::start(Duel, setup(&mut luck)).unwrap();
        let board = &game.state().board;
        let pieces = |cell: Cell| {
            let outside = Direction::ALL.into_iter().filter(|&side| cell.beside(side).is_none());
            outside.filter_map(|side| board.border().at(cell.border_index(side))).count()
        };
        for lay in Tile::all().flat_map(|tile| board.lays(tile)) {
            assert!(pieces(lay.cell) > 0, "{lay:?}");
        }
    }
    let bare = Game::start(Duel, Setup { border: Some(Border::default()), ..Setup::default() }).unwrap();
    assert_eq!(Duel.legal(bare.state(), Seat(0), 0).collect::<Vec<_>>(), [Action::Skip {}], "mountains hold nothing");
}

#[test]
fn a_generated_border_has_its_pieces_on_every_side() {
    let mut luck = Stream::from_seed("border");
    for _ in 0..200 {
        let setup = setup(&mut luck);
        let game = Game::start(Duel, setup.clone()).unwrap();
        for side in game.state().board.border().codes().chunks(8) {
            let count = |code: u8| side.iter().filter(|&&other| other == code).count() as u8;
            assert_eq!((count(0), count(1)), setup.rules.edges);
        }
    }
}

#[test]
fn turning_a_symmetric_tile_by_its_period_changes_nothing() {
    let periods = [1, 1, 1, 4, 4, 4, 4, 4, 4, 4, 4, 2, 2, 4, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4];
    for (tile, period) in Tile::all().zip(periods) {
        let same = |rotation: u8| tile.edges(rotation) == tile.edges(0);
        assert_eq!((1..=4).find(|&rotation| same(rotation)), Some(period), "{}", tile.name());
    }
}

#[test]
fn the_standard_deck_has_64_tiles_worth_247_points() {
    let rules = Variant::default();
    assert_eq!(rules.tiles(), 64);
    let points = |tile: Tile| {
        Direction::ALL.into_iter().filter_map(|side| tile.edges(0).at(side)).map(|edge| u32::from(edge.points())).sum::<u32>()
    };
    assert_eq!(Tile::all().zip(rules.deck).map(|(tile, count)| points(tile) * u32::from(count)).sum::<u32>(), 247);
    let through: Vec<u8> = Tile::all().filter(|tile| tile.has_through_road()).map(Tile::id).collect();
    assert_eq!(through, [5, 13, 14, 21, 22, 23]);
}
