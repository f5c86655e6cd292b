//! What one seat, or an onlooker, may know.

use crate::{Rules, Seat};
use core::fmt::Debug;

/// A game that says what each seat may know. `eye` is the seat that looks; `None` is an onlooker.
pub trait View: Rules {
    /// What an eye sees of a state.
    type View: Eq + Debug;

    /// What an eye sees of a state. Seeds, generators and hidden things stay out.
    fn view(&self, state: &Self::State, eye: Option<Seat>) -> Self::View;

    /// What an eye sees of an event: the event, the event with its secrets blotted out, or nothing.
    fn seen(&self, event: &Self::Event, eye: Option<Seat>) -> Option<Self::Event>;

    /// A state that would look just like this, everything hidden made up from `luck`. It takes a view, not a state, so that whoever
    /// plays ahead with it (a bot, a preview) cannot know more than the eye does.
    fn imagine(&self, view: &Self::View, luck: u64) -> Self::State;
}
