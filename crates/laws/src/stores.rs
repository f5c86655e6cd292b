//! What holds for every store, over random work upon it. One line for whoever writes a store:
//!
//! ```
//! use referee_laws::stores;
//! use referee_store::{Memory, Store};
//! use std::sync::Arc;
//! stores::obey(40, || {
//!     let store = Memory::new();
//!     move || Arc::new(store.clone()) as Arc<dyn Store>
//! });
//! ```

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use referee_store::{Append, Kept, LogName, Standing, Store, StoreError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Something that is done with a store.
#[derive(Clone, Debug)]
enum Work {
    /// Lines are appended, `off` from where the log ends.
    Append {
        log: usize,
        off: i8,
        lines: Vec<u8>,
        key: Option<u8>,
        last: bool,
    },
    /// What cannot be appended.
    Wrong {
        log: usize,
        form: usize,
    },
    Read {
        log: usize,
        from: u64,
        most: usize,
    },
    Find {
        log: usize,
        key: u8,
    },
    List {
        after: Option<usize>,
        most: usize,
    },
    /// The store is closed and opened again.
    Reopen,
}

const LOGS: [&str; 4] = ["a", "a-1", "b", "z9"];

fn work() -> impl Strategy<Value = Work> {
    let log = || 0..LOGS.len();
    prop_oneof![
        12 => (log(), prop_oneof![8 => Just(0i8), 1 => Just(-1), 1 => Just(1)], prop::collection::vec(any::<u8>(), 1..4),
               prop::option::of(0..6u8), prop::bool::weighted(0.05))
            .prop_map(|(log, off, lines, key, last)| Work::Append { log, off, lines, key, last }),
        1 => (log(), 0..4usize).prop_map(|(log, form)| Work::Wrong { log, form }),
        3 => (log(), 0..12u64, 0..12usize).prop_map(|(log, from, most)| Work::Read { log, from, most }),
        2 => (log(), 0..8u8).prop_map(|(log, key)| Work::Find { log, key }),
        1 => (prop::option::of(log()), 0..5usize).prop_map(|(after, most)| Work::List { after, most }),
        1 => Just(Work::Reopen),
    ]
}

/// What a log should hold.
#[derive(Clone, Default)]
struct Model {
    lines: Vec<Kept>,
    closed: bool,
}

impl Model {
    fn next(&self) -> u64 {
        self.lines.len() as u64
    }

    fn at(&self, key: &str) -> Option<u64> {
        self.lines.iter().find(|kept| kept.key.as_deref() == Some(key)).map(|kept| kept.number)
    }

    fn expects(&mut self, append: &Append) -> Result<u64, StoreError> {
        if let Some(at) = append.key.as_ref().and_then(|key| self.at(key)) {
            return Err(StoreError::Repeated { at });
        }
        if append.next != self.next() {
            return Err(StoreError::Conflict { next: self.next() });
        }
        if self.closed {
            return Err(StoreError::Closed);
        }
        let mut key = append.key.clone();
        for text in append.lines.split_terminator('\n') {
            self.lines.push(Kept { number: self.next(), text: text.to_owned(), key: key.take() });
        }
        self.closed = append.last;
        Ok(self.next())
    }
}

/// Does random work upon a store, so many times from an empty one, and compares every answer with what the contract says. `place` gives a
/// new place for a store, and what opens the store there, again and again.
///
/// # Panics
/// If the store breaks the contract; the work that shows it is told, as short as it can be.
pub fn obey<O: FnMut() -> Arc<dyn Store>>(cases: u32, place: impl Fn() -> O) {
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let worked = runner.run(&prop::collection::vec(work(), 1..60), |works| {
        let mut open = place();
        let mut store = Some(open());
        let mut models = BTreeMap::new();
        for work in works {
            if matches!(work, Work::Reopen) {
                drop(store.take());
                store = Some(open());
            }
            let store: &dyn Store = store.as_ref().unwrap_or_else(|| unreachable!("it was opened")).as_ref();
            check(store, &mut models, work)?;
        }
        Ok(())
    });
    worked.unwrap_or_else(|error| panic!("{error}"));
}

fn named(log: usize) -> LogName {
    LogName::parse(LOGS[log]).unwrap_or_else(|_| unreachable!("these are names"))
}

/// Lines of all kinds: empty ones, some that end as lines of other systems do, some that no page has room for.
fn line(byte: &u8) -> String {
    let odd = "é\"'\\\0\r".repeat(usize::from(byte % 3));
    match byte % 8 {
        0 => "\n".to_owned(),
        1 => format!("line {byte} {}\n", "long ".repeat(usize::from(*byte) * 40)),
        _ => format!("line {byte} {odd}\n"),
    }
}

fn check(store: &dyn Store, models: &mut BTreeMap<LogName, Model>, work: Work) -> Result<(), TestCaseError> {
    match work {
        Work::Append { log, off, lines, key, last } => {
            let log = named(log);
            let model = models.entry(log.clone()).or_default();
            let next = model.next().saturating_add_signed(i64::from(off));
            let text: String = lines.iter().map(line).collect();
            let append = Append { log: log.clone(), next, lines: text, key: key.map(|key| format!("key-{key}")), last };
            let expected = model.expects(&append);
            let found = store.append(append).wait().map(|appended| appended.next);
            prop_assert_eq!(found, expected, "an append to {}", log);
            if model.next() == 0 {
                models.remove(&log);
            }
        }
        Work::Wrong { log, form } => {
            let log = named(log);
            let next = models.get(&log).map_or(0, Model::next);
            let right = Append::new(&log, next, "line\n");
            let wrong = match form {
                0 => Append { lines: String::new(), ..right },
                1 => Append { lines: "without an end".into(), ..right },
                2 => right.keyed("two\nlines"),
                _ => right.keyed("k".repeat(referee_store::KEY_MAX + 1)),
            };
            let found = store.append(wrong).wait();
            prop_assert!(matches!(found, Err(StoreError::BadAppend(_))), "{found:?}");
        }
        Work::Read { log, from, most } => {
            let log = named(log);
            let lines = models.get(&log).map_or_else(Vec::new, |model| model.lines.clone());
            let expected: Vec<Kept> = lines.into_iter().skip(from as usize).take(most).collect();
            prop_assert_eq!(store.read(&log, from, most), Ok(expected));
            let standing = models.get(&log).map(|model| Standing { next: model.next(), closed: model.closed });
            prop_assert_eq!(store.standing(&log), Ok(standing));
        }
        Work::Find { log, key } => {
            let (log, key) = (named(log), format!("key-{key}"));
            prop_assert_eq!(store.find(&log, &key), Ok(models.get(&log).and_then(|model| model.at(&key))));
        }
        Work::List { after, most } => {
            let after = after.map(named);
            let expected: Vec<LogName> =
                models.keys().filter(|log| after.as_ref().is_none_or(|after| *log > after)).take(most).cloned().collect();
            prop_assert_eq!(store.list(after.as_ref(), most), Ok(expected));
        }
        Work::Reopen => {}
    }
    Ok(())
}

/// Of many who append at the same number exactly one succeeds, and all lines are there.
///
/// # Panics
/// If two succeed, or none does.
pub fn one_wins(store: &Arc<dyn Store>, racers: usize, rounds: u64) {
    let log = LogName::parse("race").unwrap_or_else(|_| unreachable!("this is a name"));
    for next in 0..rounds {
        let winners: Vec<bool> = std::thread::scope(|scope| {
            let racer = |racer: usize| {
                let (store, append) = (store.clone(), Append::new(&log, next, format!("racer {racer}\n")));
                scope.spawn(move || match store.append(append).wait() {
                    Ok(_) => true,
                    Err(StoreError::Conflict { next: told }) => {
                        assert_eq!(told, next + 1, "who is too late is told what comes next");
                        false
                    }
                    Err(error) => panic!("{error}"),
                })
            };
            let racers: Vec<_> = (0..racers).map(racer).collect();
            racers.into_iter().map(|racer| racer.join().unwrap_or_else(|_| panic!("a racer fell"))).collect()
        });
        assert_eq!(winners.into_iter().filter(|won| *won).count(), 1, "round {next}");
    }
    assert_eq!(store.standing(&log).map(|log| log.map(|log| log.next)), Ok(Some(rounds)));
}

/// How whoever appends gets through whatever a store meets: it tries again under the same key, and believes only what is stored.
///
/// # Panics
/// If a line is lost or stored twice.
pub fn nothing_is_lost(store: &dyn Store, lines: u64) {
    let log = LogName::parse("stubborn").unwrap_or_else(|_| unreachable!("this is a name"));
    for number in 0..lines {
        let append = Append::new(&log, number, format!("line {number}\n")).keyed(format!("key-{number}"));
        let stored = (0..10).any(|_| match store.append(append.clone()).wait() {
            Ok(appended) => appended.next == number + 1,
            Err(StoreError::Repeated { at }) => at == number,
            Err(StoreError::Conflict { .. } | StoreError::Closed) => panic!("nobody else appends"),
            Err(_) => false,
        });
        assert!(stored, "line {number} is not stored after ten attempts");
    }
    let mut texts = None;
    for _ in 0..10 {
        texts = texts.or_else(|| store.read(&log, 0, lines as usize + 10).ok());
    }
    let texts: Vec<String> = texts.unwrap_or_default().into_iter().map(|kept| kept.text).collect();
    let expected: Vec<String> = (0..lines).map(|number| format!("line {number}")).collect();
    assert_eq!(texts, expected);
}
