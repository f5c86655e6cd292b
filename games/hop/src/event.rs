//! What happened.

use crate::{Actor, Cause, Floor, Hex, Id, Intent, Loadout, Named, Offers, SkillId, Upgrade, Way};
use crate::{Direction, Opening, StatusId};
use alloc::boxed::Box;
use serde::{Deserialize, Serialize};

/// What happened, complete: the events alone rebuild a run. Kept small: a turn on a late floor has fifty of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // fields are named for what they are
pub enum Event {
    /// A run begins: its seed, its rules, its player.
    Opened { opening: Box<Opening> },
    /// The run is dealt a loadout.
    Dealt { loadout: Loadout },
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
    /// A turn is over: skills cool down, the shield may protect. Told of others only where it changes something.
    TurnEnded { who: Id, armour: u16 },
    /// Somebody is somewhere else.
    Moved { who: Id, from: Hex, to: Hex, way: Way },
    /// An actor on a place was hurt, by another or by a hazard; what is left.
    Hurt { who: Id, at: Hex, by: Option<Id>, cause: Cause, amount: u16, hp: u16, armour: u16 },
    /// A status turned something aside.
    Blocked { who: Id, at: Hex, cause: Cause, by: StatusId },
    /// Somebody on a place is gone.
    Died { who: Id, at: Hex, cause: Cause, count: Count },
    /// An actor on a place has so much of a status from now on.
    StatusChanged { who: Id, at: Hex, status: StatusId, amount: u16 },
    /// An actor makes up its mind.
    Intended { who: Id, intent: Intent, aimed: Option<Hex>, timer: u8 },
    /// An actor behind a shield looks elsewhere.
    Turned { who: Id, facing: Direction },
    /// An enemy comes to help the others of the floor.
    Arrived { actor: Box<Actor> },
    /// A bomb lies somewhere.
    BombLaid { by: Id, who: Id, at: Hex },
    /// A fuse is shorter.
    FuseBurned { who: Id, left: u8 },
    /// A bomb goes off.
    Exploded { who: Id, at: Hex },
    /// Somebody who is gone has no turn any more.
    Unqueued { who: Id },
    /// An actor's spear lies on the ground.
    SpearDropped { who: Id, at: Hex },
    /// An actor has its spear in hand again.
    SpearTaken { who: Id },
    /// An actor's spear is gone.
    SpearLost { who: Id },
    /// An actor has its shield in hand again.
    ShieldTaken { who: Id },
    /// A skill is new.
    Learned { who: Id, skill: SkillId },
    /// A skill is ready in so many turns.
    Cooling { who: Id, skill: SkillId, turns: u8 },
    /// An actor has more life.
    Healed { who: Id, hp: u16, max_hp: u16 },
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

/// As what a death counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // named for what they are
pub enum Count {
    Nothing,
    Kill,
    Environment,
}
