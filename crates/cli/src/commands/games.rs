//! `referee games`: the registry.

use super::{Outcome, YES};
use crate::output::{coloured, say, say_json};
use referee::Hue;
use referee_host::{Card, FormatCard, Registry};
use serde::Serialize;

/// A game as a program reads it.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    card: Card,
    formats: Vec<FormatCard>,
}

pub(crate) fn games(registry: &Registry, json: bool) -> Outcome {
    let games: Vec<_> = registry.titles().map(|title| Listed { card: title.card(), formats: title.formats() }).collect();
    let width = games.iter().map(|game| game.card.name.len()).max().unwrap_or(0);
    for game in games {
        if json {
            say_json(&game)?;
            continue;
        }
        let Listed { card, formats } = game;
        let name = coloured(&format!("{:width$}", card.name), Hue::Cyan);
        let rules = coloured(&format!("rules {}, {}", card.rules, card.seats.join(" + ")), Hue::Faint);
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
