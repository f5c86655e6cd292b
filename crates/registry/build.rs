//! Lists the lessons: the scenarios in the folders of all games, each with the game it says it is of. A file that is there is a lesson.
#![allow(clippy::disallowed_methods)] // runs where the program is built, not where it is played

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What whoever is new begins with lies in a folder of this name, and comes first.
const FIRST: &str = "lessons";

fn main() -> io::Result<()> {
    let games = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut lessons: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for game in fs::read_dir(&games)? {
        let game = game?;
        lessons.entry(game.file_name().display().to_string()).or_default(); // a game without any has an empty list
        for file in scenarios(&game.path().join("scenarios"))? {
            lessons.entry(game_of(&file)?).or_default().push(file);
        }
    }
    let list: String = lessons.into_iter().map(|(game, files)| listed(&game, files)).collect();
    fs::write(Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("lessons.rs"), list)
}

/// The scenarios in a folder and those in it; none where there is none.
fn scenarios(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in if folder.is_dir() { fs::read_dir(folder)?.collect() } else { Vec::new() } {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(scenarios(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            found.push(path);
        }
    }
    Ok(found)
}

/// The game that a scenario says it is of: its first line that is no prose. What is wrong with a file, tests tell.
fn game_of(file: &Path) -> io::Result<String> {
    let text = fs::read_to_string(file)?;
    let first = text.lines().find(|line| line.starts_with('{')).unwrap_or_default();
    let name = first.split_once("\"game\":").and_then(|(_, rest)| rest.split('"').nth(1));
    Ok(name.unwrap_or("nothing").to_owned())
}

/// The lessons of a game as a constant: their names, and their texts as part of the program.
fn listed(game: &str, mut files: Vec<PathBuf>) -> String {
    files.sort_by_key(|file| (!file.parent().is_some_and(|folder| folder.ends_with(FIRST)), file.clone()));
    let constant: String = game.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect();
    let mut list =
        format!("/// Of {game}.\n#[allow(dead_code)] // a game may be left out\npub(crate) const {constant}: Lessons = &[\n");
    for file in files {
        let name = file.file_stem().unwrap_or_default().display();
        let _ = writeln!(list, "    ({:?}, include_str!({:?})),", name.to_string(), file.display().to_string());
    }
    list + "];\n"
}
