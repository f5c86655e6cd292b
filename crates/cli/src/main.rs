//! `referee`: the command line over all games Referee ships.

#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    referee_cli::main(&referee_registry::games())
}
