//! `referee setups`: the setups that games bring by name.

use super::{Outcome, YES};
use crate::output::{coloured, put, say, say_json};
use referee::Hue;
use referee_host::{NamedSetup, Registry, Title};
use serde_json::json;

pub(crate) fn setups(registry: &Registry, game: Option<&str>, name: Option<&str>, json: bool) -> Outcome {
    let titles: Vec<&dyn Title> = match game {
        Some(game) => vec![registry.title(game)?],
        None => registry.titles().collect(),
    };
    if let Some(name) = name {
        for title in titles {
            let card = title.card();
            put(NamedSetup::find(card.setups, card.name, name)?.json)?;
        }
        return Ok(YES);
    }
    for title in &titles {
        list(title.card().name, title.card().setups, json)?;
    }
    if !json && titles.iter().all(|title| title.card().setups.is_empty()) {
        say("there are none: the game begins as usual, or from a setup of your own")?;
    }
    Ok(YES)
}

fn list(game: &str, setups: &[NamedSetup], json: bool) -> Result<(), referee_host::HostError> {
    if !json && !setups.is_empty() {
        say(coloured(game, Hue::Cyan))?;
    }
    for NamedSetup { name, title, about, .. } in setups {
        match json {
            true => say_json(&json!({"game": game, "name": name, "title": title, "about": about}))?,
            false => say(format!("  {name:24} {}", coloured(about, Hue::Faint)))?,
        }
    }
    Ok(())
}
