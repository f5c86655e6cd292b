//! The recorded games, scenarios and facts: those in `vectors/`, and every file of the same kind in the folder that `REFEREE_VECTORS` names.

use referee::{Game, Legal, Scripted, Seat, View};
use referee_duel::{Action, Board, Border, Contest, Duel, Edge, Event, Kind, Lay, Setup, Side, Structure, Tile, flood};
use serde_json::{Value, json};

/// What the view must show as the record does.
const KEYS: [&str; 7] = ["blue", "red", "top", "deck", "jokers", "moves_done", "finished"];

fn cases(kind: &str) -> Vec<(String, Value)> {
    let read = |(place, line): (String, String)| (place, serde_json::from_str(&line).unwrap());
    referee_laws::cases("tests/vectors", kind).into_iter().map(read).collect()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn small(value: &Value) -> u8 {
    u8::try_from(number(value)).unwrap()
}

fn seat(side: &Value) -> Seat {
    Seat(u8::from(side == "red"))
}

fn side(value: &Value) -> Side {
    serde_json::from_value(value.clone()).unwrap()
}

fn action(op: &Value) -> Action {
    let (rotation, col, row) = (&op["rotation"], &op["col"], &op["row"]);
    match op["op"].as_str().unwrap() {
        "place" => Action::Place { rotation: small(rotation), col: small(col), row: small(row) },
        "joker" => Action::Joker { tile: small(&op["tile"]), rotation: small(rotation), col: small(col), row: small(row) },
        "skip" => Action::Skip {},
        "finish" => Action::Finish {},
        other => panic!("{other} is no operation"),
    }
}

/// The recorded draws as a script of dice.
fn dice(draws: &Value) -> Scripted {
    Scripted::new(draws.as_array().unwrap().iter().map(|draw| number(&draw["index"]) as u32).collect::<Vec<_>>())
}

fn setup(record: &Value) -> Setup {
    serde_json::from_value(json!({"rules": record["rules"], "border": record["border"], "start": record["start"]})).unwrap()
}

fn drawn(game: &Game<Duel>) -> Vec<Value> {
    let draw = |event: &Event| match event {
        Event::Drawn { n, index, tile } => Some(json!({"n": n, "index": index, "tile": tile})),
        _ => None,
    };
    game.log().events().filter_map(draw).collect()
}

fn seen(game: &Game<Duel>) -> Value {
    serde_json::to_value(Duel.view(game.state(), None)).unwrap()
}

fn assert_shows(place: &str, game: &Game<Duel>, expected: &Value) {
    let seen = seen(game);
    for key in KEYS {
        assert_eq!(seen[key], expected[key], "{place}: {key}");
    }
}

/// Contests among events, in an order of their own.
fn contests<'a>(events: impl Iterator<Item = &'a Event>) -> Vec<String> {
    let contest = |event: &Event| match event {
        Event::ContestWon { kind, node, blue, red, winner, delta } => {
            Some(json!({"kind": kind, "node": node, "blue": blue, "red": red, "winner": winner, "delta": delta}))
        }
        Event::ContestDrawn { kind, node, blue, red } => {
            Some(json!({"kind": kind, "node": node, "blue": blue, "red": red, "winner": null, "delta": 0}))
        }
        _ => None,
    };
    sorted(events.filter_map(contest))
}

fn sorted(all: impl Iterator<Item = Value>) -> Vec<String> {
    let mut all: Vec<String> = all.map(|one| one.to_string()).collect();
    all.sort();
    all
}

fn listed(contests: &Value) -> Vec<String> {
    sorted(contests.as_array().unwrap().iter().cloned())
}

/// Plays a recorded game and compares everything that was recorded.
fn play(place: &str, record: &Value) {
    let mut script = dice(&record["draws"]);
    let mut game = Game::start_with(Duel, setup(record), 0, &mut script).unwrap();
    assert_shows(place, &game, &record["initial"]);
    for (index, op) in record["ops"].as_array().unwrap().iter().enumerate() {
        step(&format!("{place}, operation {index}"), &mut game, op, &mut script, &record["final"]);
    }
    script.finish().unwrap_or_else(|fault| panic!("{place}: {fault}"));
    assert_eq!(json!(drawn(&game)), record["draws"], "{place}: draws");
    assert_eq!(seen(&game)["cells"], record["cells"], "{place}: cells");
    assert_ended(place, &game, &record["final"]);
    game.verify().unwrap();
}

fn step(place: &str, game: &mut Game<Duel>, op: &Value, script: &mut Scripted, end: &Value) {
    let (expect, at, board) = (&op["expect"], number(&op["at"]), &game.state().board);
    if let Some(count) = expect["legal_top"].as_u64() {
        let found = game.state().top.map_or(0, |tile| board.lays(tile).count());
        assert_eq!(found as u64, count, "{place}: legal placements of the top tile");
    }
    if let Some(count) = expect["legal_any"].as_u64() {
        let found: usize = Tile::all().map(|tile| board.lays(tile).count()).sum();
        assert_eq!(found as u64, count, "{place}: legal placements of any tile");
    }
    let (before, records) = (game.state().clone(), game.log().len());
    let is_listed = Duel.legal(&before, seat(&op["side"]), at).any(|legal| legal == action(op));
    let result = game.act_with(seat(&op["side"]), at, action(op), script).map(|_| ());
    assert_eq!(is_listed, result.is_ok(), "{place}: listed as legal");
    if let Some(error) = expect["error"].as_str() {
        let code = result.err().map(|why| why.code().to_owned());
        assert_eq!(code.as_deref(), Some(error), "{place}");
        assert_eq!((game.state(), game.log().len()), (&before, records), "{place}: a refusal leaves no trace");
        return;
    }
    result.unwrap_or_else(|why| panic!("{place}: {why}"));
    assert_shows(place, game, expect);
    let last = game.log().last().unwrap();
    let autoskip = last.events.iter().any(|event| matches!(event, Event::Skipped { timed_out: true, .. }));
    assert_eq!(json!(autoskip), expect["autoskip"], "{place}: automatic skip");
    if let Some(tile) = expect["tile"].as_u64() {
        let laid = last.events.iter().find_map(|event| if let Event::Placed { tile, .. } = event { Some(*tile) } else { None });
        assert_eq!(laid.map(u64::from), Some(tile), "{place}: the tile laid");
    }
    // What the last move closed and what was contested because the game ended are recorded apart.
    let mut expected = listed(&expect["contests"]);
    if game.state().outcome.is_some() {
        expected.extend(listed(&end["contests"]));
        expected.sort();
    }
    assert_eq!(contests(last.events.iter()), expected, "{place}: contests");
}

fn assert_ended(place: &str, game: &Game<Duel>, end: &Value) {
    let Some(outcome) = game.state().outcome else { return assert!(end.is_null(), "{place}: the game is not over") };
    let (jokers, price) = (game.state().jokers.map(u32::from), u32::from(game.state().rules.joker_price));
    let found = json!({
        "reason": outcome.way, "winner": outcome.winner, "blue": game.state().scores[0], "red": game.state().scores[1],
        "joker_bonus": {"blue": jokers[0] * price, "red": jokers[1] * price}, "total": {"blue": outcome.blue, "red": outcome.red},
        "contests": end["contests"],
    });
    assert_eq!(&found, end, "{place}: the end");
}

#[test]
fn every_recorded_game_is_played_to_the_same_end() {
    cases("duel-games").iter().for_each(|(place, record)| play(place, record));
}

#[test]
fn every_recorded_scenario_is_played_to_the_same_end() {
    cases("duel-scenarios").iter().for_each(|(place, record)| play(place, record));
}

#[test]
fn every_recorded_fact_holds() {
    for (place, fact) in cases("duel-facts") {
        let place = format!("{place} {}", fact["name"]);
        match fact["kind"].as_str().unwrap() {
            "tile_edges" => tile_edges(&place, &fact),
            "structures" => structures(&place, &fact),
            "validity" => validity(&place, &fact),
            "contest_rule" => contest_rule(&place, &fact),
            "merge" => merge(&place, &fact),
            "final_points" => final_points(&place, &fact),
            "winner" => winner(&place, &fact),
            "players" => players(&place, &fact),
            "replay" => replay(&place, &fact),
            // Balances and sessions belong to the host's lobby: crates/host/tests/sessions.rs checks them.
            "balances" | "session" | "session_rule" => {}
            // Facts of later versions of the game may be of kinds that ours does not know.
            _ if fact["era"] != "seed" => {}
            other => panic!("{place}: {other} is a kind of fact that nobody checks"),
        }
    }
}

fn tile_edges(place: &str, fact: &Value) {
    let tile = Tile::named(fact["setup"]["tile"].as_str().unwrap()).unwrap();
    let edges = tile.edges(small(&fact["setup"]["rotation"]));
    let letter = |side| match edges.at(side) {
        Some(Edge::City) => 'C',
        Some(Edge::Road) => 'R',
        _ => 'F',
    };
    let name: String = referee_duel::Direction::ALL.into_iter().map(letter).collect();
    assert_eq!(json!(name), fact["expect"]["edges_top_right_bottom_left"], "{place}");
}

fn lay(value: &Value) -> Option<Lay> {
    let tile = Tile::named(value["tile"].as_str().unwrap()).unwrap();
    Lay::new(tile.id(), small(&value["rotation"]), small(&value["col"]), small(&value["row"]))
}

/// A board with tiles laid by force, whether they fit or not: it is read from text, as a keyframe would be.
fn board(border: &Value, laid: &[Value]) -> Board {
    let cell = |value: &Value| {
        let lay = lay(value).unwrap();
        let by = if value["side"].is_null() { json!("blue") } else { value["side"].clone() };
        json!([lay.cell.position(), lay.tile, lay.rotation, by])
    };
    let cells: Vec<Value> = laid.iter().map(cell).collect();
    serde_json::from_value(json!({"border": border, "cells": cells})).unwrap()
}

fn validity(place: &str, fact: &Value) {
    let board = board(&fact["setup"]["border"], fact["setup"]["cells"].as_array().unwrap());
    let moves = fact["moves"].as_array().unwrap();
    let valid = moves.iter().all(|value| lay(value).is_some_and(|lay| board.allows(lay)));
    assert_eq!(json!(valid), fact["expect"]["valid"], "{place}");
}

fn structures(place: &str, fact: &Value) {
    let (moves, expect) = (fact["moves"].as_array().unwrap(), &fact["expect"]);
    let none = Vec::new();
    let list = |key: &str| expect[key].as_array().unwrap_or(&none).clone();
    let after = |count: usize| board(&fact["setup"]["border"], &moves[..count]);
    let whole = after(moves.len());
    let holding = |board: &Board, value: &Value| -> Structure {
        let kind: Kind = serde_json::from_value(value["kind"].clone()).unwrap();
        let found = board.structures().of(kind, small(&value["contains"]));
        assert!(flood(board).contains(&found), "{place}: {found:?} is not what a walk finds");
        found
    };
    for value in list("structures") {
        let found = holding(&whole, &value);
        assert_eq!(
            json!([found.points[0], found.points[1], found.open]),
            json!([value["blue"], value["red"], value["open"]]),
            "{place}"
        );
    }
    for (index, value) in list("open_after_each_move").iter().enumerate() {
        assert_eq!(json!(holding(&after(index + 1), value).open), value["open"], "{place}, move {index}");
    }
    let alike = |pair: &Value| whole.structures().name(small(&pair[0])) == whole.structures().name(small(&pair[1]));
    assert!(list("joined").iter().all(alike), "{place}: joined");
    assert!(!list("separate").iter().any(alike), "{place}: separate");
    if let Some(points) = expect["points"].as_object() {
        for (name, score) in points {
            let scores = whole.structures().scores(false);
            assert_eq!(&json!(scores[usize::from(name == "red")]), score, "{place}: points of {name}");
        }
    }
    let contest = &fact["derived"]["contest"];
    if !contest.is_null() {
        let closed: Vec<Structure> = whole.structures().all().filter(|structure| structure.open == 0).collect();
        let [blue, red] = closed[0].points;
        let Contest { winner, delta } = Contest::between(blue, red);
        let found = json!({"blue_before": blue, "red_before": red, "winner": winner, "delta": delta});
        assert_eq!(&found, contest, "{place}: contest");
    }
}

fn contest_rule(place: &str, fact: &Value) {
    let (blue, red, expect) = (number(&fact["setup"]["blue"]) as u16, number(&fact["setup"]["red"]) as u16, &fact["expect"]);
    let Contest { winner, delta } = Contest::between(blue, red);
    assert_eq!(json!(winner), expect["winner"], "{place}");
    assert_eq!(json!(delta), expect["delta"], "{place}");
    let after = match winner {
        Some(Side::Blue) => (blue + delta, red - delta),
        Some(Side::Red) => (blue - delta, red + delta),
        None => (blue, red),
    };
    for (found, key) in [(after.0, "blue_after"), (after.1, "red_after")] {
        assert!(expect[key].is_null() || json!(found) == expect[key], "{place}: {key} is {found}");
    }
}

/// Points and open edges of two structures that a tile joins: the sum, and two edges fewer are open.
fn merge(place: &str, fact: &Value) {
    let (one, two, sum) = (&fact["setup"]["a"], &fact["setup"]["b"], &fact["derived"]);
    for key in ["blue", "red"] {
        assert_eq!(number(&one[key]) + number(&two[key]), number(&sum[key]), "{place}: {key}");
    }
    assert_eq!(number(&one["open"]) + number(&two["open"]) - 2, number(&sum["open"]), "{place}: open");
    // The same with two tiles on a board.
    let cccc =
        |col: u8| json!({"tile": "CCCC", "rotation": 0, "col": col, "row": 3, "side": if col == 3 { "blue" } else { "red" }});
    let joined = board(&json!(Border::default()), &[cccc(3), cccc(4)]);
    let all: Vec<Structure> = joined.structures().all().collect();
    assert_eq!((all.len(), all[0].points, all[0].open), (1, [8, 8], 4 + 4 - 2), "{place}");
}

fn final_points(place: &str, fact: &Value) {
    let mut bout = referee_duel::Bout::default();
    let set = &fact["setup"];
    bout.scores = [&set["blue_score"], &set["red_score"]].map(|score| serde_json::from_value(score.clone()).unwrap());
    bout.jokers = ["blue", "red"].map(|name| small(&set["jokers"][name]));
    bout.rules.joker_price = number(&set["joker_price"]) as u16;
    let [blue, red] = bout.totals();
    assert_eq!(json!({"blue": blue, "red": red}), fact["expect"]["total"], "{place}");
}

fn winner(place: &str, fact: &Value) {
    let total = |name: &str| number(&fact["setup"]["total"][name]) as u16;
    assert_eq!(json!(Contest::between(total("blue"), total("red")).winner), fact["expect"]["winner"], "{place}");
}

fn players(place: &str, fact: &Value) {
    let game = Game::start(Duel, Setup::default()).unwrap();
    let by = side(&fact["expect"]["side"]);
    assert_eq!(by, if fact["setup"]["who"] == "host" { Side::Blue } else { Side::Red }, "{place}");
    assert_eq!(json!(game.state().jokers[by as usize]), fact["expect"]["jokers"], "{place}");
}

fn replay(place: &str, fact: &Value) {
    let (set, at) = (&fact["setup"], number(&fact["setup"]["all_at_time"]));
    let mut script = dice(&set["draws"]);
    let mut game = Game::start_with(Duel, setup(set), 0, &mut script).unwrap();
    for (index, op) in fact["moves"].as_array().unwrap().iter().enumerate() {
        game.act_with(seat(&op["side"]), at, action(op), &mut script)
            .unwrap_or_else(|why| panic!("{place}, move {index}: {why}"));
        let scores = &fact["derived"]["scores_after_each_move"][index];
        assert!(scores.is_null() || json!(game.state().scores) == *scores, "{place}, move {index}: scores");
    }
    script.finish().unwrap_or_else(|fault| panic!("{place}: {fault}"));
    assert_eq!(json!(game.state().outcome.is_some()), fact["expect"]["finished"], "{place}");
    assert_eq!(json!(game.state().moves_done), fact["expect"]["accepted"], "{place}");
    // Restored at any move number, the game is what it was then, and plays on to the same end.
    for seq in 0..game.log().len() {
        let branch = game.branch(seq).unwrap();
        assert_eq!(*branch.state(), game.at(seq).unwrap(), "{place}: restored at {seq}");
    }
}
