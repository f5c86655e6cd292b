//! Checking a log as a stream: chain, fold, and deciding everything again.

use crate::line::Body;
use crate::{Branch, HostError, Id, Line, Outcome, Players, Reader, Registry, Table};
use referee::Ask;
use serde::Serialize;
use std::io::BufRead;

/// What a log came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Report {
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: String,
    /// Where its dice come from: `native`, `scripted` or `sealed`; where branches have changed it, each in turn, as `native then scripted`.
    pub chance: String,
    /// Who sits where.
    #[serde(skip_serializing_if = "Players::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, type = "Record<string, string>"))]
    #[schemars(with = "std::collections::BTreeMap<String, String>")]
    pub players: Players,
    /// How many records it has, the setup included.
    pub records: u64,
    /// How many events they have.
    pub events: u64,
    /// The id of its last line.
    pub head: String,
    /// The digest of the state it leads to.
    pub digest: String,
    /// How many sealed dice were made again from their secret and found right.
    #[serde(skip_serializing_if = "is_none")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub dice_checked: u64,
    /// How many sealed dice could not be: their secret is not told yet, or only in the log of the game this one branched off.
    #[serde(skip_serializing_if = "is_none")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub dice_unchecked: u64,
    /// Why the game was closed, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub closed: Option<String>,
    /// How the players ended the match, if they did: one resigned, or all agreed to a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub result: Option<Outcome>,
    /// How well each seat stands at the end.
    #[cfg_attr(feature = "types", ts(type = "Record<string, number>"))]
    pub scores: std::collections::BTreeMap<&'static str, i64>,
}

/// Checks a log: chain, fold, and every action decided again. `progress` hears how many bytes have been read.
pub fn verify(registry: &Registry, input: impl BufRead, progress: &mut dyn FnMut(u64)) -> Result<Report, HostError> {
    let mut reader = Reader::new(input);
    let (table, header) = read(registry, &mut reader, u64::MAX, progress, true)?;
    Ok(report(&*table, header))
}

/// Checks a log as [`verify`] does; what faces the sealed dice of each record had, by its number. Whoever makes them again in another
/// language must know, and only the rules can say.
pub fn questions(registry: &Registry, input: impl BufRead) -> Result<Vec<(u64, Vec<Ask>)>, HostError> {
    let (table, _) = read(registry, &mut Reader::new(input), u64::MAX, &mut |_| {}, true)?;
    Ok(table.asked().to_vec())
}

/// Folds a log up to a record, checking its chain, without deciding anything again. The table forgets all but the latest records.
pub fn replay(
    registry: &Registry,
    input: impl BufRead,
    to: u64,
    progress: &mut dyn FnMut(u64),
) -> Result<(Box<dyn Table>, Report), HostError> {
    let mut reader = Reader::new(input);
    let (table, header) = read(registry, &mut reader, to, progress, false)?;
    table.audit()?;
    let report = report(&*table, header);
    Ok((table, report))
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

pub(crate) struct Kept {
    rules: String,
    chance: String,
}

fn report(table: &dyn Table, header: Kept) -> Report {
    let card = table.card();
    let (dice_checked, dice_unchecked) = table.checked();
    let scores = (0u8..).zip(&card.seats).map(|(seat, name)| (*name, table.score(referee::Seat(seat)))).collect();
    Report {
        game: card.name.to_owned(),
        rules: header.rules,
        chance: chances(header.chance, table.branches()),
        players: table.players().clone(),
        records: table.seq() + 1,
        events: table.events(),
        head: table.head().to_string(),
        digest: table.digest().to_string(),
        dice_checked,
        dice_unchecked,
        closed: table.closed().map(str::to_owned),
        result: table.parley().result,
        scores,
    }
}

/// Where dice came from at first, and what branches have made of that.
fn chances(first: String, branches: &[Branch]) -> String {
    let mut all = vec![first];
    for dice in branches.iter().filter_map(|branch| branch.dice.as_ref()) {
        if all.last().is_none_or(|latest| latest != dice.name()) {
            all.push(dice.name().to_owned());
        }
    }
    all.join(" then ")
}

fn read<B: BufRead>(
    registry: &Registry,
    reader: &mut Reader<B>,
    to: u64,
    progress: &mut dyn FnMut(u64),
    decide: bool,
) -> Result<(Box<dyn Table>, Kept), HostError> {
    let (mut table, kept) = open(registry, reader, decide)?;
    table.forget();
    while table.seq() < to {
        let (bytes, number, limits) = (reader.bytes(), reader.line_number() + 1, reader.limits());
        let Some(text) = reader.next_line()? else { break };
        if number % 4_096 == 0 {
            progress(bytes);
        }
        if Line::is_prose(text) {
            continue;
        }
        take(&mut *table, text, decide).map_err(|error| error.at_line(number))?;
        if table.seq() >= limits.records {
            let error = HostError::bad("LOG_TOO_LONG", "the log has too many records");
            return Err(error.because(format!("at most {}", limits.records), "more").at_line(number));
        }
    }
    if table.seq() >= to {
        follow_marks(&mut *table, reader)?;
    }
    progress(reader.bytes());
    Ok((table, kept))
}

/// The keyframe and the branches right after the latest record belong to it. What comes after them is not looked at.
pub(crate) fn follow_marks<B: BufRead>(table: &mut dyn Table, reader: &mut Reader<B>) -> Result<(), HostError> {
    loop {
        let number = reader.line_number() + 1;
        let Ok(Some(text)) = reader.next_line() else { return Ok(()) };
        if Line::is_prose(text) {
            continue;
        }
        match Line::parse(text) {
            Ok(line) if line.deed().is_none() => table.follow(&line).map_err(|error| error.at_line(number))?,
            _ => return Ok(()),
        }
    }
}

fn take(table: &mut dyn Table, text: &str, decide: bool) -> Result<(), HostError> {
    if decide && !Line::is_first(text) {
        return table.redo(text);
    }
    let line = Line::parse(text)?;
    if matches!(line.body, Body::Setup { .. }) {
        let error = HostError::no("SECOND_SETUP", "a log has one setup, in its first line");
        return Err(error.because("a record", "a setup"));
    }
    table.follow(&line)
}

/// Reads the prose before the first line, and the first line.
pub(crate) fn open<B: BufRead>(
    registry: &Registry,
    reader: &mut Reader<B>,
    decide: bool,
) -> Result<(Box<dyn Table>, Kept), HostError> {
    loop {
        let number = reader.line_number() + 1;
        let Some(text) = reader.next_line()? else {
            let error = HostError::bad("EMPTY", "there is no log in here").because("a setup line", "the end of the file");
            return Err(error.at_line(number));
        };
        if !Line::is_prose(text) {
            return begin(registry, text, decide).map_err(|error| error.at_line(number));
        }
    }
}

pub(crate) fn begin(registry: &Registry, text: &str, decide: bool) -> Result<(Box<dyn Table>, Kept), HostError> {
    let line = first_line(text)?;
    let Body::Setup { header, .. } = line.body else { unreachable!("first_line gives a setup") };
    let mut table = registry.title(header.game).map_err(|error| error.at_path("/game"))?.table(&header)?;
    if decide {
        table.redo(text)?
    } else {
        table.follow(&line)?
    }
    Ok((table, Kept { rules: header.rules.to_owned(), chance: header.chance.to_owned() }))
}

/// Reads a line that must be a setup.
pub(crate) fn first_line(text: &str) -> Result<Line<'_>, HostError> {
    if !text.starts_with("{\"format\":\"") && !text.starts_with("{\"seq\":") {
        let start: String = text.chars().take(24).collect();
        let error =
            HostError::bad("NOT_A_LOG", "this is not a log").because("`{\"format\":\"referee-log/1\",...`", format!("`{start}`"));
        return Err(error);
    }
    let line = Line::parse(text)?;
    match line.body {
        Body::Setup { .. } if line.prev == Id::NONE.as_str() => Ok(line),
        Body::Setup { .. } => Err(HostError::no("BROKEN_CHAIN", "a log begins with nothing before it")
            .because(Id::NONE.as_str(), line.prev)
            .at_path("/prev")),
        _ => Err(HostError::no("NO_SETUP", "a log begins with its setup").because("a setup line", "another line")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dice, Hosted, LINE_MAX, Limits, Title};
    use referee::Seat;

    fn games() -> Registry {
        Registry::new().with(Hosted::new(referee_nim::Nim))
    }

    /// A branch that brings dice of its own is told: `native` alone would be believed.
    #[test]
    fn dice_that_a_branch_changed_are_told() {
        let mut table = Hosted::new(referee_nim::Nim).start(Some(r#"{"heaps":[3]}"#), None, 0, None).unwrap();
        let mut log = table.text().unwrap();
        for (name, dice) in [("a", None), ("b", Some(Dice::Scripted)), ("c", Some(Dice::Scripted))] {
            log.push_str(&table.fork(Branch { dice, ..Branch::named(name) }).unwrap());
        }
        let report = verify(&games(), log.as_bytes(), &mut |_| {}).unwrap();
        assert_eq!(report.chance, "native then scripted");
    }

    /// A log of four records.
    fn log() -> String {
        let mut table = Hosted::new(referee_nim::Nim).start(Some(r#"{"heaps":[3]}"#), None, 0, None).unwrap();
        for seat in [0, 1, 0] {
            assert!(table.act(Seat(seat), 0, r#"{"heap":0,"stones":1}"#, None).success);
        }
        table.text().unwrap()
    }

    fn limited(limits: Limits) -> Result<u64, (&'static str, Option<u64>)> {
        let log = log();
        let mut reader = Reader::with_limits(log.as_bytes(), limits);
        let read = read(&games(), &mut reader, u64::MAX, &mut |_| {}, true);
        read.map(|(table, _)| table.seq() + 1).map_err(|error| (error.code, error.place.line))
    }

    #[test]
    fn every_limit_is_reached_and_the_line_named() {
        let bytes = log().len() as u64;
        assert_eq!(limited(Limits { records: 4, log: bytes, line: bytes }), Ok(4));
        assert_eq!(limited(Limits { records: 3, log: bytes, line: bytes }), Err(("LOG_TOO_LONG", Some(4))));
        assert_eq!(limited(Limits { records: 4, log: bytes - 1, line: bytes }), Err(("LOG_TOO_LONG", Some(4))));
        assert_eq!(limited(Limits { records: 4, log: bytes, line: 100 }), Err(("LINE_TOO_LONG", Some(1))));
    }

    #[test]
    fn a_line_without_end_is_refused_at_its_limit() {
        let endless = std::io::Read::chain(log().leak().as_bytes(), std::io::repeat(b'{'));
        let error = verify(&games(), std::io::BufReader::new(endless), &mut |_| {}).unwrap_err();
        assert_eq!((error.code, error.place.line), ("LINE_TOO_LONG", Some(5)));
        assert!(error.expected.as_deref().unwrap().contains(&LINE_MAX.to_string()));
    }

    #[test]
    fn a_replay_to_a_record_stops_there() {
        let (table, report) = replay(&games(), log().as_bytes(), 2, &mut |_| {}).unwrap();
        assert_eq!((table.seq(), report.records), (2, 3));
    }
}
