//! `cargo xtask new-game NAME`: copies nim to a game of your own and registers it.

use crate::{Done, cargo};
use std::fs;
use std::path::Path;

/// Where nim is named, and a game that is copied from it must be, and how its line begins there.
const NAMED: [(&str, &str); 3] = [
    ("Cargo.toml", "referee-nim = "),
    ("crates/registry/Cargo.toml", "referee-nim = "),
    ("crates/registry/src/lib.rs", "games.add(described(Hosted::new(referee_nim::Nim))"),
];

pub(crate) fn new_game(name: &str) -> Done {
    let root = Path::new(".");
    let before =
        check(root, name).and_then(|()| NAMED.iter().map(|(file, _)| read(&root.join(file))).collect::<Result<Vec<_>, _>>())?;
    println!("games/{name} is copied from nim and built with everything else: on a new machine that takes some minutes.");
    if let Err(why) = lay_out(root, name).and_then(|()| cargo(&update(&format!("games/{name}/scenarios")))) {
        // Whatever is wrong with it, the repository must build as before.
        let _ = fs::remove_dir_all(root.join("games").join(name));
        for ((file, _), text) in NAMED.iter().zip(before) {
            write(&root.join(file), &text)?;
        }
        return Err(format!("{why}\nnothing is left of games/{name}: the repository is as it was"));
    }
    println!("\ngames/{name} is a game of its own now, registered in crates/registry. Next:");
    println!("  cargo run -- play {name}          play it");
    println!("  cargo test -p referee-{name}      its laws, rules and scenarios");
    println!("  games/{name}/src/lib.rs           make it yours: docs/NEW_GAME.md");
    Ok(())
}

/// Completes the scenarios of a folder.
pub(crate) fn update(folder: &str) -> [&str; 5] {
    ["run", "--", "scenario", "--update", folder]
}

/// Whether a game can have this name, and nobody has it yet.
fn check(root: &Path, name: &str) -> Done {
    let well_named =
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if !well_named {
        return Err(format!("a game is named by lower-case letters and digits, a letter first: {name:?} is not"));
    }
    if root.join("games").join(name).exists() {
        return Err(format!("games/{name} exists already and is left as it is"));
    }
    if root.join("crates").join(name).exists() || name == "lobby" {
        return Err(format!("something else here is called {name}: take another name"));
    }
    // Its type must not be one that the file it is copied from speaks of already.
    let (capital, nim) = (capital(name), read(&root.join("games/nim/src/lib.rs"))?);
    let prelude = read(&root.join("crates/kernel/src/lib.rs"))?;
    let is_spoken_of = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == capital);
    if is_spoken_of(&nim) || prelude.split("pub mod prelude").nth(1).is_some_and(is_spoken_of) {
        return Err(format!("{capital} is the name of something that every game speaks of: take another name than {name}"));
    }
    Ok(())
}

/// Copies nim and registers the copy, in the repository at `root`.
pub(crate) fn lay_out(root: &Path, name: &str) -> Done {
    check(root, name)?;
    let (nim, game) = (root.join("games/nim"), root.join("games").join(name));
    for folder in ["src", "tests", "scenarios"] {
        copy_folder(&nim.join(folder), &game.join(folder), name)?;
    }
    let manifest = renamed(&read(&nim.join("Cargo.toml"))?, name).replace(": the template game of Referee, in one file", "");
    write(&game.join("Cargo.toml"), &manifest)?;
    write(&game.join("README.md"), &readme(name))?;
    for (file, line) in NAMED {
        repeat_line(&root.join(file), line, name)?;
    }
    let schemas = root.join("crates/registry/Cargo.toml");
    let text = read(&schemas)?;
    write(&schemas, &text.replacen("\"referee-nim/schema\"", &format!("\"referee-nim/schema\", \"referee-{name}/schema\""), 1))
}

fn capital(name: &str) -> String {
    name.chars().take(1).map(|c| c.to_ascii_uppercase()).chain(name.chars().skip(1)).collect()
}

/// What is called nim is called by the new name.
fn renamed(text: &str, name: &str) -> String {
    text.replace("nim", name).replace("Nim", &capital(name))
}

/// What the first reader of the game should know, to be written by its author.
fn readme(name: &str) -> String {
    format!(
        "# {}\n\nSay here what it is about, in a sentence or two.\n\n## Text forms\n\n| | JSON | says |\n|---|---|---|\n| setup | | what it starts from \
         |\n| action | | what a seat declares |\n| view | | what a seat may know |\n\n## Sources\n\nWhere its rules come from, and what differs.\n",
        capital(name)
    )
}

fn copy_folder(from: &Path, to: &Path, name: &str) -> Done {
    let failed = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let file = entry.map_err(failed)?.file_name();
        write(&to.join(&file), &renamed(&read(&from.join(&file))?, name))?;
    }
    Ok(())
}

/// Repeats nim's line of a file for the new game.
fn repeat_line(file: &Path, marker: &str, name: &str) -> Done {
    let text = read(file)?;
    let line = text.lines().find(|line| line.contains(marker));
    let line = line.ok_or_else(|| format!("{}: no line with {marker:?}", file.display()))?;
    let new = renamed(line, name).replace("lessons::NIM", &format!("lessons::{}", name.to_ascii_uppercase()));
    write(file, &text.replacen(line, &format!("{line}\n{new}"), 1))
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn write(file: &Path, text: &str) -> Done {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}
