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

/// Beside the rules: stands for `impl View` of a game in which everyone may know the same. `open! { Race: Count }` is a game without a secret,
/// whose states are its views; `open! { Nim: Seen, chance, Event::Seeded }` one in which nobody may know the generator in the field `chance`, nor the
/// event that puts it there (`state Table as Seen { ..; chance: Stream }` in [`nouns!`](crate::nouns)).
#[macro_export]
macro_rules! open {
    ($rules:ty: $state:ty) => {
        impl $crate::View for $rules {
            type View = $state;
            fn view(&self, state: &$state, _eye: Option<$crate::Seat>) -> $state {
                state.clone()
            }
            fn seen(&self, event: &Self::Event, _eye: Option<$crate::Seat>) -> Option<Self::Event> {
                Some(event.clone())
            }
            fn imagine(&self, seen: &$state, _luck: u64) -> $state {
                seen.clone()
            }
        }
    };
    ($rules:ty: $view:ty, $stream:ident, $event:ident::$seeded:ident) => {
        impl $crate::View for $rules {
            type View = $view;
            fn view(&self, state: &Self::State, _eye: Option<$crate::Seat>) -> $view {
                state.seen()
            }
            fn seen(&self, event: &$event, _eye: Option<$crate::Seat>) -> Option<$event> {
                if let $event::$seeded { .. } = event { None } else { Some(event.clone()) }
            }
            fn imagine(&self, seen: &$view, luck: u64) -> Self::State {
                let $stream = $crate::Stream::new(luck);
                seen.imagined($stream)
            }
        }
    };
}
