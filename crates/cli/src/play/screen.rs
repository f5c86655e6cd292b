//! The terminal: taken over, watched, and given back whatever happens.

use super::app::App;
use super::{draw, input};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind};
use ratatui::crossterm::execute;
use referee_host::HostError;
use std::io::{IsTerminal, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The screen looks around this often when nobody touches it.
const IDLE: Duration = Duration::from_millis(200);
/// And this often while a bot is at work, or a preview is.
const BUSY: Duration = Duration::from_millis(40);
/// So many keys and mouse movements are taken together before the screen is drawn again.
const TOGETHER_MAX: usize = 256;

/// The watchman looks this often whether the program is to end.
#[cfg(unix)]
const WATCH: Duration = Duration::from_millis(200);
/// How long the screen may take to end when the system asks for it.
#[cfg(unix)]
const GRACE: Duration = Duration::from_secs(1);

/// There must be someone to play: a terminal on both ends.
pub(crate) fn require_terminal() -> Result<(), HostError> {
    if stdin().is_terminal() && stdout().is_terminal() {
        return Ok(());
    }
    let error = HostError::bad("NOT_A_TERMINAL", "the player needs a terminal to draw on and to listen to");
    Err(error.help("in scripts and pipes use `referee new`, `referee legal`, `referee act` and `referee show`"))
}

/// Shows the app until it is left.
pub(crate) fn run(app: &mut App<'_>) -> Result<(), HostError> {
    let failed = |error: std::io::Error| HostError::io(&error, "the terminal failed");
    let mut terminal = ratatui::try_init().map_err(failed)?;
    give_back_on_panic();
    let shown = execute!(stdout(), EnableMouseCapture).and_then(|()| watch(app, &mut terminal, &*told_to_end()?));
    give_back();
    shown.map_err(failed)
}

/// Leaves the terminal as it was. One that is gone takes nothing back, and there is nobody to tell.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture);
    let _ = ratatui::try_restore();
}

/// ratatui gives the screen back when something panics; the mouse is ours to give back. A bot that breaks down beside the screen
/// says so on it, and takes nothing away from it.
fn give_back_on_panic() {
    let before = std::panic::take_hook();
    let screen = std::thread::current().id();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().id() == screen {
            let _ = execute!(stdout(), DisableMouseCapture);
            before(panic);
        }
    }));
}

/// Becomes true when the system asks the program to end or its terminal is gone, so that the screen can leave the terminal as it was.
/// crossterm reads a terminal that is gone for ever: then the watchman ends the program without the screen. Nothing is lost, for the
/// game is in its file.
fn told_to_end() -> std::io::Result<Arc<AtomicBool>> {
    let told = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
        let tell = Arc::clone(&told);
        std::thread::spawn(move || {
            let signal = loop {
                let hung_up = (!stdin().is_terminal()).then_some(SIGHUP);
                if let Some(signal) = signals.pending().next().or(hung_up) {
                    break signal;
                }
                std::thread::sleep(WATCH);
            };
            tell.store(true, Ordering::Relaxed);
            std::thread::sleep(GRACE);
            give_back();
            std::process::exit(128 + signal);
        });
    }
    Ok(told)
}

fn watch(app: &mut App<'_>, terminal: &mut DefaultTerminal, told_to_end: &AtomicBool) -> std::io::Result<()> {
    let begin = Instant::now();
    while !app.quit && !told_to_end.load(Ordering::Relaxed) && stdin().is_terminal() {
        app.tick(begin.elapsed());
        terminal.draw(|frame| draw::draw(app, frame))?;
        let mut patience = if app.thinking.is_some() || app.previews.is_busy() { BUSY } else { IDLE };
        for _ in 0..TOGETHER_MAX {
            if !event::poll(patience)? {
                break;
            }
            take(app, &event::read()?);
            patience = Duration::ZERO;
        }
    }
    Ok(())
}

fn take(app: &mut App<'_>, event: &Event) {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => input::key(app, *key),
        Event::Mouse(mouse) => input::mouse(app, *mouse),
        _ => {}
    }
}
