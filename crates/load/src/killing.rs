//! Kills the server under load, again and again, and looks whether anything it answered is lost, doubled, or does not verify.

use crate::followed::{Followed, registry};
use crate::played::{Declared, Played};
use crate::process::{Kept, Process};
use crate::{Fault, http};
use referee::{Ask, Stream};
use referee_host::Line;
use referee_store::{LogName, Sqlite, Store, Writes};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;
use tokio::task::LocalSet;
use tokio::time::sleep;

/// How often the server is killed, and how many matches are played meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How often.
    pub times: u32,
    /// How many matches at once.
    pub matches: usize,
    /// It lives at most so many milliseconds.
    pub lives: u32,
}

/// What was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Found {
    /// How often the server was killed.
    pub kills: u64,
    /// Actions that were answered.
    pub answered: u64,
    /// Of them, those that were answered only when they were sent again.
    pub sent_again: u64,
    /// Actions that were answered and are not in the store as they were answered.
    pub lost: u64,
    /// Actions that are in the store twice.
    pub doubled: u64,
    /// Actions in the store that nobody sent.
    pub invented: u64,
    /// Logs of matches in the store.
    pub logs: u64,
    /// Of them, those of matches that are over.
    pub over: u64,
    /// Logs that do not verify.
    pub broken: u64,
}

impl Found {
    /// Whether nothing is amiss.
    pub fn is_well(&self) -> bool {
        (self.lost, self.doubled, self.invented, self.broken) == (0, 0, 0, 0)
    }
}

/// What was sent in a match.
#[derive(Default)]
struct Sent {
    answered: Vec<(Declared, u64)>,
    pending: Option<Declared>,
}

/// What all clients know: where the server is, what was sent, and whether it is time to go.
#[derive(Default)]
struct Ledger {
    address: Cell<Option<SocketAddr>>,
    done: Cell<bool>,
    sent_again: Cell<u64>,
    matches: RefCell<BTreeMap<String, Sent>>,
    failed: RefCell<Option<String>>,
}

/// Kills the server that keeps its logs in a folder; then looks.
pub async fn kill<One: Followed, Two: Followed>(binary: &Path, folder: &Path, plan: Plan) -> Result<Found, Fault> {
    let (ledger, tasks, mut luck) = (Rc::new(Ledger::default()), LocalSet::new(), Stream::from_seed("killing"));
    for number in 0..plan.matches as u64 {
        match number % 2 {
            0 => tasks.spawn_local(player::<One>(ledger.clone(), Stream::new(number))),
            _ => tasks.spawn_local(player::<Two>(ledger.clone(), Stream::new(number))),
        };
    }
    for _ in 0..plan.times {
        let process = Process::referee(binary, Kept::In(folder))?;
        ledger.address.set(Some(process.address));
        let lives = plan.lives / 4 + luck.draw(Ask::below(plan.lives.max(4) * 3 / 4));
        tasks.run_until(sleep(Duration::from_millis(lives.into()))).await;
        process.kill()?;
    }
    // Once more, so that everything that was sent is answered; then they stop.
    let process = Process::referee(binary, Kept::In(folder))?;
    ledger.address.set(Some(process.address));
    ledger.done.set(true);
    tasks.await;
    if let Some(failed) = ledger.failed.take() {
        return Err(failed.into());
    }
    let mut found = Found { kills: plan.times.into(), sent_again: ledger.sent_again.get(), ..Found::default() };
    verify_over(&process, &ledger, &mut found).await?;
    process.kill()?;
    look(folder, &ledger, &mut found)?;
    Ok(found)
}

/// Plays match after match; comes back when the server does.
async fn player<G: Followed>(ledger: Rc<Ledger>, mut luck: Stream) {
    let mut played: Option<(Played<G>, Option<SocketAddr>)> = None;
    while !(ledger.done.get() && played.as_ref().is_none_or(|(played, _)| played.pending().is_none())) {
        let Some(address) = ledger.address.get() else {
            sleep(Duration::from_millis(10)).await;
            continue;
        };
        let stepped = step(&ledger, &mut played, address, &mut luck).await;
        if let Some((played, _)) = &mut played {
            let mut matches = ledger.matches.borrow_mut();
            let sent = matches.entry(played.id.clone()).or_default();
            sent.answered.append(&mut played.answered);
            sent.pending = played.pending().cloned();
        }
        match stepped {
            Ok(true) => {}
            Ok(false) => played = None,
            // The server is gone, or going; where it is not, something is wrong.
            Err(fault) if ledger.address.get() == Some(address) && is_answer(&fault) => {
                ledger.failed.borrow_mut().get_or_insert(fault.to_string());
                return;
            }
            Err(_) => sleep(Duration::from_millis(10)).await,
        }
    }
}

/// Whether a fault is something the server said, and no broken line.
fn is_answer(fault: &Fault) -> bool {
    let text = fault.to_string();
    text.contains("expected, not") || text.contains("\"refused\"") || text.contains("\"error\"")
}

/// One action; whether the match goes on.
async fn step<G: Followed>(
    ledger: &Ledger,
    played: &mut Option<(Played<G>, Option<SocketAddr>)>,
    address: SocketAddr,
    luck: &mut Stream,
) -> Result<bool, Fault> {
    let Some((played, at)) = played else {
        let seed = luck.draw(Ask::below(u32::MAX));
        *played = Some((Played::open(address, Stream::new(seed.into())).await?, Some(address)));
        return Ok(true);
    };
    let is_back = at.take() == Some(address); // a line that breaks stays broken until it is opened anew
    let again = played.pending().is_some();
    if !is_back {
        played.come_back(address).await?;
    }
    let went_on = played.act().await?.is_some();
    ledger.sent_again.set(ledger.sent_again.get() + u64::from(again));
    *at = Some(address);
    Ok(went_on)
}

/// What is over verifies as anyone can see it.
async fn verify_over(process: &Process, ledger: &Ledger, found: &mut Found) -> Result<(), Fault> {
    let ids: Vec<String> = ledger.matches.borrow().keys().cloned().collect();
    for id in ids {
        let (status, log) = http::get(process.address, &format!("/api/logs/{id}")).await?;
        if status != 200 {
            continue; // it is still being played
        }
        found.over += 1;
        let game = Line::parse(log.lines().next().unwrap_or_default())?.header().map_or("", |header| header.game).to_owned();
        let (status, _) = http::post(process.address, &format!("/api/verify/{game}"), &log).await?;
        found.broken += u64::from(status != 200);
    }
    Ok(())
}

/// Looks at what is stored, the server being gone.
fn look(folder: &Path, ledger: &Ledger, found: &mut Found) -> Result<(), Fault> {
    let store = Sqlite::open(&folder.join("referee.db"), Writes::Safe)?;
    store.check()?;
    let registry = registry();
    for (id, sent) in ledger.matches.borrow().iter() {
        let lines = store.read(&LogName::parse(&format!("m-{id}"))?, 0, usize::MAX >> 1)?;
        let text: String = lines.iter().map(|kept| format!("{}\n", kept.text)).collect();
        found.logs += 1;
        found.broken += u64::from(referee_host::verify(&registry, text.as_bytes(), &mut |_| {}).is_err());
        let mut stored: BTreeMap<&str, (u64, &str)> = BTreeMap::new();
        for kept in &lines {
            let line = Line::parse(&kept.text)?;
            let (Some(key), Some((_, action))) = (&kept.key, line.declared()) else { continue };
            found.doubled += u64::from(stored.insert(key, (line.seq, action)).is_some());
        }
        for (declared, seq) in &sent.answered {
            found.answered += 1;
            let is_kept =
                stored.remove(&*declared.key).is_some_and(|(at, action)| at == *seq && is_same(action, &declared.action));
            found.lost += u64::from(!is_kept);
        }
        found.invented += stored.len() as u64;
    }
    Ok(())
}

fn is_same(one: &str, two: &str) -> bool {
    let parse = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
    parse(one) == parse(two)
}
