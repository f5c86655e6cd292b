//! The pure facade: a state and an action in, the next state and the events out. The input is never touched.

use crate::page::Page;
use crate::turn::{Matter, rule};
use crate::{Chance, Fair, Fault, Millis, Refused, Rules, Seat};
use alloc::vec::Vec;

/// What came of an action.
#[derive(Clone)]
pub struct Applied<R: Rules> {
    /// The next state: after a refusal equal to the input, but for a refusal on record.
    pub next: R::State,
    /// What happened. Empty where the input itself was unsound.
    pub events: Vec<R::Event>,
    /// Whether the action was accepted, or why not.
    pub result: Result<(), Refused<R::Rejection>>,
}

/// Judges an action upon a state: audit, decide, audit, in that order. The input is never touched.
///
/// ```
/// # use referee_nim::{Nim, Setup, Take};
/// # use referee::{apply, Game, Seat};
/// let game = Game::start(Nim, Setup { heaps: vec![3, 4, 5], ..Setup::default() }).unwrap();
/// let applied = apply(&Nim, game.state(), Seat(0), 0, &Take { heap: 0, stones: 3 });
/// assert!(applied.result.is_ok());
/// assert_eq!(game.state().heaps, [3, 4, 5]);
/// assert_eq!(applied.next.heaps, [0, 4, 5]);
/// ```
pub fn apply<R: Rules>(rules: &R, state: &R::State, seat: Seat, at: Millis, action: &R::Action) -> Applied<R> {
    apply_with(rules, state, seat, at, action, &mut Fair)
}

/// The same, with somebody else's last word on every die: what a preview needs, or a table that rolls its own.
pub fn apply_with<R: Rules>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    at: Millis,
    action: &R::Action,
    chance: &mut dyn Chance,
) -> Applied<R> {
    let unusable = |why| Applied { next: state.clone(), events: Vec::new(), result: Err(why) };
    if seat.index() >= Seat::count::<R>() {
        return unusable(Refused::Faulty(Fault::NoSuchSeat { seat, seats: Seat::count::<R>() as u8 }));
    }
    if let Err(why) = rules.audit(state) {
        return unusable(Refused::Unsound(why));
    }
    let mut next = state.clone();
    let mut page = Page::new();
    match rule(rules, &mut next, &mut page, Matter::Action(action), seat, at, chance) {
        Ok(()) => Applied { next, events: page.into_events(), result: Ok(()) },
        Err(why) => {
            let mut next = state.clone();
            let refusal = if matches!(why, Refused::Faulty(_)) { None } else { rules.refuse(state, action, &why) };
            let events: Vec<R::Event> = refusal.into_iter().collect();
            events.iter().for_each(|event| rules.evolve(&mut next, event));
            Applied { next, events, result: Err(why) }
        }
    }
}
