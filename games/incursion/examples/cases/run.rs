//! All cases of a file.

use crate::dispatch;
use serde_json::Value;

/// A case as it is recorded, and what this engine made of it.
pub(crate) type Ran<'a> = (&'a Value, Value);

/// Runs all cases of a file.
pub(crate) fn run(file: &Value) -> Result<Vec<Ran<'_>>, String> {
    let list = |key: &str| file.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let dispatched = list("dispatch_cases").iter().map(|case| dispatch::run(case).map(|ran| (case, ran)));
    dispatched.collect()
}
