//! What a run starts from.

use crate::luck::Seed;
use crate::{Actor, Arena, Floor, Hex, Id, Mask, Named, Quirk, Quirks, Refusal, Script, SkillId, Skills, Theme, Tiles, Upgrade};
use alloc::{boxed::Box, vec::Vec};
use referee::refuse_if;
use serde::{Deserialize, Serialize};

/// The longest seed, in bytes.
pub const SEED_MAX: usize = 256;

/// What a run starts from. The default is a run of ten floors with all three weapons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// Where all chance comes from: a text, a whole number, or `null` for dice alone.
    pub seed: Seed,
    /// What the player carries; all of it where it is left out.
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

/// What the player carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "UPPERCASE")]
pub enum Loadout {
    /// All of it.
    Skisher,
    /// Shield and jump, and a longer bash.
    Vanguard,
    /// Spear and jump, and a longer throw.
    Sniper,
}

impl Loadout {
    /// What one can do with it.
    pub fn skills(loadout: Option<Loadout>) -> Skills {
        use SkillId::{AutoAttack, BasicAttack, Jump, ShieldBash, SpearThrow};
        Skills::of(match loadout {
            None | Some(Loadout::Skisher) => &[BasicAttack, AutoAttack, SpearThrow, ShieldBash, Jump],
            Some(Loadout::Vanguard) => &[BasicAttack, AutoAttack, ShieldBash, Jump],
            Some(Loadout::Sniper) => &[BasicAttack, AutoAttack, SpearThrow, Jump],
        })
    }

    /// What it begins with.
    pub fn upgrades(loadout: Option<Loadout>) -> &'static [Upgrade] {
        match loadout {
            Some(Loadout::Vanguard) => &[Upgrade::ShieldRange],
            Some(Loadout::Sniper) => &[Upgrade::SpearRange],
            _ => &[],
        }
    }
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
        player.equip(Loadout::skills(self.loadout));
        let upgrades = Loadout::upgrades(self.loadout).to_vec();
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
