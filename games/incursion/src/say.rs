//! Who reads what: texts with tags, told to whoever perceives what they are about.

use crate::gaze::Gaze;
use crate::play::Play;
use crate::{Asking, Event, Happening, Id, Kind, Print, Res, Verb, why};
use referee_dispatch::{Role, Verdict, View};

impl Play {
    /// Shares out the texts of a handler.
    pub(crate) fn print(&mut self, print: Print, texts: &[&str], happening: &Happening) {
        let reader = self.world().hero;
        if let Some(text) = self.gaze().text_for(reader, print, texts, happening) {
            let text = self.render(text, happening, reader);
            self.emit(Event::Said { to: reader, text });
        }
    }

    /// The first text a definition has under a name, such as `BLAST_NAME`.
    pub(crate) fn word_of(&mut self, res: Res, name: Verb) -> Option<String> {
        let word = self.content().texts(res, name).next().map(str::to_owned)?;
        if self.loan.is_watched() {
            let asking = Asking { resource: res, verb: name, view: View::default(), holder: None };
            let (handler, nothing) = (why::handler(self, asking), Happening::new());
            why::asked(self, handler, Verdict::Hush, &nothing, &nothing);
        }
        Some(word)
    }

    /// Tells one player something; monsters do not read.
    pub(crate) fn tell(&mut self, who: Id, text: &str) {
        if self.thing(who).kind == Kind::Player && !text.is_empty() {
            let text = self.render(text, &Happening::new().actor(who), who);
            self.emit(Event::Said { to: who, text });
        }
    }

    /// Tells one player something with tags.
    pub(crate) fn tell_of(&mut self, who: Id, text: &str, happening: &Happening) {
        if self.thing(who).kind == Kind::Player && !text.is_empty() {
            let text = self.render(text, happening, who);
            self.emit(Event::Said { to: who, text });
        }
    }
}

impl Gaze<'_> {
    /// The text a reader gets, by its part in what happens and by what it perceives.
    pub(crate) fn text_for<'t>(&self, reader: Id, print: Print, texts: &[&'t str], happening: &Happening) -> Option<&'t str> {
        let [actor, target, item] = [Role::Actor, Role::Target, Role::Item].map(|role| happening.roles.get(role));
        let is = |who: Option<Id>| who == Some(reader);
        let sees = |who: Option<Id>| who.is_some_and(|who| self.perceives(reader, who));
        let nth = match print {
            Print::All => (sees(actor) || sees(item) || sees(target)).then_some(0),
            Print::Actor if is(actor) => Some(0),
            Print::Actor => sees(actor).then_some(1),
            Print::Target if is(target) => Some(0),
            Print::Target => sees(target).then_some(1),
            Print::Three if is(target) => Some(1),
            Print::Three if is(actor) => Some(0),
            Print::Three => (sees(actor) && (target.is_none() || sees(target))).then_some(2),
        };
        nth.and_then(|nth| texts.get(nth).copied()).filter(|text| !text.is_empty())
    }

    /// Whether somebody perceives something; everybody perceives itself and what it carries.
    pub(crate) fn perceives(&self, who: Id, what: Id) -> bool {
        let holder = self.thing(what).holder().map(|(holder, _)| holder);
        who == what || holder == Some(who) || self.sees(who, holder.unwrap_or(what))
    }

    /// Fills in the tags of a text, as its reader knows them.
    pub(crate) fn render(&self, text: &str, happening: &Happening, reader: Id) -> String {
        let mut out = String::with_capacity(text.len() + 16);
        let mut rest = text;
        while let Some(start) = rest.find('<') {
            let Some(end) = rest[start..].find('>').map(|end| start + end) else { break };
            out.push_str(&rest[..start]);
            let is_definite = absorb_article(&mut out);
            out.push_str(&self.tag(&rest[start + 1..end], happening, reader, is_definite));
            rest = &rest[end + 1..];
        }
        out.push_str(rest);
        capitalised(&out)
    }

    fn tag(&self, tag: &str, happening: &Happening, reader: Id, article: Option<bool>) -> String {
        let (form, part) = tag.split_once(':').map_or(("", tag), |(form, part)| (form, part));
        let lower = part.to_ascii_lowercase();
        let role = match lower.strip_prefix('e').filter(|it| it.len() > 3).unwrap_or(&lower) {
            "actor" => Role::Actor,
            "target" | "victim" => Role::Target,
            "item" | "weapon" => Role::Item,
            "item2" => Role::Item2,
            "num" => return happening.value.to_string(),
            "effect" => return happening.effect.map_or(String::new(), |it| self.content().name(it).to_owned()),
            _ => return format!("<{tag}>"),
        };
        let Some(who) = happening.roles.get(role) else { return "something".to_owned() };
        let (is_reader, is_seen) = (who == reader, self.perceives(reader, who));
        let pick = |you: &str, one: &str, thing: &str| {
            let word = if is_reader {
                you
            } else if self.thing(who).character().is_some() {
                one
            } else {
                thing
            };
            word.to_owned()
        };
        match form.to_ascii_lowercase().as_str() {
            "his" => pick("your", "their", "its"),
            "him" => pick("you", "them", "it"),
            "he" => pick("you", "they", "it"),
            "s" => (if is_reader { "" } else { "s" }).to_owned(),
            "god" => self.god_name(who),
            _ if is_reader => "you".to_owned(),
            _ if !is_seen => "something".to_owned(),
            _ => self.called(who, article),
        }
    }

    fn god_name(&self, who: Id) -> String {
        let god = self.thing(who).character().and_then(|character| character.god);
        god.map_or("no god".to_owned(), |god| self.content().name(god).to_owned())
    }

    /// What a thing is called, with its article: `the goblin`, or a name of its own.
    pub(crate) fn called(&self, id: Id, article: Option<bool>) -> String {
        if let Some(character) = self.thing(id).character().filter(|character| !character.name.is_empty()) {
            return character.name.clone();
        }
        let name = self.plain_name(id);
        with_article(&name, article == Some(false))
    }

    /// What a thing is called without an article, as far as the player knows it.
    pub(crate) fn plain_name(&self, id: Id) -> String {
        let thing = self.thing(id);
        let base = self.content().name(self.face(thing)).to_owned();
        if let Some(item) = thing.item() {
            let plus = match item.plus {
                0 => String::new(),
                _ if !item.known => String::new(),
                plus => format!(" {plus:+}"),
            };
            return match item.quantity {
                2.. => format!("{} {}{plus}", item.quantity, many(&base)),
                _ => format!("{base}{plus}"),
            };
        }
        base
    }
}

/// A name with its article. What is many already, counted or has a name of its own takes no `a`.
fn with_article(name: &str, indefinite: bool) -> String {
    let first = name.chars().next().unwrap_or(' ');
    match indefinite {
        _ if first.is_uppercase() => name.to_owned(),
        true if first.is_ascii_digit() || is_many(name) => name.to_owned(),
        true if "aeiou".contains(first) => format!("an {name}"),
        true => format!("a {name}"),
        false => format!("the {name}"),
    }
}

/// A name in two parts: up to what it names, and what it is of: `scroll`, ` of fire`; `stairs`, ` up`.
fn head(name: &str) -> (&str, &str) {
    let ends = [" of ", " up", " down"].iter().filter_map(|word| name.find(word)).min();
    name.split_at(ends.unwrap_or(name.len()))
}

/// Whether a name means many things: `leather boots`, `stairs down`, `rubble`.
fn is_many(name: &str) -> bool {
    let (head, _) = head(name);
    let single = ["ss", "us", "is"].iter().any(|end| head.ends_with(end));
    head.ends_with('s') && !single || ["rubble", "gold", "chainmail", "waybread"].contains(&head)
}

/// The name of more than one: `potions of healing`, `torches`.
fn many(name: &str) -> String {
    let (head, of) = head(name);
    let hissing = ["s", "x", "ch", "sh"].iter().any(|end| head.ends_with(end));
    let vowel = |letter: Option<char>| letter.is_some_and(|letter| "aeiou".contains(letter));
    match head.strip_suffix('y') {
        _ if is_many(name) => name.to_owned(),
        Some(stem) if !vowel(stem.chars().last()) => format!("{stem}ies{of}"),
        _ if hissing => format!("{head}es{of}"),
        _ => format!("{head}s{of}"),
    }
}

/// Takes an article at the end of what was written so far: whether it was definite.
fn absorb_article(out: &mut String) -> Option<bool> {
    for (article, definite) in [("the ", true), ("a ", false), ("an ", false)] {
        let start = out.len().checked_sub(article.len());
        let Some(start) = start.filter(|&start| out.is_char_boundary(start) && out[start..].eq_ignore_ascii_case(article)) else {
            continue;
        };
        if start == 0 || out[..start].ends_with([' ', '(', '"']) {
            out.truncate(start);
            return Some(definite);
        }
    }
    None
}

/// Every sentence begins with a capital.
fn capitalised(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut begins = true;
    for letter in text.chars() {
        if begins && letter.is_alphabetic() {
            out.extend(letter.to_uppercase());
            begins = false;
        } else {
            out.push(letter);
            begins = matches!(letter, '.' | '!' | '?') || begins && !letter.is_alphanumeric();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_take_the_article_and_the_plural_they_should() {
        let one = ["goblin", "arrow", "stairs up", "leather boots", "Sunblade", "3 torches", "buckler"]
            .map(|name| with_article(name, true));
        assert_eq!(one, ["a goblin", "an arrow", "stairs up", "leather boots", "Sunblade", "3 torches", "a buckler"]);
        let all = ["potion of healing", "torch", "leather boots", "quarry", "holy symbol", "lump of meat"].map(many);
        assert_eq!(all, ["potions of healing", "torches", "leather boots", "quarries", "holy symbols", "lumps of meat"]);
        assert_eq!(with_article("stairs up", false), "the stairs up");
    }

    #[test]
    fn sentences_begin_with_capitals_and_articles_are_absorbed() {
        assert_eq!(capitalised("the orc falls. it is dead! \"why\""), "The orc falls. It is dead! \"Why\"");
        let mut out = "You hit the ".to_owned();
        assert_eq!(absorb_article(&mut out), Some(true));
        assert_eq!(out, "You hit ");
        let mut out = "lathe ".to_owned();
        assert_eq!(absorb_article(&mut out), None);
    }
}
