//! What a seat is offered: the shortest path to each cell in reach, blows at the other side, and in a combat one walk and one blow a turn, until
//! one side has fallen. The contract accepts far more: every path across the map, every friend as a target, and any number of actions of the active
//! entity. The rules of a table accept little more than what is offered: blows at friends and winding paths.

use crate::catalogue::offers;
use crate::rules::{GM, NPCS, PLAYERS, moves, seat_of};
use crate::{Action, Deed, Entity, GameState, Kind, Rules14, table};
use referee::{Legal, Millis, Seat};

impl<const FIRST_ROLL: u64> Legal for Rules14<FIRST_ROLL> {
    fn legal(&self, state: &GameState, seat: Seat, _at: Millis) -> impl Iterator<Item = Action> {
        offers(state, seat).map(Action::from)
    }

    fn lists(&self, state: &GameState, _seat: Seat, action: &Action) -> bool {
        let is_plain = action.is_plain() || matches!(action.deed, Deed::Malformed { .. });
        state.is_open() && is_plain && action.deed.is_offered(state)
    }

    /// Life on one's own side counts, life on the other side counts against it, the living most of all; a blow is better than none. The
    /// game master has no side.
    fn score(&self, state: &GameState, seat: Seat) -> i64 {
        if seat == GM {
            return 0;
        }
        lead(state, seat) + spirit(state, seat)
    }

    /// Its score; where reach counts, the steps to the nearest enemy count against it as well.
    fn outlook(&self, state: &GameState, seat: Seat) -> i64 {
        if !state.table_rules.0 || seat == GM {
            return self.score(state, seat);
        }
        let spirit = POINT * i64::from(state.combat.is_on()) + BLOW * i64::from(has_struck(state, seat));
        POINT * lead(state, seat) + spirit - table::steps_to_blows(state, seat)
    }
}

/// What the living of a side count, less those of the other side.
fn lead(state: &GameState, seat: Seat) -> i64 {
    let standing = |side: Seat| state.entities.living().filter(move |entity| seat_of(entity) == side);
    let side = |side: Seat| standing(side).map(worth).sum::<i64>();
    side(seat) - side(if seat == PLAYERS { NPCS } else { PLAYERS })
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
    i64::from(has_struck(state, seat)) + i64::from(state.combat.is_on())
}

/// Whether it is a turn of this seat, and the blow of that turn is done.
fn has_struck(state: &GameState, seat: Seat) -> bool {
    let mine = state.active().is_some_and(|active| seat_of(active) == seat);
    mine && state.spent.struck
}

/// What a point of score weighs against a step towards the enemy, and what a blow does that missed.
const POINT: i64 = 100;
const BLOW: i64 = 1;

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

    /// The entities that have something to do from a seat.
    pub(crate) fn acting(&self, seat: Seat) -> impl Iterator<Item = &Entity> {
        let open = self.is_open();
        self.entities.iter().map(|entity| &**entity).filter(move |entity| open && self.may_act(entity, seat))
    }

    /// Whether an entity has something to do from a seat: it lives, and it is its turn or there are none.
    fn may_act(&self, entity: &Entity, seat: Seat) -> bool {
        let its_turn = !self.combat.is_on() || self.combat.active_entity_id.as_ref() == Some(&entity.id);
        its_turn && moves(seat, entity) && entity.kind != Kind::Object && !entity.is_dead()
    }

    /// Whether a blow is one at the other side; at a thing only while nobody fights.
    pub(crate) fn may_fight(&self, attacker: &Entity, target: &Entity) -> bool {
        let worth_it = target.kind != Kind::Object || !self.combat.is_on();
        attacker.kind != Kind::Object && seat_of(attacker) != seat_of(target) && worth_it
    }
}
