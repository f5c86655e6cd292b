//! A match that a client plays, in all its seats, a socket each.

use crate::followed::{Followed, fold};
use crate::socket::Socket;
use crate::{Fault, http};
use referee::{Millis, Seat, Stream};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Instant;

/// A match that a client plays.
pub struct Played<G: Followed> {
    /// What the server calls it.
    pub id: String,
    chairs: Vec<Chair>,
    state: G::State,
    at: Millis,
    luck: Stream,
    /// How many actions were thought of: each has its key.
    thought: u64,
    /// It is left after so many.
    pub(crate) left_after: u64,
    /// What was sent and not answered yet.
    pending: Option<Declared>,
    /// What was answered.
    pub answered: Vec<(Declared, u64)>,
    /// How many bytes were said and heard.
    pub bytes: (u64, u64),
}

/// A seat and its socket.
struct Chair {
    seat: Seat,
    token: String,
    socket: Socket,
    /// The record that is told next.
    next: u64,
}

/// An action that is sent until it is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    chair: usize,
    /// What makes sending it again harmless, as it is stored: with its seat.
    pub key: String,
    /// The action as JSON.
    pub action: String,
    message: String,
}

#[derive(Deserialize)]
struct Opened {
    id: String,
    tokens: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Ruled {
    seq: u64,
}

/// A message of the server.
#[derive(Deserialize)]
struct Told<'a> {
    r#type: &'a str,
    #[serde(default)]
    seq: u64,
    #[serde(default)]
    at: Millis,
    #[serde(default)]
    key: Option<&'a str>,
    #[serde(borrow, default)]
    events: Option<&'a RawValue>,
}

impl<G: Followed> Played<G> {
    /// Opens a match and sits down everywhere.
    pub async fn open(address: SocketAddr, luck: Stream) -> Result<Played<G>, Fault> {
        let (seats, setup) = (G::SEATS.iter().map(|seat| (*seat, "me")).collect::<BTreeMap<_, _>>(), G::setup());
        let setup: &RawValue = serde_json::from_str(&setup)?;
        let body = serde_json::json!({"game": G::NAME, "name": "load", "seats": seats, "setup": setup}).to_string();
        let (status, answer) = http::post(address, "/api/matches", &body).await?;
        if status != 201 {
            return Err(format!("{status}: {answer}").into());
        }
        let Opened { id, tokens } = serde_json::from_str(&answer)?;
        let mut chairs = Vec::new();
        for (seat, name) in (0..).map(Seat).zip(G::SEATS) {
            let token = tokens.get(*name).ok_or("no token for a seat")?.clone();
            chairs.push(Chair { socket: greeted(address, &id, &token, 0).await?.0, seat, token, next: 0 });
        }
        let (state, answered) = (G::before(), Vec::new());
        let mut played =
            Played { id, chairs, state, at: 0, luck, thought: 0, left_after: G::LENGTH, pending: None, answered, bytes: (0, 0) };
        played.hear_up_to(0).await?;
        Ok(played)
    }

    /// Opens all sockets anew, where each left off.
    pub async fn come_back(&mut self, address: SocketAddr) -> Result<(), Fault> {
        let mut latest = 0;
        for chair in &mut self.chairs {
            let (socket, seq) = greeted(address, &self.id, &chair.token, chair.next).await?;
            (chair.socket, latest) = (socket, seq.max(latest));
        }
        self.hear_up_to(latest).await?;
        match self.pending.clone() {
            // A match that is over tells so and hangs up: what came of its last action is asked for by another way.
            Some(declared) if self.thought_of().is_none() => self.ask_again(address, declared).await,
            _ => Ok(()),
        }
    }

    /// Sends what has no answer yet as a request.
    async fn ask_again(&mut self, address: SocketAddr, declared: Declared) -> Result<(), Fault> {
        let path = format!("/api/matches/{}/actions", self.id);
        let body = declared.message.replacen("\"type\":\"act\",", "", 1);
        let (status, answer) = http::post_as(address, &path, &self.chairs[declared.chair].token, &body).await?;
        if status != 200 {
            return Err(format!("{answer} upon {body}").into());
        }
        let Ruled { seq } = serde_json::from_str(&answer)?;
        self.pending = None;
        self.answered.push((declared, seq));
        Ok(())
    }

    /// Does something and waits for the answer; when it came, or nothing if the match is over or left.
    pub async fn act(&mut self) -> Result<Option<Instant>, Fault> {
        let Some(declared) = self.pending.clone().or_else(|| self.thought_of()) else { return Ok(None) };
        self.bytes.0 += declared.message.len() as u64;
        self.pending = Some(declared.clone());
        self.chairs[declared.chair].socket.say(declared.message.clone()).await?;
        let seq = self.hear_answer(&declared).await?;
        let answered = Instant::now();
        self.pending = None;
        self.answered.push((declared, seq));
        self.hear_up_to(seq).await?;
        Ok(Some(answered))
    }

    /// Whether something was sent that has no answer yet.
    pub fn pending(&self) -> Option<&Declared> {
        self.pending.as_ref()
    }

    /// How many sockets it has.
    pub fn sockets(&self) -> usize {
        self.chairs.len()
    }

    /// What is done next; nothing if the match is over, or long enough.
    fn thought_of(&mut self) -> Option<Declared> {
        if self.thought >= self.left_after {
            return None;
        }
        let count = self.chairs.len();
        let first = self.answered.last().map_or(0, |(declared, _)| declared.chair + 1);
        let (chair, action) = (first..first + count).find_map(|chair| {
            let seat = self.chairs[chair % count].seat;
            Some((chair % count, G::choose(&self.state, seat, self.at, self.thought, &mut self.luck)?))
        })?;
        self.thought += 1;
        let action = serde_json::to_string(&action).ok()?;
        let (key, after) = (format!("k{}", self.thought), self.chairs[0].next.saturating_sub(1));
        let message = format!("{{\"type\":\"act\",\"action\":{action},\"key\":\"{key}\",\"after\":{after}}}");
        Some(Declared { chair, key: format!("{chair}:{key}"), action, message })
    }

    /// The record that an action became.
    async fn hear_answer(&mut self, declared: &Declared) -> Result<u64, Fault> {
        loop {
            let text = self.chairs[declared.chair].socket.hear().await?;
            let told: Told<'_> = serde_json::from_str(&text)?;
            let is_answer = told.key.is_some_and(|key| declared.key.split_once(':').is_some_and(|(_, own)| own == key));
            match told.r#type {
                "record" => self.take(declared.chair, &told, text.len())?,
                "accepted" if is_answer => {}
                _ => return Err(format!("{} upon {}", text, declared.message).into()),
            }
            if is_answer {
                return Ok(told.seq);
            }
        }
    }

    /// Hears all records up to one, on all sockets.
    async fn hear_up_to(&mut self, seq: u64) -> Result<(), Fault> {
        for chair in 0..self.chairs.len() {
            while self.chairs[chair].next <= seq {
                let text = self.chairs[chair].socket.hear().await?;
                let told: Told<'_> = serde_json::from_str(&text)?;
                if told.r#type != "record" {
                    return Err(format!("a record is expected, not {text}").into());
                }
                self.take(chair, &told, text.len())?;
            }
        }
        Ok(())
    }

    /// Records come in order, none twice, none left out; the first seat's are followed.
    fn take(&mut self, chair: usize, told: &Told<'_>, bytes: usize) -> Result<(), Fault> {
        let next = &mut self.chairs[chair].next;
        if told.seq != *next {
            return Err(format!("record {next} is expected, not {}", told.seq).into());
        }
        *next += 1;
        self.bytes.1 += bytes as u64;
        if chair == 0 {
            self.at = told.at;
            fold::<G>(&mut self.state, told.events.map_or("[]", RawValue::get))?;
        }
        Ok(())
    }
}

/// A socket that has said hello, and the latest record.
async fn greeted(address: SocketAddr, id: &str, token: &str, from: u64) -> Result<(Socket, u64), Fault> {
    let mut socket = Socket::open(address, &format!("/api/matches/{id}/live")).await?;
    socket.say(format!("{{\"type\":\"hello\",\"token\":\"{token}\",\"from\":{from}}}")).await?;
    let text = socket.hear().await?;
    let hello: Told<'_> = serde_json::from_str(&text)?;
    match hello.r#type {
        "hello" => Ok((socket, hello.seq)),
        _ => Err(format!("hello is expected, not {text}").into()),
    }
}
