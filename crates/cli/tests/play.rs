//! `referee play` where there is nobody to play.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // faces the world: files and processes

use assert_cmd::Command;

#[test]
fn without_a_terminal_the_player_says_so_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut referee = Command::cargo_bin("referee").unwrap();
    let ran = referee.current_dir(&folder).args(["play", "nim"]).assert().code(2);
    let said = String::from_utf8_lossy(&ran.get_output().stderr).into_owned();
    assert!(said.contains("NOT_A_TERMINAL"), "{said}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

/// `script` is the terminal, and is taken away by force.
#[cfg(target_os = "linux")]
#[test]
fn the_player_does_not_outlive_its_terminal() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    /// Whether it comes true within ten seconds.
    fn soon(holds: impl Fn() -> bool) -> bool {
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(10) {
            if holds() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }

    let folder = tempfile::tempdir().unwrap();
    let referee = assert_cmd::cargo::cargo_bin("referee");
    let play = format!("echo $$ > pid; exec {} play nim --out game.jsonl", referee.display());
    let mut script = Command::new("script");
    script.current_dir(&folder).args(["-qec", &play, "/dev/null"]).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut terminal = script.spawn().expect("this test needs the program `script`: install util-linux (Debian: bsdutils)");
    let started = soon(|| folder.path().join("game.jsonl").exists());
    std::thread::sleep(Duration::from_millis(300)); // by now it waits for a key
    terminal.kill().unwrap();
    terminal.wait().unwrap();
    assert!(started, "the player began");
    let player = std::fs::read_to_string(folder.path().join("pid")).unwrap();
    let status = format!("/proc/{}/stat", player.trim());
    let ended = || std::fs::read_to_string(&status).map_or(true, |stat| stat.contains(") Z "));
    let gone = soon(ended);
    if !gone {
        Command::new("kill").args(["-9", player.trim()]).status().unwrap();
    }
    assert!(gone, "the player ended with its terminal");
}
