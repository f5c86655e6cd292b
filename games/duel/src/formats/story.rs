//! A log as the story of its boards: the first, and one for each branch, with the numbers they have in a lobby, their players and the
//! world's time. Read into a family, which makes the chain of moves.

use crate::{Bout, Duel, Event, Family, Move, Side, Snapshot};
use alloc::{format, string::String, vec::Vec};
use referee::{Record, ReplayError, Seat};
use referee_host::{Branch, HostError, Players, Source};

/// What happened next in a log.
pub(super) enum Told<'a> {
    /// The first board was made.
    Opened { board_id: u64, players: &'a [String; 2], bout: &'a Bout },
    /// A board goes on from a moment of another.
    Restored { board_id: u64, players: &'a [String; 2], snapshot: Snapshot, bout: &'a Bout, last_move_id: Option<u64> },
    /// Somebody acted.
    Acted {
        board_id: u64,
        players: &'a [String; 2],
        before: &'a Bout,
        events: &'a [Event],
        moves: &'a [Move],
        last_move_id: Option<u64>,
    },
    /// The board was closed, whatever its rules say.
    Closed { board_id: u64, players: &'a [String; 2], bout: &'a Bout, last_move_id: Option<u64> },
}

/// Reads a log up to its record, telling what happens; gives the family and the board that the log ends with.
pub(super) fn read(source: &Source<'_, Duel>, mut tell: impl FnMut(Told<'_>)) -> Result<(Family, u64), HostError> {
    let mut story = Story::new(source)?;
    story.open(&mut tell)?;
    story.branches(0, &mut tell)?;
    for record in source.game.log().records(1).take_while(|record| record.seq <= source.to) {
        story.follow(record, &mut tell)?;
        story.branches(record.seq, &mut tell)?;
    }
    story.close(&mut tell);
    Ok((story.family, story.board))
}

/// The last move that a log tells of.
pub(crate) fn last_move_id(source: &Source<'_, Duel>) -> Option<u64> {
    let (family, board) = read(source, |_| ()).ok()?;
    family.last_move_id(board)
}

struct Story<'a> {
    source: &'a Source<'a, Duel>,
    family: Family,
    /// The numbers of all boards, in the order in which they begin.
    numbers: Vec<u64>,
    /// The board that is being played.
    board: u64,
    players: [String; 2],
    snapshots: u64,
}

impl<'a> Story<'a> {
    fn new(source: &'a Source<'a, Duel>) -> Result<Story<'a>, HostError> {
        let numbers = numbers(source.name, source.branches);
        let board = numbers.first().copied().unwrap_or(1);
        let players = names(source.founders);
        Ok(Story { source, family: Family::new(), numbers, board, players, snapshots: 0 })
    }

    fn open(&mut self, tell: &mut impl FnMut(Told<'_>)) -> Result<(), HostError> {
        let first = self.source.game.log().record(0).ok_or_else(|| HostError::no("NO_BEGINNING", "the log has no setup"))?;
        self.family.found(self.board, first).map_err(|error| unfounded(&error))?;
        let Some(game) = self.family.game(self.board) else { return Ok(()) };
        tell(Told::Opened { board_id: self.board, players: &self.players, bout: game.state() });
        Ok(())
    }

    fn close(&self, tell: &mut impl FnMut(Told<'_>)) {
        let Some(game) = self.family.game(self.board).filter(|_| self.source.closed.is_some()) else { return };
        let last_move_id = self.family.last_move_id(self.board);
        tell(Told::Closed { board_id: self.board, players: &self.players, bout: game.state(), last_move_id });
    }

    fn follow(&mut self, record: Record<'_, Duel>, tell: &mut impl FnMut(Told<'_>)) -> Result<(), HostError> {
        let Some(before) = self.family.game(self.board).map(|game| game.state().clone()) else { return Ok(()) };
        let root = self.family.last_move_id(self.board);
        let moves = self.family.follow(self.board, record).map_err(|error| unfounded(&error))?;
        let last_move_id = moves.last().map_or(root, |last| Some(last.id));
        let (board_id, players, events) = (self.board, &self.players, record.events);
        tell(Told::Acted { board_id, players, before: &before, events, moves: &moves, last_move_id });
        Ok(())
    }

    /// The boards that begin after a record.
    fn branches(&mut self, after: u64, tell: &mut impl FnMut(Told<'_>)) -> Result<(), HostError> {
        let source = self.source;
        source.branches.iter().filter(|branch| branch.after == after).try_for_each(|branch| self.branch(branch, tell))
    }

    fn branch(&mut self, branch: &Branch, tell: &mut impl FnMut(Told<'_>)) -> Result<(), HostError> {
        let parent = self.board;
        self.snapshots += 1;
        self.board = self.numbers.get(self.snapshots as usize).copied().unwrap_or(parent);
        if !branch.players.is_empty() {
            self.players = names(&branch.players);
        }
        let (board_id, players) = (self.board, &self.players);
        let last_move_id = self.family.last_move_id(parent);
        let seed = Some(&*branch.seed).filter(|seed| !seed.is_empty());
        let bout = self.family.take_up(board_id, parent, seed, branch.since);
        let bout = bout.ok_or_else(|| HostError::no("NO_BRANCH", format!("{:?} does not go on from there", branch.name)))?;
        let old = number(&branch.of).unwrap_or(parent);
        let snapshot = Snapshot { snapshot_id: self.snapshots, board_id: old, move_number: bout.moves_done };
        tell(Told::Restored { board_id, players, snapshot, bout, last_move_id });
        Ok(())
    }
}

/// The numbers of a game's boards: the first, and one for each branch. A board has the number of its name in a lobby; without one, or where
/// an earlier board has it, the next that is free.
pub(crate) fn numbers(first: &str, branches: &[Branch]) -> Vec<u64> {
    let mut numbers: Vec<u64> = Vec::new();
    for name in core::iter::once(first).chain(branches.iter().map(|branch| &*branch.name)) {
        let next = numbers.iter().max().map_or(1, |largest| largest + 1);
        numbers.push(number(name).filter(|number| !numbers.contains(number)).unwrap_or(next));
    }
    numbers
}

/// The number of a board by its name in a lobby, which counts in 32 bits.
fn number(name: &str) -> Option<u64> {
    name.strip_prefix("board-")?.parse::<u32>().ok().filter(|number| *number > 0).map(u64::from)
}

/// Blue's and Red's names; a side without one is called by its seat.
pub(crate) fn names(players: &Players) -> [String; 2] {
    Side::BOTH.map(|side| players.name(Seat(side as u8)).unwrap_or(side.name()).into())
}

fn unfounded(error: &ReplayError) -> HostError {
    HostError::no("NO_BEGINNING", format!("{error}"))
}
