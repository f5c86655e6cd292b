//! What the player may know: everything but where chance comes from. As text it has the fields of recorded runs, and more.

use crate::rules::Hop;
use crate::{Actor, Entry, Event, Hex, Mask, Named, Offers, Run, Seed, SkillId, Status, StatusId, Statuses, Theme, Upgrade};
use crate::{arcade, fingerprint, listed, score, shown};
use alloc::collections::BTreeMap;
use alloc::{format, string::String, vec::Vec};
use referee::{Seat, View};
use serde::{Serialize, Serializer};

/// What the player may know of a run: all of it but the seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen(pub(crate) Run);

impl Seen {
    /// The run, its seed blotted out.
    pub fn run(&self) -> &Run {
        &self.0
    }
}

impl<const O: bool> View for Hop<O> {
    type View = Seen;

    fn view(&self, run: &Run, _eye: Option<Seat>) -> Seen {
        let mut seen = run.clone();
        if seen.seed != Seed::None {
            seen.seed = Seed::default();
        }
        seen.prefix = crate::Hash::default();
        Seen(seen)
    }

    fn seen(&self, event: &Event, _eye: Option<Seat>) -> Option<Event> {
        (!matches!(event, Event::Opened { .. })).then(|| event.clone())
    }

    fn imagine(&self, seen: &Seen, luck: u64) -> Run {
        let mut run = seen.0.clone();
        let seed = Seed::Text(format!("imagined {luck}"));
        run.prefix = seed.hashed(format_args!(":"));
        if run.seed != Seed::None {
            run.seed = seed;
        }
        run
    }
}

/// A run as text, under the names of recorded runs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Page<'a> {
    turn: u32,
    floor: u8,
    player_hp: u16,
    player_pos: Hex,
    enemies: Vec<(String, &'static str, i8, i8, u16)>,
    rng_counter: u32,
    status: Status,
    round: u32,
    max_hp: u16,
    armor: u16,
    has_spear: bool,
    spear_pos: Option<Hex>,
    kills: u32,
    env_kills: u32,
    cd: BTreeMap<&'static str, u8>,
    intents: Vec<(String, &'static str, i8, i8)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offers: Option<Offers>,
    // What recorded runs say at their end.
    upgrades: &'a [Named<Upgrade>],
    skill_upgrades: BTreeMap<&'static str, Vec<&'static str>>,
    arcade_score: Option<i64>,
    ui_score: i64,
    legacy_score: i64,
    fingerprint: String,
    // What a player wants besides.
    score: i64,
    turns_spent: u32,
    theme: Theme,
    stairs: Hex,
    shrine: Option<Hex>,
    walls: Mask,
    lava: Mask,
    slippery: Mask,
    void: Mask,
    has_shield: bool,
    shield_pos: Option<Hex>,
    skills: Vec<SkillId>,
    stunned: Vec<(String, u16)>,
    facing: Vec<(String, u8)>,
    hidden: Vec<String>,
    statuses: Vec<(String, Statuses)>,
    allies: Vec<String>,
    queue: Vec<(String, i16, bool)>,
    occupancy: Vec<u64>,
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        page(&self.0).serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Seen {
    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "Seen".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Page::json_schema(generator)
    }
}

fn page(run: &Run) -> Page<'_> {
    let player = &run.player;
    let name = |actor: &Actor| run.name(actor);
    let intent = |enemy: &Actor| enemy.aimed.map(|at| (name(enemy), enemy.intent.name(), at.q, at.r));
    let entry = |entry: &Entry| Some((name(run.actor(entry.who)?), entry.initiative, entry.acted));
    let cooling = |&skill: &SkillId| (player.cooldown(skill) > 0).then(|| (skill.name(), player.cooldown(skill)));
    Page {
        turn: run.turn,
        floor: run.floor,
        player_hp: player.hp,
        player_pos: player.at,
        enemies: run.enemies.iter().map(|it| (name(it), it.kind.name(), it.at.q, it.at.r, it.hp)).collect(),
        rng_counter: run.counter,
        status: run.status,
        round: run.queue.round,
        max_hp: player.max_hp,
        armor: player.statuses.amount(StatusId::Armour),
        has_spear: player.spear.is_held(),
        spear_pos: player.spear.place(),
        kills: run.kills,
        env_kills: run.environmental_kills,
        cd: SkillId::EVERY.iter().filter_map(cooling).collect(),
        intents: run.enemies.iter().filter_map(intent).collect(),
        offers: (run.status == Status::ChoosingUpgrade).then_some(run.offers),
        upgrades: &run.upgrades,
        skill_upgrades: skill_upgrades(run),
        arcade_score: arcade(run),
        ui_score: shown(run),
        legacy_score: listed(run),
        fingerprint: fingerprint(run),
        score: score(run),
        turns_spent: run.turns_spent,
        theme: run.theme,
        stairs: run.stairs,
        shrine: run.shrine,
        walls: run.walls,
        lava: run.lava,
        slippery: run.slippery,
        void: run.void,
        has_shield: player.shield.is_held(),
        shield_pos: player.shield.place(),
        skills: player.skills.iter().collect(),
        stunned: run
            .actors()
            .filter(|it| it.has(StatusId::Stun))
            .map(|it| (name(it), it.statuses.amount(StatusId::Stun)))
            .collect(),
        facing: run.actors().filter_map(|it| Some((name(it), it.facing?.index()))).collect(),
        hidden: run.actors().filter(|it| it.has(StatusId::Stealth)).map(name).collect(),
        statuses: run.actors().filter(|it| it.statuses != Statuses::default()).map(|it| (name(it), it.statuses)).collect(),
        allies: run.enemies.iter().filter(|it| !it.opposes(player)).map(name).collect(),
        queue: run.queue.entries.iter().filter_map(entry).collect(),
        occupancy: run.occupancy(),
    }
}

/// What each skill became better by: first what was there from the beginning, then as it was chosen.
fn skill_upgrades(run: &Run) -> BTreeMap<&'static str, Vec<&'static str>> {
    let given = run.player.upgrades.iter().filter(|&upgrade| !run.upgrades.contains(&upgrade.into()));
    let chosen = run.upgrades.iter().filter_map(Named::known).filter(|&upgrade| run.player.upgrades.has(upgrade));
    let mut by_skill: BTreeMap<&'static str, Vec<&'static str>> = BTreeMap::new();
    for upgrade in given.chain(chosen) {
        let list = by_skill.entry(upgrade.skill().map_or("", SkillId::name)).or_default();
        if !list.contains(&upgrade.name()) {
            list.push(upgrade.name());
        }
    }
    by_skill
}
