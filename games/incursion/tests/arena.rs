//! A level by hand: what it says is so, and what makes no sense is named.

use proptest::prelude::*;
use referee::{Game, Seat};
use referee_incursion::content::{Noun, Slot};
use referee_incursion::{Action, Arena, Incursion, Mood, Setup, Whereabouts, World};
use serde_json::{Value, json};

fn begun(arena: &Value) -> Result<Game<Incursion>, String> {
    let setup: Setup = serde_json::from_value(json!({ "class": "mage", "arena": arena })).map_err(|why| why.to_string())?;
    Game::start(Incursion::default(), setup).map_err(|why| why.to_string())
}

fn world(arena: &Value) -> World {
    begun(arena).unwrap_or_else(|why| panic!("{why}")).state().clone()
}

fn room() -> Value {
    json!({ "map": ["#####", "#@.g#", "#~..#", "#####"], "region": "hall", "legend": { "~": { "terrain": "deep water" } },
        "monsters": [{ "monster": "goblin", "at": "g" }] })
}

#[test]
fn what_an_arena_says_is_so() {
    let mut arena = room();
    arena["depth"] = json!(3);
    arena["hero"] = json!({ "level": 5, "hp": 7, "max_hp": 30, "mana": 12, "kit": [{ "item": "dagger", "plus": 2 }, { "item": "ration", "count": 3 }],
        "spells": ["bless"], "statuses": [{ "status": "hasted", "mag": 5, "turns": 9 }], "faith": { "Kysul": { "anger": 4 } } });
    arena["monsters"] = json!([{ "monster": "goblin", "at": "g", "templates": ["vampire"], "mood": "neutral", "hp": 4, "kit": [{ "item": "club" }] }]);
    arena["features"] = json!([{ "feature": "warded door", "at": { "x": 2, "y": 2 }, "locked": true }]);
    arena["traps"] = json!([{ "trap": "pit trap", "at": { "x": 3, "y": 2 }, "found": true }]);
    arena["items"] = json!([{ "at": { "x": 2, "y": 1 }, "ware": { "item": "torch" } }]);
    let world = world(&arena);
    let rules = Incursion::default();
    let name = |res| rules.pack().name(res).to_owned();
    let hero = world.thing(world.hero).expect("the hero");
    assert_eq!((world.depth, hero.hp, hero.max_hp), (3, 7, 30));
    assert_eq!(hero.creature().map(|it| (it.mana, it.max_mana)), Some((12, 12)));
    let character = hero.character().expect("a character");
    assert_eq!(character.level, 5);
    assert!(character.spells.iter().any(|&spell| name(spell) == "bless"));
    assert!(character.spells.iter().any(|&spell| name(spell) == "fireball"), "a mage of level 5 knows it");
    let dagger = world.things.in_slot(world.hero, Slot::Hand).expect("in hand");
    assert_eq!((name(dagger.res).as_str(), dagger.item().map(|it| it.plus)), ("dagger", Some(2)));
    assert_eq!(world.inventory(world.hero).count(), 2, "instead of the kit");
    let goblin = world.creatures().find(|it| it.id != world.hero).expect("the goblin");
    assert_eq!((name(goblin.res).as_str(), goblin.hp), ("goblin", 4));
    assert_eq!(goblin.creature().map(|it| it.mood), Some(Mood::Neutral));
    assert_eq!(goblin.statuses.iter().filter_map(|status| status.effect).map(name).collect::<Vec<_>>(), ["vampire"]);
    assert_eq!(world.inventory(goblin.id).map(|it| name(it.res)).collect::<Vec<_>>(), ["club"]);
    let on = |x, y| world.here().filter(move |it| matches!(it.at, Whereabouts::On { place, .. } if (place.x, place.y) == (x, y)));
    assert!(on(2, 2).any(|it| it.feature().is_some_and(|door| door.locked && !door.open)));
    assert!(on(3, 2).any(|it| it.feature().is_some_and(|trap| trap.found)));
    assert_eq!(on(2, 1).map(|it| name(it.res)).collect::<Vec<_>>(), ["torch"]);
    let ground = |x, y| world.level().and_then(|level| level.terrain.get(referee_dispatch::Place::new(x, y))).map(name);
    assert_eq!([ground(1, 2), ground(2, 1), ground(0, 0)].map(Option::unwrap_or_default), ["deep water", "floor", "rock"]);
    let kysul = rules.pack().find(Noun::God, "Kysul").expect("a god");
    assert_eq!(character.faith.get(&kysul).map(|faith| faith.anger), Some(4));
}

#[test]
fn a_letter_puts_one_thing_on_each_of_its_squares() {
    let world = world(&json!({ "map": ["@r.r", ".rr."], "monsters": [{ "monster": "giant rat", "at": "r" }] }));
    assert_eq!(world.creatures().count(), 5);
}

#[test]
fn an_arena_is_played_like_any_level() {
    let mut game = begun(&room()).unwrap_or_else(|why| panic!("{why}"));
    game.act(Seat(0), 0, Action::Move { way: 2 }).expect("a step");
    assert!(game.act(Seat(0), 0, Action::Move { way: 0 }).is_err(), "a wall");
}

#[test]
fn what_makes_no_sense_is_named_and_so_is_what_there_is() {
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut arena = room();
        change(&mut arena);
        begun(&arena).err().unwrap_or_else(|| panic!("this began: {arena}"))
    };
    let cases: &[(&str, Value, &str)] = &[
        ("map", json!([]), "a map has 1 to 60 rows of 1 to 100 letters"),
        ("map", json!(["@.g", "~"]), "row 2 of the map is not as long as the first, which has 3 letters"),
        ("map", json!(["@?g~"]), "the map has a `?` that means nothing; letters are: ~.#@g"),
        ("map", json!(["@"]), "there is no `g` on the map"),
        ("map", json!(["g~"]), "the hero is nowhere"),
        ("region", json!("attic"), "there is no region `attic`; there are: twisty little passage"),
        ("legend", json!({ "~": { "terrain": "soup" } }), "there is no terrain `soup`; there are: floor"),
        ("depth", json!(11), "the depth is 1 to 10, not 11"),
        ("hero", json!({ "level": 21 }), "the hero's level is 1 to 20, not 21"),
        ("hero", json!({ "hp": 9, "max_hp": 3 }), "the hero has 9 of 3 hit points"),
        ("hero", json!({ "at": { "x": 0, "y": 0 } }), "the hero cannot stand at 0, 0: that is solid"),
        ("hero", json!({ "at": { "x": 70, "y": 0 } }), "the hero is beyond the map at 70, 0"),
        ("hero", json!({ "spells": ["moo"] }), "there is no effect `moo`"),
        (
            "hero",
            json!({ "kit": [{ "item": "dagger", "in": "hand" }, { "item": "club", "in": "hand" }] }),
            "`club` cannot be worn in `hand`",
        ),
        ("hero", json!({ "more": [{ "item": "ducat" }] }), "there is no item `ducat`"),
        ("hero", json!({ "statuses": [{ "status": "bored" }] }), "there is no status `bored`"),
        ("hero", json!({ "faith": { "Nobody": {} } }), "there is no god `Nobody`"),
        ("monsters", json!([{ "monster": "gnu", "at": "g" }]), "there is no monster `gnu`; there are: goblin, kobold"),
        (
            "monsters",
            json!([{ "monster": "goblin", "at": "@" }, { "monster": "goblin", "at": "g" }]),
            "the `goblin` cannot stand at 1, 1: the",
        ),
        (
            "monsters",
            json!([{ "monster": "goblin", "at": { "x": 0, "y": 0 } }, { "monster": "goblin", "at": "g" }]),
            "cannot stand at 0, 0: that is solid",
        ),
        ("monsters", json!([{ "monster": "goblin", "at": "g", "templates": ["posh"] }]), "there is no template `posh`"),
        ("encounters", json!([{ "encounter": "tea party", "at": "g" }]), "there is no encounter `tea party`"),
        ("features", json!([{ "feature": "sofa", "at": "g" }]), "there is no feature `sofa`"),
        ("traps", json!([{ "trap": "bear trap", "at": "g" }]), "there is no trap `bear trap`"),
        ("items", json!([{ "ware": { "item": "torch" }, "at": { "x": 9, "y": 9 } }]), "9, 9 is beyond the map"),
        ("items", json!([{ "ware": { "item": "torch", "count": 0 }, "at": "g" }]), "a count is 1 to 10000, not 0"),
    ];
    for (field, value, wanted) in cases {
        let why = wrong(&|arena: &mut Value| arena[*field] = value.clone());
        assert!(why.contains(wanted), "{field} {value}: {why}");
    }
    assert!(wrong(&|arena: &mut Value| arena["cats"] = json!(1)).contains("unknown field `cats`"));
}

#[test]
fn an_arena_has_a_limit() {
    let rats = json!([{ "monster": "giant rat", "at": "r" }]);
    let rows = |rows: usize| {
        let mut map = vec!["r".repeat(100); rows];
        map.push(format!("@{}", "r".repeat(99)));
        json!({ "map": map, "monsters": rats })
    };
    assert!(begun(&rows(2)).is_ok());
    assert!(begun(&rows(3)).err().is_some_and(|why| why.contains("an arena has 400 things at most")));
}

#[test]
fn a_setup_is_read_back_as_it_was_written() {
    let arena: Arena = serde_json::from_value(room()).expect("an arena");
    let text = serde_json::to_string(&arena).expect("written");
    assert_eq!(serde_json::from_str::<Arena>(&text).expect("read"), arena);
}

/// Mostly what is asked for, now and then something else.
fn mostly(name: &'static [&'static str]) -> impl Strategy<Value = Value> {
    let others = vec!["goblin", "vampire", "torch", "tomb", "pit trap", "asleep", "hall", "magma", "rats", "Xel", ""];
    prop_oneof![12 => prop::sample::select(name).prop_map(Value::from), 1 => prop::sample::select(others).prop_map(Value::from)]
}

fn number(usual: std::ops::Range<i64>) -> impl Strategy<Value = Value> {
    prop_oneof![12 => usual.prop_map(Value::from), 1 => any::<i32>().prop_map(Value::from), 1 => any::<i64>().prop_map(Value::from)]
}

fn at() -> impl Strategy<Value = Value> {
    let place = |range: std::ops::Range<i32>| (range.clone(), range).prop_map(|(x, y)| json!({ "x": x, "y": y }));
    prop_oneof![2 => Just(json!("g")), 9 => place(0..5), 1 => place(-2..9)]
}

/// A list of an arena, and something for it.
fn anything() -> impl Strategy<Value = (&'static str, Value)> {
    let with = |mut thing: Value, field: &str, number: Value| {
        thing[field] = number;
        thing
    };
    let monster = prop::sample::select(vec!["hp", "max_hp", "party", "ready"]);
    prop_oneof![
        (mostly(&["goblin", "night hag", "horse", "gremlin"]), at(), mostly(&["vampire", "clockwork"]), monster, number(1..40))
            .prop_map(move |(monster, at, template, field, number)| {
                ("monsters", with(json!({ "monster": monster, "at": at, "templates": [template] }), field, number))
            }),
        (mostly(&["stairs down", "tomb", "altar", "warded door"]), at(), number(1..40))
            .prop_map(move |(name, at, hp)| ("features", with(json!({ "feature": name, "at": at }), "hp", hp))),
        (mostly(&["pit trap", "flame trap"]), at()).prop_map(|(name, at)| ("traps", json!({ "trap": name, "at": at }))),
        (mostly(&["rats", "goblinoid warband", "holy summons"]), at(), number(1..9))
            .prop_map(move |(name, at, cr)| ("encounters", with(json!({ "encounter": name, "at": at }), "cr", cr))),
        (mostly(&["torch", "flame blade", "Holy Avenger"]), at(), number(1..9))
            .prop_map(|(name, at, count)| ("items", json!({ "at": at, "ware": { "item": name, "count": count } }))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// No arena does harm: it begins and is played, or it is refused in words.
    #[test]
    fn any_arena_begins_or_is_refused(
        rows in prop::collection::vec("[.~g]{5}|[.#~g]{5}|[.#g]{5}", 1..5), depth in number(1..11), level in number(1..21), hp in number(1..99),
        legend in mostly(&["magma", "deep water", "pit", "chasm"]), region in mostly(&["hall", "place of sanctuary"]),
        things in prop::collection::vec(anything(), 0..5), ways in prop::collection::vec(0u8..8, 1..4),
    ) {
        let rows = [vec!["..@.g".to_owned()], rows].concat();
        let mut arena = json!({ "map": rows, "legend": { "~": { "terrain": legend }, "g": {} }, "region": region, "depth": depth, "hero": { "level": level, "hp": hp } });
        for (list, thing) in things {
            match arena[list].as_array_mut() {
                Some(all) => all.push(thing),
                None => arena[list] = json!([thing]),
            }
        }
        if let Ok(mut game) = begun(&arena) {
            ways.into_iter().for_each(|way| _ = game.act(Seat(0), 0, Action::Move { way }));
        }
    }
}
