//! What happens without anybody asking: clocks run out, bots move, matches leave memory.

use crate::contest::Contest;
use crate::index::Listed;
use crate::office::{Office, blocking};
use crate::opening::withdraw;
use crate::problem::Problem;
use axum::http::StatusCode;
use std::sync::Arc;
use std::time::Duration;

/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(100);
/// Abandoned matches are looked for after so many ticks at the latest: every ten minutes.
const LOOK_EVERY: u64 = 6_000;
/// How many bot moves follow one another because of one who acts, comes to watch, or starts the server: where nobody but bots plays, and nobody
/// looks, they end.
const BOT_MOVES_MAX: usize = 10_000;
/// How often a bot that is refused, or can think of nothing, tries again: it might do so for ever.
const REFUSED_MAX: usize = 3;
/// How long a bot rests when its move cannot be stored: first so long, then twice as long each time, so long at most.
const REST_MIN: Duration = Duration::from_millis(500);
const REST_MAX: Duration = Duration::from_secs(60);

/// Looks after clocks and memory until the server ends.
pub(crate) async fn keep(office: Office) {
    let mut tick = tokio::time::interval(TICK);
    let mut rounds = 0u64;
    let look_every = office.settings.abandoned_seconds.saturating_mul(5).clamp(1, LOOK_EVERY);
    loop {
        tick.tick().await;
        let now = office.clock.now();
        for contest in office.awake() {
            if contest.due().is_some_and(|due| due <= now) {
                let _ = contest.time_passes(&office).await;
                attend(&office, &contest);
            }
        }
        rounds += 1;
        if rounds.is_multiple_of(10) {
            office.let_go();
        }
        if rounds.is_multiple_of(look_every) {
            give_up(&office).await;
        }
    }
}

/// Wakes the matches that were being played when the server ended: clocks run on, and bots owe a move.
pub(crate) async fn wake(office: Office) {
    let mut before = None;
    while let Some(matches) = listed(&office, "playing", &mut before) {
        for contest in matches.iter().filter_map(|listed| office.contest(&listed.id).ok()) {
            let _ = contest.with(&office, |_| ()).await;
            attend(&office, &contest);
        }
    }
    for id in office.index.owed().unwrap_or_default() {
        if let Ok(contest) = office.contest(&id) {
            let _ = contest.catch_up(&office).await;
        }
    }
}

/// Closes what nobody plays any more, and withdraws what nobody came to.
async fn give_up(office: &Office) {
    let after = office.settings.abandoned_seconds.saturating_mul(1_000);
    if after == 0 {
        return;
    }
    // None began before it was opened: what is young is left where it is.
    let old = |listed: &&Listed| listed.opened.saturating_add(after) <= office.clock.now();
    for state in ["playing", "open"] {
        let mut before = None;
        while let Some(matches) = listed(office, state, &mut before) {
            for contest in matches.iter().filter(old).filter_map(|listed| office.contest(&listed.id).ok()) {
                let _ = match state {
                    "open" => withdraw(office, &contest).await,
                    _ => contest.give_up(office, after).await,
                };
            }
        }
    }
}

/// The next matches of those that stand so, the latest first; none after the last. Only a few at a time: all of them may be more than
/// memory holds.
fn listed(office: &Office, state: &str, before: &mut Option<String>) -> Option<Vec<Listed>> {
    let matches = blocking(|| office.index.matches(None, Some(state), before.as_deref(), 200)).ok()?;
    *before = Some(matches.last()?.id.clone());
    Some(matches)
}

/// Lets bots move, if it is their turn, while whoever called goes on.
pub(crate) fn attend(office: &Office, contest: &Arc<Contest>) {
    if !contest.has_bots() {
        return;
    }
    let (office, contest) = (office.clone(), contest.clone());
    tokio::spawn(async move {
        let (mut rest, mut refused) = (REST_MIN, 0);
        for _ in 0..BOT_MOVES_MAX {
            match bot_moved(&office, &contest).await {
                Ok(Some(true)) => (rest, refused) = (REST_MIN, 0),
                // It thought too long, perhaps, and what it chose came too late.
                Ok(Some(false)) if refused < REFUSED_MAX => refused += 1,
                Ok(_) => return,
                // Nobody else would ask it again: whoever plays against it waits for its move.
                Err(problem) if problem.status == StatusCode::SERVICE_UNAVAILABLE.as_u16() => {
                    tokio::time::sleep(rest).await;
                    rest = (2 * rest).min(REST_MAX);
                }
                Err(_) => return,
            }
            tokio::task::yield_now().await;
        }
    });
}

/// Lets a bot move, if it is one's turn: whether it did.
async fn bot_moved(office: &Office, contest: &Contest) -> Result<Option<bool>, Problem> {
    let Some((seat, bot)) = contest.bot_to_move(office).await? else { return Ok(None) };
    contest.let_bot_move(office, seat, &bot).await.map(Some)
}
