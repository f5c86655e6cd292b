//! Connect four on bitboards: a whole game in one screen, and how many random moves a second the kernel plays with it.
//!
//! `cargo run --release -p referee --example connect_four`
#![allow(missing_docs)] // the rules are their own documentation
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // an example that measures itself looks at the clock

use referee::{Ask, Game, Legal, Millis, Rules, Seat, State, Stream, Turn, refusals, refuse_if};
use std::time::Instant;

/// A column is seven bits, the lowest cell first. The seventh stays empty, so that no line runs over the edge.
pub const COLUMNS: u8 = 7;
const ROWS: u32 = 6;
const PITCH: u32 = 7;
const COLUMN: u64 = (1 << ROWS) - 1;
const CELLS: u32 = COLUMNS as u32 * ROWS;

#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour;

/// What is true now: the discs of each seat, one bit a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Grid {
    pub discs: [u64; 2],
    pub to_move: Seat,
    pub end: Option<End>,
}
impl State for Grid {}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    Won(Seat),
    Drawn,
}

/// What a seat declares: a disc into a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop {
    pub column: u8,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Fell { by: Seat, cell: u8 },
    Ended(End),
}

refusals! {
    /// Why nothing happened.
    pub enum Refusal {
        GameOver => "GAME_OVER": "the game is over",
        NotYourTurn => "NOT_YOUR_TURN": "it is the other seat's turn",
        NoSuchColumn { column: u8 } => "NO_SUCH_COLUMN": "there is no column {column}",
        ColumnFull { column: u8 } => "COLUMN_FULL": "column {column} is full",
    }
}

impl Rules for ConnectFour {
    const NAME: &'static str = "connect-four";
    const VERSION: &'static str = "1";
    const SEATS: &'static [&'static str] = &["yellow", "red"];
    type Setup = ();
    type State = Grid;
    type Action = Drop;
    type Event = Event;
    type Rejection = Refusal;

    fn start(&self, (): &(), _turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        Ok(())
    }

    fn decide(&self, &Drop { column }: &Drop, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        let (grid, by) = (turn.state(), turn.seat());
        refuse_if!(grid.end.is_some(), Refusal::GameOver);
        refuse_if!(grid.to_move != by, Refusal::NotYourTurn);
        refuse_if!(column >= COLUMNS, Refusal::NoSuchColumn { column });
        refuse_if!(grid.height(column) == ROWS, Refusal::ColumnFull { column });

        let cell = u32::from(column) * PITCH + grid.height(column);
        turn.emit(Event::Fell { by, cell: cell as u8 });
        if has_four(turn.state().discs[by.index()]) {
            turn.emit(Event::Ended(End::Won(by)));
        } else if turn.state().taken().count_ones() == CELLS {
            turn.emit(Event::Ended(End::Drawn));
        }
        Ok(())
    }

    fn evolve(&self, grid: &mut Grid, event: &Event) {
        match *event {
            Event::Fell { by, cell } => {
                grid.discs[by.index()] |= 1 << cell;
                grid.to_move = by.next(2);
            }
            Event::Ended(end) => grid.end = Some(end),
        }
    }
}

impl Legal for ConnectFour {
    fn legal(&self, grid: &Grid, seat: Seat, _at: Millis) -> impl Iterator<Item = Drop> {
        let may_move = grid.end.is_none() && grid.to_move == seat;
        let columns = 0..if may_move { COLUMNS } else { 0 };
        columns.filter(|&column| grid.height(column) < ROWS).map(|column| Drop { column })
    }
}

impl Grid {
    fn taken(&self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    /// How many discs a column holds. Discs lie on one another, so they are the low bits.
    fn height(&self, column: u8) -> u32 {
        (self.taken() >> (u32::from(column) * PITCH) & COLUMN).trailing_ones()
    }
}

/// Whether four discs lie in a line: upright, flat, or on a slant. Two shifts find pairs, then pairs of pairs.
fn has_four(discs: u64) -> bool {
    [1, PITCH, PITCH - 1, PITCH + 1].into_iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// Plays random moves until the game is over; says how many.
pub fn play_out(game: &mut Game<ConnectFour>, luck: &mut Stream) -> u32 {
    for moves in 0.. {
        let grid = game.state();
        let seat = grid.to_move;
        let choices = ConnectFour.legal(grid, seat, 0).count() as u32;
        if choices == 0 {
            return moves;
        }
        let choice = luck.draw(Ask::below(choices)) as usize;
        let drop = ConnectFour.legal(grid, seat, 0).nth(choice).expect("it was counted");
        game.act(seat, 0, drop).expect("it is legal");
    }
    unreachable!("{CELLS} discs fill the grid")
}

/// Plays whole games and gives the nanoseconds a thousand moves take. A game that forgets keeps no record of its past.
pub fn measure(games: u32, forget: bool, luck: &mut Stream) -> u64 {
    let clock = Instant::now();
    let mut moves = 0;
    for _ in 0..games {
        let mut game = Game::start(ConnectFour, ()).expect("there is nothing to refuse");
        if forget {
            game.forget();
        }
        moves += u64::from(play_out(&mut game, luck));
    }
    clock.elapsed().as_nanos() as u64 * 1_000 / moves
}

/// Random moves a second of OpenSpiel's C++ connect four, on one core of another machine: a yardstick, not a race in one run.
pub const OPEN_SPIEL: u64 = 2_800_000;

#[allow(dead_code)] // the benchmarks use the game without its `main`
fn main() {
    let mut luck = Stream::from_seed("connect four");
    println!("random moves a second of connect four, one core");
    println!("  OpenSpiel C++, measured elsewhere  {OPEN_SPIEL:>11}");
    for (name, forget) in [("referee, every record kept", false), ("referee, past forgotten", true)] {
        let best = (0..20).map(|_| measure(2_000, forget, &mut luck)).min().unwrap_or(u64::MAX);
        let speed = 1_000_000_000_000 / best;
        println!("  {name:<33}  {speed:>11}  {}.{} times as many", speed / OPEN_SPIEL, speed * 10 / OPEN_SPIEL % 10);
    }
}
