//! A plan as a scenario draft: what a bug report is made of.

use crate::breach::json;
use crate::{Declared, Plan, Walk};
use referee::Game;
use referee_host::Playable;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A plan as the text of a scenario draft: the setup, every action, and refusals as expectations. An action the rules stumble over ends it.
pub fn draft<R: Playable>(rules: &R, plan: &Plan<R>) -> String {
    let mut text = format!("{{\"game\":\"{}\",\"setup\":{}}}\n", R::NAME, json(&plan.setup));
    let Some(mut game) = steady(|| plan.start(rules)).flatten() else { return text };
    let mut walk = Walk::new(&plan.moves);
    while let Some(declared) = steady(|| walk.next(rules, game.state())).flatten() {
        let verdict = steady(|| verdict(&mut game, &declared));
        text.push_str(&line::<R>(&declared, verdict.clone().flatten()));
        if verdict.is_none() {
            break;
        }
    }
    text
}

/// The code of a refusal that is not on record.
fn verdict<R: Playable>(game: &mut Game<R>, declared: &Declared<R::Action>) -> Option<String> {
    let records = game.log().len();
    let refused = game.act(declared.seat, declared.at, declared.action.clone()).err().map(|why| why.code().to_owned());
    refused.filter(|_| game.log().len() == records)
}

fn line<R: Playable>(declared: &Declared<R::Action>, refused: Option<String>) -> String {
    let (seat, at, action) = (R::name(declared.seat), declared.at, json(&declared.action));
    match refused {
        None => format!("{{\"seat\":\"{seat}\",\"at\":{at},\"action\":{action}}}\n"),
        Some(code) => format!("#! {{\"seat\":\"{seat}\",\"at\":{at},\"action\":{action},\"refused\":\"{code}\"}}\n"),
    }
}

/// What a function gives, unless it panics.
fn steady<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}
