//! Everything a client can send that is no request: refused in one form, with nobody falling over and nothing growing.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // many clients at once

use crate::server::{Server, text, until};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::time::Duration;
use tungstenite::Message;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};

const OPEN: &str = "rate = 0\n";
/// How much the server may have grown when everything is over, in KiB: what the allocator keeps, not what clients sent.
const GROWTH_MAX: u64 = 128 << 10;

/// The parts of a raw answer: status, headers, body.
fn parts(answer: &str) -> Option<(u16, &str, &str)> {
    let (headers, body) = answer.split_once("\r\n\r\n")?;
    Some((headers.get(9..12)?.parse().ok()?, headers, body))
}

/// A raw answer must be a refusal: in our form, if it has a body at all (what is no HTTP is refused by whoever reads HTTP, without one).
fn refused(what: &str, answer: &str) {
    let Some((status, headers, body)) = parts(answer) else {
        assert!(answer.is_empty(), "{what}: {answer}");
        return;
    };
    assert!((400..500).contains(&status), "{what}: {answer}");
    if !body.is_empty() {
        in_our_form(what, &serde_json::from_str(body).unwrap_or_else(|_| panic!("{what}: {answer}")));
        assert!(headers.contains("x-content-type-options: nosniff"), "{what}: {headers}");
    }
}

fn in_our_form(what: &str, answer: &Value) {
    let error = &answer["error"];
    let is_code = |code: &str| {
        !code.is_empty() && code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
    };
    assert!(error["code"].as_str().is_some_and(is_code), "{what}: {answer}");
    assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{what}: {answer}");
    assert!(error["request"].as_str().is_some_and(|id| id.contains('-')), "{what}: {answer}");
    for leak in ["panicked", ".rs:", "/home", "/root", "/tmp", "sqlite", "rusqlite", "SELECT"] {
        assert!(!answer.to_string().contains(leak), "{what}: {answer}");
    }
}

/// A match, the token of its first seat, and every address that takes a body.
fn addresses(server: &Server) -> (String, String, Vec<String>) {
    let opened = server.open(&json!({"game": "mir", "name": "ann", "seats": {"players": "me", "npcs": "me"}}));
    let (id, token) = (text(&opened, "id").to_owned(), text(&opened["tokens"], "players").to_owned());
    let of_match = ["join", "actions", "branches"].map(|what| format!("/api/matches/{id}/{what}"));
    let games = referee_registry::games();
    let verify = games.titles().map(|title| format!("/api/verify/{}", title.card().name));
    let contract = games.titles().map(|title| format!("/api/contract/{}", title.card().name));
    let contract = contract.chain(["/api/contract/mir/mutate".to_owned()]);
    let others = ["/api/matches", "/api/challenges", "/api/leaderboards/hop"].map(str::to_owned);
    (id, token, of_match.into_iter().chain(verify).chain(contract).chain(others).collect())
}

/// Threat 34.
#[test]
fn threat_34_no_body_makes_the_server_fall_or_grow() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let (_, token, addresses) = addresses(&server);
    let keys: String = (0..400_000).map(|key| format!("\"k{key}\":0,")).collect();
    let long = |text: &str| text.repeat((7 << 20) / text.len());
    let bodies: Vec<(&str, Vec<u8>)> = [
        ("nothing", String::new()),
        ("half an object", "{".into()),
        ("half a field", "{\"game\":\"ni".into()),
        ("half a log", "{\"format\":\"referee-log/1\",\"game\":\"hop\"".into()),
        ("a log of nothing", "{\"format\":\"referee-log/1\"}\n".into()),
        ("a list", "[]".into()),
        ("null", "null".into()),
        ("a number", "1".into()),
        ("a text", "\"x\"".into()),
        ("wrong types", "{\"game\":1,\"name\":[],\"actions\":{},\"action\":7,\"at\":\"x\",\"ticket\":null,\"board\":false}".into()),
        ("deep lists", "[".repeat(100_000)),
        ("deep objects", "{\"a\":".repeat(12_000)),
        ("deep inside", format!("{{\"actions\":[{{\"action\":{}{}}}]}}", "[".repeat(20_000), "]".repeat(20_000))),
        ("a huge exponent", "{\"game\":\"nim\",\"at\":1e400,\"actions\":[{\"action\":1,\"at\":1e400}],\"ticket\":1e400}".into()),
        ("2^64", "{\"at\":18446744073709551616,\"actions\":[{\"action\":1,\"at\":18446744073709551616}]}".into()),
        ("a million digits", format!("{{\"at\":{0},\"setup\":{0},\"actions\":[{{\"action\":1,\"at\":{0}}}]}}", "7".repeat(1_000_000))),
        ("many keys", format!("{{{keys}\"last\":0}}")),
        ("a key twice", "{\"game\":\"nim\",\"game\":\"hop\",\"at\":0,\"at\":1,\"name\":\"a\",\"name\":\"b\",\"actions\":[],\"actions\":[],\"action\":1,\"action\":2,\"ticket\":\"\",\"ticket\":\"\"}".into()),
        ("an unknown key", "{\"game\":\"nim\",\"name\":\"ann\",\"board\":\"free\",\"at\":0,\"actions\":[],\"action\":1,\"__proto__\":{}}".into()),
        ("a lone surrogate", "{\"game\":\"\\ud800\",\"name\":\"\\ud800\",\"ticket\":\"\\ud800\"}".into()),
        ("zeroes", "\0".repeat(1_000)),
        ("a byte order mark", "\u{feff}{}".into()),
        ("long blanks", long("  \n")),
        ("long prose", long("# nothing to see here\n")),
        ("long nonsense", long("nonsense ")),
        ("long zeroes", long("0")),
    ]
    .into_iter()
    .map(|(what, text)| (what, text.into_bytes()))
    .chain([("no UTF-8", b"{\"game\":\"\xff\xfe\",\"name\":\"\xc0\x80\"}".to_vec()), ("raw bytes", vec![0x80; 5_000])])
    .collect();
    let mut most = 0;
    for round in 0..2 {
        let before = server.memory();
        for address in &addresses {
            for (what, body) in &bodies {
                let mut answer = crate::server::agent()
                    .post(server.url(address))
                    .header("Authorization", format!("Bearer {token}"))
                    .send(&body[..])
                    .unwrap_or_else(|error| panic!("{what} to {address}: {error}"));
                let what = format!("{what} to {address}");
                let status = answer.status().as_u16();
                let id = answer.headers()["x-request-id"].to_str().unwrap().to_owned();
                let told: Value = serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap();
                assert!((400..500).contains(&status), "{what}: {status} {told}");
                let takes_logs = ["/verify/", "/leaderboards/", "/contract/"].iter().any(|part| address.contains(part));
                assert!(takes_logs || body.len() <= 64 << 10 || status == 413, "{what}: {status} {told}");
                in_our_form(&what, &told);
                assert_eq!(told["error"]["request"], *id, "{what}");
                most = most.max(server.memory());
            }
        }
        server.is_well();
        let after = server.memory();
        println!("round {round}: {before} KiB before, {after} KiB after, {most} KiB at most");
        assert!(round == 0 || after < before + GROWTH_MAX, "{before} KiB before, {after} KiB after");
    }
}

/// Threats 34, 37, 41 and 42: what is no HTTP, and addresses that mean to be something else.
#[test]
fn threats_37_41_42_strange_requests_find_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let (id, ..) = addresses(&server);
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    let post = |headers: &str, body: &str| {
        format!("POST /api/matches HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n\r\n{body}")
    };
    let long = "x".repeat(100_000);
    let requests = [
        ("nonsense", "nonsense\r\n\r\n".to_owned()),
        ("zeroes", "\0".repeat(200)),
        ("TLS", "\x16\x03\x01\x02\0\x01\0\x01\u{7f}\x03".to_owned()),
        ("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned()),
        ("HTTP/9", "GET /api/games HTTP/9.9\r\nHost: x\r\n\r\n".to_owned()),
        ("an unknown method", "BREW /api/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned()),
        ("DELETE", format!("DELETE /api/matches/{id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")),
        ("TRACE", "TRACE /api/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned()),
        ("CONNECT", "CONNECT example.org:80 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned()),
        ("a header without a colon", "GET /api/games HTTP/1.1\r\nHost x\r\n\r\n".to_owned()),
        ("a long header", format!("GET /api/games HTTP/1.1\r\nHost: x\r\nX-Long: {long}\r\n\r\n")),
        ("many headers", format!("GET /api/games HTTP/1.1\r\nHost: x\r\n{}\r\n", "a: b\r\n".repeat(20_000))),
        ("a long address", get(&format!("/api/matches/{long}"))),
        ("a long query", get(&format!("/api/matches?before={}", "x".repeat(10_000))).replace("before", "unknown")),
        ("a negative length", post("Content-Length: -1", "{}")),
        ("a length that is none", post("Content-Length: many", "{}")),
        ("two lengths", post("Content-Length: 2\r\nContent-Length: 3", "{}")),
        ("a length and chunks", post("Content-Length: 2\r\nTransfer-Encoding: chunked", "0\r\n\r\n")),
        ("a length too short", post("Content-Length: 1", "{}")),
        ("a length too long", post("Content-Length: 500", "{}")),
        ("2 GB announced", post("Content-Length: 2147483648", "{}")),
        ("2^70 announced", post("Content-Length: 1180591620717411303424", "{}")),
        ("broken chunks", post("Transfer-Encoding: chunked", "zz\r\n{}\r\n")),
        ("endless chunk sizes", post("Transfer-Encoding: chunked", &format!("{}\r\n", "f".repeat(5_000)))),
        ("chunks too long", post("Transfer-Encoding: chunked", &format!("{:x}\r\n{long}\r\n0\r\n\r\n", long.len()))),
        ("a packed body", post("Content-Encoding: gzip\r\nContent-Length: 4", "\x1f\x08\0\0")),
        ("a packed body of another kind", post("Content-Encoding: zstd, br\r\nContent-Length: 4", "zzzz")),
        ("no socket", get(&format!("/api/matches/{id}/live"))),
        ("a query that is none", get("/api/matches?size=%ff%ff")),
        ("a seat of somebody", get(&format!("/api/logs/{id}/view?seat=players"))),
        ("a number too long", get(&format!("/api/logs/{id}/view?to={}", "9".repeat(5_000)))),
        ("a page too far", get("/api/leaderboards/hop?page=18446744073709551616")),
    ];
    for (what, request) in requests {
        refused(what, &server.raw(request.as_bytes()));
    }
    let ids = [
        "..",
        "../..",
        "..%2f..%2fdata%2fkey",
        "%2e%2e%2fkey",
        "....//key",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "C:%5ckey",
        "a%00b",
        "%00",
        "key",
        "referee.db",
        "index.db",
        "' OR '1'='1",
        "%27%20OR%20%271%27%3D%271",
        "1;DROP%20TABLE%20logs",
        "%25",
        "*",
        ">",
        "match.*.>",
        "m-*",
        "%E2%80%AE",
        "%0d%0aSet-Cookie:%20a=b",
        "%1b%5b31m",
        "{}",
        "{0}",
        "%7B%7D",
        "%n%s",
        "_",
        "-",
        "d-1",
        "t-1",
    ];
    let mut answers = std::collections::BTreeSet::new();
    for strange in ids {
        let known = [id.clone(), format!("m-{id}"), format!("d-{id}"), format!("../m-{id}"), id.to_uppercase()];
        for strange in [strange.to_owned()].into_iter().chain(known.into_iter().skip(1)) {
            let strange = strange.replace(' ', "%20");
            for path in ["/api/matches/{}", "/api/logs/{}", "/api/logs/{}/view", "/api/games/{}", "/api/leaderboards/{}"] {
                let path = path.replace("{}", &strange);
                let answer = server.raw(get(&path).as_bytes());
                refused(&path, &answer);
                let (status, headers, body) = parts(&answer).unwrap();
                assert!(!headers.to_lowercase().contains("set-cookie"), "{answer}");
                let code = serde_json::from_str::<Value>(body).ok().map(|told| text(&told["error"], "code").to_owned());
                answers.insert((status, code));
            }
        }
    }
    // One answer to all of them: that there is nothing. Known and hidden names are not told apart.
    let allowed = ["NOT_FOUND", "NO_SUCH_GAME", "NO_SUCH_ROUTE", "BAD_REQUEST"];
    let strange: Vec<_> =
        answers.iter().filter(|(_, code)| !code.as_deref().is_some_and(|code| allowed.contains(&code))).collect();
    assert!(strange.iter().all(|(status, code)| *status == 400 && code.is_none()), "{strange:?}");
    // The same for a match of others and one that there is not: a wrong token opens neither, and is told nothing.
    for path in [format!("/api/logs/{id}"), "/api/logs/d-1".into()] {
        assert!(!server.get(&path, None).1.to_string().contains("secret"), "{path}");
    }
    server.is_well();
}

/// Threat 35: whoever sends slowly, or nothing, is let go.
#[test]
fn threat_35_slow_senders_are_let_go() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\nheader_seconds = 1\nbody_seconds = 1\n");
    let mut idle = server.connect();
    let mut slow = server.connect();
    slow.write_all(b"GET /api/games HTTP/1.1\r\nHost: x\r\nX-Slow: ").unwrap();
    let mut half = server.connect();
    half.write_all(b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"game\"").unwrap();
    let mut kept = server.connect();
    kept.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    let mut dripping = server.connect();
    dripping.write_all(b"POST /api/verify/hop HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n").unwrap();
    let dripped = std::thread::spawn(move || {
        // One byte now and then is no body: it is cut off all the same.
        dripping.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
        let mut answer = Vec::new();
        for _ in 0..400 {
            let mut some = [0; 1_024];
            match dripping.read(&mut some) {
                Ok(0) => break,
                Ok(count) => answer.extend_from_slice(&some[..count]),
                Err(_) if dripping.write_all(b" ").is_err() => break,
                Err(_) => {}
            }
        }
        String::from_utf8(answer).unwrap()
    });
    let read = |stream: &mut std::net::TcpStream| {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap_or_else(|error| panic!("the server hangs up, not {error}"));
        answer
    };
    assert_eq!(read(&mut idle), "");
    refused("slow headers", &read(&mut slow));
    let answer = read(&mut half);
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("BODY_TOO_SLOW"), "{answer}");
    assert!(read(&mut kept).starts_with("HTTP/1.1 200"), "answered, and then let go");
    let answer = dripped.join().unwrap();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    server.is_well();
}

/// Threat 35: connections and sockets are counted for each address.
#[test]
fn threat_35_an_address_holds_so_many_connections_and_sockets() {
    let folder = tempfile::tempdir().unwrap();
    let server =
        Server::start(folder.path(), "rate = 0\nconnections_per_address = 12\nsockets_per_address = 5\nheader_seconds = 60\n");
    let opened = server.open(&json!({"game": "nim", "name": "ann", "seats": {"first": "me", "second": "me"}}));
    let id = text(&opened, "id");
    let sockets: Vec<_> = (0..5).map(|_| server.live(id, &json!({"type": "hello"})).0).collect();
    let refused = tungstenite::connect(format!("ws://{}/api/matches/{id}/live", server.address)).unwrap_err();
    assert!(refused.to_string().contains("429"), "{refused}");
    drop(sockets);
    let connections: Vec<_> = (0..12).map(|_| server.connect()).collect();
    let answer =
        until(|| Some(server.raw(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")).filter(|answer| !answer.contains("200 OK")));
    assert!(answer.is_empty() || answer.contains("TOO_MANY_CONNECTIONS"), "{answer}");
    drop(connections);
    until(|| server.raw(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").contains("200 OK").then_some(()));
    until(|| (server.live(id, &json!({"type": "hello"})).1["type"] == "hello").then_some(()));
    server.is_well();
}

/// Threats 34 and 35: everything a socket can be sent.
#[test]
fn threat_34_no_message_makes_the_server_fall_or_grow() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\nsockets_per_address = 500\n");
    let opened = server.open(&json!({"game": "nim", "name": "ann", "seats": {"first": "me", "second": "me"}}));
    let (id, token) = (text(&opened, "id").to_owned(), text(&opened["tokens"], "first").to_owned());
    let hello = json!({"type": "hello", "token": token, "from": 1});
    // Hello must be one.
    for strange in [
        json!({}),
        json!([]),
        json!(null),
        json!({"type": "hello", "from": -1}),
        json!({"type": "hello", "from": "x"}),
        json!({"type": "hello", "token": 1}),
        json!({"type": "hello", "x": 1}),
        json!({"type": "act"}),
    ] {
        let (_, answer) = server.live(&id, &strange);
        assert_eq!((text(&answer, "type"), text(&answer["error"], "code")), ("error", "BAD_MESSAGE"), "{strange}");
    }
    let (_, far) = server.live(&id, &json!({"type": "hello", "from": u64::MAX}));
    assert_eq!((text(&far["error"], "code"), &far["error"]["seq"]), ("NO_SUCH_RECORD", &json!(0)), "{far}");
    // What is no action is refused, and the line stays open.
    let (mut client, _) = server.live(&id, &hello);
    let deep = format!("{{\"type\":\"act\",\"action\":{}{}}}", "[".repeat(20_000), "]".repeat(20_000));
    let long = format!("{{\"type\":\"act\",\"action\":{}}}", "7".repeat(60_000));
    let strange = [
        "",
        "x",
        "{}",
        "[]",
        "{\"type\":\"act\"}",
        "{\"type\":\"act\",\"action\":}",
        "{\"type\":\"go\",\"action\":1}",
        "{\"type\":\"act\",\"type\":\"act\",\"action\":1}",
        "{\"type\":\"act\",\"action\":1e400}",
        "{\"type\":\"act\",\"action\":{\"heap\":0,\"heap\":1,\"stones\":1}}",
        "{\"type\":\"act\",\"action\":{\"heap\":0,\"stones\":18446744073709551616}}",
        "{\"type\":\"act\",\"action\":{\"heap\":0,\"stones\":1},\"after\":-1}",
        "{\"type\":\"act\",\"action\":{\"heap\":0,\"stones\":1},\"key\":\"\"}",
        "{\"type\":\"act\",\"action\":{\"heap\":0,\"stones\":1},\"key\":\"\\n\"}",
        "{\"type\":\"act\",\"action\":{\"heap\":0,\"stones\":1},\"seat\":\"second\"}",
        &deep,
        &long,
        "\u{0}",
        "\u{1b}[31m",
        "{\"type\":\"hello\"}",
    ];
    for message in strange {
        client.0.send(Message::text(message)).unwrap();
        let answer = client.hear();
        assert_eq!(text(&answer, "type"), "refused", "{message:.80}: {answer}");
    }
    // A message in pieces is one message.
    let whole = json!({"type": "act", "key": "pieces", "action": {"heap": 0, "stones": 1}}).to_string();
    let (first, rest) = whole.split_at(10);
    let piece = |bytes: &str, code, last| Message::Frame(Frame::message(bytes.as_bytes().to_vec(), OpCode::Data(code), last));
    client.0.send(piece(first, Data::Text, false)).unwrap();
    client.0.send(Message::Ping(vec![1, 2, 3].into())).unwrap();
    for byte in rest.split_inclusive(|_| true) {
        client.0.send(piece(byte, Data::Continue, false)).unwrap();
    }
    client.0.send(piece("", Data::Continue, true)).unwrap();
    let answer = client.hear();
    assert_eq!((text(&answer, "type"), text(&answer, "key")), ("record", "pieces"), "{answer}");
    let before = server.memory();
    // What is no message ends the line.
    let endings: [(&str, Vec<Message>); 7] = [
        ("binary", vec![Message::binary(vec![1, 2, 3])]),
        ("too long", vec![Message::text("x".repeat(70_000))]),
        ("much too long", vec![Message::text("x".repeat(3_000_000))]),
        (
            "too long in pieces",
            (0..40).map(|at| piece(&"x".repeat(4_000), if at == 0 { Data::Text } else { Data::Continue }, false)).collect(),
        ),
        ("a piece of nothing", vec![piece("x", Data::Continue, true)]),
        ("an unknown kind", vec![Message::Frame(Frame::message(vec![1], OpCode::Data(Data::Reserved(5)), true))]),
        ("no UTF-8", vec![Message::Frame(Frame::message(vec![0xff, 0xfe], OpCode::Data(Data::Text), true))]),
    ];
    for round in 0..20 {
        for (what, messages) in &endings {
            let (mut client, _) = server.live(&id, &json!({"type": "hello", "from": 1}));
            for message in messages {
                if client.0.send(message.clone()).is_err() {
                    break;
                }
            }
            let mut heard = 0;
            while let Ok(message) = client.0.read() {
                heard += 1;
                assert!(heard < 10, "{what} in round {round}: {message:?}");
            }
        }
    }
    // Lines that break without a word, and one that never reads.
    for _ in 0..50 {
        let (client, _) = server.live(&id, &hello);
        drop(client);
    }
    server.is_well();
    let after = server.memory();
    assert!(after < before + GROWTH_MAX, "{before} KiB before, {after} KiB after");
    drop(client);
    until(|| server.text("/metrics", None).1.contains("referee_sockets 0\n").then_some(()));
}

/// Threat 35: somebody who never reads costs the others nothing, and the server little.
#[test]
fn threat_35_whoever_does_not_read_holds_nobody_up() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\nsockets_per_address = 500\nmessage_max = 1000000\nbody_max = 1000000\n");
    let opened = server.open(&json!({"game": "mir", "name": "ann", "seats": {"players": "me", "npcs": "me"}}));
    let (id, token) = (text(&opened, "id").to_owned(), text(&opened["tokens"], "players").to_owned());
    let before = server.memory();
    let deaf: Vec<_> = (0..40).map(|_| server.live(&id, &json!({"type": "hello", "views": true})).0).collect();
    let (mut client, _) = server.live(&id, &json!({"type": "hello", "token": token, "from": 1}));
    // Each action is 100 KB of text that is refused on record: 40 deaf ones times 50 of them are more than any buffer holds.
    for number in 0..50 {
        let action = json!({"type": "x".repeat(100_000), "number": number});
        client.act(&format!("k{number}"), &action);
        let heard = client.hear();
        assert!(["record", "refused"].contains(&text(&heard, "type")), "{heard}");
    }
    let after = server.memory();
    println!("{before} KiB before, {after} KiB with {} who do not read", deaf.len());
    assert!(after < before + 2 * GROWTH_MAX, "{before} KiB before, {after} KiB after");
    server.is_well();
}

/// Threat 35: a long answer that nobody reads is not kept for them: little of it is in memory, and after a while they are let go.
#[test]
fn threat_35_a_long_answer_that_nobody_reads_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "rate = 0\nbody_max = 1000000\nabandoned_seconds = 3\n";
    let server = Server::start(folder.path(), settings);
    let opened = server.open(&json!({"game": "mir", "name": "ann", "seats": {"players": "me", "npcs": "me"}}));
    let (id, token) = (text(&opened, "id").to_owned(), text(&opened["tokens"], "players").to_owned());
    for number in 0..60 {
        let action = json!({"action": {"type": "x".repeat(100_000), "number": number}});
        assert_eq!(server.post(&format!("/api/matches/{id}/actions"), Some(&token), &action).0, 422);
    }
    let log = until(|| Some(server.text(&format!("/api/logs/{id}"), None)).filter(|(status, _)| *status == 200)).1;
    assert!(log.len() > 6_000_000, "{} bytes", log.len());
    let (open, before) = (server.connections_at_rest(), server.memory());
    let deaf: Vec<_> = (0..40)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(format!("GET /api/logs/{id} HTTP/1.1\r\nHost: x\r\n\r\n").repeat(3).as_bytes()).unwrap();
            stream
        })
        .collect();
    until(|| (server.connections() >= open + deaf.len()).then_some(()));
    std::thread::sleep(Duration::from_secs(3));
    let after = server.memory();
    println!("{before} KiB before, {after} KiB with {} who do not read", deaf.len());
    assert!(after < before + 2 * GROWTH_MAX, "{before} KiB before, {after} KiB after");
    until(|| (server.connections() <= open).then_some(()));
    server.is_well();
}
