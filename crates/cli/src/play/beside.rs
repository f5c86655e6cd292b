//! What stands beside a board, as panels: those of the game, what is in hand, what the tray has to tell, who acts when, and how an end came about.

use referee::{Entry, Face, Hue, Line, Next, Panel, Scene, Shape, Slot};
use referee_host::Choice;
use std::collections::BTreeSet;

/// All panels of a scene, for whoever has these choices. What was said on a map stays the first.
pub(crate) fn beside(scene: &Scene, choices: &[Choice]) -> Vec<Panel> {
    let is_map = scene.board.as_ref().is_some_and(|board| board.shape == Shape::Map);
    let (said, own) = scene.panels.split_at(usize::from(is_map).min(scene.panels.len()));
    let filled = tray(&scene.tray, choices).into_iter().chain(order(scene)).chain(account(&scene.account));
    said.iter().cloned().chain(hand(&scene.hand)).chain(own.iter().cloned()).chain(filled).collect()
}

fn hand(hand: &[Face]) -> Option<Panel> {
    let line = |face: &Face| Line::new(format!("{} {}", face.glyph, face.name), face.hue);
    titled("In hand", hand.iter().map(line).collect())
}

/// What is not ready, what has become better, and what cannot be done just now; the list of choices has the rest.
fn tray(tray: &[Slot], choices: &[Choice]) -> Option<Panel> {
    let offered: BTreeSet<&str> = choices.iter().map(|choice| &*choice.aim.verb).collect();
    let tells = |slot: &&Slot| slot.cooling > 0 || !slot.better.is_empty();
    let line = |slot: &Slot| {
        let cooling = if slot.cooling > 0 { format!(" in {}", slot.cooling) } else { String::new() };
        let better = if slot.better.is_empty() { String::new() } else { format!(" + {}", slot.better.join(", ")) };
        Line::new(format!("{}{cooling}{better}", slot.name), if slot.cooling > 0 { Hue::Faint } else { Hue::Plain })
    };
    let mut lines: Vec<Line> = tray.iter().filter(tells).map(line).collect();
    let idle = tray.iter().filter(|slot| slot.cooling == 0 && !choices.is_empty() && !offered.contains(&*slot.name));
    let idle: Vec<&str> = idle.map(|slot| &*slot.name).collect();
    if !idle.is_empty() {
        lines.push(Line::new(format!("not now: {}", idle.join(", ")), Hue::Faint));
    }
    titled("Tray", lines)
}

fn order(scene: &Scene) -> Option<Panel> {
    let tokens = scene.board.as_ref().map_or(&[][..], |board| &board.tokens);
    let line = |next: &Next| {
        let token = tokens.iter().find(|token| token.id == next.token)?;
        let gauge = token.gauge.map_or_else(String::new, |(full, of)| format!(" {full}/{of}"));
        Some(Line::new(format!("{} {}{gauge} {}", token.glyph, token.name, next.plan).trim_end(), token.hue))
    };
    titled("In order of turns", scene.order.iter().filter_map(line).collect())
}

fn account(account: &[Entry]) -> Option<Panel> {
    let line = |entry: &Entry| Line::new(format!("{:>8}  {}", entry.worth, entry.what), Hue::Plain);
    titled("How it came about", account.iter().map(line).collect())
}

/// A panel that has something to tell.
fn titled(title: &str, lines: Vec<Line>) -> Option<Panel> {
    (!lines.is_empty()).then(|| Panel { title: title.into(), lines, ..Panel::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::{Aim, Board, Spot, Token};

    fn scene() -> Scene {
        let better = vec!["Recall".to_owned()];
        let tray = vec![
            Slot::new("step"),
            Slot::new("strike"),
            Slot { cooling: 2, ..Slot::new("Jump") },
            Slot { better, ..Slot::new("Spear") },
        ];
        let token = Token { gauge: Some((1, 2)), ..Token::new(7, Spot::new(0, 0), 'a', Hue::Cyan, "archer".into()) };
        Scene {
            panels: vec![Panel { title: "You".into(), ..Panel::default() }],
            board: Some(Board { tokens: vec![token], ..Board::default() }),
            hand: vec![Face { glyph: '▲', name: "CFFF".into(), ..Face::default() }],
            tray,
            order: vec![Next { token: 7, plan: "will shoot".into() }, Next { token: 8, plan: "unseen".into() }],
            account: vec![Entry::new("floor 3 reached", "+3000")],
            ..Scene::default()
        }
    }

    fn told(panels: &[Panel]) -> Vec<String> {
        let line = |panel: &Panel| panel.lines.iter().map(|line| line.text.clone()).collect::<Vec<_>>().join("; ");
        panels.iter().map(|panel| format!("{}: {}", panel.title, line(panel))).collect()
    }

    #[test]
    fn a_scene_that_fills_its_fields_gets_panels_for_them() {
        let step = Choice { action: "{}".into(), aim: Aim { verb: "step".into(), ..Aim::default() }, keys: "" };
        let all = [
            "In hand: ▲ CFFF",
            "You: ",
            "Tray: Jump in 2; Spear + Recall; not now: strike, Spear",
            "In order of turns: a archer 1/2 will shoot",
            "How it came about:    +3000  floor 3 reached",
        ];
        assert_eq!(told(&beside(&scene(), &[step])), all);
    }

    #[test]
    fn what_was_said_on_a_map_comes_first_and_nothing_is_added_to_a_scene_that_fills_nothing() {
        let mut scene = scene();
        scene.board = Some(Board { shape: Shape::Map, ..Board::default() });
        assert_eq!(
            told(&beside(&scene, &[])),
            ["You: ", "In hand: ▲ CFFF", "Tray: Jump in 2; Spear + Recall", "How it came about:    +3000  floor 3 reached"]
        );
        let bare = Scene { panels: scene.panels, ..Scene::default() };
        assert_eq!(beside(&bare, &[]), bare.panels);
    }
}
