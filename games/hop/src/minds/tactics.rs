//! The use of any skill by any mind: what may be done is what [`crate::legal`] says of the player too, and what it is worth follows from its effects.
//! What touches foes is announced a turn before; a leap that only brings its user nearer is done at once.

use super::Plan;
use crate::deed::Deed;
use crate::legal::options;
use crate::{Actor, Effect, Intent, Run, SkillId, Skills, Trait, Way};

/// What a skill must be worth to be used.
const WORTHWHILE: i32 = 50;

/// The skills that an actor's habit does not know, if there are any.
#[inline]
pub(crate) fn unknown(me: &Actor, known: Skills) -> Option<Skills> {
    let unknown = me.skills.without(known).and(Skills::ACTIVE);
    (!unknown.is_empty() || me.upgrades.has(crate::Upgrade::Lunge)).then_some(unknown)
}

/// The best use of an unknown skill, if one is worth it.
pub(crate) fn best(run: &Run, me: &Actor, unknown: Skills) -> Option<Plan> {
    let foreign = |&(id, _): &(SkillId, _)| unknown.has(id) || id == SkillId::Lunge;
    let judged = options(run, me).filter(foreign).filter_map(|(id, at)| {
        let deed = Deed::skill(run, me, id, Some(at)).ok()?;
        let touches = deed.effects.iter().any(|effect| is_felt(run, me, effect));
        Some((worth(run, me, &deed.effects), id, at, touches))
    });
    // Of several as good the first.
    let best = judged.reduce(|best, other| if other.0 > best.0 { other } else { best })?;
    let (_, id, at, touches) = Some(best).filter(|&(worth, ..)| worth >= WORTHWHILE)?;
    Some(match touches {
        true => Plan::aim(me, Intent::Skill(id), at),
        false => Plan { uses: Some((id, at)), ..Plan::stay(me, Intent::Moving) },
    })
}

/// Whether an effect is felt by a foe.
fn is_felt(run: &Run, me: &Actor, effect: &Effect) -> bool {
    match *effect {
        Effect::Displace { who, .. } => who != me.id,
        Effect::Damage(damage) => victims(run, me, damage.whom) > 0,
        Effect::Stun { .. } | Effect::Sink { .. } => true,
        Effect::Ready { .. } | Effect::DropSpear { .. } | Effect::LoseSpear { .. } | Effect::TakeShield { .. } => false,
    }
}

/// What effects are worth to the one who causes them.
fn worth(run: &Run, me: &Actor, effects: &[Effect]) -> i32 {
    effects.iter().map(|effect| gain(run, me, effect)).sum()
}

fn gain(run: &Run, me: &Actor, effect: &Effect) -> i32 {
    match *effect {
        Effect::Damage(damage) => 100 * i32::from(damage.amount.min(3)) * victims(run, me, damage.whom),
        Effect::Stun { .. } => 120,
        Effect::Sink { whom } => match whom.actor().and_then(|who| run.actor(who)) {
            Some(foe) if foe.traits.has(Trait::Hardy) => 200,
            _ => 400,
        },
        Effect::Displace { who, to, way } if who == me.id => nearer(run, me, to, way),
        Effect::Displace { who, to, way } => moved(run, me, who, to, way),
        Effect::DropSpear { .. } => -40,
        Effect::TakeShield { .. } => 80,
        Effect::Ready { .. } | Effect::LoseSpear { .. } => 0,
    }
}

/// How many foes damage is for.
fn victims(run: &Run, me: &Actor, whom: crate::Whom) -> i32 {
    let is_meant = |actor: &&Actor| match whom {
        crate::Whom::Place(at) | crate::Whom::ActorAt(_, at) => actor.at == at,
        crate::Whom::Actor(who) => actor.id == who,
    };
    run.actors().filter(is_meant).filter(|actor| actor.opposes(me)).count() as i32
}

/// What it is worth to come to a place: to be nearer to the goal than a step would bring.
fn nearer(run: &Run, me: &Actor, to: crate::Hex, way: Way) -> i32 {
    let Some(goal) = run.target(me) else { return 0 };
    let gained = i32::from(me.at.distance(goal.at)) - i32::from(to.distance(goal.at));
    if way == Way::Jump && gained > 1 { 30 * gained } else { 0 }
}

/// What it is worth to move a foe: into the void, out of its way, or to one's side.
fn moved(run: &Run, me: &Actor, who: crate::Id, to: crate::Hex, way: Way) -> i32 {
    let tile = if run.void.has(to) { 100 } else { 10 };
    let pulled = run.actor(who).is_some_and(|foe| me.at.distance(foe.at) > me.at.distance(to));
    tile + if way == Way::Pull && pulled { 60 } else { 45 }
}
