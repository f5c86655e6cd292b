//! `referee achievements`: what players have achieved, over many logs.

use super::verify::open_log;
use super::{Outcome, YES};
use crate::output::{coloured, name_of, say, say_json, visible};
use referee::Hue;
use referee_host::{Achievement, Achievements, HostError, Registry};
use std::path::PathBuf;

pub(crate) fn achievements(registry: &Registry, logs: &[PathBuf], json: bool) -> Outcome {
    let mut achieved = Achievements::new();
    for log in logs {
        let read = open_log(log).and_then(|(input, _)| achieved.read(registry, input));
        read.map_err(|error| error.in_file(name_of(log)))?;
    }
    let list = achieved.list();
    if json {
        list.iter().try_for_each(say_json)?;
        return Ok(YES);
    }
    if list.is_empty() {
        say("nobody has achieved anything yet")?;
    }
    for of_one in list.chunk_by(|one, two| one.who == two.who) {
        tell(of_one)?;
    }
    Ok(YES)
}

/// One player: the trophies, how far each is, and what they are worth.
fn tell(of_one: &[Achievement]) -> Result<(), HostError> {
    let earned: u32 = of_one.iter().filter(|one| one.earned).map(|one| one.points).sum();
    let who = of_one.first().map_or("", |one| &one.who);
    say(format!("{}  {earned} points", coloured(who, Hue::Cyan)))?;
    let width = of_one.iter().map(|one| one.trophy.chars().count()).max().unwrap_or(0);
    for Achievement { trophy, progress, threshold, points, earned, .. } in of_one {
        let progress = format!("{progress}/{threshold}");
        let line = visible(&format!("{trophy:width$}  {progress:>5}  {points:>3} points"));
        let (mark, hue) = if *earned { ("✓", Hue::Green) } else { ("·", Hue::Faint) };
        say(format!("  {}", coloured(&format!("{mark} {line}"), hue)))?;
    }
    Ok(())
}
