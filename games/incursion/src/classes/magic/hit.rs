//! What a segment does to whom it hits, archetype by archetype.

use super::numbers::FOR_GOOD;
use super::{does_it, gear, segment_at_work, spend};
use crate::content::{Archetype, Effect, EffectFlag, Harm, Noun, Save, Segment, Slot, StatusFlag, TerrainFlag, Trait};
use crate::gain::{Ending, TURN};
use crate::place::Square;
use crate::play::{Core, Play};
use crate::{
    Event, Flag, Gauge, Happening, Id, Item, Kind, Lasts, Nature, Print, Res, Source, Status, Thing, Verb, Whereabouts, field,
};
use referee_dispatch::{Lens, Place, Role, Verdict};

/// A target, or a square, is hit by the segment at work.
pub(super) fn hit(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    if !does_it(play, who, happening) {
        return Verdict::Nothing;
    }
    work(play, happening)
}

/// The segment at work does what it does.
pub(super) fn work(play: &mut Play, happening: &mut Happening) -> Verdict {
    let lore = play.lore.clone();
    let Some((res, effect, segment)) = segment_at_work(&lore.content, happening) else { return Verdict::Done };
    let target = happening.roles.get(Role::Target);
    let came_of_it = match (segment.does, target) {
        (Archetype::Terraform, _) => terraform(play, segment, happening),
        (_, None) => false,
        (Archetype::Blast, Some(target)) => blast(play, segment, happening, target),
        (Archetype::Drain, Some(_)) => harm(play, happening),
        (Archetype::Grant | Archetype::Inflict | Archetype::Vision, Some(target)) => {
            condition(play, effect, segment, happening, target)
        }
        (Archetype::Override, Some(target)) => lie_in_wait(play, res, happening, target),
        (Archetype::Travel, Some(target)) => travel(play, happening, target),
        (Archetype::Summon, Some(_)) => summon(play, segment, happening, false),
        (Archetype::Construct, Some(_)) => summon(play, segment, happening, true),
        (Archetype::Creation, Some(target)) => create(play, segment, happening, target),
        (Archetype::Detect, Some(target)) => detect(play, res, happening, target),
        (Archetype::Dispel, Some(target)) => dispel(play, happening, target),
        (Archetype::Healing, Some(target)) => heal(play, segment, happening, target),
        (Archetype::Polymorph, Some(target)) => polymorph(play, segment, happening, target),
        (Archetype::Reveal, Some(target)) => reveal(play, target),
        (Archetype::Illusion | Archetype::Generic, Some(_)) => false,
    };
    if came_of_it {
        happening.flags.set(Flag::Something, true);
    }
    Verdict::Done
}

/// Until when something of a duration lasts, by the clock; `None` for ever.
pub(super) fn until(play: &Play, duration: i32) -> Option<u32> {
    match duration {
        ..0 => None,
        turns => Some(play.world().time.saturating_add(TURN.saturating_mul(turns.max(1) as u32))),
    }
}

fn lasts(play: &Play, duration: i32) -> Lasts {
    match (duration, until(play, duration)) {
        (_, Some(until)) => Lasts::Until(until),
        (FOR_GOOD, None) => Lasts::Always,
        (_, None) => Lasts::UntilRest,
    }
}

/// A blast: who saves itself takes half of it, rounded up, or a third; who knows how to evade, nothing.
fn blast(play: &mut Play, segment: &Segment, happening: &mut Happening, target: Id) -> bool {
    let is_own = happening.roles.get(Role::Actor) == Some(target) && !happening.flags.has(Flag::ByTrap);
    let is_creature = play.thing(target).kind.is_creature();
    if segment.partial && !is_own && is_creature {
        let save = segment.save.unwrap_or(Save::Ref);
        if play.saves(target, save, happening.more.combat.save_dc) {
            happening.flags.set(Flag::Saved, true);
            if evades(play, save, happening, target) {
                return true;
            }
        }
    }
    if is_creature && !happening.flags.has(Flag::Saved) {
        gear::suffers(play, segment, happening, target);
    }
    named_blast(play, happening);
    harm(play, happening)
}

/// What a save is worth to somebody. Says whether nothing is left of the blast.
fn evades(play: &mut Play, save: Save, happening: &mut Happening, target: Id) -> bool {
    let figures = play.figures(target);
    let (whole, part) = (figures.has(Trait::Evasion), figures.has(Trait::PartialEvasion));
    if save == Save::Ref && whole {
        happening.flags.set(Flag::Evaded, true);
        play.tell_of(target, "You are elsewhere when it comes.", happening);
        return true;
    }
    let parts = if save == Save::Ref && part { 3 } else { 2 };
    happening.flags.set(Flag::PartlyEvaded, parts == 3);
    let damage = &mut happening.more.combat.damage;
    *damage = (*damage + parts - 1) / parts;
    false
}

/// A blast that has a name is told by it: BLAST_NAME.
fn named_blast(play: &mut Play, happening: &Happening) {
    let Some(name) = happening.effect.and_then(|effect| play.word_of(effect, Verb::BLAST_NAME)) else { return };
    if !happening.quiet {
        play.print(Print::Target, &[&format!("{name} hits you."), &format!("{name} hits <target>.")], happening);
    }
}

/// Damage, of the kind and as much as the happening says: handlers may have changed it.
fn harm(play: &mut Play, happening: &mut Happening) -> bool {
    let name = play.content().name(happening.effect.unwrap_or_default()).to_owned();
    happening.more.texts.get_or_insert_default().grave.get_or_insert_with(|| format!("Killed by {name}.").into());
    play.rethrow(Verb::DAMAGE, happening);
    true
}

/// Gives a condition, or takes it again when an item comes off or an area is left.
fn condition(play: &mut Play, effect: &Effect, segment: &Segment, happening: &mut Happening, target: Id) -> bool {
    let (Some(res), Some(nature)) = (happening.effect, segment.status.as_ref().map(|link| link.res())) else { return false };
    if happening.flags.has(Flag::Leaving) || happening.flags.has(Flag::Removing) {
        return take_back(play, happening, target, res);
    }
    if is_proof(play, target, nature) {
        happening.flags.set(Flag::Immune, true);
        return false;
    }
    let status = Status { nature, value: value(segment), magnitude: happening.more.combat.damage, ..given(play, happening) };
    let quiet = happening.quiet || happening.flags.has(Flag::HitMessageDone) && !effect.is(EffectFlag::Mundane);
    play.gain(target, status, quiet);
    true
}

/// What all conditions of an effect have in common: how long, from what, from whom.
fn given(play: &Play, happening: &Happening) -> Status {
    let (actor, item) = (happening.roles.get(Role::Actor), happening.roles.get(Role::Item));
    let is_worn = happening.flags.has(Flag::Wielding);
    let in_area = happening.field.and_then(|field| play.world().field(field)).filter(|_| happening.flags.has(Flag::Entering));
    let lasts = match in_area {
        _ if is_worn => Lasts::Always,
        Some(field) => field.until.map_or(Lasts::Always, Lasts::Until),
        None => lasts(play, happening.more.effect.duration),
    };
    Status {
        lasts,
        source: if is_worn { Source::Item } else { Source::Enchantment },
        effect: happening.effect,
        object: if is_worn { item } else { actor },
        caster_level: happening.more.effect.caster_level,
        ..Status::default()
    }
}

fn value(segment: &Segment) -> i32 {
    let of_harm = segment.harm.map(|harm| harm.number());
    let of_attribute = segment.attribute.map(|attribute| attribute.number());
    if segment.value.get() != 0 { segment.value.get() } else { of_harm.or(of_attribute).unwrap_or(0) }
}

/// Ends what an item or an area gave.
fn take_back(play: &mut Play, happening: &Happening, target: Id, res: Res) -> bool {
    let item = happening.roles.get(Role::Item).filter(|_| happening.flags.has(Flag::Removing));
    let mine = |status: &&Status| status.effect == Some(res) && (item.is_none() || status.object == item);
    let all: Vec<u32> = play.thing(target).statuses.iter().filter(mine).map(|status| status.seq).collect();
    let any = !all.is_empty();
    for seq in all {
        play.lose(target, seq, Ending::Removed);
    }
    any
}

/// Whether a condition has no hold on somebody: no mind for it, or a body that knows nothing of it.
fn is_proof(core: &Core, who: Id, nature: Res) -> bool {
    let figures = core.figures(who);
    let of_mind = core.content().status(nature).is_some_and(|status| status.flags.contains(&StatusFlag::Mental));
    let sleepless = nature == core.lore.natures.asleep && figures.has(Trait::NeedsNoSleep);
    of_mind && super::target::has_no_mind(core, who)
        || sleepless
        || akin(core, nature).is_some_and(|harm| figures.is_immune(harm.number()))
}

/// The kind of damage that brings the same condition: who is immune to the one is to the other.
fn akin(core: &Core, nature: Res) -> Option<Harm> {
    let harm = match core.content().name(nature) {
        "afraid" => Harm::Fear,
        "asleep" => Harm::Sleep,
        "blind" => Harm::Blind,
        "charmed" => Harm::Charm,
        "confused" => Harm::Confuse,
        "diseased" => Harm::Disease,
        "nauseated" => Harm::Nausea,
        "paralysed" => Harm::Paralysis,
        "petrifying" => Harm::Petrify,
        "poisoned" => Harm::Poison,
        "slowed" => Harm::Slow,
        "stuck" => Harm::Stuck,
        "stunned" => Harm::Stun,
        _ => return None,
    };
    Some(harm)
}

/// A status waits for every moment the effect has a `META` handler for. Its value is what a save against the effect must reach.
fn lie_in_wait(play: &mut Play, res: Res, happening: &Happening, target: Id) -> bool {
    if happening.flags.has(Flag::Leaving) || happening.flags.has(Flag::Removing) {
        return take_back(play, happening, target, res);
    }
    let traps =
        play.content().table().row(res.0.into()).filter(|(_, view, _)| matches!(view.lens, Lens::Trap | Lens::TrapOfVictim));
    let codes: Vec<u16> =
        traps.filter(|(verb, ..)| *verb != Verb::GETNAME.number()).map(|(verb, view, _)| view.code(verb)).collect();
    let (nature, value) = (play.lore.natures.waiting, happening.more.combat.save_dc);
    let any = !codes.is_empty();
    for waits_for in codes {
        let status = Status { nature, value, waits_for, ..given(play, happening) };
        play.gain(target, status, true);
    }
    any
}

/// The ground becomes another, for a time.
fn terraform(play: &mut Play, segment: &Segment, happening: &Happening) -> bool {
    let target = || happening.roles.get(Role::Target).and_then(|target| play.world().spot(target));
    let (Some(place), Some(to)) = (happening.place.or_else(target), segment.terrain.as_ref().map(|link| link.res())) else {
        return false;
    };
    let now = play.world().level().and_then(|level| level.terrain.get(place));
    let is_fixed = now.and_then(|now| play.content().terrain(now)).is_none_or(|now| now.is(TerrainFlag::Solid));
    if is_fixed || now == Some(to) {
        return false;
    }
    let until = until(play, happening.more.effect.duration);
    play.emit(Event::GroundChanged { place, to, by: happening.roles.get(Role::Actor), until, effect: happening.effect });
    true
}

/// Somebody is somewhere else: where it was meant to be if that is free and in reach, else anywhere in reach.
fn travel(play: &mut Play, happening: &Happening, target: Id) -> bool {
    let Some(from) = play.world().spot(target) else { return false };
    let range = happening.more.combat.range;
    let is_free = |play: &Play, at: Place| at != from && at.distance(from) <= range && can_stand(play, at);
    let to = match happening.place.filter(|&at| is_free(play, at)) {
        Some(at) => at,
        None => {
            let all = super::area::circle(from, range, |at| is_free(play, at));
            let free: Vec<Place> = all.into_iter().filter(|&at| at != from).collect();
            let Some(last) = i32::try_from(free.len()).ok().filter(|&count| count > 0) else { return false };
            free[(play.die(last, "where to") - 1) as usize]
        }
    };
    relocate(play, target, to);
    true
}

fn can_stand(core: &Core, at: Place) -> bool {
    !core.is_solid(at) && core.world().creature_at(at).is_none()
}

/// Puts somebody on another square: no way leads there, only areas are left and entered.
pub(crate) fn relocate(play: &mut Play, who: Id, to: Place) {
    let (from, depth) = (play.world().spot(who), play.world().depth);
    play.emit(Event::Moved { id: who, at: Whereabouts::On { depth, place: to } });
    play.throw(Verb::PLACE, &mut Happening::new().actor(who).at(to));
    field::crossed(play, who, from, to);
}

/// Others are called: an encounter comes, of the caster's party. Servants that are made stay; all others go when their time is over.
fn summon(play: &mut Play, segment: &Segment, happening: &mut Happening, for_good: bool) -> bool {
    let Some(encounter) = segment.encounter.as_ref().map(|link| link.res()) else { return false };
    let (actor, target) = super::pair(happening);
    let caller = actor.or(target);
    let there = happening.place.filter(|&at| !play.is_solid(at));
    let Some(at) = there.or_else(|| caller.and_then(|who| play.world().spot(who))) else { return false };
    play.rethrow(Verb::EXTRA_SUMMON, happening);
    let (party, depth) = (caller.and_then(|who| play.world().creature(who)).map_or(0, |caller| caller.party), play.world().depth);
    let first = play.world().things.next_id();
    let mut call = Happening::new().actor(caller).at(at).effected(happening.effect);
    let group = call.more.encounter.get_or_insert_default();
    (group.en_id, group.en_cr, group.en_depth) = (Some(encounter), happening.more.combat.damage, i32::from(depth));
    group.en_party = party as i32;
    play.throw(Verb::ENGEN, &mut call);
    let lasts = if for_good { Lasts::Always } else { lasts(play, happening.more.effect.duration) };
    let came: Vec<Id> = play.world().creatures().map(|thing| thing.id).filter(|id| *id >= first).collect();
    for &who in &came {
        enlist(play, who, caller);
        let status = Status { nature: play.lore.natures.summoned, ..given(play, happening) };
        play.gain(who, Status { lasts, object: caller, ..status }, true);
    }
    !came.is_empty()
}

/// Somebody is of another's party from now on.
pub(crate) fn enlist(play: &mut Play, who: Id, leader: Option<Id>) {
    let Some(leader) = leader.and_then(|leader| play.world().creature(leader)) else { return };
    let (party, mood) = (leader.party, if leader.party == 0 { 2 } else { leader.mood as i32 });
    play.set(who, Gauge::Party, i32::try_from(party).unwrap_or(i32::MAX));
    play.set(who, Gauge::Mood, mood);
    play.emit(Event::Aimed { id: who, target: None, trail: None });
}

/// A thing comes to be in somebody's hand, or pack, and goes when its time is over.
fn create(play: &mut Play, segment: &Segment, happening: &Happening, target: Id) -> bool {
    let Some(res) = segment.item.as_ref().map(|link| link.res()) else { return false };
    let lore = play.lore.clone();
    let Some(definition) = lore.content.item(res) else { return false };
    let slot = definition.slot.filter(|&slot| play.world().things.in_slot(target, slot).is_none()).unwrap_or(Slot::Pack);
    let id = play.world().things.next_id();
    let item = Item { quantity: 1, plus: definition.plus.get(), known: true, ..Item::default() };
    let enchantment = definition.enchantment.as_ref().map(|link| link.res());
    let more = Nature::Item(Box::new(Item { enchantment, ..item }));
    let at = Whereabouts::With { who: target, slot };
    let thing = Thing { id, kind: definition.kind, res, at, hp: 1, max_hp: 1, statuses: Vec::new(), more };
    play.emit(Event::Made { thing: Box::new(thing) });
    let status = Status { nature: play.lore.natures.summoned, ..given(play, happening) };
    play.gain(id, status, true);
    true
}

/// What is hidden from sight is shown to a player.
fn detect(play: &mut Play, res: Res, happening: &mut Happening, target: Id) -> bool {
    let (actor, _) = super::pair(happening);
    let Some(actor) = actor.filter(|&actor| actor != target && play.thing(actor).kind == Kind::Player) else { return false };
    if play.ask(res, Verb::ISDETECT, Some(target), happening).is_no() {
        return false;
    }
    if play.thing(target).feature().is_some_and(|feature| !feature.found) {
        play.set(target, Gauge::Found, 1);
    }
    if let Some(at) = play.world().spot(target) {
        play.emit(Event::Saw { places: vec![at] });
        let (name, toward) = (play.called(target, Some(false)), direction(play, actor, at));
        play.tell(actor, &format!("You sense {name}{toward}."));
    }
    true
}

fn direction(core: &Core, from: Id, at: Place) -> String {
    const NAMES: [&str; 8] = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
    let Some(here) = core.world().spot(from) else { return String::new() };
    match NAMES.get(usize::from(here.toward(at))) {
        Some(name) => format!(", {} squares {name}", here.distance(at)),
        None => String::new(),
    }
}

/// Magic ends: each effect on the target whose 11 and caster's level the power reaches, and so the areas around it.
fn dispel(play: &mut Play, happening: &Happening, target: Id) -> bool {
    let power = happening.more.combat.damage;
    let mut effects: Vec<(Res, i32)> = Vec::new();
    for status in play.thing(target).statuses.iter().filter(|status| status.source == Source::Enchantment) {
        if let Some(effect) = status.effect.filter(|effect| effects.iter().all(|(known, _)| known != effect)) {
            effects.push((effect, status.caster_level));
        }
    }
    let is_magic = |play: &Play, effect: Res| play.content().effect(effect).is_some_and(|it| !it.is(EffectFlag::Mundane));
    effects.retain(|&(effect, level)| power >= 11 + level && is_magic(play, effect));
    let mut any = false;
    for (effect, _) in effects {
        play.lose_effect(target, effect, Ending::Dispelled);
        any |= play.thing(target).statuses.iter().all(|status| status.effect != Some(effect));
    }
    let at = play.world().spot(target);
    let covering = at.into_iter().flat_map(|at| play.world().level().into_iter().flat_map(move |level| level.fields_at(at, 0)));
    let weak = covering.filter(|field| power >= 11 + field.caster_level).map(|field| field.id);
    let weak: Vec<u32> = weak.collect();
    any |= !weak.is_empty();
    weak.into_iter().for_each(|id| field::end(play, id));
    any
}

/// Wounds close, and what the segment cures ends.
fn heal(play: &mut Play, segment: &Segment, happening: &Happening, target: Id) -> bool {
    let healed = play.heal(target, happening.more.combat.damage) > 0;
    if healed && !happening.flags.has(Flag::HitMessageDone) {
        play.tell(target, "Your wounds close.");
    }
    let thing = play.thing(target);
    let cured: Vec<Res> = segment.cures.iter().map(|link| link.res()).filter(|&nature| thing.has(nature)).collect();
    let any = healed || !cured.is_empty();
    cured.into_iter().for_each(|nature| play.lose_nature(target, nature));
    any
}

/// A body becomes another: the form a handler chose. The segment's status remembers the old one.
fn polymorph(play: &mut Play, segment: &Segment, happening: &mut Happening, target: Id) -> bool {
    let Some(form) = happening.more.choice.result.filter(|&form| play.content().monster(form).is_some()) else { return false };
    let before = play.thing(target).res;
    if before == form || play.throw(Verb::SHIFT, &mut Happening::new().actor(target).effected(form)) == Verdict::Abort {
        return false;
    }
    if let Some(nature) = segment.status.as_ref().map(|link| link.res()) {
        let status = Status { nature, value: i32::from(before.0), ..given(play, happening) };
        play.gain(target, status, true);
    }
    true
}

/// Takes the form of a monster.
pub(super) fn shift(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let is_form = |form: Res| play.content().definition(form).is_some_and(|it| it.noun() == Noun::Monster);
    let Some(form) = happening.effect.filter(|&form| is_form(form) && play.thing(who).kind == Kind::Monster) else {
        return Verdict::Abort;
    };
    play.emit(Event::Became { id: who, res: form });
    Verdict::Done
}

/// Goes from the world for a moment, or comes back: who phases cannot be struck while others do not see it.
pub(super) fn phase(play: &mut Play, who: Id, _happening: &mut Happening) -> Verdict {
    if !play.figures(who).has(Trait::Phases) {
        return Verdict::Abort;
    }
    let hidden = play.lore.natures.hidden;
    match play.thing(who).has(hidden) {
        true => play.lose_nature(who, hidden),
        false => play.afflict(who, hidden, 0, 10),
    }
    spend(play, who, 30);
    Verdict::Done
}

/// What somebody carries, or a thing, is known for what it is.
fn reveal(play: &mut Play, target: Id) -> bool {
    let one = play.thing(target).item().is_some().then_some(target);
    let all: Vec<Id> = one.map_or_else(|| play.world().inventory(target).map(|thing| thing.id).collect(), |it| vec![it]);
    let unknown: Vec<Id> = all.into_iter().filter(|&id| play.thing(id).item().is_some_and(|item| !item.known)).collect();
    for &id in &unknown {
        super::items::recognise(play, id);
    }
    !unknown.is_empty()
}
