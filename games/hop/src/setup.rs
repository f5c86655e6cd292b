//! What a run starts from.

use crate::luck::Seed;
use crate::{Actor, Arena, Floor, Hex, Id, Loadout, Mask, Named, Quirk, Quirks, Refusal, Script, Theme, Tiles, Upgrade};
use alloc::{boxed::Box, vec::Vec};
use referee::refuse_if;
use serde::{Deserialize, Serialize};

/// The longest seed, in bytes.
pub const SEED_MAX: usize = 256;

/// What a run starts from. The default is a run of ten floors with a loadout that is dealt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// Where all chance comes from: a text, a whole number, or `null` for dice alone.
    pub seed: Seed,
    /// What the player carries; where it is left out, a run is dealt one, and an arena has the first.
    pub loadout: Option<Loadout>,
    /// Whether floors have tiles of their theme; where it is left out, the game's own habit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Tiles>,
    /// Differences from the game as it should be; where it is left out, the game's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quirks: Option<Quirks>,
    /// A floor of one's own instead of floor one: for lessons and experiments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arena: Option<Box<Arena>>,
}

/// What is settled when a run begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// Where all chance comes from.
    pub seed: Seed,
    /// Where it differs from the game as it should be.
    pub quirks: Quirks,
    /// Whether floors have tiles of their theme.
    pub tiles: Tiles,
    /// The actor of the player's seat.
    pub player: Actor,
    /// What was chosen already.
    pub upgrades: Vec<Named<Upgrade>>,
    /// Names of an arena's other actors.
    pub names: Vec<Box<str>>,
    /// What scripted actors will do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scripts: Vec<Script>,
}

impl Setup {
    /// What is settled before the first floor. `habit` are the game's own quirks.
    pub(crate) fn opening(&self, habit: Quirks) -> Opening {
        let quirks = self.quirks.unwrap_or(habit);
        let usual = if habit == Quirks::NONE { Tiles::Themed } else { Tiles::Plain };
        let mut player = Actor::default();
        let loadout = self.loadout.unwrap_or(Loadout::Skisher);
        player.equip(loadout.skills());
        let upgrades = loadout.upgrades().to_vec();
        if !quirks.has(Quirk::LoadoutInert) {
            player.upgrades = upgrades.iter().copied().collect();
        }
        let cast = self.arena.as_deref().map(Arena::cast).unwrap_or_default();
        if let Some(role) = &cast.player {
            role.dress(&mut player);
        }
        let scripted = cast.others.iter().enumerate();
        Opening {
            seed: self.seed.clone(),
            quirks,
            tiles: self.tiles.unwrap_or(usual),
            player,
            upgrades: upgrades.into_iter().map(Named::from).collect(),
            names: cast.others.iter().map(|role| role.name.as_str().into()).collect(),
            scripts: scripted.filter_map(|(index, role)| role.script(Id::enemy(index))).collect(),
        }
    }

    /// Whether a run is dealt a loadout.
    pub(crate) fn is_dealt(&self, quirks: Quirks) -> bool {
        self.loadout.is_none() && self.arena.is_none() && !quirks.has(Quirk::EverythingCarried)
    }

    /// The floor a run begins on, of a seed.
    pub(crate) fn floor(&self, seed: &Seed, quirks: Quirks, tiles: Tiles) -> Floor {
        let floor = Floor::new(seed, 1, quirks, tiles);
        let Some(arena) = &self.arena else { return floor };
        let (number, cast) = (arena.floor.unwrap_or(1), arena.cast());
        let mask = |places: &[Hex]| places.iter().copied().collect::<Mask>();
        Floor {
            number,
            theme: Theme::of(number),
            start: cast.player.map_or(crate::hex::START, |role| role.at),
            shrine: arena.shrine,
            walls: mask(&arena.walls),
            lava: mask(&arena.lava),
            slippery: mask(&arena.slippery),
            void: mask(&arena.void),
            enemies: cast.others.iter().enumerate().map(|(index, role)| role.actor(index, quirks)).collect(),
            ..floor
        }
    }

    /// Refuses what makes no sense.
    pub(crate) fn check(&self, quirks: Quirks) -> Result<(), Refusal> {
        let too_long = matches!(&self.seed, Seed::Text(text) if text.len() > SEED_MAX);
        refuse_if!(too_long, Refusal::SeedTooLong);
        self.arena.as_deref().map_or(Ok(()), |arena| arena.check(quirks))
    }
}
