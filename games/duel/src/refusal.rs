//! Why nothing happened.

use crate::DECK_MAX;
use crate::bout::CLOCK_MAX;
use referee::refusals;

refusals! {
    /// Why nothing happened. The codes of what a seat may not do are the names of the game's own error events.
    pub enum Refusal {
        PlayerNotInGame => "PlayerNotInGame": "only blue and red play here, once both are there",
        GameIsAlreadyFinished => "GameIsAlreadyFinished": "the game is over",
        ClockRanBackwards { at: u64, clock: u64 } => "ClockRanBackwards": "it is {clock} already, and cannot be {at}",
        NotYourTurn => "NotYourTurn": "it is the other side's turn, or your time is over",
        NotEnoughJokers => "NotEnoughJokers": "no joker is left",
        NoTilesInDeck => "NoTilesInDeck": "no tile is left to place",
        InvalidMove { tile: u8, rotation: u8, col: u8, row: u8, is_joker: bool } => "InvalidMove":
            "tile {tile} turned {rotation} times does not fit at column {col}, row {row}",
        CantFinishGame => "CantFinishGame": "the other side still has time to move",

        DeckTooLarge { tiles: usize } => "DeckTooLarge": "{DECK_MAX} tiles are the most, not {tiles}",
        TooManyEdges { cities: u8, roads: u8 } => "TooManyEdges": "eight places a side have no room for {cities} cities and {roads} roads",
        StartTooLate { start: u64 } => "StartTooLate": "/start is {start}, and no clock goes further than {CLOCK_MAX}",
        ClockTooFar { at: u64 } => "ClockTooFar": "{at} is further than any clock goes",

        TilesMiscounted => "TilesMiscounted": "deck, top tile and board must have all tiles of the rules, and no others",
        JokersMiscounted => "JokersMiscounted": "nobody has more jokers than were handed out",
        MovesMiscounted => "MovesMiscounted": "every tile on the board is a move",
        LastTileMissing => "LastTileMissing": "the last tile that was laid must be on the board",
        ScoresWrong => "ScoresWrong": "scores must be what the board says",
        StructuresWrong => "StructuresWrong": "cities and roads must be what a walk along them finds",
    }
}
