//! A turn of any actor: how it begins, and what ends it.

use crate::ring::Ring;
use crate::rules::Hop;
use crate::skills::auto_attack::{Beside, punch};
use crate::{Actor, Cause, Damage, Effect, Event, Hex, Id, Quirk, Refusal, Run, SkillId, StatusId, Upgrade, Way, Whom};
use alloc::vec::Vec;
use referee::Turn;

/// A turn of Hop.
pub(crate) type Pen<'a, const O: bool> = Turn<'a, Hop<O>>;

/// How a turn began.
#[derive(Clone, Copy)]
pub(crate) struct Began {
    /// Where its actor stood.
    pub(crate) start: Hex,
    /// The foes beside it.
    pub(crate) beside: Beside,
}

impl Began {
    /// A turn of an actor that begins where it stands.
    #[inline(always)] // of most actors nothing is looked up
    pub(crate) fn of(run: &Run, actor: &Actor, start: Hex) -> Began {
        // A stunned actor punches nobody.
        let is_held = actor.has(StatusId::Stun) && !run.has(Quirk::StunnedStrike);
        let beside = if is_held { Beside::default() } else { Beside::of(run, actor, start) };
        Began { start, beside }
    }
}

/// What ends a turn: lava, the punch, what lies underfoot, cooldowns. `landing` is where a skill took its user, before any slide.
pub(crate) fn end<const O: bool>(who: Id, began: &Began, landing: Option<Hex>, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    burn(who, turn)?;
    if turn.state().actor(who).is_some_and(|actor| actor.hp > 0 || turn.state().has(Quirk::DeathLate)) {
        punch_all(who, began, landing, turn)?;
        snap_back(who, landing, turn)?;
        pick_up(who, turn)?;
    }
    rest(who, turn);
    Ok(())
}

/// Lava under an actor.
pub(crate) fn burn<const O: bool>(who: Id, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let run = turn.state();
    if run.lava.is_empty() {
        return Ok(());
    }
    match run.actor(who) {
        Some(actor) if run.lava.has(actor.at) => Ring::new(turn).all([Effect::Sink { whom: Whom::Actor(who) }]),
        _ => Ok(()),
    }
}

/// The punch of an actor that has one.
pub(crate) fn punch_all<const O: bool>(
    who: Id,
    began: &Began,
    landing: Option<Hex>,
    turn: &mut Pen<'_, O>,
) -> Result<(), Refusal> {
    let run = turn.state();
    let Some(actor) = run.actor(who).filter(|actor| actor.can(SkillId::AutoAttack)) else { return Ok(()) };
    let (mut punches, own) = (Vec::new(), landing.filter(|_| run.has(Quirk::TilesMistaken)));
    punch(run, actor, began.start, began.beside, own, &mut punches);
    if punches.is_empty() {
        return Ok(());
    }
    let mut ring = Ring::new(turn);
    ring.caster = Some(who);
    ring.all(punches)
}

/// In the public engine a slide after a skill is undone.
fn snap_back<const O: bool>(who: Id, landing: Option<Hex>, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let run = turn.state();
    match landing {
        Some(to) if run.has(Quirk::TilesMistaken) && run.actor(who).is_some_and(|actor| actor.at != to) => {
            Ring::new(turn).all([Effect::Displace { who, to, way: Way::SnapBack }])
        }
        _ => Ok(()),
    }
}

/// An actor picks up its own spear and shield.
fn pick_up<const O: bool>(who: Id, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let Some(&actor) = turn.state().actor(who) else { return Ok(()) };
    if actor.shield.place() == Some(actor.at) {
        turn.emit(Event::ShieldTaken { who });
    }
    if actor.spear.place() != Some(actor.at) {
        return Ok(());
    }
    let run = turn.state();
    let cleaved =
        actor.at.around().filter_map(|beside| run.foe_at(&actor, beside)).filter(|_| actor.upgrades.has(Upgrade::Cleave));
    let hurt = |foe: &Actor| Damage::new(Whom::Place(foe.at), 1, Some(who), Cause::Cleave).into();
    let cleaved: Vec<Effect> = cleaved.map(hurt).collect();
    turn.emit(Event::SpearTaken { who });
    Ring::new(turn).all(cleaved)
}

/// Skills cool down, and a ready shield protects. Of others than the player this is told only where it changes something.
fn rest<const O: bool>(who: Id, turn: &mut Pen<'_, O>) {
    let Some(actor) = turn.state().actor(who) else { return };
    let before = actor.statuses.amount(StatusId::Armour);
    let protects = actor.upgrades.has(Upgrade::PassiveProtection) && actor.can(SkillId::ShieldBash);
    let armour = match actor.cooldown(SkillId::ShieldBash) {
        _ if !protects || before > 1 => before,
        cooldown => u16::from(cooldown <= 1),
    };
    if who == Id::PLAYER || armour != before || actor.cooldowns.iter().any(|&turns| turns > 0) {
        turn.emit(Event::TurnEnded { who, armour });
    }
}
