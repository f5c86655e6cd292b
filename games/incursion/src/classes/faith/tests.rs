//! Gods at work.

use super::anger::{ANATHEMA, FORSAKEN};
use super::favour::favour_with;
use super::*;
use crate::arena::{Arena, MIDDLE};
use crate::content::{Noun, Side, Slot};
use proptest::prelude::*;
use referee_dispatch::Place;

const EFFECTS: &str = "
[mend]\nabout = 'Heals.'\nlevel = 1\nflags = ['healing']\npurpose = 'heal'\nsegments = [{ does = 'healing', power = { plus = 40 } }]
[wash]\nabout = 'Cures.'\nlevel = 1\npurpose = 'heal'\nsegments = [{ does = 'healing', cures = ['poisoned', 'blind'] }]
[guard]\nabout = 'Guards.'\nlevel = 1\npurpose = 'protect'\nsegments = [{ does = 'grant', status = 'armour', power = { plus = 4 } }]
";
const GODS: &str = "
[Sun]\nabout = 'Bright.'\nalign = ['good', 'lawful']\ntolerance = 3\nprayer_dc = 10\ntimeout = 2\nintervention = 10\npulse = 2\nanger_pulse = 3
favour = [50, 250, 500, 1250, 4500, 12000, 36000]\naid = ['mend', 'wash', 'guard']
on = { GODPULSE = { say = ['Sun looks.'] }, ANGER_PULSE = { say = ['Sun glares.'] }, \"GODWATCH(DAMAGE)\" = { say = ['Sun sees blood.'] } }
[Moon]\nabout = 'Pale.'\nalign = ['evil']\ntolerance = 5\nprayer_dc = 10\ntimeout = 2\nintervention = 20\npulse = 2\nanger_pulse = 2
favour = [50, 250, 500, 1250, 4500, 12000, 36000]\naid = []
";
const FEATURES: &str = "
[altar]\nabout = 'An altar.'\nglyph = '_'\ntint = 'white'\nkind = 'feature'\nmaterial = 'granite'\nflags = ['altar']\ngod = 'Sun'
[stone]\nabout = 'An altar.'\nglyph = '_'\ntint = 'faint'\nkind = 'feature'\nmaterial = 'granite'\nflags = ['altar']\ngod = 'Moon'
";
const ITEMS: &str = "
[sword]\nabout = 'Sharp.'\nglyph = '|'\ntint = 'white'\nkind = 'weapon'\nlevel = 6
[knife]\nabout = 'Small.'\nglyph = '|'\ntint = 'white'\nkind = 'weapon'\nlevel = 1
[gem]\nabout = 'Green.'\nglyph = '*'\ntint = 'green'\nkind = 'gem'\nlevel = 20
";

fn arena(anger: i32) -> Arena {
    let mut arena =
        Arena::with(&[("effects.toml", EFFECTS), ("gods.toml", GODS), ("features.toml", FEATURES), ("items.toml", ITEMS)]);
    arena.follow("Sun", Faith { anger, ..Faith::default() });
    arena.die("check", 20);
    arena
}

fn offend(arena: &mut Arena, god: &str, magnitude: i32, wrath: bool) {
    let (hero, god) = (arena.hero, arena.res(Noun::God, god));
    arena.play(move |play| anger(play, hero, god, magnitude, wrath)).expect("a deed");
}

fn do_it(arena: &mut Arena, verb: Verb) -> Verdict {
    let hero = arena.hero;
    arena.throw(verb, Happening::new().actor(hero))
}

fn god(arena: &Arena) -> Option<Res> {
    arena.thing(arena.hero).character().and_then(|character| character.god)
}

#[test]
fn of_one_turn_only_the_worst_deed_counts() {
    let mut arena = arena(0);
    let anger = |arena: &mut Arena, magnitude| {
        offend(arena, "Sun", magnitude, false);
        arena.faith("Sun").anger
    };
    assert_eq!([2, 1, 4, 4].map(|magnitude| anger(&mut arena, magnitude)), [2, 2, 4, 4]);
    arena.world.time += 60;
    assert_eq!(anger(&mut arena, 99), 14, "ten at most");
}

#[test]
fn gods_of_others_seldom_notice() {
    for (roll, anger) in [(4, 1), (5, 0)] {
        let mut arena = arena(0);
        arena.die("notice", roll);
        offend(&mut arena, "Moon", 3, false);
        assert_eq!(arena.faith("Moon").anger, anger, "one of sixty for each point and one more");
    }
}

#[test]
fn beyond_its_tolerance_a_god_strikes_if_wrath_is_asked_for() {
    let mut arena = arena(2);
    arena.die("wrath", 2);
    offend(&mut arena, "Sun", 1, true);
    assert_eq!(arena.lost(arena.hero), 0, "three is what it bears");
    arena.world.time += 60;
    offend(&mut arena, "Sun", 2, false);
    assert_eq!(arena.lost(arena.hero), 0);
    arena.world.time += 60;
    offend(&mut arena, "Sun", 1, true);
    assert_eq!(arena.lost(arena.hero), 6, "three beyond it, three dice");
}

#[test]
fn above_35_a_god_forsakes_and_from_50_takes_nobody_back() {
    let mut arena = arena(34);
    offend(&mut arena, "Sun", 1, false);
    assert!(god(&arena).is_some());
    arena.world.time += 60;
    offend(&mut arena, "Sun", 1, false);
    assert_eq!((god(&arena), arena.heard("forsaken")), (None, 1));
    arena.place(Noun::Feature, "altar", MIDDLE);
    assert_eq!(do_it(&mut arena, Verb::CONVERT), Verdict::Done);
    let mut arena = self::arena(50);
    arena.world.things.change(arena.hero, |hero| hero.character_mut().into_iter().for_each(|it| it.god = None));
    arena.place(Noun::Feature, "altar", MIDDLE);
    assert_eq!(do_it(&mut arena, Verb::CONVERT), Verdict::Abort);
    assert_eq!(arena.heard("never have you"), 1);
}

#[test]
fn what_a_god_does_is_nobodys_deed() {
    let mut arena = arena(0);
    let hero = arena.hero;
    let deed = Happening::new().actor(hero).valued(Side::Evil.number()).with(|more| more.status.mag = 3);
    arena.throw(Verb::ALIGNED, deed.clone());
    assert_eq!(arena.faith("Sun").anger, 3);
    arena.world.time += 60;
    let mut divine = deed;
    divine.divine = true;
    arena.throw(Verb::ALIGNED, divine);
    assert_eq!(arena.faith("Sun").anger, 3);
}

#[test]
fn a_deed_of_the_other_side_displeases_and_one_of_its_own_does_not() {
    for (side, anger) in [(Side::Evil, 2), (Side::Chaotic, 2), (Side::Good, 0), (Side::Lawful, 0)] {
        let mut arena = arena(0);
        let hero = arena.hero;
        arena.throw(Verb::ALIGNED, Happening::new().actor(hero).valued(side.number()).with(|more| more.status.mag = 2));
        assert_eq!(arena.faith("Sun").anger, anger, "{side:?}");
    }
}

#[test]
fn a_prayer_in_need_is_answered_and_costs_favour() {
    let mut arena = arena(0);
    let (hero, sun) = (arena.hero, arena.res(Noun::God, "Sun"));
    arena.world.things.change(hero, |hero| hero.hp = 30);
    assert_eq!(do_it(&mut arena, Verb::PRAY), Verdict::Done);
    assert_eq!((arena.thing(hero).hp, arena.heard("Sun answers")), (70, 1));
    assert_eq!(noted_in(&arena, hero, sun, "penalty"), 10);
    assert_eq!(arena.faith("Sun").patience, 600 + 2 * 10 * 60);
    do_it(&mut arena, Verb::PRAY);
    assert_eq!((arena.heard("wants peace"), arena.faith("Sun").anger), (1, 2));
}

fn noted_in(arena: &Arena, who: Id, god: Res, key: &str) -> i32 {
    arena.world.note(&account(who, god), key)
}

#[test]
fn each_trouble_has_its_aid() {
    let mut arena = arena(0);
    let hero = arena.hero;
    arena.afflict(hero, "poisoned", 2);
    do_it(&mut arena, Verb::PRAY);
    assert!(arena.statuses(hero, "poisoned").is_empty());
    let mut arena = self::arena(0);
    arena.place(Noun::Monster, "goblin", Place::new(16, 15));
    do_it(&mut arena, Verb::PRAY);
    assert_eq!(arena.statuses(hero, "armour").len(), 1);
    let mut arena = self::arena(0);
    do_it(&mut arena, Verb::PRAY);
    assert_eq!(arena.heard("Sun hardly knows you"), 1, "no trouble: only insight");
}

#[test]
fn a_prayer_may_fail_or_anger_or_find_nobody() {
    let mut arena = arena(0);
    arena.die("check", 1);
    do_it(&mut arena, Verb::PRAY);
    assert_eq!(arena.heard("lose the thread"), 1);
    let mut arena = self::arena(5);
    arena.die("wrath", 3);
    do_it(&mut arena, Verb::PRAY);
    assert_eq!(arena.lost(arena.hero), 6, "two beyond what it bears");
    arena.world.things.change(arena.hero, |hero| hero.character_mut().into_iter().for_each(|it| it.god = None));
    assert_eq!(do_it(&mut arena, Verb::PRAY), Verdict::Abort);
}

#[test]
fn ones_own_god_does_not_like_to_hear_another() {
    let mut arena = arena(0);
    let (hero, moon) = (arena.hero, arena.res(Noun::God, "Moon"));
    arena.throw(Verb::PRAY, Happening::new().actor(hero).effected(moon));
    assert_eq!(arena.faith("Sun").anger, 3);
    let mut arena = self::arena(0);
    arena.place(Noun::Feature, "stone", MIDDLE);
    do_it(&mut arena, Verb::CONVERT);
    assert_eq!((god(&arena), arena.faith("Sun").anger), (Some(moon), 10));
}

#[test]
fn of_each_category_the_best_sacrifice_counts() {
    let mut arena = arena(2);
    arena.place(Noun::Feature, "altar", MIDDLE);
    let (hero, sun) = (arena.hero, arena.res(Noun::God, "Sun"));
    let give = |arena: &mut Arena, name: &str| {
        let item = arena.give(name, Slot::Pack);
        arena.throw(Verb::SACRIFICE, Happening::new().actor(hero).item(item));
        assert!(arena.world.thing(item).is_none());
    };
    give(&mut arena, "knife");
    assert_eq!((noted_in(&arena, hero, sun, "sacrifice 3"), arena.faith("Sun").blessed), (15, 0));
    give(&mut arena, "sword");
    assert_eq!((noted_in(&arena, hero, sun, "sacrifice 3"), arena.faith("Sun").blessed), (65, 1));
    assert_eq!(arena.heard("smiles upon you"), 1);
    give(&mut arena, "knife");
    assert_eq!((noted_in(&arena, hero, sun, "sacrifice 3"), arena.heard("had better")), (65, 1));
    give(&mut arena, "gem");
    assert_eq!((arena.faith("Sun").blessed, arena.faith("Sun").anger), (2, 0), "65 and 205: 270");
}

#[test]
fn nothing_is_given_without_an_altar() {
    let mut arena = arena(0);
    let (hero, gem) = (arena.hero, arena.give("gem", Slot::Pack));
    assert_eq!(arena.throw(Verb::SACRIFICE, Happening::new().actor(hero).item(gem)), Verdict::Abort);
    assert!(arena.world.thing(gem).is_some());
}

#[test]
fn aid_takes_a_percentage_of_favour() {
    let mut arena = arena(0);
    let (hero, sun) = (arena.hero, arena.res(Noun::God, "Sun"));
    arena
        .play(move |play| {
            favour(play, hero, sun, 300);
            note(play, hero, sun, "penalty", 10);
            assert_eq!((favour_with(play, hero, sun), favour_level(play, hero, sun)), (270, 2));
            note(play, hero, sun, "penalty", 20);
            assert_eq!((favour_with(play, hero, sun), favour_level(play, hero, sun)), (240, 1));
        })
        .expect("favour");
    assert_eq!(arena.faith("Sun").blessed, 2, "what is blessed stays blessed");
}

#[test]
fn gods_look_in_their_own_time_and_angry_ones_glare() {
    let mut arena = arena(0);
    let hero = arena.hero;
    let looks = |arena: &mut Arena, turn: u32| {
        arena.world.time = turn * 60;
        arena.play(move |play| pulse(play, hero)).expect("a turn");
        (arena.heard("Sun looks"), arena.heard("Sun glares"))
    };
    assert_eq!([10, 11, 12].map(|turn| looks(&mut arena, turn)), [(1, 0), (0, 0), (1, 0)]);
    let mut arena = self::arena(4);
    assert_eq!([10, 11, 12].map(|turn| looks(&mut arena, turn)), [(0, 0), (0, 0), (0, 1)]);
    arena.world.things.change(hero, |hero| hero.character_mut().into_iter().for_each(|it| it.god = None));
    assert_eq!([12, 15].map(|turn| looks(&mut arena, turn)), [(0, 0), (0, 1)], "five times more rarely at others");
}

#[test]
fn a_god_brings_back_whom_it_holds_dear_and_once() {
    let mut arena = arena(0);
    let (hero, sun) = (arena.hero, arena.res(Noun::God, "Sun"));
    let raise = |arena: &mut Arena| {
        arena.world.things.change(hero, |hero| hero.hp = 0);
        arena.throw(Verb::GOD_RAISE, Happening::new().actor(hero).effected(sun))
    };
    assert_eq!(raise(&mut arena), Verdict::Abort);
    arena.play(move |play| favour(play, hero, sun, 3_000)).expect("favour");
    assert_eq!((raise(&mut arena), arena.thing(hero).hp), (Verdict::Done, 100));
    assert_eq!(raise(&mut arena), Verdict::Abort);
}

#[test]
fn an_item_is_blessed_for_those_in_favour() {
    let mut arena = arena(0);
    let (hero, sun, knife) = (arena.hero, arena.res(Noun::God, "Sun"), arena.give("knife", Slot::Pack));
    let bless = Happening::new().actor(hero).item(knife).effected(sun);
    arena.throw(Verb::IBLESSING, bless.clone());
    assert!(arena.thing(knife).item().is_some_and(|item| !item.blessed));
    arena.play(move |play| favour(play, hero, sun, 60)).expect("favour");
    arena.throw(Verb::IBLESSING, bless);
    assert!(arena.thing(knife).item().is_some_and(|item| item.blessed));
}

#[test]
fn an_altar_may_change_its_master() {
    let mut arena = arena(0);
    let (hero, sun) = (arena.hero, arena.res(Noun::God, "Sun"));
    let stone = arena.place(Noun::Feature, "stone", MIDDLE);
    arena.play(move |play| favour(play, hero, sun, 60)).expect("favour");
    do_it(&mut arena, Verb::CONVERT_ALTAR);
    assert_eq!(arena.thing(stone).feature().and_then(|feature| feature.god), Some(sun));
}

#[test]
fn a_kill_at_an_altar_is_a_sacrifice_and_a_gift_to_another_makes_jealous() {
    let mut arena = arena(0);
    let (hero, goblin) = (arena.hero, arena.goblin);
    let (sun, moon) = (arena.res(Noun::God, "Sun"), arena.res(Noun::God, "Moon"));
    arena.place(Noun::Feature, "altar", Place::new(18, 15));
    arena.throw(Verb::DEATH, Happening::new().actor(hero).target(goblin));
    assert_eq!(noted_in(&arena, hero, sun, "sacrifice 1"), 20);
    let other = arena.place(Noun::Monster, "goblin", Place::new(17, 15));
    arena.throw(Verb::DEATH, Happening::new().actor(hero).target(other));
    assert_eq!(noted_in(&arena, hero, moon, "sacrifice 1"), 0, "no altar there");
    let third = arena.place(Noun::Monster, "goblin", Place::new(20, 15));
    arena.place(Noun::Feature, "stone", Place::new(20, 15));
    arena.throw(Verb::DEATH, Happening::new().actor(hero).target(third));
    assert_eq!((noted_in(&arena, hero, moon, "sacrifice 1"), arena.faith("Sun").anger), (20, 3));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn anger_stays_in_its_bounds_and_grows_by_ten_a_turn_at_most(deeds in proptest::collection::vec((-3i32..14, 0u32..90), 1..30)) {
        let mut arena = arena(0);
        let (mut turn, mut before) = (arena.world.time / 60, 0);
        for (magnitude, passes) in deeds {
            arena.world.time += passes;
            if arena.world.time / 60 != turn {
                (turn, before) = (arena.world.time / 60, arena.faith("Sun").anger);
            }
            let was_own = god(&arena).is_some();
            offend(&mut arena, "Sun", magnitude, false);
            let anger = arena.faith("Sun").anger;
            prop_assert!((0..=ANATHEMA + 1).contains(&anger));
            prop_assert!(!was_own || anger - before <= 10);
            prop_assert_eq!(god(&arena).is_none(), anger > FORSAKEN);
        }
    }
}
