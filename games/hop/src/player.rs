//! The player's turn: what each action does, and what follows from it.

use crate::luck::Seed;
use crate::ring::{Ring, TilesHurt};
use crate::rules::Hop;
use crate::skills::auto_attack::{Beside, punch};
use crate::{
    Cast, Cause, Damage, Effect, Event, Floor, Hex, Id, Named, Offers, Quirk, Refusal, Run, SkillId, Status, Upgrade, Way, Whom,
};
use crate::{FLOORS, foe};
use alloc::vec::Vec;
use referee::{Ask, Turn, refuse_if};

/// A turn of Hop.
pub(crate) type Pen<'a, const O: bool> = Turn<'a, Hop<O>>;

/// How the player's turn began.
pub(crate) struct Began {
    start: Hex,
    beside: Beside,
}

pub(crate) fn begin<const O: bool>(turn: &mut Pen<'_, O>) -> Began {
    let run = turn.state();
    // A turn begins once: after a jump that cost none it is still the same.
    let begun = run.queue.of(Id::PLAYER).and_then(|entry| entry.start).filter(|_| !run.has(Quirk::StalePunch));
    let start = begun.unwrap_or(run.player.at);
    let beside = if run.has(Quirk::StalePunch) { Beside::default() } else { Beside::enemies(run, start) };
    turn.emit(Event::PlayerBegan { at: start });
    Began { start, beside }
}

pub(crate) fn wait<const O: bool>(turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let began = begin(turn);
    finish(turn, &began, None)
}

pub(crate) fn step<const O: bool>(to: Hex, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let run = turn.state();
    let distance = run.player.at.distance(to);
    refuse_if!(distance != 1, Refusal::TooFar { distance });
    refuse_if!(!run.is_walkable(to), Refusal::Blocked);
    if run.enemy_at(to).is_some() {
        return strike(to, turn);
    }
    let began = begin(turn);
    Ring::new(turn).all([Effect::Displace { who: Id::PLAYER, to, way: Way::Step }])?;
    finish(turn, &began, None)
}

/// A step into an enemy is a blow; who has no blow kills.
fn strike<const O: bool>(at: Hex, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    if turn.state().player.can(SkillId::BasicAttack) {
        return use_skill(SkillId::BasicAttack, Some(at), turn);
    }
    refuse_if!(!turn.state().has(Quirk::MissesCost), Refusal::Taken);
    let began = begin(turn);
    let who = turn.state().enemy_at(at).map_or(Id::PLAYER, |enemy| enemy.id);
    let damage = Damage::new(Whom::Actor(who), crate::skills::DEADLY, Some(Id::PLAYER), Cause::Blow);
    Ring::new(turn).all([damage.into()])?;
    finish(turn, &began, None)
}

/// Uses a skill at a place, or at none, which is an illegal target for all but the punch.
pub(crate) fn use_skill<const O: bool>(id: SkillId, at: Option<Hex>, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let skill = id.skill();
    let run = turn.state();
    usable(run, id)?;
    let aimed = match at {
        None if id != SkillId::AutoAttack => Err(Refusal::NoTarget),
        _ => (skill.aim)(run, &run.player, at.unwrap_or(run.player.at)),
    };
    let at = at.unwrap_or(run.player.at);
    refuse_if!(aimed.is_err() && !run.has(Quirk::MissesCost), aimed.err().unwrap_or(Refusal::NobodyThere));
    refuse_if!(!at.is_on_board() && !run.has(Quirk::MissesCost), Refusal::OffBoard);

    let mut effects = Vec::new();
    let target = run.enemy_at(at);
    if aimed.is_ok() {
        (skill.effects)(run, &Cast { by: &run.player, at, target }, &mut effects);
    }
    let (is_ok, is_mistaken) = (aimed.is_ok(), run.has(Quirk::TilesMistaken));
    let hurt = if is_mistaken { TilesHurt::Aimed(target.map(|it| it.id)) } else { TilesHurt::Mover };
    let stood = target.filter(|_| is_mistaken).map(|it| (it.id, it.at));
    let landing = effects.iter().rev().find_map(|effect| match effect {
        Effect::Displace { who: Id::PLAYER, to, .. } => Some(*to),
        _ => None,
    });
    let turns = cooldown(run, id);
    let began = begin(turn);
    if turn.state().player.can(id) && (turns > 0 || turn.state().player.cooldown(id) > 0) {
        turn.emit(Event::Cooling { skill: id, turns });
    }
    let mut ring = Ring::new(turn);
    (ring.tiles_hurt, ring.stood) = (hurt, stood);
    ring.all(effects)?;
    if id == SkillId::Jump && is_ok && turn.state().player.upgrades.has(Upgrade::FreeJump) {
        return die_if_dead(turn).map(|_| ());
    }
    finish(turn, &began, landing)
}

/// Whether the player has a skill, and it is ready.
pub(crate) fn usable(run: &Run, id: SkillId) -> Result<(), Refusal> {
    let has = match id {
        SkillId::Lunge => run.player.upgrades.has(Upgrade::Lunge),
        _ => run.player.can(id),
    };
    refuse_if!(!has, Refusal::UnknownSkill);
    let turns = run.player.cooldown(id);
    refuse_if!(turns > 0, Refusal::NotReady { turns });
    Ok(())
}

/// In how many turns a skill is ready again.
fn cooldown(run: &Run, id: SkillId) -> u8 {
    let base = id.skill().cooldown;
    let has = |upgrade| run.player.upgrades.has(upgrade);
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

/// What follows every action that takes a turn.
pub(crate) fn finish<const O: bool>(turn: &mut Pen<'_, O>, began: &Began, landing: Option<Hex>) -> Result<(), Refusal> {
    burn(turn)?;
    if turn.state().player.hp == 0 && !turn.state().has(Quirk::DeathLate) {
        turn.emit(Event::PlayerEnded { armour: 0 }); // the turn is spent all the same
        return die_if_dead(turn).map(|_| ());
    }
    punch_all(turn, began, landing)?;
    snap_back(turn, landing)?;
    pick_up(turn)?;
    let armour = armour(turn.state());
    turn.emit(Event::PlayerEnded { armour });
    if die_if_dead(turn)? {
        return Ok(());
    }
    if turn.state().player.hp == 0 {
        turn.emit(Event::Lost {});
    }
    let run = turn.state();
    if run.shrine == Some(run.player.at) {
        return offer(turn);
    }
    if run.stairs == run.player.at {
        return ascend(turn);
    }
    foe::phase(turn)
}

/// Lava under the player.
fn burn<const O: bool>(turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let run = turn.state();
    if run.lava.has(run.player.at) {
        let damage = Damage::new(Whom::Actor(Id::PLAYER), 1, None, Cause::Lava);
        Ring::new(turn).all([damage.into()])?;
    }
    Ok(())
}

/// Ends the run at once if the player is dead; the public engine notices later.
pub(crate) fn die_if_dead<const O: bool>(turn: &mut Pen<'_, O>) -> Result<bool, Refusal> {
    let run = turn.state();
    if run.player.hp > 0 || run.has(Quirk::DeathLate) {
        return Ok(false);
    }
    turn.emit(Event::Lost {});
    Ok(true)
}

fn punch_all<const O: bool>(turn: &mut Pen<'_, O>, began: &Began, landing: Option<Hex>) -> Result<(), Refusal> {
    let run = turn.state();
    if !run.player.can(SkillId::AutoAttack) || run.is_alone(run.player.at) {
        return Ok(());
    }
    let mut punches = Vec::new();
    let own = landing.filter(|_| run.has(Quirk::TilesMistaken));
    punch(run, &run.player, began.start, began.beside, own, &mut punches);
    Ring::new(turn).all(punches)
}

/// In the public engine a slide after a skill is undone.
fn snap_back<const O: bool>(turn: &mut Pen<'_, O>, landing: Option<Hex>) -> Result<(), Refusal> {
    let run = turn.state();
    match landing {
        Some(to) if run.has(Quirk::TilesMistaken) && to != run.player.at => {
            Ring::new(turn).all([Effect::Displace { who: Id::PLAYER, to, way: Way::SnapBack }])
        }
        _ => Ok(()),
    }
}

/// What lies here is picked up.
fn pick_up<const O: bool>(turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let run = turn.state();
    let at = run.player.at;
    if run.shield == Some(at) {
        turn.emit(Event::ShieldTaken {});
    }
    let run = turn.state();
    if run.spear != Some(at) {
        return Ok(());
    }
    let cleaved = at.around().filter_map(|beside| run.enemy_at(beside));
    let hurt = |enemy: &crate::Actor| Damage::new(Whom::Place(enemy.at), 1, Some(Id::PLAYER), Cause::Cleave).into();
    let cleaved: Vec<Effect> = if run.player.upgrades.has(Upgrade::Cleave) { cleaved.map(hurt).collect() } else { Vec::new() };
    turn.emit(Event::SpearTaken {});
    Ring::new(turn).all(cleaved)
}

/// The armour of a ready shield, once skills have cooled down.
fn armour(run: &Run) -> u16 {
    if !run.player.upgrades.has(Upgrade::PassiveProtection) {
        return run.player.armour;
    }
    u16::from(run.player.cooldown(SkillId::ShieldBash) <= 1)
}

/// A shrine offers up to three upgrades that were not chosen yet.
fn offer<const O: bool>(turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let chosen = &turn.state().upgrades;
    let mut left: Vec<Upgrade> = Upgrade::offered().filter(|&upgrade| !chosen.contains(&upgrade.into())).collect();
    let mut offers = Offers::default();
    while !left.is_empty()
        && let Some(offer) = offers.room()
    {
        let pick = turn.roll(Ask::below(left.len() as u32), format_args!("what the shrine offers"));
        *offer = Some(left.remove(pick as usize));
    }
    if offers.is_empty() {
        offers.room().into_iter().for_each(|offer| *offer = Some(Upgrade::ExtraHp));
    }
    turn.emit(Event::Offered { offers });
    Ok(())
}

/// Chooses an upgrade.
pub(crate) fn choose<const O: bool>(upgrade: &Named<Upgrade>, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let run = turn.state();
    if !run.has(Quirk::UpgradesUnguarded) {
        refuse_if!(run.status != Status::ChoosingUpgrade, Refusal::NothingOffered);
        let is_offered = |upgrade| upgrade == Upgrade::ExtraHp || run.offers.has(upgrade);
        refuse_if!(!upgrade.known().is_some_and(is_offered), Refusal::NotOffered);
    }
    let Some(upgrade) = upgrade.known() else {
        turn.emit(Event::Wished { name: upgrade.clone().into() });
        return Ok(());
    };
    let (hp, max_hp) = (run.player.hp.saturating_add(1), run.player.max_hp.saturating_add(1));
    turn.emit(Event::Upgraded { upgrade });
    if upgrade == Upgrade::ExtraHp {
        turn.emit(Event::Healed { hp, max_hp });
    }
    Ok(())
}

/// What the next floor is drawn from: the run's seed, or a number that is rolled now.
pub(crate) fn floor_seed<const O: bool>(turn: &mut Pen<'_, O>) -> Seed {
    match turn.state().seed {
        Seed::None => Seed::Number(turn.roll(Ask::BITS, format_args!("what the floor is like"))),
        ref seed => seed.clone(),
    }
}

/// Up the stairs: to the next floor, or out of the last.
fn ascend<const O: bool>(turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let run = turn.state();
    if run.floor >= FLOORS {
        turn.emit(Event::Won {});
        return Ok(());
    }
    let (number, quirks, tiles) = (run.floor + 1, run.quirks, run.tiles);
    let (hp, max_hp) = (run.player.hp, run.player.max_hp);
    let floor = Floor::new(&floor_seed(turn), number, quirks, tiles);
    turn.emit(Event::FloorEntered { floor: floor.into() });
    if hp < max_hp {
        turn.emit(Event::Healed { hp: hp + 1, max_hp });
    }
    Ok(())
}
