//! A game that was closed: its log says so, nothing but a branch follows, and no tool goes on with it.

use crate::common;

use common::{games, take_one};
use referee::Seat;
use referee_host::{Branch, HostError, Line, Sealing, Secret, Table, verify};

fn code(result: Result<String, HostError>) -> Option<&'static str> {
    result.err().map(|error| error.code)
}

/// A game of three records that was closed.
fn closed() -> Box<dyn Table> {
    let mut table = common::table(&[3, 3], "", None);
    (0..2).for_each(|_| drop(take_one(&mut *table)));
    table.close("canceled").unwrap();
    table
}

#[test]
fn a_closed_game_is_over_and_nobody_may_do_anything() {
    let mut table = closed();
    assert_eq!((table.closed(), table.over(0), table.due()), (Some("canceled"), true, None));
    let all = (table.legal(Seat(0), 0), table.choices(Seat(0), 0, 9), table.waiting_for(0));
    assert!(all.0.is_empty() && all.1.is_empty() && all.2.is_empty());
    let take = r#"{"heap":0,"stones":1}"#;
    for errors in [table.act(Seat(0), 0, take, None).errors, table.preview(Seat(0), 0, take).verdict.errors] {
        assert!(errors[0].starts_with("[GAME_CLOSED]"), "{errors:?}");
    }
    assert_eq!(code(table.close("canceled")), Some("GAME_CLOSED"));
}

#[test]
fn the_log_of_a_closed_game_holds_and_no_record_follows() {
    let mut table = closed();
    let log = table.text().unwrap();
    assert!(log.lines().last().unwrap().starts_with(r#"{"seq":2,"prev":""#), "{log}");
    let report = verify(&games(), log.as_bytes(), &mut |_| {}).unwrap();
    assert_eq!((report.closed.as_deref(), report.records, &report.head), (Some("canceled"), 3, &table.head().to_string()));
    // The records of the open game with the close line between them.
    let mut open = table.rewound(2).unwrap();
    let record = take_one(&mut *open);
    let error = verify(&games(), format!("{log}{record}").as_bytes(), &mut |_| {}).unwrap_err();
    assert_eq!((error.code, error.place.line), ("GAME_CLOSED", Some(5)));
    let mut twice = log.clone();
    twice.push_str(log.lines().last().unwrap());
    assert!(verify(&games(), format!("{twice}\n").as_bytes(), &mut |_| {}).is_err());
}

#[test]
fn a_branch_of_a_closed_game_is_played_on() {
    let mut table = closed();
    table.fork(Branch::named("again")).unwrap();
    assert_eq!((table.closed(), table.over(0)), (None, false));
    take_one(&mut *table);
    table.close("abandoned").unwrap();
    let log = table.text().unwrap();
    assert_eq!(verify(&games(), log.as_bytes(), &mut |_| {}).unwrap().closed.as_deref(), Some("abandoned"));
    // Gone back to where the child began, the parent is still closed before it.
    let back = table.rewound(2).unwrap();
    assert!(log.starts_with(&back.text().unwrap()) && back.text().unwrap().contains("canceled"), "{}", back.text().unwrap());
    assert_eq!(back.closed(), None);
}

#[test]
fn a_game_is_closed_with_a_reason_and_not_after_its_end() {
    let mut table = common::table(&[1], "", None);
    for why in ["", "a\"b", "a\nb", &"x".repeat(65)] {
        assert_eq!(code(table.close(why)), Some("BAD_REASON"), "{why:?}");
    }
    take_one(&mut *table);
    assert_eq!(code(table.close("canceled")), Some("GAME_IS_OVER"));
}

/// A sealed game that is closed still tells its secret, in either order.
#[test]
fn a_closed_game_tells_its_secret() {
    let title = games();
    let nim = title.title("nim").unwrap();
    let sealing =
        || Sealing { secret: Secret::new([7; 32]), salt: String::new(), name: String::new(), players: Default::default() };
    for close_first in [true, false] {
        let mut table = nim.start_sealed(None, None, 0, sealing()).unwrap();
        let lines = match close_first {
            true => [table.close("abandoned").unwrap(), table.reveal().unwrap()],
            false => {
                let told = table.reveal().unwrap();
                [told, table.close("abandoned").unwrap()]
            }
        };
        assert!(lines.iter().all(|line| Line::parse(line.trim_end()).is_ok()), "{lines:?}");
        let report = verify(&games(), table.text().unwrap().as_bytes(), &mut |_| {}).unwrap();
        assert_eq!((report.closed.as_deref(), report.dice_unchecked), (Some("abandoned"), 0));
        assert_eq!(report.head, table.head().to_string());
    }
}
