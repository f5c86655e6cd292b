//! Previews: what an action would do, from the same rules, without doing it.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // faces the world: files and processes

use crate::desk;

use desk::Desk;
use referee::{Seat, Stream};
use referee_host::Table;
use referee_registry::games;
use serde_json::Value;

/// A game of each kind begins like this; the others begin as usual.
fn begun(game: &str) -> Box<dyn Table> {
    let registry = games();
    let title = registry.title(game).unwrap();
    let seed = title.card().seeded.then_some("preview");
    title.start(None, seed, 0, None).unwrap()
}

/// In every game: a preview of what may be done is a success, and leaves no trace.
#[test]
fn a_preview_changes_nothing_and_accepts_what_is_legal() {
    for game in games().titles().map(|title| title.card().name) {
        let mut table = begun(game);
        let mut luck = Stream::from_seed("preview");
        for _ in 0..12 {
            let Some(&seat) = table.waiting_for(table.at()).first() else { break };
            let (head, state) = (table.head(), table.state());
            for choice in table.choices(seat, table.at(), 12) {
                let preview = table.preview(seat, table.at(), &choice.action);
                assert!(preview.verdict.success, "{game}: {} {:?}", choice.action, preview.verdict.errors);
                assert!(preview.verdict.lines.is_empty() && preview.alike <= preview.tale.len(), "{game}");
            }
            assert_eq!((table.head(), table.state()), (head, state), "{game}");
            let action = table.bot("random", seat, table.at(), &mut luck).unwrap().unwrap();
            assert!(table.act(seat, table.at(), &action, None).success, "{game}");
        }
    }
}

/// Nim has no chance left once its heaps are laid: what is foretold happens.
#[test]
fn without_chance_a_preview_is_exact() {
    let mut table = begun("nim");
    while let Some(&seat) = table.waiting_for(0).first() {
        let choice = table.choices(seat, 0, 100).pop().unwrap();
        let preview = table.preview(seat, 0, &choice.action);
        assert!(preview.is_sure());
        assert_eq!(preview.verdict.events, table.act(seat, 0, &choice.action, None).events);
        assert_eq!(preview.scene, table.scene(Some(seat)));
        assert_eq!(preview.tale, table.tell(table.seq(), Some(seat)));
    }
}

/// A roll to come differs from world to world, and no preview knows the one that will be.
#[test]
fn dice_are_not_foretold() {
    let table = begun("mir");
    let preview = table.preview(Seat(0), 0, r#"{"type":"ROLL_INITIATIVE"}"#);
    assert!(preview.verdict.success && !preview.is_sure(), "{preview:?}");
    let again = table.preview(Seat(0), 0, r#"{"type":"ROLL_INITIATIVE"}"#);
    assert_eq!(preview, again, "asking again tells nothing new");
}

/// Whatever is alike in all worlds comes before the first die.
#[test]
fn what_a_preview_is_sure_of_no_die_decides() {
    for seed in 0..20 {
        let registry = games();
        let mut table = registry.title("hop").unwrap().start(None, Some(&format!("pv{seed}")), 0, None).unwrap();
        let mut luck = Stream::new(seed);
        for _ in 0..12 {
            let Some(action) = table.bot("random", Seat(0), 0, &mut luck).unwrap() else { break };
            let preview = table.preview(Seat(0), 0, &action);
            table.act(Seat(0), 0, &action, None);
            let sure = &preview.tale[..preview.alike];
            let events: Vec<serde_json::Value> = serde_json::from_str(&preview.verdict.events).unwrap();
            let dice = events[..preview.alike].iter().filter(|event| event.get("Rolled").is_some());
            assert_eq!(dice.count(), 0, "pv{seed}: {action}: {events:?}");
            assert_eq!(sure, &table.tell(table.seq(), Some(Seat(0)))[..preview.alike], "pv{seed}: {action}");
        }
    }
}

#[test]
fn the_command_writes_nothing_even_where_it_could_not() {
    let desk = Desk::new();
    desk.run(&["new", "nim", "--seed", "x", "--out", "game.jsonl"]).is(0);
    let before = desk.read("game.jsonl");
    let path = desk.path("game.jsonl");
    let mut only_read = std::fs::metadata(&path).unwrap().permissions();
    only_read.set_readonly(true);
    std::fs::set_permissions(&path, only_read).unwrap();
    let action = r#"{"heap":0,"stones":1}"#;
    let would = desk.run(&["act", "game.jsonl", "--seat", "first", "--preview", action]).is(0).json();
    assert_eq!((&would["success"], &would["alike"]), (&Value::Bool(true), &Value::from(2)));
    assert_eq!(would["events"][1]["TurnPassed"]["to"], 1);
    assert_eq!(desk.read("game.jsonl"), before);
}

#[test]
fn the_command_says_no_as_acting_does() {
    let desk = Desk::new();
    desk.run(&["new", "nim", "--seed", "x", "--out", "game.jsonl"]).is(0);
    let preview = |seat: &str, action: &str| desk.run(&["act", "game.jsonl", "--seat", seat, "--preview", "--json", action]);
    preview("second", r#"{"heap":0,"stones":1}"#).is(1).says("NOT_YOUR_TURN");
    preview("first", r#"{"heap":0}"#).is(2).says("INVALID_ACTION");
    preview("third", r#"{"heap":0,"stones":1}"#).is(2).complains("NO_SUCH_SEAT");
}
