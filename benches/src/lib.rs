//! What the benchmarks measure: nim on the kernel, nim written by hand, connect four, and the other games. Every measured call is a function of its own
//! that is never inlined, so that neither side profits from the loop around it and callgrind can find it by name.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // benchmarks look at the clock

pub mod cpu;
pub mod duel;
pub mod hand;
pub mod hop;
pub mod incursion;
pub mod mir;
pub mod nim;
pub mod row;
pub mod text;

// An example of the kernel, documented where it lives.
#[path = "../../crates/kernel/examples/connect_four.rs"]
pub mod connect_four;

#[cfg(test)]
mod tests {
    use super::{connect_four::ConnectFour, duel, hand, hop, nim};
    use referee::{Game, Legal, Seat, Stream, apply};
    use referee_duel::Duel;
    use std::collections::BTreeMap;

    #[test]
    fn by_hand_and_on_the_kernel_the_same_happens() {
        let (mut game, mut table) = (nim::game(0), hand::Table::new());
        for turn in 0..1_000 {
            assert!(nim::act(&mut game, nim::seat(turn), nim::take(turn)));
            assert!(table.act(nim::seat(turn), &nim::take(turn)).is_ok());
        }
        assert_eq!(game.state().heaps, table.heaps);
        assert_eq!((game.state().to_move, game.state().winner), (table.to_move, table.winner));
    }

    /// How many ways there are to play so many discs: a number that is known for connect four.
    fn ways(grid: &<ConnectFour as referee::Rules>::State, discs: u32) -> u64 {
        if discs == 0 {
            return 1;
        }
        let next = |drop| apply(&ConnectFour, grid, grid.to_move, 0, &drop).next;
        ConnectFour.legal(grid, grid.to_move, 0).map(|drop| ways(&next(drop), discs - 1)).sum()
    }

    #[test]
    fn connect_four_has_the_known_number_of_openings() {
        let game = Game::start(ConnectFour, ()).unwrap();
        assert_eq!(ConnectFour.legal(game.state(), Seat(1), 0).count(), 0, "yellow begins");
        assert_eq!(ways(game.state(), 6), 117_649);
        assert_eq!(ways(game.state(), 8), 5_673_234);
    }

    #[test]
    fn a_wandering_session_is_as_long_as_wanted_and_comes_to_the_last_floor() {
        let script = hop::wandering("lib", 300);
        let game = hop::decide::<false>(&script);
        assert_eq!((game.log().len(), game.state().floor), (301, referee_hop::FLOORS));
        assert_eq!(&hop::fold(&game), game.state());
        assert_eq!(hop::verify_text(&hop::registry(), &hop::text(&script)), 301);
    }

    /// With jokers by darts, without them by a list: every legal action comes about as often as any other, and no other comes.
    #[test]
    fn every_legal_move_of_a_random_duel_is_as_likely() {
        let mut luck = Stream::from_seed("fair");
        for bout in duel::positions(&duel::played("fair")).iter().step_by(7) {
            let Some((seat, at)) = duel::moment(bout) else { continue };
            let mut drawn: BTreeMap<String, u32> = Duel.legal(bout, seat, at).map(|action| (format!("{action:?}"), 0)).collect();
            for _ in 0..400 * drawn.len() {
                let action = duel::any(bout, seat, at, &mut luck, &mut Vec::new()).unwrap();
                *drawn.get_mut(&format!("{action:?}")).expect("it is legal") += 1;
            }
            assert!(drawn.values().all(|times| (280..=520).contains(times)), "{drawn:?}");
        }
    }
}
