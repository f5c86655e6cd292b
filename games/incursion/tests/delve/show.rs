use super::*;
#[test]
fn show() {
    for (seed, dungeon) in [("a", "caves"), ("b", "caves"), ("c", "plain"), ("d", "hole")] {
        let g = game(seed, dungeon);
        let w = g.state(); let r = g.rules();
        let l = w.level().unwrap();
        println!("{seed} {dungeon} events {}", g.log().records(0).next().unwrap().events.len());
        for y in 0..l.terrain.height() { let mut s = String::new(); for x in 0..l.terrain.width() {
            let at = Place::new(x, y);
            let c = w.on(at).max_by_key(|t| t.kind.is_creature()).map(|t| match t.kind { Kind::Player => '@', Kind::Monster => r.pack().monster(t.res).unwrap().glyph.0, Kind::Trap => '^', _ => r.pack().feature(t.res).map(|f| f.glyph.0).or(r.pack().item(t.res).map(|f| f.glyph.0)).unwrap_or('?') });
            s.push(c.unwrap_or(r.pack().terrain(l.terrain.get(at).unwrap()).unwrap().glyph.0));
        } println!("{s}"); }
    }
    let mut refused = 0; let mut why = std::collections::BTreeMap::new(); let mut moved = 0; let mut events = 0; let mut hunting = 0;
    let t = std::time::Instant::now();
    for seed in 0..20 { let mut g = game(&seed.to_string(), "caves"); let mut s = referee::Stream::new(seed);
        for _ in 0..500 { let b = hero_at(g.state()); match g.act(HERO, 0, Action::Move { way: s.draw(referee::Ask::below(8)) as u8 }) { Ok(r) => { events += r.events.len(); }, Err(e) => { refused += 1; *why.entry(e.to_string()).or_insert(0) += 1; } } if hero_at(g.state()) != b { moved += 1; } }
        hunting += g.state().creatures().filter(|c| c.creature().unwrap().target.is_some()).count();
    }
    println!("refused {refused} moved {moved} events {events} hunting {hunting} {why:?} {:?}", t.elapsed());
}
