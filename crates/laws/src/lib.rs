//! What holds for every game, and for every [store](stores). An author runs all laws with one line in a test:
//!
//! ```ignore
//! referee_laws::laws!(Nim, setups(), actions());
//! ```
//!
//! `setups()` and `actions()` are proptest strategies: setups worth playing, and wild actions, most of them illegal. Random play is data, a
//! [`Plan`]; a law that fails shows the smallest plan that breaks it as a scenario draft, to be saved as a bug report.
//!
//! | variable | says |
//! |---|---|
//! | `REFEREE_GAMES` | how many random games each law plays (also: `PROPTEST_CASES`) |
//! | `PROPTEST_RNG_SEED` | other games than the usual ones, which are the same in every run |
//! | `REFEREE_VECTORS` | a folder with recorded cases: [`recorded`], [`vectors`] |
//! | `REFEREE_UPDATE` | `1` rewrites scenarios as they would have to be: [`scenarios`] |
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // faces the world: reads the environment, watches rules through a lock

mod again;
mod audits;
mod branches;
mod breach;
mod draft;
mod entry;
mod files;
mod fold;
mod law;
mod listed;
mod plan;
mod run;
pub mod stores;
mod text;
mod views;
mod watched;

pub use again::deciding_again_gives_the_same_bytes;
pub use audits::audits_stand_before_and_after;
pub use branches::branches_replay_and_leave_the_source_alone;
pub use breach::Breach;
pub use draft::draft;
pub use entry::a_refused_action_changes_nothing;
pub use files::{cases, recorded, scenario_files, scenarios, vectors};
pub use fold::events_alone_make_the_state;
pub use law::Law;
pub use listed::legal_lists_what_decide_accepts;
pub use plan::{Declared, MOVES_MAX, Move, Plan, Played, Walk, plans};
pub use run::{Failure, GAMES, check, hold};
pub use text::text_keeps_everything;
pub use views::an_eye_sees_no_more_than_it_may;
pub use watched::{Call, Watched, Whistle};

pub use referee_host::{Hosted, Registry, Scenario};

/// All laws as tests, one each: `laws!(Nim, setups(), actions());`, or with `games = 10_000` at the end for another number of random games
/// a law than [`GAMES`].
#[macro_export]
macro_rules! laws {
    ($rules:expr, $setups:expr, $actions:expr $(,)?) => {
        $crate::laws!($rules, $setups, $actions, games = $crate::GAMES);
    };
    ($rules:expr, $setups:expr, $actions:expr, games = $games:expr $(,)?) => {
        $crate::laws! { @each $rules, $setups, $actions, $games;
            entry law_1_a_refused_action_changes_nothing_and_an_accepted_one_has_events,
            fold law_2_events_alone_make_the_state,
            again law_3_deciding_again_gives_the_same_bytes,
            audits law_4_audits_stand_before_and_after_every_action,
            branches law_5_branches_replay_and_leave_the_source_alone,
            text law_6_text_keeps_everything_and_every_number_is_safe,
            listed law_7_legal_lists_exactly_what_decide_accepts,
            views law_8_an_eye_sees_no_more_than_it_may,
        }
    };
    (@each $rules:expr, $setups:expr, $actions:expr, $games:expr; $($law:ident $name:ident,)+) => {
        $(
            #[test]
            fn $name() {
                $crate::hold($crate::Law::$law(), $rules, $setups, $actions, $games);
            }
        )+
    };
}
