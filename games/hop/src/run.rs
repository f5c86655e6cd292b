//! What is true now.

use crate::luck::{Hash, Seed};
use crate::{Action, Actor, Hex, Id, Mask, Named, Offers, Queue, Quirk, Quirks, Script, StatusId, Theme, Tiles, Upgrade};
use alloc::{boxed::Box, string::String, vec::Vec};
use referee::State;
use serde::{Deserialize, Serialize};

/// How a run stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // named for what they are
pub enum Status {
    #[default]
    Playing,
    ChoosingUpgrade,
    Won,
    Lost,
}

/// A run: what is true now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Where it differs from the game as it should be.
    pub quirks: Quirks,
    /// Whether floors have tiles of their theme.
    pub tiles: Tiles,
    /// Where all chance comes from.
    pub seed: Seed,
    /// The hash of the seed and a colon: what every draw begins with.
    pub(crate) prefix: Hash,
    /// How many numbers were drawn.
    pub counter: u32,
    /// The floor, from 1.
    pub floor: u8,
    /// How it looks.
    pub theme: Theme,
    /// Rounds completed, and one.
    pub turn: u32,
    /// Actions of the player that took a turn, in the whole run.
    pub turns_spent: u32,
    /// How it stands.
    pub status: Status,
    /// The actor of the player's seat.
    pub player: Actor,
    /// All other actors: enemies, and in arenas allies.
    pub enemies: Vec<Actor>,
    /// What scripted actors of an arena will do.
    pub scripts: Vec<Script>,
    /// Names of the others by number, where an arena gives names.
    pub names: Vec<Box<str>>,
    /// How many others the floor began with.
    pub natives: u16,
    /// How many came to help them.
    pub arrived: u16,
    /// Who acts when.
    pub queue: Queue,
    /// Places nobody can pass.
    pub walls: Mask,
    /// Places that burn.
    pub lava: Mask,
    /// Places one slides over.
    pub slippery: Mask,
    /// Places that hurt whoever comes there.
    pub void: Mask,
    /// Places where others than the player stand.
    pub crowd: Mask,
    /// Those of them where others of the player's faction stand.
    pub allies: Mask,
    /// The way on.
    pub stairs: Hex,
    /// Where upgrades are offered, until one is chosen.
    pub shrine: Option<Hex>,
    /// What is offered.
    pub offers: Offers,
    /// What was chosen so far, in order.
    pub upgrades: Vec<Named<Upgrade>>,
    /// Enemies killed.
    pub kills: u32,
    /// Enemies that lava or the void took.
    pub environmental_kills: u32,
    /// How many bombs were laid.
    pub bombs: u16,
    /// How many actions the public engine's log would hold.
    pub logged: u32,
}
impl State for Run {}

impl Run {
    /// Whether a quirk is on.
    #[inline]
    pub fn has(&self, quirk: Quirk) -> bool {
        self.quirks.has(quirk)
    }

    /// An actor by number: the first of that name.
    #[inline]
    pub fn actor(&self, who: Id) -> Option<&Actor> {
        if who.is_player() { Some(&self.player) } else { self.index(who).map(|index| &self.enemies[index]) }
    }

    /// Where an enemy is listed: the first of that name. Enemies are listed in the order of their numbers, so the search begins where it would
    /// be if nobody had died.
    #[inline]
    pub(crate) fn index(&self, who: Id) -> Option<usize> {
        let is_it = |enemy: &Actor| enemy.id == who;
        match self.enemies.get(..usize::from(who.0)) {
            Some(before) => before.iter().rposition(is_it),
            None if who.is_bomb() => self.enemies.iter().position(is_it),
            None => self.enemies.iter().rposition(is_it),
        }
    }

    /// The first actor on a place that is a foe of another.
    #[inline]
    pub fn foe_at(&self, by: &Actor, at: Hex) -> Option<&Actor> {
        if self.has_only_player_against(by) {
            return Some(&self.player).filter(|player| player.at == at);
        }
        if Mask::BOARD.without(self.foes(by)).has(at) {
            return None;
        }
        self.actors().find(|actor| actor.at == at && actor.opposes(by))
    }

    /// Places where foes of an actor stand.
    #[inline]
    pub fn foes(&self, of: &Actor) -> Mask {
        if !of.opposes(&self.player) {
            return self.crowd.without(self.allies);
        }
        let mut foes = self.allies;
        foes.put(self.player.at);
        foes
    }

    /// Whether the player is the only foe of an actor, as of nearly all.
    #[inline]
    fn has_only_player_against(&self, actor: &Actor) -> bool {
        actor.opposes(&self.player) && self.allies.is_empty()
    }

    /// The foe that an actor minds most: the nearest, of several the first by column and row.
    #[inline]
    pub fn target(&self, of: &Actor) -> Option<&Actor> {
        if self.has_only_player_against(of) {
            return Some(&self.player);
        }
        self.actors()
            .filter(|actor| actor.opposes(of) && actor.kind != crate::Kind::Bomb)
            .min_by_key(|actor| (of.at.distance(actor.at), actor.at.q, actor.at.r))
    }

    /// The first actor on a place that is not a certain one.
    #[inline]
    pub fn other_at(&self, than: Id, at: Hex) -> Option<&Actor> {
        if Mask::BOARD.without(self.occupied()).has(at) {
            return None;
        }
        self.actors().find(|actor| actor.at == at && actor.id != than)
    }

    /// The first enemy on a place.
    #[inline]
    pub fn enemy_at(&self, at: Hex) -> Option<&Actor> {
        if Mask::BOARD.without(self.crowd).has(at) {
            return None;
        }
        self.enemies.iter().find(|enemy| enemy.at == at)
    }

    /// Whether surely no foe of an actor stands beside a place: one that was pushed off the board is in no set.
    #[inline]
    pub(crate) fn is_alone(&self, actor: &Actor, at: Hex) -> bool {
        if self.has_only_player_against(actor) {
            return self.player.at.distance(at) != 1;
        }
        let mut here = Mask::NONE;
        here.put(at);
        let is_nobody_near = self.foes(actor).and(here.widened()).is_empty();
        is_nobody_near && !here.is_empty() && self.player.at.is_on_board() && self.is_apart()
    }

    /// Whether there are as many places in the crowd as enemies: all stand on the board, each on a place of its own.
    #[inline]
    pub(crate) fn is_apart(&self) -> bool {
        self.crowd.len() as usize == self.enemies.len()
    }

    /// Everybody, the player first.
    pub fn actors(&self) -> impl Iterator<Item = &Actor> {
        core::iter::once(&self.player).chain(&self.enemies)
    }

    /// Whether one can stand on a place: on the board, no wall, no lava.
    #[inline]
    pub fn is_walkable(&self, at: Hex) -> bool {
        self.ground().has(at)
    }

    /// All places one can stand on.
    #[inline]
    pub fn ground(&self) -> Mask {
        Mask::BOARD.without(self.walls).without(self.lava)
    }

    /// Places where anybody stands.
    #[inline]
    pub fn occupied(&self) -> Mask {
        let mut occupied = self.crowd;
        occupied.put(self.player.at);
        occupied
    }

    /// How fast somebody is.
    pub fn initiative(&self, actor: &Actor) -> i16 {
        let fast = match actor.kind {
            crate::Kind::Sprinter if self.has(Quirk::SlowSprinters) => 50,
            kind => kind.archetype().initiative,
        };
        if actor.has(StatusId::Stun) { fast - 100 } else { fast }
    }

    /// Whether the player loses its next turn.
    pub(crate) fn is_player_stunned(&self) -> bool {
        self.player.has(StatusId::Stun) && !self.has(Quirk::StunnedStrike)
    }

    /// Whether the round begins with a turn that the player can use.
    pub(crate) fn is_players_first(&self) -> bool {
        let first = self.queue.entries.first().map(|entry| entry.who);
        first == Some(Id::PLAYER) && !self.is_player_stunned()
    }

    /// What an actor is called.
    pub fn name(&self, actor: &Actor) -> String {
        let own = |number: u16| match self.names.get(usize::from(number)) {
            Some(name) => String::from(&**name),
            None => alloc::format!("enemy_{number}_{}", actor.code),
        };
        match actor.kind {
            _ if actor.id.is_player() => "player".into(),
            crate::Kind::Bomb if self.has(Quirk::BombsStay) => alloc::format!("bomb_{}_{}", own(actor.id.number()), self.turn),
            crate::Kind::Bomb => alloc::format!("bomb_{}", actor.id.number() + 1),
            _ => own(actor.id.number()),
        }
    }

    /// What a scripted actor does next.
    pub(crate) fn script(&self, of: &Actor) -> Option<&Action> {
        let script = self.scripts.iter().find(|script| script.who == of.id)?;
        script.actions.get(usize::from(of.timer))
    }

    /// Rows of bits where walls, the player or enemies are.
    pub fn occupancy(&self) -> Vec<u64> {
        let occupied = self.occupied().or(self.walls);
        (0..crate::hex::HEIGHT).map(|r| occupied.row(r)).collect()
    }
}
