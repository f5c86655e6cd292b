//! The rules of a table: what holds in a game beside the contract, where its setup asks for it. A fight begins with initiative, a turn is one
//! walk and one blow, and a blow needs a target in reach. They are asked last, so that whatever the contract refuses is refused in its words.

use crate::{Entity, GameState, Kind, Refusal, Whole};
use alloc::{collections::VecDeque, sync::Arc, vec, vec::Vec};
use core::hash::{Hash, Hasher};
use referee::{Seat, refuse_if};
use serde::{Deserialize, Serialize};

/// Whether the rules of a table hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct TableRules(pub bool);

impl TableRules {
    pub(crate) fn are_off(&self) -> bool {
        !self.0
    }
}

/// Nothing where they do not hold, so that states of older logs keep their digests.
impl Hash for TableRules {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        if self.0 {
            self.0.hash(hasher);
        }
    }
}

/// The tag that tells the reach of an item: `reach-8`.
const REACH: &str = "reach-";

/// How many steps away a target may be: 1, or what the farthest-reaching item in the inventory says by a tag such as `reach-8`.
pub fn reach(entity: &Entity) -> Whole {
    let tags = entity.inventory.iter().flat_map(|item| &item.tags);
    let reaches = tags.filter_map(|tag| tag.strip_prefix(REACH)?.parse::<u32>().ok());
    reaches.max().unwrap_or(1).max(1).into()
}

/// How many steps apart two entities are, walls and other entities aside.
fn distance(one: &Entity, other: &Entity) -> Whole {
    one.position.x.distance(other.position.x).plus(one.position.y.distance(other.position.y))
}

/// Whether an entity could strike another from where it stands.
fn is_in_reach(striker: &Entity, target: &Entity) -> bool {
    distance(striker, target) <= reach(striker)
}

/// Whether the table lets an entity walk.
pub(crate) fn check_walk(state: &GameState, entity: &Entity) -> Result<(), Refusal> {
    refuse_if!(state.spent.moved, Refusal::AlreadyWalked { id: Arc::clone(&entity.id) });
    Ok(())
}

/// Whether the table lets an entity strike another.
pub(crate) fn check_blow(state: &GameState, striker: &Entity, target: &Entity) -> Result<(), Refusal> {
    let is_fighter = target.kind != Kind::Object;
    refuse_if!(is_fighter && !state.combat.is_on(), Refusal::InitiativeFirst);
    refuse_if!(state.spent.struck, Refusal::AlreadyStruck { id: Arc::clone(&striker.id) });
    let out_of_reach =
        || Refusal::OutOfReach { id: Arc::clone(&target.id), distance: distance(striker, target), reach: reach(striker) };
    refuse_if!(!is_in_reach(striker, target), out_of_reach());
    Ok(())
}

/// How far the living of a seat are from striking: for each of them the steps to the nearest enemy, 0 where one is in reach.
pub(crate) fn steps_to_blows(state: &GameState, seat: Seat) -> i64 {
    let is_mine = |entity: &&Entity| crate::seat_of(entity) == seat;
    let enemies: Vec<&Entity> = state.entities.living().filter(|entity| !is_mine(entity)).collect();
    if enemies.is_empty() {
        return 0;
    }
    let steps = steps_from(state, &enemies);
    let far = steps.len() as i64;
    let needed = |entity: &Entity| {
        if enemies.iter().any(|enemy| is_in_reach(entity, enemy)) {
            return 0;
        }
        let cell = state.map.cell(entity.position.x, entity.position.y);
        let steps = cell.and_then(|cell| *steps.get(cell)?).map_or(far, i64::from);
        (steps - reach(entity).clamped()).max(1)
    };
    state.entities.living().filter(is_mine).map(needed).sum()
}

/// How many steps each cell is from the nearest of some entities, round walls and whatever never moves: things and bodies.
fn steps_from(state: &GameState, entities: &[&Entity]) -> Vec<Option<u32>> {
    let map = &state.map;
    let (columns, rows) = (map.columns(), map.rows());
    let cell_of = |entity: &Entity| map.cell(entity.position.x, entity.position.y);
    let mut closed: Vec<bool> = (0..columns * rows).map(|cell| map.is_blocked(cell)).collect();
    let lasting = state.entities.iter().filter(|entity| entity.kind == Kind::Object || entity.is_dead());
    lasting.filter_map(|entity| cell_of(entity)).for_each(|cell| closed[cell] = true);
    let mut steps = vec![None; columns * rows];
    let mut queue: VecDeque<usize> = entities.iter().filter_map(|entity| cell_of(entity)).collect();
    queue.iter().for_each(|cell| steps[*cell] = Some(0));
    while let Some(cell) = queue.pop_front() {
        let next_steps = steps[cell].map(|steps| steps + 1);
        for next in crate::reach::neighbours(cell, columns, rows) {
            if !closed[next] && steps[next].is_none() {
                steps[next] = next_steps;
                queue.push_back(next);
            }
        }
    }
    steps
}
