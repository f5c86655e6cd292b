//! Judging without writing comes to the same as acting, and cannot be mistaken for it.

use proptest::prelude::*;
use referee::{Seat, Stream};
use referee_host::{Hosted, Registry, Table};
use referee_nim::Nim;

fn table(seed: &str) -> Box<dyn Table> {
    let registry = Registry::new().with(Hosted::new(Nim));
    registry.title("nim").unwrap().start(None, Some(seed), 0, None).unwrap()
}

/// What a game has come to, its lines aside.
fn end(table: &dyn Table) -> (u64, u64, u64, String, i64, bool, String) {
    let (seq, at, events) = (table.seq(), table.at(), table.events());
    (seq, at, events, table.digest().to_string(), table.score(Seat(0)), table.over(at), table.state())
}

proptest! {
    #[test]
    fn judging_comes_to_the_same_as_acting(seed in "[a-z]{1,8}", luck in any::<u64>(), wrong in 0..8u64) {
        let (mut acted, mut judged, mut luck) = (table(&seed), table(&seed), Stream::new(luck));
        for at in 0..30 {
            let Some(&seat) = acted.waiting_for(at).first() else { break };
            let action = acted.bot("random", seat, at, &mut luck).unwrap().unwrap();
            // Now and then, what the rules refuse.
            let action = if at % 8 == wrong { r#"{"heap":9,"stones":1}"#.to_owned() } else { action };
            let (one, two) = (acted.act(seat, at, &action, None), judged.judge(seat, at, &action, None));
            prop_assert_eq!((one.success, one.errors, one.readable), (two.success, two.errors, two.readable));
            prop_assert_eq!(two.lines, "");
            prop_assert_eq!(end(&*acted), end(&*judged));
        }
        prop_assert_eq!(acted.text(), judged.text(), "the log can still be written, as a whole");
    }
}

#[test]
fn nothing_is_appended_to_what_was_not_written() {
    let mut table = table("ann");
    let take = r#"{"heap":0,"stones":1}"#;
    assert!(table.judge(Seat(0), 0, take, None).success);
    assert!(table.act(Seat(1), 0, take, None).errors[0].starts_with("[NOT_WRITTEN]"));
    assert!(table.act_in_world(Seat(1), 0, take).errors[0].starts_with("[NOT_WRITTEN]"));
    assert_eq!(table.close("cancelled").unwrap_err().code, "NOT_WRITTEN");
    assert_eq!(table.branch("child").unwrap_err().code, "NOT_WRITTEN");
    assert!(table.judge(Seat(1), 0, take, None).success, "it can be judged on");
}
