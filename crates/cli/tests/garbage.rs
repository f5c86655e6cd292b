//! Every command with garbage: a clear message, the right exit code, no panic, no file harmed.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // runs processes

use crate::desk;
use desk::Desk;

/// The garbage, by name. None of it is a log.
fn garbage() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("empty", Vec::new()),
        ("half-a-line", br#"{"format":"referee-log/1","game":"ni"#.to_vec()),
        ("brackets", vec![b'['; 10 << 20]),
        ("deep", [vec![b'['; 100_000], b"\n".to_vec()].concat()),
        ("wrong-types", b"{\"format\":1,\"game\":[],\"seq\":\"x\"}\n".to_vec()),
        ("no-log", b"{\"heaps\":[3,4,5]}\n".to_vec()),
        ("not-utf8", b"\xff\xfe\x00\n".to_vec()),
        ("zeroes", vec![0; 4096]),
        ("prose-only", b"# nothing here\n".to_vec()),
        ("newlines", b"\n\n\n".to_vec()),
    ]
}

#[test]
fn every_command_that_reads_a_log_refuses_garbage_and_harms_nothing() {
    let desk = Desk::new();
    for (name, bytes) in garbage() {
        desk.write(name, &bytes);
        let commands: [&[&str]; 15] = [
            &["act", name, "--seat", "first", "{}"],
            &["legal", name],
            &["show", name],
            &["show", name, "--json"],
            &["replay", name],
            &["replay", name, "--step"],
            &["verify", name],
            &["branch", name, "--at", "0"],
            &["diff", name, name],
            &["scenario", name],
            &["import", name, "--out", "new.jsonl"],
            &["import", name, "--game", "nim"],
            &["export", name, "--as", "anything"],
            &["achievements", name],
            &["lobby", name],
        ];
        for command in commands {
            let answer = desk.run(command);
            assert_eq!(answer.code, 2, "{command:?}: none of it is a log");
            let told = format!("{}{}", answer.stdout, answer.stderr);
            assert!(told.contains(name) && !told.contains("panicked"), "{command:?} names the file: {told:.300}");
            assert!(told.len() < 4_000, "{command:?} is short");
        }
        assert_eq!(std::fs::read(desk.path(name)).unwrap(), bytes, "{name} is as it was");
        assert!(!desk.path("new.jsonl").exists(), "{name} is not imported");
    }
}

#[test]
fn a_directory_is_no_log() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("folder")).unwrap();
    for command in ["legal", "show", "replay", "verify", "achievements"] {
        desk.run(&[command, "folder"]).is(2).complains("directory");
    }
    desk.run(&["import", "folder"]).is(2).complains("directory");
    desk.run(&["export", "folder", "--as", "anything"]).is(2).complains("directory");
    desk.run(&["act", "folder", "{}"]).is(2).complains("directory");
    desk.run(&["new", "nim", "--setup", "folder"]).is(2);
    desk.run(&["new", "nim", "--out", "folder"]).is(2);
    desk.run(&["scenario", "folder"]).is(2).complains("no .jsonl files");
}

#[test]
fn an_unknown_game_is_answered_with_the_known_ones() {
    for command in ["new", "judge", "mutate", "run", "bench"] {
        Desk::new().run(&[command, "chess"]).is(2).complains("chess").complains("nim");
    }
    Desk::new().run(&["import", "-", "--game", "chess"]).is(2).complains("chess").complains("nim");
}

#[test]
fn a_missing_file_is_bad_input() {
    let desk = Desk::new();
    for command in ["legal", "show", "replay", "verify", "scenario", "import", "achievements"] {
        desk.run(&[command, "nowhere.jsonl"]).is(2).complains("nowhere.jsonl");
    }
}

#[test]
fn an_existing_file_is_never_overwritten() {
    let desk = Desk::new();
    desk.write("precious", "mine");
    desk.run(&["new", "nim", "--out", "precious"]).is(2).complains("exists already");
    desk.run(&["new", "nim", "--seed", "a", "--out", "game.jsonl"]).is(0);
    desk.run(&["branch", "game.jsonl", "--at", "0", "--out", "precious"]).is(2).complains("exists already");
    assert_eq!(desk.read("precious"), "mine");
}

#[test]
fn a_wrong_setup_is_refused_with_file_line_and_path() {
    let desk = Desk::new();
    desk.write("setup.json", "{\n  \"heaps\": [3, \"four\"]\n}\n");
    desk.run(&["new", "nim", "--setup", "setup.json"]).is(2).complains("setup.json, line 2").complains("/heaps/1");
    desk.write("setup.json", r#"{"heaps":[0]}"#);
    desk.run(&["new", "nim", "--setup", "setup.json"]).is(1).complains("NO_STONES");
    desk.write("setup.json", r#"{"heaps":[1],"heaps":[2]}"#);
    desk.run(&["new", "nim", "--setup", "setup.json"]).is(2).complains("duplicate field");
}

#[test]
fn a_wrong_action_is_refused_and_the_log_stays() {
    let desk = Desk::new();
    desk.run(&["new", "nim", "--seed", "a", "--out", "game.jsonl"]).is(0);
    let before = desk.read("game.jsonl");
    for action in [
        "",
        "{",
        "null",
        "7",
        "\"x\"",
        r#"{"heap":0}"#,
        r#"{"heap":-1,"stones":1}"#,
        r#"{"heap":0,"stones":1.5}"#,
        r#"{"heap":0,"stones":99999999999}"#,
    ] {
        desk.run(&["act", "game.jsonl", "--seat", "first", action]).is(2).says("INVALID_ACTION");
    }
    desk.run(&["act", "game.jsonl", "--seat", "nobody", "{}"]).is(2).complains("first or second");
    desk.run(&["act", "game.jsonl", r#"{"heap":0,"stones":1}"#]).is(2).complains("say which seat");
    assert_eq!(desk.read("game.jsonl"), before);
}

#[test]
fn no_file_speaks_to_the_terminal() {
    let desk = Desk::new();
    desk.run(&["new", "nim", "--seed", "a", "--out", "game.jsonl"]).is(0);
    let game = desk.read("game.jsonl");
    desk.write("bell.jsonl", "{\"seq\x1b[31m\r\0\x07\u{9b}\":1}\n");
    desk.write("called.jsonl", game.replace("\"game\":\"nim\"", "\"game\":\"\\u001b]0;mine\\u0007\""));
    desk.write(
        "expects.jsonl",
        game.clone() + "#! {\"action\":{\"heap\":0,\"stones\":1},\"seat\":\"first\",\"refused\":\"\u{9b}2J\"}\n",
    );
    for log in ["bell.jsonl", "called.jsonl", "expects.jsonl"] {
        let commands: [&[&str]; 6] = [
            &["show", log],
            &["replay", log],
            &["branch", log, "--at", "0"],
            &["act", log, "{}"],
            &["diff", "game.jsonl", log],
            &["scenario", log],
        ];
        for command in commands {
            // Colours are asked for, so that nothing on the way takes the characters out.
            let mut referee = assert_cmd::Command::cargo_bin("referee").unwrap();
            let ran = referee.current_dir(desk.path("")).env("CLICOLOR_FORCE", "1").args(command).output().unwrap();
            let told = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
            let spoken =
                ["\x1b[31m\r", "\r", "\0", "\x07", "\u{9b}", "\x1b]"].into_iter().find(|sequence| told.contains(sequence));
            let is_log = command[0] == "branch" && ran.status.success();
            assert!(is_log || spoken.is_none(), "{command:?}: {spoken:?} in {told:?}");
        }
    }
    desk.run(&["show", "bell.jsonl"]).is(2).complains(r"\u{1b}[31m\r\u{0}\u{7}\u{9b}");
    desk.run(&["scenario", "expects.jsonl"]).is(1).complains(r"\u{9b}2J");
}

#[test]
fn garbage_lines_are_answered_and_the_stream_goes_on() {
    let good = r#"{"setup":{"heaps":[1]},"actions":[]}"#;
    let answer = Desk::new().run_with(&["run", "nim"], format!("garbage\n{good}\n[1]\n{good}")).is(2);
    let lines = answer.lines();
    assert_eq!(lines.len(), 4);
    assert!(lines[0]["errors"][0].as_str().unwrap().starts_with("[BAD_REQUEST]"));
    assert_eq!((&lines[1]["ok"], &lines[3]["ok"]), (&true.into(), &true.into()));
    for command in ["judge", "run"] {
        for (_, bytes) in garbage() {
            let answer = Desk::new().run_with(&[command, "nim"], bytes);
            assert!(matches!(answer.code, 0..=2) && !answer.stderr.contains("panicked"));
        }
    }
}

/// Runs a command whose answer nobody reads.
fn unheard(desk: &Desk, args: &[&str]) -> i32 {
    desk.unheard(&assert_cmd::cargo::cargo_bin("referee"), args)
}

#[test]
fn a_closed_pipe_is_no_error() {
    let desk = Desk::new();
    desk.write("setup.json", r#"{"heaps":[100000]}"#);
    desk.run(&["new", "nim", "--setup", "setup.json", "--out", "game.jsonl"]).is(0);
    for args in [&["legal", "game.jsonl"][..], &["games"], &["show", "game.jsonl"], &["verify", "game.jsonl"]] {
        assert_eq!(unheard(&desk, args), 0, "{args:?}");
    }
}

#[test]
fn a_closed_pipe_changes_no_verdict() {
    let desk = Desk::new();
    desk.run(&["new", "nim", "--seed", "a", "--out", "good.jsonl"]).is(0);
    desk.run(&["new", "nim", "--seed", "b", "--out", "other.jsonl"]).is(0);
    desk.write("bad.jsonl", desk.read("good.jsonl").replace("\"seq\":0", "\"seq\":7"));
    desk.write("unmet.jsonl", desk.read("good.jsonl") + "#! {\"legal\":0,\"seat\":\"first\"}\n");
    let refused = r#"{"heap":99,"stones":1}"#;
    for (args, code) in [
        (&["verify", "good.jsonl"][..], 0),
        (&["verify", "bad.jsonl"], 1),
        (&["verify", "bad.jsonl", "good.jsonl"], 1),
        (&["verify", "bad.jsonl", "nowhere.jsonl"], 2),
        (&["act", "good.jsonl", "--seat", "first", refused], 1),
        (&["act", "nowhere.jsonl", "--seat", "first", refused], 2),
        (&["diff", "good.jsonl", "good.jsonl"], 0),
        (&["diff", "good.jsonl", "other.jsonl"], 1),
        (&["scenario", "unmet.jsonl"], 1),
    ] {
        assert_eq!(unheard(&desk, args), code, "{args:?}");
    }
}

/// Nobody hears the verdict; what is on record is on record, and said to be.
#[cfg(target_os = "linux")]
#[test]
fn an_action_whose_verdict_nobody_hears_is_said_to_be_on_record() {
    let desk = Desk::new();
    desk.run(&["new", "nim", "--seed", "a", "--out", "log.jsonl"]).is(0);
    let action = desk.run(&["legal", "log.jsonl", "--seat", "first"]).is(0).stdout.lines().next().unwrap().to_owned();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let acted = std::process::Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["act", "log.jsonl", "--seat", "first", &action])
        .current_dir(desk.path(""))
        .stdout(full)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&acted.stderr).into_owned();
    assert_eq!((acted.status.code(), told.contains("on record all the same")), (Some(2), true), "{told}");
    assert_eq!(desk.read("log.jsonl").lines().count(), 2, "once");
    // What goes to standard output by rights goes to standard error where it cannot.
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let listed =
        std::process::Command::new(env!("CARGO_BIN_EXE_referee")).args(["games", "--json"]).stdout(full).output().unwrap();
    assert_eq!((listed.status.code(), String::from_utf8_lossy(&listed.stderr).contains("cannot be written")), (Some(2), true));
}
