//! The morals of a blow: whom a character harms, and whether that one could have met it.

use crate::content::{Breed, Side};
use crate::play::{Core, Play};
use crate::{Flag, Happening, Id, Verb};
use referee_dispatch::Role;

/// How bad it is to harm who means no harm.
const PEACEFUL: i32 = 3;
/// How bad it is to strike down who runs and does not fight.
const FLEEING: i32 = 1;

/// Before a blow: it is kept whether its target was ready, and whether it was not running.
pub(super) fn look(play: &Play, target: Id, happening: &mut Happening) {
    happening.flags.set(Flag::VictimReady, is_ready(play, target));
    happening.flags.set(Flag::VictimNotFleeing, !play.thing(target).has(play.lore.natures.afraid));
}

fn is_ready(core: &Core, who: Id) -> bool {
    core.can_act(who) && core.world().creature(who).is_some_and(|creature| creature.target.is_some()) && !core.is_flat_footed(who)
}

/// A character harms somebody: a deed of a side, where it is one. What a god does is nobody's deed.
pub(super) fn weigh(play: &mut Play, victim: Id, happening: &Happening) {
    let actor = happening.roles.get(Role::Actor).filter(|&actor| actor != victim && !happening.divine);
    let Some(actor) = actor.filter(|&actor| play.thing(actor).character().is_some()) else { return };
    let Some((side, how_bad, why)) = deed(play, actor, victim, happening) else { return };
    let mut deed = Happening::new().actor(actor).target(victim).valued(side.number()).with(|more| {
        more.status.mag = how_bad;
        more.texts.get_or_insert_default().grave = Some(why.into());
    });
    play.throw(Verb::ALIGNED, &mut deed);
}

fn deed(play: &Play, actor: Id, victim: Id, happening: &Happening) -> Option<(Side, i32, &'static str)> {
    let figures = play.figures(victim);
    let was_struck = happening.combat.roll > 0;
    let unready = !happening.flags.has(Flag::VictimReady) && !happening.flags.has(Flag::VictimNotFleeing);
    let is_fiend = [Breed::Undead, Breed::Demon, Breed::Devil].into_iter().any(|breed| figures.is_a(breed));
    match () {
        () if is_fiend || play.is_evil(victim) => None,
        () if !play.are_hostile(actor, victim) => Some((Side::Evil, PEACEFUL, "harming the peaceful")),
        () if was_struck && unready => Some((Side::Chaotic, FLEEING, "striking down who runs")),
        () => None,
    }
}

impl Core {
    /// Whether somebody stands with evil.
    fn is_evil(&self, who: Id) -> bool {
        self.content().monster(self.thing(who).res).is_some_and(|monster| monster.align.contains(&Side::Evil))
    }
}
