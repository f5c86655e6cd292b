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
    let unready = !happening.flags.has(Flag::VictimReady) && !happening.flags.has(Flag::VictimNotFleeing);
    let deed = match () {
        () if !play.are_hostile(actor, victim) => (Side::Evil, PEACEFUL, "harming the peaceful"),
        () if happening.combat.roll > 0 && unready => (Side::Chaotic, FLEEING, "striking down who runs"),
        () => return None,
    };
    let figures = play.figures(victim);
    let is_fiend = [Breed::Undead, Breed::Demon, Breed::Devil].into_iter().any(|breed| figures.is_a(breed));
    (!is_fiend && !play.is_evil(victim)).then_some(deed)
}

impl Core {
    /// Whether somebody stands with evil.
    fn is_evil(&self, who: Id) -> bool {
        self.content().monster(self.thing(who).res).is_some_and(|monster| monster.align.contains(&Side::Evil))
    }
}

#[cfg(test)]
mod tests {
    use crate::arena::Arena;
    use crate::content::Noun;
    use crate::{Faith, Happening, Mood, Verb};
    use referee_dispatch::Place;

    const GODS: &str =
        "[Sun]\nabout = 'Bright.'\nalign = ['good', 'lawful']\ntolerance = 3\nprayer_dc = 10\ntimeout = 2\nintervention = 10
pulse = 2\nanger_pulse = 3\nfavour = [50, 250, 500, 1250, 4500, 12000, 36000]\naid = []";

    /// How angry a good and lawful god is after a blow at a goblin in some mood.
    fn anger(mood: Mood, afraid: bool, fought: u32) -> i32 {
        let mut arena = Arena::with(&[("gods.toml", GODS)]);
        let (hero, goblin) = (arena.hero, arena.place(Noun::Monster, "goblin", Place::new(16, 15)));
        arena.follow("Sun", Faith::default());
        arena.creature(goblin, |goblin| (goblin.mood, goblin.fought, goblin.target) = (mood, fought, Some(hero)));
        if afraid {
            arena.afflict(goblin, "afraid", 0);
        }
        arena.die("attack", 19).die("threat", 1);
        arena.throw(Verb::NATTACK, Happening::new().actor(hero).target(goblin));
        arena.faith("Sun").anger
    }

    #[test]
    fn it_is_evil_to_harm_the_peaceful_and_unlawful_to_strike_down_who_runs_and_does_not_fight() {
        assert_eq!(anger(Mood::Hostile, false, 0), 0);
        assert_eq!(anger(Mood::Neutral, false, 0), 3);
        assert_eq!(anger(Mood::Hostile, true, 0), 1);
        assert_eq!(anger(Mood::Hostile, true, 600), 0, "it has just fought");
    }

    #[test]
    fn whoever_takes_an_opening_does_no_wrong() {
        let mut arena = Arena::with(&[("gods.toml", GODS)]);
        let (hero, goblin) = (arena.hero, arena.place(Noun::Monster, "goblin", Place::new(16, 15)));
        arena.follow("Sun", Faith::default());
        arena.die("attack", 19).die("threat", 1);
        arena.throw(Verb::OATTACK, Happening::new().actor(hero).target(goblin));
        assert!(arena.lost(goblin) > 0 && arena.faith("Sun").anger == 0);
    }
}
