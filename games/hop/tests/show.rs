//! What is in the tray, and who acts when.

use referee::{Aim, Ask, Game, Legal, MarkKind, Scene, Seat, Show, Spot, Stream, View};
use referee_hop::{Action, Cause, Event, Hex, Hop, Id, Place, Setup, SkillId, Use};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn begun(arena: Value) -> Game<Hop<false>> {
    opened(json!({"seed": "tray", "arena": arena}))
}

fn opened<const O: bool>(setup: Value) -> Game<Hop<O>> {
    Game::start(Hop::<O>, serde_json::from_value::<Setup>(setup).unwrap()).unwrap()
}

fn scene<const O: bool>(game: &Game<Hop<O>>) -> Scene {
    game.rules().scene(&game.rules().view(game.state(), Some(Seat(0))))
}

fn spot(at: Hex) -> Spot {
    Spot::new(at.q.into(), at.r.into())
}

/// The places that are marked so, each with where it comes from.
fn marked(scene: &Scene, kind: MarkKind) -> Vec<(Spot, Option<Spot>)> {
    let marks = scene.board.iter().flat_map(|board| &board.marks);
    marks.filter(|mark| mark.kind == kind).map(|mark| (mark.at, mark.from)).collect()
}

fn waited<const O: bool>(game: &mut Game<Hop<O>>, turns: usize) {
    (0..turns).for_each(|_| _ = game.act(Seat(0), 0, Action::Wait).unwrap());
}

/// A bomber that has announced a bomb north of a player who can do nothing.
fn bombed<const O: bool>() -> Game<Hop<O>> {
    let bomber = json!({"name": "b", "kind": "bomber", "at": [3, 4], "intent": ["Bombing", [3, 5]]});
    opened(json!({"seed": "tray", "arena": {"player": {"at": [3, 6], "hp": 9, "skills": []}, "enemies": [bomber]}}))
}

/// A place and all around it, with where a blow comes from.
fn ring(centre: Hex, from: Hex) -> BTreeSet<(Spot, Option<Spot>)> {
    let all = core::iter::once(centre).chain(centre.around()).filter(|at| at.is_on_board());
    all.map(|at| (spot(at), Some(spot(from)).filter(|from| *from != spot(at)))).collect()
}

#[test]
fn the_tray_keeps_its_places_and_says_what_cools_and_what_is_better() {
    let player =
        json!({"at": [3, 6], "hp": 3, "skills": ["AUTO_ATTACK", "BASIC_ATTACK", "SPEAR_THROW", "JUMP"], "upgrades": ["RECALL"]});
    let mut game = begun(json!({"player": player}));
    let tray = |game: &Game<Hop<false>>| {
        scene(game).tray.into_iter().map(|slot| (slot.name, slot.cooling, slot.better.join(", "))).collect::<Vec<_>>()
    };
    let slot = |name: &str, cooling: u32, better: &str| (name.to_owned(), cooling, better.to_owned());
    let plain = ["step", "strike", "wait"].map(|name| slot(name, 0, ""));
    assert_eq!(tray(&game), [&plain[..], &[slot("Spear", 0, "Recall"), slot("Jump", 0, "")]].concat());
    let jump = Action::UseSkill(Use { skill_id: SkillId::Jump.into(), target: Some(Place(Hex::new(3, 4))) });
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
    for aim in &aims {
        assert!(scene.tray.iter().any(|slot| slot.name == aim.verb), "{aim:?}");
        assert_eq!(aim.plain, ["step", "strike"].contains(&&*aim.verb), "{aim:?}");
    }
    // A step into somebody and a basic attack are one blow: with the same verb, place and face, screens offer one.
    let strikes: Vec<&Aim> = aims.iter().filter(|aim| aim.verb == "strike").collect();
    assert_eq!((strikes.len(), strikes[0].face.as_ref().map(|face| &*face.name)), (2, Some("footman")));
    assert_eq!(strikes[0], strikes[1]);
    let tokens = scene.board.unwrap().tokens;
    assert!(scene.order.iter().all(|next| tokens.iter().any(|token| token.id == next.token)));
    assert_eq!(scene.order.len(), 2);
}

#[test]
fn what_the_loadout_cannot_use_is_not_in_hand() {
    let hands = |loadout: &str| {
        let scene = scene(&opened::<false>(json!({"seed": "hands", "loadout": loadout})));
        let player = scene.board.unwrap().tokens.pop().unwrap();
        (player.bears.join(", "), scene.panels[0].lines[2].text.clone())
    };
    assert_eq!(hands("SKISHER"), ("spear, shield".into(), "spear and shield in hand".into()));
    assert_eq!(hands("SNIPER"), ("spear".into(), "spear in hand".into()));
    assert_eq!(hands("VANGUARD"), ("shield".into(), "shield in hand".into()));
}

#[test]
fn a_bomb_that_is_only_laid_is_no_danger() {
    let game = bombed::<false>();
    let scene = scene(&game);
    assert_eq!(marked(&scene, MarkKind::Danger), []);
    assert_eq!(marked(&scene, MarkKind::Note), [(Spot::new(3, 5), Some(Spot::new(3, 4)))]);
    assert_eq!(scene.status, "your turn");
    assert_eq!(scene.order[1].plan, "will lay a bomb just north of you");
}

#[test]
fn a_bomb_is_a_danger_in_the_turn_in_which_it_goes_off() {
    let mut game = bombed::<false>();
    waited(&mut game, 1);
    assert_eq!((marked(&scene(&game), MarkKind::Danger), &*scene(&game).status), (vec![], "your turn"));
    waited(&mut game, 1);
    let scene = scene(&game);
    let danger = marked(&scene, MarkKind::Danger);
    assert_eq!((danger.len(), scene.order.last().map(|next| &*next.plan)), (7, Some("will go off")));
    assert_eq!(danger.into_iter().collect::<BTreeSet<_>>(), ring(Hex::new(3, 5), Hex::new(3, 5)));
    assert_eq!(scene.status, "your turn; an attack will hit you here");
}

#[test]
fn bombs_of_the_public_engine_stay_a_danger() {
    let mut game = bombed::<true>();
    waited(&mut game, 3);
    assert!(scene(&game).status.contains("will hit you"), "{}", scene(&game).status);
}

#[test]
fn a_blast_is_a_danger_all_around() {
    let sentinel = json!({"name": "s", "kind": "sentinel", "at": [3, 3], "intent": ["SENTINEL_BLAST", [3, 6]]});
    let game = begun(json!({"player": {"at": [3, 6], "skills": []}, "enemies": [sentinel], "walls": [[4, 5]]}));
    let mut burnt = ring(Hex::new(3, 6), Hex::new(3, 3));
    burnt.remove(&(Spot::new(4, 5), Some(Spot::new(3, 3)))); // nobody stands in a wall
    assert_eq!(marked(&scene(&game), MarkKind::Danger).into_iter().collect::<BTreeSet<_>>(), burnt);
    assert_eq!(scene(&game).status, "your turn; an attack will hit you here");
}

#[test]
fn what_does_not_reach_or_is_stunned_is_no_danger() {
    let foes = json!([
        {"name": "g", "kind": "golem", "at": [3, 3], "intent": ["BASIC_ATTACK", [3, 6]]},
        {"name": "a", "kind": "archer", "at": [1, 6], "intent": ["AXIAL_STRIKE", [3, 6]]},
        {"name": "w", "kind": "warlock", "at": [5, 3], "intent": ["Casting", [3, 6]], "stunned": 1}
    ]);
    let game = begun(json!({"player": {"at": [3, 6], "skills": []}, "enemies": foes, "walls": [[2, 6]]}));
    let scene = scene(&game);
    assert_eq!((marked(&scene, MarkKind::Danger), &*scene.status), (vec![], "your turn"));
    let noted = [(Spot::new(3, 6), Some(Spot::new(3, 3))), (Spot::new(3, 6), Some(Spot::new(1, 6)))];
    assert_eq!(marked(&scene, MarkKind::Note), noted);
}

/// A floor full of whoever announces something, at random places.
fn crowded(luck: &mut Stream) -> Value {
    let mut below = |count: usize| luck.draw(Ask::below(count as u32)) as usize;
    let kinds = ["archer", "bomber", "bomber", "warlock", "sentinel", "golem", "assassin", "sprinter", "shieldBearer"];
    let mut places: Vec<Hex> = Hex::board().filter(|at| *at != Hex::new(3, 0)).collect();
    let mut place = |below: &mut dyn FnMut(usize) -> usize| places.swap_remove(below(places.len()));
    let player = place(&mut below);
    let foe = |index: usize, below: &mut dyn FnMut(usize) -> usize, at: Hex| json!({"name": format!("e{index}"), "kind": kinds[below(kinds.len())], "at": [at.q, at.r], "hp": 9});
    let enemies: Vec<Value> = (0..6)
        .map(|index| {
            let at = place(&mut below);
            foe(index, &mut below, at)
        })
        .collect();
    let walls: Vec<[i8; 2]> = (0..4).map(|_| place(&mut below)).map(|at| [at.q, at.r]).collect();
    let skills: &[&str] = [&["JUMP"][..], &["AUTO_ATTACK", "BASIC_ATTACK", "SPEAR_THROW", "JUMP"]][below(2)];
    let fighter = json!({"at": [player.q, player.r], "hp": 900, "skills": skills});
    json!({"seed": below(1_000_000), "arena": {"player": fighter, "enemies": enemies, "walls": walls}})
}

/// Where the player was hurt after its own action by what enemies announce, once for each blow.
fn wounds(events: &[Event]) -> Vec<Hex> {
    let theirs = events.iter().skip_while(|event| !matches!(event, Event::TurnEnded { .. }));
    let announced = [Cause::Bomb, Cause::Blast, Cause::Strike, Cause::Spell, Cause::Blow, Cause::Spear];
    let hit = |event: &Event| match event {
        Event::Hurt { who: Id::PLAYER, at, cause, .. } if announced.contains(cause) => Some(*at),
        _ => None,
    };
    theirs.filter_map(hit).collect()
}

/// Plays floors full of enemies; after each action `look` sees the scene before it, the action and the wounds that followed.
fn played<const O: bool>(mut look: impl FnMut(&Game<Hop<O>>, &Scene, &Action, &[Hex])) {
    let mut luck = Stream::new(7);
    for _ in 0..300 {
        let mut game = opened::<O>(crowded(&mut luck));
        for _ in 0..25 {
            let legal: Vec<Action> = game.rules().legal(game.state(), Seat(0), 0).collect();
            let pick = luck.draw(Ask::below(2 * legal.len().max(1) as u32)) as usize;
            let Some(action) = legal.get(pick).or_else(|| legal.iter().find(|action| **action == Action::Wait)) else { break };
            let before = scene(&game);
            let wounds = wounds(game.act(Seat(0), 0, action.clone()).unwrap().events);
            look(&game, &before, action, &wounds);
            if game.state().floor > 1 {
                break;
            }
        }
    }
}

#[test]
fn nobody_is_hurt_where_no_danger_was_shown() {
    let mut seen = 0;
    played::<false>(|_, before, action, wounds| {
        for at in wounds {
            let shown = marked(before, MarkKind::Danger).iter().filter(|(on, _)| *on == spot(*at)).count();
            assert!(shown >= wounds.len(), "{action:?} at {at:?}: {wounds:?}, {before:?}");
            seen += 1;
        }
    });
    assert!(seen > 1_000, "{seen}");
}

/// Whoever waits and punches nobody is hit by every blow that was shown, and by no other.
fn every_blow_falls<const O: bool>() -> usize {
    let mut seen = 0;
    played::<O>(|game, before, action, wounds| {
        let player = &game.state().player;
        if *action == Action::Wait && !player.can(SkillId::AutoAttack) && player.hp > 0 {
            let shown = marked(before, MarkKind::Danger).iter().filter(|(on, _)| *on == spot(player.at)).count();
            assert_eq!(shown, wounds.len(), "at {:?}: {wounds:?}, {before:?}", player.at);
            seen += wounds.len();
        }
    });
    seen
}

#[test]
fn who_stays_where_danger_is_shown_is_hurt() {
    assert!(every_blow_falls::<false>() > 500);
}

#[test]
fn who_stays_where_danger_is_shown_is_hurt_in_the_public_engine() {
    assert!(every_blow_falls::<true>() > 500);
}
