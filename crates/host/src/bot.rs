//! Bots. They get what their seat may know, and nothing else: the view, what is legal, and whatever they can imagine from the view.

use crate::HostError;
use referee::{Ask, Legal, Millis, Seat, Show, Stream, apply};

/// The bots that can take a seat in any game.
pub const BOTS: &[&str] = &["random", "greedy"];

/// Which of the legal actions a bot takes; `None` if there are none.
pub(crate) fn choose<R: Show>(
    bot: &str,
    rules: &R,
    view: &R::View,
    seat: Seat,
    at: Millis,
    legal: &[R::Action],
    luck: &mut Stream,
) -> Result<Option<usize>, HostError> {
    if legal.is_empty() {
        return Ok(None);
    }
    match bot {
        "random" => Ok(Some(luck.draw(Ask::below(legal.len() as u32)) as usize)),
        "greedy" => Ok(Some(greedy(rules, view, seat, at, legal, luck))),
        _ => Err(HostError::bad("NO_SUCH_BOT", format!("there is no bot called {bot:?}")).because(BOTS.join(" or "), bot)),
    }
}

/// The action after which the seat stands best, one step ahead in an imagined state; the choice among equals is left to luck.
fn greedy<R: Legal + Show>(rules: &R, view: &R::View, seat: Seat, at: Millis, legal: &[R::Action], luck: &mut Stream) -> usize {
    let imagined = rules.imagine(view, luck.next().number());
    let score = |action: &R::Action| rules.score(&apply(rules, &imagined, seat, at, action).next, seat);
    let scores: Vec<i64> = legal.iter().map(score).collect();
    let best = scores.iter().copied().max().unwrap_or(0);
    let equals: Vec<usize> = (0..legal.len()).filter(|&index| scores[index] == best).collect();
    equals[luck.draw(Ask::below(equals.len() as u32)) as usize]
}
