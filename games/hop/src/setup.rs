//! What a run starts from.

use crate::floor::{ENEMIES_MAX, skills_of};
use crate::luck::Seed;
use crate::{Actor, Floor, Hex, Id, Intent, Kind, Mask, Named, Quirk, Quirks, Refusal, SkillId, Skills, Theme, Tiles, Upgrade};
use alloc::{boxed::Box, string::String, vec::Vec};
use referee::refuse_if;
use serde::{Deserialize, Serialize};

/// The longest seed, in bytes.
pub const SEED_MAX: usize = 256;
/// The longest name of an arena's enemy, in bytes.
pub const NAME_MAX: usize = 32;
/// The most life an arena gives.
pub const HP_MAX: u16 = 999;

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

/// A floor of one's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Arena {
    /// The player.
    pub player: Fighter,
    /// Everybody else.
    pub enemies: Vec<Foe>,
    /// Places that burn.
    pub lava: Vec<Hex>,
    /// Places nobody can pass.
    pub walls: Vec<Hex>,
    /// Places one slides over.
    pub slippery: Vec<Hex>,
    /// Places that hurt.
    pub void: Vec<Hex>,
    /// Where upgrades are offered, if anywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shrine: Option<Hex>,
    /// Where the shield lies, if it is not in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shield: Option<Hex>,
    /// Where the spear lies, if it is not in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spear: Option<Hex>,
    /// The number of the floor; one where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<u8>,
}

/// The player of an arena.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Fighter {
    /// Where.
    pub at: Hex,
    /// How much life.
    pub hp: u16,
    /// How much at most; as much as it has where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_hp: Option<u16>,
    /// What it can do; as its loadout says where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skills: Option<Vec<SkillId>>,
    /// What its skills became better by.
    pub upgrades: Vec<Upgrade>,
}

impl Default for Fighter {
    fn default() -> Fighter {
        Fighter { at: crate::hex::START, hp: 3, max_hp: None, skills: None, upgrades: Vec::new() }
    }
}

/// An enemy of an arena.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Foe {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub at: Hex,
    /// Where it stood before; there too, where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Hex>,
    /// How much life; as its kind has where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hp: Option<u16>,
    /// How much at most; as much as it has where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_hp: Option<u16>,
    /// What it can do; as its kind can where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skills: Option<Vec<SkillId>>,
    /// For how many turns it does nothing.
    #[serde(default)]
    pub stunned: u8,
    /// What it is about to do, and where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intent: Option<(Intent, Hex)>,
    /// Where it looks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<crate::Direction>,
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
    /// The player.
    pub player: Actor,
    /// What was chosen already.
    pub upgrades: Vec<Named<Upgrade>>,
    /// Names of an arena's enemies.
    pub names: Vec<Box<str>>,
    /// Where the spear lies, if it is not in hand.
    pub spear: Option<Hex>,
    /// Where the shield lies, if it is not in hand.
    pub shield: Option<Hex>,
}

impl Setup {
    /// What is settled before the first floor. `habit` are the game's own quirks.
    pub(crate) fn opening(&self, habit: Quirks) -> Opening {
        let quirks = self.quirks.unwrap_or(habit);
        let usual = if habit == Quirks::NONE { Tiles::Themed } else { Tiles::Plain };
        let mut player = Actor { skills: Loadout::skills(self.loadout), ..Actor::default() };
        let upgrades = Loadout::upgrades(self.loadout).to_vec();
        if !quirks.has(Quirk::LoadoutInert) {
            player.upgrades = upgrades.iter().copied().collect();
        }
        let arena = self.arena.as_deref();
        if let Some(arena) = arena {
            arena.player.dress(&mut player);
        }
        Opening {
            seed: self.seed.clone(),
            quirks,
            tiles: self.tiles.unwrap_or(usual),
            player,
            upgrades: upgrades.into_iter().map(Named::from).collect(),
            names: arena.into_iter().flat_map(|arena| &arena.enemies).map(|foe| foe.name.as_str().into()).collect(),
            spear: arena.and_then(|arena| arena.spear),
            shield: arena.and_then(|arena| arena.shield),
        }
    }

    /// The floor a run begins on, of a seed.
    pub(crate) fn floor(&self, seed: &Seed, quirks: Quirks, tiles: Tiles) -> Floor {
        let floor = Floor::new(seed, 1, quirks, tiles);
        let Some(arena) = &self.arena else { return floor };
        let number = arena.floor.unwrap_or(1);
        let mask = |places: &[Hex]| places.iter().copied().collect::<Mask>();
        Floor {
            number,
            theme: Theme::of(number),
            start: arena.player.at,
            shrine: arena.shrine,
            walls: mask(&arena.walls),
            lava: mask(&arena.lava),
            slippery: mask(&arena.slippery),
            void: mask(&arena.void),
            enemies: arena.enemies.iter().enumerate().map(|(index, foe)| foe.actor(index, quirks)).collect(),
            ..floor
        }
    }

    /// Refuses what makes no sense. Arenas of the public engine may have things off the board.
    pub(crate) fn check(&self, quirks: Quirks) -> Result<(), Refusal> {
        let too_long = matches!(&self.seed, Seed::Text(text) if text.len() > SEED_MAX);
        refuse_if!(too_long, Refusal::SeedTooLong);
        let Some(arena) = self.arena.as_deref() else { return Ok(()) };
        refuse_if!(arena.enemies.len() > ENEMIES_MAX, Refusal::TooManyEnemies);
        refuse_if!(arena.floor.is_some_and(|floor| floor == 0 || floor > crate::FLOORS), Refusal::NoSuchFloor);
        for (index, foe) in arena.enemies.iter().enumerate() {
            let is_doubled = arena.enemies[..index].iter().any(|other| other.name == foe.name) || foe.name == "player";
            refuse_if!(foe.name.is_empty() || foe.name.len() > NAME_MAX || is_doubled, Refusal::BadName { index });
            refuse_if!(matches!(foe.kind, Kind::Player | Kind::Bomb), Refusal::NoSuchEnemy { index });
            refuse_if!(
                foe.hp == Some(0) || foe.life() > HP_MAX || foe.max_hp.is_some_and(|max| max < foe.life()),
                Refusal::BadLife
            );
        }
        let (player, places) = (&arena.player, [&arena.lava, &arena.walls, &arena.slippery, &arena.void]);
        refuse_if!(
            player.hp == 0 || player.hp > player.max_hp.unwrap_or(player.hp) || player.max_hp > Some(HP_MAX),
            Refusal::BadLife
        );
        refuse_if!(player.hp > HP_MAX, Refusal::BadLife);
        if quirks == Quirks::all() {
            return Ok(());
        }
        let things = places.into_iter().flatten().copied().chain(arena.shrine).chain(arena.shield).chain(arena.spear);
        refuse_if!(things.chain([player.at]).any(|at| !at.is_on_board()), Refusal::OffBoard);
        let blocked: Mask = arena.lava.iter().chain(&arena.walls).copied().collect();
        let mut taken = Mask::from_iter([player.at]);
        for foe in &arena.enemies {
            refuse_if!(!foe.at.is_on_board() || blocked.has(foe.at) || taken.has(foe.at), Refusal::BadPlace);
            taken.put(foe.at);
        }
        refuse_if!(blocked.has(player.at), Refusal::BadPlace);
        Ok(())
    }
}

impl Fighter {
    fn dress(&self, player: &mut Actor) {
        (player.hp, player.max_hp) = (self.hp, self.max_hp.unwrap_or(self.hp));
        if let Some(skills) = &self.skills {
            player.skills = Skills::of(skills);
        }
        self.upgrades.iter().for_each(|&upgrade| player.upgrades.put(upgrade));
    }
}

impl Foe {
    fn life(&self) -> u16 {
        self.hp.unwrap_or(self.kind.archetype().hp)
    }

    fn actor(&self, index: usize, quirks: Quirks) -> Actor {
        let mut actor = Actor::new(Id::enemy(index), self.kind, self.at);
        (actor.hp, actor.max_hp) = (self.life(), self.max_hp.unwrap_or(self.life()));
        actor.before = self.before.unwrap_or(self.at);
        actor.skills = self.skills.as_deref().map_or_else(|| skills_of(self.kind, quirks), Skills::of);
        (actor.stunned, actor.facing) = (self.stunned, self.facing);
        if let Some((intent, aimed)) = self.intent {
            (actor.intent, actor.aimed) = (intent, Some(aimed));
        }
        actor
    }
}
