//! Law 4: the state is audited before the action is looked at, and again before the turn counts; a breach takes the whole turn back and
//! becomes a refusal. Watched rules show the order; a forbidden state shows what a breach does.

use crate::breach::{holds, json, same, same_text};
use crate::{Breach, Call, Declared, Plan, Watched, Whistle};
use referee::{Game, Refused, Snapshot, apply};
use referee_host::Playable;

/// Law 4, for C2, C3, C4 and the order of validation.
pub fn audits_stand_before_and_after<R: Playable>(rules: &R, plan: &Plan<R>) -> Result<(), Breach> {
    if let Some(game) = plan.start(rules) {
        is_sound(rules, game.state(), "after the setup").map_err(|breach| breach.at(0))?;
    }
    let game = plan.play(rules, |game, declared| {
        let before = game.state().clone();
        let accepted = game.act(declared.seat, declared.at, declared.action.clone()).is_ok();
        is_sound(rules, game.state(), if accepted { "after an action" } else { "after a refusal" })?;
        audits_frame_the_decision(rules, &before, declared, accepted)?;
        an_unsound_state_stops_everything(rules, &before, declared)?;
        if accepted && *game.state() != before {
            a_breach_takes_the_turn_back(rules, &before, game.state(), declared)?;
        }
        Ok(())
    })?;
    drop(game);
    Ok(())
}

/// A state that was reached is sound, and stays so when asked again.
fn is_sound<R: Playable>(rules: &R, state: &R::State, when: &str) -> Result<(), Breach> {
    same(&format!("the audit {when}"), &Ok(()), &rules.audit(state))?;
    same(&format!("the audit {when}, again"), &Ok(()), &rules.audit(state))
}

fn audits_frame_the_decision<R: Playable>(
    rules: &R,
    before: &R::State,
    declared: &Declared<R::Action>,
    accepted: bool,
) -> Result<(), Breach> {
    let watched = Watched::new(rules.clone(), None);
    let applied = apply(&watched, before, declared.seat, declared.at, &declared.action);
    same("whether watched rules accept", &accepted, &applied.result.is_ok())?;
    let expected: &[Call] = if accepted { &[Call::Audit, Call::Decide, Call::Audit] } else { &[Call::Audit, Call::Decide] };
    same("what `apply` asks, in order", expected, &watched.calls()[..])?;

    let mut game = Game::resume(watched.clone(), Snapshot { seq: 0, state: before.clone() });
    let _ = game.act(declared.seat, declared.at, declared.action.clone()).is_ok();
    let calls = watched.calls();
    holds("what a game asks, in order", &format!("{expected:?} first"), calls.starts_with(expected), || format!("{calls:?}"))
}

/// Steps 1 and 2 of the contract.
fn an_unsound_state_stops_everything<R: Playable>(
    rules: &R,
    before: &R::State,
    declared: &Declared<R::Action>,
) -> Result<(), Breach> {
    let watched = Watched::new(rules.clone(), Some(before.clone()));
    let expected = Err(Refused::Unsound(Whistle::Planted));
    let applied = apply(&watched, before, declared.seat, declared.at, &declared.action);
    same("what `apply` says to an unsound state", &expected, &applied.result)?;
    same("its code", &Some("PRE_INVARIANT"), &applied.result.err().map(|why| why.code()))?;
    same("events upon an unsound state", &[][..], &applied.events[..])?;
    same("the state after an unsound one", before, &applied.next)?;
    same("what `apply` asks of an unsound state", &[Call::Audit][..], &watched.calls()[..])?;

    let mut game = Game::resume(watched.clone(), Snapshot { seq: 0, state: before.clone() });
    let result = game.act(declared.seat, declared.at, declared.action.clone()).map(|_| ());
    same("what a game says to an unsound state", &expected, &result)?;
    same("records upon an unsound state", &0, &game.log().len())?;
    same("what a game asks of an unsound state", &[Call::Audit][..], &watched.calls()[..])
}

/// Step 5 of the contract.
fn a_breach_takes_the_turn_back<R: Playable>(
    rules: &R,
    before: &R::State,
    after: &R::State,
    declared: &Declared<R::Action>,
) -> Result<(), Breach> {
    let watched = Watched::new(rules.clone(), Some(after.clone()));
    let expected = Err(Refused::Breach(Whistle::Planted));
    let mut game = Game::resume(watched.clone(), Snapshot { seq: 0, state: before.clone() });
    let result = game.act(declared.seat, declared.at, declared.action.clone()).map(|_| ());
    same("what a game says to a breach", &expected, &result)?;
    same("its code", &Some("POST_INVARIANT_FAILED"), &result.err().map(|why| why.code()))?;

    let applied = apply(&watched, before, declared.seat, declared.at, &declared.action);
    same("what `apply` says to a breach", &expected, &applied.result)?;
    let mut taken_back = before.clone();
    applied.events.iter().for_each(|event| rules.evolve(&mut taken_back, event));
    holds("events of a breach", "one at most", applied.events.len() <= 1, || format!("{:?}", applied.events))?;
    same("records of a breach", &(applied.events.len() as u64), &game.log().len())?;
    same_text("the state after a breach", &json(&taken_back), &json(game.state()))?;
    same_text("the next state of `apply` after a breach", &json(&taken_back), &json(&applied.next))
}
