//! A dungeon played by the explorer, from what its hero knows.

use referee::{Game, Legal, Seat, Stream, View};
use referee_host::Thought;
use referee_incursion::{Action, Incursion, Setup, explore};

pub(crate) const HERO: Seat = Seat(0);

const RACES: [&str; 4] = ["human", "elf", "dwarf", "orc"];
const CLASSES: [&str; 4] = ["warrior", "mage", "priest", "rogue"];

/// The setup of a dungeon: every race and class in turn.
pub(crate) fn setup(number: u64) -> Setup {
    let nth = number as usize;
    let [race, class] = [RACES[nth % 4], CLASSES[nth / 4 % 4]].map(str::to_owned);
    Setup { seed: format!("dungeon {number}"), race, class, ..Setup::default() }
}

/// A dungeon, and the luck of its explorer.
pub(crate) fn dungeon(number: u64) -> (Game<Incursion>, Stream) {
    let game = Game::start(Incursion::default(), setup(number)).unwrap_or_else(|why| panic!("dungeon {number}: {why}"));
    (game, Stream::new(number))
}

/// What the explorer does next; nothing if it is over.
pub(crate) fn next(game: &Game<Incursion>, luck: &mut Stream) -> Option<Action> {
    let (rules, state) = (game.rules(), game.state());
    let legal: Vec<Action> = rules.legal(state, HERO, 0).collect();
    if legal.is_empty() {
        return None;
    }
    let view = rules.view(state, Some(HERO));
    let thought = Thought { rules, view: &view, seat: HERO, at: 0, legal: &legal };
    let chosen = explore(&thought, luck);
    legal.get(chosen).or(legal.last()).cloned()
}
