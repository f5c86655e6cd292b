//! The rules of a table: they hold where a setup asks for them, refuse more than the contract and never otherwise, and leave nobody helpless.
//! And the game master's seat.

use crate::fights::fights;
use crate::random;
use proptest::prelude::*;
use referee::{Game, Legal, Refused, Rules, Scripted, Seat, Stream, apply};
use referee_host::{Table, Title};
use referee_mir::{Action, GM, GameState, Mir, MirOriginal, NPCS, PLAYERS, Refusal, Rejection, Setup, TableRules, seat_of};
use serde_json::{Value, json};

fn setup_of(value: &Value) -> Setup {
    serde_json::from_str(&value.to_string()).expect("a setup")
}

fn fight(name: &str) -> Setup {
    let (_, text) = fights().into_iter().find(|(known, _)| known == name).expect("a fight");
    serde_json::from_str(&text).expect("a setup")
}

/// Ilse and Krell six cells apart, Ilse's turn.
fn duel() -> Game<Mir> {
    let mut game = Game::start(Mir::default(), fight("dawn-duel")).expect("a game");
    game.act(PLAYERS, 0, Action::roll_initiative()).expect("initiative");
    assert_eq!(game.state().combat.active_entity_id.as_deref(), Some("pc-ilse"));
    game
}

fn refusal(game: &mut Game<Mir>, seat: Seat, action: Action) -> Refusal {
    match game.act(seat, 0, action).map(|_| ()) {
        Err(Refused::Rejected(Rejection::Refused(refusal))) => refusal,
        other => panic!("this is no refusal: {other:?}"),
    }
}

#[test]
fn a_fight_begins_with_initiative() {
    let mut game = Game::start(Mir::default(), fight("dawn-duel")).expect("a game");
    let blow = Action::attack("pc-ilse", "npc-krell");
    assert_eq!(refusal(&mut game, PLAYERS, blow), Refusal::InitiativeFirst);
    assert!(game.rules().legal(game.state(), PLAYERS, 0).any(|action| action == Action::roll_initiative()));
}

#[test]
fn a_thing_in_reach_may_be_struck_before_the_fight() {
    let mut game = Game::start(Mir::default(), fight("tavern-brawl")).expect("a game");
    let blow = || Action::attack("npc-barkeep", "obj-keg");
    let far = Refusal::OutOfReach { id: "obj-keg".into(), distance: 2u32.into(), reach: 1u32.into() };
    assert_eq!(refusal(&mut game, NPCS, blow()), far);
    game.act(NPCS, 0, Action::walk("npc-barkeep", [referee_mir::Step::to(9u32, 1u32)])).expect("a walk");
    game.act(NPCS, 0, blow()).expect("a blow");
}

#[test]
fn a_blow_needs_a_target_in_reach_and_a_turn_has_one_walk_and_one_blow() {
    let mut game = duel();
    let blow = || Action::attack("pc-ilse", "npc-krell");
    let far = Refusal::OutOfReach { id: "npc-krell".into(), distance: 6u32.into(), reach: 1u32.into() };
    assert_eq!(refusal(&mut game, PLAYERS, blow()), far);
    let walk = |cells: std::ops::RangeInclusive<u32>| {
        Action::walk("pc-ilse", cells.map(|x| referee_mir::Step::to(x, 3u32)).collect::<Vec<_>>())
    };
    game.act(PLAYERS, 0, walk(4..=8)).expect("a walk");
    let back = Action::walk("pc-ilse", [referee_mir::Step::to(7u32, 3u32)]);
    assert_eq!(refusal(&mut game, PLAYERS, back), Refusal::AlreadyWalked { id: "pc-ilse".into() });
    game.act(PLAYERS, 0, blow()).expect("a blow");
    assert_eq!(refusal(&mut game, PLAYERS, blow()), Refusal::AlreadyStruck { id: "pc-ilse".into() });
    let left: Vec<Action> = game.rules().legal(game.state(), PLAYERS, 0).collect();
    assert_eq!(left, [Action::end_turn("pc-ilse")]);
}

#[test]
fn reach_is_what_the_farthest_reaching_item_says() {
    let state = fight("chasm-bridge").state().expect("a state");
    let reach = |id: &str| referee_mir::reach(state.entities.find(id).expect("an entity"));
    assert_eq!([reach("pc-cato"), reach("pc-dara"), reach("npc-ruk")], [7u32.into(), 2u32.into(), 2u32.into()]);
    let duel = fight("dawn-duel").state().expect("a state");
    assert_eq!(referee_mir::reach(duel.entities.find("pc-ilse").expect("Ilse")), 1u32.into());
    let mut odd = (*duel.entities.all()[0]).clone();
    for (tag, expected) in
        [("reach-0", 1u32), ("reach-", 1), ("reach--4", 1), ("reach-12", 12), ("Reach-9", 1), ("reach-99999999999", 1)]
    {
        let item = referee_mir::Item { id: "x".into(), name: "X".into(), qty: 1u32.into(), tags: vec![tag.into()] };
        odd.inventory = vec![item].into();
        assert_eq!(referee_mir::reach(&odd), expected.into(), "{tag}");
    }
}

#[test]
fn the_setup_says_whether_the_rules_of_a_table_hold_and_the_public_program_has_none() {
    let with = |rules: Value| {
        let mut setup: Value = serde_json::from_str(&fights()[2].1).expect("a setup");
        setup["tableRules"] = rules;
        setup_of(&setup)
    };
    let rules =
        |setup: Setup| Game::start(Mir::default(), setup).map(|game| game.state().table_rules).map_err(|why| why.errors());
    assert_eq!(rules(with(json!(true))), Ok(TableRules(true)));
    assert_eq!(rules(with(json!(false))), Ok(TableRules(false)));
    assert_eq!(rules(Setup::default()), Ok(TableRules(true)), "the usual fight");
    let said = "[SETUP_INVALID] /tableRules must be true or false, and is 1";
    assert_eq!(rules(with(json!(1))), Err(vec![said.into()]));
    let original = Game::start(MirOriginal::default(), with(json!(true))).expect("a game");
    assert_eq!(original.state().table_rules, TableRules(false));
}

/// A log of before says nothing of a table: its states are written as they were. (That they have the digests they had, every scenario says.)
#[test]
fn a_state_without_the_rules_of_a_table_is_what_it_was() {
    let state = fight("dawn-duel").state().expect("a state");
    let (without, with) = (with_table_rules(&state, false), with_table_rules(&state, true));
    assert!(!serde_json::to_string(&without).expect("JSON").contains("tableRules"));
    let told = serde_json::to_string(&with).expect("JSON");
    assert_eq!(serde_json::from_str::<GameState>(&told).expect("a state"), with);
    assert_ne!(referee::Digest::of(&with), referee::Digest::of(&without));
}

/// A side has at most one blow for each of its fighters before the other side acts, and no blow takes more than six life: a side that takes more
/// blows than that cannot be wiped out. The fights are played to see it: one side goes first, reaches the whole map, rolls twenties and sixes, and strikes whatever
/// the rules let it strike, offered or not.
#[test]
fn no_side_is_wiped_out_before_it_has_acted() {
    let title = referee_mir::title::<1>();
    for (name, setup) in fights() {
        let state = serde_json::from_str::<Setup>(&setup).expect("a setup").state().expect("a state");
        let living = |seat: Seat| state.entities.living().filter(move |entity| seat_of(entity) == seat);
        for (strong, weak) in [(PLAYERS, NPCS), (NPCS, PLAYERS)] {
            let blows: i64 = living(weak).map(|entity| (entity.stats.hp_current.clamped() + 5) / 6).sum();
            assert!(blows > living(strong).count() as i64, "{name}: {strong:?} could wipe out {weak:?}");
            let mut table =
                title.start(Some(&reaching_everything(&setup)), None, 0, Some(&mut Scripted::new(Vec::new()))).expect("a table");
            strike_all(&mut *table, strong);
            let initiative: Vec<u32> =
                state.entities.living().map(|entity| if seat_of(entity) == strong { 20 } else { 1 }).collect();
            assert!(act(&mut *table, strong, r#"{"type":"ROLL_INITIATIVE"}"#, initiative));
            while active(&*table) == strong {
                strike_all(&mut *table, strong);
                let luck = &mut Stream::from_seed(&name);
                let action = table.bot("greedy", strong, 0, luck).expect("a bot").expect("an action");
                assert!(act(&mut *table, strong, &action, Vec::new()), "{name}: {action}");
            }
            assert!(!table.over(0), "{name}: {weak:?} never acted");
        }
    }
}

/// The same fight with a weapon for everyone that reaches the whole map.
fn reaching_everything(setup: &str) -> String {
    let mut setup: Value = serde_json::from_str(setup).expect("a setup");
    for side in ["players", "npcs"] {
        for fighter in setup["initialState"]["entities"][side].as_array_mut().into_iter().flatten() {
            fighter["inventory"] = json!([{"id": "gun", "name": "Gun", "qty": 1, "tags": ["reach-999"]}]);
        }
    }
    setup.to_string()
}

/// Declares blows of a side at the other one, twenties and sixes, until all of them are refused.
fn strike_all(table: &mut dyn Table, strong: Seat) {
    let state = state_of(table);
    let ids = |mine: bool| {
        let side = state.entities.living().filter(move |entity| (seat_of(entity) == strong) == mine);
        side.map(|entity| entity.id.to_string()).collect::<Vec<_>>()
    };
    for (attacker, target) in ids(true).into_iter().flat_map(|own| ids(false).into_iter().map(move |other| (own.clone(), other)))
    {
        let blow = json!({"type": "ATTACK", "attackerId": attacker, "targetId": target}).to_string();
        while act(table, strong, &blow, vec![20, 6]) {}
    }
}

fn act(table: &mut dyn Table, seat: Seat, action: &str, dice: Vec<u32>) -> bool {
    table.act(seat, 0, action, Some(&mut Scripted::new(dice))).success
}

fn state_of(table: &dyn Table) -> GameState {
    serde_json::from_str(&table.state()).expect("a state")
}

/// The side whose turn it is.
fn active(table: &dyn Table) -> Seat {
    let state = state_of(table);
    assert!(state.is_open(), "one side was wiped out");
    state.active().map(seat_of).expect("a turn")
}

fn with_table_rules(state: &GameState, hold: bool) -> GameState {
    GameState { table_rules: TableRules(hold), ..state.clone() }
}

proptest! {
    /// Whatever the contract refuses, the table refuses in the same words; whatever the table accepts happens as by the contract.
    #[test]
    fn the_table_only_ever_refuses_more(document in random::documents(), actions in prop::collection::vec(random::actions(), 1..12)) {
        let Ok(mut state) = setup_of(&document).state() else { return Ok(()) };
        for action in actions {
            let seat = Mir::default().speaker(&state, &action).unwrap_or_default();
            let judged = |hold| apply(&Mir::default(), &with_table_rules(&state, hold), seat, 0, &action);
            let (contract, table) = (judged(false), judged(true));
            match (&contract.result, &table.result) {
                (Ok(()), Err(_)) => {}
                (contract_says, table_says) => {
                    prop_assert_eq!(contract_says, table_says);
                    prop_assert_eq!(&contract.events, &table.events);
                }
            }
            state = with_table_rules(&table.next, false);
        }
    }

    /// The game master may do what either side may, and in the same words.
    #[test]
    fn the_game_master_may_do_what_each_side_may(document in random::documents(), actions in prop::collection::vec(random::actions(), 1..8)) {
        let Ok(mut state) = setup_of(&document).state() else { return Ok(()) };
        for action in actions {
            let rules = Mir::default();
            let seat = rules.speaker(&state, &action).unwrap_or_default();
            let (own, master) = (apply(&rules, &state, seat, 0, &action), apply(&rules, &state, GM, 0, &action));
            prop_assert_eq!(&own.events, &master.events);
            let offered = |seat: Seat| rules.legal(&state, seat, 0).collect::<Vec<_>>();
            let all = offered(GM);
            prop_assert!([PLAYERS, NPCS].into_iter().flat_map(offered).all(|action| all.contains(&action)));
            state = own.next;
        }
    }
}

#[test]
fn nobody_waits_for_the_game_master() {
    let title = referee_mir::title::<1>();
    let card = title.card();
    assert_eq!((&*card.seats, &*card.optional_seats), (&["players", "npcs"][..], &["gm"][..]));
    let mut table = title.start(None, None, 0, None).expect("a table");
    assert_eq!(table.waiting_for(0), [PLAYERS, NPCS]);
    let people = table.parley().people;
    assert_eq!(people, ["players", "npcs"], "a draw is agreed without a game master");
    assert!(table.act(GM, 0, r#"{"type":"MOVE","entityId":"npc-rough","path":[{"x":5,"y":4}]}"#, None).success);
    assert!(table.act(GM, 0, r#"{"type":"MOVE","entityId":"pc-oda","path":[{"x":3,"y":5}]}"#, None).success);
    assert_eq!(table.whose(Some("gm"), "{}").map_err(|error| error.code), Ok(GM));
    assert_eq!(table.score(GM), 0);
    let log = table.text().expect("a log");
    assert!(log.contains(r#""seat":"gm""#));
    let games = referee_host::Registry::new().with(title);
    let report = referee_host::verify(&games, log.as_bytes(), &mut |_| {}).expect("a log that verifies");
    assert_eq!(report.records, 3);
}
