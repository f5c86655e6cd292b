//! `cargo xtask page`: builds the page of the arcade, and tries it in a real browser.

use crate::wasm::{built, install, wasm};
use crate::{Done, run};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const PAGE: &str = "web";

/// Builds the modules and the page around them, into `web/dist`.
pub(crate) fn page() -> Done {
    wasm()?;
    build()
}

/// Builds the page around modules that are there.
pub(crate) fn build() -> Done {
    install(PAGE)?;
    println!("\n> npm run build");
    run(Command::new("npm").args(["run", "--silent", "build"]).current_dir(PAGE), "npm run build")
}

/// What a person does with the page, done in a real browser against the real server.
pub(crate) fn test() -> Done {
    let browser = browser()?;
    let tests = tests()?;
    println!("\n> node --test {}", tests.join(" "));
    let mut command = Command::new("node");
    command.args(["--test", "--test-concurrency=1"]).args(&tests).current_dir(PAGE);
    command.env("REFEREE_BIN", built("referee")).env("REFEREE_CHROMIUM", browser);
    run(&mut command, "node --test")
}

/// The files of tests, each with a server and a browser of its own.
fn tests() -> Result<Vec<String>, String> {
    let folder = format!("{PAGE}/tests");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{folder}: {error}"))?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut tests: Vec<String> = names.filter(|name| name.ends_with(".test.mjs")).map(|name| format!("tests/{name}")).collect();
    tests.sort();
    Ok(tests)
}

/// A browser of the family that the tests drive: the one that is named, one that is installed, or Debian's.
fn browser() -> Result<PathBuf, String> {
    let advice = "a Chromium or Chrome is needed: install one, or name it with REFEREE_CHROMIUM";
    if let Some(named) = env::var_os("REFEREE_CHROMIUM").map(PathBuf::from) {
        return if named.exists() { Ok(named) } else { Err(format!("{}: no such browser; {advice}", named.display())) };
    }
    if let Some(found) = installed() {
        return Ok(found);
    }
    println!("\n> apt-get update; apt-get install --yes chromium");
    let missing = |_| advice.to_owned();
    run(Command::new("apt-get").arg("update"), "apt-get update").map_err(missing)?;
    run(Command::new("apt-get").args(["install", "--yes", "chromium"]), "apt-get install").map_err(missing)?;
    installed().ok_or_else(|| advice.to_owned())
}

fn installed() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
    let mac = Path::new("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
    let found = names.iter().find_map(|name| folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file()));
    found.or_else(|| mac.is_file().then(|| mac.to_owned()))
}
