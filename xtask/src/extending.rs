//! Does what docs/EXTENDING_MIR.md says, in the copy of the repository that `trial.rs` has made.

use crate::Done;
use crate::trial::{TRIAL, blocks, in_trial, read, write};
use std::collections::BTreeSet;
use std::process::Command;

const DOCUMENT: &str = "docs/EXTENDING_MIR.md";
/// The files that the document may touch.
const FILES_MAX: usize = 4;
/// New files, by the kind of the block of code that they are.
const NEW: [(&str, &str); 2] =
    [("rust,ignore", "games/mir/src/catalogue/spell.rs"), ("text", "games/mir/scenarios/11-a-spell.jsonl")];

/// Writes the new files and changes the others.
pub(crate) fn follow_the_document() -> Done {
    println!("\n> {DOCUMENT}, step by step");
    let document = read(DOCUMENT)?;
    let mut files = BTreeSet::new();
    for (kind, file) in NEW {
        let [code] = blocks(&document, kind)[..] else { return Err(format!("{DOCUMENT}: one block of {kind} is expected")) };
        write(&format!("{TRIAL}/{file}"), code)?;
        files.insert(file.to_owned());
    }
    for diff in blocks(&document, "diff") {
        files.insert(apply(diff)?);
    }
    if files.len() > FILES_MAX {
        return Err(format!("{DOCUMENT} touches more than {FILES_MAX} files: {files:?}"));
    }
    for file in &files {
        if !document.contains(&format!("| `{file}` |")) {
            return Err(format!("{DOCUMENT} does not list {file} among the files it touches"));
        }
    }
    Ok(())
}

/// Runs the commands of the document, each of which must succeed.
pub(crate) fn prove() -> Done {
    let document = read(DOCUMENT)?;
    let [commands] = blocks(&document, "sh")[..] else { return Err(format!("{DOCUMENT}: one block of sh is expected")) };
    println!("\n> the commands of {DOCUMENT}");
    let mut command = Command::new("sh");
    in_trial(command.args(["-eux", "-c", commands]), &format!("{DOCUMENT}: its commands"))
}

/// Makes the changes of a block: lines that are there, and lines that come between them. Gives the file.
fn apply(diff: &str) -> Result<String, String> {
    let (head, hunks) = diff.split_once('\n').unwrap_or((diff, ""));
    let file = head.strip_prefix("--- ").ok_or_else(|| format!("{DOCUMENT}: a diff begins with `--- FILE`, not {head:?}"))?;
    let place = format!("{TRIAL}/{file}");
    let mut text = read(&place)?;
    for hunk in hunks.split("@@\n") {
        let lines = |signs: [char; 2]| -> String {
            let kept = hunk.lines().filter_map(|line| line.strip_prefix(signs));
            kept.map(|line| format!("{line}\n")).collect()
        };
        let (before, after) = (lines([' ', '-']), lines([' ', '+']));
        if text.matches(&before).count() != 1 {
            return Err(format!("{DOCUMENT}: {file} does not have these lines once:\n{before}"));
        }
        text = text.replacen(&before, &after, 1);
    }
    write(&place, &text)?;
    Ok(file.to_owned())
}
