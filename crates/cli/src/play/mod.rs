//! The terminal player: any game of the registry, on a board, with bots, undo and time travel.

mod app;
mod beside;
mod board;
mod bots;
mod choosing;
mod draw;
mod grid;
mod input;
mod layout;
mod lesson;
mod list;
mod map;
mod moment;
mod names;
mod palette;
mod players;
mod preview;
mod screen;
mod session;
mod side;
mod story;
mod talking;
#[cfg(test)]
mod tests;
mod thinking;
mod travelling;

use crate::args::PlayArgs;
use crate::output::{named_setup, read_setup};
use app::App;
pub(crate) use beside::beside;
pub(crate) use board::still;
use lesson::Course;
pub(crate) use names::free_name;
pub(crate) use palette::Palette;
use players::Players;
pub(crate) use players::seat_and_bot;
use referee_host::{HostError, Lesson, Registry, Title, check_one_seed};
use session::Session;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Plays a game in the terminal. Nothing is written before all of the arguments are understood.
pub(crate) fn play(registry: &Registry, args: &PlayArgs) -> Result<ExitCode, HostError> {
    screen::require_terminal()?;
    let mut app = match course(registry, args)? {
        Some(course) => learn(registry, args, course)?,
        None => {
            let (session, players) = open(registry, args)?;
            App::new(session, players, Palette::of_environment(), names::luck())
        }
    };
    let shown = screen::run(&mut app);
    farewell(&app);
    shown.map(|()| ExitCode::SUCCESS)
}

/// The lesson that is meant: one of a game, or a scenario in a file.
fn course(registry: &Registry, args: &PlayArgs) -> Result<Option<Course>, HostError> {
    match (registry.title(&args.what), &args.lesson) {
        (Ok(title), Some(name)) => lesson::find(title, name).map(Some),
        (Ok(_), None) => Ok(None),
        (Err(unknown), Some(_)) => Err(unknown.help("--lesson names a lesson of a game: see `referee lessons`")),
        (Err(_), None) if !Path::new(&args.what).is_file() => Ok(None),
        (Err(_), None) => {
            let text = read_file(Path::new(&args.what))?;
            let named = |error: HostError| error.in_file(args.what.as_str());
            Lesson::is_in(&text).then(|| Lesson::parse(&text).map(|lesson| Course::new(lesson, None)).map_err(named)).transpose()
        }
    }
}

/// Plays a lesson, in a file of its own: the scenario stays as it is.
fn learn<'a>(registry: &'a Registry, args: &PlayArgs, course: Course) -> Result<App<'a>, HostError> {
    if args.seed.is_some() || args.setup.is_some() {
        return Err(HostError::bad("LESSON_SETUP", "a lesson brings its own setup: --seed and --setup are for a new game"));
    }
    let card = registry.title(course.lesson.game())?.card();
    let players = Players::parse(&card, &args.bots, args.seat.as_deref())?;
    let session = course.begin(registry, args.out.clone())?;
    let mut app = App::new(session, players, Palette::of_environment(), names::luck());
    app.course = Some(course);
    app.check_lesson();
    Ok(app)
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
    let setup = args.setup.as_deref().map(|given| read_setup(title, given)).transpose()?;
    check_one_seed(setup.as_deref(), args.seed.as_deref())?;
    let brings_seed = args.setup.as_deref().is_some_and(|given| named_setup(title, given).is_none());
    let fresh = (card.seeded && !brings_seed).then(names::seed);
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

fn read_file(path: &Path) -> Result<String, HostError> {
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
