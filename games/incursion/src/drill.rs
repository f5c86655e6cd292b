//! For measuring: rules under which every action throws the same happening, again and again, and nothing else.

use crate::play::Play;
use crate::rules::Incursion;
use crate::{Event, Happening, Refusal, Verb};

/// What is thrown instead of an action.
#[derive(Clone)]
pub(crate) struct Drill {
    verb: Verb,
    happening: Happening,
    times: u32,
}

impl Incursion {
    /// The same rules, but every action throws this so many times: what a throw costs is measured upon it.
    #[must_use]
    pub fn drilled(self, verb: Verb, happening: Happening, times: u32) -> Incursion {
        self.with_drill(Drill { verb, happening, times })
    }
}

impl Drill {
    pub(crate) fn run(&self, play: &mut Play) -> Result<(), Refusal> {
        for _ in 0..self.times {
            play.throw(self.verb, &mut self.happening.clone());
        }
        // An action has at least one event.
        let (time, next_turn) = (play.world().time, play.world().next_turn);
        play.emit(Event::TimePassed { time, next_turn });
        Ok(())
    }
}
