//! Where the enemies' next turns will hit: what is announced, and bombs about to go off, as the rules will do it.

use crate::deed::Deed;
use crate::others::{announced, blast, is_about_to_explode};
use crate::{Actor, Damage, Effect, Hex, Id, Kind, MindId, Quirk, Run, StatusId, Whom};
use alloc::vec::Vec;

/// A place that will be hit, and from where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Blow {
    /// The place.
    pub(crate) at: Hex,
    /// Where it comes from.
    pub(crate) from: Hex,
}

/// Every place where whoever stands there when its turn is over will be hit, once for each blow. Punches are not among them: nobody announces them.
pub(crate) fn blows(run: &Run) -> Vec<Blow> {
    let is_hostile = |enemy: &Actor| enemy.opposes(&run.player);
    let is_known = |enemy: &Actor| enemy.aimed.is_some() || is_about_to_explode(enemy) || enemy.mind == MindId::Script;
    let is_hitting = |enemy: &Actor| is_hostile(enemy) && is_known(enemy);
    if !run.enemies.iter().any(is_hitting) {
        return Vec::new();
    }
    let hitting: Vec<Actor> = acting(run).into_iter().filter(is_hitting).collect();
    let mut ghost = run.clone(); // where the player might be
    let mut blows = Vec::new();
    for at in places(run) {
        ghost.player.at = at;
        blows.extend(hitting.iter().filter(|enemy| hits(&ghost, enemy)).map(|enemy| Blow { at, from: enemy.at }));
    }
    blows
}

/// The places that count: where one can stand, and where anybody does; in the public engine that may be off the board.
fn places(run: &Run) -> impl Iterator<Item = Hex> {
    let outside = Some(run.player.at).filter(|at| !at.is_on_board());
    run.ground().or(run.occupied()).iter().chain(outside)
}

/// Those who will have a turn before the player's next, in their order. In the public engine who follows a bomb that went off has none, and bombs of
/// one name have one turn.
fn acting(run: &Run) -> Vec<Actor> {
    let mut run = run.clone();
    if let Some(player) = run.queue.of_mut(Id::PLAYER) {
        player.acted = true;
    }
    let mut acting = Vec::new();
    while let Some(next) = run.queue.next() {
        let who = run.queue.entries[usize::from(next)].who;
        let Some(actor) = run.actor(who).copied() else {
            run.unqueue(who);
            continue;
        };
        run.take_turn(who, actor.at);
        match is_about_to_explode(&actor) {
            true if run.has(Quirk::BombsStay) => run.unqueue(who),
            true => run.queue.remove(who),
            false => {}
        }
        acting.push(actor);
    }
    acting
}

/// Whether an actor's turn hurts the player where it stands.
fn hits(run: &Run, actor: &Actor) -> bool {
    let harms = |effect: &Effect| match effect {
        Effect::Damage(Damage { whom: Whom::Actor(who) | Whom::ActorAt(who, _), .. }) => *who == run.player.id,
        Effect::Damage(Damage { whom: Whom::Place(at), .. }) => *at == run.player.at,
        Effect::Displace { who, .. } => *who == run.player.id,
        _ => false,
    };
    if actor.kind == Kind::Bomb {
        return blast(run, actor).iter().any(harms);
    }
    let is_held = actor.has(StatusId::Stun) && !run.has(Quirk::StunnedStrike);
    !is_held && coming(run, actor).is_some_and(|deed| deed.effects.iter().any(harms))
}

/// What an actor is known to do in its next turn: what it announced, or what its script says.
fn coming(run: &Run, actor: &Actor) -> Option<Deed> {
    match run.script(actor).filter(|_| actor.mind == MindId::Script) {
        Some(action) => Deed::of(run, actor, action).ok(),
        None => announced(run, actor),
    }
}
