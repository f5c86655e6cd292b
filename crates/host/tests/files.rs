//! A log in a file: opened at any record, whatever lies between the records, and appended to.

use crate::common;

use common::{games, take_one};
use referee_host::{Branch, Id, KEYFRAME_EVERY, LogFile, Table, verify};
use std::fs;
use std::path::PathBuf;

/// How long the log is: three keyframes and more than 256 KiB.
const RECORDS: u64 = 3_500;

/// A played log, and what was so after each record.
struct Known {
    lines: Vec<String>,
    states: Vec<String>,
    heads: Vec<String>,
    table: Box<dyn Table>,
}

fn known(records: u64) -> Known {
    let table = common::table(&[4_000, 3], "", None);
    let lines = vec![table.text().unwrap()];
    let mut known = Known { lines, states: vec![table.state()], heads: vec![table.head().to_string()], table };
    for _ in 0..records {
        known.lines.push(take_one(&mut *known.table));
        known.states.push(known.table.state());
        known.heads.push(known.table.head().to_string());
    }
    known
}

/// A file in the target folder. Each test has its own.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

fn assert_opens_everywhere(known: &Known, path: &std::path::Path) {
    let last = known.states.len() as u64 - 1;
    let near = |seq: u64| seq.saturating_sub(2)..=seq + 2;
    let boundaries = (0..=last / KEYFRAME_EVERY).flat_map(|n| near(n * KEYFRAME_EVERY));
    let spread = (0..=last).step_by(97);
    for seq in boundaries.chain(spread).chain(near(last)).filter(|&seq| seq <= last) {
        let opened = LogFile::open(&games(), path, Some(seq)).unwrap_or_else(|error| panic!("record {seq}: {error}"));
        assert_eq!(opened.table.seq(), seq);
        assert_eq!(opened.table.state(), known.states[seq as usize], "record {seq}");
        assert_eq!(opened.table.head().to_string(), known.heads[seq as usize], "record {seq}");
    }
    let end = LogFile::open(&games(), path, None).unwrap();
    assert_eq!((end.table.seq(), end.table.state()), (last, known.states[last as usize].clone()));
    let beyond = LogFile::open(&games(), path, Some(last + 1)).map(|_| ()).unwrap_err();
    assert_eq!(beyond.code, "NO_SUCH_RECORD");
}

#[test]
fn a_long_log_opens_at_any_record() {
    let known = known(RECORDS);
    let text = known.lines.concat();
    assert!(text.len() > 256 << 10, "read by halving");
    assert_opens_everywhere(&known, &file("long.jsonl", &text));
}

#[test]
fn a_short_log_opens_at_any_record() {
    let known = known(300);
    let text = known.lines.concat();
    assert!(text.len() < 256 << 10, "read from its beginning");
    assert_opens_everywhere(&known, &file("short.jsonl", &text));
}

#[test]
fn a_log_that_ends_with_a_keyframe_opens_at_it() {
    let known = known(3 * KEYFRAME_EVERY);
    assert_opens_everywhere(&known, &file("keyframe.jsonl", &known.lines.concat()));
}

#[test]
fn prose_between_the_records_is_passed_over() {
    let known = known(RECORDS);
    let long = format!("# {}\n", "and so on ".repeat(900));
    let mut text = String::from("# A long game.\n#\n");
    for (seq, line) in known.lines.iter().enumerate() {
        // Between a record and its keyframe, too.
        let parts: Vec<&str> = line.split_inclusive('\n').collect();
        text.push_str(&parts.join("# a keyframe follows\n"));
        text.push_str(if seq % 100 == 7 { &long } else { "" });
        text.push_str(if seq % 3 == 0 { "# {\"seq\":5,\"prev\":\"\",\"keyframe\":0}\n" } else { "" });
    }
    text.push_str(&long.repeat(3));
    let path = file("prose.jsonl", &text);
    assert_opens_everywhere(&known, &path);
    assert!(verify(&games(), text.as_bytes(), &mut |_| {}).is_ok());
}

#[test]
fn a_log_goes_on_after_a_branch_and_after_a_keyframe() {
    for (records, name) in [(RECORDS, "branch.jsonl"), (2 * KEYFRAME_EVERY, "branch-keyframe.jsonl"), (10, "branch-short.jsonl")]
    {
        let mut known = known(records);
        let line = known.table.branch("what if").unwrap();
        let path = file(name, &(known.lines.concat() + &line));
        let mut log = LogFile::append(&games(), &path).unwrap();
        assert_eq!(log.table.head(), known.table.head());
        for _ in 0..3 {
            let lines = take_one(&mut *log.table);
            log.write(&lines).unwrap();
        }
        let text = fs::read(&path).unwrap();
        let report = verify(&games(), &text[..], &mut |_| {}).unwrap();
        assert_eq!((report.records, report.head), (records + 4, log.table.head().to_string()));
    }
}

/// Every second record of Nim passes the turn: cut before that, the same seat goes on.
#[test]
fn a_log_goes_on_from_inside_a_record_or_with_other_dice_and_opens_everywhere() {
    let long = [(RECORDS, "inside.jsonl"), (2 * KEYFRAME_EVERY, "inside-keyframe.jsonl"), (10, "inside-short.jsonl")];
    for ((records, name), cut) in long.into_iter().flat_map(|log| [(log, 1), (log, 2)]) {
        let mut known = known(records);
        let whole = known.states.last().cloned();
        let seed = if cut == 1 { "" } else { "anew" }.into();
        let line = known.table.fork(Branch { events: Some(cut), seed, ..Branch::named("inside") }).unwrap();
        assert_ne!(Some(known.table.state()), whole);
        known.lines.push(line);
        (known.states[records as usize], known.heads[records as usize]) = (known.table.state(), known.table.head().to_string());
        for _ in 0..(KEYFRAME_EVERY + 3).min(3_999 - records) {
            known.lines.push(take_one(&mut *known.table));
            known.states.push(known.table.state());
            known.heads.push(known.table.head().to_string());
        }
        let text = known.lines.concat();
        assert_eq!(known.table.text().unwrap(), text, "written at once and line by line");
        let report = verify(&games(), text.as_bytes(), &mut |_| {}).unwrap();
        assert_eq!((report.digest, report.head), (known.table.digest().to_string(), known.table.head().to_string()));
        assert_eq!(report.events, known.table.events());
        assert_opens_everywhere(&known, &file(&format!("{cut}-{name}"), &text));
    }
}

#[test]
fn a_cut_that_the_record_does_not_allow_is_refused_and_named() {
    let mut known = known(10);
    for (events, found) in [(0, "CANNOT_CUT"), (3, "CANNOT_CUT")] {
        let error = known.table.fork(Branch { events: Some(events), ..Branch::named("inside") }).unwrap_err();
        assert_eq!(error.code, found, "{error}");
    }
    let line = known.table.fork(Branch { events: Some(2), ..Branch::named("inside") }).unwrap();
    assert!(!line.contains("events"), "all events of a record are the record: {line}");
    let mut text = known.lines.concat();
    let body = format!("{{\"seq\":10,\"prev\":\"{}\",\"branch\":\"inside\",\"events\":2", known.heads[10]);
    text.push_str(&format!("{body},\"id\":\"{}\"}}\n", Id::of(body.as_bytes())));
    let error = verify(&games(), text.as_bytes(), &mut |_| {}).unwrap_err();
    assert_eq!((error.code, error.place.line), ("CANNOT_CUT", Some(12)), "{error}");

    let mut last = common::table(&[1], "", None);
    take_one(&mut *last);
    let error = last.fork(Branch { events: Some(1), ..Branch::named("inside") }).unwrap_err();
    assert!(error.code == "CANNOT_CUT" && error.message.contains("winner"), "{error}");
}

/// In plain Nim an action is one move, however many events it has.
#[test]
fn a_title_that_declares_no_moves_is_cut_only_between_records() {
    let known = known(10);
    let body = format!("{{\"seq\":10,\"prev\":\"{}\",\"branch\":\"inside\",\"events\":1", known.heads[10]);
    let text = known.lines.concat() + &format!("{body},\"id\":\"{}\"}}\n", Id::of(body.as_bytes()));
    assert!(verify(&games(), text.as_bytes(), &mut |_| {}).is_ok());
    let plain = referee_host::Registry::new().with(referee_host::Hosted::new(referee_nim::Nim));
    let error = verify(&plain, text.as_bytes(), &mut |_| {}).unwrap_err();
    assert_eq!((error.code, error.place.line, error.expected.as_deref()), ("CANNOT_CUT", Some(12), Some("the whole record")));
    let path = file("plain.jsonl", &text);
    assert_eq!(LogFile::open(&plain, &path, None).map(|_| ()).unwrap_err().code, "CANNOT_CUT");
    assert_eq!(LogFile::open(&plain, &path, Some(9)).unwrap().table.seq(), 9);
}

#[test]
fn a_long_log_that_ends_inside_a_line_is_not_opened() {
    let text = known(RECORDS).lines.concat();
    let path = file("cut.jsonl", &text[..text.len() - 1]);
    assert_eq!(LogFile::open(&games(), &path, None).map(|_| ()).unwrap_err().code, "CUT_LINE");
}

#[test]
fn the_good_part_of_a_damaged_log_is_still_there() {
    let known = known(RECORDS);
    let text = known.lines.concat();
    let path = file("damaged.jsonl", &text[..text.len() - 20]);
    for seq in [5, 1_000, KEYFRAME_EVERY, 3_000] {
        assert_eq!(LogFile::open(&games(), &path, Some(seq)).unwrap().table.state(), known.states[seq as usize], "record {seq}");
    }
    let error = LogFile::append(&games(), &path).map(|_| ()).unwrap_err();
    assert_eq!((error.code, error.place.line), ("CUT_LINE", Some(text.lines().count() as u64)));
    assert!(error.help.as_ref().unwrap().contains("branch"));
}

#[test]
fn time_goes_on_after_a_keyframe() {
    let mut table = common::table(&[4_000, 3], "", None);
    let mut text = table.text().unwrap();
    for seq in 0..2 * KEYFRAME_EVERY {
        let verdict = table.act(referee::Seat((seq % 2) as u8), 5_000 + seq, r#"{"heap":0,"stones":1}"#, None);
        text.push_str(&verdict.lines);
    }
    let path = file("time.jsonl", &text);
    assert_eq!(LogFile::open(&games(), &path, None).unwrap().table.at(), 5_000 + 2 * KEYFRAME_EVERY - 1);
}

#[test]
fn a_forged_keyframe_is_not_believed() {
    let mut lines: Vec<String> = known(RECORDS).lines.concat().lines().map(|line| line.to_owned() + "\n").collect();
    let at = lines.iter().rposition(|line| line.contains("\"keyframe\":")).unwrap();
    lines[at] = lines[at].replacen("\"heaps\":[928,", "\"heaps\":[1,", 1);
    common::reseal(&mut lines, at);
    let path = file("forged-keyframe.jsonl", &lines.concat());
    let error = LogFile::append(&games(), &path).map(|_| ()).unwrap_err();
    assert_eq!((error.code, error.place.line), ("WRONG_KEYFRAME", Some(at as u64 + 1)));
}

#[test]
fn a_log_from_a_stranger_may_say_anything_and_nothing_breaks() {
    for (from, to) in
        [("\"heap\":0", "\"heap\":9"), ("\"stones\":1,\"left\"", "\"stones\":4294967295,\"left\""), ("\"to\":1", "\"to\":77")]
    {
        let mut lines = known(3).lines;
        let record = lines[1].clone();
        let (cause, events) = record.split_once("\"events\":").unwrap();
        lines[1] = format!("{cause}\"events\":{}", events.replacen(from, to, 1));
        assert_ne!(lines[1], record);
        common::reseal(&mut lines, 1);
        let path = file("stranger.jsonl", &lines.concat());
        for seq in 0..=3 {
            if let Ok(log) = LogFile::open(&games(), &path, Some(seq)) {
                let _ = (
                    log.table.scene(None),
                    log.table.legal(referee::Seat(0), 0),
                    log.table.cues(seq, None),
                    log.table.tell(seq, None),
                );
            }
        }
        assert!(verify(&games(), lines.concat().as_bytes(), &mut |_| {}).is_err());
    }
}

/// What a branch line may not say, each sealed properly.
#[test]
fn a_forged_branch_line_is_refused() {
    let known = known(10);
    let at = known.table.clock();
    let line = |prev: &str, rest: &str| {
        let body = format!("{{\"seq\":10,\"prev\":\"{prev}\",\"branch\":{rest}");
        format!("{body},\"id\":\"{}\"}}\n", Id::of(body.as_bytes()))
    };
    let told = |rest: &str| {
        let text = known.lines.concat() + &line(&known.heads[10], rest);
        verify(&games(), text.as_bytes(), &mut |_| {}).map(|_| ()).map_err(|error| (error.code, error.place.line.unwrap_or(0)))
    };
    assert_eq!(told(&format!("\"a\",\"of\":\"b\",\"at\":{},\"clock\":{at}", at + 5)), Ok(()));
    assert_eq!(told("\"a\",\"of\":\"a\""), Err(("OWN_PARENT", 12)));
    assert_eq!(told(&format!("\"a\",\"at\":{},\"clock\":{}", at + 5, at + 1)), Err(("WRONG_CLOCK", 12)));
    let first = line(&known.heads[10], &format!("\"a\",\"at\":500,\"clock\":{at}"));
    let head = &first[first.rfind("\"id\":\"").unwrap() + 6..][..64];
    for (second, code) in [("\"a\"".to_owned(), "SAME_NAME"), (format!("\"b\",\"at\":499,\"clock\":{at}"), "ClockRanBackwards")] {
        let text = known.lines.concat() + &first + &line(head, &second);
        let error = verify(&games(), text.as_bytes(), &mut |_| {}).unwrap_err();
        assert_eq!((error.code, error.place.line), (code, Some(13)), "{error}");
    }
}
