//! The payload of an event that is being read, and what is wrong with one.

use crate::json::Value;
use crate::{Text, Whole};
use alloc::{format, string::String, vec::Vec};
use core::fmt;

/// A payload, or an object in it: every field is asked for by its name.
pub(crate) struct Payload<'a> {
    value: &'a Value<'a>,
    at: String,
}

impl<'a> Payload<'a> {
    pub(crate) fn of(value: &'a Value<'a>) -> Payload<'a> {
        Payload { value, at: "/payload".into() }
    }

    /// Any value.
    pub(crate) fn value(&self, key: &str) -> Result<&'a Value<'a>, Misfit> {
        self.value.get(key).ok_or_else(|| self.misfit(key, "is missing"))
    }

    pub(crate) fn text(&self, key: &str) -> Result<Text, Misfit> {
        match self.value(key)? {
            Value::Text(text) => Ok((&**text).into()),
            _ => Err(self.misfit(key, "must be a text")),
        }
    }

    pub(crate) fn flag(&self, key: &str) -> Result<bool, Misfit> {
        match self.value(key)? {
            Value::Bool(flag) => Ok(*flag),
            _ => Err(self.misfit(key, "must be true or false")),
        }
    }

    /// A whole number.
    pub(crate) fn whole(&self, key: &str) -> Result<Whole, Misfit> {
        let number = match self.value(key)? {
            Value::Number(number) => Whole::of(*number),
            _ => None,
        };
        number.ok_or_else(|| self.misfit(key, "must be a whole number"))
    }

    /// A whole number that a die could show.
    pub(crate) fn small(&self, key: &str) -> Result<u32, Misfit> {
        let small = u32::try_from(self.whole(key)?.clamped());
        small.map_err(|_| self.misfit(key, "must be a whole number from 0 to 4294967295"))
    }

    /// A column and a row.
    pub(crate) fn cell(&self, key: &str) -> Result<(Whole, Whole), Misfit> {
        let cell = Payload { value: self.value(key)?, at: self.at(key) };
        Ok((cell.whole("x")?, cell.whole("y")?))
    }

    /// A list, each of its items read by `read`, which is given the item and its place.
    pub(crate) fn list<T>(&self, key: &str, read: impl Fn(Payload<'a>) -> Result<T, Misfit>) -> Result<Vec<T>, Misfit> {
        let Value::List(items) = self.value(key)? else { return Err(self.misfit(key, "must be a list")) };
        let item = |(index, value)| read(Payload { value, at: format!("{}/{index}", self.at(key)) });
        items.iter().enumerate().map(item).collect()
    }

    /// The whole of it.
    pub(crate) fn whole_value(&self) -> &'a Value<'a> {
        self.value
    }

    /// It is wrong as a whole.
    pub(crate) fn wrong(&self, why: &str) -> Misfit {
        Misfit { at: self.at.clone(), why: why.into() }
    }

    fn misfit(&self, key: &str, why: &str) -> Misfit {
        Misfit { at: self.at(key), why: why.into() }
    }

    fn at(&self, key: &str) -> String {
        format!("{}/{key}", self.at)
    }
}

/// What is wrong with an event, or why it cannot have happened in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Misfit {
    /// Where, as a JSON pointer into the event.
    pub(crate) at: String,
    /// What: the rest of a sentence that begins with the place.
    pub(crate) why: String,
}

impl Misfit {
    /// A field of a payload does not fit; fails unless it does.
    pub(crate) fn unless(fits: bool, field: &str, why: impl FnOnce() -> String) -> Result<(), Misfit> {
        if fits { Ok(()) } else { Err(Misfit { at: format!("/payload/{field}"), why: why() }) }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.at, self.why)
    }
}
