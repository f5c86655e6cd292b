//! Everything that can be declared in MIR and everything that can happen, one line each. A declaration and the event that records it are one
//! file; this table registers them, and nothing else in the crate names them all. docs/EXTENDING_MIR.md adds one, step by step.

#[macro_use]
mod table;
mod declaration;
mod initiative;
mod line;
mod payload;
mod plain;
mod rejection;
mod strike;
mod turn;
mod walk;

pub use initiative::{InitiativeRolled, Rank, RollInitiative};
pub use rejection::ActionRejected;
pub use strike::{Attack, AttackResolved};
pub use turn::{EndTurn, TurnEnded};
pub use walk::{Move, MoveApplied};

pub(crate) use declaration::{Declaration, Fields, Form, Offers, named};
pub(crate) use line::{Draw, Line, ReadLine};
pub(crate) use payload::{Misfit, Payload};
pub(crate) use plain::Plain;

use crate::{GameState, Text};
use alloc::{boxed::Box, sync::Arc};

declarations! {
    /// Strike.
    Attack(Attack),
    /// Let the next one act.
    EndTurn(EndTurn),
    /// Begin a combat.
    RollInitiative(RollInitiative),
    /// Walk.
    Move(Move),
}

lines! {
    /// An entity walked.
    MoveApplied(MoveApplied),
    /// An entity struck another.
    AttackResolved(Arc<AttackResolved>),
    /// A combat began.
    InitiativeRolled(InitiativeRolled),
    /// A turn ended.
    TurnEnded(TurnEnded),
    /// An action was refused.
    ActionRejected(ActionRejected),
}
