//! What is passed from station to station: who takes part, where, with what effect, and whatever a game adds.

use crate::{Role, Roles, WrongRole};
use core::ops::{Deref, DerefMut};

/// What a game's happenings are made of.
pub trait Matter {
    /// Whoever and whatever takes part.
    type Id: Copy + Eq;
    /// A definition that may own handlers: an effect, a god.
    type Resource: Copy + Eq;
    /// An area under an effect.
    type Field: Copy + Eq;
    /// What else there is to know about a happening.
    type More: Clone + Default;
}

/// A square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
}

impl Place {
    /// A square.
    pub const fn new(x: i32, y: i32) -> Place {
        Place { x, y }
    }
}

/// A happening on its way through the stations. It is built in one sentence and then thrown:
///
/// ```
/// use referee_dispatch::{Happening, Matter, Role};
/// struct Brawl;
/// impl Matter for Brawl { type Id = u32; type Resource = u16; type Field = u8; type More = (); }
///
/// let blow = Happening::<Brawl>::new().actor(1).target(2).item(Some(9)).toward(3).valued(5).effected(12);
/// assert_eq!(blow.roles.get(Role::Target), Some(2));
/// assert_eq!((blow.way, blow.value, blow.effect), (Some(3), 5, Some(12)));
/// ```
pub struct Happening<M: Matter> {
    /// Who takes part.
    pub roles: Roles<M::Id>,
    /// The square it is aimed at, where it is aimed at one.
    pub place: Option<Place>,
    /// The direction it is aimed in, where it is aimed in one.
    pub way: Option<u8>,
    /// A number whose meaning the verb gives.
    pub value: i32,
    /// Another one.
    pub value2: i32,
    /// The effect at work.
    pub effect: Option<M::Resource>,
    /// The area at work.
    pub field: Option<M::Field>,
    /// Whether something has been said about it, so that the rest keeps quiet.
    pub quiet: bool,
    /// Whether a god does it: no one else is to blame. Whatever follows from it is a god's doing too.
    pub divine: bool,
    /// What the game adds.
    pub more: M::More,
}

impl<M: Matter> Happening<M> {
    /// An empty one.
    pub fn new() -> Happening<M> {
        Happening::default()
    }

    /// Who acts.
    #[must_use]
    pub fn actor(self, who: impl Into<Option<M::Id>>) -> Happening<M> {
        self.role(Role::Actor, who)
    }

    /// To whom or what it is done.
    #[must_use]
    pub fn target(self, who: impl Into<Option<M::Id>>) -> Happening<M> {
        self.role(Role::Target, who)
    }

    /// With what.
    #[must_use]
    pub fn item(self, what: impl Into<Option<M::Id>>) -> Happening<M> {
        self.role(Role::Item, what)
    }

    /// With what else.
    #[must_use]
    pub fn item2(self, what: impl Into<Option<M::Id>>) -> Happening<M> {
        self.role(Role::Item2, what)
    }

    /// Gives a part to somebody.
    #[must_use]
    pub fn role(mut self, role: Role, who: impl Into<Option<M::Id>>) -> Happening<M> {
        self.roles.set(role, who.into());
        self
    }

    /// Aimed at a square.
    #[must_use]
    pub fn at(mut self, place: Place) -> Happening<M> {
        self.place = Some(place);
        self
    }

    /// Aimed in a direction.
    #[must_use]
    pub fn toward(mut self, way: u8) -> Happening<M> {
        self.way = Some(way);
        self
    }

    /// With a number.
    #[must_use]
    pub fn valued(mut self, value: i32) -> Happening<M> {
        self.value = value;
        self
    }

    /// By an effect.
    #[must_use]
    pub fn effected(mut self, effect: impl Into<Option<M::Resource>>) -> Happening<M> {
        self.effect = effect.into();
        self
    }

    /// By an area.
    #[must_use]
    pub fn fielded(mut self, field: M::Field) -> Happening<M> {
        self.field = Some(field);
        self
    }

    /// With whatever else.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut M::More)) -> Happening<M> {
        change(&mut self.more);
        self
    }

    /// Who plays a part, which must be somebody of a kind.
    pub fn cast<T>(
        &self,
        role: Role,
        wanted: &'static str,
        fit: impl FnOnce(M::Id) -> Result<T, &'static str>,
    ) -> Result<T, WrongRole> {
        self.roles.cast(role, wanted, fit)
    }
}

impl<M: Matter> Default for Happening<M> {
    fn default() -> Happening<M> {
        Happening {
            roles: Roles::default(),
            place: None,
            way: None,
            value: 0,
            value2: 0,
            effect: None,
            field: None,
            quiet: false,
            divine: false,
            more: M::More::default(),
        }
    }
}

impl<M: Matter> Clone for Happening<M> {
    fn clone(&self) -> Happening<M> {
        Happening { more: self.more.clone(), ..*self }
    }
}

impl<M: Matter> Deref for Happening<M> {
    type Target = M::More;
    #[inline]
    fn deref(&self) -> &M::More {
        &self.more
    }
}

impl<M: Matter> DerefMut for Happening<M> {
    #[inline]
    fn deref_mut(&mut self) -> &mut M::More {
        &mut self.more
    }
}

/// What can be made quiet: what [`rethrow`](crate::rethrow) keeps from its caller's happening.
pub trait Quiet {
    /// Whether it is quiet.
    fn quiet(&mut self) -> &mut bool;
}

impl<M: Matter> Quiet for Happening<M> {
    #[inline]
    fn quiet(&mut self) -> &mut bool {
        &mut self.quiet
    }
}
