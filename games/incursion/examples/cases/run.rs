//! All cases of a file.

use super::{attack, dispatch};
use serde_json::{Value, json};

/// A case as it is recorded, and what this engine made of it.
pub(crate) type Ran<'a> = (&'a Value, Value);

/// Runs all cases of a file. One that cannot be run says why.
pub(crate) fn run(file: &Value) -> Vec<Ran<'_>> {
    let list = |key: &str| file.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice).iter();
    let dispatched = list("dispatch_cases").map(|case| (case, dispatch::run(case)));
    let attacked = list("attack_cases").map(|case| (case, attack::run(case)));
    let told =
        |(case, ran): (&'_ Value, Result<Value, String>)| ran.unwrap_or_else(|why| json!({ "id": case["id"], "error": why }));
    dispatched.chain(attacked).map(|(case, ran)| (case, told((case, ran)))).collect()
}
