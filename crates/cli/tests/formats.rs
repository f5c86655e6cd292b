//! Files of other programs, as a user meets them: `examples/own_format.rs`, a command line with nim and two formats.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // runs processes

use crate::desk;
use desk::{Answer, Desk};
use serde_json::json;
use std::path::PathBuf;

const MOVES: &str = "nim 3 4\n0 3\n1 1\n";

/// The example, which `cargo xtask test` builds before the tests, and `cargo test` with them.
fn program() -> PathBuf {
    let name = format!("own_format{}", std::env::consts::EXE_SUFFIX);
    let program = assert_cmd::cargo::cargo_bin("referee").with_file_name("examples").join(name);
    assert!(program.exists(), "cargo build --workspace --example own_format: this test runs it");
    program
}

fn own(desk: &Desk, args: &[&str]) -> Answer {
    desk.run_by(&program(), args, "")
}

fn imported() -> Desk {
    let desk = Desk::new();
    desk.write("moves", MOVES);
    own(&desk, &["import", "moves", "--out", "game.jsonl"]).is(0).says("nim-moves, 3 records of nim");
    desk
}

#[test]
fn what_is_imported_verifies_and_is_exported_the_same() {
    let desk = imported();
    own(&desk, &["verify", "game.jsonl"]).is(0);
    assert_eq!(own(&desk, &["export", "game.jsonl", "--as", "nim-moves"]).is(0).stdout, MOVES);
    assert_eq!(
        own(&desk, &["export", "game.jsonl", "--as", "nim-moves", "--to", "1", "--out", "-"]).is(0).stdout,
        "nim 3 4\n0 3\n"
    );
    assert_eq!(own(&desk, &["export", "game.jsonl", "--as", "nim-heaps", "--to", "1"]).is(0).stdout, "[0, 4]\n");
    let log = desk.read("game.jsonl");
    assert_eq!(desk.run_by(&program(), &["export", "-", "--as", "nim-moves"], log.clone()).is(0).stdout, MOVES);
    assert_eq!(desk.run_by(&program(), &["import", "-", "--as", "nim-moves"], MOVES).is(0).stdout, log);
    own(&desk, &["act", "game.jsonl", "--seat", "first", r#"{"heap":1,"stones":3}"#]).is(0);
}

#[test]
fn a_program_reads_what_was_imported_and_written() {
    let desk = imported();
    let told = own(&desk, &["import", "moves", "--json"]).is(0).json();
    let head = own(&desk, &["verify", "game.jsonl"]).is(0).json()["head"].clone();
    let expected = json!({"ok": true, "game": "nim", "format": "nim-moves", "records": 3, "head": head, "log": null, "report": {"moves": 2}});
    assert_eq!(told, expected);
    let told = own(&desk, &["export", "game.jsonl", "--as", "nim-moves", "--out", "again", "--json"]).is(0).json();
    assert_eq!(
        (told, desk.read("again")),
        (json!({"ok": true, "file": "again", "format": "nim-moves", "to": 2}), MOVES.to_owned())
    );
    let formats = own(&desk, &["games", "--json"]).is(0).json()["formats"].clone();
    assert_eq!(formats[1], json!({"name": "nim-heaps", "about": "the heaps alone", "imports": false, "exports": true}));
    own(&desk, &["games"]).is(0).says("nim-moves (import, export)").says("nim-heaps (export)");
}

#[test]
fn a_problem_in_the_file_is_named_and_nothing_is_written() {
    let desk = Desk::new();
    desk.write("moves", "nim 3 4\n0 9\n");
    own(&desk, &["import", "moves", "--out", "new"]).is(1).complains("moves, line 2").complains("NOT_THAT_MANY").complains("0 9");
    desk.write("moves", "nim 3 4\n0 three\n");
    let told = own(&desk, &["import", "moves", "--out", "new", "--json"]).is(1).json();
    let problem = &told["problems"][0];
    assert_eq!((&told["ok"], &told["report"]), (&json!(false), &json!({"moves": 0})));
    assert_eq!((&problem["file"], &problem["line"], &problem["found"]), (&json!("moves"), &json!(2), &json!("0 three")));
    assert!(!desk.path("new").exists());
}

#[test]
fn what_fits_nothing_is_answered_with_the_known_formats() {
    let desk = imported();
    for (name, text) in [("empty", ""), ("half", "{\"heaps\":[3"), ("nothing", "\n\n"), ("capital", "NIM 3")] {
        desk.write(name, text);
        own(&desk, &["import", name]).is(2).complains("NO_FORMAT_FITS").complains(name).complains("one of nim-moves");
        own(&desk, &["import", name, "--game", "nim"]).is(2).complains("NO_FORMAT_FITS").complains("one of nim-moves");
        own(&desk, &["import", name, "--as", "nim-moves"]).is(2).complains("line 1").complains("NO_HEAPS");
    }
    for format in ["chess-pgn", "nim-heaps", ""] {
        own(&desk, &["import", "moves", "--as", format]).is(2).complains("NO_SUCH_FORMAT").complains("one of nim-moves");
        own(&desk, &["import", "moves", "--game", "nim", "--as", format]).is(2).complains("NO_SUCH_FORMAT");
    }
    own(&desk, &["export", "game.jsonl", "--as", "chess-pgn"]).is(2).complains("one of nim-moves, nim-heaps");
    own(&desk, &["export", "game.jsonl", "--as", "nim-moves", "--to", "9"]).is(2).complains("NO_SUCH_RECORD").complains("0 to 2");
    desk.write("binary", b"nim \xff\n");
    own(&desk, &["import", "binary"]).is(2).complains("NOT_UTF8");
    desk.write("long", vec![b' '; (64 << 20) + 1]);
    own(&desk, &["import", "long"]).is(2).complains("TOO_LONG");
}

#[test]
fn no_file_is_overwritten() {
    let desk = imported();
    desk.write("precious", "mine");
    own(&desk, &["import", "moves", "--out", "precious"]).is(2).complains("exists already");
    own(&desk, &["export", "game.jsonl", "--as", "nim-moves", "--out", "precious"]).is(2).complains("exists already");
    assert_eq!(desk.read("precious"), "mine");
}

#[test]
fn a_closed_pipe_changes_nothing() {
    let desk = imported();
    desk.write("wrong", "nim 3\n0 9\n");
    for (args, code) in [
        (&["import", "moves"][..], 0),
        (&["import", "moves", "--json"], 0),
        (&["import", "wrong", "--json"], 1),
        (&["export", "game.jsonl", "--as", "nim-moves"], 0),
        (&["export", "game.jsonl", "--as", "chess-pgn"], 2),
    ] {
        assert_eq!(desk.unheard(&program(), args), code, "{args:?}");
    }
}
