//! Resignations and draws: lines of the log that end a match without an event of its rules.

use crate::common;

use common::{games, reseal, take_one};
use proptest::prelude::*;
use referee::{Seat, Stream};
use referee_host::{
    Branch, Hall, HostError, Line, LogFile, Memory, Op, Players, Sealing, Secret, Table, Which, Word, open_lines, verify,
};
use serde_json::json;

const BLUE: Seat = Seat(0);
const RED: Seat = Seat(1);

fn code<T>(result: Result<T, HostError>) -> Option<&'static str> {
    result.err().map(|error| error.code)
}

fn checked(log: &str) -> referee_host::Report {
    verify(&games(), log.as_bytes(), &mut |_| {}).unwrap_or_else(|error| panic!("{error}\n{log}"))
}

/// A game of three records.
fn table() -> Box<dyn Table> {
    let mut table = common::table(&[3, 3], "", None);
    (0..2).for_each(|_| drop(take_one(&mut *table)));
    table
}

#[test]
fn who_resigns_has_lost_and_nobody_acts_any_more() {
    let mut table = table();
    let line = table.say(RED, 9, Word::Resign).unwrap();
    let prev = &table.text().unwrap().lines().nth(2).unwrap().rsplit("\"id\":\"").next().unwrap()[..64].to_owned();
    assert!(line.starts_with(&format!(r#"{{"seq":2,"prev":"{prev}","match":"resign","seat":"second","at":9,"id":""#)), "{line}");
    assert_eq!((table.over(9), table.due(), table.legal(BLUE, 9).len(), table.waiting_for(9).len()), (true, None, 0, 0));
    let take = r#"{"heap":0,"stones":1}"#;
    for errors in [table.act(BLUE, 9, take, None).errors, table.preview(BLUE, 9, take).verdict.errors] {
        assert!(errors[0].starts_with("[RESIGNED]") && errors[0].contains("second resigned; first wins"), "{errors:?}");
    }
    assert_eq!([BLUE, RED].map(|seat| code(table.say(seat, 9, Word::Resign))), [Some("RESIGNED"); 2]);
    assert_eq!(code(table.close("canceled")), Some("GAME_IS_OVER"));
    assert_eq!((&*table.scene(None).status, table.scene(None).account.len()), ("second resigned; first wins", 1));
    assert_ne!(table.scene_at(1, None).unwrap().status, "second resigned; first wins");
    let result = checked(&table.text().unwrap()).result.unwrap();
    assert_eq!((result.resigned, result.places["first"], result.places["second"]), (Some("second"), 1, 2));
}

#[test]
fn a_draw_is_agreed_by_everybody_and_an_offer_stands_until_another_seat_acts() {
    let mut table = common::table(&[9, 3], "", None);
    table.say(BLUE, 0, Word::Offer).unwrap();
    assert_eq!(table.parley().offer.unwrap().by, "first");
    take_one(&mut *table);
    assert!(table.parley().offer.is_some(), "the seat that offered a draw may still act");
    take_one(&mut *table);
    assert_eq!(table.parley().offer, None);
    table.say(RED, 0, Word::Offer).unwrap();
    table.say(BLUE, 0, Word::Decline).unwrap();
    assert_eq!((table.over(0), table.parley().offer, table.parley().said.unwrap().seat), (false, None, "first"));
    assert_eq!(code(table.say(RED, 0, Word::Offer)), Some("OFFERED_BEFORE"));
    table.say(BLUE, 0, Word::Offer).unwrap();
    table.say(RED, 0, Word::Accept).unwrap();
    let result = checked(&table.text().unwrap()).result.unwrap();
    assert_eq!((table.over(0), result.resigned, result.places["first"], result.places["second"]), (true, None, 1, 1));
    assert!(table.act(RED, 0, r#"{"heap":0,"stones":1}"#, None).errors[0].starts_with("[DRAWN]"));
}

#[test]
fn a_forged_word_is_named_with_its_line() {
    let mut table = table();
    let mut other = table.rewound(2).unwrap();
    let record = take_one(&mut *other);
    table.say(BLUE, 5, Word::Offer).unwrap();
    table.say(RED, 6, Word::Accept).unwrap();
    let log = table.text().unwrap();
    let forged = |change: &dyn Fn(&mut Vec<String>)| {
        let mut lines: Vec<String> = log.lines().map(|line| format!("{line}\n")).collect();
        change(&mut lines);
        reseal(&mut lines, 3);
        let error = verify(&games(), lines.concat().as_bytes(), &mut |_| {}).unwrap_err();
        (error.code, error.place.line)
    };
    let replaced = |from: &'static str, to: &'static str| move |lines: &mut Vec<String>| lines[4] = lines[4].replace(from, to);
    assert_eq!(forged(&|lines| lines.push(record.clone())), ("DRAWN", Some(6)));
    assert_eq!(forged(&replaced("second", "first")), ("OWN_OFFER", Some(5)));
    assert_eq!(forged(&replaced("second", "third")), ("NO_SUCH_SEAT", Some(5)));
    assert_eq!(forged(&replaced("accept", "agree")), ("BAD_WORD", Some(5)));
    assert_eq!(forged(&replaced("\"at\":6", "\"at\":4")), ("ClockRanBackwards", Some(5)));
    assert_eq!(forged(&replaced("\"seq\":2", "\"seq\":3")), ("GAP", Some(5)));
    assert_eq!(forged(&|lines| drop(lines.remove(3))), ("NO_OFFER", Some(4)));
    assert_eq!(forged(&|lines| lines.push(lines[4].clone())), ("DRAWN", Some(6)));
}

#[test]
fn nobody_resigns_to_bots_or_after_the_end() {
    let card = games().title("nim").unwrap().card();
    for (names, expected) in [(vec!["ann", "bot-greedy-second"], "ONE_HUMAN_SEAT"), (vec!["bot-a", "bot-b"], "ONE_HUMAN_SEAT")] {
        let mut table = table();
        table.introduce(Players::in_order(&card, names.iter().copied()).unwrap()).unwrap();
        assert_eq!([Word::Resign, Word::Offer].map(|word| code(table.say(BLUE, 0, word))), [Some(expected); 2]);
    }
    let mut over = common::table(&[1], "", None);
    take_one(&mut *over);
    assert_eq!(code(over.say(RED, 0, Word::Resign)), Some("GAME_IS_OVER"));
    let mut closed = table();
    closed.close("canceled").unwrap();
    assert_eq!(code(closed.say(RED, 0, Word::Resign)), Some("GAME_CLOSED"));
}

#[test]
fn a_branch_from_before_or_after_a_resignation_is_played_on() {
    let mut table = table();
    table.say(BLUE, 0, Word::Offer).unwrap();
    table.say(RED, 0, Word::Resign).unwrap();
    let mut before = table.rewound(1).unwrap();
    assert!(!before.over(0));
    take_one(&mut *before);
    table.fork(Branch::named("again")).unwrap();
    assert_eq!((table.over(0), table.parley().offer, table.parley().result), (false, None, None));
    take_one(&mut *table);
    table.say(BLUE, 0, Word::Resign).unwrap();
    assert_eq!(checked(&table.text().unwrap()).result.unwrap().told, "first resigned; second wins");
}

/// A sealed game that was resigned tells its secret; after the secret nobody resigns.
#[test]
fn a_resigned_game_tells_its_secret() {
    let sealing = || Sealing { secret: Secret::new([7; 32]), salt: String::new(), name: String::new(), players: Players::NONE };
    let registry = games();
    let start = || registry.title("nim").unwrap().start_sealed(None, None, 0, sealing()).unwrap();
    let (mut table, mut told) = (start(), start());
    table.say(BLUE, 0, Word::Resign).unwrap();
    table.reveal().unwrap();
    let report = checked(&table.text().unwrap());
    assert_eq!((report.result.unwrap().resigned, report.dice_unchecked), (Some("first"), 0));
    told.reveal().unwrap();
    assert_eq!(code(told.say(BLUE, 0, Word::Resign)), Some("REVEALED"));
}

/// An offer stands across a keyframe, which repeats it: a table that goes on from there knows it.
#[test]
fn a_log_that_is_opened_at_a_keyframe_knows_the_offer_that_stands() {
    // Three seats would be needed for a seat that acts often: nim's seats take turns, so the offer is made just before the keyframe's record.
    let registry = games();
    let mut table = common::table(&[2_000, 2_000, 100_000], "", None);
    while table.seq() < 1_023 {
        take_one(&mut *table);
    }
    let mover = table.waiting_for(0)[0];
    table.say(mover, 0, Word::Offer).unwrap();
    take_one(&mut *table);
    let log = table.text().unwrap();
    let keyframe = log.lines().find(|line| line.contains("\"keyframe\":")).unwrap();
    assert!(keyframe.contains(r#","offer":["second"],"id":""#), "{}", &keyframe[keyframe.len() - 120..]);
    checked(&log);
    let lines: Vec<&str> = log.lines().collect();
    let resumed = referee_host::resume_lines(&registry, lines[0], &lines[lines.len() - 4..]).unwrap().unwrap();
    assert_eq!(resumed.parley(), table.parley());
    assert_eq!(resumed.parley().offer.unwrap().by, "second");

    let mut forged: Vec<String> = lines.iter().map(|line| format!("{line}\n")).collect();
    let at = forged.len() - 1;
    forged[at] = forged[at].replace(r#","offer":["second"]"#, "");
    reseal(&mut forged, at);
    assert_eq!(code(verify(&registry, forged.concat().as_bytes(), &mut |_| {})), Some("WRONG_OFFER"));
}

/// An offer that another seat's action has ended is in no keyframe, also where the whole log is written anew.
#[test]
fn an_offer_that_ended_is_in_no_keyframe() {
    let mut table = common::table(&[2_000, 3], "", None);
    table.say(BLUE, 0, Word::Offer).unwrap();
    while table.seq() < 1_024 {
        take_one(&mut *table);
    }
    let log = table.text().unwrap();
    assert!(log.contains("\"keyframe\":") && !log.contains("\"offer\":["));
    assert_eq!(checked(&log).head, table.head().to_string());
}

/// What a large file says is found by halving, also behind its keyframes.
#[test]
fn a_long_file_that_was_resigned_is_opened_at_its_end() {
    let (registry, path) = (games(), std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("resigned.jsonl"));
    let mut table = common::table(&[4_000], "", None);
    while table.seq() < 2_100 {
        take_one(&mut *table);
    }
    table.say(BLUE, 0, Word::Resign).unwrap();
    std::fs::write(&path, table.text().unwrap()).unwrap();
    let mut opened = LogFile::append(&registry, &path).unwrap();
    assert_eq!(opened.table.parley(), table.parley());
    assert_eq!(code(opened.table.say(RED, 0, Word::Resign)), Some("RESIGNED"));
    assert_eq!(LogFile::open(&registry, &path, Some(2_099)).unwrap().table.parley().result, None);
}

#[test]
fn a_board_of_a_lobby_is_resigned_and_counted() {
    let registry = games().with(referee_host::Hosted::new(referee_host::lobby::Lobby));
    let mut hall = Hall::open(&registry, Memory::default()).unwrap();
    let setup = Some(r#"{"heaps":[3,2]}"#.to_owned());
    hall.act("ann", None, Op::Create { game: "nim".into(), setup, seed: None }).unwrap();
    hall.act("bob", None, Op::Join { host: "ann".into() }).unwrap();
    let say = |hall: &mut Hall<'_, Memory>, player: &str, word| hall.act(player, None, Op::Say { word, board_id: None }).unwrap();
    assert!(say(&mut hall, "cid", Word::Resign).errors[0].starts_with("[PlayerNotInGame]"));
    assert!(say(&mut hall, "ann", Word::Offer).success);
    assert!(say(&mut hall, "ann", Word::Accept).errors[0].starts_with("[OWN_OFFER]"));
    let verdict = say(&mut hall, "bob", Word::Resign);
    let events: serde_json::Value = serde_json::from_str(&verdict.events).unwrap();
    assert_eq!(events[0], json!({"PlayerSaid": {"player_id": "bob", "board_id": 1, "word": "resign"}}));
    assert_eq!(events[1]["GameFinished"]["host_player"], "ann");
    assert!(say(&mut hall, "bob", Word::Resign).errors[0].starts_with("[GameIsAlreadyFinished]"));
    let logs = hall.shelf().logs.clone();
    assert_eq!(checked(&logs[&Which::Board(1)]).result.unwrap().told, "second resigned; first wins");
    // The board's line is written, and the lobby was not told: opening the hall again puts that right.
    let mut shelf = Memory { logs: logs.clone() };
    let lobby = logs[&Which::Lobby].lines().collect::<Vec<_>>();
    shelf.logs.insert(Which::Lobby, lobby[..lobby.len() - 1].iter().map(|line| format!("{line}\n")).collect());
    let again = Hall::open(&registry, shelf).unwrap();
    assert_eq!(again.house().players["ann"].games_played, 1);
}

proptest! {
    /// Actions and words in any order: the log holds, says the same when it is read line by line, and at every line a table that reads
    /// so far knows what the table knew that wrote it.
    #[test]
    fn whatever_is_said_the_log_tells_the_same(steps in proptest::collection::vec((0..7u8, 0..2u8), 1..40), luck in any::<u64>()) {
        let (mut table, mut luck) = (common::table(&[20, 20], "", None), Stream::new(luck));
        let (mut known, mut log) = (Vec::new(), table.text().unwrap());
        for (step, seat) in steps {
            let lines = match step {
                0..=3 => table.say(Seat(seat), 0, Word::ALL[usize::from(step)]).unwrap_or_default(),
                _ => {
                    let seat = table.waiting_for(0).first().copied().unwrap_or_default();
                    let action = table.bot("random", seat, 0, &mut luck).unwrap();
                    action.map_or_else(String::new, |action| table.act(seat, 0, &action, None).lines)
                }
            };
            if !lines.is_empty() {
                log.push_str(&lines);
                known.push((log.clone(), table.parley(), table.over(0)));
            }
            luck = luck.next();
        }
        prop_assert_eq!(&table.text().unwrap(), &log);
        checked(&log);
        for (log, parley, over) in known {
            let mut read = open_lines(&games(), log.lines()).unwrap();
            prop_assert_eq!((&read.parley(), read.over(0)), (&parley, over));
            let seq = read.seq();
            prop_assert!(log.starts_with(&read.rewound(seq).unwrap().text().unwrap()));
        }
        prop_assert!(log.lines().all(|line| Line::parse(line).is_ok()));
    }
}
