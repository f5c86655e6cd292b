//! Scenarios: drafts completed, expectations checked, and the file a log all the while.

use crate::common;

use common::{games, play, reseal, take_one};
use referee_host::{Scenario, verify};

/// What is not as expected, as `line field`, and the scenario as it would have to be.
fn run(text: &str) -> (Vec<String>, String) {
    let (failures, updated) = Scenario::parse(text).unwrap().run(&games()).unwrap();
    (failures.iter().map(|failure| format!("{} {}", failure.line, failure.field)).collect(), updated)
}

/// A draft, completed: it holds then, stays as it is, and verifies as a log.
fn completed(draft: &str) -> String {
    let (_, text) = run(draft);
    assert_eq!(run(&text), (Vec::new(), text.clone()));
    verify(&games(), text.as_bytes(), &mut |_| {}).unwrap();
    text
}

#[test]
fn a_draft_is_completed_and_is_a_log_then() {
    let text = completed(concat!(
        "# Three stones.\n\n",
        "{\"game\":\"nim\",\"setup\":{\"heaps\":[3]}}\n",
        "#! {\"legal\":3,\"seat\":\"first\"}\n",
        "{\"seat\":\"first\",\"at\":5,\"action\":{\"heap\":0,\"stones\":3}}\n",
        "#! {\"over\":true}\n",
    ));
    assert!(text.starts_with("# Three stones.\n#\n{\"format\":"), "an empty line is prose: {text}");
    assert_eq!(text.lines().count(), 6);
}

#[test]
fn a_refused_draft_becomes_an_expectation_with_its_time() {
    let text = completed(concat!(
        "{\"game\":\"nim\",\"setup\":{\"heaps\":[3]}}\n",
        "{\"seat\":\"second\",\"at\":9,\"action\":{\"heap\":0,\"stones\":3}}\n",
    ));
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("#! ") && last.contains("\"NOT_YOUR_TURN\"") && last.contains("\"at\":9"), "{last}");
}

#[test]
fn wrong_expectations_are_named_by_line_and_corrected() {
    let draft = concat!(
        "{\"game\":\"nim\",\"setup\":{\"heaps\":[3]}}\n",
        "#! {\"legal\":4,\"seat\":\"first\"}\n",
        "#! {\"over\":true}\n",
        "#! {\"view\":{\"heaps\":[4]}}\n",
        "#! {\"seat\":\"first\",\"action\":{\"heap\":0,\"stones\":3},\"refused\":\"NO_SUCH_HEAP\"}\n",
        "#! {\"scores\":{\"first\":-1}}\n",
    );
    assert_eq!(run(draft).0, ["1 id", "2 legal", "3 over", "4 /view/heaps/0", "5 refused", "6 scores/first"]);
    completed(draft);
}

#[test]
fn dice_are_handed_in_and_must_be_used_up() {
    completed("{\"game\":\"nim\",\"setup\":{},\"dice\":[3,4,5]}\n{\"seat\":\"first\",\"action\":{\"heap\":0,\"stones\":3}}\n");
    let (failures, _) = run("{\"game\":\"nim\",\"setup\":{\"heaps\":[3]},\"dice\":[3]}\n");
    assert_eq!(failures, ["1 /dice", "1 id"]);
}

#[test]
fn a_scenario_of_another_engine_holds() {
    let mut table = common::table(&[4, 4], "", None);
    play(&mut *table, "a");
    let text = table.text().unwrap();
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    lines[0] = lines[0].replacen("\"engine\":\"", "\"engine\":\"9", 1);
    reseal(&mut lines, 0);
    let other = lines.concat();
    assert_ne!(other, text);
    verify(&games(), other.as_bytes(), &mut |_| {}).unwrap();
    assert_eq!(run(&other), (Vec::new(), text), "it holds, and is rewritten as ours");
}

#[test]
fn an_expectation_that_cannot_fail_is_refused() {
    let setup = r#"{"game":"nim","setup":{"heaps":[2]}}"#;
    for expectation in ["{}", r#"{"view":5}"#, r#"{"refused":"X"}"#, r#"{"seat":"first"}"#, r#"{"scores":{"nobody":1}}"#] {
        let text = format!("{setup}\n#! {expectation}\n");
        let ran = Scenario::parse(&text).and_then(|scenario| scenario.run(&games()));
        assert_eq!(ran.map(|_| ()).unwrap_err().place.line, Some(2), "{expectation}");
    }
    let (failures, _) = run(&format!("{setup}\n#! {{\"view\":{{\"winnr\":null}}}}\n"));
    assert!(failures.iter().any(|failure| failure.contains("winnr")), "{failures:?}");
}

#[test]
fn a_branched_log_is_a_scenario_too() {
    let mut table = common::table(&[3, 4], "", None);
    let mut text = table.text().unwrap() + &take_one(&mut *table);
    text.push_str(&table.branch("what if").unwrap());
    text.push_str(&take_one(&mut *table));
    assert_eq!(run(&text), (Vec::new(), text.clone()));
}

/// A match that was resigned is a scenario, complete or as a draft; a word that cannot be said is named with its line.
#[test]
fn a_resigned_log_is_a_scenario_too() {
    let text = completed(concat!(
        "{\"game\":\"nim\",\"setup\":{\"heaps\":[3]}}\n",
        "{\"seat\":\"first\",\"match\":\"offer\"}\n",
        "{\"seat\":\"first\",\"action\":{\"heap\":0,\"stones\":1}}\n",
        "{\"seat\":\"second\",\"match\":\"resign\",\"at\":7}\n",
        "#! {\"over\":true}\n",
    ));
    assert!(text.contains(r#""match":"resign","seat":"second","at":7,"#), "{text}");
    let wrong = "{\"game\":\"nim\",\"setup\":{\"heaps\":[3]}}\n{\"seat\":\"first\",\"match\":\"accept\"}\n";
    let error = Scenario::parse(wrong).unwrap().run(&games()).unwrap_err();
    assert_eq!((error.code, error.place.line), ("NO_OFFER", Some(2)));
}
