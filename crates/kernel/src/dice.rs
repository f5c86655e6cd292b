//! Two words for games whose dice come from a [`Stream`](crate::Stream) in the state. A game with a generator of its own writes out what they stand for.

/// Inside `impl Rules`: the field of the setup that holds the seed text, the field of the state that holds the generator, and the event that
/// puts one there, in a field of the same name. Stands for [`Rules::seed`](crate::Rules::seed), [`Rules::reseed`](crate::Rules::reseed) and
/// [`Rules::cursor`](crate::Rules::cursor): `seeded! { seed, chance, Event::Seeded }`.
#[macro_export]
macro_rules! seeded {
    ($seed:ident, $stream:ident, $event:ident::$seeded:ident) => {
        fn seed(setup: &mut Self::Setup, seed: &str) -> bool {
            setup.$seed = seed.into();
            true
        }
        fn reseed(&self, seed: &str) -> Option<$event> {
            Some($event::$seeded { $stream: $crate::Stream::from_seed(seed) })
        }
        fn cursor(&self, state: &Self::State) -> Option<$crate::prelude::String> {
            Some($crate::prelude::format!("{:?}", state.$stream))
        }
    };
}

/// Beside the rules: `dice! { Nim: chance, Event::Rolled }` stands for `impl Random`. A die is what the stream in the state gives next,
/// and the event of its roll, `Rolled { value }`, moves the stream on in `evolve`.
#[macro_export]
macro_rules! dice {
    ($rules:ty: $stream:ident, $event:ident::$rolled:ident) => {
        impl $crate::Random for $rules {
            fn draw(&self, state: &Self::State, ask: $crate::Ask) -> u32 {
                state.$stream.peek(ask)
            }
            fn rolled(&self, roll: $crate::Roll<'_>) -> $event {
                $event::$rolled { value: roll.value }
            }
        }
    };
}
