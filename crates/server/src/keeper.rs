//! What happens without anybody asking: clocks run out, bots move, matches leave memory.

use crate::contest::Contest;
use crate::office::{Office, blocking};
use std::sync::Arc;
use std::time::Duration;

/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(100);
/// Abandoned matches are looked for after so many ticks at the latest: every ten minutes.
const LOOK_EVERY: u64 = 6_000;
/// How many bot moves follow one another without a rest.
const BOT_MOVES_MAX: usize = 10_000;

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
    for contest in playing(&office) {
        let _ = contest.with(&office, |_| ()).await;
        attend(&office, &contest);
    }
    for id in office.index.owed().unwrap_or_default() {
        if let Ok(contest) = office.contest(&id) {
            let _ = contest.catch_up(&office).await;
        }
    }
}

/// Closes what nobody plays any more.
async fn give_up(office: &Office) {
    let after = office.settings.abandoned_seconds.saturating_mul(1_000);
    if after == 0 {
        return;
    }
    let old = |contest: &Arc<Contest>| contest.desk().began.saturating_add(after) <= office.clock.now();
    for contest in playing(office).into_iter().filter(old) {
        let _ = contest.give_up(office, after).await;
    }
}

/// Every match that is being played.
fn playing(office: &Office) -> Vec<Arc<Contest>> {
    let (mut found, mut before) = (Vec::new(), None::<String>);
    while let Ok(matches) = blocking(|| office.index.matches(None, Some("playing"), before.as_deref(), 200)) {
        let Some(last) = matches.last() else { break };
        before = Some(last.id.clone());
        found.extend(matches.iter().filter_map(|listed| office.contest(&listed.id).ok()));
    }
    found
}

/// Lets bots move, if it is their turn, while whoever called goes on.
pub(crate) fn attend(office: &Office, contest: &Arc<Contest>) {
    if !contest.has_bots() {
        return;
    }
    let (office, contest) = (office.clone(), contest.clone());
    tokio::spawn(async move {
        for _ in 0..BOT_MOVES_MAX {
            let Ok(Some((seat, bot))) = contest.bot_to_move(&office).await else { return };
            if contest.let_bot_move(&office, seat, &bot).await.is_err() {
                return;
            }
            tokio::task::yield_now().await;
        }
    });
}
