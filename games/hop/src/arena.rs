//! A floor of one's own: tiles, and any actors on either side.

use crate::floor::{ENEMIES_MAX, skills_of};
use crate::{Action, Actor, Direction, Faction, Gear, Hex, Id, Intent, Kind, Mask, MindId, Quirks, Refusal};
use crate::{SkillId, Skills, StatusEffect, StatusId, Trait, Traits, Upgrade};
use alloc::{string::String, vec::Vec};
use core::fmt::{self, Formatter};
use referee::refuse_if;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, IntoDeserializer, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// The longest name of an arena's actor, in bytes.
pub const NAME_MAX: usize = 32;
/// The most life an arena gives.
pub const HP_MAX: u16 = 999;
/// The most actions of a script.
pub const SCRIPT_MAX: usize = 200;
/// The most an arena gives of a status.
pub const STATUS_MAX: u16 = 99;

/// A floor of one's own. Its actors are listed in `actors`, one of them the player's; older files have `player` and `enemies` instead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Arena {
    /// The player, where there is no list of actors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<Fighter>,
    /// The enemies, where there is no list of actors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub enemies: Vec<Foe>,
    /// All actors. The player's is the one with the mind `player`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub actors: Vec<Role>,
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
    /// Where the player's shield lies, if it is not in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shield: Option<Hex>,
    /// Where the player's spear lies, if it is not in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spear: Option<Hex>,
    /// The number of the floor; one where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<u8>,
    /// The round that begins, for lessons about floors on which the player stays long; one where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
}

/// The player of an arena without a list of actors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Fighter {
    /// Where it stands.
    pub at: Hex,
    /// How much life it has.
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

/// An enemy of an arena without a list of actors.
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
    /// How much life it has; as its kind has where it is left out.
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
    pub facing: Option<Direction>,
}

/// An actor of an arena. What is left out is as its kind has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Role {
    /// Its name; of the player's always `player`, of others their kind and number where it is left out.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What it looks like and is worth; where it is left out, as its mind says, or a footman.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Its side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faction: Option<Faction>,
    /// What chooses its actions: `player` for the player's seat, a kind of enemy, `still`, or a script.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mind: Option<Guide>,
    /// Where it stands.
    pub at: Hex,
    /// Where it stood before; there too, where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Hex>,
    /// How much life it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hp: Option<u16>,
    /// How much at most; as much as it has where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_hp: Option<u16>,
    /// What it can do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skills: Option<Vec<SkillId>>,
    /// What its skills became better by.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub upgrades: Vec<Upgrade>,
    /// Its statuses: a name, or a name and an amount.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub statuses: Vec<Given>,
    /// What the rules do differently for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub traits: Option<Vec<Trait>>,
    /// What it is about to do, and where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intent: Option<(Intent, Hex)>,
    /// Where it looks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<Direction>,
    /// Where its spear is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spear: Option<Gear>,
    /// Where its shield is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shield: Option<Gear>,
}

/// A status that an arena gives: its name alone stands for an amount of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Given {
    /// A name.
    One(StatusId),
    /// A name and an amount.
    Some(StatusEffect),
}

impl From<Given> for StatusEffect {
    fn from(given: Given) -> StatusEffect {
        match given {
            Given::One(status) => StatusEffect { status, amount: 1 },
            Given::Some(status) => status,
        }
    }
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Given, D::Error> {
        struct NameOrMore;
        impl<'de> Visitor<'de> for NameOrMore {
            type Value = Given;
            fn expecting(&self, out: &mut Formatter<'_>) -> fmt::Result {
                out.write_str("the name of a status, or its name and its amount")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Given, E> {
                StatusId::deserialize(name.into_deserializer()).map(Given::One)
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Given, A::Error> {
                StatusEffect::deserialize(MapAccessDeserializer::new(map)).map(Given::Some)
            }
        }
        deserializer.deserialize_any(NameOrMore)
    }
}

/// What chooses the actions of an arena's actor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Guide {
    /// A list of actions, one a turn; after the last it waits.
    Script(Vec<Action>),
    /// A mind by its name.
    #[serde(untagged)]
    Mind(MindId),
}

impl<'de> Deserialize<'de> for Guide {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Guide, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Actions {
            script: Vec<Action>,
        }
        struct NameOrScript;
        impl<'de> Visitor<'de> for NameOrScript {
            type Value = Guide;
            fn expecting(&self, out: &mut Formatter<'_>) -> fmt::Result {
                out.write_str("the name of a mind, or a script: {\"script\":[action, ..]}")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Guide, E> {
                match MindId::deserialize(name.into_deserializer())? {
                    MindId::Script => Err(E::invalid_value(Unexpected::Str(name), &self)),
                    mind => Ok(Guide::Mind(mind)),
                }
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Guide, A::Error> {
                Actions::deserialize(MapAccessDeserializer::new(map)).map(|Actions { script }| Guide::Script(script))
            }
        }
        deserializer.deserialize_any(NameOrScript)
    }
}

/// What a scripted actor will do, one action a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// The actor.
    pub who: Id,
    /// Its actions.
    pub actions: Vec<Action>,
}

/// Everyone of an arena.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cast {
    /// The actor of the player's seat.
    pub(crate) player: Option<Role>,
    /// All others, as they are listed.
    pub(crate) others: Vec<Role>,
}

impl Arena {
    /// Everyone in it, whichever way they are listed.
    pub(crate) fn cast(&self) -> Cast {
        if self.actors.is_empty() {
            let mut player = Role::from(self.player.clone().unwrap_or_default());
            (player.spear, player.shield) = (self.spear.map(Gear::At), self.shield.map(Gear::At));
            return Cast { player: Some(player), others: self.enemies.iter().map(Role::from).collect() };
        }
        let mut cast = Cast::default();
        for (index, role) in self.actors.iter().enumerate() {
            match role.is_the_players() && cast.player.is_none() {
                true => {
                    cast.player = Some(Role {
                        spear: role.spear.or(self.spear.map(Gear::At)),
                        shield: role.shield.or(self.shield.map(Gear::At)),
                        ..role.clone()
                    })
                }
                false => cast.others.push(role.named(index)),
            }
        }
        cast
    }

    /// Refuses what makes no sense. Arenas of the public engine may have things off the board.
    pub(crate) fn check(&self, quirks: Quirks) -> Result<(), Refusal> {
        let is_mixed = !self.actors.is_empty() && (self.player.is_some() || !self.enemies.is_empty());
        refuse_if!(is_mixed, Refusal::TwoLists);
        let players = self.actors.iter().filter(|role| role.is_the_players()).count();
        refuse_if!(!self.actors.is_empty() && players != 1, Refusal::OnePlayer { players });
        refuse_if!(self.floor.is_some_and(|floor| floor == 0 || floor > crate::FLOORS), Refusal::NoSuchFloor);
        let Cast { player: Some(player), others } = self.cast() else { return Ok(()) };
        refuse_if!(others.len() > ENEMIES_MAX, Refusal::TooManyEnemies);
        player.check()?;
        for (index, role) in others.iter().enumerate() {
            let is_doubled = others[..index].iter().any(|other| other.name == role.name) || role.name == "player";
            refuse_if!(role.name.is_empty() || role.name.len() > NAME_MAX || is_doubled, Refusal::BadName { index });
            refuse_if!(
                matches!(role.kind(), Kind::Player | Kind::Bomb) && self.actors.is_empty(),
                Refusal::NoSuchEnemy { index }
            );
            refuse_if!(role.kind() == Kind::Bomb, Refusal::NoSuchEnemy { index });
            role.check()?;
        }
        if quirks == Quirks::all() { Ok(()) } else { self.check_places(&player, &others) }
    }

    fn check_places(&self, player: &Role, others: &[Role]) -> Result<(), Refusal> {
        let tiles = [&self.lava, &self.walls, &self.slippery, &self.void].into_iter().flatten().copied();
        let gear = |role: &Role| [role.spear, role.shield].into_iter().flatten().filter_map(Gear::place);
        let things = tiles.chain(self.shrine).chain(gear(player)).chain(others.iter().flat_map(gear)).chain([player.at]);
        refuse_if!(things.into_iter().any(|at| !at.is_on_board()), Refusal::OffBoard);
        let blocked: Mask = self.lava.iter().chain(&self.walls).copied().collect();
        let mut taken = Mask::from_iter([player.at]);
        for role in others {
            refuse_if!(!role.at.is_on_board() || blocked.has(role.at) || taken.has(role.at), Refusal::BadPlace);
            taken.put(role.at);
        }
        refuse_if!(blocked.has(player.at), Refusal::BadPlace);
        Ok(())
    }
}

impl From<Fighter> for Role {
    fn from(fighter: Fighter) -> Role {
        let Fighter { at, hp, max_hp, skills, upgrades } = fighter;
        let mind = Some(Guide::Mind(MindId::Player));
        Role { mind, at, hp: Some(hp), max_hp, skills, upgrades, ..Role::default() }
    }
}

impl From<&Foe> for Role {
    fn from(foe: &Foe) -> Role {
        let stun = StatusEffect { status: StatusId::Stun, amount: foe.stunned.into() };
        Role {
            name: foe.name.clone(),
            kind: Some(foe.kind),
            at: foe.at,
            before: foe.before,
            hp: foe.hp,
            max_hp: foe.max_hp,
            skills: foe.skills.clone(),
            statuses: if foe.stunned > 0 { [Given::Some(stun)].into() } else { Vec::new() },
            intent: foe.intent,
            facing: foe.facing,
            ..Role::default()
        }
    }
}

impl Role {
    /// Whether it is the actor of the player's seat: its mind is the player's, or it says nothing but that it is a player.
    fn is_the_players(&self) -> bool {
        match &self.mind {
            Some(guide) => *guide == Guide::Mind(MindId::Player),
            None => self.kind == Some(Kind::Player) || (self.kind.is_none() && self.faction == Some(Faction::Player)),
        }
    }

    fn kind(&self) -> Kind {
        let named = |mind: MindId| Kind::EVERY.iter().copied().find(|kind| kind.archetype().mind == mind && *kind != Kind::Bomb);
        let minded = || match self.mind {
            Some(Guide::Mind(mind)) => named(mind),
            _ => self.is_the_players().then_some(Kind::Player),
        };
        self.kind.or_else(minded).unwrap_or(Kind::Footman)
    }

    /// With a name of its own, if it has none.
    fn named(&self, index: usize) -> Role {
        let mut role = self.clone();
        if role.name.is_empty() {
            role.name = alloc::format!("{}_{}", self.kind().name(), index + 1);
        }
        role
    }

    fn life(&self) -> u16 {
        self.hp.unwrap_or(self.kind().archetype().hp)
    }

    fn check(&self) -> Result<(), Refusal> {
        let most = self.max_hp.unwrap_or(self.life());
        refuse_if!(self.life() == 0 || most < self.life() || most > HP_MAX, Refusal::BadLife);
        let amounts = self.statuses.iter().map(|&given| StatusEffect::from(given).amount);
        refuse_if!(amounts.into_iter().any(|amount| amount == 0 || amount > STATUS_MAX), Refusal::BadStatus);
        let is_long = matches!(&self.mind, Some(Guide::Script(actions)) if actions.len() > SCRIPT_MAX);
        refuse_if!(is_long, Refusal::ScriptTooLong);
        Ok(())
    }

    /// Dresses an actor: what is left out stays.
    pub(crate) fn dress(&self, actor: &mut Actor) {
        (actor.kind, actor.at, actor.before) = (self.kind(), self.at, self.before.unwrap_or(self.at));
        (actor.hp, actor.max_hp) = (self.life(), self.max_hp.unwrap_or(self.life()));
        actor.faction = self.faction.unwrap_or(actor.faction);
        actor.traits = self.traits.clone().map_or(actor.traits, Traits::from);
        if let Some(skills) = &self.skills {
            actor.equip(Skills::of(skills));
        }
        self.upgrades.iter().for_each(|&upgrade| actor.upgrades.put(upgrade));
        self.statuses.iter().map(|&given| StatusEffect::from(given)).for_each(|it| actor.statuses.set(it.status, it.amount));
        if let Some((intent, aimed)) = self.intent {
            (actor.intent, actor.aimed) = (intent, Some(aimed));
        }
        actor.facing = self.facing;
        (actor.spear, actor.shield) = (self.spear.unwrap_or_default(), self.shield.unwrap_or_default());
    }

    /// The actor it is, listed among others than the player.
    pub(crate) fn actor(&self, index: usize, quirks: Quirks) -> Actor {
        let kind = self.kind();
        let mut actor = Actor::new(Id::enemy(index), kind, self.at);
        actor.equip(skills_of(kind, quirks));
        actor.mind = match self.mind {
            Some(Guide::Script(_)) => MindId::Script,
            Some(Guide::Mind(mind)) => mind,
            None => actor.mind,
        };
        self.dress(&mut actor);
        actor
    }

    /// What it will do, if that is written down.
    pub(crate) fn script(&self, who: Id) -> Option<Script> {
        match &self.mind {
            Some(Guide::Script(actions)) => Some(Script { who, actions: actions.clone() }),
            _ => None,
        }
    }
}
