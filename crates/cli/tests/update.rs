//! `referee scenario --update`: the file is rewritten, and nothing else is touched.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // faces the world: files and processes

use crate::desk;
use desk::Desk;

/// A desk with a scenario that expects what does not happen.
fn desk_with_draft() -> Desk {
    let desk = Desk::new();
    desk.run(&["new", "nim", "--seed", "a", "--out", "draft.jsonl"]).is(0);
    let draft = desk.read("draft.jsonl") + "#! {\"legal\":0,\"seat\":\"first\"}\n";
    desk.write("draft.jsonl", draft);
    desk.run(&["scenario", "draft.jsonl"]).is(1);
    desk
}

#[test]
fn a_file_that_looks_temporary_is_left_alone() {
    let desk = desk_with_draft();
    desk.write("draft.jsonl.tmp", "mine");
    desk.run(&["scenario", "draft.jsonl", "--update"]).is(0).says("draft.jsonl");
    desk.run(&["scenario", "draft.jsonl"]).is(0);
    assert_eq!(desk.read("draft.jsonl.tmp"), "mine");
    assert_eq!(std::fs::read_dir(desk.path("")).unwrap().count(), 2, "nothing is left over");
}

#[cfg(unix)]
#[test]
fn an_updated_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let desk = desk_with_draft();
    std::fs::set_permissions(desk.path("draft.jsonl"), std::fs::Permissions::from_mode(0o664)).unwrap();
    desk.run(&["scenario", "draft.jsonl", "--update"]).is(0);
    assert_eq!(std::fs::metadata(desk.path("draft.jsonl")).unwrap().permissions().mode() & 0o777, 0o664);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_its_target_is_updated() {
    let desk = desk_with_draft();
    std::fs::create_dir(desk.path("links")).unwrap();
    std::os::unix::fs::symlink("../draft.jsonl", desk.path("links/draft.jsonl")).unwrap();
    desk.run(&["scenario", "links/draft.jsonl", "--update"]).is(0);
    assert!(desk.path("links/draft.jsonl").is_symlink());
    desk.run(&["scenario", "draft.jsonl"]).is(0);
}

#[test]
fn a_read_only_file_is_not_rewritten_and_the_others_are() {
    let desk = desk_with_draft();
    desk.write("other.jsonl", desk.read("draft.jsonl"));
    let before = desk.read("draft.jsonl");
    let mut permissions = std::fs::metadata(desk.path("draft.jsonl")).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(desk.path("draft.jsonl"), permissions).unwrap();
    desk.run(&["scenario", "draft.jsonl", "other.jsonl", "--update"]).is(2).complains("READ_ONLY");
    assert_eq!(desk.read("draft.jsonl"), before);
    desk.run(&["scenario", "other.jsonl"]).is(0);
}

#[test]
fn standard_input_is_run_and_never_updated() {
    let desk = desk_with_draft();
    let draft = desk.read("draft.jsonl");
    desk.run_with(&["scenario", "-"], draft.clone()).is(1).says("expected 0");
    desk.run_with(&["scenario", "-", "--update"], draft).is(2).complains("standard input cannot be rewritten");
}

/// A scenario is a log: what `verify` would refuse does not pass, although all that happens in it is as expected.
#[test]
fn what_is_no_log_does_not_pass_until_it_is_updated() {
    let desk = Desk::new();
    desk.run(&["new", "nim", "--seed", "a", "--out", "log.jsonl"]).is(0);
    let action = desk.run(&["legal", "log.jsonl", "--seat", "first"]).is(0).stdout.lines().next().unwrap().to_owned();
    desk.run(&["act", "log.jsonl", "--seat", "first", &action]).is(0);
    desk.run(&["scenario", "log.jsonl"]).is(0);
    let log = desk.read("log.jsonl");
    let zeroes = format!("\"prev\":\"{}\"", "0".repeat(64));
    for (from, to, field) in [
        ("\"seq\":1", "\"seq\":\"one\"", "/seq"),
        ("\"seq\":1", "\"seq\":7", "/seq"),
        (&*zeroes, "\"prev\":\"ff\"", "/prev"),
        ("referee-log/1", "foo", "/format"),
        ("{\"seq\":1", "{\"colour\":\"red\",\"seq\":1", "/colour"),
        ("{\"seq\":1", "{ \"seq\":1", "line"),
    ] {
        assert!(log.contains(from), "{from} in {log}");
        desk.write("log.jsonl", log.replacen(from, to, 1));
        desk.run(&["scenario", "log.jsonl"]).is(1).says(field);
        desk.run(&["scenario", "log.jsonl", "--update"]).is(0);
        assert_eq!(desk.read("log.jsonl"), log, "as it was before {to}");
    }
}

/// What nobody would read is not left unread: a die that is misspelt would be another die.
#[test]
fn a_draft_says_nothing_that_is_not_read() {
    let desk = Desk::new();
    let action = "{\"seat\":\"first\",\"action\":{\"heap\":0,\"stones\":1}}";
    for (setup, act, path) in [
        ("\"chanse\":\"scripted\"", action.to_owned(), "/chanse"),
        ("\"chance\":\"scriptd\"", action.to_owned(), "/chance"),
        ("\"chance\":\"sealed\"", action.to_owned(), "/chance"),
        ("\"at\":0", action.replacen('{', "{\"dcie\":[6],", 1), "/dcie"),
    ] {
        desk.write("draft.jsonl", format!("{{\"game\":\"nim\",\"setup\":{{\"heaps\":[2]}},{setup}}}\n{act}\n"));
        desk.run(&["scenario", "draft.jsonl", "--update"]).is(2).says(path);
    }
    desk.write("draft.jsonl", format!("{{\"game\":\"nim\",\"setup\":{{\"heaps\":[2]}}}}\n{action}\n"));
    desk.run(&["scenario", "draft.jsonl"]).is(1).says("drafts: 2;");
    desk.run(&["scenario", "draft.jsonl", "--update"]).is(0).says("drafts completed: 2");
    desk.run(&["verify", "draft.jsonl"]).is(0);
}
