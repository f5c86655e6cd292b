//! The player's turn: what it declares, then shrine and stairs, then everyone else's turns.

use crate::deed::Deed;
use crate::luck::Seed;
use crate::turn::{Began, Pen, end};
use crate::{Action, Event, FLOORS, Floor, Id, Named, Offers, Quirk, Refusal, Run, Status, Trait, Upgrade, others};
use alloc::vec::Vec;
use referee::{Ask, refuse_if};

/// The player does what it declares.
pub(crate) fn act<const O: bool>(action: &Action, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let run = turn.state();
    let deed = Deed::of(run, &run.player, action)?;
    let (began, landing, ends_turn) = (begin(turn), deed.landing, deed.ends_turn);
    deed.perform(Id::PLAYER, turn)?;
    if !ends_turn {
        lose_if_dead(turn);
        return Ok(());
    }
    finish(&began, landing, turn)
}

/// A turn begins once: after a jump that cost none it is still the same.
pub(crate) fn begin<const O: bool>(turn: &mut Pen<'_, O>) -> Began {
    let run = turn.state();
    let begun = run.queue.of(Id::PLAYER).and_then(|entry| entry.start).filter(|_| !run.has(Quirk::StalePunch));
    let start = begun.unwrap_or(run.player.at);
    let began = Began::of(run, &run.player, start);
    turn.emit(Event::PlayerBegan { at: start });
    began
}

/// What follows every action that takes a turn.
pub(crate) fn finish<const O: bool>(began: &Began, landing: Option<crate::Hex>, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    end(Id::PLAYER, began, landing, turn)?;
    if lose_if_dead(turn) {
        return Ok(());
    }
    let run = turn.state();
    if run.player.hp == 0 {
        turn.emit(Event::Lost {});
    }
    let run = turn.state();
    let climbs = run.player.traits.has(Trait::Climber);
    if climbs && run.shrine == Some(run.player.at) {
        return offer(turn);
    }
    if climbs && run.stairs == run.player.at {
        return ascend(turn);
    }
    others::phase(turn)
}

/// Ends the run at once if the player is dead; the public engine notices later.
pub(crate) fn lose_if_dead<const O: bool>(turn: &mut Pen<'_, O>) -> bool {
    let run = turn.state();
    let is_lost = run.player.hp == 0 && !run.has(Quirk::DeathLate);
    if is_lost {
        turn.emit(Event::Lost {});
    }
    is_lost
}

/// What a shrine may offer: upgrades of the player's skills that it does not have yet, and one more life.
fn pool(run: &Run) -> Vec<Upgrade> {
    let is_new = |upgrade: &Upgrade| !run.upgrades.contains(&(*upgrade).into());
    if run.has(Quirk::ShrinesBlind) {
        return Upgrade::offered().filter(is_new).collect();
    }
    let is_of_use = |upgrade: &Upgrade| upgrade.skill().is_none_or(|skill| run.player.can(skill));
    let is_there = |upgrade: &Upgrade| *upgrade == Upgrade::ExtraHp || (is_new(upgrade) && !run.player.upgrades.has(*upgrade));
    Upgrade::EVERY.iter().copied().filter(is_of_use).filter(is_there).collect()
}

/// A shrine offers up to three upgrades.
fn offer<const O: bool>(turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    let run = turn.state();
    let mut left = pool(run);
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
        let always = |upgrade| upgrade == Upgrade::ExtraHp && run.has(Quirk::ShrinesBlind);
        let is_offered = |upgrade| always(upgrade) || run.offers.has(upgrade);
        refuse_if!(!upgrade.known().is_some_and(is_offered), Refusal::NotOffered);
    }
    let Some(upgrade) = upgrade.known() else {
        turn.emit(Event::Wished { name: upgrade.clone().into() });
        return Ok(());
    };
    let (hp, max_hp) = (run.player.hp.saturating_add(1), run.player.max_hp.saturating_add(1));
    turn.emit(Event::Upgraded { upgrade });
    if upgrade == Upgrade::ExtraHp {
        turn.emit(Event::Healed { who: Id::PLAYER, hp, max_hp });
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
        turn.emit(Event::Healed { who: Id::PLAYER, hp: hp + 1, max_hp });
    }
    Ok(())
}
