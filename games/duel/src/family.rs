//! A family of boards: games, and games restored from any point of them, played here or read from a log. All share one table of moves; a branch holds only its own moves
//! and where it comes from, so it costs the same wherever it begins and however large the family is.

use crate::bout::CLOCK_MAX;
use crate::line::Line;
use crate::{Action, Bout, Duel, Link, Move, Refusal, Setup, Snapshot};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::{boxed::Box, vec::Vec};
use referee::{Fair, Game, Millis, Record, Refused, ReplayError, Seat, refuse_if};
use referee_host::Since;

/// The move model in memory: boards and snapshots, each numbered from 1, and their moves. The exports read logs into it.
///
/// ```
/// # use referee_duel::{Action, Family, Setup};
/// # use referee::Seat;
/// let mut family = Family::new();
/// let board = family.open(Setup::default(), 0).unwrap();
/// family.act(board, Seat(0), 10, &Action::Skip {}).unwrap();
/// let snapshot = family.snapshot(board, 0).unwrap();
/// let branch = family.restore(snapshot.snapshot_id).unwrap();
/// family.join(branch, 500).unwrap();
/// family.act(branch, Seat(0), 510, &Action::Skip {}).unwrap();
/// family.act(branch, Seat(1), 520, &Action::Skip {}).unwrap();
/// let back: Vec<u64> = family.moves(branch).map(|made| made.id).collect();
/// assert_eq!(back, [1_000_002, 1_000_001], "the newest first");
/// assert!(family.next_moves(1_000_001).map(|made| made.id).eq([1_000_002]), "and forth");
/// assert_eq!(family.board_at(branch, 1).unwrap().moves_done, 1);
/// assert_eq!(family.origin(branch).unwrap().board_id, board);
/// ```
#[derive(Default)]
pub struct Family {
    /// By board. Boxed, so that a family that grows moves pointers and not games.
    lines: BTreeMap<u64, Box<Line>>,
    /// By id.
    moves: BTreeMap<u64, Move>,
    snapshots: Vec<Snapshot>,
    /// Which move follows which; a move has several followers where boards branch off.
    next: BTreeSet<(u64, u64)>,
}

impl Family {
    /// A family without boards.
    pub fn new() -> Family {
        Family::default()
    }

    /// Opens a board that both players have joined; gives its id.
    pub fn open(&mut self, setup: Setup, at: Millis) -> Result<u64, Refused<Refusal>> {
        let game = Game::start_with(Duel, setup, at, &mut Fair)?;
        Ok(self.add(Line::fresh(game)))
    }

    /// Judges an action on a board; gives the moves it made: one, two where the other side was late, none where it ended the game.
    /// On a board that is not there, or not joined yet, nobody plays.
    pub fn act(&mut self, board: u64, seat: Seat, at: Millis, action: &Action) -> Result<Vec<Move>, Refused<Refusal>> {
        let line = self.lines.get_mut(&board).filter(|line| line.is_joined).ok_or(Refused::Rejected(Refusal::PlayerNotInGame))?;
        let own = line.own_time(at).map_err(Refused::Rejected)?;
        if let Err(why) = line.game.act(seat, own, *action).map(|_| ()) {
            return Err(line.in_world_time(why));
        }
        Ok(self.record_moves(board))
    }

    /// Takes up a board by its number in a lobby, from the first record of its log. There is no such board yet.
    pub fn found(&mut self, board: u64, first: Record<'_, Duel>) -> Result<(), ReplayError> {
        self.lines.insert(board, Box::new(Line::fresh(Game::replay(Duel, [first])?)));
        Ok(())
    }

    /// Takes the next record of a board's log, without deciding it again; gives the moves it made.
    pub fn follow(&mut self, board: u64, record: Record<'_, Duel>) -> Result<Vec<Move>, ReplayError> {
        let Some(line) = self.lines.get_mut(&board) else { return Ok(Vec::new()) };
        line.game.follow(record)?;
        Ok(self.record_moves(board))
    }

    /// Takes up a board that goes on from where another stands, by its number in a lobby, with a seed where it has dice of its own; `since` is
    /// the world's time and the game's own when it was joined, where they differ. Gives the board as it is then.
    pub fn take_up(&mut self, board: u64, parent: u64, seed: Option<&str>, since: Option<Since>) -> Option<&Bout> {
        let snapshot = self.snapshot(parent, self.moves_done(parent)?)?;
        let mut line = self.lines.get_mut(&parent)?.go_on(snapshot.snapshot_id, seed)?;
        (line.is_joined, line.since) = (true, since.unwrap_or(line.since));
        self.lines.insert(board, Box::new(line));
        self.game(board).map(Game::state)
    }

    /// The game of a board. Its clock leaves out the time between a branch and the joining.
    pub fn game(&self, board: u64) -> Option<&Game<Duel>> {
        self.line(board).map(|line| &line.game)
    }

    /// The snapshot that a board was restored from, which names its parent.
    pub fn origin(&self, board: u64) -> Option<Snapshot> {
        self.line(board)?.from.and_then(|id| self.snapshot_by_id(id))
    }

    /// How many moves led to where a board stands.
    pub fn moves_done(&self, board: u64) -> Option<u32> {
        self.line(board).map(Line::moves_done)
    }

    /// The last move of a board; none before the first.
    pub fn last_move_id(&self, board: u64) -> Option<u64> {
        self.line(board)?.head()
    }

    /// A move by its id.
    pub fn move_by_id(&self, id: u64) -> Option<&Move> {
        self.moves.get(&id)
    }

    fn snapshot_by_id(&self, id: u64) -> Option<Snapshot> {
        self.snapshots.get(usize::try_from(id.checked_sub(1)?).ok()?).copied()
    }

    /// The moves that led to where a board stands, the newest first.
    pub fn moves(&self, board: u64) -> impl Iterator<Item = &Move> {
        let last = self.last_move_id(board).and_then(|id| self.move_by_id(id));
        core::iter::successors(last, |this| self.move_by_id(this.prev_move_id?))
    }

    /// The same moves in the order in which they were made.
    pub fn history(&self, board: u64) -> Vec<&Move> {
        let mut moves: Vec<&Move> = self.moves(board).collect();
        moves.reverse();
        moves
    }

    /// The moves that follow a move, one for each board that went on from it, the oldest first.
    pub fn next_moves(&self, id: u64) -> impl Iterator<Item = &Move> {
        self.next.range((id, 0)..=(id, u64::MAX)).filter_map(|&(_, next)| self.move_by_id(next))
    }

    /// A board after a number of moves; 0 is the fresh board. The end of a game is no move: after its last move a finished game still runs.
    pub fn board_at(&self, board: u64, move_number: u32) -> Option<Bout> {
        let line = self.line(self.played_on(board, move_number)?)?;
        line.point(move_number).map(|point| point.bout)
    }

    /// Notes a place in the history of a board, running or finished; none where the board has no such move.
    pub fn snapshot(&mut self, board: u64, move_number: u32) -> Option<Snapshot> {
        self.moves_done(board).filter(|done| move_number <= *done)?;
        let snapshot_id = self.snapshots.len() as u64 + 1;
        let snapshot = Snapshot { snapshot_id, board_id: board, move_number };
        self.snapshots.push(snapshot);
        Some(snapshot)
    }

    /// Restores a snapshot as a board of its own, with the generator as it was then; gives its id, none where there is no such snapshot. It accepts
    /// no move until it is joined.
    pub fn restore(&mut self, snapshot: u64) -> Option<u64> {
        let Snapshot { board_id, move_number, .. } = self.snapshot_by_id(snapshot)?;
        let source = self.played_on(board_id, move_number)?;
        let branch = self.lines.get_mut(&source)?.branch(move_number, snapshot)?;
        Some(self.add(branch))
    }

    /// The second player joins a restored board: from now on it accepts moves, and its clock goes on from this moment. One that is not there, or
    /// joined already, nobody can join.
    pub fn join(&mut self, board: u64, at: Millis) -> Result<(), Refusal> {
        let line = self.lines.get_mut(&board).filter(|line| !line.is_joined).ok_or(Refusal::PlayerNotInGame)?;
        let clock = line.world_clock();
        refuse_if!(at < clock, Refusal::ClockRanBackwards { at, clock });
        refuse_if!(at > CLOCK_MAX, Refusal::ClockTooFar { at });
        (line.since, line.is_joined) = (Since { at, clock: line.game.state().clock }, true);
        Ok(())
    }

    fn add(&mut self, line: Line) -> u64 {
        let board = self.lines.last_key_value().map_or(1, |(last, _)| last + 1);
        self.lines.insert(board, Box::new(line));
        board
    }

    fn line(&self, board: u64) -> Option<&Line> {
        self.lines.get(&board).map(|line| &**line)
    }

    /// Which line was played when a board had so many moves: its own, or one that it comes from.
    fn played_on(&self, board: u64, number: u32) -> Option<u64> {
        let mut board = board;
        while number < self.line(board)?.start {
            board = self.origin(board)?.board_id;
        }
        Some(board)
    }

    /// Puts the moves of a board's latest record into the table.
    fn record_moves(&mut self, board: u64) -> Vec<Move> {
        let Some(line) = self.lines.get_mut(&board) else { return Vec::new() };
        let (seq, mut made) = (line.game.seq().unwrap_or(0), Vec::new());
        let mut link = Link { id: 0, prev_move_id: line.head(), first_board_id: board };
        for event in line.game.log().last().map_or(&[][..], |record| record.events) {
            link.id = Move::id_of(board, line.moves_done() + made.len() as u32 + 1);
            let Some(this) = Move::of(event, link) else { continue };
            made.push(Move { timestamp: line.since.world_time(this.timestamp), ..this });
            link.prev_move_id = Some(link.id);
        }
        for this in &made {
            self.next.extend(this.prev_move_id.map(|prev| (prev, this.id)));
            self.moves.insert(this.id, *this);
            line.push(this.id, seq);
        }
        made
    }
}
