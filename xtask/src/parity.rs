//! `cargo xtask parity`: the same games native and in the modules, compared to the byte.

use crate::{Done, cargo, wasm};
use std::path::Path;

/// So many games of each title, of so many actions at most, are played by `cargo xtask test`; one in fifty is not cut short.
const GAMES: &str = "1000";
const ACTIONS: &str = "20";

/// Short games.
pub(crate) fn short() -> Done {
    cargo(&["build", "--package", "referee-wasm", "--bin", "parity"])?;
    in_tests()
}

/// The part of the tests: short games, the native half as the tests have built it. (Built by itself it would have other features, and
/// every game would be built once more.)
pub(crate) fn in_tests() -> Done {
    compare(&wasm::built("parity"), &["--games", GAMES, "--actions", ACTIONS])
}

/// A long run: so many actions in all, shared among the titles, in games as long as they last.
pub(crate) fn long(actions: &str) -> Done {
    wasm::wasm()?;
    cargo(&["build", "--release", "--package", "referee-wasm", "--bin", "parity"])?;
    let native = std::path::absolute(wasm::target().join("release").join("parity"));
    compare(&native.map_err(|error| format!("the target folder: {error}"))?, &["--total", actions])
}

fn compare(native: &Path, args: &[&str]) -> Done {
    wasm::script("parity.mjs", &[&[&*native.to_string_lossy()], args].concat())
}
