//! Law 7: `legal` lists exactly what `decide` accepts, each action once, in a fixed order; and when the game is over nobody has any.

use crate::breach::{holds, json, same};
use crate::plan::seats;
use crate::{Breach, Declared, Plan};
use referee::{Millis, Seat, apply};
use referee_host::Playable;
use std::collections::BTreeSet;

/// How many actions of a long list are tried in one state. Which ones changes from state to state.
const TRIED_MAX: usize = 24;

/// Law 7, for C1 and C4.
pub fn legal_lists_what_decide_accepts<R: Playable>(rules: &R, plan: &Plan<R>) -> Result<(), Breach> {
    if let Some(game) = plan.start(rules) {
        lists_are_right(rules, game.state(), 0, 0).map_err(|breach| breach.at(0))?;
    }
    let mut turn = 0;
    plan.play(rules, |game, declared| {
        lists_are_right(rules, game.state(), declared.at, turn)?;
        turn += 1;
        what_is_not_listed_is_refused(rules, game.state(), declared)?;
        let _ = game.act(declared.seat, declared.at, declared.action.clone()).is_ok();
        lists_are_right(rules, game.state(), declared.at, turn)
    })
    .map(|_| ())
}

fn lists_are_right<R: Playable>(rules: &R, state: &R::State, at: Millis, turn: usize) -> Result<(), Breach> {
    let mut nobody = true;
    for seat in seats::<R>() {
        let listed: Vec<R::Action> = rules.legal(state, seat, at).collect();
        nobody &= listed.is_empty();
        same("the list of legal actions, again", &listed, &rules.legal(state, seat, at).collect())?;
        each_once(&listed)?;
        each_accepted(rules, state, seat, at, &listed, turn)?;
    }
    holds("legal actions when the game is over", "none", nobody || !rules.over(state, at), || "some".into())
}

fn each_once<R: serde::Serialize>(listed: &[R]) -> Result<(), Breach> {
    let mut known = BTreeSet::new();
    let twice = listed.iter().map(json).find(|action| !known.insert(action.clone()));
    twice.map_or(Ok(()), |action| Err(Breach::new("a legal action in the list", "once", format!("twice: {action}"))))
}

fn each_accepted<R: Playable>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    at: Millis,
    listed: &[R::Action],
    turn: usize,
) -> Result<(), Breach> {
    let stride = listed.len().div_ceil(TRIED_MAX).max(1);
    for action in listed.iter().skip(turn % stride).step_by(stride) {
        let applied = apply(rules, state, seat, at, action);
        let what = || format!("{} {}", R::name(seat), json(action));
        if let Err(why) = applied.result {
            return Err(Breach::new("an action that is listed", "accepted", format!("refused: {why}: {}", what())));
        }
        holds("an action that is listed", "of a kind that is listed", rules.lists(state, seat, action), what)?;
    }
    Ok(())
}

fn what_is_not_listed_is_refused<R: Playable>(rules: &R, state: &R::State, declared: &Declared<R::Action>) -> Result<(), Breach> {
    let Declared { seat, at, action, .. } = declared;
    let listed = rules.legal(state, *seat, *at).any(|legal| legal == *action);
    if listed || !rules.lists(state, *seat, action) {
        return Ok(());
    }
    let accepted = apply(rules, state, *seat, *at, action).result.is_ok();
    holds("an action that is not listed", "refused", !accepted, || format!("accepted: {} {}", R::name(*seat), json(action)))
}
