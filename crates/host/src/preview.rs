//! What an action would do, from the same rules, without doing it.

use crate::seated::Seated;
use crate::write::text;
use crate::{Playable, Verdict};
use referee::{Applied, Ask, Chance, Fair, Fault, Millis, Refused, Scene, Seat, Token, apply_with};

/// A preview looks at this many imagined worlds with dice of their own, and at two more in which all dice fall low, or high.
pub const WORLDS: u64 = 4;

/// What an action would do, as its seat would see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// The verdict in the first world imagined; no lines, for nothing goes on record.
    pub verdict: Verdict,
    /// So many of the events come out the same in all worlds imagined; what follows them is an example.
    pub alike: usize,
    /// What would happen: each event as a sentence.
    pub tale: Vec<String>,
    /// How it would look to the seat afterwards, in the first world.
    pub scene: Scene,
    /// The tokens that look otherwise in some other world, by id.
    pub open: Vec<u32>,
}

impl Preview {
    /// Whether all of it comes out the same in all worlds imagined.
    pub fn is_sure(&self) -> bool {
        self.alike >= self.tale.len()
    }

    /// As `{"success","events","errors"?,"error_events"?,"alike"}`.
    pub fn json(&self) -> String {
        let mut text = self.verdict.json();
        text.pop();
        format!("{text},\"alike\":{}}}", self.alike)
    }
}

impl<R: Playable> Seated<R> {
    /// What an action does in worlds imagined from what its seat may know.
    pub(crate) fn imagined(&self, seat: Seat, at: Millis, action: &R::Action) -> Preview {
        let rules = self.game.rules();
        let eye = Some(seat);
        let view = rules.view(self.game.state(), eye);
        let seen = |applied: &Applied<R>| -> Vec<R::Event> {
            applied.events.iter().filter_map(|event| rules.seen(event, eye)).collect()
        };
        let world = |luck: u64, chance: &mut dyn Chance| apply_with(rules, &rules.imagine(&view, luck), seat, at, action, chance);
        let mut worlds: Vec<Applied<R>> = (0..WORLDS).map(|luck| world(luck, &mut Fair)).collect();
        // No die is the same in all of them: what is alike is what no die decides.
        worlds.extend([world(0, &mut Edge::Lowest), world(0, &mut Edge::Highest)]);
        let (first, others) = (&worlds[0], &worlds[1..]);
        let events = seen(first);
        let same = |other: &Applied<R>| seen(other).iter().zip(&events).take_while(|(one, two)| one == two).count();
        let after = |applied: &Applied<R>| rules.scene(&rules.view(&applied.next, eye));
        let scene = after(first);
        let why = first.result.as_ref().err();
        let errors = why.map_or_else(Vec::new, Refused::errors);
        let error_events = why.and_then(|why| self.told_refusal(seat, why)).into_iter().collect();
        let success = errors.is_empty();
        Preview {
            verdict: Verdict { success, events: text(&events), errors, error_events, readable: true, ..Verdict::default() },
            alike: others.iter().map(same).min().unwrap_or(events.len()),
            tale: rules.tale(&|| Some(rules.view(self.game.state(), eye)), &events),
            open: open(&scene, &others.iter().map(after).collect::<Vec<_>>()),
            scene,
        }
    }
}

/// Dice that fall as low, or as high, as they can.
#[derive(Clone, Copy)]
enum Edge {
    Lowest,
    Highest,
}

impl Chance for Edge {
    fn settle(&mut self, ask: Ask, _native: u32, _why: std::fmt::Arguments<'_>) -> Result<u32, Fault> {
        Ok(match self {
            Edge::Lowest => ask.low,
            Edge::Highest => ask.high,
        })
    }
    fn lend(&self) -> Box<dyn Chance + Send + Sync> {
        Box::new(*self)
    }
}

/// The tokens that look otherwise in some other scene, or are not in it.
fn open(scene: &Scene, others: &[Scene]) -> Vec<u32> {
    let tokens = |scene: &Scene| scene.board.as_ref().map_or_else(Vec::new, |board| board.tokens.clone());
    let others: Vec<_> = others.iter().map(tokens).collect();
    let own = tokens(scene);
    let differs = |token: &Token| others.iter().any(|other| !other.contains(token));
    let mut open: Vec<u32> = own.iter().filter(|token| differs(token)).map(|token| token.id).collect();
    let missing = others.iter().flatten().filter(|token| own.iter().all(|own| own.id != token.id)).map(|token| token.id);
    open.extend(missing);
    open.sort_unstable();
    open.dedup();
    open
}
