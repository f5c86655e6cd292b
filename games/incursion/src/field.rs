//! Areas under an effect: how they begin, move and end, and what becomes of those within.
//!
//! Whoever comes into an area is told so once (`FIELDON`), and once that it is out of it again (`FIELDOFF`): by stepping over the border,
//! or because the area began, moved or ended.

use crate::classes::magic::accepts;
use crate::content::Save;
use crate::play::Play;
use crate::{Event, Field, Flag, Happening, Id, Kind, Res, Source, Status, Verb};
use referee_dispatch::{Place, Verdict};

/// The most areas on a level: one more ends the oldest.
pub(crate) const FIELDS_MAX: usize = 64;

/// An area begins; whatever is within comes into it. Says which it is.
pub(crate) fn make(play: &mut Play, mut field: Field) -> u32 {
    while let Some(oldest) = oldest_beyond(play) {
        end(play, oldest);
    }
    field.id = play.world().next_field;
    let id = field.id;
    play.emit(Event::FieldMade { field: Box::new(field) });
    within(play, id).into_iter().for_each(|who| tell(play, Verb::FIELDON, who, id));
    id
}

/// The area that must go so that another can come; `None` while there is room.
fn oldest_beyond(play: &Play) -> Option<u32> {
    let fields = &play.world().level()?.fields;
    if fields.len() < FIELDS_MAX { None } else { fields.first().map(|field| field.id) }
}

/// An area ends; whatever is within comes out of it.
pub(crate) fn end(play: &mut Play, id: u32) {
    if play.world().field(id).is_none() {
        return;
    }
    let inside = within(play, id);
    inside.into_iter().for_each(|who| tell(play, Verb::FIELDOFF, who, id));
    if play.world().field(id).is_some() {
        play.emit(Event::FieldEnded { id });
    }
}

/// All areas of an effect and a maker end.
pub(crate) fn end_of(play: &mut Play, effect: Res, creator: Option<Id>) {
    let fields = play.world().level().map_or(&[][..], |level| &level.fields);
    let mine = fields.iter().filter(|field| field.effect == Some(effect) && field.creator == creator).map(|field| field.id);
    let mine: Vec<u32> = mine.collect();
    mine.into_iter().for_each(|id| end(play, id));
}

/// Somebody has gone from a square to another, or from or to nowhere: borders are crossed, and what goes with it follows.
pub(crate) fn crossed(play: &mut Play, who: Id, from: impl Into<Option<Place>>, to: impl Into<Option<Place>>) {
    let (from, to) = (from.into(), to.into());
    if from == to {
        return;
    }
    let covers = |field: &Field, at: Option<Place>| at.is_some_and(|at| field.covers(at));
    let fields = play.world().level().map_or(&[][..], |level| &level.fields);
    let others = fields.iter().filter(|field| !goes_with(field, who));
    let (mut left, mut entered) = (Vec::new(), Vec::new());
    for field in others {
        match (covers(field, from), covers(field, to)) {
            (true, false) => left.push(field.id),
            (false, true) => entered.push(field.id),
            _ => {}
        }
    }
    let own: Vec<u32> = fields.iter().filter(|field| goes_with(field, who)).map(|field| field.id).collect();
    left.into_iter().for_each(|id| tell(play, Verb::FIELDOFF, who, id));
    entered.into_iter().for_each(|id| tell(play, Verb::FIELDON, who, id));
    match to {
        Some(to) => own.into_iter().for_each(|id| shift(play, id, to)),
        None => own.into_iter().for_each(|id| end(play, id)),
    }
}

fn goes_with(field: &Field, who: Id) -> bool {
    field.is(Field::MOBILE) && field.creator == Some(who)
}

/// An area is somewhere else: who is no longer within comes out, who is within now comes in.
pub(crate) fn shift(play: &mut Play, id: u32, center: Place) {
    let Some(field) = play.world().field(id).cloned().filter(|field| field.center != center) else { return };
    let before = within(play, id);
    play.emit(Event::FieldMoved { id, center });
    let after = within(play, id);
    let moved = |who: &&Id| !goes_with(&field, **who);
    before.iter().filter(|who| !after.contains(who)).filter(moved).for_each(|&who| tell(play, Verb::FIELDOFF, who, id));
    after.iter().filter(|who| !before.contains(who)).filter(moved).for_each(|&who| tell(play, Verb::FIELDON, who, id));
}

/// What is within an area, by number.
fn within(play: &Play, id: u32) -> Vec<Id> {
    let Some(field) = play.world().field(id) else { return Vec::new() };
    let depth = play.world().depth;
    play.world().here().filter(|thing| thing.on(depth).is_some_and(|at| field.covers(at))).map(|thing| thing.id).collect()
}

fn tell(play: &mut Play, verb: Verb, who: Id, id: u32) {
    let Some(thing) = play.world().thing(who).filter(|thing| !thing.kind.walk().is_empty()) else { return };
    debug_assert!(thing.kind != Kind::Unknown);
    let Some(field) = play.world().field(id) else { return };
    let level = field.caster_level;
    let mut happening = Happening::new().actor(who).fielded(id).effected(field.effect);
    happening.more.effect.caster_level = level;
    play.throw(verb, &mut happening);
}

/// A turn of all things has come: areas and made ground whose time is over end, those without their maker too; what comes back every
/// turn comes back.
pub(crate) fn turn(play: &mut Play) {
    let now = play.world().time;
    let fields = play.world().level().map_or(&[][..], |level| &level.fields);
    let is_over = |field: &&Field| field.until.is_some_and(|until| until <= now) || is_forlorn(play, field);
    let over: Vec<u32> = fields.iter().filter(is_over).map(|field| field.id).collect();
    over.into_iter().for_each(|id| end(play, id));
    let fields = play.world().level().map_or(&[][..], |level| &level.fields);
    let continual: Vec<u32> = fields.iter().filter(|field| field.is(Field::CONTINUAL)).map(|field| field.id).collect();
    continual.into_iter().for_each(|id| come_back(play, id));
    ground(play, now);
}

/// Whether an area should go with somebody who is not there.
fn is_forlorn(play: &Play, field: &Field) -> bool {
    field.is(Field::MOBILE) && field.creator.is_some_and(|creator| play.world().spot(creator).is_none())
}

/// The effect of an area takes hold once more of whoever is within.
fn come_back(play: &mut Play, id: u32) {
    for who in within(play, id) {
        if play.thing(who).kind.is_creature() && play.world().field(id).is_some() {
            work(play, who, id, Flag::Periodic, false);
        }
    }
}

/// Made ground whose time is over is as it was before; its effect says so once.
fn ground(play: &mut Play, now: u32) {
    let made = play.world().level().map_or(&[][..], |level| &level.made);
    let over: Vec<(Place, Option<Res>, Option<Id>)> = made
        .iter()
        .filter(|made| made.until.is_some_and(|until| until <= now))
        .map(|made| (made.place, made.effect, made.by))
        .collect();
    let mut told: Vec<Res> = Vec::new();
    for (place, effect, by) in over {
        play.emit(Event::GroundRestored { place });
        let Some(effect) = effect.filter(|effect| !told.contains(effect)) else { continue };
        told.push(effect);
        let mut happening = Happening::new().actor(by).target(play.world().hero).at(place).effected(effect);
        play.ask(effect, Verb::ELAPSED, None, &mut happening);
    }
}

/// Before somebody comes into an area: whoever it is not for does not notice.
pub(crate) fn filter_entering(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    filter(play, who, happening, false)
}

/// Before somebody comes out of an area: who carries a condition of it must be rid of that.
pub(crate) fn filter_leaving(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    filter(play, who, happening, true)
}

fn filter(play: &mut Play, who: Id, happening: &Happening, leaving: bool) -> Verdict {
    let Some(field) = happening.field.and_then(|id| play.world().field(id)).cloned() else { return Verdict::Nothing };
    let Some(effect) = field.effect else { return Verdict::Nothing };
    let bears = play.thing(who).statuses.iter().any(|status| status.effect == Some(effect));
    let is_forlorn = field.creator.is_none_or(|creator| play.world().thing(creator).is_none());
    if leaving && bears || is_forlorn {
        return Verdict::Nothing;
    }
    let question = Happening::new().actor(field.creator).target(who).fielded(field.id).effected(effect);
    let segments = play.content().effect(effect).map_or(0, |effect| effect.segments.len());
    if segments == 0 || (0..segments).any(|nth| accepts(play, &question, effect, nth, who)) {
        return Verdict::Nothing;
    }
    Verdict::Abort
}

/// A creature comes into an area.
pub(crate) fn entered(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(field) = happening.field.and_then(|id| play.world().field(id)).cloned() else { return Verdict::Done };
    if field.is(Field::LIGHT) && play.thing(who).has(play.lore.natures.hidden) {
        play.lose_nature(who, play.lore.natures.hidden);
    }
    if field.is(Field::ILLUSION) {
        doubt(play, who, &field);
    }
    if field.is(Field::MODIFIER) {
        work(play, who, field.id, Flag::Entering, happening.quiet);
    }
    Verdict::Done
}

/// A creature comes out of an area.
pub(crate) fn left(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(field) = happening.field.and_then(|id| play.world().field(id)).cloned() else { return Verdict::Done };
    let inside_another = |at| {
        let level = play.world().level();
        level.is_some_and(|level| level.fields_at(at, Field::MODIFIER).any(|other| other.id != field.id && other.effect == field.effect))
    };
    let still = play.world().spot(who).is_some_and(inside_another);
    if field.is(Field::MODIFIER) && !still {
        work(play, who, field.id, Flag::Leaving, happening.quiet);
    }
    Verdict::Done
}

/// The effect of an area takes hold of somebody, or lets go.
fn work(play: &mut Play, who: Id, id: u32, how: Flag, quiet: bool) {
    let Some(field) = play.world().field(id) else { return };
    let creator = field.creator.filter(|&creator| play.world().thing(creator).is_some());
    let mut happening = Happening::new().actor(creator).target(who).fielded(id).effected(field.effect);
    happening.more.effect.caster_level = field.caster_level;
    happening.flags.set(how, true);
    happening.quiet = quiet;
    play.throw(Verb::EFFECT, &mut happening);
}

/// Whoever walks into an illusion of a foe may see that it is one.
fn doubt(play: &mut Play, who: Id, field: &Field) {
    let Some(creator) = field.creator.filter(|&creator| creator != who) else { return };
    let disbelieves = play.lore.natures.disbelieves;
    let knows = play.thing(who).statuses.iter().any(|status| status.nature == disbelieves && status.object == Some(creator));
    let level = field.effect.and_then(|effect| play.content().effect(effect)).map_or(0, |effect| effect.level.get());
    if knows || !play.saves(who, Save::Will, 10 + level + field.caster_level / 2) {
        return;
    }
    let lasts = field.until.map_or(crate::Lasts::Always, crate::Lasts::Until);
    let status = Status { nature: disbelieves, object: Some(creator), lasts, source: Source::Mind, ..Status::default() };
    play.gain(who, status, true);
    play.tell(who, "Something about this place is not true.");
}
