//! The public engine's fingerprint of a run: a text that two equal runs share.

use crate::{Hex, Named, Run, Upgrade};
use alloc::{string::String, vec::Vec};
use core::fmt::Write;

/// The fingerprint of a run, as the public engine's server writes it.
pub fn fingerprint(run: &Run) -> String {
    let mut text = String::new();
    let _ = write(run, &mut text);
    text
}

fn write(run: &Run, text: &mut String) -> core::fmt::Result {
    let player = &run.player;
    write!(text, "{{\"player\":{{\"hp\":{},\"maxHp\":{},\"position\":", player.hp, player.max_hp)?;
    position(player.at, text)?;
    let upgrades: Vec<String> = run.upgrades.iter().map(quoted).collect();
    write!(text, ",\"upgrades\":[{}]}},\"enemies\":[", upgrades.join(","))?;
    let mut enemies: Vec<_> = run.enemies.iter().map(|enemy| (run.name(enemy), enemy)).collect();
    enemies.sort_by(|(a, _), (b, _)| a.chars().map(rank).cmp(b.chars().map(rank)));
    for (index, (name, enemy)) in enemies.into_iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        write!(text, "{comma}{{\"id\":\"{name}\",\"subtype\":\"{}\",\"hp\":{},\"position\":", enemy.kind.name(), enemy.hp)?;
        position(enemy.at, text)?;
        text.push('}');
    }
    let (floor, turn, kills, counter) = (run.floor, run.turn, run.kills, run.counter);
    write!(text, "],\"floor\":{floor},\"turn\":{turn},\"kills\":{kills},\"rngCounter\":{counter}}}")
}

fn quoted(upgrade: &Named<Upgrade>) -> String {
    match upgrade {
        Named::Known(upgrade) => alloc::format!("\"{}\"", upgrade.name()),
        Named::Unknown(name) => serde_json::to_string(name).unwrap_or_default(),
    }
}

fn position(at: Hex, text: &mut String) -> core::fmt::Result {
    let s = -i16::from(at.q) - i16::from(at.r);
    write!(text, "{{\"q\":{},\"r\":{},\"s\":{s}}}", at.q, at.r)
}

/// Where a letter stands in a dictionary: signs, then digits, then letters.
fn rank(c: char) -> (u8, char) {
    match c {
        '0'..='9' => (1, c),
        'a'..='z' | 'A'..='Z' => (2, c.to_ascii_lowercase()),
        _ => (0, c),
    }
}
