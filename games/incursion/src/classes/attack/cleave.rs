//! Cleaving: whoever fells one foe may strike the next with the same swing.

use super::routine::{engage, swing};
use crate::content::Trait;
use crate::place::Square;
use crate::play::{Core, Play};
use crate::{Flag, Happening, Id};
use referee_dispatch::Role;

/// How far a swing carries on.
const REACH: i32 = 2;
/// How many more one swing strikes at most.
const CLEAVES_MAX: usize = 8;

/// If a foe died or went down, the swing goes on: once, or as long as it fells them.
pub(super) fn follow_through(play: &mut Play, who: Id, target: Id, was_prone: bool, weapon: Id, happening: &mut Happening) {
    if !is_down(play, target, !was_prone) {
        return;
    }
    let figures = play.figures(who);
    let most = match () {
        () if figures.has(Trait::GreatCleave) => CLEAVES_MAX,
        () if figures.has(Trait::Cleave) => 1,
        () => return,
    };
    let (mut struck, mut stood) = (vec![target], !was_prone);
    for _ in 0..most {
        let felled = struck.last().is_some_and(|&last| is_down(play, last, stood));
        let Some(next) = next_foe(play, who, &struck).filter(|_| felled && !play.is_gone(who)) else { break };
        stood = !play.thing(next).has(play.lore.natures.prone);
        struck.push(next);
        engage(play, who, next, happening);
        happening.flags.set(Flag::Cleave, true);
        swing(play, who, next, weapon, false, happening);
    }
    happening.roles.set(Role::Target, Some(target));
}

/// Whether somebody is dead, or has gone down now.
fn is_down(core: &Core, who: Id, stood: bool) -> bool {
    core.is_gone(who) || stood && core.thing(who).has(core.lore.natures.prone)
}

/// The nearest foe one perceives and the swing has not met yet.
fn next_foe(core: &Core, who: Id, struck: &[Id]) -> Option<Id> {
    let at = core.world().spot(who)?;
    let near = core.world().creatures().filter(|thing| thing.hp > 0 && !struck.contains(&thing.id));
    let near = near.filter_map(|thing| Some((thing.on(core.world().depth)?.distance(at), thing.id)));
    let foes = near.filter(|&(far, id)| far <= REACH && core.are_hostile(who, id) && core.perceives(who, id));
    foes.min().map(|(_, id)| id)
}

#[cfg(test)]
mod tests {
    use crate::arena::Arena;
    use crate::content::{Noun, Slot};
    use crate::{Happening, Verb};
    use referee_dispatch::Place;

    const ITEMS: &str = "[axe]\nabout = 'Sharp.'\nglyph = '|'\ntint = 'white'\nkind = 'weapon'\nslot = 'hand'
weapon = { small = '1d6', large = '1d6', threat = 1, crit = 2, speed = 100, harm = ['slash'] }";
    const TEMPLATES: &str = "[cleaver]\nabout = 'Swings.'\ncr = 0\ntraits = ['cleave']
[reaper]\nabout = 'Swings on.'\ncr = 0\ntraits = ['great cleave']";

    /// How many of three weak goblins fall to one attack, and how many dice it took.
    fn fallen(template: Option<&str>, hp: i32) -> (usize, usize) {
        let mut arena = Arena::with(&[("items.toml", ITEMS), ("templates.toml", TEMPLATES)]);
        arena.give("axe", Slot::Hand);
        let places = [Place::new(16, 15), Place::new(17, 15), Place::new(14, 15)];
        let goblins = places.map(|at| arena.place(Noun::Monster, "goblin", at));
        goblins.into_iter().for_each(|goblin| arena.wound(goblin, hp));
        let (hero, first) = (arena.hero, goblins[0]);
        template.into_iter().for_each(|template| arena.mark(hero, template));
        arena.die("attack", 19).die("threat", 1);
        arena.throw(Verb::WATTACK, Happening::new().actor(hero).target(first));
        let dead = goblins.into_iter().filter(|&goblin| arena.world.thing(goblin).is_none());
        (dead.count(), arena.rolled("attack"))
    }

    #[test]
    fn a_swing_that_fells_goes_on_once_or_as_long_as_it_fells() {
        assert_eq!(fallen(None, 1), (1, 1));
        assert_eq!(fallen(Some("cleaver"), 1), (2, 2));
        assert_eq!(fallen(Some("reaper"), 1), (3, 3));
        assert_eq!(fallen(Some("reaper"), 30), (0, 1), "nobody fell");
    }

    #[test]
    fn one_swing_meets_so_many_and_no_more() {
        let mut arena = Arena::with(&[("items.toml", ITEMS), ("templates.toml", TEMPLATES)]);
        arena.give("axe", Slot::Hand);
        let hero = arena.hero;
        arena.mark(hero, "reaper");
        let ring = (13..=17).flat_map(|x| [13, 14, 16, 17].map(|y| Place::new(x, y)));
        let goblins: Vec<crate::Id> = ring.map(|at| arena.place(Noun::Monster, "goblin", at)).collect();
        goblins.iter().for_each(|&goblin| arena.wound(goblin, 1));
        arena.die("attack", 19).die("threat", 1);
        let beside = goblins.iter().copied().find(|&it| arena.world.spot(it) == Some(Place::new(14, 14))).expect("it is there");
        arena.throw(Verb::WATTACK, Happening::new().actor(hero).target(beside));
        assert_eq!(arena.rolled("attack"), 1 + super::CLEAVES_MAX);
    }
}
