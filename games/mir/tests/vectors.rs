//! The recorded cases of the public program, byte for byte: those in `vectors/`, and every file of the same kind in the folder
//! that `REFEREE_VECTORS` names.

use referee_mir::{Rng, Seed, violations};
use serde_json::Value;

fn cases(name: &str) -> Vec<(String, String)> {
    referee_laws::cases("tests/vectors", name)
}

/// The text of a member of an object, as it stands there.
fn member<'a>(text: &'a str, key: &str) -> &'a str {
    let members: std::collections::BTreeMap<String, &'a serde_json::value::RawValue> = serde_json::from_str(text).unwrap();
    members[key].get()
}

/// What the judge of a game says to a state and an action.
fn judged(game: &str, state: &str, action: &str) -> String {
    let registry = referee_host::Registry::new().with(referee_mir::title::<0>()).with(referee_mir::title::<1>());
    let mut out = String::new();
    registry.title(game).unwrap().judging().answer(&format!("{{\"state\":{state},\"action\":{action}}}"), &mut out).unwrap();
    out
}

#[test]
fn every_recorded_call_is_answered_to_the_byte() {
    let mut count = 0;
    for (place, case) in cases("mir-original-calls") {
        let expected = member(&case, "expect");
        let found = judged("mir-original", member(&case, "state"), member(&case, "action"));
        if member(&case, "name").starts_with("\"schema-") {
            assert_eq!(member(&found, "nextState"), member(expected, "nextState"), "{place}");
            let errors: Vec<String> = serde_json::from_str(member(&found, "errors")).unwrap();
            assert!(!errors.is_empty() && errors.iter().all(|error| error.starts_with("[SCHEMA] ")), "{place}: {errors:?}");
            assert_eq!((member(&found, "events"), member(&found, "success")), ("[]", "false"), "{place}");
        } else {
            assert_eq!(found, expected, "{place}");
        }
        count += 1;
    }
    assert!(count > 0, "no recorded call was found");
}

#[test]
fn every_recorded_roll_comes_out_to_the_bit() {
    let mut count = 0;
    for (place, case) in cases("mir-original-rng") {
        let case: Value = serde_json::from_str(&case).unwrap();
        let seed = case["seed"].as_str().map_or(Seed::None, Seed::of);
        let mut rng = Rng { seed, rolls: case["rollsBefore"].as_u64().unwrap(), ..Rng::default() };
        assert_eq!(rng.generator(0).0, case["hashOfFirstInput"].as_u64().unwrap() as u32, "{place}");
        for roll in case["rolls"].as_array().unwrap() {
            let mut generator = rng.generator(0);
            let sides = roll["sides"].as_u64().unwrap() as u32;
            let dice: Vec<u32> = (0..roll["count"].as_u64().unwrap()).map(|_| generator.die(sides)).collect();
            rng.advance(generator);
            assert_eq!(u64::from(dice.iter().sum::<u32>()), roll["result"].as_u64().unwrap(), "{place}");
            assert_eq!(rng.seed.text().as_deref(), roll["seedAfter"].as_str(), "{place}");
            assert_eq!(format!("roll-{}", rng.rolls), roll["record"]["id"].as_str().unwrap(), "{place}");
            count += 1;
        }
    }
    assert!(count > 0, "no recorded roll was found");
}

#[test]
fn every_recorded_invariant_is_found_violated() {
    let mut count = 0;
    for (place, case) in cases("mir-original-invariants") {
        let expected: Vec<String> = serde_json::from_str(member(&case, "invariantErrors")).unwrap();
        assert_eq!(violations(member(&case, "state")), Some(expected), "{place}");
        count += 1;
    }
    assert!(count > 0, "no recorded check was found");
}
