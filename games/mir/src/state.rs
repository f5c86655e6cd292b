//! What is true now: the contract's GameState, typed. The two lists that only grow, `log.events` and `rng.lastRolls`, are counted here, not
//! kept: the log of the game has them, and a [page](crate::Page) shows them.

use crate::{Log, Map, Rng, Whole};
use alloc::{sync::Arc, vec::Vec};
use referee::State;
use serde::{Deserialize, Serialize};

/// A text that is shared, not copied.
pub type Text = Arc<str>;

/// The condition that has a meaning.
pub const DEAD: &str = "dead";

/// What is true now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
}

/// What the active one has done in its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spent {
    /// It has walked.
    pub moved: bool,
    /// It has struck.
    pub struck: bool,
}

impl State for GameState {}

/// Everyone and everything, in the three lists of the document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entities {
    /// The heroes.
    pub players: Vec<Arc<Entity>>,
    /// The others.
    pub npcs: Vec<Arc<Entity>>,
    /// Doors, barrels, statues.
    pub objects: Vec<Arc<Entity>>,
}

impl Entities {
    /// All of them: players, then npcs, then objects.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Entity>> {
        self.players.iter().chain(&self.npcs).chain(&self.objects)
    }

    /// All of them, with the list each one is in.
    pub fn listed(&self) -> impl Iterator<Item = (Kind, &Entity)> {
        let lists = [(Kind::Player, &self.players), (Kind::Npc, &self.npcs), (Kind::Object, &self.objects)];
        lists.into_iter().flat_map(|(kind, list)| list.iter().map(move |entity| (kind, &**entity)))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.players.len() + self.npcs.len() + self.objects.len()
    }

    /// Whether nobody is there.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first one with an id.
    pub fn find(&self, id: &str) -> Option<&Entity> {
        self.iter().map(|entity| &**entity).find(|entity| *entity.id == *id)
    }

    /// Where the first one with an id is, counted through all three lists.
    pub fn index(&self, id: &str) -> Option<usize> {
        self.iter().position(|entity| *entity.id == *id)
    }

    /// The first one with an id, to be changed.
    pub(crate) fn find_mut(&mut self, id: &str) -> Option<&mut Entity> {
        let lists = self.players.iter_mut().chain(&mut self.npcs).chain(&mut self.objects);
        lists.into_iter().find(|entity| *entity.id == *id).map(Arc::make_mut)
    }

    /// Players and npcs who are not dead.
    pub fn living(&self) -> impl Iterator<Item = &Entity> {
        self.players.iter().chain(&self.npcs).map(|entity| &**entity).filter(|entity| !entity.is_dead())
    }
}

/// Someone or something on the map.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Token {
    /// Its form.
    pub style: Style,
    /// Its picture.
    pub sprite_key: Option<Text>,
}

/// Who moves an entity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Ui {
    /// Whom.
    pub selected_entity_id: Option<Text>,
    /// Which cell.
    pub hovered_cell: Option<(Whole, Whole)>,
}
