//! What items do when they are drunk, read, zapped, activated, worn, dipped; and how one learns what they are.

use super::target::is_silent;
use super::{a_moment, spend};
use crate::content::{EffectFlag, Stop};
use crate::play::{Core, Play};
use crate::{Event, Flag, Gauge, Happening, Id, Kind, Res, Verb};
use referee_dispatch::{Role, Verdict};

/// A wand, a staff or a rod is zapped.
pub(super) fn zap(play: &mut Play, what: Id, happening: &mut Happening) -> Verdict {
    if !matches!(play.thing(what).kind, Kind::Wand | Kind::Staff | Kind::Rod) {
        return refuse(play, happening, "There is nothing to zap in it.");
    }
    use_charge(play, what, happening)
}

/// A thing is activated.
pub(super) fn activate(play: &mut Play, what: Id, happening: &mut Happening) -> Verdict {
    if happening.roles.get(Role::Actor).is_some_and(|actor| is_silent(play, actor)) {
        return refuse(play, happening, "No word leaves your mouth.");
    }
    if power(play, what, happening).is_none() {
        return refuse(play, happening, "There is nothing to wake in it.");
    }
    happening.flags.set(Flag::Activation, true);
    use_charge(play, what, happening)
}

/// A potion is drunk, or a draught is taken from a fountain.
pub(super) fn drink(play: &mut Play, what: Id, happening: &mut Happening) -> Verdict {
    if !matches!(play.thing(what).kind, Kind::Potion | Kind::Fountain) {
        return refuse(play, happening, "One cannot drink that.");
    }
    happening.roles.set(Role::Target, happening.roles.get(Role::Actor));
    let verdict = take_effect(play, what, happening);
    if play.thing(what).kind == Kind::Potion {
        use_up(play, what);
    }
    verdict
}

/// A scroll is read and crumbles; a book stays.
pub(super) fn read(play: &mut Play, what: Id, happening: &mut Happening) -> Verdict {
    let kind = play.thing(what).kind;
    if !matches!(kind, Kind::Scroll | Kind::Book | Kind::Tome) {
        return refuse(play, happening, "There is nothing to read on it.");
    }
    let actor = happening.roles.get(Role::Actor);
    if actor.is_some_and(|actor| play.figures(actor).stops(Stop::Seeing)) {
        return refuse(play, happening, "You cannot see the words.");
    }
    if actor.is_some_and(|actor| is_silent(play, actor)) {
        return refuse(play, happening, "No word leaves your mouth.");
    }
    let verdict = take_effect(play, what, happening);
    if kind == Kind::Scroll {
        use_up(play, what);
    }
    verdict
}

fn refuse(play: &mut Play, happening: &Happening, why: &str) -> Verdict {
    happening.roles.get(Role::Actor).into_iter().for_each(|actor| play.tell(actor, why));
    Verdict::Abort
}

/// What an item does: as the happening says, else as the item is defined.
fn power(core: &Core, what: Id, happening: &Happening) -> Option<Res> {
    let own = || core.content().item(core.thing(what).res)?.effect.as_ref().map(|link| link.res());
    happening.effect.or_else(own)
}

/// One charge for one use, where charges are counted.
fn use_charge(play: &mut Play, what: Id, happening: &mut Happening) -> Verdict {
    let counted = play.content().item(play.thing(what).res).is_some_and(|definition| definition.charges.is_some());
    let charges = play.thing(what).item().map_or(0, |item| item.charges);
    if counted && charges <= 0 {
        let actor = happening.roles.get(Role::Actor);
        actor.into_iter().for_each(|actor| spend(play, actor, a_moment(play, actor)));
        actor.into_iter().for_each(|actor| play.tell(actor, "It is spent."));
        return Verdict::Done;
    }
    if counted {
        play.set(what, Gauge::Charges, charges - 1);
    }
    take_effect(play, what, happening)
}

/// Its effect works, by the item.
fn take_effect(play: &mut Play, what: Id, happening: &mut Happening) -> Verdict {
    let Some(actor) = happening.roles.get(Role::Actor) else { return Verdict::Abort };
    happening.effect = power(play, what, happening);
    happening.flags.set(Flag::ByItem, true);
    happening.flags.set(Flag::Blessed, play.thing(what).item().is_some_and(|item| item.blessed));
    happening.flags.set(Flag::Cursed, play.thing(what).item().is_some_and(|item| item.cursed));
    happening.more.effect.caster_level = 0;
    spend(play, actor, a_moment(play, actor));
    super::cast::find_target(play, happening);
    match play.rethrow(Verb::EFFECT, happening) {
        Verdict::Abort => Verdict::Abort,
        _ => Verdict::Done,
    }
}

/// One of it is gone.
fn use_up(play: &mut Play, what: Id) {
    match play.thing(what).item().map_or(0, |item| item.quantity) {
        ..2 if play.world().thing(what).is_some() => play.emit(Event::Removed { id: what }),
        ..2 => {}
        left => play.set(what, Gauge::Quantity, left - 1),
    }
}

/// Something came of it: whoever saw it knows the item from now on.
pub(super) fn tried(play: &mut Play, what: Id, happening: &mut Happening) -> Verdict {
    let hero = play.world().hero;
    let seen = happening.roles.get(Role::Actor).is_some_and(|actor| play.perceives(hero, actor));
    let known = play.world().known.contains(&play.thing(what).res) && play.thing(what).item().is_some_and(|item| item.known);
    let by_item = happening.flags.has(Flag::ByItem) || happening.flags.has(Flag::Wielding);
    if by_item && seen && !known && happening.flags.has(Flag::Something) {
        recognise(play, what);
    }
    Verdict::Nothing
}

/// An item is known for what it is.
pub(super) fn recognise(play: &mut Play, what: Id) {
    let (res, hero) = (play.thing(what).res, play.world().hero);
    let has_looks = play.content().item(res).is_some_and(|definition| definition.looks.is_some());
    if !play.world().known.contains(&res) {
        play.emit(Event::Recognised { res });
    }
    play.set(what, Gauge::Known, 1);
    if has_looks {
        let name = play.called(what, Some(false));
        play.tell(hero, &format!("So this is {name}."));
    }
}

/// An item is worn: what lies on it takes hold of its bearer.
pub(super) fn worn(play: &mut Play, what: Id, happening: &mut Happening) -> Verdict {
    let Some((who, _)) = play.thing(what).holder().filter(|(_, slot)| slot.is_worn()) else { return Verdict::Nothing };
    lay_on(play, what, who, Flag::Wielding, happening.quiet);
    Verdict::Nothing
}

/// An item comes off: what lay on it lets go.
pub(super) fn taken_off(play: &mut Play, what: Id, happening: &mut Happening) -> Verdict {
    let still_worn = play.thing(what).holder().is_some_and(|(_, slot)| slot.is_worn());
    if let Some(who) = happening.roles.get(Role::Actor).filter(|_| !still_worn) {
        lay_on(play, what, who, Flag::Removing, happening.quiet);
    }
    Verdict::Nothing
}

fn lay_on(play: &mut Play, what: Id, who: Id, how: Flag, quiet: bool) {
    let Some(enchantment) = play.thing(what).item().and_then(|item| item.enchantment) else { return };
    let mut happening = Happening::new().actor(who).target(who).item(what).effected(enchantment);
    happening.flags.set(how, true);
    happening.flags.set(Flag::ByItem, true);
    happening.quiet = quiet;
    play.throw(Verb::EFFECT, &mut happening);
}

/// A weapon is dipped into a potion: a poison stays on it, anything else runs off.
pub(super) fn dip(play: &mut Play, what: Id, happening: &mut Happening) -> Verdict {
    let Some(into) = happening.roles.get(Role::Item2).filter(|&into| play.thing(into).kind == Kind::Potion) else {
        return Verdict::Nothing;
    };
    let effect = play.content().item(play.thing(into).res).and_then(|item| item.effect.as_ref().map(|link| link.res()));
    let is_poison = |res: Res| play.content().effect(res).is_some_and(|effect| effect.is(EffectFlag::Poison));
    let takes = matches!(play.thing(what).kind, Kind::Weapon | Kind::Missile);
    match effect.filter(|&effect| takes && is_poison(effect)) {
        Some(poison) => {
            play.emit(Event::Coated { id: what, poison: Some(poison) });
            happening.roles.get(Role::Actor).into_iter().for_each(|actor| play.tell(actor, "The edge glistens."));
        }
        None => happening.roles.get(Role::Actor).into_iter().for_each(|actor| play.tell(actor, "It runs off.")),
    }
    use_up(play, into);
    if let Some(actor) = happening.roles.get(Role::Actor) {
        spend(play, actor, a_moment(play, actor));
    }
    Verdict::Done
}

/// Whether somebody would waste an item or a spell on a target.
pub(super) fn would_waste(play: &Play, res: Res, actor: Id, target: Id) -> bool {
    use crate::content::Archetype;
    let Some(effect) = play.content().effect(res) else { return false };
    let thing = play.thing(target);
    let lasts_already = thing.statuses.iter().any(|status| status.effect == Some(res));
    let gives = effect.segments.iter().filter(|segment| matches!(segment.does, Archetype::Grant | Archetype::Inflict));
    let natures: Vec<Res> = gives.filter_map(|segment| segment.status.as_ref().map(|link| link.res())).collect();
    let is_all = natures.len() == effect.segments.len() && !natures.is_empty() && natures.iter().all(|&nature| thing.has(nature));
    let helps_foe = effect.is(EffectFlag::Healing) && play.are_hostile(actor, target);
    lasts_already || is_all || helps_foe
}
