//! The linter: what reads well and yet cannot be right. Unknown names, handlers that nothing reaches, texts that nobody reads.

use super::api::{self, Arg, Call, Keys, On};
use super::handler::{self, nearest};
use super::problem::{Code, Problem, Source};
use super::words::{Attribute, Blow, Breed, Harm, Save, Skill, Slot, Trait};
use super::{Noun, PROBLEMS_MAX, script};
use crate::{Flag, Happening, Kind, Part, Res, Value, Verb};
use referee_dispatch::{Lens, View};
use rhai::{AST, ASTNode, Engine, Expr, FnCallExpr, Position, Stmt};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Names by kind, and which definition each is.
pub(super) type Names = BTreeMap<Noun, BTreeMap<Box<str>, Res>>;

/// The most arms all switches of a script have: reading them costs their square.
const ARMS_MAX: usize = 256;

/// Reads scripts and holds them to what there is.
pub(super) struct Linter<'a> {
    engine: Engine,
    names: &'a Names,
    /// What statuses wait for: of which effect, for what.
    pub(super) awaited: BTreeSet<(Res, u16, usize)>,
    pub(super) problems: Vec<Problem>,
}

/// A script and where it stands.
#[derive(Clone, Copy)]
struct Text<'a> {
    source: Source<'a>,
    /// The value in the file, quotes and all.
    start: usize,
    end: usize,
}

impl Text<'_> {
    /// Where a position of the script is in the file.
    fn at(&self, position: Position, length: usize) -> Range<usize> {
        let (Some(line), column) = (position.line(), position.position().unwrap_or(1)) else { return self.start..self.end };
        let raw = self.source.text.get(self.start..self.end).unwrap_or("");
        let quotes = if raw.starts_with("'''") || raw.starts_with("\"\"\"") { 3 } else { 1 };
        let inner = raw.get(quotes..).unwrap_or("");
        let skipped = if quotes == 1 {
            0
        } else {
            inner.len() - inner.strip_prefix("\r\n").or(inner.strip_prefix('\n')).unwrap_or(inner).len()
        };
        let (first, first_column) = self.source.place(self.start + quotes + skipped);
        let column = if line == 1 { column + first_column as usize - 1 } else { column };
        let byte = self.source.byte(first as usize + line - 1, column);
        byte..(byte + length).min(self.source.text.len())
    }
}

impl<'a> Linter<'a> {
    pub(super) fn new(names: &'a Names) -> Linter<'a> {
        Linter { engine: script::engine(), names, awaited: BTreeSet::new(), problems: Vec::new() }
    }

    /// Whether there are as many problems as are reported.
    pub(super) fn is_full(&self) -> bool {
        self.problems.len() >= PROBLEMS_MAX
    }

    /// Reads a script; `None` if it cannot be read.
    pub(super) fn script(&mut self, source: Source<'_>, at: Range<usize>, code: &str) -> Option<AST> {
        let text = Text { source, start: at.start, end: at.end };
        if code.matches("=>").count() > ARMS_MAX {
            let expected = format!("at most {ARMS_MAX}");
            self.problems.push(source.problem(at, Code::TooLarge, "the script has too many arms", expected));
            return None;
        }
        match script::compile(&self.engine, code) {
            Ok(ast) => {
                let mut found = Vec::new();
                let mut loops = Loops::default();
                ast.walk(&mut |nodes| {
                    if let Some(node) = nodes.last() {
                        self.node(node, &mut found);
                    }
                    loops.pass(nodes);
                    found.len() < PROBLEMS_MAX
                });
                loops.endless(&mut found);
                ends_well(&ast, &mut found);
                let problems = found.into_iter().map(|found: Found| {
                    source.problem(text.at(found.at, found.length), found.code, found.message, found.expected)
                });
                self.problems.extend(problems);
                Some(ast)
            }
            Err(error) => {
                let message = error.err_type().to_string();
                let code = if message.contains("Undefined variable") || message.contains("Variable not found") {
                    Code::UnknownName
                } else {
                    Code::Syntax
                };
                let expected = if code == Code::UnknownName { "a variable of the script, `e` or `me`" } else { "a Rhai script" };
                self.problems.push(source.problem(text.at(error.position(), 1), code, message, expected));
                None
            }
        }
    }

    fn node(&mut self, node: &ASTNode<'_>, found: &mut Vec<Found>) {
        match node {
            ASTNode::Stmt(Stmt::FnCall(call, at)) | ASTNode::Expr(Expr::FnCall(call, at)) => self.function(call, *at, found),
            ASTNode::Expr(Expr::Dot(both, ..)) => self.member(&both.lhs, first(&both.rhs), found),
            ASTNode::Stmt(Stmt::Assignment(assigned)) => self.assignment(&assigned.1.lhs, &assigned.1.rhs, found),
            _ => {}
        }
    }

    fn function(&mut self, call: &FnCallExpr, at: Position, found: &mut Vec<Found>) {
        if call.op_token.is_some() {
            return self.comparison(call, found);
        }
        let known: Vec<&Call> = api::calls(&call.name).filter(|known| known.on == On::Free).collect();
        self.call(&known, call, at, "function", On::Free, found);
    }

    /// `e.damage_type == "fire"`.
    fn comparison(&self, call: &FnCallExpr, found: &mut Vec<Found>) {
        if !matches!(call.name.as_str(), "==" | "!=") || call.args.len() != 2 {
            return;
        }
        for (one, other) in [(&call.args[0], &call.args[1]), (&call.args[1], &call.args[0])] {
            if let (Some((on, part)), Expr::StringConstant(text, at)) = (last_property(one), other) {
                self.word(words_of(on, part), text, *at, found);
            }
        }
    }

    fn assignment(&self, left: &Expr, right: &Expr, found: &mut Vec<Found>) {
        let Some((on, part)) = last_property(left) else { return };
        if on == On::Thing {
            let message = format!("`{part}` of a thing cannot be set");
            found.push(Found::new(left.position(), 1, Code::BadValue, message, "a call that changes it, such as t.heal(n)"));
        }
        if let Expr::StringConstant(text, at) = right {
            let words = words_of(on, part);
            self.word(words, text, *at, found);
            let holds =
                Part::named(part).filter(|_| on == On::Happening && words == Words::Any).map(|it| it.get(&Happening::new()));
            if matches!(holds, Some(Value::Number(_) | Value::Flag(_))) {
                let message = format!("`{part}` does not hold a text");
                found.push(Found::new(*at, text.len() + 2, Code::BadValue, message, "a number or a flag"));
            }
        }
    }

    /// `e.victim`, `me.has("raging")`.
    fn member(&mut self, of: &Expr, member: &Expr, found: &mut Vec<Found>) {
        let on = if is_happening(of) { On::Happening } else { On::Thing };
        match member {
            Expr::Property(names, at) => self.property(on, &names.2, *at, found),
            Expr::MethodCall(call, at) | Expr::FnCall(call, at) => {
                let fits = |known: &&Call| known.on == on || on == On::Thing && known.on == On::List;
                let known: Vec<&Call> = api::calls(&call.name).filter(fits).collect();
                self.call(&known, call, *at, "method", on, found);
            }
            _ => {}
        }
    }

    fn property(&self, on: On, name: &str, at: Position, found: &mut Vec<Found>) {
        let known = match on {
            On::Happening => is_part(name) || api::HAPPENING_PROPERTIES.contains(&name),
            _ => api::property(name).is_some(),
        };
        if known {
            return;
        }
        let (message, expected) = match on {
            On::Happening => (format!("a happening has no part `{name}`"), nearest(name, parts())),
            _ => (format!("a thing has no `{name}`"), nearest(name, api::PROPERTIES.iter().map(|known| known.name))),
        };
        found.push(Found::new(at, name.len(), Code::UnknownName, message, expected));
    }

    fn call(&mut self, known: &[&Call], call: &FnCallExpr, at: Position, what: &str, on: On, found: &mut Vec<Found>) {
        let name = call.name.as_str();
        let Some(known) = known.first() else {
            let names = api::CALLS.iter().filter(|known| known.on == on).map(|known| known.name);
            found.push(Found::new(
                at,
                name.len(),
                Code::UnknownName,
                format!("there is no {what} `{name}`"),
                nearest(name, names),
            ));
            return;
        };
        let count = call.args.len();
        if count < known.needs || count > known.args.len() {
            let expected = match known.needs == known.args.len() {
                true => format!("{}", known.needs),
                false => format!("{} to {}", known.needs, known.args.len()),
            };
            found.push(Found::new(at, name.len(), Code::BadValue, format!("`{name}` is given {count} arguments"), expected));
            return;
        }
        let mut noun = None;
        for (arg, value) in known.args.iter().zip(call.args.iter()) {
            match (arg, value) {
                (Arg::Noun, Expr::StringConstant(text, at)) => {
                    noun = Noun::named(text);
                    self.word(Words::Nouns, text, *at, found);
                }
                (Arg::OfNamed, Expr::StringConstant(text, at)) => {
                    noun.into_iter().for_each(|noun| self.word(Words::Of(one(noun)), text, *at, found));
                }
                (Arg::Map(keys), Expr::Map(map, _)) => map.0.iter().for_each(|(key, value)| self.entry(*keys, key, value, found)),
                (arg, Expr::StringConstant(text, at)) => self.word(Words::of(*arg), text, *at, found),
                _ => {}
            }
        }
        if name == "wait_for" {
            self.waits(call);
        }
    }

    /// What statuses wait for, as far as it is written.
    fn waits(&mut self, call: &FnCallExpr) {
        let (Some(Expr::StringConstant(moment, _)), Some(Expr::StringConstant(effect, _))) =
            (call.args.first(), call.args.get(1))
        else {
            return;
        };
        let Some(&effect) = self.names.get(&Noun::Effect).and_then(|names| names.get(effect.as_str())) else { return };
        if let Ok((verb, view)) = handler::moment(moment) {
            let lens = if view.lens == Lens::Victim { Lens::TrapOfVictim } else { Lens::Trap };
            self.awaited.insert((effect, verb.number(), View::new(view.phase, lens).index()));
        }
    }

    /// An entry of `#{ .. }`.
    fn entry(&self, keys: Keys, key: &rhai::Ident, value: &Expr, found: &mut Vec<Found>) {
        let name = key.name.as_str();
        let known = match keys {
            Keys::Status => api::STATUS_KEYS.contains(&name),
            Keys::Ground => api::GROUND_KEYS.contains(&name),
            Keys::Parts => is_part(name),
        };
        if !known {
            let expected = match keys {
                Keys::Status => nearest(name, api::STATUS_KEYS.iter().copied()),
                Keys::Ground => nearest(name, api::GROUND_KEYS.iter().copied()),
                Keys::Parts => nearest(name, parts()),
            };
            found.push(Found::new(key.pos, name.len(), Code::UnknownName, format!("`{name}` is no key here"), expected));
        }
        if let Expr::StringConstant(text, at) = value {
            self.word(words_of(On::Happening, name), text, *at, found);
        }
    }

    /// Holds a word to its list.
    fn word(&self, words: Words, text: &str, at: Position, found: &mut Vec<Found>) {
        if words == Words::Text {
            return self.said(text, at, found);
        }
        if let Some((message, expected)) = self.unknown(words, text) {
            found.push(Found::new(at, text.len() + 2, Code::UnknownName, message, expected));
        }
    }

    /// What is wrong with a word: nothing, or what, and what was expected.
    fn unknown(&self, words: Words, text: &str) -> Option<(String, String)> {
        let list = |known: bool, what: &str, names: &mut dyn Iterator<Item = &'static str>| {
            (!known).then(|| (format!("`{text}` is no {what}"), nearest(text, names)))
        };
        match words {
            Words::Any | Words::Text => None,
            Words::Moment => handler::moment(text).err(),
            Words::Verb => list(Verb::named(text).is_some(), "verb", &mut Verb::all().map(|verb| &verb.name()["EV_".len()..])),
            Words::Harm => list(Harm::named(text).is_some(), "kind of damage", &mut Harm::ALL.iter().map(|word| word.name())),
            Words::Blow => list(Blow::named(text).is_some(), "kind of attack", &mut Blow::ALL.iter().map(|word| word.name())),
            Words::Attribute => {
                list(Attribute::named(text).is_some(), "attribute", &mut Attribute::ALL.iter().map(|word| word.name()))
            }
            Words::Save => list(Save::named(text).is_some(), "saving throw", &mut Save::ALL.iter().map(|word| word.name())),
            Words::Skill => list(Skill::named(text).is_some(), "skill", &mut Skill::ALL.iter().map(|word| word.name())),
            Words::Breed => list(Breed::named(text).is_some(), "breed", &mut Breed::ALL.iter().map(|word| word.name())),
            Words::Trait => list(Trait::named(text).is_some(), "trait", &mut Trait::ALL.iter().map(|word| word.name())),
            Words::Slot => {
                list(Slot::named(text).is_some(), "place to wear things", &mut Slot::ALL.iter().map(|word| word.name()))
            }
            Words::Magic => list(MAGIC.contains(&text), "quality of magic", &mut MAGIC.iter().copied()),
            Words::Ground => list(GROUND.contains(&text), "quality of the ground", &mut GROUND.iter().copied()),
            Words::Kind => list(Kind::named(text).is_some(), "kind of thing", &mut Kind::ALL.iter().map(|kind| kind.name())),
            Words::Nouns => {
                list(Noun::named(text).is_some(), "kind of definition", &mut Noun::ALL.iter().map(|noun| noun.name()))
            }
            Words::Of(nouns) => self.unknown_definition(nouns, text),
        }
    }

    pub(super) fn unknown_definition(&self, nouns: &[Noun], text: &str) -> Option<(String, String)> {
        let of = |noun: &Noun| self.names.get(noun).into_iter().flatten();
        if text.is_empty() || nouns.iter().flat_map(of).any(|(name, _)| &**name == text) {
            return None;
        }
        let what: Vec<&str> = nouns.iter().map(|noun| noun.name()).collect();
        let expected = nearest(text, nouns.iter().flat_map(of).map(|(name, _)| &**name));
        Some((format!("there is no {} `{text}`", what.join(" or ")), expected))
    }

    fn said(&self, text: &str, at: Position, found: &mut Vec<Found>) {
        if text.trim().is_empty() {
            found.push(Found::new(at, 2, Code::MissingText, "the text is empty", "a sentence"));
        }
        if let Some(tag) = unknown_tag(text) {
            found.push(Found::new(at, text.len() + 2, Code::UnknownName, format!("`<{tag}>` names nobody"), TAGS_EXPECTED));
        }
    }

    /// A text of a message handler.
    pub(super) fn message(&mut self, source: Source<'_>, text: &str, at: Range<usize>) {
        if let Some(tag) = unknown_tag(text) {
            self.problems.push(source.problem(at, Code::UnknownName, format!("`<{tag}>` names nobody"), TAGS_EXPECTED));
        }
    }
}

/// The value of the last line is the verdict, semicolon or not: a call that gives something else must not stand there.
fn ends_well(ast: &AST, found: &mut Vec<Found>) {
    if let Some(Stmt::Expr(expr)) = ast.statements().last() {
        let what = match **expr {
            Expr::IntegerConstant(..) => Some("number"),
            Expr::StringConstant(..) | Expr::InterpolatedString(..) | Expr::CharConstant(..) => Some("text"),
            Expr::Array(..) => Some("list"),
            Expr::Map(..) => Some("map"),
            _ => None,
        };
        if let Some(what) = what {
            let message = format!("the script ends with a {what}");
            found.push(Found::new(expr.position(), 1, Code::BadValue, message, "a verdict: NOTHING, DONE, ABORT or NOMSG"));
        }
    }
    let last = match ast.statements().last() {
        Some(Stmt::FnCall(call, at)) => Some((&**call, *at, On::Free)),
        Some(Stmt::Expr(expr)) => last_call(expr),
        _ => None,
    };
    let Some((call, at, on)) = last else { return };
    let known = api::calls(&call.name).find(|known| known.on == on).filter(|_| call.op_token.is_none());
    if let Some(known) = known.filter(|known| !matches!(known.gives, "verdict" | "nothing")) {
        let message = format!("the script ends with a {}", known.gives);
        found.push(Found::new(at, call.name.len(), Code::BadValue, message, "a verdict: NOTHING, DONE, ABORT or NOMSG"));
    }
}

/// The loops of a script that have no condition, and those of them that something leaves.
#[derive(Default)]
struct Loops {
    all: Vec<Position>,
    left: Vec<Position>,
}

impl Loops {
    fn pass(&mut self, nodes: &[ASTNode<'_>]) {
        let endless = |node: &ASTNode<'_>| match node {
            ASTNode::Stmt(Stmt::While(flow, at)) => {
                matches!(flow.expr, Expr::Unit(..) | Expr::BoolConstant(true, _)).then_some(*at)
            }
            _ => None,
        };
        let Some(node) = nodes.last() else { return };
        self.all.extend(endless(node));
        if matches!(node, ASTNode::Stmt(Stmt::BreakLoop(..) | Stmt::Return(..))) {
            self.left.extend(nodes.iter().filter_map(endless));
        }
    }

    fn endless(self, found: &mut Vec<Found>) {
        for at in self.all.into_iter().filter(|at| !self.left.contains(at)) {
            found.push(Found::new(at, 4, Code::Unreachable, "nothing leaves this loop", "a condition, `break` or `return`"));
        }
    }
}

/// The call an expression ends with.
fn last_call(expr: &Expr) -> Option<(&FnCallExpr, Position, On)> {
    match expr {
        Expr::FnCall(call, at) => Some((call, *at, On::Free)),
        Expr::Dot(both, ..) => match (&both.lhs, &both.rhs) {
            (of, Expr::MethodCall(call, at)) => Some((call, *at, if is_happening(of) { On::Happening } else { On::Thing })),
            (_, rest) => last_call(rest),
        },
        _ => None,
    }
}

/// Something wrong in a script.
struct Found {
    at: Position,
    length: usize,
    code: Code,
    message: String,
    expected: String,
}

impl Found {
    fn new(at: Position, length: usize, code: Code, message: impl Into<String>, expected: impl Into<String>) -> Found {
        Found { at, length, code, message: message.into(), expected: expected.into() }
    }
}

/// From which list a word is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    Any,
    Text,
    Moment,
    Verb,
    Harm,
    Blow,
    Attribute,
    Save,
    Skill,
    Breed,
    Trait,
    Slot,
    Ground,
    Magic,
    Kind,
    Nouns,
    Of(&'static [Noun]),
}

impl Words {
    fn of(arg: Arg) -> Words {
        match arg {
            Arg::Text => Words::Text,
            Arg::Moment => Words::Moment,
            Arg::Verb => Words::Verb,
            Arg::Harm => Words::Harm,
            Arg::Attribute => Words::Attribute,
            Arg::Save => Words::Save,
            Arg::Skill => Words::Skill,
            Arg::Breed => Words::Breed,
            Arg::Trait => Words::Trait,
            Arg::Slot => Words::Slot,
            Arg::Ground => Words::Ground,
            Arg::Magic => Words::Magic,
            Arg::Of(noun) => Words::Of(one(noun)),
            _ => Words::Any,
        }
    }
}

fn one(noun: Noun) -> &'static [Noun] {
    let at = noun as usize;
    &Noun::ALL[at..=at]
}

/// From which list the words of a part or property are.
fn words_of(on: On, part: &str) -> Words {
    const BODIES: &[Noun] = &[Noun::Monster, Noun::Item, Noun::Feature, Noun::Trap];
    const CHOICES: &[Noun] = &[Noun::Monster, Noun::Template, Noun::Encounter];
    const MAGIC: &[Noun] = &[Noun::Effect, Noun::God, Noun::Terrain];
    match (on, part) {
        (On::Happening, "damage_type") => Words::Harm,
        (On::Happening, "attack_type") => Words::Blow,
        (On::Happening, "nature") => Words::Of(one(Noun::Status)),
        (On::Happening, "effect") => Words::Of(MAGIC),
        (On::Happening, "ill_effect" | "ep_poison") => Words::Of(one(Noun::Effect)),
        (On::Happening, "result" | "source") => Words::Of(CHOICES),
        (On::Happening, "en_id") => Words::Of(one(Noun::Encounter)),
        (On::Happening, "en_region") => Words::Of(one(Noun::Region)),
        (On::Happening, "en_terrain") => Words::Of(one(Noun::Terrain)),
        (On::Happening, "ep_mon" | "ep_mount") => Words::Of(one(Noun::Monster)),
        (On::Happening, "ep_template" | "ep_template2" | "ep_template3" | "ep_mount_template") => Words::Of(one(Noun::Template)),
        (On::Happening, "ep_item") => Words::Of(one(Noun::Item)),
        (On::Happening, "verb") => Words::Verb,
        (On::Happening, "grave" | "text") => Words::Text,
        (On::Thing, "what") => Words::Of(BODIES),
        (On::Thing, "kind") => Words::Kind,
        (On::Thing, "god") => Words::Of(one(Noun::God)),
        _ => Words::Any,
    }
}

const GROUND: &[&str] = &[
    "solid",
    "opaque",
    "special",
    "minds-target",
    "warn",
    "water",
    "deep",
    "pit",
    "fall",
    "light",
    "obscure",
    "diggable",
    "floor",
    "tree",
];

const MAGIC: &[&str] = &[
    "arcane",
    "divine",
    "sound",
    "mental",
    "mundane",
    "hard",
    "attack",
    "persistent",
    "once",
    "illusory",
    "abjuration",
    "shattering",
    "enchantment",
    "disease",
    "poison",
    "healing",
    "teleport",
    "charm",
];

fn is_happening(expr: &Expr) -> bool {
    matches!(expr, Expr::Variable(name, ..) if name.1 == "e")
}

/// The member next to the dot.
fn first(expr: &Expr) -> &Expr {
    match expr {
        Expr::Dot(both, ..) | Expr::Index(both, ..) => &both.lhs,
        expr => expr,
    }
}

/// The last property of a chain, and of what it is.
fn last_property(expr: &Expr) -> Option<(On, &str)> {
    let Expr::Dot(both, ..) = expr else { return None };
    let (mut of, mut rest) = (&both.lhs, &both.rhs);
    while let Expr::Dot(both, ..) = rest {
        (of, rest) = (&both.lhs, &both.rhs);
    }
    let Expr::Property(names, _) = rest else { return None };
    Some((if is_happening(of) { On::Happening } else { On::Thing }, names.2.as_str()))
}

/// Whether a happening has a part or flag; only our names count.
fn is_part(name: &str) -> bool {
    parts().any(|part| part == name)
}

fn parts() -> impl Iterator<Item = &'static str> {
    Part::all().map(|part| part.name).chain(Flag::ALL.iter().map(|flag| flag.name()))
}

/// Whom a text can name.
pub const TAGS: &[&str] = &["actor", "target", "victim", "item", "item2", "me", "effect", "num", "god"];
const TAGS_EXPECTED: &str =
    "<actor>, <target>, <victim>, <item>, <item2>, <me>, <effect>, <num> or <god>, or <his:actor>, <him:..>, <he:..>, <s:..>";

/// The first tag of a text that names nobody.
fn unknown_tag(text: &str) -> Option<&str> {
    let tags = text.split('<').skip(1).map(|rest| rest.split_once('>').map_or(rest, |(tag, _)| tag));
    let known = |tag: &str| {
        let tag = tag.to_lowercase();
        let name = ["his:", "him:", "he:", "s:"].iter().find_map(|form| tag.strip_prefix(form)).unwrap_or(&tag).to_owned();
        let name = name.strip_prefix('e').filter(|name| TAGS.contains(name)).map_or(name.clone(), str::to_owned);
        TAGS.contains(&name.as_str())
    };
    tags.into_iter().find(|tag| !known(tag))
}
