//! Leaderboards nobody can lie to, against the real binary and a real SQLite file.

use crate::{chain, hop, server};

use referee_host::{Players, Table};
use serde_json::{Value, json};
use server::Server;

const OPEN: &str = "rate = 0\nsockets_per_address = 1000\n";

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_else(|| panic!("{field} in {value}"))
}

/// A ticket for a board of Hop.
fn ticket(server: &Server, board: &str, name: &str, player: Option<&str>) -> Value {
    let (status, ticket) = server.post("/api/challenges", player, &json!({"game": "hop", "board": board, "name": name}));
    assert!(status == 201 || status == 200, "{ticket}");
    ticket
}

/// Plays a ticket's run to its end: its log and its actions.
fn played(ticket: &Value, luck: &str) -> (Box<dyn Table>, Vec<Value>) {
    let title = referee_registry::games();
    let title = title.title("hop").unwrap();
    let mut table = title.start(None, Some(text(ticket, "seed")), 0, None).unwrap();
    table.introduce(Players::in_order(&title.card(), [text(ticket, "name")]).unwrap()).unwrap();
    table.call(text(ticket, "ticket")).unwrap();
    let actions = hop::to_the_end(&mut *table, &mut referee::Stream::from_seed(luck));
    (table, actions)
}

fn steps(actions: &[Value]) -> Vec<Value> {
    actions.iter().map(|action| json!({"action": action})).collect()
}

#[test]
fn a_run_is_ranked_downloaded_and_verified_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let path = "/api/leaderboards/hop";
    // The same seed for all on this day; a seed of one's own otherwise.
    let (ann, bob) = (ticket(&server, "daily", "ann", None), ticket(&server, "daily", "bob", None));
    assert_eq!(ann["seed"], bob["seed"]);
    assert_ne!(ann["seed"], ticket(&server, "free", "ann", None)["seed"]);
    let again = ticket(&server, "daily", "ann", Some(text(&ann, "player_token")));
    assert_eq!(again["ticket"], ann["ticket"], "who has a ticket gets the same again");
    // One sends a log, the other its actions.
    let (table, actions) = played(&ann, "ann");
    let score = table.score(referee::Seat(0));
    let (status, ranked) = server.post_text(path, None, &table.text().unwrap());
    assert_eq!((status, &ranked["score"], &ranked["rank"]), (201, &json!(score), &json!(1)), "{ranked}");
    assert_eq!(ranked["head"], table.head().as_str());
    let (others, other_actions) = played(&bob, "bob");
    let (status, second) = server.post(path, None, &json!({"ticket": bob["ticket"], "actions": steps(&other_actions)}));
    assert_eq!((status, &second["score"]), (201, &json!(others.score(referee::Seat(0)))), "{second}");
    assert_eq!(second["head"], others.head().as_str(), "what is stored is what the player would have written");
    // The list, and the log behind each line of it.
    let (_, list) = server.get(path, None);
    let entries = list["entries"].as_array().unwrap();
    assert_eq!((entries.len(), &list["players"]), (2, &json!(2)));
    assert!(entries[0]["score"].as_i64() >= entries[1]["score"].as_i64());
    for entry in entries {
        let (status, log) = server.text(text(entry, "log"), None);
        assert_eq!(status, 200);
        let (status, report) = server.post_text("/api/verify/hop", None, &log);
        assert_eq!((status, &report["scores"]["player"]), (200, &entry["score"]), "{report}");
        let (status, view) = server.get(&format!("{}/view?to=3&seat=player", text(entry, "log")), None);
        assert_eq!((status, &view["seq"]), (200, &json!(3)), "{view}");
    }
    let day = text(&ranked, "day");
    for (query, count) in [
        (format!("?day={day}"), 2),
        (format!("?season={}", &day[..7]), 2),
        ("?day=2001-01-01".into(), 0),
        ("?board=free".into(), 0),
    ] {
        assert_eq!(server.get(&format!("{path}{query}"), None).1["entries"].as_array().unwrap().len(), count, "{query}");
    }
    // Sent again, by a hundred at once: one row, one answer.
    let body = json!({"ticket": ann["ticket"], "actions": steps(&actions), "score": score});
    let answers: Vec<(u16, Value)> = std::thread::scope(|scope| {
        let sent: Vec<_> = (0..40).map(|_| scope.spawn(|| server.post(path, None, &body))).collect();
        sent.into_iter().map(|sent| sent.join().unwrap()).collect()
    });
    assert!(answers.iter().all(|(status, answer)| *status == 201 && answer["head"] == ranked["head"]), "{answers:?}");
    assert_eq!(server.get(path, None).1["players"], 2);
    // Another run on the same ticket, and the same run on another's.
    let others = (0..100).map(|luck| played(&ann, &luck.to_string()));
    let (_, other_actions) = others.into_iter().find(|(other, _)| other.head() != table.head()).expect("luck makes a difference");
    let (status, answer) = server.post(path, None, &json!({"ticket": ann["ticket"], "actions": steps(&other_actions)}));
    assert_eq!((status, text(&answer["error"], "code")), (409, "TICKET_USED"));
    let thief = ticket(&server, "daily", "eve", None);
    let stolen = table.text().unwrap();
    let (status, answer) = server.post(path, None, &json!({"ticket": thief["ticket"], "log": stolen}));
    assert_eq!(
        (status, text(&answer["error"], "code"), text(&answer["error"], "path")),
        (422, "WRONG_BEGINNING", "/name"),
        "{answer}"
    );
    // Everything is there after a kill, and the index can be made again.
    server.kill();
    std::fs::remove_file(folder.path().join("data/index.db")).unwrap();
    let rebuilt = std::process::Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["rebuild", "--json", "--data"])
        .arg(folder.path().join("data"))
        .output()
        .unwrap();
    let said: Value = serde_json::from_slice(&rebuilt.stdout).unwrap();
    assert!(said["ok"] == true && said["logs"].as_u64() > Some(4), "{said}");
    let server = Server::start(folder.path(), OPEN);
    assert_eq!(server.get(path, None).1["entries"], list["entries"]);
}

/// Keyframes are no part of what happened: whoever writes more of them than we do has the same run, and finds it again as it was sent.
#[test]
fn a_run_with_keyframes_of_its_own_is_stored_as_it_was_sent() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let (path, ann) = ("/api/leaderboards/hop", ticket(&server, "free", "ann", None));
    let runs = (0..100).map(|luck| played(&ann, &luck.to_string()).0);
    let mut table = runs.into_iter().find(|table| table.seq() > 6).expect("some run is longer than that");
    let score = table.score(referee::Seat(0));
    let lines: Vec<String> = table.text().unwrap().lines().map(str::to_owned).collect();
    let with = |state: &str| {
        let mut lines = lines.clone();
        lines.insert(6, format!("{{\"seq\":5,\"prev\":\"{}\",\"keyframe\":{state},\"id\":\"\"}}", "0".repeat(64)));
        let lines = chain::resealed(lines, 6);
        (chain::id(&lines[lines.len() - 1]).to_owned(), lines.join("\n") + "\n")
    };
    let (fifth, sixth) = (table.rewound(5).unwrap().state(), table.rewound(6).unwrap().state());
    // A keyframe that lies is found, although nobody would go on from it.
    let (status, answer) = server.post_text(path, None, &with(&sixth).1);
    assert_eq!((status, &answer["error"]["line"]), (422, &json!(7)), "{answer}");
    let (head, sent) = with(&fifth);
    for _ in 0..2 {
        let (status, ranked) = server.post_text(path, None, &sent);
        assert_eq!((status, text(&ranked, "head"), &ranked["score"]), (201, &*head, &json!(score)), "{ranked}");
    }
    let log = format!("/api/logs/{}", text(&ann, "ticket").split('.').next().unwrap());
    assert_eq!(server.text(&log, None), (200, sent));
    for seq in [4, 5, 6, table.seq()] {
        let (status, view) = server.get(&format!("{log}/view?to={seq}&seat=player"), None);
        let expected: Value = serde_json::from_str(&table.rewound(seq).unwrap().view(Some(referee::Seat(0)))).unwrap();
        assert_eq!((status, &view["seq"], &view["view"]), (200, &json!(seq), &expected));
    }
}

#[test]
fn forged_runs_are_refused_and_nothing_of_them_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let path = "/api/leaderboards/hop";
    let ann = ticket(&server, "free", "ann", None);
    let (table, actions) = played(&ann, "ann");
    let (log, score) = (table.text().unwrap(), table.score(referee::Seat(0)));
    let refused = |body: &Value, code: &str| {
        let (status, answer) = server.post(path, None, body);
        assert!((400..500).contains(&status), "{answer}");
        assert_eq!(text(&answer["error"], "code"), code, "{answer}");
    };
    refused(&json!({"ticket": ann["ticket"], "actions": steps(&actions), "score": score + 1}), "WRONG_SCORE");
    refused(&json!({"ticket": ann["ticket"], "actions": steps(&actions[..actions.len() / 2])}), "NOT_OVER");
    refused(&json!({"ticket": "01abc.00", "actions": []}), "BAD_TICKET");
    refused(&json!({"ticket": ann["ticket"]}), "NO_RUN");
    let mut other = title_log("hop", "another seed", &ann);
    refused(&json!({"ticket": ann["ticket"], "log": other}), "WRONG_BEGINNING");
    other = log.replacen("\"rules\":\"", "\"rules\":\"0", 1);
    assert_ne!(other, log);
    refused(&json!({"ticket": ann["ticket"], "log": other}), "BROKEN_LINE");
    let (status, answer) = server.post("/api/leaderboards/duel", None, &json!({"ticket": ann["ticket"], "actions": []}));
    assert_eq!((status, text(&answer["error"], "code")), (404, "NO_BOARD"));
    assert_eq!(server.get(&format!("{path}?board=free"), None).1["players"], 0, "nothing is ranked");
    let id = text(&ann, "ticket").split('.').next().unwrap();
    assert_eq!(server.get(&format!("/api/logs/{id}"), None).0, 404, "nothing is stored");
    let (status, _) = server.post_text(path, None, &log);
    assert_eq!(status, 201, "the honest run is still welcome");
}

/// A whole log of another seed, named as the ticket wants it.
fn title_log(game: &str, seed: &str, ticket: &Value) -> String {
    let registry = referee_registry::games();
    let title = registry.title(game).unwrap();
    let mut table = title.start(None, Some(seed), 0, None).unwrap();
    table.introduce(Players::in_order(&title.card(), [text(ticket, "name")]).unwrap()).unwrap();
    table.call(text(ticket, "ticket")).unwrap();
    table.text().unwrap()
}

#[test]
fn a_ticket_expires() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\nticket_seconds = 0\n");
    let ann = ticket(&server, "free", "ann", None);
    let (table, _) = played(&ann, "ann");
    let (status, answer) = server.post_text("/api/leaderboards/hop", None, &table.text().unwrap());
    assert_eq!((status, text(&answer["error"], "code")), (403, "TICKET_EXPIRED"));
}

#[test]
fn a_live_run_is_ranked_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let ann = ticket(&server, "live", "ann", None);
    assert!(ann["seed"].is_null(), "nobody is told a seed: {ann}");
    let floors = played_live(&server, &ann);
    let (_, list) = server.get("/api/leaderboards/hop?board=live", None);
    assert_eq!((&list["players"], &list["open_seed"]), (&json!(1), &json!(false)), "{list} after {floors} floors");
    let (_, log) = server.text(text(&list["entries"][0], "log"), None);
    let (status, report) = server.post_text("/api/verify/hop", None, &log);
    assert_eq!((status, text(&report, "chance")), (200, "sealed"));
    assert_eq!(report["scores"]["player"], list["entries"][0]["score"]);
    assert!(report["dice_unchecked"].is_null() && report["dice_checked"].as_u64().unwrap() > 0, "{report}");
    let bad = server.post("/api/leaderboards/hop", None, &json!({"ticket": ann["ticket"], "actions": []}));
    assert_eq!((bad.0, text(&bad.1["error"], "code")), (403, "BAD_TICKET"), "a live run is not handed in");
}

/// Plays the match of a live ticket to its end: how many floors were entered.
fn played_live(server: &Server, ticket: &Value) -> usize {
    let (id, token) = (text(&ticket["match"], "id"), text(&ticket["match"], "token"));
    let path = format!("/api/matches/{id}/actions");
    let mut luck = referee::Stream::from_seed("ann");
    let mut floors = 0;
    loop {
        let (_, told) = server.get(&format!("/api/matches/{id}?legal=true"), Some(token));
        if told["over"] == true {
            break;
        }
        let legal = told["legal"].as_array().unwrap();
        let pick = luck.draw(referee::Ask::below(legal.len() as u32 * 4)) as usize;
        let wait = legal.iter().find(|action| action["type"] == "WAIT"); // who mostly waits does not live long
        let action = legal.get(pick).or(wait).unwrap_or(&legal[0]);
        let (status, ruling) = server.post(&path, Some(token), &json!({"action": action, "after": told["seq"]}));
        assert_eq!(status, 200, "{ruling}");
        floors += ruling["events"].as_array().unwrap().iter().filter(|event| event.get("FloorEntered").is_some()).count();
    }
    floors
}

#[test]
fn a_live_run_that_ends_after_its_ticket_is_not_ranked() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\nticket_seconds = 1\n");
    let ann = ticket(&server, "live", "ann", None);
    let player = Some(text(&ann, "player_token"));
    let expired = || Some(ticket(&server, "live", "ann", player)).filter(|next| next["ticket"] != ann["ticket"]);
    crate::server::until(expired);
    played_live(&server, &ann);
    let (_, list) = server.get("/api/leaderboards/hop?board=live", None);
    assert_eq!(list["players"], 0, "{list}");
    server.kill();
    let server = Server::start(folder.path(), OPEN);
    server.is_well();
    assert_eq!(server.get("/api/leaderboards/hop?board=live", None).1["players"], 0, "nor when the server starts again");
}

#[test]
fn a_live_ticket_without_its_match_gets_it_when_it_is_asked_for_again() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(folder.path(), OPEN);
    let ann = ticket(&server, "live", "ann", None);
    server.kill();
    // As if the server had ended right after the ticket was noted.
    let mut logs = crate::server::logs(folder.path());
    logs.retain(|name, _| name.starts_with("t-"));
    std::fs::create_dir(other.path().join("data")).unwrap();
    std::fs::copy(folder.path().join("data/key"), other.path().join("data/key")).unwrap();
    crate::server::add_logs(other.path(), &logs);
    let server = Server::start(other.path(), OPEN);
    let again = ticket(&server, "live", "ann", Some(text(&ann, "player_token")));
    assert_eq!((&again["ticket"], &again["match"]), (&ann["ticket"], &ann["match"]));
    assert!(played_live(&server, &again) < 100);
    assert_eq!(server.get("/api/leaderboards/hop?board=live", None).1["players"], 1);
}
