//! Mage Duel keeps the laws of every game, over random rules, borders and declarations. `REFEREE_GAMES=10000` plays more.

use proptest::prelude::*;
use referee_duel::{Action, Border, Duel, Setup, Variant};

/// Mostly small decks, so that games end in every way; mostly a clock as slow as the laws' own, so that they come somewhere; sometimes rules
/// that make no sense.
fn variants() -> impl Strategy<Value = Variant> {
    let few = prop::array::uniform24(prop_oneof![6 => Just(0u8), 1 => 1u8..3]);
    let deck = prop_oneof![3 => Just(Variant::default().deck), 6 => few, 1 => prop::array::uniform24(any::<u8>())];
    let edges = prop_oneof![4 => Just((1u8, 1u8)), 4 => (0u8..5, 0u8..4), 1 => (any::<u8>(), any::<u8>())];
    let move_time = prop_oneof![1 => Just(65u32), 4 => 2_000u32..6_000, 1 => any::<u32>()];
    let jokers = prop_oneof![4 => 0u8..4, 1 => any::<u8>()];
    (deck, edges, jokers, any::<u16>(), move_time, any::<bool>()).prop_map(
        |(deck, edges, jokers, joker_price, move_time, full_board_ends)| Variant {
            deck,
            edges,
            jokers,
            joker_price,
            move_time,
            full_board_ends,
        },
    )
}

/// Borders by the rules, and borders as nobody would generate them.
fn borders() -> impl Strategy<Value = Option<Border>> {
    let codes = prop::array::uniform32(0u8..3).prop_map(|codes| Border::try_from(codes).ok());
    prop_oneof![2 => Just(None), 1 => codes]
}

fn setups() -> impl Strategy<Value = Setup> {
    let start = prop_oneof![4 => Just(None), 2 => (0u64..3_000).prop_map(Some), 1 => (0u64..1 << 53).prop_map(Some)];
    (variants(), borders(), start, "[a-z]{0,4}").prop_map(|(rules, border, start, seed)| Setup { rules, border, start, seed })
}

/// Mostly on the board, sometimes beside it.
fn actions() -> impl Strategy<Value = Action> {
    let place = (0u8..5, 0u8..9, 0u8..9).prop_map(|(rotation, col, row)| Action::Place { rotation, col, row });
    let joker =
        (0u8..26, 0u8..5, 0u8..9, 0u8..9).prop_map(|(tile, rotation, col, row)| Action::Joker { tile, rotation, col, row });
    let odd = (any::<u8>(), any::<u8>(), any::<u8>()).prop_map(|(rotation, col, row)| Action::Place { rotation, col, row });
    prop_oneof![4 => place, 4 => joker, 1 => odd, 2 => Just(Action::Skip {}), 1 => Just(Action::Finish {})]
}

referee_laws::laws!(Duel, setups(), actions(), games = 500);
