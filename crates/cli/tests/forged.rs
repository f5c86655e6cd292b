//! Ten thousand forged runs against a leaderboard: none is accepted, the first thing wrong with each is named, nothing of them is stored.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // many hands at once

use crate::chain::{id, resealed, sealed};
use crate::server::{Server, agent, logs, text};
use referee::{Ask, Seat, Stream};
use referee_host::{Players, Registry, Table};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

/// A run that has not ended after so many actions is given up.
const LONGEST: usize = 500;
const OPEN: &str = "rate = 0\nverifications_max = 1000\n";
/// Hop as it was first: its runs are short.
const GAME: &str = "hop-original";
const BOARD: &str = "/api/leaderboards/hop-original";

/// How many forged runs there are, at least: 10,000, or as many as `REFEREE_FORGED` says.
fn wanted() -> usize {
    std::env::var("REFEREE_FORGED").ok().and_then(|count| count.parse().ok()).unwrap_or(10_000)
}

/// How many hand them in at once.
const HANDS: usize = 6;

/// A run that was played by the rules, and its table, to ask what else the rules would have said.
struct Run {
    ticket: Value,
    table: Mutex<Box<dyn Table>>,
    lines: Vec<String>,
    actions: Vec<Value>,
    score: i64,
}

/// What is wrong with a forged run, as found without the server.
#[derive(Clone, Debug, PartialEq)]
enum Wrong {
    /// A line of its log, counted from 1.
    Line(usize),
    /// A step of its actions, counted from 0.
    Step(usize),
    /// A field of its first line.
    Field(&'static str),
    /// All of it.
    Code(&'static str),
}

struct Forgery {
    kind: &'static str,
    body: String,
    wrong: Wrong,
}

/// A table as a ticket wants it.
fn table(ticket: &Value) -> Box<dyn Table> {
    static GAMES: LazyLock<Registry> = LazyLock::new(referee_registry::games);
    let title = GAMES.title(GAME).unwrap();
    let mut table = title.start(None, Some(text(ticket, "seed")), 0, None).unwrap();
    table.introduce(Players::in_order(&title.card(), [text(ticket, "name")]).unwrap()).unwrap();
    table.call(text(ticket, "ticket")).unwrap();
    table
}

fn ticket(server: &Server, board: &str, name: &str) -> Value {
    let (status, ticket) = server.post("/api/challenges", None, &json!({"game": GAME, "board": board, "name": name}));
    assert_eq!(status, 201, "{ticket}");
    ticket
}

/// Plays a ticket to its end by luck, several times: the shortest run.
fn shortest(ticket: &Value) -> Run {
    let runs = (0..40).filter_map(|luck| played(ticket, luck)).take(6);
    runs.min_by_key(|run| run.lines.len()).unwrap()
}

/// A run by chance, if it ends soon: not all do.
fn played(ticket: &Value, luck: u64) -> Option<Run> {
    let (mut table, mut luck, mut actions) = (table(ticket), Stream::new(luck), Vec::new());
    while let Some(&seat) = table.waiting_for(0).first() {
        let action = table.bot("random", seat, 0, &mut luck).unwrap().unwrap();
        assert!(table.act(seat, 0, &action, None).success);
        actions.push(serde_json::from_str(&action).unwrap());
        if actions.len() == LONGEST {
            return None;
        }
    }
    let lines = table.text().unwrap().lines().map(str::to_owned).collect();
    let score = table.score(Seat(0));
    Some(Run { ticket: ticket.clone(), table: Mutex::new(table), lines, actions, score })
}

impl Run {
    /// The game as it stood after so many actions.
    fn after(&self, actions: usize) -> Box<dyn Table> {
        self.table.lock().unwrap().rewound(actions as u64).unwrap()
    }
}

/// The chain made right again from a line on, numbers included.
fn renumbered(mut lines: Vec<String>, from: usize) -> Vec<String> {
    for (at, line) in lines.iter_mut().enumerate().skip(from.max(1)) {
        if let Some((_, rest)) = line.strip_prefix("{\"seq\":").and_then(|rest| rest.split_once(',')) {
            *line = format!("{{\"seq\":{at},{rest}");
        }
    }
    resealed(lines, from)
}

/// What the rules say to the lines of a log, asked by acting rather than by verifying: `None` is an honest run.
fn wrong_line(run: &Run, lines: &[String]) -> Option<Wrong> {
    let same = lines.iter().zip(&run.lines).take_while(|(one, two)| one == two).count();
    if same == 0 {
        return Some(Wrong::Line(1));
    }
    let mut table = run.after(same - 1);
    for (number, line) in (1..).zip(lines).skip(same) {
        let Ok(parsed) = serde_json::from_str::<Value>(line) else { return Some(Wrong::Line(number)) };
        let verdict = table.act(Seat(0), parsed["at"].as_u64().unwrap_or(0), &parsed["action"].to_string(), None);
        if !verdict.success || verdict.lines.trim_end() != line {
            return Some(Wrong::Line(number));
        }
    }
    (!table.over(0)).then_some(Wrong::Code("NOT_OVER"))
}

/// What the rules say to a list of actions: `None` is an honest run.
fn wrong_step(run: &Run, actions: &[Value]) -> Option<Wrong> {
    let same = actions.iter().zip(&run.actions).take_while(|(one, two)| one == two).count();
    let mut table = run.after(same);
    for (number, action) in actions.iter().enumerate().skip(same) {
        if !table.act(Seat(0), 0, &action.to_string(), None).success {
            return Some(Wrong::Step(number));
        }
    }
    (!table.over(0)).then_some(Wrong::Code("NOT_OVER"))
}

/// Forges runs, and keeps apart those that turn out to be honest.
struct Forger<'a> {
    runs: &'a [Run],
    luck: Stream,
    forged: Vec<Forgery>,
    /// Lists of actions that the rules accept to the end: other runs than the one that was played, but runs.
    honest: Vec<(usize, Vec<Value>)>,
}

impl Forger<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.luck.draw(Ask::below(n as u32)) as usize
    }

    /// A place among so many: mostly an early one, which is cheaper to judge.
    fn place(&mut self, n: usize) -> usize {
        let most = if self.below(8) == 0 { n } else { n.min(10) };
        self.below(most)
    }

    /// What follows a line that is wrong is mostly left out: nobody comes to read it.
    fn is_brief(&mut self) -> bool {
        self.below(8) > 0
    }

    fn add(&mut self, kind: &'static str, body: String, wrong: Wrong) {
        self.forged.push(Forgery { kind, body, wrong });
    }

    fn log(&mut self, kind: &'static str, run: &Run, lines: &[String], wrong: Wrong) {
        let lines = match wrong {
            Wrong::Line(first) if self.is_brief() => &lines[..lines.len().min(first + 4)],
            _ => lines,
        };
        let log = lines.join("\n") + "\n";
        // A log is handed in beside its ticket, or as it is: then its first line says which ticket.
        let body = match wrong != Wrong::Line(1) && self.below(4) == 0 {
            true => log,
            false => json!({"ticket": run.ticket["ticket"], "log": log}).to_string(),
        };
        self.add(kind, body, wrong);
    }

    /// A log with an honest chain over a dishonest story: only the rules can tell.
    fn story(&mut self, kind: &'static str, run: &Run, mut lines: Vec<String>, from: usize) {
        if self.is_brief() {
            lines.truncate(from + 6);
        }
        let lines = renumbered(lines, from);
        match wrong_line(run, &lines) {
            Some(wrong) => self.log(kind, run, &lines, wrong),
            None => assert_eq!(lines, run.lines, "{kind}: an honest log is the one that was played"),
        }
    }

    fn steps(&mut self, kind: &'static str, number: usize, actions: Vec<Value>) {
        let run = &self.runs[number];
        match wrong_step(run, &actions) {
            Some(wrong) => {
                let steps: Vec<Value> = actions.iter().map(|action| json!({"action": action})).collect();
                self.add(kind, json!({"ticket": run.ticket["ticket"], "actions": steps}).to_string(), wrong);
            }
            None => self.honest.push((number, actions)),
        }
    }

    /// One forged run of each kind.
    fn round(&mut self) {
        let number = self.below(self.runs.len());
        let runs = self.runs;
        let (run, other) = (&runs[number], &runs[(number + 1) % runs.len()]);
        self.broken_chains(run, other);
        self.told_otherwise(run, other);
        self.played_otherwise(number);
        self.tickets(run, other);
    }

    /// Whoever does not know how lines are chained.
    fn broken_chains(&mut self, run: &Run, other: &Run) {
        let last = run.lines.len() - 1;
        let at = 1 + self.place(last);
        let mut lines = run.lines.clone();
        let (byte, new) = (self.below(lines[at].len()), self.below(94) as u8 + 33);
        let mut bytes = lines[at].clone().into_bytes();
        bytes[byte] = if bytes[byte] == new { new - 1 } else { new };
        if let Ok(edited) = String::from_utf8(bytes) {
            lines[at] = edited;
            self.log("edited", run, &lines, Wrong::Line(at + 1));
        }
        let mut lines = run.lines.clone();
        lines[at].insert(byte.min(1), '#');
        if byte > 0 {
            self.log("blotted", run, &lines, Wrong::Line(at + 1));
        }
        if at < last {
            let mut lines = run.lines.clone();
            lines.remove(at);
            self.log("dropped", run, &lines, Wrong::Line(at + 1));
            let mut lines = run.lines.clone();
            let with = at + 1 + self.below(last - at);
            lines.swap(at, with);
            self.log("swapped", run, &lines, Wrong::Line(at + 1));
        }
        let mut lines = run.lines.clone();
        lines.insert(at, run.lines[at].clone());
        self.log("doubled", run, &lines, Wrong::Line(at + 2));
        self.log("truncated", run, &run.lines[..at], Wrong::Code("NOT_OVER"));
        let mut lines = run.lines[..=at].to_vec();
        let keep = 1 + self.below(lines[at].len() - 1);
        lines[at].truncate(keep);
        self.log("cut", run, &lines, Wrong::Line(at + 1));
        let spliced: Vec<String> = run.lines[..at].iter().chain(other.lines.iter().skip(at)).cloned().collect();
        if spliced.len() > at {
            self.log("spliced", run, &spliced, Wrong::Line(at + 1));
        }
    }

    /// Whoever does: every id is right, and the story is not.
    fn told_otherwise(&mut self, run: &Run, other: &Run) {
        let last = run.lines.len() - 1;
        let at = 1 + self.place(last);
        let mut lines = run.lines.clone();
        let told = lines[at].find(",\"events\":").unwrap();
        let digits: Vec<usize> =
            lines[at].char_indices().filter(|(place, c)| *place > told && c.is_ascii_digit()).map(|(place, _)| place).collect();
        let end = lines[at].rfind(",\"id\":").unwrap();
        let digits: Vec<usize> = digits.into_iter().filter(|place| *place < end).collect();
        let place = digits[self.below(digits.len())];
        let digit = (lines[at].as_bytes()[place] - b'0' + 1 + self.below(9) as u8) % 10;
        lines[at].replace_range(place..=place, &digit.to_string());
        self.story("told otherwise", run, lines, at);
        let mut lines = run.lines.clone();
        lines[at].insert_str(told, ",\"dice\":[6]");
        self.story("brought dice", run, lines, at);
        let mut lines = run.lines.clone();
        lines.remove(at);
        self.story("dropped and sealed", run, lines, at);
        let mut lines = run.lines.clone();
        let with = 1 + self.below(last);
        lines.swap(at, with);
        self.story("swapped and sealed", run, lines, at.min(with));
        let mut lines = run.lines.clone();
        lines.insert(at, run.lines[at].clone());
        self.story("doubled and sealed", run, lines, at);
        let mut lines = run.lines[..at].to_vec();
        lines.extend(other.lines.iter().skip(1 + self.below(other.lines.len() - 1)).cloned());
        self.story("spliced and sealed", run, lines, at);
        // Ended where it went badly: closed by hand, with a branch, with a secret told.
        let seq = at - 1;
        for (kind, code, mark) in [
            ("closed", "NOT_OVER", "\"close\":\"abandoned\"".to_owned()),
            ("branched", "BRANCHED", "\"branch\":\"again\"".to_owned()),
            ("revealed", "NOT_SEALED", format!("\"reveal\":\"{}\"", "7".repeat(64))),
        ] {
            let mut lines = run.lines[..at].to_vec();
            lines.push(sealed(&format!("{{\"seq\":{seq},\"prev\":\"{}\",{mark}}}", "0".repeat(64)), id(&lines[at - 1])));
            self.log(kind, run, &lines, Wrong::Code(code));
        }
    }

    /// Whoever hands in actions alone.
    fn played_otherwise(&mut self, number: usize) {
        let actions = &self.runs[number].actions;
        let at = self.place(actions.len());
        let mut dropped = actions.clone();
        dropped.remove(at);
        self.steps("action dropped", number, dropped);
        let with = self.below(actions.len());
        let mut swapped = actions.clone();
        swapped.swap(at, with);
        self.steps("actions swapped", number, swapped);
        let mut doubled = actions.clone();
        doubled.insert(at, actions[at].clone());
        self.steps("action doubled", number, doubled);
        self.steps("actions cut", number, actions[..at].to_vec());
        let mut edited = actions.clone();
        let (q, r) = (self.below(9) as i64 - 4, self.below(11) as i64);
        edited[at] = json!({"type": "MOVE", "payload": {"q": q, "r": r, "s": -q - r}});
        self.steps("action edited", number, edited);
        if self.below(3) == 0 {
            let mut appended = actions.clone();
            appended.push(actions[at].clone());
            self.steps("action after the end", number, appended);
        }
    }

    /// Whoever forges what stands around a run.
    fn tickets(&mut self, run: &Run, other: &Run) {
        let (signed, log) = (text(&run.ticket, "ticket").to_owned(), run.lines.join("\n") + "\n");
        let steps: Vec<Value> = run.actions.iter().map(|action| json!({"action": action})).collect();
        let at = self.below(signed.len());
        let mut forged = signed.clone();
        let new = if forged.as_bytes()[at] == b'0' { "1" } else { "0" };
        forged.replace_range(at..=at, new);
        self.add("forged ticket", json!({"ticket": forged, "actions": steps}).to_string(), Wrong::Code("BAD_TICKET"));
        let (mine, theirs) = (signed.split_once('.').unwrap(), text(&other.ticket, "ticket").split_once('.').unwrap());
        let forged = format!("{}.{}", mine.0, theirs.1);
        self.add("foreign signature", json!({"ticket": forged, "log": log}).to_string(), Wrong::Code("BAD_TICKET"));
        let stolen = json!({"ticket": other.ticket["ticket"], "log": log}).to_string();
        self.add("foreign log", stolen, Wrong::Field("/name"));
        let claimed = run.score + 1 + self.below(1_000) as i64;
        if self.below(3) == 0 {
            let invented = json!({"ticket": signed, "log": log, "score": claimed}).to_string();
            self.add("invented score", invented, Wrong::Code("WRONG_SCORE"));
        }
        for (kind, from, to, field) in [
            ("foreign rules", "\"rules\":\"", "\"rules\":\"0", "/rules"),
            ("foreign content", "\"content\":\"", "\"content\":\"0", "/content"),
            ("foreign chance", "\"chance\":\"native\"", "\"chance\":\"scripted\"", "/chance"),
            ("foreign game", "\"game\":\"hop-original\"", "\"game\":\"hop\"", "/game"),
            ("foreign player", "\"players\":{\"player\":\"", "\"players\":{\"player\":\"not ", "/players"),
        ] {
            let mut lines = run.lines.clone();
            lines[0] = lines[0].replacen(from, to, 1);
            assert_ne!(lines[0], run.lines[0], "{kind}: {}", run.lines[0]);
            self.log(kind, run, &resealed(lines, 0), Wrong::Field(field));
        }
        // The other's story under my name: its seed is not mine.
        let name = |line: &str| {
            line.replace(text(&other.ticket, "ticket"), &signed).replace(text(&other.ticket, "name"), text(&run.ticket, "name"))
        };
        let renamed = other.lines.iter().map(|line| name(line)).collect();
        self.log("re-seeded", run, &resealed(renamed, 0), Wrong::Field("/setup"));
    }
}

/// Whether an answer names what is wrong.
fn names(answer: &Value, wrong: &Wrong) -> bool {
    let error = &answer["error"];
    match wrong {
        Wrong::Line(1) => error["line"] == 1 || error["code"] == "WRONG_BEGINNING",
        Wrong::Line(number) => error["line"] == *number,
        Wrong::Step(number) => {
            let path = error["path"].as_str().unwrap_or_default();
            path == format!("/actions/{number}") || path.starts_with(&format!("/actions/{number}/"))
        }
        Wrong::Field(field) => error["code"] == "WRONG_BEGINNING" && error["path"] == *field,
        Wrong::Code(code) => error["code"] == *code,
    }
}

/// What came of handing in forged runs.
#[derive(Default)]
struct Tally {
    /// How many of each kind.
    kinds: BTreeMap<&'static str, usize>,
    /// What was not refused as it should be.
    faults: Vec<String>,
    honest: Vec<(usize, Vec<Value>)>,
    bytes: usize,
}

/// Forges and hands in, round after round, until there are enough from everybody.
fn forge(server: &Server, runs: &[Run], hand: usize, count: &AtomicUsize) -> Tally {
    let luck = Stream::from_seed(&format!("forger {hand}"));
    let mut forger = Forger { runs, luck, forged: Vec::new(), honest: Vec::new() };
    let (agent, mut tally) = (agent(), Tally::default());
    let wanted = wanted();
    while count.load(Ordering::Relaxed) < wanted {
        forger.round();
        for forgery in forger.forged.drain(..) {
            count.fetch_add(1, Ordering::Relaxed);
            *tally.kinds.entry(forgery.kind).or_default() += 1;
            tally.bytes += forgery.body.len();
            let mut answer = agent.post(server.url(BOARD)).send(&forgery.body).unwrap();
            let status = answer.status().as_u16();
            let told: Value = serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap();
            if !(400..500).contains(&status) || status == 429 || !names(&told, &forgery.wrong) {
                tally.faults.push(format!("{}: {status} {told}, not {:?}", forgery.kind, forgery.wrong));
            }
        }
    }
    tally.honest = forger.honest;
    tally
}

/// Several forge at once; what came of all of it.
fn hand_in(server: &Server, runs: &[Run]) -> Tally {
    let count = AtomicUsize::new(0);
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let hands: Vec<_> = (0..HANDS)
            .map(|hand| {
                scope.spawn({
                    let count = &count;
                    move || forge(server, runs, hand, count)
                })
            })
            .collect();
        hands.into_iter().map(|hand| hand.join().unwrap()).collect()
    });
    tallies.into_iter().fold(Tally::default(), |mut all, tally| {
        tally.kinds.into_iter().for_each(|(kind, count)| *all.kinds.entry(kind).or_default() += count);
        all.faults.extend(tally.faults);
        all.honest.extend(tally.honest);
        all.bytes += tally.bytes;
        all
    })
}

/// Threats 9, 10, 12, 13, and 2 as far as a seed can be told: nothing but an honest run of one's own ticket is worth anything.
#[test]
fn threats_9_10_12_13_ten_thousand_forged_runs_are_worth_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let runs: Vec<Run> = (0..8).map(|number| shortest(&ticket(&server, "free", &format!("player {number}")))).collect();
    let longest = runs.iter().map(|run| run.actions.len()).max().unwrap();
    println!("runs of at most {longest} actions, {} bytes", runs[0].lines.iter().map(String::len).sum::<usize>());
    server.kill();
    let before = logs(folder.path());
    let server = Server::start(folder.path(), OPEN);
    let board = server.get(&format!("{BOARD}?board=free"), None);
    let Tally { kinds, faults, honest, bytes } = hand_in(&server, &runs);
    let forged: usize = kinds.values().sum();
    assert!(faults.is_empty(), "{} of {forged}, first {:#?}", faults.len(), &faults[..faults.len().min(5)]);
    // What the rules accept to the end is told apart by them, and by the server alike.
    for (number, actions) in honest.iter().take(100) {
        let steps: Vec<Value> = actions.iter().map(|action| json!({"action": action})).collect();
        let (status, report) =
            server.post(&format!("/api/verify/{GAME}"), None, &json!({"seed": runs[*number].ticket["seed"], "actions": steps}));
        assert_eq!((status, &report["over"]), (200, &json!(true)), "{report}");
    }
    assert_eq!(server.get(&format!("{BOARD}?board=free"), None), board, "the board is as it was");
    server.is_well();
    server.kill();
    assert!(logs(folder.path()) == before, "nothing is stored");
    println!("{forged} forged, {bytes} bytes, {} honest after all: {kinds:?}", honest.len());
    assert!(kinds.len() >= 30 && kinds.values().all(|count| *count > wanted() / 1_000), "every kind was tried: {kinds:?}");
    // And the honest ones are welcome.
    let server = Server::start(folder.path(), OPEN);
    for run in &runs {
        let (status, answer) = server.post_text(BOARD, None, &(run.lines.join("\n") + "\n"));
        assert_eq!((status, &answer["score"]), (201, &json!(run.score)), "{answer}");
    }
}
