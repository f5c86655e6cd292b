//! Mage Duel on the kernel and behind text: random games, and the calls that are measured upon them.

use referee::{Ask, Game, Legal, Millis, Rules, Seat, Stream};
use referee_duel::{Action, Bout, Cell, Duel, Event, Lay, Setup, Structure, TILES, Tile, flood};
use referee_host::{Hosted, Table, Title};

/// A move is declared so many seconds after the one before.
const THINKING: Millis = 1;

/// The standard game, with the border and the draws of a seed.
pub fn start(seed: &str) -> Game<Duel> {
    Game::start(Duel, Setup { seed: seed.into(), ..Setup::default() }).expect("the standard game is allowed")
}

/// Whose turn it is and when: the moment of the next move; none once the game is over.
pub fn moment(bout: &Bout) -> Option<(Seat, Millis)> {
    Some((Seat(bout.to_move()? as u8), bout.clock + THINKING))
}

/// Any legal action, each as likely as any other. A side with jokers has hundreds: darts are thrown at all tiles, cells and rotations
/// until one hits. Otherwise, and after many misses, the actions are listed; the list is the caller's, so that its memory is used again.
pub fn any(bout: &Bout, seat: Seat, at: Millis, luck: &mut Stream, list: &mut Vec<Action>) -> Option<Action> {
    let has_joker = bout.jokers.get(seat.index()).is_some_and(|&jokers| jokers > 0);
    let hit = if has_joker { (0..DARTS).find_map(|_| dart(bout, luck)) } else { None };
    hit.or_else(|| listed(bout, seat, at, luck, list))
}

/// So many darts miss before a list is made.
const DARTS: u32 = 64;

/// One dart at all that might be legal for a side to move that has a joker: the top tile and any tile, each on any cell in any rotation,
/// or to skip.
fn dart(bout: &Bout, luck: &mut Stream) -> Option<Action> {
    let dart = luck.draw(Ask::below((TILES as u32 + 1) * 256 + 1));
    let (source, rotation, cell) = ((dart >> 8) as u8, (dart & 3) as u8, Cell::at((dart >> 2 & 63) as u8)?);
    let (col, row) = (cell.col(), cell.row());
    let fits = |tile| bout.board.allows(Lay { tile, rotation, cell });
    match usize::from(source) {
        0..TILES => Tile::new(source).filter(|&tile| fits(tile)).map(|_| Action::Joker { tile: source, rotation, col, row }),
        TILES => bout.top.filter(|&tile| fits(tile)).map(|_| Action::Place { rotation, col, row }),
        _ => Some(Action::Skip {}),
    }
}

fn listed(bout: &Bout, seat: Seat, at: Millis, luck: &mut Stream, list: &mut Vec<Action>) -> Option<Action> {
    list.clear();
    Duel.legal(bout, seat, at).for_each(|action| list.push(action));
    let count = u32::try_from(list.len()).ok().filter(|&count| count > 0)?;
    list.get(luck.draw(Ask::below(count)) as usize).copied()
}

/// Plays random moves until the game is over, or so many were played; says how many.
#[inline(never)]
pub fn play(game: &mut Game<Duel>, most: u64, luck: &mut Stream, list: &mut Vec<Action>) -> u64 {
    for moves in 0..most {
        let Some((seat, at)) = moment(game.state()) else { return moves };
        let action = any(game.state(), seat, at, luck, list).expect("whoever is to move may skip");
        game.act(seat, at, action).expect("it is legal");
    }
    most
}

/// A random game that was played to its end.
pub fn played(seed: &str) -> Game<Duel> {
    let mut game = start(seed);
    play(&mut game, u64::MAX, &mut Stream::from_seed(seed), &mut Vec::new());
    game
}

/// Every position of a game, the first and the last included.
pub fn positions(game: &Game<Duel>) -> Vec<Bout> {
    (0..game.log().len()).map(|seq| game.at(seq).expect("the log holds this record")).collect()
}

/// Everything the side to move may do, listed; says how much that is.
#[inline(never)]
pub fn list(bout: &Bout, list: &mut Vec<Action>) -> usize {
    list.clear();
    if let Some((seat, at)) = moment(bout) {
        Duel.legal(bout, seat, at).for_each(|action| list.push(action));
    }
    list.len()
}

/// The structures of a position from scratch.
#[inline(never)]
pub fn from_scratch(bout: &Bout) -> Vec<Structure> {
    flood(&bout.board)
}

/// The structures of a position, kept up to date by each tile: the bare fold of all events of a game.
#[inline(never)]
pub fn kept_up_to_date(game: &Game<Duel>) -> Bout {
    let mut bout = Bout::default();
    game.log().events().for_each(|event: &Event| Duel.evolve(&mut bout, event));
    bout
}

/// The moves of a game as text: seat, time and action.
pub fn spoken(game: &Game<Duel>) -> Vec<(Seat, Millis, String)> {
    let text = |action: &Action| serde_json::to_string(action).expect("an action has a text");
    let moves = game.log().records(1).filter_map(|record| match record.cause {
        referee::Cause::Action(action) => Some((record.seat, record.at, text(action))),
        referee::Cause::Setup(_) => None,
    });
    moves.collect()
}

/// The same game behind text, before its first move.
pub fn table(seed: &str) -> Box<dyn Table> {
    let setup = format!("{{\"seed\":\"{seed}\"}}");
    Hosted::new(Duel).start(Some(&setup), None, 0, None).expect("the standard game is allowed")
}

/// Plays moves that are given as text; says how many bytes of log they made.
#[inline(never)]
pub fn append(table: &mut dyn Table, moves: &[(Seat, Millis, String)], log: &mut String) -> usize {
    for (seat, at, action) in moves {
        let verdict = table.act(*seat, *at, action, None);
        assert!(verdict.errors.is_empty(), "{:?}", verdict.errors);
        log.push_str(&verdict.lines);
    }
    log.len()
}
