//! `referee lessons`: what can be learned.

use super::{Outcome, YES};
use crate::output::{coloured, say, say_json, visible};
use referee::Hue;
use referee_host::{Lesson, Registry, Title};
use serde_json::json;

pub(crate) fn lessons(registry: &Registry, game: Option<&str>, json: bool) -> Outcome {
    let titles: Vec<&dyn Title> = match game {
        Some(game) => vec![registry.title(game)?],
        None => registry.titles().collect(),
    };
    for title in &titles {
        let game = title.card().name;
        if !json && !title.lessons().is_empty() {
            say(coloured(game, Hue::Cyan))?;
        }
        for (name, text) in title.lessons() {
            let lesson = Lesson::parse(text)?;
            if json {
                let (learns, actions) = (lesson.learns(), lesson.planned().len());
                say_json(&json!({"game": game, "name": name, "title": lesson.title(), "learns": learns, "actions": actions}))?;
            } else {
                // Those to begin with stand out.
                let hue = if lesson.learns().is_some() { Hue::Plain } else { Hue::Faint };
                say(format!("  {name:36} {}", coloured(&visible(&lesson.title()), hue)))?;
            }
        }
    }
    if !json && titles.iter().all(|title| title.lessons().is_empty()) {
        say("there are none yet: whatever lies in the game's folder `scenarios` is one")?;
    }
    Ok(YES)
}
