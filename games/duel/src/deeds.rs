//! Deeds worth remembering: what a log of Mage Duel shows of a player's progress, and the trophies for it. A projection: the rules know
//! nothing of it. Three more trophies, for skins, are the lobby's.

use crate::{Bout, Duel, Event, Kind, Side};
use alloc::vec::Vec;
use referee::{Game, Rules};

/// What a deed counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Task {
    /// A game played to its end, won or not.
    Seasoned,
    /// A game won.
    Winner,
    /// A city closed by one's own tile.
    FirstCity,
    /// A large city closed by one's own tile.
    CityBuilder,
    /// A road closed by one's own tile.
    FirstRoad,
    /// A long road closed by one's own tile.
    RoadBuilder,
    /// The first move of a game.
    FirstMove,
    /// A joker laid.
    JokerUsed,
    /// A move left out by choice. The game's own description counts every skip; one by the clock was nobody's strategy and is not counted.
    StrategicSkip,
}

/// The fewest edges of a large city, both players' and the border's counted.
const LARGE_CITY: u16 = 10;
/// The fewest edges of a long road.
const LONG_ROAD: u16 = 7;

/// The trophies: for what, what they are called, how many deeds they take, and what they are worth. The last three are only sketched by the
/// game's own description, and worth nothing.
pub const TROPHIES: [(Task, &str, u32, u32); 13] = [
    (Task::Seasoned, "Apprentice", 5, 5),
    (Task::Seasoned, "Journeyman", 15, 10),
    (Task::Seasoned, "Seasoned", 50, 20),
    (Task::Winner, "First Victory", 1, 5),
    (Task::Winner, "Tactician's Trail", 5, 20),
    (Task::Winner, "Runebound Rival", 25, 50),
    (Task::FirstCity, "First City", 1, 10),
    (Task::CityBuilder, "City Builder", 1, 30),
    (Task::FirstRoad, "First Road", 1, 10),
    (Task::RoadBuilder, "Road Builder", 1, 25),
    (Task::FirstMove, "First Move", 1, 0),
    (Task::JokerUsed, "Joker Used", 1, 0),
    (Task::StrategicSkip, "Strategic Skip", 1, 0),
];

impl Task {
    /// Its name in lists.
    pub fn name(self) -> &'static str {
        match self {
            Task::Seasoned => "Seasoned",
            Task::Winner => "Winner",
            Task::FirstCity => "FirstCity",
            Task::CityBuilder => "CityBuilder",
            Task::FirstRoad => "FirstRoad",
            Task::RoadBuilder => "RoadBuilder",
            Task::FirstMove => "FirstMove",
            Task::JokerUsed => "JokerUsed",
            Task::StrategicSkip => "StrategicSkip",
        }
    }
}

/// The deeds of a game that is known from its beginning, up to a record: in which record, whose, and what.
pub fn deeds(game: &Game<Duel>, to: u64) -> Vec<(u64, Side, Task)> {
    let (mut bout, mut found) = (Bout::default(), Vec::new());
    for record in game.log().records(0).take_while(|record| record.seq <= to) {
        let mut layer = None;
        for event in record.events {
            let is_first = bout.moves_done == 0;
            Duel.evolve(&mut bout, event);
            if let Event::Placed { side, .. } = event {
                layer = Some(*side);
            }
            let tasks = shown(event, &bout, layer, is_first);
            found.extend(tasks.into_iter().map(|(side, task)| (record.seq, side, task)));
        }
    }
    found
}

/// The deeds of a game that its players ended, with who won it: it counts as played and won, as one that came to its end by the rules. One in
/// which a side has not moved yet counts for nobody.
pub fn ended(game: &Game<Duel>, to: u64, winner: Option<Side>) -> Vec<(u64, Side, Task)> {
    let is_played = game.at(to).is_ok_and(|bout| bout.moves_done >= 2);
    let played = Side::BOTH.into_iter().map(|side| (to, side, Task::Seasoned));
    let all = played.chain(winner.map(|side| (to, side, Task::Winner)));
    all.filter(|_| is_played).collect()
}

/// What an event shows: `layer` laid the tile of the same turn, and `bout` is what is true after the event.
fn shown(event: &Event, bout: &Bout, layer: Option<Side>, is_first: bool) -> Vec<(Side, Task)> {
    match *event {
        Event::Placed { side, joker, .. } => moved(side, is_first).chain(joker.then_some((side, Task::JokerUsed))).collect(),
        Event::Skipped { side, timed_out, .. } => {
            moved(side, is_first).chain((!timed_out).then_some((side, Task::StrategicSkip))).collect()
        }
        Event::ContestWon { kind, node, blue, red, .. } | Event::ContestDrawn { kind, node, blue, red } => {
            // What is contested because the game ends is still open, and nobody closed it.
            let is_closed = bout.board.structures().of(kind, node).open == 0;
            layer.filter(|_| is_closed).map_or_else(Vec::new, |side| closed(side, kind, blue.saturating_add(red)))
        }
        Event::Finished { winner, .. } => {
            let played = Side::BOTH.into_iter().map(|side| (side, Task::Seasoned));
            played.chain(winner.map(|side| (side, Task::Winner))).collect()
        }
        _ => Vec::new(),
    }
}

fn moved(side: Side, is_first: bool) -> impl Iterator<Item = (Side, Task)> {
    is_first.then_some((side, Task::FirstMove)).into_iter()
}

/// Whoever lays the last tile has closed it, whoever wins it.
fn closed(side: Side, kind: Kind, points: u16) -> Vec<(Side, Task)> {
    let (any, large, is_large) = match kind {
        Kind::City => (Task::FirstCity, Task::CityBuilder, points / 2 >= LARGE_CITY),
        Kind::Road => (Task::FirstRoad, Task::RoadBuilder, points >= LONG_ROAD),
    };
    [(side, any)].into_iter().chain(is_large.then_some((side, large))).collect()
}
