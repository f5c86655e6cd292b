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
