//! Whoever changes a log is found out: ten thousand changes of real logs, none accepted, and the first bad line named each time.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // reads the environment through proptest

use crate::common;

use common::{games, play, reseal, seal, table, take_one};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use referee_host::{HostError, Report, verify};
use std::sync::LazyLock;

/// What can be done to a log. Numbers are taken modulo what is there.
#[derive(Clone, Debug)]
enum Change {
    /// One byte, anywhere, to any other value.
    Byte { at: usize, to: u8 },
    /// A line left out, but not the last.
    Dropped { line: usize },
    /// Two lines in each other's place.
    Swapped { one: usize, two: usize },
    /// A line written twice.
    Doubled { line: usize },
    /// The end missing, from inside a line.
    Cut { at: usize },
    /// One line of another log in its place.
    Replaced { line: usize },
    /// The rest of another log after some lines.
    Spliced { after: usize },
    /// A word of the first line, the line sealed again or not.
    Header { field: usize, sealed: bool },
    /// What happened in a line, this line and all after it sealed again.
    Forged { line: usize },
}

fn changes() -> impl Strategy<Value = Change> {
    let place = any::<usize>;
    prop_oneof![
        6 => (place(), any::<u8>()).prop_map(|(at, to)| Change::Byte { at, to }),
        1 => place().prop_map(|line| Change::Dropped { line }),
        1 => (place(), place()).prop_map(|(one, two)| Change::Swapped { one, two }),
        1 => place().prop_map(|line| Change::Doubled { line }),
        1 => place().prop_map(|at| Change::Cut { at }),
        1 => place().prop_map(|line| Change::Replaced { line }),
        1 => place().prop_map(|after| Change::Spliced { after }),
        1 => (place(), any::<bool>()).prop_map(|(field, sealed)| Change::Header { field, sealed }),
        1 => place().prop_map(|line| Change::Forged { line }),
    ]
}

/// Logs with native and scripted dice, given heaps, named players, and a branch; the second with one inside a record, for other players.
static LOGS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let logs = [
        (table(&[], "monday", None), "a"),
        (table(&[], "tuesday", None), "b"),
        (table(&[9, 8, 7, 6], "", None), "c"),
        (table(&[], "", Some(&[3, 9, 4])), "d"),
        (named(table(&[5, 6, 7], "", None)), "e"),
    ];
    let written = |(mut table, seed): (Box<dyn referee_host::Table>, &str)| {
        play(&mut *table, seed);
        let mut table = if seed == "b" { cut(table) } else { table };
        table.branch("another try").unwrap();
        table.text().unwrap()
    };
    logs.into_iter().map(written).collect()
});

/// Goes on for other players from inside a record, a while before the end.
fn cut(mut table: Box<dyn referee_host::Table>) -> Box<dyn referee_host::Table> {
    let players = referee_host::Players::in_order(&table.card(), ["cid", "dora"]).unwrap();
    let mut child = table.rewound(table.seq() - 2).unwrap();
    let clock = child.clock();
    let (of, since) = ("tuesday".into(), Some(referee_host::Since { at: clock + 85, clock }));
    child.fork(referee_host::Branch { of, players, events: Some(1), since, ..referee_host::Branch::named("cut") }).unwrap();
    play(&mut *child, "c");
    child
}

fn named(mut table: Box<dyn referee_host::Table>) -> Box<dyn referee_host::Table> {
    let players = referee_host::Players::in_order(&table.card(), ["ann", "bob"]).unwrap();
    table.introduce(players).unwrap();
    table
}

/// The fields of the first line: what to write instead, and the bad line if the line is sealed again. An engine or a source of dice is
/// believed by itself, but then the second line does not follow.
const FIELDS: [(&str, &str, u64); 10] = [
    ("referee-log/1", "referee-log/2", 1),
    ("\"nim\"", "\"mim\"", 1),
    ("\"rules\":\"1\"", "\"rules\":\"2\"", 1),
    ("\"content\":\"\"", "\"content\":\"0\"", 1),
    ("\"engine\":\"", "\"engine\":\"9", 2),
    ("\"seq\":0", "\"seq\":1", 1),
    ("\"at\":0", "\"at\":1", 2),
    ("\"seed\":\"", "\"seed\":\"x", 1),
    ("\"first\":\"ann\"", "\"first\":\"eve\"", 2),
    ("\"first\":\"ann\"", "\"third\":\"ann\"", 1),
];

/// A changed log, and the first line that is bad in it; `None` if nothing was changed.
fn change(log: &str, other: &str, change: &Change) -> Option<(Vec<u8>, u64)> {
    let lines: Vec<&str> = log.split_inclusive('\n').collect();
    let others: Vec<&str> = other.split_inclusive('\n').collect();
    let count = lines.len();
    let whole = |lines: Vec<&str>, bad: usize| Some((lines.concat().into_bytes(), bad as u64));
    match *change {
        Change::Byte { at, to } => {
            let mut bytes = log.as_bytes().to_vec();
            let at = at % bytes.len();
            (std::mem::replace(&mut bytes[at], to) != to).then(|| (bytes, line_of(log, at)))
        }
        Change::Dropped { line } => {
            let line = line % (count - 1);
            whole([&lines[..line], &lines[line + 1..]].concat(), line + 1)
        }
        Change::Swapped { one, two } => {
            let (one, two) = (one % count, two % count);
            let mut lines = lines;
            lines.swap(one, two);
            (one != two).then(|| whole(lines, one.min(two) + 1)).flatten()
        }
        Change::Doubled { line } => {
            let line = line % count;
            whole([&lines[..=line], &lines[line..]].concat(), line + 2)
        }
        Change::Cut { at } => {
            let at = at % log.len();
            let between = at > 0 && log.as_bytes()[at - 1] == b'\n';
            (!between).then(|| (log.as_bytes()[..at].to_vec(), line_of(log, at)))
        }
        Change::Replaced { line } => {
            let line = line % count.min(others.len());
            let mut lines = lines;
            lines[line] = others[line];
            // The first line of another log is right by itself.
            whole(lines, line.max(1) + 1)
        }
        Change::Spliced { after } => {
            let after = 1 + after % (count.min(others.len()) - 1);
            whole([&lines[..after], &others[after..]].concat(), after + 1)
        }
        Change::Header { field, sealed } => {
            let (from, to, bad) = FIELDS[field % FIELDS.len()];
            let first = lines[0].replacen(from, to, 1);
            let first = if sealed { seal(&first) } else { first };
            (first != lines[0])
                .then(|| (([&[&first[..]], &lines[1..]].concat()).concat().into_bytes(), if sealed { bad } else { 1 }))
        }
        Change::Forged { line } => forge(&lines, 1 + line % (count - 1)),
    }
}

/// The line of a byte, counted from 1.
fn line_of(log: &str, at: usize) -> u64 {
    1 + log.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() as u64
}

/// Tells another story from a line on, with every id made anew: only deciding again finds it out.
fn forge(lines: &[&str], line: usize) -> Option<(Vec<u8>, u64)> {
    let mut forged: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    forged[line] = forged[line].replacen("\"left\":", "\"left\":1", 1);
    if forged[line] == lines[line] {
        return None;
    }
    reseal(&mut forged, line);
    Some((forged.concat().into_bytes(), line as u64 + 1))
}

fn judge(log: &[u8]) -> Result<Report, HostError> {
    verify(&games(), log, &mut |_| {})
}

/// The same ten thousand changes in every run; no files are written.
fn config() -> Config {
    Config {
        cases: 10_000,
        max_global_rejects: 10_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..Config::default()
    }
}

#[test]
fn real_logs_verify() {
    assert!(LOGS.iter().all(|log| judge(log.as_bytes()).is_ok()));
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_change_is_refused_and_the_first_bad_line_named(which in 0usize..4, what in changes()) {
        let (log, other) = (&LOGS[which], &LOGS[(which + 1) % 4]);
        let changed = change(log, other, &what);
        prop_assume!(changed.is_some());
        let (changed, bad) = changed.unwrap_or_default();
        match judge(&changed) {
            Ok(_) => prop_assert!(false, "accepted"),
            Err(error) => prop_assert_eq!(error.place.line, Some(bad), "{}", error),
        }
    }
}

#[test]
fn every_kind_of_change_changes_something() {
    let kinds = [
        Change::Byte { at: 0, to: b'#' },
        Change::Dropped { line: 0 },
        Change::Swapped { one: 0, two: 1 },
        Change::Doubled { line: 0 },
        Change::Cut { at: 5 },
        Change::Replaced { line: 0 },
        Change::Spliced { after: 0 },
        Change::Header { field: 4, sealed: true },
        Change::Forged { line: 0 },
    ];
    let expected = [1, 1, 1, 2, 1, 2, 2, 2, 2];
    for (kind, bad) in kinds.iter().zip(expected) {
        let (changed, first) = change(&LOGS[0], &LOGS[1], kind).unwrap();
        assert_eq!((first, judge(&changed).unwrap_err().place.line), (bad, Some(bad)), "{kind:?}");
    }
}

#[test]
fn a_log_cut_between_two_lines_is_a_shorter_log_with_another_head() {
    for log in LOGS.iter() {
        let whole = judge(log.as_bytes()).unwrap();
        let ends = log.match_indices('\n').map(|(at, _)| at + 1).filter(|&end| end < log.len());
        for end in ends {
            let shorter = judge(&log.as_bytes()[..end]).unwrap();
            assert_ne!(shorter.head, whole.head);
            assert!(shorter.records <= whole.records);
        }
    }
}

#[test]
fn a_changed_keyframe_is_found_though_every_id_is_right() {
    let mut table = table(&[1_030], "", None);
    (0..1_026).for_each(|_| drop(take_one(&mut *table)));
    let log = table.text().unwrap();
    let lines: Vec<&str> = log.split_inclusive('\n').collect();
    let keyframe = lines.iter().position(|line| line.contains("\"keyframe\"")).unwrap();
    assert_eq!(keyframe, 1_025, "after record 1,024 in line 1,025");
    let forged = seal(&lines[keyframe].replacen("\"heaps\":[6]", "\"heaps\":[7]", 1));
    assert_ne!(forged, lines[keyframe]);
    let error = judge([&lines[..keyframe], &[&forged[..]]].concat().concat().as_bytes()).unwrap_err();
    assert_eq!((error.code, error.place.line), ("WRONG_KEYFRAME", Some(1_026)));
}

#[test]
fn a_log_of_another_engine_verifies_and_stays_as_it_is() {
    let log = LOGS[0].lines().next().unwrap().replacen("\"engine\":\"", "\"engine\":\"9", 1);
    let report = judge(seal(&log).as_bytes()).unwrap();
    assert_eq!(report.records, 1);
}

#[test]
fn what_is_written_can_be_read_again() {
    let seed = "x".repeat(referee_host::LINE_MAX as usize);
    let error = common::games().title("nim").unwrap().start(None, Some(&seed), 0, None).map(|_| ()).unwrap_err();
    assert_eq!(error.code, "LINE_TOO_LONG");
    let mut table = common::table(&[9], "", None);
    assert!(table.act(referee::Seat(0), 1 << 53, r#"{"heap":0,"stones":1}"#, None).errors[0].starts_with("[BAD_TIME]"));
}

#[test]
fn a_rewound_log_keeps_the_version_of_its_rules() {
    let log = common::table(&[9], "", None).text().unwrap();
    let old = common::seal(log.replacen("\"rules\":\"1\"", "\"rules\":\"0\"", 1).trim_end());
    let (mut table, _) = referee_host::replay(&common::games(), old.as_bytes(), u64::MAX, &mut |_| {}).unwrap();
    let mut rewound = table.rewound(0).unwrap();
    assert_eq!(rewound.text().unwrap(), old);
    assert!(rewound.act(referee::Seat(0), 0, r#"{"heap":0,"stones":1}"#, None).errors[0].starts_with("[RULES_VERSION]"));
}
