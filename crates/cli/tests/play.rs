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
