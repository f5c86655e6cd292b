//! The command line of Referee, for any registry of games: an author's own binary is
//! `referee_cli::main(&Registry::new().with(Hosted::new(MyGame)))`.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // faces the world: files, clocks, the environment

mod args;
mod client;
mod commands;
mod error;
mod output;
mod play;
mod settings;

use clap::Parser;
use referee_host::Registry;
use std::process::ExitCode;

/// Runs the command line over these games. Exit code 0 is yes, 1 is no, 2 is bad input.
pub fn main(registry: &Registry) -> ExitCode {
    let args = args::Args::parse();
    let json = args.command.json();
    let is_check = matches!(args.command, args::Command::Content(_)); // it says itself what it reads
    let content = args.content.as_deref().filter(|_| !is_check);
    let played = commands::with_content(registry, content).and_then(|games| commands::run(&games, args.command));
    match played {
        Ok(code) => code,
        Err(error) => error::report(&error, json),
    }
}
