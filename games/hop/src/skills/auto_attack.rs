//! The punch at the end of a turn: at whoever was beside its owner when the turn began, and still is.

use crate::{Actor, Cast, Cause, Damage, Direction, Effect, Hex, Id, Quirk, Refusal, Run, Skill, SkillId, Slot, Upgrade, Whom};
use alloc::vec::Vec;
use referee::refuse_if;

pub(crate) const SKILL: Skill = Skill {
    title: "Punch",
    about: "at the end of a turn, one damage to who was a neighbour when it began and still is",
    announced: "will punch",
    slot: Slot::Passive,
    range: 1,
    cooldown: 0,
    longer: None,
    aim,
    effects,
};

fn aim(run: &Run, _: &Actor, _: Hex) -> Result<(), Refusal> {
    refuse_if!(!run.has(Quirk::PassivesUsable), Refusal::Passive);
    Ok(())
}

fn effects(run: &Run, cast: &Cast<'_>, out: &mut Vec<Effect>) {
    punch(run, cast.by, cast.by.before, Beside::default(), None, out);
    // Used like this, it counts no kills.
    out.iter_mut().for_each(|effect| {
        if let Effect::Damage(damage) = effect {
            damage.counts = None;
        }
    });
}

/// The foes that stood beside a place: one in each direction at most.
#[derive(Clone, Copy, Default)]
pub(crate) struct Beside([Option<Id>; 6]);

impl Beside {
    /// The foes of an actor beside a place. The public engine looks at places instead.
    #[inline(always)] // of most actors nothing is looked up
    pub(crate) fn of(run: &Run, actor: &Actor, at: Hex) -> Beside {
        let is_needed = !run.has(Quirk::StalePunch) && actor.can(SkillId::AutoAttack) && !run.is_alone(actor, at);
        if is_needed { Beside::found(run, actor, at) } else { Beside::default() }
    }

    fn found(run: &Run, actor: &Actor, at: Hex) -> Beside {
        Beside(Direction::ALL.map(|to| run.foe_at(actor, at.beside(to)).map(|foe| foe.id)))
    }

    fn has(self, who: Id) -> bool {
        self.0.contains(&Some(who))
    }
}

/// The punches of an actor whose turn began at `start`, with `beside` around it. Nobody on the hex `own` is hit: there the public engine sees
/// the puncher itself.
pub(crate) fn punch(run: &Run, by: &Actor, start: Hex, beside: Beside, own: Option<Hex>, out: &mut Vec<Effect>) {
    if run.is_alone(by, by.at) {
        return;
    }
    let near = || by.at.around().filter(|&at| own != Some(at)).filter_map(|at| run.foe_at(by, at));
    let is_near = |at: Hex| start.distance(at) == 1;
    let stayed = |it: &Actor| match run.has(Quirk::StalePunch) {
        true => is_near(it.at) && is_near(it.before),
        false => beside.has(it.id),
    };
    let amount = 1 + u16::from(by.upgrades.has(Upgrade::HeavyHands));
    let hit = |it: &Actor| {
        let whom = if run.has(Quirk::StalePunch) { Whom::Place(it.at) } else { Whom::Actor(it.id) };
        Effect::from(Damage { counts: Some(it.id), ..Damage::new(whom, amount, Some(by.id), Cause::Punch) })
    };
    out.extend(near().filter(|it| stayed(it)).map(hit));
    if !out.is_empty() && by.upgrades.has(Upgrade::PunchCleave) {
        out.extend(near().filter(|it| !stayed(it)).map(hit));
    }
}
