//! How conditions begin and end.

use crate::content::{Archetype, EffectFlag, Harm, StatusFlag};
use crate::play::Play;
use crate::{Event, Flag, Handler, Happening, Id, Lasts, Res, Source, Status, Verb};
use referee_dispatch::{Lens, Phase, Role, Verdict, View};

/// A turn of all things takes so much of the clock.
pub(crate) const TURN: u32 = 60;

/// How a condition ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Its time is over.
    Elapsed,
    /// Magic ended it.
    Dispelled,
    /// It was taken away.
    Removed,
}

impl Ending {
    fn verb(self) -> Verb {
        match self {
            Ending::Elapsed => Verb::ELAPSED,
            Ending::Dispelled => Verb::DISPELLED,
            Ending::Removed => Verb::REMOVED,
        }
    }
}

impl Play {
    /// Something comes under a condition. The same again of the same effect lasts longer instead.
    pub(crate) fn gain(&mut self, who: Id, mut status: Status, quiet: bool) {
        if self.world().thing(who).is_none() {
            return;
        }
        let same = |old: &&Status| {
            let is_of_item = status.source == Source::Item; // two rings give two conditions
            status.effect.is_some()
                && (!is_of_item || old.object == status.object)
                && (old.nature, old.effect, old.source, old.value, old.magnitude, old.waits_for)
                    == (status.nature, status.effect, status.source, status.value, status.magnitude, status.waits_for)
        };
        if let Some(old) = self.thing(who).statuses.iter().find(same) {
            let longer = Status { lasts: longer(old.lasts, status.lasts), ..old.clone() };
            self.emit(Event::StatusChanged { id: who, status: Box::new(longer) });
            return;
        }
        status.seq = self.world().next_status;
        let (nature, effect, value, magnitude, object) =
            (status.nature, status.effect, status.value, status.magnitude, status.object);
        self.emit(Event::Gained { id: who, status: Box::new(status) });
        let mut happening =
            Happening::new().actor(who).target(object).valued(i32::from(nature.0)).effected(effect).with(|more| {
                (more.status.nature, more.status.val, more.status.mag) = (i32::from(nature.0), value, magnitude);
            });
        self.throw(Verb::GAIN_STATI, &mut happening);
        let lore = self.lore.clone();
        let begins = lore.content.status(nature).and_then(|definition| definition.begins.as_ref().map(|text| text.get()));
        if let Some(text) = begins.filter(|_| !quiet && !happening.quiet) {
            self.tell(who, text);
        }
    }

    /// A condition for so many turns; 0 for ever, negative until a rest.
    pub(crate) fn lasting(&self, turns: i32) -> Lasts {
        match turns {
            0 => Lasts::Always,
            ..0 => Lasts::UntilRest,
            turns => Lasts::Until(self.world().time.saturating_add((turns as u32).saturating_mul(TURN))),
        }
    }

    /// A plain condition of a kind for so many turns.
    pub(crate) fn afflict(&mut self, who: Id, nature: Res, magnitude: i32, turns: i32) {
        let lasts = self.lasting(turns);
        self.gain(who, Status { nature, magnitude, lasts, source: Source::Attack, ..Status::default() }, false);
    }

    /// A condition ends, unless its effect keeps it. Says whether it ended.
    pub(crate) fn lose(&mut self, who: Id, seq: u32, ending: Ending) -> bool {
        let Some(status) = self.thing(who).statuses.iter().find(|status| status.seq == seq).cloned() else { return false };
        let mut quiet = false;
        if let Some(effect) = status.effect.filter(|&effect| !self.is_said_later(who, &status, effect, ending)) {
            let mut happening =
                Happening::new().actor(who).target(who).effected(effect).valued(i32::from(status.nature.0)).with(|more| {
                    (more.status.nature, more.status.val, more.status.mag) =
                        (i32::from(status.nature.0), status.value, status.magnitude);
                    more.status.object = status.object;
                    more.effect.caster_level = status.caster_level;
                });
            let verb = ending.verb();
            let mut verdict = self.ask(effect, verb, Some(who), &mut happening);
            if verdict == Verdict::Nothing && ending != Ending::Removed && !happening.quiet {
                verdict = self.ask(effect, Verb::REMOVED, Some(who), &mut happening);
            }
            if verdict == Verdict::Abort {
                return false;
            }
            quiet = happening.quiet;
        }
        self.emit(Event::Lost { id: who, seq });
        let lore = self.lore.clone();
        let ends = lore.content.status(status.nature).and_then(|definition| definition.ends.as_ref().map(|text| text.get()));
        if let Some(text) = ends.filter(|_| !quiet && !self.thing(who).has(status.nature)) {
            self.tell(who, text);
        }
        self.ended(who, &status);
        true
    }

    /// Whether an effect that only has texts for the end of its conditions waits with them for the last one.
    fn is_said_later(&self, who: Id, status: &Status, effect: Res, ending: Ending) -> bool {
        let others = self.thing(who).statuses.iter().filter(|other| other.seq != status.seq);
        let table = self.content().table();
        let has_code = [ending.verb(), Verb::REMOVED].into_iter().any(|verb| {
            let handlers = table.of(effect.0.into(), verb.number(), View::default());
            handlers.iter().any(|handler| matches!(handler, Handler::Code(_)))
        });
        !has_code && others.into_iter().any(|other| other.effect == Some(effect))
    }

    /// What goes with a condition: who was called goes, who had another body has his own again.
    fn ended(&mut self, who: Id, status: &Status) {
        if status.nature == self.lore.natures.summoned {
            fade(self, who);
            return;
        }
        let lore = self.lore.clone();
        let effect = status.effect.and_then(|effect| lore.content.effect(effect));
        let changed = effect.into_iter().flat_map(|effect| &effect.segments).any(|segment| {
            segment.does == Archetype::Polymorph && segment.status.as_ref().is_some_and(|link| link.res() == status.nature)
        });
        let body = u16::try_from(status.value).ok().map(Res).filter(|&body| lore.content.monster(body).is_some());
        if let Some(res) = body.filter(|_| changed) {
            self.emit(Event::Became { id: who, res });
        }
    }

    /// All conditions of a kind end.
    pub(crate) fn lose_nature(&mut self, who: Id, nature: Res) {
        let all: Vec<u32> =
            self.thing(who).statuses.iter().filter(|status| status.nature == nature).map(|status| status.seq).collect();
        for seq in all {
            self.lose(who, seq, Ending::Removed);
        }
    }

    /// All conditions of an effect end.
    pub(crate) fn lose_effect(&mut self, who: Id, effect: Res, ending: Ending) {
        let all: Vec<u32> =
            self.thing(who).statuses.iter().filter(|status| status.effect == Some(effect)).map(|status| status.seq).collect();
        for seq in all {
            self.lose(who, seq, ending);
        }
    }
}

/// Who was called is gone again, and whoever saw it knows.
fn fade(play: &mut Play, who: Id) {
    let hero = play.world().hero;
    if play.world().spot(who).is_some() && play.perceives(hero, who) {
        let name = play.called(who, Some(true));
        play.tell(hero, &format!("{name} fades away."));
    }
    play.vanish(who);
}

/// A turn of all things has come to somebody: what its conditions do every turn is done, and those whose time is over end.
pub(crate) fn elapse(play: &mut Play, who: Id) {
    let all: Vec<u32> = play.thing(who).statuses.iter().map(|status| status.seq).collect();
    for seq in all {
        let Some(status) = play.thing(who).statuses.iter().find(|status| status.seq == seq).cloned() else { continue };
        every_turn(play, who, &status);
        if play.world().thing(who).is_none() {
            return;
        }
        if matches!(status.lasts, Lasts::Until(until) if until <= play.world().time) {
            play.lose(who, seq, Ending::Elapsed);
        }
    }
}

/// What an effect waits for that works every turn.
fn for_turns() -> u16 {
    View::new(Phase::Main, Lens::Trap).code(Verb::TURN.number())
}

/// The condition of whoever an effect works on turn by turn, as the happening says.
pub(crate) fn turn_by_turn(play: &Play, happening: &Happening) -> Status {
    let lasts = match happening.more.effect.duration {
        turns @ 1.. => play.lasting(turns),
        -1 => Lasts::Always,
        _ => Lasts::UntilRest,
    };
    Status {
        nature: play.lore.natures.waiting,
        value: happening.more.combat.save_dc,
        lasts,
        source: Source::Enchantment,
        effect: happening.effect,
        object: happening.roles.get(Role::Actor),
        caster_level: happening.more.effect.caster_level,
        waits_for: for_turns(),
        ..Status::default()
    }
}

/// An effect that works every turn works once more.
fn come_back(play: &mut Play, who: Id, status: &Status) {
    let is_periodic = |effect| play.content().effect(effect).is_some_and(|effect| effect.is(EffectFlag::Periodic));
    let Some(effect) = status.effect.filter(|&effect| is_periodic(effect)) else { return };
    let giver = status.object.filter(|&giver| play.world().thing(giver).is_some());
    let mut happening = Happening::new().actor(giver.unwrap_or(who)).target(who).effected(effect).with(|more| {
        (more.effect.caster_level, more.combat.save_dc) = (status.caster_level, status.value);
    });
    happening.flags.set(Flag::Periodic, true);
    play.throw(Verb::EFFECT, &mut happening);
}

/// What a condition does every turn.
fn every_turn(play: &mut Play, who: Id, status: &Status) {
    if status.waits_for == for_turns() {
        return come_back(play, who, status);
    }
    let lore = play.lore.clone();
    let Some(definition) = lore.content.status(status.nature) else { return };
    if definition.flags.contains(&StatusFlag::CountsDown) {
        count_down(play, who, status);
    } else if definition.flags.contains(&StatusFlag::Hurts) && status.magnitude > 0 {
        let harm = if status.nature == play.lore.natures.poisoned { Harm::Toxic } else { Harm::Untyped };
        let name = lore.content.name(status.nature);
        suffer(play, who, status, Verb::DAMAGE, harm, &format!("Died while {name}."));
    }
}

/// One less; at nothing the worst comes.
fn count_down(play: &mut Play, who: Id, status: &Status) {
    let left = status.magnitude - 1;
    play.emit(Event::StatusChanged { id: who, status: Box::new(Status { magnitude: left, ..status.clone() }) });
    if left <= 0 {
        play.tell(who, "The stone reaches your heart.");
        suffer(play, who, status, Verb::DEATH, Harm::Petrify, "Turned to stone.");
    }
}

fn suffer(play: &mut Play, who: Id, status: &Status, verb: Verb, harm: Harm, grave: &str) {
    let giver = status.object.filter(|&giver| play.world().thing(giver).is_some_and(|thing| thing.kind.is_creature()));
    let mut happening = Happening::new().actor(giver.unwrap_or(who)).target(who).effected(status.effect).with(|more| {
        (more.combat.damage, more.combat.damage_type) = (status.magnitude, harm.number());
        more.texts.get_or_insert_default().grave = Some(grave.into());
    });
    play.throw(verb, &mut happening);
}

/// Somebody has rested: what lasts until then ends.
pub(crate) fn rested(play: &mut Play, who: Id) {
    let ends = |status: &&Status| {
        let definition = play.content().status(status.nature);
        status.lasts == Lasts::UntilRest || definition.is_some_and(|it| it.flags.contains(&StatusFlag::EndsWithRest))
    };
    let all: Vec<u32> = play.thing(who).statuses.iter().filter(ends).map(|status| status.seq).collect();
    for seq in all {
        play.lose(who, seq, Ending::Elapsed);
    }
}

fn longer(one: Lasts, two: Lasts) -> Lasts {
    match (one, two) {
        (Lasts::Always, _) | (_, Lasts::Always) => Lasts::Always,
        (Lasts::UntilRest, _) | (_, Lasts::UntilRest) => Lasts::UntilRest,
        (Lasts::Until(one), Lasts::Until(two)) => Lasts::Until(one.max(two)),
    }
}
