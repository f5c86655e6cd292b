//! Two small words for writing rules: a ladder of refusals, and the list of them with codes and sentences.

/// Refuses, if a condition holds: one rung of the ladder that `decide` opens with.
///
/// ```
/// # fn check(stones: u32) -> Result<(), &'static str> {
/// referee::refuse_if!(stones == 0, "take at least one");
/// # Ok(()) }
/// # assert!(check(0).is_err() && check(1).is_ok());
/// ```
#[macro_export]
macro_rules! refuse_if {
    ($condition:expr, $why:expr) => {
        if $condition {
            return Err($why);
        }
    };
}

/// Lists a game's refusals: the variant, its stable code, its sentence. The enum gets [`Rejection`](crate::Rejection) and `Display`.
///
/// ```
/// referee::refusals! {
///     /// Why a move does not count.
///     pub enum Refusal {
///         NotYourTurn => "NOT_YOUR_TURN": "it is the other seat's turn",
///         NotThatMany { asked: u8, there: u8 } => "NOT_THAT_MANY": "{asked} cannot be taken from {there}",
///     }
/// }
/// use referee::Rejection;
/// assert_eq!(Refusal::NotThatMany { asked: 5, there: 3 }.lines(), ["[NOT_THAT_MANY] 5 cannot be taken from 3"]);
/// ```
#[macro_export]
macro_rules! refusals {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$doc:meta])* $variant:ident $({ $($field:ident: $kind:ty),+ $(,)? })? => $code:literal: $text:literal),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs)] // the sentence beside each variant says what it means
        $vis enum $name { $($(#[$doc])* $variant $({ $($field: $kind),+ })?),+ }

        impl $crate::Rejection for $name {
            fn code(&self) -> &'static str {
                match self { $(Self::$variant $({ $($field: _),+ })? => $code),+ }
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self { $(Self::$variant $({ $($field),+ })? => ::core::write!(f, $text)),+ }
            }
        }
    };
}
