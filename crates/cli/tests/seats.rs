//! Seats that nobody needs to take, and setups with names, from outside: commands and the server.

use crate::desk::Desk;
use crate::server::{Server, text};
use serde_json::{Value, json};

#[test]
fn setups_are_listed_and_begun_by_their_names() {
    let desk = Desk::new();
    desk.run(&["setups"]).is(0).says("mir").says("dawn-duel").says("One against one");
    let setups = desk.run(&["setups", "mir", "--json"]).is(0).lines();
    assert_eq!((setups.len(), &setups[0]["name"], &setups[0]["title"]), (10, &json!("tavern-brawl"), &json!("Tavern brawl")));
    desk.run(&["setups", "nim"]).is(0).says("there are none");
    desk.run(&["setups", "mir", "dusk-duel"]).is(2).complains("NO_SUCH_SETUP");
    let printed = desk.run(&["setups", "mir", "dawn-duel"]).is(0).json();
    assert_eq!(printed["tableRules"], true);

    let begun = |more: &[&str]| desk.run(&[&["new", "mir", "--setup", "dawn-duel"], more].concat()).is(0).lines()[0].clone();
    assert_eq!(begun(&[])["setup"]["meta"], printed["meta"], "the log has the whole setup");
    assert_eq!(begun(&["--seed", "s"]), begun(&["--seed", "s"]));
    assert_ne!(begun(&[]), begun(&[]), "a setup that is named brings no seed");
    desk.run(&["new", "mir", "--setup", "dusk-duel"]).is(2).complains("referee setups mir");
    let tally =
        desk.run(&["match", "mir", "--setup", "dawn-duel", "--games", "2", "--bot", "players=greedy", "--json"]).is(0).json();
    assert_eq!(tally["bots"].as_array().map(Vec::len), Some(2), "no bot sits in an optional seat: {tally}");
}

#[test]
fn an_optional_seat_acts_and_no_bot_takes_it() {
    let desk = Desk::new();
    desk.run(&["games", "mir"]).is(0).says("players + npcs (+ gm)");
    desk.run(&["new", "mir", "--setup", "tavern-brawl", "--seed", "s", "--player", "gm=eve", "--out", "game.jsonl"]).is(0);
    let walk = r#"{"type":"MOVE","entityId":"npc-rough","path":[{"x":5,"y":4}]}"#;
    desk.run(&["act", "game.jsonl", "--seat", "players", walk]).is(1);
    desk.run(&["act", "game.jsonl", "--seat", "gm", walk]).is(0);
    let offered = |seat: &str| desk.run(&["legal", "game.jsonl", "--seat", seat]).is(0).lines().len();
    assert!(offered("gm") > offered("players").max(offered("npcs")));
    let seats: Vec<Value> = desk.run(&["legal", "game.jsonl"]).is(0).lines();
    assert!(seats.iter().all(|line| line["seat"] != "gm"), "what both sides may do is not listed again");
    desk.run(&["verify", "game.jsonl"]).is(0);
    desk.run(&["match", "mir", "--bot", "gm=greedy"]).is(2).complains("NO_BOT_SEAT");
}

fn waiting(server: &Server, id: &str) -> Value {
    server.get(&format!("/api/matches/{id}"), None).1["waiting_for"].clone()
}

#[test]
fn a_match_begins_without_a_game_master_and_has_one_where_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\n");
    let opened = server.open(&json!({"game": "mir", "setup": "dawn-duel", "name": "ann"}));
    let id = text(&opened, "id").to_owned();
    let (_, joined) = server.post(&format!("/api/matches/{id}/join"), None, &json!({"name": "bob"}));
    assert_eq!((text(&joined, "seat"), &joined["begun"]), ("npcs", &json!(true)), "two players are enough");
    assert_eq!(waiting(&server, &id), json!(["players", "npcs"]));
    let log = server.text(&format!("/api/logs/m-{id}"), None).1;
    assert!(!log.contains("gm"), "{log}");

    let seats = json!({"players": "me", "npcs": "open", "gm": "open"});
    let opened = server.open(&json!({"game": "mir", "setup": "dawn-duel", "name": "ann", "seats": seats}));
    let id = text(&opened, "id").to_owned();
    let join = |name: &str| server.post(&format!("/api/matches/{id}/join"), None, &json!({"name": name})).1;
    assert_eq!(join("bob")["seat"], "npcs", "the seats that a game needs are taken first");
    let eve = join("eve");
    assert_eq!((text(&eve, "seat"), &eve["begun"]), ("gm", &json!(true)));
    let declare = |token: &str, action: &Value| server.post(&format!("/api/matches/{id}/actions"), Some(token), action).0;
    let walk = json!({"action": {"type": "MOVE", "entityId": "npc-krell", "path": [{"x": 8, "y": 3}]}});
    assert_eq!(declare(text(&opened["tokens"], "players"), &walk), 422);
    assert_eq!(declare(text(&eve, "token"), &walk), 200);
    let (status, refused) = server.post(&format!("/api/matches/{id}/resign"), Some(text(&eve, "token")), &json!({}));
    assert_eq!(status, 422, "a game master does not resign: {refused}");
    let people = server.get(&format!("/api/matches/{id}"), None).1["match"]["people"].clone();
    assert_eq!(people, json!(["players", "npcs"]));

    let (status, refused) = server.post("/api/matches", None, &json!({"game": "mir", "seats": {"gm": "bot:greedy"}}));
    assert_eq!((status, &refused["error"]["code"]), (422, &json!("BAD_SEAT")), "{refused}");
    let (status, refused) = server.post("/api/matches", None, &json!({"game": "mir", "setup": "dusk-duel"}));
    assert_eq!((status, &refused["error"]["code"]), (422, &json!("NO_SUCH_SETUP")), "{refused}");
    let games = server.get("/api/games/mir", None).1;
    assert_eq!((&games["optional_seats"], games["setups"].as_array().map(Vec::len)), (&json!(["gm"]), Some(10)));
}
