//! Records as lines of text, in the one form a log has.

use crate::chain::hex_digest;
use crate::compact;
use crate::ending::{Ending, What};
use crate::paper::{Paper, Unlike};
use crate::parley::{Said, Talk};
use crate::seated::Stamp;
use crate::{Branch, Chain, Dice, FORMAT, HostError, Id, KEYFRAME_EVERY, Playable, Players, Since};
use referee::{Cause, Digest, Game, Millis, Record, Seat, State};
use serde::Serialize;
use std::io::Write;
use std::ops::Range;

/// Compact JSON. Games serialise plain data, so this cannot fail.
pub(crate) fn text(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    put(&mut text, value);
    String::from_utf8(text).unwrap_or_else(|_| unreachable!("JSON is text"))
}

fn put(buffer: &mut Vec<u8>, value: &impl Serialize) {
    fits(compact::put(buffer, value));
}

fn write<const N: usize>(buffer: &mut Vec<u8>, parts: [&str; N]) {
    fits(buffer.put(parts.map(str::as_bytes)));
}

/// An empty sheet takes everything.
fn fits<T>(written: Result<T, Unlike>) -> T {
    written.unwrap_or_else(|_| unreachable!("plain data serialises"))
}

/// Writes a record as a line; tells where in the buffer its events are.
pub(crate) fn write_record<R: Playable>(
    rules: &R,
    record: &Record<'_, R>,
    after: Digest,
    stamp: &Stamp,
    chain: &mut Chain,
    buffer: &mut Vec<u8>,
) -> Range<usize> {
    let begin = buffer.len();
    let events = write_body(rules, record, after, stamp, chain.head(), buffer);
    chain.seal(buffer, begin);
    events
}

/// Writes the beginning of a line: what was declared. Sealed dice are made from these bytes.
pub(crate) fn write_cause<R: Playable>(
    rules: &R,
    place: (u64, Seat, Millis),
    cause: Cause<'_, R>,
    stamp: &Stamp,
    prev: &Id,
    buffer: &mut Vec<u8>,
) {
    fits(put_cause(rules, place, cause, stamp, prev, buffer));
}

fn put_cause<R: Playable, P: Paper>(
    rules: &R,
    (seq, seat, at): (u64, Seat, Millis),
    cause: Cause<'_, R>,
    stamp: &Stamp,
    prev: &Id,
    paper: &mut P,
) -> Result<(), Unlike> {
    match cause {
        Cause::Setup(setup) => {
            let mut beginning = Vec::new();
            write_header(rules, stamp, &mut beginning);
            paper.put([&beginning, b",\"seq\":0,\"prev\":\"", prev.as_bytes(), b"\",\"at\":"])?;
            compact::put(paper, &at)?;
            paper.put([b",\"setup\":"])?;
            compact::put(paper, setup)
        }
        Cause::Action(action) => {
            paper.put([b"{\"seq\":"])?;
            compact::put(paper, &seq)?;
            paper.put([b",\"prev\":\"", prev.as_bytes(), b"\",\"seat\":\"", R::name(seat).as_bytes(), b"\",\"at\":"])?;
            compact::put(paper, &at)?;
            paper.put([b",\"action\":"])?;
            compact::put(paper, action)
        }
    }
}

/// Writes what the first line says about the whole log.
fn write_header<R: Playable>(rules: &R, stamp: &Stamp, buffer: &mut Vec<u8>) {
    write(buffer, ["{\"format\":\"", FORMAT, "\",\"game\":\"", R::NAME, "\",\"rules\":\"", &stamp.rules]);
    write(buffer, ["\",\"content\":\"", rules.content(), "\",\"engine\":\"", &stamp.engine, "\""]);
    write_dice(&stamp.dice, buffer);
    if !stamp.salt.is_empty() {
        write(buffer, [",\"salt\":\"", &stamp.salt, "\""]);
    }
    if !stamp.name.is_empty() {
        write(buffer, [",\"name\":\"", &stamp.name, "\""]);
    }
    write_players(&stamp.players, buffer);
}

/// Writes a record up to its id; tells where in the buffer its events are.
pub(crate) fn write_body<R: Playable>(
    rules: &R,
    record: &Record<'_, R>,
    after: Digest,
    stamp: &Stamp,
    prev: &Id,
    buffer: &mut Vec<u8>,
) -> Range<usize> {
    fits(put_body(rules, record, after, stamp, prev, buffer))
}

/// Puts a record down up to its id, or finds that it stands there; tells where its events are.
pub(crate) fn put_body<R: Playable, P: Paper>(
    rules: &R,
    record: &Record<'_, R>,
    after: Digest,
    stamp: &Stamp,
    prev: &Id,
    paper: &mut P,
) -> Result<Range<usize>, Unlike> {
    put_cause(rules, (record.seq, record.seat, record.at), record.cause, stamp, prev, paper)?;
    put_outcome(record, after, paper)
}

/// Writes what comes after the cause of a record, up to its id; tells where in the buffer its events are.
pub(crate) fn write_outcome<R: Playable>(record: &Record<'_, R>, after: Digest, buffer: &mut Vec<u8>) -> Range<usize> {
    fits(put_outcome(record, after, buffer))
}

fn put_outcome<R: Playable, P: Paper>(record: &Record<'_, R>, after: Digest, paper: &mut P) -> Result<Range<usize>, Unlike> {
    if !record.dice.is_empty() {
        paper.put([b",\"dice\":"])?;
        compact::put(paper, record.dice)?;
    }
    paper.put([b",\"events\":"])?;
    let first = paper.at();
    match record.left_out {
        [] => compact::put(paper, record.events)?,
        left_out => compact::put(paper, &record.events.iter().chain(left_out).collect::<Vec<_>>())?,
    }
    let events = first..paper.at();
    let refused: &[u8] = if record.refused { b",\"refused\":true" } else { b"" };
    paper.put([refused, b",\"after\":\"", &hex_digest(after), b"\""])?;
    Ok(events)
}

fn write_dice(dice: &Dice, buffer: &mut Vec<u8>) {
    write(buffer, [",\"chance\":\"", dice.name(), "\""]);
    if let Dice::Sealed(commit) = dice {
        write(buffer, [",\"commit\":\"", commit.as_str(), "\""]);
    }
}

/// Writes a line that stands beside the records.
pub(crate) fn write_ending<R: Playable>(ending: &Ending, chain: &mut Chain, buffer: &mut Vec<u8>) {
    let begin = buffer.len();
    let _ = write!(buffer, "{{\"seq\":{},\"prev\":\"{}\",", ending.after, chain.head());
    let _ = match &ending.what {
        What::Told(secret) => write!(buffer, "\"reveal\":\"{}\"", secret.reveal()),
        What::Closed(why) => write!(buffer, "\"close\":\"{why}\""),
        What::Said(Said { word, seat, at }) => {
            write!(buffer, "\"match\":\"{}\",\"seat\":\"{}\",\"at\":{at}", word.name(), R::name(*seat))
        }
    };
    chain.seal(buffer, begin);
}

fn write_players(players: &Players, buffer: &mut Vec<u8>) {
    if !players.is_empty() {
        write(buffer, [",\"players\":"]);
        put(buffer, players);
    }
}

/// Writes the state at a record as a line, where dice come from if a branch has changed it, and who agrees to a draw that is offered.
pub(crate) fn write_keyframe<R: Playable>(
    seq: u64,
    state: &R::State,
    dice: Option<&Dice>,
    talk: &Talk,
    chain: &mut Chain,
    buffer: &mut Vec<u8>,
) {
    let begin = buffer.len();
    let _ = write!(buffer, "{{\"seq\":{seq},\"prev\":\"{}\",\"keyframe\":", chain.head());
    put(buffer, state);
    if let Some(dice) = dice {
        write_dice(dice, buffer);
    }
    let agreed = seats_agreed::<R>(talk);
    if !agreed.is_empty() {
        write(buffer, [",\"offer\":", &agreed]);
    }
    chain.seal(buffer, begin);
}

/// Who agrees to the draw that is offered, as a keyframe says it; nothing where none is.
pub(crate) fn seats_agreed<R: Playable>(talk: &Talk) -> String {
    match talk.agreed() {
        [] => String::new(),
        agreed => text(&agreed.iter().map(|seat| R::name(*seat)).collect::<Vec<_>>()),
    }
}

/// Writes the line that makes a log a child game.
pub(crate) fn write_branch(branch: &Branch, chain: &mut Chain, buffer: &mut Vec<u8>) {
    let begin = buffer.len();
    let Branch { after, name, of, events, seed, dice, players, since } = branch;
    let _ = write!(buffer, "{{\"seq\":{after},\"prev\":\"{}\",\"branch\":\"{name}\"", chain.head());
    if !of.is_empty() {
        write(buffer, [",\"of\":\"", of, "\""]);
    }
    if let Some(events) = events {
        let _ = write!(buffer, ",\"events\":{events}");
    }
    if !seed.is_empty() {
        write(buffer, [",\"seed\":\"", seed, "\""]);
    }
    if let Some(dice) = dice {
        write_dice(dice, buffer);
    }
    write_players(players, buffer);
    if let Some(Since { at, clock }) = since {
        let _ = write!(buffer, ",\"at\":{at},\"clock\":{clock}");
    }
    chain.seal(buffer, begin);
}

/// A game that goes on from a snapshot knows nothing of what was before.
pub(crate) fn no_beginning() -> HostError {
    HostError::bad("NO_BEGINNING", "the records before the snapshot are not known")
}

/// Writes the whole log of a game that is known from the beginning.
pub(crate) fn write_all<R: Playable>(
    game: &Game<R>,
    stamp: &Stamp,
    branches: &[Branch],
    endings: &[Ending],
    lines: &mut Vec<u8>,
) -> Result<Chain, HostError> {
    if game.log().first() != 0 {
        return Err(no_beginning());
    }
    let rules = game.rules();
    let mut chain = Chain::after(Id::NONE);
    let (mut state, mut talk) = (R::State::default(), Talk::default());
    for record in game.log().records(0) {
        let cut = (!record.left_out.is_empty()).then(|| folded(rules, state.clone(), record.events));
        state = folded(rules, state, record.events.iter().chain(record.left_out));
        write_record(rules, &record, state.digest(), stamp, &mut chain, lines);
        talk.acted(record.seat, record.refused);
        if record.seq > 0 && record.seq.is_multiple_of(KEYFRAME_EVERY) {
            let dice = branches.iter().rev().filter(|branch| branch.after < record.seq).find_map(|branch| branch.dice.as_ref());
            write_keyframe::<R>(record.seq, &state, dice, &talk, &mut chain, lines);
        }
        let end = |before: usize, talk: &mut Talk, chain: &mut Chain, lines: &mut Vec<u8>| {
            for ending in endings.iter().filter(|ending| ending.after == record.seq && ending.branches == before) {
                write_ending::<R>(ending, chain, lines);
                if let What::Said(said) = ending.what {
                    talk.hear(said);
                }
            }
        };
        end(branches.partition_point(|branch| branch.after < record.seq), &mut talk, &mut chain, lines);
        for (number, branch) in branches.iter().enumerate().filter(|(_, branch)| branch.after == record.seq) {
            write_branch(branch, &mut chain, lines);
            talk = Talk::default();
            end(number + 1, &mut talk, &mut chain, lines);
        }
        state = folded(rules, cut.unwrap_or(state), record.grafted);
    }
    Ok(chain)
}

fn folded<'a, R: Playable>(rules: &R, mut state: R::State, events: impl IntoIterator<Item = &'a R::Event>) -> R::State {
    events.into_iter().for_each(|event| rules.evolve(&mut state, event));
    state
}
