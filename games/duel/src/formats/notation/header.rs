//! The tags: what a game starts from, and who played it. Each may be there once; what is left out is as in the standard game.

use super::words::{Words, Wrong, number};
use crate::{Border, Setup, TILES, Tile, Variant};
use alloc::{collections::BTreeMap, format, string::String, string::ToString, vec::Vec};
use referee::{Fault, Millis, Refused, Rejection};
use referee_host::{HostError, check_player};

/// Every tag, in the order in which they are written.
const TAGS: [&str; 13] = [
    "blue",
    "red",
    "opened",
    "start",
    "deck",
    "edges",
    "jokers",
    "joker_price",
    "move_time",
    "full_board_ends",
    "border",
    "seed",
    "dice",
];

/// What the tags say.
#[derive(Default)]
pub(super) struct Header {
    pub(super) setup: Setup,
    /// When the game was set up.
    pub(super) opened: Millis,
    /// The dice of the setup, where they were handed in.
    pub(super) dice: Vec<u32>,
    /// The names of Blue and Red.
    pub(super) players: [Option<String>; 2],
    /// The line of each tag.
    pub(super) lines: BTreeMap<&'static str, u64>,
}

impl Header {
    /// Reads a line of the header.
    pub(super) fn read(&mut self, words: &mut Words<'_>, line: u64) -> Result<(), Wrong> {
        let known = |text: &str| TAGS.into_iter().find(|tag| *tag == text);
        let tag = words.read(&format!("a move such as `1.`, or one of the tags {}", TAGS.join(", ")), known)?;
        if let Some(first) = self.lines.insert(tag, line) {
            return Err(words.wrong("each tag once", format!("`{tag}` again, after line {first}")));
        }
        let rules = &mut self.setup.rules;
        match tag {
            "blue" => self.players[0] = Some(words.text("a name in quotes")?),
            "red" => self.players[1] = Some(words.text("a name in quotes")?),
            "opened" => self.opened = words.number("a time in seconds")?,
            "start" => self.setup.start = Some(words.number("a time in seconds")?),
            "deck" => rules.deck = deck(words)?,
            "edges" => rules.edges = (words.number("how many cities a side")?, words.number("how many roads a side")?),
            "jokers" => rules.jokers = words.number("a number of jokers, 0 to 255")?,
            "joker_price" => rules.joker_price = words.number("a price, 0 to 65535")?,
            "move_time" => rules.move_time = words.number("a number of seconds")?,
            "full_board_ends" => rules.full_board_ends = words.read("true or false", |text| text.parse().ok())?,
            "border" => self.setup.border = Some(border(words)?),
            "seed" => self.setup.seed = words.text("a seed in quotes")?,
            _ => self.dice = dice(words)?,
        }
        words.finish()
    }

    /// What is wrong with the names of players, each with its line.
    pub(super) fn unfit_names(&self) -> impl Iterator<Item = HostError> {
        let line = |tag| self.lines.get(tag).copied().unwrap_or(1);
        let named = ["blue", "red"].into_iter().zip(&self.players).filter_map(|(tag, name)| Some((tag, name.as_deref()?)));
        let unfit = named.filter_map(move |(tag, name)| check_player(name).err().map(|error| error.at_line(line(tag))));
        unfit.chain(self.same_name().map(|error| error.at_line(line("blue").max(line("red")))))
    }

    /// Nobody plays against themselves.
    fn same_name(&self) -> Option<HostError> {
        let [Some(blue), Some(red)] = &self.players else { return None };
        (blue == red).then(|| HostError::no("SAME_PLAYER", format!("{blue:?} cannot sit in two seats, blue and red")))
    }

    /// The line to blame where a game does not begin.
    pub(super) fn line_of<J: Rejection>(&self, why: &Refused<J>) -> u64 {
        let tag = match why {
            Refused::Faulty(Fault::DiceEmpty { .. } | Fault::DiceLeft { .. } | Fault::DieOutOfRange { .. }) => "dice",
            why => match why.code() {
                "DeckTooLarge" => "deck",
                "TooManyEdges" => "edges",
                _ if self.lines.contains_key("start") => "start",
                _ => "opened",
            },
        };
        self.lines.get(tag).copied().unwrap_or(1)
    }
}

/// A tile by its name.
pub(super) const TILE: &str = "a tile such as CCRF";

fn deck(words: &mut Words<'_>) -> Result<[u8; TILES], Wrong> {
    let mut deck = [None; TILES];
    while !words.is_empty() {
        let tile = words.read(TILE, Tile::named)?;
        let count = &mut deck[usize::from(tile.id())];
        if count.is_some() {
            return Err(words.wrong("each tile once", format!("`{}` again", tile.name())));
        }
        *count = Some(words.number("how many of them, 0 to 255")?);
    }
    Ok(deck.map(Option::unwrap_or_default))
}

fn border(words: &mut Words<'_>) -> Result<Border, Wrong> {
    const SIDE: &str = "eight of the letters C, R and M for a side";
    let mut codes = Vec::new();
    for _ in 0..4 {
        let side = |text: &str| text.chars().map(|letter| "CRM".find(letter).map(|code| code as u8)).collect::<Option<Vec<u8>>>();
        codes.extend(words.read(SIDE, |text| side(text).filter(|side| side.len() == 8))?);
    }
    let codes = <[u8; 32]>::try_from(codes).ok().and_then(|codes| Border::try_from(codes).ok());
    codes.ok_or_else(|| words.wrong(SIDE, "something else"))
}

fn dice(words: &mut Words<'_>) -> Result<Vec<u32>, Wrong> {
    let mut dice = alloc::vec![words.number("a number that was drawn")?];
    while !words.is_empty() {
        dice.push(words.read("a number that was drawn", number)?);
    }
    Ok(dice)
}

/// Writes the tags of a setup that are not as in the standard game.
pub(super) fn write(header: &Header, out: &mut String) {
    let Header { setup, opened, dice, players, .. } = header;
    let (rules, standard) = (&setup.rules, Variant::default());
    let mut tag = |name: &str, is_needed: bool, value: String| {
        if is_needed {
            out.push_str(&format!("{name} {value}\n"));
        }
    };
    for (name, player) in ["blue", "red"].into_iter().zip(players) {
        tag(name, player.is_some(), quote(player.as_deref().unwrap_or("")));
    }
    tag("opened", *opened > 0, format!("{opened}"));
    tag("start", setup.start.is_some(), format!("{}", setup.start.unwrap_or(0)));
    tag("deck", rules.deck != standard.deck, told_deck(&rules.deck));
    tag("edges", rules.edges != standard.edges, format!("{} {}", rules.edges.0, rules.edges.1));
    tag("jokers", rules.jokers != standard.jokers, format!("{}", rules.jokers));
    tag("joker_price", rules.joker_price != standard.joker_price, format!("{}", rules.joker_price));
    tag("move_time", rules.move_time != standard.move_time, format!("{}", rules.move_time));
    tag("full_board_ends", rules.full_board_ends, "true".into());
    tag("border", setup.border.is_some(), setup.border.as_ref().map_or_else(String::new, told_border));
    tag("seed", !setup.seed.is_empty(), quote(&setup.seed));
    let dice: Vec<String> = dice.iter().map(|die| format!("{die}")).collect();
    tag("dice", !dice.is_empty(), dice.join(" "));
}

fn told_deck(deck: &[u8; TILES]) -> String {
    let tiles = Tile::all().zip(deck).filter(|&(_, &count)| count > 0);
    tiles.map(|(tile, count)| format!("{} {count}", tile.name())).collect::<Vec<_>>().join(" ")
}

pub(super) fn told_border(border: &Border) -> String {
    let letter = |code: u8| "CRM".as_bytes().get(usize::from(code)).map_or('M', |&letter| char::from(letter));
    let sides = border.codes();
    sides.chunks(8).map(|side| side.iter().map(|&code| letter(code)).collect::<String>()).collect::<Vec<_>>().join(" ")
}

/// A text in quotes. What JSON leaves as it is stands in the line as it is.
fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
