//! For whom an effect is: sides, kinds, and what its handlers say.

use crate::content::{Aimed, Archetype, Breed, Effect, EffectFlag, Segment, Stop, Trait};
use crate::play::{Core, Play};
use crate::{Field, Happening, Id, Res, Verb};
use referee_dispatch::Role;

/// Whether no word leaves somebody.
pub(crate) fn is_silent(core: &Core, who: Id) -> bool {
    let silent = |at| core.world().level().is_some_and(|level| level.fields_at(at, Field::SILENCE).next().is_some());
    core.figures(who).stops(Stop::Speaking) || core.world().spot(who).is_some_and(silent)
}

/// Whether a segment is meant for ill.
pub(super) fn is_harmful(segment: &Segment) -> bool {
    matches!(segment.does, Archetype::Blast | Archetype::Inflict | Archetype::Drain | Archetype::Polymorph | Archetype::Dispel)
}

/// Whether a segment of the effect is for a thing. Its handlers have the first word.
pub(crate) fn accepts(play: &mut Play, happening: &Happening, res: Res, nth: usize, target: Id) -> bool {
    let lore = play.lore.clone();
    let Some((effect, segment)) = lore.content.effect(res).and_then(|effect| Some((effect, effect.segments.get(nth)?))) else {
        return false;
    };
    let Some(at) = play.world().spot(target).or_else(|| held_at(play, target)) else { return false };
    let mut question = happening.clone();
    question.roles.set(Role::Target, Some(target));
    question.place = Some(at);
    question.more.effect.segment = nth as i32;
    !play.ask(res, Verb::ISTARGET, Some(target), &mut question).is_no()
        && is_of_kind(play, segment, target)
        && is_meant(play, happening.roles.get(Role::Actor), segment, target)
        && !is_mindless_to(play, effect, target)
}

/// Where whoever has a thing is.
fn held_at(core: &Core, what: Id) -> Option<referee_dispatch::Place> {
    core.thing(what).holder().and_then(|(who, _)| core.world().spot(who))
}

/// Creatures, unless the segment says otherwise; what can break is also blasted.
fn is_of_kind(core: &Core, segment: &Segment, target: Id) -> bool {
    let thing = core.thing(target);
    let (names_creatures, names_items) = (segment.to.contains(&Aimed::Creatures), segment.to.contains(&Aimed::Items));
    let is_item = thing.kind.is_item();
    match segment.does {
        _ if thing.kind.is_creature() => names_creatures || !names_items,
        _ if is_item && names_items => true,
        Archetype::Reveal | Archetype::Generic => is_item || thing.feature().is_some(),
        Archetype::Blast | Archetype::Dispel => thing.feature().is_some(),
        _ => false,
    }
}

/// Every word about whom it is for must be true.
fn is_meant(core: &Core, actor: Option<Id>, segment: &Segment, target: Id) -> bool {
    let is_creature = core.thing(target).kind.is_creature();
    segment.to.iter().all(|word| match word {
        Aimed::Creatures | Aimed::Items => true,
        Aimed::Caster => actor == Some(target),
        Aimed::Others => actor != Some(target),
        Aimed::Allies => actor.is_some_and(|actor| core.are_friends(actor, target)),
        Aimed::Enemies => actor.is_none_or(|actor| core.are_hostile(actor, target)),
        Aimed::Living => {
            let figures = core.figures(target);
            is_creature && !figures.is_a(Breed::Undead) && !figures.is_a(Breed::Construct)
        }
        Aimed::Undead => core.figures(target).is_a(Breed::Undead),
        Aimed::Summoned => core.thing(target).has(core.lore.natures.summoned),
    })
}

fn is_mindless_to(core: &Core, effect: &Effect, target: Id) -> bool {
    effect.is(EffectFlag::Mental) && has_no_mind(core, target)
}

/// Whether what is of the mind does nothing to somebody.
pub(super) fn has_no_mind(core: &Core, who: Id) -> bool {
    let figures = core.figures(who);
    figures.has(Trait::Mindless) || figures.has(Trait::NoMind)
}
