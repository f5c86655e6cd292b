use referee::*;
use referee_nim::*;
use std::hint::black_box;
use std::time::Instant;
struct Hand {
    heaps: Vec<u32>,
    to_move: Seat,
    winner: Option<Seat>,
}
impl Hand {
    #[inline(never)]
    fn act(&mut self, seat: Seat, t: &Take) -> Result<(), Refusal> {
        let (a, b) = self.decide(seat, t)?;
        self.fold(&a);
        self.fold(&b);
        Ok(())
    }
    fn decide(&self, seat: Seat, t: &Take) -> Result<(Event, Event), Refusal> {
        if self.winner.is_some() {
            return Err(Refusal::GameOver);
        }
        if self.to_move != seat {
            return Err(Refusal::NotYourTurn);
        }
        let Some(&there) = self.heaps.get(t.heap as usize) else { return Err(Refusal::NoSuchHeap { heap: t.heap }) };
        if t.stones == 0 || t.stones > there {
            return Err(Refusal::NotThatMany { asked: t.stones, there });
        }
        let last = there == t.stones && self.heaps.iter().enumerate().all(|(i, &s)| s == 0 || i == t.heap as usize);
        Ok((
            Event::Taken { heap: t.heap, stones: t.stones, left: there - t.stones },
            if last { Event::Won { by: seat } } else { Event::TurnPassed { to: seat.next(2) } },
        ))
    }
    fn fold(&mut self, e: &Event) {
        match *e {
            Event::Taken { heap, left, .. } => self.heaps[heap as usize] = left,
            Event::TurnPassed { to } => self.to_move = to,
            Event::Won { by } => self.winner = Some(by),
            _ => {}
        }
    }
}
#[inline(never)]
fn k(g: &mut Game<Nim>, s: Seat, t: Take) -> bool {
    g.act(s, 0, t).is_ok()
}
fn main() {
    // long game: 16 heaps of 100
    for _ in 0..1 {
        let n = 100_000;
        let mut best_h = u128::MAX;
        let mut best_k = u128::MAX;
        let mut best_v = u128::MAX;
        for _ in 0..3 * std::env::args().nth(1).map_or(5, |a| a.parse().unwrap()) {
            let mut h = Hand { heaps: vec![1_000_000; 16], to_move: Seat(0), winner: None };
            let t0 = Instant::now();
            for i in 0..n {
                black_box(h.act(Seat((i % 2) as u8), &black_box(Take { heap: (i % 16) as u8, stones: 1 }))).ok();
            }
            best_h = best_h.min(t0.elapsed().as_nanos());
            let mut g = Game::start(Nim, Setup { heaps: vec![1_000_000; 16], seed: String::new() }).ok().unwrap();
            let t0 = Instant::now();
            for i in 0..n {
                black_box(k(&mut g, Seat((i % 2) as u8), black_box(Take { heap: (i % 16) as u8, stones: 1 })));
            }
            best_k = best_k.min(t0.elapsed().as_nanos());
            let t0 = Instant::now();
            g.verify().unwrap();
            best_v = best_v.min(t0.elapsed().as_nanos());
        }
        println!(
            "hand {} ps/act, kernel {} ps, verify {} ps, ratio {:.2}",
            best_h * 1000 / n,
            best_k * 1000 / n,
            best_v * 1000 / n,
            best_k as f64 / best_h as f64
        );
    }
}
