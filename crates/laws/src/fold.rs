//! Law 2: the state is nothing but the fold of the events. Folding them alone, without deciding, gives the same state, and nothing but an
//! event changes it: neither asking what is legal nor looking.

use crate::breach::{json, same, same_text, works};
use crate::plan::{eyes, seats};
use crate::{Breach, Plan};
use referee::{Game, Millis, Record};
use referee_host::Playable;

/// Law 2, for C5, C8, E3 and E4.
pub fn events_alone_make_the_state<R: Playable>(rules: &R, plan: &Plan<R>) -> Result<(), Breach> {
    let mut texts = Vec::new();
    let game = plan.play(rules, |game, declared| {
        texts.resize(game.log().len() as usize, json(game.state()));
        let _ = game.act(declared.seat, declared.at, declared.action.clone());
        asking_changes_nothing(game, declared.at)
    })?;
    let Some(game) = game else { return Ok(()) };
    texts.resize(game.log().len() as usize, json(game.state()));
    each_record_leads_on(&game, &texts)?;
    the_whole_folds(&game)?;
    no_events_no_change(&game)?;
    events_out_of_place_do_no_harm(&game);
    Ok(())
}

/// `evolve` is total: a log may come from a stranger, with any event at any moment. Whatever comes of it is for the audit to judge; what
/// must not happen is a panic.
fn events_out_of_place_do_no_harm<R: Playable>(game: &Game<R>) {
    let (mut early, mut late) = (R::State::default(), game.state().clone());
    let events: Vec<&R::Event> = game.log().events().collect();
    for event in events.iter().rev() {
        game.rules().evolve(&mut R::State::default(), event);
        game.rules().evolve(&mut early, event);
        game.rules().evolve(&mut late, event);
    }
}

/// Folds record by record, each upon the state before it.
fn each_record_leads_on<R: Playable>(game: &Game<R>, texts: &[String]) -> Result<(), Breach> {
    let mut state = R::State::default();
    for (record, expected) in game.log().records(0).zip(texts) {
        let step = record.seq as usize;
        record.events.iter().for_each(|event| game.rules().evolve(&mut state, event));
        same_text("the state after a record, folded", expected, &json(&state)).map_err(|breach| breach.at(step))?;
        let there = works("going back to a record", game.at(record.seq))?;
        same("the state after a record, gone back to", &state, &there).map_err(|breach| breach.at(step))?;
    }
    same("the last state, folded", game.state(), &state)
}

fn the_whole_folds<R: Playable>(game: &Game<R>) -> Result<(), Breach> {
    let replayed = works("a replay", Game::replay(game.rules().clone(), game.log().records(0)))?;
    same("the state after a replay", game.state(), replayed.state())?;
    same("the digest after a replay", &game.digest(), &replayed.digest())?;
    let mut state = R::State::default();
    game.log().events().for_each(|event| game.rules().evolve(&mut state, event));
    same("the fold of all events", game.state(), &state)
}

fn no_events_no_change<R: Playable>(game: &Game<R>) -> Result<(), Breach> {
    let Some(last) = game.log().last() else { return Ok(()) };
    let mut copy = game.clone();
    let empty = Record { seq: last.seq + 1, events: &[], dice: &[], ..last };
    works("following a record without events", copy.follow(empty))?;
    same_text("the state after a record without events", &json(game.state()), &json(copy.state()))
}

/// Asking is free.
fn asking_changes_nothing<R: Playable>(game: &Game<R>, at: Millis) -> Result<(), Breach> {
    let (rules, state, before) = (game.rules(), game.state(), json(game.state()));
    for seat in seats::<R>() {
        rules.legal(state, seat, at).for_each(drop);
        rules.score(state, seat);
        rules.outlook(state, seat);
    }
    eyes::<R>().for_each(|eye| drop(rules.view(state, eye)));
    rules.over(state, at);
    let _ = rules.audit(state);
    rules.cursor(state);
    same_text("the state after it was only looked at", &before, &json(state))
}
