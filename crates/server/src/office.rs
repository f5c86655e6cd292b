//! What the whole server knows: the games, the store, the matches in memory.

use crate::clock::Clock;
use crate::contest::Contest;
use crate::figures::{Figures, count};
use crate::index::Index;
use crate::limits::Limits;
use crate::notes::{Desk, log_of, notes_of};
use crate::page::Page;
use crate::token::Hash;
use crate::{Problem, Settings};
use referee_host::Registry;
use referee_store::{LogName, Store};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};

/// What the whole server knows. A copy is the same office.
#[derive(Clone)]
pub(crate) struct Office(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) registry: Registry,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) settings: Settings,
    pub(crate) clock: Clock,
    pub(crate) limits: Arc<Limits>,
    pub(crate) figures: Figures,
    pub(crate) index: Index,
    /// What tickets are signed with.
    pub(crate) key: [u8; 32],
    /// Who may judge what was played elsewhere: as many at once as there are cores.
    judges: Semaphore,
    /// How many more may wait for one.
    waiting: Semaphore,
    /// Which bots may think: on half of the cores, one after another. The others are for whoever asks.
    thinkers: Semaphore,
    contests: Mutex<HashMap<String, Arc<Contest>>>,
    /// Who asks for a ticket holds one of these, chosen by the account.
    issuing: [tokio::sync::Mutex<()>; DESKS],
    /// What is told at the address itself.
    pub(crate) page: Page,
    /// Whether the server ends: sockets are told so.
    ending: AtomicBool,
}

impl std::ops::Deref for Office {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.0
    }
}

/// How many players may be given tickets at once.
const DESKS: usize = 64;

/// Does what takes long without keeping others from being answered.
pub(crate) fn blocking<T>(work: impl FnOnce() -> T) -> T {
    use tokio::runtime::{Handle, RuntimeFlavor};
    match Handle::try_current().map(|handle| handle.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(work),
        _ => work(),
    }
}

/// How long whoever waits for a spare turn to think waits before it looks again.
const SPARE: Duration = Duration::from_millis(50);

/// How many lines are read at once.
const READ_AT_ONCE: usize = 1_024;

impl Office {
    /// Opens for business.
    ///
    /// # Errors
    /// If the page cannot be read.
    pub(crate) fn new(
        registry: Registry,
        store: Arc<dyn Store>,
        settings: Settings,
        index: Index,
        key: [u8; 32],
    ) -> std::io::Result<Office> {
        let page = Page::of(&settings)?;
        let (clock, figures, contests) = (Clock::new(), Figures::default(), Mutex::default());
        let limits = Arc::new(Limits::new(&settings));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (judges, thinkers) = (Semaphore::new(cores), Semaphore::new(cores.div_ceil(2)));
        let waiting = Semaphore::new(settings.verifications_max);
        let issuing = std::array::from_fn(|_| tokio::sync::Mutex::default());
        let ending = AtomicBool::new(false);
        Ok(Office(Arc::new(Inner {
            registry,
            store,
            settings,
            clock,
            limits,
            figures,
            index,
            key,
            judges,
            waiting,
            thinkers,
            contests,
            issuing,
            page,
            ending,
        })))
    }

    /// Judges what was played elsewhere, and counts whether it holds.
    pub(crate) async fn judged<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Office) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let judged = self.beside(work).await;
        count(if judged.is_ok() { &self.figures.verified } else { &self.figures.rejected });
        judged
    }

    /// Does what takes long beside everything else. Who comes when too many wait is sent away.
    pub(crate) async fn beside<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Office) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let busy = |_| Problem::too_much("TOO_MANY_VERIFICATIONS", "too many sessions are being judged: try again");
        let _waiting = self.waiting.try_acquire().map_err(busy)?;
        let _judge = self.judges.acquire().await.map_err(|_| Problem::from(referee_store::StoreError::Down))?;
        let office = self.clone();
        let fell = |_| Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "FELL", "the judge fell over this session");
        tokio::task::spawn_blocking(move || work(&office)).await.map_err(fell)?
    }

    /// A bot's turn to think, until what is given is dropped; who came first thinks first.
    pub(crate) async fn thinker(&self) -> Result<SemaphorePermit<'_>, Problem> {
        self.thinkers.acquire().await.map_err(|_| Problem::from(referee_store::StoreError::Down))
    }

    /// A turn to think, when nobody else wants one: for bots that nobody plays against.
    pub(crate) async fn spare_thinker(&self) -> SemaphorePermit<'_> {
        loop {
            match self.thinkers.try_acquire() {
                Ok(thinker) => return thinker,
                Err(_) => tokio::time::sleep(SPARE).await,
            }
        }
    }

    /// A turn to think, if nobody else waits for one: for what need not be answered.
    pub(crate) fn idle_thinker(&self) -> Result<SemaphorePermit<'_>, Problem> {
        self.thinkers.try_acquire().map_err(|_| Problem::too_much("BUSY", "nobody has time to think about it just now"))
    }

    /// Tells every socket that the server ends.
    pub(crate) fn end(&self) {
        self.ending.store(true, Ordering::SeqCst);
        self.awake().iter().for_each(|contest| contest.stir());
    }

    /// Whether the server ends.
    pub(crate) fn is_ending(&self) -> bool {
        self.ending.load(Ordering::SeqCst)
    }

    /// One request for a ticket of an account at a time: the others wait.
    pub(crate) async fn issuing(&self, account: &Hash) -> tokio::sync::MutexGuard<'_, ()> {
        let place = account.0.bytes().fold(0usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        self.issuing[place % DESKS].lock().await
    }

    fn contests(&self) -> MutexGuard<'_, HashMap<String, Arc<Contest>>> {
        self.contests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A match by its id; what is not in memory is read.
    pub(crate) fn contest(&self, id: &str) -> Result<Arc<Contest>, Problem> {
        if let Some(contest) = self.contests().get(id) {
            contest.touch(self.clock.now());
            return Ok(contest.clone());
        }
        let notes = self.lines(&notes_of(id)?)?;
        if notes.is_empty() {
            return Err(Problem::missing("match"));
        }
        let desk = Desk::read(notes.iter().map(String::as_str))?;
        Ok(self.keep(Contest::new(id, log_of(id)?, desk, self.clock.now())))
    }

    /// Keeps a match in memory; if another was faster, that one.
    pub(crate) fn keep(&self, contest: Contest) -> Arc<Contest> {
        let mut contests = self.contests();
        contests.entry(contest.id.clone()).or_insert_with(|| Arc::new(contest)).clone()
    }

    /// A log has grown: the lists are told. What is stored counts, so nothing fails here; a list that was not told is put right at the next start.
    pub(crate) fn listed(&self, log: &LogName) {
        let _ = blocking(|| self.index.look_at(&self.registry, &*self.store, log));
    }

    /// All lines of a log.
    pub(crate) fn lines(&self, log: &LogName) -> Result<Vec<String>, Problem> {
        lines(&*self.store, log)
    }

    /// The ids of matches in memory.
    pub(crate) fn awake(&self) -> Vec<Arc<Contest>> {
        self.contests().values().cloned().collect()
    }

    /// Lets matches go that nobody has asked for lately and nobody holds. Whoever comes back finds them in the store.
    pub(crate) fn let_go(&self) {
        let (now, idle) = (self.clock.now(), self.settings.idle_seconds.saturating_mul(1_000));
        self.contests().retain(|_, contest| Arc::strong_count(contest) > 1 || !contest.is_idle(now, idle));
    }
}

/// All lines of a log.
pub(crate) fn lines(store: &dyn Store, log: &LogName) -> Result<Vec<String>, Problem> {
    let mut lines = Vec::new();
    loop {
        let read = store.read(log, lines.len() as u64, READ_AT_ONCE)?;
        let all = read.len() < READ_AT_ONCE;
        lines.extend(read.into_iter().map(|kept| kept.text));
        if all {
            return Ok(lines);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use referee_store::Memory;
    use std::sync::mpsc::channel;

    /// An office without games that forgets everything.
    pub(crate) fn office(settings: Settings) -> Office {
        let (registry, store): (_, Arc<dyn Store>) = (Registry::new(), Arc::new(Memory::new()));
        let index = Index::open(None, &registry, &*store).unwrap();
        Office::new(registry, store, settings, index, [0; 32]).unwrap()
    }

    /// Threat 14: a judge that is kept busy keeps nobody waiting but those there is room for.
    #[tokio::test]
    async fn threat_14_who_comes_when_too_many_wait_is_sent_away() {
        let office = office(Settings { verifications_max: 1, ..Settings::default() });
        let ((begun, begins), (ends, end)) = (channel(), channel::<()>());
        let judged = tokio::spawn({
            let office = office.clone();
            async move { office.judged(move |_| Ok(begun.send(()).map(|()| end.recv()).is_ok())).await }
        });
        tokio::task::spawn_blocking(move || begins.recv()).await.unwrap().unwrap();
        assert_eq!(office.judged(|_| Ok(())).await.unwrap_err().code, "TOO_MANY_VERIFICATIONS");
        ends.send(()).unwrap();
        assert!(judged.await.unwrap().unwrap());
        assert!(office.judged(|_| Ok(())).await.is_ok(), "and afterwards there is room again");
    }
}
