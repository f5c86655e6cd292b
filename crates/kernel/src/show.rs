//! How a game looks: one picture model for the terminal and the browser.

use crate::{Aim, Cue, Legal, Scene, View};
use alloc::{string::String, vec::Vec};

/// A game that can be shown. It is then playable in the terminal and in the browser.
pub trait Show: View + Legal {
    /// One sentence on what the game is, for the list of games.
    const ABOUT: &'static str;

    /// The keys of a game that is played with keys of its own, and what they do: for the help. See [`keys`](Show::keys).
    const KEYS: &'static [(&'static str, &'static str)] = &[];

    /// The picture of what an eye sees.
    fn scene(&self, view: &Self::View) -> Scene;

    /// An event as a sentence; an empty one where nobody wants to be told: dice that other events speak of, whose turn it is.
    fn tell(&self, event: &Self::Event) -> String;

    /// A record in sentences, one for each event. Where an event does not know enough to name who is meant, `before` works out what was seen just
    /// before the record; it is nothing before the first one.
    fn tale(&self, _before: &dyn Fn() -> Option<Self::View>, events: &[Self::Event]) -> Vec<String> {
        events.iter().map(|event| self.tell(event)).collect()
    }

    /// How an event moves on the screen, in causal order.
    fn cues(&self, _event: &Self::Event) -> Vec<Cue> {
        Vec::new()
    }

    /// How a record moves on the screen: the cues of its events, one after the other. Where an event does not know who stood where, `before` works
    /// out what was seen just before the record, as for [`tale`](Show::tale).
    fn film(&self, _before: &dyn Fn() -> Option<Self::View>, events: &[Self::Event]) -> Vec<Cue> {
        events.iter().flat_map(|event| self.cues(event)).collect()
    }

    /// What an action is called, and which places of the board it points at.
    fn aim(&self, view: &Self::View, action: &Self::Action) -> Aim;

    /// The keys that offer an action, each one character: a key that offers one action does it. Steps of a map have `h j k l y u b n`;
    /// arrows and the number pad are the same to a screen.
    fn keys(&self, _action: &Self::Action) -> &'static str {
        ""
    }
}
