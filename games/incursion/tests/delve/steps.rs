//! Steps: warnings, traps, friends, levels kept, rest.

use super::{act, game, hero_at, rules, rules_with, setup};
use referee::{Game, Rules, apply};
use referee_dispatch::Place;
use referee_incursion::content::{Noun, TerrainFlag};
use referee_incursion::{
    Action, Creature, Event, Feature, Gauge, Id, Incursion, Kind, Mood, Nature, Res, Square, Thing, WAYS, Whereabouts, World,
};

/// A world and its rules, to be changed by hand before something is done in it.
struct Bench {
    rules: Incursion,
    world: World,
    events: Vec<Event>,
}

impl Bench {
    /// The hero in a room of bare floor, alone.
    fn new(rules: Incursion) -> Bench {
        let game = Game::start(rules.clone(), setup("bench", "caves")).unwrap_or_else(|why| panic!("{why}"));
        let mut bench = Bench { rules, world: game.state().clone(), events: Vec::new() };
        let others: Vec<Id> = bench.world.here().map(|thing| thing.id).filter(|&id| id != bench.world.hero).collect();
        others.into_iter().for_each(|id| bench.happens(Event::Removed { id }));
        let (at, floor) = (hero_at(&bench.world), bench.res(Noun::Terrain, "floor"));
        let around: Vec<Place> = (-4..5).flat_map(|y| (-4..5).map(move |x| Place::new(at.x + x, at.y + y))).collect();
        for place in around {
            let inside = bench.world.level().is_some_and(|level| {
                place.x > 0 && place.y > 0 && place.x < level.terrain.width() - 1 && place.y < level.terrain.height() - 1
            });
            if inside {
                bench.happens(Event::GroundChanged { place, to: floor, by: None, until: None, effect: None });
            }
        }
        bench.happens(Event::Looked { mirages: Vec::new() });
        bench
    }

    fn res(&self, noun: Noun, name: &str) -> Res {
        self.rules.pack().find(noun, name).unwrap_or_else(|| panic!("no {name}"))
    }

    fn happens(&mut self, event: Event) {
        self.rules.evolve(&mut self.world, &event);
    }

    fn put(&mut self, kind: Kind, res: Res, place: Place, more: Nature) -> Id {
        let id = self.world.things.next_id();
        let at = Whereabouts::On { depth: self.world.depth, place };
        let thing = Thing { id, kind, res, at, hp: 50, max_hp: 50, more, ..Thing::default() };
        self.happens(Event::Made { thing: Box::new(thing) });
        id
    }

    fn monster(&mut self, name: &str, place: Place, mood: Mood) -> Id {
        let res = self.res(Noun::Monster, name);
        let creature = Creature { mood, party: 7, ready: self.world.time + 1_000, ..Creature::default() };
        self.put(Kind::Monster, res, place, Nature::Creature(Box::new(creature)))
    }

    fn act(&mut self, action: Action) {
        let applied = apply(&self.rules, &self.world, super::HERO, 0, &action);
        applied.result.unwrap_or_else(|why| panic!("{action:?}: {why}"));
        (self.world, self.events) = (applied.next, applied.events);
    }

    fn hero_at(&self) -> Place {
        hero_at(&self.world)
    }

    fn heard(&self, text: &str) -> bool {
        self.events.iter().any(|event| matches!(event, Event::Said { text: said, .. } if said.contains(text)))
    }
}

#[test]
fn ground_that_harms_is_warned_of_once_and_then_entered() {
    let mut bench = Bench::new(rules());
    let (from, lava) = (bench.hero_at(), bench.res(Noun::Terrain, "lava"));
    bench.happens(Event::GroundChanged { place: from.step(2), to: lava, by: None, until: None, effect: None });
    bench.act(Action::Move { way: 2 });
    assert!(bench.heard("lava") && bench.hero_at() == from);
    bench.act(Action::Move { way: 2 });
    assert_eq!(bench.hero_at(), from.step(2));
}

#[test]
fn friends_change_places_and_others_are_in_the_way() {
    let mut bench = Bench::new(rules());
    let from = bench.hero_at();
    let friend = bench.monster("lout", from.step(0), Mood::Friendly);
    bench.act(Action::Move { way: 0 });
    assert_eq!((bench.hero_at(), bench.world.spot(friend)), (from.step(0), Some(from)));
    bench.happens(Event::Set { id: friend, gauge: Gauge::Mood, to: 1 });
    bench.act(Action::Move { way: 4 });
    assert!(bench.heard("in the way") && bench.hero_at() == from.step(0));
}

#[test]
fn a_foe_in_the_way_is_struck() {
    let mut bench = Bench::new(rules());
    let from = bench.hero_at();
    bench.monster("oaf", from.step(1), Mood::Hostile);
    bench.act(Action::Move { way: 1 });
    assert_eq!(bench.hero_at(), from);
    assert!(bench.events.iter().any(|event| matches!(event, Event::Rolled { why, .. } if why.contains("attack"))));
}

#[test]
fn a_trap_springs_once_under_a_foot() {
    let effects =
        "[zap]\nabout = 'Zap.'\nlevel = 1\nflags = ['mundane']\n[zap.on]\n\"EFFECT\" = 'tell(e.target, \"Zap!\"); DONE'\n";
    let traps = "[zapper]\nabout = 'Z.'\nglyph = '^'\ntint = 'red'\nlevel = 1\nsearch = 1\ndisarm = 1\neffect = 'zap'\n";
    let segments = effects.replace("flags = ['mundane']", "flags = ['mundane']\nsegments = [{ does = 'generic' }]");
    let mut bench = Bench::new(rules_with(&[("effects-zap.toml", &segments), ("traps-zap.toml", traps)]));
    let (from, res) = (bench.hero_at(), bench.res(Noun::Trap, "zapper"));
    let effect = Some(bench.res(Noun::Effect, "zap"));
    let trap = bench.put(Kind::Trap, res, from.step(3), Nature::Feature(Box::new(Feature { effect, ..Feature::default() })));
    bench.act(Action::Move { way: 3 });
    assert!(bench.heard("Zap!"), "{:?}", bench.events);
    assert!(bench.world.thing(trap).is_none(), "it was not made to last");
}

#[test]
fn whoever_leaves_the_reach_of_a_foe_gives_it_an_opportunity() {
    let mut bench = Bench::new(rules());
    let from = bench.hero_at();
    let foe = bench.monster("oaf", from.step(0), Mood::Hostile);
    bench.happens(Event::Aimed { id: foe, target: Some(bench.world.hero), trail: None });
    bench.act(Action::Move { way: 4 });
    let attacks = |events: &[Event]| {
        events.iter().filter(|event| matches!(event, Event::Rolled { why, .. } if why.contains("attack"))).count()
    };
    assert_eq!(attacks(&bench.events), 1, "{:?}", bench.events);
    assert_eq!(bench.hero_at(), from.step(4));
}

#[test]
fn a_jump_passes_over_what_lies_between() {
    let mut bench = Bench::new(rules());
    let from = bench.hero_at();
    let to = from.step(2).step(2);
    bench.act(Action::Jump { at: to });
    assert!([to, from.step(2)].contains(&bench.hero_at()));
}

#[test]
fn a_rest_gives_back_life_and_takes_time() {
    let mut bench = Bench::new(rules());
    let hero = bench.world.hero;
    bench.happens(Event::Hurt { id: hero, amount: 15, hp: 7 });
    let before = bench.world.time;
    bench.act(Action::Rest {});
    assert!(bench.world.thing(hero).is_some_and(|thing| thing.hp > 7));
    assert!(bench.world.time > before + 60);
}

#[test]
fn nobody_rests_with_foes_in_sight() {
    let mut bench = Bench::new(rules());
    let from = bench.hero_at();
    bench.monster("oaf", from.step(0), Mood::Hostile);
    bench.act(Action::Rest {});
    assert!(bench.heard("foes in sight"));
}

#[test]
fn a_hunter_comes_nearer_and_a_frightened_one_runs() {
    for (nature, nearer) in [(None, true), (Some("afraid"), false)] {
        let mut bench = Bench::new(rules());
        let from = bench.hero_at();
        let start = WAYS.iter().map(|way| Place::new(from.x + 3 * way.x, from.y + 3 * way.y));
        let start = start.into_iter().find(|&at| !super::terrain_is(&bench.world, at, TerrainFlag::Solid)).expect("room");
        let foe = bench.monster("beast", start, Mood::Hostile);
        bench.happens(Event::Set { id: foe, gauge: Gauge::Ready, to: 0 });
        bench.happens(Event::Aimed { id: foe, target: Some(bench.world.hero), trail: None });
        if let Some(nature) = nature {
            let status = referee_incursion::Status { nature: bench.res(Noun::Status, nature), ..Default::default() };
            bench.happens(Event::Gained { id: foe, status: Box::new(status) });
        }
        bench.act(Action::Wait {});
        let now = bench.world.spot(foe).expect("it is there").distance(from);
        assert!(if nearer { now < 3 } else { now > 3 }, "{nature:?}: {now}");
    }
}

#[test]
fn a_paralysed_hero_waits_until_it_can_act() {
    let mut bench = Bench::new(rules());
    let hero = bench.world.hero;
    let lasts = referee_incursion::Lasts::Until(bench.world.time + 300);
    let status = referee_incursion::Status { nature: bench.res(Noun::Status, "paralysed"), lasts, ..Default::default() };
    bench.happens(Event::Gained { id: hero, status: Box::new(status) });
    let (before, from) = (bench.world.time, bench.hero_at());
    bench.act(Action::Move { way: 0 });
    assert!(bench.heard("cannot do anything") && bench.hero_at() == from);
    assert!(bench.world.time >= before + 300, "the world went on until then");
}

#[test]
fn stairs_underfoot_or_none() {
    let mut game = game("stairs", "caves");
    act(&mut game, Action::Descend {});
    let said = game.state().said.back().map(|said| said.text.clone()).unwrap_or_default();
    assert_eq!(said, "No way leads down here.");
    act(&mut game, Action::Ascend {});
    let said = game.state().said.back().map(|said| said.text.clone()).unwrap_or_default();
    assert_eq!(said, "That way lies the world above. You are not done here.");
}
