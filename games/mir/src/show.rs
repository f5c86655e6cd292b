//! What anyone may know, and how it looks. Everything lies open but the seed of the dice.

use crate::catalogue::named;
use crate::legal::{life, worth};
use crate::rules::{NPCS, PLAYERS, seat_of};
use crate::{Action, Entity, Event, GameState, Kind, Name, Rules14, Seed, Stats, Text, Whole, reach};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::{borrow::Cow, boxed::Box, format, string::String, string::ToString, sync::Arc, vec, vec::Vec};
use core::cell::OnceCell;
use referee::{
    Aim, Board, Cue, Digest, Entry, Hue, Line, Mark, MarkKind, Panel, Rules, Scene, Seat, Show, Slot, Spot, Tile, Token, View,
};

/// How much of a name the list of fighters has room for.
const NAME_MAX: usize = 13;
/// How long a line of the legend is at most.
const LINE_MAX: usize = 36;
/// How many lines the legend has at most.
const LEGEND_MAX: usize = 6;

impl<const FIRST_ROLL: u64> View for Rules14<FIRST_ROLL> {
    type View = GameState;

    fn view(&self, state: &GameState, _eye: Option<Seat>) -> GameState {
        let mut seen = state.clone();
        seen.rng.seed = Seed::None;
        seen
    }

    fn seen(&self, event: &Event, eye: Option<Seat>) -> Option<Event> {
        match event {
            Event::Opened(state) => Some(Event::Opened(Box::new(self.view(state, eye)))),
            event => Some(event.clone()),
        }
    }

    fn imagine(&self, seen: &GameState, luck: u64) -> GameState {
        let mut state = seen.clone();
        state.rng.seed = Seed::of(&format!("imagined-{luck}"));
        state
    }
}

impl<const FIRST_ROLL: u64> Show for Rules14<FIRST_ROLL> {
    const ABOUT: &'static str = if FIRST_ROLL == 0 {
        "MIR 1.4 with the dice of the public program: grid skirmish, d20 against armour"
    } else {
        "MIR 1.4: grid skirmish, d20 against armour, the whole state one JSON document"
    };

    fn scene(&self, state: &GameState) -> Scene {
        let bodies = |dead: bool| state.entities.iter().filter(move |entity| entity.is_dead() == dead);
        let letters = letters(state);
        let tokens = bodies(true).chain(bodies(false)).map(|entity| token(entity, &letters)).collect();
        let marked = |kind| state.active().map(|entity| Mark::new(spot(entity.position.x, entity.position.y), kind));
        let marks = [MarkKind::Goal, MarkKind::Here].into_iter().filter_map(marked).collect();
        Scene {
            title: format!("MIR: {}", state.map.chart().name),
            status: status::<FIRST_ROLL>(state),
            board: Some(Board { tiles: tiles(state), tokens, marks, ..Board::default() }),
            panels: [Some(fighters(state, &letters)), reaches(state, &letters), Some(legend(state))]
                .into_iter()
                .flatten()
                .collect(),
            tray: [MOVE, ATTACK, if state.active().is_some() { END } else { INITIATIVE }].map(Slot::new).into(),
            account: if state.fallen().is_some() { account::<FIRST_ROLL>(state) } else { Vec::new() },
            ..Scene::default()
        }
    }

    fn tell(&self, event: &Event) -> String {
        match event {
            Event::Opened(state) => format!("{}: {}", state.map.chart().name, count(state)),
            Event::Rolled { sides, value, source } => format!("{source}: {value} on a d{sides}"),
            event => event.line().map_or_else(String::new, |line| line.tell()),
        }
    }

    fn cues(&self, event: &Event) -> Vec<Cue> {
        event.line().map_or_else(Vec::new, |line| line.cues())
    }

    /// What a blow did stands above its target.
    fn film(&self, before: &dyn Fn() -> Option<GameState>, events: &[Event]) -> Vec<Cue> {
        let state = OnceCell::new(); // looked for only if an event asks
        let place = |id: &str| {
            let position = state.get_or_init(before).as_ref()?.entities.find(id)?.position;
            Some(spot(position.x, position.y))
        };
        let float = |event: &Event| event.line()?.float(&place);
        events.iter().flat_map(|event| self.cues(event).into_iter().chain(float(event))).collect()
    }

    fn aim(&self, state: &GameState, action: &Action) -> Aim {
        action.deed.aim(state)
    }
}

/// Where the entity stands that a declaration names.
pub(crate) fn place(state: &GameState, name: &Name) -> Option<Spot> {
    named(state, name).map(|entity| spot(entity.position.x, entity.position.y))
}

/// What the entity is called that a declaration names.
pub(crate) fn called(state: &GameState, name: &Name) -> String {
    named(state, name).map_or_else(|| name.text.to_string(), |entity| entity.name.to_string())
}

pub(crate) const MOVE: &str = "move";
pub(crate) const ATTACK: &str = "attack";
pub(crate) const END: &str = "end turn";
pub(crate) const INITIATIVE: &str = "roll initiative";

fn status<const N: u64>(state: &GameState) -> String {
    match (state.fallen(), state.active()) {
        (Some(side), _) => {
            let winner = if side == PLAYERS { NPCS } else { PLAYERS };
            format!("the {} have won in round {}", Rules14::<N>::name(winner), state.combat.round)
        }
        (None, Some(active)) => format!("round {}: {}'s turn", state.combat.round, active.name),
        (None, None) => "exploration: anyone may act, until initiative is rolled".into(),
    }
}

/// What each side is worth in the end, and how scores come of it.
fn account<const N: u64>(state: &GameState) -> Vec<Entry> {
    let side = |seat: Seat| {
        let living: Vec<&Entity> = state.entities.living().filter(|entity| seat_of(entity) == seat).collect();
        let names: Vec<&str> = living.iter().map(|entity| &*entity.name).collect();
        let life: i64 = living.iter().map(|entity| life(entity)).sum();
        let what = match &*names {
            [] => format!("{}: nobody stands", Rules14::<N>::name(seat)),
            names => format!("{}: {} standing, 100 each, and {life} life, 10 each", Rules14::<N>::name(seat), names.join(", ")),
        };
        Entry::new(what, living.iter().map(|entity| worth(entity)).sum::<i64>().to_string())
    };
    let rest = Entry::new("a side's score is its own less the other's, 1 for the fight, and 1 for a blow in its last turn", "");
    [PLAYERS, NPCS].map(side).into_iter().chain([rest]).collect()
}

fn count(state: &GameState) -> String {
    let entities = &state.entities;
    let lists = [(entities.players().len(), "player"), (entities.npcs().len(), "npc"), (entities.objects().len(), "object")];
    let present = lists.into_iter().filter(|(count, _)| *count > 0);
    let counted: Vec<String> =
        present.map(|(count, one)| format!("{count} {one}{}", if count == 1 { "" } else { "s" })).collect();
    if counted.is_empty() { "nobody".into() } else { counted.join(", ") }
}

/// An id as one says it: an event knows no names, and `npc-old-thok` reads as `Old Thok`.
pub(crate) fn spoken(id: &str) -> Cow<'_, str> {
    let bare = ["pc-", "npc-", "obj-"].into_iter().find_map(|prefix| id.strip_prefix(prefix));
    let Some(bare) = bare.filter(|bare| !bare.is_empty()) else { return Cow::Borrowed(id) };
    let mut words = String::new();
    for letter in bare.chars() {
        match letter {
            '-' => words.push(' '),
            letter if words.is_empty() || words.ends_with(' ') => words.extend(letter.to_uppercase()),
            letter => words.push(letter),
        }
    }
    Cow::Owned(words)
}

pub(crate) fn steps(count: usize) -> String {
    if count == 1 { "one step".into() } else { format!("{count} steps") }
}

/// A cell as a place on the board; one the contract does not allow lies at the edge.
pub(crate) fn spot(x: Whole, y: Whole) -> Spot {
    let edge = |value: Whole| value.clamped().clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16;
    Spot::new(edge(x), edge(y))
}

/// The same name is the same token, from scene to scene and from cue to cue.
pub(crate) fn token_id(id: &str) -> u32 {
    Digest::of(&id).0 as u32
}

/// The letter each fighter is drawn with: the first of its name that nobody before it has; capitals are players.
fn letters(state: &GameState) -> BTreeMap<Text, char> {
    let (mut letters, mut taken) = (BTreeMap::new(), BTreeSet::new());
    for entity in state.entities.players().iter().chain(state.entities.npcs()) {
        let cased = |letter: char| match entity.kind {
            Kind::Player => letter.to_uppercase().next().unwrap_or(letter),
            _ => letter.to_lowercase().next().unwrap_or(letter),
        };
        let own = || entity.name.chars().filter(|letter| letter.is_alphanumeric()).map(cased);
        let free = own().find(|letter| !taken.contains(letter));
        let letter = free.or_else(|| own().next()).unwrap_or('?');
        taken.insert(letter);
        letters.insert(Arc::clone(&entity.id), letter);
    }
    letters
}

fn hue(entity: &Entity) -> Hue {
    match entity.kind {
        _ if entity.is_dead() => Hue::Faint,
        Kind::Player => Hue::Green,
        Kind::Npc => Hue::Red,
        Kind::Object => Hue::Brown,
    }
}

fn glyph(entity: &Entity, letters: &BTreeMap<Text, char>) -> char {
    match entity.kind {
        Kind::Object if entity.is_dead() => '□',
        Kind::Object => '■',
        _ if entity.is_dead() => '†',
        _ => letters.get(&entity.id).copied().unwrap_or('?'),
    }
}

fn token(entity: &Entity, letters: &BTreeMap<Text, char>) -> Token {
    let number = |value: Whole| value.clamped().clamp(0, i64::from(u32::MAX)) as u32;
    let gauge = (!entity.is_dead()).then(|| (number(entity.stats.hp_current), number(entity.stats.hp_max)));
    let at = spot(entity.position.x, entity.position.y);
    Token { gauge, ..Token::new(token_id(&entity.id), at, glyph(entity, letters), hue(entity), entity.name.to_string()) }
}

fn tiles(state: &GameState) -> Vec<Tile> {
    let map = &state.map;
    let cells = (0..map.rows()).flat_map(|y| (0..map.columns()).map(move |x| (x, y)));
    let floor = |(x, y): (usize, usize)| Tile::new(Spot::new(x as i16, y as i16), '·', Hue::Faint, "floor".into());
    let mut tiles: Vec<Tile> = cells.map(floor).collect();
    for terrain in &map.chart().terrain {
        let Some(tile) = map.cell(terrain.x, terrain.y).and_then(|cell| tiles.get_mut(cell)) else { continue };
        (tile.glyph, tile.hue) = ground(&terrain.name, terrain.blocks_movement);
        tile.name = terrain.name.to_string();
    }
    tiles
}

/// How ground looks. What blocks is heavy, what does not is light; a name that is not known here is a wall or a floor.
fn ground(name: &str, blocks: bool) -> (char, Hue) {
    match name {
        "water" | "sea" | "river" => ('≈', Hue::Blue),
        "shallows" | "ford" | "swamp" => ('~', Hue::Cyan),
        "pit" | "chasm" => ('░', Hue::Violet),
        "difficult" | "rubble" | "mud" | "debris" => (',', Hue::Brown),
        "brambles" | "bush" => ('%', Hue::Green),
        "grass" => ('"', Hue::Green),
        "ice" | "snow" => ('-', Hue::Cyan),
        "fire" | "lava" => ('^', Hue::Red),
        "hearth" => ('^', Hue::Orange),
        "door" | "gate" => (if blocks { '╪' } else { '+' }, Hue::Yellow),
        "portcullis" | "bars" => ('╪', Hue::Yellow),
        "planks" | "bridge" | "deck" => ('=', Hue::Brown),
        "stairs" => ('<', Hue::Plain),
        "carpet" => (':', Hue::Violet),
        "table" | "bar" | "crate" | "barrel" => ('▪', Hue::Brown),
        "shelf" => ('≡', Hue::Brown),
        "rail" => ('╫', Hue::Brown),
        "mast" => ('◎', Hue::Brown),
        "tent" => ('▲', Hue::Orange),
        "tree" => ('♣', Hue::Green),
        "rock" | "pillar" | "statue" => ('●', Hue::Plain),
        "throne" => ('Π', Hue::Yellow),
        _ if blocks => ('#', Hue::Plain),
        _ => ('.', Hue::Plain),
    }
}

/// Who is there, in the order of initiative while there is one.
fn fighters(state: &GameState, letters: &BTreeMap<Text, char>) -> Panel {
    let ordered: Vec<&Entity> = state.combat.initiative_order.iter().filter_map(|id| state.entities.find(id)).collect();
    let everyone = || state.entities.iter().map(|entity| &**entity).filter(|entity| entity.kind != Kind::Object).collect();
    let title = if ordered.is_empty() { "Present" } else { "Initiative" };
    let listed: Vec<&Entity> = if ordered.is_empty() { everyone() } else { ordered };
    let wide = listed.iter().map(|entity| entity.name.chars().count()).max().unwrap_or(0).min(NAME_MAX);
    let active = state.active().map(|entity| &entity.id);
    let line = |entity: &&Entity| {
        let pointer = if active == Some(&entity.id) { '▶' } else { ' ' };
        let name: String = entity.name.chars().take(NAME_MAX).collect();
        let Stats { hp_current, hp_max, ac, movement_speed } = entity.stats;
        let numbers = match entity.is_dead() {
            true => "dead".into(),
            false => format!("{:>5} AC {:2} walk {movement_speed}", format!("{hp_current}/{hp_max}"), ac.to_string()),
        };
        let text = format!("{pointer}{} {name:wide$} {numbers}", glyph(entity, letters));
        Line { spots: vec![spot(entity.position.x, entity.position.y)], ..Line::new(text, hue(entity)) }
    };
    Panel { title: title.into(), lines: listed.iter().map(line).collect(), ..Panel::default() }
}

/// The living who reach farther than one step, where reach counts.
fn reaches(state: &GameState, letters: &BTreeMap<Text, char>) -> Option<Panel> {
    let line = |entity: &Entity| {
        let text = format!(" {} {} reaches {}", glyph(entity, letters), entity.name, reach(entity));
        Line { spots: vec![spot(entity.position.x, entity.position.y)], ..Line::new(text, hue(entity)) }
    };
    let far = state.entities.living().filter(|entity| state.table_rules.0 && reach(entity) > Whole::ONE);
    let lines: Vec<Line> = far.map(line).collect();
    (!lines.is_empty()).then(|| Panel { title: "Reach".into(), lines, ..Panel::default() })
}

/// What the ground on this map means: first where one may walk, then where one may not.
fn legend(state: &GameState) -> Panel {
    let mut names: BTreeSet<(bool, &str)> = BTreeSet::new();
    names.extend(state.map.chart().terrain.iter().map(|tile| (tile.blocks_movement, &*tile.name)));
    let entries = |blocks: bool| {
        let mut entries: BTreeMap<char, String> = BTreeMap::new();
        for (_, name) in names.iter().filter(|(blocking, _)| *blocking == blocks) {
            let glyph = ground(name, blocks).0;
            entries.entry(glyph).and_modify(|entry| *entry += &format!(", {name}")).or_insert_with(|| format!("{glyph} {name}"));
        }
        entries.into_values()
    };
    let mut lines = packed("walk", entries(false), Hue::Plain);
    lines.extend(packed("blocked", entries(true), Hue::Faint));
    lines.truncate(LEGEND_MAX);
    Panel { title: "Ground".into(), lines: lines.into_iter().map(Line::from).collect(), ..Panel::default() }
}

/// Entries after a word, in as many lines as they need.
fn packed(word: &str, entries: impl Iterator<Item = String>, hue: Hue) -> Vec<(String, Hue)> {
    let mut lines: Vec<(String, Hue)> = Vec::new();
    for entry in entries {
        match lines.last_mut() {
            Some((line, _)) if line.chars().count() + 2 + entry.chars().count() <= LINE_MAX => {
                line.push_str("  ");
                line.push_str(&entry);
            }
            last => {
                let begin = if last.is_none() { word.into() } else { String::new() };
                lines.push((format!("{begin:7} {entry}"), hue));
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;
    use referee::Legal;

    #[test]
    fn nobody_shares_a_letter_with_another() {
        let state = Setup::default().state().expect("the usual setup");
        let letters = letters(&state);
        let distinct: BTreeSet<&char> = letters.values().collect();
        assert_eq!((letters.len(), distinct.len()), (5, 5));
        assert_eq!((letters["pc-seren"], letters["npc-sailor"]), ('S', 's'));
    }

    #[test]
    fn who_reaches_far_is_listed_where_reach_counts() {
        let bow = crate::Item { id: "bow".into(), name: "Bow".into(), qty: Whole::ONE, tags: vec!["reach-7".into()] };
        let mut state = Setup::default().state().expect("the usual setup");
        state.entities.find_mut("pc-oda").expect("Oda").inventory = [bow].into();
        let listed = |state: &GameState| {
            let panels = Rules14::<1>.scene(state).panels;
            panels.into_iter().find(|panel| panel.title == "Reach").map(|panel| panel.lines[0].text.clone())
        };
        assert_eq!(listed(&state), None, "by the contract everyone reaches everything");
        state.table_rules.0 = true;
        assert_eq!(listed(&state).as_deref(), Some(" O Oda reaches 7"));
    }

    #[test]
    fn walks_and_blows_are_plain_and_everything_has_a_verb() {
        let (rules, state) = (Rules14::<1>, Setup::default().state().expect("the usual setup"));
        let seats = [PLAYERS, NPCS].into_iter();
        let actions: Vec<Action> = seats.flat_map(|seat| rules.legal(&state, seat, 0).collect::<Vec<_>>()).collect();
        let aims: Vec<Aim> = actions.iter().map(|action| rules.aim(&state, action)).collect();
        let verbs: BTreeSet<&str> = aims.iter().map(|aim| &*aim.verb).collect();
        let tray = rules.scene(&state).tray;
        assert!(verbs.len() == 3 && verbs.iter().all(|verb| tray.iter().any(|slot| slot.name == *verb)), "{verbs:?}");
        assert!(aims.iter().all(|aim| aim.plain == ["move", "attack"].contains(&&*aim.verb)));
    }

    #[test]
    fn ids_are_said_like_names() {
        assert_eq!(["npc-old-thok", "pc-seren", "guard", "pc-"].map(spoken), ["Old Thok", "Seren", "guard", "pc-"]);
    }
}
