//! Content: what an author writes, read, checked, numbered and frozen.
//!
//! Files are TOML, one kind of definition a file: `monsters.toml`, or `monsters-` and anything. A table is a definition; its `on` table
//! holds handlers, scripts or texts. All definitions share one row of numbers: by kind, then file, then place in the file.

pub mod api;
mod builtin;
mod canon;
mod class;
mod define;
mod dungeon;
mod effect;
mod encounter;
mod feature;
mod formula;
mod god;
mod guise;
mod handler;
mod item;
mod link;
mod lint;
mod monster;
mod noun;
mod number;
mod problem;
mod race;
mod reach;
mod region;
mod script;
mod set;
mod status;
mod template;
mod terrain;
mod trap;
mod words;

pub use builtin::FILES;
pub use class::{Class, Kit, Spell};
pub use dungeon::{Dungeon, Special};
pub use effect::{Aim, Aimed, Archetype, Area, Effect, EffectFlag, FieldFlag, Lasts, Power, Purpose, Segment};
pub use encounter::{Choice, Encounter, EncounterFlag, PARTS_MAX, Part};
pub use feature::{Feature, FeatureFlag, Material};
pub use formula::{FORMULA_MAX, Formula, Op};
pub use god::God;
pub use item::{Armour, Bulk, Item, Quality, Shield, Weapon};
pub use link::Link;
pub use lint::TAGS;
pub use monster::{Gear, Monster, Natural, Rider, Trained};
pub use noun::Noun;
pub use number::{Bonus, Count, Cr, DICE_MAX, Dc, Dice, Level, Pace, Percent, TEXT_MAX, Text, Whole};
pub use problem::{Code, Problem};
pub use race::Race;
pub use region::{Furniture, Patch, Region, RegionKind, Shape, Weighed};
pub use script::{CALLS_MAX, DEPTH_MAX, LIST_MAX, MAP_MAX, OPERATIONS_MAX, SCRIPT_MAX, STRING_MAX, VARIABLES_MAX, engine, scope};
pub use set::{Set, Word};
pub use status::{Status, StatusFlag, Stop};
pub use template::Template;
pub use terrain::{Terrain, TerrainFlag};
pub use trap::Trap;
pub use words::{Attribute, Blow, Breed, Glyph, Harm, Save, Side, Size, Skill, Slot, Tint, Trait};

use crate::{Delivery, Handler, Print, Res, Verb};
use canon::Canon;
use define::Define;
use handler::{Body, Written};
use lint::{Linter, Names};
use problem::Source;
use reach::Listener;
use referee_dispatch::{Table, TableBuilder, View};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// The most files of a pack.
pub const FILES_MAX: usize = 1_000;
/// The most bytes of a pack.
pub const BYTES_MAX: usize = 16 * 1024 * 1024;
/// The most definitions of a pack: as many numbers again are left for guises.
pub const DEFINITIONS_MAX: usize = 32_000;
/// The most problems that are reported at once.
pub const PROBLEMS_MAX: usize = 200;

macro_rules! definitions {
    ($($Noun:ident $get:ident,)*) => {
        /// A definition.
        #[derive(Clone, Debug)]
        pub enum Definition {
            $(#[doc = concat!("[`", stringify!($Noun), "`].")] $Noun(Box<$Noun>),)*
        }

        impl Definition {
            /// What kind it is.
            pub fn noun(&self) -> Noun {
                match self { $(Definition::$Noun(_) => Noun::$Noun,)* }
            }

            fn read(noun: Noun, value: Spanned<DeValue<'_>>) -> Result<Definition, toml::de::Error> {
                let from = ValueDeserializer::from(value);
                match noun { $(Noun::$Noun => Ok(Definition::$Noun(Box::new(serde::Deserialize::deserialize(from)?))),)* }
            }

            fn links(&mut self, each: &mut define::Linked<'_>) {
                match self { $(Definition::$Noun(it) => it.links(each),)* }
            }
        }

        impl Content {
            $(
                #[doc = concat!("The ", stringify!($get), " with a number; `None` if that is something else.")]
                #[inline]
                pub fn $get(&self, res: Res) -> Option<&$Noun> {
                    match self.definition(res)? {
                        Definition::$Noun(it) => Some(it),
                        _ => None,
                    }
                }
            )*
        }

        $(const _: () = assert!(matches!(<$Noun as Define>::NOUN, Noun::$Noun));)*
    };
}

definitions! {
    Monster monster,
    Item item,
    Effect effect,
    Terrain terrain,
    Region region,
    God god,
    Template template,
    Trap trap,
    Feature feature,
    Encounter encounter,
    Dungeon dungeon,
    Race race,
    Class class,
    Status status,
}

/// All that a game is made of, frozen. Share it: `Arc<Content>`.
#[derive(Debug)]
pub struct Content {
    /// What the files define, and beyond it guises.
    definitions: Vec<(Box<str>, Definition)>,
    /// How many of them the files define.
    own: usize,
    guises: BTreeMap<Res, Res>,
    names: Names,
    table: Table<Handler>,
    scripts: Vec<Script>,
    messages: Vec<Message>,
    hash: String,
}

/// A handler's code.
#[derive(Debug)]
pub struct Script {
    /// Whose it is.
    pub owner: Res,
    /// For which moments.
    pub moments: Vec<(Verb, View)>,
    /// As it is written.
    pub source: Box<str>,
    /// As it was read.
    pub ast: rhai::AST,
    /// The file it is in.
    pub file: Box<str>,
    /// The line its handler begins at.
    pub line: u32,
}

/// A handler's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The text, with its tags.
    pub text: Box<str>,
    /// Who reads the texts of this handler, if its author says so.
    pub print: Option<Print>,
}

impl Content {
    /// Reads a pack: names and texts of its files, in any order.
    ///
    /// ```
    /// # use referee_incursion::content::{Content, Noun};
    /// let files = [("terrains.toml", "[floor]\nabout = 'Bare stone.'\nglyph = '.'\ntint = 'grey'\nflags = ['floor']\n")];
    /// let content = Content::read(&files).expect("no problems");
    /// let floor = content.find(Noun::Terrain, "floor").expect("it is there");
    /// assert_eq!(content.name(floor), "floor");
    /// assert!(Content::read(&[("terrains.toml", "[floor]\nmuch = 1")]).is_err());
    /// ```
    pub fn read(files: &[(&str, &str)]) -> Result<Content, Vec<Problem>> {
        let mut reading = Reading::default();
        reading.files(files);
        reading.finish()
    }

    /// The pack that comes with the game.
    ///
    /// # Panics
    ///
    /// If the pack has problems: a test of this crate keeps it from that.
    pub fn builtin() -> Arc<Content> {
        static PACK: OnceLock<Arc<Content>> = OnceLock::new();
        let read = || match Content::read(FILES) {
            Ok(content) => Arc::new(content),
            Err(problems) => panic!("the pack of the game has problems, the first: {}", problems[0]),
        };
        PACK.get_or_init(read).clone()
    }

    /// The definition of a kind with a name.
    pub fn find(&self, noun: Noun, name: &str) -> Option<Res> {
        self.names.get(&noun)?.get(name).copied()
    }

    /// The definition with a number.
    #[inline]
    pub fn definition(&self, res: Res) -> Option<&Definition> {
        self.definitions.get(usize::from(res.0)).map(|(_, definition)| definition)
    }

    /// The name of a definition; empty if there is none.
    #[inline]
    pub fn name(&self, res: Res) -> &str {
        self.definitions.get(usize::from(res.0)).map_or("", |(name, _)| name)
    }

    /// All definitions of a kind, in order.
    pub fn all(&self, noun: Noun) -> impl Iterator<Item = Res> {
        let of =
            move |(at, (_, definition)): (usize, &(Box<str>, Definition))| (definition.noun() == noun).then_some(Res(at as u16));
        self.definitions.iter().take(self.own).enumerate().filter_map(of)
    }

    /// How many definitions there are.
    pub fn len(&self) -> usize {
        self.own
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.own == 0
    }

    /// How an item looks while nobody knows what it is, unless a game says otherwise: a guise is an item too, of which only the outside is told.
    pub fn guise(&self, item: Res) -> Option<Res> {
        self.guises.get(&item).copied()
    }

    /// All items that have a guise, and which.
    pub fn guises(&self) -> impl Iterator<Item = (Res, Res)> {
        self.guises.iter().map(|(&item, &guise)| (item, guise))
    }

    /// Whether a number is that of a guise.
    pub fn is_guise(&self, res: Res) -> bool {
        usize::from(res.0) >= self.own && usize::from(res.0) < self.definitions.len()
    }

    /// Who listens to what.
    #[inline]
    pub fn table(&self) -> &Table<Handler> {
        &self.table
    }

    /// The script of a [`Handler::Code`].
    #[inline]
    pub fn script(&self, code: u32) -> Option<&Script> {
        self.scripts.get(code as usize)
    }

    /// All scripts, by their number.
    pub fn scripts(&self) -> &[Script] {
        &self.scripts
    }

    /// The text of a [`Handler::Text`].
    #[inline]
    pub fn message(&self, text: u32) -> Option<&Message> {
        self.messages.get(text as usize)
    }

    /// The texts a definition has under a name, such as `CAST_TEXT`.
    pub fn texts(&self, res: Res, verb: Verb) -> impl Iterator<Item = &str> {
        let handlers = self.table.of(res.0.into(), verb.number(), View::default());
        let text = |handler: &Handler| match handler {
            Handler::Text(text) => self.message(*text).map(|message| &*message.text),
            Handler::Code(_) => None,
        };
        handlers.iter().filter_map(text)
    }

    /// What a pack must have to be played and has not: conditions the rules know by name, and somewhere to go for somebody.
    pub fn missing(&self) -> Vec<Problem> {
        let lacking = |noun: Noun, message: String| {
            let file = format!("{}.toml", noun.file());
            Source { file: &file, text: "" }.problem(0..0, Code::Missing, message, "the rules cannot do without")
        };
        let natures = crate::lore::NATURES.iter().filter(|name| self.find(Noun::Status, name).is_none());
        let natures = natures.map(|name| lacking(Noun::Status, format!("there is no status `{name}`")));
        let nouns = [Noun::Dungeon, Noun::Race, Noun::Class].into_iter().filter(|&noun| self.all(noun).next().is_none());
        let nouns = nouns.map(|noun| lacking(noun, format!("there is no {}", noun.name())));
        natures.chain(nouns).collect()
    }

    /// The hash of all content, which the log names.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// What there is: `14 monsters, 23 effects, 61 handlers`.
    pub fn count(&self) -> String {
        let counts = Noun::ALL.iter().map(|&noun| (noun, self.all(noun).count())).filter(|(_, count)| *count > 0);
        let mut parts: Vec<String> = counts.map(|(noun, count)| noun.counted(count)).collect();
        let handlers = (0..self.len()).map(|res| self.table.row(res as u32).count()).sum::<usize>();
        parts.push(format!("{handlers} {}", if handlers == 1 { "handler" } else { "handlers" }));
        parts.join(", ")
    }
}

/// A pack on its way.
#[derive(Default)]
struct Reading<'a> {
    entries: Vec<Entry<'a>>,
    names: Names,
    problems: Vec<Problem>,
    hash: String,
}

/// A definition on its way.
struct Entry<'a> {
    name: Box<str>,
    definition: Definition,
    handlers: Vec<Written>,
    source: Source<'a>,
}

impl<'a> Reading<'a> {
    fn files(&mut self, files: &[(&'a str, &'a str)]) {
        let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
        let whole = |file| Source { file, text: "" };
        if files.len() > FILES_MAX || bytes > BYTES_MAX {
            let expected = format!("at most {FILES_MAX} files and {BYTES_MAX} bytes");
            let message = format!("the pack has {} files and {bytes} bytes", files.len());
            let first = files.first().map_or("", |(name, _)| name);
            self.problems.push(whole(first).problem(0..0, Code::TooLarge, message, expected));
            return;
        }
        let mut sorted = Vec::new();
        for &(file, text) in files {
            match Noun::of_file(file) {
                Some(noun) => sorted.push((noun, Source { file, text })),
                None => {
                    let names: Vec<String> = Noun::ALL.iter().map(|noun| format!("{}.toml", noun.file())).collect();
                    let message = format!("`{file}` is no name of a file of content");
                    self.problems.push(whole(file).problem(
                        0..0,
                        Code::UnknownName,
                        message,
                        handler::nearest(file, names.iter().map(String::as_str)),
                    ));
                }
            }
        }
        sorted.sort_by_key(|(noun, source)| (*noun, source.file));
        let mut canon = Canon::new();
        for at in 0..sorted.len() {
            let (noun, source) = sorted[at];
            if at > 0 && sorted[at - 1].1.file == source.file {
                self.problems.push(source.problem(0..0, Code::Twice, "this file is given twice", "one file of a name"));
            }
            self.file(noun, source, &mut canon);
        }
        self.hash = canon.hex();
    }

    fn file(&mut self, noun: Noun, source: Source<'a>, canon: &mut Canon) {
        let (table, errors) = DeTable::parse_recoverable(source.text);
        if !errors.is_empty() {
            let problem = |error: &toml::de::Error| {
                let at = error.span().unwrap_or(0..0);
                source.problem(at, Code::Syntax, error.message(), "a TOML document")
            };
            self.problems.extend(errors.iter().take(PROBLEMS_MAX).map(problem));
            return;
        }
        canon.text(noun.name());
        canon.table(table.get_ref());
        let mut entries: Vec<_> = table.into_inner().into_iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in entries {
            self.entry(noun, source, key.get_ref(), key.span(), value);
        }
    }

    fn entry(&mut self, noun: Noun, source: Source<'a>, name: &str, at: Range<usize>, mut value: Spanned<DeValue<'_>>) {
        if self.problems.len() >= PROBLEMS_MAX {
            return; // enough to mend first
        }
        let handlers = match value.get_mut() {
            DeValue::Table(table) => table.remove("on"),
            _ => None,
        };
        let handlers = handlers.map(|on| handler::read(&on, source, &mut self.problems)).unwrap_or_default();
        if !(1..=64).contains(&name.len()) || name.trim() != name {
            self.problems.push(source.problem(
                at.clone(),
                Code::BadValue,
                format!("`{name}` is no name"),
                "1 to 64 bytes, no space around",
            ));
        }
        let res = self.entries.len();
        if res >= DEFINITIONS_MAX {
            self.problems.push(source.problem(at, Code::TooLarge, "too many definitions", format!("at most {DEFINITIONS_MAX}")));
            return;
        }
        if self.names.entry(noun).or_default().insert(name.into(), Res(res as u16)).is_some() {
            let message = format!("there are two {} `{name}`", noun.file());
            self.problems.push(source.problem(at.clone(), Code::Twice, message, "a name of its own"));
        }
        match Definition::read(noun, value) {
            Ok(definition) => self.entries.push(Entry { name: name.into(), definition, handlers, source }),
            Err(error) => {
                // Its name stays known: what is wrong is its value, not whoever names it.
                self.problems.push(wrong_value(source, &error, name, at));
            }
        }
    }

    /// Resolves links, reads scripts, looks for what cannot be right, freezes.
    fn finish(mut self) -> Result<Content, Vec<Problem>> {
        let whole = self.problems.is_empty(); // numbers of definitions are sound only then
        let mut linter = Linter::new(&self.names);
        for entry in &mut self.entries {
            resolve(entry, &self.names, &mut linter);
        }
        let (mut scripts, mut messages, mut table) = (Vec::new(), Vec::new(), TableBuilder::default());
        for (at, entry) in self.entries.iter_mut().enumerate() {
            if linter.is_full() {
                break;
            }
            let mut building = Building { owner: Res(at as u16), source: entry.source, linter: &mut linter };
            building.entry(entry, &mut scripts, &mut messages, &mut table);
        }
        if whole && !linter.is_full() {
            let enchanted = enchantments(&self.entries);
            for (at, entry) in self.entries.iter().enumerate() {
                unreachable(Res(at as u16), entry, &enchanted, &mut linter);
            }
        }
        let mut problems = self.problems;
        problems.append(&mut linter.problems);
        if problems.is_empty() {
            let mut definitions: Vec<_> = self.entries.into_iter().map(|entry| (entry.name, entry.definition)).collect();
            let (own, mut guises) = (definitions.len(), guise::Guises::of(&definitions));
            definitions.append(&mut guises.definitions);
            let (names, table, guises) = (self.names, table.freeze(), guises.of);
            return Ok(Content { definitions, own, guises, names, table, scripts, messages, hash: self.hash });
        }
        problems.sort();
        problems.dedup();
        problems.truncate(PROBLEMS_MAX);
        Err(problems)
    }
}

/// A value that does not fit, by the words of the reader.
fn wrong_value(source: Source<'_>, error: &toml::de::Error, name: &str, at: Range<usize>) -> Problem {
    let message = error.message();
    let (wrong, expected) = message.split_once(", expected ").unwrap_or((message, "what the kind of definition has"));
    let code = match wrong {
        _ if wrong.contains("out of range") => Code::OutOfRange,
        _ if wrong.starts_with("unknown") => Code::UnknownName,
        _ if wrong.contains("missing field `about`") || wrong.contains("text is missing") => Code::MissingText,
        _ => Code::BadValue,
    };
    source.problem(error.span().unwrap_or(at), code, format!("{name}: {wrong}"), expected)
}

fn resolve(entry: &mut Entry<'_>, names: &Names, linter: &mut Linter<'_>) {
    let source = entry.source;
    entry.definition.links(&mut |noun, link| match names.get(&noun).and_then(|names| names.get(link.name())) {
        Some(&res) => link.resolve(res),
        None if linter.is_full() => {}
        None => {
            let (message, expected) = linter
                .unknown_definition(&[noun], link.name())
                .unwrap_or_else(|| (format!("the name of {} is empty", noun.name()), "a name".to_owned()));
            linter.problems.push(source.problem(link.at(), Code::UnknownName, message, expected));
        }
    });
    if let Definition::Encounter(encounter) = &entry.definition
        && !(1..=PARTS_MAX).contains(&encounter.parts.len())
    {
        let at = source.text.find(&*entry.name).unwrap_or(0);
        let message = format!("{}: {} parts are out of range", entry.name, encounter.parts.len());
        linter.problems.push(source.problem(at..at, Code::OutOfRange, message, format!("1 to {PARTS_MAX}")));
    }
}

/// The effects that lie on items.
fn enchantments(entries: &[Entry<'_>]) -> BTreeSet<Res> {
    let of = |entry: &Entry<'_>| match &entry.definition {
        Definition::Item(item) => item.enchantment.as_ref().map(Link::res),
        _ => None,
    };
    entries.iter().filter_map(of).collect()
}

/// The handlers of one definition on their way.
struct Building<'l, 'n, 'a> {
    owner: Res,
    source: Source<'a>,
    linter: &'l mut Linter<'n>,
}

impl Building<'_, '_, '_> {
    fn entry(
        &mut self,
        entry: &Entry<'_>,
        scripts: &mut Vec<Script>,
        messages: &mut Vec<Message>,
        table: &mut TableBuilder<Handler>,
    ) {
        let mut taken = BTreeMap::new();
        for written in &entry.handlers {
            self.once(written, &mut taken);
            let handlers = match &written.body {
                Body::Code(code) => self.code(written, code, scripts),
                Body::Say(texts, print) => self.say(written, texts, *print, messages),
            };
            for moment in &written.moments {
                let on = |handler: &Handler| table.on(self.owner.0.into(), moment.verb.number(), moment.view, *handler);
                handlers.iter().for_each(on);
            }
        }
    }

    /// A moment is handled once: a second script never runs, and texts beside a script are never said.
    fn once(&mut self, written: &Written, taken: &mut BTreeMap<(u16, usize), bool>) {
        for moment in &written.moments {
            if taken.insert((moment.verb.number(), moment.view.index()), true).is_some() {
                let message = format!("{} is handled twice", moment.view.of(moment.verb.name()));
                let problem = self.source.problem(
                    moment.at.clone(),
                    Code::Twice,
                    message,
                    "one handler a moment: the second is never reached",
                );
                self.linter.problems.push(problem);
            }
        }
    }

    fn code(&mut self, written: &Written, code: &str, scripts: &mut Vec<Script>) -> Vec<Handler> {
        if let Some(moment) = written.moments.iter().find(|moment| moment.verb.delivery() == Delivery::Text) {
            let message = format!("{} is the name of a text", moment.verb.name());
            self.linter.problems.push(self.source.problem(written.at.clone(), Code::BadValue, message, "{ say = [..] }"));
        }
        let Some(ast) = self.linter.script(self.source, written.at.clone(), code) else { return Vec::new() };
        scripts.push(Script {
            owner: self.owner,
            moments: written.moments.iter().map(|moment| (moment.verb, moment.view)).collect(),
            source: code.into(),
            ast,
            file: self.source.file.into(),
            line: self.source.place(written.at.start).0,
        });
        vec![Handler::Code(scripts.len() as u32 - 1)]
    }

    fn say(
        &mut self,
        written: &Written,
        texts: &[(String, Range<usize>)],
        print: Option<Print>,
        messages: &mut Vec<Message>,
    ) -> Vec<Handler> {
        let said = written.moments.iter().any(|moment| moment.verb.delivery() != Delivery::Text);
        if said && texts.len() > 3 {
            let message = format!("{} texts are never said", texts.len());
            self.linter.problems.push(self.source.problem(written.at.clone(), Code::Unreachable, message, "1, 2 or 3 texts"));
        }
        let mut handlers = Vec::new();
        for (text, at) in texts {
            self.linter.message(self.source, text, at.clone());
            messages.push(Message { text: text.as_str().into(), print });
            handlers.push(Handler::Text(messages.len() as u32 - 1));
        }
        handlers
    }
}

/// Handlers that nothing reaches.
fn unreachable(owner: Res, entry: &Entry<'_>, enchanted: &BTreeSet<Res>, linter: &mut Linter<'_>) {
    let mut found = Vec::new();
    let awaited = |verb: Verb, view: View| linter.awaited.contains(&(owner, verb.number(), view.index()));
    let listener = Listener { definition: &entry.definition, enchants: enchanted.contains(&owner), awaited: &awaited };
    for moment in entry.handlers.iter().flat_map(|written| &written.moments) {
        if let Some(why) = reach::never(&listener, moment.verb, moment.view) {
            let message =
                format!("{} of {} is never reached: {why}", moment.view.of(&moment.verb.name()["EV_".len()..]), entry.name);
            found.push(entry.source.problem(moment.at.clone(), Code::Unreachable, message, "a moment that reaches it"));
        }
    }
    linter.problems.extend(found);
}
