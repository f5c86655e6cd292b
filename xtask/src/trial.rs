//! Does what docs/NEW_GAME.md and docs/EXTENDING_MIR.md say, in one copy of the repository, built once: the documents stay true.

use crate::{Done, extending, new_game, run};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The copy.
pub(crate) const TRIAL: &str = "target/trial";

pub(crate) fn trial() -> Done {
    println!("\n> docs/NEW_GAME.md, step by step");
    copy_repository()?;
    name_it_apart()?;
    new_game::lay_out(Path::new(TRIAL), "race")?;
    extending::follow_the_document()?; // before anything is built: what is built is shared
    cargo(&new_game::update("games/race/scenarios"))?;
    follow_the_document()?;
    cargo(&["run", "--quiet", "--", "scenario", "games/race/scenarios", "--update"])?;
    extending::prove()?;
    cargo(&["test", "--package", "referee-race"])?;
    cargo(&["test", "--package", "referee-registry", "lessons"]) // its scenarios are lessons, and what they teach fits its schemas
}

/// What git knows or would know, so that a change is tried before it is committed.
fn copy_repository() -> Done {
    let _ = fs::remove_dir_all(TRIAL);
    let listed = Command::new("git").args(["ls-files", "--cached", "--others", "--exclude-standard"]).output();
    let listed = listed.map_err(|error| format!("git ls-files: {error}"))?;
    for file in String::from_utf8_lossy(&listed.stdout).lines().filter(|file| Path::new(file).is_file()) {
        let to = Path::new(TRIAL).join(file);
        let folder = to.parent().unwrap_or(Path::new(TRIAL));
        fs::create_dir_all(folder).and_then(|()| fs::copy(file, &to)).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(())
}

/// The copy builds where we build, so that no dependency is compiled twice. Cargo tells crates apart by their versions, not by where the
/// repository lies: it would take the copy's for ours.
fn name_it_apart() -> Done {
    let manifest = format!("{TRIAL}/Cargo.toml");
    let text = read(&manifest)?;
    let (before, after) =
        text.split_once("[workspace.package]\nversion = \"").ok_or("Cargo.toml begins its package with a version")?;
    let (version, after) = after.split_once('"').ok_or("Cargo.toml has a version")?;
    write(&manifest, &format!("{before}[workspace.package]\nversion = \"{version}-trial\"{after}"))
}

/// Puts the code of the document where the document says it goes.
fn follow_the_document() -> Done {
    let document = read("docs/NEW_GAME.md")?;
    let (laws, rules): (Vec<&str>, Vec<&str>) = blocks(&document, "rust,ignore")
        .into_iter()
        .filter(|code| !code.contains("fn main"))
        .partition(|code| code.contains("laws!"));
    let game = format!("{TRIAL}/games/race");
    let nim = read(&format!("{game}/src/lib.rs"))?;
    let marker = "pub struct Race;\n";
    let head = nim.find(marker).map(|at| &nim[..at + marker.len()]).ok_or("nim has no line `pub struct Nim;`")?;
    write(&format!("{game}/src/lib.rs"), &format!("{head}\n{}", rules.join("\n")))?;
    write(&format!("{game}/tests/laws.rs"), &laws.join("\n"))?;
    fs::remove_file(format!("{game}/tests/rules.rs")).map_err(|error| format!("{game}/tests/rules.rs: {error}"))?;
    fs::remove_dir_all(format!("{game}/scenarios")).map_err(|error| format!("{game}/scenarios: {error}"))?;
    fs::create_dir_all(format!("{game}/scenarios")).map_err(|error| format!("{game}/scenarios: {error}"))?;
    write(&format!("{game}/scenarios/four.jsonl"), &blocks(&document, "text").join("\n"))
}

/// The blocks of code of one kind.
pub(crate) fn blocks<'a>(document: &'a str, kind: &str) -> Vec<&'a str> {
    let opening = format!("```{kind}\n");
    document.split(&*opening).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

pub(crate) fn read(file: &str) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))
}

pub(crate) fn write(file: &str, text: &str) -> Done {
    fs::write(file, text).map_err(|error| format!("{file}: {error}"))
}

/// In the copy.
fn cargo(args: &[&str]) -> Done {
    println!("\n> cargo {}", args.join(" "));
    in_trial(Command::new(env!("CARGO")).args(args), &format!("docs/NEW_GAME.md: cargo {}", args[0]))
}

/// Runs a command in the copy, with our target folder.
pub(crate) fn in_trial(command: &mut Command, what: &str) -> Done {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let target = std::path::absolute(target).map_err(|error| format!("the target folder: {error}"))?;
    run(command.current_dir(TRIAL).env("CARGO_TARGET_DIR", target), what)
}
