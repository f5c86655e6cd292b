//! The terminal player: any game of the registry, on a board, with bots, undo and time travel.

mod app;
mod board;
mod bots;
mod choosing;
mod draw;
mod grid;
mod input;
mod layout;
mod list;
mod moment;
mod names;
mod palette;
mod players;
mod preview;
mod screen;
mod session;
mod side;
mod story;
#[cfg(test)]
mod tests;
mod thinking;
mod travelling;

use crate::args::PlayArgs;
use app::App;
pub(crate) use board::still;
pub(crate) use palette::Palette;
use players::Players;
use referee_host::{HostError, Registry, Title};
use session::Session;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Plays a game in the terminal. Nothing is written before all of the arguments are understood.
pub(crate) fn play(registry: &Registry, args: &PlayArgs) -> Result<ExitCode, HostError> {
    screen::require_terminal()?;
    let (session, players) = open(registry, args)?;
    let mut app = App::new(session, players, Palette::of_environment(), names::luck());
    let shown = screen::run(&mut app);
    farewell(&app);
    shown.map(|()| ExitCode::SUCCESS)
}

/// A new game if a game has that name, else the log in a file.
fn open<'a>(registry: &'a Registry, args: &PlayArgs) -> Result<(Session<'a>, Players), HostError> {
    match registry.title(&args.what) {
        Ok(title) => start(registry, title, args),
        Err(_) if Path::new(&args.what).exists() => go_on(registry, args),
        Err(unknown) => Err(unknown.help("name a game of `referee games`, or the file of a log")),
    }
}

fn start<'a>(registry: &'a Registry, title: &dyn Title, args: &PlayArgs) -> Result<(Session<'a>, Players), HostError> {
    let card = title.card();
    let players = Players::parse(&card, &args.bots, args.seat.as_deref())?;
    let setup = args.setup.as_deref().map(read_setup).transpose()?;
    let fresh = (card.seeded && setup.is_none()).then(names::seed);
    let seed = args.seed.clone().or(fresh);
    let table = title.start(setup.as_deref(), seed.as_deref(), 0, None)?;
    let path = args.out.clone().unwrap_or_else(|| names::fresh(Path::new(""), card.name));
    Ok((Session::create(registry, path, table)?, players))
}

fn go_on<'a>(registry: &'a Registry, args: &PlayArgs) -> Result<(Session<'a>, Players), HostError> {
    if args.seed.is_some() || args.setup.is_some() || args.out.is_some() {
        let error = HostError::bad("ALREADY_STARTED", "--seed, --setup and --out are for a new game, and this is a log");
        return Err(error.because("the name of a game", &args.what));
    }
    let session = Session::open(registry, PathBuf::from(&args.what))?;
    let players = Players::parse(&session.table().card(), &args.bots, args.seat.as_deref())?;
    Ok((session, players))
}

fn read_setup(path: &Path) -> Result<String, HostError> {
    std::fs::read_to_string(path).map_err(|error| HostError::io(&error, "cannot be read").in_file(path.display().to_string()))
}

/// Says where the game is kept and how to go on, if there is still anyone to tell.
fn farewell(app: &App<'_>) {
    let (path, records) = (app.session.path().display(), app.session.table().seq());
    let quoted = names::quoted(app.session.path());
    let told = format!(
        "The game is kept in {path} ({records} actions).\nGo on with:    referee play {quoted}\nCheck it with: referee verify {quoted}\n"
    );
    let _ = std::io::stdout().write_all(told.as_bytes());
}
