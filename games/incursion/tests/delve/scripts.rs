//! How scripts take part in the making of levels.

use super::{rules_with, setup};
use referee::Game;
use referee_incursion::content::Noun;
use referee_incursion::{Incursion, Kind, World};

/// A dungeon like the caves with a special room and handlers.
fn dungeon(special: &str, on: &str) -> String {
    let like = "about = 'Odd.'\ndepth = 2\nsize = [70, 36]\nrooms = [12, 9]\nturns = 20\ncr = 1\nsteps = 100\nwandering = 0\nrock = 'rock'\nedge = 'edge'\n\
        corridor = 'passage'\ndoors = ['door']\nstairs = ['down', 'up']\ngoal = 'king'\n";
    format!("[odd]\n{like}specials = [{special}]\n[odd.on]\n{on}\n")
}

fn odd(regions: &str, special: &str, on: &str, seed: &str) -> Game<Incursion> {
    let dungeons = dungeon(special, on);
    let rules = rules_with(&[("regions-odd.toml", regions), ("dungeons-odd.toml", &dungeons)]);
    Game::start(rules, setup(seed, "odd")).unwrap_or_else(|why| panic!("{why}"))
}

fn region(game: &Game<Incursion>, name: &str) -> Vec<referee_dispatch::Place> {
    let res = game.rules().pack().find(Noun::Region, name).expect("a region");
    let level = game.state().level().expect("a level");
    let open = |at: &referee_dispatch::Place| {
        let terrain = level.terrain.get(*at).and_then(|it| game.rules().pack().terrain(it));
        terrain.is_some_and(|terrain| !terrain.is(referee_incursion::content::TerrainFlag::Solid))
    };
    level.regions.iter().filter(|(_, region)| *region == res).map(|(at, _)| at).filter(open).collect()
}

fn notes(world: &World, key: &str) -> i32 {
    world.notes.values().filter_map(|notes| notes.get(key)).sum()
}

#[test]
fn a_region_that_says_no_is_drawn_anew_until_it_agrees() {
    let shy = "[shy]\nabout = 'Shy.'\nkind = 'special'\nfloor = 'floor'\nwalls = 'rock'\nshapes = ['square']\n[shy.on]\n\"PRE(BIRTH)\" = \
        'if memo(\"tries\") < 3 { set_memo(\"tries\", memo(\"tries\") + 1); ABORT } else { NOTHING }'\n";
    let game = odd(shy, "{ region = 'shy', on = [1] }", "", "shy");
    assert_eq!(notes(game.state(), "tries"), 3);
    assert!(!region(&game, "shy").is_empty());
}

#[test]
fn a_region_that_is_done_furnishes_itself() {
    let done = "[done]\nabout = 'Done.'\nkind = 'special'\nfloor = 'floor'\nwalls = 'rock'\nshapes = ['square']\n\
        furniture = [{ feature = 'altar' }]\nencounters = [{ encounter = 'mob', weight = 1 }]\n[done.on]\n\"PRE(BIRTH)\" = 'DONE'\n\
        \"BIRTH\" = 'place(\"item\", \"gem\", e.x, e.y); NOTHING'\n";
    let game = odd(done, "{ region = 'done', on = [1] }", "", "done");
    let things: Vec<_> = region(&game, "done").into_iter().flat_map(|at| game.state().on(at)).collect();
    assert!(things.iter().all(|thing| thing.kind != Kind::Feature && thing.kind != Kind::Monster));
    assert!(things.iter().any(|thing| thing.kind == Kind::Gem));
}

#[test]
fn a_dungeon_that_forbids_its_right_half_has_rooms_on_the_left_only() {
    let game = odd("", "", "\"PRE(GEN_PANEL)\" = 'if e.panel_x >= 35 { ABORT } else { NOTHING }'", "left");
    let level = game.state().level().expect("a level");
    let open =
        level.terrain.places().filter(|&at| !super::terrain_is(game.state(), at, referee_incursion::content::TerrainFlag::Solid));
    assert!(open.into_iter().all(|at| at.x < 35 + 15));
    assert!(level.up.x < 50 && level.down.x < 50);
}

#[test]
fn a_dungeon_hears_every_stage_of_its_making() {
    let count = |key: &str| format!("'set_memo(\"{key}\", memo(\"{key}\") + 1); NOTHING'");
    let on = [
        ("PRE(GEN_DUNGEON)", "dungeons"),
        ("POST(GEN_LEVEL)", "levels"),
        ("GEN_PANEL", "panels"),
        ("POST(GEN_ROOM)", "rooms"),
        ("ENGEN", "encounters"),
        ("PRE(ENGEN_PART)", "parts"),
        ("POST(ENCHOOSE_MID)", "choices"),
        ("ENSELECT_TEMPS", "templates"),
        ("POST(ENBUILD_MON)", "members"),
        ("ENGEN_ALIGN", "sides"),
    ];
    let handlers: String = on.iter().map(|(moment, key)| format!("\"{moment}\" = {}\n", count(key))).collect();
    let game = odd("", "", &handlers, "stages");
    let heard = |key: &str| notes(game.state(), key);
    assert_eq!((heard("dungeons"), heard("levels")), (1, 1));
    assert!(heard("panels") >= heard("rooms") && heard("rooms") > 1);
    assert!(heard("encounters") > 0 && heard("parts") >= heard("encounters"));
    let monsters = game.state().creatures().filter(|thing| thing.kind == Kind::Monster).count() as i32;
    assert_eq!((heard("members"), heard("sides")), (monsters, monsters));
    assert_eq!(heard("templates"), monsters);
    assert!((1..=monsters).contains(&heard("choices")), "all of one kind are chosen once");
}

#[test]
fn a_level_that_cannot_be_made_is_no_game() {
    let dungeons = dungeon("", "\"PRE(GEN_LEVEL)\" = 'ABORT'");
    let rules = rules_with(&[("dungeons-odd.toml", &dungeons)]);
    let why = Game::start(rules, setup("none", "odd")).err().map(|why| why.to_string()).unwrap_or_default();
    assert!(why.contains("no level of the dungeon can be made"), "{why}");
}
