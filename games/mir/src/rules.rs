//! The rules of MIR 1.4. What each declaration is judged by and what each event changes is told in the [catalogue](crate::catalogue); here
//! is what holds for all of them: who may act, what is sound, how a refusal goes on record.

use crate::{Action, ActionRejected, DEAD, Entity, Event, GameState, Kind, Name, Refusal, Rejection, Setup, Whole, invariants};
use alloc::{boxed::Box, format, string::String, string::ToString, sync::Arc, vec};
use referee::{Ask, EVENTS_MAX, Random, Refused, Roll, Rules, Seat, Turn, refuse_if};

/// The rules; `FIRST_ROLL` is the number of the very first roll in the text that is hashed for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules14<const FIRST_ROLL: u64>;

/// MIR as the contract's worked examples have it: rolls are numbered from one.
pub type Mir = Rules14<1>;

/// MIR as the public program plays it: rolls are numbered from nought.
pub type MirOriginal = Rules14<0>;

/// Who moves the players.
pub const PLAYERS: Seat = Seat(0);
/// Who moves the npcs and the objects.
pub const NPCS: Seat = Seat(1);
/// The game master, who may move every entity. Nobody needs to take this seat.
pub const GM: Seat = Seat(2);

/// The most who can roll for initiative: a roll each and the order must fit one turn.
pub const FIGHTERS_MAX: usize = EVENTS_MAX - 1;

/// What a declaration comes to.
pub(crate) type Ruling = Result<(), Rejection>;

impl<const FIRST_ROLL: u64> Rules for Rules14<FIRST_ROLL> {
    const NAME: &'static str = if FIRST_ROLL == 0 { "mir-original" } else { "mir" };
    const VERSION: &'static str = "1.4";
    const SEATS: &'static [&'static str] = &["players", "npcs"];
    const OPTIONAL_SEATS: &'static [&'static str] = &["gm"];
    type Setup = Setup;
    type State = GameState;
    type Action = Action;
    type Event = Event;
    type Rejection = Rejection;

    fn start(&self, setup: &Setup, turn: &mut Turn<'_, Self>) -> Ruling {
        let mut state = setup.state().map_err(Rejection::Unusable)?;
        if Self::HAS_TABLE_RULES {
            state.table_rules = setup.table_rules().map_err(|why| Rejection::Unusable(vec![why]))?;
        }
        turn.emit(Event::Opened(Box::new(state)));
        Ok(())
    }

    fn decide(&self, action: &Action, turn: &mut Turn<'_, Self>) -> Ruling {
        action.deed.decide(turn)
    }

    fn evolve(&self, state: &mut GameState, event: &Event) {
        match event {
            Event::Opened(opened) => state.clone_from(opened),
            Event::Rolled { sides, .. } => {
                let mut generator = state.rng.generator(FIRST_ROLL);
                generator.die(*sides);
                state.rng.advance(generator);
            }
            event => {
                event.line().into_iter().for_each(|line| line.apply(state));
                state.log.append();
            }
        }
    }

    fn audit(&self, state: &GameState) -> Ruling {
        if invariants::hold(state) { Ok(()) } else { Err(Rejection::Violated(invariants::violations(state))) }
    }

    fn refuse(&self, _state: &GameState, action: &Action, why: &Refused<Rejection>) -> Option<Event> {
        Some(ActionRejected { action: action.summary(), reasons: why.errors().into() }.into())
    }

    fn speaker(&self, state: &GameState, action: &Action) -> Option<Seat> {
        let speaker = action.deed.actor().and_then(Name::id);
        Some(speaker.and_then(|id| state.entities.find(id)).map_or(PLAYERS, seat_of))
    }

    fn seed(setup: &mut Setup, seed: &str) -> bool {
        setup.reseed(seed);
        true
    }

    fn cursor(&self, state: &GameState) -> Option<String> {
        Some(format!("{} after {} rolls", state.rng.seed, state.rng.rolls))
    }
}

impl<const FIRST_ROLL: u64> Rules14<FIRST_ROLL> {
    /// Whether a setup may ask for the rules of a table: not at the public program's.
    const HAS_TABLE_RULES: bool = FIRST_ROLL != 0;
}

impl<const FIRST_ROLL: u64> Random for Rules14<FIRST_ROLL> {
    fn draw(&self, state: &GameState, ask: Ask) -> u32 {
        state.rng.generator(FIRST_ROLL).die(ask.high)
    }
    fn rolled(&self, roll: Roll<'_>) -> Event {
        Event::Rolled { sides: roll.ask.high, value: roll.value, source: roll.why.to_string().into_boxed_str() }
    }
}

/// The seat that moves an entity.
pub fn seat_of(entity: &Entity) -> Seat {
    if entity.kind == Kind::Player { PLAYERS } else { NPCS }
}

/// Whether a seat moves an entity.
pub(crate) fn moves(seat: Seat, entity: &Entity) -> bool {
    seat_of(entity) == seat || seat == GM
}

/// Step 3b of the contract: in a combat only the active one acts. And a seat moves only its own entities; the game master moves all.
pub(crate) fn may_act<const N: u64>(turn: &Turn<'_, Rules14<N>>, who: &Name) -> Ruling {
    let state = turn.state();
    let foreign = who.id().and_then(|id| state.entities.find(id)).is_some_and(|entity| !moves(turn.seat(), entity));
    refuse_if!(foreign, Refusal::NotYourEntity { who: Arc::clone(&who.text) }.into());
    refuse_if!(state.combat.is_on() && !is_active(state, who), not_your_turn(state, who).into());
    Ok(())
}

fn is_active(state: &GameState, who: &Name) -> bool {
    who.id().is_some_and(|id| state.combat.active_entity_id.as_deref() == Some(id))
}

pub(crate) fn not_your_turn(state: &GameState, who: &Name) -> Refusal {
    let active = state.combat.active_entity_id.clone().unwrap_or_else(|| "null".into());
    Refusal::NotYourTurn { who: Arc::clone(&who.text), active }
}

impl GameState {
    /// Puts an entity onto a cell.
    pub(crate) fn place(&mut self, id: &str, (x, y): (Whole, Whole)) {
        if let Some(entity) = self.entities.find_mut(id) {
            (entity.position.x, entity.position.y) = (x, y);
        }
    }

    /// Sets the life of an entity; at 0 it is dead.
    pub(crate) fn wound(&mut self, id: &str, hp_after: Whole) {
        let Some(target) = self.entities.find_mut(id) else { return };
        target.stats.hp_current = hp_after;
        if hp_after == Whole::ZERO && !target.is_dead() {
            target.conditions.push(DEAD.into());
        }
    }
}
