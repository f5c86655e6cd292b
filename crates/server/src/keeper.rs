//! What happens without anybody asking: clocks run out, bots move, matches leave memory.

use crate::contest::Contest;
use crate::office::Office;
use std::sync::Arc;
use std::time::Duration;

/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(100);
/// How many bot moves follow one another without a rest.
const BOT_MOVES_MAX: usize = 10_000;

/// Looks after clocks and memory until the server ends.
pub(crate) async fn keep(office: Office) {
    let mut tick = tokio::time::interval(TICK);
    let mut rounds = 0u64;
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
    }
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
