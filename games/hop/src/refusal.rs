//! Why nothing happened.

use crate::{ENEMIES_MAX, FLOORS, HP_MAX, NAME_MAX, SCRIPT_MAX, SEED_MAX, STATUS_MAX};
use referee::refusals;

refusals! {
    /// Why nothing happened.
    pub enum Refusal {
        RunOver => "RUN_OVER": "the run is over",
        ChooseFirst => "CHOOSE_FIRST": "choose an upgrade first",
        NothingOffered => "NOTHING_OFFERED": "no shrine offers anything now",
        NotOffered => "NOT_OFFERED": "the shrine does not offer that",
        OffBoard => "OFF_BOARD": "that place is not on the board",
        TooFar { distance: u8 } => "TOO_FAR": "a step goes one hex, not {distance}",
        Blocked => "BLOCKED": "a wall, lava or the edge is in the way",
        Taken => "TAKEN": "somebody stands there",
        UnknownSkill => "UNKNOWN_SKILL": "you do not have that skill",
        Passive => "PASSIVE": "this skill works by itself",
        NotReady { turns: u8 } => "NOT_READY": "this skill is ready in {turns} turns",
        NoTarget => "NO_TARGET": "a skill needs a place to aim at",
        OutOfReach { distance: u8, reach: u8 } => "OUT_OF_REACH": "that is {distance} away, and it reaches {reach}",
        NotInLine => "NOT_IN_LINE": "it goes along straight lines only",
        NobodyThere => "NOBODY_THERE": "there is nobody to aim at",
        NoSpear => "NO_SPEAR": "the spear is not in hand",
        NoShield => "NO_SHIELD": "the shield is not in hand",
        OldAction => "OLD_ACTION": "this kind of action is not part of the game any more",
        TooDeep => "TOO_DEEP": "one thing led to another without end",

        SeedTooLong => "SEED_TOO_LONG": "a seed has {SEED_MAX} bytes at most",
        TooManyEnemies => "TOO_MANY_ENEMIES": "{ENEMIES_MAX} enemies are the most",
        NoSuchFloor => "NO_SUCH_FLOOR": "floors are numbered from 1 to {FLOORS}",
        BadName { index: usize } => "BAD_NAME": "enemy {index} needs a name of its own, {NAME_MAX} bytes at most, and not player",
        NoSuchEnemy { index: usize } => "NO_SUCH_ENEMY": "enemy {index} can be neither the player nor a bomb",
        TwoLists => "TWO_LISTS": "an arena has a list of actors, or a player and enemies, not both",
        OnePlayer { players: usize } => "ONE_PLAYER": "one actor has the mind `player`, not {players}",
        ScriptTooLong => "SCRIPT_TOO_LONG": "a script has {SCRIPT_MAX} actions at most",
        BadStatus => "BAD_STATUS": "an amount of a status is between 1 and {STATUS_MAX}",
        BadLife => "BAD_LIFE": "everybody has between 1 and {HP_MAX} life, and not more than its own most",
        BadPlace => "BAD_PLACE": "everybody stands on a place of its own on the board, not in a wall or in lava",

        HexShared => "HEX_SHARED": "no two stand on one hex",
        OutsideBoard => "OUTSIDE_BOARD": "everybody is on the board, and not in a wall",
        MasksWrong => "MASKS_WRONG": "the sets of places must be what a count finds",
        QueueWrong => "QUEUE_WRONG": "everybody has one turn a round, and only who is there",
        LifeWrong => "LIFE_WRONG": "nobody has more life than its most, and enemies have some",
        StatusWrong => "STATUS_WRONG": "who has no life has lost, and a shrine is open exactly when it offers something",
    }
}
