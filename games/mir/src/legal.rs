//! What a seat is offered. The contract accepts far more than a table wants to choose from, every path across the map and every friend as a
//! target, and lets the active one act without end. Offered is: the shortest path to each cell in reach, blows at the other side, and in a
//! combat one walk and one blow a turn, until one side has fallen.

use crate::reach::Reach;
use crate::rules::{FIGHTERS_MAX, NPCS, PLAYERS, seat_of};
use crate::{Action, Deed, Entity, GameState, Kind, Name, Rules14};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::iter;
use referee::{Legal, Millis, Seat};

impl<const FIRST_ROLL: u64> Legal for Rules14<FIRST_ROLL> {
    fn legal(&self, state: &GameState, seat: Seat, _at: Millis) -> impl Iterator<Item = Action> {
        let open = state.is_open();
        let everyone = || state.entities.iter().map(|entity| &**entity);
        let acting = move || everyone().filter(move |entity| open && state.may_act(entity, seat));
        let done = state.active().filter(|entity| open && seat_of(entity) == seat);
        let begin = open && !state.combat.is_on() && (1..=FIGHTERS_MAX).contains(&state.entities.living().count());
        acting()
            .flat_map(|entity| blows(state, entity))
            .chain(done.map(|entity| Action::end_turn(Arc::clone(&entity.id))))
            .chain(begin.then(Action::roll_initiative))
            .chain(acting().flat_map(|entity| walks(state, entity)))
    }

    fn lists(&self, state: &GameState, _seat: Seat, action: &Action) -> bool {
        let find = |name: &Name| name.id().and_then(|id| state.entities.find(id));
        state.is_open()
            && match &action.deed {
                Deed::Malformed { .. } => true,
                _ if !action.is_plain() => false,
                Deed::RollInitiative | Deed::EndTurn { .. } => true,
                Deed::Attack { attacker, target } => match (find(attacker), find(target)) {
                    (Some(attacker), Some(target)) => !state.spent.struck && state.may_fight(attacker, target),
                    _ => true,
                },
                Deed::Move { entity, path } => match (find(entity), path.last()) {
                    (Some(entity), Some(last)) => {
                        let cell = state.map.cell(last.x, last.y);
                        let shortest = cell.and_then(|cell| Reach::of(state, entity).path(cell));
                        !state.spent.moved && entity.kind != Kind::Object && shortest.is_some_and(|shortest| *shortest == **path)
                    }
                    _ => true,
                },
            }
    }

    /// Life on one's own side counts, life on the other side counts against it, the living most of all; a blow is better than none.
    fn score(&self, state: &GameState, seat: Seat) -> i64 {
        let standing = |side: Seat| state.entities.living().filter(move |entity| seat_of(entity) == side);
        let side = |side: Seat| standing(side).map(worth).sum::<i64>();
        side(seat) - side(if seat == PLAYERS { NPCS } else { PLAYERS }) + spirit(state, seat)
    }
}

/// What a living one counts.
pub(crate) fn worth(entity: &Entity) -> i64 {
    100 + 10 * life(entity)
}

/// The life that somebody has left, as far as it counts.
pub(crate) fn life(entity: &Entity) -> i64 {
    entity.stats.hp_current.clamped().clamp(0, 1_000_000)
}

/// What fighting counts: that there is a fight, and a blow in one's own turn.
fn spirit(state: &GameState, seat: Seat) -> i64 {
    let mine = state.active().is_some_and(|active| seat_of(active) == seat);
    i64::from(mine && state.spent.struck) + i64::from(state.combat.is_on())
}

impl GameState {
    /// Whether anything is offered at all: not when a combat is decided.
    pub fn is_open(&self) -> bool {
        self.fallen().is_none()
    }

    /// The side that has nobody left in a combat.
    pub fn fallen(&self) -> Option<Seat> {
        let left = |seat: Seat| self.entities.living().any(|entity| seat_of(entity) == seat);
        [PLAYERS, NPCS].into_iter().find(|seat| self.combat.is_on() && !left(*seat))
    }

    /// Whose turn it is.
    pub fn active(&self) -> Option<&Entity> {
        self.combat.active_entity_id.as_deref().filter(|_| self.combat.is_on()).and_then(|id| self.entities.find(id))
    }

    /// Whether an entity has something to do from a seat: it lives, and it is its turn or there are none.
    fn may_act(&self, entity: &Entity, seat: Seat) -> bool {
        let its_turn = !self.combat.is_on() || self.combat.active_entity_id.as_ref() == Some(&entity.id);
        its_turn && seat_of(entity) == seat && entity.kind != Kind::Object && !entity.is_dead()
    }

    /// Whether a blow is one at the other side; at a thing only while nobody fights.
    fn may_fight(&self, attacker: &Entity, target: &Entity) -> bool {
        let worth_it = target.kind != Kind::Object || !self.combat.is_on();
        attacker.kind != Kind::Object && seat_of(attacker) != seat_of(target) && worth_it
    }
}

type Offers<'a> = Box<dyn Iterator<Item = Action> + 'a>;

fn blows<'a>(state: &'a GameState, entity: &'a Entity) -> Offers<'a> {
    let targets = state.entities.iter().filter(|target| state.may_fight(entity, target) && !target.is_dead());
    let offered = targets.filter(|_| !state.spent.struck);
    Box::new(offered.map(|target| Action::attack(Arc::clone(&entity.id), Arc::clone(&target.id))))
}

fn walks<'a>(state: &'a GameState, entity: &'a Entity) -> Offers<'a> {
    if state.spent.moved {
        return Box::new(iter::empty());
    }
    let reach = Reach::of(state, entity);
    let cells: Vec<usize> = reach.cells().collect();
    Box::new(cells.into_iter().filter_map(move |cell| Some(Action::walk(Arc::clone(&entity.id), reach.path(cell)?))))
}
