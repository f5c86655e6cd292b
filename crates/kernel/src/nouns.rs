//! The types of a game, written down as what they are: setup, state, action, view, and events with their sentences.

/// Declares a game's setup, state, action and view. Every field is public, and each type gets what its noun needs: a text form that
/// refuses unknown fields, equality, for a state its digest and [`State`](crate::State). A field of a setup may be given a default.
///
/// ```
/// referee::nouns! {
///     /// What a game starts from. What the text leaves out is as here.
///     setup Setup { goal: u32 = 21, names: Vec<String> }
///     /// What is true now.
///     state Count { goal: u32, total: u32 }
///     /// What a seat declares.
///     action Add { number: u32 }
///     /// What anyone may know.
///     view Seen { total: u32 }
/// }
/// assert_eq!(Setup::default(), Setup { goal: 21, names: vec![] });
/// assert_eq!(Count::default().total, 0);
/// ```
///
/// The derives are those of serde, which the game's own crate depends on. Whoever wants another form writes the type out: nothing else
/// depends on this macro.
#[macro_export]
macro_rules! nouns {
    () => {};
    ($(#[$meta:meta])* setup $name:ident { $($field:ident: $kind:ty $(= $value:expr)?),* $(,)? } $($rest:tt)*) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name { $(pub $field: $kind),* }

        impl ::core::default::Default for $name {
            fn default() -> Self {
                Self { $($field: $crate::nouns!(@value $($value)?)),* }
            }
        }
        $crate::nouns! { $($rest)* }
    };
    ($(#[$meta:meta])* state $name:ident { $($field:ident: $kind:ty),* $(,)? } $($rest:tt)*) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $(pub $field: $kind),* }

        impl $crate::State for $name {}
        $crate::nouns! { $($rest)* }
    };
    ($(#[$meta:meta])* action $name:ident { $($field:ident: $kind:ty),* $(,)? } $($rest:tt)*) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $(pub $field: $kind),* }
        $crate::nouns! { $($rest)* }
    };
    ($(#[$meta:meta])* view $name:ident { $($field:ident: $kind:ty),* $(,)? } $($rest:tt)*) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize)]
        pub struct $name { $(pub $field: $kind),* }
        $crate::nouns! { $($rest)* }
    };
    (@value) => { ::core::default::Default::default() };
    (@value $value:expr) => { $value };
}

/// Lists a game's events, each with its sentence. The enum gets a text form and `Display`; [`Show::tell`](crate::Show::tell) may use it.
///
/// ```
/// referee::events! {
///     /// What happened.
///     pub enum Event {
///         Started { goal: u32 } => "first to {goal} wins",
///         TurnPassed { to: u8 } => "{} is to move" (["first", "second"][usize::from(*to)]),
///     }
/// }
/// assert_eq!(Event::Started { goal: 21 }.to_string(), "first to 21 wins");
/// assert_eq!(Event::TurnPassed { to: 1 }.to_string(), "second is to move");
/// ```
#[macro_export]
macro_rules! events {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$doc:meta])* $variant:ident $({ $($field:ident: $kind:ty),+ $(,)? })? => $text:literal $(($($word:expr),+))?),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs)] // the sentence beside each variant says what it means
        $vis enum $name { $($(#[$doc])* $variant $({ $($field: $kind),+ })?),+ }

        impl ::core::fmt::Display for $name {
            #[allow(unused_variables)] // a sentence need not say everything
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self { $(Self::$variant $({ $($field),+ })? => ::core::write!(f, $text $($(, $word)+)?)),+ }
            }
        }
    };
}
