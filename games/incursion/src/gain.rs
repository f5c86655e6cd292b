//! How conditions begin and end.

use crate::play::Play;
use crate::{Event, Happening, Id, Lasts, Res, Source, Status, Verb};
use referee_dispatch::Verdict;

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

impl Play {
    /// Something comes under a condition. The same again of the same effect lasts longer instead.
    pub(crate) fn gain(&mut self, who: Id, mut status: Status, quiet: bool) {
        if self.world().thing(who).is_none() {
            return;
        }
        let same = |old: &&Status| {
            status.effect.is_some()
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
        if let Some(effect) = status.effect {
            let mut happening =
                Happening::new().actor(who).target(who).effected(effect).valued(i32::from(status.nature.0)).with(|more| {
                    (more.status.nature, more.status.val, more.status.mag) =
                        (i32::from(status.nature.0), status.value, status.magnitude);
                    more.status.object = status.object;
                    more.effect.caster_level = status.caster_level;
                });
            let verb = match ending {
                Ending::Elapsed => Verb::ELAPSED,
                Ending::Dispelled => Verb::DISPELLED,
                Ending::Removed => Verb::REMOVED,
            };
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
        true
    }

    /// All conditions of a kind end.
    pub(crate) fn lose_nature(&mut self, who: Id, nature: Res) {
        let all: Vec<u32> =
            self.thing(who).statuses.iter().filter(|status| status.nature == nature).map(|status| status.seq).collect();
        all.into_iter().for_each(|seq| drop(self.lose(who, seq, Ending::Removed)));
    }

    /// All conditions of an effect end.
    pub(crate) fn lose_effect(&mut self, who: Id, effect: Res, ending: Ending) {
        let all: Vec<u32> =
            self.thing(who).statuses.iter().filter(|status| status.effect == Some(effect)).map(|status| status.seq).collect();
        all.into_iter().for_each(|seq| drop(self.lose(who, seq, ending)));
    }
}

fn longer(one: Lasts, two: Lasts) -> Lasts {
    match (one, two) {
        (Lasts::Always, _) | (_, Lasts::Always) => Lasts::Always,
        (Lasts::UntilRest, _) | (_, Lasts::UntilRest) => Lasts::UntilRest,
        (Lasts::Until(one), Lasts::Until(two)) => Lasts::Until(one.max(two)),
    }
}
