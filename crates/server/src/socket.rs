//! Live matches: every record a seat may see, in order, once; actions in, rulings out.
//!
//! A client says who it is and where it left off in its first message, `{"type":"hello","token"?,"from"?,"views"?,"shows"?}`. Then it
//! gets `{"type":"record",..}` for each record from there on, and may send `{"type":"act","action","key"?,"after"?}`. An accepted action is
//! answered by its record, which carries the key; one that was accepted and told before by `{"type":"accepted",..}`; a refused one by
//! `{"type":"refused",..}`; `{"type":"look"}` by `{"type":"now",..}`, for where time alone changes what may be done;
//! `{"type":"preview","action","key"?}` by `{"type":"foreseen",..}`, what the action would do as far as the seat can know.
//! `{"type":"resign","key"?,"after"?}` and `{"type":"draw","draw","key"?,"after"?}` say something about the match and are answered by
//! `{"type":"accepted",..}`; everybody is told `{"type":"match",..}` when what is open between the players changes. Without a token it only watches.

use crate::answer::Talk;
use crate::contest::Contest;
use crate::keeper::attend;
use crate::limits::Plug;
use crate::live::Live;
use crate::office::{Office, blocking};
use crate::problem::Problem;
use crate::ruling::{Declared, DrawWord, Spoken};
use crate::token::Hash;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use referee::{Millis, Scene, Seat};
use referee_host::{Line, Word};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt::Write;
use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::time::{Instant, sleep_until, timeout};

/// How long a client may take to say who it is.
const HELLO: Duration = Duration::from_secs(10);
/// A client that says nothing for so long is asked whether it is there, and let go after as long again.
const QUIET: Duration = Duration::from_secs(20);
/// How many actions a screen is offered at most.
const CHOICES_MAX: usize = 2_000;
/// How long a client may take to read what it is sent.
const SLOW: Duration = Duration::from_secs(20);

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
enum Hello {
    Hello {
        #[serde(default)]
        token: Option<String>,
        /// The number of the first record it wants.
        #[serde(default)]
        from: u64,
        /// Whether it wants the view after each record, too.
        #[serde(default)]
        views: bool,
        /// Whether it has a screen: then it gets sentences, cues, the picture and what it may do, too.
        #[serde(default)]
        shows: bool,
    },
}

/// What a client sends afterwards: an action, the question what one would do, or how it stands now. Told apart by hand: an enum that is told apart by a field
/// could not keep text as it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Act<'a> {
    #[serde(borrow)]
    r#type: Cow<'a, str>,
    #[serde(default, borrow)]
    action: Option<&'a RawValue>,
    #[serde(default, borrow)]
    key: Option<Text<'a>>,
    #[serde(default)]
    after: Option<u64>,
    #[serde(default)]
    seat: Option<String>,
    #[serde(default)]
    draw: Option<DrawWord>,
}

/// A text of a message: it is borrowed from there, unless it is written with escapes.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl Act<'_> {
    /// Whether it asks how it stands now: time alone may have changed it.
    fn is_look(&self) -> bool {
        let Act { r#type, action, key, after, seat, draw } = self;
        r#type == "look" && action.is_none() && key.is_none() && after.is_none() && seat.is_none() && draw.is_none()
    }

    /// What it says about the match, if it does.
    fn word(&self) -> Option<Word> {
        let Act { r#type, action: None, seat: None, draw, .. } = self else { return None };
        match (&**r#type, draw) {
            ("resign", None) => Some(Word::Resign),
            ("draw", Some(draw)) => Some(draw.word()),
            _ => None,
        }
    }

    /// Why it is none of them.
    fn problem(&self) -> Problem {
        let problem = Problem::bad("BAD_MESSAGE", "this is no message");
        match &*self.r#type {
            "act" => problem.because("an `action`", "none"),
            "look" => problem.because("{\"type\":\"look\"}", "more than that"),
            "preview" => problem.because("an `action`, perhaps a `key`", "less, or more than that"),
            "resign" => problem.because("perhaps a `key`, perhaps `after`", "more than that"),
            "draw" => problem.because("`draw`: offer, accept or decline", "less, or more than that"),
            other => problem.because("\"act\", \"preview\", \"look\", \"resign\" or \"draw\"", other),
        }
    }
}

/// A socket of a match.
pub(crate) struct Wire {
    pub(crate) office: Office,
    pub(crate) contest: Arc<Contest>,
    pub(crate) from: IpAddr,
    pub(crate) plug: Plug,
}

/// Serves a socket until it closes.
pub(crate) async fn serve(mut socket: WebSocket, wire: Wire) {
    let ended = match greeted(&mut socket, &wire).await {
        Ok(watcher) => watcher.watch(&mut socket, &wire).await,
        Err(problem) => Err(problem),
    };
    let (code, reason) = match ended {
        Ok(End::Over) => (1000, "OVER".into()),
        Ok(End::Server) => (1001, "THE_SERVER_ENDS".into()),
        Ok(End::Gone) => return drop(wire.plug),
        Err(problem) => {
            let _ = send(&mut socket, format!("{{\"type\":\"error\",{}", &problem.json()[1..])).await;
            (1008, problem.code.to_string().into())
        }
    };
    let _ = timeout(SLOW, socket.send(Message::Close(Some(CloseFrame { code, reason })))).await;
    drop(wire.plug);
}

/// Why a socket is not watched any longer.
enum End {
    /// The match is over, and all of it told.
    Over,
    /// The server ends; whoever comes back goes on from where it was.
    Server,
    /// The client is gone.
    Gone,
}

/// What a socket waits for.
enum Next {
    /// There is something to tell.
    News,
    /// The client says something, or is gone.
    Message(Option<Result<Message, axum::Error>>),
    /// Nothing was said for a while.
    Quiet,
}

async fn greeted(socket: &mut WebSocket, wire: &Wire) -> Result<Watcher, Problem> {
    let late = || Problem::bad("NO_HELLO", "the first message says hello: {\"type\":\"hello\"}");
    let message = timeout(HELLO, socket.recv()).await.map_err(|_| late())?;
    let Some(Ok(Message::Text(text))) = message else { return Err(late()) };
    let Hello::Hello { token, from, views, shows } = serde_json::from_str(&text).map_err(|error| bad_message(&error))?;
    let token = token.as_deref().map(Hash::of);
    let seat = wire.contest.seat(&wire.office, token.as_ref())?;
    Ok(Watcher { seat, next: from, views, shows, keys: Vec::new(), words: None })
}

/// Who watches, and how far it has come.
struct Watcher {
    seat: Option<Seat>,
    /// The record that is told next.
    next: u64,
    views: bool,
    shows: bool,
    /// The keys of its own actions that are still to be told: the record, the key as it is written.
    keys: Vec<(u64, String)>,
    /// What it was told last of what is open between the players.
    words: Option<Arc<str>>,
}

impl Watcher {
    async fn watch(mut self, socket: &mut WebSocket, wire: &Wire) -> Result<End, Problem> {
        let listener = wire.contest.listen();
        let hello = wire.contest.with(&wire.office, |live| {
            let (table, card) = (&live.table, &live.card);
            let seat = self.seat.map_or("null".into(), |seat| format!("\"{}\"", card.seat_name(seat)));
            let (id, game) = (&wire.contest.id, card.name);
            let (seq, now) = (table.seq(), self.now(wire, live));
            let words = if self.shows { Some(written(&table.parley()).into()) } else { live.words.clone() };
            let said = words.as_deref().map_or_else(String::new, |words: &str| format!(",{}", &words[1..words.len() - 1]));
            let text =
                format!("{{\"type\":\"hello\",\"match\":\"{id}\",\"game\":\"{game}\",\"seat\":{seat},\"seq\":{seq}{now}{said}}}");
            (text, seq, live.words.clone())
        });
        let (hello, latest, words) = hello.await?;
        if self.next > latest + 1 {
            let problem = Problem::bad("NO_SUCH_RECORD", format!("the match has no record {} yet", self.next));
            return Err(problem.because(format!("from 0 to {}", latest + 1), self.next.to_string()).at_record(latest));
        }
        send(socket, hello).await?;
        self.words = words;
        attend(&wire.office, &wire.contest); // bots that nobody looked at have stopped
        // One timer for all of it: it is looked at when it rings, not set anew with every message.
        let (mut heard, mut asked, mut quiet) = (Instant::now(), false, pin!(sleep_until(Instant::now() + QUIET)));
        loop {
            // It does not listen while it does what it heard: its own actions are told the next time round without waking it.
            let next = {
                let mut news = pin!(listener.news());
                news.as_mut().enable(); // before looking: what comes after that is heard
                if self.tell(socket, wire).await? {
                    return Ok(End::Over);
                }
                if wire.office.is_ending() {
                    return Ok(End::Server);
                }
                tokio::select! {
                    biased; // what costs least is asked first
                    () = news => Next::News,
                    message = socket.recv() => Next::Message(message),
                    () = quiet.as_mut() => Next::Quiet,
                }
            };
            match next {
                Next::News => {}
                Next::Message(Some(Ok(message))) => {
                    (heard, asked) = (Instant::now(), false);
                    if self.hear(socket, wire, message).await? {
                        return Ok(End::Gone);
                    }
                }
                Next::Message(_) => return Ok(End::Gone),
                Next::Quiet if heard + QUIET > Instant::now() => quiet.as_mut().reset(heard + QUIET),
                Next::Quiet if asked => return Ok(End::Gone),
                Next::Quiet => {
                    (heard, asked) = (Instant::now(), true);
                    quiet.as_mut().reset(heard + QUIET);
                    let _ = timeout(SLOW, socket.send(Message::Ping(Vec::new().into()))).await;
                }
            }
        }
    }

    /// Tells what there is to tell; whether the match is over, and all of it told.
    async fn tell(&mut self, socket: &mut WebSocket, wire: &Wire) -> Result<bool, Problem> {
        loop {
            let told = wire.contest.with(&wire.office, |live| {
                let (seq, latest) = (self.next, live.table.seq());
                let acted = live.table.acted(seq).filter(|_| seq <= latest);
                (acted.map(|acted| self.record(wire, live, seq, acted)), latest, live.over)
            });
            let (record, latest, over) = told.await?;
            match record {
                Some(record) => {
                    self.next += 1;
                    send(socket, record).await?;
                }
                None if self.next <= latest => self.tell_old(socket, wire, latest).await?,
                None => {}
            }
            if self.next > latest {
                self.tell_words(socket, wire).await?;
                if over {
                    send(socket, wire.contest.over(&wire.office).await?).await?;
                }
                return Ok(over);
            }
        }
    }

    /// Tells what is open between the players, where that has changed.
    async fn tell_words(&mut self, socket: &mut WebSocket, wire: &Wire) -> Result<(), Problem> {
        let known = self.words.clone();
        let words = wire.contest.with(&wire.office, |live| {
            let is_news = live.words != known;
            let talk = || written(&Talk { seq: live.table.seq(), parley: live.table.parley() });
            is_news.then(|| (live.words.clone(), talk(), self.now(wire, live)))
        });
        let Some((words, talk, now)) = words.await? else { return Ok(()) };
        self.words = words;
        send(socket, format!("{{\"type\":\"match\",{}{now}}}", &talk[1..talk.len() - 1])).await
    }

    /// A record as the seat sees it.
    fn record(&mut self, wire: &Wire, live: &Live, seq: u64, (seat, at): (Seat, Millis)) -> String {
        let (table, events) = (&live.table, live.table.seen(seq, self.seat));
        let key = self.keys.iter().position(|(of, _)| *of == seq).map(|at| self.keys.swap_remove(at).1);
        // Every record is told once to each who listens: put together, not formatted.
        let (mut text, mut digits) = (String::with_capacity(events.len() + 128), itoa::Buffer::new());
        text.extend(["{\"type\":\"record\",\"seq\":", digits.format(seq)]);
        if seq > 0 {
            text.extend([",\"seat\":\"", live.card.seat_name(seat), "\""]);
        }
        text.extend([",\"at\":", digits.format(at), ",\"events\":", &events]);
        if self.shows {
            let (told, cues) = (table.tell(seq, self.seat), table.cues(seq, self.seat));
            let _ = write!(text, ",\"told\":{},\"cues\":{}", written(&told), written(&cues));
        }
        if seq == table.seq() {
            text.push_str(&self.now(wire, live));
        }
        if let Some(key) = key {
            text.extend([",\"key\":", &key]);
        }
        text.push('}');
        text
    }

    /// How it stands now, as far as the client wants to know: the view; or the picture, whom it waits for, and what the seat may do.
    fn now(&self, wire: &Wire, live: &Live) -> String {
        let (mut text, table) = (String::new(), &live.table);
        if self.views {
            text.push_str(&format!(",\"view\":{}", table.view(self.seat)));
        }
        if self.shows {
            let (card, at) = (&live.card, live.time(&wire.office));
            let waiting: Vec<&str> = table.waiting_for(at).into_iter().map(|seat| card.seat_name(seat)).collect();
            let scene = written(&table.scene(self.seat));
            text.push_str(&format!(",\"clock\":{at},\"scene\":{scene},\"waiting_for\":{}", written(&waiting)));
            if let Some(seat) = self.seat {
                text.push_str(&format!(",\"choices\":{}", written(&table.choices(seat, at, CHOICES_MAX))));
            }
        }
        text
    }

    /// Records from before the latest keyframe, which are not in memory: from the store, line by line.
    async fn tell_old(&mut self, socket: &mut WebSocket, wire: &Wire, latest: u64) -> Result<(), Problem> {
        let office = &wire.office;
        let title = office.registry.title(&wire.contest.game())?;
        let mut number = self.next; // marks come between records: no record lies before its own number
        while self.next <= latest {
            let lines = office.store.read(wire.contest.log(), number, 64)?;
            if lines.is_empty() {
                return Err(Problem::missing("record"));
            }
            for kept in lines {
                number = kept.number + 1;
                let parsed = Line::parse(&kept.text)?;
                let Some(events) = title.seen(&parsed, self.seat)?.filter(|_| parsed.seq == self.next) else { continue };
                let at = parsed.deed().map_or(0, |deed| deed.at);
                let seat = parsed.declared().map_or_else(String::new, |(seat, _)| format!(",\"seat\":\"{seat}\""));
                let seq = self.next;
                send(socket, format!("{{\"type\":\"record\",\"seq\":{seq}{seat},\"at\":{at},\"events\":{events}}}")).await?;
                self.next += 1;
            }
        }
        Ok(())
    }

    /// Hears a message; whether it was the last.
    async fn hear(&mut self, socket: &mut WebSocket, wire: &Wire, message: Message) -> Result<bool, Problem> {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return Ok(true),
            Message::Binary(_) => return Err(Problem::bad("NO_TEXT", "messages are text")),
            Message::Ping(_) | Message::Pong(_) => return Ok(false),
        };
        let act: Result<Act<'_>, _> = serde_json::from_str(&text);
        let key = act.as_ref().ok().and_then(|act| act.key.clone()).map(|Text(key)| key);
        let said = match act {
            Ok(act) if act.is_look() => return self.look(socket, wire).await.map(|()| false),
            Ok(act) if act.word().is_some() => self.say(wire, act.word(), key.clone(), act.after).await,
            Ok(Act { r#type, action: Some(action), after: None, seat: None, draw: None, .. }) if r#type == "preview" => {
                self.preview(wire, action).await.map(Said::Foreseen)
            }
            Ok(Act { r#type, action: Some(action), after, seat, draw: None, .. }) if r#type == "act" => {
                self.act(wire, Declared { action, key: key.clone(), after, seat, told_by_record: true }).await
            }
            wrong => {
                // What nobody can read counts, too; who sends too much of it is let go.
                wire.office.limits.request(wire.from)?;
                Err(wrong.map_or_else(|error| bad_message(&error), |act| act.problem()))
            }
        };
        let (what, ruling) = match said {
            Ok(Said::ByRecord) => return Ok(false),
            Ok(Said::Before(ruling)) => ("accepted", ruling),
            Ok(Said::Foreseen(preview)) => ("foreseen", preview),
            Ok(Said::Refused(ruling)) => ("refused", ruling),
            Err(problem) => ("refused", problem.json()),
        };
        let key = key.map_or_else(String::new, |key| format!(",\"key\":{}", written(&key)));
        send(socket, format!("{{\"type\":\"{what}\"{key},{}", &ruling[1..])).await.map(|()| false)
    }

    /// Tells how it stands now. Where records are still to be told, the latest of them says it.
    async fn look(&mut self, socket: &mut WebSocket, wire: &Wire) -> Result<(), Problem> {
        wire.office.limits.request(wire.from)?;
        let now = wire.contest.with(&wire.office, |live| {
            let seq = live.table.seq();
            (self.next > seq).then(|| format!("{{\"type\":\"now\",\"seq\":{seq}{}}}", self.now(wire, live)))
        });
        match now.await? {
            Some(now) => send(socket, now).await,
            None => Ok(()),
        }
    }

    /// What an action would do, imagined from what the seat sees: nothing is judged, kept or told to others, and no hidden thing and no die
    /// to come has a part in it. It is cheap to ask and not to answer: it has a rate of its own, and whoever thinks already comes first.
    async fn preview(&self, wire: &Wire, action: &RawValue) -> Result<String, Problem> {
        let office = &wire.office;
        office.limits.request(wire.from)?;
        office.limits.preview(wire.from)?;
        let seat = self.seat.ok_or_else(Problem::unauthorized)?;
        let _thinker = office.idle_thinker()?;
        let foreseen = wire.contest.with(office, |live| {
            let at = live.time(office);
            let mut preview = blocking(|| live.table.preview(seat, at, action.get()));
            if let Some(board) = &mut preview.scene.board {
                board.tiles.clear(); // the ground is most of a picture, and what a preview is asked for stands on it
            }
            Foreseen {
                seq: live.table.seq(),
                success: preview.verdict.success,
                sure: preview.is_sure(),
                errors: preview.verdict.errors,
                tale: preview.tale,
                alike: preview.alike,
                scene: preview.scene,
                open: preview.open,
            }
        });
        Ok(written(&foreseen.await?))
    }

    /// What the seat says about the match.
    async fn say(&self, wire: &Wire, word: Option<Word>, key: Option<Cow<'_, str>>, after: Option<u64>) -> Result<Said, Problem> {
        wire.office.limits.request(wire.from)?;
        let (seat, word) = (self.seat.ok_or_else(Problem::unauthorized)?, word.ok_or_else(Problem::unauthorized)?);
        let talk = wire.contest.say(&wire.office, seat, &Spoken { word, key, after }).await?;
        Ok(Said::Before(written(&talk)))
    }

    /// An action; what is said about it besides its record.
    async fn act(&mut self, wire: &Wire, declared: Declared<'_>) -> Result<Said, Problem> {
        wire.office.limits.request(wire.from)?;
        let seat = self.seat.ok_or_else(Problem::unauthorized)?;
        let ruling = wire.contest.act(&wire.office, seat, &declared).await?;
        if !ruling.errors.is_empty() {
            return Ok(Said::Refused(ruling.json()));
        }
        attend(&wire.office, &wire.contest);
        if ruling.seq < self.next {
            // It was sent before, and its record told: say again what came of it.
            return Ok(Said::Before(ruling.json()));
        }
        self.keys.extend(declared.key.map(|key| (ruling.seq, written(&key))));
        Ok(Said::ByRecord)
    }
}

/// What an action would do; the record it would follow, and as a preview of the host: no events, for a screen needs none.
#[derive(Serialize)]
struct Foreseen {
    seq: u64,
    success: bool,
    sure: bool,
    errors: Vec<String>,
    tale: Vec<String>,
    alike: usize,
    scene: Scene,
    open: Vec<u32>,
}

fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// What is said about an action.
enum Said {
    /// Its record says it.
    ByRecord,
    /// It was accepted before, as this ruling says.
    Before(String),
    /// It was only asked about: this is what it would do.
    Foreseen(String),
    /// It is refused, as this ruling says.
    Refused(String),
}

fn bad_message(error: &serde_json::Error) -> Problem {
    Problem::bad("BAD_MESSAGE", format!("the message cannot be read: {error}"))
}

/// Sends a message to a client that reads; one that does not is let go. Most messages go at once: time is looked at only where one does not.
async fn send(socket: &mut WebSocket, text: String) -> Result<(), Problem> {
    let slow = || Problem::new(axum::http::StatusCode::REQUEST_TIMEOUT, "TOO_SLOW", "the client does not read what it is sent");
    let mut sending = pin!(socket.send(Message::Text(text.into())));
    let at_once = poll_fn(|context| Poll::Ready(sending.as_mut().poll(context))).await;
    let sent = match at_once {
        Poll::Ready(sent) => sent,
        Poll::Pending => timeout(SLOW, sending).await.map_err(|_| slow())?,
    };
    sent.map_err(|_| slow())
}
