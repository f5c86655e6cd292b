//! Taking, wearing, eating, packing.

use super::{act, game, hero_at};
use referee_incursion::content::Slot;
use referee_incursion::{Action, Id, Incursion, Whereabouts, World};

fn mine(world: &World, rules: &Incursion, name: &str) -> Id {
    let is = |thing: &&referee_incursion::Thing| rules.pack().name(thing.res) == name;
    world.inventory(world.hero).find(is).map(|thing| thing.id).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn what_is_dropped_lies_underfoot_and_can_be_taken_again() {
    let mut game = game("drop", "caves");
    let sack = mine(game.state(), game.rules(), "sack");
    act(&mut game, Action::Drop { item: sack });
    assert_eq!(game.state().spot(sack), Some(hero_at(game.state())));
    act(&mut game, Action::PickUp { item: sack });
    assert_eq!(game.state().thing(sack).and_then(|thing| thing.holder()), Some((game.state().hero, Slot::Pack)));
}

#[test]
fn a_shield_and_a_staff_for_two_hands_do_not_go_together() {
    let mut game = game("hands", "caves");
    let (staff, board) = (mine(game.state(), game.rules(), "staff"), mine(game.state(), game.rules(), "board"));
    let hero = game.state().hero;
    act(&mut game, Action::Wield { item: board });
    let slot = |game: &referee::Game<Incursion>, id: Id| game.state().thing(id).and_then(|thing| thing.holder());
    assert_eq!(slot(&game, board), Some((hero, Slot::Shield)));
    assert_eq!(slot(&game, staff), Some((hero, Slot::Pack)));
    act(&mut game, Action::Wield { item: staff });
    assert_eq!(slot(&game, staff), Some((hero, Slot::Hand)));
    assert_eq!(slot(&game, board), Some((hero, Slot::Pack)));
}

#[test]
fn bread_goes_into_a_sack_and_out_again_and_is_eaten_one_by_one() {
    let mut game = game("bread", "caves");
    let (bread, sack) = (mine(game.state(), game.rules(), "bread"), mine(game.state(), game.rules(), "sack"));
    act(&mut game, Action::Insert { item: bread, into: sack });
    assert_eq!(game.state().thing(bread).map(|thing| thing.at), Some(Whereabouts::In { what: sack }));
    act(&mut game, Action::TakeOut { item: bread, from: sack });
    let quantity =
        |game: &referee::Game<Incursion>| game.state().thing(bread).and_then(|thing| thing.item()).map(|item| item.quantity);
    let before = quantity(&game).expect("it is there");
    act(&mut game, Action::Eat { item: bread });
    assert_eq!(quantity(&game), Some(before - 1));
    act(&mut game, Action::Eat { item: sack });
    assert_eq!(game.state().said.back().map(|said| said.text.as_str()), Some("The sack is nothing to eat."));
}

#[test]
fn a_torch_burns_down_and_goes_out() {
    let mut game = game("torch", "caves");
    let torch = mine(game.state(), game.rules(), "torch");
    for _ in 0..200 {
        act(&mut game, Action::Wait {});
    }
    assert!(game.state().thing(torch).is_none());
    assert!(game.state().said.iter().any(|said| said.text == "The torch goes out."));
}
