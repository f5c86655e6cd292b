//! Ground that is not as it seems.

use crate::content::{Noun, Trait};
use crate::gaze::Gaze;
use crate::play::Play;
use crate::{Field, Happening, Id, Mirage, Res, Verb};
use referee_dispatch::{Place, Verdict};

/// What somebody believes to see on a square that an illusion covers. Whoever sees through sees what is there.
pub(crate) fn believed(play: &mut Play, at: Place, by: Id) -> Option<Res> {
    let level = play.world().level()?;
    let real = level.terrain.get(at)?;
    let covering: Vec<Field> = level.fields_at(at, Field::ILLUSION).cloned().collect();
    if covering.is_empty() {
        return None;
    }
    for field in covering {
        if sees_through(&play.gaze(), by, &field) {
            continue;
        }
        let Some(effect) = field.effect else { continue };
        let mut question = Happening::new().actor(by).target(by).fielded(field.id).at(at).effected(effect);
        question.more.illusion.ill_type = field.value;
        let verdict = play.ask(effect, Verb::ITERRAIN, Some(by), &mut question);
        let answer = question.choice.result.or(question.effect.filter(|answer| *answer != effect));
        if verdict != Verdict::Abort
            && answer.is_some_and(|answer| play.content().definition(answer).is_some_and(|it| it.noun() == Noun::Terrain))
        {
            return answer;
        }
    }
    Some(real)
}

impl Play {
    /// Where the hero sees what is not there.
    pub(crate) fn mirages(&mut self) -> Vec<Mirage> {
        let deceiving = |field: &Field| field.is(Field::ILLUSION);
        if !self.world().level().is_some_and(|level| level.fields.iter().any(deceiving)) {
            return Vec::new();
        }
        let hero = self.world().hero;
        let is_other = |play: &mut Play, place: Place| {
            let real = play.ground(place);
            believed(play, place, hero).filter(|ground| Some(*ground) != real).map(|ground| Mirage { place, ground })
        };
        let in_view = self.gaze().in_view();
        in_view.into_iter().filter_map(|place| is_other(self, place)).collect()
    }
}

/// Whoever made it, has seen through it, has no mind, or sees the truth is not deceived.
pub(crate) fn sees_through(play: &Gaze<'_>, who: Id, field: &Field) -> bool {
    let thing = play.thing(who);
    let figures = play.figures(who);
    let disbelieves = |creator: Id| {
        let statuses = thing.statuses.iter().filter(|status| status.nature == play.lore.natures.disbelieves);
        statuses.into_iter().any(|status| status.object == Some(creator))
    };
    field.creator == Some(who)
        || field.creator.is_some_and(disbelieves)
        || [Trait::Mindless, Trait::TrueSight, Trait::Scent].into_iter().any(|it| figures.has(it))
}
