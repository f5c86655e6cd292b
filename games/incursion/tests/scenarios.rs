//! Every scenario holds, is what its script in `scenarios/scenes.toml` says, and together they exercise the whole pack.
//!
//! After a change of the rules: `REFEREE_UPDATE=1 cargo test -p referee-incursion --test all scenarios` plays all scripts and writes their logs
//! anew. Read the difference before you keep it. `SCENES=name` plays those with the name in their name, and tells everything.
#![allow(clippy::disallowed_methods)] // faces the world: what it is asked to do

use crate::scenes::{Cover, Scene, Staged, scenes};
use referee_incursion::Incursion;
use referee_laws::{Hosted, Registry, scenarios};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The mechanisms of the content, each with a scenario named after it.
const MECHANISMS: [&str; 16] = [
    "step-1-region",
    "step-2-terrain",
    "step-3-illusion",
    "step-4-dungeon",
    "step-5-field-and-effect",
    "steps-6-and-7-gods",
    "step-8-map",
    "step-9-waiting",
    "step-9-objects",
    "pre-and-post",
    "quiet-and-messages",
    "error",
    "rethrow",
    "redirect",
    "act-of-god",
    "direct",
];

/// Where logs are kept; what is played with another pack is no lesson of the game.
const FOLDERS: [&str; 2] = ["scenarios", "tests/scenes/other-packs"];

fn folder(scene: &Scene) -> &'static Path {
    Path::new(FOLDERS[usize::from(!scene.pack.is_empty())])
}

/// All scenes, each with the file of its log.
fn files() -> Vec<(Scene, PathBuf)> {
    let number = |(nth, scene): (usize, Scene)| {
        let file = folder(&scene).join(format!("{:02}-{}.jsonl", nth + 1, scene.name));
        (scene, file)
    };
    let wanted = std::env::var("SCENES").unwrap_or_default();
    scenes().into_iter().enumerate().map(number).filter(|(scene, _)| scene.name.contains(&wanted)).collect()
}

/// The scenarios that are there.
fn there() -> BTreeSet<PathBuf> {
    let of = |folder| fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    FOLDERS.into_iter().flat_map(of).filter(|path| path.extension().is_some_and(|it| it == "jsonl")).collect()
}

fn write(file: &Path, log: &str) {
    fs::create_dir_all(file.parent().unwrap_or(Path::new(".")))
        .and_then(|()| fs::write(file, log))
        .unwrap_or_else(|why| panic!("{}: {why}", file.display()));
}

#[test]
fn every_scene_is_played_as_it_is_written() {
    let update = std::env::var("REFEREE_UPDATE").is_ok_and(|value| value == "1");
    let (mut cover, mut wrong, mut stale) = (Cover::default(), Vec::new(), there());
    for (scene, file) in files() {
        let Staged { log, wrong: found, cover: seen } = scene.staged();
        stale.remove(&file);
        let is_sound = found.is_empty();
        wrong.extend(found);
        if scene.pack.is_empty() {
            cover.add(seen);
        }
        let kept = fs::read_to_string(&file).unwrap_or_default();
        if update && is_sound && kept != log {
            write(&file, &log);
        } else if is_sound && kept != log {
            wrong.push(format!("{} is not what its script says: REFEREE_UPDATE=1 writes it anew", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    if std::env::var("SCENES").is_err() {
        if update {
            stale.iter().for_each(|file| _ = fs::remove_file(file));
        }
        assert!(update || stale.is_empty(), "no script is called so: {stale:?}");
        let missing = cover.missing(&Incursion::default());
        assert!(missing.is_empty(), "{} definitions or handlers are in no scenario:\n{}", missing.len(), missing.join("\n"));
    }
}

#[test]
fn every_scenario_holds() {
    let registry = Registry::new().with(Hosted::new(Incursion::default()));
    scenarios(&registry, "scenarios");
    scenarios(&registry, "scenarios/lessons"); // written by hand: they are about the game, not about a mechanism
}

#[test]
fn every_scenario_with_another_pack_holds() {
    for (scene, file) in files().into_iter().filter(|(scene, _)| !scene.pack.is_empty()) {
        referee_laws::scenario_files(&Registry::new().with(Hosted::new(scene.rules())), &[file]);
    }
}

#[test]
fn every_mechanism_has_a_scenario_named_after_it() {
    let names: Vec<String> = scenes().into_iter().map(|scene| scene.name).collect();
    let unnamed: Vec<&str> = MECHANISMS.into_iter().filter(|it| !names.iter().any(|name| name.starts_with(it))).collect();
    assert!(unnamed.is_empty(), "no scenario is named after {unnamed:?}");
}

/// The events that are asked of one definition directly, without a course.
const DIRECT: [&str; 7] = ["ISTARGET", "MAGIC_XY", "MISSILE", "ITERRAIN", "CALC_EFFECT", "MON_CONSIDER", "BIRTH"];

#[test]
fn every_direct_event_is_answered_in_a_scene() {
    let ran: Vec<String> = scenes().into_iter().flat_map(|scene| scene.steps).flat_map(|step| step.ran).collect();
    let answers =
        |verb: &str| ran.iter().any(|line| line.split_once(": ").is_some_and(|(_, rest)| rest.split(' ').next() == Some(verb)));
    let unanswered: Vec<&str> = DIRECT.into_iter().filter(|verb| !answers(verb)).collect();
    assert!(unanswered.is_empty(), "no scene says that these ran: {unanswered:?}");
}

#[test]
fn what_no_scene_exercises_is_listed() {
    let missing = Cover::default().missing(&Incursion::default());
    for wanted in ["monster `goblin`: nothing happens with it", "item `flame blade`: PRE(EV_DROP) never answers"] {
        assert!(missing.iter().any(|it| it == wanted), "{wanted}");
    }
}
