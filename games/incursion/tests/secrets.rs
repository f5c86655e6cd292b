//! Law 8 with worlds by hand: two worlds that differ only in what the hero cannot know look the same, allow the same, and refuse the same.

use referee::{Game, Legal, Seat, Show, View, apply};
use referee_dispatch::Place;
use referee_incursion::{Action, Incursion, Setup};
use serde_json::{Value, json};

const HERO: Seat = Seat(0);

fn begun(arena: &Value) -> Game<Incursion> {
    let setup: Setup = serde_json::from_value(json!({ "class": "warrior", "arena": arena })).expect("a setup");
    Game::start(Incursion::default(), setup).unwrap_or_else(|why| panic!("{why}: {arena}"))
}

/// What the hero is shown: the view, the picture, and what may be done.
fn shown(game: &Game<Incursion>) -> [String; 3] {
    let (rules, state) = (game.rules(), game.state());
    let view = rules.view(state, Some(HERO));
    let listed: Vec<Action> = rules.legal(state, HERO, 0).collect();
    [json!(view).to_string(), format!("{:?}", rules.scene(&view)), json!(listed).to_string()]
}

/// What a hero may try with its hands and feet.
fn tries() -> Vec<Action> {
    let ways = (0..8u8).flat_map(|way| {
        let [greet, trip] = ["greet", "trip"].map(str::to_owned);
        [
            Action::Move { way },
            Action::Attack { way },
            Action::Mount { way },
            Action::Talk { way, how: greet },
            Action::Manoeuvre { way, how: trip },
            Action::Open { way },
            Action::Close { way },
            Action::Disarm { way },
        ]
    });
    let places = (0..49).map(|nth| Action::Jump { at: Place::new(nth % 7, nth / 7) });
    ways.chain(places).collect()
}

/// What a try says without taking time: a refusal, or an answer for nothing.
fn free_answer(game: &Game<Incursion>, action: &Action) -> Option<String> {
    let (rules, state) = (game.rules(), game.state());
    let applied = apply(rules, state, HERO, 0, action);
    let said = || applied.next.said.back().map(|said| said.text.clone()).unwrap_or_default();
    let ready = |world: &referee_incursion::World| world.creature(world.hero).map(|hero| hero.ready);
    match &applied.result {
        Err(why) => Some(why.to_string()),
        Ok(()) => (ready(&applied.next) == ready(state)).then(said),
    }
}

#[track_caller]
fn look_the_same(one: &Value, two: &Value) {
    let (one, two) = (begun(one), begun(two));
    assert_ne!(one.state().things, two.state().things, "the worlds are not the same");
    assert_eq!(shown(&one), shown(&two));
    for action in tries() {
        let answers = [&one, &two].map(|game| free_answer(game, &action));
        assert!(answers[0] == answers[1] || answers.iter().all(Option::is_none), "{action:?}: {answers:?}");
    }
}

/// A room with the hero in it and something besides.
fn room(more: &Value) -> Value {
    let mut arena = json!({ "map": ["#######", "#@.g..#", "#.....#", "#..#d##", "#..#..#", "#######"], "region": "hall",
        "hero": { "hp": 20 }, "legend": { "g": {}, "d": {} } });
    more.as_object().into_iter().flatten().for_each(|(key, value)| arena[key] = value.clone());
    arena
}

fn foe(monster: &str, more: &Value) -> Value {
    let mut foe = json!({ "monster": monster, "at": "g", "hp": 9, "ready": 900, "kit": [] });
    more.as_object().into_iter().flatten().for_each(|(key, value)| foe[key] = value.clone());
    foe
}

#[test]
fn who_is_taken_for_another_looks_like_it() {
    let with = |monster| room(&json!({ "monsters": [foe(monster, &json!({}))] }));
    look_the_same(&with("worg"), &with("wolf"));
}

#[test]
fn nobody_sees_a_template_nor_what_waits() {
    let with = |more: Value| room(&json!({ "monsters": [foe("goblin", &more)] }));
    look_the_same(&with(json!({})), &with(json!({ "templates": ["vampire"] })));
    look_the_same(
        &with(json!({ "statuses": [{ "status": "hasted", "mag": 2 }] })),
        &with(json!({ "statuses": [{ "status": "hasted", "mag": 9, "turns": 4 }] })),
    );
}

#[test]
fn a_lock_is_known_to_who_tried_it() {
    let with = |locked: bool| {
        room(&json!({ "map": ["#######", "#@d...#", "#.....#", "#..#.##", "#..#..#", "#######"],
        "features": [{ "feature": "door", "at": "d", "locked": locked }] }))
    };
    look_the_same(&with(true), &with(false));
    let mut game = begun(&with(true));
    game.act(HERO, 0, Action::Open { way: 2 }).expect("a try");
    assert!(shown(&game)[0].contains("\"locked\":true"));
}

#[test]
fn an_unknown_thing_is_its_guise() {
    let with = |more: Value| {
        let ware = |item: &str| {
            let mut ware = json!({ "item": item, "known": false });
            more.as_object().into_iter().flatten().for_each(|(key, value)| ware[key] = value.clone());
            ware
        };
        room(
            &json!({ "hero": { "hp": 20, "kit": [ware("wand of slowness")] }, "items": [{ "at": { "x": 2, "y": 1 }, "ware": ware("potion of healing") }] }),
        )
    };
    look_the_same(&with(json!({ "charges": 3 })), &with(json!({ "charges": 1, "cursed": true })));
    let (game, rules) = (begun(&with(json!({}))), Incursion::default());
    let view = rules.view(game.state(), Some(HERO));
    let guises: Vec<&str> =
        view.world().things.iter().filter(|it| it.kind.is_item()).map(|it| rules.pack().name(it.res)).collect();
    assert!(guises.len() == 2 && guises.iter().all(|name| !name.contains("healing") && !name.contains("slow")), "{guises:?}");
}

#[test]
fn a_secret_door_is_a_wall() {
    let map = |middle: &str| ["#######", "#@....#", middle, "#.....#", "#######"].map(str::to_owned);
    let with = |middle: &str, features: Value| room(&json!({ "map": map(middle), "features": features }));
    let wall = with("#######", json!([]));
    look_the_same(&wall, &with("#d#####", json!([{ "feature": "door", "at": "d", "hidden": true }])));
    let mut game = begun(&with("#d#####", json!([{ "feature": "door", "at": "d", "hidden": true }])));
    assert!(game.act(HERO, 0, Action::Open { way: 4 }).is_err());
    let found = |game: &Game<Incursion>| shown(game)[2].contains("\"open\"");
    let mut sought = 0;
    while !found(&game) && sought < 40 {
        game.act(HERO, 0, Action::Search {}).expect("a search");
        sought += 1;
    }
    assert!(found(&game), "searched {sought} times");
    game.act(HERO, 0, Action::Open { way: 4 }).expect("a door");
}

#[test]
fn whoever_is_unseen_is_not_found_for_nothing() {
    let unseen = foe("goblin", &json!({ "at": { "x": 2, "y": 2 }, "statuses": [{ "status": "hidden" }], "mood": "neutral" }));
    look_the_same(&room(&json!({})), &room(&json!({ "monsters": [unseen] })));
    let trap = json!([{ "trap": "pit trap", "at": { "x": 2, "y": 1 } }]);
    look_the_same(&room(&json!({})), &room(&json!({ "traps": trap })));
}

#[test]
fn what_was_seen_is_remembered_as_it_was() {
    use referee::Rules;
    use referee_incursion::{Event, Gauge};
    let game = begun(&room(
        &json!({ "map": ["#######", "#@#...#", "#.#d..#", "#.....#", "#######"], "features": [{ "feature": "door", "at": "d" }] }),
    ));
    let (rules, mut state) = (game.rules(), game.state().clone());
    let door = state.here().find(|it| it.feature().is_some()).expect("the door").id;
    let at = state.spot(door).expect("a square");
    let places: Vec<Place> = (0..35).map(|nth| Place::new(nth % 7, nth / 7)).collect();
    rules.evolve(&mut state, &Event::Saw { places });
    assert!(state.in_view.binary_search(&at).is_err(), "the door is out of sight");
    let view = |state| json!(rules.view(state, Some(HERO))).to_string();
    let before = view(&state);
    let pit = rules.pack().find(referee_incursion::content::Noun::Terrain, "deep water").expect("water");
    let mut changed = state.clone();
    let far = Place::new(5, 1);
    for event in [
        Event::Set { id: door, gauge: Gauge::Open, to: 1 },
        Event::GroundChanged { place: far, to: pit, by: None, until: None, effect: None },
        Event::LightChanged { place: far, lit: false },
    ] {
        rules.evolve(&mut changed, &event);
    }
    assert!(before == view(&changed), "nobody has seen it change");
    let mut gone = changed.clone();
    rules.evolve(&mut gone, &Event::Removed { id: door });
    assert!(before == view(&gone), "nobody has seen it go");
}

#[test]
fn worlds_imagined_for_law_8_differ_in_what_is_hidden() {
    use std::collections::BTreeSet;
    let arena = room(&json!({ "monsters": [foe("wolf", &json!({}))], "features": [{ "feature": "door", "at": "d" }],
        "items": [{ "at": { "x": 2, "y": 1 }, "ware": { "item": "potion of healing", "known": false } }] }));
    let game = begun(&arena);
    let rules = game.rules();
    let view = rules.view(game.state(), Some(HERO));
    let mut seen: [BTreeSet<String>; 5] = Default::default();
    for luck in 0..64u64 {
        let world = rules.imagine(&view, luck.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        assert_eq!(rules.view(&world, Some(HERO)), view);
        let name = |res| rules.pack().name(res).to_owned();
        let wolf = world.creatures().find(|it| it.id != world.hero).expect("the wolf");
        let potion = world.here().find(|it| it.kind.is_item()).expect("the potion");
        let door = world.here().find_map(|it| it.feature().filter(|door| door.found)).expect("the door");
        let others = (world.hidden.len(), world.here().count());
        let facts = [
            name(wolf.res),
            format!("{}", wolf.statuses.len()),
            name(potion.res),
            door.locked.to_string(),
            format!("{others:?}"),
        ];
        seen.iter_mut().zip(facts).for_each(|(all, fact)| _ = all.insert(fact));
    }
    assert!(seen.iter().all(|facts| facts.len() > 1), "{seen:?}");
}
