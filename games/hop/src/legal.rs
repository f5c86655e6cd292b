//! What the player may do now, and how any actor may use its skills.

use crate::deed::usable;
use crate::rules::Hop;
use crate::{Action, Actor, Hex, Place, Quirk, Run, SkillId, Slot, Status, Upgrade, Use, outlook, score};
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
            Action::SelectUpgrade(_) => run.status == Status::ChoosingUpgrade && choices(run).contains(action),
            Action::UseSkill(Use { ref skill_id, target: Some(at) }) => {
                skill_id.known().is_some_and(|id| is_aimed(run, &run.player, id, at.0))
            }
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
    let player = &run.player;
    let strikes = player.can(SkillId::BasicAttack) || run.has(Quirk::MissesCost);
    let can_step = |to: Hex| match run.other_at(player.id, to) {
        Some(other) => strikes && other.opposes(player),
        None => true,
    };
    let steps = player.at.around().filter(|&to| run.is_walkable(to) && can_step(to)).map(|to| Action::Move(Place(to)));
    let skills = options(run, player).map(|(id, at)| cast(id, at));
    steps.chain([Action::Wait]).chain(skills).collect()
}

/// Every skill of an actor that is ready, with every place at which it has something to do.
pub(crate) fn options<'a>(run: &'a Run, by: &'a Actor) -> impl Iterator<Item = (SkillId, Hex)> + 'a {
    let ready = SkillId::EVERY.iter().copied().filter(|&id| usable(run, by, id).is_ok());
    ready.flat_map(move |id| Hex::board().filter(move |&at| is_aimed(run, by, id, at)).map(move |at| (id, at)))
}

fn cast(skill_id: SkillId, at: Hex) -> Action {
    Action::UseSkill(Use { skill_id: skill_id.into(), target: Some(Place(at)) })
}

/// Whether an actor may use a skill at a place now.
pub(crate) fn may_use(run: &Run, by: &Actor, id: SkillId, at: Hex) -> bool {
    usable(run, by, id).is_ok() && is_aimed(run, by, id, at)
}

/// Whether a skill has something to do at a place.
fn is_aimed(run: &Run, by: &Actor, id: SkillId, at: Hex) -> bool {
    let skill = id.skill();
    skill.slot != Slot::Passive && at.is_on_board() && (skill.aim)(run, by, at).is_ok()
}

/// What the shrine offers; in the public engine always one more life, too.
fn choices(run: &Run) -> Vec<Action> {
    let life = [Upgrade::ExtraHp].into_iter().filter(|life| run.has(Quirk::ShrinesBlind) && !run.offers.has(*life));
    run.offers.iter().chain(life).map(|upgrade| Action::SelectUpgrade(upgrade.into())).collect()
}
