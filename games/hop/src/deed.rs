//! What an actor is about to do, worked out before anything happens: the same for the player and for everyone else.

use crate::ring::{Ring, TilesHurt};
use crate::turn::Pen;
use crate::{
    Action, Actor, Cast, Cause, Damage, Direction, Effect, Event, Hex, Id, Quirk, Refusal, Run, SkillId, StatusId, Upgrade, Use,
    Way, Whom,
};
use alloc::{vec, vec::Vec};
use referee::refuse_if;

/// What an actor is about to do.
#[derive(Debug)]
pub(crate) struct Deed {
    /// What it does to actors.
    pub(crate) effects: Vec<Effect>,
    /// The skill it uses, and in how many turns that is ready again.
    cooling: Option<(SkillId, u8)>,
    /// In the public engine the actor it is aimed at, and where that stood.
    aimed: Option<(Id, Hex)>,
    /// Where a skill takes its user, before any slide.
    pub(crate) landing: Option<Hex>,
    /// Where its user looks.
    facing: Option<Direction>,
    /// Whether it takes a turn.
    pub(crate) ends_turn: bool,
}

impl Deed {
    /// What an actor does by an action, or why it cannot.
    pub(crate) fn of(run: &Run, by: &Actor, action: &Action) -> Result<Deed, Refusal> {
        match action {
            Action::Wait => Ok(Deed::doing(run, by, Vec::new(), None)),
            Action::Move(to) => Deed::step(run, by, to.0),
            Action::UseSkill(Use { skill_id, target }) => {
                let id = skill_id.known().ok_or(Refusal::UnknownSkill)?;
                Deed::skill(run, by, id, target.map(|at| at.0))
            }
            _ => Err(Refusal::OldAction),
        }
    }

    fn doing(run: &Run, by: &Actor, effects: Vec<Effect>, towards: Option<Hex>) -> Deed {
        let facing = facing(run, by, towards);
        Deed { effects, cooling: None, aimed: None, landing: None, facing, ends_turn: true }
    }

    fn step(run: &Run, by: &Actor, to: Hex) -> Result<Deed, Refusal> {
        let distance = by.at.distance(to);
        refuse_if!(distance != 1, Refusal::TooFar { distance });
        refuse_if!(!run.is_walkable(to), Refusal::Blocked);
        if run.foe_at(by, to).is_some() {
            return Deed::strike(run, by, to);
        }
        refuse_if!(!run.has(Quirk::OneVictim) && run.other_at(by.id, to).is_some(), Refusal::Taken);
        Ok(Deed::doing(run, by, vec![Effect::Displace { who: by.id, to, way: Way::Step }], Some(to)))
    }

    /// A step into a foe is a blow. In the public engine an actor without a blow kills.
    fn strike(run: &Run, by: &Actor, at: Hex) -> Result<Deed, Refusal> {
        if by.can(SkillId::BasicAttack) {
            return Deed::skill(run, by, SkillId::BasicAttack, Some(at));
        }
        refuse_if!(!run.has(Quirk::MissesCost), Refusal::Taken);
        let kill = |foe: &Actor| Damage::new(Whom::Actor(foe.id), crate::skills::DEADLY, Some(by.id), Cause::Blow).into();
        Ok(Deed::doing(run, by, run.foe_at(by, at).map(kill).into_iter().collect(), Some(at)))
    }

    /// What an actor does that announced a skill at a place; nothing where it cannot be done any more. In the public engine it is always meant for the
    /// player, and nothing is checked but the aim.
    pub(crate) fn announced(run: &Run, by: &Actor, id: SkillId, at: Hex) -> Deed {
        if !run.has(Quirk::WrongVictim) {
            return Deed::skill(run, by, id, Some(at)).unwrap_or_else(|_| Deed::nothing());
        }
        let mut effects = Vec::new();
        if (id.skill().aim)(run, by, at).is_ok() {
            (id.skill().effects)(run, &Cast { by, at, target: Some(&run.player) }, &mut effects);
        }
        Deed { effects, ..Deed::nothing() }
    }

    /// What an actor does that announced something else for a place: damage to a foe there.
    pub(crate) fn spell(run: &Run, by: &Actor, at: Hex) -> Option<Deed> {
        let damage = |foe: &Actor| Damage::new(Whom::Actor(foe.id), 1, Some(by.id), Cause::Spell).into();
        run.foe_at(by, at).map(|foe| Deed { effects: vec![damage(foe)], ..Deed::nothing() })
    }

    fn nothing() -> Deed {
        Deed { effects: Vec::new(), cooling: None, aimed: None, landing: None, facing: None, ends_turn: true }
    }

    /// A skill used at a place. In the public engine an illegal target, or none, costs the turn all the same.
    pub(crate) fn skill(run: &Run, by: &Actor, id: SkillId, target: Option<Hex>) -> Result<Deed, Refusal> {
        let misses_cost = run.has(Quirk::MissesCost);
        refuse_if!(target.is_none() && !misses_cost, Refusal::NoTarget);
        usable(run, by, id)?;
        let at = target.unwrap_or(by.at);
        let aimed = match target {
            None if id != SkillId::AutoAttack => Err(Refusal::NoTarget),
            _ => (id.skill().aim)(run, by, at),
        };
        refuse_if!(aimed.is_err() && !misses_cost, aimed.err().unwrap_or(Refusal::NobodyThere));
        refuse_if!(!at.is_on_board() && !misses_cost, Refusal::OffBoard);
        let (cast, mut effects) = (Cast { by, at, target: run.foe_at(by, at) }, Vec::new());
        if aimed.is_ok() {
            (id.skill().effects)(run, &cast, &mut effects);
        }
        let is_free = id == SkillId::Jump && by.upgrades.has(Upgrade::FreeJump) && aimed.is_ok();
        let landing = landing(by, &effects);
        let deed = Deed::doing(run, by, effects, landing.or(Some(at)));
        let aimed = cast.target.filter(|_| run.has(Quirk::TilesMistaken)).map(|it| (it.id, it.at));
        Ok(Deed { cooling: Some((id, cooldown(run, by, id))), aimed, landing, ends_turn: !is_free, ..deed })
    }

    /// Does it.
    pub(crate) fn perform<const O: bool>(self, who: Id, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
        if self.effects.is_empty() && self.cooling.is_none() && self.facing.is_none() {
            return Ok(());
        }
        let actor = turn.state().actor(who);
        let is_stunned = actor.is_some_and(|it| it.has(StatusId::Stun)) && !turn.state().has(Quirk::StunnedStrike);
        let cooling = self
            .cooling
            .filter(|_| !is_stunned)
            .filter(|&(skill, turns)| actor.is_some_and(|it| it.can(skill) && (turns > 0 || it.cooldown(skill) > 0)));
        if let Some((skill, turns)) = cooling {
            turn.emit(Event::Cooling { who, skill, turns });
        }
        if let Some(facing) = self.facing.filter(|_| !is_stunned) {
            turn.emit(Event::Turned { who, facing });
        }
        let mistaken = self.cooling.is_some() && turn.state().has(Quirk::TilesMistaken);
        let mut ring = Ring::new(turn);
        ring.caster = Some(who);
        ring.hurts_player_only = who != Id::PLAYER;
        ring.stood = self.aimed;
        if mistaken {
            ring.tiles_hurt = TilesHurt::Aimed(self.aimed.map(|(id, _)| id));
        }
        ring.all(self.effects)
    }
}

/// Where a skill takes its user.
fn landing(by: &Actor, effects: &[Effect]) -> Option<Hex> {
    effects.iter().rev().find_map(|effect| match effect {
        Effect::Displace { who, to, .. } if *who == by.id => Some(*to),
        _ => None,
    })
}

/// Where an actor behind a shield turns: where it goes or aims, else to its nearest foe. Nothing where it looks there already.
pub(crate) fn facing(run: &Run, by: &Actor, towards: Option<Hex>) -> Option<Direction> {
    if !by.has(StatusId::Shield) && !by.can(SkillId::FrontalShield) && by.kind != crate::Kind::ShieldBearer {
        return None;
    }
    let to = towards.filter(|&at| at != by.at).or_else(|| run.target(by).map(|foe| foe.at))?;
    Some(by.at.sign_direction(to)).filter(|&facing| by.facing != Some(facing))
}

/// Whether an actor has a skill. The lunge is the spear's as well, by an upgrade; in the public engine the upgrade alone counts.
pub(crate) fn has_skill(run: &Run, by: &Actor, id: SkillId) -> bool {
    match id {
        SkillId::Lunge if run.has(Quirk::UpgradesUnguarded) => by.upgrades.has(Upgrade::Lunge),
        SkillId::Lunge => by.can(SkillId::Lunge) || (by.can(SkillId::SpearThrow) && by.upgrades.has(Upgrade::Lunge)),
        _ => by.can(id),
    }
}

/// Whether an actor has a skill, and it is ready.
pub(crate) fn usable(run: &Run, by: &Actor, id: SkillId) -> Result<(), Refusal> {
    refuse_if!(!has_skill(run, by, id), Refusal::UnknownSkill);
    let turns = by.cooldown(id);
    refuse_if!(turns > 0, Refusal::NotReady { turns });
    Ok(())
}

/// In how many turns a skill is ready again.
fn cooldown(run: &Run, by: &Actor, id: SkillId) -> u8 {
    let base = id.skill().cooldown;
    let has = |upgrade| by.upgrades.has(upgrade);
    if run.has(Quirk::CooldownsFixed) {
        return base;
    }
    match id {
        SkillId::ShieldBash => {
            let wide = u8::from(has(Upgrade::ArcBash) || has(Upgrade::Bash360));
            (base + wide - u8::from(has(Upgrade::ShieldCooldown))).max(1)
        }
        SkillId::Jump => (base - u8::from(has(Upgrade::JumpCooldown))).max(1),
        _ => base,
    }
}
