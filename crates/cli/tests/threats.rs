//! What players and strangers try: each test carries the numbers of the threats it answers (docs/THREATS.md).

use crate::hop;
use crate::server::{Server, add_logs, logs, text, until};
use referee::Stream;
use referee_host::Players;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use tungstenite::client::IntoClientRequest;

const OPEN: &str = "rate = 0\nsockets_per_address = 1000\n";

/// A match of nim in which both seats are ours: its id, and their tokens.
fn nim(server: &Server) -> (String, [String; 2]) {
    let opening = json!({"game": "nim", "name": "ann", "seats": {"first": "me", "second": "me"}, "setup": {"heaps": [200, 200]}});
    let opened = server.open(&opening);
    let token = |seat: &str| text(&opened["tokens"], seat).to_owned();
    (text(&opened, "id").to_owned(), [token("first"), token("second")])
}

fn take(stones: u64) -> Value {
    json!({"heap": 0, "stones": stones})
}

fn act(server: &Server, id: &str, token: &str, body: &Value) -> (u16, Value) {
    server.post(&format!("/api/matches/{id}/actions"), Some(token), body)
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

/// A run of Hop on a ticket, played to its end: its log.
fn run(ticket: &Value, luck: u64) -> String {
    let games = referee_registry::games();
    let title = games.title("hop").unwrap();
    let mut table = title.start(None, Some(text(ticket, "seed")), 0, None).unwrap();
    table.introduce(Players::in_order(&title.card(), [text(ticket, "name")]).unwrap()).unwrap();
    table.call(text(ticket, "ticket")).unwrap();
    hop::to_the_end(&mut *table, &mut Stream::new(luck));
    table.text().unwrap()
}

fn ticket(server: &Server, board: &str, name: &str, player: Option<&str>) -> Value {
    server.post("/api/challenges", player, &json!({"game": "hop", "board": board, "name": name})).1
}

/// Threat 3: nobody shops for seeds.
#[test]
fn threat_3_a_player_has_one_ticket_and_all_of_them_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    for board in ["daily", "free", "live"] {
        let first = ticket(&server, board, "ann", None);
        let player = text(&first, "player_token").to_owned();
        for _ in 0..20 {
            let again = ticket(&server, board, "ann", Some(&player));
            assert_eq!((&again["ticket"], &again["seed"]), (&first["ticket"], &first["seed"]), "the same until it is used");
        }
        if board == "live" {
            continue;
        }
        let mut current = first;
        for luck in 0..3 {
            let (status, answer) = server.post_text("/api/leaderboards/hop", None, &run(&current, luck));
            assert_eq!(status, 201, "{answer}");
            current = ticket(&server, board, "ann", Some(&player));
        }
        let (_, list) = server.get(&format!("/api/leaderboards/hop?board={board}"), None);
        assert_eq!((&list["players"], &list["entries"][0]["tickets"]), (&json!(1), &json!(4)), "taken, and shown: {list}");
    }
}

/// Threat 4: who dislikes a roll cannot have another by hanging up.
#[test]
fn threat_4_hanging_up_takes_nothing_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let seats = json!({"blue": "me", "red": "me"});
    let opened = server.open(&json!({"game": "duel", "name": "ann", "seats": seats}));
    let id = text(&opened, "id").to_owned();
    let mut rolls = Vec::new();
    for turn in 0..16 {
        let seat = ["blue", "red"][turn % 2];
        let token = text(&opened["tokens"], seat);
        let (_, told) = server.get(&format!("/api/matches/{id}?legal=true"), Some(token));
        let legal = told["legal"].as_array().unwrap();
        let body = json!({"action": legal[turn % legal.len()], "key": format!("k{turn}"), "after": turn});
        let (path, sent) = (format!("/api/matches/{id}/actions"), body.to_string());
        // Sent, and the line cut before any answer: at once, or after a part of it.
        let mut stream = server.connect();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n{sent}",
            sent.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        if turn % 2 == 0 {
            let _ = stream.read(&mut [0; 1]);
        }
        drop(stream);
        // Sent again, as often as one likes: what happened is what happened.
        let first = act(&server, &id, token, &body);
        assert_eq!(first.0, 200, "{}", first.1);
        assert!((0..3).all(|_| act(&server, &id, token, &body) == first));
        let other = json!({"action": legal[(turn + 1) % legal.len()], "key": "other", "after": turn});
        assert_eq!(code(&act(&server, &id, token, &other).1), "STALE");
        rolls.push(first.1["events"].clone());
    }
    server.kill();
    let lines = logs(folder.path()).remove(&format!("m-{id}")).unwrap();
    assert_eq!(lines.len(), 17, "one record for each action");
    for (line, events) in lines[1..].iter().zip(&rolls) {
        assert_eq!(serde_json::from_str::<Value>(line).unwrap()["events"], *events);
    }
}

/// Threat 5: what is refused, and what is only asked, moves no dice and leaves no trace.
#[test]
fn threat_5_refusals_and_questions_leave_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let mut matches = Vec::new();
    for (game, seat) in [("nim", "first"), ("duel", "blue"), ("hop", "player"), ("hop-original", "player"), ("incursion", "hero")]
    {
        let card = referee_registry::games().title(game).unwrap().card();
        let seats: BTreeMap<&str, &str> = card.seats.iter().map(|seat| (*seat, "me")).collect();
        let opened = server.open(&json!({"game": game, "name": "ann", "seats": seats}));
        matches.push((text(&opened, "id").to_owned(), text(&opened["tokens"], seat).to_owned()));
    }
    server.kill();
    let before = logs(folder.path());
    let server = Server::start(folder.path(), OPEN);
    for (id, token) in &matches {
        for round in 0..10 {
            for action in [
                json!({}),
                json!({"type": "nonsense"}),
                json!({"heap": 9, "stones": 9}),
                json!({"type": "MOVE", "payload": {"q": 99, "r": 0, "s": -99}}),
            ] {
                let (status, answer) = act(&server, id, token, &json!({"action": action, "key": format!("k{round}")}));
                assert!(status == 400 || status == 422, "{status} {answer}");
            }
            server.get(&format!("/api/matches/{id}?legal=true"), Some(token));
            server.get(&format!("/api/logs/{id}/view"), Some(token));
        }
    }
    server.kill();
    assert!(logs(folder.path()) == before, "the log is as it was, and so is everything that dice are made from");
}

/// Threat 11: a run counts once, however often and at once it is handed in.
#[test]
fn threat_11_a_hundred_at_once_are_one_row() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\nverifications_max = 1000\n");
    let ann = ticket(&server, "free", "ann", None);
    let log = run(&ann, 1);
    let answers: Vec<(u16, Value)> = std::thread::scope(|scope| {
        let sent: Vec<_> = (0..100).map(|_| scope.spawn(|| server.post_text("/api/leaderboards/hop", None, &log))).collect();
        sent.into_iter().map(|sent| sent.join().unwrap()).collect()
    });
    let head = &answers[0].1["head"];
    assert!(answers.iter().all(|(status, answer)| *status == 201 && answer["head"] == *head), "{answers:?}");
    let another = (2..100).map(|luck| run(&ann, luck)).find(|other| *other != log).expect("luck makes a difference");
    let other = server.post_text("/api/leaderboards/hop", None, &another);
    assert_eq!((other.0, code(&other.1)), (409, "TICKET_USED"));
    assert_eq!(server.get("/api/leaderboards/hop?board=free", None).1["players"], 1);
}

/// Threat 14: a document to be judged upon may be as long as a log, and waits in the same queue as logs to be verified.
#[test]
fn threat_14_the_contract_waits_in_the_same_queue() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\nverifications_max = 1\nlog_max = 200000\n");
    let request = |blanks: usize| format!("{{\"state\":{{}},{}\"action\":{{}}}}", " ".repeat(blanks));
    let answers: Vec<(u16, Value)> = std::thread::scope(|scope| {
        let sent: Vec<_> =
            (0..40).map(|_| scope.spawn(|| server.post_text("/api/contract/mir", None, &request(190_000)))).collect();
        sent.into_iter().map(|sent| sent.join().unwrap()).collect()
    });
    assert!(answers.iter().any(|(status, _)| *status == 200), "some requests are judged");
    for (status, answer) in answers {
        assert!(status == 200 || (status, code(&answer)) == (429, "TOO_MANY_VERIFICATIONS"), "{status}: {answer}");
    }
    let (status, answer) = server.post_text("/api/contract/mir/mutate", None, &request(200_000));
    assert_eq!((status, code(&answer)), (413, "BODY_TOO_LONG"));
}

/// Threat 14: what takes long to judge is bounded, and so is who waits for it.
#[test]
fn threat_14_verification_is_no_weapon() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\nverifications_max = 1\nactions_max = 2000\n");
    let ann = ticket(&server, "free", "ann", None);
    let log = run(&ann, 1);
    let waits: Vec<Value> = (0..300).map(|_| json!({"action": {"type": "WAIT"}})).collect();
    let body = json!({"seed": "slow", "actions": waits}).to_string();
    let answers: Vec<(u16, Value)> = std::thread::scope(|scope| {
        let sent: Vec<_> = (0..40).map(|_| scope.spawn(|| server.post_text("/api/verify/hop", None, &body))).collect();
        sent.into_iter().map(|sent| sent.join().unwrap()).collect()
    });
    for (status, answer) in &answers {
        assert!(*status != 429 || code(answer) == "TOO_MANY_VERIFICATIONS", "{answer}");
    }
    assert!(answers.iter().any(|(status, _)| *status != 429), "somebody is judged");
    let many = json!({"actions": vec![json!({"action": {"type": "WAIT"}}); 2_001]});
    assert_eq!(code(&server.post("/api/verify/hop", None, &many).1), "TOO_LONG");
    let long: String =
        log.lines().chain(std::iter::repeat_n(log.lines().nth(1).unwrap(), 2_000)).map(|line| format!("{line}\n")).collect();
    assert_eq!(code(&server.post_text("/api/leaderboards/hop", None, &long).1), "TOO_LONG");
    assert_eq!(server.post_text("/api/leaderboards/hop", None, &log).0, 201, "and who is honest is welcome");
    server.is_well();
}

/// Threats 15 and 36: an address has a rate, whatever it says about itself; and opens so many matches.
#[test]
fn threats_15_36_an_address_has_its_rate() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 1\nburst = 30\nmatches_per_address = 5\n");
    let mut opened = 0;
    for number in 0..12 {
        let board = ["daily", "free"][number % 2];
        let (status, answer) =
            server.post("/api/challenges", None, &json!({"game": "hop", "board": board, "name": format!("player {number}")}));
        opened += usize::from(status == 201);
        assert!(status == 201 || code(&answer) == "TOO_MANY_MATCHES", "{answer}");
    }
    assert_eq!(opened, 5);
    assert_eq!(code(&server.post("/api/matches", None, &json!({"game": "nim"})).1), "TOO_MANY_MATCHES");
    let refused = (0..60u8).filter(|number| {
        let headers = format!("X-Forwarded-For: 10.1.2.{number}\r\nForwarded: for=10.1.2.{number}\r\nX-Real-IP: 10.1.2.{number}");
        let answer =
            server.raw(format!("GET /api/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n\r\n").as_bytes());
        answer.starts_with("HTTP/1.1 429") && answer.contains("TOO_MANY_REQUESTS")
    });
    assert!(refused.count() > 20, "who calls itself otherwise each time is one address all the same");
}

/// Threats 16 and 39: names and reasons carry nothing but letters.
#[test]
fn threats_16_39_names_are_names_and_nothing_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let open = server.open(&json!({"game": "nim", "name": "ann"}));
    let join = format!("/api/matches/{}/join", text(&open, "id"));
    let long = "x".repeat(25);
    for name in [
        "",
        "ab",
        &long,
        "<b>ann</b>",
        "a\nb\nc",
        "a\r\nSet-Cookie: x",
        "ann\u{1b}[31m",
        "a\u{202e}bc",
        "a\u{200b}bc",
        "\u{feff}ann",
        "{}{}{}",
        "%s%s%s",
        "a\u{0}bc",
        "${jndi:x}",
        "bot-random-first",
        "../../key",
        "ann'--",
        "a/b/c",
        "🂡🂡🂡",
        "a\u{301}\u{301}\u{301}\u{301}",
    ] {
        for (path, body) in [
            ("/api/matches", json!({"game": "nim", "name": name})),
            ("/api/challenges", json!({"game": "hop", "board": "free", "name": name})),
            (&join, json!({"name": name})),
        ] {
            let (status, answer) = server.post_raw(path, None, &body.to_string());
            assert!(status == 422 && answer.contains("BAD_NAME"), "{name:?} to {path}: {answer}");
            assert!(answer.chars().all(|c| !c.is_control()), "what is told back is escaped: {answer:?}");
        }
    }
    for blank in ["\u{3164}\u{3164}\u{3164}", "\u{ffa0}\u{ffa0}\u{ffa0}", "ann\u{115f}"] {
        let (status, answer) = server.post("/api/matches", None, &json!({"game": "nim", "name": blank}));
        assert_eq!((status, code(&answer)), (422, "BAD_PLAYER"), "letters that nobody sees: {blank:?}");
    }
    server.is_well();
    server.kill();
    assert!(!logs(folder.path()).values().flatten().any(|line| line.contains("jndi") || line.contains("Set-Cookie")));
}

/// Threats 17 and 18: a seat is its token, which is told once, kept as a hash, and never part of an address.
#[test]
fn threats_17_18_a_seat_is_its_token() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let (id, tokens) = nim(&server);
    let body = json!({"action": take(1)});
    for forged in ["", "x", &"0".repeat(64), &tokens[0][1..], &tokens[0].to_uppercase(), &format!("{} {}", tokens[0], tokens[1])]
    {
        assert_eq!(act(&server, &id, forged, &body).0, 401, "{forged}");
    }
    let as_first = json!({"action": take(1), "seat": "first"});
    assert_eq!(code(&act(&server, &id, &tokens[1], &as_first).1), "NOT_YOUR_SEAT");
    for path in [format!("/api/matches/{id}?token={}", tokens[0]), format!("/api/logs/{id}/view?token={}", tokens[0])] {
        assert_eq!(server.get(&path, None).0, 400, "no token is taken from an address");
    }
    let (status, _) = server.post(&format!("/api/matches/{id}/actions?token={}", tokens[0]), None, &body);
    assert_eq!(status, 401);
    let with_cookie = format!(
        "GET /api/logs/{id}/view?seat=first HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: token={}\r\n\r\n",
        tokens[0]
    );
    assert!(server.raw(with_cookie.as_bytes()).starts_with("HTTP/1.1 401"), "nor from a cookie");
    assert_eq!(act(&server, &id, &tokens[0], &body).0, 200);
    let (_, look) = server.text(&format!("/api/matches/{id}"), Some(&tokens[0]));
    assert!(!look.contains(&tokens[0]), "it is not told again");
    server.is_well();
    server.kill();
    for file in ["referee.db", "referee.db-wal", "index.db", "index.db-wal"] {
        let bytes = std::fs::read(folder.path().join("data").join(file)).unwrap_or_default();
        for token in &tokens {
            assert!(!bytes.windows(token.len()).any(|window| window == token.as_bytes()), "a token lies in {file}");
        }
    }
}

/// Threat 19: no page of somebody else opens a socket.
#[test]
fn threat_19_sockets_of_strange_pages_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\norigins = [\"https://games.example\"]\n");
    let (id, _) = nim(&server);
    let open = |origin: &str| {
        let mut request = format!("ws://{}/api/matches/{id}/live", server.address).into_client_request().unwrap();
        request.headers_mut().insert("Origin", origin.parse().unwrap());
        tungstenite::connect(request).map(|_| ())
    };
    for origin in [
        "https://evil.example",
        "null",
        "http://127.0.0.1",
        "https://games.example.evil.example",
        "http://games.example",
        "file://",
    ] {
        let refused = open(origin).unwrap_err();
        let tungstenite::Error::Http(answer) = refused else { panic!("{origin}: {refused}") };
        assert_eq!(answer.status().as_u16(), 403, "{origin}: before the handshake");
    }
    assert!(open("https://games.example").is_ok() && open(&format!("http://{}", server.address)).is_ok());
}

/// Threats 20 and 22: two sockets of a seat both see everything; what is sent twice happens once.
#[test]
fn threats_20_22_two_sockets_and_a_captured_frame() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let (id, tokens) = nim(&server);
    let hello = |token: &str| json!({"type": "hello", "token": token, "from": 1});
    let (mut one, _) = server.live(&id, &hello(&tokens[0]));
    let (mut two, _) = server.live(&id, &hello(&tokens[0]));
    for turn in 0..20u64 {
        let seq = 2 * turn;
        one.say(&json!({"type": "act", "action": take(1), "after": seq, "key": format!("one{turn}")}));
        two.say(&json!({"type": "act", "action": take(2), "after": seq, "key": format!("two{turn}")}));
        let mut heard = [one.hear(), two.hear()];
        if heard.iter().all(|heard| heard["type"] == "record") {
            // Whoever lost hears the winner's record first, and then the refusal.
            let lost = usize::from(heard[1]["key"].is_null());
            assert!(heard[lost]["key"].is_null() && heard[1 - lost]["key"].is_string(), "{heard:?}");
            assert_eq!(heard[0]["events"], heard[1]["events"]);
            heard[lost] = if lost == 0 { one.hear() } else { two.hear() };
        } else {
            let lost = usize::from(heard[1]["type"] == "refused");
            let record = if lost == 0 { one.hear() } else { two.hear() };
            assert_eq!(record["seq"], seq + 1, "{record}");
        }
        let refused = heard.iter().find(|heard| heard["type"] == "refused").unwrap();
        assert_eq!(code(refused), "STALE", "{heard:?}");
        let (status, _) = act(&server, &id, &tokens[1], &json!({"action": take(1), "after": seq + 1}));
        assert_eq!(status, 200);
        assert_eq!((&one.hear()["seq"], &two.hear()["seq"]), (&json!(seq + 2), &json!(seq + 2)));
    }
    // A frame that was captured and sent again: with its key it gives the first answer, without one it comes too late.
    let frame = json!({"type": "act", "action": take(1), "after": 40, "key": "captured"});
    one.say(&frame);
    assert_eq!((text(&one.hear(), "type"), &two.hear()["seq"]), ("record", &json!(41)));
    two.say(&frame);
    let again = two.hear();
    assert_eq!((&again["success"], &again["seq"]), (&json!(true), &json!(41)), "{again}");
    two.say(&json!({"type": "act", "action": take(1), "after": 40}));
    assert_eq!(code(&two.hear()), "STALE");
    assert_eq!(
        act(&server, &id, &tokens[1], &json!({"action": take(1), "key": "captured", "after": 40})).0,
        409,
        "a key is its seat's"
    );
    assert_eq!(server.get(&format!("/api/matches/{id}"), None).1["seq"], 41);
}

/// Threat 21: of many who act upon the same view, one is heard.
#[test]
fn threat_21_exactly_one_of_a_hundred_racers_wins() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let (id, tokens) = nim(&server);
    for round in 0..2u64 {
        let (server, id, token) = (&server, &id, &tokens[round as usize % 2]);
        let answers: Vec<(u16, Value)> = std::thread::scope(|scope| {
            let race = |racer: u64| move || act(server, id, token, &json!({"action": take(1 + racer % 3), "after": round}));
            let racers: Vec<_> = (0..100).map(|racer| scope.spawn(race(racer))).collect();
            racers.into_iter().map(|racer| racer.join().unwrap()).collect()
        });
        assert_eq!(answers.iter().filter(|(status, _)| *status == 200).count(), 1);
        for (_, answer) in answers.iter().filter(|(status, _)| *status != 200) {
            assert_eq!(
                (code(answer), &answer["error"]["seq"]),
                ("STALE", &json!(round + 1)),
                "who is late is told where it stands"
            );
        }
    }
}

/// Threats 24 and 25: clients declare no time, and whoever sets the wall's clock wrong stops nobody.
#[test]
fn threats_24_25_time_is_the_server_s() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let (id, tokens) = nim(&server);
    for body in
        [json!({"action": take(1), "at": 0}), json!({"action": take(1), "at": u64::MAX}), json!({"action": take(1), "time": 1})]
    {
        assert_eq!(code(&act(&server, &id, &tokens[0], &body).1), "BAD_BODY", "a client's time is not taken");
    }
    assert_eq!(act(&server, &id, &tokens[0], &json!({"action": take(1)})).0, 200);
    let duel = server.open(&json!({"game": "duel", "name": "ann", "seats": {"blue": "me", "red": "me"}}));
    let duel_id = text(&duel, "id").to_owned();
    server.kill();
    // The same matches as a server would find them whose clock has jumped by a year, forward or back, while it was down.
    let kept = logs(folder.path());
    let year = 365 * 24 * 3_600_000i64;
    let mut moved = Vec::new();
    for (jump, last) in [(year, "y"), (-year, "z")] {
        for original in [&id, &duel_id] {
            let last = if original.ends_with(last) { "w" } else { last };
            let other = format!("{}{last}", &original[..original.len() - 1]);
            let note = &kept[&format!("d-{original}")][0];
            let mut parsed: Value = serde_json::from_str(note).unwrap();
            let at = parsed["opened"]["at"].as_i64().unwrap();
            parsed["opened"]["at"] = (at + jump).into();
            let mut lines = kept[&format!("m-{original}")].clone();
            lines[0] = lines[0].replace(original.as_str(), &other);
            let lines = crate::chain::resealed(lines, 0);
            add_logs(
                folder.path(),
                &BTreeMap::from([(format!("d-{other}"), vec![parsed.to_string()]), (format!("m-{other}"), lines)]),
            );
            moved.push((original == &id, jump > 0, other));
        }
    }
    let server = Server::start(folder.path(), OPEN);
    for (is_nim, ahead, other) in &moved {
        if *is_nim {
            let (status, answer) = act(&server, other, &tokens[1], &json!({"action": take(1)}));
            assert_eq!(status, 200, "nim has no clock: {answer}");
        } else if *ahead {
            let (_, told) = server.get(&format!("/api/matches/{other}?legal=true"), Some(text(&duel["tokens"], "blue")));
            assert!(!told["legal"].as_array().unwrap().is_empty(), "time stands still until it is reached: {told}");
        } else {
            until(|| (server.get(&format!("/api/matches/{other}"), None).1["over"] == true).then_some(()));
        }
    }
    server.is_well();
}

/// Threat 26: what is over stays over.
#[test]
fn threat_26_nobody_acts_after_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let opened =
        server.open(&json!({"game": "nim", "name": "ann", "seats": {"first": "me", "second": "me"}, "setup": {"heaps": [1]}}));
    let (id, token) = (text(&opened, "id"), text(&opened["tokens"], "first"));
    let last = json!({"action": take(1), "key": "last", "after": 0});
    let (status, answer) = act(&server, id, token, &last);
    assert_eq!(status, 200);
    let log = server.text(&format!("/api/logs/{id}"), None);
    for seat in ["first", "second"] {
        let token = text(&opened["tokens"], seat);
        for body in [
            json!({"action": take(1)}),
            json!({"action": take(1), "after": 1}),
            json!({"action": take(1), "after": 0}),
            json!({"action": take(1), "after": 1, "key": "new"}),
        ] {
            let (status, answer) = act(&server, id, token, &body);
            assert!(status == 409 || status == 422, "{status} {answer}");
        }
    }
    assert_eq!(act(&server, id, token, &last), (200, answer), "what was answered is answered again");
    assert_eq!(server.post(&format!("/api/matches/{id}/join"), None, &json!({"name": "eve"})).0, 409);
    assert_eq!(code(&server.post(&format!("/api/matches/{id}/branches"), None, &json!({"at": 1})).1), "GAME_IS_OVER");
    assert_eq!(server.text(&format!("/api/logs/{id}"), None), log);
    server.is_well();
}

/// Threat 31: a disk that takes nothing more: the action fails and is told so, nothing of it is shown, and all is well when there is room
/// again.
#[cfg(target_os = "linux")]
#[test]
fn threat_31_a_full_disk_loses_nothing_and_shows_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let limited = |pid: u32, bytes: &str| {
        let limit = Command::new("prlimit").arg(format!("--pid={pid}")).arg(format!("--fsize={bytes}")).status();
        limit.is_ok_and(|status| status.success())
    };
    let is_allowed = limited(std::process::id(), "unlimited:unlimited");
    assert!(is_allowed, "this test needs the program `prlimit` (util-linux), and no limit on the size of files (ulimit -f)");
    let server = Server::start_deaf_to_full_disks(folder.path(), OPEN);
    let (id, tokens) = nim(&server);
    let mut seq = 0;
    let mut act_next = |status: u16| {
        let answer =
            act(&server, &id, &tokens[seq % 2], &json!({"action": take(1), "after": seq, "key": format!("k{seq}-{status}")}));
        seq += usize::from(answer.0 == 200);
        answer
    };
    assert_eq!(act_next(200).0, 200);
    assert!(limited(server.pid(), "4096:unlimited"));
    let (status, answer) = act_next(503);
    assert_eq!((status, code(&answer)), (503, "STORE"), "{answer}");
    let (status, told) = server.get(&format!("/api/matches/{id}"), None);
    assert_eq!((status, &told["seq"]), (200, &json!(1)), "nothing of it is shown");
    assert_eq!(server.post("/api/matches", None, &json!({"game": "nim"})).0, 503);
    assert!(limited(server.pid(), "unlimited:unlimited"));
    let answer = until(|| Some(act_next(200)).filter(|(status, _)| *status == 200)).1;
    assert_eq!(answer["seq"], 2, "there is room again: {answer}");
    server.kill();
    let lines = logs(folder.path()).remove(&format!("m-{id}")).unwrap();
    let text = lines.join("\n") + "\n";
    let report = referee_host::verify(&referee_registry::games(), text.as_bytes(), &mut |_| {}).unwrap();
    assert_eq!(report.records, 3);
}

/// Threat 32: where refusals go on record, nobody fills the log with them.
#[allow(clippy::disallowed_methods)] // waits for a real server
#[test]
fn threat_32_refusals_on_record_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &format!("{OPEN}idle_seconds = 1\n"));
    let opened = server.open(&json!({"game": "mir", "name": "ann", "seats": {"players": "me", "npcs": "me"}}));
    let (id, token) = (text(&opened, "id"), text(&opened["tokens"], "players"));
    let answers: Vec<(u16, Value)> =
        (0..100).map(|number| act(&server, id, token, &json!({"action": {"nonsense": number}}))).collect();
    let waits = answers.iter().filter(|(status, _)| *status == 429);
    assert!(waits.clone().all(|(_, answer)| code(answer) == "TOO_MANY_REFUSALS") && waits.count() > 20, "{:?}", answers.last());
    let seq = server.get(&format!("/api/matches/{id}"), None).1["seq"].as_u64().unwrap();
    assert!((64..80).contains(&seq), "as many as are let pass, and no more: {seq}");
    let other = text(&opened["tokens"], "npcs");
    assert_eq!(act(&server, id, other, &json!({"action": {"nonsense": 0}})).0, 422, "the other seat has not lost its patience");
    // Whoever waits until nobody asks for the match any more finds no new patience: in three seconds not one refusal comes back.
    std::thread::sleep(std::time::Duration::from_secs(3));
    let again: Vec<u16> = (0..5).map(|number| act(&server, id, token, &json!({"action": {"nonsense": number}})).0).collect();
    assert_eq!(again.last(), Some(&429), "{again:?}");
    server.is_well();
}

/// Threat 41: what one may not have and what there is not are not told apart; every refusal has its number.
#[test]
fn threat_41_errors_tell_nothing_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let (id, _) = nim(&server);
    let (other, tokens) = nim(&server);
    let ann = ticket(&server, "live", "ann", None);
    let plain = |answer: (u16, Value)| {
        let mut error = answer.1["error"].clone();
        assert!(error["request"].is_string(), "{error}");
        error["request"] = Value::Null;
        (answer.0, error)
    };
    let body = json!({"action": take(1)});
    let (strange, foreign) = (act(&server, &id, &"0".repeat(64), &body), act(&server, &id, &tokens[0], &body));
    assert_eq!(plain(strange), plain(foreign), "a token of another match is no token");
    let hidden = [format!("d-{other}"), format!("m-{other}"), format!("t-{}", text(&ann["match"], "id")), "nothing".into()];
    let answers: Vec<_> = hidden.iter().map(|id| plain(server.get(&format!("/api/logs/{id}"), None))).collect();
    assert!(answers.iter().all(|answer| *answer == answers[0] && answer.0 == 404), "{answers:?}");
    let two = [plain(server.get("/api/nowhere", None)), plain(server.get("/api/nowhere", None))];
    assert_eq!(two[0], two[1]);
}

/// Threats 48 and 52: the key is for nobody else to read, figures are told where the operator says, and name nobody.
#[cfg(unix)]
#[test]
fn threats_48_52_keys_are_private_and_figures_name_nobody() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let server = Server::start(folder.path(), &format!("rate = 0\nmetrics_listen = \"127.0.0.1:{port}\"\n"));
    let (id, tokens) = nim(&server);
    assert_eq!(act(&server, &id, &tokens[0], &json!({"action": take(1)})).0, 200);
    assert_eq!(server.get("/metrics", None).0, 404, "not where everyone is");
    let mut answer = crate::server::agent().get(format!("http://127.0.0.1:{port}/metrics")).call().unwrap();
    let figures = answer.body_mut().read_to_string().unwrap();
    assert!(figures.contains("referee_accepted_total 1\n"), "{figures}");
    for line in figures.lines().filter(|line| !line.starts_with('#')) {
        let (name, value) = line.split_once(' ').unwrap();
        assert!(
            name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') && value.parse::<u64>().is_ok(),
            "no label: {line}"
        );
    }
    assert!(!figures.contains(&id));
    server.kill();
    let data = folder.path().join("data");
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&data), mode(&data.join("key"))), (0o700, 0o600));
    std::fs::set_permissions(data.join("key"), std::fs::Permissions::from_mode(0o640)).unwrap();
    let refused = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(&data)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && said.contains("640") && said.contains("chmod 600"), "{said}");
}

/// Of several who join at once one gets the seat, and there is one match, whoever looks at it.
#[test]
fn of_six_who_join_at_once_one_plays_the_only_match_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    for _ in 0..8 {
        let opened = server.open(&json!({"game": "nim", "seats": {"first": "bot:random", "second": "open"}}));
        let id = text(&opened, "id");
        let path = format!("/api/matches/{id}/join");
        let gate = std::sync::Barrier::new(6);
        let join = &|racer: u32| {
            gate.wait();
            server.post(&path, None, &json!({"name": format!("racer {racer}")}))
        };
        let answers: Vec<(u16, Value)> = std::thread::scope(|scope| {
            let racers: Vec<_> = (0..6).map(|racer| scope.spawn(move || join(racer))).collect();
            racers.into_iter().map(|racer| racer.join().unwrap()).collect()
        });
        let won: Vec<&Value> = answers.iter().filter(|(status, _)| *status == 200).map(|(_, answer)| answer).collect();
        assert_eq!(won.len(), 1, "{answers:?}");
        assert!(answers.iter().filter(|(status, _)| *status != 200).all(|(_, answer)| code(answer) == "FULL"), "{answers:?}");
        let token = text(won[0], "token");
        let (mut winner, _) = server.live(id, &json!({"type": "hello", "token": token}));
        assert_eq!((&winner.hear()["seq"], &winner.hear()["seat"]), (&json!(0), &json!("first")), "the bot moves");
        let (_, told) = server.get(&format!("/api/matches/{id}?legal=true"), Some(token));
        assert_eq!(told["seq"], 1, "{told}");
        assert_eq!(server.get(&format!("/api/logs/{id}/view"), None).1["seq"], 1);
        winner.act("mine", &told["legal"][0]);
        assert_eq!(winner.hear()["key"], "mine");
        let bots = winner.hear();
        assert!(bots["seq"] == 3 || bots["type"] == "over", "{bots}");
    }
}

/// Whatever was answered first is answered again: a refusal on record, an acceptance, in a branch, wherever the sender thinks the match stands.
#[test]
fn a_key_that_is_sent_again_gets_the_first_answer() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), OPEN);
    let opened = server.open(&json!({"game": "mir", "name": "ann", "seats": {"players": "me", "npcs": "me"}}));
    let (id, token) = (text(&opened, "id"), text(&opened["tokens"], "players"));
    let bad = json!({"type": "ATTACK", "attackerId": "pc-seren", "targetId": "nobody"});
    let first = act(&server, id, token, &json!({"action": bad, "key": "k1"}));
    assert_eq!((first.0, &first.1["success"], &first.1["seq"]), (422, &json!(false), &json!(1)), "{}", first.1);
    for body in [
        json!({"action": bad, "key": "k1"}),
        json!({"action": bad, "key": "k1", "after": 0}),
        json!({"action": bad, "key": "k1", "after": 1}),
    ] {
        assert_eq!(act(&server, id, token, &body), first, "{body}");
    }
    let (mut client, _) = server.live(id, &json!({"type": "hello", "token": token, "from": 2}));
    client.act("k1", &bad);
    let again = client.hear();
    assert_eq!((text(&again, "type"), &again["errors"]), ("refused", &first.1["errors"]), "{again}");
    drop(client);
    server.kill();
    server = Server::start(folder.path(), OPEN);
    assert_eq!(act(&server, id, token, &json!({"action": bad, "key": "k1", "after": 1})), first, "also after a restart");
    assert_eq!(server.get(&format!("/api/matches/{id}"), None).1["seq"], 1, "and nothing more goes on record");
    // An acceptance, and one in a branch: whose turn it is now does not matter.
    let opening = json!({"game": "nim", "name": "ann", "seats": {"first": "bot:random", "second": "bot:random"}});
    let source = server.open(&opening);
    let source = text(&source, "id");
    until(|| (server.get(&format!("/api/matches/{source}"), None).1["over"] == true).then_some(()));
    let seats = json!({"at": 0, "name": "ann", "seats": {"first": "me", "second": "me"}});
    let (status, branch) = server.post(&format!("/api/matches/{source}/branches"), None, &seats);
    assert_eq!(status, 201, "{branch}");
    let (id, tokens) = nim(&server);
    for (id, token) in [(&*id, &*tokens[0]), (text(&branch, "id"), text(&branch["tokens"], "first"))] {
        let first = act(&server, id, token, &json!({"action": take(1), "key": "a", "after": 0}));
        assert_eq!(first.0, 200, "{}", first.1);
        for after in [json!(null), json!(0), json!(1)] {
            assert_eq!(act(&server, id, token, &json!({"action": take(1), "key": "a", "after": after})), first, "{after}");
        }
        let other = act(&server, id, token, &json!({"action": take(2), "key": "a", "after": 1}));
        assert_eq!(code(&other.1), "KEY_USED");
    }
}

/// A question may be spaced as its sender likes, and what nobody can read counts as what can be read.
#[test]
fn messages_are_read_as_json_and_counted_whatever_they_say() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 1\nburst = 40\n");
    let (id, tokens) = nim(&server);
    let (mut client, _) = server.live(&id, &json!({"type": "hello", "token": tokens[0], "from": 1}));
    for look in ["{\"type\":\"look\"}", " {\"type\": \"look\"}\n", "{\"type\":\"l\\u006fok\"}"] {
        client.0.send(tungstenite::Message::text(look)).unwrap();
        assert_eq!(text(&client.hear(), "type"), "now", "{look}");
    }
    client.0.send(tungstenite::Message::text("{\"type\":\"look\",\"key\":\"k\"}")).unwrap();
    assert_eq!(code(&client.hear()), "BAD_MESSAGE");
    let refused = (0..60).find_map(|_| {
        client.0.send(tungstenite::Message::text("nonsense")).ok()?;
        Some(client.hear()).filter(|heard| code(heard) != "BAD_MESSAGE")
    });
    let refused = refused.expect("so much nonsense is too much");
    assert_eq!((text(&refused, "type"), code(&refused)), ("error", "TOO_MANY_REQUESTS"));
}

/// Threat 14: a preview is cheap to ask for and not to answer; who asks for too many gets none, and can still act.
#[test]
fn threat_14_previews_are_counted_by_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 6\nburst = 120\n"); // one preview a second, twenty at once
    let (id, tokens) = nim(&server);
    let (mut client, _) = server.live(&id, &json!({"type": "hello", "token": tokens[0], "from": 1}));
    let take = json!({"heap": 0, "stones": 1});
    let mut told = [0, 0];
    for _ in 0..60 {
        client.say(&json!({"type": "preview", "action": take}));
        let heard = client.hear();
        let refused = text(&heard, "type") == "refused";
        assert!(!refused || ["TOO_MANY_PREVIEWS", "BUSY"].contains(&code(&heard)), "{heard}");
        told[usize::from(refused)] += 1;
    }
    assert!(told[0] >= 1 && told[0] <= 40 && told[1] >= 20, "{told:?}");
    client.act("now", &take);
    assert_eq!(text(&client.hear(), "type"), "record", "whoever looked too often may still act");
}

/// Threat 3, all at once: who asks forty times at a time has one ticket, and one match.
#[test]
fn threat_3_forty_who_are_one_player_get_one_ticket() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let player = text(&ticket(&server, "free", "ann", None), "player_token").to_owned();
    let (server, player) = (&server, &*player);
    for board in ["live", "daily"] {
        let tickets: Vec<Value> = std::thread::scope(|scope| {
            let asked: Vec<_> = (0..40).map(|_| scope.spawn(move || ticket(server, board, "ann", Some(player)))).collect();
            asked.into_iter().map(|asked| asked.join().unwrap()).collect()
        });
        assert!(tickets.iter().all(|one| one["ticket"].is_string() && *one == tickets[0]), "{tickets:?}");
    }
    let (_, matches) = server.get("/api/matches?game=hop", None);
    assert_eq!(matches["matches"].as_array().map(Vec::len), Some(1), "{matches}");
}
