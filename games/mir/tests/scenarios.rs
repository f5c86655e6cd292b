//! Every scenario of MIR holds: the files in `scenarios/`, and every `mir-scenario-*.jsonl` in the folder that `REFEREE_VECTORS` names. And every
//! fight in `setups/` can be begun.
//!
//! To write one, put a draft into `scenarios/` (`{"game":"mir","setup":{..}}`, then `{"action":{..}}` lines, prose after `#`, expectations after
//! `#!`) and run `REFEREE_UPDATE=1 cargo test -p referee-mir --test all scenarios`: every file is rewritten as it would have to be, drafts completed
//! and expectations corrected. Read the difference before you keep it. The seat may be left out: an action names who acts.

use referee_host::{Scenario, Title};
use referee_laws::{Registry, scenario_files, scenarios, vectors};
use std::path::Path;

fn games() -> Registry {
    Registry::new().with(referee_mir::title::<1>()).with(referee_mir::title::<0>())
}

#[test]
fn every_scenario_holds() {
    scenarios(&games(), "scenarios");
}

#[test]
fn every_recorded_case_holds() {
    scenario_files(&games(), &vectors("mir-scenario"));
}

#[test]
fn every_setup_can_be_begun() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("setups");
    let files: Vec<_> =
        std::fs::read_dir(folder).expect("the folder of setups").map(|entry| entry.expect("a file").path()).collect();
    let card = referee_mir::title::<1>().card();
    assert_eq!(files.len(), card.setups.len(), "every file is a setup with a name");
    for file in files {
        let name = file.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8").to_owned();
        let text = std::fs::read_to_string(&file).expect("a setup");
        let document: serde_json::Value = serde_json::from_str(&text).expect("a setup in JSON");
        let id = document["meta"]["id"].as_str().expect("a setup with an id");
        assert_eq!(name, format!("{id}.scenario.json"));
        let named = card.setups.iter().find(|setup| setup.name == id).expect("a setup with this name");
        assert_eq!((Some(named.title), named.json), (document["meta"]["name"].as_str(), &*text));
        assert!(named.about.ends_with('.') && named.about.matches(". ").count() == 0, "{name} is told in one sentence");
        for game in ["mir", "mir-original"] {
            let games = games();
            let title = games.title(game).expect("a title");
            let begun = |setup: &str| title.start(Some(setup), None, 0, None).unwrap_or_else(|error| panic!("{name}: {error}"));
            let table = begun(&text);
            assert!(!table.over(0), "{name} is over before it begins");
            assert_eq!(table.text().unwrap(), begun(&format!("\"{id}\"")).text().unwrap(), "a name stands for its setup");
        }
    }
}

#[test]
fn an_unknown_name_is_told_which_there_are() {
    let error = referee_mir::title::<1>().start(Some("\"dusk-duel\""), None, 0, None).err().expect("an error");
    assert_eq!((error.code, &*error.message), ("NO_SUCH_SETUP", "mir has no setup called \"dusk-duel\""));
    assert!(error.expected.as_deref().is_some_and(|known| known.contains("dawn-duel")));
}

#[test]
fn a_scenario_keeps_setup_and_action_in_their_own_words() {
    let setup = include_str!("../setups/dawn-duel.scenario.json").replace('\n', "");
    let action = r#"{"type":"ATTACK","targetId":"npc-krell","attackerId":"pc-ilse"}"#;
    let draft = format!("{{\"game\":\"mir\",\"setup\":{setup}}}\n{{\"action\":{action}}}\n");
    let (_, complete) = Scenario::parse(&draft).and_then(|draft| draft.run(&games())).expect("a scenario");
    assert!(complete.contains(r#""setup":{"meta":{"id":"dawn-duel","name":"#), "{complete}");
    assert!(complete.contains(&format!("\"action\":{action}")), "{complete}");
}
