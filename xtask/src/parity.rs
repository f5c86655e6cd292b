//! `cargo xtask parity`: the same games native and in the modules, compared to the byte.

use crate::{Done, cargo, wasm};

/// So many games of each title, of so many actions at most, are played by `cargo xtask test`.
const GAMES: &str = "1000";
const ACTIONS: &str = "20";

/// The part of the tests: short games, the native half as the tests have built it.
pub(crate) fn short() -> Done {
    cargo(&["build", "--package", "referee-wasm", "--bin", "parity"])?;
    compare("debug", &["--games", GAMES, "--actions", ACTIONS])
}

/// A long run: so many actions in all, shared among the titles, in games as long as they last.
pub(crate) fn long(actions: &str) -> Done {
    wasm::wasm()?;
    cargo(&["build", "--release", "--package", "referee-wasm", "--bin", "parity"])?;
    compare("release", &["--total", actions])
}

fn compare(profile: &str, args: &[&str]) -> Done {
    let native = wasm::target().join(profile).join("parity");
    let native = std::path::absolute(native).map_err(|error| format!("the target folder: {error}"))?;
    wasm::script("parity.mjs", &[&[&*native.to_string_lossy()], args].concat())
}
