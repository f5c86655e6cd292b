//! One picture model for the terminal and the browser: a board with tiles, tokens and marks, panels beside it, and cues for what moves.

use crate::Millis;
use alloc::{string::String, vec::Vec};
#[cfg(feature = "types")]
use std::prelude::v1::*; // what the derive for TypeScript takes for granted

macro_rules! picture {
    ($($item:item)*) => { $(
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
        #[cfg_attr(feature = "types", derive(ts_rs::TS))]
        $item
    )* };
}

/// A place on a board: column and row of a square board, axial q and r of a hex board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Spot {
    /// Column, or q.
    pub x: i16,
    /// Row (0 is the top), or r.
    pub y: i16,
}

impl Spot {
    /// The place at a column and a row.
    pub const fn new(x: i16, y: i16) -> Spot {
        Spot { x, y }
    }
}

impl Token {
    /// A thing on a place.
    pub fn new(id: u32, at: Spot, glyph: char, hue: Hue, name: String) -> Token {
        Token { id, at, glyph, hue, name, gauge: None }
    }
}

impl Tile {
    /// A place.
    pub fn new(at: Spot, glyph: char, hue: Hue, name: String) -> Tile {
        Tile { at, glyph, hue, name }
    }
}

/// A colour by meaning; each screen has its own palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[allow(missing_docs)] // colours
pub enum Hue {
    #[default]
    Plain,
    Faint,
    Red,
    Orange,
    Yellow,
    Green,
    Cyan,
    Blue,
    Violet,
    Brown,
}

/// How the places of a board lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Shape {
    /// Columns and rows.
    #[default]
    Square,
    /// Flat-top hexes in axial coordinates.
    Hex,
    /// A map of many squares, one character each. It is larger than a screen: what is around the place marked [`MarkKind::Here`] is
    /// shown. The first panel of its scene is what was said; it stands below the map.
    Map,
}

/// What a mark on a place means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum MarkKind {
    /// Here it just happened.
    Latest,
    /// Something bad is announced here.
    Danger,
    /// Worth going to.
    Goal,
    /// Plain emphasis.
    Note,
    /// Where whoever looks at the board stands.
    Here,
}

picture! {
    /// The whole picture.
    #[derive(Default)]
    pub struct Scene {
        /// What this is a picture of, in a few words.
        pub title: String,
        /// Whose turn it is, or how it ended, in one sentence.
        pub status: String,
        /// Until when whoever is waited for is in time, on the game's own clock, where it has one.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "types", ts(optional, type = "number"))]
        pub until: Option<Millis>,
        /// The board, for games that have one.
        pub board: Option<Board>,
        /// Lists beside the board.
        pub panels: Vec<Panel>,
    }

    /// A board: its places, what stands on them, what is marked.
    #[derive(Default)]
    pub struct Board {
        /// How the places lie.
        pub shape: Shape,
        /// The places.
        pub tiles: Vec<Tile>,
        /// What stands on them; a later token lies on top.
        pub tokens: Vec<Token>,
        /// What is marked.
        pub marks: Vec<Mark>,
    }

    /// A place.
    pub struct Tile {
        /// Where it is.
        pub at: Spot,
        /// One character for the terminal.
        pub glyph: char,
        /// Its colour.
        pub hue: Hue,
        /// What it is called.
        pub name: String,
    }

    /// A thing on a place.
    pub struct Token {
        /// The same thing keeps its id from scene to scene, so that it can move.
        pub id: u32,
        /// Where it stands.
        pub at: Spot,
        /// One character for the terminal.
        pub glyph: char,
        /// Its colour.
        pub hue: Hue,
        /// What it is called.
        pub name: String,
        /// How full it is (life, charge), of how much.
        pub gauge: Option<(u32, u32)>,
    }

    /// A mark on a place.
    pub struct Mark {
        /// Where it is.
        pub at: Spot,
        /// What it means.
        pub kind: MarkKind,
    }

    /// A titled list of lines beside the board.
    #[derive(Default)]
    pub struct Panel {
        /// Its title.
        pub title: String,
        /// Its lines.
        pub lines: Vec<(String, Hue)>,
    }

    /// What an action is called, and which places of the board it points at: choosing one of them offers the action.
    #[derive(Default)]
    pub struct Aim {
        /// A few words: "take 2 from heap 3".
        pub label: String,
        /// The places it points at, the most telling one last.
        pub spots: Vec<Spot>,
    }

    /// Something that moves on the screen because something happened.
    pub enum Cue {
        /// A token goes from place to place.
        Move {
            /// The token.
            token: u32,
            /// Where it was.
            from: Spot,
            /// Where it is now.
            to: Spot,
        },
        /// A token is hit.
        Shake {
            /// The token.
            token: u32,
        },
        /// A place lights up.
        Flash {
            /// The place.
            at: Spot,
            /// In this colour.
            hue: Hue,
        },
        /// A few words rise from a place.
        Float {
            /// The place.
            at: Spot,
            /// The words.
            text: String,
            /// In this colour.
            hue: Hue,
        },
        /// A token disappears.
        Fade {
            /// The token.
            token: u32,
        },
        /// It is a token's turn: what flies from now on flies from its place.
        Turn {
            /// The token.
            token: u32,
            /// Where it stands.
            at: Spot,
        },
        /// Something flies to a place, from whose turn it is.
        Trail {
            /// The place.
            to: Spot,
            /// In this colour.
            hue: Hue,
        },
        /// A token sinks into the ground and is gone.
        Sink {
            /// The token.
            token: u32,
        },
        /// Stars go round a token: it is stunned.
        Stars {
            /// The token.
            token: u32,
        },
        /// Everything stands still for a moment: that was a heavy blow.
        Freeze {
            /// How long, in thousandths of a second.
            millis: u16,
        },
    }
}
