//! `referee challenge` and `referee submit`: a ticket before a ranked run, the run after.

use super::{Outcome, YES};
use crate::client::{Accounts, Client};
use crate::output::{coloured, read_text, say, say_json, visible};
use referee::{Hue, Seat};
use referee_host::{HostError, LogFile, Players, Registry};
use serde_json::{Value, json};
use std::path::Path;

/// The longest run that is handed in.
const LOG_MAX: u64 = 64 << 20;

/// Asks for a ticket and starts the log of a run on it.
pub(crate) fn challenge(registry: &Registry, game: &str, asked: &Asked<'_>, out: &Path, json: bool) -> Outcome {
    let title = registry.title(game)?;
    if out.exists() {
        let error = HostError::bad("EXISTS", "there is a file already; it is left alone");
        return Err(error.in_file(out.display().to_string()));
    }
    let (client, _) = Client::at(asked.server)?;
    let mut accounts = Accounts::open()?;
    let body = json!({"game": game, "board": asked.board, "name": asked.name}).to_string();
    let told = client.post("/api/challenges", accounts.token(&client.base), &body)?.json()?;
    if let Some(token) = told["player_token"].as_str() {
        accounts.keep(&client.base, token)?;
    }
    let field = |name: &str| {
        let odd = || HostError::bad("ODD_ANSWER", format!("the server's ticket says nothing of its {name}"));
        told[name].as_str().ok_or_else(odd)
    };
    let mut table = title.start(None, Some(field("seed")?), 0, None)?;
    table.introduce(Players::in_order(&title.card(), [field("name")?])?)?;
    table.call(field("ticket")?)?;
    LogFile::create(out, &table.text()?)?;
    let expires = told["expires"].as_u64().unwrap_or_default();
    match json {
        true => say_json(&json!({
            "ok": true, "log": out.display().to_string(), "game": game, "board": told["board"], "name": told["name"],
            "seed": told["seed"], "expires": expires, "head": table.head().as_str(),
        }))?,
        false => {
            let (log, base) = (out.display(), &client.base);
            let (board, name) = (asked.board, visible(field("name")?));
            say(format!("{name} has a ticket for the {board} board of {game}; the run is {log}."))?;
            say(coloured(&format!("play it: referee play {log}"), Hue::Faint))?;
            say(coloured(&format!("hand it in: referee submit {log} --server {base}"), Hue::Faint))?;
        }
    }
    Ok(YES)
}

/// What a ticket is asked for.
pub(crate) struct Asked<'a> {
    pub(crate) server: &'a str,
    pub(crate) board: &'a str,
    pub(crate) name: &'a str,
}

/// Hands a run in, and says what it is worth. What the server says is held against what we know ourselves.
pub(crate) fn submit(registry: &Registry, log: &Path, server: &str, json: bool) -> Outcome {
    let named = |error: HostError| error.in_file(log.display().to_string());
    let text = read_text(log, LOG_MAX)?;
    let table = referee_host::open_lines(registry, text.lines()).map_err(named)?;
    let game = table.card().name;
    let (client, _) = Client::at(server)?;
    let told = client.post(&format!("/api/leaderboards/{game}"), None, &text)?.json().map_err(advised).map_err(named)?;
    check_same("head", &table.head().to_string(), told["head"].as_str().unwrap_or_default())?;
    check_same("score", &table.score(Seat(0)).to_string(), &told["score"].to_string())?;
    let link = format!("{}{}", client.base, told["log"].as_str().unwrap_or_default());
    if json {
        let mut told = told;
        told["log"] = link.into();
        say_json(&told)?;
        return Ok(YES);
    }
    let number = |field: &str| told[field].as_i64().unwrap_or_default();
    let of_day = match told["board"].as_str() {
        Some("daily") => format!("rank {} of {}, ", number("rank"), told["day"].as_str().unwrap_or_default()),
        _ => String::new(),
    };
    say(format!("{game}: {} points, {of_day}rank {} of all.", number("score"), number("rank_of_all")))?;
    say(coloured(&format!("watch it: referee watch {link}"), Hue::Faint))?;
    Ok(YES)
}

/// A run without a ticket is told how to get one.
fn advised(error: HostError) -> HostError {
    match error.message.starts_with("[BAD_TICKET]") {
        true => error.help("a ranked run begins with `referee challenge GAME --server URL --name NAME --out LOG`"),
        false => error,
    }
}

fn check_same(what: &str, ours: &str, theirs: &str) -> Result<(), HostError> {
    if ours == theirs {
        return Ok(());
    }
    Err(HostError::no("SERVER_DIFFERS", format!("the server took the run, but says another {what}")).because(ours, theirs))
}

/// What a server says, if it is there at all, as text for a person.
pub(super) fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), visible)
}
