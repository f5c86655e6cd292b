//! `referee`: the command line over all games Referee ships.

fn main() -> std::process::ExitCode {
    referee_cli::main(&referee_registry::games())
}
