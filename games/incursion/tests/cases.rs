//! Recorded cases of the dispatch and of attacks: those beside this file, and all in the folder that `REFEREE_VECTORS` names.
#![allow(clippy::disallowed_methods)] // reads from the environment where more cases are

#[path = "../examples/cases/attack.rs"]
mod attack;
#[path = "../examples/cases/dispatch.rs"]
mod dispatch;
#[path = "../examples/cases/run.rs"]
mod run;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folders = [Some(PathBuf::from("tests/vectors")), std::env::var("REFEREE_VECTORS").ok().map(PathBuf::from)];
    let is_case = |path: &Path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("incursion-"))
            && path.extension().is_some_and(|it| it == "json")
    };
    let list = |folder: PathBuf| fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let all = folders.into_iter().flatten().flat_map(list).filter_map(|entry| Some(entry.ok()?.path()));
    all.filter(|path| is_case(path)).collect()
}

#[test]
fn every_recorded_case_comes_out_as_it_should() {
    let mut count = 0;
    for file in files() {
        let text = fs::read_to_string(&file).expect("a file that was listed");
        let json: Value = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        for (case, mut found) in run::run(&json) {
            let wanted = case.get("expect_referee").unwrap_or(&case["expect"]);
            found.as_object_mut().map(|found| found.remove("id"));
            assert_eq!(&found, wanted, "{}: case {}: {}", file.display(), case["id"], case["title"]);
            count += 1;
        }
    }
    assert!(count >= 108, "only {count} cases were found");
}
