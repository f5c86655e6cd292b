//! A match being played: judged, stored, told, in this order.

use crate::figures::count;
use crate::limits::{Bucket, Rate};
use crate::live::{Live, Outcome};
use crate::notes::{Chair, Desk, Origin};
use crate::office::{Office, blocking};
use crate::past;
use crate::problem::Problem;
use crate::ruling::{Declared, Ruling};
use crate::token::Hash;
use axum::http::StatusCode;
use referee::{Millis, Seat, Stream};
use referee_host::{Branch, Dice, Line, Sealing, Table, open_lines, resume_lines};
use referee_store::{Append, LogName, StoreError};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

mod words;

/// A match.
pub(crate) struct Contest {
    pub(crate) id: String,
    log: LogName,
    desk: Mutex<Desk>,
    /// Held by whoever takes a seat, from looking until it is noted: one after another.
    joining: tokio::sync::Mutex<()>,
    /// Whether a bot sits in a seat: seats are given to bots when a match is opened, and never afterwards.
    has_bots: bool,
    /// Whether anybody else does, or may.
    has_people: bool,
    /// The game, while somebody asks for it. It is given away only for as long as something is judged, and only to one.
    live: tokio::sync::Mutex<Option<Live>>,
    /// Wakes whoever listens when there is something to tell, and how many listen.
    news: Notify,
    listeners: AtomicUsize,
    /// When somebody asked for it last, and when time will bring something about (0: never).
    touched: AtomicU64,
    due: AtomicU64,
    /// How many refusals of each seat may still go on record.
    patience: Mutex<BTreeMap<Seat, Bucket>>,
}

/// How many refusals of a seat go on record at once, where the rules put them there, and then one in how many seconds: the log is not for
/// filling.
const REFUSALS: Rate = Rate { a_second: 0.2, at_once: 64.0 };

/// Why something is judged.
enum Why {
    /// Somebody declares it, perhaps under a key.
    Declared(Option<String>),
    /// Time alone brings it about: no match is too long for that.
    Time,
}

impl Contest {
    pub(crate) fn new(id: &str, log: LogName, desk: Desk, now: u64) -> Contest {
        let is_bot = |chair: &Chair| matches!(chair, Chair::Bot(_));
        let (has_bots, has_people) = (desk.opened.seats.values().any(is_bot), !desk.opened.seats.values().all(is_bot));
        Contest {
            id: id.to_owned(),
            log,
            desk: Mutex::new(desk),
            joining: tokio::sync::Mutex::default(),
            has_bots,
            has_people,
            live: tokio::sync::Mutex::new(None),
            news: Notify::new(),
            listeners: AtomicUsize::new(0),
            touched: AtomicU64::new(now),
            due: AtomicU64::new(0),
            patience: Mutex::default(),
        }
    }

    pub(crate) fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whoever holds this takes a seat; the others wait.
    pub(crate) async fn joining(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.joining.lock().await
    }

    /// Reads the notes again: what is in memory may not be what is stored. The match itself stays: there is never a second one of it.
    pub(crate) fn reread(&self, office: &Office) -> Result<(), Problem> {
        let notes = office.lines(&crate::notes::notes_of(&self.id)?)?;
        let read = Desk::read(notes.iter().map(String::as_str))?;
        *self.desk() = read;
        Ok(())
    }

    /// The game that is played.
    pub(crate) fn game(&self) -> String {
        self.desk().opened.game.clone()
    }

    /// The log of the match.
    pub(crate) fn log(&self) -> &LogName {
        &self.log
    }

    /// Whether a bot sits in a seat.
    pub(crate) fn has_bots(&self) -> bool {
        self.has_bots
    }

    /// How a match ended, as a message.
    pub(crate) async fn over(&self, office: &Office) -> Result<String, Problem> {
        self.with(office, |live| {
            let score = |(seat, name): (u8, &&str)| format!("\"{name}\":{}", live.table.score(Seat(seat)));
            let scores: Vec<String> = (0u8..).zip(&live.card.seats).map(score).collect();
            let result = live.table.parley().result;
            let result = result
                .and_then(|result| serde_json::to_string(&result).ok())
                .map_or_else(String::new, |result| format!(",\"result\":{result}"));
            format!("{{\"type\":\"over\",\"seq\":{},\"scores\":{{{}}}{result}}}", live.table.seq(), scores.join(","))
        })
        .await
    }

    pub(crate) fn touch(&self, now: u64) {
        self.touched.store(now, Ordering::Relaxed);
    }

    /// Whether nobody has asked for it for so long, nobody listens, no clock runs, and no seat has to wait until it may be refused again:
    /// whoever waits for it to leave memory finds no new patience.
    pub(crate) fn is_idle(&self, now: u64, idle: u64) -> bool {
        let quiet = self.touched.load(Ordering::Relaxed).saturating_add(idle) <= now;
        let patient = || self.patience().values().all(|left| left.is_full(REFUSALS));
        let unasked = quiet && self.listeners.load(Ordering::Relaxed) == 0 && self.due.load(Ordering::Relaxed) == 0;
        unasked && patient() && self.live.try_lock().is_ok()
    }

    /// Whoever listens keeps the match in memory.
    pub(crate) fn listen(self: &Arc<Self>) -> Listener {
        self.listeners.fetch_add(1, Ordering::Relaxed);
        Listener(self.clone())
    }

    /// Has whoever listens look again, although perhaps there is nothing new.
    pub(crate) fn stir(&self) {
        self.news.notify_waiters();
    }

    /// When time will bring something about.
    pub(crate) fn due(&self) -> Option<u64> {
        Some(self.due.load(Ordering::Relaxed)).filter(|due| *due > 0)
    }

    /// Does something with the game, which is read from the store if it is not in memory.
    pub(crate) async fn with<T>(&self, office: &Office, work: impl FnOnce(&mut Live) -> T) -> Result<T, Problem> {
        let mut held = self.live.lock().await;
        Ok(work(self.loaded(office, &mut held).await?))
    }

    async fn loaded<'a>(&self, office: &Office, held: &'a mut Option<Live>) -> Result<&'a mut Live, Problem> {
        if held.is_none() {
            *held = Some(match self.load(office)? {
                Some(live) => live,
                None => self.begin(office).await?,
            });
        }
        held.as_mut().ok_or_else(|| Problem::missing("match"))
    }

    /// Reads the game: its latest keyframe and what follows, or all of it; none where it has no log yet.
    fn load(&self, office: &Office) -> Result<Option<Live>, Problem> {
        let desk = self.desk().clone();
        let Some(standing) = office.store.standing(&self.log)? else { return Ok(None) };
        let latest = standing.next.saturating_sub(referee_host::KEYFRAME_EVERY + 8);
        let mut table = None;
        if latest > 0 {
            let first = office.store.read(&self.log, 0, 1)?;
            let lines = office.store.read(&self.log, latest, standing.next as usize)?;
            let lines: Vec<&str> = lines.iter().map(|kept| &*kept.text).collect();
            table = resume_lines(&office.registry, first.first().map_or("", |kept| &kept.text), &lines)?;
        }
        let mut table = match table {
            Some(table) => table,
            None => open_lines(&office.registry, office.lines(&self.log)?.iter().map(String::as_str))?,
        };
        count(&office.figures.loaded);
        if !standing.closed {
            table.entrust(desk.secret()?)?;
        }
        let live = Live::new(table, (&desk, begins_at(office, &desk)?), standing.next, standing.closed);
        self.set_due(&live);
        self.stir(); // what is stored may be more than what was told
        Ok(Some(live))
    }

    /// Begins the log, once every seat is taken.
    async fn begin(&self, office: &Office) -> Result<Live, Problem> {
        let desk = self.desk().clone();
        if !desk.is_full() {
            return Err(desk.not_begun());
        }
        let (table, lines) = match &desk.opened.of {
            None => self.founded(office, &desk)?,
            Some(of) => self.branched(office, &desk, of)?,
        };
        match office.store.append(Append::new(&self.log, 0, lines)).await {
            Ok(appended) => {
                let live = Live::new(table, (&desk, begins_at(office, &desk)?), appended.next, false);
                self.set_due(&live);
                Ok(live)
            }
            // Somebody else has begun it.
            Err(StoreError::Conflict { .. }) => self.load(office)?.ok_or_else(|| Problem::missing("match")),
            Err(error) => Err(error.into()),
        }
    }

    /// A new game, and its first line.
    fn founded(&self, office: &Office, desk: &Desk) -> Result<(Box<dyn Table>, String), Problem> {
        let title = office.registry.title(&desk.opened.game)?;
        let (salt, players) = (desk.opened.salt.clone(), desk.players(&title.card())?);
        let sealing = Sealing { secret: desk.secret()?, salt, name: self.id.clone(), players };
        let table = title.start_sealed(desk.opened.setup.as_deref(), None, 0, sealing)?;
        let lines = table.text()?;
        Ok((table, lines))
    }

    /// A game that goes on from a moment of another with dice of its own, and all lines up to there.
    fn branched(&self, office: &Office, desk: &Desk, of: &Origin) -> Result<(Box<dyn Table>, String), Problem> {
        let (log, _) = crate::logs::stored(office, &of.id)?;
        let (mut table, mut lines) = past::moment(office, &log, of.record)?;
        let secret = desk.secret()?;
        let (players, dice) = (desk.players(&table.card())?, Some(Dice::Sealed(secret.commit())));
        let branch = Branch { of: of.id.clone(), players, dice, ..Branch::named(&self.id) };
        lines.push_str(&table.fork(branch)?);
        table.entrust(secret)?;
        Ok((table, lines))
    }

    fn set_due(&self, live: &Live) {
        let due = live.table.due().filter(|_| !live.over).map(|(at, ..)| live.times.in_world(at));
        self.due.store(due.unwrap_or(0), Ordering::Relaxed);
    }

    /// The seat that a token opens.
    pub(crate) fn seat(&self, office: &Office, token: Option<&Hash>) -> Result<Option<Seat>, Problem> {
        let desk = self.desk();
        let Some(token) = token else { return Ok(None) };
        let seat = desk.seat_of(token).ok_or_else(Problem::unauthorized)?;
        Ok(Some(office.registry.title(&desk.opened.game)?.card().seat(Some(seat))?))
    }

    /// Judges an action of a seat, stores what happened, and only then says so.
    pub(crate) async fn act(&self, office: &Office, seat: Seat, declared: &Declared<'_>) -> Result<Ruling, Problem> {
        let mut held = self.live.lock().await;
        let live = self.loaded(office, &mut held).await?;
        let key = declared.key(seat)?;
        if let Some(said) = &declared.seat
            && live.card.seat(Some(said))? != seat
        {
            return Err(Problem::new(StatusCode::FORBIDDEN, "NOT_YOUR_SEAT", format!("the token does not open {said:?}")));
        }
        let seq = live.table.seq();
        let is_latest = declared.after.map(|after| after == seq);
        let allowed = self.check_patience(seat).and_then(|()| check_room(office, seq));
        if (is_latest != Some(true) || allowed.is_err())
            && let Some(ruling) = self.ruled_before(office, seq, seat, declared)?
        {
            return Ok(ruling);
        }
        if is_latest == Some(false) {
            count(&office.figures.conflicts);
            let problem = Problem::new(StatusCode::CONFLICT, "STALE", "another action came first: look again");
            let problem = problem.because(format!("after {seq}"), format!("after {}", declared.after.unwrap_or_default()));
            return Err(problem.at_record(seq));
        }
        allowed?;
        let mut judged = self.judge(office, &mut held, seat, declared.action.get(), Why::Declared(key)).await;
        if let (Ok(ruling), Some(live), false) = (&mut judged, &*held, declared.told_by_record)
            && ruling.is_record
        {
            ruling.events = live.table.seen(ruling.seq, Some(seat)).into_owned().into();
        }
        if judged.is_err() {
            // What is in memory may not be what is stored.
            *held = None;
        }
        // Who names the latest record has most likely not sent it before: the key is looked for only when it did not go on record.
        if is_latest == Some(true)
            && !judged.as_ref().is_ok_and(|ruling| ruling.is_record)
            && let Some(ruling) = self.ruled_before(office, seq, seat, declared)?
        {
            return Ok(ruling);
        }
        judged
    }

    fn patience(&self) -> MutexGuard<'_, BTreeMap<Seat, Bucket>> {
        self.patience.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whoever has filled the log with refusals has to wait.
    fn check_patience(&self, seat: Seat) -> Result<(), Problem> {
        if self.patience().get(&seat).is_none_or(|left| left.has(REFUSALS)) {
            return Ok(());
        }
        Err(Problem::too_much("TOO_MANY_REFUSALS", "too much of what this seat declared was refused: wait a few seconds"))
    }

    async fn judge(
        &self,
        office: &Office,
        held: &mut Option<Live>,
        seat: Seat,
        action: &str,
        why: Why,
    ) -> Result<Ruling, Problem> {
        let live = self.loaded(office, held).await?;
        count(&office.figures.actions);
        let at = live.time(office);
        let verdict = live.table.act(seat, at, action, None);
        let mut ruling = Ruling {
            seq: live.table.seq(),
            events: "[]".into(),
            errors: verdict.errors,
            error_events: verdict.error_events,
            readable: verdict.readable,
            is_record: false,
        };
        if verdict.lines.is_empty() {
            count(&office.figures.refused);
            return Ok(ruling);
        }
        ruling.is_record = true;
        if !ruling.errors.is_empty() {
            self.patience().entry(seat).or_insert_with(|| Bucket::full(REFUSALS)).take(REFUSALS);
        }
        let mut append = Append::new(&self.log, live.next, verdict.lines);
        append.key = if let Why::Declared(key) = why { key } else { None };
        if live.words.is_some() {
            live.heed();
        }
        self.store(office, live, append).await?;
        Ok(ruling)
    }

    /// Stores what happened, and the end of the match where it has come to one; then tells everyone who listens.
    async fn store(&self, office: &Office, live: &mut Live, mut append: Append) -> Result<(), Problem> {
        if live.table.over(live.table.at()) {
            append.lines.push_str(&live.table.reveal()?);
            append.last = true;
        }
        let last = append.last;
        let stored = office.store.append(append).await;
        let stored = stored.inspect_err(|error| {
            count(if matches!(error, StoreError::Conflict { .. }) {
                &office.figures.conflicts
            } else {
                &office.figures.failures
            });
        })?;
        count(&office.figures.accepted);
        (live.next, live.over) = (stored.next, last);
        live.table.shed(); // the store has it
        self.set_due(live);
        self.stir();
        if last {
            let ranked = self.desk().opened.ranked.then(|| live.result());
            self.ended(office, ranked).await;
        }
        Ok(())
    }

    /// The match has come to its end: whoever reads lists finds it so. What fails here is put right when the server starts again.
    async fn ended(&self, office: &Office, ranked: Option<Outcome>) {
        office.listed(&self.log);
        if let Some(outcome) = ranked {
            let _ = crate::boards::rank_live(office, &self.id, outcome).await;
        }
    }

    /// The answer to an action that was sent before, under the same key; none where the key is new.
    fn ruled_before(&self, office: &Office, latest: u64, seat: Seat, declared: &Declared<'_>) -> Result<Option<Ruling>, Problem> {
        let Some(key) = declared.key(seat)? else { return Ok(None) };
        let Some(at) = office.store.find(&self.log, &key)? else { return Ok(None) };
        count(&office.figures.repeated);
        let kept = office.store.read(&self.log, at, 1)?;
        let line = Line::parse(kept.first().map_or("", |kept| &*kept.text))?;
        let (Some((_, action)), Some(deed)) = (line.declared(), line.deed()) else { return Err(Problem::missing("record")) };
        if !declared.is(action) {
            let problem = Problem::new(StatusCode::CONFLICT, "KEY_USED", "the key was used for another action");
            return Err(problem.at_record(latest));
        }
        // A record does not say whether it is a refusal: it is judged once more, as it stood then.
        let secret = self.desk().secret()?;
        let verdict = blocking(|| {
            let mut table = past::table_at(office, &self.log, Some(line.seq.saturating_sub(1)))?;
            table.entrust(secret)?;
            Ok::<_, Problem>(table.act(seat, deed.at, action, None))
        })?;
        let mut events = Cow::Borrowed("[]");
        if verdict.success || !declared.told_by_record {
            let title = office.registry.title(&self.game())?;
            events = title.seen(&line, Some(seat))?.map_or(events, Cow::Owned);
        }
        let (errors, error_events) = (verdict.errors, verdict.error_events);
        Ok(Some(Ruling { seq: line.seq, events, errors, error_events, readable: true, is_record: true }))
    }

    /// The bot whose turn it is, if it is one's.
    pub(crate) async fn bot_to_move(&self, office: &Office) -> Result<Option<(Seat, String)>, Problem> {
        let chairs = self.desk().opened.seats.clone();
        self.with(office, |live| {
            if live.over {
                return None;
            }
            let at = live.time(office);
            live.table.waiting_for(at).into_iter().find_map(|seat| match chairs.get(live.card.seat_name(seat)) {
                Some(Chair::Bot(bot)) => Some((seat, bot.clone())),
                _ => None,
            })
        })
        .await
    }

    /// Lets a bot move: whether it did. Where nobody but bots plays, they think when no other bot wants to.
    pub(crate) async fn let_bot_move(&self, office: &Office, seat: Seat, bot: &str) -> Result<bool, Problem> {
        let mut luck = Stream::new(u64::from_be_bytes(crate::token::random()?));
        let thinker = if self.has_people { office.thinker().await? } else { office.spare_thinker().await };
        let chosen = self.with(office, |live| {
            let at = live.time(office);
            // It may think for long: others do not wait for it.
            let action = blocking(|| live.table.bot(bot, seat, at, &mut luck))?;
            Ok::<_, Problem>(action.map(|action| (action, live.table.seq())))
        });
        let chosen = chosen.await??;
        drop(thinker);
        let Some((action, after)) = chosen else { return Ok(false) };
        let action: Box<RawValue> =
            RawValue::from_string(action).map_err(|_| Problem::bad("NO_JSON", "a bot's action is JSON"))?;
        let declared = Declared { action: &action, key: None, after: Some(after), seat: None, told_by_record: true };
        self.act(office, seat, &declared).await.map(|ruling| ruling.errors.is_empty())
    }

    /// Ranks a match on a ticket that ended without being ranked: the server ended in between.
    pub(crate) async fn catch_up(&self, office: &Office) -> Result<(), Problem> {
        let owed = |live: &mut Live| (live.over && live.table.closed().is_none()).then(|| live.result());
        if let Some(outcome) = self.with(office, owed).await? {
            crate::boards::rank_live(office, &self.id, outcome).await?;
        }
        Ok(())
    }

    /// Closes a match that nobody has acted in for so long, and tells the secret of its dice.
    pub(crate) async fn give_up(&self, office: &Office, after: u64) -> Result<(), Problem> {
        let mut held = self.live.lock().await;
        let live = self.loaded(office, &mut held).await?;
        if live.over || live.times.in_world(live.table.at()).saturating_add(after) > office.clock.now() {
            return Ok(());
        }
        let mut lines = live.table.close("abandoned")?;
        lines.push_str(&live.table.reveal()?);
        let stored = office.store.append(Append::new(&self.log, live.next, lines).last()).await;
        *held = None;
        stored?;
        self.due.store(0, Ordering::Relaxed);
        self.stir();
        self.ended(office, None).await;
        Ok(())
    }

    /// Declares what time alone brings about, if it is time.
    pub(crate) async fn time_passes(&self, office: &Office) -> Result<(), Problem> {
        let mut held = self.live.lock().await;
        let live = self.loaded(office, &mut held).await?;
        let now = live.time(office);
        let Some((_, seat, action)) = live.table.due().filter(|(at, ..)| *at <= now && !live.over) else {
            self.set_due(live);
            return Ok(());
        };
        let judged = self.judge(office, &mut held, seat, &action, Why::Time).await;
        if judged.is_err() {
            *held = None;
        }
        judged.map(|_| ())
    }
}

/// Somebody who listens to a match.
pub(crate) struct Listener(Arc<Contest>);

impl Listener {
    /// Comes when there is something to tell, from the moment it is polled or enabled.
    pub(crate) fn news(&self) -> Notified<'_> {
        self.0.news.notified()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.listeners.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What time it is in the game of a match when the match begins: where a branch left off, or where the setup puts the clock.
fn begins_at(office: &Office, desk: &Desk) -> Result<Millis, Problem> {
    if let Some(of) = &desk.opened.of {
        return Ok(of.at);
    }
    let title = office.registry.title(&desk.opened.game)?;
    if !title.card().clock {
        return Ok(0);
    }
    Ok(title.start(desk.opened.setup.as_deref(), None, 0, None)?.now())
}

/// A match has room for another record. (What time alone brings about always has.)
fn check_room(office: &Office, seq: u64) -> Result<(), Problem> {
    let most = office.settings.records_max;
    if seq + 1 < most {
        return Ok(());
    }
    let problem = Problem::new(StatusCode::CONFLICT, "MATCH_TOO_LONG", "the match has as many records as a match may have");
    Err(problem.because(format!("at most {most}"), "one more"))
}
