//! What a lobby starts from.

use super::Role;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most seats a game in a lobby may have: a host, and one guest.
pub const SEATS_MAX: u8 = 2;

/// What a lobby starts from. The default has two players, two games and the five skins of Mage Duel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The games that are played here, and how many seats each has.
    pub games: BTreeMap<String, u8>,
    /// The skins, by number.
    pub skins: Vec<Skin>,
    /// Players who are known from the beginning.
    pub players: BTreeMap<String, Role>,
}

/// A skin: its name, and the balance it takes to wear it. Nothing is spent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Skin {
    /// What it is called; empty for the plain ones.
    pub name: String,
    /// The balance it takes.
    pub price: u64,
}

impl Setup {
    /// A lobby for these games, with the usual skins and nobody in it.
    pub fn of(games: impl IntoIterator<Item = (String, u8)>) -> Setup {
        Setup { games: games.into_iter().collect(), players: BTreeMap::new(), ..Setup::default() }
    }
}

impl Default for Setup {
    fn default() -> Setup {
        let skin = |(name, price): (&str, u64)| Skin { name: name.into(), price };
        Setup {
            games: ["duel", "nim"].map(|game| (game.into(), 2)).into(),
            skins: [("", 0), ("", 0), ("Bandi", 100), ("Golem", 500), ("Mammoth", 2_000)].map(skin).into(),
            players: ["ann", "bob"].map(|name| (name.into(), Role::Controller)).into(),
        }
    }
}
