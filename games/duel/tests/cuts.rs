//! Where a game can be gone on from: after whole moves, also inside a record, and nowhere else.

use referee::{Seat, Stream};
use referee_duel::title;
use referee_host::{Branch, Moment, Registry, Table, Title, diff, verify};

/// A game of random moves; now and then somebody is late, and at last nobody comes back.
fn played(seed: &str) -> Box<dyn Table> {
    let mut table = title().start(None, Some(seed), 0, None).unwrap();
    let mut luck = Stream::from_seed(seed);
    for _ in 0..40 {
        let at = table.at() + [3, 20, 70, 100][table.seq() as usize % 4];
        let Some(&seat) = table.waiting_for(at).first() else { break };
        let action = table.bot("random", seat, at, &mut luck).unwrap().unwrap();
        assert!(table.act(seat, at, &action, None).success);
    }
    let at = table.at() + 10_000;
    if !table.over(at) {
        assert!(table.act(Seat(0), at, r#"{"type":"finish"}"#, None).success);
    }
    table
}

#[test]
fn a_record_is_cut_where_a_move_ends_and_nowhere_else() {
    let games = Registry::new().with(title());
    for seed in ["a", "b", "c", "d", "e", "f"] {
        let mut table = played(seed);
        let moments = table.moments().unwrap();
        for record in 1..=table.seq() {
            let events = serde_json::from_str::<Vec<serde_json::Value>>(&table.seen(record, None)).unwrap().len() as u64;
            for kept in 1..events {
                let mut child = table.rewound(record).unwrap();
                let forked = child.fork(Branch { events: Some(kept), ..Branch::named("cut") });
                let is_moment = moments.contains(&Moment { record, events: Some(kept) });
                assert_eq!(forked.is_ok(), is_moment, "{seed}: record {record}, {kept} of {events} events");
                if let Err(error) = forked {
                    assert_eq!(error.code, "CANNOT_CUT");
                } else {
                    verify(&games, child.text().unwrap().as_bytes(), &mut |_| {}).unwrap();
                    child.export("duel-moves", record).unwrap();
                }
            }
        }
    }
}

/// One log has a branch that only has a name, the other has not; then they differ.
#[test]
fn a_difference_after_a_branch_tells_where_both_generators_stood() {
    let games = Registry::new().with(title());
    let skip = r#"{"type":"skip"}"#;
    let play = |branched: bool, last: u64| {
        let mut table = title().start(None, Some("x"), 0, None).unwrap();
        assert!(table.act(Seat(0), 10, skip, None).success);
        if branched {
            table.branch("again").unwrap();
        }
        let before = table.cursor();
        assert!(table.act(Seat(1), last, skip, None).success && table.cursor() != before);
        (table.text().unwrap(), before)
    };
    let ((one, stood), (two, _)) = (play(true, 20), play(false, 30));
    for (left, right) in [(&one, &two), (&two, &one)] {
        let difference = diff(&games, left.as_bytes(), right.as_bytes()).unwrap().unwrap();
        assert_eq!((difference.seq, &*difference.path), (2, "/at"));
        assert_eq!(difference.cursors, (stood.clone(), stood.clone()));
    }
}
