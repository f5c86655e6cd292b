//! Law 8 end to end: nothing that a seat is sent depends on what it may not see, whatever the message.

use crate::chain::{resealed, sha256};
use crate::server::{Client, Server, add_logs, logs, text};
use referee::{Ask, Seat, Stream};
use referee_host::{Table, open_lines};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const OPEN: &str = "rate = 0\nsockets_per_address = 1000\n";

/// The games that are played on a server: all but the lobby, whose every word is for everybody.
fn games() -> Vec<&'static str> {
    referee_registry::games().titles().map(|title| title.card().name).filter(|game| *game != "lobby").collect()
}

/// Someone who looks: a seat with its token, or an onlooker.
#[derive(Clone)]
struct Eye {
    seat: Option<Seat>,
    name: String,
    token: Option<String>,
}

/// A match in which every seat is ours.
struct Match {
    id: String,
    eyes: Vec<Eye>,
}

fn opened(server: &Server, game: &str, setup: Option<&Value>) -> Match {
    let card = referee_registry::games().title(game).unwrap().card();
    let seats: BTreeMap<&str, &str> = card.seats.iter().map(|seat| (*seat, "me")).collect();
    let mut opening = json!({"game": game, "name": "ann", "seats": seats, "salt": "s1"});
    if let Some(setup) = setup {
        opening["setup"] = setup.clone();
    }
    let told = server.open(&opening);
    let eye = |(number, name): (u8, &&str)| Eye {
        seat: Some(Seat(number)),
        name: (*name).to_owned(),
        token: Some(text(&told["tokens"], name).to_owned()),
    };
    let onlooker = Eye { seat: None, name: "onlooker".into(), token: None };
    Match { id: text(&told, "id").to_owned(), eyes: (0..).zip(&card.seats).map(eye).chain([onlooker]).collect() }
}

impl Match {
    fn path(&self, what: &str) -> String {
        format!("/api/matches/{}{what}", self.id)
    }

    /// The number of its latest record.
    fn seq(&self, server: &Server) -> u64 {
        let (_, told) = server.get(&self.path(""), None);
        told["seq"].as_u64().unwrap_or_else(|| panic!("{told}"))
    }

    fn is_over(&self, server: &Server) -> bool {
        server.get(&self.path(""), None).1["over"] == true
    }

    fn look(&self, server: &Server, eye: &Eye) -> String {
        server.text(&self.path("?legal=true"), eye.token.as_deref()).1
    }

    /// Whoever may act acts, as luck will have it, so many times at most. Everything that everybody is answered is kept.
    fn play(&self, server: &Server, luck: &mut Stream, most: usize, heard: &mut Heard) {
        for turn in 0..most {
            let choices: Vec<(&Eye, Vec<Value>)> = self.eyes.iter().map(|eye| (eye, self.choices(server, eye, heard))).collect();
            let Some((eye, legal)) = choices.into_iter().find(|(_, legal)| !legal.is_empty()) else { return };
            let action = &legal[luck.draw(Ask::below(legal.len() as u32)) as usize];
            let body = json!({"action": action, "key": format!("k{turn}")}).to_string();
            let (status, answer) = server.post_raw(&self.path("/actions"), eye.token.as_deref(), &body);
            assert!(status == 200, "{action}: {answer}");
            heard.keep(eye, "ruling", answer);
            // The same again, and by somebody else.
            for other in self.eyes.iter().filter(|other| turn % 3 == 0 && other.token.is_some()) {
                let answer = server.post_raw(&self.path("/actions"), other.token.as_deref(), &body).1;
                heard.keep(other, "repeated", answer);
            }
        }
    }

    fn choices(&self, server: &Server, eye: &Eye, heard: &mut Heard) -> Vec<Value> {
        let look = self.look(server, eye);
        let told: Value = serde_json::from_str(&look).unwrap();
        heard.keep(eye, "look", look);
        told["legal"].as_array().cloned().unwrap_or_default()
    }

    /// Everything that can be asked about a match that is played, by an eye, without changing it.
    fn ask_everything(&self, server: &Server, eye: &Eye, heard: &mut Heard) {
        let token = eye.token.as_deref();
        heard.keep(eye, "look", self.look(server, eye));
        let seats: Vec<&str> = self.eyes.iter().filter(|eye| eye.seat.is_some()).map(|eye| eye.name.as_str()).collect();
        for query in
            seats.iter().map(|seat| format!("seat={seat}")).chain(["".into(), "to=0".into(), "to=3".into(), "to=99999".into()])
        {
            let path = format!("/api/logs/{}/view?{query}", self.id);
            let (status, told) = server.text(&path, token);
            let peeks = query.strip_prefix("seat=").is_some_and(|seat| seat != eye.name);
            assert!(!peeks || status == 401, "{} asks for {query}: {told}", eye.name);
            heard.keep(eye, "view", told);
        }
        for (what, path) in [("log", ""), ("dice", "/dice"), ("nothing", "/secret")] {
            heard.keep(eye, what, server.text(&format!("/api/logs/{}{path}", self.id), token).1);
        }
        heard.keep(eye, "join", server.post_raw(&self.path("/join"), token, "{\"name\":\"eve\"}").1);
        if seats.len() > 1 || token.is_none() {
            heard.keep(eye, "branch", server.post_raw(&self.path("/branches"), token, "{\"at\":0}").1);
        }
        for action in STRANGE {
            let body = format!("{{\"action\":{action},\"after\":0}}");
            heard.keep(eye, "stale", server.post_raw(&self.path("/actions"), token, &body).1);
            let body = format!("{{\"action\":{action},\"seat\":\"nobody\"}}");
            heard.keep(eye, "seat", server.post_raw(&self.path("/actions"), token, &body).1);
        }
        let (mut client, hello) = self.follow(server, eye, 0);
        heard.keep(eye, "hello", hello);
        for _ in 0..=self.seq(server) {
            heard.keep(eye, "record", client.hear_text());
        }
        client.0.send(tungstenite::Message::text("{\"type\":\"act\",\"action\":{\"no\":\"such\"},\"after\":0}")).unwrap();
        heard.keep(eye, "refused", client.hear_text());
    }

    /// What the rules refuse: in games where a refusal goes on record this changes the match.
    fn declare_nonsense(&self, server: &Server, eye: &Eye, heard: &mut Heard) {
        for action in STRANGE {
            let body = format!("{{\"action\":{action}}}");
            heard.keep(eye, "refusal", server.post_raw(&self.path("/actions"), eye.token.as_deref(), &body).1);
        }
    }

    fn follow(&self, server: &Server, eye: &Eye, from: u64) -> (Client, String) {
        let (client, hello) = server.live(&self.id, &json!({"type": "hello", "token": eye.token, "from": from, "views": true}));
        (client, hello.to_string())
    }
}

/// Actions that some game might take for one.
const STRANGE: [&str; 8] = [
    "{}",
    "7",
    "{\"heap\":0,\"stones\":99}",
    "{\"type\":\"skip\",\"twice\":true}",
    "{\"type\":\"place\",\"x\":0,\"y\":0,\"rotation\":0}",
    "{\"type\":\"MOVE\",\"payload\":{\"q\":4,\"r\":4,\"s\":-8}}",
    "{\"type\":\"MOVE\",\"entity\":\"nobody\",\"to\":{\"x\":1,\"y\":1}}",
    "{\"move\":\"n\"}",
];

/// Everything that was heard, by whom, and what kind of message it was.
#[derive(Default)]
struct Heard(Vec<(String, &'static str, String)>);

impl Heard {
    fn keep(&mut self, eye: &Eye, kind: &'static str, text: String) {
        self.0.push((eye.name.clone(), kind, text));
    }
}

/// What nobody may hear while a match is played: the secret, ids and digests of lines, where generators stand, hashes of tokens.
fn secrets(lines: &[String], notes: &[String], table: &dyn Table) -> Vec<String> {
    let mut found = Vec::new();
    for line in lines {
        let parsed: Value = serde_json::from_str(line).unwrap();
        for field in ["id", "prev", "after"] {
            found.extend(parsed[field].as_str().filter(|text| !text.starts_with("0000000000000000")).map(str::to_owned));
        }
    }
    let opened: Value = serde_json::from_str(&notes[0]).unwrap();
    let opened = &opened["opened"];
    found.push(text(opened, "secret").to_owned());
    for chair in opened["seats"].as_object().unwrap().values() {
        found.push(text(&chair["taken"], "token").to_owned());
    }
    found.extend(table.cursor().filter(|cursor| cursor.len() >= 12 && !cursor.contains(' ')));
    assert!(found.iter().all(|secret| secret.len() >= 12), "{found:?}");
    found
}

/// A match that is still played after a few moves, and everything that everybody has heard of it, live and later. One that has ended is open
/// to all: then another is played, with a move less.
fn heard_all(server: &Server, game: &str, luck: &mut Stream, moves: usize) -> (Match, Heard) {
    assert!(moves > 0, "no match of {game} goes on after a move");
    let (played, mut heard) = (opened(server, game, None), Heard::default());
    let mut live: Vec<(Eye, Client)> = played.eyes.iter().map(|eye| (eye.clone(), played.follow(server, eye, 0).0)).collect();
    played.play(server, luck, moves, &mut heard);
    if played.is_over(server) {
        return heard_all(server, game, luck, moves - 1);
    }
    for eye in &played.eyes {
        played.ask_everything(server, eye, &mut heard);
    }
    for (eye, client) in &mut live {
        for _ in 0..=played.seq(server) {
            heard.keep(eye, "record", client.hear_text());
        }
    }
    for eye in &played.eyes {
        played.declare_nonsense(server, eye, &mut heard);
    }
    heard.keep(&played.eyes[0], "list", server.text("/api/matches", None).1);
    heard.keep(&played.eyes[0], "figures", server.text("/metrics", None).1);
    (played, heard)
}

/// A match that is still played after a few moves.
fn running(server: &Server, game: &str, luck: &mut Stream, moves: usize) -> Match {
    assert!(moves > 0, "no match of {game} goes on after a move");
    let played = opened(server, game, None);
    played.play(server, luck, moves, &mut Heard::default());
    if played.is_over(server) { running(server, game, luck, moves - 1) } else { played }
}

/// Threats 6 and 23: whatever a seat is sent is its own projection of the log, to the byte, and nothing else; no secret is in any message.
#[test]
fn threats_6_23_a_seat_is_sent_its_projection_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let mut luck = Stream::from_seed("leaks");
    let played: Vec<(Match, Heard)> = games().into_iter().map(|game| heard_all(&server, game, &mut luck, 7)).collect();
    server.is_well();
    server.kill();
    let kept = logs(folder.path());
    let registry = referee_registry::games();
    for (played, heard) in &played {
        let (lines, notes) = (&kept[&format!("m-{}", played.id)], &kept[&format!("d-{}", played.id)]);
        let mut table = open_lines(&registry, lines.iter().map(String::as_str)).unwrap();
        let secrets = secrets(lines, notes, &*table);
        for (who, kind, message) in &heard.0 {
            for secret in &secrets {
                assert!(!message.contains(secret.as_str()), "{who} hears a secret in a {kind}: {secret} in {message}");
            }
        }
        let records: Vec<_> = heard.0.iter().filter(|(_, kind, _)| *kind == "record").collect();
        assert!(records.len() > 6, "{}", table.card().name);
        for (who, _, message) in records {
            let eye = played.eyes.iter().find(|eye| eye.name == *who).unwrap();
            is_projection(&mut *table, eye, message);
        }
    }
}

/// A record as it was sent is put together from the seat's projections alone.
fn is_projection(table: &mut dyn Table, eye: &Eye, message: &str) {
    let told: Value = serde_json::from_str(message).unwrap();
    let seq = told["seq"].as_u64().unwrap();
    let (seat, at, _) = table.cause(seq).unwrap();
    let mut expected = format!("{{\"type\":\"record\",\"seq\":{seq}");
    if seq > 0 {
        expected.push_str(&format!(",\"seat\":\"{}\"", table.card().seat_name(seat)));
    }
    expected.push_str(&format!(",\"at\":{at},\"events\":{}", table.seen(seq, eye.seat)));
    if told.get("view").is_some() {
        let then = table.rewound(seq).unwrap();
        expected.push_str(&format!(",\"view\":{}", then.view(eye.seat)));
    }
    if let Some(key) = told.get("key") {
        expected.push_str(&format!(",\"key\":{key}"));
    }
    assert_eq!(message, expected + "}", "{} hears something else than its projection", eye.name);
}

/// The same match with another secret: every die so far is the same, every die to come is not.
fn twin(kept: &BTreeMap<String, Vec<String>>, id: &str) -> (String, BTreeMap<String, Vec<String>>) {
    let last = if id.ends_with('0') { "1" } else { "0" };
    let other = format!("{}{last}", &id[..id.len() - 1]);
    let (lines, notes) = (&kept[&format!("m-{id}")], &kept[&format!("d-{id}")]);
    let opened: Value = serde_json::from_str(&notes[0]).unwrap();
    let (secret, new) = (text(&opened["opened"], "secret").to_owned(), "5e".repeat(32));
    let commit = |secret: &str| sha256(&format!("referee-sealed/1 {secret}"));
    let mut lines = lines.clone();
    lines[0] = lines[0].replace(&commit(&secret), &commit(&new)).replace(id, &other);
    let notes = notes.iter().map(|note| note.replace(&secret, &new)).collect();
    (other.clone(), BTreeMap::from([(format!("m-{other}"), resealed(lines, 0)), (format!("d-{other}"), notes)]))
}

/// What was heard, with what must differ taken out: the name of the match, its commitment, the number of the request.
fn compared(heard: &Heard, id: &str, commit: &str) -> Vec<(String, &'static str, String)> {
    let plain = |message: &str| {
        let message = message.replace(id, "ID").replace(commit, "COMMIT");
        match message.split_once("\"request\":\"") {
            Some((before, after)) => format!("{before}{}", after.split_once('"').map_or("", |(_, after)| after)),
            None => message,
        }
    };
    heard.0.iter().map(|(who, kind, message)| (who.clone(), *kind, plain(message))).collect()
}

/// Threats 6 and 23: two matches of every game that differ only in the secret of the dice to come tell everybody the same bytes.
#[test]
fn threats_6_23_two_matches_with_other_secrets_tell_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let mut luck = Stream::from_seed("twins");
    let played: Vec<Match> = games().into_iter().map(|game| running(&server, game, &mut luck, 6)).collect();
    server.kill();
    let kept = logs(folder.path());
    let twins: Vec<Match> = played
        .iter()
        .map(|played| {
            let (id, logs) = twin(&kept, &played.id);
            add_logs(folder.path(), &logs);
            Match { id, eyes: played.eyes.clone() }
        })
        .collect();
    let server = Server::start(folder.path(), OPEN);
    for (one, two) in played.iter().zip(&twins) {
        let hear = |played: &Match| {
            let mut heard = Heard::default();
            for eye in &played.eyes {
                played.ask_everything(&server, eye, &mut heard);
            }
            let (_, told) = server.get(&played.path(""), None);
            compared(&heard, &played.id, text(&told, "commit"))
        };
        let (ones, twos) = (hear(one), hear(two));
        assert_eq!(ones.len(), twos.len());
        for (one, two) in ones.iter().zip(&twos) {
            assert_eq!(one, two);
        }
        let kinds: std::collections::BTreeSet<_> = ones.iter().map(|(_, kind, _)| kind).collect();
        assert!(kinds.len() >= 10, "{kinds:?}");
    }
    server.is_well();
}

/// Threat 23: two dungeons that differ only behind a wall tell the hero the same bytes.
#[test]
fn threat_23_two_dungeons_that_look_the_same_tell_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let dungeon = |behind: &str| {
        json!({"class": "warrior", "arena": {
            "map": ["###########", format!("#@....#{behind}#"), "###########"], "region": "hall",
            "monsters": [{"monster": "goblin", "at": "g", "hp": 30, "ready": 100_000}],
        }})
    };
    let (one, two) = (opened(&server, "incursion", Some(&dungeon("g.."))), opened(&server, "incursion", Some(&dungeon("..g"))));
    let hear = |played: &Match| {
        let mut heard = Heard::default();
        let eye = &played.eyes[0];
        for way in [2, 2, 2] {
            let legal = played.choices(&server, eye, &mut heard);
            let action = json!({"type": "move", "way": way});
            assert!(legal.contains(&action), "{legal:?}");
            let body = json!({"action": action}).to_string();
            heard.keep(eye, "ruling", server.post_raw(&played.path("/actions"), eye.token.as_deref(), &body).1);
        }
        played.ask_everything(&server, eye, &mut heard);
        played.ask_everything(&server, &played.eyes[1], &mut heard);
        played.declare_nonsense(&server, eye, &mut heard);
        let (_, told) = server.get(&played.path(""), None);
        let opened = told["opened"].to_string();
        let mut heard = compared(&heard, &played.id, text(&told, "commit"));
        heard.iter_mut().for_each(|(.., message)| *message = timeless(&message.replace(&opened, "OPENED")));
        heard
    };
    let (ones, twos) = (hear(&one), hear(&two));
    assert_eq!(ones.len(), twos.len());
    for (one, two) in ones.iter().zip(&twos) {
        assert_eq!(one, two);
    }
}

/// A message without the time of day that its records carry: two matches are not played in the same millisecond.
fn timeless(message: &str) -> String {
    let mut parts = message.split("\"at\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "\"at\":" + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}
