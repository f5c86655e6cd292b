//! Every store obeys the same laws.

use referee_laws::stores;
use referee_store::{Append, Faulty, LogName, Memory, Plan, Sqlite, Store, StoreError, Writes};
use std::path::Path;
use std::sync::Arc;

fn sqlite(folder: &Path, writes: Writes) -> Arc<dyn Store> {
    Arc::new(Sqlite::open(&folder.join("store.db"), writes).unwrap())
}

fn log(name: &str) -> LogName {
    LogName::parse(name).unwrap()
}

#[test]
fn memory_obeys() {
    stores::obey(300, || {
        let store = Memory::new();
        move || Arc::new(store.clone()) as Arc<dyn Store>
    });
}

#[test]
fn sqlite_obeys() {
    stores::obey(60, || {
        let folder = tempfile::tempdir().unwrap();
        move || sqlite(folder.path(), Writes::Fast)
    });
}

/// A store without faults that hands everything on is a store.
#[test]
fn a_faulty_store_without_faults_obeys() {
    stores::obey(100, || {
        let store = Memory::new();
        move || Arc::new(Faulty::new(Arc::new(store.clone()), Plan::default())) as Arc<dyn Store>
    });
}

#[test]
fn of_many_at_the_same_number_one_wins() {
    let folder = tempfile::tempdir().unwrap();
    stores::one_wins(&(Arc::new(Memory::new()) as Arc<dyn Store>), 8, 50);
    stores::one_wins(&sqlite(folder.path(), Writes::Fast), 8, 50);
}

#[test]
fn whichever_call_fails_nothing_is_lost_and_nothing_doubled() {
    for call in 0..40 {
        for plan in [
            Plan { refused: Some(call), ..Plan::default() },
            Plan { unknown: Some(call), ..Plan::default() },
            Plan { unread: Some(call), ..Plan::default() },
        ] {
            stores::nothing_is_lost(&Faulty::new(Arc::new(Memory::new()), plan), 30);
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let store = sqlite(folder.path(), Writes::Fast);
    stores::nothing_is_lost(&Faulty::new(store, Plan { refused: Some(3), unknown: Some(7), unread: Some(0) }), 30);
}

/// Who is slow, who comes late, who comes back: each gets every line once, in order, and hears of the end.
async fn heard_by_all(store: Arc<dyn Store>) {
    const LINES: u64 = 600;
    let heard = log("heard");
    let listen = |from: u64| {
        let mut subscription = store.subscribe(&heard, from);
        tokio::spawn(async move {
            let mut numbers = Vec::new();
            while let Some(kept) = subscription.next().await.unwrap() {
                numbers.push(kept.number);
                if kept.number % 97 == 0 {
                    tokio::time::sleep(std::time::Duration::from_millis(1)).await;
                }
            }
            numbers
        })
    };
    let mut listeners = vec![(0, listen(0)), (5, listen(5))];
    let mut next = 0;
    while next < LINES {
        let append = Append::new(&heard, next, format!("line {next}\nand another\n"));
        let append = if next + 2 == LINES { append.last() } else { append };
        next = store.append(append).await.unwrap().next;
        if next == LINES / 2 {
            listeners.extend([(0, listen(0)), (next, listen(next))]);
        }
    }
    listeners.push((LINES - 1, listen(LINES - 1)));
    for (from, listener) in listeners {
        assert_eq!(listener.await.unwrap(), (from..LINES).collect::<Vec<_>>(), "from {from}");
    }
}

#[tokio::test]
async fn whoever_subscribes_gets_every_line_once() {
    let folder = tempfile::tempdir().unwrap();
    heard_by_all(Arc::new(Memory::new())).await;
    heard_by_all(sqlite(folder.path(), Writes::Fast)).await;
}

#[test]
fn a_store_has_one_program_and_a_backup_is_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = Sqlite::open(&path, Writes::Safe).unwrap();
    assert!(matches!(Sqlite::open(&path, Writes::Safe), Err(StoreError::InUse(_))));
    store.append(Append::new(&log("a"), 0, "one\ntwo\n")).wait().unwrap();
    store.check().unwrap();
    let copy = folder.path().join("copy.db");
    store.back_up(&copy).unwrap();
    drop(store);
    for path in [path, copy] {
        let store = Sqlite::open(&path, Writes::Safe).unwrap();
        assert_eq!(store.read(&log("a"), 1, 5).unwrap()[0].text, "two");
    }
}

/// A program that is started just then has the lock's file open, too, until it runs.
#[test]
fn a_store_is_free_as_soon_as_it_is_closed_whatever_is_being_started() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let done = std::sync::atomic::AtomicBool::new(false);
    let starts = || {
        while !done.load(std::sync::atomic::Ordering::Relaxed) {
            let mut started = std::process::Command::new(std::env::current_exe().unwrap());
            assert!(started.arg("--list").stdout(std::process::Stdio::null()).status().unwrap().success());
        }
    };
    std::thread::scope(|scope| {
        (0..2).for_each(|_| drop(scope.spawn(starts)));
        let opened = (0..100).map(|_| Sqlite::open(&path, Writes::Fast).map(drop)).find_map(Result::err);
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(opened, None);
    });
}

#[test]
fn what_is_no_store_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    std::fs::write(&path, "this is not a database, however long it may be: ".repeat(100)).unwrap();
    assert!(matches!(Sqlite::open(&path, Writes::Safe), Err(StoreError::Corrupt(_))));
    assert!(matches!(Sqlite::open(&folder.path().join("no/such/folder"), Writes::Safe), Err(StoreError::Io(_))));
}

/// A file of another version is named, and left as it is to the byte.
#[test]
fn a_store_of_another_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    for version in [0, 1, 4] {
        let _ = std::fs::remove_file(&path);
        let tables = format!("CREATE TABLE lines (text TEXT); PRAGMA user_version = {version};");
        rusqlite::Connection::open(&path).unwrap().execute_batch(&tables).unwrap();
        let before = std::fs::read(&path).unwrap();
        assert_eq!(Sqlite::open(&path, Writes::Safe).err(), Some(StoreError::OtherVersion { expected: 3, found: version }));
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}

/// A file of the version before has its appends row by row. What a crash left there is not lost, nor is what had its place.
#[test]
fn a_store_of_the_version_before_is_read_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let tables = "
        CREATE TABLE logs (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE chunks (place INTEGER PRIMARY KEY, next INTEGER NOT NULL, keys TEXT NOT NULL, lines TEXT NOT NULL) STRICT;
        CREATE TABLE fresh (
            id INTEGER PRIMARY KEY, log INTEGER NOT NULL, number INTEGER NOT NULL, lines TEXT NOT NULL, key TEXT, last INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE closed (log INTEGER PRIMARY KEY REFERENCES logs (id)) STRICT;
        CREATE TRIGGER no_fresh_line_changes BEFORE UPDATE ON fresh BEGIN SELECT RAISE(ABORT, 'a line never changes'); END;
        INSERT INTO logs (id, name) VALUES (1, 'a'), (2, 'b');
        INSERT INTO chunks (place, next, keys, lines) VALUES (1 << 26, 2, '1 k1' || char(10), 'zero' || char(10) || 'one' || char(10));
        INSERT INTO fresh (log, number, lines, key, last) VALUES (1, 2, 'two' || char(10), 'k2', 0), (2, 0, 'first' || char(10), NULL, 0);
        INSERT INTO fresh (log, number, lines, key, last) VALUES (1, 3, 'three' || char(10), NULL, 1);
        PRAGMA user_version = 2;";
    rusqlite::Connection::open(&path).unwrap().execute_batch(tables).unwrap();
    for _ in 0..2 {
        let store = Sqlite::open(&path, Writes::Safe).unwrap();
        let texts = |name| store.read(&log(name), 0, 9).unwrap().into_iter().map(|kept| kept.text).collect::<Vec<_>>();
        assert_eq!(
            (texts("a"), texts("b")),
            (vec!["zero".into(), "one".into(), "two".into(), "three".into()], vec!["first".into()])
        );
        assert_eq!((store.find(&log("a"), "k1"), store.find(&log("a"), "k2")), (Ok(Some(1)), Ok(Some(2))));
        assert_eq!(store.append(Append::new(&log("a"), 4, "four\n")).wait(), Err(StoreError::Closed));
    }
    let store = Sqlite::open(&path, Writes::Safe).unwrap();
    assert_eq!(store.append(Append::new(&log("b"), 1, "second\n")).wait().map(|appended| appended.next), Ok(2));
}

/// The tables themselves refuse what the contract forbids, whoever opens the file.
#[test]
fn lines_cannot_be_changed_behind_our_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = Sqlite::open(&path, Writes::Safe).unwrap();
    store.append(Append::new(&log("a"), 0, "one\n").last()).wait().unwrap();
    let other = rusqlite::Connection::open(&path).unwrap();
    let forbidden = |changes: &[&str]| {
        for change in changes {
            let refused = other.execute_batch(change).unwrap_err().to_string();
            assert!(refused.contains("never") || refused.contains("stays") || refused.contains("keeps"), "{change}: {refused}");
        }
    };
    forbidden(&["UPDATE fresh SET appends = 'two'", "DELETE FROM fresh", "UPDATE logs SET name = 'b'"]);
    drop(store); // puts it in its place
    let store = Sqlite::open(&path, Writes::Safe).unwrap();
    forbidden(&["UPDATE chunks SET lines = 'two'", "DELETE FROM chunks", "DELETE FROM closed", "UPDATE logs SET name = 'b'"]);
    assert_eq!(store.read(&log("a"), 0, 5).unwrap()[0].text, "one");
}
