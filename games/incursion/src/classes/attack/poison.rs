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
