//! Old kinds of actions, which the public engine still does.

use crate::player::{begin, finish};
use crate::ring::Ring;
use crate::skills::DEADLY;
use crate::turn::Pen;
use crate::{Cause, Damage, Effect, Hex, Id, Refusal, SkillId, Upgrade, Way, Whom};
use alloc::vec::Vec;
use referee::refuse_if;

/// Throws the spear along a line; a bad target loses it.
pub(crate) fn throw_spear<const O: bool>(at: Hex, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let run = turn.state();
    let player = run.player;
    refuse_if!(!player.spear.is_held(), Refusal::NoSpear);
    let has = |upgrade| player.upgrades.has(upgrade);
    let reach = if player.can(SkillId::SpearThrow) { 2 + u8::from(has(Upgrade::SpearRange)) } else { 0 };
    let distance = player.at.distance(at);
    let flies = player.at.is_in_line(at) && (1..=reach).contains(&distance) && run.is_walkable(at);
    let kill = |id: Id| {
        let damage = Damage::new(Whom::Actor(id), DEADLY, Some(Id::PLAYER), Cause::Spear);
        Effect::from(Damage { counts: Some(id), ..damage })
    };
    let mut effects = Vec::new();
    if flies {
        effects.extend(run.enemy_at(at).map(|enemy| kill(enemy.id)));
        if has(Upgrade::RecallDamage) {
            let passed = player.at.line(at).skip(1).filter(|&on| on != at).filter_map(|on| run.enemy_at(on));
            effects.extend(passed.map(|enemy| kill(enemy.id)));
        }
    }
    if !flies {
        effects.push(Effect::LoseSpear { who: Id::PLAYER });
    } else if !has(Upgrade::RecallDamage) && !has(Upgrade::Recall) {
        effects.push(Effect::DropSpear { who: Id::PLAYER, at });
    }
    let began = begin(turn);
    Ring::new(turn).all(effects)?;
    finish(&began, None, turn)
}

/// Leaps, and slides where it lands on ice: enemies two hexes from the start and beside the landing die, and the leaper with them.
pub(crate) fn leap<const O: bool>(to: Hex, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let run = turn.state();
    let from = run.player.at;
    let distance = from.distance(to);
    refuse_if!(distance == 0 || distance > 2, Refusal::TooFar { distance });
    refuse_if!(!run.is_walkable(to), Refusal::Blocked);
    refuse_if!(run.enemy_at(to).is_some(), Refusal::Taken);
    let crushed: Vec<(Id, Hex)> =
        run.enemies.iter().filter(|it| it.at.distance(from) == 2 && it.at.distance(to) == 1).map(|it| (it.id, it.at)).collect();
    let began = begin(turn);
    for (who, at) in crushed {
        let kill = Damage::new(Whom::ActorAt(who, at), DEADLY, Some(Id::PLAYER), Cause::Leap);
        let pain = Damage::new(Whom::Actor(Id::PLAYER), 99, None, Cause::Leap);
        Ring::new(turn).all([kill.into(), pain.into()])?;
    }
    Ring::new(turn).all([Effect::Displace { who: Id::PLAYER, to, way: Way::Jump }])?;
    finish(&began, None, turn)
}
