//! What enemies of later floors have learned: skills and upgrades beyond those of their kind.

use crate::{Actor, Kind, SkillId, Upgrade};
use Gain::{Better, Can};

/// Something that an enemy may have learned.
#[derive(Clone, Copy, Debug)]
enum Gain {
    /// A skill.
    Can(SkillId),
    /// An upgrade of one.
    Better(Upgrade),
}

/// Which kinds learn what, from which floor on. One of two has learned each.
const LESSONS: &[(Kind, u8, Gain)] = &[
    (Kind::Footman, 3, Can(SkillId::ShieldBash)),
    (Kind::Footman, 6, Better(Upgrade::HeavyHands)),
    (Kind::Sprinter, 4, Better(Upgrade::PowerStrike)),
    (Kind::Sprinter, 7, Can(SkillId::Jump)),
    (Kind::Archer, 5, Can(SkillId::GrappleHook)),
    (Kind::Bomber, 6, Can(SkillId::Jump)),
    (Kind::ShieldBearer, 6, Can(SkillId::BulwarkCharge)),
    (Kind::ShieldBearer, 7, Better(Upgrade::PowerStrike)),
    (Kind::Sentinel, 10, Better(Upgrade::PowerStrike)),
];

/// Teaches an enemy of a floor what it may have learned; `flip` decides each.
pub(crate) fn train(enemy: &mut Actor, floor: u8, mut flip: impl FnMut() -> bool) {
    for &(kind, from, gain) in LESSONS {
        if kind == enemy.kind && floor >= from && flip() {
            match gain {
                Can(skill) => enemy.skills.put(skill),
                Better(upgrade) => enemy.upgrades.put(upgrade),
            }
        }
    }
}
