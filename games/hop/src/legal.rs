//! What the player may do now.

use crate::player::usable;
use crate::rules::Hop;
use crate::{Action, Hex, Place, Quirk, Run, SkillId, Slot, Status, Upgrade, Use, outlook, score};
use alloc::vec::Vec;
use referee::{Legal, Millis, Seat};

impl<const O: bool> Legal for Hop<O> {
    fn legal(&self, run: &Run, seat: Seat, _at: Millis) -> impl Iterator<Item = Action> {
        let list = match run.status {
            _ if seat != Seat(0) => Vec::new(),
            Status::Playing => acts(run),
            Status::ChoosingUpgrade => choices(run),
            Status::Won | Status::Lost => Vec::new(),
        };
        list.into_iter()
    }

    /// The public engine accepts much that does nothing: shots at nobody, places off the board, old kinds of actions.
    fn lists(&self, run: &Run, _seat: Seat, action: &Action) -> bool {
        match *action {
            Action::Move(_) | Action::Wait => true,
            Action::SelectUpgrade(upgrade) => {
                run.status == Status::ChoosingUpgrade && choices(run).contains(&Action::SelectUpgrade(upgrade))
            }
            Action::UseSkill(Use { skill_id, target: Some(at) }) => is_aimed(run, skill_id, at.0),
            _ => false,
        }
    }

    /// Whoever plays can wait, and whoever chooses has a choice: no need to list all of it.
    fn over(&self, run: &Run, _at: Millis) -> bool {
        matches!(run.status, Status::Won | Status::Lost)
    }

    fn won(&self, run: &Run, _seat: Seat) -> Option<bool> {
        match run.status {
            Status::Won => Some(true),
            Status::Lost => Some(false),
            Status::Playing | Status::ChoosingUpgrade => None,
        }
    }

    fn score(&self, run: &Run, _seat: Seat) -> i64 {
        score(run)
    }

    fn outlook(&self, run: &Run, _seat: Seat) -> i64 {
        outlook(run)
    }
}

/// Everything to do while playing: steps, waiting, skills by name and place.
fn acts(run: &Run) -> Vec<Action> {
    let strikes = run.player.can(SkillId::BasicAttack) || run.has(Quirk::MissesCost);
    let steps = run.player.at.around().filter(|&to| run.is_walkable(to) && (strikes || run.enemy_at(to).is_none()));
    let steps = steps.map(|to| Action::Move(Place(to)));
    let skills = SkillId::EVERY.iter().copied().filter(|&id| usable(run, id).is_ok());
    let aimed = |id: SkillId| Hex::board().filter(move |&at| is_aimed(run, id, at)).map(move |at| cast(id, at));
    steps.chain([Action::Wait]).chain(skills.flat_map(aimed)).collect()
}

fn cast(skill_id: SkillId, at: Hex) -> Action {
    Action::UseSkill(Use { skill_id, target: Some(Place(at)) })
}

/// Whether a skill has something to do at a place.
fn is_aimed(run: &Run, id: SkillId, at: Hex) -> bool {
    let skill = id.skill();
    skill.slot != Slot::Passive && at.is_on_board() && (skill.aim)(run, &run.player, at).is_ok()
}

/// What the shrine offers, and always one more life.
fn choices(run: &Run) -> Vec<Action> {
    let life = [Upgrade::ExtraHp].into_iter().filter(|life| !run.offers.has(*life));
    run.offers.iter().chain(life).map(Action::SelectUpgrade).collect()
}
