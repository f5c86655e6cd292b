//! `referee act`: judges actions and appends their records; or says what they would do.

use super::{Outcome, YES, no};
use crate::output::{put, read_document};
use referee::Seat;
use referee_host::{HostError, LogFile, Registry, Table, Verdict};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::path::Path;
use std::process::ExitCode;

/// Judges one action after another, and stops at the first one that is refused.
pub(crate) fn act(registry: &Registry, log: &Path, action: &str, seat: Option<&str>, at: Option<u64>) -> Outcome {
    let declared = declared(action)?;
    let mut file = LogFile::append(registry, log)?;
    let seats = seats(&*file.table, &declared, seat)?;
    for (Declared { action, .. }, seat) in declared.iter().zip(seats) {
        let seat = seat.map_or_else(|| file.table.whose(None, action), Ok)?;
        let at = at.unwrap_or_else(|| file.table.now());
        let verdict = file.table.act(seat, at, action, None);
        let is_record = !verdict.lines.is_empty();
        if is_record {
            file.write(&verdict.lines)?;
        }
        // A caller that hears nothing must not act again.
        let help = "the action is on record all the same: do not send it again";
        put(&format!("{}\n", verdict.json())).map_err(|error| if is_record { error.help(help) } else { error })?;
        if !verdict.success {
            return Ok(code(&verdict));
        }
    }
    Ok(YES)
}

/// The log is only read: a preview needs no right to write. Each action is looked at as the game stands now.
pub(crate) fn preview(registry: &Registry, log: &Path, action: &str, seat: Option<&str>, at: Option<u64>) -> Outcome {
    let declared = declared(action)?;
    let table = LogFile::open(registry, log, None)?.table;
    let seats = seats(&*table, &declared, seat)?;
    for (Declared { action, .. }, seat) in declared.iter().zip(seats) {
        let seat = seat.map_or_else(|| table.whose(None, action), Ok)?;
        let preview = table.preview(seat, at.unwrap_or_else(|| table.now()), action);
        put(&format!("{}\n", preview.json()))?;
        if !preview.verdict.success {
            return Ok(code(&preview.verdict));
        }
    }
    Ok(YES)
}

/// An action, and the seat that its line names.
#[derive(Debug, PartialEq, Eq)]
struct Declared {
    seat: Option<String>,
    action: String,
    /// The line it stands in, where there are several.
    line: Option<u64>,
}

/// A line as `referee legal` prints it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed<'a> {
    seat: String,
    #[serde(borrow)]
    action: &'a RawValue,
}

/// What is declared: one JSON document, or one on each line.
fn declared(text: &str) -> Result<Vec<Declared>, HostError> {
    match text {
        "-" => lines_of(&read_document(Path::new("-"))?),
        _ => lines_of(text),
    }
}

fn lines_of(text: &str) -> Result<Vec<Declared>, HostError> {
    let lines: Vec<(u64, &str)> = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let is_one = lines.len() < 2 || serde_json::from_str::<&RawValue>(text).is_ok();
    match is_one {
        true => Ok(vec![Declared::read(text, None)]),
        false => lines.into_iter().map(|(number, line)| Declared::on_line(line, number)).collect(),
    }
}

impl Declared {
    /// An action with its seat, or alone. What cannot be read is left to the game, which says why.
    fn read(text: &str, line: Option<u64>) -> Declared {
        match serde_json::from_str::<Listed<'_>>(text) {
            Ok(Listed { seat, action }) => Declared { seat: Some(seat), action: action.get().to_owned(), line },
            Err(_) => Declared { seat: None, action: text.to_owned(), line },
        }
    }

    /// One of several lines. Nothing is judged if one of them is no JSON.
    fn on_line(text: &str, number: u64) -> Result<Declared, HostError> {
        let bad = |error: serde_json::Error| {
            let column = error.column() as u64;
            HostError::bad("INVALID_ACTION", format!("this line is no JSON: {error}")).at_line(number).at_column(column)
        };
        serde_json::from_str::<&RawValue>(text).map_err(bad)?;
        Ok(Declared::read(text, Some(number)))
    }
}

/// The seat of each action, as far as it is named: by its line, or by `--seat`. All of them are looked at before anything is judged.
fn seats(table: &dyn Table, declared: &[Declared], asked: Option<&str>) -> Result<Vec<Option<Seat>>, HostError> {
    let card = table.card();
    let asked = asked.map(|name| card.seat(Some(name)).map(|seat| (seat, name))).transpose()?;
    let seat = |declared: &Declared| {
        let said = declared.seat.as_deref().map(|name| card.seat(Some(name)).map(|seat| (seat, name))).transpose()?;
        match (said, asked) {
            (Some((said, name)), Some((asked, wanted))) if said != asked => {
                let error = HostError::bad("OTHER_SEAT", "the line names another seat than --seat");
                Err(error.because(wanted, name).at_path("/seat"))
            }
            (said, asked) => Ok(said.or(asked).map(|(seat, _)| seat)),
        }
    };
    let placed = |declared: &Declared| {
        seat(declared).map_err(|error| match declared.line {
            Some(line) => error.at_line(line),
            None => error,
        })
    };
    declared.iter().map(placed).collect()
}

fn code(verdict: &Verdict) -> ExitCode {
    match (verdict.success, verdict.readable) {
        (true, _) => YES,
        (false, true) => no(),
        (false, false) => ExitCode::from(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::Stream;

    fn read(text: &str) -> Vec<(Option<String>, String)> {
        lines_of(text).unwrap().into_iter().map(|declared| (declared.seat, declared.action)).collect()
    }

    #[test]
    fn a_document_is_one_action_and_lines_are_several() {
        let alone = |action: &str| (None, action.to_owned());
        assert_eq!(read("wait"), [alone("wait")]);
        assert_eq!(read("{\n  \"a\": 1\n}\n"), [alone("{\n  \"a\": 1\n}\n")]);
        let seated = (Some("first".to_owned()), "{\"a\": 1}".to_owned());
        assert_eq!(read(r#"{"seat":"first","action":{"a": 1}}"#), vec![seated.clone()]);
        assert_eq!(read("{\"seat\":\"first\",\"action\":{\"a\": 1}}\n\n7\n"), [seated, alone("7")]);
        let more = r#"{"seat":"first","action":1,"at":2}"#;
        assert_eq!(read(more), [alone(more)], "an action may have such fields among others");
        let error = lines_of("1\n{\n").unwrap_err();
        assert_eq!((error.code, error.place.line), ("INVALID_ACTION", Some(2)));
    }

    /// So many lines are tried at a position.
    const TRIED: usize = 25;

    /// Every game, random positions: what `referee legal` prints is accepted as it stands, and does what the plain action does.
    #[test]
    fn what_legal_prints_is_accepted_as_it_stands() {
        let registry = referee_registry::games();
        for title in registry.titles().filter(|title| title.card().name != "lobby") {
            let (game, mut luck) = (title.card().name, Stream::from_seed(title.card().name));
            let mut table = title.start(None, title.card().seeded.then_some("lines"), 0, None).unwrap();
            for _ in 0..6 {
                let (seq, at, text) = (table.seq(), table.at(), crate::commands::legal::lines(&*table, table.at()));
                let every = (text.lines().count() / TRIED).max(1);
                for line in text.lines().step_by(every) {
                    let declared = lines_of(line).unwrap();
                    let seat =
                        seats(&*table, &declared, None).unwrap()[0].unwrap_or_else(|| panic!("{game}: {line} names its seat"));
                    let (mut one, mut other) = (table.rewound(seq).unwrap(), table.rewound(seq).unwrap());
                    let plain = line.split_once("\"action\":").unwrap().1.strip_suffix('}').unwrap();
                    let (said, expected) = (one.act(seat, at, &declared[0].action, None), other.act(seat, at, plain, None));
                    assert!(said.success && said == expected, "{game}: {line}: {:?}", said.errors);
                }
                let Some(&mover) = table.waiting_for(at).first() else { break };
                let action = table.bot("random", mover, at, &mut luck).unwrap().unwrap();
                assert!(table.act(mover, at, &action, None).success, "{game}: {action}");
                luck = luck.next();
            }
            assert!(table.seq() > 0, "{game}");
        }
    }
}
