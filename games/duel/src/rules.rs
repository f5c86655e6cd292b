//! The rules: a ladder of refusals in the order of the game's own move function, then what happens.

use crate::bout::CLOCK_MAX;
use crate::{Action, Board, Border, Bout, Contest, Deck, Direction, Edge, Event, Kind, Last, Lay, Outcome, Refusal, SIZE, Side};
use crate::{Structure, Tile, Variant, Way, Window};
use alloc::{boxed::Box, format, string::String, vec::Vec};
use referee::{Ask, Millis, Random, Roll, Rules, Stream, Turn, refuse_if};
use serde::{Deserialize, Serialize};

/// Mage Duel.
#[derive(Clone, Copy, Debug, Default)]
pub struct Duel;

/// What a game starts from. The default is the standard game with a border of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The rules as data.
    pub rules: Variant,
    /// The border; generated where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub border: Option<Border>,
    /// The clock at the beginning, in seconds; where it is left out, the time at which the game is set up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Millis>,
    /// The seed of the generator.
    pub seed: String,
}

impl Rules for Duel {
    const NAME: &'static str = "duel";
    const VERSION: &'static str = "1";
    const SEATS: &'static [&'static str] = &["blue", "red"];
    const CLOCK: bool = true;
    const SECOND: Millis = 1;
    type Setup = Setup;
    type State = Bout;
    type Action = Action;
    type Event = Event;
    type Rejection = Refusal;

    fn start(&self, setup: &Setup, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        let at = setup.start.unwrap_or(turn.at());
        setup.rules.check()?;
        refuse_if!(at > CLOCK_MAX, Refusal::StartTooLate { start: at });

        turn.emit(Event::Seeded { chance: Stream::from_seed(&setup.seed) });
        turn.emit(Event::Opened { rules: Box::new(setup.rules.clone()), at });
        let border = setup.border.unwrap_or_else(|| generate(setup.rules.edges, turn));
        turn.emit(Event::BorderLaid { border: Box::new(border) });
        draw(turn);
        Ok(())
    }

    fn decide(&self, action: &Action, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        let (bout, at) = (turn.state(), turn.at());
        let Some(side) = Side::of(turn.seat()) else { return Err(Refusal::PlayerNotInGame) };
        refuse_if!(bout.outcome.is_some(), Refusal::GameIsAlreadyFinished);
        refuse_if!(at < bout.clock, Refusal::ClockRanBackwards { at, clock: bout.clock });
        refuse_if!(at > CLOCK_MAX, Refusal::ClockTooFar { at });
        match *action {
            Action::Finish {} => finish_abandoned(turn),
            Action::Skip {} => skip(side, turn),
            Action::Place { rotation, col, row } => place(side, Declared { joker: None, rotation, col, row }, turn),
            Action::Joker { tile, rotation, col, row } => place(side, Declared { joker: Some(tile), rotation, col, row }, turn),
        }
    }

    fn evolve(&self, bout: &mut Bout, event: &Event) {
        match *event {
            Event::Seeded { chance } => bout.chance = chance,
            Event::Opened { ref rules, at } => {
                bout.rules = (**rules).clone();
                bout.deck = Deck::of(&rules.deck);
                bout.jokers = [rules.jokers; 2];
                bout.clock = at;
            }
            Event::BorderLaid { ref border } => bout.board = Board::new(**border),
            Event::Rolled { .. } => bout.chance = bout.chance.next(),
            Event::Drawn { index, .. } => bout.top = bout.deck.take(index).or(bout.top),
            Event::Placed { side, tile, rotation, col, row, joker, city, road, at } => {
                // A log may come from a stranger: where there is no such tile or cell, nothing is laid.
                if let Some(lay) = Lay::new(tile, rotation, col, row) {
                    bout.board.lay(lay, side);
                    bout.last_tile = Some(lay.cell);
                }
                let jokers = &mut bout.jokers[side as usize];
                *jokers = jokers.saturating_sub(u8::from(joker));
                bout.top = bout.top.filter(|_| joker);
                bout.gain(Kind::City, side, city);
                bout.gain(Kind::Road, side, road);
                bout.moved(side, false, at);
            }
            Event::ContestWon { kind, winner, delta, .. } => {
                let loser = bout.scores[winner.other() as usize].of(kind);
                *loser = loser.saturating_sub(delta);
                bout.gain(kind, winner, delta);
            }
            Event::ContestDrawn { .. } => {}
            Event::Skipped { side, at, .. } => bout.moved(side, true, at),
            Event::Returned { .. } => {
                if let Some(tile) = bout.top.take() {
                    bout.deck.put(tile);
                }
            }
            Event::Finished { way, blue, red, winner, at } => {
                bout.outcome = Some(Outcome { way, blue, red, winner });
                bout.clock = at;
            }
        }
    }

    /// What can be counted is counted; in debug builds the whole board is walked.
    fn audit(&self, bout: &Bout) -> Result<(), Refusal> {
        let given = usize::from(bout.rules.jokers);
        let left = bout.jokers.map(usize::from);
        refuse_if!(left.iter().any(|&left| left > given), Refusal::JokersMiscounted);
        let (laid, jokers) = (bout.board.laid(), 2 * given - left[0] - left[1]);
        refuse_if!(jokers > laid || (bout.moves_done as usize) < laid, Refusal::MovesMiscounted);
        let tiles = bout.deck.len() + usize::from(bout.top.is_some()) + laid - jokers;
        refuse_if!(tiles != bout.rules.tiles(), Refusal::TilesMiscounted);
        refuse_if!(bout.last_tile.is_some_and(|cell| bout.board.piece(cell).is_none()), Refusal::LastTileMissing);
        refuse_if!(bout.board.structures().scores(bout.outcome.is_some()) != bout.scores, Refusal::ScoresWrong);
        #[cfg(debug_assertions)]
        refuse_if!(!bout.board.structures().all().eq(crate::flood(&bout.board)), Refusal::StructuresWrong);
        Ok(())
    }

    fn seed(setup: &mut Setup, seed: &str) -> bool {
        setup.seed = seed.into();
        true
    }

    fn reseed(&self, seed: &str) -> Option<Event> {
        Some(Event::Seeded { chance: Stream::from_seed(seed) })
    }

    fn cursor(&self, bout: &Bout) -> Option<String> {
        Some(format!("{:?}", bout.chance))
    }
}

impl Bout {
    fn gain(&mut self, kind: Kind, side: Side, points: u16) {
        let score = self.scores[side as usize].of(kind);
        *score = score.saturating_add(points);
    }

    fn moved(&mut self, side: Side, skip: bool, at: Millis) {
        self.last = Some(Last { side, skip });
        self.moves_done = self.moves_done.saturating_add(1);
        self.clock = at;
    }
}

/// Dice: a pure look at the generator, and the event of having drawn a number.
impl Random for Duel {
    fn draw(&self, bout: &Bout, ask: Ask) -> u32 {
        bout.chance.peek(ask)
    }
    fn rolled(&self, roll: Roll<'_>) -> Event {
        Event::Rolled { n: roll.ask.high.saturating_add(1), value: roll.value }
    }
}

/// A placement as it was declared, with the tile where a joker chooses it.
struct Declared {
    joker: Option<u8>,
    rotation: u8,
    col: u8,
    row: u8,
}

fn place(side: Side, declared: Declared, turn: &mut Turn<'_, Duel>) -> Result<(), Refusal> {
    let (bout, at) = (turn.state(), turn.at());
    let Declared { joker, rotation, col, row } = declared;
    let is_joker = joker.is_some();
    let window = bout.window(side, at);
    refuse_if!(window == Window::Shut, Refusal::NotYourTurn);
    refuse_if!(is_joker && bout.jokers[side as usize] == 0, Refusal::NotEnoughJokers);
    let Some(tile) = joker.or(bout.top.map(Tile::id)) else { return Err(Refusal::NoTilesInDeck) };
    let fitting = Lay::new(tile, rotation, col, row).filter(|&lay| bout.board.allows(lay));
    let Some(lay) = fitting else { return Err(Refusal::InvalidMove { tile, rotation, col, row, is_joker }) };

    let worth = bout.board.worth(lay);
    skip_if_late(window, side, turn);
    let (city, road) = worth.into();
    turn.emit(Event::Placed { side, tile, rotation, col, row, joker: is_joker, city, road, at });
    contest_closed(lay, turn);
    if !is_joker {
        draw(turn);
    }
    let bout = turn.state();
    if bout.top.is_none() && bout.jokers == [0, 0] {
        finish(Way::Exhausted, turn);
    } else if bout.rules.full_board_ends && bout.board.is_full() {
        finish(Way::FullBoard, turn);
    }
    Ok(())
}

fn skip(side: Side, turn: &mut Turn<'_, Duel>) -> Result<(), Refusal> {
    let window = turn.state().window(side, turn.at());
    refuse_if!(window == Window::Shut, Refusal::NotYourTurn);

    skip_if_late(window, side, turn);
    let is_second = turn.state().last.is_some_and(|last| last.skip);
    turn.emit(Event::Skipped { side, timed_out: false, at: turn.at() });
    if let Some(tile) = turn.state().top {
        turn.emit(Event::Returned { tile: tile.id() });
    }
    draw(turn);
    if is_second {
        finish(Way::TwoSkips, turn);
    }
    Ok(())
}

fn finish_abandoned(turn: &mut Turn<'_, Duel>) -> Result<(), Refusal> {
    refuse_if!(!turn.state().is_abandoned(turn.at()), Refusal::CantFinishGame);
    finish(Way::Abandoned, turn);
    Ok(())
}

/// The other side's time is over: its move is a skip, without another tile being drawn.
fn skip_if_late(window: Window, side: Side, turn: &mut Turn<'_, Duel>) {
    if window == Window::AfterSkip {
        turn.emit(Event::Skipped { side: side.other(), timed_out: true, at: turn.at() });
    }
}

/// Draws the top tile, if any is left.
fn draw(turn: &mut Turn<'_, Duel>) {
    let n = turn.state().deck.len() as u32;
    if n > 0 {
        let index = turn.roll(Ask::below(n), format_args!("the next of {n} tiles"));
        let tile = turn.state().deck.tiles().get(index as usize).map_or(0, |tile| tile.id());
        turn.emit(Event::Drawn { n, index, tile });
    }
}

/// Contests what a tile has just closed: the city, then the roads by the tile's sides, bottom, top, left, right; each once.
fn contest_closed(lay: Lay, turn: &mut Turn<'_, Duel>) {
    const ORDER: [Direction; 4] = [Direction::Bottom, Direction::Top, Direction::Left, Direction::Right];
    let mut closed: [Option<Structure>; 5] = [None; 5];
    let structures = turn.state().board.structures();
    let city = ORDER.into_iter().find(|&side| lay.edge(side) == Some(Edge::City)).map(|side| (Kind::City, side));
    let roads = ORDER.into_iter().filter(|&side| lay.edge(side) == Some(Edge::Road)).map(|side| (Kind::Road, side));
    for (index, (kind, side)) in city.into_iter().chain(roads).enumerate() {
        let structure = structures.of(kind, lay.cell.node(side));
        if structure.open == 0 && !closed.contains(&Some(structure)) {
            closed[index] = Some(structure);
        }
    }
    closed.into_iter().flatten().for_each(|structure| contest(structure, turn));
}

fn contest(structure: Structure, turn: &mut Turn<'_, Duel>) {
    let Structure { kind, node, points: [blue, red], .. } = structure;
    turn.emit(match Contest::between(blue, red) {
        Contest { winner: Some(winner), delta } => Event::ContestWon { kind, node, blue, red, winner, delta },
        Contest { winner: None, .. } => Event::ContestDrawn { kind, node, blue, red },
    });
}

/// Contests all that is still open, and ends the game.
fn finish(way: Way, turn: &mut Turn<'_, Duel>) {
    let open: Vec<Structure> = turn.state().board.structures().all().filter(|structure| structure.open > 0).collect();
    open.into_iter().for_each(|structure| contest(structure, turn));
    let [blue, red] = turn.state().totals();
    let winner = match blue.cmp(&red) {
        core::cmp::Ordering::Greater => Some(Side::Blue),
        core::cmp::Ordering::Less => Some(Side::Red),
        core::cmp::Ordering::Equal => None,
    };
    turn.emit(Event::Finished { way, blue, red, winner, at: turn.at() });
}

/// A border: on each side so many cities and roads, each at any place that is still free.
fn generate((cities, roads): (u8, u8), turn: &mut Turn<'_, Duel>) -> Border {
    let mut border = Border::default();
    for (from, name) in [(0, "bottom"), (8, "right"), (16, "top"), (24, "left")] {
        let mut free: Vec<usize> = (from..from + usize::from(SIZE)).collect();
        let pieces = (0..cities).map(|_| Kind::City).chain((0..roads).map(|_| Kind::Road));
        for kind in pieces {
            let pick = turn.roll(Ask::below(free.len() as u32), format_args!("where the {name} border has a {kind:?}"));
            border.set(free.remove(pick as usize), kind);
        }
    }
    border
}
