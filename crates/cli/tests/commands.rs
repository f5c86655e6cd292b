//! Every command as a user meets it: the real binary, real files, its answers and exit codes.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // runs processes

use crate::desk;
use desk::Desk;
use serde_json::{Value, json};

const SETUP: &str = r#"{"heaps":[3,4,5]}"#;

fn started() -> Desk {
    let desk = Desk::new();
    desk.write("setup.json", SETUP);
    desk.run(&["new", "nim", "--setup", "setup.json", "--out", "game.jsonl"]).is(0);
    desk
}

fn take(desk: &Desk, log: &str, seat: &str, heap: u32, stones: u32) {
    desk.run(&["act", log, "--seat", seat, &format!(r#"{{"heap":{heap},"stones":{stones}}}"#)]).is(0);
}

#[test]
fn games_lists_every_game_with_its_seats() {
    let games = Desk::new().run(&["games", "--json"]).is(0).lines();
    let nim = games.iter().find(|game| game["name"] == "nim").expect("nim is listed");
    assert_eq!((&nim["seats"], &nim["rules"]), (&json!(["first", "second"]), &json!("1")));
    Desk::new().run(&["games"]).is(0).says("whoever takes the last one wins");
    let one = Desk::new().run(&["games", "nim", "--json"]).is(0).lines();
    assert!(one.len() == 1 && one[0] == *nim, "{one:?}");
    Desk::new().run(&["games", "chess"]).is(2).complains("NO_SUCH_GAME");
}

#[test]
fn games_tells_the_schemas_of_a_game() {
    let schemas = Desk::new().run(&["games", "nim", "--schema"]).is(0).lines();
    assert_eq!(schemas[0]["action"]["properties"]["heap"]["maximum"], 255);
    assert!(["setup", "action", "view"].iter().all(|part| schemas[0][part]["type"] == "object"));
    Desk::new().run(&["games", "--schema"]).is(2);
}

#[test]
fn a_game_is_started_played_and_verified() {
    let desk = started();
    let verdict = desk.run(&["act", "game.jsonl", "--seat", "first", r#"{"heap":0,"stones":3}"#]).is(0).json();
    assert_eq!(
        verdict,
        json!({"success": true, "events": [{"Taken": {"heap": 0, "stones": 3, "left": 0}}, {"TurnPassed": {"to": 1}}]})
    );
    let report = desk.run(&["verify", "game.jsonl"]).is(0).json();
    assert_eq!((&report["ok"], &report["records"], &report["events"]), (&json!(true), &json!(2), &json!(6)));
}

#[test]
fn a_refused_action_leaves_the_log_as_it_was() {
    let desk = started();
    let before = desk.read("game.jsonl");
    let verdict = desk.run(&["act", "game.jsonl", "--seat", "second", r#"{"heap":0,"stones":3}"#]).is(1).json();
    assert_eq!(verdict, json!({"success": false, "events": [], "errors": ["[NOT_YOUR_TURN] it is the other seat's turn"]}));
    assert_eq!(desk.read("game.jsonl"), before);
}

#[test]
fn an_action_can_come_from_standard_input() {
    started().run_with(&["act", "game.jsonl", "--seat", "first", "-"], r#"{"heap":1,"stones":4}"#).is(0);
}

/// A solo game says how many runs were won; a game of sides says what each bot won, lost and drew.
#[test]
fn a_match_counts_what_was_won_and_lost() {
    let tally = |game: &str, more: &[&str]| Desk::new().run(&[&["match", game, "--games", "3", "--json"], more].concat()).json();
    let hop = tally("hop", &["--bot", "player=random"]);
    let bot = &hop["bots"][0];
    let counts = ["won", "lost", "drawn"].map(|count| bot[count].as_u64().unwrap());
    assert_eq!(counts.iter().sum::<u64>() + hop["unfinished"].as_u64().unwrap(), 3, "{hop}");
    assert!(bot["best"].as_i64() >= bot["median"].as_i64() && bot["median"].is_i64(), "{hop}");
    assert_eq!(bot["lost"], 3, "nobody wins by chance: {hop}");
    let nim = tally("nim", &[]);
    assert_eq!((&nim["bots"][0]["won"], &nim["bots"][0]["lost"]), (&nim["bots"][1]["lost"], &nim["bots"][1]["won"]), "{nim}");
    Desk::new().run(&["match", "nim", "--games", "2"]).is(0).says("lost").says("drawn").says("median");
}

/// Lines of `referee legal` go in as they are, from an argument or standard input; up to the first that is refused.
#[test]
fn lines_of_legal_are_acted_upon_as_they_are() {
    let desk = started();
    let lines = desk.run(&["legal", "game.jsonl"]).is(0).stdout;
    let both = lines.lines().take(2).collect::<Vec<_>>().join("\n");
    let verdicts = desk.run_with(&["act", "game.jsonl", "-"], both).is(1).lines();
    assert_eq!((verdicts.len(), &verdicts[0]["success"], &verdicts[1]["success"]), (2, &json!(true), &json!(false)));
    let two =
        "{\"seat\":\"second\",\"action\":{\"heap\":1,\"stones\":1}}\n{\"seat\":\"first\",\"action\":{\"heap\":1,\"stones\":1}}\n";
    assert_eq!(desk.run(&["act", "game.jsonl", two]).is(0).lines().len(), 2);
    let before = desk.read("game.jsonl");
    let line = r#"{"seat":"second","action":{"heap":2,"stones":1}}"#;
    desk.run(&["act", "game.jsonl", "--seat", "first", line]).is(2).complains("OTHER_SEAT");
    desk.run(&["act", "game.jsonl", r#"{"seat":"third","action":{"heap":2,"stones":1}}"#]).is(2).complains("NO_SUCH_SEAT");
    desk.run_with(&["act", "game.jsonl", "-"], format!("{line}\n{{\n")).is(2).complains("line 2");
    assert_eq!(desk.read("game.jsonl"), before, "what is refused leaves no trace");
    desk.run(&["act", "game.jsonl", "--preview", line]).is(0);
    desk.run(&["act", "game.jsonl", "--seat", "second", line]).is(0);
}

#[test]
fn a_new_log_goes_to_standard_output_when_no_file_is_named() {
    let desk = Desk::new();
    let log = desk.run_with(&["new", "nim", "--setup", "-"], SETUP).is(0).stdout;
    desk.run_with(&["verify", "-"], log).is(0);
}

#[test]
fn the_same_seed_starts_the_same_game_and_a_fresh_one_another() {
    let desk = Desk::new();
    let start = |args: &[&str]| desk.run(args).is(0).stdout;
    assert_eq!(start(&["new", "nim", "--seed", "a"]), start(&["new", "nim", "--seed", "a"]));
    assert_ne!(start(&["new", "nim"]), start(&["new", "nim"]));
}

#[test]
fn legal_lists_what_act_accepts() {
    let desk = started();
    assert_eq!(desk.run(&["legal", "game.jsonl", "--seat", "first"]).is(0).lines().len(), 12);
    assert!(desk.run(&["legal", "game.jsonl", "--seat", "second"]).is(0).lines().is_empty());
    assert_eq!(desk.run(&["legal", "game.jsonl"]).is(0).lines()[0], json!({"seat": "first", "action": {"heap": 0, "stones": 1}}));
}

#[test]
fn show_goes_back_in_time() {
    let desk = started();
    take(&desk, "game.jsonl", "first", 2, 5);
    let heaps = |to: &str| desk.run(&["show", "game.jsonl", "--to", to, "--json"]).is(0).json()["heaps"].clone();
    assert_eq!((heaps("0"), heaps("1")), (json!([3, 4, 5]), json!([3, 4, 0])));
    desk.run(&["show", "game.jsonl"]).is(0).says("second to move");
    desk.run(&["show", "game.jsonl", "--to", "9"]).is(2).complains("no record 9");
}

#[test]
fn replay_tells_what_happened_step_by_step() {
    let desk = started();
    take(&desk, "game.jsonl", "first", 2, 5);
    desk.run(&["replay", "game.jsonl", "--step"]).is(0).says("5 taken from heap 3, 0 left");
    let steps = desk.run(&["replay", "game.jsonl", "--step", "--json"]).is(0).lines();
    assert_eq!((steps.len(), &steps[1]["seat"]), (2, &json!("first")));
    assert_eq!(desk.run(&["replay", "game.jsonl", "--to", "0", "--json"]).is(0).json()["records"], 1);
}

#[test]
fn replay_tells_the_prose_of_a_scenario() {
    let desk = started();
    let told = format!("# A lesson.\n{}# The end.\n", desk.read("game.jsonl"));
    std::fs::write(desk.path("lesson.jsonl"), &told).unwrap();
    desk.run_with(&["replay", "-", "--step"], told).is(0).says("A lesson.").says("The end.");
    desk.run(&["replay", "lesson.jsonl", "--step"]).is(0).says("A lesson.").says("The end.");
    assert_eq!(desk.run(&["replay", "lesson.jsonl", "--step", "--json"]).is(0).lines()[0]["prose"], json!(["A lesson."]));
}

#[test]
fn replay_takes_a_log_from_standard_input_step_by_step_too() {
    let desk = started();
    take(&desk, "game.jsonl", "first", 2, 5);
    let log = desk.read("game.jsonl");
    for flags in [&[][..], &["--json"], &["--step"], &["--step", "--json"], &["--step", "--to", "0"]] {
        let from_file = desk.run(&[&["replay", "game.jsonl"], flags].concat()).is(0).stdout;
        let from_input = desk.run_with(&[&["replay", "-"], flags].concat(), log.clone()).is(0).stdout;
        assert_eq!(from_input, from_file, "{flags:?}");
    }
    let forged = log.replace("\"left\":0", "\"left\":1");
    desk.run_with(&["replay", "-", "--step"], forged.clone()).is(1).complains("-, line 2");
    desk.run_with(&["replay", "-", "--step", "--to", "0"], forged).is(0);
    desk.run_with(&["replay", "-", "--step"], "garbage\n").is(2).complains("-, line 1: this is not a log");
}

#[test]
fn a_record_the_log_has_not_is_told_by_every_command() {
    let desk = started();
    take(&desk, "game.jsonl", "first", 2, 5);
    for command in [&["replay"][..], &["replay", "--step"], &["show"], &["legal"]] {
        desk.run(&[command, &["game.jsonl", "--to", "1"]].concat()).is(0);
        desk.run(&[command, &["game.jsonl", "--to", "99"]].concat()).is(2).complains("NO_SUCH_RECORD").complains("0 to 1");
    }
    desk.run_with(&["replay", "-", "--step", "--to", "99"], desk.read("game.jsonl")).is(2).complains("NO_SUCH_RECORD");
    desk.run(&["branch", "game.jsonl", "--at", "99"]).is(2).complains("NO_SUCH_RECORD");
}

#[test]
fn a_branch_is_a_game_of_its_own_and_its_parent_stays() {
    let desk = started();
    take(&desk, "game.jsonl", "first", 0, 1);
    take(&desk, "game.jsonl", "second", 1, 1);
    let parent = desk.read("game.jsonl");
    desk.run(&["branch", "game.jsonl", "--at", "1", "--out", "child.jsonl", "--name", "what if"]).is(0);
    take(&desk, "child.jsonl", "second", 2, 5);
    desk.run(&["branch", "child.jsonl", "--at", "1", "--out", "grandchild.jsonl"]).is(0);
    desk.run(&["verify", "game.jsonl", "child.jsonl", "grandchild.jsonl"]).is(0);
    assert_eq!(desk.read("game.jsonl"), parent);
    let found = desk.run(&["diff", "game.jsonl", "child.jsonl", "--json"]).is(1).json();
    assert_eq!((&found["difference"]["path"], &found["difference"]["seq"]), (&json!("/action/heap"), &json!(2)));
    desk.run(&["diff", "game.jsonl", "game.jsonl"]).is(0).says("the same");
}

#[test]
fn errors_are_json_where_json_is_asked_for() {
    let desk = started();
    take(&desk, "game.jsonl", "first", 0, 1);
    for (command, rest) in [("act", &["{}", "--seat", "first"][..]), ("legal", &[]), ("branch", &["--at", "0"])] {
        let told = desk.run(&[&[command, "nowhere.jsonl", "--json"], rest].concat()).is(2);
        assert_eq!((&told.json()["code"], told.stderr.as_str()), (&json!("IO"), ""), "{command:?}");
    }
    let branched = desk.run(&["branch", "game.jsonl", "--at", "1", "--out", "child.jsonl", "--json"]).is(0).json();
    let head = desk.run(&["verify", "child.jsonl"]).is(0).json()["head"].clone();
    assert_eq!(branched, json!({"ok": true, "log": "child.jsonl", "at": 1, "head": head}));
    let exists = desk.run(&["branch", "game.jsonl", "--at", "1", "--out", "child.jsonl", "--json"]).is(2).json();
    assert_eq!((&exists["code"], &exists["help"]), (&json!("EXISTS"), &json!("choose another name with --out")));
}

#[test]
fn a_log_cut_between_lines_is_a_shorter_log_that_head_refuses() {
    let desk = started();
    take(&desk, "game.jsonl", "first", 2, 5);
    let head = desk.run(&["verify", "game.jsonl"]).is(0).json()["head"].as_str().unwrap().to_owned();
    desk.run(&["verify", "game.jsonl", "--head", &head]).is(0);
    let first = desk.read("game.jsonl").lines().next().unwrap().to_owned() + "\n";
    desk.write("cut.jsonl", &first);
    desk.run(&["verify", "cut.jsonl"]).is(0);
    desk.run(&["verify", "game.jsonl", "--head", "00"]).is(2);
    let refused = desk.run(&["verify", "cut.jsonl", "--head", &head]).is(1).json();
    assert_eq!((&refused["code"], &refused["expected"]), (&json!("WRONG_HEAD"), &json!(head)));
}

#[test]
fn a_forged_event_is_named_by_line_and_path() {
    let desk = started();
    take(&desk, "game.jsonl", "first", 2, 5);
    desk.forge("game.jsonl", 2, r#""left":0"#, r#""left":1"#);
    let refused = desk.run(&["verify", "game.jsonl", "--json"]).is(1).json();
    let found = (&refused["code"], &refused["line"], &refused["path"], &refused["expected"], &refused["found"]);
    assert_eq!(found, (&json!("DIVERGED"), &json!(2), &json!("/events/0/Taken/left"), &json!("0"), &json!("1")));
}

#[test]
fn a_log_of_other_rules_can_be_replayed_but_not_decided() {
    let desk = started();
    desk.forge("game.jsonl", 1, r#""rules":"1""#, r#""rules":"0""#);
    let refused = desk.run(&["verify", "game.jsonl", "--json"]).is(1).json();
    assert_eq!((&refused["code"], &refused["path"]), (&json!("RULES_VERSION"), &json!("/rules")));
    desk.run(&["replay", "game.jsonl"]).is(0);
    desk.run(&["act", "game.jsonl", "--seat", "first", r#"{"heap":2,"stones":5}"#]).is(1).says("RULES_VERSION");
}

#[test]
fn judge_is_the_pure_contract_line_by_line() {
    let state =
        |heaps: Value, winner: Value| json!({"heaps": heaps, "to_move": 0, "winner": winner, "chance": "0000000000000000"});
    let ask = |state: Value, seat: &str| json!({"state": state, "seat": seat, "action": {"heap": 0, "stones": 3}}).to_string();
    let sound = state(json!([3]), Value::Null);
    let requests = [
        ask(sound.clone(), "first"),
        ask(sound.clone(), "second"),
        ask(state(json!([3]), json!(1)), "first"),
        ask(json!({"heaps": 1}), "first"),
    ];
    let answers = Desk::new().run_with(&["judge", "nim"], requests.join("\n")).is(0).lines();
    assert_eq!((&answers[0]["success"], &answers[0]["nextState"]["winner"]), (&json!(true), &json!(0)));
    assert!(answers[0].get("errors").is_none());
    assert_eq!((&answers[1]["nextState"], &answers[1]["events"]), (&sound, &json!([])));
    assert_eq!(answers[1]["errors"], json!(["[NOT_YOUR_TURN] it is the other seat's turn"]));
    assert_eq!(answers[2]["errors"], json!(["[PRE_INVARIANT] [WRONG_WINNER] there is a winner exactly when no stone is left"]));
    assert_eq!(answers[3]["nextState"], json!({"heaps": 1}));
    assert!(answers[3]["errors"][0].as_str().unwrap().starts_with("[SCHEMA] /heaps: "));
}

#[test]
fn a_request_may_be_64_mebibytes_long_and_no_longer() {
    let state = json!({"heaps": [3], "to_move": 0, "winner": null, "chance": "0000000000000000"});
    let ask = json!({"state": state, "seat": "first", "action": {"heap": 0, "stones": 3}}).to_string();
    let padded = |length: usize| format!("{ask}{}\n{ask}", " ".repeat(length - ask.len()));
    let answers = Desk::new().run_with(&["judge", "nim"], padded(64 << 20)).is(0).lines();
    assert!(answers.len() == 2 && answers.iter().all(|answer| answer["success"] == true));
    let answers = Desk::new().run_with(&["judge", "nim"], padded((64 << 20) + 1)).is(2).lines();
    assert!(answers.len() == 1 && answers[0]["errors"][0].as_str().unwrap().starts_with("[LINE_TOO_LONG]"));
}

#[test]
fn run_plays_whole_games_with_views_and_scripted_dice() {
    let take = |seat: &str, heap: u32, stones: u32| json!({"seat": seat, "action": {"heap": heap, "stones": stones}});
    let actions = [take("first", 0, 3), take("first", 1, 1), take("second", 1, 4), take("first", 2, 5)];
    let run_to =
        |code: i32, request: Value| Desk::new().run_with(&["run", "nim", "--views"], request.to_string()).is(code).json();
    let run = |request: Value| run_to(0, request);
    let answer = run(json!({"chance": [3, 4, 5], "actions": actions}));
    assert_eq!(answer["ok"], true);
    assert_eq!(answer["steps"][1]["errors"], json!(["[NOT_YOUR_TURN] it is the other seat's turn"]));
    assert_eq!(answer["steps"][3]["view"], json!({"heaps": [0, 0, 0], "to_move": 0, "winner": 0}));
    assert_eq!(answer["digest"].as_str().unwrap().len(), 16);
    let answer = run_to(1, json!({"chance": [3, 4, 5, 6], "actions": []}));
    assert_eq!((&answer["ok"], &answer["errors"]), (&json!(false), &json!(["[DICE_LEFT] 1 scripted dice were not used"])));
    let answer = run_to(1, json!({"chance": [3], "actions": []}));
    assert_eq!(answer["errors"], json!(["[DICE_EMPTY] the script of dice ran out after 1"]));
}

#[test]
fn run_takes_actions_alone_where_nothing_else_need_be_said() {
    let run = |request: Value| Desk::new().run_with(&["run", "hop-original", "--views"], request.to_string());
    let bare = run(
        json!({"setup": {"seed": "hop"}, "actions": [{"type": "WAIT"}, {"type": "MOVE", "payload": {"q": 3, "r": 7, "s": -10}}]}),
    );
    let said = run(
        json!({"setup": {"seed": "hop"}, "actions": [{"action": {"type": "WAIT"}}, {"seat": "player", "at": 0, "action": {"type": "MOVE", "payload": {"q": 3, "r": 7, "s": -10}}}]}),
    );
    assert_eq!(bare.is(0).json(), said.is(0).json());
    run(json!({"actions": [{"seat": "player"}]})).is(2).says("missing field `action`");
}

#[test]
fn a_scenario_is_written_by_hand_completed_and_then_holds() {
    let desk = Desk::new();
    let draft = [
        "# One heap: take it all.",
        r#"{"game":"nim","setup":{"heaps":[2]}}"#,
        r#"#! {"seat":"second","action":{"heap":0,"stones":1},"refused":"NOT_YOUR_TURN"}"#,
        r#"{"seat":"first","action":{"heap":0,"stones":2}}"#,
        r#"#! {"view":{"winner":1},"over":true}"#,
    ];
    desk.write("draft.jsonl", draft.join("\n") + "\n");
    desk.run(&["scenario", "draft.jsonl"]).is(1).says("drafts: 2;").says("/view/winner");
    desk.run(&["scenario", "draft.jsonl", "--update"]).is(0);
    desk.run(&["scenario", "draft.jsonl"]).is(0).says("1 passed, 0 failed");
    desk.run(&["verify", "draft.jsonl"]).is(0);
    desk.write("draft.jsonl", desk.read("draft.jsonl").replace("\"winner\":0", "\"winner\":1"));
    let told = desk.run(&["scenario", "draft.jsonl", "--json"]).is(1).json();
    let failure = &told["failures"][0];
    let found = (&failure["field"], &failure["step"], &failure["expected"], &failure["found"]);
    assert_eq!(found, (&json!("/view/winner"), &json!(1), &json!("1"), &json!("0")));
}

#[test]
fn bench_measures_every_way_of_judging() {
    let figures = Desk::new().run(&["bench", "nim", "--actions", "200", "--json"]).is(0).json();
    for figure in ["judged", "replayed", "verified", "text_appended", "text_replayed", "text_verified", "bytes_per_record"] {
        assert!(figures[figure].as_u64().unwrap() > 0, "{figure}");
    }
}

#[test]
fn a_match_is_played_by_bots_and_counted() {
    let desk = Desk::new();
    let bots = ["--bot", "blue=greedy", "--bot", "red=random", "--games", "12"];
    let tally = desk.run(&[&["match", "duel", "--json"], &bots[..]].concat()).is(0).json();
    let won: Vec<u64> = tally["bots"].as_array().unwrap().iter().map(|bot| bot["won"].as_u64().unwrap()).collect();
    assert_eq!(won.iter().sum::<u64>() + tally["drawn"].as_u64().unwrap(), 12, "{tally}");
    assert!(won[0] > won[1], "{tally}");
    assert_eq!((&tally["game"], &tally["unfinished"], &tally["bots"][0]["bot"]), (&json!("duel"), &json!(0), &json!("greedy")));
    assert_eq!(
        desk.run(&[&["match", "duel", "--json"], &bots[..]].concat()).is(0).json(),
        tally,
        "the same seed, the same match"
    );
    desk.run(&["match", "nim", "--games", "3", "--swap"]).is(0).says("3 games");
    desk.run(&["match", "hop", "--games", "1", "--bot", "greedy"]);
    desk.run(&["match", "duel", "--bot", "green=greedy"]).is(2).complains("NO_SUCH_SEAT");
    desk.run(&["match", "duel", "--bot", "blue=clever", "--json"]).is(2).complains("NO_SUCH_BOT");
    desk.run(&["match", "chess"]).is(2);
    desk.run(&["match", "duel", "--games", "0"]).is(2);
}

/// Blue skips, Red is late, and Blue lays nothing again: one record makes two moves and ends the game.
#[test]
fn a_game_is_shown_and_branched_after_any_move_also_inside_a_record() {
    let desk = Desk::new();
    desk.run(&["new", "duel", "--seed", "x", "--out", "game.jsonl", "--player", "blue=ann", "--player", "red=bob"]).is(0);
    let skip = r#"{"type":"skip"}"#;
    desk.run(&["act", "game.jsonl", "--seat", "blue", "--at", "10", skip]).is(0);
    desk.run(&["act", "game.jsonl", "--seat", "blue", "--at", "80", skip]).is(0);
    let shown = |moves: &str| desk.run(&["show", "game.jsonl", "--move", moves, "--json"]).is(0).json();
    let seen: Vec<_> =
        ["0", "1", "2", "3"].map(|moves| (shown(moves)["moves_done"].clone(), shown(moves)["finished"].clone())).into();
    let unfinished = |moves: u64| (json!(moves), json!(false));
    assert_eq!(seen, [unfinished(0), unfinished(1), unfinished(2), unfinished(3)]);
    desk.run(&["show", "game.jsonl", "--move", "4"]).is(2).complains("NO_SUCH_MOVE");

    let made =
        desk.run(&["branch", "game.jsonl", "--move", "2", "--player", "red=cid", "--out", "two.jsonl", "--json"]).is(0).json();
    assert_eq!((&made["at"], &made["events"]), (&json!(2), &json!(1)));
    let inside = ["branch", "game.jsonl", "--at", "2", "--events", "1", "--player", "red=cid"];
    assert_eq!(desk.run(&inside).is(0).stdout, desk.read("two.jsonl"));
    desk.run(&["verify", "two.jsonl", "--json"]).is(0).says("cid");
    desk.run(&["act", "two.jsonl", "--seat", "blue", "--at", "90", skip]).is(0);
    desk.run(&["verify", "two.jsonl"]).is(0);
    desk.run(&["branch", "two.jsonl", "--at", "2", "--player", "blue=dora", "--out", "three.jsonl"]).is(0);
    desk.run(&["replay", "three.jsonl", "--step"]).is(0).says("dora (blue), cid (red)").says("ann (blue)");
    let told = desk.run(&["export", "two.jsonl", "--as", "duel-events"]).is(0).stdout;
    assert!(told.contains(r#""BoardCreatedFromSnapshot":{"board_id":2,"old_board_id":1,"move_number":2"#), "{told}");
    let refused = desk.run(&["branch", "game.jsonl", "--at", "2", "--events", "99", "--json"]).is(2).json();
    assert_eq!(refused["code"], "CANNOT_CUT", "{refused}");
    for inside_a_move in ["2", "3", "4"] {
        let refused = desk.run(&["branch", "game.jsonl", "--at", "2", "--events", inside_a_move, "--json"]).is(2).json();
        assert_eq!((&refused["code"], &refused["expected"]), (&json!("CANNOT_CUT"), &json!("1 or 5")), "{refused}");
    }
    desk.run(&["branch", "game.jsonl"]).is(2).complains("--at");
    desk.run(&["branch", "game.jsonl", "--move", "1", "--at", "1"]).is(2);
}

#[test]
fn every_command_has_help_with_an_example() {
    let desk = Desk::new();
    for command in [
        "games", "new", "act", "legal", "show", "play", "replay", "verify", "branch", "import", "export", "diff", "judge",
        "mutate", "run", "scenario", "match", "bench",
    ] {
        desk.run(&[command, "--help"]).is(0).says("Example").says(&format!("referee {command}"));
    }
}

#[test]
fn a_number_may_be_an_action_and_a_mistyped_flag_is_named() {
    let desk = started();
    desk.run(&["act", "game.jsonl", "--sseat", "first", "{}"]).is(2).complains("--sseat");
    desk.run(&["act", "game.jsonl", "--seat", "first", "-1"]).is(2).complains("INVALID_ACTION");
}

#[test]
fn a_log_says_who_sits_where() {
    let desk = Desk::new();
    desk.write("setup.json", SETUP);
    let new = ["new", "nim", "--setup", "setup.json", "--out", "game.jsonl", "--player", "second=bob", "--player", "first=ann"];
    desk.run(&new).is(0);
    take(&desk, "game.jsonl", "first", 0, 3);
    assert!(desk.read("game.jsonl").contains(r#""players":{"first":"ann","second":"bob"}"#));
    let report = desk.run(&["verify", "game.jsonl", "--json"]).is(0).json();
    assert_eq!(report["players"], json!({"first": "ann", "second": "bob"}));
    for command in [&["show", "game.jsonl"][..], &["replay", "game.jsonl"], &["replay", "game.jsonl", "--step"]] {
        desk.run(command).is(0).says("ann (first)").says("bob (second)");
    }
    desk.run(&["branch", "game.jsonl", "--at", "0", "--out", "child.jsonl"]).is(0);
    desk.run(&["show", "child.jsonl"]).is(0).says("ann (first)");
    desk.run(&["verify", "child.jsonl"]).is(0);
    desk.run(&["scenario", "game.jsonl"]).is(0);
}

#[test]
fn a_player_without_a_seat_or_a_name_is_refused() {
    let desk = Desk::new();
    let long = format!("first={}", "x".repeat(65));
    for (player, why) in [
        ("ann", "BAD_PLAYER"),
        ("third=ann", "first or second"),
        ("first=", "BAD_PLAYER"),
        ("first=a\u{1b}[31m", "BAD_PLAYER"),
        (&long, "64 bytes at most"),
    ] {
        desk.run(&["new", "nim", "--out", "game.jsonl", "--player", player]).is(2).complains(why);
    }
    desk.run(&["new", "nim", "--out", "game.jsonl", "--player", "first=a", "--player", "first=b"]).is(2).complains("SEAT_TAKEN");
    assert!(!desk.path("game.jsonl").exists());
}

#[test]
fn lessons_are_listed_for_people_and_for_programs() {
    let desk = Desk::new();
    desk.run(&["lessons"]).is(0).says("take-the-last-stone").says("Hop, lesson 1: the spear");
    let hop = desk.run(&["lessons", "hop", "--json"]).is(0).lines();
    assert_eq!((&hop[0]["game"], &hop[0]["name"]), (&"hop".into(), &"01-the-spear-kills".into()));
    assert!(hop.iter().all(|lesson| lesson["title"].as_str().is_some_and(|title| !title.is_empty())));
    desk.run(&["lessons", "chess"]).is(2).complains("NO_SUCH_GAME");
}

/// A duel in which Blue skips, Red is late, and Blue's second skip ends the game.
fn ended(desk: &Desk) {
    desk.run(&["new", "duel", "--seed", "x", "--out", "game.jsonl", "--player", "blue=ann", "--player", "red=bob"]).is(0);
    for at in ["10", "80"] {
        desk.run(&["act", "game.jsonl", "--seat", "blue", "--at", at, r#"{"type":"skip"}"#]).is(0);
    }
}

#[test]
fn a_branch_of_a_branch_has_a_name_of_its_own_and_a_game_that_is_over_has_no_branch() {
    let desk = Desk::new();
    ended(&desk);
    let over = desk.run(&["branch", "game.jsonl", "--at", "2", "--json"]).is(2).json();
    assert_eq!(over["code"], "GAME_IS_OVER", "{over}");
    desk.run(&["branch", "game.jsonl", "--at", "1", "--out", "one.jsonl"]).is(0);
    desk.run(&["branch", "one.jsonl", "--at", "1", "--out", "two.jsonl"]).is(0);
    assert!(desk.read("two.jsonl").contains(r#""branch":"branch-2""#));
    desk.run(&["verify", "two.jsonl"]).is(0);
    desk.run(&["branch", "one.jsonl", "--at", "1", "--name", "branch"]).is(2).complains("SAME_NAME");
}

#[test]
fn two_logs_that_branch_off_differently_differ() {
    let desk = Desk::new();
    ended(&desk);
    let branch = |out: &str, options: &[&str]| {
        desk.run(&[&["branch", "game.jsonl", "--out", out], options].concat()).is(0);
    };
    branch("one.jsonl", &["--move", "2"]);
    branch("same.jsonl", &["--move", "2"]);
    branch("other-seed.jsonl", &["--move", "2", "--seed", "y"]);
    branch("other-players.jsonl", &["--move", "2", "--player", "red=cid"]);
    branch("other-move.jsonl", &["--move", "3"]);
    desk.run(&["diff", "one.jsonl", "same.jsonl"]).is(0).says("the logs say the same");
    for other in ["other-seed.jsonl", "other-players.jsonl", "other-move.jsonl", "game.jsonl"] {
        desk.run(&["diff", "one.jsonl", other]).is(1).says("record 2");
    }
    desk.run(&["diff", "one.jsonl", "game.jsonl"]).is(1).says("a branch");
    // A branch that only has a name is a difference where there is no other.
    branch("one-record.jsonl", &["--at", "1"]);
    branch("other-record.jsonl", &["--at", "0"]);
    desk.run(&["branch", "other-record.jsonl", "--at", "0", "--name", "again", "--out", "twice.jsonl"]).is(0);
    desk.run(&["diff", "twice.jsonl", "other-record.jsonl"]).is(1).says("record 0").says("a branch");
    desk.run(&["act", "other-record.jsonl", "--seat", "blue", "--at", "10", r#"{"type":"skip"}"#]).is(0);
    desk.run(&["diff", "one-record.jsonl", "other-record.jsonl"]).is(1).says("record 0").says("a branch");
}

#[test]
fn a_cut_record_is_explained_and_stepped_through_as_far_as_it_is_kept() {
    let desk = Desk::new();
    ended(&desk);
    desk.run(&["branch", "game.jsonl", "--move", "2", "--player", "red=cid", "--out", "cut.jsonl"]).is(0);
    let whole = desk.run(&["why", "game.jsonl", "2", "--json"]).is(0).json();
    let cut = desk.run(&["why", "cut.jsonl", "2", "--json"]).is(0).json();
    let events = |it: &serde_json::Value| it["tree"].as_array().unwrap().len() as u64;
    assert_eq!((events(&cut), cut["left_out"].as_u64()), (1, Some(events(&whole) - 1)), "{cut}");
    assert!(whole.get("left_out").is_none());
    desk.run(&["why", "cut.jsonl", "2"]).is(0).says("left out");
    desk.run(&["replay", "cut.jsonl", "--step"])
        .is(0)
        .says("branch goes on from here, after 1 of the events: ann (blue), cid (red)");
    let steps = desk.run(&["replay", "cut.jsonl", "--step", "--json"]).is(0).lines();
    assert_eq!(steps[2]["branches"][0]["events"], 1, "{}", steps[2]);
}

#[test]
fn nobody_sits_twice() {
    let desk = Desk::new();
    desk.run(&["new", "duel", "--player", "blue=ann", "--player", "red=ann"]).is(2).complains("SAME_PLAYER");
    ended(&desk);
    desk.run(&["branch", "game.jsonl", "--at", "1", "--player", "red=ann"]).is(2).complains("SAME_PLAYER");
    desk.run(&["match", "duel", "--bot", "blue=greedy", "--bot", "blue=random"]).is(2).complains("SEAT_TAKEN");
}

#[test]
fn previews_and_judges_tell_error_events_too() {
    let desk = Desk::new();
    desk.run(&["new", "duel", "--seed", "x", "--out", "game.jsonl", "--player", "blue=ann", "--player", "red=bob"]).is(0);
    let skip = r#"{"type":"skip"}"#;
    let preview = desk.run(&["act", "game.jsonl", "--seat", "red", "--preview", skip]).is(1).json();
    assert_eq!(preview["error_events"], json!([{"NotYourTurn": {"player_id": "bob", "board_id": 1}}]));
    let ran = desk.run_with(&["run", "duel"], r#"{"actions":[]}"#).is(0).json();
    let request = json!({"state": ran["state"], "seat": "red", "action": {"type": "skip"}}).to_string();
    let judged = desk.run_with(&["judge", "duel"], request).json();
    assert_eq!(judged["error_events"], json!([{"NotYourTurn": {"player_id": "red", "board_id": 1}}]), "{judged}");
}

#[test]
fn a_branch_says_where_it_begins_once_and_has_a_name_of_its_own() {
    let desk = Desk::new();
    ended(&desk);
    desk.run(&["branch", "game.jsonl", "--move", "2", "--events", "1"]).is(2).complains("cannot be used with");
    desk.run(&["branch", "game.jsonl"]).is(2).complains("--at").complains("--move");
    desk.run(&["branch", "game.jsonl", "--at", "1", "--name", "  "]).is(2).complains("BAD_NAME");
    desk.run(&["branch", "game.jsonl", "--at", "1", "--name", "board-5", "--out", "one.jsonl"]).is(0);
    desk.run(&["branch", "one.jsonl", "--at", "1", "--name", "shown", "--out", "two.jsonl"]).is(0);
    desk.run(&["branch", "two.jsonl", "--at", "1", "--name", "board-5"]).is(2).complains("SAME_NAME");
    desk.run(&["show", "two.jsonl", "--move", "1"]).is(0);
}

#[test]
fn a_game_has_one_seed() {
    let desk = Desk::new();
    let new = |args: &[&str], setup: &str| desk.run_with(&[&["new", "duel", "--setup", "-"], args].concat(), setup.to_owned());
    new(&["--seed", "b"], r#"{"seed":"a"}"#).is(2).complains("TWO_SEEDS");
    new(&["--seed", "b"], r#"{"start":5}"#).is(0);
    new(&[], r#"{"seed":"a"}"#).is(0);
}

/// The clock of a game may start later than its log: what may be done is listed, and done, from then on.
#[test]
fn a_setup_that_starts_the_clock_later_leaves_legal_moves() {
    let desk = Desk::new();
    let new = |out: &str, start: u64| {
        desk.run_with(&["new", "duel", "--setup", "-", "--out", out], json!({"start": start}).to_string())
    };
    new("game.jsonl", 1_000).is(0);
    let listed = desk.run(&["legal", "game.jsonl"]).is(0);
    assert!(listed.stdout.lines().count() > 1, "{}", listed.stdout);
    desk.run(&["act", "--preview", "game.jsonl", listed.stdout.lines().next().unwrap()]).is(0);
    desk.run(&["act", "game.jsonl", listed.stdout.lines().next().unwrap()]).is(0).says("\"at\":1000");
    desk.run(&["verify", "game.jsonl"]).is(0);
    new("never.jsonl", 1 << 53).is(1).complains("StartTooLate").complains("/start is 9007199254740992");
}

#[test]
fn a_list_is_no_object_and_what_is_wrong_is_told_in_words() {
    let desk = Desk::new();
    for setup in ["[]", r#"{"rules":[]}"#] {
        desk.run_with(&["new", "duel", "--setup", "-"], setup.to_owned()).is(2).complains("a list");
    }
    desk.run(&["new", "duel", "--seed", "x", "--out", "game.jsonl"]).is(0);
    let act = |action: &str| desk.run(&["act", "game.jsonl", "--seat", "blue", action]).is(2);
    act(r#"["skip"]"#).says("[INVALID_ACTION]").says("a list");
    act(r#"{"type":"place","rotation":300,"col":0,"row":0}"#).says("a whole number from 0 to 255");
    act("7").says("expected an object");
    desk.run_with(&["run", "duel"], "[null,null,[]]".to_owned()).is(2).says("a list");
    let run = desk.run_with(&["run", "duel"], r#"{"actions":[["skip"]]}"#.to_owned());
    assert!(run.stdout.contains("a list"), "{}", run.stdout);
    desk.run_with(&["run", "duel"], r#"{"setup":{"start":-1},"actions":[]}"#.to_owned()).is(1).says("BAD_SETUP");
}

#[test]
fn the_setup_is_nobodys_and_a_step_says_who_played() {
    let desk = Desk::new();
    ended(&desk);
    let why = desk.run(&["why", "game.jsonl", "0", "--json"]).is(0).json();
    assert_eq!(why["seat"], "setup");
    desk.run(&["branch", "game.jsonl", "--at", "1", "--seed", "y", "--player", "red=cid", "--out", "child.jsonl"]).is(0);
    desk.run(&["act", "child.jsonl", "--seat", "red", "--at", "11", r#"{"type":"skip"}"#]).is(0);
    let steps = desk.run(&["replay", "child.jsonl", "--step", "--json"]).is(0).lines();
    assert_eq!((&steps[1]["branches"][0]["seed"], &steps[1]["player"]), (&json!("y"), &json!("ann")), "{}", steps[1]);
    assert_eq!(steps[2]["player"], "cid");
}
