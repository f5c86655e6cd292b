use super::*;
use std::collections::BTreeMap;

#[test]
fn real() {
    let rules = Incursion::default();
    let mut why: BTreeMap<String, usize> = BTreeMap::new();
    let (mut ends, mut events, mut acts, mut deepest) = (0, 0usize, 0usize, 0);
    let mut most = 0;
    let mut slow = std::time::Duration::ZERO;
    let t = std::time::Instant::now();
    let mut samples = Vec::new();
    for seed in 0..std::env::var("N").ok().and_then(|n| n.parse().ok()).unwrap_or(10u64) {
        let class = ["warrior", "mage", "priest", "rogue"][seed as usize % 4];
        let class = if rules.pack().find(referee_incursion::content::Noun::Class, class).is_some() { class } else { "warrior" };
        let setup = Setup { seed: seed.to_string(), class: class.to_owned(), ..Setup::default() };
        let mut g = match Game::start(rules.clone(), setup) {
            Ok(g) => g,
            Err(e) => {
                *why.entry(format!("start {e}")).or_default() += 1;
                continue;
            }
        };
        let first = g.log().records(0).next().unwrap().events.len();
        if seed < 3 {
            println!("first {first} monsters {}", g.state().creatures().count());
        }
        let mut s = referee::Stream::new(seed);
        for n in 0..600 {
            let down = g.state().level().unwrap().down;
            let at = hero_at(g.state());
            let die = s.draw(referee::Ask::below(20));
            let action = if at == down {
                Action::Descend {}
            } else if die == 0 {
                Action::Rest {}
            } else if die == 1 {
                Action::Search {}
            } else if die < 4 {
                Action::Move { way: s.draw(referee::Ask::below(8)) as u8 }
            } else if die == 5 {
                Action::PickUp { item: g.state().on(at).find(|t| t.kind.is_item()).map_or(Id(0), |t| t.id) }
            } else {
                match step_real(&rules, g.state(), down) {
                    Some(way) => Action::Move { way },
                    None => Action::Move { way: s.draw(referee::Ask::below(8)) as u8 },
                }
            };
            let t1 = std::time::Instant::now();
            match g.act(HERO, 0, action.clone()) {
                Ok(r) => {
                    events += r.events.len();
                    most = most.max(r.events.len());
                    acts += 1;
                }
                Err(e) => {
                    let k = format!("{:.90}", e.to_string());
                    if k.contains("BROKEN") || k.contains("SCRIPT") || k.contains("UNHANDLED") || k.contains("TOO") {
                        if samples.len() < 10 {
                            samples.push(format!("{seed} {n} {action:?} {e}"));
                        }
                    }
                    *why.entry(k).or_default() += 1;
                }
            }
            slow = slow.max(t1.elapsed());
            if let Err(e) = referee::Rules::audit(&rules, g.state()) {
                println!("AUDIT {seed} {n} {action:?} {e}");
                for e in g.log().last().unwrap().events {
                    println!("   {e:?}");
                }
                break;
            }
            if let Some(end) = &g.state().end {
                ends += 1;
                if seed < 20 {
                    println!("{seed} {class} depth {} turn {} {end:?}", g.state().depth, n);
                }
                break;
            }
        }
        deepest = deepest.max(g.state().depth);
        let mut w = World::default();
        g.log().events().for_each(|e| referee::Rules::evolve(&rules, &mut w, e));
        assert!(w == *g.state());
        if seed == 1 {
            for s in &g.state().said {
                println!("  {}", s.text);
            }
        }
    }
    println!("acts {acts} events {events} most {most} slow {slow:?} ends {ends} deepest {deepest} {:?}", t.elapsed());
    for (k, n) in why {
        println!("{n:6} {k}");
    }
    for s in samples {
        println!("{s}");
    }
}

fn step_real(rules: &Incursion, world: &World, to: Place) -> Option<u8> {
    let from = hero_at(world);
    let ok = |at: Place| {
        let t = world.level().and_then(|l| l.terrain.get(at)).and_then(|t| rules.pack().terrain(t));
        t.is_some_and(|t| !t.is(TerrainFlag::Solid) && !t.is(TerrainFlag::Warn))
            && !world.on(at).any(|t| {
                t.kind == Kind::Feature
                    && rules
                        .pack()
                        .feature(t.res)
                        .is_some_and(|f| f.flags.contains(&referee_incursion::content::FeatureFlag::Solid))
            })
    };
    let (mut seen, mut queue) = (BTreeSet::from([to]), std::collections::VecDeque::from([to]));
    while let Some(at) = queue.pop_front() {
        for way in 0..8u8 {
            let next = at.step(way);
            if next == from {
                return Some((way + 4) % 8);
            }
            if ok(next) && seen.insert(next) {
                queue.push_back(next);
            }
        }
    }
    None
}
use referee_incursion::Id;
