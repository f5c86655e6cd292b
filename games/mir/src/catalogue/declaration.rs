//! What the file of a declaration must say about it.

use super::Plain;
use crate::json::{Value, write_text};
use crate::rules::Ruling;
use crate::{Entity, GameState, Name, Rules14};
use alloc::{boxed::Box, format, string::String};
use referee::{Aim, Seat, Turn};

/// A declaration: how it is read and written, when it is refused, and what happens otherwise.
pub(crate) trait Declaration: Sized + 'static {
    /// Its type in the contract: `MOVE`.
    const KIND: &'static str;
    /// What it is for, in a sentence of its JSON Schema.
    #[cfg_attr(not(feature = "schema"), allow(dead_code))]
    const ABOUT: &'static str;
    /// Its fields, for its JSON Schema.
    #[cfg_attr(not(feature = "schema"), allow(dead_code))]
    const FIELDS: &'static [(&'static str, Form)];

    /// The shape check of the contract, step 3a; why it fails otherwise.
    fn read(fields: &Fields<'_>) -> Result<Self, String>;

    /// Writes the fields, each with a comma before it. What it writes and [`read`](Declaration::read) gives back is its plain form.
    fn write(&self, out: &mut String);

    /// Reads what stands after the type of a plain form, without a tree in between; `None` leaves it to [`read`](Declaration::read).
    fn plain(_: &mut Plain<'_>) -> Option<Self> {
        None
    }

    /// Which entity acts; none where no particular one does.
    fn actor(&self) -> Option<&Name>;

    /// Judges it: a ladder of refusals, below which everything succeeds.
    fn decide<const N: u64>(&self, turn: &mut Turn<'_, Rules14<N>>) -> Ruling;

    /// How a player is offered it.
    fn aim(&self, state: &GameState) -> Aim;

    /// What a seat is offered. By default nothing: it is declared by hand.
    fn offers(_: &GameState, _: Seat) -> Offers<'_, Self> {
        Box::new(core::iter::empty())
    }

    /// Whether exactly this is among what a seat is offered, if the rules accept it.
    fn is_offered(&self, _: &GameState) -> bool {
        false
    }
}

/// What a seat is offered.
pub(crate) type Offers<'a, T> = Box<dyn Iterator<Item = T> + 'a>;

/// The form of a field.
#[cfg_attr(not(feature = "schema"), allow(dead_code))]
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// The id of an entity.
    Id,
    /// A list of cells.
    Path,
}

/// The fields of a declaration that is being read.
pub(crate) struct Fields<'a> {
    /// The type it has.
    pub(crate) kind: &'a str,
    value: &'a Value<'a>,
}

impl<'a> Fields<'a> {
    pub(crate) fn of(kind: &'a str, value: &'a Value<'a>) -> Fields<'a> {
        Fields { kind, value }
    }

    /// A field; none where it is left out.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Value<'a>> {
        self.value.get(key)
    }

    /// The entity that a field names.
    pub(crate) fn name(&self, key: &str) -> Result<Name, String> {
        let name = self.get(key).filter(|name| name.is_truthy());
        name.map(Name::of).ok_or_else(|| format!("{} requires {key}", self.kind))
    }
}

impl Name {
    /// Writes it as a field of a declaration.
    pub(crate) fn write(&self, key: &str, out: &mut String) {
        for part in [",\"", key, "\":"] {
            out.push_str(part);
        }
        write_text(&self.text, out);
    }
}

/// The entity with a name, if there is one.
pub(crate) fn named<'a>(state: &'a GameState, name: &Name) -> Option<&'a Entity> {
    name.id().and_then(|id| state.entities.find(id))
}
