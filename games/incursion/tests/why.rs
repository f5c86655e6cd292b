//! Why: every number of a blow is told part by part, and every blow of a routine.

use referee::{Cause, Game, Note, Noted, Seat};
use referee_incursion::{Action, Incursion, Setup};
use serde_json::{Value, json};

/// Notes of an attack to the east, with the rules' own dice.
fn noted(arena: &Value) -> Vec<Note> {
    let setup: Setup = serde_json::from_value(json!({ "class": "warrior", "arena": arena })).expect("a setup");
    let game = Game::start(Incursion::default(), setup).unwrap_or_else(|why| panic!("{why}"));
    let action = Action::Attack { way: 2 };
    referee::why(game.rules(), game.state(), Seat(0), 0, Cause::Action(&action), &mut referee::Fair).notes
}

/// The changes of a field, in order, as `from -> to`.
fn changes(notes: &[Note], field: &str) -> Vec<String> {
    let asked = notes.iter().filter_map(|note| match &note.what {
        Noted::Asked { changes, .. } => Some(changes),
        _ => None,
    });
    asked.flatten().filter(|change| change.field == field).map(|change| format!("{} -> {}", change.from, change.to)).collect()
}

fn arena() -> Value {
    json!({ "map": ["#####", "#.w.#", "#@g.#", "#...#", "#####"], "region": "hall", "legend": { "w": {} },
        "hero": { "hp": 60, "level": 6, "attributes": [16, 12, 14, 10, 10, 10, 10], "kit": [{ "item": "long sword", "plus": 2, "in": "hand" }, { "item": "short sword", "in": "off hand" }],
            "statuses": [{ "status": "morale", "mag": 2 }] },
        "monsters": [{ "monster": "goblin", "at": "g", "hp": 90, "kit": [{ "item": "short sword" }], "ready": 900 }] })
}

#[test]
fn a_strike_begins_with_numbers_told_part_by_part() {
    let notes = noted(&arena());
    let hits = changes(&notes, "hit");
    for part in ["(base)", "(strength)", "(plus of long sword)", "(morale)"] {
        assert!(hits.iter().any(|change| change.ends_with(part)), "{part}: {hits:?}");
    }
    let defences = changes(&notes, "defence");
    assert!(["(base)", "(size)"].iter().all(|part| defences.iter().any(|change| change.ends_with(part))), "{defences:?}");
    let begins =
        notes.iter().filter(|note| matches!(&note.what, Noted::Asked { handler, .. } if handler.contains("begins with")));
    assert!(begins.count() >= 2, "one for each hand");
}

#[test]
fn the_station_is_that_of_whoever_was_asked() {
    let mut weak = arena();
    weak["monsters"][0]["hp"] = json!(1);
    let killed = (0..20).any(|nth| {
        weak["hero"]["level"] = json!(10 + nth / 4);
        let notes = noted(&weak);
        let damage = notes.iter().filter_map(|note| match &note.what {
            Noted::Asked { station, handler, .. } if handler.contains("EV_DAMAGE") && handler.starts_with("Creature") => {
                Some(station)
            }
            _ => None,
        });
        damage.into_iter().all(|station| station.contains("target"))
            && notes.iter().any(|note| matches!(&note.what, Noted::Thrown { verb, .. } if verb == "EV_DEATH"))
    });
    assert!(killed, "the goblin dies, and its own code is asked as the target's");
}
