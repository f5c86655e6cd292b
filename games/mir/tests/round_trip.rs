//! A replay that is read and written again has its initial state as it stood in the file; a game that is written and read again has the same log.

use crate::random;

use proptest::prelude::*;
use referee_host::{Registry, Table};
use referee_mir::VERBATIM_MAX;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn games() -> Registry {
    Registry::new().with(referee_mir::title::<0>()).with(referee_mir::title::<1>())
}

/// The replay as a game; its problems where it is none.
fn imported(replay: &str) -> Result<Box<dyn Table>, String> {
    let reading = games().import(Some("mir"), Some("mir-replay"), replay).unwrap();
    reading.table.ok_or_else(|| format!("{:?}", reading.problems))
}

/// A member of an object, as it stands there.
fn member(text: &str, key: &str) -> String {
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(text).unwrap();
    members[key].get().to_owned()
}

/// One JSON value in other words: white space, spellings of numbers, escapes, orders of keys and keys that come twice, as `style` says.
fn restyled(value: &Value, style: &mut impl FnMut(usize) -> usize, out: &mut String) {
    let blank = |style: &mut dyn FnMut(usize) -> usize| ["", "", " ", "\n\t", "\r\n  "][style(5)];
    out.push_str(blank(style));
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            if style(2) == 0 {
                members.reverse();
            }
            if let Some(first) = members.first().copied().filter(|_| style(6) == 0) {
                members.push(first);
            }
            out.push('{');
            for (index, (key, value)) in members.into_iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                restyled(&json!(key), style, out);
                out.push(':');
                restyled(value, style, out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (index, value) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                restyled(value, style, out);
            }
            out.push(']');
        }
        Value::Number(number) => match style(5) {
            0 => out.push_str(&format!("{number}.0")),
            1 => out.push_str(&format!("{number}.00e-0")),
            2 => out.push_str(&format!("{number}E+0")),
            _ => out.push_str(&number.to_string()),
        },
        Value::String(text) => {
            out.push('"');
            for letter in text.chars() {
                match style(8) {
                    0 => letter.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04X}"))),
                    _ => out.push_str(serde_json::to_string(&letter).unwrap().trim_matches('"')),
                }
            }
            out.push('"');
        }
        plain => out.push_str(&plain.to_string()),
    }
    out.push_str(blank(style));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn an_initial_state_is_kept_to_the_byte(
        document in random::documents(),
        actions in prop::collection::vec(random::declarations(), 0..5),
        mut luck in any::<u64>(),
    ) {
        let mut style = |below: usize| {
            luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (luck >> 33) as usize % below
        };
        let mut written = String::new();
        restyled(&document, &mut style, &mut written);
        let steps: Vec<Value> =
            actions.iter().filter(|action| action.is_object()).map(|action| json!({"action": action, "expectedEvents": null})).collect();
        let steps: Vec<Value> = steps.into_iter().map(|mut step| { step["action"]["_expectReject"] = json!(true); step }).collect();
        let replay = format!("{{\"initialState\":{written},\"steps\":{}}}", Value::from(steps));
        let Ok(table) = imported(&replay) else { return Ok(()) };
        let exported = table.export("mir-replay", table.seq()).unwrap();
        prop_assert_eq!(member(&exported, "initialState"), written.trim());
        let log = table.text().unwrap();
        let report = referee_host::verify(&games(), log.as_bytes(), &mut |_| {}).unwrap();
        prop_assert_eq!(report.head, table.head().to_string());
        let opened = referee_host::open_whole(&games(), &log).unwrap();
        prop_assert_eq!(opened.export("mir-replay", table.seq()).unwrap(), &*exported, "also from the log");
        let again = imported(&exported).unwrap();
        prop_assert_eq!(again.text().unwrap(), log, "the same log");
        // The state is what it always was, whatever its words.
        let plain = imported(&replay.replacen(&written, &document.to_string(), 1)).unwrap();
        prop_assert_eq!(plain.digest(), table.digest());
    }

    #[test]
    fn a_game_that_began_from_a_scenario_has_the_same_log_again(
        document in random::documents(),
        actions in prop::collection::vec(random::declarations(), 0..5),
        shape in 0usize..3,
    ) {
        let meta = json!({"id": "x", "name": "é", "notes": [1, {"b": 2, "a": 1}]});
        let setup = [
            format!("{{\"meta\":{meta},\"initialState\":{document}}}"),
            format!("{{\"initialState\":{document},\"suggestedReplays\":[\"one\"],\"meta\":null}}"),
            document.to_string(),
        ][shape].clone();
        let Ok(mut table) = games().title("mir").unwrap().start(Some(&setup), None, 0, None) else { return Ok(()) };
        for action in &actions {
            let action = action.to_string();
            let seat = table.whose(None, &action).unwrap();
            table.act(seat, 0, &action, None);
        }
        let Ok(exported) = table.export("mir-replay", table.seq()) else { return Ok(()) };
        let again = imported(&exported).unwrap();
        let (ours, theirs) = (table.text().unwrap(), again.text().unwrap());
        prop_assert_eq!(member(theirs.lines().next().unwrap(), "setup"), member(ours.lines().next().unwrap(), "setup"));
        prop_assert_eq!(theirs, ours);
    }
}

/// The usual fight after the words of a file that is longer than what is kept: it is written as canonical JSON.
#[test]
fn a_long_initial_state_is_kept_up_to_the_limit() {
    let document = referee_mir::Setup::default().document().to_owned();
    let replay = |length: usize| {
        let spaced = document.replacen('{', &format!("{{{}", " ".repeat(length - document.len())), 1);
        (format!("{{\"initialState\":{spaced},\"steps\":[]}}"), spaced)
    };
    for (length, is_kept) in [(VERBATIM_MAX, true), (VERBATIM_MAX + 1, false)] {
        let (file, spaced) = replay(length);
        let table = imported(&file).unwrap();
        let exported = table.export("mir-replay", 0).unwrap();
        assert_eq!(member(&exported, "initialState") == spaced, is_kept, "{length}");
        assert!(is_kept || member(&exported, "initialState") == document);
        assert!(referee_host::verify(&games(), table.text().unwrap().as_bytes(), &mut |_| {}).is_ok());
    }
}

/// The longest line that this comes to: half of it is written as two bytes each.
#[test]
fn the_longest_initial_state_fits_a_line_of_a_log() {
    let document = referee_mir::Setup::default().document().to_owned();
    let spaced = document.replacen('{', &format!("{{{}", "\n".repeat(VERBATIM_MAX - document.len())), 1);
    let table = imported(&format!("{{\"initialState\":{spaced},\"steps\":[]}}")).unwrap();
    let log = table.text().unwrap();
    assert!(log.len() > 2 * (VERBATIM_MAX - document.len()));
    assert!(referee_host::verify(&games(), log.as_bytes(), &mut |_| {}).is_ok());
}

#[test]
fn another_seed_writes_the_initial_state_anew() {
    let document = referee_mir::Setup::default().document().to_owned();
    let table = imported(&format!("{{\"initialState\": {},\"steps\":[]}}", document.replacen(':', " : ", 1))).unwrap();
    let mut setup: referee_mir::Setup =
        serde_json::from_str(&member(table.text().unwrap().lines().next().unwrap(), "setup")).unwrap();
    assert!(serde_json::to_string(&setup).unwrap().starts_with("{\"declared\":"));
    assert!(<referee_mir::Mir as referee::Rules>::seed(&mut setup, "other"));
    assert!(serde_json::to_string(&setup).unwrap().starts_with("{\"schemaVersion\":"));
}
