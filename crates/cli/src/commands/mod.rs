//! One command, one file.

mod achievements;
mod act;
mod bench;
mod branch;
mod content;
pub(crate) use content::with_content;
mod diff;
mod export;
mod games;
mod import;
mod legal;
mod lessons;
mod lines;
mod lobby;
mod new;
mod replay;
mod scenario;
mod series;
mod serve;
mod setups;
mod show;
mod submit;
mod verify;
mod watch;
mod why;
mod words;
pub(crate) use words::offered;

use crate::args::{Command, ContentCommand};
use referee_host::{HostError, Registry, Word};
use std::process::ExitCode;

/// Yes, no, or why not.
pub(crate) type Outcome = Result<ExitCode, HostError>;

pub(crate) const YES: ExitCode = ExitCode::SUCCESS;

pub(crate) fn no() -> ExitCode {
    ExitCode::from(1)
}

pub(crate) fn run(registry: &Registry, command: Command) -> Outcome {
    match command {
        Command::Serve { listen, data, memory, settings, given, import, json } => {
            let settings = serve::checked(given.over(serve::settings(settings.as_deref())?))?;
            let place = serve::Place { listen: &listen, data: (!memory).then_some(&*data), import: import.as_deref() };
            serve::serve(registry, &place, settings, json)
        }
        Command::Challenge { game, server, board, name, out, json } => {
            submit::challenge(registry, &game, &submit::Asked { server: &server, board: &board, name: &name }, &out, json)
        }
        Command::Submit { log, server, json } => submit::submit(registry, &log, &server, json),
        Command::Watch { url, token, json } => watch::watch(registry, &url, token.as_deref(), json),
        Command::Rebuild { data, json } => serve::rebuild(registry, &data, json),
        Command::Games { game: Some(game), schema: true, .. } => games::schemas(registry, &game),
        Command::Games { game, json, .. } => games::games(registry, game.as_deref(), json),
        Command::New { game, seed, setup, out, players, at, json } => {
            new::new(registry, &game, new::Start { seed, setup, players, at }, out, json)
        }
        Command::Act { log, action, seat, at, preview, json: _ } => {
            let act = if preview { act::preview } else { act::act };
            act(registry, &log, &action, seat.as_deref(), at)
        }
        Command::Resign { log, seat, at, json } => {
            words::words(registry, &log, &words::Saying { seat: &seat, at, word: Word::Resign }, json)
        }
        Command::Draw { log, seat, at, answer, json } => {
            words::words(registry, &log, &words::Saying { seat: &seat, at, word: answer.word() }, json)
        }
        Command::Legal { log, seat, at, to, json: _ } => legal::legal(registry, &log, seat.as_deref(), at, to),
        Command::Show { log, to, moves, seat, json } => show::show(registry, &log, to, moves, seat.as_deref(), json),
        Command::Setups { game, name, json } => setups::setups(registry, game.as_deref(), name.as_deref(), json),
        Command::Lessons { game, json } => lessons::lessons(registry, game.as_deref(), json),
        Command::Play(args) => crate::play::play(registry, &args),
        Command::Replay { log, to, step, json } => replay::replay(registry, &log, to, step, json),
        Command::Verify { logs, head, json } => verify::verify(registry, &logs, head.as_deref(), json),
        Command::Branch { log, at, events, moves, seed, players, out, name, json } => {
            let cut = branch::Cut { at, events, moves, seed, players, name };
            branch::branch(registry, &log, cut, out.as_deref(), json)
        }
        Command::Import { file, game, format, out, json } => {
            import::import(registry, &file, game.as_deref(), format.as_deref(), out.as_deref(), json)
        }
        Command::Export { log, format, to, out, json } => export::export(registry, &log, &format, to, out.as_deref(), json),
        Command::Diff { one, two, json } => diff::diff(registry, &one, &two, json),
        Command::Judge { game } => lines::judge(registry, &game),
        Command::Mutate { game } => lines::mutate(registry, &game),
        Command::Run { game, views } => lines::run(registry, &game, views),
        Command::Why { log, seq, field, json } => why::why(registry, &log, seq, field.as_deref(), json),
        Command::Lobby { dir } => lobby::lobby(registry, &dir),
        Command::Achievements { logs, json } => achievements::achievements(registry, &logs, json),
        Command::Scenario { paths, update, json } => scenario::scenario(registry, &paths, update, json),
        Command::Match { game, bots, games, seed, setup, swap, json } => {
            series::series(registry, &game, &series::Rounds { bots, games, seed, setup, swap }, json)
        }
        Command::Content(ContentCommand::Check { dir, json }) => content::check(dir.as_deref(), json),
        Command::Bench { game, actions, json } => bench::bench(registry, game.as_deref(), actions, json),
    }
}
