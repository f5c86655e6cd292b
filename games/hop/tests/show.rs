//! What is in the tray, and who acts when.

use referee::{Aim, Game, Legal, Seat, Show, View};
use referee_hop::{Action, Hex, Hop, Place, Setup, SkillId, Use};
use serde_json::json;

fn begun(arena: serde_json::Value) -> Game<Hop<false>> {
    let setup: Setup = serde_json::from_value(json!({"seed": "tray", "arena": arena})).unwrap();
    Game::start(Hop::<false>, setup).unwrap()
}

#[test]
fn the_tray_keeps_its_places_and_says_what_cools_and_what_is_better() {
    let player =
        json!({"at": [3, 6], "hp": 3, "skills": ["AUTO_ATTACK", "BASIC_ATTACK", "SPEAR_THROW", "JUMP"], "upgrades": ["RECALL"]});
    let mut game = begun(json!({"player": player}));
    let tray = |game: &Game<Hop<false>>| {
        let scene = game.rules().scene(&game.rules().view(game.state(), Some(Seat(0))));
        scene.tray.into_iter().map(|slot| (slot.name, slot.cooling, slot.better.join(", "))).collect::<Vec<_>>()
    };
    let slot = |name: &str, cooling: u32, better: &str| (name.to_owned(), cooling, better.to_owned());
    let plain = ["step", "strike", "wait"].map(|name| slot(name, 0, ""));
    assert_eq!(tray(&game), [&plain[..], &[slot("Spear", 0, "Recall"), slot("Jump", 0, "")]].concat());
    let jump = Action::UseSkill(Use { skill_id: SkillId::Jump, target: Some(Place(Hex::new(3, 4))) });
    game.act(Seat(0), 0, jump).unwrap();
    assert!(tray(&game).last().unwrap().1 > 0, "{:?}", tray(&game));
}

#[test]
fn everything_that_can_be_done_has_its_slot_and_only_steps_and_strikes_are_plain() {
    let foes = json!([{"name": "f", "kind": "footman", "at": [3, 5]}]);
    let game = begun(json!({"player": {"at": [3, 6]}, "enemies": foes}));
    let seen = game.rules().view(game.state(), Some(Seat(0)));
    let scene = game.rules().scene(&seen);
    let aims: Vec<Aim> = game.rules().legal(game.state(), Seat(0), 0).map(|action| game.rules().aim(&seen, &action)).collect();
    assert!(aims.iter().any(|aim| aim.verb == "strike"));
    for aim in aims {
        let is_strike = aim.verb == SkillId::BasicAttack.skill().title; // another word for it, which follows what is in the tray
        assert!(is_strike || scene.tray.iter().any(|slot| slot.name == aim.verb), "{aim:?}");
        assert_eq!(aim.plain, ["step", "strike"].contains(&&*aim.verb), "{aim:?}");
    }
    let tokens = scene.board.unwrap().tokens;
    assert!(scene.order.iter().all(|next| tokens.iter().any(|token| token.id == next.token)));
    assert_eq!(scene.order.len(), 2);
}
