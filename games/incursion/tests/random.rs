//! Random heroes and what they may think of.

use proptest::prelude::*;
use referee_dispatch::Place;
use referee_incursion::{Action, Id, Setup};

/// Heroes of every race and class, and some that cannot be.
pub(crate) fn setups() -> impl Strategy<Value = Setup> {
    let race = prop_oneof![8 => prop::sample::select(vec!["human", "elf", "dwarf", "orc"]), 1 => Just("nobody")];
    let class = prop_oneof![8 => prop::sample::select(vec!["warrior", "mage", "priest", "rogue"]), 1 => Just("nothing")];
    ("[a-z]{6}", race, class).prop_map(|(seed, race, class)| Setup {
        seed,
        race: race.into(),
        class: class.into(),
        ..Setup::default()
    })
}

/// Anything a player may declare, most of it sensible now and then.
pub(crate) fn actions() -> impl Strategy<Value = Action> {
    let way = || 0..9u8;
    let item = || (0..40u32).prop_map(Id);
    let at = || (0..70i32, 0..40i32).prop_map(|(x, y)| Place { x, y });
    let spell = prop::sample::select(vec!["magic missile", "fireball", "bless", "sleep", "nonsense"]).prop_map(str::to_owned);
    let how = prop::sample::select(vec!["greet", "cow", "taunt", "sing"]).prop_map(str::to_owned);
    prop_oneof![
        12 => way().prop_map(|way| Action::Move { way }),
        1 => Just(Action::Wait {}),
        1 => Just(Action::Search {}),
        1 => Just(Action::Rest {}),
        1 => Just(Action::Descend {}),
        1 => Just(Action::Ascend {}),
        1 => Just(Action::Hide {}),
        1 => way().prop_map(|way| Action::Attack { way }),
        1 => at().prop_map(|at| Action::Shoot { at }),
        1 => (item(), at()).prop_map(|(item, at)| Action::Hurl { item, at }),
        1 => (spell, prop::option::of(at())).prop_map(|(spell, at)| Action::Cast { spell, at }),
        1 => item().prop_map(|item| Action::PickUp { item }),
        1 => item().prop_map(|item| Action::Drop { item }),
        1 => item().prop_map(|item| Action::Wield { item }),
        1 => item().prop_map(|item| Action::Remove { item }),
        1 => item().prop_map(|item| Action::Drink { item }),
        1 => item().prop_map(|item| Action::Read { item }),
        1 => item().prop_map(|item| Action::Eat { item }),
        1 => (item(), prop::option::of(at())).prop_map(|(item, at)| Action::Zap { item, at }),
        1 => way().prop_map(|way| Action::Open { way }),
        1 => way().prop_map(|way| Action::Close { way }),
        1 => at().prop_map(|at| Action::Jump { at }),
        1 => Just(Action::Pray { god: None }),
        1 => (way(), how).prop_map(|(way, how)| Action::Talk { way, how }),
        1 => item().prop_map(|item| Action::Use { verb: "rub".into(), item, with: None }),
    ]
}
