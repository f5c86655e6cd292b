//! Nim keeps the laws of every game: ten thousand random games a law. `REFEREE_GAMES=100000` plays more.

use proptest::prelude::*;
use referee_nim::{Nim, Setup, Take};

/// Small heaps, so that games end; sometimes none, so that heaps are rolled; sometimes too many, or without a stone.
fn setups() -> impl Strategy<Value = Setup> {
    let heaps = prop_oneof![8 => prop::collection::vec(0u32..7, 0..5), 1 => prop::collection::vec(0u32..3, 15..19)];
    (heaps, "[a-z]{0,4}").prop_map(|(heaps, seed)| Setup { heaps, seed })
}

/// Mostly near what is there, sometimes far off.
fn actions() -> impl Strategy<Value = Take> {
    let stones = prop_oneof![8 => 0u32..8, 1 => any::<u32>()];
    (prop_oneof![8 => 0u8..5, 1 => any::<u8>()], stones).prop_map(|(heap, stones)| Take { heap, stones })
}

referee_laws::laws!(Nim, setups(), actions(), games = 10_000);

/// Random games end long before a chapter or a keyframe does. This one goes through three of each, one stone at a time.
#[test]
fn a_long_game_keeps_the_laws_across_chapters_and_keyframes() {
    use referee_laws::{Move, Plan};
    let setup = Setup { heaps: vec![5_000, 3], seed: String::new() };
    let moves: Vec<Move<Take>> = vec![Move::Legal { seat: 0, pick: 0, wait: 1 }; 2_100];
    let plan: Plan<Nim> = Plan { setup, moves };
    referee_laws::events_alone_make_the_state(&Nim, &plan).unwrap();
    referee_laws::deciding_again_gives_the_same_bytes(&Nim, &plan).unwrap();
    referee_laws::branches_replay_and_leave_the_source_alone(&Nim, &plan).unwrap();
    referee_laws::text_keeps_everything(&Nim, &plan).unwrap();
}
