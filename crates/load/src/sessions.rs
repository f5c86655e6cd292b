//! Sessions of Hop that were played elsewhere, judged again: by the library on two threads, and by the server.

use crate::followed::registry;
use crate::process::Process;
use crate::{Fault, http};
use referee::Seat;
use referee_benches::cpu::Watch;
use referee_benches::hop;
use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::task::LocalSet;

/// How many actions a session has.
pub const LENGTH: u64 = 500;
/// How many different sessions there are.
const DIFFERENT: usize = 8;
/// How many clients send sessions at once.
const CLIENTS: usize = 8;

/// A session as the server takes it.
pub struct Session {
    setup: String,
    actions: Vec<String>,
    body: String,
    log: String,
}

/// Sessions of so many actions each.
pub fn played() -> Vec<Session> {
    let session = |number: usize| {
        let script = hop::wandering(&format!("session {number}"), LENGTH);
        let setup = text(&script.setup);
        let actions: Vec<String> = script.actions.iter().map(text).collect();
        let steps: Vec<String> = actions.iter().map(|action| format!("{{\"action\":{action}}}")).collect();
        let body = format!("{{\"setup\":{setup},\"actions\":[{}]}}", steps.join(","));
        Session { log: hop::text(&script), setup, actions, body }
    };
    (0..DIFFERENT).map(session).collect()
}

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Sessions a second that two threads judge, actions and setup given, if they have a core each: by the processor time they had.
pub fn judged(sessions: &[Session], window: Duration) -> f64 {
    on_two_threads(window, |turn| {
        let session = &sessions[turn % sessions.len()];
        let mut table = begun(session);
        session.actions.iter().all(|action| table.judge(Seat(0), 0, action, None).success)
    })
}

fn begun(session: &Session) -> Box<dyn referee_host::Table> {
    let registry = hop::registry();
    let title = registry.title("hop").expect("it was just put there");
    title.start(Some(&session.setup), None, 0, None).expect("the setup is allowed")
}

/// Sessions a second that two threads verify, the whole log given, by their processor time.
pub fn verified(sessions: &[Session], window: Duration) -> f64 {
    let registry = registry();
    on_two_threads(window, |turn| {
        referee_host::verify(&registry, sessions[turn % sessions.len()].log.as_bytes(), &mut |_| {}).is_ok()
    })
}

fn on_two_threads(window: Duration, work: impl Fn(usize) -> bool + Sync) -> f64 {
    let one = || {
        let (watch, begun, mut done) = (Watch::start(), Instant::now(), 0);
        while begun.elapsed() < window {
            assert!(work(done), "a session that was played holds");
            done += 1;
        }
        done as f64 / watch.elapsed().as_secs_f64()
    };
    std::thread::scope(|scope| [scope.spawn(one), scope.spawn(one)].map(|one| one.join().unwrap_or(0.0)).iter().sum())
}

/// Sessions a second that the server judges, and for a second of its processor time; as actions, or as whole logs.
pub async fn posted(process: &Process, sessions: &[Session], whole: bool, window: Duration) -> Result<(f64, f64), Fault> {
    let (tasks, done) = (LocalSet::new(), Rc::new(Cell::new(0u64)));
    let (before, begun) = (process.worked()?, Instant::now());
    let bodies: Vec<String> = sessions.iter().map(|session| if whole { &session.log } else { &session.body }.clone()).collect();
    let (bodies, address) = (Rc::new(bodies), process.address);
    let clients = (0..CLIENTS).map(|client| {
        let (bodies, done) = (bodies.clone(), done.clone());
        tasks.spawn_local(async move {
            while begun.elapsed() < window {
                let turn = client + done.get() as usize;
                let answer = http::post(address, "/api/verify/hop", &bodies[turn % bodies.len()]).await;
                match answer.map_err(|fault| fault.to_string())? {
                    (200, _) => done.set(done.get() + 1),
                    (status, answer) => return Err(format!("{status}: {answer}")),
                }
            }
            Ok::<(), String>(())
        })
    });
    let clients: Vec<_> = clients.collect();
    tasks.await;
    for client in clients {
        client.await??;
    }
    let worked = process.worked()? - before;
    let done = done.get() as f64;
    Ok((done / begun.elapsed().as_secs_f64(), done / worked.as_secs_f64().max(0.01)))
}
