//! The turns of all others: what each announced happens, then it does what its mind says.

use crate::deed::{Deed, facing, has_skill};
use crate::minds::{Plan, Thinking};
use crate::player::lose_if_dead;
use crate::reinforcement::{arrive, overrun};
use crate::ring::Ring;
use crate::turn::{Began, Pen, burn, end};
use crate::{
    Action, Actor, Cause, Count, Damage, Effect, Event, Hex, Id, Intent, Kind, MindId, Named, Place, Quirk, Refusal, Run,
};
use crate::{StatusId, Use, Whom};
use alloc::vec::Vec;
use referee::Ask;

/// How many turns a bomb burns.
pub const FUSE: u8 = 2;
/// The most turns between two of the player's: a floor full of enemies and bombs, while the player is stunned, has fewer.
const STEPS_MAX: usize = 400;

impl<const O: bool> Thinking for Pen<'_, O> {
    fn run(&self) -> &Run {
        self.state()
    }
    fn draw(&mut self, ask: Ask, why: &'static str) -> u32 {
        self.roll(ask, format_args!("{why}"))
    }
}

/// All act in their order, until the player is asked again.
pub(crate) fn phase<const O: bool>(turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    for _ in 0..STEPS_MAX {
        let run = turn.state();
        let next = run.queue.next().and_then(|next| run.queue.entries.get(usize::from(next)));
        let Some(who) = next.map(|entry| entry.who) else {
            let left_out = arrive(turn);
            let round = turn.state().queue.round.saturating_add(1);
            turn.emit(Event::RoundBegan { round });
            overrun(left_out, turn)?;
            if lose_if_dead(turn) {
                return Ok(());
            }
            if turn.state().queue.current.is_some() {
                return Ok(());
            }
            continue;
        };
        if who == Id::PLAYER && !run.is_player_stunned() {
            return Ok(());
        }
        let Some(actor) = run.actor(who).copied() else {
            turn.emit(Event::Unqueued { who });
            continue;
        };
        act(actor, turn)?;
        if turn.state().player.hp == 0 {
            lose_if_dead(turn);
            return Ok(());
        }
    }
    Ok(())
}

/// One turn: what the actor announced, then what it does, then what ends every turn.
fn act<const O: bool>(mut me: Actor, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let id = me.id;
    let began = Began::of(turn.state(), &me, me.at);
    turn.emit(Event::TurnTaken { who: id, at: me.at });
    strike(&mut me, turn)?;
    if is_lost(turn.state()) {
        commit(&me, turn);
        return Ok(());
    }
    if !is_late(turn.state()) && turn.state().actor(id).is_none() {
        return Ok(());
    }
    let explodes = is_about_to_explode(&me);
    go(&mut me, turn)?;
    if explodes || is_lost(turn.state()) {
        return Ok(());
    }
    if is_late(turn.state()) { end_late(&me, &began, turn) } else { end(id, &began, None, turn) }
}

/// Whether the public engine's order holds: death is noticed late, even by the dead.
fn is_late(run: &Run) -> bool {
    run.has(Quirk::StunnedStrike)
}

/// How turns end in the public engine: the dead and the stunned punch, and lava comes last.
fn end_late<const O: bool>(me: &Actor, began: &Began, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    if me.can(crate::SkillId::AutoAttack) {
        let run = turn.state();
        let (now, mut punches) = (run.actor(me.id).unwrap_or(me), Vec::new());
        crate::skills::auto_attack::punch(run, now, began.start, began.beside, None, &mut punches);
        if !punches.is_empty() {
            Ring::new(turn).all(punches)?;
        }
    }
    let run = turn.state();
    if run.actor(me.id).is_none_or(|now| !run.lava.has(now.at)) {
        return Ok(());
    }
    burn(me.id, turn)?;
    if turn.state().actor(me.id).is_none() && turn.state().has(Quirk::DeadSkipNext) {
        turn.emit(Event::Unqueued { who: me.id });
    }
    Ok(())
}

fn is_lost(run: &Run) -> bool {
    run.player.hp == 0 && !run.has(Quirk::DeathLate)
}

/// Does what was announced.
fn strike<const O: bool>(me: &mut Actor, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let Some(deed) = announced(turn.state(), me) else { return Ok(()) };
    deed.perform(me.id, turn)?;
    refresh(me, turn.state());
    (me.intent, me.aimed) = (Intent::None, None);
    Ok(())
}

/// Sees itself anew after it did something.
fn refresh(me: &mut Actor, run: &Run) {
    if let Some(&now) = run.actor(me.id) {
        let mind = (me.intent, me.aimed, me.timer);
        *me = now;
        (me.intent, me.aimed, me.timer) = mind;
    }
}

/// What an actor announced, before anything intercepts it; nothing where it announced no blow, or a spell that misses.
#[inline]
pub(crate) fn announced(run: &Run, me: &Actor) -> Option<Deed> {
    let at = me.aimed.filter(|_| me.intent != Intent::None)?;
    match me.intent.skill().filter(|&skill| has_skill(run, me, skill)) {
        Some(skill) => Some(Deed::announced(run, me, skill, at)),
        None if is_spell(run, me) => Deed::spell(run, me, at),
        None => None,
    }
}

/// Whether what an actor announced is a spell. In the public engine everything is that no skill of its own does.
fn is_spell(run: &Run, me: &Actor) -> bool {
    if run.has(Quirk::MindsFixed) { me.mind != MindId::Bomber } else { me.intent == Intent::Casting }
}

/// What it does: burn, recover, lay a bomb, or what its mind says.
fn go<const O: bool>(me: &mut Actor, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    if me.kind == Kind::Bomb {
        return fizz(me, turn);
    }
    if me.has(StatusId::Stun) {
        recover(me, turn);
        return Ok(());
    }
    match (me.intent, me.aimed) {
        (Intent::Bombing, Some(at)) => {
            lay_bomb(me, at, turn);
            forget(me, turn);
            Ok(())
        }
        (Intent::Casting, Some(_)) => {
            forget(me, turn);
            Ok(())
        }
        _ if me.mind == MindId::Script => recite(me, turn),
        _ => think(me, turn),
    }
}

/// A stunned actor does nothing but recover, and forgets what it announced.
fn recover<const O: bool>(me: &mut Actor, turn: &mut Pen<'_, O>) {
    let at = turn.state().actor(me.id).map_or(me.at, |now| now.at);
    let amount = me.statuses.amount(StatusId::Stun) - 1;
    turn.emit(Event::StatusChanged { who: me.id, at, status: StatusId::Stun, amount });
    forget(me, turn);
}

fn forget<const O: bool>(me: &mut Actor, turn: &mut Pen<'_, O>) {
    (me.intent, me.aimed) = (Intent::None, None);
    commit(me, turn);
}

fn lay_bomb<const O: bool>(me: &Actor, at: Hex, turn: &mut Pen<'_, O>) {
    let run = turn.state();
    let shares = run.has(Quirk::BombsStay);
    if shares || run.ground().without(run.occupied()).has(at) {
        let who = Id::bomb(if shares { me.id.0 } else { run.bombs.wrapping_add(1) });
        turn.emit(Event::BombLaid { by: me.id, who, at });
    }
}

/// Does the next action of its script, and those after it as long as they cost no turn; one that cannot be done is a turn lost.
fn recite<const O: bool>(me: &mut Actor, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    loop {
        let run = turn.state();
        let Some(action) = run.script(me) else { return Ok(()) };
        let deed = Deed::of(run, me, action);
        me.timer = me.timer.saturating_add(1);
        commit(me, turn);
        let Ok(deed) = deed else { return Ok(()) };
        let ends_turn = deed.ends_turn;
        deed.perform(me.id, turn)?;
        refresh(me, turn.state());
        if ends_turn || is_lost(turn.state()) || turn.state().actor(me.id).is_none() {
            return Ok(());
        }
    }
}

/// Does what its mind says. A move that costs no turn leaves it time for one more thought.
fn think<const O: bool>(me: &mut Actor, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let plan = me.mind.plan(turn, me);
    let Some((skill, at)) = plan.uses else { return follow(me, plan, turn) };
    let used = Action::UseSkill(Use { skill_id: Named::Known(skill), target: Some(Place(at)) });
    let Ok(deed) = Deed::of(turn.state(), me, &used) else { return Ok(()) };
    let ends_turn = deed.ends_turn;
    deed.perform(me.id, turn)?;
    refresh(me, turn.state());
    (me.intent, me.aimed) = (plan.intent, plan.aimed);
    commit(me, turn);
    if ends_turn || turn.state().actor(me.id).is_none() {
        return Ok(());
    }
    let plan = me.mind.plan(turn, me);
    follow(me, plan, turn)
}

/// Goes where a mind says, and announces what it says.
fn follow<const O: bool>(me: &mut Actor, plan: Plan, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    (me.intent, me.aimed, me.timer) = (plan.intent, plan.aimed, plan.timer);
    if let Some(facing) = facing(turn.state(), me, Some(plan.to)) {
        turn.emit(Event::Turned { who: me.id, facing });
    }
    if plan.hidden != me.has(StatusId::Stealth) {
        turn.emit(Event::StatusChanged { who: me.id, at: me.at, status: StatusId::Stealth, amount: plan.hidden.into() });
    }
    if plan.to != me.at {
        Ring::new(turn).all([Effect::Displace { who: me.id, to: plan.to, way: plan.way }])?;
        me.at = plan.to; // where the dead punch from, in the public engine
    }
    commit(me, turn);
    Ok(())
}

/// Whether it is a bomb that goes off in its next turn.
pub(crate) fn is_about_to_explode(actor: &Actor) -> bool {
    actor.kind == Kind::Bomb && actor.timer <= 1
}

/// A bomb burns down and goes off.
fn fizz<const O: bool>(me: &Actor, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    if !is_about_to_explode(me) {
        turn.emit(Event::FuseBurned { who: me.id, left: me.timer - 1 });
        return Ok(());
    }
    turn.emit(Event::Exploded { who: me.id, at: me.at });
    let hurt = blast(turn.state(), me);
    Ring::new(turn).all(hurt)?;
    turn.emit(match turn.state().has(Quirk::BombsStay) {
        true => Event::Unqueued { who: me.id },
        false => Event::Died { who: me.id, at: me.at, cause: Cause::Bomb, count: Count::Nothing },
    });
    Ok(())
}

/// What a bomb does when it goes off: one damage to each of its foes within one hex.
pub(crate) fn blast(run: &Run, bomb: &Actor) -> Vec<Effect> {
    let foes = run.actors().filter(|foe| foe.opposes(bomb) && foe.at.distance(bomb.at) <= 1);
    foes.map(|foe| Damage::new(Whom::Actor(foe.id), 1, None, Cause::Bomb).into()).collect()
}

/// Writes down what an actor has in mind, if that is new.
fn commit<const O: bool>(me: &Actor, turn: &mut Pen<'_, O>) {
    let Some(now) = turn.state().actor(me.id) else { return };
    let mind = |actor: &Actor| (actor.intent, actor.aimed, actor.timer);
    if mind(now) != mind(me) {
        let (intent, aimed, timer) = mind(me);
        turn.emit(Event::Intended { who: me.id, intent, aimed, timer });
    }
}
