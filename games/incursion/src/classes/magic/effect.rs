//! An effect at work: segment by segment, each over its area.

use super::numbers::{figure_run, run_length};
use super::target::{is_harmful, is_silent};
use super::{area, at_work, doer, hit, pair, segment_at_work, touch};
use crate::content::{Aim, Archetype, Area, Effect, EffectFlag, Segment};
use crate::gain::{self, Ending};
use crate::place::Square;
use crate::play::Play;
use crate::{Field, Flag, Happening, Id, Kind, Res, Verb, field};
use referee_dispatch::{Place, Role, Verdict};

/// How often a chain leaps at most.
const LEAPS_MAX: i32 = 20;

/// Before anything: the first segment is at work.
pub(super) fn first_segment(_play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    happening.more.effect.segment = 0;
    happening.more.effect.magic = true;
    Verdict::Nothing
}

/// The effect goes through its segments.
pub(super) fn effect(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    if happening.flags.has(Flag::ActorIllusion) {
        return Verdict::Abort;
    }
    let lore = play.lore.clone();
    let Some((res, effect)) = at_work(&lore.content, happening) else { return nothing_happens(play, happening) };
    if !is_lasting(happening) {
        if is_stifled(play, effect, happening) {
            return nothing_happens(play, happening);
        }
        announce(play, res, happening);
    }
    if happening.roles.get(Role::Target).is_none() && happening.place.is_none() && happening.way.is_none() {
        happening.roles.set(Role::Target, happening.roles.get(Role::Actor));
    }
    if effect.is(EffectFlag::Periodic) && !happening.flags.has(Flag::Periodic) {
        return settle(play, res, effect, happening);
    }
    if segments(play, res, effect, happening) == Verdict::Abort {
        return Verdict::Abort;
    }
    match happening.flags.has(Flag::Something) || is_lasting(happening) {
        true => Verdict::Done,
        false => nothing_happens(play, happening),
    }
}

/// What works every turn settles on its target, and waits for its turns.
fn settle(play: &mut Play, res: Res, effect: &Effect, happening: &mut Happening) -> Verdict {
    let (actor, target) = pair(happening);
    let Some(target) = target.filter(|_| !effect.segments.is_empty()) else { return nothing_happens(play, happening) };
    if happening.flags.has(Flag::Leaving) || happening.flags.has(Flag::Removing) {
        play.lose_effect(target, res, Ending::Removed);
        return Verdict::Done;
    }
    figure_run(play, happening, effect, 0);
    let is_own = actor == Some(target) && !happening.flags.has(Flag::ByTrap);
    let save = effect.segments.first().and_then(|segment| segment.save).filter(|_| !is_own);
    if save.is_some_and(|save| play.saves(target, save, happening.more.combat.save_dc)) {
        play.tell(target, "You shake it off.");
        return Verdict::Done;
    }
    play.gain(target, gain::turn_by_turn(play, happening), false);
    Verdict::Done
}

/// Whether something that lasts comes or goes: an item is put on or off, an area entered or left, a turn of an area has come.
fn is_lasting(happening: &Happening) -> bool {
    let comes_or_goes = [Flag::Wielding, Flag::Removing, Flag::Entering, Flag::Leaving, Flag::Periodic];
    comes_or_goes.into_iter().any(|flag| happening.flags.has(flag))
}

fn segments(play: &mut Play, res: Res, effect: &Effect, happening: &mut Happening) -> Verdict {
    let (given, actor) = (happening.more.effect.caster_level, happening.roles.get(Role::Actor));
    if effect.segments.is_empty() {
        return play.ask(res, Verb::EFFECT, actor, happening);
    }
    let mut first = 0;
    while let Some(segment) = effect.segments.get(first) {
        if acts(happening, segment) {
            happening.more.effect.caster_level = given;
            figure_run(play, happening, effect, first);
            match play.ask(res, Verb::EFFECT, actor, happening) {
                Verdict::Abort | Verdict::Error => return Verdict::Abort,
                Verdict::Done => {}
                Verdict::Nothing | Verdict::Hush => spread(play, res, effect, segment.area, happening),
            }
        }
        first += run_length(effect, first);
    }
    Verdict::Done
}

/// While items are put on and areas entered, only what gives or takes conditions acts, and areas that go along.
fn acts(happening: &Happening, segment: &Segment) -> bool {
    let conditions = [Archetype::Grant, Archetype::Inflict, Archetype::Override, Archetype::Vision];
    let is_fleeting = !is_lasting(happening) || happening.flags.has(Flag::Periodic);
    is_fleeting || conditions.contains(&segment.does) || segment.area == Area::MobileField
}

/// No sound in silence, no magic where there is none.
fn is_stifled(play: &Play, effect: &Effect, happening: &Happening) -> bool {
    let Some(actor) = happening.roles.get(Role::Actor) else { return false };
    let dead = |at| play.world().level().is_some_and(|level| level.fields_at(at, Field::ANTIMAGIC).next().is_some());
    effect.is(EffectFlag::Sound) && is_silent(play, actor)
        || !effect.is(EffectFlag::Mundane) && play.world().spot(actor).is_some_and(dead)
}

/// What one sees of it at first. A trap speaks of its victim.
fn announce(play: &mut Play, res: Res, happening: &Happening) {
    let mut said = happening.clone();
    let (actor, target) = pair(happening);
    if happening.flags.has(Flag::ByTrap) || actor.is_none() {
        said.roles.set(Role::Actor, target.or(actor));
    }
    play.ask(res, Verb::CAST_TEXT, actor, &mut said);
}

/// Nothing came of it, and whoever tried knows.
fn nothing_happens(play: &mut Play, happening: &Happening) -> Verdict {
    if let Some(actor) = happening.roles.get(Role::Actor).filter(|_| !happening.quiet && !is_lasting(happening)) {
        play.tell(actor, "Nothing happens.");
    }
    Verdict::Done
}

/// Spreads segments over their area.
fn spread(play: &mut Play, res: Res, effect: &Effect, area: Area, happening: &mut Happening) {
    let (actor, target) = pair(happening);
    if calls_others(play, happening) {
        return on_target(play, happening, actor.or(target));
    }
    match area {
        Area::None if !is_in_reach(play, effect, happening) => out_of_reach(play, happening),
        Area::None | Area::Poison | Area::Disease => on_target(play, happening, target),
        Area::Touch => touch(play, res, happening, actor, target),
        Area::Bolt => bolt(play, happening),
        Area::Beam | Area::Ray => beam(play, happening),
        Area::Chain => chain(play, happening),
        Area::Ball => burst_at(play, happening, landing(play, happening), false),
        Area::Burst => burst_at(play, happening, origin(play, happening), !happening.flags.has(Flag::ByTrap)),
        Area::Globe => burst_at(play, happening, middle(play, happening), false),
        Area::Breath => breath(play, happening),
        Area::Barrier => barrier(play, happening),
        Area::MobileField if happening.flags.has(Flag::Removing) => field::end_of(play, res, actor),
        Area::MobileField if happening.flags.has(Flag::Wielding) => lay_field(play, res, effect, happening),
        Area::Field | Area::MobileField if is_lasting(happening) => on_target(play, happening, target),
        Area::Field | Area::MobileField => lay_field(play, res, effect, happening),
    }
}

/// Others are called once, by the caller, whatever the area.
fn calls_others(play: &Play, happening: &Happening) -> bool {
    let lore = play.lore.clone();
    segment_at_work(&lore.content, happening)
        .is_some_and(|(_, _, segment)| matches!(segment.does, Archetype::Summon | Archetype::Construct))
}

/// Whether nothing is between caster and target, and it is near enough. Traps and what lasts are where their victim is.
fn is_in_reach(play: &Play, effect: &Effect, happening: &Happening) -> bool {
    let (actor, target) = pair(happening);
    let spot = |who: Option<Id>| who.and_then(|who| play.world().spot(who));
    let Some((from, to)) = spot(actor).zip(spot(target).or(happening.place)) else { return true };
    let range = if effect.aim == Aim::Touch { 1 } else { happening.more.combat.range };
    let is_there = happening.flags.has(Flag::ByTrap) || is_lasting(happening);
    is_there || from.distance(to) <= range && play.is_clear(from, to)
}

fn out_of_reach(play: &mut Play, happening: &mut Happening) {
    happening.roles.get(Role::Actor).into_iter().for_each(|actor| play.tell(actor, "It is out of reach."));
    happening.quiet = true;
}

/// On its target, wherever that is; without one, on the square it is aimed at.
fn on_target(play: &mut Play, happening: &mut Happening, target: Option<Id>) {
    match (target, happening.place) {
        (Some(target), _) => strike(play, happening, target),
        (None, Some(at)) => on_square(play, happening, at, None),
        (None, None) => {}
    }
}

/// On whom one can touch. At a foe a hand must be led; until it meets somebody, the spell waits in it.
fn touch(play: &mut Play, res: Res, happening: &mut Happening, actor: Option<Id>, target: Option<Id>) {
    let spot = |who: Option<Id>| who.and_then(|who| play.world().spot(who));
    let near = target.filter(|_| spot(actor).zip(spot(target)).is_some_and(|(one, two)| one.distance(two) <= 1));
    match (actor, near) {
        (_, Some(target)) if touch::is_easy(play, happening, target) => strike(play, happening, target),
        (Some(actor), near) => {
            touch::hold(play, actor, res, happening);
            happening.flags.set(Flag::Something, true);
            near.into_iter().for_each(|target| touch::reach_out(play, actor, target));
        }
        (None, _) => {}
    }
}

/// Where it starts: where the caster is, else where its target is.
fn origin(play: &Play, happening: &Happening) -> Option<Place> {
    let (actor, target) = pair(happening);
    let by_trap = happening.flags.has(Flag::ByTrap);
    let first = if by_trap { target } else { actor };
    first.and_then(|who| play.world().spot(who)).or_else(|| target.and_then(|who| play.world().spot(who)))
}

/// The square it is aimed at.
fn aim(play: &Play, happening: &Happening) -> Option<Place> {
    let target = || happening.roles.get(Role::Target).and_then(|target| play.world().spot(target));
    let ahead = || {
        let from = origin(play, happening)?;
        Some((0..happening.more.combat.range.max(1)).fold(from, |at, _| at.step(happening.way.unwrap_or(crate::STAY))))
    };
    happening.place.or_else(target).or_else(ahead)
}

/// The squares it flies over.
fn flight(play: &Play, happening: &Happening) -> Vec<Place> {
    let (Some(from), Some(aim)) = (origin(play, happening), aim(play, happening)) else { return Vec::new() };
    area::path(from, aim, happening.more.combat.range, |at| play.is_solid(at) && play.world().creature_at(at).is_none())
}

/// Where it lands: at its aim, or before what is in the way.
fn landing(play: &Play, happening: &Happening) -> Option<Place> {
    let (from, aim) = (origin(play, happening)?, aim(play, happening)?);
    let flight = flight(play, happening);
    let short = from.distance(aim) as usize;
    let stop = flight.iter().take(short).position(|&at| play.world().creature_at(at).is_some());
    let last = stop.map(|at| at + 1).unwrap_or(short).min(flight.len());
    last.checked_sub(1).and_then(|last| flight.get(last).copied()).or(Some(from))
}

/// The middle of an area at a place: as near to it as it reaches.
fn middle(play: &Play, happening: &Happening) -> Option<Place> {
    let (from, aim) = (origin(play, happening)?, aim(play, happening)?);
    let flight = area::path(from, aim, happening.more.combat.range, |at| play.is_solid(at));
    let reach = (from.distance(aim) as usize).min(flight.len());
    reach.checked_sub(1).and_then(|last| flight.get(last).copied()).or(Some(from))
}

/// On the first in its way; aimed at one's own square, on whoever is there.
fn bolt(play: &mut Play, happening: &mut Happening) {
    let flight = flight(play, happening);
    if flight.is_empty() {
        return on_target(play, happening, happening.roles.get(Role::Target));
    }
    let end = flight.iter().copied().find(|&at| play.world().creature_at(at).is_some()).or(flight.last().copied());
    if let Some(at) = end {
        on_square(play, happening, at, None);
    }
}

/// On all in its way.
fn beam(play: &mut Play, happening: &mut Happening) {
    let flight = flight(play, happening);
    if flight.is_empty() {
        return on_target(play, happening, happening.roles.get(Role::Target));
    }
    flight.into_iter().for_each(|at| on_square(play, happening, at, None));
}

/// From one to the next: always to the nearest whom it has not struck.
fn chain(play: &mut Play, happening: &mut Happening) {
    let leaps = (happening.more.effect.caster_level / 2 + 1).clamp(1, LEAPS_MAX);
    happening.more.effect.chain_max = leaps;
    let mut struck = Vec::new();
    let mut next = happening.roles.get(Role::Target).or_else(|| {
        let flight = flight(play, happening);
        flight.into_iter().find_map(|at| play.world().creature_at(at).map(|thing| thing.id))
    });
    while let Some(target) = next.filter(|_| (struck.len() as i32) < leaps) {
        let Some(at) = play.world().spot(target) else { break };
        struck.push(target);
        happening.more.effect.chain_count = struck.len() as i32;
        strike(play, happening, target);
        next = nearest_other(play, happening, at, &struck);
    }
}

fn nearest_other(play: &Play, happening: &Happening, from: Place, struck: &[Id]) -> Option<Id> {
    let actor = happening.roles.get(Role::Actor);
    let reach = happening.more.combat.radius;
    let others = play.world().creatures().filter(|thing| actor != Some(thing.id) && !struck.contains(&thing.id));
    let fit = others.filter(|thing| actor.is_none_or(|actor| play.are_hostile(actor, thing.id)));
    let near = fit.filter_map(|thing| Some((play.world().spot(thing.id)?, thing.id)));
    let near = near.filter(|(at, _)| from.distance(*at) <= reach && play.is_clear(from, *at));
    near.min_by_key(|(at, id)| (from.distance(*at), *id)).map(|(_, id)| id)
}

/// On all around a place. What bursts from the caster spares the caster.
fn burst_at(play: &mut Play, happening: &mut Happening, center: Option<Place>, spares_caster: bool) {
    let Some(center) = center else { return };
    let lore = play.lore.clone();
    let passes_walls = segment_at_work(&lore.content, happening).is_some_and(|(_, _, segment)| segment.does == Archetype::Detect);
    let spared = if spares_caster { happening.roles.get(Role::Actor) } else { None };
    let squares =
        area::circle(center, happening.more.combat.radius, |at| passes_walls || !play.is_solid(at) && play.is_clear(center, at));
    over(play, happening, squares, spared);
}

fn breath(play: &mut Play, happening: &mut Happening) {
    let (Some(from), Some(aim)) = (origin(play, happening), aim(play, happening)) else { return };
    let way = happening.way.unwrap_or_else(|| from.toward(aim));
    let length = happening.more.combat.radius;
    let squares = area::cone(from, way, length, |at| !play.is_solid(at) && play.is_clear(from, at));
    over(play, happening, squares, None);
}

/// A wall around the place.
fn barrier(play: &mut Play, happening: &mut Happening) {
    let Some(center) = middle(play, happening) else { return };
    let mut squares = area::ring(center, happening.more.combat.radius);
    squares.retain(|&at| !play.is_solid(at) && play.is_clear(center, at));
    over(play, happening, squares, None);
}

fn over(play: &mut Play, happening: &mut Happening, squares: Vec<Place>, spared: Option<Id>) {
    for (nth, at) in squares.into_iter().enumerate() {
        happening.flags.set(Flag::FirstBlast, nth == 0);
        on_square(play, happening, at, spared);
    }
    happening.flags.set(Flag::FirstBlast, false);
}

/// A square is reached: dungeon, region, ground and effect are asked, then whatever belongs to the ground; then the ground changes, and
/// whoever and whatever is there is struck.
fn on_square(play: &mut Play, happening: &mut Happening, at: Place, spared: Option<Id>) {
    if ask_square(play, happening, at).is_no() {
        return;
    }
    change_ground(play, happening, at);
    let things: Vec<(Id, Kind)> = play.world().on(at).map(|thing| (thing.id, thing.kind)).collect();
    for (id, kind) in things {
        let is_struck = Some(id) != spared && play.world().spot(id) == Some(at);
        if is_struck && (kind.is_creature() || concerns_things(play, happening)) {
            strike(play, happening, id);
        }
    }
}

/// Whether things that are no creatures may be struck too.
fn concerns_things(play: &Play, happening: &Happening) -> bool {
    let lore = play.lore.clone();
    let Some((_, effect)) = at_work(&lore.content, happening) else { return false };
    let figured = happening.more.figured.as_ref().map_or(0..0, |figured| figured.segments());
    effect.segments.get(figured).unwrap_or(&[]).iter().any(|segment| {
        matches!(segment.does, Archetype::Blast | Archetype::Reveal | Archetype::Generic | Archetype::Detect)
            || segment.to.contains(&crate::content::Aimed::Items)
    })
}

fn ask_square(play: &mut Play, happening: &mut Happening, at: Place) -> Verdict {
    let level = play.world().level();
    let [region, terrain] = [level.and_then(|level| level.regions.get(at)), level.and_then(|level| level.terrain.get(at))];
    let features = play.world().on(at).filter(|thing| thing.feature().is_some()).map(|thing| (thing.res, Some(thing.id)));
    let of_square = [play.world().dungeon, region, terrain, happening.effect].into_iter().flatten().map(|res| (res, None));
    let asked: Vec<(Res, Option<Id>)> = of_square.chain(features).collect();
    let before = happening.place.replace(at);
    let mut verdict = Verdict::Nothing;
    for (res, holder) in asked {
        verdict = play.ask(res, Verb::MAGIC_XY, holder, happening);
        if verdict.ends() {
            break;
        }
    }
    happening.place = before;
    verdict
}

/// Segments that change the ground hit the square itself.
fn change_ground(play: &mut Play, happening: &mut Happening, at: Place) {
    let lore = play.lore.clone();
    let (Some((res, effect)), Some(figured)) = (at_work(&lore.content, happening), happening.more.figured.clone()) else {
        return;
    };
    for nth in figured.segments() {
        if effect.segments.get(nth).is_none_or(|segment| segment.does != Archetype::Terraform) {
            continue;
        }
        let mut square = happening.clone();
        figured.put(nth, &mut square);
        square.place = Some(at);
        square.roles.set(Role::Target, None);
        if play.ask(res, Verb::ISTARGET, None, &mut square.clone()).is_no() {
            continue;
        }
        match square.roles.get(Role::Actor) {
            Some(_) => drop(play.rethrow(Verb::MAGIC_HIT, &mut square)),
            None => drop(hit::work(play, &mut square)),
        }
        keep(happening, &square);
    }
}

/// Somebody or something is struck. What becomes of the happening on the way is its own, but for whether anything came of it.
fn strike(play: &mut Play, happening: &mut Happening, target: Id) {
    let mut struck = happening.clone();
    struck.roles.set(Role::Target, Some(target));
    struck.place = happening.place.filter(|_| is_about_place(play, happening));
    if play.world().thing(target).is_none() || doer(play, &struck).is_none() {
        return;
    }
    play.rethrow(Verb::MAGIC_STRIKE, &mut struck);
    keep(happening, &struck);
}

/// Whether the place matters to whom it strikes: where one is moved to, where others are called.
fn is_about_place(play: &Play, happening: &Happening) -> bool {
    let lore = play.lore.clone();
    segment_at_work(&lore.content, happening)
        .is_some_and(|(_, _, segment)| matches!(segment.does, Archetype::Travel | Archetype::Summon | Archetype::Construct))
}

fn keep(happening: &mut Happening, struck: &Happening) {
    for flag in [Flag::Something, Flag::ActorDied, Flag::Died] {
        let on = happening.flags.has(flag) || struck.flags.has(flag);
        happening.flags.set(flag, on);
    }
}

/// An area under the effect, for a time: one for each effect and caster.
fn lay_field(play: &mut Play, res: Res, effect: &Effect, happening: &mut Happening) {
    let nth = usize::try_from(happening.more.effect.segment).unwrap_or(0);
    let Some(segment) = effect.segments.get(nth) else { return };
    let is_mobile = segment.area == Area::MobileField;
    let center = if is_mobile { origin(play, happening) } else { middle(play, happening) };
    let Some(center) = center else { return };
    let mut kind = segment.field.iter().fold(0, |kind, flag| kind | *flag as u32);
    if is_mobile {
        kind |= Field::MOBILE;
    }
    if is_harmful(segment) {
        kind |= Field::BAD;
    }
    let actor = happening.roles.get(Role::Actor);
    if is_mobile {
        field::end_of(play, res, actor);
    }
    field::make(
        play,
        Field {
            id: 0,
            kind,
            center,
            radius: happening.more.combat.radius,
            until: hit::until(play, happening.more.effect.duration).filter(|_| !happening.flags.has(Flag::Wielding)),
            effect: Some(res),
            creator: actor,
            caster_level: happening.more.effect.caster_level,
            value: happening.more.illusion.ill_type,
        },
    );
    happening.flags.set(Flag::Something, true);
}
