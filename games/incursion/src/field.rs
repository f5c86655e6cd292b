//! Areas under an effect: how they begin, move and end, and what becomes of those within.
//!
//! Whoever comes into an area is told so once (`FIELDON`), and once that it is out of it again (`FIELDOFF`): by stepping over the border,
//! or because the area began, moved or ended.

use crate::classes::magic::accepts;
use crate::content::{Save, TerrainFlag};
use crate::play::Play;
use crate::{Event, Field, Flag, Happening, Id, Res, Source, Status, Verb};
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
    match to {
        Some(to) => own.into_iter().for_each(|id| shift(play, id, to)),
        None => own.into_iter().for_each(|id| end(play, id)),
    }
    left.into_iter().for_each(|id| tell(play, Verb::FIELDOFF, who, id));
    entered.into_iter().for_each(|id| tell(play, Verb::FIELDON, who, id));
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
    let is_there = play.world().thing(who).is_some_and(|thing| !thing.kind.walk().is_empty());
    let Some(field) = play.world().field(id).filter(|_| is_there) else { return };
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
        if returns_onto_somebody(play, place) {
            continue; // rock waits until they are gone
        }
        play.emit(Event::GroundRestored { place });
        let Some(effect) = effect.filter(|effect| !told.contains(effect)) else { continue };
        told.push(effect);
        let mut happening = Happening::new().actor(by).target(play.world().hero).at(place).effected(effect);
        play.ask(effect, Verb::ELAPSED, None, &mut happening);
    }
}

/// Whether rock would come back where somebody stands.
fn returns_onto_somebody(play: &Play, place: Place) -> bool {
    let made = play.world().level().and_then(|level| level.made.iter().rfind(|made| made.place == place));
    let rock = made.and_then(|made| play.content().terrain(made.before)).is_some_and(|it| it.is(TerrainFlag::Solid));
    rock && play.world().creature_at(place).is_some()
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
        level.is_some_and(|level| {
            level.fields_at(at, Field::MODIFIER).any(|other| other.id != field.id && other.effect == field.effect)
        })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Arena, MIDDLE};
    use crate::content::Noun;
    use crate::{Lasts, Whereabouts};
    use proptest::prelude::*;

    fn text(area: &str, more: &str) -> String {
        format!(
            "[it]\nabout = 'An area.'\nlevel = 1\nsegments = [{{ does = 'inflict', area = '{area}', radius = 3, status = 'morale', \
             power = {{ plus = -2 }}, {more} }}]\non = {{ FIELDON = {{ say = ['In.', 'Other in.'] }}, FIELDOFF = {{ say = ['Out.', 'Other out.'] }} }}"
        )
    }

    fn arena(area: &str, more: &str) -> Arena {
        Arena::of_effects(&text(area, more))
    }

    fn lay(arena: &mut Arena, x: i32, y: i32) {
        arena.effect("it", |happening| happening.at(Place::new(x, y)));
    }

    fn go(arena: &mut Arena, who: Id, x: i32, y: i32) {
        arena.play(move |play| crate::classes::magic::relocate(play, who, Place::new(x, y))).expect("a step");
    }

    #[test]
    fn an_area_takes_hold_of_who_is_within_and_lets_go_when_it_ends() {
        let mut arena = arena("field", "field = ['modifier']");
        lay(&mut arena, 18, 15);
        assert_eq!((arena.heard("In."), arena.heard("Other in.")), (1, 1));
        let given = arena.statuses(arena.goblin, "morale");
        assert_eq!((given.len(), given[0].magnitude), (1, -2));
        assert_eq!(arena.rolled("save"), 0);
        arena.play(|play| end(play, 0)).expect("it ends");
        assert_eq!((arena.heard("Out."), arena.heard("Other out.")), (1, 1));
        assert!(arena.statuses(arena.goblin, "morale").is_empty() && arena.statuses(arena.hero, "morale").is_empty());
    }

    #[test]
    fn whoever_crosses_the_border_is_told_once() {
        let mut arena = arena("field", "field = ['modifier']");
        let hero = arena.hero;
        lay(&mut arena, 20, 15);
        assert_eq!(arena.heard("In."), 0);
        for (x, told, is_in) in [(16, 0, 0), (17, 1, 1), (19, 0, 1), (24, 1, 0), (25, 0, 0)] {
            let y = if x == 19 { 16 } else { 15 };
            go(&mut arena, hero, x, y);
            let now = arena.heard("In.") + arena.heard("Out.");
            assert_eq!((now, arena.statuses(hero, "morale").len()), (told, is_in), "at {x}");
        }
    }

    #[test]
    fn an_area_that_is_not_for_somebody_goes_unnoticed() {
        let mut arena = arena("field", "field = ['modifier'], to = ['enemies']");
        lay(&mut arena, 16, 15);
        assert_eq!((arena.heard("In."), arena.heard("Other in.")), (0, 1));
        assert!(arena.statuses(arena.hero, "morale").is_empty());
    }

    #[test]
    fn an_area_that_moves_goes_with_its_maker_and_ends_with_it() {
        let mut arena = arena("mobile-field", "field = ['modifier'], to = ['enemies']");
        let hero = arena.hero;
        arena.effect("it", |happening| happening);
        assert_eq!(arena.statuses(arena.goblin, "morale").len(), 1);
        go(&mut arena, hero, 10, 15);
        assert_eq!((arena.heard("Other out."), arena.statuses(arena.goblin, "morale").len()), (1, 0));
        go(&mut arena, hero, 17, 16);
        assert_eq!((arena.heard("Other in."), arena.statuses(arena.goblin, "morale").len()), (1, 1));
        arena.effect("it", |happening| happening);
        assert_eq!(arena.world.level().map(|level| level.fields.len()), Some(1), "one for each effect and maker");
        arena.world.things.place(hero, Whereabouts::Nowhere);
        arena.play(turn).expect("a turn");
        assert!(arena.world.level().is_some_and(|level| level.fields.is_empty()));
        assert!(arena.statuses(arena.goblin, "morale").is_empty());
    }

    #[test]
    fn an_area_ends_when_its_time_is_over() {
        let mut arena = arena("field", "field = ['modifier'], lasts = 'round'");
        lay(&mut arena, 15, 15);
        assert_eq!(arena.statuses(arena.hero, "morale")[0].lasts, Lasts::Until(720));
        arena.world.time = 719;
        arena.play(turn).expect("a turn");
        assert_eq!(arena.world.level().map(|level| level.fields.len()), Some(1));
        arena.world.time = 720;
        arena.play(turn).expect("a turn");
        assert_eq!((arena.world.level().map(|level| level.fields.len()), arena.heard("Out.")), (Some(0), 1));
    }

    #[test]
    fn what_is_continual_comes_back_every_turn() {
        let burns = "[it]\nabout = 'Fire.'\nlevel = 1\nsegments = [{ does = 'drain', harm = 'fire', area = 'field', radius = 3, power = { plus = 2 }, field = ['continual'], lasts = 'long' }]";
        let mut arena = Arena::of_effects(burns);
        lay(&mut arena, 20, 15);
        assert_eq!(arena.lost(arena.goblin), 0);
        arena.play(turn).expect("a turn");
        arena.play(turn).expect("a turn");
        assert_eq!((arena.lost(arena.goblin), arena.lost(arena.hero)), (4, 0));
    }

    #[test]
    fn light_shows_who_hides_in_it() {
        let lamp =
            "[it]\nabout = 'Light.'\nlevel = 1\nsegments = [{ does = 'grant', area = 'field', radius = 5, field = ['light'] }]";
        let mut arena = Arena::of_effects(lamp);
        let goblin = arena.goblin;
        arena.afflict(goblin, "hidden", 0);
        lay(&mut arena, 18, 15);
        assert!(arena.statuses(goblin, "hidden").is_empty());
    }

    #[test]
    fn who_doubts_an_illusion_sees_what_is_there() {
        let mirage = "[it]\nabout = 'Not so.'\nlevel = 4\nsegments = [{ does = 'illusion', area = 'field', radius = 3, field = ['illusory-terrain'] }]";
        for (save, knows) in [(20, 1), (1, 0)] {
            let mut arena = Arena::of_effects(mirage);
            arena.die("save", save);
            lay(&mut arena, 18, 15);
            assert_eq!(arena.statuses(arena.goblin, "disbelieves").len(), knows);
            assert!(arena.statuses(arena.hero, "disbelieves").is_empty(), "who made it needs no doubt");
        }
    }

    #[test]
    fn there_is_room_for_so_many_areas() {
        let mut arena = arena("field", "field = ['bad']");
        let it = arena.res(Noun::Effect, "it");
        let field = Field { center: MIDDLE, radius: 1, effect: Some(it), ..Field::default() };
        arena.play(move |play| (0..FIELDS_MAX + 9).for_each(|_| _ = make(play, field.clone()))).expect("many");
        let level = arena.world.level().expect("the level");
        assert_eq!((level.fields.len(), level.fields[0].id), (FIELDS_MAX, 9));
    }

    #[derive(Clone, Debug)]
    enum Deed {
        Lay(i32, i32, i32, bool),
        Go(bool, i32, i32),
        End(u32),
        Wait,
    }

    fn deed() -> impl Strategy<Value = Deed> {
        prop_oneof![
            (10i32..21, 10i32..21, 0i32..5, any::<bool>()).prop_map(|(x, y, radius, mobile)| Deed::Lay(x, y, radius, mobile)),
            (any::<bool>(), 8i32..23, 8i32..23).prop_map(|(hero, x, y)| Deed::Go(hero, x, y)),
            (0u32..6).prop_map(Deed::End),
            Just(Deed::Wait),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Who was told that it came into an area is told that it came out of it, never twice the same; and who has a condition of an
        /// area is within one.
        #[test]
        fn coming_in_and_coming_out_always_pair_up(deeds in proptest::collection::vec(deed(), 1..24)) {
            let mut arena = arena("field", "field = ['modifier']");
            let (hero, goblin, it) = (arena.hero, arena.goblin, arena.res(Noun::Effect, "it"));
            let mut balance = [0i32; 2];
            for deed in deeds {
                match deed {
                    Deed::Lay(x, y, radius, mobile) => {
                        let kind = Field::MODIFIER | if mobile { Field::MOBILE } else { 0 };
                        let center = if mobile { arena.world.spot(goblin).expect("on the level") } else { Place::new(x, y) };
                        let until = Some(arena.world.time + 180);
                        let field = Field { kind, center, radius, until, effect: Some(it), creator: Some(goblin), caster_level: 1, id: 0, value: 0 };
                        arena.play(move |play| _ = make(play, field.clone())).expect("laid");
                    }
                    Deed::Go(is_hero, x, y) => {
                        let who = if is_hero { hero } else { goblin };
                        if arena.world.creature_at(Place::new(x, y)).is_none() {
                            go(&mut arena, who, x, y);
                        } else {
                            arena.said.clear();
                        }
                    }
                    Deed::End(id) => arena.play(move |play| end(play, id)).expect("ended"),
                    Deed::Wait => {
                        arena.world.time += 60;
                        arena.play(turn).expect("a turn");
                    }
                }
                let count = |arena: &Arena, text: &str| arena.said.iter().filter(|said| *said == text).count() as i32;
                balance[0] += count(&arena, "In.") - count(&arena, "Out.");
                balance[1] += count(&arena, "Other in.") - count(&arena, "Other out.");
                for (who, told) in [(hero, balance[0]), (goblin, balance[1])] {
                    let at = arena.world.spot(who).expect("on the level");
                    let level = arena.world.level().expect("the level");
                    let within = level.fields_at(at, 0).count() as i32;
                    prop_assert_eq!(told, within, "{:?} has been told otherwise", who);
                    prop_assert_eq!(arena.statuses(who, "morale").is_empty(), within == 0);
                }
            }
            let all: Vec<u32> = arena.world.level().expect("the level").fields.iter().map(|field| field.id).collect();
            for id in all {
                arena.play(move |play| end(play, id)).expect("ended");
                balance[0] -= arena.said.iter().filter(|said| *said == "Out.").count() as i32;
                balance[1] -= arena.said.iter().filter(|said| *said == "Other out.").count() as i32;
            }
            prop_assert_eq!(balance, [0, 0]);
            prop_assert!([hero, goblin].into_iter().all(|who| arena.statuses(who, "morale").is_empty()));
        }
    }
}
