//! What was answered survives the end of the program, wherever it ends. The test runs itself as the program that is killed.

use referee_store::{Append, LogName, Sqlite, Store, Writes};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

const FOLDER: &str = "REFEREE_KILLED_FOLDER";
const LOGS: u64 = 8;
const KILLS: u64 = 20;

fn log(number: u64) -> LogName {
    LogName::parse(&format!("log-{number}")).unwrap()
}

/// Appends to all logs as fast as it can, and says what was answered.
fn append_for_ever(folder: &Path) {
    let store = Sqlite::open(&folder.join("store.db"), Writes::Safe).unwrap();
    std::thread::scope(|scope| {
        for number in 0..LOGS {
            let store = &store;
            scope.spawn(move || {
                let mut next = store.standing(&log(number)).unwrap().map_or(0, |log| log.next);
                loop {
                    let lines = format!("{number} {next}\n{number} {}\n", next + 1);
                    next = store.append(Append::new(&log(number), next, lines)).wait().unwrap().next;
                    let mut out = std::io::stdout().lock();
                    writeln!(out, "\n=answered {number} {next}").and_then(|()| out.flush()).unwrap();
                }
            });
        }
    });
}

#[test]
fn what_was_answered_survives_a_kill() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        append_for_ever(Path::new(&folder));
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut answered = [0u64; LOGS as usize];
    for kill in 0..KILLS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "what_was_answered_survives_a_kill", "--nocapture"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let mut heard = 0;
        for line in out.lines().map_while(Result::ok) {
            let mut words = line.split(' ');
            if words.next() != Some("=answered") {
                continue;
            }
            let numbers: Vec<u64> = words.filter_map(|word| word.parse().ok()).collect();
            if let [number, next] = numbers[..] {
                let known = &mut answered[number as usize];
                *known = next.max(*known);
            }
            heard += 1;
            if heard == 20 + kill * 7 {
                child.kill().unwrap(); // what it wrote before is still read
            }
        }
        child.wait().unwrap();
        assert!(heard >= 20, "the program did not begin");
        let store = Sqlite::open(&folder.path().join("store.db"), Writes::Safe).unwrap();
        store.check().unwrap();
        for number in 0..LOGS {
            let kept = store.read(&log(number), 0, usize::MAX >> 1).unwrap();
            assert!(kept.len() as u64 >= answered[number as usize], "log {number} has lost lines after kill {kill}");
            assert_eq!(kept.len() % 2, 0, "an append is all or nothing");
            for (at, kept) in kept.iter().enumerate() {
                assert_eq!((kept.number, &*kept.text), (at as u64, &*format!("{number} {at}")));
            }
        }
    }
    assert!(answered.iter().sum::<u64>() > KILLS * 20);
}
