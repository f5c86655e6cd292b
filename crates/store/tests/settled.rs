//! What is appended is put in its place now and then. Nobody who reads can tell when.

use proptest::prelude::*;
use referee_store::{Append, LogName, Memory, Sqlite, Store, StoreError, Writes};

const LOGS: u64 = 3;

fn log(number: u64) -> LogName {
    LogName::parse(&format!("log-{number}")).unwrap()
}

/// Whether two stores say the same of a log around a number.
fn alike(one: &dyn Store, two: &dyn Store, name: &LogName, from: u64, most: usize) {
    assert_eq!(one.standing(name), two.standing(name));
    assert_eq!(one.read(name, from, most), two.read(name, from, most), "{most} from {from} of {name}");
    let key = format!("k{from}");
    assert_eq!(one.find(name, &key), two.find(name, &key), "{key} of {name}");
}

#[test]
fn nobody_can_tell_when_lines_are_put_in_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let (mut store, model) = (Sqlite::open(&path, Writes::Fast).unwrap(), Memory::new());
    let mut nexts = [0; LOGS as usize];
    for turn in 0..14_000u64 {
        let number = turn * turn % 7 % LOGS;
        let next = &mut nexts[number as usize];
        let lines = format!("{turn}\n").repeat(1 + (turn % 5 == 0) as usize);
        let mut append = Append::new(&log(number), *next, lines).keyed(format!("k{next}"));
        append.last = turn > 13_900 && number == 0;
        let answers = (store.append(append.clone()).wait(), model.append(append).wait());
        assert_eq!(answers.0, answers.1);
        *next = answers.0.map_or(*next, |appended| appended.next);
        let again = Append::new(&log(number), *next, "again\n").keyed(format!("k{}", next.saturating_sub(turn % 4_000)));
        if turn % 10 == 0 && store.find(&log(number), again.key.as_deref().unwrap()).unwrap().is_some() {
            assert!(matches!(store.append(again).wait(), Err(StoreError::Repeated { .. })), "a key is used once");
        }
        if turn % 7 == 0 {
            alike(&store, &model, &log(number), next.saturating_sub(turn % 97), (turn % 61) as usize);
            alike(&store, &model, &log(turn % (LOGS + 1)), turn % 4_000, 700);
        }
        if turn % 5_999 == 0 {
            drop(store);
            store = Sqlite::open(&path, Writes::Fast).unwrap();
        }
    }
    assert_eq!(store.list(None, 10), model.list(None, 10));
    assert!(store.standing(&log(0)).unwrap().unwrap().closed, "the end was put in its place, too");
    store.check().unwrap();
}

/// Whoever reads while lines are put in their place reads every line once.
#[test]
fn whoever_reads_meanwhile_reads_every_line_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join("store.db"), Writes::Fast).unwrap();
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut most = 0;
            while most < 9_000 {
                let read = store.read(&log(0), 0, usize::MAX >> 1).unwrap();
                assert!(read.iter().zip(0..).all(|(kept, number)| kept.number == number), "no gap, no repeat");
                assert!(read.len() >= most, "what was read once is there");
                most = read.len();
            }
        });
        let appends: Vec<_> = (0..9_000).map(|next| store.append(Append::new(&log(0), next, "x\n"))).collect();
        assert!(appends.into_iter().all(|receipt| receipt.wait().is_ok()));
        reader.join().unwrap();
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    /// Of appends that are committed together, those with the same key or number are told apart.
    #[test]
    fn appends_that_wait_together_are_told_apart(keys in prop::collection::vec(0..6u8, 1..60)) {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(&folder.path().join("store.db"), Writes::Fast).unwrap();
        // Whoever sends them knows which are new: the others come at the number that would be next.
        let (mut next, mut new) = (0, Vec::new());
        let mut receipts = Vec::new();
        for key in &keys {
            receipts.push(store.append(Append::new(&log(0), next, format!("{key}\n")).keyed(format!("k{key}"))));
            if !new.contains(key) {
                new.push(*key);
                next += 1;
            }
        }
        let answers: Vec<_> = receipts.into_iter().map(|receipt| receipt.wait()).collect();
        let repeated = answers.iter().filter(|answer| matches!(answer, Err(StoreError::Repeated { .. }))).count();
        let stored = answers.iter().filter(|answer| answer.is_ok()).count();
        prop_assert_eq!((stored, repeated), (new.len(), keys.len() - new.len()));
        let read = store.read(&log(0), 0, 100).unwrap();
        prop_assert_eq!(read.len(), stored);
        let mut used: Vec<_> = read.iter().filter_map(|kept| kept.key.clone()).collect();
        used.sort();
        used.dedup();
        prop_assert_eq!(used.len(), stored, "a key is used once");
    }
}
