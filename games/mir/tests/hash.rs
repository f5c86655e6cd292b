//! The recorded replay hashes.

use referee_laws::recorded;
use referee_mir::hash::{sorted, state_hash};
use referee_mir::json::{Value, canonical};

#[test]
fn recorded_hashes_hold() {
    let mut count = 0;
    for file in recorded("tests/vectors", "mir-replay-hash") {
        let lines = std::fs::read_to_string(&file).expect("a recorded file can be read");
        for line in lines.lines() {
            count += 1;
            let line = canonical(line).expect("a case is JSON");
            let case = Value::parse(&line).expect("a case is text");
            let value = case.get("value").expect("a case has a value");
            let name = case.get("name").expect("a case has a name").js_text();
            assert_eq!(case.get("stateHash"), Some(&Value::Text(state_hash(value).into())), "{name}");
            if let Some(expected) = case.get("canonical") {
                assert_eq!(*expected, Value::Text(sorted(value).into()), "{name}");
            }
        }
    }
    assert!(count > 0, "no recorded hash was found");
}
