//! Nim: heaps of stones, two seats; a seat takes one stone or more from one heap; whoever takes the last stone wins.
//! This file is a whole game. Copy it to make your own: `docs/NEW_GAME.md` goes through it part by part.
#![no_std]
#![allow(missing_docs)] // the rules are their own documentation

use referee::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

pub const HEAPS_MAX: usize = 16;
pub const STONES_MAX: u32 = 1_000_000;
/// A heap is drawn with this many stones at most.
const STONES_DRAWN: u32 = 60;

/// What a game starts from: heaps, or none to have three rolled from the seed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    pub heaps: Vec<u32>,
    pub seed: String,
}

/// What is true now. The generator is part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub heaps: Vec<u32>,
    pub to_move: Seat,
    pub winner: Option<Seat>,
    pub chance: Stream,
}
impl State for Table {}

/// What a seat declares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Take {
    pub heap: u8,
    pub stones: u32,
}

/// What happened: results, not reasons to compute them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Event {
    Seeded { chance: Stream },
    Rolled { value: u32 },
    HeapLaid { stones: u32 },
    Taken { heap: u8, stones: u32, left: u32 },
    TurnPassed { to: Seat },
    Won { by: Seat },
}

refusals! {
    /// Why nothing happened.
    pub enum Refusal {
        TooMuch => "TOO_MUCH": "{HEAPS_MAX} heaps of {STONES_MAX} stones are the most",
        NoStones => "NO_STONES": "there must be at least one stone",
        GameOver => "GAME_OVER": "the last stone is gone",
        NotYourTurn => "NOT_YOUR_TURN": "it is the other seat's turn",
        NoSuchHeap { heap: u8 } => "NO_SUCH_HEAP": "there is no heap {heap}",
        NotThatMany { asked: u32, there: u32 } => "NOT_THAT_MANY": "{asked} cannot be taken from a heap of {there}",
        WrongWinner => "WRONG_WINNER": "there is a winner exactly when no stone is left",
    }
}

impl Rules for Nim {
    const NAME: &'static str = "nim";
    const VERSION: &'static str = "1";
    const SEATS: &'static [&'static str] = &["first", "second"];
    type Setup = Setup;
    type State = Table;
    type Action = Take;
    type Event = Event;
    type Rejection = Refusal;

    fn start(&self, setup: &Setup, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        refuse_if!(setup.heaps.len() > HEAPS_MAX || setup.heaps.iter().any(|&stones| stones > STONES_MAX), Refusal::TooMuch);
        refuse_if!(!setup.heaps.is_empty() && setup.heaps.iter().all(|&stones| stones == 0), Refusal::NoStones);
        turn.emit(Event::Seeded { chance: Stream::from_seed(&setup.seed) });
        for heap in 0..if setup.heaps.is_empty() { 3 } else { setup.heaps.len() } {
            let given = setup.heaps.get(heap).copied();
            let stones = given.unwrap_or_else(|| turn.roll(Ask::between(3, 9), format_args!("stones of heap {heap}")));
            turn.emit(Event::HeapLaid { stones });
        }
        Ok(())
    }

    #[inline(always)] // short enough to become part of `Game::act`; leave it out where `decide` is longer than a screen
    fn decide(&self, take: &Take, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        let (table, seat) = (turn.state(), turn.seat());
        refuse_if!(table.winner.is_some(), Refusal::GameOver);
        refuse_if!(table.to_move != seat, Refusal::NotYourTurn);
        let Some(&there) = table.heaps.get(usize::from(take.heap)) else { return Err(Refusal::NoSuchHeap { heap: take.heap }) };
        refuse_if!(take.stones == 0 || take.stones > there, Refusal::NotThatMany { asked: take.stones, there });

        let left = there - take.stones;
        turn.emit(Event::Taken { heap: take.heap, stones: take.stones, left });
        turn.emit(if left == 0 && turn.state().is_bare() {
            Event::Won { by: seat }
        } else {
            Event::TurnPassed { to: seat.next(2) }
        });
        Ok(())
    }

    fn evolve(&self, table: &mut Table, event: &Event) {
        match *event {
            Event::Seeded { chance } => table.chance = chance,
            Event::Rolled { .. } => table.chance = table.chance.next(),
            Event::HeapLaid { stones } => table.heaps.push(stones),
            Event::Taken { heap, left, .. } => {
                // A log may come from a stranger: where there is no such heap, nothing happens.
                if let Some(stones) = table.heaps.get_mut(usize::from(heap)) {
                    *stones = left;
                }
            }
            Event::TurnPassed { to } => table.to_move = to,
            Event::Won { by } => table.winner = Some(by),
        }
    }

    fn audit(&self, table: &Table) -> Result<(), Refusal> {
        refuse_if!(table.heaps.len() > HEAPS_MAX, Refusal::TooMuch);
        let is_right = if table.winner.is_some() { table.is_bare() } else { !table.is_bare() };
        refuse_if!(!is_right, Refusal::WrongWinner);
        Ok(())
    }

    fn seed(setup: &mut Setup, seed: &str) -> bool {
        setup.seed = seed.into();
        true
    }

    fn reseed(&self, seed: &str) -> Option<Event> {
        Some(Event::Seeded { chance: Stream::from_seed(seed) })
    }

    fn cursor(&self, table: &Table) -> Option<String> {
        Some(format!("{:?}", table.chance))
    }
}

impl Table {
    fn is_bare(&self) -> bool {
        self.heaps.iter().all(|&stones| stones == 0)
    }
}

/// Dice: a pure look at the generator, and the event of having rolled.
impl Random for Nim {
    fn draw(&self, table: &Table, ask: Ask) -> u32 {
        table.chance.peek(ask)
    }
    fn rolled(&self, roll: Roll<'_>) -> Event {
        Event::Rolled { value: roll.value }
    }
}

/// What a seat may do, and how well it stands: nim is won by leaving heaps whose exclusive or is zero.
impl Legal for Nim {
    fn legal(&self, table: &Table, seat: Seat, _at: Millis) -> impl Iterator<Item = Take> {
        let may_move = table.winner.is_none() && table.to_move == seat;
        let heaps = table.heaps.iter().zip(0..).filter(move |_| may_move);
        heaps.flat_map(|(&there, heap)| (1..=there).map(move |stones| Take { heap, stones }))
    }
    fn score(&self, table: &Table, seat: Seat) -> i64 {
        let mover_loses = table.heaps.iter().fold(0, |xor, stones| xor ^ stones) == 0;
        let stands_well = table.winner.map_or(mover_loses == (table.to_move != seat), |winner| winner == seat);
        if stands_well { 1 } else { -1 }
    }
}

/// What anyone may know: all but the generator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seen {
    pub heaps: Vec<u32>,
    pub to_move: Seat,
    pub winner: Option<Seat>,
}

impl View for Nim {
    type View = Seen;
    fn view(&self, table: &Table, _eye: Option<Seat>) -> Seen {
        Seen { heaps: table.heaps.clone(), to_move: table.to_move, winner: table.winner }
    }
    fn seen(&self, event: &Event, _eye: Option<Seat>) -> Option<Event> {
        (!matches!(event, Event::Seeded { .. })).then_some(*event)
    }
    fn imagine(&self, seen: &Seen, luck: u64) -> Table {
        Table { heaps: seen.heaps.clone(), to_move: seen.to_move, winner: seen.winner, chance: Stream::new(luck) }
    }
}

/// How it looks, in the terminal and in the browser: a row of stones a heap.
impl Show for Nim {
    const ABOUT: &'static str = "take stones from heaps; whoever takes the last one wins";

    fn scene(&self, seen: &Seen) -> Scene {
        let heaps = seen.heaps.iter().zip(0u8..);
        let stones = heaps.flat_map(|(&stones, heap)| (1..=stones.min(STONES_DRAWN)).map(move |stone| (heap, stone)));
        let token = |(heap, stone)| Token::new(id(heap, stone), spot(heap, stone), '●', Hue::Yellow, format!("stone {stone}"));
        let status = match seen.winner {
            Some(winner) => format!("{} took the last stone and wins", Nim::name(winner)),
            None => format!("{} to move", Nim::name(seen.to_move)),
        };
        let board = Board { tokens: stones.map(token).collect(), ..Board::default() };
        Scene { title: "Nim".into(), status, board: Some(board), ..Scene::default() }
    }
    fn tell(&self, event: &Event) -> String {
        match event {
            Event::Seeded { .. } => "the generator is seeded".into(),
            Event::Rolled { value } => format!("a roll of {value}"),
            Event::HeapLaid { stones } => format!("a heap of {stones} is laid"),
            Event::Taken { heap, stones, left } => format!("{stones} taken from heap {heap}, {left} left"),
            Event::TurnPassed { to } => format!("{} is to move", Nim::name(*to)),
            Event::Won { by } => format!("{} wins", Nim::name(*by)),
        }
    }
    fn cues(&self, event: &Event) -> Vec<Cue> {
        let Event::Taken { heap, stones, left } = *event else { return Vec::new() };
        let gone = (left..left.saturating_add(stones)).take(STONES_DRAWN as usize);
        gone.map(|stone| Cue::Fade { token: id(heap, stone + 1) }).collect()
    }
    /// Pointing at a stone offers to take it and all to its right.
    fn aim(&self, seen: &Seen, take: &Take) -> Aim {
        let there = seen.heaps.get(usize::from(take.heap)).copied().unwrap_or(0);
        let first = spot(take.heap, there.saturating_sub(take.stones) + 1);
        Aim { label: format!("take {} from heap {}", take.stones, take.heap), spots: [first].into() }
    }
}

fn id(heap: u8, stone: u32) -> u32 {
    u32::from(heap) << 24 | stone
}

fn spot(heap: u8, stone: u32) -> Spot {
    Spot::new(stone.min(STONES_DRAWN) as i16, i16::from(heap))
}
