//! What nobody may send: forged places, upgrades, skills, states, scores and setups are refused by name, and nothing changes.

use proptest::prelude::*;
use referee::{Game, Refused, Seat};
use referee_hop::{Action, Hex, Hop, Place, Refusal, Setup};
use referee_host::{Hosted, Id, Registry, Secret, Table};
use serde_json::{Value, json};

fn registry() -> Registry {
    Registry::new().with(Hosted::new(Hop::<false>))
}

fn table(setup: &Value) -> Result<Box<dyn Table>, String> {
    let started = registry().title("hop").unwrap().start(Some(&setup.to_string()), None, 0, None);
    started.map_err(|error| error.to_string())
}

/// A footman two hexes above, lava on the left, a wall on the right.
fn arena() -> Value {
    json!({"seed": "forged", "arena": {"player": {"at": [3, 6]}, "enemies": [{"name": "footman", "kind": "footman", "at": [3, 4]}],
        "lava": [[2, 6]], "walls": [[4, 5]]}})
}

/// Everything that is sent here is refused with a code, and leaves no trace.
fn refused(table: &mut dyn Table, cases: &[(&str, Value)]) {
    let before = (table.text().unwrap(), table.state(), table.digest());
    for (code, action) in cases {
        let verdict = table.act(Seat(0), 0, &action.to_string(), None);
        assert!(verdict.lines.is_empty(), "{action} was accepted");
        assert!(
            verdict.errors.iter().any(|error| error.starts_with(&format!("[{code}]"))),
            "{action}: {:?} instead of {code}",
            verdict.errors
        );
        assert_eq!((table.text().unwrap(), table.state(), table.digest()), before, "{action}");
    }
}

/// Threat 7: a log that says its dice are sealed, and whose floors follow from a seed that somebody chose.
#[test]
fn no_sealed_run_has_a_seed() {
    let native = table(&json!({"seed": "lucky"})).unwrap().text().unwrap();
    let secret = Secret::new([7; 32]);
    let sealed =
        native.replace("\"chance\":\"native\"", &format!("\"chance\":\"sealed\",\"commit\":\"{}\"", secret.commit().as_str()));
    let body = &sealed[..sealed.rfind(",\"id\":").unwrap()];
    let forged = format!("{body},\"id\":\"{}\"}}\n", Id::of(body.as_bytes()));
    let error = referee_host::verify(&registry(), forged.as_bytes(), &mut |_| {}).unwrap_err();
    assert_eq!((error.code, error.place.path.as_deref()), ("SEEDED", Some("/setup")), "{error}");
}

fn at(q: i32, r: i32) -> Value {
    json!({"q": q, "r": r, "s": -q - r})
}

fn step(place: &Value) -> Value {
    json!({"type": "MOVE", "payload": place})
}

fn using(skill: &str, place: &Value) -> Value {
    json!({"type": "USE_SKILL", "payload": {"skillId": skill, "target": place}})
}

#[test]
fn forged_places_are_refused() {
    let unsound = [
        json!({"q": 3, "r": 5, "s": 0}),
        json!({"q": 3, "r": 5, "s": i32::MIN}),
        json!({"q": 3, "r": 5, "s": i64::MIN}),
        json!({"q": 3.0, "r": 5, "s": -8}),
        json!({"q": 3, "r": 5}),
        json!({"q": 3, "r": 5, "s": -8, "t": 0}),
        json!([3, 5, 0]),
        json!({"q": 61, "r": 0, "s": -61}),
        json!({"q": i32::MAX, "r": 1, "s": i32::MIN}),
    ];
    let mut table = table(&arena()).unwrap();
    let cases: Vec<_> = unsound.iter().flat_map(|place| [step(place), using("JUMP", place)]).collect();
    refused(&mut *table, &cases.into_iter().map(|action| ("INVALID_ACTION", action)).collect::<Vec<_>>());
    refused(
        &mut *table,
        &[
            ("TOO_FAR", step(&at(3, 6))),
            ("TOO_FAR", step(&at(3, 4))),
            ("TOO_FAR", step(&at(-60, -60))),
            ("BLOCKED", step(&at(2, 6))),
            ("BLOCKED", step(&at(4, 5))),
            ("OUT_OF_REACH", using("JUMP", &at(-60, -60))),
            ("OUT_OF_REACH", using("SPEAR_THROW", &at(60, 60))),
            ("OUT_OF_REACH", using("SHIELD_BASH", &at(3, 4))),
            ("NOBODY_THERE", using("SHIELD_BASH", &at(3, 5))),
            ("BLOCKED", using("JUMP", &at(4, 5))),
        ],
    );
}

#[test]
fn off_the_board_is_nowhere() {
    let edge = json!({"arena": {"player": {"at": [0, 3]}}});
    let mut table = table(&edge).unwrap();
    let cases = [step(&at(-1, 3)), step(&at(0, 2)), using("JUMP", &at(-2, 3)), using("SPEAR_THROW", &at(0, 1))];
    refused(&mut *table, &cases.map(|action| ("BLOCKED", action)));
}

#[test]
fn forged_skills_upgrades_states_and_scores_are_refused() {
    let mut table = table(&arena()).unwrap();
    refused(
        &mut *table,
        &[
            ("UNKNOWN_SKILL", using("WIN", &at(3, 5))),
            ("UNKNOWN_SKILL", using("GRAPPLE_HOOK", &at(3, 4))),
            ("UNKNOWN_SKILL", using("SENTINEL_BLAST", &at(3, 4))),
            ("UNKNOWN_SKILL", using("LUNGE", &at(3, 4))),
            ("PASSIVE", using("AUTO_ATTACK", &at(3, 4))),
            ("NO_TARGET", json!({"type": "USE_SKILL", "payload": {"skillId": "JUMP"}})),
            ("NOTHING_OFFERED", json!({"type": "SELECT_UPGRADE", "payload": "EXTRA_HP"})),
            ("NOTHING_OFFERED", json!({"type": "SELECT_UPGRADE", "payload": "GODMODE"})),
            ("OLD_ACTION", json!({"type": "THROW_SPEAR", "payload": at(3, 4)})),
            ("OLD_ACTION", json!({"type": "JUMP", "payload": at(3, 4)})),
            ("OLD_ACTION", json!({"type": "LEAP", "payload": at(3, 4)})),
            ("OLD_ACTION", json!({"type": "ATTACK", "payload": "footman"})),
            ("OLD_ACTION", json!({"type": "SHIELD_BASH", "payload": at(3, 4)})),
            ("INVALID_ACTION", json!({"type": "RESET", "payload": {"seed": "mine"}})),
            ("INVALID_ACTION", json!({"type": "LOAD_STATE", "payload": {"floor": 10}})),
            ("INVALID_ACTION", json!({"type": "WAIT", "score": 99_999_999})),
            ("INVALID_ACTION", json!({"type": "WAIT", "payload": {"score": 99_999_999}})),
            ("INVALID_ACTION", json!("WAIT")),
            ("INVALID_ACTION", json!(null)),
        ],
    );
}

#[test]
fn a_setup_has_no_place_for_a_score_and_refuses_nonsense() {
    let foe = |name: &str, at: [i8; 2]| json!({"name": name, "kind": "footman", "at": at});
    let crowd: Vec<Value> = (0..65).map(|index| foe(&format!("e{index}"), [3, 4])).collect();
    let with = |key: &str, value: Value| {
        let mut setup = arena();
        setup["arena"][key] = value;
        setup
    };
    let cases = [
        ("BAD_SETUP", json!({"score": 99_999_999})),
        ("BAD_SETUP", with("turns_spent", json!(0))),
        ("BAD_SETUP", with("walls", json!([[100, 100]]))),
        ("SEED_TOO_LONG", json!({"seed": "x".repeat(257)})),
        ("TOO_MANY_ENEMIES", with("enemies", json!(crowd))),
        ("NO_SUCH_FLOOR", with("floor", json!(0))),
        ("NO_SUCH_FLOOR", with("floor", json!(11))),
        ("BAD_NAME", with("enemies", json!([foe("a", [3, 4]), foe("a", [3, 3])]))),
        ("BAD_NAME", with("enemies", json!([foe("player", [3, 4])]))),
        ("BAD_NAME", with("enemies", json!([foe("", [3, 4])]))),
        ("NO_SUCH_ENEMY", with("enemies", json!([{"name": "b", "kind": "bomb", "at": [3, 4]}]))),
        ("NO_SUCH_ENEMY", with("enemies", json!([{"name": "p", "kind": "player", "at": [3, 4]}]))),
        ("BAD_LIFE", with("player", json!({"at": [3, 6], "hp": 0}))),
        ("BAD_LIFE", with("player", json!({"at": [3, 6], "hp": 1_000}))),
        ("BAD_LIFE", with("player", json!({"at": [3, 6], "hp": 5, "max_hp": 3}))),
        ("BAD_PLACE", with("enemies", json!([foe("a", [3, 6])]))),
        ("BAD_PLACE", with("enemies", json!([foe("a", [2, 6])]))),
        ("BAD_PLACE", with("walls", json!([[3, 6]]))),
        ("OFF_BOARD", with("lava", json!([[0, 0]]))),
        ("OFF_BOARD", with("player", json!({"at": [0, 0]}))),
    ];
    for (code, setup) in cases {
        let error = table(&setup).err().unwrap_or_else(|| panic!("{setup} was accepted"));
        assert!(error.contains(&format!("[{code}]")), "{setup}: {error} instead of {code}");
    }
}

#[test]
fn a_bomb_announced_in_a_wall_is_not_laid() {
    let bomber = json!({"name": "bomber", "kind": "bomber", "at": [3, 3], "intent": ["Bombing", [3, 5]]});
    let setup = json!({"arena": {"player": {"at": [3, 6], "skills": []}, "enemies": [bomber], "walls": [[3, 5]]}});
    let mut game = Game::start(Hop::<false>, serde_json::from_value::<Setup>(setup).unwrap()).unwrap();
    game.act(Seat(0), 0, Action::Wait).unwrap();
    assert_eq!(game.state().enemies.len(), 1);
}

proptest! {
    #[test]
    fn a_place_is_read_exactly_if_its_coordinates_add_up_to_nothing(q in -70i64..70, r in -70i64..70, off in prop_oneof![Just(0i64), any::<i32>().prop_map(i64::from)]) {
        let read = serde_json::from_value::<Place>(json!({"q": q, "r": r, "s": off - q - r}));
        prop_assert_eq!(read.is_ok(), off == 0 && q.abs() <= 60 && r.abs() <= 60);
        if let Ok(Place(hex)) = read {
            prop_assert_eq!((i64::from(hex.q), i64::from(hex.r)), (q, r));
        }
    }

    #[test]
    fn distances_are_those_of_larger_numbers(a in -60i8..=60, b in -60i8..=60, c in -60i8..=60, d in -60i8..=60) {
        let (dq, dr) = (i32::from(c) - i32::from(a), i32::from(d) - i32::from(b));
        let expected = (dq.abs() + dr.abs() + (dq + dr).abs()) / 2;
        prop_assert_eq!(i32::from(Hex::new(a, b).distance(Hex::new(c, d))), expected);
    }

    #[test]
    fn only_a_step_to_a_neighbour_is_a_step(q in -60i8..=60, r in -60i8..=60) {
        let mut game = Game::start(Hop::<false>, serde_json::from_value::<Setup>(arena()).unwrap()).unwrap();
        let (to, before) = (Hex::new(q, r), game.state().clone());
        let stands = !before.walls.has(to) && !before.lava.has(to) && to.is_on_board();
        let verdict = game.act(Seat(0), 0, Action::Move(Place(to))).map(|_| ());
        match verdict {
            Ok(()) => prop_assert!(stands && before.player.at.distance(to) == 1),
            Err(Refused::Rejected(why)) => {
                let is_named = matches!(why, Refusal::TooFar { .. } | Refusal::Blocked);
                prop_assert!(is_named);
                prop_assert_eq!(game.state(), &before);
            }
            Err(fault) => panic!("{fault:?}"),
        }
    }
}
