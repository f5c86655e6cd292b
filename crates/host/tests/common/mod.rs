//! Real logs of nim, for the tests of the host.
#![allow(dead_code)] // each test file uses its part of it

use referee::{Scripted, Seat, Stream};
use referee_host::{Hosted, Id, Registry, Table, Title};
use referee_nim::Nim;

/// The games these tests know.
pub(crate) fn games() -> Registry {
    Registry::new().with(nim())
}

/// Nim as a title in which every event ends a move, so that records can be cut.
fn nim() -> Hosted<Nim> {
    Hosted::new(Nim).with_moments(|_, _, events| (1..=events.len()).collect())
}

/// A table with these heaps; none for heaps rolled from the seed, or with these dice.
pub(crate) fn table(heaps: &[u32], seed: &str, dice: Option<&[u32]>) -> Box<dyn Table> {
    let setup = format!(r#"{{"heaps":{heaps:?},"seed":"{seed}"}}"#);
    let mut script = dice.map(Scripted::new);
    nim().start(Some(&setup), None, 0, script.as_mut()).unwrap()
}

/// Plays a table to its end at random.
pub(crate) fn play(table: &mut dyn Table, seed: &str) {
    let mut luck = Stream::from_seed(seed);
    while let Some(&seat) = table.waiting_for(0).first() {
        let action = table.bot("random", seat, 0, &mut luck).unwrap().unwrap();
        assert!(table.act(seat, table.at() + 7, &action, None).success);
    }
}

/// Takes one stone from the first heap; gives the lines to append.
pub(crate) fn take_one(table: &mut dyn Table) -> String {
    let seat = table.waiting_for(0).first().copied().unwrap_or(Seat(0));
    let verdict = table.act(seat, table.at(), r#"{"heap":0,"stones":1}"#, None);
    assert!(verdict.success, "{:?}", verdict.errors);
    verdict.lines
}

/// A line with its id made anew.
pub(crate) fn seal(line: &str) -> String {
    let (body, _) = line.rsplit_once(",\"id\":").unwrap();
    format!("{body},\"id\":\"{}\"}}\n", Id::of(body.as_bytes()))
}

/// Makes every id from a line on anew, each upon the line before.
pub(crate) fn reseal(lines: &mut [String], from: usize) {
    let mut before = from.checked_sub(1).map(|at| lines[at].rsplit("\"id\":\"").next().unwrap()[..64].to_owned());
    for line in &mut lines[from..] {
        let prev = line.split("\"prev\":\"").nth(1).unwrap()[..64].to_owned();
        *line = seal(&line.replacen(&prev, before.as_deref().unwrap_or(&prev), 1));
        before = Some(line.rsplit("\"id\":\"").next().unwrap()[..64].to_owned());
    }
}
