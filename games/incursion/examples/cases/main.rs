//! Runs recorded cases of the dispatch and of attacks, and prints what this engine makes of them: one JSON line a case.
//!
//! `cargo run --release -p referee-incursion --example cases -- incursion-dispatch.json`

mod attack;
mod dispatch;
mod run;

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!(
            "usage: cases FILE...\n\nFILE holds `dispatch_cases` and `attack_cases`, as described in its own `dispatch_format` and `attack_format`."
        );
        return ExitCode::from(2);
    }
    for file in files {
        if let Err(why) = print(&file) {
            eprintln!("{file}: {why}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn print(file: &str) -> Result<(), Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file)?;
    let mut out = std::io::stdout().lock();
    for (_, line) in run::run(&serde_json::from_str(&text)?) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
