//! How it looks, in the terminal and in the browser.

use crate::content::{Definition, StatusFlag, Stop, Tint};
use crate::gain::TURN;
use crate::gaze::Gaze;
use crate::legal::{LEVEL, VICTORY};
use crate::place::Square;
use crate::rules::Incursion;
use crate::view::HERO;
use crate::{Action, End, Event, Id, Kind, Lasts, Res, Seen, Thing, Whereabouts, World};
use referee::{Aim, Board, Cue, Entry, Hue, Line, Mark, MarkKind, Panel, Scene, Shape, Show, Sign, Spot, Tile, Token};
use referee_dispatch::Place;
use std::collections::BTreeMap;

impl Show for Incursion {
    const ABOUT: &'static str = "ten levels of caves: every action can be intercepted, every number explained";

    const KEYS: &'static [(&'static str, &'static str)] = &[
        ("arrows hjkl yubn", "go a step; into a foe: strike it (also the number pad)"),
        (". s R", "wait, search, rest"),
        ("> <", "go down, go up"),
        (", g", "pick up what lies here"),
        ("f c", "fire or hurl at a foe, cast a spell (also z)"),
        ("i", "everything one can do with what one carries: also put in, take out, rub, twist ..."),
        ("w T d", "put on, take off, drop"),
        ("Q r a e", "quaff, read, use or zap, eat"),
        ("o D", "open or shut a door, disarm a trap"),
        ("F m t", "attack even a friend, try a manoeuvre, talk"),
        ("J M", "jump two squares; mount, or dismount"),
        ("P O H", "pray, offer at an altar, hide"),
    ];

    fn scene(&self, seen: &Seen) -> Scene {
        let world = seen.world();
        let picture = Picture { gaze: Gaze::new(world, self.lore_ref()) };
        Scene {
            title: picture.title(),
            status: picture.status(),
            board: picture.board(),
            panels: picture.panels(),
            account: picture.account(),
            ..Scene::default()
        }
    }

    fn tell(&self, event: &Event) -> String {
        tell(self, event)
    }

    fn cues(&self, event: &Event) -> Vec<Cue> {
        match event {
            Event::Hurt { id, .. } => vec![Cue::Shake { token: id.0 }],
            _ => Vec::new(),
        }
    }

    /// Events know neither where somebody came from nor where somebody was hurt; whoever saw it does.
    fn film(&self, before: &dyn Fn() -> Option<Seen>, events: &[Event]) -> Vec<Cue> {
        let Some(seen) = events.iter().any(stirs).then(before).flatten() else { return Vec::new() };
        let mut stood = BTreeMap::new();
        events.iter().flat_map(|event| film(seen.world(), &mut stood, event)).collect()
    }

    fn aim(&self, seen: &Seen, action: &Action) -> Aim {
        let gaze = Gaze::new(seen.world(), self.lore_ref());
        let here = seen.world().spot(seen.world().hero).unwrap_or_default();
        let (label, at) = words(&gaze, here, action);
        let plain = matches!(action, Action::Move { .. } | Action::Attack { .. } | Action::Open { .. });
        Aim { verb: verb(action).into(), plain, ..Aim::new(label, at.into_iter().map(spot).collect::<Vec<_>>()) }
    }

    fn keys(&self, action: &Action) -> &'static str {
        keys(action)
    }
}

/// Whether an event moves anything on the screen.
fn stirs(event: &Event) -> bool {
    matches!(event, Event::Moved { .. } | Event::Hurt { .. } | Event::Died { .. })
}

/// What an event moves; `stood` is where those stand now who have moved since.
fn film(world: &World, stood: &mut BTreeMap<Id, Place>, event: &Event) -> Vec<Cue> {
    let is_creature = |id: &Id| world.thing(*id).is_some_and(|thing| thing.kind.is_creature());
    let standing = |stood: &BTreeMap<Id, Place>, id: &Id| stood.get(id).copied().or_else(|| world.spot(*id));
    match event {
        Event::Moved { id, at: Whereabouts::On { depth, place } } if *depth == world.depth && is_creature(id) => {
            let from = standing(stood, id);
            stood.insert(*id, *place);
            from.into_iter().map(|from| Cue::Move { token: id.0, from: spot(from), to: spot(*place) }).collect()
        }
        Event::Hurt { id, amount, .. } if is_creature(id) => {
            let float = |at| Cue::Float { at: spot(at), text: format!("-{amount}"), hue: Hue::Red };
            [Cue::Shake { token: id.0 }].into_iter().chain(standing(stood, id).map(float)).collect()
        }
        Event::Died { id, .. } if is_creature(id) => vec![Cue::Fade { token: id.0 }],
        _ => Vec::new(),
    }
}

fn spot(at: Place) -> Spot {
    Spot::new(at.x.clamp(-1, 1_000) as i16, at.y.clamp(-1, 1_000) as i16)
}

fn hue(tint: Tint) -> Hue {
    match tint {
        Tint::Grey | Tint::White => Hue::Plain,
        Tint::Faint => Hue::Faint,
        Tint::Red => Hue::Red,
        Tint::Green => Hue::Green,
        Tint::Blue => Hue::Blue,
        Tint::Yellow => Hue::Yellow,
        Tint::Cyan => Hue::Cyan,
        Tint::Magenta => Hue::Violet,
        Tint::Brown => Hue::Brown,
    }
}

/// A picture of a world.
struct Picture<'a> {
    gaze: Gaze<'a>,
}

impl Picture<'_> {
    fn world(&self) -> &World {
        self.gaze.world()
    }

    fn hero(&self) -> &Thing {
        self.gaze.thing(self.world().hero)
    }

    fn title(&self) -> String {
        let dungeon = self.world().dungeon.map_or("Incursion", |dungeon| self.gaze.content().name(dungeon));
        format!("{dungeon}, level {}", self.world().depth)
    }

    fn status(&self) -> String {
        match &self.world().end {
            Some(End::Won) => "You have won.".to_owned(),
            Some(End::Died { grave }) => format!("You are dead. {grave}"),
            None => self.fresh().map_or_else(|| self.around(), |said| said.text.clone()),
        }
    }

    /// What was said last, unless a turn has passed since.
    fn fresh(&self) -> Option<&crate::Said> {
        self.world().said.back().filter(|said| self.world().time < said.time.saturating_add(TURN))
    }

    /// Where one is, and who is nearest.
    fn around(&self) -> String {
        let level = format!("Level {}.", self.world().depth);
        let others = self.others();
        let Some((far, nearest)) = others.first() else { return format!("{level} Nobody is in sight.") };
        let place = if *far <= 1 { "beside you".to_owned() } else { format!("{far} squares away") };
        let more = match others.len() - 1 {
            0 => String::new(),
            1 => ", and one more is in sight".to_owned(),
            more => format!(", and {more} more are in sight"),
        };
        format!("{level} {} is {place}{more}.", capital(&self.gaze.called(nearest.id, Some(false))))
    }

    /// Everybody else who is seen, the nearest first, each with how far away.
    fn others(&self) -> Vec<(i32, &Thing)> {
        let (world, hero) = (self.world(), self.world().hero);
        let at = world.spot(hero).unwrap_or_default();
        let others = world.creatures().filter(|it| it.id != hero);
        let mut others: Vec<_> = others.filter_map(|it| Some((it.on(world.depth)?.distance(at), it))).collect();
        others.sort_by_key(|(far, it)| (*far, it.id));
        others
    }

    fn board(&self) -> Option<Board> {
        let level = self.world().level()?;
        let in_view = |at: &Place| self.world().in_view.binary_search(at).is_ok();
        let known = level.known.iter().filter(|(_, known)| *known).map(|(at, _)| at);
        let tiles = known.map(|at| self.tile(at, level.terrain.get(at).unwrap_or_default(), in_view(&at))).collect();
        let mut things: Vec<&Thing> = self.world().here().collect();
        things.sort_by_key(|it| (rank(it.kind), it.id));
        let tokens = things.into_iter().filter_map(|it| self.token(it)).collect();
        let goal = Some(level.down).filter(|down| *down != Place::default());
        let goal = goal.map(|at| Mark::new(spot(at), MarkKind::Goal));
        let here = self.world().spot(self.world().hero).map(|at| Mark::new(spot(at), MarkKind::Here));
        Some(Board { shape: Shape::Map, tiles, tokens, marks: goal.into_iter().chain(here).collect() })
    }

    /// What is remembered is faint, what is seen has its colour.
    fn tile(&self, at: Place, terrain: Res, is_seen: bool) -> Tile {
        let name = self.gaze.content().name(terrain).to_owned();
        match self.gaze.content().terrain(terrain) {
            Some(terrain) => Tile::new(spot(at), terrain.glyph.0, if is_seen { hue(terrain.tint) } else { Hue::Faint }, name),
            None => Tile::new(spot(at), '?', Hue::Faint, name),
        }
    }

    fn token(&self, thing: &Thing) -> Option<Token> {
        let at = thing.on(self.world().depth)?;
        let (glyph, tint) = self.look(thing)?;
        let name = self.gaze.called(thing.id, Some(false));
        let mut token = Token::new(thing.id.0, spot(at), glyph, tint, name);
        if thing.kind.is_creature() {
            token.gauge = Some((thing.hp.max(0) as u32, thing.max_hp.max(1) as u32));
            token.signs = thing.statuses.iter().filter_map(|status| sign(self.gaze.content().status(status.nature)?)).collect();
            token.signs.dedup();
        }
        Some(token)
    }

    fn look(&self, thing: &Thing) -> Option<(char, Hue)> {
        if thing.id == self.world().hero {
            return Some(('@', Hue::Green));
        }
        let friendly = thing.creature().is_some_and(|it| it.mood == crate::Mood::Friendly);
        Some(match self.gaze.content().definition(thing.res)? {
            Definition::Monster(monster) => (monster.glyph.0, if friendly { Hue::Green } else { hue(monster.tint) }),
            Definition::Item(item) => (item.glyph.0, hue(item.tint)),
            Definition::Trap(trap) => (trap.glyph.0, hue(trap.tint)),
            Definition::Feature(feature) => {
                let open = thing.kind == Kind::Door && thing.feature().is_some_and(|it| it.open);
                (if open { '\'' } else { feature.glyph.0 }, hue(feature.tint))
            }
            _ => return None,
        })
    }

    fn panels(&self) -> Vec<Panel> {
        vec![self.messages(), self.standing(), self.near(), self.pack()]
    }

    fn standing(&self) -> Panel {
        let (hero, world) = (self.hero(), self.world());
        let creature = hero.creature();
        let mut lines: Vec<(String, Hue)> = Vec::new();
        if let Some(character) = hero.character() {
            let name = |res| self.gaze.content().name(res);
            lines.push((format!("{}, level {}", character.name, character.level), Hue::Plain));
            lines.push((format!("{} {}", name(character.race), name(character.class)), Hue::Plain));
        }
        let life = if hero.hp * 3 <= hero.max_hp { Hue::Red } else { Hue::Green };
        lines.push((format!("life {} of {}", hero.hp, hero.max_hp), life));
        if let Some(creature) = creature {
            if creature.max_mana > 0 {
                lines.push((format!("mana {} of {}", creature.mana, creature.max_mana), Hue::Blue));
            }
            lines.push((format!("stamina {} of {}", creature.fatigue, creature.max_fatigue), Hue::Plain));
            lines.push((format!("experience {}, turn {}", creature.experience, world.time / TURN), Hue::Faint));
        }
        let figures = self.gaze.figures(hero.id);
        let born = hero.character().map_or(figures.attributes, |character| character.attributes);
        let score = |nth: usize| format!("{} {}", ATTRIBUTES[nth], figures.attributes[nth]);
        for row in [[0, 1, 2], [3, 4, 5]] {
            let weaker = row.iter().any(|&nth| figures.attributes[nth] < born[nth]);
            let text = row.map(score).join("  ");
            lines.push((text, if weaker { Hue::Red } else { Hue::Plain }));
        }
        lines.push((format!("defence {}, coverage {}", figures.defence, figures.coverage), Hue::Faint));
        for status in &hero.statuses {
            let Some(word) = self.gaze.content().status(status.nature).and_then(|it| it.word.as_ref()) else { continue };
            let left = match status.lasts {
                Lasts::Until(until) => format!(", {} turns", until.saturating_sub(world.time).div_ceil(TURN)),
                Lasts::UntilRest => ", until you rest".to_owned(),
                Lasts::Always => String::new(),
            };
            lines.push((format!("{}{left}", word.get()), Hue::Yellow));
        }
        panel("You", lines)
    }

    /// What counted. How deep the hero has been is not seen from where the hero is now; what a level is worth can be told.
    fn account(&self) -> Vec<Entry> {
        let Some(end) = &self.world().end else { return Vec::new() };
        let experience = self.hero().creature().map_or(0, |hero| hero.experience);
        let won = (*end == End::Won).then(|| Entry::new("the goblin king is dead", format!("+{VICTORY}")));
        let parts = [
            Entry::new("experience of foes and deeds", format!("+{experience}")),
            Entry::new("every level down to the deepest that was reached", format!("+{LEVEL} each")),
        ];
        parts.into_iter().chain(won).collect()
    }

    fn messages(&self) -> Panel {
        let now = self.world().said.back().map_or(0, |said| said.time);
        let line = |said: &crate::Said| (said.text.clone(), if said.time == now { Hue::Plain } else { Hue::Faint });
        let skipped = self.world().said.len().saturating_sub(8);
        panel("What you heard", self.world().said.iter().skip(skipped).map(line))
    }

    /// Who is in sight, and what lies underfoot.
    fn near(&self) -> Panel {
        let (world, hero) = (self.world(), self.world().hero);
        let at = world.spot(hero).unwrap_or_default();
        let told = |(far, it): (i32, &Thing)| {
            let words: Vec<&str> = it
                .statuses
                .iter()
                .filter_map(|status| self.gaze.content().status(status.nature)?.word.as_ref().map(|word| word.get()))
                .collect();
            let state = if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) };
            let hue = if it.creature().is_some_and(|it| it.mood == crate::Mood::Hostile) { Hue::Orange } else { Hue::Green };
            let text = format!("{}, {} of {}, {far} away{state}", self.gaze.called(it.id, Some(false)), it.hp, it.max_hp);
            Line { spots: it.on(world.depth).map(spot).into_iter().collect(), ..Line::new(text, hue) }
        };
        let mut lines: Vec<Line> = self.others().into_iter().take(8).map(told).collect();
        let under = world
            .on(at)
            .filter(|it| it.id != hero)
            .map(|it| Line::new(format!("underfoot: {}", self.gaze.called(it.id, Some(false))), Hue::Cyan));
        lines.extend(under.take(6));
        panel("Here", lines)
    }

    fn pack(&self) -> Panel {
        let line = |it: &Thing| {
            let slot = it.holder().map(|(_, slot)| slot).filter(|slot| slot.is_worn());
            let worn = slot.map_or_else(String::new, |slot| format!(" ({})", slot.name()));
            (format!("{}{worn}", self.gaze.plain_name(it.id)), if slot.is_some() { Hue::Plain } else { Hue::Faint })
        };
        panel("What you have", self.world().inventory(self.world().hero).map(line))
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

fn panel(title: &str, lines: impl IntoIterator<Item = impl Into<Line>>) -> Panel {
    Panel { title: title.to_owned(), lines: lines.into_iter().map(Into::into).collect(), ..Panel::default() }
}

/// What is seen of a condition on whoever has it; what has no word is not seen.
fn sign(status: &crate::content::Status) -> Option<Sign> {
    let is = |flag| status.flags.contains(&flag);
    match status.word {
        Some(_) if is(StatusFlag::Helpless) && is(StatusFlag::EndsWhenHurt) => Some(Sign::Asleep),
        Some(_) if is(StatusFlag::Helpless) || status.stops.contains(&Stop::Acting) => Some(Sign::Stunned),
        _ => None,
    }
}

/// The attributes as the screen calls them.
const ATTRIBUTES: [&str; 6] = ["str", "dex", "con", "int", "wis", "cha"];

/// What lies below what.
fn rank(kind: Kind) -> u8 {
    match kind {
        Kind::Player => 3,
        kind if kind.is_creature() => 2,
        kind if kind.is_item() => 1,
        _ => 0,
    }
}

/// The keys that offer an action. What is done with a thing is also offered by `i`.
fn keys(action: &Action) -> &'static str {
    const STEPS: [&str; 8] = ["k", "u", "l", "n", "j", "b", "h", "y"];
    match action {
        Action::Move { way } => STEPS.get(usize::from(*way)).copied().unwrap_or_default(),
        Action::Wait {} => ".",
        Action::Attack { .. } => "F",
        Action::Manoeuvre { .. } => "m",
        Action::Shoot { .. } | Action::Hurl { .. } => "f",
        Action::Cast { .. } => "cz",
        Action::PickUp { .. } => ",g",
        Action::Drop { .. } => "di",
        Action::Wield { .. } => "wi",
        Action::Remove { .. } => "Ti",
        Action::Drink { .. } => "Qi",
        Action::Read { .. } => "ri",
        Action::Zap { .. } | Action::Activate { .. } => "ai",
        Action::Eat { .. } => "ei",
        Action::Insert { .. } | Action::TakeOut { .. } | Action::Use { .. } => "i",
        Action::Open { .. } | Action::Close { .. } => "o",
        Action::Descend {} => ">",
        Action::Ascend {} => "<",
        Action::Search {} => "s",
        Action::Disarm { .. } => "D",
        Action::Rest {} => "R",
        Action::Hide {} => "H",
        Action::Jump { .. } => "J",
        Action::Pray { .. } => "P",
        Action::Sacrifice { .. } | Action::Bless { .. } | Action::Convert {} => "O",
        Action::Talk { .. } => "t",
        Action::Mount { .. } => "M",
    }
}

/// What an action is grouped under.
fn verb(action: &Action) -> &'static str {
    match action {
        Action::Move { .. } => "move",
        Action::Wait { .. } => "wait",
        Action::Attack { .. } => "attack",
        Action::Manoeuvre { .. } => "manoeuvre",
        Action::Shoot { .. } => "shoot",
        Action::Hurl { .. } => "hurl",
        Action::Cast { .. } => "cast",
        Action::PickUp { .. } => "pick up",
        Action::Drop { .. } => "drop",
        Action::Wield { .. } => "wield",
        Action::Remove { .. } => "remove",
        Action::Drink { .. } => "drink",
        Action::Read { .. } => "read",
        Action::Zap { .. } => "zap",
        Action::Activate { .. } => "activate",
        Action::Eat { .. } => "eat",
        Action::Insert { .. } => "insert",
        Action::TakeOut { .. } => "take out",
        Action::Open { .. } => "open",
        Action::Close { .. } => "close",
        Action::Descend { .. } => "descend",
        Action::Ascend { .. } => "ascend",
        Action::Search { .. } => "search",
        Action::Disarm { .. } => "disarm",
        Action::Rest { .. } => "rest",
        Action::Hide { .. } => "hide",
        Action::Jump { .. } => "jump",
        Action::Pray { .. } => "pray",
        Action::Sacrifice { .. } => "sacrifice",
        Action::Bless { .. } => "bless",
        Action::Convert { .. } => "convert",
        Action::Talk { .. } => "talk",
        Action::Mount { .. } => "mount",
        Action::Use { .. } => "use",
    }
}

/// What an action is called, and where it points.
fn words(gaze: &Gaze<'_>, here: Place, action: &Action) -> (String, Option<Place>) {
    let named = |item: &Id| gaze.called(*item, None);
    let one = |item: &Id| match gaze.thing(*item).item().map_or(1, |it| it.quantity) {
        2.. => format!("one of {}", named(item)),
        _ => named(item),
    };
    let beside = |way: &u8| Some(here.step(*way));
    let who = |way: &u8| gaze.world().creature_at(here.step(*way)).map_or("nobody".to_owned(), |it| gaze.called(it.id, None));
    match action {
        Action::Move { way } if gaze.world().creature_at(here.step(*way)).is_some() => {
            (format!("strike {}", who(way)), beside(way))
        }
        Action::Move { way } => ("go".to_owned(), beside(way)),
        Action::Wait {} => ("wait".to_owned(), Some(here)),
        Action::Attack { way } => (format!("attack {}", who(way)), beside(way)),
        Action::Manoeuvre { way, how } => (format!("{} {}", how.replace('-', " "), who(way)), beside(way)),
        Action::Shoot { at } => ("shoot".to_owned(), Some(*at)),
        Action::Hurl { item, at } => (format!("hurl {}", named(item)), Some(*at)),
        Action::Cast { spell, at } => (format!("cast {spell}"), *at),
        Action::PickUp { item } => (format!("pick up {}", named(item)), Some(here)),
        Action::Drop { item } => (format!("drop {}", named(item)), None),
        Action::Wield { item } => (format!("put on {}", named(item)), None),
        Action::Remove { item } => (format!("take off {}", named(item)), None),
        Action::Drink { item } => (format!("drink {}", one(item)), None),
        Action::Read { item } => (format!("read {}", one(item)), None),
        Action::Zap { item, at } => (format!("zap {}", named(item)), *at),
        Action::Activate { item } => (format!("use {}", named(item)), None),
        Action::Eat { item } => (format!("eat {}", one(item)), None),
        Action::Insert { item, into } => (format!("put {} into {}", named(item), named(into)), None),
        Action::TakeOut { item, from } => (format!("take {} out of {}", named(item), named(from)), None),
        Action::Open { way } => ("open".to_owned(), beside(way)),
        Action::Close { way } => ("shut".to_owned(), beside(way)),
        Action::Descend {} => ("go down".to_owned(), Some(here)),
        Action::Ascend {} => ("go up".to_owned(), Some(here)),
        Action::Search {} => ("search".to_owned(), None),
        Action::Disarm { way } => ("disarm".to_owned(), beside(way)),
        Action::Rest {} => ("rest".to_owned(), None),
        Action::Hide {} => ("hide".to_owned(), None),
        Action::Jump { at } => ("jump".to_owned(), Some(*at)),
        Action::Pray { god } => (god.as_ref().map_or("pray".to_owned(), |god| format!("pray to {god}")), None),
        Action::Sacrifice { item } => (format!("sacrifice {}", named(item)), None),
        Action::Bless { item } => (format!("have {} blessed", named(item)), None),
        Action::Convert {} => ("follow the god of this altar".to_owned(), None),
        Action::Talk { way, how } => (format!("{} {}", how.replace('-', " "), who(way)), beside(way)),
        Action::Mount { .. } if gaze.thing(gaze.world().hero).has(gaze.lore.natures.mounted) => ("dismount".to_owned(), None),
        Action::Mount { way } => (format!("mount {}", who(way)), beside(way)),
        Action::Use { verb, item, .. } => (format!("{} {}", verb.replace(['-', '_'], " "), named(item)), None),
    }
}

/// An event as a sentence.
fn tell(rules: &Incursion, event: &Event) -> String {
    let name = |res: &Res| rules.pack().name(*res).to_owned();
    match event {
        Event::Began { dungeon, .. } => format!("{} await", name(dungeon)),
        Event::Reseeded { .. } => "other dice from here".to_owned(),
        Event::Rolled { why, low, high, value } => format!("{why}: {value} of {low} to {high}"),
        Event::LevelMade { level } => format!("level {} is made", level.depth),
        Event::DepthChanged { depth } => format!("now on level {depth}"),
        Event::Made { thing } => says(&thing.id, "are", "is", format_args!("there: {}", name(&thing.res))),
        Event::Moved { id, .. } => says(id, "move", "moves", format_args!("")),
        Event::Removed { id } => says(id, "are", "is", format_args!("gone")),
        Event::Hurt { id, amount, hp } => says(id, "lose", "loses", format_args!("{amount}, {hp} left")),
        Event::Healed { id, amount, hp } => says(id, "gain", "gains", format_args!("{amount}, {hp} now")),
        Event::Died { id, .. } => says(id, "die", "dies", format_args!("")),
        Event::Set { id, gauge, to } => format!("{}: {gauge:?} is {to}", who(id)),
        Event::FaithChanged { id, god, faith } => {
            format!("{} and {}: favour {}, anger {}", who(id), name(god), faith.favour, faith.anger)
        }
        Event::Converted { id, god } => {
            says(id, "follow", "follows", format_args!("{}", god.as_ref().map_or("no god".to_owned(), name)))
        }
        Event::Learned { id, spell } => says(id, "learn", "learns", format_args!("{}", name(spell))),
        Event::Aimed { id, target, .. } => {
            says(id, "are", "is", format_args!("after {}", target.as_ref().map_or("nobody".to_owned(), who)))
        }
        Event::Became { id, res } => says(id, "are", "is", format_args!("now {}", name(res))),
        Event::Enchanted { id, enchantment } => {
            says(id, "carry", "carries", format_args!("{}", enchantment.as_ref().map_or("no enchantment".to_owned(), name)))
        }
        Event::Gained { id, status } => says(id, "are", "is", format_args!("{}", name(&status.nature))),
        Event::StatusChanged { id, status } => format!("{}: {} changes to {}", who(id), name(&status.nature), status.magnitude),
        Event::Lost { id, seq } => format!("{}: condition {seq} ends", who(id)),
        Event::GroundChanged { place, to, .. } => format!("{},{} is now {}", place.x, place.y, name(to)),
        Event::GroundRestored { place } => format!("{},{} is as it was", place.x, place.y),
        Event::LightChanged { place, lit } => format!("{},{} is {}", place.x, place.y, if *lit { "lit" } else { "dark" }),
        Event::FieldMade { field } => format!("area {} at {},{}", field.id, field.center.x, field.center.y),
        Event::FieldMoved { id, center } => format!("area {id} moves to {},{}", center.x, center.y),
        Event::FieldEnded { id } => format!("area {id} ends"),
        Event::Recognised { res } => format!("you know {} now", name(res)),
        Event::Guised { guises } => format!("{} things have their looks", guises.len()),
        Event::Looked { .. } => "you look around".to_owned(),
        Event::Saw { places } => format!("you learn of {} squares", places.len()),
        Event::Noted { about, key, to } => format!("{about}: {key} is {to}"),
        Event::Said { text, .. } => text.clone(),
        Event::TimePassed { time, .. } => format!("the clock says {time}"),
        Event::Faulted { station, code } => format!("a handler of {station} is faulty ({code})"),
        Event::Ended { end: End::Won } => "you have won".to_owned(),
        Event::Ended { end: End::Died { grave } } => format!("you are dead: {grave}"),
        Event::Coated { id, poison } => {
            says(id, "are", "is", format_args!("coated with {}", poison.as_ref().map_or("nothing".to_owned(), name)))
        }
    }
}

/// Who is meant: whoever reads plays the hero; all others are known to an event by number.
fn who(id: &Id) -> String {
    if *id == HERO { "you".to_owned() } else { format!("#{}", id.0) }
}

/// A sentence about somebody: what one does, or what another does.
fn says(id: &Id, one: &str, other: &str, rest: std::fmt::Arguments<'_>) -> String {
    format!("{} {} {rest}", who(id), if *id == HERO { one } else { other }).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_reads_is_the_hero() {
        let rules = Incursion::default();
        let hurt = |id| rules.tell(&Event::Hurt { id, amount: 3, hp: 4 });
        assert_eq!([hurt(HERO), hurt(Id(7))], ["you lose 3, 4 left", "#7 loses 3, 4 left"]);
        assert_eq!(rules.tell(&Event::Aimed { id: Id(7), target: Some(HERO), trail: None }), "#7 is after you");
    }
}
