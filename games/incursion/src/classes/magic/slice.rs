//! The effects of the game's own pack, with their scripts: each does what it is in the pack to show.

use crate::arena::{Arena, MIDDLE};
use crate::content::{Noun, Slot};
use crate::{Faith, Flag, Grid, Happening, Id, Mood, Verb, Whereabouts};
use referee_dispatch::{Place, Verdict};

fn at(x: i32, y: i32) -> Place {
    Place::new(x, y)
}

/// A blow of the goblin's at the hero that hits.
fn blow(arena: &mut Arena, damage: i32) -> Verdict {
    let (hero, goblin) = (arena.hero, arena.goblin);
    let mut blow = Happening::new().actor(goblin).target(hero);
    let combat = &mut blow.more.combat;
    (combat.attack_type, combat.damage_type) = (1, crate::content::Harm::Slash.number());
    (combat.dice_count, combat.dice_sides, combat.dice_bonus) = (0, 0, damage);
    arena.throw(Verb::HIT, blow)
}

fn beside() -> Arena {
    let mut arena = Arena::of_pack();
    arena.world.things.place(arena.goblin, Whereabouts::On { depth: 1, place: at(16, 15) });
    arena
}

#[test]
fn magic_missile() {
    let mut arena = Arena::of_pack();
    let (hero, goblin, it) = (arena.hero, arena.goblin, arena.res(Noun::Effect, "magic missile"));
    arena.die("casting", 1).die("power", 3);
    arena.throw(Verb::CAST, Happening::new().actor(hero).target(goblin).effected(it));
    assert_eq!(arena.lost(goblin), 2 * 3 + 2, "level 4: two darts");
    assert_eq!(arena.heard("Sparks leap from your fingers"), 1);
}

#[test]
fn fireball_burns_grease_away() {
    let mut arena = Arena::of_pack();
    let grease = arena.res(Noun::Terrain, "pool of grease");
    arena.world.levels.get_mut(&1).expect("the level").terrain.set(at(19, 16), grease);
    arena.die("power", 2).die("save", 20);
    arena.effect("fireball", |it| it.at(at(18, 15)).with(|more| more.effect.caster_level = 5));
    assert_eq!(arena.lost(arena.goblin), 5, "half of five twos");
    assert_eq!(arena.heard("grease flares up"), 1);
    assert_eq!(arena.world.level().and_then(|level| level.terrain.get(at(19, 16))), Some(arena.res(Noun::Terrain, "floor")));
}

#[test]
fn sleep_passes_over_the_strong() {
    let mut arena = Arena::of_pack();
    let giant = arena.place(Noun::Monster, "hill giant", at(18, 16));
    arena.die("save", 1);
    arena.effect("sleep", |it| it.at(at(18, 15)));
    assert_eq!((arena.statuses(arena.goblin, "asleep").len(), arena.statuses(giant, "asleep").len()), (1, 0));
    assert_eq!(arena.heard("sinks down and sleeps"), 1);
}

#[test]
fn grease_only_on_floors() {
    let mut arena = Arena::of_pack();
    let water = arena.res(Noun::Terrain, "deep water");
    arena.world.levels.get_mut(&1).expect("the level").terrain.set(at(18, 16), water);
    arena.effect("grease", |it| it.at(at(18, 15)));
    let level = arena.world.level().expect("the level");
    assert_eq!(level.terrain.get(at(18, 16)), Some(water));
    assert_eq!(level.creator(at(18, 15)), Some(arena.hero));
    assert_eq!(level.made.len(), 36, "a circle of three has 37 squares");
}

#[test]
fn mage_armour_bears_no_coat_above_or_below_it() {
    let mut arena = Arena::of_pack();
    let hero = arena.hero;
    arena.effect("mage armour", |it| it.target(hero));
    assert_eq!(arena.statuses(hero, "armour")[0].magnitude, 4, "luck 10 adds nothing");
    arena.give("chainmail", Slot::Body);
    assert_eq!(arena.effect("mage armour", |it| it.target(hero)), Verdict::Abort);
    assert_eq!(arena.heard("finds no hold"), 1);
}

#[test]
fn mage_armour_bursts_under_mail() {
    let mut arena = Arena::of_pack();
    let hero = arena.hero;
    arena.effect("mage armour", |it| it.target(hero));
    let mail = arena.give("chainmail", Slot::Pack);
    arena.throw(Verb::WIELD, Happening::new().actor(hero).item(mail).valued(Slot::Body.number()));
    assert_eq!((arena.thing(hero).statuses.len(), arena.heard("bursts under your armour")), (0, 1));
}

#[test]
fn sanctuary_holds_a_hand_back() {
    let mut arena = beside();
    let (hero, goblin) = (arena.hero, arena.goblin);
    arena.effect("sanctuary", |it| it.target(hero));
    assert_eq!(arena.statuses(hero, "waiting").len(), 3);
    arena.die("save", 1);
    let strike = Happening::new().actor(goblin).target(hero).with(|more| more.combat.attack_type = 5);
    assert_eq!(arena.throw(Verb::STRIKE, strike), Verdict::Done);
    assert_eq!((arena.rolled("attack"), arena.heard("cannot bring itself")), (0, 1));
    let own = Happening::new().actor(hero).target(goblin).with(|more| more.combat.attack_type = 5);
    arena.throw(Verb::STRIKE, own);
    assert!(arena.statuses(hero, "waiting").is_empty(), "it ends with one's own blow");
    assert_eq!(arena.heard("peace around you is broken"), 1);
}

#[test]
fn mirror_images_die_one_by_one() {
    let mut arena = beside();
    let hero = arena.hero;
    arena.die("power", 1);
    arena.effect("mirror image", |it| it.target(hero));
    assert_eq!(arena.statuses(hero, "mirror images")[0].magnitude, 2, "one, and a third of level 4");
    for left in [1, 0] {
        blow(&mut arena, 5);
        assert_eq!(arena.lost(hero), 0);
        assert_eq!(arena.statuses(hero, "mirror images").iter().map(|status| status.magnitude).sum::<i32>(), left);
    }
    blow(&mut arena, 5);
    assert_eq!(arena.lost(hero), 5);
}

#[test]
fn stoneskin_breaks_so_many_blows() {
    let mut arena = beside();
    let hero = arena.hero;
    arena.die("power", 1);
    arena.effect("stoneskin", |it| it.target(hero));
    for _ in 0..3 {
        blow(&mut arena, 5);
        assert_eq!(arena.lost(hero), 0);
    }
    blow(&mut arena, 5);
    assert_eq!(arena.lost(hero), 5);
}

#[test]
fn fire_shield_burns_who_strikes() {
    let mut arena = beside();
    let (hero, goblin) = (arena.hero, arena.goblin);
    arena.effect("fire shield", |it| it.target(hero));
    blow(&mut arena, 5);
    assert!(arena.lost(goblin) >= 5, "a die and level 4");
    assert_eq!(arena.lost(hero), 5);
}

#[test]
fn shield_other_shares_wounds() {
    let mut arena = beside();
    let hero = arena.hero;
    let friend = arena.place(Noun::Monster, "hill giant", at(15, 16));
    arena.creature(friend, |creature| (creature.party, creature.mood) = (0, Mood::Friendly));
    arena.effect("shield other", |it| it.target(friend));
    let goblin = arena.goblin;
    let mut wound = Happening::new().actor(goblin).target(friend);
    wound.more.combat.damage = 11;
    arena.throw(Verb::DAMAGE, wound);
    assert_eq!((arena.lost(friend), arena.lost(hero)), (6, 5));
}

#[test]
fn spook_goes_where_its_maker_goes() {
    let mut arena = beside();
    let (hero, goblin) = (arena.hero, arena.goblin);
    arena.effect("spook", |it| it);
    assert_eq!(arena.statuses(goblin, "morale")[0].magnitude, -2);
    assert_eq!(arena.heard("looks over its shoulder"), 1);
    arena.play(move |play| super::relocate(play, hero, at(5, 5))).expect("a step");
    assert!(arena.statuses(goblin, "morale").is_empty());
    assert_eq!(arena.heard("breathes more freely"), 1);
}

#[test]
fn call_light_dazzles_a_foe_and_petrifies_gremlins() {
    let mut arena = beside();
    let goblin = arena.goblin;
    arena.die("save", 1);
    arena.effect("call light", |it| it.target(goblin).at(at(16, 15)));
    assert_eq!(arena.statuses(goblin, "dazzled").len(), 1);
    assert!(arena.world.level().is_some_and(|level| level.fields.is_empty()));
    let level = arena.world.levels.get_mut(&1).expect("the level");
    level.lit = Grid::new(31, 31, false);
    let gremlin = arena.place(Noun::Monster, "gremlin", at(18, 18));
    arena.effect("call light", |it| it.at(at(18, 17)));
    assert_eq!(arena.statuses(gremlin, "petrifying").len(), 1);
}

#[test]
fn hallucinatory_terrain_shows_one_thing_to_all_but_its_maker() {
    let mut arena = beside();
    let (hero, goblin) = (arena.hero, arena.goblin);
    arena.die("save", 1);
    arena.effect("hallucinatory terrain", |it| it.at(at(16, 15)));
    let kind = arena.world.level().map_or(0, |level| level.fields[0].value);
    let shown = ["magma", "chasm", "slime", "deep water", "web"][(kind - 1) as usize];
    let shown = arena.res(Noun::Terrain, shown);
    let floor = arena.res(Noun::Terrain, "floor");
    arena
        .play(move |play| {
            assert_eq!(crate::illusion::believed(play, at(16, 15), goblin), Some(shown));
            assert_eq!(crate::illusion::believed(play, at(16, 15), hero), Some(floor));
            assert_eq!(crate::illusion::believed(play, at(5, 5), goblin), None);
        })
        .expect("looks");
}

#[test]
fn silence_stops_spells() {
    let mut arena = beside();
    let (hero, it) = (arena.hero, arena.res(Noun::Effect, "magic missile"));
    arena.effect("silence", |it| it.at(MIDDLE));
    assert_eq!(arena.statuses(hero, "silenced").len(), 1);
    assert_eq!(arena.throw(Verb::CAST, Happening::new().actor(hero).effected(it).at(at(16, 15))), Verdict::Abort);
    arena.play(move |play| super::relocate(play, hero, at(5, 5))).expect("a step");
    assert!(arena.statuses(hero, "silenced").is_empty());
}

#[test]
fn burn_clings_until_it_is_beaten_out() {
    let mut arena = beside();
    let goblin = arena.goblin;
    arena.effect("burn", |it| it.target(goblin));
    arena.die("save", 1);
    arena.throw(Verb::TURN, Happening::new().actor(goblin));
    let burned = arena.lost(goblin);
    assert!((1..5).contains(&burned));
    arena.die("save", 20);
    arena.throw(Verb::TURN, Happening::new().actor(goblin));
    assert_eq!((arena.lost(goblin), arena.statuses(goblin, "burning").len()), (burned, 0));
}

#[test]
fn bless_is_for_allies_and_hallows_things() {
    let mut arena = beside();
    let (hero, goblin) = (arena.hero, arena.goblin);
    arena.effect("bless", |it| it);
    assert_eq!((arena.statuses(hero, "morale").len(), arena.statuses(goblin, "morale").len()), (1, 0));
    let sword = arena.give("long sword", Slot::Hand);
    arena.effect("bless", |it| it.target(sword));
    assert_eq!(arena.thing(sword).item().map(|item| item.plus), Some(1));
}

#[test]
fn a_holy_avenger_dispels_with_the_blow() {
    let mut arena = beside();
    let (hero, goblin) = (arena.hero, arena.goblin);
    arena.effect("haste", |it| it.target(goblin));
    assert_eq!(arena.statuses(goblin, "hasted").len(), 1);
    let blade = arena.give("Holy Avenger", Slot::Hand);
    arena.world.things.change(blade, |blade| {
        if let crate::Nature::Item(item) = &mut blade.more {
            item.plus = 5;
        }
    });
    arena.die("power", 20);
    let mut blow = Happening::new().actor(hero).target(goblin).item(blade);
    (blow.more.combat.attack_type, blow.more.combat.dice_bonus) = (1, 3);
    arena.throw(Verb::HIT, blow);
    assert!(arena.statuses(goblin, "hasted").is_empty());
}

#[test]
fn a_golem_is_healed_by_lightning_and_unmoved_by_all_else() {
    let mut arena = Arena::of_pack();
    let golem = arena.place(Noun::Monster, "flesh golem", at(16, 16));
    arena.world.things.change(golem, |golem| golem.hp = 20);
    arena.die("power", 8).die("magic resistance", 100).die("save", 1).die("attack", 20);
    arena.effect("shocking grasp", |it| it.target(golem));
    assert_eq!(arena.thing(golem).hp, 32, "eight and level 4");
    assert_eq!((arena.heard("its wounds close"), arena.heard("Nothing happens")), (1, 0));
    arena.effect("magic missile", |it| it.target(golem));
    assert_eq!((arena.thing(golem).hp, arena.heard("is unmoved"), arena.heard("Nothing happens")), (32, 1, 0));
    arena.effect("ray of frost", |it| it.target(golem));
    assert_eq!((arena.thing(golem).hp, arena.statuses(golem, "slowed").len()), (32, 1));
}

#[test]
fn traps_dispel_and_open_pits() {
    let mut arena = Arena::of_pack();
    let hero = arena.hero;
    arena.effect("haste", |it| it.target(hero));
    arena.die("power", 20).die("save", 1);
    let sprung = |arena: &mut Arena, name: &str| {
        arena.effect(name, |it| it.target(hero).with(|more| more.flags.set(Flag::ByTrap, true)));
    };
    sprung(&mut arena, "dispelling trap");
    assert!(arena.statuses(hero, "hasted").is_empty());
    sprung(&mut arena, "pit trap");
    assert_eq!(arena.world.level().and_then(|level| level.terrain.get(MIDDLE)), Some(arena.res(Noun::Terrain, "pit")));
    assert!(arena.lost(hero) > 0);
}

#[test]
fn the_multitude_stops_a_prayer_to_another() {
    let mut arena = Arena::of_pack();
    arena.follow("The Multitude", Faith::default());
    let (hero, erich) = (arena.hero, arena.res(Noun::God, "Erich"));
    let prayer = Happening::new().actor(hero).effected(erich);
    assert_eq!(arena.throw(Verb::PRAY, prayer), Verdict::Done);
    assert_eq!((arena.heard("hands stop your mouth"), arena.rolled("check")), (1, 0));
}

#[test]
fn erich_minds_hiding_and_unlawful_deeds() {
    let mut arena = Arena::of_pack();
    arena.follow("Erich", Faith::default());
    let (hero, hidden) = (arena.hero, arena.res(Noun::Status, "hidden"));
    arena.play(move |play| play.afflict(hero, hidden, 0, 5)).expect("hidden");
    assert_eq!(arena.faith("Erich").anger, 2);
    arena.world.time += 60;
    arena.throw(Verb::ALIGNED, Happening::new().actor(hero).valued(8).with(|more| more.status.mag = 3));
    assert_eq!(arena.faith("Erich").anger, 5, "its own handler and the rule count once");
    arena.world.time = 600;
    arena.play(move |play| crate::classes::faith::pulse(play, hero)).expect("a turn");
    assert_eq!(arena.statuses(hero, "forsaken").len(), 1, "its angry look");
}

#[test]
fn erich_strikes_when_prayed_to_in_anger() {
    let mut arena = Arena::of_pack();
    arena.follow("Erich", Faith { anger: 3, ..Faith::default() });
    let hero = arena.hero;
    arena.die("check", 20);
    arena.throw(Verb::PRAY, Happening::new().actor(hero));
    assert_eq!(arena.heard("gauntlet"), 1);
    assert_eq!(arena.faith("Erich").anger, 3, "what a god does angers no god");
}

#[test]
fn every_effect_of_the_pack_can_be_used_on_anybody() {
    let start = Arena::of_pack();
    let all: Vec<_> = start.rules.pack().all(Noun::Effect).collect();
    for res in all {
        let name = start.rules.pack().name(res).to_owned();
        if name == "holy summons" {
            continue; // encounters are put together elsewhere
        }
        for target in [Id(0), Id(1)] {
            let mut arena = beside();
            arena.effect(&name, |it| it.target(target));
            let level = arena.world.spot(target).unwrap_or(MIDDLE);
            arena.effect(&name, |it| it.at(level));
            arena.play(crate::field::turn).expect("a turn");
            arena.play(move |play| crate::gain::elapse(play, target)).expect("a turn");
        }
    }
}
