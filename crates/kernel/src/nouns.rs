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
/// Where everyone may know the same, state and view are said together, what nobody may know behind a semicolon. The state then gives the
/// view (`seen`), and the view with something made up for what is hidden gives a state (`imagined`); [`open!`](crate::open) uses both.
///
/// ```
/// referee::nouns! { state Table as Seen { heaps: Vec<u32>; chance: referee::Stream } }
/// let table = Table { heaps: vec![3], chance: referee::Stream::new(7) };
/// assert_eq!(table.seen(), Seen { heaps: vec![3] });
/// assert_eq!(table.seen().imagined(referee::Stream::new(7)), table);
/// ```
///
/// An attribute at the head of the list, `#![cfg_attr(..)]`, is given to all of them but to a state that hides something. The derives are those of serde, which the
/// game's own crate depends on. Whoever wants another form writes the type out: nothing else depends on this macro.
#[macro_export]
macro_rules! nouns {
    (@each [$($all:meta)*]) => {};
    (@each [$($all:meta)*] $(#[$meta:meta])* setup $name:ident { $($field:ident: $kind:ty $(= $value:expr)?),* $(,)? } $($rest:tt)*) => {
        $(#[$all])*
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name { $(pub $field: $kind),* }

        impl ::core::default::Default for $name {
            fn default() -> Self {
                Self { $($field: $crate::nouns!(@value $($value)?)),* }
            }
        }
        $crate::nouns! { @each [$($all)*] $($rest)* }
    };
    (@each [$($all:meta)*] $(#[$meta:meta])* state $name:ident { $($field:ident: $kind:ty),* $(,)? } $($rest:tt)*) => {
        $(#[$all])*
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $(pub $field: $kind),* }

        impl $crate::State for $name {}
        $crate::nouns! { @each [$($all)*] $($rest)* }
    };
    (@each [$($all:meta)*] $(#[$meta:meta])* state $name:ident as $view:ident {
        $($field:ident: $kind:ty),* $(,)?; $($hidden:ident: $secret:ty),+ $(,)?
    } $($rest:tt)*) => {
        $crate::nouns! { @each [] $(#[$meta])* state $name { $($field: $kind,)* $($hidden: $secret),+ } }
        $crate::nouns! { @each [$($all)*]
            /// What anyone may know of it.
            view $view { $($field: $kind),* }
        }
        impl $name {
            /// What anyone may know of it.
            pub fn seen(&self) -> $view {
                $view { $($field: ::core::clone::Clone::clone(&self.$field)),* }
            }
        }
        impl $view {
            /// A state that looks like this.
            pub fn imagined(&self, $($hidden: $secret),+) -> $name {
                $name { $($field: ::core::clone::Clone::clone(&self.$field),)* $($hidden),+ }
            }
        }
        $crate::nouns! { @each [$($all)*] $($rest)* }
    };
    (@each [$($all:meta)*] $(#[$meta:meta])* action $name:ident { $($field:ident: $kind:ty),* $(,)? } $($rest:tt)*) => {
        $(#[$all])*
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $(pub $field: $kind),* }
        $crate::nouns! { @each [$($all)*] $($rest)* }
    };
    (@each [$($all:meta)*] $(#[$meta:meta])* view $name:ident { $($field:ident: $kind:ty),* $(,)? } $($rest:tt)*) => {
        $(#[$all])*
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, ::serde::Serialize)]
        pub struct $name { $(pub $field: $kind),* }
        $crate::nouns! { @each [$($all)*] $($rest)* }
    };
    (@value) => { ::core::default::Default::default() };
    (@value $value:expr) => { $value };
    (@each $($other:tt)*) => {
        ::core::compile_error!("a noun is `setup`, `state`, `action` or `view`, a name, and fields: `action Take { heap: u8 }`");
    };
    (#![$all:meta] $($noun:tt)*) => { $crate::nouns! { @each [$all] $($noun)* } };
    ($($noun:tt)*) => { $crate::nouns! { @each [] $($noun)* } };
}

/// Inside `impl Rules`: what the game, its version, its seats and its types are called. Stands for three constants and five types, which
/// may as well be written out: `names! { "nim", version "1", seats ["first", "second"], types Setup, Table, Take, Event, Refusal }`.
#[macro_export]
macro_rules! names {
    ($name:literal, version $version:literal, seats [$($seat:literal),+ $(,)?],
     types $setup:ty, $state:ty, $action:ty, $event:ty, $rejection:ty $(,)?) => {
        const NAME: &'static str = $name;
        const VERSION: &'static str = $version;
        const SEATS: &'static [&'static str] = &[$($seat),+];
        type Setup = $setup;
        type State = $state;
        type Action = $action;
        type Event = $event;
        type Rejection = $rejection;
    };
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
