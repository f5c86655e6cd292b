//! The rules: who may do what now; what it does is in `deed.rs`, `player.rs` and `others.rs`.

use crate::luck::{Seed, scaled};
use crate::{Action, Event, Floor, Loadout, Quirk, Quirks, Refusal, Run, Setup, Status, old, others, player};
use alloc::{format, string::String};
use referee::{Ask, Random, Refused, Roll, Rules, Turn, refuse_if};

/// Hop as it should be, or the public engine with all its quirks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hop<const ORIGINAL: bool>;

impl<const O: bool> Hop<O> {
    /// The game's own quirks.
    pub fn habit() -> Quirks {
        if O { Quirks::all() } else { Quirks::NONE }
    }
}

impl<const O: bool> Rules for Hop<O> {
    const NAME: &'static str = if O { "hop-original" } else { "hop" };
    const VERSION: &'static str = "3";
    const SEATS: &'static [&'static str] = &["player"];
    type Setup = Setup;
    type State = Run;
    type Action = Action;
    type Event = Event;
    type Rejection = Refusal;

    fn start(&self, setup: &Setup, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        let opening = setup.opening(Self::habit());
        setup.check(opening.quirks)?;
        let (quirks, tiles) = (opening.quirks, opening.tiles);
        turn.emit(Event::Opened { opening: opening.into() });
        if setup.is_dealt(quirks) {
            let dealt = turn.roll(Ask::below(Loadout::EVERY.len() as u32), format_args!("which loadout the run is dealt"));
            turn.emit(Event::Dealt { loadout: Loadout::EVERY[dealt as usize] });
        }
        let seed = player::floor_seed(turn);
        let floor: Floor = setup.floor(&seed, quirks, tiles);
        turn.emit(Event::FloorEntered { floor: floor.into() });
        if let Some(round) = setup.arena.as_deref().and_then(|arena| arena.round) {
            turn.emit(Event::RoundBegan { round: round.into() });
        }
        // In an arena others may be faster than the player, or the player may be stunned.
        if turn.state().is_players_first() { Ok(()) } else { others::phase(turn) }
    }

    fn decide(&self, action: &Action, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        if let Action::SelectUpgrade(upgrade) = action {
            let over = matches!(turn.state().status, Status::Won | Status::Lost);
            let revives = turn.state().has(Quirk::UpgradesUnguarded) && turn.state().has(Quirk::DeathLate);
            refuse_if!(over && !revives, Refusal::RunOver);
            return player::choose(upgrade, turn);
        }
        match turn.state().status {
            Status::Playing => {}
            Status::ChoosingUpgrade => return Err(Refusal::ChooseFirst),
            Status::Won | Status::Lost => return Err(Refusal::RunOver),
        }
        match *action {
            Action::Move(_) | Action::Wait | Action::UseSkill(_) => player::act(action, turn),
            _ if !turn.state().has(Quirk::OldActions) => Err(Refusal::OldAction),
            Action::ThrowSpear(at) => old::throw_spear(at.0, turn),
            Action::Jump(to) | Action::Leap(to) => old::leap(to.0, turn),
            _ => Err(Refusal::OldAction),
        }
    }

    #[inline(always)] // where an event is emitted its kind is known, and all but one arm falls away
    fn evolve(&self, run: &mut Run, event: &Event) {
        Self::fold(run, event);
    }

    fn audit(&self, run: &Run) -> Result<(), Refusal> {
        crate::audit::audit(run)
    }

    fn refuse(&self, run: &Run, _action: &Action, why: &Refused<Refusal>) -> Option<Event> {
        let counts = run.has(Quirk::LogRestarts) && run.status == Status::Playing;
        (counts && matches!(why, Refused::Rejected(_))).then_some(Event::Ignored {})
    }

    fn seal(setup: &mut Setup) {
        setup.seed = Seed::None;
    }

    fn seed(setup: &mut Setup, seed: &str) -> bool {
        setup.seed = Seed::Text(seed.into());
        true
    }

    fn cursor(&self, run: &Run) -> Option<String> {
        Some(format!("draw {} of floor {}", run.counter, run.floor))
    }
}

/// A draw is the first number of a generator seeded with the run's seed, a colon and how many were drawn before.
impl<const O: bool> Random for Hop<O> {
    fn draw(&self, run: &Run, ask: Ask) -> u32 {
        let bits = run.prefix.followed_by(run.counter).generator().bits();
        ask.low + scaled(bits, u64::from(ask.high - ask.low) + 1)
    }
    fn rolled(&self, roll: Roll<'_>) -> Event {
        Event::Rolled { high: roll.ask.high, value: roll.value }
    }
}
