//! Poison on a blade: it works where blood was drawn.

use crate::content::{Breed, Save};
use crate::play::Play;
use crate::{Event, Flag, Happening, Id, Kind, Verb};
use referee_dispatch::Role;

/// What a saving throw against a poison without a number of its own must reach.
const POISON_DC: i32 = 13;

/// The poison of weapon or missile works on whoever lost blood by it, and is gone from the blade.
pub(super) fn work(play: &mut Play, who: Id, target: Id, happening: &Happening) {
    if happening.combat.applied <= 0 || play.is_gone(target) {
        return;
    }
    for blade in [Role::Item, Role::Item2].into_iter().filter_map(|role| happening.roles.get(role)) {
        let Some(poison) = play.thing(blade).item().and_then(|item| item.poison) else { continue };
        if play.thing(blade).kind != Kind::Missile {
            play.emit(Event::Coated { id: blade, poison: None });
        }
        let dc = play.content().effect(poison).and_then(|effect| effect.dc).map_or(POISON_DC, |dc| dc.get());
        if play.figures(target).is_a(Breed::Undead) || play.saves(target, Save::Fort, dc) {
            continue;
        }
        let mut venom = Happening::new().actor(who).target(target).item(blade).effected(poison).with(|more| {
            more.combat.save_dc = dc;
        });
        venom.flags.set(Flag::ByItem, true);
        play.throw(Verb::EFFECT, &mut venom);
    }
}

#[cfg(test)]
mod tests {
    use crate::arena::Arena;
    use crate::content::{Noun, Slot};
    use crate::{Happening, Verb};
    use referee_dispatch::Place;

    const EFFECTS: &str = "[venom]\nabout = 'Slow.'\nlevel = 1\nflags = ['poison', 'mundane']\ndc = 15
segments = [{ does = 'inflict', area = 'poison', status = 'poisoned', power = { plus = 2 } }]";
    const ITEMS: &str = "[axe]\nabout = 'Sharp.'\nglyph = '|'\ntint = 'white'\nkind = 'weapon'\nslot = 'hand'
weapon = { small = '1d6', large = '1d6', threat = 1, crit = 2, speed = 100, harm = ['slash'] }";

    #[test]
    fn poison_works_once_where_blood_is_drawn_and_on_who_does_not_save_itself() {
        for (attack, save, works, wiped) in [(19, 1, 1, true), (19, 20, 0, true), (1, 1, 0, false)] {
            let mut arena = Arena::with(&[("effects.toml", EFFECTS), ("items.toml", ITEMS)]);
            let (hero, axe) = (arena.hero, arena.give("axe", Slot::Hand));
            let goblin = arena.place(Noun::Monster, "goblin", Place::new(16, 15));
            let venom = arena.res(Noun::Effect, "venom");
            arena.world.things.change(axe, |axe| {
                if let crate::Nature::Item(item) = &mut axe.more {
                    item.poison = Some(venom);
                }
            });
            arena.die("attack", attack).die("threat", 1).die("save", save);
            arena.throw(Verb::WATTACK, Happening::new().actor(hero).target(goblin));
            assert_eq!(arena.statuses(goblin, "poisoned").len(), works, "attack {attack}, save {save}");
            assert_eq!(arena.thing(axe).item().is_some_and(|item| item.poison.is_none()), wiped);
        }
    }
}
