//! `cargo xtask new-game NAME`: copies nim to a game of your own and registers it.

use crate::{Done, cargo};
use std::fs;
use std::path::Path;

pub(crate) fn new_game(name: &str) -> Done {
    lay_out(Path::new("."), name)?;
    cargo(&update(&format!("games/{name}/scenarios")))?;
    println!("\ngames/{name} is a game of its own now, registered in crates/registry. Next:");
    println!("  cargo run -- play {name}          play it");
    println!("  cargo test -p referee-{name}      its laws, rules and scenarios");
    println!("  games/{name}/src/lib.rs           make it yours: docs/NEW_GAME.md");
    Ok(())
}

/// Completes the scenarios of a folder.
pub(crate) fn update(folder: &str) -> [&str; 6] {
    ["run", "--quiet", "--", "scenario", "--update", folder]
}

/// Copies nim and registers the copy, in the repository at `root`.
pub(crate) fn lay_out(root: &Path, name: &str) -> Done {
    let well_named =
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if !well_named || name == "nim" {
        return Err(format!("a game is named by lower-case letters and digits, a letter first, and not nim: {name:?} is not"));
    }
    let (nim, game) = (root.join("games/nim"), root.join("games").join(name));
    if game.exists() {
        return Err(format!("games/{name} exists already and is left as it is"));
    }
    for folder in ["src", "tests", "scenarios"] {
        copy_folder(&nim.join(folder), &game.join(folder), name)?;
    }
    for file in ["Cargo.toml", "README.md"] {
        copy(&nim.join(file), &game.join(file), name)?;
    }
    repeat_line(&root.join("Cargo.toml"), "referee-nim = ", name)?;
    repeat_line(&root.join("crates/registry/Cargo.toml"), "referee-nim = ", name)?;
    repeat_line(&root.join("crates/registry/src/lib.rs"), "games.add(described(Hosted::new(referee_nim::Nim))", name)
}

/// What is called nim is called by the new name.
fn renamed(text: &str, name: &str) -> String {
    let capital: String = name.chars().take(1).map(|c| c.to_ascii_uppercase()).chain(name.chars().skip(1)).collect();
    text.replace("nim", name).replace("Nim", &capital)
}

fn copy_folder(from: &Path, to: &Path, name: &str) -> Done {
    let failed = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let file = entry.map_err(failed)?.file_name();
        copy(&from.join(&file), &to.join(&file), name)?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path, name: &str) -> Done {
    let text = read(from)?;
    fs::write(to, renamed(&text, name)).map_err(|error| format!("{}: {error}", to.display()))
}

/// Repeats nim's line of a file for the new game, which has no lessons yet, and whose types may come to have no JSON Schemas.
fn repeat_line(file: &Path, marker: &str, name: &str) -> Done {
    let text = read(file)?;
    let line = text.lines().find(|line| line.contains(marker));
    let line = line.ok_or_else(|| format!("{}: no line with {marker:?}", file.display()))?;
    let bare = line
        .replace(".with_lessons(lessons::NIM)", "")
        .replace("described(Hosted::new(referee_nim::Nim))", "Hosted::new(referee_nim::Nim)");
    let both = format!("{line}\n{}", renamed(&bare, name));
    fs::write(file, text.replacen(line, &both, 1)).map_err(|error| format!("{}: {error}", file.display()))
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}
