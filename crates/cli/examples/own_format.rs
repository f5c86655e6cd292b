//! A command line of one's own, with files of another program: nim, read from and written to a list of moves.
//!
//! ```text
//! nim 3 4 5     the heaps
//! 0 3           a move a line: which heap, how many stones; the seats take turns
//! ```

use referee::{Cause, Game, Refused, Rejection};
use referee_host::{Format, HostError, Hosted, Imported, Registry, Source};
use referee_nim::{Nim, Setup, Take};
use std::process::ExitCode;

static FORMATS: [Format<Nim>; 2] = [
    Format {
        name: "nim-moves",
        about: "heaps and moves, a line each",
        fits: is_moves,
        import: Some(import),
        export: Some(export),
    },
    Format { name: "nim-heaps", about: "the heaps alone", fits: |_| false, import: None, export: Some(heaps) },
];

fn main() -> ExitCode {
    referee_cli::main(&Registry::new().with(Hosted::new(Nim).with_formats(&FORMATS)))
}

fn is_moves(text: &str) -> bool {
    text.starts_with("nim ")
}

fn import(rules: &Nim, text: &str) -> Result<Imported<Nim>, HostError> {
    let mut lines = (1u64..).zip(text.lines());
    let heaps = lines.next().and_then(|(_, line)| numbers(line.strip_prefix("nim ")?));
    let unreadable =
        || HostError::bad("NO_HEAPS", "the first line names the heaps").because("`nim 3 4 5`", "another line").at_line(1);
    let setup = Setup { heaps: heaps.ok_or_else(unreadable)?, ..Setup::default() };
    let mut game = Game::start(*rules, setup).map_err(|why| refused(&why).at_line(1))?;
    let played = lines.try_for_each(|(number, line)| play(&mut game, line).map_err(|error| error.at_line(number)));
    let report = format!("{{\"moves\":{}}}", game.log().len() - 1);
    Ok(Imported { game: Some(game), players: Vec::new(), report, problems: played.err().into_iter().collect() })
}

fn play(game: &mut Game<Nim>, line: &str) -> Result<(), HostError> {
    let Some([heap @ 0..=255, stones]) = numbers(line).and_then(|two| <[u32; 2]>::try_from(two).ok()) else {
        return Err(HostError::no("BAD_MOVE", "this is no move").because("a heap and a number of stones", line));
    };
    let take = Take { heap: heap as u8, stones };
    game.act(game.state().to_move, 0, take).map(|_| ()).map_err(|why| refused(&why).because("a legal move", line))
}

fn export(source: &Source<'_, Nim>) -> Result<String, HostError> {
    let Source { game, to, .. } = *source;
    let mut text = String::from("nim");
    let begun = game.at(0).map_err(|error| HostError::no("UNSOUND", error.to_string()))?;
    begun.heaps.iter().for_each(|heap| text.push_str(&format!(" {heap}")));
    for record in game.log().records(0).take_while(|record| record.seq <= to) {
        if let Cause::Action(Take { heap, stones }) = record.cause {
            text.push_str(&format!("\n{heap} {stones}"));
        }
    }
    Ok(text + "\n")
}

fn heaps(source: &Source<'_, Nim>) -> Result<String, HostError> {
    let then = source.game.at(source.to).map_err(|error| HostError::no("UNSOUND", error.to_string()))?;
    Ok(format!("{:?}\n", then.heaps))
}

fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split(' ').map(|number| number.parse().ok()).collect()
}

fn refused<J: Rejection>(why: &Refused<J>) -> HostError {
    HostError::no(why.code(), why.to_string())
}
