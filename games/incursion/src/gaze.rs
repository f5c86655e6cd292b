//! A look at a world and at what everything is: all that can be known without changing anything.

use crate::content::{Content, Skill};
use crate::figures::Figures;
use crate::lore::Lore;
use crate::play::{Core, NOTHING};
use crate::{Happening, Id, Thing, World};
use referee_dispatch::Place;
use std::sync::Arc;

/// A look at a world.
#[derive(Clone, Copy)]
pub(crate) struct Gaze<'a> {
    world: &'a World,
    pub(crate) lore: &'a Lore,
}

impl<'a> Gaze<'a> {
    pub(crate) fn new(world: &'a World, lore: &'a Lore) -> Gaze<'a> {
        Gaze { world, lore }
    }

    /// What is true.
    #[inline]
    pub(crate) fn world(&self) -> &'a World {
        self.world
    }

    /// What everything is.
    #[inline]
    pub(crate) fn content(&self) -> &'a Content {
        &self.lore.content
    }

    /// A thing. One that is gone is a thing without anything.
    pub(crate) fn thing(&self, id: Id) -> &'a Thing {
        self.world.thing(id).unwrap_or(&NOTHING)
    }
}

/// What a turn sees, it sees as everybody does.
impl Core {
    /// A look at the world of this turn.
    #[inline]
    pub(crate) fn gaze(&self) -> Gaze<'_> {
        Gaze::new(self.world(), &self.lore)
    }
    /// What somebody is worth: worked out once, until something happens that may change it.
    pub(crate) fn figures(&self, who: Id) -> Arc<Figures> {
        self.worth.of(who, || self.gaze().figures(who))
    }
    pub(crate) fn skill(&self, who: Id, skill: Skill) -> i32 {
        self.gaze().skill(who, skill)
    }
    pub(crate) fn bow_and_arrow(&self, who: Id) -> Option<(Option<Id>, Id)> {
        self.gaze().bow_and_arrow(who)
    }
    pub(crate) fn is_solid(&self, at: Place) -> bool {
        self.gaze().is_solid(at)
    }
    pub(crate) fn is_clear(&self, from: Place, to: Place) -> bool {
        self.gaze().is_clear(from, to)
    }
    pub(crate) fn is_lit(&self, at: Place) -> bool {
        self.gaze().is_lit(at)
    }
    pub(crate) fn sees_place(&self, who: Id, at: Place) -> bool {
        self.gaze().sees_place(who, at)
    }
    pub(crate) fn sees(&self, who: Id, what: Id) -> bool {
        self.gaze().sees(who, what)
    }
    pub(crate) fn perceives(&self, who: Id, what: Id) -> bool {
        self.gaze().perceives(who, what)
    }
    pub(crate) fn render(&self, text: &str, happening: &Happening, reader: Id) -> String {
        self.gaze().render(text, happening, reader)
    }
    pub(crate) fn called(&self, id: Id, article: Option<bool>) -> String {
        self.gaze().called(id, article)
    }
    pub(crate) fn plain_name(&self, id: Id) -> String {
        self.gaze().plain_name(id)
    }
}
