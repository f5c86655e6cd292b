//! The decisions of the specification, a test each: what our game does, what the public engine does instead, and that the one quirk named for
//! it makes the difference. Below them, one by one, what upgrades do that no lesson shows.

use referee::{Game, Refused, Seat};
use referee_hop::{
    Action, Floor, Hex, Hop, Intent, Kind, Place, Quirk, Quirks, Refusal, Run, Seed, Setup, SkillId, Status, StatusId, Tiles,
    Upgrade, Use, score,
};
use serde_json::{Value, json};

/// Which rules are played.
#[derive(Clone, Copy, Debug)]
enum With {
    Ours,
    Theirs,
    Only(Quirk),
}
use With::{Only, Ours, Theirs};

fn setup(with: With, mut setup: Value) -> Setup {
    if let Only(quirk) = with {
        setup["quirks"] = json!([quirk]);
    }
    serde_json::from_value(setup).unwrap()
}

/// Plays actions; what is refused is passed over. Gives the run, and why the last action was refused, if it was.
fn play<const O: bool>(setup: Setup, actions: &[Action]) -> (Run, Option<Refusal>) {
    let (mut game, mut last) = (Game::start(Hop::<O>, setup).unwrap(), None);
    for action in actions {
        last = match game.act(Seat(0), 0, action.clone()) {
            Err(Refused::Rejected(why)) => Some(why),
            Err(fault) => panic!("{action:?}: {fault:?}"),
            Ok(_) => None,
        };
    }
    (game.state().clone(), last)
}

fn both(with: With, from: Value, actions: &[Action]) -> (Run, Option<Refusal>) {
    match with {
        Theirs => play::<true>(setup(with, from), actions),
        _ => play::<false>(setup(with, from), actions),
    }
}

fn run(with: With, arena: &Value, actions: &[Action]) -> Run {
    both(with, json!({"seed": "rules", "arena": arena}), actions).0
}

fn refusal(with: With, arena: &Value, actions: &[Action]) -> Option<Refusal> {
    both(with, json!({"seed": "rules", "arena": arena}), actions).1
}

/// Our answer, and the one that both the public engine and our game with that quirk alone give.
fn differ<T: PartialEq + std::fmt::Debug>(quirk: Quirk, ours: T, theirs: T, ask: impl Fn(With) -> T) {
    assert_eq!(ask(Ours), ours, "our game");
    assert_eq!(ask(Theirs), theirs, "the public engine");
    assert_eq!(ask(Only(quirk)), theirs, "our game with {quirk:?}");
}

const WAIT: Action = Action::Wait;

fn step(q: i8, r: i8) -> Action {
    Action::Move(Place(Hex::new(q, r)))
}

fn using(skill_id: SkillId, q: i8, r: i8) -> Action {
    Action::UseSkill(Use { skill_id: skill_id.into(), target: Some(Place(Hex::new(q, r))) })
}

/// The player at (3,6) with skills and upgrades.
fn player(skills: &[SkillId], upgrades: &[Upgrade]) -> Value {
    json!({"at": [3, 6], "hp": 3, "skills": skills, "upgrades": upgrades})
}

fn foe(name: &str, kind: Kind, at: [i8; 2]) -> Value {
    json!({"name": name, "kind": kind, "at": at})
}

/// An enemy with more said about it.
fn told(mut foe: Value, more: &Value) -> Value {
    foe.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    foe
}

fn footman(at: [i8; 2]) -> Value {
    foe("footman", Kind::Footman, at)
}

fn places(run: &Run) -> Vec<(i8, i8)> {
    run.enemies.iter().map(|enemy| (enemy.at.q, enemy.at.r)).collect()
}

fn lives(run: &Run) -> Vec<u16> {
    run.enemies.iter().map(|enemy| enemy.hp).collect()
}

mod decisions {
    use super::*;
    use Kind::{Archer, Bomber, Footman, ShieldBearer, Sprinter};
    use SkillId::{AutoAttack, BasicAttack, GrappleHook, Jump, Lunge, ShieldBash, SpearThrow};
    use Upgrade::{ArcBash, ExtraHp, JumpCooldown, ShieldCooldown};

    #[test]
    fn d01_masks_follow_everybody() {
        let after = run(Ours, &json!({"player": player(&[], &[]), "enemies": [footman([3, 3])]}), &[step(3, 7)]);
        assert_eq!(
            (after.occupancy()[7], after.occupancy()[4], after.occupancy()[6], after.occupancy()[3]),
            (1 << 3, 1 << 3, 0, 0)
        );
    }

    #[test]
    fn d02_draws_are_counted_through_the_whole_run() {
        let arena = json!({"player": {"at": [3, 2], "skills": []}, "enemies": [foe("b", Bomber, [5, 1])]});
        differ(Quirk::CounterRestarts, (2, 1), (2, 0), |with| {
            let after = run(with, &arena, &[step(3, 1), step(3, 0)]);
            (after.floor, after.counter)
        });
    }

    #[test]
    fn d03_turns_and_rounds_are_counted() {
        differ(Quirk::NothingCounted, (3, 2), (1, 0), |with| {
            let after = run(with, &json!({}), &[WAIT, WAIT]);
            (after.turn, after.turns_spent)
        });
    }

    #[test]
    fn d04_a_skill_aimed_at_nothing_is_refused_and_costs_nothing() {
        let arena = json!({"player": player(&[ShieldBash], &[])});
        differ(Quirk::MissesCost, (1, 0), (2, 1), |with| {
            let after = run(with, &arena, &[using(ShieldBash, 3, 5)]);
            (after.queue.round, after.player.cooldown(ShieldBash))
        });
        assert_eq!(refusal(Ours, &arena, &[using(ShieldBash, 3, 5)]), Some(Refusal::NobodyThere));
    }

    #[test]
    fn d05_who_walked_up_is_punched() {
        let arena =
            json!({"player": player(&[AutoAttack], &[]), "enemies": [told(footman([3, 4]), &json!({"hp": 2, "skills": []}))]});
        differ(Quirk::StalePunch, vec![1], vec![2], |with| lives(&run(with, &arena, &[WAIT, WAIT])));
    }

    #[test]
    fn d06_a_passive_skill_cannot_be_used() {
        let arena = json!({"player": player(&[AutoAttack], &[])});
        differ(Quirk::PassivesUsable, Some(Refusal::Passive), None, |with| refusal(with, &arena, &[using(AutoAttack, 3, 5)]));
    }

    #[test]
    fn d07_a_spear_is_thrown_from_the_hand_along_a_line_onto_ground() {
        let arena = json!({"player": player(&[SpearThrow], &[]), "spear": [0, 8], "lava": [[3, 5]]});
        differ(Quirk::SpearUnchecked, Some(Refusal::NoSpear), None, |with| refusal(with, &arena, &[using(SpearThrow, 3, 4)]));
        let arena = json!({"player": player(&[SpearThrow], &[]), "lava": [[3, 5]]});
        let aims = [
            (using(SpearThrow, 4, 4), Refusal::NotInLine),
            (using(SpearThrow, 3, 5), Refusal::Blocked),
            (using(SpearThrow, 3, 6), Refusal::NotInLine),
        ];
        for (aim, why) in aims {
            differ(Quirk::SpearUnchecked, Some(why), None, |with| refusal(with, &arena, std::slice::from_ref(&aim)));
        }
    }

    #[test]
    fn d08_every_push_befalls_its_own_victim() {
        let stunned = |name, at| told(foe(name, Footman, at), &json!({"stunned": 1}));
        let enemies = [stunned("a", [3, 5]), stunned("b", [4, 5]), stunned("c", [2, 6])];
        let arena = json!({"player": player(&[ShieldBash], &[ArcBash]), "enemies": enemies});
        differ(Quirk::OneVictim, vec![(3, 4), (5, 4), (1, 6)], vec![(1, 6), (4, 5), (2, 6)], |with| {
            places(&run(with, &arena, &[using(ShieldBash, 3, 5)]))
        });
    }

    #[test]
    fn d09_upgrades_change_cooldowns() {
        let left = |with, upgrades: &[Upgrade], skill, action: Action| {
            let arena = json!({"player": player(&[ShieldBash, Jump], upgrades), "enemies": [footman([3, 5])]});
            run(with, &arena, &[action]).player.cooldown(skill)
        };
        let (bash, jump) = (using(ShieldBash, 3, 5), using(Jump, 3, 7));
        differ(Quirk::CooldownsFixed, 0, 1, |with| left(with, &[ShieldCooldown], ShieldBash, bash.clone()));
        differ(Quirk::CooldownsFixed, 2, 1, |with| left(with, &[ArcBash], ShieldBash, bash.clone()));
        differ(Quirk::CooldownsFixed, 0, 1, |with| left(with, &[JumpCooldown], Jump, jump.clone()));
        assert_eq!(left(Ours, &[ArcBash, ShieldCooldown], ShieldBash, bash.clone()), 1);
        assert_eq!(left(Ours, &[ArcBash, Upgrade::Bash360], ShieldBash, bash), 2, "wide is wide");
    }

    #[test]
    fn d10_a_jump_goes_over_walls() {
        let arena = json!({"player": player(&[Jump], &[]), "walls": [[3, 5]]});
        for with in [Ours, Theirs] {
            assert_eq!(run(with, &arena, &[using(Jump, 3, 4)]).player.at, Hex::new(3, 4));
        }
    }

    #[test]
    fn d11_the_hook_takes_the_shield_and_its_charge() {
        let arena = json!({"player": player(&[GrappleHook], &[]), "shield": [3, 3]});
        differ(Quirk::ShieldStays, (true, true), (false, false), |with| {
            let after = run(with, &arena, &[using(GrappleHook, 3, 3)]);
            (after.player.shield.is_held(), after.player.can(SkillId::BulwarkCharge))
        });
    }

    #[test]
    fn d12_only_what_a_shrine_offers_can_be_chosen() {
        differ(Quirk::UpgradesUnguarded, (3, Some(Refusal::NothingOffered)), (4, None), |with| {
            let choice = [Action::SelectUpgrade(ExtraHp.into())];
            (run(with, &json!({}), &choice).player.max_hp, refusal(with, &json!({}), &choice))
        });
    }

    #[test]
    fn d13_the_upgrades_of_a_loadout_work() {
        let started = |with, loadout| both(with, json!({"loadout": loadout}), &[]).0;
        differ(Quirk::LoadoutInert, true, false, |with| started(with, "VANGUARD").player.upgrades.has(Upgrade::ShieldRange));
        differ(Quirk::LoadoutInert, true, false, |with| started(with, "SNIPER").player.upgrades.has(Upgrade::SpearRange));
        assert!(!started(Ours, "VANGUARD").player.can(SpearThrow) && !started(Ours, "SNIPER").player.can(ShieldBash));
    }

    #[test]
    fn d14_a_shield_turns_aside_what_comes_from_the_front() {
        let hit = |with, facing: u8| {
            let bearer = told(foe("bearer", ShieldBearer, [3, 4]), &json!({"facing": facing, "stunned": 5}));
            let arena = json!({"player": player(&[SpearThrow], &[]), "enemies": [bearer]});
            run(with, &arena, &[using(SpearThrow, 3, 4)]).enemies.is_empty()
        };
        for front in [4, 5, 0] {
            differ(Quirk::NothingIntercepted, false, true, |with| hit(with, front));
        }
        assert!([1, 2, 3].into_iter().all(|back| hit(Ours, back)));
    }

    #[test]
    fn d15_sprinters_are_fast() {
        let arena = json!({"enemies": [footman([3, 3]), foe("s", Sprinter, [4, 3])]});
        differ(Quirk::SlowSprinters, vec![100, 70, 50], vec![100, 50, 50], |with| {
            run(with, &arena, &[]).queue.entries.iter().map(|entry| entry.initiative).collect()
        });
    }

    #[test]
    fn d16_nobody_loses_a_turn_by_anothers_death() {
        let arena =
            json!({"player": player(&[BasicAttack], &[]), "enemies": [foe("a", Footman, [3, 5]), foe("b", Footman, [2, 6])]});
        differ(Quirk::DeadSkipNext, 2, 3, |with| run(with, &arena, &[step(3, 5)]).player.hp);
    }

    #[test]
    fn d17_death_ends_the_run_at_once() {
        let arena = json!({"player": {"at": [3, 6], "hp": 1, "skills": []}, "enemies": [footman([3, 5])]});
        differ(Quirk::DeathLate, (0, Status::Lost), (0, Status::Playing), |with| {
            let after = run(with, &arena, &[WAIT]);
            (after.player.hp, after.status)
        });
        let stairs = json!({"player": {"at": [3, 1], "hp": 1, "skills": []}, "void": [[3, 0]]});
        differ(Quirk::DeathLate, (1, Status::Lost), (2, Status::Playing), |with| {
            let after = run(with, &stairs, &[step(3, 0)]);
            (after.floor, after.status)
        });
        let shrine = json!({"player": {"at": [3, 6], "hp": 1, "skills": []}, "void": [[3, 5]], "shrine": [3, 5]});
        differ(Quirk::DeathLate, Status::Lost, Status::ChoosingUpgrade, |with| run(with, &shrine, &[step(3, 5)]).status);
    }

    #[test]
    fn d18_every_kill_counts() {
        let spear = json!({"player": player(&[SpearThrow], &[]), "enemies": [footman([3, 4])]});
        differ(Quirk::KillsUncounted, 1, 0, |with| run(with, &spear, &[using(SpearThrow, 3, 4)]).kills);
        let lava = json!({"player": player(&[ShieldBash], &[]), "enemies": [footman([3, 5])], "lava": [[3, 4]]});
        differ(Quirk::KillsUncounted, 1, 0, |with| run(with, &lava, &[using(ShieldBash, 3, 5)]).environmental_kills);
    }

    #[test]
    fn d19_a_blow_hits_whom_it_is_aimed_at() {
        let blow = told(foe("a", Footman, [3, 4]), &json!({"skills": ["BASIC_ATTACK"], "intent": ["BASIC_ATTACK", [3, 5]]}));
        let other = told(foe("b", Footman, [3, 5]), &json!({"skills": [], "stunned": 1}));
        let arena = json!({"player": player(&[], &[]), "enemies": [blow, other]});
        differ(Quirk::WrongVictim, (3, vec![1, 1]), (2, vec![1, 1]), |with| {
            let after = run(with, &arena, &[WAIT]);
            (after.player.hp, lives(&after))
        });
    }

    #[test]
    fn d20_archers_hurt_and_take_no_spear() {
        let arena = json!({"player": player(&[], &[]), "enemies": [foe("archer", Archer, [3, 4])]});
        differ(Quirk::ArchersSteal, (2, true), (3, false), |with| {
            let after = run(with, &arena, &[WAIT, WAIT]);
            (after.player.hp, after.player.spear.is_held())
        });
    }

    #[test]
    fn d21_a_stunned_enemy_neither_strikes_nor_punches() {
        let stunned = |skill: &str| {
            let intent = json!({"stunned": 1, "skills": [skill], "intent": ["BASIC_ATTACK", [3, 6]]});
            json!({"player": player(&[], &[]), "enemies": [told(footman([3, 5]), &intent)]})
        };
        differ(Quirk::StunnedStrike, 3, 2, |with| run(with, &stunned("BASIC_ATTACK"), &[WAIT]).player.hp);
        let punch = json!({"player": player(&[], &[]), "enemies": [told(footman([3, 5]), &json!({"stunned": 1, "skills": ["AUTO_ATTACK"]}))]});
        differ(Quirk::StunnedStrike, 3, 2, |with| run(with, &punch, &[WAIT]).player.hp);
        for skill in ["SENTINEL_BLAST", "AXIAL_STRIKE"] {
            let aims = json!({"stunned": 1, "skills": [skill], "intent": [skill, [3, 6]]});
            let arena = json!({"player": player(&[], &[]), "enemies": [told(footman([3, 4]), &aims)]});
            assert_eq!(run(Ours, &arena, &[WAIT]).player.hp, 3, "{skill}");
        }
    }

    #[test]
    fn d21_a_stunned_bomber_lays_nothing() {
        let bomber = told(foe("bomber", Bomber, [3, 3]), &json!({"stunned": 1, "intent": ["Bombing", [3, 5]]}));
        assert_eq!(run(Ours, &json!({"player": player(&[], &[]), "enemies": [bomber]}), &[WAIT]).enemies.len(), 1);
    }

    #[test]
    fn d22_a_bomb_goes_off_once() {
        // The bomber stands behind walls, two hexes away, and dies by the spear.
        let bomber = told(foe("bomber", Bomber, [3, 4]), &json!({"intent": ["Bombing", [3, 5]]}));
        let arena = json!({"player": {"at": [3, 6], "hp": 9, "skills": ["SPEAR_THROW"]}, "enemies": [bomber]});
        differ(Quirk::BombsStay, 1, 4, |with| {
            let actions = [WAIT, using(SpearThrow, 3, 4), WAIT, WAIT, WAIT, WAIT];
            // A bomb of the public engine waits one turn longer, for the death of its bomber cost it one.
            let waits = usize::from(matches!(with, Theirs));
            9 - run(with, &arena, &[&actions[..], &vec![WAIT; waits]].concat()).player.hp
        });
    }

    #[test]
    fn d22_bombs_have_names_of_their_own() {
        let bomber = |name, at: [i8; 2], on: [i8; 2]| told(foe(name, Bomber, at), &json!({"intent": ["Bombing", on]}));
        let enemies = [bomber("a", [3, 3], [3, 5]), bomber("b", [5, 3], [4, 5])];
        let after = run(Ours, &json!({"player": player(&[], &[]), "enemies": enemies}), &[WAIT]);
        let names: Vec<String> = after.enemies.iter().skip(2).map(|bomb| after.name(bomb)).collect();
        assert_eq!(names, ["bomb_1", "bomb_2"]);
    }

    #[test]
    fn d23_the_tenth_floor_has_its_sentinel() {
        let has = |quirks, kind| {
            (0..40).any(|seed| Floor::new(&Seed::Number(seed), 10, quirks, Tiles::Plain).enemies.iter().any(|it| it.kind == kind))
        };
        let capped = Quirks::from_iter([Quirk::FloorsCapped]);
        for kind in [Kind::Sentinel, Kind::Warlock, Sprinter] {
            assert_eq!([has(Quirks::NONE, kind), has(Quirks::all(), kind), has(capped, kind)], [true, false, false], "{kind:?}");
        }
    }

    #[test]
    fn d24_there_is_always_a_way() {
        let all = |quirks| (0..300).all(|seed| Floor::new(&Seed::Number(seed), 1, quirks, Tiles::Plain).has_way());
        assert_eq!([all(Quirks::NONE), all(Quirks::all()), all(Quirks::from_iter([Quirk::NoWayChecked]))], [true, false, false]);
    }

    #[test]
    fn d25_floors_are_shuffled_fairly() {
        // By sorting with a coin some places burn twice as often as others.
        let burning = |quirks, at| {
            let floor = |seed| Floor::new(&Seed::Number(seed), 1, quirks, Tiles::Plain);
            (0..2_000).filter(|&seed| floor(seed).lava.has(at)).count()
        };
        let corner = Hex::new(0, 3);
        let quirk = Quirks::from_iter([Quirk::CoinSort, Quirk::NoWayChecked]);
        assert!((280..400).contains(&burning(Quirks::from_iter([Quirk::NoWayChecked]), corner)), "a sixth of 2,000");
        assert!(burning(quirk, corner) > 500 && burning(Quirks::all(), corner) > 500);
    }

    #[test]
    fn d26_the_log_of_actions_survives_floors() {
        let arena = json!({"player": {"at": [3, 2], "skills": []}});
        differ(Quirk::LogRestarts, 3, 2, |with| run(with, &arena, &[step(3, 1), step(3, 0), WAIT]).logged);
    }

    #[test]
    fn d27_frozen_floors_have_ice_unless_they_are_plain() {
        let ice = |tiles| Floor::new(&Seed::Number(1), 6, Quirks::NONE, tiles).slippery.len();
        let void = |tiles| Floor::new(&Seed::Number(1), 9, Quirks::NONE, tiles).void.len();
        assert_eq!([ice(Tiles::Themed), ice(Tiles::Plain), void(Tiles::Themed), void(Tiles::Plain)], [6, 0, 6, 0]);
        let tiles = |with| both(with, json!({}), &[]).0.tiles;
        assert_eq!([tiles(Ours), tiles(Theirs)], [Tiles::Themed, Tiles::Plain]);
    }

    #[test]
    fn d28_turns_cost_points() {
        let arena = json!({"player": {"at": [3, 2], "hp": 2, "max_hp": 3, "skills": []}, "floor": 10});
        let actions = [WAIT, WAIT, step(3, 1), step(3, 0)];
        differ(Quirk::ScoreWithoutTurns, 10_000 + (300 - 4) * 50 - 10, 25_000 - 10, |with| score(&run(with, &arena, &actions)));
    }

    #[test]
    fn d28_a_lost_run_is_worth_the_floor_it_reached_and_the_haste_on_those_it_left() {
        let lost = json!({"player": {"at": [3, 6], "hp": 1, "skills": []}, "enemies": [footman([3, 5])], "floor": 3});
        assert_eq!(score(&run(Ours, &lost, &[WAIT])), 3_000 + (2 * 30 - 1) * 50 - 10);
    }

    #[test]
    fn d29_old_actions_are_no_part_of_the_game() {
        let arena = json!({"player": player(&[], &[])});
        let leap = [Action::Leap(Place(Hex::new(3, 4)))];
        differ(Quirk::OldActions, Hex::new(3, 6), Hex::new(3, 4), |with| run(with, &arena, &leap).player.at);
        assert_eq!(refusal(Ours, &arena, &leap), Some(Refusal::OldAction));
    }

    #[test]
    fn d32_footmen_only_punch() {
        let arena = json!({"player": {"at": [3, 6], "hp": 9, "skills": []}, "enemies": [footman([3, 5])]});
        differ(Quirk::FootmenStrikeTwice, 7, 6, |with| run(with, &arena, &[WAIT, WAIT]).player.hp);
    }

    #[test]
    fn d33_every_earlier_moment_can_be_had_again() {
        let mut game = Game::start(Hop::<false>, Setup::default()).unwrap();
        let mut states = vec![game.state().clone()];
        for _ in 0..5 {
            game.act(Seat(0), 0, WAIT).unwrap();
            states.push(game.state().clone());
        }
        for (seq, state) in states.iter().enumerate() {
            assert_eq!(&game.at(seq as u64).unwrap(), state);
        }
    }

    #[test]
    fn d35_tiles_befall_the_mover_and_a_slide_counts() {
        let ice = json!({"player": player(&[Jump], &[]), "slippery": [[3, 4]]});
        differ(Quirk::TilesMistaken, Hex::new(3, 3), Hex::new(3, 4), |with| run(with, &ice, &[using(Jump, 3, 4)]).player.at);
        let void = json!({"player": player(&[Jump], &[]), "void": [[3, 4]]});
        differ(Quirk::TilesMistaken, 2, 3, |with| run(with, &void, &[using(Jump, 3, 4)]).player.hp);
        let pushed = json!({"player": player(&[ShieldBash], &[]), "enemies": [told(footman([3, 5]), &json!({"hp": 2, "stunned": 1}))], "void": [[3, 4]]});
        assert_eq!(lives(&run(Ours, &pushed, &[using(ShieldBash, 3, 5)])), [1]);
    }

    #[test]
    fn who_is_kept_from_landing_is_not_hurt_by_the_tile_it_stands_on() {
        let bearer = told(foe("bearer", ShieldBearer, [3, 4]), &json!({"facing": 5, "stunned": 5}));
        let fighter = player(&[Jump, SpearThrow], &[Upgrade::MeteorImpact, Upgrade::Lunge]);
        for (skill, tile) in [(Jump, "void"), (Lunge, "void"), (Jump, "slippery"), (Lunge, "slippery")] {
            let arena = json!({"player": fighter, "enemies": [bearer], tile: [[3, 6]]});
            let after = run(Ours, &arena, &[using(skill, 3, 4)]);
            assert_eq!((after.player.hp, after.player.at, after.enemies.len()), (3, Hex::new(3, 6), 1), "{skill:?} from {tile}");
        }
    }
}

mod upgrades {
    use super::*;
    use SkillId::{AutoAttack, BasicAttack, BulwarkCharge, GrappleHook, Jump, ShieldBash, SpearThrow};

    fn ours(arena: &Value, actions: &[Action]) -> Run {
        run(Ours, arena, actions)
    }

    /// A footman that does nothing for a while.
    fn dummy(name: &str, at: [i8; 2], hp: u16) -> Value {
        told(foe(name, Kind::Footman, at), &json!({"hp": hp, "stunned": 9}))
    }

    #[test]
    fn reach_grows_by_one() {
        let reaches = |skill, upgrade| {
            let arena = |upgrades: &[Upgrade]| json!({"player": player(&[skill], upgrades), "enemies": [dummy("a", [3, 4], 1), dummy("b", [3, 3], 1)]});
            let far = if skill == SpearThrow { 3 } else { 4 };
            [
                refusal(Ours, &arena(&[]), &[using(skill, 3, far)]).is_none(),
                refusal(Ours, &arena(&[upgrade]), &[using(skill, 3, far)]).is_none(),
            ]
        };
        assert_eq!(reaches(SpearThrow, Upgrade::SpearRange), [false, true]);
        assert_eq!(reaches(ShieldBash, Upgrade::ShieldRange), [false, true]);
        assert_eq!(reaches(BasicAttack, Upgrade::ExtendedReach), [false, true]);
        let jump = |upgrades: &[Upgrade]| ours(&json!({"player": player(&[Jump], upgrades)}), &[using(Jump, 3, 3)]).player.at.r;
        assert_eq!([jump(&[]), jump(&[Upgrade::JumpRange])], [6, 3]);
    }

    #[test]
    fn recall_damage_kills_all_on_the_way() {
        let arena = json!({"player": player(&[SpearThrow], &[Upgrade::RecallDamage]), "enemies": [dummy("a", [3, 5], 3), dummy("b", [3, 4], 3)]});
        let after = ours(&arena, &[using(SpearThrow, 3, 4)]);
        assert_eq!((after.enemies.len(), after.kills, after.player.spear.is_held()), (0, 2, true));
    }

    #[test]
    fn deep_breath_readies_the_jump() {
        let arena = json!({"player": player(&[SpearThrow, Jump], &[Upgrade::DeepBreath, Upgrade::FreeJump]), "enemies": [dummy("a", [3, 5], 1)]});
        let after = ours(&arena, &[using(Jump, 3, 7), using(SpearThrow, 3, 5)]);
        assert_eq!((after.kills, after.player.cooldown(Jump)), (1, 0));
    }

    #[test]
    fn blows_and_punches_grow_and_kills_heal() {
        let after = |skill, upgrade, actions: &[Action]| {
            let fighter = told(player(&[skill], &[upgrade]), &json!({"hp": 1, "max_hp": 3}));
            ours(&json!({"player": fighter, "enemies": [dummy("a", [3, 5], 2), dummy("b", [4, 5], 1)]}), actions)
        };
        assert_eq!(after(BasicAttack, Upgrade::PowerStrike, &[step(3, 5)]).kills, 1);
        assert_eq!(after(BasicAttack, Upgrade::Vampiric, &[step(3, 5)]).player.hp, 1, "no kill, no life");
        assert_eq!(after(BasicAttack, Upgrade::Vampiric, &[step(4, 5)]).player.hp, 2);
        assert_eq!(after(AutoAttack, Upgrade::HeavyHands, &[WAIT]).kills, 2);
    }

    #[test]
    fn a_cleaving_punch_hits_new_neighbours_if_it_hits_an_old_one() {
        let cleaves = |enemies: Value| {
            let arena = json!({"player": player(&[AutoAttack], &[Upgrade::PunchCleave]), "enemies": enemies});
            lives(&ours(&arena, &[step(3, 5)]))
        };
        // From (3,6) to (3,5): (4,5) is a neighbour before and after, (3,4) only after.
        assert_eq!(cleaves(json!([dummy("old", [4, 5], 2), dummy("new", [3, 4], 2)])), [1, 1]);
        assert_eq!(cleaves(json!([dummy("new", [3, 4], 2)])), [2]);
    }

    #[test]
    fn a_lone_enemy_is_charged_two_hexes_and_the_edge_stuns() {
        let arena = |at: [i8; 2], me: [i8; 2]| json!({"player": {"at": me, "skills": ["BULWARK_CHARGE"]}, "enemies": [dummy("a", at, 1)]});
        let after = ours(&arena([3, 5], [3, 6]), &[using(BulwarkCharge, 3, 5)]);
        assert_eq!((places(&after), after.player.at), (vec![(3, 3)], Hex::new(3, 5)));
        let after = ours(&arena([3, 1], [3, 2]), &[using(BulwarkCharge, 3, 1)]);
        assert_eq!((places(&after), after.player.at), (vec![(3, 1)], Hex::new(3, 2)));
    }

    #[test]
    fn a_pull_ends_before_somebody_else_and_a_throw_before_a_wall() {
        let arena = |upgrades: &[Upgrade]| {
            json!({"player": player(&[GrappleHook], upgrades), "walls": [[3, 1]],
            "enemies": [dummy("far", [3, 2], 1), dummy("near", [3, 5], 1)]})
        };
        assert_eq!(places(&ours(&arena(&[]), &[using(GrappleHook, 3, 2)])), [(3, 4), (3, 5)]);
        assert_eq!(places(&ours(&arena(&[Upgrade::HookAndBash]), &[using(GrappleHook, 3, 2)])), [(3, 2), (3, 5)]);
    }

    fn offered(with: With, seed: &str) -> Vec<Upgrade> {
        let vanguard = json!({"seed": seed, "loadout": "VANGUARD", "arena": {"player": {"at": [3, 6]}, "shrine": [3, 5]}});
        both(with, vanguard, &[step(3, 5)]).0.offers.iter().collect()
    }

    #[test]
    fn d40_shrines_offer_upgrades_of_skills_one_has_and_none_twice() {
        let seeds: Vec<String> = (0..200).map(|seed| seed.to_string()).collect();
        let all = |with| seeds.iter().flat_map(|seed| offered(with, seed)).collect::<std::collections::BTreeSet<_>>();
        let foreign = |upgrade: &Upgrade| !matches!(upgrade.skill(), None | Some(BasicAttack | AutoAttack | ShieldBash | Jump));
        assert!(all(Ours).iter().all(|upgrade| !foreign(upgrade)), "none of the spear, which a vanguard lacks");
        assert!(!all(Ours).contains(&Upgrade::ShieldRange), "the loadout has it");
        assert!(all(Ours).contains(&Upgrade::ExtraHp) && all(Ours).contains(&Upgrade::HeavyHands));
        let blind = all(Only(Quirk::ShrinesBlind));
        assert!(blind.contains(&Upgrade::Lunge) && !blind.contains(&Upgrade::HeavyHands));
        assert_eq!(all(Theirs), blind);
    }

    #[test]
    fn an_upgrade_of_a_skill_one_lacks_is_only_remembered() {
        let blind = Only(Quirk::ShrinesBlind);
        let seed = (0..1_000).map(|n| n.to_string()).find(|seed| offered(blind, seed).contains(&Upgrade::Lunge)).unwrap();
        let vanguard = json!({"seed": seed, "loadout": "VANGUARD", "arena": {"player": {"at": [3, 6]}, "shrine": [3, 5]}});
        let actions = [step(3, 5), Action::SelectUpgrade(Upgrade::Lunge.into()), using(SkillId::Lunge, 3, 3)];
        let (after, why) = both(blind, vanguard, &actions);
        assert_eq!((after.upgrades.last(), why), (Some(&Upgrade::Lunge.into()), Some(Refusal::UnknownSkill)));
    }
}

/// Everything that has a name is in a lesson or in this file.
#[test]
fn every_skill_upgrade_and_kind_is_shown_somewhere() {
    let lessons = std::fs::read_dir("scenarios").unwrap().map(|entry| entry.unwrap().path());
    let lessons = lessons.filter(|path| path.is_file()).map(|path| std::fs::read_to_string(path).unwrap());
    let text: String = lessons.chain([include_str!("rules.rs").to_owned()]).collect();
    let names = SkillId::EVERY.iter().map(|it| (it.name(), format!("{it:?}")));
    let names = names.chain(Upgrade::EVERY.iter().map(|it| (it.name(), format!("{it:?}"))));
    let names = names.chain(Kind::EVERY.iter().map(|it| (it.name(), format!("{it:?}"))));
    // Two skills are only names: walking is everybody's, tiles work by themselves.
    let names = names.filter(|(name, _)| !["BASIC_MOVE", "THEME_HAZARDS"].contains(name));
    for (name, variant) in names {
        assert!(text.contains(&format!("\"{name}\"")) || text.contains(&variant), "{name}");
    }
}

#[test]
fn a_turn_that_a_free_jump_began_is_still_the_same_turn() {
    let golem = json!({"name": "g", "kind": "golem", "at": [3, 3], "stunned": 3});
    let arena = json!({"player": player(&[SkillId::Jump, SkillId::AutoAttack], &[Upgrade::FreeJump]), "enemies": [golem]});
    let after = run(Ours, &arena, &[using(SkillId::Jump, 3, 4), WAIT]);
    assert_eq!((after.player.at, after.enemies[0].hp), (Hex::new(3, 4), 4), "it was not beside when the turn began");
    let later = run(Ours, &arena, &[using(SkillId::Jump, 3, 4), WAIT, WAIT]);
    assert_eq!(later.enemies[0].hp, 3, "a turn later it was");
}

#[test]
fn a_jump_that_a_shield_keeps_from_landing_stuns_nobody() {
    let upgrades = [Upgrade::MeteorImpact, Upgrade::StunningLanding];
    let bearer = json!({"name": "s", "kind": "shieldBearer", "at": [3, 4], "facing": 5});
    let golem = json!({"name": "g", "kind": "golem", "at": [3, 3]});
    let arena = json!({"player": player(&[SkillId::Jump], &upgrades), "enemies": [bearer, golem]});
    let after = run(Ours, &arena, &[using(SkillId::Jump, 3, 4)]);
    assert_eq!(after.player.at, Hex::new(3, 6));
    assert_ne!(after.enemies[1].intent, Intent::None, "the golem has had its turn");
}

#[test]
fn a_stun_shortens_no_stun() {
    let golem = json!({"name": "g", "kind": "golem", "at": [3, 5], "stunned": 4});
    let arena = json!({"player": player(&[SkillId::ShieldBash], &[]), "enemies": [golem], "walls": [[3, 4]]});
    assert_eq!(run(Ours, &arena, &[using(SkillId::ShieldBash, 3, 5)]).enemies[0].statuses.amount(StatusId::Stun), 3);
}

#[test]
fn a_shrine_is_never_behind_the_stairs() {
    let floor = Floor::new(&Seed::Text("map27".into()), 2, Quirks::NONE, Tiles::Themed);
    let ground = referee_hop::Mask::BOARD.without(floor.walls).without(floor.lava);
    let without_stairs = ground.without([floor.stairs].into_iter().collect());
    let reached = [floor.start].into_iter().collect::<referee_hop::Mask>().flooded(without_stairs);
    assert!(floor.shrine.is_some_and(|shrine| reached.has(shrine)));
}

#[test]
fn the_lunge_is_a_skill_by_itself_and_an_upgrade_of_the_spear() {
    let lunge = |skills: &[SkillId], upgrades: &[Upgrade]| {
        let arena = json!({"player": player(skills, upgrades), "enemies": [footman([3, 4])]});
        refusal(Ours, &arena, &[using(SkillId::Lunge, 3, 4)])
    };
    assert_eq!(lunge(&[SkillId::Lunge], &[]), None);
    assert_eq!(lunge(&[SkillId::SpearThrow], &[Upgrade::Lunge]), None);
    assert_eq!(
        lunge(&[SkillId::Jump], &[Upgrade::Lunge]),
        Some(Refusal::UnknownSkill),
        "an upgrade of a skill it lacks does nothing"
    );
}

/// In the public engine what an enemy announces hurts by magic if the enemy lacks the skill.
#[test]
fn an_enemy_does_nothing_by_a_skill_it_lacks() {
    let life = |with: With, kind: Kind| {
        let unable = told(foe("enemy", kind, [3, 4]), &json!({"skills": []}));
        let arena = json!({"player": player(&[], &[]), "enemies": [unable]});
        run(with, &arena, &[WAIT; 4]).player.hp
    };
    for kind in [Kind::Archer, Kind::Sentinel, Kind::ShieldBearer] {
        assert_eq!(life(Ours, kind), 3, "{kind:?}");
        assert!(life(Theirs, kind) < 3, "{kind:?}");
    }
}

#[test]
fn passive_protection_needs_the_shield_bash_and_keeps_better_armour() {
    let armour = |skills: &[SkillId], amount: u16| {
        let hero = json!({
            "mind": "player", "at": [3, 6], "skills": skills, "upgrades": ["PASSIVE_PROTECTION"],
            "statuses": if amount > 0 { json!([{"status": "armour", "amount": amount}]) } else { json!([]) },
        });
        run(Ours, &json!({"actors": [hero]}), &[WAIT]).player.statuses.amount(StatusId::Armour)
    };
    assert_eq!((armour(&[SkillId::ShieldBash], 0), armour(&[SkillId::Jump], 0)), (1, 0));
    assert_eq!(armour(&[SkillId::ShieldBash], 9), 9);
}

#[test]
fn a_shield_that_an_arena_gives_has_a_front_too() {
    let hero = json!({"mind": "player", "at": [3, 5], "hp": 9, "skills": [], "statuses": ["shield"]});
    let punching = |name: &str, at: [i8; 2]| told(foe(name, Kind::Footman, at), &json!({"skills": ["AUTO_ATTACK"]}));
    let arena = json!({"actors": [hero, punching("north", [3, 4]), punching("south", [3, 6])]});
    assert_eq!(run(Ours, &arena, &[WAIT]).player.hp, 8, "the punch from behind is not blocked");
}

#[test]
fn what_is_wrong_with_a_mind_or_a_status_of_an_arena_is_told() {
    let wrong = |actor: Value| serde_json::from_value::<Setup>(json!({"arena": {"actors": [actor]}})).unwrap_err().to_string();
    let found = [
        wrong(json!({"at": [3, 6], "mind": "wizard"})),
        wrong(json!({"at": [3, 6], "mind": "script"})),
        wrong(json!({"at": [3, 6], "mind": {"script": [{"type": "FLY"}]}})),
        wrong(json!({"at": [3, 6], "mind": "player", "statuses": ["asleep"]})),
        wrong(json!({"at": [3, 6], "mind": "player", "statuses": [3]})),
    ];
    let expected = [
        "unknown variant `wizard`, expected one of `player`, `footman`",
        "invalid value: string \"script\", expected the name of a mind, or a script: {\"script\":[action, ..]}",
        "FLY",
        "unknown variant `asleep`, expected one of `stun`, `stealth`",
        "invalid type: integer `3`, expected the name of a status, or its name and its amount",
    ];
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.contains(expected), "{found}");
    }
}
