//! How a game begins.

use super::{game, rules, setup};
use referee::Game;
use referee_incursion::content::{Noun, Slot};
use referee_incursion::{Event, Mood, Setup};

#[test]
fn the_hero_has_what_race_and_class_give_in_its_slots() {
    let game = game("kit", "caves");
    let world = game.state();
    let hero = world.thing(world.hero).expect("the hero");
    let character = hero.character().expect("a character");
    assert_eq!((character.name.as_str(), character.level, hero.hp, hero.max_hp), ("Ash", 1, 22, 22));
    assert_eq!(character.god.map(|god| game.rules().pack().name(god)), Some("Somebody"));
    let worn = |slot| world.things.in_slot(world.hero, slot).map(|thing| game.rules().pack().name(thing.res).to_owned());
    assert_eq!(worn(Slot::Hand).as_deref(), Some("staff"));
    assert_eq!(worn(Slot::Body).as_deref(), Some("coat"));
    assert_eq!(worn(Slot::Light).as_deref(), Some("torch"));
    assert_eq!(world.inventory(world.hero).count(), 6);
    assert_eq!(world.creature(world.hero).map(|creature| creature.mood), Some(Mood::Friendly));
    assert_eq!(world.depth, 1);
}

#[test]
fn a_setup_without_sense_is_told_what_there_is() {
    let refused = |setup: Setup| Game::start(rules(), setup).err().map(|why| why.to_string()).unwrap_or_default();
    let wrong = refused(Setup { race: "elf".to_owned(), ..setup("x", "caves") });
    assert!(wrong.contains("there is no race `elf`; there are: human"), "{wrong}");
    let wrong = refused(Setup { class: "bard".to_owned(), ..setup("x", "caves") });
    assert!(wrong.contains("there is no class `bard`; there are: warrior"), "{wrong}");
    let wrong = refused(Setup { god: Some("Nobody".to_owned()), ..setup("x", "caves") });
    assert!(wrong.contains("there is no god `Nobody`; there are: Somebody"), "{wrong}");
    let wrong = refused(setup("x", "attic"));
    assert!(wrong.contains("there is no dungeon `attic`; there are: caves, hole, plain"), "{wrong}");
    let wrong = refused(Setup { name: "<Actor>".to_owned(), ..setup("x", "caves") });
    assert!(wrong.contains("a name has"), "{wrong}");
}

#[test]
fn two_dice_stand_for_all_the_dice_of_a_level() {
    let game = game("dice", "caves");
    let first = game.log().records(0).next().expect("the beginning");
    let rolls = first.events.iter().filter(|event| matches!(event, Event::Rolled { .. })).count();
    let kit = 1;
    assert_eq!(rolls, kit + 2);
    assert!(first.events.iter().any(|event| matches!(event, Event::LevelMade { .. })));
    assert!(first.events.len() < 4_000);
    assert!(game.rules().pack().find(Noun::Dungeon, "caves").is_some());
}
