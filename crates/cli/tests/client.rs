//! `challenge`, `submit`, `watch` and `serve --import`: what a person does with a server from the command line.

use crate::hop;
use crate::server::Server;
use assert_cmd::Command;
use serde_json::{Value, json};
use std::path::Path;

const OPEN: &str = "rate = 0\n";

/// A command of somebody whose accounts lie in a folder.
fn referee(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.current_dir(folder).env("REFEREE_ACCOUNTS", folder.join("accounts.json"));
    command
}

/// The lines of JSON that a command says, and its exit code.
fn told(command: &mut Command) -> (i32, Vec<Value>) {
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect();
    (output.status.code().unwrap(), lines)
}

/// Plays a run of Hop to its end.
fn play_on(folder: &Path, log: &str) {
    let games = referee_registry::games();
    let mut file = referee_host::LogFile::append(&games, &folder.join(log)).unwrap();
    let mut luck = referee::Stream::from_seed("play on");
    while let Some((_, verdict)) = hop::next(&mut *file.table, &mut luck) {
        file.write(&verdict.lines).unwrap();
    }
}

#[test]
fn a_run_goes_from_its_ticket_to_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let (here, server) = (folder.path(), Server::start(folder.path(), OPEN));
    let url = server.url("");
    let (code, said) =
        told(referee(here).args(["challenge", "hop", "--name", "ann", "--server", &url, "--out", "run.jsonl", "--json"]));
    assert_eq!((code, &said[0]["board"]), (0, &json!("daily")), "{said:?}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(here.join("accounts.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "nobody else reads who one is");
    }
    // The log that is there is left alone, and the same person gets the same ticket.
    let (code, said) =
        told(referee(here).args(["challenge", "hop", "--name", "ann", "--server", &url, "--out", "run.jsonl", "--json"]));
    assert_eq!((code, &said[0]["code"]), (2, &json!("EXISTS")));
    let (_, said) =
        told(referee(here).args(["challenge", "hop", "--name", "ann", "--server", &url, "--out", "same.jsonl", "--json"]));
    assert_eq!(said[0]["ok"], true);
    assert_eq!(std::fs::read(here.join("run.jsonl")).unwrap(), std::fs::read(here.join("same.jsonl")).unwrap());
    // Not before it is over.
    let (code, said) = told(referee(here).args(["submit", "run.jsonl", "--server", &url, "--json"]));
    assert_eq!((code, &said[0]["code"]), (1, &json!("REFUSED_BY_SERVER")));
    assert!(said[0]["error"].as_str().unwrap().starts_with("[NOT_OVER]"), "{said:?}");
    play_on(here, "run.jsonl");
    for _ in 0..2 {
        let (code, said) = told(referee(here).args(["submit", "run.jsonl", "--server", &url, "--json"]));
        assert_eq!((code, &said[0]["rank"]), (0, &json!(1)), "{said:?}");
        let log = said[0]["log"].as_str().unwrap();
        let (code, said) = told(referee(here).args(["watch", log, "--json"]));
        let report = said.last().unwrap();
        assert_eq!((code, &report["game"], said.len() as u64), (0, &json!("hop"), report["records"].as_u64().unwrap() + 1));
    }
    // A run without a ticket is told how to get one.
    referee(here).args(["new", "hop", "--seed", "1", "--out", "free.jsonl"]).assert().success();
    let shown = referee(here).args(["submit", "free.jsonl", "--server", &url]).assert().code(1);
    let shown = String::from_utf8_lossy(&shown.get_output().stderr).into_owned();
    assert!(shown.contains("BAD_TICKET") && shown.contains("referee challenge"), "{shown}");
    server.kill();
    let (code, said) = told(referee(here).args(["submit", "run.jsonl", "--server", &url, "--json"]));
    assert_eq!((code, &said[0]["code"]), (2, &json!("NO_ANSWER")));
}

#[test]
fn a_match_is_followed_until_it_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let (here, server) = (folder.path(), Server::start(folder.path(), OPEN));
    let opened = server.open(&json!({"game": "nim", "name": "ann", "seats": {"first": "me", "second": "bot:random"}}));
    let (id, token) = (opened["id"].as_str().unwrap(), opened["tokens"]["first"].as_str().unwrap());
    let address = server.url(&format!("/api/matches/{id}"));
    let (code, list) = told(referee(here).args(["watch", &server.url(""), "--json"]));
    assert_eq!((code, &list[0]["id"]), (0, &json!(id)));
    let mut watching = std::process::Command::new(env!("CARGO_BIN_EXE_referee"));
    let watching = watching.args(["watch", &address, "--json"]).stdout(std::process::Stdio::piped()).spawn().unwrap();
    loop {
        let (_, look) = server.get(&format!("/api/matches/{id}?legal=true"), Some(token));
        if look["over"] == true {
            break;
        }
        if let Some(action) = look["legal"].get(0) {
            server.post(&format!("/api/matches/{id}/actions"), Some(token), &json!({"action": action}));
        }
    }
    let seen = watching.wait_with_output().unwrap();
    assert!(seen.status.success());
    let seen: Vec<Value> =
        String::from_utf8(seen.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told = seen.iter().filter(|message| message["type"] == "record").map(|record| record["seq"].as_u64().unwrap());
    assert!(told.clone().eq(0..told.count() as u64), "every record, once, in order");
    // Whether it came live or afterwards, the match has ended: from now on its log is told, and verified here.
    let shown = referee(here).args(["watch", &address]).assert().success();
    let shown = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
    assert!(shown.contains("verified here"), "{shown}");
    for (bad, code) in [("/api/games", "BAD_URL"), ("/api/matches/none", "REFUSED_BY_SERVER")] {
        let (exit, said) = self::told(referee(here).args(["watch", &server.url(bad), "--json"]));
        assert_ne!(exit, 0);
        assert_eq!(said[0]["code"], code);
    }
}

#[test]
fn logs_of_a_folder_are_taken_in_once() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    std::fs::create_dir(here.join("logs")).unwrap();
    for seed in ["1", "2"] {
        let log = format!("logs/{seed}.jsonl");
        referee(here).args(["new", "nim", "--seed", seed, "--player", "first=ann", "--out", &log]).assert().success();
        play_on(here, &log);
    }
    let log = std::fs::read_to_string(here.join("logs/1.jsonl")).unwrap();
    std::fs::write(here.join("logs/forged.jsonl"), log.replacen("\"stones\":1", "\"stones\":2", 1).replace("ann", "bob"))
        .unwrap();
    std::fs::write(here.join("logs/notes.txt"), "not a log").unwrap();
    for (new, known) in [(2, 0), (0, 2)] {
        let server = Server::start_with(here, OPEN, &["--import", "logs"]);
        assert_eq!(server.told.last().unwrap(), &json!({"ok": false, "imported": new, "known": known, "refused": 1}));
        assert!(server.told[0]["file"].as_str().unwrap().ends_with("forged.jsonl"), "{:?}", server.told);
        let (status, list) = server.get("/api/logs", None);
        let logs = list["logs"].as_array().unwrap();
        assert_eq!((status, logs.len(), &logs[0]["players"]["first"]), (200, 2, &json!("ann")), "{list}");
        for log in logs {
            let (status, text) = server.text(log["log"].as_str().unwrap(), None);
            assert_eq!(status, 200);
            let (status, report) = server.post_text("/api/verify/nim", None, &text);
            assert_eq!((status, report["head"].as_str().unwrap().starts_with(log["id"].as_str().unwrap())), (200, true));
            let (status, view) = server.get(&format!("{}/view?to=1", log["log"].as_str().unwrap()), None);
            assert_eq!((status, &view["seq"]), (200, &json!(1)), "{view}");
            let branch = json!({"at": 1, "name": "ann", "seats": {"first": "me", "second": "bot:random"}});
            let (status, child) = server.post(&format!("/api/matches/{}/branches", log["id"].as_str().unwrap()), None, &branch);
            assert_eq!((status, &child["begun"]), (201, &json!(true)), "{child}");
        }
        let (_, rest) = server.get(&format!("/api/logs?after={}&size=1", logs[0]["id"].as_str().unwrap()), None);
        assert_eq!(rest["logs"].as_array().unwrap()[..], logs[1..]);
    }
}
