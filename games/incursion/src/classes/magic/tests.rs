//! What spells and items do, seen from outside: a hero and a goblin in an open room.

use super::numbers;
use crate::arena::{Arena, MIDDLE};
use crate::content::{Noun, Slot};
use crate::{Event, Flag, Happening, Id, Lasts, Mood, Verb, Whereabouts};
use referee_dispatch::{Place, Verdict};

/// An effect of one segment.
fn effect(name: &str, more: &str, segment: &str) -> String {
    format!("[{name}]\nabout = 'Magic.'\nlevel = 2\n{more}\nsegments = [{{ {segment} }}]\n")
}

fn arena(more: &str, segment: &str) -> Arena {
    Arena::of_effects(&effect("it", more, segment))
}

fn at(x: i32, y: i32) -> Place {
    Place::new(x, y)
}

// ---- casting ----

fn spell() -> Arena {
    arena(
        "mana = 4\nbase = 80\nflags = ['arcane']",
        "does = 'blast', area = 'bolt', harm = 'fire', power = { dice = 2, sides = 6 }",
    )
}

fn cast(arena: &mut Arena) -> Verdict {
    let (hero, goblin, it) = (arena.hero, arena.goblin, arena.res(Noun::Effect, "it"));
    arena.throw(Verb::CAST, Happening::new().actor(hero).target(goblin).effected(it))
}

#[test]
fn a_spell_costs_mana_and_time_and_harms() {
    let mut arena = spell();
    arena.die("casting", 80).die("power", 4);
    assert_eq!(cast(&mut arena), Verdict::Done);
    assert_eq!(arena.lost(arena.goblin), 8);
    let hero = arena.thing(arena.hero).creature().expect("a creature");
    assert_eq!((hero.mana, hero.ready), (16, 600 + 3_000 / 90), "int 10, level 2: 100 + 10 * (1 + 0 - 2)");
}

#[test]
fn a_spell_fails_above_its_rating() {
    let mut arena = spell();
    // 80 + 5 * ((10 - 11) / 2) + 2 * (4 - 2) = 84
    arena.die("casting", 84);
    cast(&mut arena);
    assert!(arena.lost(arena.goblin) > 0);
    arena.die("casting", 85);
    let before = arena.lost(arena.goblin);
    assert_eq!(cast(&mut arena), Verdict::Done);
    assert_eq!((arena.lost(arena.goblin), arena.heard("slips away")), (before, 1));
    assert_eq!(arena.thing(arena.hero).creature().map(|hero| hero.mana), Some(12), "mana is lost all the same");
}

#[test]
fn what_keeps_one_from_casting_is_named_the_first_reason_first_and_costs_nothing() {
    let mut arena = spell();
    let it = arena.res(Noun::Effect, "it");
    arena.creature(arena.hero, |hero| hero.mana = 3);
    let mut reasons = vec!["not enough mana"];
    for (status, why) in [("silenced", "No word"), ("nauseated", "bring your mind"), ("paralysed", "cannot move")] {
        let hero = arena.hero;
        assert_eq!(cast(&mut arena), Verdict::Abort);
        assert_eq!(arena.heard(reasons[reasons.len() - 1]), 1, "{:?}", arena.said);
        arena.afflict(hero, status, 0);
        reasons.push(why);
    }
    cast(&mut arena);
    assert_eq!(arena.heard("cannot move"), 1);
    arena.creature(arena.hero, |hero| hero.character.as_mut().expect("a mage").spells.retain(|spell| *spell != it));
    assert_eq!(cast(&mut arena), Verdict::Abort);
    assert_eq!(arena.heard("do not know"), 1);
    assert_eq!(arena.thing(arena.hero).creature().map(|hero| (hero.mana, hero.ready)), Some((3, 0)));
}

#[test]
fn no_spell_is_cast_in_an_area_of_silence() {
    let mut arena = Arena::of_effects(&format!(
        "{}{}",
        effect("it", "mana = 1\nbase = 100", "does = 'blast', area = 'bolt', power = { plus = 5 }"),
        effect("silence", "", "does = 'generic', area = 'field', radius = 2, field = ['silence']")
    ));
    arena.effect("silence", |happening| happening.at(MIDDLE));
    assert_eq!(cast(&mut arena), Verdict::Abort);
    assert_eq!(arena.heard("No word leaves your mouth"), 1);
}

#[test]
fn casting_beside_a_foe_gives_it_an_opportunity_unless_one_casts_with_care() {
    let beside = |check: u32, casting: u32| {
        let mut arena = spell();
        arena.place(Noun::Monster, "goblin", at(14, 15));
        arena.die("check", check).die("casting", casting).die("attack", 19);
        cast(&mut arena);
        (arena.lost(arena.hero), arena.heard("slips away"))
    };
    assert_eq!(beside(20, 84), (0, 0));
    assert_eq!(beside(1, 84 - 3 * 2), (2, 0), "a wound of two in a hundred takes six from the rating");
    assert_eq!(beside(1, 84 - 3 * 2 + 1), (2, 1));
}

#[test]
fn bending_a_spell_costs_half_as_much_again_for_each_way() {
    let mut arena = spell();
    arena.die("casting", 1).die("power", 1);
    let (hero, goblin, it) = (arena.hero, arena.goblin, arena.res(Noun::Effect, "it"));
    let bent = numbers::MAXIMIZE | numbers::EMPOWER;
    let cast = Happening::new().actor(hero).target(goblin).effected(it).with(|more| more.effect.metamagic = bent);
    arena.throw(Verb::CAST, cast);
    assert_eq!(arena.lost(goblin), 18, "twelve at most, and half as much again");
    assert_eq!(arena.thing(hero).creature().map(|hero| hero.mana), Some(12));
}

#[test]
fn what_a_goblin_is_born_with_it_invokes() {
    let mut arena = spell();
    let (hero, goblin, spark) = (arena.hero, arena.goblin, arena.res(Noun::Effect, "spark"));
    arena.throw(Verb::CAST, Happening::new().actor(goblin).target(hero).effected(spark));
    assert_eq!(arena.lost(hero), 3);
    let creature = arena.thing(goblin).creature().expect("a creature");
    assert_eq!((creature.mana, creature.ready), (8, 620));
}

#[test]
fn a_monster_does_not_cast_what_lasts_already() {
    let mut arena = arena("", "does = 'grant', status = 'armour', power = { plus = 4 }");
    let (goblin, it) = (arena.goblin, arena.res(Noun::Effect, "it"));
    arena.throw(Verb::EFFECT, Happening::new().actor(goblin).effected(it));
    assert_eq!(arena.statuses(goblin, "armour").len(), 1);
    assert_eq!(arena.throw(Verb::INVOKE, Happening::new().actor(goblin).effected(it)), Verdict::Abort);
}

// ---- numbers ----

#[test]
fn power_is_rolled_once_for_all_who_are_struck() {
    let mut arena = arena("", "does = 'blast', area = 'globe', radius = 6, power = { dice = 1, sides = 6 }, to = ['enemies']");
    let other = arena.place(Noun::Monster, "goblin", at(12, 15));
    arena.effect("it", |happening| happening.at(MIDDLE));
    assert_eq!(arena.rolled("power"), 1);
    assert_eq!((arena.lost(arena.goblin), arena.lost(other)), (3, 3));
}

#[test]
fn one_save_for_each_kind_of_save() {
    let segment = "{ does = 'inflict', save = 'will', status = 'afraid' }";
    let two = format!("[it]\nabout = 'Two.'\nlevel = 1\nsegments = [{segment}, {}]", segment.replace("afraid", "confused"));
    let mut arena = Arena::of_effects(&two);
    let goblin = arena.goblin;
    arena.die("save", 20);
    arena.effect("it", |happening| happening.target(goblin));
    assert_eq!((arena.rolled("save"), arena.heard("resists")), (1, 1));
    assert!(arena.thing(goblin).statuses.is_empty());
    arena.die("save", 1);
    arena.effect("it", |happening| happening.target(goblin));
    assert_eq!((arena.rolled("save"), arena.thing(goblin).statuses.len()), (1, 2));
}

#[test]
fn nobody_saves_against_oneself() {
    let mut arena = arena("", "does = 'inflict', save = 'will', status = 'afraid'");
    arena.effect("it", |happening| happening);
    assert_eq!((arena.rolled("save"), arena.statuses(arena.hero, "afraid").len()), (0, 1));
}

#[test]
fn durations_follow_the_level() {
    for (lasts, turns) in [("usual", 10 + 2 * 4), ("round", 2), ("long", 140), ("very-long", 1_400), ("short", 1 + 2)] {
        let mut arena = arena("mana = 1", &format!("does = 'grant', status = 'armour', lasts = '{lasts}'"));
        arena.effect("it", |happening| happening);
        let status = &arena.statuses(arena.hero, "armour")[0];
        assert_eq!(status.lasts, Lasts::Until(600 + 60 * turns), "{lasts}");
        assert_eq!(status.caster_level, 4);
    }
    for (lasts, wanted) in [("until-rest", Lasts::UntilRest), ("permanent", Lasts::Always)] {
        let mut arena = arena("", &format!("does = 'grant', status = 'armour', lasts = '{lasts}'"));
        arena.effect("it", |happening| happening);
        assert_eq!(arena.statuses(arena.hero, "armour")[0].lasts, wanted);
    }
}

#[test]
fn how_hard_it_is_to_resist_depends_on_where_it_comes_from() {
    // What it must reach is remembered by what waits.
    let cases = [
        ("mana = 1", Flag::Spell, 12), // 10 + level 2 + int 0
        ("mana = 1\nflags = ['hard']", Flag::Spell, 14),
        ("", Flag::Graze, 14),  // innate: 10 + rank 4 + cha 0
        ("", Flag::ByTrap, 12), // a trap: 10 + level
    ];
    for (more, flag, dc) in cases {
        let text = format!("{}on = {{ \"META(EVICTIM(HIT))\" = 'DONE' }}", effect("it", more, "does = 'override'"));
        let mut arena = Arena::of_effects(&text);
        arena.effect("it", |happening| happening.with(|more| more.flags.set(flag, true)));
        let waiting = arena.statuses(arena.hero, "waiting");
        assert_eq!((waiting.len(), waiting[0].value), (1, dc), "{more} {flag:?}");
    }
}

// ---- areas ----

fn blast(area: &str) -> Arena {
    arena("", &format!("does = 'blast', area = '{area}', power = {{ plus = 5 }}, radius = 3, lasts = 'instant'"))
}

#[test]
fn a_bolt_strikes_the_first_in_its_way_and_a_beam_all() {
    for (area, behind) in [("bolt", 0), ("beam", 5), ("ray", 5)] {
        let mut arena = blast(area);
        let second = arena.place(Noun::Monster, "goblin", at(20, 15));
        let beside = arena.place(Noun::Monster, "goblin", at(18, 16));
        arena.effect("it", |happening| happening.toward(2));
        assert_eq!([arena.goblin, second, beside].map(|who| arena.lost(who)), [5, behind, 0], "{area}");
    }
}

#[test]
fn a_wall_stops_a_bolt() {
    let mut arena = blast("bolt");
    let wall = arena.res(Noun::Terrain, "wall");
    arena.world.levels.get_mut(&1).expect("the level").terrain.set(at(17, 15), wall);
    arena.effect("it", |happening| happening.toward(2));
    assert_eq!((arena.lost(arena.goblin), arena.heard("Nothing happens")), (0, 1));
}

#[test]
fn a_ball_bursts_where_it_lands_and_walls_shelter() {
    let mut arena = blast("ball");
    let near = arena.place(Noun::Monster, "goblin", at(20, 15));
    let far = arena.place(Noun::Monster, "goblin", at(22, 15));
    let sheltered = arena.place(Noun::Monster, "goblin", at(18, 17));
    let wall = arena.res(Noun::Terrain, "wall");
    for x in 16..21 {
        arena.world.levels.get_mut(&1).expect("the level").terrain.set(at(x, 16), wall);
    }
    arena.effect("it", |happening| happening.at(at(25, 15)));
    assert_eq!([arena.goblin, near, far, sheltered].map(|who| arena.lost(who)), [5, 5, 0, 0], "it stops at the first in its way");
    assert_eq!(arena.lost(arena.hero), 5, "three squares away is not far enough");
}

#[test]
fn a_burst_spares_who_made_it() {
    let mut arena = blast("burst");
    arena.effect("it", |happening| happening);
    assert_eq!((arena.lost(arena.hero), arena.lost(arena.goblin)), (0, 5));
}

#[test]
fn a_breath_is_a_cone() {
    let mut arena = blast("breath");
    let behind = arena.place(Noun::Monster, "goblin", at(13, 15));
    let aside = arena.place(Noun::Monster, "goblin", at(16, 17));
    arena.effect("it", |happening| happening.toward(2));
    assert_eq!([arena.goblin, behind, aside].map(|who| arena.lost(who)), [5, 0, 0]);
}

#[test]
fn a_chain_leaps_to_the_nearest_foe_it_has_not_struck() {
    let mut arena = blast("chain");
    let second = arena.place(Noun::Monster, "goblin", at(20, 15));
    let friend = arena.place(Noun::Monster, "goblin", at(19, 15));
    arena.creature(friend, |creature| (creature.party, creature.mood) = (0, Mood::Friendly));
    let third = arena.place(Noun::Monster, "goblin", at(23, 15));
    let goblin = arena.goblin;
    arena.effect("it", |happening| happening.target(goblin));
    assert_eq!([goblin, second, third, friend].map(|who| arena.lost(who)), [5, 5, 5, 0], "level 4 leaps thrice");
}

#[test]
fn a_touch_needs_reach() {
    let mut arena = blast("touch");
    let beside = arena.place(Noun::Monster, "goblin", at(16, 16));
    let goblin = arena.goblin;
    arena.effect("it", |happening| happening.target(goblin));
    assert_eq!((arena.lost(goblin), arena.heard("waits in your hand")), (0, 1));
    arena.die("attack", 19).die("threat", 1);
    arena.effect("it", |happening| happening.target(beside));
    assert_eq!(arena.lost(beside), 5);
}

#[test]
fn a_target_must_be_near_and_nothing_between() {
    let reaches = |aim: &str, x: i32, walled: bool| {
        let mut arena = arena(aim, "does = 'inflict', status = 'slowed', range = 6");
        let foe = arena.place(Noun::Monster, "goblin", at(x, 20));
        arena.world.things.place(arena.hero, Whereabouts::On { depth: 1, place: at(10, 20) });
        if walled {
            let wall = arena.res(Noun::Terrain, "wall");
            (17..24).for_each(|y| arena.world.levels.get_mut(&1).expect("the level").terrain.set(at(12, y), wall));
        }
        arena.effect("it", |happening| happening.target(foe));
        arena.statuses(foe, "slowed").len() == 1 && arena.heard("out of reach") == 0
    };
    assert!(reaches("", 16, false) && !reaches("", 17, false) && !reaches("", 14, true));
    assert!(reaches("aim = 'touch'", 11, false) && !reaches("aim = 'touch'", 12, false));
}

#[test]
fn each_square_asks_dungeon_region_ground_effect_and_what_stands_there_in_this_order() {
    let text = effect("it", "", "does = 'generic', area = 'bolt'") + "on = { MAGIC_XY = { say = ['Effect.'] } }";
    let mut arena = Arena::of_effects(&text);
    let (shrine, runes, caves) =
        (arena.res(Noun::Region, "shrine"), arena.res(Noun::Terrain, "runes"), arena.res(Noun::Dungeon, "caves"));
    arena.world.dungeon = Some(caves);
    let level = arena.world.levels.get_mut(&1).expect("the level");
    level.regions.set(at(18, 15), shrine);
    level.terrain.set(at(18, 15), runes);
    arena.place(Noun::Feature, "tomb", at(18, 15));
    let goblin = arena.goblin;
    arena.effect("it", |happening| happening.target(goblin));
    assert_eq!(arena.said, ["Dungeon.", "Region.", "Ground.", "Effect.", "Feature."]);
}

// ---- strikes ----

#[test]
fn magic_resistance_must_be_exceeded_and_does_not_mind_what_is_mundane() {
    for (more, roll, harmed) in [("", 44, false), ("", 45, true), ("flags = ['mundane']", 1, true)] {
        let mut arena = arena(more, "does = 'drain', harm = 'fire', power = { plus = 5 }");
        let golem = arena.place(Noun::Monster, "golem", at(17, 17));
        arena.die("magic resistance", roll);
        arena.effect("it", |happening| happening.target(golem));
        assert_eq!(arena.lost(golem) > 0, harmed, "{roll} + 2 * 4 against 50 + 2 * 1");
        assert_eq!(arena.heard("runs off") > 0, !harmed);
    }
}

#[test]
fn what_is_of_the_mind_does_nothing_to_those_without_one() {
    let mut arena = arena("flags = ['mental']", "does = 'inflict', status = 'afraid'");
    let golem = arena.place(Noun::Monster, "golem", at(17, 17));
    arena.die("magic resistance", 100);
    arena.effect("it", |happening| happening.target(golem));
    assert!(arena.thing(golem).statuses.is_empty());
}

#[test]
fn who_is_immune_to_the_harm_is_immune_to_the_condition() {
    let mut arena = arena("", "does = 'inflict', status = 'paralysed'");
    let golem = arena.place(Noun::Monster, "golem", at(17, 17));
    arena.die("magic resistance", 100);
    arena.effect("it", |happening| happening.target(golem));
    assert!(arena.thing(golem).statuses.is_empty());
}

#[test]
fn it_is_for_whom_it_is_meant() {
    let cases = [
        ("['allies']", 1, 0),
        ("['enemies']", 0, 1),
        ("['others']", 0, 1),
        ("['caster']", 1, 0),
        ("['undead']", 0, 0),
        ("['living']", 1, 1),
    ];
    for (to, hero, goblin) in cases {
        let mut arena = arena("", &format!("does = 'grant', area = 'globe', radius = 5, status = 'armour', to = {to}"));
        arena.effect("it", |happening| happening);
        let has = |who| arena.statuses(who, "armour").len();
        assert_eq!((has(arena.hero), has(arena.goblin)), (hero, goblin), "{to}");
    }
}

#[test]
fn an_attack_must_hit_before_it_works() {
    for (roll, lost) in [(1, 0), (20, 5)] {
        let mut arena = arena("flags = ['attack']", "does = 'blast', harm = 'cold', power = { plus = 5 }");
        arena.die("attack", roll).die("threat", 1);
        let goblin = arena.goblin;
        let hero = arena.hero;
        let it = arena.res(Noun::Effect, "it");
        // A miss says nothing of its own here: whatever else happens, the wound counts.
        drop(arena.play(move |play| {
            play.throw(Verb::EFFECT, &mut Happening::new().actor(hero).target(goblin).effected(it));
        }));
        assert_eq!(arena.lost(goblin), lost);
    }
}

#[test]
fn who_saves_from_a_blast_takes_half_rounded_up_and_who_evades_nothing() {
    for (monster, save, lost) in [("goblin", 1, 5), ("goblin", 20, 3), ("rogue", 20, 0), ("rogue", 1, 5)] {
        let mut arena = arena("", "does = 'blast', harm = 'fire', save = 'ref', partial = true, power = { plus = 5 }");
        let foe = arena.place(Noun::Monster, monster, at(17, 17));
        arena.die("save", save);
        arena.effect("it", |happening| happening.target(foe));
        assert_eq!(arena.lost(foe), lost, "{monster} {save}");
    }
}

#[test]
fn the_text_of_a_hit_comes_once_for_each_target() {
    let segment = "{ does = 'blast', area = 'globe', radius = 4, power = { plus = 1 }, to = ['enemies'] }";
    let text = format!(
        "[it]\nabout = 'It.'\nlevel = 1\nsegments = [{segment}, {segment}]\non = {{ MAGIC_HIT = {{ say = ['You.', 'It burns.'] }} }}"
    );
    let mut arena = Arena::of_effects(&text);
    let other = arena.place(Noun::Monster, "goblin", at(17, 16));
    arena.effect("it", |happening| happening.at(MIDDLE));
    assert_eq!((arena.heard("It burns"), arena.lost(arena.goblin), arena.lost(other)), (2, 2, 2));
}

#[test]
fn a_peaceful_monster_that_is_ill_used_is_a_foe() {
    let mut arena = arena("", "does = 'inflict', status = 'slowed'");
    let goblin = arena.goblin;
    arena.creature(goblin, |creature| creature.mood = Mood::Neutral);
    arena.effect("it", |happening| happening.target(goblin));
    let creature = arena.thing(goblin).creature().expect("a creature");
    assert_eq!((creature.mood, creature.target), (Mood::Hostile, Some(arena.hero)));
}

// ---- archetypes ----

#[test]
fn nothing_comes_of_nothing() {
    let mut arena = arena("", "does = 'generic'");
    arena.effect("it", |happening| happening);
    assert_eq!(arena.heard("Nothing happens"), 1);
}

#[test]
fn an_override_waits_for_every_moment_its_effect_has_a_meta_handler_for() {
    let text = effect("it", "", "does = 'override', lasts = 'long'")
        + "on = { \"META(EVICTIM(HIT)), META(POST(WIELD))\" = 'DONE', MAGIC_HIT = { say = ['It settles.'] } }";
    let mut arena = Arena::of_effects(&text);
    arena.effect("it", |happening| happening);
    let mut codes: Vec<u16> = arena.statuses(arena.hero, "waiting").iter().map(|status| status.waits_for).collect();
    codes.sort_unstable();
    assert_eq!(codes, [10_000 + 1_000 + 13, 10_000 + 2_000 + 20]);
    arena.effect("it", |happening| happening);
    assert_eq!(arena.statuses(arena.hero, "waiting").len(), 2, "the same again lasts longer");
}

#[test]
fn changed_ground_knows_who_made_it_and_goes_when_its_time_is_over() {
    let text = effect("it", "", "does = 'terraform', area = 'globe', radius = 1, terrain = 'grease', lasts = 'round'")
        + "on = { ELAPSED = { say = ['It dries.'] } }";
    let mut arena = Arena::of_effects(&text);
    arena.effect("it", |happening| happening.at(at(18, 15)));
    let grease = arena.res(Noun::Terrain, "grease");
    let count =
        |arena: &Arena| arena.world.level().expect("the level").terrain.iter().filter(|(_, ground)| *ground == grease).count();
    let level = arena.world.level().expect("the level");
    assert_eq!((count(&arena), level.creator(at(18, 15))), (9, Some(arena.hero)));
    arena.world.time += 60;
    arena.play(crate::field::turn).expect("a turn");
    assert_eq!(count(&arena), 9);
    arena.world.time += 60;
    arena.play(crate::field::turn).expect("a turn");
    assert_eq!((count(&arena), arena.heard("It dries")), (0, 1));
    assert!(arena.world.level().expect("the level").made.is_empty());
}

#[test]
fn healing_stops_at_whole_and_cures() {
    let mut arena = arena("", "does = 'healing', power = { plus = 30 }, cures = ['poisoned', 'blind']");
    let hero = arena.hero;
    arena.world.things.change(hero, |hero| hero.hp = 80);
    arena.afflict(hero, "poisoned", 3);
    arena.effect("it", |happening| happening);
    assert_eq!((arena.thing(hero).hp, arena.statuses(hero, "poisoned").len()), (100, 0));
    arena.effect("it", |happening| happening);
    assert_eq!(arena.heard("Nothing happens"), 1);
}

#[test]
fn dispelling_ends_what_its_power_reaches() {
    let text = effect("ward", "", "does = 'grant', status = 'armour', power = { plus = 4 }")
        + &*effect("it", "", "does = 'dispel', power = { dice = 1, sides = 20, plus = 4 }");
    let mut arena = Arena::of_effects(&text);
    let goblin = arena.goblin;
    let ward =
        |arena: &mut Arena| arena.effect("ward", |happening| happening.target(goblin).with(|more| more.effect.caster_level = 5));
    ward(&mut arena);
    arena.die("power", 11);
    arena.effect("it", |happening| happening.target(goblin));
    assert_eq!(arena.statuses(goblin, "armour").len(), 1, "15 is less than 11 + 5");
    arena.die("power", 12);
    arena.effect("it", |happening| happening.target(goblin));
    assert!(arena.statuses(goblin, "armour").is_empty());
}

#[test]
fn who_is_called_follows_and_fades_with_its_time() {
    let text = effect("it", "", "does = 'summon', encounter = 'horde', power = { plus = 2 }, lasts = 'round'");
    let mut arena = Arena::of_effects(&text);
    let next = arena.world.things.next_id();
    arena.effect("it", |happening| happening);
    let called = arena.thing(next);
    assert_eq!(called.creature().map(|creature| (creature.party, creature.mood)), Some((0, Mood::Friendly)));
    assert_eq!(arena.statuses(next, "summoned")[0].object, Some(arena.hero));
    arena.world.time += 120;
    arena.play(move |play| crate::gain::elapse(play, next)).expect("a turn");
    assert!(arena.world.thing(next).is_none());
    assert_eq!(arena.heard("fades away"), 1);
}

#[test]
fn what_is_made_is_in_the_hand_and_goes_with_its_time() {
    let items = "[blade]\nabout = 'Fire.'\nglyph = '|'\ntint = 'red'\nkind = 'weapon'\nslot = 'hand'\nconjured = true";
    let text = effect("it", "", "does = 'creation', item = 'blade', lasts = 'round'");
    let mut arena = Arena::with(&[("effects.toml", &text), ("items.toml", items)]);
    let (hero, next) = (arena.hero, arena.world.things.next_id());
    arena.effect("it", |happening| happening);
    assert_eq!(arena.thing(next).at, Whereabouts::With { who: hero, slot: Slot::Hand });
    arena.world.time += 120;
    arena.play(move |play| crate::gain::elapse(play, next)).expect("a turn");
    assert!(arena.world.thing(next).is_none());
}

#[test]
fn travelling_ends_on_a_free_square_in_reach() {
    let mut arena = arena("", "does = 'travel', range = 6");
    arena.effect("it", |happening| happening.target(Id(0)).at(at(19, 15)));
    assert_eq!(arena.world.spot(arena.hero), Some(at(19, 15)));
    arena.effect("it", |happening| happening.target(Id(0)).at(at(18, 15)));
    let now = arena.world.spot(arena.hero).expect("somewhere");
    assert!(now != at(18, 15) && now != at(19, 15), "the goblin stands there: anywhere else");
}

#[test]
fn detecting_shows_what_is_behind_walls() {
    let mut arena = arena("", "does = 'detect', area = 'globe', radius = 10, to = ['living']");
    let wall = arena.res(Noun::Terrain, "wall");
    for y in 0..31 {
        arena.world.levels.get_mut(&1).expect("the level").terrain.set(at(17, y), wall);
    }
    arena.effect("it", |happening| happening);
    assert_eq!(arena.heard("You sense a goblin, 3 squares east."), 1, "{:?}", arena.said);
}

#[test]
fn another_body_lasts_as_long_as_its_condition() {
    let mut arena = arena("", "does = 'polymorph', status = 'changed', lasts = 'round'");
    let (goblin, golem) = (arena.goblin, arena.res(Noun::Monster, "golem"));
    let before = arena.thing(goblin).res;
    arena.effect("it", |happening| happening.target(goblin).with(|more| more.choice.result = Some(golem)));
    assert_eq!(arena.thing(goblin).res, golem);
    arena.world.time += 120;
    arena.play(move |play| crate::gain::elapse(play, goblin)).expect("a turn");
    assert_eq!(arena.thing(goblin).res, before);
}

#[test]
fn a_hit_without_a_strike_has_its_numbers_too() {
    let mut arena = arena("", "does = 'drain', harm = 'cold', power = { plus = 'L' }");
    let (hero, goblin, it) = (arena.hero, arena.goblin, arena.res(Noun::Effect, "it"));
    let hit = Happening::new().actor(hero).target(goblin).effected(it).with(|more| more.effect.caster_level = 12);
    arena.throw(Verb::MAGIC_HIT, hit);
    assert_eq!(arena.lost(goblin), 12);
}

// ---- items ----

const ITEMS: &str = "
[draught]\nabout = 'Wet.'\nglyph = '!'\ntint = 'red'\nkind = 'potion'\neffect = 'it'\nlooks = 'red potion'
[wand]\nabout = 'A stick.'\nglyph = '-'\ntint = 'red'\nkind = 'wand'\neffect = 'it'\ncharges = '2'
[ring]\nabout = 'Gold.'\nglyph = '='\ntint = 'yellow'\nkind = 'ring'\nslot = 'ring'\nenchantment = 'it'
[page]\nabout = 'Words.'\nglyph = '?'\ntint = 'white'\nkind = 'scroll'\neffect = 'it'
[horn]\nabout = 'Loud.'\nglyph = '('\ntint = 'white'\nkind = 'wonder'\neffect = 'it'
[venom]\nabout = 'Green.'\nglyph = '!'\ntint = 'green'\nkind = 'potion'\neffect = 'bane'
[knife]\nabout = 'Sharp.'\nglyph = '|'\ntint = 'grey'\nkind = 'weapon'
";

fn with_items(segment: &str) -> Arena {
    let effects = effect("it", "", segment)
        + &*effect("bane", "flags = ['poison']", "does = 'inflict', area = 'poison', status = 'poisoned'");
    Arena::with(&[("effects.toml", &effects), ("items.toml", ITEMS)])
}

fn by_item(arena: &mut Arena, verb: Verb, item: Id) -> Verdict {
    let hero = arena.hero;
    arena.throw(verb, Happening::new().actor(hero).item(item))
}

#[test]
fn a_potion_is_drunk_used_up_and_known() {
    let mut arena = with_items("does = 'grant', status = 'armour', power = { plus = 4 }");
    let draught = arena.give("draught", Slot::Pack);
    assert_eq!(by_item(&mut arena, Verb::DRINK, draught), Verdict::Done);
    assert_eq!((arena.statuses(arena.hero, "armour").len(), arena.world.thing(draught).is_none()), (1, true));
    assert!(arena.world.known.contains(&arena.res(Noun::Item, "draught")));
    assert_eq!(arena.heard("So this is a draught"), 1);
    let page = arena.give("page", Slot::Pack);
    assert_eq!(by_item(&mut arena, Verb::DRINK, page), Verdict::Abort);
}

#[test]
fn of_what_nothing_came_one_learns_nothing() {
    let mut arena = with_items("does = 'healing', power = { plus = 4 }");
    let draught = arena.give("draught", Slot::Pack);
    by_item(&mut arena, Verb::DRINK, draught);
    assert!(!arena.world.known.contains(&arena.res(Noun::Item, "draught")));
}

#[test]
fn a_wand_has_so_many_charges() {
    let mut arena = with_items("does = 'blast', area = 'bolt', power = { plus = 4 }");
    let wand = arena.give("wand", Slot::Pack);
    let (hero, goblin) = (arena.hero, arena.goblin);
    for lost in [4, 8, 8] {
        arena.throw(Verb::ZAP, Happening::new().actor(hero).item(wand).at(at(18, 15)));
        assert_eq!(arena.lost(goblin), lost);
    }
    assert_eq!(arena.heard("It is spent"), 1);
}

#[test]
fn a_ring_gives_while_it_is_worn() {
    let mut arena = with_items("does = 'grant', status = 'armour', power = { plus = 4 }");
    let ring = arena.give("ring", Slot::Pack);
    by_item(&mut arena, Verb::WIELD, ring);
    let given = arena.statuses(arena.hero, "armour");
    assert_eq!((given.len(), given[0].lasts, given[0].object), (1, Lasts::Always, Some(ring)));
    by_item(&mut arena, Verb::REMOVE, ring);
    assert!(arena.statuses(arena.hero, "armour").is_empty());
}

#[test]
fn two_rings_give_twice_and_each_takes_its_own() {
    let mut arena = with_items("does = 'grant', status = 'armour', power = { plus = 4 }");
    let (one, two) = (arena.give("ring", Slot::Pack), arena.give("ring", Slot::Pack));
    by_item(&mut arena, Verb::WIELD, one);
    by_item(&mut arena, Verb::WIELD, two);
    by_item(&mut arena, Verb::REMOVE, one);
    let left: Vec<_> = arena.statuses(arena.hero, "armour").iter().map(|status| status.object).collect();
    assert_eq!(left, [Some(two)]);
}

#[test]
fn a_ring_may_carry_an_area_with_it() {
    let mut arena = with_items(
        "does = 'inflict', area = 'mobile-field', radius = 4, status = 'morale', power = { plus = -1 }, field = ['modifier'], to = ['enemies']",
    );
    let (ring, goblin) = (arena.give("ring", Slot::Pack), arena.goblin);
    by_item(&mut arena, Verb::WIELD, ring);
    assert_eq!(arena.statuses(goblin, "morale").len(), 1);
    assert_eq!(arena.world.level().map(|level| level.fields[0].until), Some(None));
    by_item(&mut arena, Verb::REMOVE, ring);
    assert!(arena.statuses(goblin, "morale").is_empty());
    assert!(arena.world.level().is_some_and(|level| level.fields.is_empty()));
}

#[test]
fn words_are_neither_read_blind_nor_spoken_in_silence() {
    let mut arena = with_items("does = 'grant', status = 'armour'");
    let (page, horn) = (arena.give("page", Slot::Pack), arena.give("horn", Slot::Pack));
    assert_eq!(by_item(&mut arena, Verb::ACTIVATE, horn), Verdict::Done);
    arena.afflict(arena.hero, "silenced", 0);
    assert_eq!(by_item(&mut arena, Verb::ACTIVATE, horn), Verdict::Abort);
    assert_eq!(by_item(&mut arena, Verb::READ, page), Verdict::Abort);
    arena.afflict(arena.hero, "blind", 0);
    by_item(&mut arena, Verb::READ, page);
    assert_eq!(arena.heard("cannot see the words"), 1);
}

#[test]
fn poison_stays_on_a_blade() {
    let mut arena = with_items("does = 'generic'");
    let (knife, venom, hero) = (arena.give("knife", Slot::Hand), arena.give("venom", Slot::Pack), arena.hero);
    arena.throw(Verb::DIP, Happening::new().actor(hero).item(knife).item2(venom));
    assert_eq!(arena.thing(knife).item().and_then(|item| item.poison), Some(arena.res(Noun::Effect, "bane")));
    assert!(arena.world.thing(venom).is_none());
}

// ---- conditions ----

#[test]
fn poison_hurts_every_turn_and_stone_counts_down() {
    let mut arena = arena("", "does = 'generic'");
    let goblin = arena.goblin;
    arena.afflict(goblin, "poisoned", 3);
    arena.afflict(goblin, "petrifying", 2);
    arena.play(move |play| crate::gain::elapse(play, goblin)).expect("a turn");
    assert_eq!((arena.lost(goblin), arena.statuses(goblin, "petrifying")[0].magnitude), (3, 1));
    arena.play(move |play| crate::gain::elapse(play, goblin)).expect("a turn");
    assert!(arena.world.thing(goblin).is_none());
}

#[test]
fn the_end_of_an_effect_is_told_once_however_many_conditions_it_gave() {
    let text = "[it]\nabout = 'It.'\nlevel = 1\nsegments = [{ does = 'grant', status = 'armour', lasts = 'round' }, { does = 'override', lasts = 'round' }]
on = { REMOVED = { to = 'actor', say = ['It fades.'] }, \"META(MOVE), META(EVICTIM(HIT))\" = 'DONE' }";
    let mut arena = Arena::of_effects(text);
    arena.effect("it", |happening| happening);
    assert_eq!(arena.thing(arena.hero).statuses.len(), 3);
    arena.world.time += 120;
    let hero = arena.hero;
    arena.play(move |play| crate::gain::elapse(play, hero)).expect("a turn");
    assert_eq!((arena.thing(hero).statuses.len(), arena.heard("It fades")), (0, 1));
}

#[test]
fn a_rest_ends_what_lasts_until_then() {
    let mut arena = arena("", "does = 'grant', status = 'armour', lasts = 'until-rest'");
    let hero = arena.hero;
    arena.effect("it", |happening| happening);
    arena.play(move |play| crate::gain::rested(play, hero)).expect("a rest");
    assert!(arena.thing(hero).statuses.is_empty());
}

#[test]
fn every_event_folds_to_the_same_world() {
    let mut arena = spell();
    arena.die("casting", 1);
    let before = arena.world.clone();
    cast(&mut arena);
    let mut again = before;
    arena.events.iter().for_each(|event: &Event| referee::Rules::evolve(&arena.rules, &mut again, event));
    assert!(again == arena.world);
}

/// Every archetype in every area, however aimed: nothing is refused, nobody is anywhere he cannot be, and the events tell it all.
#[test]
fn whatever_an_effect_does_wherever_and_to_whomever_it_is_sound() {
    const DOES: [&str; 18] = [
        "blast",
        "grant",
        "inflict",
        "drain",
        "terraform",
        "travel",
        "illusion",
        "summon",
        "creation",
        "detect",
        "dispel",
        "healing",
        "override",
        "polymorph",
        "reveal",
        "construct",
        "generic",
        "vision",
    ];
    const AREAS: [&str; 15] = [
        "none",
        "bolt",
        "beam",
        "ball",
        "ray",
        "burst",
        "touch",
        "field",
        "barrier",
        "mobile-field",
        "globe",
        "breath",
        "poison",
        "disease",
        "chain",
    ];
    let mut text = String::new();
    for does in DOES {
        for area in AREAS {
            text += &effect(
                &format!("\"{does} {area}\""),
                "flags = ['illusory']",
                &format!(
                    "does = '{does}', area = '{area}', radius = 2, save = 'will', partial = true, harm = 'fire', status = 'morale', terrain = 'grease', \
                     encounter = 'horde', item = 'ring', cures = ['blind'], power = {{ plus = 3 }}, field = ['modifier', 'continual', 'illusory-terrain']"
                ),
            );
        }
    }
    text += &effect("it", "", "does = 'grant', status = 'armour'");
    text += &effect("bane", "", "does = 'generic'");
    let start = Arena::with(&[("effects.toml", &text), ("items.toml", ITEMS)]);
    let (hero, goblin) = (start.hero, start.goblin);
    let aims: [fn(Happening) -> Happening; 6] = [
        |it| it,
        |it| it.target(Id(1)),
        |it| it.at(Place::new(18, 15)).target(Id(1)),
        |it| it.at(Place::new(-5, 400)),
        |it| it.toward(5),
        |it| it.target(Id(77)).toward(200),
    ];
    for name in DOES.iter().flat_map(|does| AREAS.iter().map(move |area| format!("{does} {area}"))) {
        let mut arena = Arena { world: start.world.clone(), rules: start.rules.clone(), ..Arena::with(&[]) };
        arena.give("ring", Slot::Ring);
        for aim in aims {
            let before = arena.world.clone();
            let it = arena.res(Noun::Effect, &name);
            let happening = aim(Happening::new().actor(hero).effected(it));
            let play = arena.play(move |play| {
                play.throw(Verb::EFFECT, &mut happening.clone());
                crate::field::turn(play);
                crate::gain::elapse(play, goblin);
            });
            play.unwrap_or_else(|why| panic!("{name}: {why}"));
            let mut again = before;
            arena.events.iter().for_each(|event: &Event| referee::Rules::evolve(&arena.rules, &mut again, event));
            assert!(again == arena.world, "{name}");
            for thing in arena.world.creatures() {
                let at = arena.world.spot(thing.id).expect("on the level");
                let crowd = arena.world.on(at).filter(|other| other.kind.is_creature()).count();
                assert!((1..30).contains(&at.x) && (1..30).contains(&at.y), "{name}: {at:?}");
                assert!(crowd == 1 || name.contains("summon") || name.contains("construct"), "{name}");
                assert!(thing.hp <= thing.max_hp, "{name}");
            }
        }
    }
}

#[test]
fn what_works_every_turn_settles_and_comes_back_until_its_time_is_over() {
    let mut arena = Arena::of_effects(
        "[rot]\nabout = 'Slow.'\nlevel = 1\nflags = ['periodic']
segments = [{ does = 'drain', harm = 'untyped', save = 'fort', power = { plus = 4 }, lasts = 'round' }]",
    );
    let goblin = arena.goblin;
    let turn = |arena: &mut Arena| {
        arena.world.time += 60;
        arena.play(move |play| crate::gain::elapse(play, goblin)).expect("a turn");
        arena.lost(goblin)
    };
    arena.die("save", 20);
    arena.effect("rot", |it| it.target(goblin));
    assert!(arena.statuses(goblin, "waiting").is_empty(), "it was shaken off");
    arena.die("save", 1);
    arena.effect("rot", |it| it.target(goblin));
    assert_eq!((arena.lost(goblin), arena.statuses(goblin, "waiting").len()), (0, 1), "not at once");
    assert_eq!([turn(&mut arena), turn(&mut arena), turn(&mut arena)], [4, 8, 8], "two turns");
    assert!(arena.statuses(goblin, "waiting").is_empty());
}

#[test]
fn nobody_walks_into_a_barrier_but_who_made_it_and_who_is_within_walks_on() {
    let mut arena = Arena::of_effects(
        "[ward]\nabout = 'A wall of light.'\nlevel = 1\naim = 'place'
segments = [{ does = 'illusion', area = 'field', radius = 1, field = ['blocker'] }]",
    );
    let hero = arena.hero;
    arena.effect("ward", |it| it.at(Place::new(18, 12)));
    let [without, within] = [20, 19].map(|x| arena.place(Noun::Monster, "goblin", Place::new(x, 12)));
    let step = |arena: &mut Arena, who, way| {
        let before = arena.world.spot(who);
        arena.throw(Verb::MOVE, Happening::new().actor(who).toward(way));
        arena.world.spot(who) != before
    };
    assert!(!step(&mut arena, without, 5), "southwest of it the border begins");
    assert!(step(&mut arena, without, 0));
    assert!(step(&mut arena, within, 4) && step(&mut arena, within, 4), "from within nothing bars the way");
    assert!(step(&mut arena, hero, 1) && step(&mut arena, hero, 1), "its maker passes");
    assert_eq!(arena.world.spot(hero), Some(Place::new(17, 13)));
}

#[test]
fn a_mirror_throws_a_gaze_back() {
    const MONSTERS: &str =
        "[hag]\nabout = 'Eyes.'\nglyph = 'h'\ntint = 'red'\nsize = 'medium'\ncr = 1\nhd = 1\nhit = 0\ndef = 10\nmove = 100
speed = 100\nattributes = [10, 10, 10, 10, 10, 10]\nattacks = [{ blow = 'gaze', dice = '1d1+6', harm = 'psychic', dc = 15 }]";
    const STATUSES: &str = "[mirrored]\nabout = 'Shines.'\nflags = ['reflects-gaze']";
    for (status, lost) in [(None, (7, 0)), (Some("blind"), (0, 0)), (Some("mirrored"), (0, 7))] {
        let mut arena = Arena::with(&[("monsters-more.toml", MONSTERS), ("statuses-more.toml", STATUSES)]);
        let (hero, hag) = (arena.hero, arena.place(Noun::Monster, "hag", Place::new(16, 15)));
        status.into_iter().for_each(|status| arena.afflict(hero, status, 0));
        arena.throw(Verb::NATTACK, Happening::new().actor(hag).target(hero));
        assert_eq!((arena.lost(hero), arena.lost(hag)), lost, "{status:?}");
    }
}
