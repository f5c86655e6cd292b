//! Hop: ten floors of hexes, with a spear, a shield or a hook against all who wait there.
//!
//! | file | says |
//! |---|---|
//! | `hex.rs`, `mask.rs`, `luck.rs` | places and lines; sets of places as bits; the generator, to the bit |
//! | `floor.rs`, `training.rs`, `reinforcement.rs` | how floors are drawn, what their enemies have learned, which enemies come later |
//! | `setup.rs`, `arena.rs`, `loadout.rs`, `quirk.rs` | what a run starts from, a floor of one's own, what the player carries, where the public engine differs |
//! | `actor.rs`, `kind.rs`, `minds/` | the one model of all actors; kinds as data; how each kind thinks, one file each |
//! | `skill.rs`, `skills/`, `upgrade.rs` | skills as data, one file each; what makes them better |
//! | `status.rs`, `statuses/` | statuses as data, one file each: what they turn aside |
//! | `effect.rs`, `ring.rs` | what is about to happen; the stations that it passes |
//! | `run.rs`, `queue.rs`, `action.rs`, `named.rs`, `event.rs`, `refusal.rs` | state, order of turns, declarations, what happened, why nothing happened |
//! | `rules.rs`, `deed.rs`, `turn.rs`, `player.rs`, `others.rs`, `old.rs`, `fold.rs`, `audit.rs`, `score.rs` | the rules: what an actor does, what ends its turn, whose turn comes |
//! | `legal.rs`, `view.rs`, `outlook.rs` | what the player may do and know, what bots want |
//! | `show.rs`, `tale.rs`, `danger.rs` | how it looks, how it is told, where it will hurt |
//! | `fingerprint.rs`, `replay.rs` | the public engine's fingerprint and replays |
//!
//! Rules for players are in `README.md`.
#![no_std]
extern crate alloc;

mod action;
mod actor;
mod arena;
mod audit;
mod danger;
mod deed;
mod effect;
mod event;
mod fingerprint;
mod floor;
mod fold;
mod hex;
mod kind;
mod legal;
mod loadout;
mod luck;
mod mask;
mod minds;
mod named;
mod old;
mod others;
mod outlook;
mod player;
mod queue;
mod quirk;
mod refusal;
mod reinforcement;
mod replay;
mod ring;
mod rules;
mod run;
mod score;
mod setup;
mod show;
mod skill;
mod skills;
mod status;
mod statuses;
mod tale;
mod training;
mod turn;
mod upgrade;
mod view;

pub use action::{Action, Place, Use};
pub use actor::{Actor, Faction, Gear, Id, Intent, Trait, Traits};
pub use arena::{Arena, Fighter, Foe, Given, Guide, HP_MAX, NAME_MAX, Role, SCRIPT_MAX, STATUS_MAX, Script};
pub use effect::{Cause, Damage, Effect, Verb, Way, Whom};
pub use event::{Count, Event};
pub use fingerprint::fingerprint;
pub use floor::{ENEMIES_MAX, FLOORS, Floor, Theme, Tiles};
pub use hex::{Direction, Hex};
pub use kind::{Archetype, Kind};
pub use loadout::Loadout;
pub use luck::{Code, Hash, Mulberry, Seed};
pub use mask::Mask;
pub use minds::MindId;
pub use named::{Named, UNKNOWN_MAX};
pub use others::FUSE;
pub use outlook::outlook;
pub use queue::{Entry, Queue};
pub use quirk::{Quirk, Quirks};
pub use refusal::Refusal;
pub use reinforcement::{PATIENCE, WAVE};
pub use replay::{ACTIONS_MAX, title};
pub use rules::Hop;
pub use run::{Run, Status};
pub use score::{SCORE_VERSION, arcade, listed, score, shown};
pub use setup::{Opening, SEED_MAX, Setup};
pub use skill::{Cast, SKILLS, Skill, SkillId, Skills, Slot};
pub use status::{STATUSES, StatusEffect, StatusId, StatusRule, Statuses};
pub use upgrade::{OFFERS_MAX, Offers, Upgrade, Upgrades};
pub use view::Seen;
