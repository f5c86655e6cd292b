//! Tells what happened on a board in the words of the move model. A projection: the game knows nothing of it.

use crate::line::is_of_the_end;
use crate::notice::{CellCode, GameState, Notice, Player};
use crate::{Bout, Cell, Duel, Event, Kind, Move, Refusal, Side, Snapshot, TILES, Tile};
use alloc::{string::String, vec::Vec};
use referee::Rules;

/// What an empty cell holds.
const EMPTY: CellCode = (TILES as u8, 0, 0);

/// Tells of one board, with the names of its players, Blue's first.
#[derive(Clone, Copy, Debug)]
pub struct Herald<'a> {
    /// The board.
    pub board_id: u64,
    /// Blue's and Red's names.
    pub players: &'a [String; 2],
}

impl Herald<'_> {
    /// A board was made.
    pub fn created(&self, bout: &Bout) -> Notice {
        let [player1, player2] = self.seated(bout);
        Notice::BoardCreated {
            board_id: self.board_id,
            initial_edge_state: bout.board.border().codes().into(),
            top_tile: bout.top.map(Tile::id),
            state: cells(bout),
            player1,
            player2,
            blue_score: bout.scores[0].into(),
            red_score: bout.scores[1].into(),
            last_move_id: None,
            game_state: GameState::of(bout),
        }
    }

    /// A board was made from a snapshot; `last_move_id` is the last move it has in common with its parent.
    pub fn restored(&self, snapshot: Snapshot, bout: &Bout, last_move_id: Option<u64>) -> Notice {
        let [player1, player2] = self.seated(bout);
        Notice::BoardCreatedFromSnapshot {
            board_id: self.board_id,
            old_board_id: snapshot.board_id,
            move_number: snapshot.move_number,
            initial_edge_state: bout.board.border().codes().into(),
            available_tiles_in_deck: pile(bout),
            top_tile: bout.top.map(Tile::id),
            state: cells(bout),
            player1,
            player2,
            blue_score: bout.scores[0].into(),
            red_score: bout.scores[1].into(),
            last_move_id,
            moves_done: bout.moves_done,
            game_state: GameState::of(bout),
        }
    }

    /// What an action brought, in order: the move, what it closed, the board, and then the end of the game. `before` is the board before it, `moves`
    /// are the moves it made, `last_move_id` the last of the chain.
    pub fn acted(&self, before: &Bout, events: &[Event], moves: &[Move], last_move_id: Option<u64>) -> Vec<Notice> {
        let mut bout = before.clone();
        let (mut told, mut end, mut moves) = (Vec::new(), Vec::new(), moves.iter());
        for event in events {
            let part = if is_of_the_end(&bout, event) { &mut end } else { &mut told };
            let of = if event.is_move() { moves.next() } else { None };
            part.extend(of.and_then(|of| self.moved(event, of)).or_else(|| self.contested(event)));
            Duel.evolve(&mut bout, event);
        }
        told.push(self.updated(&bout, last_move_id));
        if bout.outcome.is_some() {
            end.extend(self.players.iter().map(|name| self.finished(name)));
        }
        told.extend(end);
        told
    }

    /// A board was closed before its end: it is over, and nothing is scored.
    pub fn closed(&self, bout: &Bout, last_move_id: Option<u64>) -> Notice {
        self.stands(bout, last_move_id, GameState::Finished)
    }

    /// Why nothing happened on a board whose last move is `last_move_id`. The model has no word for what only we refuse (a clock that runs
    /// backwards, an empty deck, a setup); what concerns snapshots is told by whoever keeps them.
    pub fn refused(&self, side: Side, why: &Refusal, last_move_id: Option<u64>) -> Option<Notice> {
        let (player_id, board_id) = (self.name(side), self.board_id);
        Some(match *why {
            Refusal::InvalidMove { tile, rotation, col, row, is_joker } => Notice::InvalidMove {
                player: player_id,
                prev_move_id: last_move_id,
                tile: Some(tile),
                rotation,
                col,
                row,
                is_joker,
                board_id,
            },
            Refusal::NotYourTurn => Notice::NotYourTurn { player_id, board_id },
            Refusal::NotEnoughJokers => Notice::NotEnoughJokers { player_id, board_id },
            Refusal::PlayerNotInGame => Notice::PlayerNotInGame { player_id, board_id },
            Refusal::GameIsAlreadyFinished => Notice::GameIsAlreadyFinished { player_id, board_id },
            Refusal::CantFinishGame => Notice::CantFinishGame { player_id, board_id },
            _ => return None,
        })
    }

    fn moved(&self, event: &Event, of: &Move) -> Option<Notice> {
        let Move { id: move_id, player_side, prev_move_id, tile, rotation, col, row, is_joker, timestamp, .. } = *of;
        let (player, board_id) = (self.name(player_side), self.board_id);
        match event {
            Event::Skipped { timed_out: true, .. } => None,
            Event::Skipped { .. } => Some(Notice::Skipped { move_id, player, prev_move_id, board_id, timestamp }),
            _ => Some(Notice::Moved { move_id, player, prev_move_id, tile, rotation, col, row, is_joker, board_id, timestamp }),
        }
    }

    fn contested(&self, event: &Event) -> Option<Notice> {
        let board_id = self.board_id;
        match *event {
            Event::ContestWon { kind: Kind::City, node: root, blue: blue_points, red: red_points, winner, .. } => {
                Some(Notice::CityContestWon { board_id, root, winner, red_points, blue_points })
            }
            Event::ContestWon { kind: Kind::Road, node: root, blue: blue_points, red: red_points, winner, .. } => {
                Some(Notice::RoadContestWon { board_id, root, winner, red_points, blue_points })
            }
            Event::ContestDrawn { kind: Kind::City, node: root, blue: blue_points, red: red_points } => {
                Some(Notice::CityContestDraw { board_id, root, red_points, blue_points })
            }
            Event::ContestDrawn { kind: Kind::Road, node: root, blue: blue_points, red: red_points } => {
                Some(Notice::RoadContestDraw { board_id, root, red_points, blue_points })
            }
            _ => None,
        }
    }

    fn updated(&self, bout: &Bout, last_move_id: Option<u64>) -> Notice {
        self.stands(bout, last_move_id, GameState::of(bout))
    }

    fn stands(&self, bout: &Bout, last_move_id: Option<u64>, game_state: GameState) -> Notice {
        let [player1, player2] = self.seated(bout);
        Notice::BoardUpdated {
            board_id: self.board_id,
            available_tiles_in_deck: pile(bout),
            top_tile: bout.top.map(Tile::id),
            state: cells(bout),
            player1,
            player2,
            blue_score: bout.scores[0].into(),
            red_score: bout.scores[1].into(),
            last_move_id,
            moves_done: bout.moves_done,
            game_state,
        }
    }

    fn finished(&self, name: &str) -> Notice {
        Notice::GameFinished { host_player: name.into(), board_id: self.board_id }
    }

    fn seated(&self, bout: &Bout) -> [Player; 2] {
        Side::BOTH.map(|side| (self.name(side), side, bout.jokers[side as usize]))
    }

    fn name(&self, side: Side) -> String {
        self.players[side as usize].clone()
    }
}

impl GameState {
    fn of(bout: &Bout) -> GameState {
        if bout.outcome.is_some() { GameState::Finished } else { GameState::InProgress }
    }
}

fn pile(bout: &Bout) -> Vec<u8> {
    bout.deck.tiles().iter().map(|tile| tile.id()).collect()
}

/// All 64 cells by position.
fn cells(bout: &Bout) -> Vec<CellCode> {
    let code = |cell| bout.board.piece(cell).map_or(EMPTY, |piece| (piece.tile.id(), piece.rotation, piece.side as u8));
    Cell::all().map(code).collect()
}
