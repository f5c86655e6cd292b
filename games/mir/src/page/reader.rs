//! Reads a GameState document in one pass: what the rules need becomes a state, where the document may change becomes a hole, and the old
//! lines of the log are looked at once and never kept. It reads canonical JSON only and gives up at the first thing that is not, or that the
//! schema refuses: whoever called it then takes the slow road, which has words for it.

use super::Sheet;
use super::holes::{End, EntityHoles, Holes, Span};
use crate::date_time::is_date_time;
use crate::json::check::Check;
use crate::json::text::plain_end;
use crate::json::{self, number, read_text, utf16_cmp};
use crate::map::{Chart, SIZE_MAX, Tile};
use crate::state::*;
use crate::{Log, Rng, Seed, Whole};
use alloc::{collections::BTreeSet, sync::Arc, vec::Vec};
use core::cmp::Ordering;

/// How deep a payload may be: it lies in a line, in a list, in the log, in the document.
const DEPTH_MAX: usize = json::DEPTH_MAX - 4;

/// Whole numbers up to this many digits are read here; a double keeps them exactly.
const DIGITS_MAX: usize = 15;

/// A document that was read.
pub(super) struct Reading {
    pub(super) sheet: Sheet,
    /// Where it ends in the text it was read from.
    pub(super) end: usize,
}

/// How much of the schema is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    /// All of it.
    Schema,
    /// Only what is needed to look for violated invariants.
    Types,
}

/// Reads the document that begins a text; `None` for any other text.
pub(super) fn read(text: &str, ask: Ask) -> Option<Reading> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0, ask, check: Check::new(text), is_plain: true };
    let (state, holes) = reader.game_state()?;
    Some(Reading { sheet: Sheet { holes, state }, end: reader.at })
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    ask: Ask,
    check: Check<'a>,
    /// Whether the latest string had no escapes.
    is_plain: bool,
}

/// Which keys of an object have been read: no key twice, and in the end all that are required.
struct Keys(u32);

impl Keys {
    fn once(&mut self, bit: u32) -> Option<()> {
        let fresh = self.0 & 1 << bit == 0;
        self.0 |= 1 << bit;
        fresh.then_some(())
    }

    fn are(&self, required: u32) -> Option<()> {
        (self.0 & required == required).then_some(())
    }
}

/// Reads an object with known keys: `fields!(reader, required = 2, "key" => expression, ..)`. The first `required` keys must be there. One
/// round through the keys reads an object in the usual order; other orders take more rounds.
macro_rules! fields {
    ($reader:ident, required = $required:literal, $($key:literal => $read:expr,)+) => {{
        let mut keys = Keys(0);
        $reader.open(b'{')?;
        if !$reader.take(b'}') {
            'object: loop {
                let before = $reader.at;
                let mut bit = 0u32;
                $(
                    if $reader.literal(concat!("\"", $key, "\":").as_bytes()) {
                        keys.once(bit)?;
                        $read;
                        if !$reader.more(b'}')? {
                            break 'object;
                        }
                    }
                    bit += 1;
                )+
                let _ = bit;
                if $reader.at == before {
                    return None;
                }
            }
        }
        keys.are((1u32 << $required) - 1)?;
    }};
}

impl<'a> Reader<'a> {
    fn game_state(&mut self) -> Option<(GameState, Holes)> {
        let (mut state, mut holes) = (GameState::default(), Holes::default());
        let mut lines = Lines::default();
        fields!(self, required = 10,
            "schemaVersion" => state.schema_version = self.version()?,
            "campaignId" => state.campaign_id = self.name()?,
            "sessionId" => state.session_id = self.name()?,
            "timestamp" => state.timestamp = self.date_time()?.into(),
            "rng" => state.rng = self.rng(&mut holes)?,
            "map" => state.map = Arc::new(self.map()?.into()),
            "entities" => state.entities = self.entities(&mut holes)?,
            "combat" => state.combat = self.combat(&mut holes)?,
            "log" => fields!(self, required = 1, "events" => holes.log = self.lines(&mut lines)?,),
            "ui" => state.ui = self.ui()?,
        );
        state.log = lines.log(&state.timestamp);
        Some((state, holes))
    }

    fn rng(&mut self, holes: &mut Holes) -> Option<Rng> {
        let mut rng = Rng::default();
        fields!(self, required = 3,
            "mode" => (rng.mode, holes.source) = self.spanned(|reader| reader.word(Source::from_word))?,
            "seed" => (rng.seed, holes.seed) = self.spanned(Reader::seed)?,
            "lastRolls" => holes.rolls = self.list(|reader, index| {
                rng.rolls += 1;
                if !reader.roll()? {
                    rng.not_numbers.push(index);
                }
                Some(())
            })?,
        );
        Some(rng)
    }

    /// Whether a roll has a number for a result.
    fn roll(&mut self) -> Option<bool> {
        let mut is_number = true;
        fields!(self, required = 4,
            "id" => self.filled()?,
            "timestamp" => { self.date_time()?; },
            "formula" => self.filled()?,
            "resultTotal" => is_number = match self.bytes.get(self.at)? {
                b'-' | b'0'..=b'9' => self.any_whole().map(|_| true)?,
                _ if self.ask == Ask::Types => { self.skip()?; false }
                _ => return None,
            },
            "breakdown" => { self.string()?; },
            "source" => { self.string()?; },
        );
        Some(is_number)
    }

    fn map(&mut self) -> Option<Chart> {
        let mut chart = Chart::default();
        fields!(self, required = 5,
            "id" => chart.id = self.name()?,
            "name" => chart.name = self.name()?,
            "grid" => fields!(self, required = 3,
                "type" => self.word(|word| (word == "square").then_some(()))?,
                "size" => fields!(self, required = 2,
                    "width" => chart.width = self.side()?,
                    "height" => chart.height = self.side()?,
                ),
                "cellSize" => chart.cell_size = self.whole(1)?,
            ),
            "terrain" => { self.list(|reader, _| { chart.terrain.push(reader.tile()?); Some(()) })?; },
            "fogOfWarEnabled" => chart.fog_of_war_enabled = self.flag()?,
        );
        Some(chart)
    }

    fn tile(&mut self) -> Option<Tile> {
        let mut tile =
            Tile { x: Whole::ZERO, y: Whole::ZERO, name: Text::default(), blocks_movement: false, blocks_vision: false };
        fields!(self, required = 4,
            "x" => tile.x = self.whole(0)?,
            "y" => tile.y = self.whole(0)?,
            "type" => tile.name = self.name()?,
            "blocksMovement" => tile.blocks_movement = self.flag()?,
            "blocksVision" => tile.blocks_vision = self.flag()?,
        );
        Some(tile)
    }

    fn entities(&mut self, holes: &mut Holes) -> Option<Entities> {
        let mut entities = Lists::default();
        let (mut players, mut npcs, mut objects) = (Vec::new(), Vec::new(), Vec::new());
        fields!(self, required = 3,
            "players" => entities.players = self.entity_list(&mut players)?,
            "npcs" => entities.npcs = self.entity_list(&mut npcs)?,
            "objects" => entities.objects = self.entity_list(&mut objects)?,
        );
        players.append(&mut npcs);
        players.append(&mut objects);
        holes.entities = players;
        Some(entities.into())
    }

    fn entity_list(&mut self, holes: &mut Vec<EntityHoles>) -> Option<Vec<Arc<Entity>>> {
        let mut list = Vec::new();
        self.list(|reader, _| {
            let (entity, its_holes) = reader.entity()?;
            list.push(Arc::new(entity));
            holes.push(its_holes);
            Some(())
        })?;
        Some(list)
    }

    fn entity(&mut self) -> Option<(Entity, EntityHoles)> {
        let mut entity = Entity {
            id: Text::default(),
            kind: Kind::default(),
            name: Text::default(),
            position: Position::default(),
            size: Size::default(),
            stats: Stats::default(),
            conditions: Vec::new(),
            inventory: Arc::default(),
            token: Token::default(),
            controller: Controller::default(),
        };
        let mut holes = EntityHoles::default();
        fields!(self, required = 10,
            "id" => entity.id = self.name()?,
            "kind" => entity.kind = self.word(Kind::from_word)?,
            "name" => entity.name = self.name()?,
            "position" => fields!(self, required = 2,
                "x" => (entity.position.x, holes.x) = self.whole_at(0)?,
                "y" => (entity.position.y, holes.y) = self.whole_at(0)?,
                "facing" => if !self.null() {
                    entity.position.facing = Some(self.word(Facing::from_word)?);
                },
            ),
            "size" => entity.size = self.word(Size::from_word)?,
            "stats" => fields!(self, required = 4,
                "hpCurrent" => (entity.stats.hp_current, holes.hp) = self.whole_at(0)?,
                "hpMax" => entity.stats.hp_max = self.whole(1)?,
                "ac" => entity.stats.ac = self.whole(0)?,
                "movementSpeed" => entity.stats.movement_speed = self.whole(0)?,
            ),
            "conditions" => holes.conditions = self.list(|reader, _| { entity.conditions.push(reader.condition()?); Some(()) })?,
            "inventory" => {
                let mut items = Vec::new();
                self.list(|reader, _| { items.push(reader.item()?); Some(()) })?;
                entity.inventory = items.into();
            },
            "token" => fields!(self, required = 2,
                "style" => entity.token.style = self.word(Style::from_word)?,
                "spriteKey" => entity.token.sprite_key = self.id_or_null()?,
            ),
            "controller" => fields!(self, required = 2,
                "type" => entity.controller.mover = self.word(Mover::from_word)?,
                "playerId" => entity.controller.player_id = self.id_or_null()?,
            ),
        );
        Some((entity, holes))
    }

    /// A condition. Where only types are asked for, one that is no text reads as an empty one, which is what is wrong with it.
    fn condition(&mut self) -> Option<Text> {
        match self.ask {
            Ask::Schema => self.name(),
            Ask::Types if self.bytes.get(self.at) == Some(&b'"') => self.owned_text(),
            Ask::Types => self.skip().map(|()| Text::default()),
        }
    }

    fn item(&mut self) -> Option<Item> {
        let mut item = Item { id: Text::default(), name: Text::default(), qty: Whole::ONE, tags: Vec::new() };
        fields!(self, required = 4,
            "id" => item.id = self.name()?,
            "name" => item.name = self.name()?,
            "qty" => item.qty = self.whole(1)?,
            "tags" => { self.list(|reader, _| { item.tags.push(reader.name()?); Some(()) })?; },
        );
        Some(item)
    }

    fn combat(&mut self, holes: &mut Holes) -> Option<Combat> {
        let mut combat = Combat::default();
        fields!(self, required = 4,
            "mode" => (combat.mode, holes.mode) = self.spanned(|reader| reader.word(Mode::from_word))?,
            "round" => (combat.round, holes.round) = self.whole_at(0)?,
            "activeEntityId" => (combat.active_entity_id, holes.active) = self.spanned(Reader::id_or_null)?,
            "initiativeOrder" => (combat.initiative_order, holes.order) = self.spanned(Reader::names)?,
        );
        Some(combat)
    }

    fn ui(&mut self) -> Option<Ui> {
        let mut ui = Ui::default();
        fields!(self, required = 2,
            "selectedEntityId" => ui.selected_entity_id = self.id_or_null()?,
            "hoveredCell" => if !self.null() {
                let (mut x, mut y) = (Whole::ZERO, Whole::ZERO);
                fields!(self, required = 2, "x" => x = self.whole(0)?, "y" => y = self.whole(0)?,);
                ui.hovered_cell = Some((x, y));
            },
        );
        Some(ui)
    }

    fn lines(&mut self, lines: &mut Lines<'a>) -> Option<End> {
        self.list(|reader, _| reader.line(lines))
    }

    /// A line of the old log: its id and its time are looked at, the rest is only read over.
    fn line(&mut self, lines: &mut Lines<'a>) -> Option<()> {
        let (mut id, mut timestamp) = ("", "");
        fields!(self, required = 4,
            "id" => {
                id = self.filled_raw()?;
                if !self.is_plain {
                    read_text(id)?; // half a surrogate pair is no text
                }
            },
            "timestamp" => timestamp = self.line_time(lines.latest)?,
            "type" => self.filled()?,
            "payload" => {
                if self.bytes.get(self.at) != Some(&b'{') {
                    return None;
                }
                self.skip()?;
            },
        );
        lines.add(id, timestamp)
    }

    /// When a line was written: nearly always when the line before was.
    fn line_time(&mut self, latest: Option<&'a str>) -> Option<&'a str> {
        if let Some(latest) = latest {
            let end = self.at + 1 + latest.len();
            let same = self.bytes.get(self.at) == Some(&b'"') && self.bytes.get(self.at + 1..end) == Some(latest.as_bytes());
            if same && self.bytes.get(end) == Some(&b'"') {
                self.at = end + 1;
                return Some(latest);
            }
        }
        let timestamp = self.string()?;
        (self.ask == Ask::Types || is_date_time(&read_text(timestamp)?)).then_some(timestamp)
    }

    // ---- values

    fn version(&mut self) -> Option<Text> {
        let text = self.owned_text()?;
        let parts: Vec<&str> = text.split('.').collect();
        let digits = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        (self.ask == Ask::Types || parts.len() == 3 && parts.iter().all(digits)).then_some(text)
    }

    fn date_time(&mut self) -> Option<alloc::borrow::Cow<'a, str>> {
        let text = read_text(self.string()?)?;
        (self.ask == Ask::Types || is_date_time(&text)).then_some(text)
    }

    /// A text of at least one character.
    fn name(&mut self) -> Option<Text> {
        self.owned_text().filter(|text| !text.is_empty() || self.ask == Ask::Types)
    }

    fn owned_text(&mut self) -> Option<Text> {
        let raw = self.string()?;
        Some(if self.is_plain { raw.into() } else { read_text(raw)?.into() })
    }

    fn id_or_null(&mut self) -> Option<Option<Text>> {
        if self.null() { Some(None) } else { self.owned_text().map(Some) }
    }

    fn seed(&mut self) -> Option<Seed> {
        if self.null() { Some(Seed::None) } else { Some(Seed::of(&read_text(self.string()?)?)) }
    }

    fn names(&mut self) -> Option<Arc<[Text]>> {
        let mut names = Vec::new();
        self.list(|reader, _| {
            names.push(reader.name()?);
            Some(())
        })?;
        Some(names.into())
    }

    fn filled(&mut self) -> Option<()> {
        self.filled_raw().map(|_| ())
    }

    fn filled_raw(&mut self) -> Option<&'a str> {
        self.string().filter(|text| !text.is_empty() || self.ask == Ask::Types)
    }

    /// One of the words a field may have.
    fn word<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        read(self.string()?)
    }

    /// A value and where it stands.
    fn spanned<T>(&mut self, read: impl FnOnce(&mut Reader<'a>) -> Option<T>) -> Option<(T, Span)> {
        let from = self.at;
        Some((read(self)?, Span { from, to: self.at }))
    }

    fn flag(&mut self) -> Option<bool> {
        if self.literal(b"true") { Some(true) } else { self.literal(b"false").then_some(false) }
    }

    fn null(&mut self) -> bool {
        self.literal(b"null")
    }

    /// The width or height of the grid.
    fn side(&mut self) -> Option<Whole> {
        self.whole(1).filter(|side| *side <= SIZE_MAX.into() || self.ask == Ask::Types)
    }

    fn whole(&mut self, least: i64) -> Option<Whole> {
        self.any_whole().filter(|number| *number >= least.into() || self.ask == Ask::Types)
    }

    fn whole_at(&mut self, least: i64) -> Option<(Whole, Span)> {
        self.spanned(|reader| reader.whole(least))
    }

    fn any_whole(&mut self) -> Option<Whole> {
        let (from, mut value) = (self.at, 0u64);
        while let Some(digit @ b'0'..=b'9') = self.bytes.get(self.at).copied().filter(|_| self.at < from + DIGITS_MAX) {
            value = value * 10 + u64::from(digit - b'0');
            self.at += 1;
        }
        let plain = self.at > from && (self.bytes[from] != b'0' || self.at == from + 1);
        if plain && matches!(self.bytes.get(self.at), Some(b',' | b'}' | b']')) {
            return Some(value.into());
        }
        self.at = self.check.number(from)?;
        Whole::of(number::read(&self.text[from..self.at]))
    }

    // ---- canonical JSON

    /// A list: every item is read by `item`; tells where it ends.
    fn list(&mut self, mut item: impl FnMut(&mut Reader<'a>, u32) -> Option<()>) -> Option<End> {
        self.open(b'[')?;
        let mut index = 0;
        if !self.take(b']') {
            loop {
                item(self, index)?;
                index += 1;
                if !self.more(b']')? {
                    break;
                }
            }
        }
        Some(End { at: self.at - 1, is_empty: index == 0 })
    }

    fn open(&mut self, byte: u8) -> Option<()> {
        self.take(byte).then_some(())
    }

    #[inline]
    fn take(&mut self, byte: u8) -> bool {
        let there = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(there);
        there
    }

    /// After an item: whether another one follows.
    #[inline]
    fn more(&mut self, close: u8) -> Option<bool> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        if byte == b',' { Some(true) } else { (byte == close).then_some(false) }
    }

    #[inline(always)] // the word is known where it is called
    fn literal(&mut self, word: &[u8]) -> bool {
        let there = self.bytes.get(self.at..self.at + word.len()) == Some(word);
        self.at += if there { word.len() } else { 0 };
        there
    }

    /// What stands between two quotes, with its escapes.
    #[inline]
    fn string(&mut self) -> Option<&'a str> {
        self.open(b'"')?;
        let from = self.at;
        let end = plain_end(self.bytes, from);
        self.is_plain = self.bytes.get(end) == Some(&b'"');
        self.at = if self.is_plain { end + 1 } else { self.check.string(from)? };
        self.text.get(from..self.at - 1)
    }

    /// Reads over any value.
    fn skip(&mut self) -> Option<()> {
        self.at = self.check.value(self.at, DEPTH_MAX)?;
        Some(())
    }
}

/// The old lines of a log, as far as the rules ask: are the ids unique, do the times ascend.
#[derive(Default)]
struct Lines<'a> {
    ids: Vec<&'a str>,
    /// Whether each id so far is longer than the one before, or as long and greater: then none is there twice.
    ascending: bool,
    latest: Option<&'a str>,
    stale: Vec<Text>,
}

impl<'a> Lines<'a> {
    fn add(&mut self, id: &'a str, timestamp: &'a str) -> Option<()> {
        let greater = self.ids.last().is_none_or(|last| (last.len(), *last) < (id.len(), id));
        self.ascending = greater && (self.ascending || self.ids.is_empty());
        let before = self.latest.replace(timestamp).filter(|before| *before != timestamp);
        if before.is_some_and(|before| is_before(timestamp, before)) {
            self.stale.push(read_text(id)?.into());
        }
        self.ids.push(id);
        Some(())
    }

    fn log(self, now: &str) -> Log {
        let events = self.ids.len() as u64;
        let mut taken: Vec<u64> = self.ids.iter().filter_map(|id| Log::number(id)).filter(|number| *number > events).collect();
        taken.sort_unstable();
        taken.dedup();
        let late = self.latest.and_then(read_text).is_some_and(|last| utf16_cmp(now, &last) == Ordering::Less);
        Log { events, taken, late, repeated: self.repeated(), stale: self.stale }
    }

    fn repeated(&self) -> Vec<Text> {
        if self.ascending {
            return Vec::new();
        }
        let mut known = BTreeSet::new();
        let twice = self.ids.iter().filter(|id| !known.insert(**id));
        twice.filter_map(|id| read_text(id)).map(Into::into).collect()
    }
}

/// Whether a time is earlier than another, as texts.
fn is_before(time: &str, other: &str) -> bool {
    match (read_text(time), read_text(other)) {
        (Some(time), Some(other)) => utf16_cmp(&time, &other) == Ordering::Less,
        _ => false,
    }
}
