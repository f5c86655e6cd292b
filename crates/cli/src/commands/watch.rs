//! `referee watch`: follows a match on a server, or looks at one that has ended.

use super::replay::{Prose, steps};
use super::{Outcome, YES};
use crate::client::Client;
use crate::output::{coloured, for_people, paint, put, say, say_json, visible};
use referee::{Hue, Scene};
use referee_host::{HostError, LogFile, Registry};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// How often a lost connection is tried again before giving up, and how long to wait at most between.
const TRIES: u32 = 10;
const WAIT_MAX: Duration = Duration::from_secs(30);
/// How many sentences stand below the picture.
const SENTENCES: usize = 6;

pub(crate) fn watch(registry: &Registry, url: &str, token: Option<&str>, json: bool) -> Outcome {
    let (client, path) = Client::at(url)?;
    match place(&path) {
        Place::Nowhere => list(&client, json),
        Place::Log(id) => look_back(registry, &client, id, json),
        Place::Match(id) => {
            let answer = client.get(&format!("/api/matches/{id}"), token)?;
            if answer.is_missing() {
                return look_back(registry, &client, id, json);
            }
            match answer.json()?["over"].as_bool() {
                Some(true) => look_back(registry, &client, id, json),
                _ => follow(&client, id, token, json),
            }
        }
        Place::Unknown => {
            let error = HostError::bad("BAD_URL", "this address is neither a match nor a log");
            Err(error.because("URL/api/matches/ID, URL/api/logs/ID or URL alone", path))
        }
    }
}

/// What an address points at.
enum Place<'a> {
    Nowhere,
    Match(&'a str),
    Log(&'a str),
    Unknown,
}

/// As the server, or its page, names things.
fn place(path: &str) -> Place<'_> {
    let path = path.split('?').next().unwrap_or_default().trim_end_matches("/live").trim_matches(['/', '#']);
    let found = |prefixes: [&str; 2]| prefixes.iter().find_map(|prefix| path.strip_prefix(prefix)).filter(|id| is_id(id));
    match (path, found(["api/matches/", "match/"]), found(["api/logs/", "log/"])) {
        ("", _, _) => Place::Nowhere,
        (_, Some(id), _) => Place::Match(id),
        (_, _, Some(id)) => Place::Log(id),
        _ => Place::Unknown,
    }
}

fn is_id(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// The matches that are played, each with its address.
fn list(client: &Client, json: bool) -> Outcome {
    let told = client.get("/api/matches?state=playing", None)?.json()?;
    let matches = told["matches"].as_array().cloned().unwrap_or_default();
    for one in &matches {
        let id = one["id"].as_str().unwrap_or_default();
        match json {
            true => say_json(one)?,
            false => {
                let names =
                    |seats: &serde_json::Map<String, Value>| seats.values().map(super::submit::text_of).collect::<Vec<_>>();
                let players = one["seats"].as_object().map(names).unwrap_or_default().join(", ");
                let game = coloured(&super::submit::text_of(&one["game"]), Hue::Cyan);
                say(format!("{game}  {players}  {}/api/matches/{}", client.base, visible(id)))?;
            }
        }
    }
    if matches.is_empty() && !json {
        say(format!("Nothing is being played at {}.", client.base))?;
    }
    Ok(YES)
}

/// A match that has ended, or a run: its log is fetched, verified here, and told step by step.
fn look_back(registry: &Registry, client: &Client, id: &str, json: bool) -> Outcome {
    let text = client.get(&format!("/api/logs/{id}"), None)?.text()?;
    let address = format!("{}/api/logs/{id}", client.base);
    let named = |error: HostError| error.in_file(address.clone());
    let report = referee_host::verify(registry, text.as_bytes(), &mut |_| {}).map_err(named)?;
    let failed = |error: std::io::Error| named(HostError::io(&error, "cannot be kept for the moment"));
    let mut kept = tempfile::NamedTempFile::new().map_err(failed)?;
    kept.write_all(text.as_bytes()).map_err(failed)?;
    let table = LogFile::whole(registry, kept.path())?.table;
    steps(&*table, &Prose::new(), table.seq(), json)?;
    if json {
        say_json(&report)?;
        return Ok(YES);
    }
    say(paint(&table.scene(None)))?;
    let dice = match report.dice_checked {
        0 => String::new(),
        dice => format!(", {dice} dice rolled again"),
    };
    say(coloured(&format!("✓ verified here: {} records{dice}, head {}", report.records, report.head), Hue::Green))?;
    Ok(YES)
}

/// A match being played, until it is over. A lost connection is taken up where it broke.
fn follow(client: &Client, id: &str, token: Option<&str>, json: bool) -> Outcome {
    let mut watcher = Watcher { next: 0, json, sentences: VecDeque::new() };
    let mut failures = 0;
    loop {
        let before = watcher.next;
        match watcher.listen(client, id, token) {
            Ok(()) => return Ok(YES),
            Err(Broken::Refused(error)) => return Err(error),
            Err(Broken::Lost(error)) => {
                failures = if watcher.next > before { 1 } else { failures + 1 };
                if failures > TRIES {
                    return Err(error);
                }
                let wait = Duration::from_secs(1 << failures.min(5)).min(WAIT_MAX);
                let _ = writeln!(anstream::stderr(), "{}; trying again in {} s", error.message, wait.as_secs());
                std::thread::sleep(wait);
            }
        }
    }
}

/// Why a socket ended before the match did.
enum Broken {
    /// It can be tried again.
    Lost(HostError),
    /// It cannot.
    Refused(HostError),
}

/// A message of the server, as far as a watcher reads it.
#[derive(Deserialize)]
struct Heard {
    r#type: String,
    #[serde(default)]
    seq: u64,
    #[serde(default)]
    seat: Option<String>,
    #[serde(default)]
    told: Vec<String>,
    #[serde(default)]
    scene: Option<Scene>,
    #[serde(default)]
    scores: serde_json::Map<String, Value>,
    /// What a player said about the match.
    #[serde(default)]
    said: Value,
    /// How the players ended it.
    #[serde(default)]
    result: Value,
    #[serde(default)]
    error: Value,
}

struct Watcher {
    /// The record to hear next.
    next: u64,
    json: bool,
    /// What was said last.
    sentences: VecDeque<String>,
}

impl Watcher {
    /// Listens until the match is over.
    fn listen(&mut self, client: &Client, id: &str, token: Option<&str>) -> Result<(), Broken> {
        let mut socket = connected(client, id)?;
        let mut hello = json!({"type": "hello", "from": self.next, "shows": true});
        if let Some(token) = token {
            hello["token"] = token.into();
        }
        socket.send(Message::text(hello.to_string())).map_err(|error| lost(&error))?;
        loop {
            let text = match socket.read().map_err(|error| lost(&error))? {
                Message::Text(text) => text,
                Message::Close(_) => return Err(lost(&"the server ended the connection")),
                _ => continue,
            };
            if self.hear(&text)? {
                return Ok(());
            }
        }
    }

    /// Hears a message; whether it was the last.
    fn hear(&mut self, text: &str) -> Result<bool, Broken> {
        let odd = |error| Broken::Refused(HostError::bad("ODD_ANSWER", format!("the server sent something odd: {error}")));
        let heard: Heard = serde_json::from_str(text).map_err(odd)?;
        if heard.r#type == "error" {
            let said = |field: &str| heard.error[field].as_str().unwrap_or_default().to_owned();
            let error = HostError::no("REFUSED_BY_SERVER", format!("[{}] {}", said("code"), said("message")));
            return Err(Broken::Refused(error));
        }
        if heard.r#type == "record" {
            self.next = heard.seq + 1;
        }
        let shown = match self.json {
            true => put(&format!("{text}\n")),
            false => self.show(&heard),
        };
        shown.map_err(Broken::Refused)?;
        Ok(heard.r#type == "over")
    }

    /// For a person: the picture and what was said last, or, where nobody looks, one line a sentence.
    fn show(&mut self, heard: &Heard) -> Result<(), HostError> {
        let who = heard.seat.as_deref().filter(|_| heard.r#type == "record").unwrap_or_default();
        for sentence in &heard.told {
            let line = format!(
                "{} {} {}",
                coloured(&format!("{:>5}", heard.seq), Hue::Faint),
                coloured(who, Hue::Cyan),
                visible(sentence)
            );
            if !for_people() {
                say(&line)?;
            }
            self.sentences.push_back(line);
        }
        while self.sentences.len() > SENTENCES {
            self.sentences.pop_front();
        }
        if let Some(scene) = heard.scene.as_ref().filter(|_| for_people()) {
            let said: Vec<&str> = self.sentences.iter().map(String::as_str).collect();
            put(&format!("\x1b[2J\x1b[H{}\n{}\n", paint(scene), said.join("\n")))?;
        }
        if heard.r#type == "over" {
            let scores: Vec<String> = heard.scores.iter().map(|(seat, score)| format!("{} {score}", visible(seat))).collect();
            let told = heard.result["told"].as_str().map_or_else(String::new, |told| format!("{}; ", visible(told)));
            say(format!("It is over: {told}{}.", scores.join(", ")))?;
        }
        if let (Some(seat), Some(word)) = (heard.said["seat"].as_str(), heard.said["word"].as_str()) {
            say(coloured(&format!("{}: {}", visible(seat), said(word)), Hue::Yellow))?;
        }
        Ok(())
    }
}

/// What a player said about the match, in a few words.
fn said(word: &str) -> &'static str {
    match word {
        "resign" => "I resign",
        "offer" => "I offer a draw",
        "accept" => "I agree to a draw",
        _ => "I decline the draw",
    }
}

fn lost(error: &dyn std::fmt::Display) -> Broken {
    Broken::Lost(HostError::bad("CONNECTION_LOST", format!("the connection is lost: {error}")))
}

fn connected(client: &Client, id: &str) -> Result<WebSocket<MaybeTlsStream<TcpStream>>, Broken> {
    let _ = rustls::crypto::ring::default_provider().install_default(); // the second time, it is there already
    let url = client.socket(&format!("/api/matches/{id}/live"));
    match tungstenite::connect(url) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::Error::Http(answer)) if answer.status().is_client_error() => {
            let text = answer.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
            Err(Broken::Refused(crate::client::refused(answer.status().as_u16(), &text)))
        }
        Err(error) => Err(lost(&error)),
    }
}
