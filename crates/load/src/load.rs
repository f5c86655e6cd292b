//! Many matches at once: as fast as they go, or at a pace.

use crate::Fault;
use crate::followed::Followed;
use crate::played::Played;
use crate::process::Process;
use referee::{Ask, Stream};
use std::cell::RefCell;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::task::LocalSet;
use tokio::time::{sleep, sleep_until};

/// What comes before it is measured.
const WARM_UP: Duration = Duration::from_millis(1_500);

/// How much is asked of a server, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many sockets there are.
    pub sockets: usize,
    /// How long it is measured.
    pub window: Duration,
    /// How many actions a second are sent together; as many as are answered where it is none.
    pub pace: Option<f64>,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// How many were answered.
    pub answered: u64,
    /// In how many seconds.
    pub seconds: f64,
    /// For how many seconds of the server's processor time.
    pub worked: f64,
    /// How long an answer took, in the middle and at worst but one in a hundred, in microseconds.
    pub p50: u32,
    /// See above.
    pub p99: u32,
    /// How many bytes an action had, and what was told because of it to all sockets.
    pub bytes: (u64, u64),
}

impl Measured {
    /// How many were answered for a second of processor time.
    pub fn for_a_second_worked(&self) -> f64 {
        self.answered as f64 / self.worked.max(0.01)
    }

    /// How many were answered a second.
    pub fn a_second(&self) -> f64 {
        self.answered as f64 / self.seconds
    }
}

/// What all clients note.
#[derive(Default)]
pub(crate) struct Notes {
    latencies: Vec<u32>,
    bytes: (u64, u64),
    failed: Option<String>,
}

/// What all clients share.
pub(crate) type Noted = Rc<RefCell<Notes>>;

/// Notes an answer, and what was said and heard for it.
pub(crate) fn note(noted: &Noted, latency: Duration, bytes: (u64, u64)) {
    let mut notes = noted.borrow_mut();
    notes.latencies.push(u32::try_from(latency.as_micros()).unwrap_or(u32::MAX));
    notes.bytes = (notes.bytes.0 + bytes.0, notes.bytes.1 + bytes.1);
}

/// Lets clients work and measures them once they are warm. The first that fails ends it.
pub(crate) async fn measure<C: Future<Output = Result<(), Fault>> + 'static>(
    process: &Process,
    plan: Plan,
    clients: impl Iterator<Item = (C, Noted)>,
    noted: Noted,
) -> Result<Measured, Fault> {
    let tasks = LocalSet::new();
    for (client, noted) in clients {
        tasks.spawn_local(async move {
            if let Err(fault) = client.await {
                noted.borrow_mut().failed.get_or_insert(fault.to_string());
            }
        });
    }
    tasks.run_until(sleep(WARM_UP)).await;
    let failed = std::mem::take(&mut *noted.borrow_mut()).failed;
    noted.borrow_mut().failed = failed;
    let (before, begun) = (process.worked()?, Instant::now());
    tasks.run_until(sleep(plan.window)).await;
    let (seconds, worked) = (begun.elapsed(), process.worked()? - before);
    let mut notes = std::mem::take(&mut *noted.borrow_mut());
    if let Some(failed) = notes.failed {
        return Err(failed.into());
    }
    notes.latencies.sort_unstable();
    let answered = notes.latencies.len() as u64;
    let of = |part: u64| notes.latencies.get((answered * part / 100) as usize).copied().unwrap_or(0);
    let bytes = (notes.bytes.0 / answered.max(1), notes.bytes.1 / answered.max(1));
    let (p50, p99) = (of(50), of(99));
    Ok(Measured { answered, seconds: seconds.as_secs_f64(), worked: worked.as_secs_f64(), p50, p99, bytes })
}

/// When a client sends: at once, or so many times a second, beginning somewhere in between.
pub(crate) struct Pace(Option<Beat>);

struct Beat {
    /// When it is time; where it has not begun, how long after its beginning.
    due: Result<Instant, Duration>,
    every: Duration,
}

impl Pace {
    pub(crate) fn new(a_second: Option<f64>, luck: &mut Stream) -> Pace {
        Pace(a_second.map(|a_second| {
            let every = Duration::from_secs_f64(1.0 / a_second);
            Beat { due: Err(every * luck.draw(Ask::below(1_000)) / 1_000), every }
        }))
    }

    /// Waits until it is time; gives when it should have been. It begins when this is first asked: other clients may be got ready before.
    pub(crate) async fn next(&mut self) -> Instant {
        let Some(Beat { due, every }) = &mut self.0 else { return Instant::now() };
        let now = due.unwrap_or_else(|after| Instant::now() + after);
        sleep_until(now.into()).await;
        *due = Ok(now + *every);
        now
    }

    /// Whoever had nothing to act in meanwhile owes nothing for that time.
    pub(crate) fn go_on(&mut self) {
        if let Some(Beat { due: Ok(due), .. }) = &mut self.0 {
            *due = Instant::now().max(*due);
        }
    }
}

/// Plays matches of a game over so many sockets.
pub async fn play<G: Followed>(process: &Process, plan: Plan) -> Result<Measured, Fault> {
    let noted = Noted::default();
    let matches = plan.sockets / G::SEATS.len();
    let (mut luck, mut clients) = (Stream::from_seed("load"), Vec::new());
    for number in 0..matches {
        let mut played = Played::<G>::open(process.address, Stream::new(number as u64)).await?;
        // Not all are left at once.
        played.left_after = played.left_after / matches as u64 * (number as u64 + 1);
        let pace = Pace::new(plan.pace.map(|pace| pace / matches as f64), &mut luck);
        clients.push((go_on(process.address, played, pace, noted.clone()), noted.clone()));
    }
    measure(process, plan, clients.into_iter(), noted).await
}

/// Plays a match, and another when it is over, for ever. How long an answer takes is counted from when the action should have been sent; that a
/// match has to be opened first is part of the load, not of an answer.
async fn go_on<G: Followed>(address: SocketAddr, mut played: Played<G>, mut pace: Pace, noted: Noted) -> Result<(), Fault> {
    let mut luck = Stream::from_seed(&played.id);
    loop {
        let sent = pace.next().await;
        match played.act().await? {
            Some(answered) => note(&noted, answered.saturating_duration_since(sent), std::mem::take(&mut played.bytes)),
            None => {
                played = Played::open(address, Stream::new(u64::from(luck.draw(Ask::below(u32::MAX))))).await?;
                pace.go_on();
            }
        }
        played.answered.drain(..played.answered.len().saturating_sub(1));
    }
}
