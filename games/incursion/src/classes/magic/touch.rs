//! Touches: a spell in the hand waits for whom it touches.

use super::pair;
use crate::play::{Core, Play};
use crate::{Flag, Happening, Id, Lasts, Res, Source, Status, Verb};
use referee_dispatch::{Phase, Waiting};

/// What a spell in the hand waits for.
fn for_touch() -> u16 {
    let waiting = Waiting::for_own(Verb::TOUCH.number(), Phase::Main);
    waiting.view.code(waiting.verb)
}

impl Core {
    /// The spell in somebody's hand, if there is one.
    pub(crate) fn held_touch(&self, who: Id) -> Option<&Status> {
        let waits_for = for_touch();
        let statuses = &self.thing(who).statuses;
        statuses.iter().find(|status| status.waits_for == waits_for && status.source == Source::Enchantment)
    }
}

/// A spell stays in the caster's hand until it touches somebody or rests. Another one drives it out.
pub(super) fn hold(play: &mut Play, who: Id, effect: Res, happening: &Happening) {
    while let Some(seq) = play.held_touch(who).map(|status| status.seq) {
        play.emit(crate::Event::Lost { id: who, seq });
    }
    let status = Status {
        nature: play.lore.natures.waiting,
        value: happening.more.combat.save_dc,
        lasts: Lasts::UntilRest,
        source: Source::Enchantment,
        effect: Some(effect),
        object: Some(who),
        caster_level: happening.more.effect.caster_level,
        waits_for: for_touch(),
        ..Status::default()
    };
    play.gain(who, status, true);
    play.tell(who, "The spell waits in your hand.");
}

impl Play {
    /// What somebody holds ready goes over to whom it has touched.
    pub(crate) fn discharge_touch(&mut self, who: Id, target: Id) {
        let Some(held) = self.held_touch(who).cloned() else { return };
        self.emit(crate::Event::Lost { id: who, seq: held.seq });
        let mut strike = Happening::new().actor(who).target(target).effected(held.effect).with(|more| {
            more.effect.caster_level = held.caster_level;
        });
        strike.flags.set(Flag::Spell, true);
        self.throw(Verb::MAGIC_STRIKE, &mut strike);
    }
}

/// Whether a touch works without a blow: on oneself, on who lets it happen, and where no hand is led.
pub(super) fn is_easy(play: &Play, happening: &Happening, target: Id) -> bool {
    let (actor, _) = pair(happening);
    let handless = [Flag::ByTrap, Flag::Wielding, Flag::Removing, Flag::Entering, Flag::Leaving, Flag::Periodic];
    let handless = handless.into_iter().any(|flag| happening.flags.has(flag)) || happening.divine;
    handless || actor.is_none_or(|actor| actor == target || !play.are_hostile(actor, target))
}

/// A hand is led at a foe within reach.
pub(super) fn reach_out(play: &mut Play, who: Id, target: Id) {
    play.throw(Verb::NATTACK, &mut Happening::new().actor(who).target(target));
}

#[cfg(test)]
mod tests {
    use crate::arena::Arena;
    use crate::content::Noun;
    use crate::{Happening, Mood, Verb};
    use referee_dispatch::Place;

    const EFFECTS: &str = "[shock]\nabout = 'Lightning.'\nlevel = 1\naim = 'touch'
segments = [{ does = 'blast', area = 'touch', harm = 'electric', power = { plus = 9 }, lasts = 'instant' }]";

    #[test]
    fn a_spell_waits_in_the_hand_until_it_touches_somebody() {
        let mut arena = Arena::of_effects(EFFECTS);
        let (hero, far) = (arena.hero, arena.goblin);
        arena.effect("shock", |it| it.target(far));
        assert_eq!((arena.lost(far), arena.statuses(hero, "waiting").len()), (0, 1));
        arena.effect("shock", |it| it.target(far));
        assert_eq!(arena.statuses(hero, "waiting").len(), 1, "another one drives it out");
        let near = arena.place(Noun::Monster, "goblin", Place::new(16, 15));
        arena.die("attack", 1).die("threat", 1);
        arena.throw(Verb::NATTACK, Happening::new().actor(hero).target(near));
        assert_eq!((arena.lost(near), arena.statuses(hero, "waiting").len()), (0, 1), "a miss keeps it");
        arena.die("attack", 19);
        arena.throw(Verb::NATTACK, Happening::new().actor(hero).target(near));
        assert_eq!((arena.lost(near), arena.statuses(hero, "waiting").len()), (9, 0), "the touch itself does not hurt");
        arena.throw(Verb::NATTACK, Happening::new().actor(hero).target(near));
        assert!((10..13).contains(&arena.lost(near)), "and then it is a fist again");
    }

    #[test]
    fn a_foe_within_reach_is_touched_at_once_and_a_friend_needs_no_blow() {
        let mut arena = Arena::of_effects(EFFECTS);
        let hero = arena.hero;
        let near = arena.place(Noun::Monster, "goblin", Place::new(16, 15));
        arena.die("attack", 19).die("threat", 1);
        arena.effect("shock", |it| it.target(near));
        assert_eq!((arena.lost(near), arena.rolled("attack"), arena.statuses(hero, "waiting").len()), (9, 1, 0));
        arena.creature(near, |goblin| goblin.mood = Mood::Friendly);
        arena.effect("shock", |it| it.target(near));
        assert_eq!((arena.lost(near), arena.rolled("attack")), (18, 0));
    }
}
