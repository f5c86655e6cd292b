//! Sealed dice: whoever was sent everything foresees none of them, and whoever has the finished log can make every one again, in another
//! language and without knowing the game.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // counts hits

use crate::chain::{resealed, sha256};
use crate::server::{Server, text, until};
use referee::{Seat, Stream};
use referee_host::{Players, Sealing, Secret};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The verifier in plain JavaScript.
fn verifier() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/verify-dice.mjs")
}

/// # Panics
/// Where Node is missing: a tool that a test needs is never a reason to pass.
fn node_is_there() {
    let found = Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    assert!(found, "this test runs tools/verify-dice.mjs: install Node 20 or later (https://nodejs.org)");
}

/// What the verifier says to a log: its exit code, and everything it prints.
fn verified(folder: &Path, lines: &[String], dice: Option<&Value>) -> (i32, String) {
    let (log, questions) = (folder.join("log.jsonl"), folder.join("dice.json"));
    std::fs::write(&log, lines.join("\n") + "\n").unwrap();
    let mut command = Command::new("node");
    command.arg(verifier()).arg(&log);
    if let Some(dice) = dice {
        std::fs::write(&questions, dice.to_string()).unwrap();
        command.arg(&questions);
    }
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &*String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap(), said)
}

/// Threat 7: a server that cheats with its dice is found out by anyone.
#[test]
fn threat_7_every_die_of_a_finished_match_is_made_again_in_javascript() {
    node_is_there();
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\nrecords_max = 60\nabandoned_seconds = 2\n");
    let matches: Vec<(&str, Value)> = [
        ("mir", json!({"players": "bot:greedy", "npcs": "bot:greedy"})),
        ("mir-original", json!({"players": "bot:random", "npcs": "bot:random"})),
        ("duel", json!({"blue": "bot:random", "red": "bot:random"})),
        ("hop", json!({"player": "bot:random"})),
        ("hop-original", json!({"player": "bot:random"})),
        ("incursion", json!({"hero": "bot:explorer"})),
    ]
    .map(|(game, seats)| (game, server.open(&json!({"game": game, "seats": seats, "salt": "4f2a"}))))
    .into();
    for (game, opened) in &matches {
        let path = format!("/api/logs/{}", text(opened, "id"));
        let log = until(|| Some(server.text(&path, None)).filter(|(status, _)| *status == 200)).1;
        let dice = server.get(&format!("{path}/dice"), None).1;
        let lines: Vec<String> = log.lines().map(str::to_owned).collect();
        let (code, said) = verified(folder.path(), &lines, Some(&dice));
        assert!(code == 0 && said.contains("sealed dice are what the secret gives"), "{game}: {said}");
        assert!(!said.contains(" 0 sealed dice"), "{game}: {said}");
        println!("{game}: {said}");
        tampered(game, folder.path(), &lines, &dice);
    }
    // From the server itself.
    let output = Command::new("node")
        .arg(verifier())
        .arg(server.url(&format!("/api/logs/{}", text(&matches[0].1, "id"))))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// Everything that can be changed in a log is found, with its line.
fn tampered(game: &str, folder: &Path, lines: &[String], dice: &Value) {
    let rolled: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].contains(",\"dice\":[")).collect();
    let at = rolled[rolled.len() / 2];
    let found = |what: &str, lines: &[String], dice: Option<&Value>, code: i32, line: usize| {
        let (exit, said) = verified(folder, lines, dice);
        let named = code == 2 || said.contains(&format!("line {}: ", line + 1));
        assert!(exit == code && named, "{game}, {what}: {code} in line {} expected, {exit} and {said} found", line + 1);
    };
    let parsed: Value = serde_json::from_str(&lines[at]).unwrap();
    let first = parsed["dice"][0].as_u64().unwrap();
    let mut changed = lines.to_vec();
    changed[at] = changed[at].replacen(&format!(",\"dice\":[{first}"), &format!(",\"dice\":[{}", first ^ 1), 1);
    found("a die", &changed, Some(dice), 1, at);
    found("a die, and every id made right", &resealed(changed, at), Some(dice), 1, at);
    let mut changed = lines.to_vec();
    let last = changed.len() - 1;
    let reveal = changed[last].find("\"reveal\":\"").unwrap() + 10;
    let digit = if changed[last].as_bytes()[reveal] == b'7' { "8" } else { "7" };
    changed[last].replace_range(reveal..=reveal, digit);
    found("the secret", &changed, Some(dice), 1, last);
    found("the secret, and its id made right", &resealed(changed, last), Some(dice), 1, last);
    let mut changed = lines.to_vec();
    let middle = changed[at].len() / 2;
    let new = if changed[at].as_bytes()[middle] == b'7' { "8" } else { "7" };
    if changed[at].is_char_boundary(middle) && changed[at].is_char_boundary(middle + 1) {
        changed[at].replace_range(middle..=middle, new);
        found("a line", &changed, Some(dice), 1, at);
    }
    let mut changed = lines.to_vec();
    changed.remove(1);
    found("a line is missing", &changed, Some(dice), 1, 1);
    let mut wrong = dice.clone();
    let line = lines.iter().position(|line| line.contains(",\"dice\":[")).unwrap();
    let die = serde_json::from_str::<Value>(&lines[line]).unwrap()["dice"][0].as_u64().unwrap();
    wrong["dice"][0]["asks"][0] = if die > 0 { json!([0, die - 1]) } else { json!([1, 6]) };
    found("other questions", lines, Some(&wrong), 1, line);
    found("no questions", lines, None, 2, 0);
    found("not finished", &lines[..last], Some(dice), 2, 0);
}

/// A die of twenty as MIR rolls it, with everything that was known before it fell: what was committed to, and the beginning of its line.
struct Rolled {
    commit: String,
    beginning: String,
    value: u32,
}

/// The dice of sealed games that bots play.
fn rolls(games: u8) -> Vec<Rolled> {
    let registry = referee_registry::games();
    let title = registry.title("mir").unwrap();
    let mut rolls = Vec::new();
    for number in 0..games {
        let secret = Secret::new([number.wrapping_mul(37) ^ 0x5a; 32]);
        let commit = secret.commit().as_str().to_owned();
        let sealing = Sealing { secret, salt: String::new(), name: format!("game-{number}"), players: Players::NONE };
        let mut table = title.start_sealed(None, None, 0, sealing).unwrap();
        let mut luck = Stream::new(u64::from(number));
        for _ in 0..120 {
            let Some(&Seat(seat)) = table.waiting_for(0).first() else { break };
            let action = table.bot("greedy", Seat(seat), 0, &mut luck).unwrap().unwrap();
            let verdict = table.act(Seat(seat), 0, &action, None);
            let Some((beginning, rest)) = verdict.lines.split_once(",\"dice\":[") else { continue };
            let first = rest.split([',', ']']).next().unwrap().parse().unwrap();
            rolls.push(Rolled { commit: commit.clone(), beginning: beginning.to_owned(), value: first });
        }
    }
    rolls
}

/// Threat 1: a client that holds everything it was sent, and more than that, foresees no die better than by chance.
#[test]
fn threat_1_nobody_foresees_a_die() {
    let rolls = rolls(60);
    let twenty = |hash: &str| u32::from_str_radix(&hash[..8], 16).unwrap() % 20 + 1;
    let mut counts = [0u32; 21];
    let mut hits = [0u32; 6];
    let mut before = 1;
    for Rolled { commit, beginning, value } in &rolls {
        let common = (1..=20).max_by_key(|face| counts[*face as usize]).unwrap();
        let rare = (1..=20).min_by_key(|face| counts[*face as usize]).unwrap();
        let guesses = [
            twenty(&sha256(beginning)),
            twenty(&sha256(&format!("{commit}{}", sha256(beginning)))),
            twenty(commit),
            before,
            common,
            rare,
        ];
        for (hit, guess) in hits.iter_mut().zip(guesses) {
            *hit += u32::from(guess == *value);
        }
        counts[*value as usize] += 1;
        before = *value;
    }
    let count = rolls.len() as f64;
    let bound = 4.0 * (count * 0.05 * 0.95).sqrt();
    println!("{count} dice, hits {hits:?}, {:.0} expected within {bound:.0}", count * 0.05);
    assert!(count > 500.0, "there are enough of them: {count}");
    for hit in hits {
        assert!((f64::from(hit) - count * 0.05).abs() < bound, "{hits:?} of {count}");
    }
    let squares: f64 = counts[1..].iter().map(|&seen| (f64::from(seen) - count / 20.0).powi(2) / (count / 20.0)).sum();
    assert!(squares < 43.8, "no face is likelier than another: {squares}");
}

/// A generator of 32 bits, as browsers' games have it: what was found to be no secret at all.
fn mulberry32(state: &mut u32) -> u32 {
    *state = state.wrapping_add(0x6d2b_79f5);
    let mut t = (*state ^ (*state >> 15)).wrapping_mul(1 | *state);
    t = t.wrapping_add((t ^ (t >> 7)).wrapping_mul(61 | t)) ^ t;
    t ^ (t >> 14)
}

/// Threat 1: whoever tries every state finds the one behind a generator of 32 bits, and none behind sealed dice. (A part of the states is tried here;
/// the planted one lies in it.)
#[test]
fn threat_1_trying_every_state_finds_no_sealed_dice() {
    let twenty = |state: &mut u32| ((u64::from(mulberry32(state)) * 20) >> 32) as u32 + 1;
    let fits = |seed: u32, seen: &[u32]| {
        let mut state = seed;
        seen.iter().all(|die| twenty(&mut state) == *die)
    };
    let recovered = |seen: &[u32]| (0..1u32 << 20).filter(|seed| fits(*seed, seen)).collect::<Vec<_>>();
    let planted = 777_777;
    let mut state = planted;
    let seen: Vec<u32> = (0..10).map(|_| twenty(&mut state)).collect();
    assert_eq!(recovered(&seen), [planted], "the tool works");
    let rolls = rolls(4);
    let sealed: Vec<u32> = rolls.iter().take(10).map(|rolled| rolled.value).collect();
    assert_eq!((sealed.len(), recovered(&sealed)), (10, vec![]));
}

/// Threats 1 and 2: every match of a server has sealed dice, also where the game could be played with a seed of 32 bits.
#[test]
fn threats_1_2_no_match_is_played_with_a_seed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\n");
    let (_, games) = server.get("/api/games", None);
    let mut ids = Vec::new();
    for card in games["games"].as_array().unwrap().iter().filter(|card| card["name"] != "lobby") {
        let seats: serde_json::Map<String, Value> =
            card["seats"].as_array().unwrap().iter().map(|seat| (seat.as_str().unwrap().to_owned(), json!("me"))).collect();
        ids.push(text(&server.open(&json!({"game": card["name"], "seats": seats, "name": "ann"})), "id").to_owned());
    }
    for game in ["hop", "hop-original", "incursion"] {
        let (_, ticket) = server.post("/api/challenges", None, &json!({"game": game, "board": "live", "name": "ann"}));
        assert!(ticket["seed"].is_null() && ticket["open_seed"] == false, "{ticket}");
        ids.push(text(&ticket["match"], "id").to_owned());
        let (_, ticket) = server.post("/api/challenges", None, &json!({"game": game, "board": "free", "name": "ann"}));
        assert!(ticket["seed"].is_string() && ticket["open_seed"] == true, "who knows the seed is labelled so: {ticket}");
    }
    server.kill();
    let kept = crate::server::logs(folder.path());
    for id in ids {
        let first = &kept[&format!("m-{id}")][0];
        assert!(first.contains("\"chance\":\"sealed\",\"commit\":\""), "{first}");
    }
}
