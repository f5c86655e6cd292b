//! The pack that comes with the game, and what the linter finds.

use proptest::prelude::*;
use referee_dispatch::View;
use referee_incursion::content::api::{self, On};
use referee_incursion::content::{
    BYTES_MAX, Code, Content, FILES, FILES_MAX, Formula, Noun, PROBLEMS_MAX, Problem, SCRIPT_MAX, TEXT_MAX, engine,
};
use referee_incursion::{Flag, Handler, Happening, Part, Print, Res, Value, Verb};
use rhai::packages::{BasicIteratorPackage, Package};
use rhai::{Dynamic, Engine, Scope};

fn problems(files: &[(&str, &str)]) -> Vec<Problem> {
    Content::read(files).err().unwrap_or_default()
}

/// A small world in which one thing can be wrong at a time. `{}` marks where the mistake goes.
const TERRAIN: &str = "[floor]\nabout = 'Stone.'\nglyph = '.'\ntint = 'grey'\nflags = ['special']\n";

/// What is found with one handler on a floor.
fn on_floor(handler: &str) -> Vec<Problem> {
    problems(&[("terrains.toml", &format!("{TERRAIN}[floor.on]\n{handler}\n"))])
}

/// The one problem there is.
#[track_caller]
fn only(problems: Vec<Problem>) -> Problem {
    match <[Problem; 1]>::try_from(problems) {
        Ok([problem]) => problem,
        Err(problems) => panic!("one problem was expected, found {problems:#?}"),
    }
}

/// The built-in pack with one change.
#[track_caller]
fn changed(file: &str, from: &str, to: &str) -> (Vec<Problem>, u32) {
    let text = FILES.iter().find(|(name, _)| *name == file).expect("a file of the pack").1;
    let at = text.find(from).expect("the pack says so");
    let line = text[..at].matches('\n').count() as u32 + 1;
    let new = text.replacen(from, to, 1);
    let files: Vec<(&str, &str)> = FILES.iter().map(|&(name, text)| (name, if name == file { &*new } else { text })).collect();
    (problems(&files), line)
}

#[test]
fn the_pack_reads_without_problems() {
    match Content::read(FILES) {
        Ok(content) => assert!(content.len() > 150, "{}", content.count()),
        Err(problems) => panic!("{}", problems.iter().map(|problem| format!("{problem}\n")).collect::<String>()),
    }
}

#[test]
fn the_pack_has_what_section_16_names() {
    let content = Content::builtin();
    let all = [
        (
            Noun::Monster,
            "goblin, kobold, plague rat, worg, badger, giant tortoise, shocker lizard, horse, gremlin, scarecrow, flesh golem, night hag, displacer beast, hill giant",
        ),
        (
            Noun::Item,
            "long sword, dagger, heavy mace, rapier, quarterstaff, great maul, long bow, sheaf arrow, flame blade, Sunblade, Holy Avenger, studded leather, chainmail, plate mail, kite shield, tower shield",
        ),
        (
            Noun::Effect,
            "magic missile, fireball, sleep, grease, mage armour, sanctuary, mirror image, stoneskin, fire shield, shield other, spook, call light, hallucinatory terrain, silence, burn, bless",
        ),
        (Noun::Terrain, "deep water, pool of grease, magma, pit, guardian runes, solid fog"),
        (Noun::Region, "twisty little passage, place of sanctuary, entry chamber"),
        (
            Noun::God,
            "Aiswin, Asherath, Ekliazeh, Erich, Essiah, Hesani, Immotian, Khasrach, Kysul, Mara, Maeve, Sabine, Semirath, Xavias, Xel, Zurvash, The Multitude",
        ),
        (Noun::Template, "skilled, barbarian, clockwork, vampire"),
        (Noun::Trap, "pit trap, dispelling trap"),
        (Noun::Feature, "tomb, warded door"),
        (Noun::Encounter, "goblinoid warband, holy summons"),
        (Noun::Dungeon, "The Goblin Caves"),
    ];
    for (noun, names) in all {
        for name in names.split(", ") {
            let res = content.find(noun, name).unwrap_or_else(|| panic!("no {} {name}", noun.name()));
            assert_eq!(content.name(res), name);
            assert_eq!(content.definition(res).map(|it| it.noun()), Some(noun));
        }
    }
    let gods: Vec<&str> = content.all(Noun::God).map(|res| content.name(res)).collect();
    assert_eq!((gods.len(), gods[0], gods[16]), (17, "Aiswin", "The Multitude"), "gods are asked in this order");
}

#[test]
fn handlers_of_section_16_listen_where_they_must() {
    let content = Content::builtin();
    for (noun, name, moments) in [
        (Noun::Monster, "badger", "EVICTIM(POST(DAMAGE))"),
        (Noun::Monster, "night hag", "PRE(DAMAGE); EVICTIM(MAGIC_HIT); PHASE"),
        (Noun::Monster, "gremlin", "FIELDON; TURN"),
        (Noun::Effect, "nightmare", "META(REST); META(POST(REST))"),
        (Noun::Effect, "sunblade", "EITEM(PRE(HIT)); EITEM(POST(HIT))"),
        (Noun::Effect, "fire shield", "META(EVICTIM(POST(HIT))); META(EVICTIM(POST(MISS)))"),
        (Noun::Effect, "mage armour", "CALC_EFFECT; PRE(EFFECT); META(POST(WIELD))"),
        (Noun::Item, "flame blade", "PRE(DAMAGE); PRE(DROP); PRE(REMOVE); PRE(LOSEITEM); PRE(INSERT); PRE(WIELD); TURN; GETNAME"),
        (Noun::Terrain, "deep water", "MOVE; PRE(STRIKE); LAND; PRE(CAST); DROP; JUMP_OFF; MAGIC_XY"),
        (Noun::Terrain, "pit", "ENTER; PRE(PUSH); PRE(MOVE); WATTACK; NATTACK; EVICTIM(WATTACK); EVICTIM(NATTACK)"),
        (Noun::Region, "place of sanctuary", "PRE(REST); POST(REST)"),
        (Noun::God, "Kysul", "GODWATCH(ENTER); GODWATCH(MOVE); GODWATCH(DEATH); GODWATCH(DAMAGE)"),
        (Noun::God, "The Multitude", "GODWATCH(PRAY); GODWATCH(EVICTIM(POST(EFFECT))); GODWATCH(ALIGNED)"),
        (Noun::Template, "clockwork", "EVICTIM(PRE(MAGIC_HIT)); EVICTIM(DEATH)"),
        (Noun::Feature, "tomb", "DAMAGE; MAGIC_STRIKE; MAGIC_XY"),
        (Noun::Encounter, "goblinoid warband", "POST(ENCHOOSE_MID)"),
        (Noun::Dungeon, "The Goblin Caves", "POST(DEATH); PRE(REST)"),
    ] {
        let res = content.find(noun, name).expect("it is there");
        for moment in moments.split("; ") {
            let (verb, view) = View::parse(moment).expect("a moment");
            let verb = Verb::named(verb).expect("a verb");
            let handlers = content.table().of(res.0.into(), verb.number(), view);
            assert!(
                matches!(handlers, [Handler::Code(code)] if content.script(*code).is_some_and(|it| it.owner == res)),
                "{name} {moment}"
            );
        }
    }
}

#[test]
fn numbers_are_those_of_the_reference() {
    let content = Content::builtin();
    let monster = |name| content.monster(content.find(Noun::Monster, name).expect("it is there")).expect("a monster");
    let worg = monster("worg");
    assert_eq!((worg.cr.get(), worg.hd.get(), worg.hit.get(), worg.def.get()), (2, 4, 3, 10));
    assert_eq!((worg.movement.get(), worg.speed.get()), (150, 120));
    assert_eq!(worg.attributes.map(|score| score.get()), [17, 15, 15, 6, 14, 10]);
    assert_eq!(worg.looks_like.as_ref().map(|link| content.name(link.res())), Some("wolf"));
    let missile = content.effect(content.find(Noun::Effect, "magic missile").expect("it is there")).expect("an effect");
    assert_eq!(missile.segments[0].power.at(5).to_string(), "3d4+3");
    let fireball = content.effect(content.find(Noun::Effect, "fireball").expect("it is there")).expect("an effect");
    assert_eq!([5, 9, 12, 15].map(|level| fireball.segments[0].power.at(level).count), [5, 9, 10, 11]);
    let sword = content.item(content.find(Noun::Item, "long sword").expect("it is there")).expect("an item");
    assert_eq!(sword.weapon.as_ref().map(|weapon| weapon.large.to_string()), Some("1d8+1".to_owned()));
}

#[test]
fn an_author_says_who_reads_a_text_and_else_the_rules_do() {
    let content = Content::builtin();
    let bless = content.find(Noun::Effect, "bless").expect("it is there");
    let spook = content.find(Noun::Effect, "spook").expect("it is there");
    let prints = |res: Res, verb: Verb| -> Vec<Option<Print>> {
        let handlers = content.table().of(res.0.into(), verb.number(), View::default());
        let print = |handler: &Handler| match handler {
            Handler::Text(text) => content.message(*text).expect("a text").print,
            Handler::Code(_) => panic!("a text was expected"),
        };
        handlers.iter().map(print).collect()
    };
    assert_eq!(prints(bless, Verb::MAGIC_HIT), [Some(Print::Target)]);
    assert_eq!(prints(spook, Verb::FIELDON), [None, None]);
    assert_eq!(content.texts(spook, Verb::FIELDOFF).count(), 2);
}

#[test]
fn the_order_in_which_files_are_given_changes_nothing() {
    let (mut files, first) = (FILES.to_vec(), Content::read(FILES).expect("no problems"));
    for turn in 0..FILES.len() {
        files.rotate_left(1);
        files.swap(0, turn);
        let again = Content::read(&files).expect("no problems");
        assert_eq!(again.hash(), first.hash());
        assert_eq!(again.len(), first.len());
        for res in 0..first.len() {
            assert_eq!(again.name(Res(res as u16)), first.name(Res(res as u16)));
            assert!(first.table().row(res as u32).eq(again.table().row(res as u32)));
        }
    }
}

#[test]
fn the_hash_is_of_what_is_said() {
    let hash = |text: &str| Content::read(&[("terrains.toml", text)]).expect("no problems").hash().to_owned();
    assert_eq!(hash(TERRAIN), hash(&format!("# a comment\n\n{}", TERRAIN.replace(" = ", "=").replace('\n', "\r\n"))));
    assert_ne!(hash(TERRAIN), hash(&TERRAIN.replace("Stone", "Stones")));
    assert_ne!(hash(TERRAIN), hash(&format!("{TERRAIN}[floor.on]\nMOVE = 'DONE'\n")));
}

#[test]
fn content_is_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Content>();
    assert!(std::sync::Arc::ptr_eq(&Content::builtin(), &Content::builtin()));
}

/// File, what is replaced, by what; the kind of mistake, and what its message says.
const MISTAKES: &[(&str, &str, &str, Code, &str)] = &[
    ("monsters.toml", "looks_like = \"wolf\"", "looks_like = \"wulf\"", Code::UnknownName, "no monster `wulf`"),
    ("monsters.toml", "size = \"small\"", "size = \"smal\"", Code::UnknownName, "unknown variant `smal`"),
    ("monsters.toml", "speed = 80", "speed = 80000", Code::OutOfRange, "80000 is out of range"),
    ("monsters.toml", "cr = -4", "cr = \"easy\"", Code::BadValue, "invalid type"),
    ("monsters.toml", "def = 12", "def = 12\nhorns = 2", Code::UnknownName, "unknown field `horns`"),
    ("items.toml", "small = \"1d8\"", "small = \"900d8\"", Code::OutOfRange, "900d8"),
    ("effects.toml", "dice = \"(L+1)/2\"", "dice = \"(L+1\"", Code::BadValue, "no formula"),
    ("effects.toml", "\"META(EVICTIM(HIT))\"", "\"META(EVICTIM(HITS))\"", Code::UnknownName, "`HITS` is no verb"),
    ("effects.toml", "\"META(EVICTIM(HIT))\"", "\"METHA(EVICTIM(HIT))\"", Code::UnknownName, "names no moment"),
    (
        "effects.toml",
        "let images = me.mag(\"mirror images\");",
        "let images = me.mag(\"mirror imges\");",
        Code::UnknownName,
        "no status `mirror imges`",
    ),
    (
        "effects.toml",
        "let images = me.mag(\"mirror images\");",
        "let images = me.magnitude(1);",
        Code::UnknownName,
        "no method `magnitude`",
    ),
    ("effects.toml", "let images = me.mag(\"mirror images\");", "let images = me.mag();", Code::BadValue, "given 0 arguments"),
    (
        "effects.toml",
        "if images < 1 || d(images + 1)",
        "if images < 1 || roll(images + 1)",
        Code::UnknownName,
        "no function `roll`",
    ),
    ("effects.toml", "if images < 1 ||", "if imagez < 1 ||", Code::UnknownName, "imagez"),
    ("effects.toml", "if images < 1 ||", "if (images < 1 ||", Code::Syntax, ""),
    ("effects.toml", "e.actor_died = true", "e.actor_dead = true", Code::UnknownName, "no part `actor_dead`"),
    ("effects.toml", "damage_type: \"fire\"", "damage_type: \"fyre\"", Code::UnknownName, "`fyre` is no kind of damage"),
    ("effects.toml", "grave: \"Struck at", "tomb: \"Struck at", Code::UnknownName, "`tomb` is no key"),
    ("effects.toml", "e.attack_type == \"shoot\"", "e.attack_type == \"shot\"", Code::UnknownName, "`shot` is no kind of attack"),
    ("effects.toml", "e.effect = \"dispel magic\"", "e.effect = \"dispell magic\"", Code::UnknownName, "`dispell magic`"),
    (
        "effects.toml",
        "tell(me, \"The skin of force",
        "tell(me, \"The skin of <bearer> force",
        Code::UnknownName,
        "`<bearer>` names nobody",
    ),
    (
        "effects.toml",
        "tell(foe, \"Flames lick back along your arm.\")",
        "tell(foe, \" \")",
        Code::MissingText,
        "the text is empty",
    ),
    ("effects.toml", "say = [\"Your heart lifts.\"]", "say = []", Code::MissingText, "nothing is said"),
    ("effects.toml", "say = [\"Your heart lifts.\"]", "say = [\"<Hero> smiles.\"]", Code::UnknownName, "`<Hero>` names nobody"),
    ("effects.toml", "about = \"Darts of force that do not miss.\"\n", "", Code::MissingText, "missing field `about`"),
    ("gods.toml", "\"GODWATCH(FAST_TALK)", "\"GODWATCH(ADVANCE)", Code::Unreachable, "asked directly"),
    ("gods.toml", "\"GODWATCH(GAIN_STATI)\"", "\"GAIN_STATI\"", Code::Unreachable, "carries no god"),
    ("gods.toml", "\"GODWATCH(SURRENDER)\"", "\"GODWATCH(FAST_TALK)\"", Code::Twice, "handled twice"),
    (
        "monsters.toml",
        "\"POST(HIT)\" = \"me.reveal()\"",
        "\"GODWATCH(HIT)\" = \"me.reveal()\"",
        Code::Unreachable,
        "GODWATCH is for gods",
    ),
    ("monsters.toml", "\"POST(HIT)\" = \"me.reveal()\"", "\"INIT_STATI\" = \"me.reveal()\"", Code::Unreachable, "never thrown"),
    (
        "monsters.toml",
        "\"POST(HIT)\" = \"me.reveal()\"",
        "\"EVICTIM(TURN)\" = \"me.reveal()\"",
        Code::Unreachable,
        "done to nobody",
    ),
    (
        "monsters.toml",
        "prey.wait_for(\"REST\", \"nightmare\"",
        "prey.wait_for(\"MOVE\", \"nightmare\"",
        Code::Unreachable,
        "nothing waits for it",
    ),
    ("effects.toml", "\"MAGIC_XY\" = '''", "\"PRE(MAGIC_XY)\" = '''", Code::Unreachable, "asked directly"),
    ("items.toml", "enchantment = \"sunblade\"\n", "", Code::Unreachable, "no item has this enchantment"),
    ("terrains.toml", "\"special\", \"minds-target\"", "\"special\"", Code::Unreachable, "minds-target"),
    ("terrains.toml", "\"special\", \"obscure\"", "\"obscure\"", Code::Unreachable, "`special`"),
    ("encounters.toml", "\"POST(ENCHOOSE_MID)\"", "\"POST(HIT)\"", Code::Unreachable, "no step of an encounter"),
    ("regions.toml", "tell(who, \"The peace", "who.hp = 3; tell(who, \"The peace", Code::BadValue, "cannot be set"),
    (
        "regions.toml",
        "set_level_memo(\"rests\", level_memo(\"rests\") + 1)",
        "level_memo(\"rests\");",
        Code::BadValue,
        "ends with a number",
    ),
    ("monsters.toml", "\"POST(HIT)\" = \"me.reveal()\"", "\"POST(HIT)\" = \"me.lose('prone')\"", Code::Syntax, ""),
    (
        "monsters.toml",
        "\"POST(HIT)\" = \"me.reveal()\"",
        "\"POST(HIT)\" = 'me.lose(\"prone\")'",
        Code::BadValue,
        "ends with a flag",
    ),
    ("races.toml", "[elf]", "[human]", Code::Syntax, ""),
];

#[test]
fn every_planted_mistake_is_found_where_it_is() {
    for (file, from, to, code, message) in MISTAKES {
        let (problems, line) = changed(file, from, to);
        let found = problems.iter().find(|problem| problem.code == *code && problem.message.contains(message));
        let found = found.unwrap_or_else(|| panic!("{from} -> {to}: {problems:#?}"));
        let elsewhere = ["nothing waits for it", "no item has", "minds-target", "`special`", "missing field", "unknown field"];
        if elsewhere.iter().all(|text| !message.contains(text)) {
            assert_eq!((found.file.as_str(), found.line), (*file, line), "{from} -> {to}: {found}");
        }
        assert!(!found.excerpt.is_empty() && !found.expected.is_empty() && found.column > 0, "{found:?}");
        assert!(problems.len() <= 10, "{from} -> {to}: {problems:#?}");
    }
}

#[test]
fn a_mistake_in_a_script_is_shown_at_its_column() {
    let found = only(on_floor("MOVE = '''\nlet who = e.actor;\n    if who.strength > 3 { DONE } else { NOTHING }\n'''"));
    assert_eq!((found.line, found.column, found.message.as_str()), (9, 12, "a thing has no `strength`"));
    assert_eq!(found.excerpt, "    if who.strength > 3 { DONE } else { NOTHING }");
    let found = only(on_floor("MOVE = 'e.actor.spend()'"));
    assert_eq!((found.line, found.column), (7, 17));
}

#[test]
fn what_the_language_does_without_is_refused() {
    for script in [
        "eval(\"DONE\")",
        "fn f() { DONE } f()",
        "print(1)",
        "let f = |x| x; DONE",
        "import \"x\" as y;",
        "sleep(1)",
        "timestamp()",
        "1.5",
        "type_of(me)",
        "call(me)",
        "nobody",
        "loop { this.x }",
    ] {
        assert!(!on_floor(&format!("MOVE = '{script}'")).is_empty(), "{script}");
    }
    let deep = format!("MOVE = '{}1{}'", "(".repeat(100), ")".repeat(100));
    assert_eq!(only(on_floor(&deep)).code, Code::Syntax);
}

#[test]
fn limits_are_kept() {
    let long = "x".repeat(SCRIPT_MAX + 1);
    assert_eq!(only(on_floor(&format!("MOVE = '{long}'"))).code, Code::TooLarge);
    let arms: String = (0..1_000).map(|n| format!("{n} => 1, ")).collect();
    assert_eq!(only(on_floor(&format!("MOVE = 'switch 1 {{ {arms} }}'"))).code, Code::TooLarge);
    assert_eq!(only(on_floor(&format!("MOVE = {{ say = '{}' }}", "x".repeat(TEXT_MAX + 1)))).code, Code::TooLarge);
    let many = vec![("terrains.toml", ""); FILES_MAX + 1];
    assert_eq!(only(problems(&many)).code, Code::TooLarge);
    assert_eq!(only(problems(&[("terrains.toml", &" ".repeat(BYTES_MAX + 1))])).code, Code::TooLarge);
    assert_eq!(only(problems(&[("terrains.toml", ""), ("terrains.toml", "")])).code, Code::Twice);
    assert_eq!(only(problems(&[("terrain.toml", "")])).expected, "one such as `terrains.toml`, `traps.toml`, `items.toml`");
    let wrong: String = (0..50_000).map(|_| "{ item = 'x' }, ").collect();
    let goblin = FILES.iter().find(|(name, _)| *name == "monsters.toml").expect("a file").1;
    let swamped = goblin.replacen("[{ item = \"hide armour\", chance = 25 }],", &format!("[{wrong}],"), 1);
    assert_eq!(problems(&[("monsters.toml", &swamped)]).len(), PROBLEMS_MAX);
    let nonsense: String = (0..1_000).map(|n| format!("[x{n}]\n")).collect();
    assert_eq!(problems(&[("terrains.toml", &nonsense)]).len(), PROBLEMS_MAX);
}

/// Something in a house of straw.
#[derive(Clone, PartialEq, Eq)]
struct Straw(&'static str);

/// A verdict there.
#[derive(Clone, Debug)]
struct Said(#[expect(dead_code, reason = "shown where a script gives something else")] i64);

/// What a call or property gives there, by the word of the list. `at` makes numbers and flags differ.
fn straw(gives: &str, at: i64) -> Dynamic {
    match gives.split(' ').next().unwrap_or("") {
        "number" => Dynamic::from(at),
        "flag" => Dynamic::from(at % 2 == 0),
        "text" => Dynamic::from(String::new()),
        "thing" => Dynamic::from(Straw("other")),
        "list" => Dynamic::from(vec![Dynamic::from(Straw("other")), Dynamic::from(Straw("me"))]),
        "verdict" => Dynamic::from(Said(at % 3)),
        _ => Dynamic::UNIT,
    }
}

/// A part of a happening there.
fn straw_part(name: &str, at: i64) -> Dynamic {
    let words = ["damage_type", "attack_type", "nature"];
    let empty = referee_incursion::parts::get(&Happening::new(), name);
    match empty {
        _ if words.contains(&name) => Dynamic::from(["fire", "hurl", "gaze", "afraid"][at as usize % 4].to_owned()),
        Some(Value::Number(_)) => Dynamic::from(at),
        Some(Value::Flag(_)) => Dynamic::from(at % 2 == 0),
        Some(Value::Thing(_)) if at % 7 == 0 && name != "actor" => Dynamic::UNIT,
        Some(Value::Thing(_)) => Dynamic::from(Straw(if at % 5 == 0 { "me" } else { "other" })),
        _ => Dynamic::from(String::new()),
    }
}

/// An engine that knows every name of the list and no rule.
fn house_of_straw(at: i64) -> Engine {
    let mut engine = engine();
    engine.register_fn("==", |a: Straw, b: Straw| a == b).register_fn("!=", |a: Straw, b: Straw| a != b);
    BasicIteratorPackage::new().register_into_engine(&mut engine);
    engine.register_iterator::<rhai::Array>();
    for call in api::CALLS {
        let own = usize::from(call.on != On::Free);
        for count in call.needs..=call.args.len() {
            let types = vec![std::any::TypeId::of::<Dynamic>(); own + count];
            engine.register_raw_fn(call.name, types, move |_, _| Ok(straw(call.gives, at)));
        }
    }
    for property in api::PROPERTIES {
        engine.register_get(property.name, move |_: &mut Straw| straw(property.gives, at));
    }
    let parts = Part::all().map(|part| part.name).chain(Flag::ALL.iter().map(|flag| flag.name())).chain(["verb"]);
    for name in parts {
        engine.register_get(name, move |_: &mut Record| straw_part(name, at));
        engine.register_set(name, |_: &mut Record, _: Dynamic| {});
    }
    engine
}

/// The happening there.
#[derive(Clone)]
struct Record;

#[test]
fn every_script_runs_to_a_verdict_in_a_house_of_straw() {
    let content = Content::builtin();
    for at in [0, 1, 2, 3, 4, 5, 6, 7, 9, 14, 15, 40, 51, 100] {
        let engine = house_of_straw(at);
        for script in content.scripts() {
            let mut scope = Scope::new();
            scope.push("e", Record).push("me", Straw("me"));
            for (number, name) in
                ["NOTHING", "DONE", "ABORT", "NOMSG", "ERROR", "SHOULD", "CAN", "CANNOT"].into_iter().enumerate()
            {
                scope.push_constant(name, Said(number as i64));
            }
            let verdict = engine.eval_ast_with_scope::<Dynamic>(&mut scope, &script.ast);
            let verdict = verdict.unwrap_or_else(|error| panic!("{}:{}: {error}\n{}", script.file, script.line, script.source));
            assert!(verdict.is_unit() || verdict.is::<Said>(), "{}:{}: {verdict:?}", script.file, script.line);
        }
    }
}

#[test]
fn deep_documents_are_refused_and_break_nothing() {
    let deep = 100_000;
    let dots = vec!["a"; deep].join(".");
    for text in [
        format!("a = {}", "[".repeat(deep)),
        format!("a = {}{}", "[".repeat(deep), "]".repeat(deep)),
        format!("a = {}1{}", "{ a = ".repeat(deep), " }".repeat(deep)),
        format!("{dots} = 1"),
        format!("[{dots}]"),
        format!("[[{dots}]]"),
        format!("x = {{ {dots} = 1 }}"),
        format!("[floor.on]\nMOVE = '{}'", "(".repeat(60_000)),
        format!("[floor.on]\nMOVE = '{}'", "if true {".repeat(7_000)),
        format!("[floor.on]\nMOVE = '{}1'", "-".repeat(60_000)),
        format!("[floor.on]\nMOVE = 'e{}'", ".actor".repeat(10_000)),
        format!("[floor.on]\nMOVE = '1{}'", "+1".repeat(30_000)),
        format!("[floor.on]\nMOVE = 'e{}'", "[1]".repeat(20_000)),
    ] {
        assert!(!problems(&[("terrains.toml", &text)]).is_empty(), "{}", &text[..40]);
    }
}

#[test]
fn four_texts_are_never_said_but_a_pool_may_have_them() {
    let four = "{ say = ['a', 'b', 'c', 'd'] }";
    assert_eq!(only(on_floor(&format!("MOVE = {four}"))).code, Code::Unreachable);
    assert_eq!(on_floor(&format!("CHATTER = {four}")), []);
    assert_eq!(only(on_floor("CHATTER = 'DONE'")).code, Code::BadValue);
    assert_eq!(only(on_floor("MOVE = { say = ['a', 'b'], to = 'all' }")).code, Code::BadValue);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", file in 0..Noun::ALL.len()) {
        let name = format!("{}.toml", Noun::ALL[file].file());
        let _ = Content::read(&[(&name, &text)]);
    }

    #[test]
    fn any_script_is_read_or_refused(script in "[a-z0-9 .(){}\\[\\];=\"#:,+*/<>&|!-]{0,200}") {
        for problem in on_floor(&format!("MOVE = '''\n{script}\n'''")) {
            prop_assert!(problem.line >= 6 && !problem.file.is_empty());
        }
    }

    #[test]
    fn any_formula_is_read_or_refused(text in "[LM0-9 ()+*/,minax-]{0,40}", level in -5i32..100, magnitude in any::<i32>()) {
        if let Some(formula) = Formula::parse(&text) {
            let _ = formula.at(level, magnitude);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })] // each reads the whole pack

    #[test]
    fn a_pack_with_a_piece_cut_out_is_read_or_refused(file in 0..FILES.len(), from in 0usize..40_000, length in 1usize..400) {
        let (name, text) = FILES[file];
        let chars: Vec<char> = text.chars().collect();
        let from = from % chars.len();
        let cut: String = chars.iter().enumerate().filter(|(at, _)| !(from..from + length).contains(at)).map(|(_, c)| *c).collect();
        let files: Vec<(&str, &str)> = FILES.iter().map(|&(other, text)| (other, if other == name { &*cut } else { text })).collect();
        for problem in problems(&files) {
            prop_assert!(problem.line >= 1 && problem.column >= 1 && problem.span.0 <= problem.span.1);
        }
    }
}
