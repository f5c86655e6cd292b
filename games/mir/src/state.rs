//! What is true now: the contract's GameState, typed. The two lists that only grow, `log.events` and `rng.lastRolls`, are counted here, not
//! kept: the log of the game has them, and a [page](crate::Page) shows them.

use crate::{Log, Map, Rng, TableRules, Whole, invariants};
use alloc::{sync::Arc, vec::Vec};
use referee::State;
use serde::{Deserialize, Serialize};

/// A text that is shared, not copied.
pub type Text = Arc<str>;

/// The condition that has a meaning.
pub const DEAD: &str = "dead";

/// What is true now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GameState {
    /// Of the document.
    pub schema_version: Text,
    /// Of the document.
    pub campaign_id: Text,
    /// Of the document.
    pub session_id: Text,
    /// When everything here happens: the engine knows no other time.
    pub timestamp: Text,
    /// The dice.
    pub rng: Rng,
    /// Where it happens.
    pub map: Arc<Map>,
    /// Who is there.
    pub entities: Entities,
    /// Whose turn it is.
    pub combat: Combat,
    /// How far the page's log has come.
    pub log: Log,
    /// What an editor has selected.
    pub ui: Ui,
    /// What the active one has done in its turn. The contract does not ask; a table does.
    #[serde(default)]
    pub spent: Spent,
    /// Whether the rules of a table hold beside the contract's: the setup of the game says so.
    #[serde(default, skip_serializing_if = "TableRules::are_off")]
    pub table_rules: TableRules,
}

/// What the active one has done in its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Spent {
    /// It has walked.
    pub moved: bool,
    /// It has struck.
    pub struck: bool,
}

impl State for GameState {}

/// Everyone and everything: players, then npcs, then objects. Only where they stand, their life and their conditions ever change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "Lists", into = "Lists")]
pub struct Entities {
    all: Vec<Arc<Entity>>,
    players: u32,
    npcs: u32,
    /// Whether what never changes breaks no invariant.
    sound: bool,
}

/// The three lists of the document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Lists {
    /// The heroes.
    pub players: Vec<Arc<Entity>>,
    /// The others.
    pub npcs: Vec<Arc<Entity>>,
    /// Doors, barrels, statues.
    pub objects: Vec<Arc<Entity>>,
}

impl From<Lists> for Entities {
    fn from(Lists { mut players, mut npcs, mut objects }: Lists) -> Entities {
        let (player_count, npc_count) = (players.len() as u32, npcs.len() as u32);
        players.append(&mut npcs);
        players.append(&mut objects);
        let mut entities = Entities { all: players, players: player_count, npcs: npc_count, sound: false };
        entities.sound = invariants::fixed_parts_hold(&entities);
        entities
    }
}

impl From<Entities> for Lists {
    fn from(entities: Entities) -> Lists {
        let list = |list: &[Arc<Entity>]| list.to_vec();
        Lists { players: list(entities.players()), npcs: list(entities.npcs()), objects: list(entities.objects()) }
    }
}

impl Entities {
    /// All of them: players, then npcs, then objects.
    pub fn all(&self) -> &[Arc<Entity>] {
        &self.all
    }

    /// All of them, one by one.
    pub fn iter(&self) -> core::slice::Iter<'_, Arc<Entity>> {
        self.all.iter()
    }

    /// The heroes.
    pub fn players(&self) -> &[Arc<Entity>] {
        &self.all[..self.players as usize]
    }

    /// The others.
    pub fn npcs(&self) -> &[Arc<Entity>] {
        &self.all[self.players as usize..][..self.npcs as usize]
    }

    /// Doors, barrels, statues.
    pub fn objects(&self) -> &[Arc<Entity>] {
        &self.all[(self.players + self.npcs) as usize..]
    }

    /// All of them, with the list each one is in.
    pub fn listed(&self) -> impl Iterator<Item = (Kind, &Entity)> {
        let lists = [(Kind::Player, self.players()), (Kind::Npc, self.npcs()), (Kind::Object, self.objects())];
        lists.into_iter().flat_map(|(kind, list)| list.iter().map(move |entity| (kind, &**entity)))
    }

    /// Whether what never changes breaks no invariant.
    pub fn are_sound(&self) -> bool {
        self.sound
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether nobody is there.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The first one with an id.
    pub fn find(&self, id: &str) -> Option<&Entity> {
        self.index(id).map(|index| &*self.all[index])
    }

    /// Where the first one with an id is, counted through all three lists.
    pub fn index(&self, id: &str) -> Option<usize> {
        self.all.iter().position(|entity| *entity.id == *id)
    }

    /// The first one with an id, to be changed in what may change.
    pub(crate) fn find_mut(&mut self, id: &str) -> Option<&mut Entity> {
        let index = self.index(id)?;
        Some(Arc::make_mut(&mut self.all[index]))
    }

    /// Players and npcs who are not dead.
    pub fn living(&self) -> impl Iterator<Item = &Entity> {
        let fighters = &self.all[..(self.players + self.npcs) as usize];
        fighters.iter().map(|entity| &**entity).filter(|entity| !entity.is_dead())
    }
}

/// Someone or something on the map.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Entity {
    /// Its name for programs.
    pub id: Text,
    /// What it is.
    pub kind: Kind,
    /// Its name for people.
    pub name: Text,
    /// Where it stands.
    pub position: Position,
    /// How big it looks; everything fills one cell.
    pub size: Size,
    /// Its numbers.
    pub stats: Stats,
    /// What holds for it; only [`DEAD`] has a meaning.
    pub conditions: Vec<Text>,
    /// What it carries.
    pub inventory: Arc<[Item]>,
    /// How it is drawn.
    pub token: Token,
    /// Who moves it.
    pub controller: Controller,
}

impl Entity {
    /// Whether it is dead.
    pub fn is_dead(&self) -> bool {
        self.conditions.iter().any(|condition| **condition == *DEAD)
    }

    /// Whether it stands on a cell.
    pub fn stands_on(&self, x: Whole, y: Whole) -> bool {
        self.position.x == x && self.position.y == y
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal),+ })+) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[allow(missing_docs)] // the words of the document
        pub enum $name { #[default] $(#[serde(rename = $text)] $variant),+ }

        impl $name {
            /// The word of the document.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }

            pub(crate) fn from_word(word: &str) -> Option<$name> {
                match word { $($text => Some($name::$variant),)+ _ => None }
            }
        }
    )+ };
}

words! {
    /// What an entity is.
    Kind { Player = "player", Npc = "npc", Object = "object" }
    /// Where an entity looks.
    Facing { North = "N", East = "E", South = "S", West = "W" }
    /// How big an entity looks.
    Size { Small = "S", Medium = "M", Large = "L" }
    /// How an entity is drawn.
    Style { Standee = "standee", Mini = "mini", Pawn = "pawn" }
    /// Who moves an entity.
    Mover { Human = "human", Ai = "ai" }
    /// Whether there are turns.
    Mode { Exploration = "exploration", Combat = "combat" }
    /// Where the dice come from. It has no influence on them.
    Source { Manual = "manual", Seeded = "seeded" }
}

/// A cell, and which way one looks on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The column.
    pub x: Whole,
    /// The row.
    pub y: Whole,
    /// Which way.
    pub facing: Option<Facing>,
}

/// The numbers of an entity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Stats {
    /// Life left.
    pub hp_current: Whole,
    /// Life at most.
    pub hp_max: Whole,
    /// What an attack roll must reach.
    pub ac: Whole,
    /// How many steps a move may have.
    pub movement_speed: Whole,
}

/// Something carried.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Its name for programs.
    pub id: Text,
    /// Its name for people.
    pub name: Text,
    /// How many.
    pub qty: Whole,
    /// What it is good for.
    pub tags: Vec<Text>,
}

/// How an entity is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Token {
    /// Its form.
    pub style: Style,
    /// Its picture.
    pub sprite_key: Option<Text>,
}

/// Who moves an entity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Controller {
    /// A person or a program.
    #[serde(rename = "type")]
    pub mover: Mover,
    /// Which person.
    #[serde(rename = "playerId")]
    pub player_id: Option<Text>,
}

/// Whose turn it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Combat {
    /// Whether there are turns.
    pub mode: Mode,
    /// The round, from 1; 0 without turns.
    pub round: Whole,
    /// Whose turn it is.
    pub active_entity_id: Option<Text>,
    /// Who comes after whom.
    pub initiative_order: Arc<[Text]>,
}

impl Combat {
    /// Whether there are turns.
    pub fn is_on(&self) -> bool {
        self.mode == Mode::Combat
    }
}

/// What an editor has selected.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Ui {
    /// Whom.
    pub selected_entity_id: Option<Text>,
    /// Which cell.
    pub hovered_cell: Option<(Whole, Whole)>,
}
