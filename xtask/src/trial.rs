//! Does what docs/NEW_GAME.md says, in a copy of the repository: the document stays true.

use crate::{Done, run};
use std::fs;
use std::path::Path;
use std::process::Command;

const TRIAL: &str = "target/trial";

pub(crate) fn trial() -> Done {
    println!("\n> docs/NEW_GAME.md, step by step");
    copy_repository()?;
    cargo(&["xtask", "new-game", "race"])?;
    follow_the_document()?;
    cargo(&["run", "--quiet", "--", "scenario", "games/race/scenarios", "--update"])?;
    cargo(&["test", "--package", "referee-race"])
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
fn blocks<'a>(document: &'a str, kind: &str) -> Vec<&'a str> {
    let opening = format!("```{kind}\n");
    document.split(&*opening).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

fn read(file: &str) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))
}

fn write(file: &str, text: &str) -> Done {
    fs::write(file, text).map_err(|error| format!("{file}: {error}"))
}

/// In the copy, with a target folder of its own: cargo would take its crates for ours.
fn cargo(args: &[&str]) -> Done {
    println!("\n> cargo {}", args.join(" "));
    let target = std::env::current_dir().map_err(|error| error.to_string())?.join("target/trial-target");
    let mut command = Command::new(env!("CARGO"));
    command.args(args).current_dir(TRIAL).env("CARGO_TARGET_DIR", target);
    run(&mut command, &format!("docs/NEW_GAME.md: cargo {}", args[0]))
}
