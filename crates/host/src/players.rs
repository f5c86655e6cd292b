//! Who sits where: names of players, in the first line of a log.

use crate::{Card, HostError};
use referee::Seat;
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The longest name of a player, in bytes.
pub const NAME_MAX: usize = 64;

/// Who sits where: a name for each seat that has one, in the order of the seats. As JSON `{"blue":"ann","red":"bob"}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Players {
    named: Vec<(Seat, &'static str, String)>,
}

impl Players {
    /// Nobody is named.
    pub const NONE: Players = Players { named: Vec::new() };

    /// Names the player in a seat. Each seat is named once, nobody sits in two, and a name is checked.
    pub fn seat(&mut self, card: &Card, seat: &str, name: &str) -> Result<(), HostError> {
        let index = card.seat(Some(seat))?;
        check_player(name)?;
        if self.name(index).is_some() {
            return Err(
                HostError::bad("SEAT_TAKEN", format!("the seat {seat:?} is named twice")).because("one player a seat", name)
            );
        }
        if let Some((_, other, _)) = self.named.iter().find(|(.., other)| other == name) {
            let message = format!("{name:?} cannot sit in two seats, {other} and {seat}");
            return Err(HostError::bad("SAME_PLAYER", message).because("one seat a player", name));
        }
        let place = self.named.partition_point(|(other, ..)| *other < index);
        self.named.insert(place, (index, card.seat_name(index), name.to_owned()));
        Ok(())
    }

    /// The players of a game by seat, the first named sits first.
    pub fn in_order<'a>(card: &Card, names: impl IntoIterator<Item = &'a str>) -> Result<Players, HostError> {
        let mut players = Players::NONE;
        card.seats.iter().zip(names).try_for_each(|(seat, name)| players.seat(card, seat, name))?;
        Ok(players)
    }

    /// Reads the players of a game from JSON.
    pub(crate) fn read(card: &Card, text: &str) -> Result<Players, HostError> {
        let Pairs(pairs) = crate::json::read(text, "BAD_PLAYERS")?;
        let mut players = Players::NONE;
        pairs.iter().try_for_each(|(seat, name)| players.seat(card, seat, name))?;
        match players.is_empty() {
            true => Err(HostError::bad("BAD_PLAYERS", "players are left out where nobody is named")),
            false => Ok(players),
        }
    }

    /// Who sits in a seat.
    pub fn name(&self, seat: Seat) -> Option<&str> {
        self.named.iter().find(|(other, ..)| *other == seat).map(|(.., name)| name.as_str())
    }

    /// Whether nobody is named.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// Every seat that has a name: the seat, what it is called, and who sits in it.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &'static str, &str)> {
        self.named.iter().map(|(seat, called, name)| (*seat, *called, name.as_str()))
    }

    /// A seat as a person reads it: `ann (blue)`, or `blue` where nobody is named.
    pub fn told(&self, seat: Seat, called: &str) -> String {
        self.name(seat).map_or_else(|| called.to_owned(), |name| format!("{name} ({called})"))
    }
}

/// As a person reads it: `ann (blue), bob (red)`.
impl fmt::Display for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told: Vec<String> = self.named.iter().map(|(_, called, name)| format!("{name} ({called})")).collect();
        f.write_str(&told.join(", "))
    }
}

impl Serialize for Players {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.named.len()))?;
        self.named.iter().try_for_each(|(_, called, name)| map.serialize_entry(called, name))?;
        map.end()
    }
}

/// The pairs of an object as they stand, doubled ones too.
struct Pairs(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Pairs;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of seats and names")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(All)
    }
}

/// Whether a text can be the name of a player: short, and nothing in it that could pass for another name on a screen.
pub fn check_player(name: &str) -> Result<(), HostError> {
    let bad = |message: String| Err(HostError::bad("BAD_PLAYER", message));
    match () {
        () if name.is_empty() => bad("a player has a name".into()),
        () if name.len() > NAME_MAX => bad(format!("the name of a player has {NAME_MAX} bytes at most, this has {}", name.len())),
        () if name.chars().any(is_unseen) => bad("the name of a player has no control characters and nothing unseen".into()),
        () if name.trim() != name => bad("the name of a player begins and ends with no space".into()),
        () => Ok(()),
    }
}

/// Characters that steer a screen, or that nobody sees. (Some of them count as letters: the fillers of Hangul are blank.)
fn is_unseen(c: char) -> bool {
    let steers = matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}');
    let is_blank = matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}'
    );
    c.is_control() || steers || is_blank
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hosted, Registry, Table, Title, verify};
    use referee_nim::Nim;

    fn named(pairs: &[(&str, &str)]) -> Result<Players, &'static str> {
        let mut players = Players::NONE;
        let card = Hosted::new(Nim).card();
        pairs.iter().try_for_each(|(seat, name)| players.seat(&card, seat, name)).map_err(|error| error.code)?;
        Ok(players)
    }

    fn table(players: Players) -> Box<dyn Table> {
        let mut table = Hosted::new(Nim).start(Some(r#"{"heaps":[3,4]}"#), None, 0, None).unwrap();
        table.introduce(players).unwrap();
        table
    }

    #[test]
    fn what_is_no_name_or_no_seat_is_refused() {
        let long = "x".repeat(NAME_MAX + 1);
        for name in ["", " ann", "a\nb", "a\u{202e}b", "a\u{61c}b", "\u{200b}", "\u{3164}", "a\u{ffa0}", "a\u{e0041}", &long] {
            assert_eq!(named(&[("first", name)]), Err("BAD_PLAYER"), "{name:?}");
        }
        assert_eq!(named(&[("third", "ann")]), Err("NO_SUCH_SEAT"));
        assert_eq!(named(&[("first", "ann"), ("first", "bob")]), Err("SEAT_TAKEN"));
        assert!(named(&[("first", &"x".repeat(NAME_MAX)), ("second", "a \"b\" \\ é")]).is_ok());
    }

    #[test]
    fn a_log_says_who_sits_where_in_the_order_of_the_seats() {
        let players = named(&[("second", "bob \"b\""), ("first", "ann")]).unwrap();
        let mut played = table(players.clone());
        assert!(played.act(Seat(0), 0, r#"{"heap":0,"stones":3}"#, None).success);
        let text = played.text().unwrap();
        assert!(text.contains(r#""chance":"native","players":{"first":"ann","second":"bob \"b\""},"seq":0,"#), "{text}");
        let games = Registry::new().with(Hosted::new(Nim));
        let report = verify(&games, text.as_bytes(), &mut |_| {}).unwrap();
        assert_eq!((&report.players, report.head), (&players, played.head().to_string()));
        assert_eq!(played.rewound(0).unwrap().players(), &players);
        assert_eq!(
            (players.to_string(), players.told(Seat(0), "first")),
            ("ann (first), bob \"b\" (second)".into(), "ann (first)".into())
        );
    }

    #[test]
    fn an_unnamed_log_keeps_its_bytes() {
        let plain = Hosted::new(Nim).start(Some(r#"{"heaps":[3,4]}"#), None, 0, None).unwrap();
        assert_eq!(table(Players::NONE).text().unwrap(), plain.text().unwrap());
        assert!(!plain.text().unwrap().contains("players"));
    }

    #[test]
    fn players_in_another_form_are_refused() {
        let games = Registry::new().with(Hosted::new(Nim));
        let text = table(named(&[("first", "ann"), ("second", "bob")]).unwrap()).text().unwrap();
        for (players, code) in [
            (r#"{"second":"bob","first":"ann"}"#, "NOT_CANONICAL"),
            (r#"{"first":"ann", "second":"bob"}"#, "NOT_CANONICAL"),
            (r#"{"first":"\u0061nn"}"#, "NOT_CANONICAL"),
            (r#"{"first":"ann","first":"bob"}"#, "SEAT_TAKEN"),
            (r#"{"third":"ann"}"#, "NO_SUCH_SEAT"),
            (r#"{"first":""}"#, "BAD_PLAYER"),
            (r#"{"first":7}"#, "BAD_PLAYERS"),
            ("{}", "BAD_PLAYERS"),
            ("[]", "BAD_PLAYERS"),
            ("null", "BAD_PLAYERS"),
        ] {
            let body = text.replace(r#"{"first":"ann","second":"bob"}"#, players);
            let body = &body[..body.rfind(",\"id\":").unwrap()];
            let forged = format!("{body},\"id\":\"{}\"}}\n", crate::Id::of(body.as_bytes()));
            let error = verify(&games, forged.as_bytes(), &mut |_| {}).unwrap_err();
            assert_eq!((error.code, error.place.line), (code, Some(1)), "{players}: {error}");
        }
    }
}
