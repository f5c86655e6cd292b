//! The list of lessons is complete, and each can be learned: its own way leads to its end.

use referee::Scripted;
use referee_host::{Lesson, Registry, Table};
use referee_registry::games;
use std::collections::BTreeSet;
use std::path::Path;

/// The scenario files below a folder, by content.
fn scenarios(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            scenarios(&entry, found);
        } else if entry.extension().is_some_and(|extension| extension == "jsonl") {
            found.push((entry.display().to_string(), std::fs::read_to_string(&entry).unwrap()));
        }
    }
}

#[test]
fn every_scenario_of_every_game_is_a_listed_lesson() {
    let registry = games();
    let listed: BTreeSet<&str> = registry.titles().flat_map(|title| title.lessons()).map(|(_, text)| *text).collect();
    let mut files = Vec::new();
    for game in std::fs::read_dir("../../games").unwrap().map(|game| game.unwrap().path().join("scenarios")) {
        if game.is_dir() {
            scenarios(&game, &mut files);
        }
    }
    assert!(files.len() > 80, "{} files", files.len());
    for (name, text) in &files {
        assert!(listed.contains(text.as_str()), "{name} is no lesson of its game: which one does it say?");
    }
    assert_eq!(registry.titles().map(|title| title.lessons().len()).sum::<usize>(), files.len(), "each is listed once");
}

/// Plays the way of the lesson.
fn played(registry: &Registry, lesson: &Lesson) -> Box<dyn Table> {
    let mut table = lesson.start(registry).unwrap();
    for planned in lesson.planned() {
        let mut dice = planned.dice.clone().map(Scripted::new);
        let seat = table.whose(planned.seat.as_deref(), &planned.action).unwrap();
        table.act(seat, planned.at.unwrap_or(table.at()), &planned.action, dice.as_mut());
    }
    table
}

#[test]
fn each_lesson_has_a_title_and_its_own_way_leads_to_its_end() {
    let registry = games();
    for title in registry.titles() {
        for (name, text) in title.lessons() {
            let lesson = Lesson::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(lesson.game(), title.card().name, "{name}");
            assert!(!lesson.title().is_empty() && lesson.title().len() < 160, "{name}: {}", lesson.title());
            let table = played(&registry, &lesson);
            assert_eq!(lesson.unmet(&registry, table).unwrap(), [], "{} {name}", lesson.game());
        }
    }
}

/// Lessons that another first action does as well: some because it comes to the same (a step into an enemy is a blow), some because they expect
/// little. A new lesson should expect what only its own way, or one as good, leads to.
const LOOSE: [&str; 15] = [
    "02-mountains-close",
    "05-a-death-costs-a-turn",
    "07-bash-against-a-wall",
    "09-dice-from-the-table",
    "10-bash-all-around",
    "23-basic-attack",
    "24-out-of-reach-costs-nothing",
    "25-step-into-an-enemy",
    "42-frontal-shield",
    "49-death-ends-the-run",
    "5-from-afar", // whoever shoots without coming nearer may hit as well
    "51-nobody-loses-a-turn",
    "6-a-spell", // and so may whoever casts from there
    "example-1-successful-attack",
    "example-2-blocked-cell",
];

#[test]
fn no_other_lesson_is_done_by_another_first_action() {
    let registry = games();
    let mut loose = BTreeSet::new();
    for (name, text) in registry.titles().flat_map(|title| title.lessons()) {
        let lesson = Lesson::parse(text).unwrap();
        let Some(first) = lesson.planned().first() else { continue };
        let mut begun = lesson.start(&registry).unwrap();
        let at = first.at.unwrap_or(begun.at());
        let Some(&seat) = begun.waiting_for(at).first() else { continue };
        let legal = begun.legal(seat, at);
        let done = |action: &String| {
            let mut table = begun.rewound(0).unwrap();
            table.act(seat, at, action, None);
            lesson.unmet(&registry, table).unwrap().is_empty()
        };
        if legal.iter().filter(|action| !first.is(action)).take(20).any(done) {
            loose.insert(*name);
        }
    }
    assert_eq!(loose, LOOSE.into());
}
