//! Who takes part in a happening, and as what.

use core::fmt;

/// The part something plays in a happening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Who acts.
    Actor,
    /// To whom or what it is done.
    Target,
    /// With what.
    Item,
    /// With what else: a missile, what a container takes.
    Item2,
}

impl Role {
    /// All roles, the first slot first.
    pub const ALL: [Role; 4] = [Role::Actor, Role::Target, Role::Item, Role::Item2];

    /// Its name in sentences.
    pub fn name(self) -> &'static str {
        match self {
            Role::Actor => "actor",
            Role::Target => "target",
            Role::Item => "item",
            Role::Item2 => "second item",
        }
    }
}

/// Who plays which part. The same one may play several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roles<I>([Option<I>; 4]);

impl<I> Default for Roles<I> {
    fn default() -> Roles<I> {
        Roles([None, None, None, None])
    }
}

impl<I: Copy + Eq> Roles<I> {
    /// Who plays a part, if anybody.
    #[inline]
    pub fn get(&self, role: Role) -> Option<I> {
        self.0[role as usize]
    }

    /// Gives a part to somebody, or to nobody.
    #[inline]
    pub fn set(&mut self, role: Role, who: Option<I>) {
        self.0[role as usize] = who;
    }

    /// Whether somebody plays a part.
    #[inline]
    pub fn is(&self, role: Role, who: I) -> bool {
        self.0[role as usize] == Some(who)
    }

    /// Whether somebody plays any part but the target's.
    pub fn is_beside_target(&self, who: I) -> bool {
        [Role::Actor, Role::Item, Role::Item2].into_iter().any(|role| self.is(role, who))
    }

    /// Who plays a part, which must be somebody of a kind; else an error that names the part.
    ///
    /// ```
    /// # use referee_dispatch::{Role, Roles};
    /// let mut roles = Roles::default();
    /// roles.set(Role::Item, Some(7));
    /// let even = |who: u32| if who % 2 == 0 { Ok(who) } else { Err("an odd one") };
    /// let wrong = roles.cast(Role::Item, "an even one", even).unwrap_err();
    /// assert_eq!(wrong.to_string(), "the item must be an even one, not an odd one");
    /// ```
    pub fn cast<T>(
        &self,
        role: Role,
        wanted: &'static str,
        fit: impl FnOnce(I) -> Result<T, &'static str>,
    ) -> Result<T, WrongRole> {
        let wrong = |found| WrongRole { role, wanted, found };
        fit(self.get(role).ok_or(wrong(None))?).map_err(|found| wrong(Some(found)))
    }
}

/// A part is played by nobody, or by something that cannot play it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WrongRole {
    /// Which part.
    pub role: Role,
    /// What was wanted.
    pub wanted: &'static str,
    /// What was found, if anything.
    pub found: Option<&'static str>,
}

impl fmt::Display for WrongRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (role, wanted) = (self.role.name(), self.wanted);
        match self.found {
            Some(found) => write!(f, "the {role} must be {wanted}, not {found}"),
            None => write!(f, "the {role} must be {wanted}, but there is none"),
        }
    }
}

impl core::error::Error for WrongRole {}
