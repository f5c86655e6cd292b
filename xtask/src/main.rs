//! `cargo xtask`: everything a developer or a fresh machine needs, in one word.
//!
//! | command | does |
//! |---|---|
//! | `cargo xtask serve` | builds everything and runs the server |
//! | `cargo xtask test` | formatting, lints, every test, every scenario, the modules, the page in a browser, the documentation, the dependencies |
//! | `cargo xtask long [NAME]` | the longer forms of the tests, or one of them; `--list` prints the table of them |
//! | `cargo xtask dependencies` | the part of the tests that checks licences, bans and sources of the dependencies |
//! | `cargo xtask trial` | the part of it that does what docs/NEW_GAME.md and docs/EXTENDING_MIR.md say, in a copy of the repository |
//! | `cargo xtask wasm` | builds the modules for browsers and Node, and the TypeScript package `web/engine` |
//! | `cargo xtask page` | builds the arcade's page, with the modules, into `web/dist` |
//! | `cargo xtask page-test` | tries it in a real browser against `target/debug/referee` |
//! | `cargo xtask types` | writes the types of that package anew, from those of Rust |
//! | `cargo xtask parity [--actions N]` | plays the same games native and in the modules, N actions in all, and compares every byte |
//! | `cargo xtask bench` | all benchmarks: ratios, instruction counts, the command line's own |
//! | `cargo xtask new-game NAME` | copies nim to games/NAME and registers it: the beginning of a game of your own |
//! | `cargo xtask fuzz [TARGET] [SECONDS]` | fuzzes one format, or each for a minute |
//! | `cargo xtask schemathesis [EXAMPLES]` | tries to prove the server's description wrong; needs python3 and PyPI |
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // faces the world: processes and a clock

mod dependencies;
mod extending;
mod long;
mod new_game;
mod page;
mod parity;
mod schemathesis;
mod trial;
mod wasm;

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

fn main() -> ExitCode {
    if let Some(root) = Path::new(env!("CARGO_MANIFEST_DIR")).parent()
        && let Err(error) = env::set_current_dir(root)
    {
        eprintln!("xtask: {}: {error}", root.display());
        return ExitCode::from(2);
    }
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        ["serve"] => serve(),
        ["test"] => test(),
        ["long"] => long::all(),
        ["long", "--list"] => long::list(),
        ["long", name] => long::one(name),
        ["dependencies"] => dependencies::check(),
        ["trial"] => trial::trial(),
        ["wasm"] => wasm::wasm(),
        ["page"] => page::page(),
        ["page-test"] => page::page().and_then(|()| cargo(&["build", "--package", "referee-cli"])).and_then(|()| page::test()),
        ["types"] => wasm::types(),
        ["parity"] => wasm::wasm().and_then(|()| parity::short()),
        ["parity", "--actions", actions] => parity::long(actions),
        ["bench"] => bench(),
        ["new-game", name] => new_game::new_game(name),
        ["schemathesis"] => schemathesis::schemathesis("100"),
        ["schemathesis", examples] => schemathesis::schemathesis(examples),
        ["fuzz"] => fuzz(None, "60"),
        ["fuzz", target] => fuzz(Some(target), "60"),
        ["fuzz", target, seconds] => fuzz(Some(target), seconds),
        _ => {
            eprintln!(
                "usage: cargo xtask serve | test | long [NAME | --list] | dependencies | trial | wasm | page | page-test | types | parity [--actions N] | bench | new-game NAME | fuzz [TARGET] [SECONDS] | schemathesis [EXAMPLES]"
            );
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("\nxtask: {why}");
            ExitCode::FAILURE
        }
    }
}

type Done = Result<(), String>;

/// Builds everything and runs the arcade.
fn serve() -> Done {
    page::page()?;
    cargo(&["build", "--release", "--package", "referee-cli"])?;
    println!();
    println!("In a terminal instead of a browser:");
    println!("  target/release/referee games                          what there is to play");
    println!("  target/release/referee play nim --bot second=greedy   play against a bot");
    println!("  target/release/referee --help                         everything else");
    println!();
    cargo(&["run", "--release", "--package", "referee-cli", "--", "serve", "--page", "web/dist"])
}

fn test() -> Done {
    let start = Instant::now();
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
    // Of the examples only the one that a test runs is built: all are checked above, and linking each with every game takes long.
    cargo(&["build", "--workspace", "--example", "own_format"])?;
    cargo(&["test", "--workspace", "--tests"])?;
    cargo(&["test", "--workspace", "--doc"])?;
    scenarios()?;
    wasm::check_types()?;
    wasm::check_catalog()?;
    wasm::test_package()?;
    parity::in_tests()?;
    page::build()?;
    page::test()?;
    trial::trial()?; // puts programs of its own in the place of ours: after all that runs ours
    documentation()?;
    dependencies::check()?;
    println!("\nall tests passed in {} s", start.elapsed().as_secs());
    Ok(())
}

/// The scenarios of every game, as a user runs them, by the program that the tests have built.
fn scenarios() -> Done {
    let games = std::fs::read_dir("games").map_err(|error| format!("games: {error}"))?;
    let mut folders: Vec<String> =
        games.flatten().map(|game| format!("games/{}/scenarios", game.file_name().to_string_lossy())).collect();
    folders.retain(|folder| std::path::Path::new(folder).is_dir());
    folders.sort();
    println!("\n> referee scenario {}", folders.join(" "));
    run(Command::new(wasm::built("referee")).arg("scenario").args(&folders), "referee scenario")
}

fn documentation() -> Done {
    let mut command = Command::new(env!("CARGO"));
    command.args(["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "--deny warnings");
    run(&mut command, "cargo doc")
}

fn bench() -> Done {
    cargo(&["run", "--release", "--package", "referee-benches", "--bin", "ratios"])?;
    cargo(&["run", "--release", "--package", "referee-benches", "--bin", "mir"])?;
    cargo(&["run", "--release", "--package", "referee-benches", "--bin", "duel"])?;
    cargo(&["run", "--release", "--package", "referee-benches", "--bin", "hop"])?;
    cargo(&["run", "--release", "--package", "referee-benches", "--bin", "instructions"])?;
    cargo(&["run", "--release", "--package", "referee-cli", "--", "bench"])
}

/// The fuzz targets, one per format.
const TARGETS: [&str; 7] = ["line", "log", "scenario", "judge", "run", "import", "lobby"];

/// cargo-fuzz wants a nightly compiler; a stable one that is told to behave like one will do.
fn fuzz(target: Option<&str>, seconds: &str) -> Done {
    if !Command::new("cargo-fuzz").arg("--version").output().is_ok_and(|output| output.status.success()) {
        cargo(&["install", "cargo-fuzz"])?;
    }
    for name in TARGETS.iter().filter(|name| target.is_none_or(|target| target == **name)) {
        let mut command = Command::new(env!("CARGO"));
        let limit = format!("-max_total_time={seconds}");
        let found = format!("fuzz/corpus/{name}");
        std::fs::create_dir_all(&found).map_err(|error| format!("{found}: {error}"))?;
        let seeds = "games/nim/scenarios";
        command.args(["fuzz", "run", name, &found, seeds, "--", &limit, "-max_len=16384"]).env("RUSTC_BOOTSTRAP", "1");
        run(&mut command, &format!("fuzzing {name}"))?;
    }
    Ok(())
}

fn cargo(args: &[&str]) -> Done {
    println!("\n> cargo {}", args.join(" "));
    run(Command::new(env!("CARGO")).args(args), &format!("cargo {}", args[0]))
}

fn run(command: &mut Command, what: &str) -> Done {
    if env::var_os("CI").is_some() {
        command.env("CARGO_INCREMENTAL", "0"); // nobody builds a clean checkout a second time: half the disk, and sooner done
    }
    let status = command.status().map_err(|error| not_started(what, &error))?;
    if status.success() { Ok(()) } else { Err(format!("{what} failed")) }
}

fn not_started(what: &str, error: &std::io::Error) -> String {
    format!("{what} could not be started: {error}")
}
