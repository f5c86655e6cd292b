//! What everybody is worth, worked out once: it changes only when something happens to somebody or to what it wears.
#![allow(clippy::disallowed_types)] // remembered for one decision; no part of a state

use crate::figures::Figures;
use crate::{Event, Gauge, Id, Whereabouts};
use std::cell::RefCell;
use std::sync::Arc;

/// So many are kept in mind: the two in a bout, and a few who watch.
const KEPT: usize = 8;

/// What everybody is worth, as far as somebody has asked.
#[derive(Default)]
pub(crate) struct Worth {
    known: RefCell<Vec<(Id, Arc<Figures>)>>,
}

impl Worth {
    /// What somebody is worth, found out if it is not known.
    pub(crate) fn of(&self, who: Id, find: impl FnOnce() -> Figures) -> Arc<Figures> {
        if let Some((_, figures)) = self.known.borrow().iter().find(|(known, _)| *known == who) {
            #[cfg(test)]
            assert_eq!(**figures, find(), "what is kept in mind is still so");
            return figures.clone();
        }
        let figures = Arc::new(find());
        let mut known = self.known.borrow_mut();
        if known.len() >= KEPT {
            known.remove(0);
        }
        known.push((who, figures.clone()));
        figures
    }

    /// Something happens: what may be another now is forgotten. What somebody held counts for it until it is put down.
    #[inline]
    pub(crate) fn hear(&mut self, event: &Event, is_held: impl FnOnce(Id) -> bool) {
        if changes(event, is_held) {
            self.known.get_mut().clear();
        }
    }
}

/// Whether an event may change what anybody is worth: conditions, what one wears, what one is, and all that is new or gone.
fn changes(event: &Event, is_held: impl FnOnce(Id) -> bool) -> bool {
    match event {
        Event::Rolled { .. }
        | Event::Hurt { .. }
        | Event::Healed { .. }
        | Event::Died { .. }
        | Event::FaithChanged { .. }
        | Event::Converted { .. }
        | Event::Learned { .. }
        | Event::Aimed { .. }
        | Event::Coated { .. }
        | Event::GroundChanged { .. }
        | Event::GroundRestored { .. }
        | Event::LightChanged { .. }
        | Event::FieldMade { .. }
        | Event::FieldMoved { .. }
        | Event::FieldEnded { .. }
        | Event::Recognised { .. }
        | Event::Guised { .. }
        | Event::Reseeded { .. }
        | Event::Looked { .. }
        | Event::Saw { .. }
        | Event::Noted { .. }
        | Event::Said { .. }
        | Event::TimePassed { .. }
        | Event::Faulted { .. }
        | Event::Ended { .. } => false,
        Event::Moved { id, at } => !matches!(at, Whereabouts::On { .. }) || is_held(*id),
        Event::Set { gauge, .. } => !matches!(
            gauge,
            Gauge::Ready
                | Gauge::Mana
                | Gauge::Fatigue
                | Gauge::Fought
                | Gauge::Mood
                | Gauge::Party
                | Gauge::Charges
                | Gauge::Quantity
                | Gauge::Known
                | Gauge::Open
                | Gauge::Locked
                | Gauge::Found
                | Gauge::Tried
        ),
        Event::Began { .. }
        | Event::LevelMade { .. }
        | Event::DepthChanged { .. }
        | Event::Made { .. }
        | Event::Removed { .. }
        | Event::Became { .. }
        | Event::Enchanted { .. }
        | Event::Gained { .. }
        | Event::StatusChanged { .. }
        | Event::Lost { .. } => true,
    }
}
