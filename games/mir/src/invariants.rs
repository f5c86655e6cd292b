//! The 25 invariants of the contract, in its order and with its texts; and the same question with yes or no for an answer, for every action.

use crate::{Combat, Entities, Entity, GameState, Item, Mode, Position, Source, Text, Whole};
use alloc::{
    collections::{BTreeMap, BTreeSet},
    format,
    string::String,
    sync::Arc,
    vec::Vec,
};

/// Beyond this many entities the yes-or-no question is answered by looking for all violations, which sorts instead of comparing pairs.
const PAIRS_MAX: usize = 48;

/// Whether a state breaks no invariant.
pub fn hold(state: &GameState) -> bool {
    if state.entities.len() > PAIRS_MAX {
        return violations(state).is_empty();
    }
    state.log.is_sound()
        && state.map.is_sound()
        && state.map.columns() > 0
        && state.map.rows() > 0
        && entities_hold(state)
        && combat_holds(state)
        && !(state.rng.mode == Source::Seeded && state.rng.seed.is_missing())
        && state.rng.not_numbers.is_empty()
        && state.ui.selected_entity_id.as_ref().is_none_or(|id| state.entities.find(id).is_some())
        && state.ui.hovered_cell.is_none_or(|(x, y)| state.map.cell(x, y).is_some())
}

/// What never changes in entities: ids, kinds, how much life there can be, what is carried.
pub(crate) fn fixed_parts_hold(entities: &Entities) -> bool {
    are_unique(entities.iter().map(|entity| &*entity.id))
        && entities.listed().all(|(list, entity)| entity.kind == list)
        && entities.iter().all(|entity| entity.stats.hp_max >= Whole::ONE && inventory_holds(&entity.inventory))
}

fn inventory_holds(items: &[Item]) -> bool {
    items.iter().all(|item| item.qty >= Whole::ONE) && are_unique(items.iter().map(|item| &*item.id))
}

fn are_unique<'a>(ids: impl Iterator<Item = &'a str>) -> bool {
    let mut ids: Vec<&str> = ids.collect();
    ids.sort_unstable();
    ids.windows(2).all(|pair| pair[0] != pair[1])
}

fn entities_hold(state: &GameState) -> bool {
    let all = state.entities.all();
    let alone = |index: usize, entity: &Entity| {
        let Position { x, y, .. } = entity.position;
        all[..index].iter().all(|other| !other.stands_on(x, y))
    };
    state.entities.are_sound()
        && all.iter().enumerate().all(|(index, entity)| entity_holds(state, entity) && alone(index, entity))
}

fn entity_holds(state: &GameState, entity: &Entity) -> bool {
    let stats = &entity.stats;
    let cell = state.map.cell(entity.position.x, entity.position.y);
    stats.hp_current >= Whole::ZERO
        && stats.hp_current <= stats.hp_max
        && cell.is_some_and(|cell| !state.map.is_blocked(cell))
        && entity.conditions.iter().all(|condition| !condition.is_empty())
}

fn combat_holds(state: &GameState) -> bool {
    let Combat { mode, round, active_entity_id: active, initiative_order: order } = &state.combat;
    match (mode, active) {
        (Mode::Exploration, active) => *round == Whole::ZERO && active.is_none() && order.is_empty(),
        (Mode::Combat, None) => false,
        (Mode::Combat, Some(active)) => *round >= Whole::ONE && order.contains(active) && order_holds(state, order),
    }
}

/// Whether everyone in an order is there, and nobody in it twice. An order that was rolled shares its ids with the entities.
fn order_holds(state: &GameState, order: &[Text]) -> bool {
    let all = state.entities.all();
    let place = |id: &Text| all.iter().position(|entity| Arc::ptr_eq(&entity.id, id)).or_else(|| state.entities.index(id));
    let mut seen = 0u64;
    order.iter().all(|id| {
        let bit = place(id).map_or(0, |place| 1 << place);
        let fresh = bit != 0 && seen & bit == 0;
        seen |= bit;
        fresh
    })
}

/// All violations, each as `[CODE] sentence`.
pub fn violations(state: &GameState) -> Vec<String> {
    let mut report = Report { state, lines: Vec::new() };
    report.ids_are_unique();
    report.kinds_match();
    report.entities_are_sound();
    report.combat_is_consistent();
    report.map_is_sound();
    report.log_is_sound();
    report.dice_are_sound();
    report.ui_is_sound();
    report.lines
}

struct Report<'a> {
    state: &'a GameState,
    lines: Vec<String>,
}

macro_rules! report {
    ($report:expr, $broken:expr, $code:literal, $($text:tt)+) => {
        if $broken {
            $report.lines.push(format!(concat!("[", $code, "] {}"), format_args!($($text)+)));
        }
    };
}

impl Report<'_> {
    fn ids_are_unique(&mut self) {
        let mut known = BTreeSet::new();
        for entity in self.state.entities.iter() {
            report!(self, !known.insert(&*entity.id), "UNIQUE_ENTITY_IDS", "Duplicate entity id \"{}\"", entity.id);
        }
    }

    fn kinds_match(&mut self) {
        for (list, entity) in self.state.entities.listed() {
            let (id, kind) = (&entity.id, entity.kind.word());
            report!(self, list != entity.kind, "ENTITY_KIND_MATCH", "\"{id}\" in {}s has kind \"{kind}\"", list.word());
        }
    }

    fn entities_are_sound(&mut self) {
        let mut standing: BTreeMap<(Whole, Whole), &str> = BTreeMap::new();
        let map = &self.state.map;
        let blocking = map.chart().terrain.iter().filter(|tile| tile.blocks_movement).map(|tile| (tile.x, tile.y));
        let outside: BTreeSet<(Whole, Whole)> = blocking.filter(|(x, y)| map.cell(*x, *y).is_none()).collect();
        for entity in self.state.entities.iter() {
            self.life_is_sound(entity);
            let (id, x, y) = (&entity.id, entity.position.x, entity.position.y);
            self.inside(x, y, "POSITION_IN_BOUNDS", format_args!("\"{id}\" at"));
            if let Some(other) = standing.insert((x, y), id) {
                report!(self, true, "NO_SOLID_OVERLAP", "\"{other}\" and \"{id}\" both at ({x},{y})");
            }
            report!(
                self,
                map.cell(x, y).map_or_else(|| outside.contains(&(x, y)), |cell| map.is_blocked(cell)),
                "NO_ENTITY_ON_BLOCKED",
                "\"{id}\" at ({x},{y}) on blocked tile"
            );
            for (index, condition) in entity.conditions.iter().enumerate() {
                report!(self, condition.is_empty(), "CONDITIONS_NON_EMPTY_STRINGS", "\"{id}\" conditions[{index}] is empty");
            }
            self.inventory_is_sound(entity);
        }
    }

    fn life_is_sound(&mut self, entity: &Entity) {
        let (id, hp, most) = (&entity.id, entity.stats.hp_current, entity.stats.hp_max);
        report!(self, hp < Whole::ZERO || hp > most, "HP_BOUNDS", "\"{id}\": hpCurrent {hp} not in [0, {most}]");
        report!(self, most < Whole::ONE, "HP_MAX_POSITIVE", "\"{id}\": hpMax {most} < 1");
    }

    fn inventory_is_sound(&mut self, entity: &Entity) {
        let (id, mut known) = (&entity.id, BTreeSet::new());
        for item in entity.inventory.iter() {
            let (name, qty) = (&item.id, item.qty);
            report!(self, !known.insert(name), "INVENTORY_IDS_UNIQUE_PER_ENTITY", "\"{id}\" duplicate item id \"{name}\"");
            report!(self, qty < Whole::ONE, "INVENTORY_QTY_POSITIVE", "\"{id}\" item \"{name}\" qty {qty} < 1");
        }
    }

    fn combat_is_consistent(&mut self) {
        let combat = &self.state.combat;
        let known: BTreeSet<&str> = self.state.entities.iter().map(|entity| &*entity.id).collect();
        let (on, round, order) = (combat.is_on(), combat.round, &combat.initiative_order);
        let active = combat.active_entity_id.as_deref();
        if !on {
            report!(self, round != Whole::ZERO, "COMBAT_MODE_CONSISTENCY", "Exploration but round={round}");
            if let Some(active) = active {
                report!(self, true, "COMBAT_MODE_CONSISTENCY", "Exploration but activeEntityId=\"{active}\"");
            }
            report!(self, !order.is_empty(), "COMBAT_MODE_CONSISTENCY", "Exploration but initiativeOrder not empty");
        }
        let acting = active.filter(|active| !active.is_empty());
        report!(self, on && acting.is_none(), "COMBAT_ACTIVE_ENTITY_EXISTS", "Combat but activeEntityId is null");
        if let Some(active) = acting.filter(|_| on) {
            report!(self, !known.contains(active), "COMBAT_ACTIVE_ENTITY_EXISTS", "activeEntityId \"{active}\" not found");
        }
        for id in order.iter() {
            report!(self, !known.contains(&**id), "COMBAT_INITIATIVE_ENTITIES_EXIST", "\"{id}\" in initiativeOrder not found");
        }
        if let Some(active) = acting.filter(|_| on) {
            let listed = order.iter().any(|id| **id == *active);
            report!(self, !listed, "COMBAT_ACTIVE_IN_INITIATIVE", "activeEntityId \"{active}\" not in initiativeOrder");
        }
        let mut listed = BTreeSet::new();
        for id in order.iter() {
            report!(self, !listed.insert(id), "COMBAT_INITIATIVE_UNIQUE", "Duplicate \"{id}\" in initiativeOrder");
        }
        report!(self, on && round < Whole::ONE, "COMBAT_ROUND_POSITIVE", "Combat but round={round}");
    }

    fn map_is_sound(&mut self) {
        let chart = self.state.map.chart();
        let mut known = BTreeSet::new();
        for tile in &chart.terrain {
            let (x, y) = (tile.x, tile.y);
            self.inside(x, y, "TERRAIN_IN_BOUNDS", format_args!("Terrain"));
            report!(self, !known.insert((x, y)), "TERRAIN_NO_DUPLICATES", "Duplicate terrain at ({x},{y})");
        }
        let (width, height) = (chart.width, chart.height);
        let too_small = width < Whole::ONE || height < Whole::ONE;
        report!(self, too_small, "MAP_SIZE_POSITIVE", "Map size {width}x{height} invalid");
    }

    fn log_is_sound(&mut self) {
        for id in &self.state.log.repeated {
            report!(self, true, "LOG_IDS_UNIQUE", "Duplicate log id \"{id}\"");
        }
        for id in &self.state.log.stale {
            report!(self, true, "LOG_CHRONOLOGICAL", "\"{id}\" timestamp before previous");
        }
    }

    fn dice_are_sound(&mut self) {
        let rng = &self.state.rng;
        let missing = rng.mode == Source::Seeded && rng.seed.is_missing();
        report!(self, missing, "RNG_SEED_REQUIRED_WHEN_SEEDED", "Seeded mode but seed is null/empty");
        for index in &rng.not_numbers {
            report!(self, true, "RNG_ROLL_VALUES_VALID", "lastRolls[{index}]: resultTotal is not a number");
        }
    }

    fn ui_is_sound(&mut self) {
        if let Some(id) = &self.state.ui.selected_entity_id {
            let known = self.state.entities.find(id).is_some();
            report!(self, !known, "UI_SELECTED_ENTITY_EXISTS", "selectedEntityId \"{id}\" not found");
        }
        if let Some((x, y)) = self.state.ui.hovered_cell {
            self.inside(x, y, "UI_HOVERED_CELL_IN_BOUNDS", format_args!("hoveredCell"));
        }
    }

    fn inside(&mut self, x: Whole, y: Whole, code: &str, what: core::fmt::Arguments<'_>) {
        let chart = self.state.map.chart();
        let (width, height) = (chart.width, chart.height);
        if x < Whole::ZERO || x >= width || y < Whole::ZERO || y >= height {
            self.lines.push(format!("[{code}] {what} ({x},{y}) outside {width}x{height}"));
        }
    }
}
