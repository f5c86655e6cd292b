//! What the benchmarks measure: nim on the kernel, nim written by hand, and connect four. Every measured call is a function of its own
//! that is never inlined, so that neither side profits from the loop around it and callgrind can find it by name.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // benchmarks look at the clock

pub mod hand;
pub mod mir;
pub mod nim;
pub mod text;

// An example of the kernel, documented where it lives.
#[path = "../../crates/kernel/examples/connect_four.rs"]
pub mod connect_four;

#[cfg(test)]
mod tests {
    use super::{connect_four::ConnectFour, hand, nim};
    use referee::{Game, Legal, Seat, apply};

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
}
