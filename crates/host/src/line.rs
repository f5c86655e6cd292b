//! A line of the log as text. The form is fixed to the byte, so reading is one pass over it, and any language can check the chain with
//! a SHA-256 and a string search.

use crate::seated::{check_time, under};
use crate::{DEPTH_MAX, HostError, Id};

/// The format of the log, named in its first line.
pub const FORMAT: &str = "referee-log/1";

/// What the first line says about the whole log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header<'a> {
    /// The game by name.
    pub game: &'a str,
    /// The version of its rules.
    pub rules: &'a str,
    /// The SHA-256 of its content; empty where it has none.
    pub content: &'a str,
    /// The version of the engine that started it.
    pub engine: &'a str,
    /// Where its dice come from: `native`, `scripted` or `sealed`.
    pub chance: &'a str,
    /// What the secret of sealed dice hashes to; empty where dice are not sealed.
    pub commit: &'a str,
    /// What the players added to it, so that nobody alone has chosen the dice; empty where they did not.
    pub salt: &'a str,
    /// What the game is called where it is kept; empty where it has no name.
    pub name: &'a str,
    /// Who sits where: an object, or empty where nobody is named.
    pub players: &'a str,
}

/// A line of the log, its parts borrowed from the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The record it is, or follows.
    pub seq: u64,
    /// The id of the line before.
    pub prev: &'a str,
    /// What it says.
    pub body: Body<'a>,
    /// Its own id.
    pub id: Id,
}

/// What a line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body<'a> {
    /// The first line: the game began.
    Setup {
        /// What it says about the whole log.
        header: Header<'a>,
        /// The setup.
        setup: &'a str,
        /// What happened.
        deed: Deed<'a>,
    },
    /// A seat declared an action.
    Action {
        /// The seat by name.
        seat: &'a str,
        /// The action.
        action: &'a str,
        /// What happened.
        deed: Deed<'a>,
    },
    /// The state at this point, so that seeking need not begin at the beginning; where dice come from since a branch said so, or nothing;
    /// and who agrees to the draw that is offered: a list of seats, or empty.
    Keyframe(&'a str, (&'a str, &'a str), &'a str),
    /// A child game begins here.
    Branch(Fork<'a>),
    /// The secret that the dice so far were made from: the end of a sealed game.
    Reveal(&'a str),
    /// The game is closed, whatever its rules say, and why.
    Close(&'a str),
    /// A player says something about the match.
    Said {
        /// What: `resign`, `offer`, `accept` or `decline`.
        word: &'a str,
        /// The seat by name.
        seat: &'a str,
        /// When.
        at: u64,
    },
}

/// Where a child game begins, and what is different from there on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fork<'a> {
    /// What the child is called.
    pub name: &'a str,
    /// What the parent is called; empty where it is the game of the lines before.
    pub of: &'a str,
    /// How many events of the record are kept, where it is cut.
    pub events: Option<u64>,
    /// The seed of its own dice; empty where it has its parent's.
    pub seed: &'a str,
    /// Where its dice come from, and what their secret hashes to where they are sealed; both empty where they come as before.
    pub chance: (&'a str, &'a str),
    /// Who plays from here on: an object, or empty where nobody else does.
    pub players: &'a str,
    /// What time it was in the world, and what the clock of the game said, where they are told apart.
    pub since: Option<(u64, u64)>,
}

/// What a record says happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deed<'a> {
    /// How many bytes of the line come before what happened: sealed dice are made from them.
    pub begins: usize,
    /// When it was declared.
    pub at: u64,
    /// The dice, where they were handed in: a list, or empty.
    pub dice: &'a str,
    /// The events: a list.
    pub events: &'a str,
    /// Whether it is a refusal on record.
    pub refused: bool,
    /// The digest of the state afterwards.
    pub after: &'a str,
}

/// What a record of an action says before it says what happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Declared<'a> {
    /// The seat by name.
    pub(crate) seat: &'a str,
    /// When it was declared.
    pub(crate) at: u64,
    /// The action.
    pub(crate) action: &'a str,
    /// How many bytes of the line that is: sealed dice are made from them.
    pub(crate) begins: usize,
    /// The dice, where they were handed in: a list, or empty.
    pub(crate) dice: &'a str,
}

impl<'a> Declared<'a> {
    /// Reads the beginning of a line, if it is a record of an action. Nothing behind it is looked at.
    pub(crate) fn read(text: &'a str) -> Option<Declared<'a>> {
        let mut scan = Scan { text, at: 0 };
        scan.place().ok()?;
        if scan.take(",\"seat\":\"") { scan.declared().ok() } else { None }
    }
}

impl<'a> Line<'a> {
    /// Reads a line and checks its own id. The id of the line before is the caller's to compare.
    pub fn parse(text: &'a str) -> Result<Line<'a>, HostError> {
        let mut scan = Scan { text, at: 0 };
        let line = if Line::is_first(text) { scan.setup()? } else { scan.entry()? };
        if scan.at != text.len() {
            return Err(scan.expected("the end of the line"));
        }
        Ok(line)
    }

    /// Whether a line says that it is the first of a log.
    pub(crate) fn is_first(text: &str) -> bool {
        text.starts_with("{\"format\"")
    }

    /// Whether a line of a file is prose. `#"` would be a record with its brace overwritten, so it is not.
    pub fn is_prose(text: &str) -> bool {
        text.starts_with('#') && !text.starts_with("#\"")
    }

    /// The seat and the action that were declared, if the line is a record of an action.
    pub fn declared(&self) -> Option<(&'a str, &'a str)> {
        if let Body::Action { seat, action, .. } = self.body { Some((seat, action)) } else { None }
    }

    /// The seat and its word, if the line is what a player says about the match.
    pub fn word(&self) -> Option<(&'a str, &'a str)> {
        if let Body::Said { seat, word, .. } = self.body { Some((seat, word)) } else { None }
    }

    /// Whether the line is a keyframe.
    pub fn is_keyframe(&self) -> bool {
        matches!(self.body, Body::Keyframe(..))
    }

    /// What the line says about the whole log, if it is the first.
    pub fn header(&self) -> Option<&Header<'a>> {
        if let Body::Setup { header, .. } = &self.body { Some(header) } else { None }
    }

    /// What the game starts from, if the line is the first.
    pub fn setup(&self) -> Option<&'a str> {
        if let Body::Setup { setup, .. } = self.body { Some(setup) } else { None }
    }

    /// What happened, if the line is a record.
    pub fn deed(&self) -> Option<Deed<'a>> {
        match self.body {
            Body::Setup { deed, .. } | Body::Action { deed, .. } => Some(deed),
            _ => None,
        }
    }
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    fn setup(&mut self) -> Result<Line<'a>, HostError> {
        self.eat("{\"format\":\"")?;
        let format = self.plain()?;
        if format != FORMAT {
            return Err(HostError::bad("FORMAT", "this is not a log this referee can read")
                .because(FORMAT, format)
                .at_path("/format"));
        }
        let mut part = |name: &str| self.eat(name).and_then(|()| self.plain());
        let (game, rules, content) = (part(",\"game\":\"")?, part(",\"rules\":\"")?, part(",\"content\":\"")?);
        let (engine, chance) = (part(",\"engine\":\"")?, part(",\"chance\":\"")?);
        let commit = if self.take(",\"commit\":\"") { self.id()? } else { "" };
        let salt = if self.take(",\"salt\":\"") { self.plain()? } else { "" };
        let name = if self.take(",\"name\":\"") { self.plain()? } else { "" };
        let players = self.players()?;
        let header = Header { game, rules, content, engine, chance, commit, salt, name, players };
        self.eat(",\"seq\":0,\"prev\":\"")?;
        let prev = self.id()?;
        self.eat(",\"at\":")?;
        let at = self.time()?;
        self.eat(",\"setup\":")?;
        let setup = self.value()?;
        let (begins, dice) = (self.at, self.dice()?);
        let deed = self.deed(at, begins, dice)?;
        Ok(Line { seq: 0, prev, body: Body::Setup { header, setup, deed }, id: self.seal()? })
    }

    fn entry(&mut self) -> Result<Line<'a>, HostError> {
        let (seq, prev) = self.place()?;
        let body = if self.take(",\"seat\":\"") {
            let Declared { seat, at, action, begins, dice } = self.declared()?;
            Body::Action { seat, action, deed: self.deed(at, begins, dice)? }
        } else if self.take(",\"keyframe\":") {
            let (state, chance) = (self.value()?, self.chance()?);
            Body::Keyframe(state, chance, if self.take(",\"offer\":") { self.value()? } else { "" })
        } else if self.take(",\"branch\":\"") {
            Body::Branch(self.fork()?)
        } else if self.take(",\"reveal\":\"") {
            Body::Reveal(self.id()?)
        } else if self.take(",\"close\":\"") {
            Body::Close(self.plain()?)
        } else if self.take(",\"match\":\"") {
            self.said()?
        } else {
            return Err(
                self.expected("`,\"seat\":`, `,\"keyframe\":`, `,\"branch\":`, `,\"reveal\":`, `,\"close\":` or `,\"match\":`")
            );
        };
        Ok(Line { seq, prev, body, id: self.seal()? })
    }

    /// What a player says about the match; the quote before the word is already read.
    fn said(&mut self) -> Result<Body<'a>, HostError> {
        let word = self.plain()?;
        self.eat(",\"seat\":\"")?;
        let seat = self.plain()?;
        self.eat(",\"at\":")?;
        Ok(Body::Said { word, seat, at: self.time()? })
    }

    /// Where in the log the line stands: its number, and the id of the line before.
    fn place(&mut self) -> Result<(u64, &'a str), HostError> {
        self.eat("{\"seq\":")?;
        let seq = self.number()?;
        self.eat(",\"prev\":\"")?;
        Ok((seq, self.id()?))
    }

    /// What a seat declared; the quote before its name is already read.
    fn declared(&mut self) -> Result<Declared<'a>, HostError> {
        let seat = self.plain()?;
        self.eat(",\"at\":")?;
        let at = self.time()?;
        self.eat(",\"action\":")?;
        let action = self.value()?;
        Ok(Declared { seat, at, action, begins: self.at, dice: self.dice()? })
    }

    fn fork(&mut self) -> Result<Fork<'a>, HostError> {
        let name = self.plain()?;
        let of = if self.take(",\"of\":\"") { self.plain()? } else { "" };
        let events = if self.take(",\"events\":") { Some(self.number()?) } else { None };
        let seed = if self.take(",\"seed\":\"") { self.plain()? } else { "" };
        let (chance, players) = (self.chance()?, self.players()?);
        let at = if self.take(",\"at\":") { Some(self.number()?) } else { None };
        let clock = at.map(|_| self.eat(",\"clock\":").and_then(|()| self.number())).transpose()?;
        Ok(Fork { name, of, events, seed, chance, players, since: at.zip(clock) })
    }

    /// Where dice come from, and what their secret hashes to; both empty where nothing is said.
    fn chance(&mut self) -> Result<(&'a str, &'a str), HostError> {
        let chance = if self.take(",\"chance\":\"") { self.plain()? } else { "" };
        let commit = if self.take(",\"commit\":\"") { self.id()? } else { "" };
        Ok((chance, commit))
    }

    fn players(&mut self) -> Result<&'a str, HostError> {
        if self.take(",\"players\":") { self.value() } else { Ok("") }
    }

    fn dice(&mut self) -> Result<&'a str, HostError> {
        if self.take(",\"dice\":") { self.value() } else { Ok("") }
    }

    fn deed(&mut self, at: u64, begins: usize, dice: &'a str) -> Result<Deed<'a>, HostError> {
        self.eat(",\"events\":")?;
        let events = self.value()?;
        let refused = self.take(",\"refused\":true");
        self.eat(",\"after\":\"")?;
        Ok(Deed { begins, at, dice, events, refused, after: self.plain()? })
    }

    /// The end of the line: its id, which must be what the text before it hashes to.
    fn seal(&mut self) -> Result<Id, HostError> {
        let body = &self.text.as_bytes()[..self.at];
        self.eat(",\"id\":\"")?;
        let found = self.id()?;
        self.eat("}")?;
        let id = Id::of(body);
        if id.as_str() != found {
            return Err(HostError::no("BROKEN_LINE", "the line is not what its id was made of").because(id.as_str(), found));
        }
        Ok(id)
    }

    /// 64 characters and a closing quote.
    fn id(&mut self) -> Result<&'a str, HostError> {
        match self.text.get(self.at..self.at + 64) {
            Some(id) if self.text.as_bytes().get(self.at + 64) == Some(&b'"') => {
                self.at += 65;
                Ok(id)
            }
            _ => Err(self.expected("64 hex digits")),
        }
    }

    fn take(&mut self, what: &str) -> bool {
        let there = self.text.as_bytes()[self.at..].starts_with(what.as_bytes());
        self.at += if there { what.len() } else { 0 };
        there
    }

    fn eat(&mut self, what: &str) -> Result<(), HostError> {
        if self.take(what) { Ok(()) } else { Err(self.expected(&format!("`{what}`"))) }
    }

    /// When something was declared: no later than whoever judges lets anybody declare.
    fn time(&mut self) -> Result<u64, HostError> {
        let at = self.number()?;
        check_time(at).map_err(|error| under(error, "/at"))?;
        Ok(at)
    }

    fn number(&mut self) -> Result<u64, HostError> {
        let digits = self.text.as_bytes()[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = &self.text[self.at..self.at + digits];
        let canonical = digits == 1 || !text.starts_with('0');
        match text.parse() {
            Ok(number) if canonical => {
                self.at += digits;
                Ok(number)
            }
            _ => Err(self.expected("a whole number")),
        }
    }

    /// A string without escapes; its opening quote is already read.
    fn plain(&mut self) -> Result<&'a str, HostError> {
        let rest = &self.text.as_bytes()[self.at..];
        match rest.iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < b' ') {
            Some(end) if rest[end] == b'"' => {
                let text = &self.text[self.at..self.at + end];
                self.at += end + 1;
                Ok(text)
            }
            _ => Err(self.expected("a plain string, without escapes or control characters")),
        }
    }

    /// A whole JSON value, skipped by its brackets and quotes: whoever needs what is inside reads it properly.
    fn value(&mut self) -> Result<&'a str, HostError> {
        let bytes = self.text.as_bytes();
        let (start, mut depth) = (self.at, 0u32);
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'"' => self.at = string_end(bytes, self.at).ok_or_else(|| self.expected("the end of a string"))?,
                b'[' | b'{' => {
                    depth += 1;
                    if depth > DEPTH_MAX {
                        return Err(self.expected(&format!("at most {DEPTH_MAX} levels of nesting")));
                    }
                }
                b']' | b'}' if depth > 0 => depth -= 1,
                b',' | b']' | b'}' if depth == 0 => break,
                _ => {}
            }
            self.at += 1;
            if depth == 0 && matches!(byte, b'"' | b']' | b'}') {
                break;
            }
        }
        if self.at == start || depth > 0 { Err(self.expected("a JSON value")) } else { Ok(&self.text[start..self.at]) }
    }

    #[cold]
    fn expected(&self, what: &str) -> HostError {
        let begin = (0..=self.at).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0);
        let rest = &self.text[begin..];
        let found = if rest.is_empty() {
            "the end of the line".into()
        } else {
            format!("`{}`", rest.chars().take(24).collect::<String>())
        };
        HostError::no("BAD_LINE", "the line has not the form of a log line").at_column(self.at as u64 + 1).because(what, found)
    }
}

/// How deep a JSON value is nested.
pub(crate) fn nesting(value: &str) -> u32 {
    let bytes = value.as_bytes();
    let (mut at, mut depth, mut deepest) = (0, 0u32, 0);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => at = string_end(bytes, at).unwrap_or(bytes.len()),
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
        at += 1;
    }
    deepest
}

/// The closing quote of a string that opens at `start`.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(body: &str) -> String {
        let body = body.replace("PREV", Id::NONE.as_str());
        format!("{body},\"id\":\"{}\"}}", Id::of(body.as_bytes()))
    }

    #[test]
    fn a_record_is_read_in_one_pass() {
        let text = sealed(
            r#"{"seq":7,"prev":"PREV","seat":"first","at":5,"action":{"say":"a \"b\" ]"},"events":[{"A":[]},1],"after":"00""#,
        );
        let line = Line::parse(&text).unwrap();
        assert_eq!((line.seq, line.prev), (7, Id::NONE.as_str()));
        let Body::Action { seat, action, deed } = line.body else { panic!("an action") };
        assert_eq!((seat, action, deed.events, deed.at), ("first", r#"{"say":"a \"b\" ]"}"#, r#"[{"A":[]},1]"#, 5));
    }

    /// Nobody can declare a time that a reader of JSON would round: no line has one.
    #[test]
    fn no_line_is_later_than_anybody_can_declare() {
        let record =
            |at: u64| sealed(&format!(r#"{{"seq":7,"prev":"PREV","seat":"first","at":{at},"action":1,"events":[],"after":"00""#));
        assert!(Line::parse(&record((1 << 53) - 1)).is_ok() && Declared::read(&record((1 << 53) - 1)).is_some());
        let late = Line::parse(&record(1 << 53)).unwrap_err();
        assert_eq!((late.code, late.place.path.as_deref()), ("BAD_TIME", Some("/at")));
        assert!(Declared::read(&record(u64::MAX)).is_none());
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let named = r#"{"format":"referee-log/1","game":"nim","rules":"1","content":"","engine":"0","chance":"native","name":"board-1","players":{"first":"ann"},"seq":0,"prev":"PREV","at":5,"setup":{"n":1},"events":[1],"after":"00""#;
        let named = sealed(named);
        no_changed_byte_passes(&named);
        let Body::Setup { header, .. } = Line::parse(&named).unwrap().body else { panic!("a setup") };
        assert_eq!(header.players, r#"{"first":"ann"}"#);
        let text = sealed(
            r#"{"seq":7,"prev":"PREV","seat":"first","at":5,"action":{"n":1},"dice":[3],"events":[1],"refused":true,"after":"00""#,
        );
        no_changed_byte_passes(&text);
        let text = sealed(
            r#"{"seq":7,"prev":"PREV","branch":"board-2","of":"board-1","events":2,"seed":"x","players":{"first":"ann"},"at":90,"clock":5"#,
        );
        no_changed_byte_passes(&text);
        let players = r#"{"first":"ann"}"#;
        let fork =
            Fork { name: "board-2", of: "board-1", events: Some(2), seed: "x", chance: ("", ""), players, since: Some((90, 5)) };
        assert_eq!(Line::parse(&text).unwrap().body, Body::Branch(fork));
    }

    #[test]
    fn sealed_lines_are_read_to_the_byte() {
        let commit = Id::of(b"x");
        let first = format!(
            r#"{{"format":"referee-log/1","game":"nim","rules":"1","content":"","engine":"0","chance":"sealed","commit":"{commit}","salt":"a b","seq":0,"prev":"PREV","at":5,"setup":{{}},"events":[1],"after":"00""#
        );
        let first = sealed(&first);
        no_changed_byte_passes(&first);
        let Body::Setup { header, .. } = Line::parse(&first).unwrap().body else { panic!("a setup") };
        assert_eq!((header.chance, header.commit, header.salt), ("sealed", commit.as_str(), "a b"));
        let branch = sealed(&format!(r#"{{"seq":7,"prev":"PREV","branch":"b","seed":"x","chance":"sealed","commit":"{commit}""#));
        no_changed_byte_passes(&branch);
        let Body::Branch(fork) = Line::parse(&branch).unwrap().body else { panic!("a branch") };
        assert_eq!(fork.chance, ("sealed", commit.as_str()));
        let reveal = sealed(&format!(r#"{{"seq":7,"prev":"PREV","reveal":"{commit}""#));
        no_changed_byte_passes(&reveal);
        assert_eq!(Line::parse(&reveal).unwrap().body, Body::Reveal(commit.as_str()));
    }

    fn no_changed_byte_passes(text: &str) {
        assert!(Line::parse(text).is_ok());
        for at in 0..text.len() {
            let mut bytes = text.to_owned().into_bytes();
            bytes[at] ^= 1;
            let changed = String::from_utf8(bytes).unwrap();
            assert!(Line::parse(&changed).is_err() && !Line::is_prose(&changed), "byte {at}: {changed}");
        }
    }

    #[test]
    fn nesting_has_a_limit() {
        let nested =
            |depth: usize| sealed(&format!(r#"{{"seq":1,"prev":"PREV","keyframe":{}{}"#, "[".repeat(depth), "]".repeat(depth)));
        assert!(Line::parse(&nested(DEPTH_MAX as usize)).is_ok());
        assert!(Line::parse(&nested(DEPTH_MAX as usize + 1)).unwrap_err().expected.as_ref().unwrap().contains("nesting"));
    }
}
