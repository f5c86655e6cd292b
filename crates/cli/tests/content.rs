//! `referee content check`: what an author reads.

use crate::desk;

use desk::Desk;
use serde_json::Value;

const FLOOR: &str = "[floor]\nabout = 'Stone.'\nglyph = '.'\ntint = 'grey'\n";

#[test]
fn the_pack_of_the_game_has_no_problems_and_is_counted() {
    let answer = Desk::new().run(&["content", "check"]).is(0);
    assert!(answer.stdout.contains(" monsters, ") && answer.stdout.ends_with("handlers: no problems\n"), "{}", answer.stdout);
    let json = Desk::new().run(&["content", "check", "--json"]).is(0).json();
    assert_eq!((&json["ok"], json["hash"].as_str().map(str::len)), (&Value::Bool(true), Some(64)));
}

#[test]
fn a_mistake_is_shown_with_file_line_and_excerpt() {
    let desk = Desk::new();
    desk.write("terrains.toml", format!("{FLOOR}flags = ['special']\n[floor.on]\nMOVE = 'me.sing()'\n"));
    let answer = desk.run(&["content", "check", "."]).is(1);
    assert!(answer.stdout.contains("terrains.toml:7:12") && answer.stdout.contains("MOVE = 'me.sing()'"), "{}", answer.stdout);
    assert!(
        !answer.stdout.contains('\u{1b}') && answer.stdout.ends_with("1 problem\n"),
        "no colours when piped: {}",
        answer.stdout
    );
    let lines: Vec<Value> = desk
        .run(&["content", "check", ".", "--json"])
        .is(1)
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((&lines[0]["code"], &lines[0]["line"], &lines[0]["column"]), (&"UNKNOWN_NAME".into(), &7.into(), &12.into()));
    assert_eq!(lines[1]["problems"], 1);
}

#[test]
fn what_could_steer_a_terminal_is_not_shown() {
    let desk = Desk::new();
    desk.write("terrains.toml", format!("{FLOOR}tone = '\u{9b}31m'\n"));
    let answer = desk.run(&["content", "check", "."]).is(1);
    assert!(!answer.stdout.contains('\u{9b}'), "{}", answer.stdout);
}

#[test]
fn a_folder_without_content_is_bad_input() {
    Desk::new().run(&["content", "check", "."]).is(2);
    Desk::new().run(&["content", "check", "nowhere"]).is(2);
    let desk = Desk::new();
    desk.write("terrains.toml", [0xff, 0xfe]);
    desk.run(&["content", "check", "."]).is(2);
}
