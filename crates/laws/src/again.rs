//! Law 3: the same actions give the same events and states, to the byte: in memory, as text, and when another judge verifies the text.

use crate::breach::{json, same, same_text, works};
use crate::{Breach, Declared, Plan};
use referee::{Cause, Game};
use referee_host::{HostError, Hosted, Playable, Registry, Table, Title, verify};

/// Law 3, for the determinism guarantee, C7, E1 and E2.
pub fn deciding_again_gives_the_same_bytes<R: Playable>(rules: &R, plan: &Plan<R>) -> Result<(), Breach> {
    let Some((game, declared)) = plan.played(rules) else { return refused_again(rules, plan) };
    let before = written(&game);
    works("deciding everything again", game.verify())?;
    same_text("the log after it was verified", &before, &written(&game))?;

    let (again, declared_again) = plan.played(rules).ok_or_else(|| Breach::new("the setup, again", "accepted", "refused"))?;
    same("what is legal, and so what is declared, again", &declared, &declared_again)?;
    same_text("the log of the same game, again", &before, &written(&again))?;
    same_text("the state of the same game, again", &json(game.state()), &json(again.state()))?;
    text_verifies(rules, plan, &game, &declared)
}

fn refused_again<R: Playable>(rules: &R, plan: &Plan<R>) -> Result<(), Breach> {
    let start = || Game::start(rules.clone(), plan.setup.clone()).err();
    same("why the setup is refused, again", &start(), &start())
}

fn text_verifies<R: Playable>(rules: &R, plan: &Plan<R>, game: &Game<R>, declared: &[Declared<R::Action>]) -> Result<(), Breach> {
    let (table, lines) = works("playing over text", tabled(rules, plan, declared))?;
    let (_, lines_again) = works("playing over text, again", tabled(rules, plan, declared))?;
    same_text("the text of the same game, again", &lines, &lines_again)?;
    same_text("the text written at once and line by line", &lines, &works("writing the log", table.text())?)?;
    same_text("the state of the game and of its text", &json(game.state()), &table.state())?;

    let report = works("verifying the text", verify(&registry(rules), lines.as_bytes(), &mut |_| {}))?;
    same("the head of the verified text", &table.head().to_string(), &report.head)?;
    same("the digest of the verified text", &game.digest().to_string(), &report.digest)?;
    same("the records of the verified text", &game.log().len(), &report.records)
}

/// A registry that knows one game.
pub(crate) fn registry<R: Playable>(rules: &R) -> Registry {
    Registry::new().with(hosted(rules))
}

/// The game as a title in which every event ends a move, so that records may be cut wherever the state is sound.
fn hosted<R: Playable>(rules: &R) -> Hosted<R> {
    Hosted::new(rules.clone()).with_moments(|_, _, events| (1..=events.len()).collect())
}

/// Plays over text; gives the table and the lines as they were given out.
pub(crate) fn tabled<R: Playable>(
    rules: &R,
    plan: &Plan<R>,
    declared: &[Declared<R::Action>],
) -> Result<(Box<dyn Table>, String), HostError> {
    let mut table = hosted(rules).start(Some(&json(&plan.setup)), None, 0, None)?;
    let mut lines = table.text()?;
    for Declared { seat, at, action, .. } in declared {
        lines.push_str(&table.act(*seat, *at, &json(action), None).lines);
    }
    Ok((table, lines))
}

/// All records of a game as text, one a line.
pub(crate) fn written<R: Playable>(game: &Game<R>) -> String {
    let mut text = String::new();
    for record in game.log().records(0) {
        let cause = match record.cause {
            Cause::Setup(setup) => json(setup),
            Cause::Action(action) => json(action),
        };
        let (seq, seat, at, refused) = (record.seq, record.seat.0, record.at, record.refused);
        let (dice, events, left_out) = (json(&record.dice), json(&record.events), json(&record.left_out));
        text.push_str(&format!("{seq} {seat} {at} {refused} {cause} {dice} {events} {left_out}\n"));
    }
    text
}
