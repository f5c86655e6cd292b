//! Bots. They get what their seat may know, and nothing else: the view, what is legal, and whatever they can imagine from the view.

use crate::HostError;
use referee::{Ask, Legal, Millis, Seat, Show, Stream, apply};

/// The bots that can take a seat in any game.
pub const BOTS: &[&str] = &["random", "greedy", "deep"];

/// A bot that a title brings: which of the legal actions it takes, from what its seat may know. A number beyond them is the last one.
pub type Bot<R> = fn(&Thought<'_, R>, &mut Stream) -> usize;

/// What a bot knows when it chooses.
pub struct Thought<'a, R: Show> {
    /// The rules.
    pub rules: &'a R,
    /// What its seat may know.
    pub view: &'a R::View,
    /// Its seat.
    pub seat: Seat,
    /// When.
    pub at: Millis,
    /// What it may do; never empty.
    pub legal: &'a [R::Action],
}

/// How many of its first actions the deep bot follows up, and how many second ones it looks at for each.
const FIRSTS_MAX: usize = 12;
const SECONDS_MAX: usize = 64;

/// Which of the legal actions a bot takes; `None` if there are none.
pub(crate) fn choose<R: Show>(
    bot: &str,
    own: &[(&'static str, Bot<R>)],
    thought: &Thought<'_, R>,
    luck: &mut Stream,
) -> Result<Option<usize>, HostError> {
    let Thought { rules, view, seat, at, legal } = *thought;
    if legal.is_empty() {
        return Ok(None);
    }
    if let Some((_, own)) = own.iter().find(|(name, _)| *name == bot) {
        return Ok(Some(own(thought, luck).min(legal.len() - 1)));
    }
    match bot {
        "random" => Ok(Some(luck.draw(Ask::below(legal.len() as u32)) as usize)),
        "greedy" => Ok(Some(greedy(rules, view, seat, at, legal, luck))),
        "deep" => Ok(Some(deep(rules, view, seat, at, legal, luck))),
        _ => {
            let error = HostError::bad("NO_SUCH_BOT", format!("there is no bot called {bot:?}"));
            Err(error.because(names(own).join(" or "), bot))
        }
    }
}

/// The bots that can take a seat: the title's own, which know the game, then those of any game.
pub(crate) fn names<R: Show>(own: &[(&'static str, Bot<R>)]) -> Vec<&'static str> {
    own.iter().map(|(name, _)| *name).chain(BOTS.iter().copied()).collect()
}

/// The action after which the seat stands best, one step ahead in an imagined state; the choice among equals is left to luck.
fn greedy<R: Legal + Show>(rules: &R, view: &R::View, seat: Seat, at: Millis, legal: &[R::Action], luck: &mut Stream) -> usize {
    let imagined = rules.imagine(view, luck.next().number());
    let outlook = |action: &R::Action| rules.outlook(&apply(rules, &imagined, seat, at, action).next, seat);
    best(&legal.iter().map(outlook).collect::<Vec<_>>(), luck)
}

/// The action after which the seat can stand best, two of its own steps ahead: the most promising first steps are followed up.
fn deep<R: Legal + Show>(rules: &R, view: &R::View, seat: Seat, at: Millis, legal: &[R::Action], luck: &mut Stream) -> usize {
    let imagined = rules.imagine(view, luck.next().number());
    let firsts: Vec<R::State> = legal.iter().map(|action| apply(rules, &imagined, seat, at, action).next).collect();
    let mut outlooks: Vec<i64> = firsts.iter().map(|state| rules.outlook(state, seat)).collect();
    let mut order: Vec<usize> = (0..legal.len()).collect();
    order.sort_by_key(|&index| (std::cmp::Reverse(outlooks[index]), index));
    for (place, index) in order.into_iter().enumerate() {
        if place >= FIRSTS_MAX {
            outlooks[index] = i64::MIN; // not followed up
            continue;
        }
        let seconds = rules.legal(&firsts[index], seat, at).take(SECONDS_MAX);
        let outlook = |action| rules.outlook(&apply(rules, &firsts[index], seat, at, &action).next, seat);
        // Where the seat has nothing more to do, what it has counts.
        outlooks[index] = seconds.map(outlook).max().unwrap_or(outlooks[index]);
    }
    best(&outlooks, luck)
}

/// One of the best.
fn best(outlooks: &[i64], luck: &mut Stream) -> usize {
    let most = outlooks.iter().copied().max().unwrap_or(0);
    let equals: Vec<usize> = (0..outlooks.len()).filter(|&index| outlooks[index] == most).collect();
    equals[luck.draw(Ask::below(equals.len() as u32)) as usize]
}
