//! `referee games`: the registry.

use super::{Outcome, YES};
use crate::output::{coloured, say, say_json};
use referee::Hue;
use referee_host::Registry;

pub(crate) fn games(registry: &Registry, json: bool) -> Outcome {
    let cards: Vec<_> = registry.titles().map(|title| title.card()).collect();
    let width = cards.iter().map(|card| card.name.len()).max().unwrap_or(0);
    for card in cards {
        if json {
            say_json(&card)?;
            continue;
        }
        let name = coloured(&format!("{:width$}", card.name), Hue::Cyan);
        let rules = coloured(&format!("rules {}, {}", card.rules, card.seats.join(" + ")), Hue::Faint);
        say(format!("{name}  {}\n{:width$}  {rules}", card.about, ""))?;
    }
    Ok(YES)
}
