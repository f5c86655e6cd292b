//! Law 1: one entry point. A refused action changes nothing, but for the one event that puts it on record where the rules want that; an
//! accepted one has events; the pure facade says the same and never touches its input.

use crate::breach::{holds, json, same, same_text};
use crate::plan::seats;
use crate::{Breach, Declared, Plan};
use referee::{Applied, Fault, Game, Refused, Seat, apply};
use referee_host::Playable;

/// Law 1, for C1, C3, C4, C6, E5 and E6.
pub fn a_refused_action_changes_nothing<R: Playable>(rules: &R, plan: &Plan<R>) -> Result<(), Breach> {
    let game = plan.play(rules, |game, declared| {
        nobody_else_may_act(game, declared)?;
        judge(game, declared)
    })?;
    drop(game);
    Ok(())
}

fn judge<R: Playable>(game: &mut Game<R>, declared: &Declared<R::Action>) -> Result<(), Breach> {
    let rules = game.rules().clone();
    let (before, before_text, records) = (game.state().clone(), json(game.state()), game.log().len());
    let applied = apply(&rules, game.state(), declared.seat, declared.at, &declared.action);
    same_text("the input of `apply`, afterwards", &before_text, &json(game.state()))?;
    let standing = Standing::of(&rules, game.state(), declared.at);

    let result = game.act(declared.seat, declared.at, declared.action.clone()).map(|_| ());
    same("what `apply` and the game say", &applied.result, &result)?;
    same("the next state of `apply` and of the game", &applied.next, game.state())?;
    same_text("the next state of `apply` and of the game, as text", &json(&applied.next), &json(game.state()))?;
    same("records that a refusal or an action adds", &u64::from(!applied.events.is_empty()), &(game.log().len() - records))?;
    if !applied.events.is_empty() {
        compare_record(game, declared, &applied)?;
    }
    match result {
        Ok(()) => holds("events of an accepted action", "one or more", !applied.events.is_empty(), || "none".into()),
        Err(Refused::Faulty(Fault::NoEvents)) => Err(Breach::new("events of an action the rules accept", "one or more", "none")),
        Err(_) => refused(game, &applied, &before, &before_text, &standing, declared),
    }
}

fn compare_record<R: Playable>(game: &Game<R>, declared: &Declared<R::Action>, applied: &Applied<R>) -> Result<(), Breach> {
    let Some(record) = game.log().last() else { return Err(Breach::new("the latest record", "there", "not there")) };
    same("the events of `apply` and of the record", &applied.events[..], record.events)?;
    same("whether the record is a refusal", &applied.result.is_err(), &record.refused)?;
    same("who and when on record", &(declared.seat, declared.at), &(record.seat, record.at))
}

fn refused<R: Playable>(
    game: &Game<R>,
    applied: &Applied<R>,
    before: &R::State,
    before_text: &str,
    standing: &Standing,
    declared: &Declared<R::Action>,
) -> Result<(), Breach> {
    let rules = game.rules();
    holds("events of a refusal", "one at most", applied.events.len() <= 1, || applied.events.len().to_string())?;
    let mut expected = before.clone();
    applied.events.iter().for_each(|event| rules.evolve(&mut expected, event));
    same("the state after a refusal", &expected, game.state())?;
    if applied.events.is_empty() {
        same_text("the state after a refusal, as text", before_text, &json(game.state()))?;
    }
    same("what the game is about, after a refusal on record", standing, &Standing::of(rules, game.state(), declared.at))
}

/// What the game is about: what each seat may do, how it stands, and where the generator is. A refusal on record may not change it.
#[derive(Debug, PartialEq, Eq)]
struct Standing {
    legal: Vec<String>,
    scores: Vec<i64>,
    over: bool,
    cursor: Option<String>,
}

impl Standing {
    fn of<R: Playable>(rules: &R, state: &R::State, at: u64) -> Standing {
        let legal = |seat: Seat| rules.legal(state, seat, at).map(|action| json(&action)).collect::<Vec<_>>().join(" ");
        Standing {
            legal: seats::<R>().map(legal).collect(),
            scores: seats::<R>().map(|seat| rules.score(state, seat)).collect(),
            over: rules.over(state, at),
            cursor: rules.cursor(state),
        }
    }
}

/// A seat that is not at the table is refused before anything else, and leaves no trace.
fn nobody_else_may_act<R: Playable>(game: &mut Game<R>, declared: &Declared<R::Action>) -> Result<(), Breach> {
    let seats = Seat::count::<R>() as u8;
    let stranger = Seat(seats);
    let expected = Err(Refused::Faulty(Fault::NoSuchSeat { seat: stranger, seats }));
    let (before, records) = (json(game.state()), game.log().len());
    let result = game.act(stranger, declared.at, declared.action.clone()).map(|_| ());
    same("an action of nobody at this table", &expected, &result)?;
    same_text("the state after an action of nobody", &before, &json(game.state()))?;
    same("records after an action of nobody", &records, &game.log().len())?;
    let applied = apply(game.rules(), game.state(), stranger, declared.at, &declared.action);
    same("what `apply` says to nobody", &expected, &applied.result)?;
    holds("events of an action of nobody", "none", applied.events.is_empty(), || format!("{:?}", applied.events))
}
