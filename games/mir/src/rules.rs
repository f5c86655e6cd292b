//! The rules of MIR 1.4: walk, strike, begin a combat, end a turn. Every check stands in the contract's order; the first that fails decides.

use crate::{
    Action, Attack, DEAD, Deed, Entity, Event, GameState, Kind, Mode, Name, Rank, Refusal, Rejection, Setup, Spent, Step, Text,
    Whole, invariants,
};
use alloc::{boxed::Box, format, string::String, string::ToString, sync::Arc, vec, vec::Vec};
use core::cmp::Reverse;
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

/// The most who can roll for initiative: a roll each and the order must fit one turn.
pub const FIGHTERS_MAX: usize = EVENTS_MAX - 1;

type Ruling = Result<(), Rejection>;

impl<const FIRST_ROLL: u64> Rules for Rules14<FIRST_ROLL> {
    const NAME: &'static str = if FIRST_ROLL == 0 { "mir-original" } else { "mir" };
    const VERSION: &'static str = "1.4";
    const SEATS: &'static [&'static str] = &["players", "npcs"];
    type Setup = Setup;
    type State = GameState;
    type Action = Action;
    type Event = Event;
    type Rejection = Rejection;

    fn start(&self, setup: &Setup, turn: &mut Turn<'_, Self>) -> Ruling {
        let state = setup.state().map_err(Rejection::Unusable)?;
        turn.emit(Event::Opened(Box::new(state)));
        Ok(())
    }

    fn decide(&self, action: &Action, turn: &mut Turn<'_, Self>) -> Ruling {
        match &action.deed {
            Deed::Malformed { why } => Err(Refusal::InvalidAction { why: Arc::clone(why) }.into()),
            Deed::Move { entity, path } => walk(turn, entity, path),
            Deed::Attack { attacker, target } => strike(turn, attacker, target),
            Deed::RollInitiative => begin_combat(turn),
            Deed::EndTurn { entity } => end_turn(turn, entity),
        }
    }

    fn evolve(&self, state: &mut GameState, event: &Event) {
        match event {
            Event::Opened(opened) => state.clone_from(opened),
            Event::Rolled { sides, .. } => {
                let mut generator = state.rng.generator(FIRST_ROLL);
                generator.die(*sides);
                state.rng.advance(generator);
            }
            Event::MoveApplied { entity_id, final_position, .. } => {
                state.place(entity_id, *final_position);
                state.spent.moved = state.combat.is_on();
            }
            Event::AttackResolved(attack) => state.wound(attack),
            Event::InitiativeRolled { order } => {
                state.combat.mode = Mode::Combat;
                state.combat.round = Whole::ONE;
                state.combat.initiative_order = order.iter().map(|rank| Arc::clone(&rank.entity_id)).collect();
                state.combat.active_entity_id = order.first().map(|rank| Arc::clone(&rank.entity_id));
                state.spent = Spent::default();
            }
            Event::TurnEnded { next_entity_id, round, .. } => {
                state.combat.active_entity_id = Some(Arc::clone(next_entity_id));
                state.combat.round = *round;
                state.spent = Spent::default();
            }
            Event::ActionRejected { .. } => {}
        }
        if event.is_line() {
            state.log.append();
        }
    }

    fn audit(&self, state: &GameState) -> Ruling {
        if invariants::hold(state) { Ok(()) } else { Err(Rejection::Violated(invariants::violations(state))) }
    }

    fn refuse(&self, _state: &GameState, action: &Action, why: &Refused<Rejection>) -> Option<Event> {
        Some(Event::ActionRejected { action: action.summary(), reasons: why.errors().into() })
    }

    fn speaker(&self, state: &GameState, action: &Action) -> Option<Seat> {
        let speaker = match &action.deed {
            Deed::Move { entity, .. } | Deed::EndTurn { entity } => entity.id(),
            Deed::Attack { attacker, .. } => attacker.id(),
            Deed::RollInitiative | Deed::Malformed { .. } => None,
        };
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

/// Step 3b of the contract: in a combat only the active one acts. And nobody moves what another seat moves.
fn may_act<const N: u64>(turn: &Turn<'_, Rules14<N>>, who: &Name) -> Ruling {
    let state = turn.state();
    let foreign = who.id().and_then(|id| state.entities.find(id)).is_some_and(|entity| seat_of(entity) != turn.seat());
    refuse_if!(foreign, Refusal::NotYourEntity { who: Arc::clone(&who.text) }.into());
    refuse_if!(state.combat.is_on() && !is_active(state, who), not_your_turn(state, who).into());
    Ok(())
}

fn is_active(state: &GameState, who: &Name) -> bool {
    who.id().is_some_and(|id| state.combat.active_entity_id.as_deref() == Some(id))
}

fn not_your_turn(state: &GameState, who: &Name) -> Refusal {
    let active = state.combat.active_entity_id.clone().unwrap_or_else(|| "null".into());
    Refusal::NotYourTurn { who: Arc::clone(&who.text), active }
}

fn named<'a>(state: &'a GameState, name: &Name) -> Option<&'a Entity> {
    name.id().and_then(|id| state.entities.find(id))
}

fn walk<const N: u64>(turn: &mut Turn<'_, Rules14<N>>, who: &Name, path: &Arc<[Step]>) -> Ruling {
    may_act(turn, who)?;
    let state = turn.state();
    let Some(last) = path.last() else { return Err(Refusal::PathEmpty.into()) };
    let id = || Arc::clone(&who.text);
    let Some(entity) = named(state, who) else { return Err(Refusal::EntityNotFound { id: id() }.into()) };
    refuse_if!(entity.is_dead(), Refusal::DeadEntity { id: id() }.into());
    let (steps, speed) = (path.len() as u64, entity.stats.movement_speed);
    refuse_if!(Whole::from(steps) > speed, Refusal::TooFar { steps, speed }.into());
    let (mut from_x, mut from_y) = (entity.position.x, entity.position.y);
    let crowd = (path.len() > LOOKS_MAX).then(|| Crowd::of(state, entity));
    for (step, Step { x, y, .. }) in (0..).zip(path.iter()) {
        check_step(state, entity, crowd.as_ref(), step, (from_x, from_y), (*x, *y))?;
        (from_x, from_y) = (*x, *y);
    }
    let (entity_id, final_position) = (Arc::clone(&entity.id), (last.x, last.y));
    turn.emit(Event::MoveApplied { entity_id, path: Arc::clone(path), final_position });
    Ok(())
}

/// Paths up to this long look at everyone for each step; longer ones make a map of them first.
const LOOKS_MAX: usize = 32;

/// Where everyone else stands, for long walks.
struct Crowd(Vec<bool>);

impl Crowd {
    fn of(state: &GameState, mover: &Entity) -> Crowd {
        let mut filled = vec![false; state.map.columns() * state.map.rows()];
        let others = state.entities.iter().filter(|other| !core::ptr::eq(&***other, mover));
        let cells = others.filter_map(|other| state.map.cell(other.position.x, other.position.y));
        cells.for_each(|cell| filled[cell] = true);
        Crowd(filled)
    }

    fn fills(&self, cell: usize) -> bool {
        self.0.get(cell).copied().unwrap_or(false)
    }
}

/// One step: to the next cell up, down, left or right, inside the map, onto free ground.
fn check_step(
    state: &GameState,
    mover: &Entity,
    crowd: Option<&Crowd>,
    step: u64,
    (from_x, from_y): (Whole, Whole),
    (x, y): (Whole, Whole),
) -> Result<(), Refusal> {
    let cardinal = x.distance(from_x).plus(y.distance(from_y)) == Whole::ONE;
    refuse_if!(!cardinal, Refusal::DiagonalMove { step, from_x, from_y, x, y });
    let chart = state.map.chart();
    let Some(cell) = state.map.cell(x, y) else {
        return Err(Refusal::OutsideMap { step, x, y, width: chart.width, height: chart.height });
    };
    refuse_if!(state.map.is_blocked(cell), Refusal::BlockedCell { step, x, y });
    let occupied = match crowd {
        Some(crowd) => crowd.fills(cell),
        None => state.entities.iter().any(|other| other.stands_on(x, y) && !core::ptr::eq(&**other, mover)),
    };
    refuse_if!(occupied, Refusal::Overlap { step, x, y });
    Ok(())
}

fn strike<const N: u64>(turn: &mut Turn<'_, Rules14<N>>, attacker: &Name, target: &Name) -> Ruling {
    may_act(turn, attacker)?;
    let state = turn.state();
    refuse_if!(attacker.is_same(target), Refusal::SelfAttack { id: Arc::clone(&attacker.text) }.into());
    let Some(striker) = named(state, attacker) else {
        return Err(Refusal::AttackerNotFound { id: Arc::clone(&attacker.text) }.into());
    };
    let Some(struck) = named(state, target) else {
        return Err(Refusal::TargetNotFound { id: Arc::clone(&target.text) }.into());
    };
    refuse_if!(striker.is_dead(), Refusal::DeadAttacker { id: Arc::clone(&attacker.text) }.into());
    refuse_if!(struck.is_dead(), Refusal::TargetDead { id: Arc::clone(&target.text) }.into());

    let (attacker_id, target_id) = (Arc::clone(&striker.id), Arc::clone(&struck.id));
    let (striker_name, struck_name) = (Arc::clone(&striker.name), Arc::clone(&struck.name));
    let (target_ac, hp) = (struck.stats.ac, struck.stats.hp_current);
    let attack_roll = turn.roll(Ask::D20, format_args!("{striker_name} attack roll vs {struck_name}"));
    let hit = Whole::from(attack_roll) >= target_ac;
    let damage = if hit { turn.roll(Ask::D6, format_args!("{striker_name} damage vs {struck_name}")) } else { 0 };
    let target_hp_after = hp.minus(damage.into()).max(Whole::ZERO);
    turn.emit(Event::AttackResolved(Arc::new(Attack {
        attacker_id,
        target_id,
        attack_roll,
        target_ac,
        hit,
        damage,
        target_hp_after,
    })));
    Ok(())
}

fn begin_combat<const N: u64>(turn: &mut Turn<'_, Rules14<N>>) -> Ruling {
    let state = turn.state();
    refuse_if!(state.combat.is_on(), Refusal::CombatAlreadyActive.into());
    let fighters: Vec<(Text, Text)> =
        state.entities.living().map(|entity| (Arc::clone(&entity.id), Arc::clone(&entity.name))).collect();
    refuse_if!(fighters.is_empty(), Refusal::NoParticipants.into());
    refuse_if!(fighters.len() > FIGHTERS_MAX, Refusal::TooManyFighters { most: FIGHTERS_MAX as u64 }.into());

    let mut order: Vec<Rank> = Vec::with_capacity(fighters.len());
    for (entity_id, name) in fighters {
        let roll = turn.roll(Ask::D20, format_args!("{name} initiative"));
        order.push(Rank { entity_id, roll });
    }
    order.sort_by(|a, b| Reverse(a.roll).cmp(&Reverse(b.roll)).then_with(|| crate::json::utf16_cmp(&a.entity_id, &b.entity_id)));
    turn.emit(Event::InitiativeRolled { order: order.into() });
    Ok(())
}

fn end_turn<const N: u64>(turn: &mut Turn<'_, Rules14<N>>, who: &Name) -> Ruling {
    let state = turn.state();
    refuse_if!(!state.combat.is_on(), Refusal::CombatNotActive.into());
    may_act(turn, who)?;
    let (state, order) = (turn.state(), &turn.state().combat.initiative_order);
    let Some(index) = order.iter().position(|id| *id == who.text) else { return Err(not_your_turn(state, who).into()) };
    let next = (index + 1) % order.len();
    let round = if next == 0 { state.combat.round.plus(Whole::ONE) } else { state.combat.round };
    let (entity_id, next_entity_id) = (Arc::clone(&order[index]), Arc::clone(&order[next]));
    turn.emit(Event::TurnEnded { entity_id, next_entity_id, round });
    Ok(())
}

impl GameState {
    fn place(&mut self, id: &str, (x, y): (Whole, Whole)) {
        if let Some(entity) = self.entities.find_mut(id) {
            (entity.position.x, entity.position.y) = (x, y);
        }
    }

    fn wound(&mut self, attack: &Attack) {
        self.spent.struck = self.combat.is_on();
        let Some(target) = self.entities.find_mut(&attack.target_id).filter(|_| attack.hit) else { return };
        target.stats.hp_current = attack.target_hp_after;
        if attack.target_hp_after == Whole::ZERO && !target.is_dead() {
            target.conditions.push(DEAD.into());
        }
    }
}
