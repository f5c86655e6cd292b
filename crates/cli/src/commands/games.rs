//! `referee games`: the registry.

use super::{Outcome, YES};
use crate::output::{coloured, say, say_json};
use referee::Hue;
use referee_host::{Card, FormatCard, HostError, Registry, Title};
use serde::Serialize;

/// A game as a program reads it.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    card: Card,
    formats: Vec<FormatCard>,
}

/// The JSON Schemas of a game.
pub(crate) fn schemas(registry: &Registry, game: &str) -> Outcome {
    let schemas = registry.title(game)?.schemas();
    let none = || HostError::no("NO_SCHEMAS", format!("{game} has no schemas: its types are not described"));
    say_json(&schemas.ok_or_else(none)?)?;
    Ok(YES)
}

/// The games, or one of them.
pub(crate) fn games(registry: &Registry, only: Option<&str>, json: bool) -> Outcome {
    let listed = |title: &dyn Title| Listed { card: title.card(), formats: title.formats() };
    let games: Vec<_> = match only {
        Some(game) => vec![listed(registry.title(game)?)],
        None => registry.titles().map(listed).collect(),
    };
    let width = games.iter().map(|game| game.card.name.len()).max().unwrap_or(0);
    for game in games {
        if json {
            say_json(&game)?;
            continue;
        }
        let Listed { card, formats } = game;
        let name = coloured(&format!("{:width$}", card.name), Hue::Cyan);
        let optional: String = card.optional_seats.iter().map(|seat| format!(" (+ {seat})")).collect();
        let rules = coloured(&format!("rules {}, {}{optional}", card.rules, card.seats.join(" + ")), Hue::Faint);
        say(format!("{name}  {}\n{:width$}  {rules}", card.about, ""))?;
        for format in formats {
            say(format!("{:width$}  {}", "", coloured(&told(&format), Hue::Faint)))?;
        }
    }
    Ok(YES)
}

/// A format as a person reads it.
fn told(format: &FormatCard) -> String {
    let ways = match (format.imports, format.exports) {
        (true, true) => "import, export",
        (true, false) => "import",
        (false, _) => "export",
    };
    format!("{} ({ways}): {}", format.name, format.about)
}
