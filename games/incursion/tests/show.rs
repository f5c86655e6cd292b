//! What is told above the map, and of the hero.

use referee::{Game, Legal, Scene, Seat, Show, View};
use referee_incursion::{Action, Incursion, Setup};
use serde_json::{Value, json};

fn begun(map: &[&str], monsters: Value) -> Game<Incursion> {
    let arena = json!({ "map": map, "region": "hall", "hero": { "hp": 60, "kit": [{ "item": "ration", "count": 4 }] }, "monsters": monsters });
    let setup: Setup = serde_json::from_value(json!({ "class": "warrior", "arena": arena })).expect("a setup");
    Game::start(Incursion::default(), setup).unwrap_or_else(|why| panic!("{why}"))
}

fn scene(game: &Game<Incursion>) -> Scene {
    game.rules().scene(&game.rules().view(game.state(), Some(Seat(0))))
}

fn waited(game: &mut Game<Incursion>) -> String {
    for _ in 0..3 {
        game.act(Seat(0), 0, Action::Wait {}).unwrap_or_else(|why| panic!("{why}"));
    }
    scene(game).status
}

#[test]
fn what_was_said_is_the_status_for_a_turn_and_then_who_is_near() {
    let goblin = json!([{ "monster": "goblin", "at": "g", "hp": 90, "ready": 9_000 }]);
    let mut game = begun(&["#####", "#@g.#", "#####"], goblin.clone());
    game.act(Seat(0), 0, Action::Attack { way: 2 }).unwrap_or_else(|why| panic!("{why}"));
    let said = game.state().said.back().expect("a blow is told").text.clone();
    assert_eq!(scene(&game).status, said);
    assert_eq!(waited(&mut game), "Level 1. A goblin is beside you.");
    assert_eq!(waited(&mut begun(&["#####", "#@.g#", "#####"], goblin)), "Level 1. A goblin is 2 squares away.");
    assert_eq!(waited(&mut begun(&["#####", "#@..#", "#####"], json!([]))), "Level 1. Nobody is in sight.");
}

#[test]
fn stamina_is_what_is_left_of_it() {
    let scene = scene(&begun(&["###", "#@#", "###"], json!([])));
    let lines: Vec<&str> = scene.panels[1].lines.iter().map(|line| &*line.text).collect();
    assert!(lines.iter().any(|line| line.starts_with("stamina ")), "{lines:?}");
}

#[test]
fn of_several_one_is_eaten() {
    let game = begun(&["###", "#@#", "###"], json!([]));
    let seen = game.rules().view(game.state(), Some(Seat(0)));
    let labels = game.rules().legal(game.state(), Seat(0), 0).map(|action| game.rules().aim(&seen, &action).label);
    let eaten: Vec<String> = labels.filter(|label| label.starts_with("eat ")).collect();
    assert_eq!(eaten, ["eat one of the 4 rations"]);
}
