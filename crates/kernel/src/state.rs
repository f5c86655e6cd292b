//! What is true now, and what a type must be to be a state.

use crate::Digest;
use core::fmt::Debug;
use core::hash::Hash;

/// What is true now: the fold of all events so far.
///
/// The bounds keep out what differs between two machines or two runs. Floats are neither `Eq` nor `Hash`; hash maps are not `Hash`:
///
/// ```compile_fail
/// #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
/// struct Health(f32); // error: the trait `Eq` is not implemented for `f32`
/// impl referee::State for Health {}
/// ```
/// ```compile_fail
/// #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
/// struct Purse(std::collections::HashMap<String, u32>); // error: the trait `Hash` is not implemented
/// impl referee::State for Purse {}
/// ```
///
/// Whole numbers, `Vec` and `BTreeMap` are welcome:
///
/// ```
/// #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
/// struct Purse(std::collections::BTreeMap<String, u32>);
/// impl referee::State for Purse {}
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a state of a game",
    label = "add `#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]` and `impl State for {Self} {{}}`",
    note = "a state holds whole numbers, Vec and BTreeMap: floats and hash maps differ between machines and runs, so they are neither Eq nor Hash"
)]
pub trait State: Clone + Default + Eq + Hash + Debug {
    /// A short fingerprint of the state, equal on every machine. A game with a big state may keep it up to date as it goes.
    fn digest(&self) -> Digest {
        Digest::of(self)
    }
}
