//! What players say about a match: judged, stored, told, as actions are.

use super::Contest;
use crate::answer::Talk;
use crate::figures::count;
use crate::live::Live;
use crate::office::Office;
use crate::problem::Problem;
use crate::ruling::Spoken;
use axum::http::StatusCode;
use referee::Seat;
use referee_host::{Line, Word};
use referee_store::Append;

impl Contest {
    /// Takes what a seat says about the match, stores it, and only then says so.
    pub(crate) async fn say(&self, office: &Office, seat: Seat, spoken: &Spoken<'_>) -> Result<Talk, Problem> {
        let mut held = self.live.lock().await;
        let live = self.loaded(office, &mut held).await?;
        let key = spoken.key(seat)?;
        if self.was_said(office, live, key.as_deref(), spoken.word)? {
            return Ok(talk(live));
        }
        let seq = live.table.seq();
        if let Some(after) = spoken.after.filter(|after| *after != seq) {
            count(&office.figures.conflicts);
            let problem = Problem::new(StatusCode::CONFLICT, "STALE", "another action came first: look again");
            return Err(problem.because(format!("after {seq}"), format!("after {after}")).at_record(seq));
        }
        let (at, next) = (live.time(office), live.next);
        let line = live.table.say(seat, at, spoken.word)?;
        live.heed();
        let mut append = Append::new(&self.log, next, line);
        append.key = key;
        let stored = self.store(office, live, append).await.map(|()| talk(live));
        if stored.is_err() {
            *held = None; // what is in memory may not be what is stored
        }
        stored
    }

    /// Whether this was sent before, under the same key.
    fn was_said(&self, office: &Office, live: &Live, key: Option<&str>, word: Word) -> Result<bool, Problem> {
        let Some(key) = key else { return Ok(false) };
        let Some(at) = office.store.find(&self.log, key)? else { return Ok(false) };
        count(&office.figures.repeated);
        let kept = office.store.read(&self.log, at, 1)?;
        let said = Line::parse(kept.first().map_or("", |kept| &*kept.text))?.word();
        if said.is_some_and(|(_, said)| said == word.name()) {
            return Ok(true);
        }
        Err(Problem::new(StatusCode::CONFLICT, "KEY_USED", "the key was used for something else").at_record(live.table.seq()))
    }
}

/// How it stands between the players.
fn talk(live: &Live) -> Talk {
    Talk { seq: live.table.seq(), parley: live.table.parley() }
}
