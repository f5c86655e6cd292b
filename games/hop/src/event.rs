//! What happened.

use crate::{Cause, Floor, Hex, Id, Intent, Named, Offers, SkillId, Upgrade, Way};
use crate::{Direction, Opening};
use alloc::boxed::Box;
use serde::{Deserialize, Serialize};

/// What happened, complete: the events alone rebuild a run. Kept small: a turn on a late floor has fifty of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // fields are named for what they are
pub enum Event {
    /// A run begins: its seed, its rules, its player.
    Opened { opening: Box<Opening> },
    /// The player stands on a new floor.
    FloorEntered { floor: Box<Floor> },
    /// A number up to `high` was drawn; 2^32 - 1 stands for all bits.
    Rolled { high: u32, value: u32 },
    /// All have acted: the order of turns is made anew.
    RoundBegan { round: u32 },
    /// The player does something.
    PlayerBegan { at: Hex },
    /// It is another's turn.
    TurnTaken { who: Id, at: Hex },
    /// The player's turn is over: skills cool down, the shield may protect.
    PlayerEnded { armour: u16 },
    /// Somebody is somewhere else.
    Moved { who: Id, from: Hex, to: Hex, way: Way },
    /// Somebody on a place was hurt; what is left.
    Hurt { who: Id, at: Hex, cause: Cause, amount: u16, hp: u16, armour: u16 },
    /// A status or a shield turned something aside.
    Blocked { who: Id, at: Hex, cause: Cause, by: Ward },
    /// Somebody on a place is gone.
    Died { who: Id, at: Hex, cause: Cause, count: Count },
    /// An actor on a place is stunned for so many turns.
    Stunned { who: Id, at: Hex, turns: u8 },
    /// An enemy makes up its mind.
    Intended { who: Id, intent: Intent, aimed: Option<Hex>, timer: u8, facing: Option<Direction>, hidden: bool },
    /// A bomb lies somewhere.
    BombLaid { by: Id, who: Id, at: Hex },
    /// A fuse is shorter.
    FuseBurned { who: Id, left: u8 },
    /// A bomb goes off.
    Exploded { who: Id, at: Hex },
    /// Somebody who is gone has no turn any more.
    Unqueued { who: Id },
    /// The spear lies somewhere.
    SpearDropped { at: Hex },
    /// The spear is in hand again.
    SpearTaken {},
    /// The spear is gone.
    SpearLost {},
    /// The shield is in hand again.
    ShieldTaken {},
    /// A skill is new.
    Learned { skill: SkillId },
    /// A skill is ready in so many turns.
    Cooling { skill: SkillId, turns: u8 },
    /// The player has more life.
    Healed { hp: u16, max_hp: u16 },
    /// A shrine offers upgrades.
    Offered { offers: Offers },
    /// An upgrade was chosen.
    Upgraded { upgrade: Upgrade },
    /// An upgrade was chosen that does not exist; only the public engine takes those.
    Wished { name: Box<Named<Upgrade>> },
    /// A refused action, where those are counted.
    Ignored {},
    /// The run is lost.
    Lost {},
    /// The run is won.
    Won {},
}

/// What turned something aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // named for what they are
pub enum Ward {
    Shield,
    Stealth,
    Stun,
}

/// As what a death counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // named for what they are
pub enum Count {
    Nothing,
    Kill,
    Environment,
}
