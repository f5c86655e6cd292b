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

/// A folder with the pack of the game, one of its files changed.
fn pack(desk: &Desk, folder: &str, change: impl Fn(&str, &str) -> String) {
    std::fs::create_dir(desk.path(folder)).expect("a folder");
    for (name, text) in referee_incursion::content::FILES {
        desk.write(&format!("{folder}/{name}"), change(name, text));
    }
}

const ARENA: &str = r######"{"class":"warrior","arena":{"map":["####","#@g#","####"],"hero":{"level":9,"hp":99,"kit":[{"item":"long sword"}]},"monsters":[{"monster":"goblin","at":"g","hp":1,"kit":[]}]}}"######;

#[test]
fn edited_content_is_played_and_verified_without_building_anything() {
    let desk = Desk::new();
    pack(&desk, "mine", |name, text| match name {
        "monsters.toml" => text.replacen("[goblin]\n", "[goblin]\nlooks_like = \"hobgoblin\"\n", 1),
        _ => text.to_owned(),
    });
    desk.run(&["content", "check", "mine"]).is(0);
    desk.write("setup.json", ARENA);
    desk.run(&["new", "incursion", "--content", "mine", "--setup", "setup.json", "--out", "mine.jsonl"]).is(0);
    let shown = desk.run(&["show", "mine.jsonl", "--content", "mine", "--seat", "hero"]).is(0);
    assert!(shown.stdout.contains("hobgoblin"), "{}", shown.stdout);
    desk.run(&["act", "mine.jsonl", "--content", "mine", r#"{"type":"attack","way":2}"#]).is(0);
    desk.run(&["verify", "mine.jsonl", "--content", "mine"]).is(0);
    let other = desk.run(&["verify", "mine.jsonl"]).is(1);
    assert!([other.stdout, other.stderr].concat().contains("WRONG_CONTENT"));
}

#[test]
fn content_that_cannot_be_played_says_so() {
    let desk = Desk::new();
    pack(
        &desk,
        "faulty",
        |name, text| if name == "gods.toml" { format!("{text}\n[Nobody]\nabout = 1\n") } else { text.to_owned() },
    );
    let answer = desk.run(&["new", "incursion", "--content", "faulty", "--out", "x.jsonl"]).is(2);
    assert!(answer.stderr.contains("gods.toml") && answer.stderr.contains("content check"), "{}", answer.stderr);
}

#[test]
fn what_a_pack_must_have_is_named_and_causes_come_alone() {
    let desk = Desk::new();
    pack(&desk, "lame", |name, text| match name {
        "statuses.toml" => text.replacen("[disbelieves]", "[disbeliefs]", 1),
        _ => text.to_owned(),
    });
    std::fs::remove_file(desk.path("lame/dungeons.toml")).expect("removed");
    let answer = desk.run(&["content", "check", "lame"]).is(1);
    assert!(answer.stdout.contains("disbelieves") || answer.stdout.contains("there is no dungeon"), "{}", answer.stdout);
    pack(&desk, "wrong", |name, text| match name {
        "monsters.toml" => text.replacen("[goblin]\n", "[goblin]\nregeneration = \"much\"\n", 1),
        _ => text.to_owned(),
    });
    let answer = desk.run(&["content", "check", "wrong"]).is(1);
    assert!(answer.stdout.ends_with("1 problem\n"), "{}", answer.stdout);
}

#[test]
fn odd_scripts_are_named_and_long_lines_are_cut() {
    for (script, said) in [
        ("42", "ends with a number"),
        ("loop { }", "nothing leaves this loop"),
        ("e.damage = \"x\"; NOTHING", "does not hold a text"),
    ] {
        let desk = Desk::new();
        desk.write("terrains.toml", format!("{FLOOR}flags = ['special']\n[floor.on]\nMOVE = '{script}'\n"));
        let answer = desk.run(&["content", "check", "."]).is(1);
        assert!(answer.stdout.contains(said), "{script}: {}", answer.stdout);
    }
    let desk = Desk::new();
    desk.write("terrains.toml", format!("{FLOOR}tone = '{}'\n", "x".repeat(100_000)));
    assert!(desk.run(&["content", "check", "."]).is(1).stdout.len() < 2_000);
}
