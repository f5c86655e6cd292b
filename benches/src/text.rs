//! Nim as text: lines with their chain, written, replayed and verified through the host.

use crate::nim::{HEAPS, STONES, seat};
use referee_host::{Hosted, Registry, Table};
use referee_nim::{Nim, Setup};

/// A registry with nim in it.
pub fn registry() -> Registry {
    Registry::new().with(Hosted::new(Nim))
}

/// The same game as [`nim::game`](crate::nim::game) as a table, nothing done yet.
pub fn table(registry: &Registry) -> Box<dyn Table> {
    let setup = Setup { heaps: vec![STONES; HEAPS], seed: String::new() };
    let heaps: Vec<String> = setup.heaps.iter().map(u32::to_string).collect();
    let setup = format!("{{\"heaps\":[{}]}}", heaps.join(","));
    registry.title("nim").and_then(|nim| nim.start(Some(&setup), None, 0, None)).expect("these heaps are allowed")
}

/// The actions of the first turns, as text; they repeat.
pub fn actions() -> Vec<String> {
    (0..HEAPS).map(|heap| format!("{{\"heap\":{heap},\"stones\":1}}")).collect()
}

/// Judges an action given as text and appends its lines, chained.
#[inline(never)]
pub fn append(table: &mut dyn Table, turn: u64, actions: &[String], log: &mut String) {
    let verdict = table.act(seat(turn), 0, &actions[turn as usize % HEAPS], None);
    assert!(verdict.success, "turn {turn} is legal");
    log.push_str(&verdict.lines);
}

/// A log of so many actions.
pub fn log(registry: &Registry, count: u64) -> String {
    let mut table = table(registry);
    let mut log = table.text().expect("known from the beginning");
    let actions = actions();
    (0..count).for_each(|turn| append(&mut *table, turn, &actions, &mut log));
    log
}

/// Chain checked, events folded.
#[inline(never)]
pub fn replay(registry: &Registry, log: &str) -> u64 {
    referee_host::replay(registry, log.as_bytes(), u64::MAX, &mut |_| {}).expect("the log holds").1.events
}

/// Chain checked, everything decided again and compared.
#[inline(never)]
pub fn verify(registry: &Registry, log: &str) -> u64 {
    referee_host::verify(registry, log.as_bytes(), &mut |_| {}).expect("the log holds").records
}
