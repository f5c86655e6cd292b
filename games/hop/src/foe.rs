//! Everybody else's turn.

use crate::minds::{Plan, Thinking};
use crate::player::{Pen, die_if_dead};
use crate::ring::{Ring, TilesHurt};
use crate::skills::auto_attack::{Beside, punch};
use crate::{Actor, Cast, Cause, Count, Damage, Effect, Event, Hex, Id, Intent, Kind, Quirk, Refusal, Run, SkillId, Whom};
use alloc::vec::Vec;
use referee::Ask;

/// How many turns a bomb burns.
pub const FUSE: u8 = 2;
/// The most turns of one enemy phase: a floor full of enemies and bombs has fewer.
const STEPS_MAX: usize = 100;

impl<const O: bool> Thinking for Pen<'_, O> {
    fn run(&self) -> &Run {
        self.state()
    }
    fn draw(&mut self, ask: Ask, why: &'static str) -> u32 {
        self.roll(ask, format_args!("{why}"))
    }
}

/// All who have not acted act, until it is the player's turn again.
pub(crate) fn phase<const O: bool>(turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    for _ in 0..STEPS_MAX {
        let run = turn.state();
        let next = run.queue.next().and_then(|next| run.queue.entries.get(usize::from(next)));
        let Some(who) = next.map(|entry| entry.who) else {
            let round = run.queue.round.saturating_add(1);
            turn.emit(Event::RoundBegan { round });
            return Ok(());
        };
        if who.is_player() {
            return Ok(());
        }
        let Some(actor) = run.actor(who).copied() else {
            turn.emit(Event::Unqueued { who });
            continue;
        };
        act(actor, turn)?;
        if turn.state().player.hp == 0 {
            return die_if_dead(turn).map(|_| ());
        }
    }
    Ok(())
}

/// One enemy's turn: what it announced, then what it does, then its punch.
fn act<const O: bool>(mut me: Actor, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let (id, start) = (me.id, me.at);
    turn.emit(Event::TurnTaken { who: id, at: start });
    let was_stunned = me.stunned > 0;
    let was_near = start.distance(turn.state().player.at) == 1;
    strike(&mut me, turn)?;
    if is_lost(turn.state()) {
        commit(&me, turn);
        return Ok(());
    }
    let explodes = is_about_to_explode(&me);
    go(&mut me, turn)?;
    if explodes || is_lost(turn.state()) {
        return Ok(());
    }
    let late = turn.state().has(Quirk::StunnedStrike);
    if me.can(SkillId::AutoAttack) && (late || !was_stunned) {
        punch_player(&me, start, was_near, turn)?;
    }
    sink_if_in_lava(id, turn)
}

/// The punch at the end of a turn that began at `start`, near the player or not; in the public engine the dead punch as well.
fn punch_player<const O: bool>(me: &Actor, start: Hex, was_near: bool, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let run = turn.state();
    let late = run.has(Quirk::StunnedStrike);
    let Some(now) = run.actor(me.id).or(late.then_some(me)) else { return Ok(()) };
    if now.at.distance(run.player.at) != 1 {
        return Ok(());
    }
    let (mut punches, near) = (Vec::new(), Beside::player(was_near));
    punch(run, now, start, near, None, &mut punches);
    let mut ring = Ring::new(turn);
    ring.spares_enemies = !late;
    ring.all(punches)
}

fn is_lost(run: &Run) -> bool {
    run.player.hp == 0 && !run.has(Quirk::DeathLate)
}

/// Does what was announced.
fn strike<const O: bool>(me: &mut Actor, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let Some(effects) = announced(turn.state(), me) else { return Ok(()) };
    (me.intent, me.aimed) = (Intent::None, None);
    let mut ring = Ring::new(turn);
    ring.spares_enemies = true;
    ring.all(effects)
}

/// What comes of what an enemy announced, before anything intercepts it; nothing where it announced no blow, or a spell that misses.
#[inline]
pub(crate) fn announced(run: &Run, me: &Actor) -> Option<Vec<Effect>> {
    let at = me.aimed.filter(|_| me.intent != Intent::None)?;
    let mut effects = Vec::new();
    match me.intent.skill().filter(|&skill| me.can(skill)) {
        Some(skill) => {
            let cast = Cast { by: me, at, target: Some(&run.player) };
            if (skill.skill().aim)(run, me, at).is_ok() {
                (skill.skill().effects)(run, &cast, &mut effects);
            }
        }
        None if me.kind == Kind::Bomber || at != run.player.at => return None,
        None => effects.push(Damage::new(Whom::Actor(Id::PLAYER), 1, Some(me.id), Cause::Spell).into()),
    }
    Some(effects)
}

/// What it does: burn, recover, lay a bomb, or what its mind says.
fn go<const O: bool>(me: &mut Actor, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    if me.kind == Kind::Bomb {
        return burn(me, turn);
    }
    if me.stunned > 0 {
        let at = turn.state().actor(me.id).map_or(me.at, |now| now.at);
        turn.emit(Event::Stunned { who: me.id, at, turns: me.stunned - 1 });
        (me.intent, me.aimed) = (Intent::None, None);
        commit(me, turn);
        return Ok(());
    }
    match (me.intent, me.aimed) {
        (Intent::Bombing, Some(at)) => {
            let run = turn.state();
            let shares = run.has(Quirk::BombsStay);
            if shares || run.ground().without(run.occupied()).has(at) {
                let who = Id::bomb(if shares { me.id.0 } else { run.bombs.wrapping_add(1) });
                turn.emit(Event::BombLaid { by: me.id, who, at });
            }
            (me.intent, me.aimed) = (Intent::None, None);
            commit(me, turn);
            Ok(())
        }
        (Intent::Casting, Some(_)) => {
            (me.intent, me.aimed) = (Intent::None, None);
            commit(me, turn);
            Ok(())
        }
        _ => {
            let plan = (me.kind.archetype().mind)(turn, me);
            follow(me, plan, turn)
        }
    }
}

/// Does what a mind says.
fn follow<const O: bool>(me: &mut Actor, plan: Plan, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    (me.intent, me.aimed, me.timer) = (plan.intent, plan.aimed, plan.timer);
    (me.facing, me.hidden) = (plan.facing, plan.hidden);
    if plan.to != me.at {
        let mut ring = Ring::new(turn);
        ring.tiles_hurt = TilesHurt::Mover;
        ring.all([Effect::Displace { who: me.id, to: plan.to, way: plan.way }])?;
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
fn burn<const O: bool>(me: &Actor, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    if !is_about_to_explode(me) {
        turn.emit(Event::FuseBurned { who: me.id, left: me.timer - 1 });
        return Ok(());
    }
    turn.emit(Event::Exploded { who: me.id, at: me.at });
    let run = turn.state();
    let (stays, hits) = (run.has(Quirk::BombsStay), run.player.at.distance(me.at) <= 1);
    if hits {
        let damage = Damage::new(Whom::Actor(Id::PLAYER), 1, None, Cause::Bomb);
        Ring::new(turn).all([damage.into()])?;
    }
    turn.emit(match stays {
        true => Event::Unqueued { who: me.id },
        false => Event::Died { who: me.id, at: me.at, cause: Cause::Bomb, count: Count::Nothing },
    });
    Ok(())
}

fn sink_if_in_lava<const O: bool>(who: Id, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let run = turn.state();
    if run.lava.and(run.crowd).is_empty() {
        return Ok(());
    }
    match run.actor(who).map(|actor| actor.at) {
        Some(at) if run.lava.has(at) => Ring::new(turn).all([Effect::Sink { whom: Whom::Actor(who) }])?,
        _ => return Ok(()),
    }
    if turn.state().has(Quirk::DeadSkipNext) {
        turn.emit(Event::Unqueued { who });
    }
    Ok(())
}

/// Writes down what an enemy has in mind, if that is new.
fn commit<const O: bool>(me: &Actor, turn: &mut Pen<'_, O>) {
    let Some(now) = turn.state().actor(me.id) else { return };
    let mind = |actor: &Actor| (actor.intent, actor.aimed, actor.timer, actor.facing, actor.hidden);
    if mind(now) != mind(me) {
        let (intent, aimed, timer, facing, hidden) = mind(me);
        turn.emit(Event::Intended { who: me.id, intent, aimed, timer, facing, hidden });
    }
}
