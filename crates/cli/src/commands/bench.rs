//! `referee bench`: how fast games are on this machine.

use super::{Outcome, YES};
use crate::output::{coloured, say, say_json};
use referee::Hue;
use referee_host::{Registry, Title};

pub(crate) fn bench(registry: &Registry, game: Option<&str>, actions: u64, json: bool) -> Outcome {
    let titles: Vec<&dyn Title> = match game {
        Some(name) => vec![registry.title(name)?],
        None => registry.titles().collect(),
    };
    for title in titles {
        let figures = title.bench(actions)?;
        if json {
            say_json(&figures)?;
            continue;
        }
        say(format!(
            "{}: {} actions, {} events in {} random games",
            coloured(figures.game, Hue::Cyan),
            figures.actions,
            figures.events,
            figures.games
        ))?;
        let rows = [
            ("judged, record in memory", figures.judged, "actions/s"),
            ("replayed (fold)", figures.replayed, "events/s"),
            ("verified (decided again)", figures.verified, "actions/s"),
            ("text: judged and appended", figures.text_appended, "actions/s"),
            ("text: replayed", figures.text_replayed, "events/s"),
            ("text: verified", figures.text_verified, "actions/s"),
            ("text", figures.bytes_per_record, "bytes/record"),
        ];
        for (what, figure, unit) in rows {
            say(format!("  {what:<27} {:>15} {}", grouped(figure), coloured(unit, Hue::Faint)))?;
        }
    }
    Ok(YES)
}

/// 1234567 as 1,234,567.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let grouped = digits.chars().enumerate().flat_map(|(at, digit)| {
        let comma = at > 0 && (digits.len() - at).is_multiple_of(3);
        comma.then_some(',').into_iter().chain([digit])
    });
    grouped.collect()
}
