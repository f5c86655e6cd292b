//! Why nothing happened: the codes and the texts of the contract.

use crate::{Text, Whole};
use alloc::{string::String, vec::Vec};
use core::fmt;
use referee::refusals;

refusals! {
    /// Why an action was refused.
    pub enum Refusal {
        InvalidAction { why: Text } => "INVALID_ACTION": "{why}",
        NotYourEntity { who: Text } => "NOT_YOUR_ENTITY": "\"{who}\" is not moved from this seat",
        NotYourTurn { who: Text, active: Text } => "NOT_YOUR_TURN": "It is not \"{who}\"'s turn (active: \"{active}\")",
        PathEmpty => "PATH_EMPTY": "MOVE path is empty",
        EntityNotFound { id: Text } => "ENTITY_NOT_FOUND": "Entity \"{id}\" not found",
        DeadEntity { id: Text } => "DEAD_ENTITY": "Entity \"{id}\" is dead",
        TooFar { steps: u64, speed: Whole } => "OUT_OF_RANGE": "Path length {steps} exceeds movementSpeed {speed}",
        DiagonalMove { step: u64, from_x: Whole, from_y: Whole, x: Whole, y: Whole } => "DIAGONAL_MOVE":
            "Step {step}: ({from_x},{from_y})→({x},{y}) is not cardinal",
        OutsideMap { step: u64, x: Whole, y: Whole, width: Whole, height: Whole } => "OUT_OF_RANGE":
            "Step {step}: ({x},{y}) outside map {width}x{height}",
        BlockedCell { step: u64, x: Whole, y: Whole } => "BLOCKED_CELL": "Step {step}: ({x},{y}) is blocked terrain",
        Overlap { step: u64, x: Whole, y: Whole } => "OVERLAP": "Step {step}: ({x},{y}) is occupied",
        SelfAttack { id: Text } => "SELF_ATTACK": "Entity \"{id}\" cannot attack itself",
        AttackerNotFound { id: Text } => "ENTITY_NOT_FOUND": "Attacker \"{id}\" not found",
        TargetNotFound { id: Text } => "ENTITY_NOT_FOUND": "Target \"{id}\" not found",
        DeadAttacker { id: Text } => "DEAD_ENTITY": "Attacker \"{id}\" is dead",
        TargetDead { id: Text } => "TARGET_DEAD": "Target \"{id}\" is already dead",
        CombatAlreadyActive => "COMBAT_ALREADY_ACTIVE": "Combat is already active",
        NoParticipants => "NO_PARTICIPANTS": "No living entities to participate in combat",
        TooManyFighters { most: u64 } => "INVALID_ACTION": "A combat has at most {most} participants",
        CombatNotActive => "COMBAT_NOT_ACTIVE": "No combat is active",
        InitiativeFirst => "INITIATIVE_FIRST": "Roll initiative first: at this table nobody is struck before the fight begins",
        AlreadyWalked { id: Text } => "ALREADY_WALKED": "Entity \"{id}\" has already walked in this turn",
        AlreadyStruck { id: Text } => "ALREADY_STRUCK": "Entity \"{id}\" has already struck in this turn",
        OutOfReach { id: Text, distance: Whole, reach: Whole } => "OUT_OF_RANGE":
            "Target \"{id}\" is {distance} steps away, and the attacker reaches {reach}",
    }
}

/// Why nothing happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// A rule said no.
    Refused(Refusal),
    /// Invariants do not hold; each as `[CODE] sentence`.
    Violated(Vec<String>),
    /// What a game was to begin from is no GameState; each as `[CODE] sentence`.
    Unusable(Vec<String>),
}

impl From<Refusal> for Rejection {
    fn from(refusal: Refusal) -> Rejection {
        Rejection::Refused(refusal)
    }
}

impl referee::Rejection for Rejection {
    fn code(&self) -> &'static str {
        match self {
            Rejection::Refused(refusal) => refusal.code(),
            Rejection::Violated(_) => "INVARIANT_FAILED",
            Rejection::Unusable(lines) => match lines.first() {
                Some(line) if line.starts_with("[PRE_INVARIANT]") => "INVARIANT_FAILED",
                Some(line) if line.starts_with("[LOG_CANNOT_GROW]") => "LOG_CANNOT_GROW",
                Some(line) if line.starts_with("[SETUP_INVALID]") => "SETUP_INVALID",
                _ => "SCHEMA_INVALID",
            },
        }
    }

    fn lines(&self) -> Vec<String> {
        match self {
            Rejection::Refused(refusal) => refusal.lines(),
            Rejection::Violated(lines) | Rejection::Unusable(lines) => lines.clone(),
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Refused(refusal) => refusal.fmt(f),
            Rejection::Violated(lines) | Rejection::Unusable(lines) => f.write_str(&lines.join("; ")),
        }
    }
}
