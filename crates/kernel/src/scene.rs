//! One picture model for the terminal and the browser: a board with tiles, tokens and marks, panels beside it, what is in hand and in the
//! tray, and cues for what moves. A game fills what it has; what is empty is not shown.

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
        Token { id, at, glyph, hue, name, gauge: None, sides: Vec::new(), facing: None, signs: Vec::new(), bears: Vec::new() }
    }
}

impl Mark {
    /// A place that is marked so.
    pub fn new(at: Spot, kind: MarkKind) -> Mark {
        Mark { at, kind, from: None }
    }
}

impl Line {
    /// Words in a colour.
    pub fn new(text: impl Into<String>, hue: Hue) -> Line {
        Line { text: text.into(), hue, spots: Vec::new() }
    }
}

impl<T: Into<String>> From<(T, Hue)> for Line {
    fn from((text, hue): (T, Hue)) -> Line {
        Line::new(text, hue)
    }
}

impl Entry {
    /// What counted, and how much.
    pub fn new(what: impl Into<String>, worth: impl Into<String>) -> Entry {
        Entry { what: what.into(), worth: worth.into() }
    }
}

impl Slot {
    /// Something that is ready.
    pub fn new(name: impl Into<String>) -> Slot {
        Slot { name: name.into(), ..Slot::default() }
    }
}

impl Aim {
    /// What is called so and points at these places.
    ///
    /// ```
    /// use referee::{Aim, Spot};
    /// let aim = Aim { verb: "take".into(), ..Aim::new("take 2 from heap 3", [Spot::new(5, 3)]) };
    /// assert_eq!((&*aim.label, aim.spots.len(), aim.plain), ("take 2 from heap 3", 1, false));
    /// ```
    pub fn new(label: impl Into<String>, spots: impl Into<Vec<Spot>>) -> Aim {
        Aim { label: label.into(), spots: spots.into(), ..Aim::default() }
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

/// How somebody is, as far as it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[non_exhaustive]
pub enum Sign {
    /// It does nothing for a while.
    Stunned,
    /// It sleeps.
    Asleep,
    /// It hides, or is hard to see.
    Hidden,
    /// It is armoured against the next blow.
    Armoured,
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
        /// What whoever is to act holds: the tile to be laid, the cards of a hand.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        pub hand: Vec<Face>,
        /// What whoever looks can do at some time or other. It keeps its place, and its key, while it cannot be done.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        pub tray: Vec<Slot>,
        /// Who acts when, whoever is next first.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        pub order: Vec<Next>,
        /// How it came to this end, once it is over: what counted, and how much. Screens add the score itself.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        pub account: Vec<Entry>,
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
        /// A tile that fits at its sides: what is at each, as it lies, clockwise from the top. Everything else has none.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        pub sides: Vec<Hue>,
        /// The place beside it that it looks at, where that counts.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "types", ts(optional))]
        pub facing: Option<Spot>,
        /// How it is, as far as it is seen.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        pub signs: Vec<Sign>,
        /// What it visibly carries, by name, where that changes.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        pub bears: Vec<String>,
    }

    /// What a thing looks like away from the board.
    #[derive(Default)]
    pub struct Face {
        /// One character for the terminal.
        pub glyph: char,
        /// Its colour.
        pub hue: Hue,
        /// What it is called.
        pub name: String,
        /// As of a [`Token`].
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        pub sides: Vec<Hue>,
    }

    /// Something one can do at some time or other: a skill, a spell, a kind of move.
    #[derive(Default)]
    pub struct Slot {
        /// What it is called: [`Aim::verb`] of the actions that belong to it.
        pub name: String,
        /// What it does, in a sentence.
        pub about: String,
        /// In how many turns it is ready; 0: it is.
        pub cooling: u32,
        /// What has made it better.
        pub better: Vec<String>,
    }

    /// Somebody whose turn comes.
    pub struct Next {
        /// The token.
        pub token: u32,
        /// What it is about to do, in a few words, as far as one knows.
        pub plan: String,
    }

    /// Something that counted.
    #[derive(Default)]
    pub struct Entry {
        /// What it was, in a few words: "floor 3 reached".
        pub what: String,
        /// What it was worth: "+3000".
        pub worth: String,
    }

    /// A mark on a place.
    pub struct Mark {
        /// Where it is.
        pub at: Spot,
        /// What it means.
        pub kind: MarkKind,
        /// Where it comes from: who announces a blow stands there.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "types", ts(optional))]
        pub from: Option<Spot>,
    }

    /// A titled list of lines beside the board.
    #[derive(Default)]
    pub struct Panel {
        /// Its title.
        pub title: String,
        /// Its lines.
        pub lines: Vec<Line>,
        /// The same as pictures, each with how many of it there are: a screen that has pictures shows them instead of the lines.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        pub faces: Vec<(Face, u32)>,
    }

    /// A line of a panel.
    pub struct Line {
        /// What it says.
        pub text: String,
        /// Its colour.
        pub hue: Hue,
        /// The places it speaks of: a screen may show them to whoever points at it.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        pub spots: Vec<Spot>,
    }

    /// What an action is called, and which places of the board it points at: choosing one of them offers the action.
    #[derive(Default)]
    pub struct Aim {
        /// A few words: "take 2 from heap 3".
        pub label: String,
        /// The places it points at, the most telling one last.
        pub spots: Vec<Spot>,
        /// The [`Slot`] of the tray it belongs to, or what it is grouped under where there is none of that name. Where it is empty, screens take
        /// the first word of the label.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "String::is_empty"))]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        pub verb: String,
        /// Whether it is meant by just choosing its place, where several things could be done there.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "core::ops::Not::not"))]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        pub plain: bool,
        /// What it brings, in a few words that the label need not have.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "String::is_empty"))]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        pub about: String,
        /// What is laid or played with it, as it will lie. Of actions with the same verb, places and face, one is offered.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "types", ts(optional))]
        pub face: Option<Face>,
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
