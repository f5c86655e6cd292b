//! What a player declares.

use crate::Id;
use referee_dispatch::Place;
use serde::{Deserialize, Serialize};

/// What a player declares. Directions are 0 to 7, clockwise from north.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)] // fields are named for what they are
pub enum Action {
    /// Goes a step, or strikes whoever stands there as a foe.
    Move { way: u8 },
    /// Does nothing for a moment.
    Wait {},
    /// Strikes whoever stands there, friend or foe.
    Attack { way: u8 },
    /// Tries a manoeuvre: trip, disarm, bull rush, grab, great blow; or picks a pocket.
    Manoeuvre { way: u8, how: String },
    /// Shoots or hurls at a square.
    Shoot { at: Place },
    /// Hurls something at a square.
    Hurl { item: Id, at: Place },
    /// Casts a spell, on oneself if at nothing.
    Cast {
        spell: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Place>,
    },
    /// Takes something up.
    PickUp { item: Id },
    /// Lets something go.
    Drop { item: Id },
    /// Puts something on, or takes it in hand.
    Wield { item: Id },
    /// Takes something off.
    Remove { item: Id },
    /// Drinks a potion.
    Drink { item: Id },
    /// Reads a scroll.
    Read { item: Id },
    /// Zaps a wand, uses a staff or a rod.
    Zap {
        item: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Place>,
    },
    /// Activates a thing.
    Activate { item: Id },
    /// Eats something.
    Eat { item: Id },
    /// Puts something into something.
    Insert { item: Id, into: Id },
    /// Takes something out of something.
    TakeOut { item: Id, from: Id },
    /// Opens a door or a chest.
    Open { way: u8 },
    /// Shuts a door.
    Close { way: u8 },
    /// Goes down.
    Descend {},
    /// Goes up.
    Ascend {},
    /// Looks closely around.
    Search {},
    /// Disarms a trap.
    Disarm { way: u8 },
    /// Rests until well.
    Rest {},
    /// Hides.
    Hide {},
    /// Jumps to a square two away.
    Jump { at: Place },
    /// Prays, to another god if one is named.
    Pray {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        god: Option<String>,
    },
    /// Gives something to the god of the altar underfoot.
    Sacrifice { item: Id },
    /// Asks the god of the altar underfoot to bless something.
    Bless { item: Id },
    /// Follows the god of the altar underfoot.
    Convert {},
    /// Speaks: greet, cow, taunt, quell, enlist, barter, fast-talk, distract, surrender, order, request, dismiss.
    Talk { way: u8, how: String },
    /// Mounts, or dismounts.
    Mount { way: u8 },
    /// Does something by hand: rub, smell, touch, dip and so on.
    Use {
        verb: String,
        item: Id,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<Id>,
    },
}
