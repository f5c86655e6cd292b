//! Nim: heaps of stones, two seats; a seat takes one stone or more from one heap; whoever takes the last stone wins.
//! This file is a whole game. Copy it to make your own: `docs/NEW_GAME.md` goes through it part by part.
#![no_std]
#![allow(missing_docs)] // the rules are their own documentation

use referee::prelude::*;

#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

pub const HEAPS_MAX: usize = 16;
pub const STONES_MAX: u32 = 1_000_000;
const STONES_DRAWN: u32 = 60; // of a heap, in its picture

nouns! {
    #![cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    /// What a game starts from: heaps, or none to have three rolled from the seed.
    setup Setup { heaps: Vec<u32>, seed: String }
    /// What is true now: what everyone sees; and the generator, which nobody does.
    state Table as Seen { heaps: Vec<u32>, to_move: Seat, winner: Option<Seat>; chance: Stream }
    /// What a seat declares.
    action Take { heap: u8, stones: u32 }
}

events! {
    /// What happened: results, not reasons to compute them.
    #[derive(Copy)]
    pub enum Event {
        Seeded { chance: Stream } => "the generator is seeded",
        Rolled { value: u32 } => "a roll of {value}",
        HeapLaid { stones: u32 } => "a heap of {stones} is laid",
        Taken { heap: u8, stones: u32, left: u32 } => "{stones} taken from heap {}, {left} left" (u32::from(*heap) + 1),
        TurnPassed { to: Seat } => "{} is to move" (Nim::name(*to)),
        Won { by: Seat } => "{} wins" (Nim::name(*by)),
    }
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
    names! { "nim", version "1", seats ["first", "second"], types Setup, Table, Take, Event, Refusal }
    seeded! { seed, chance, Event::Seeded }

    fn start(&self, setup: &Setup, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        refuse_if!(setup.heaps.len() > HEAPS_MAX || setup.heaps.iter().any(|&stones| stones > STONES_MAX), Refusal::TooMuch);
        refuse_if!(!setup.heaps.is_empty() && is_bare(&setup.heaps), Refusal::NoStones);
        turn.emit(Event::Seeded { chance: Stream::from_seed(&setup.seed) });
        for heap in 0..if setup.heaps.is_empty() { 3 } else { setup.heaps.len() } {
            let given = setup.heaps.get(heap).copied();
            let stones = given.unwrap_or_else(|| turn.roll(Ask::between(3, 9), format_args!("stones of heap {}", heap + 1)));
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

        turn.emit(Event::Taken { heap: take.heap, stones: take.stones, left: there - take.stones });
        let won = take.stones == there && is_bare(&turn.state().heaps);
        turn.emit(if won { Event::Won { by: seat } } else { Event::TurnPassed { to: seat.next(2) } });
        Ok(())
    }

    /// A log may come from a stranger: where there is no such heap, nothing happens.
    fn evolve(&self, table: &mut Table, event: &Event) {
        match *event {
            Event::Seeded { chance } => table.chance = chance,
            Event::Rolled { .. } => table.chance = table.chance.next(),
            Event::HeapLaid { stones } => table.heaps.push(stones),
            Event::Taken { heap, left, .. } => table.heaps.get_mut(usize::from(heap)).into_iter().for_each(|there| *there = left),
            Event::TurnPassed { to } => table.to_move = to,
            Event::Won { by } => table.winner = Some(by),
        }
    }

    fn audit(&self, table: &Table) -> Result<(), Refusal> {
        refuse_if!(table.heaps.len() > HEAPS_MAX, Refusal::TooMuch);
        refuse_if!(table.winner.is_some() != is_bare(&table.heaps), Refusal::WrongWinner);
        Ok(())
    }
}

fn is_bare(heaps: &[u32]) -> bool {
    heaps.iter().all(|&stones| stones == 0)
}

dice! { Nim: chance, Event::Rolled }
open! { Nim: Seen, chance, Event::Seeded }

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

/// How it looks, in the terminal and in the browser: a row of stones a heap. Pointing at a stone offers to take it and all to its right.
impl Show for Nim {
    const ABOUT: &'static str = "take stones from heaps; whoever takes the last one wins";

    fn scene(&self, seen: &Seen) -> Scene {
        let stones = |(&there, heap): (&u32, u8)| (1..=there.min(STONES_DRAWN)).map(move |stone| (heap, stone));
        let token = |(heap, stone)| {
            Token::new(u32::from(heap) << 24 | stone, spot(heap, stone), '●', Hue::Yellow, format!("stone {stone}"))
        };
        let status = seen.winner.map_or("to move", |_| "took the last stone and wins");
        let board = Board { tokens: seen.heaps.iter().zip(0..).flat_map(stones).map(token).collect(), ..Board::default() };
        let status = format!("{} {status}", Nim::name(seen.winner.unwrap_or(seen.to_move)));
        Scene { title: "Nim".into(), status, board: Some(board), ..Scene::default() }
    }
    fn tell(&self, event: &Event) -> String {
        format!("{event}")
    }
    fn aim(&self, seen: &Seen, take: &Take) -> Aim {
        let there = seen.heaps.get(usize::from(take.heap)).copied().unwrap_or(0);
        let first = spot(take.heap, there.saturating_sub(take.stones) + 1);
        Aim::new(format!("take {} from heap {}", take.stones, u32::from(take.heap) + 1), [first])
    }
}

fn spot(heap: u8, stone: u32) -> Spot {
    Spot::new(stone.min(STONES_DRAWN) as i16, i16::from(heap))
}
