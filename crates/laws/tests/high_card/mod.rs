//! High Card: two seats, each with a secret card from a hidden deck; draw another or stand; when both stand, the higher card wins. Refusals go
//! on record. `BUG` plants one bug, so that the laws can be seen to find it.
#![allow(dead_code, missing_docs, unreachable_pub)] // each test file uses its part of it

use proptest::prelude::*;
use referee::{Aim, Ask, Legal, Millis, Random, Refused, Roll, Rules, Scene, Seat, Show, State, Stream, Turn, View};
use referee::{refusals, refuse_if};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

/// The bugs that can be planted.
pub mod bug {
    pub const NONE: u8 = 0;
    pub const REFUSAL_PASSES_THE_TURN: u8 = 1;
    pub const STANDING_IS_SILENT: u8 = 2;
    pub const DECIDE_WRITES_BY_A_SIDE_DOOR: u8 = 3;
    pub const EVOLVE_REMEMBERS: u8 = 4;
    pub const EVOLVE_IS_NOT_TOTAL: u8 = 5;
    pub const LOOKING_LEAVES_A_MARK: u8 = 6;
    pub const DECIDE_REMEMBERS: u8 = 7;
    pub const REFUSAL_BREAKS_AN_INVARIANT: u8 = 8;
    pub const AUDIT_REMEMBERS: u8 = 9;
    pub const CLONES_SHARE: u8 = 10;
    pub const TEXT_LOSES_A_FIELD: u8 = 11;
    pub const NUMBER_BEYOND_2_53: u8 = 12;
    pub const LEGAL_OMITS: u8 = 13;
    pub const LEGAL_OVERLISTS: u8 = 14;
    pub const LEGAL_REPEATS: u8 = 15;
    pub const OVER_TOO_EARLY: u8 = 16;
    pub const VIEW_SHOWS_THE_GENERATOR: u8 = 17;
    pub const SEEN_SHOWS_A_CARD: u8 = 18;
    pub const LEGAL_TELLS_A_CARD: u8 = 19;
    pub const IMAGINE_FORGETS_MY_CARD: u8 = 20;
}

#[derive(Clone, Copy, Debug, Default)]
pub struct HighCard<const BUG: u8>;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    pub cards: u8,
    pub seed: String,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { cards: 6, seed: String::new() }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table<const BUG: u8> {
    pub cards: u8,
    pub hands: Vec<u8>,
    pub deck: Vec<u8>,
    pub out: Vec<u8>,
    pub to_move: Seat,
    pub stood: [bool; 2],
    pub winner: Option<Seat>,
    pub chance: Stream,
    pub applied: Count<BUG>,
}
impl<const BUG: u8> State for Table<BUG> {}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    Draw,
    Stand,
}

/// A card is left out where it is hidden from whoever looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    Seeded { chance: Stream },
    Rolled { value: u32 },
    Shuffled { deck: Vec<u8> },
    Drawn { seat: Seat, card: Option<u8> },
    Stood { seat: Seat },
    Passed { to: Seat },
    Won { by: Seat },
    Refused { code: String },
}

refusals! {
    pub enum Refusal {
        BadDeck => "BAD_DECK": "a deck has 3 to 6 cards",
        GameOver => "GAME_OVER": "both have stood",
        NotYourTurn => "NOT_YOUR_TURN": "it is the other seat's turn",
        DeckEmpty => "DECK_EMPTY": "no card is left",
        CardsLost => "CARDS_LOST": "every card is somewhere, once",
    }
}

/// What rules remember that should not: how often they were asked. One number a bug, as tests run side by side.
static MEMORY: [AtomicU32; 32] = [const { AtomicU32::new(0) }; 32];

/// How often these rules were asked before.
fn asked<const BUG: u8>() -> u32 {
    MEMORY[usize::from(BUG)].fetch_add(1, SeqCst)
}

/// Four times not, then four times: too slow for asking twice in a row, which debug builds do on their own.
fn mood<const BUG: u8>() -> bool {
    asked::<BUG>() / 4 % 2 == 1
}

impl<const BUG: u8> Rules for HighCard<BUG> {
    const NAME: &'static str = "high-card";
    const VERSION: &'static str = "1";
    const SEATS: &'static [&'static str] = &["north", "south"];
    type Setup = Setup;
    type State = Table<BUG>;
    type Action = Action;
    type Event = Event;
    type Rejection = Refusal;

    fn start(&self, setup: &Setup, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        refuse_if!(!(3..=6).contains(&setup.cards), Refusal::BadDeck);
        turn.emit(Event::Seeded { chance: Stream::from_seed(&setup.seed) });
        let mut deck: Vec<u8> = (1..=setup.cards).collect();
        for left in (1..deck.len()).rev() {
            deck.swap(left, turn.roll(Ask::below(left as u32 + 1), format_args!("shuffling")) as usize);
        }
        turn.emit(Event::Shuffled { deck });
        Ok(())
    }

    fn decide(&self, action: &Action, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        let (table, seat) = (turn.state(), turn.seat());
        refuse_if!(table.winner.is_some(), Refusal::GameOver);
        refuse_if!(table.to_move != seat, Refusal::NotYourTurn);
        if BUG == bug::DECIDE_WRITES_BY_A_SIDE_DOOR {
            table.applied.add(1);
        }
        let (other, top) = (seat.next(2), table.deck.last().copied());
        match action {
            Action::Draw => {
                refuse_if!(top.is_none(), Refusal::DeckEmpty);
                turn.emit(Event::Drawn { seat, card: top });
                if BUG == bug::DECIDE_REMEMBERS && mood::<BUG>() {
                    turn.emit(Event::Passed { to: seat });
                }
            }
            Action::Stand if BUG == bug::STANDING_IS_SILENT => return Ok(()),
            Action::Stand => turn.emit(Event::Stood { seat }),
        }
        match turn.state().stood {
            [true, true] => turn.emit(Event::Won { by: turn.state().higher() }),
            stood => turn.emit(Event::Passed { to: if stood[other.index()] { seat } else { other } }),
        }
        Ok(())
    }

    fn evolve(&self, table: &mut Table<BUG>, event: &Event) {
        table.applied.add(if BUG == bug::EVOLVE_REMEMBERS && mood::<BUG>() { 2 } else { 1 });
        match event {
            Event::Seeded { chance } => table.chance = *chance,
            Event::Rolled { .. } => table.chance = table.chance.next(),
            Event::Shuffled { deck } => table.lay(deck),
            Event::Drawn { seat, card } => table.take(*seat, card.unwrap_or(0)),
            Event::Stood { .. } if BUG == bug::EVOLVE_IS_NOT_TOTAL => panic!("nobody may stand"),
            Event::Stood { seat } => table.stood[seat.index()] = true,
            Event::Passed { to } => table.to_move = *to,
            Event::Won { by } => table.winner = Some(*by),
            Event::Refused { .. } if BUG == bug::REFUSAL_PASSES_THE_TURN => table.to_move = table.to_move.next(2),
            Event::Refused { .. } if BUG == bug::REFUSAL_BREAKS_AN_INVARIANT => table.out.push(1),
            Event::Refused { .. } => {}
        }
    }

    fn audit(&self, table: &Table<BUG>) -> Result<(), Refusal> {
        let mut all: Vec<u8> = [&table.hands[..], &table.deck, &table.out].concat();
        all.sort_unstable();
        refuse_if!(all != (1..=table.cards).collect::<Vec<_>>(), Refusal::CardsLost);
        refuse_if!(BUG == bug::AUDIT_REMEMBERS && asked::<BUG>() % 3 == 2, Refusal::CardsLost);
        Ok(())
    }

    fn refuse(&self, _table: &Table<BUG>, _action: &Action, why: &Refused<Refusal>) -> Option<Event> {
        Some(Event::Refused { code: why.code().into() })
    }

    fn seed(setup: &mut Setup, seed: &str) -> bool {
        setup.seed = seed.into();
        true
    }

    fn cursor(&self, table: &Table<BUG>) -> Option<String> {
        Some(format!("{:?}", table.chance))
    }
}

impl<const BUG: u8> Table<BUG> {
    fn higher(&self) -> Seat {
        Seat(u8::from(self.hands[1] > self.hands[0]))
    }

    fn lay(&mut self, deck: &[u8]) {
        self.cards = deck.len() as u8;
        (self.hands, self.deck) = (deck[..2].to_vec(), deck[2..].to_vec());
    }

    fn take(&mut self, seat: Seat, card: u8) {
        self.deck.pop();
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            self.out.push(std::mem::replace(hand, card));
        }
    }
}

impl<const BUG: u8> Random for HighCard<BUG> {
    fn draw(&self, table: &Table<BUG>, ask: Ask) -> u32 {
        table.chance.peek(ask)
    }
    fn rolled(&self, roll: Roll<'_>) -> Event {
        Event::Rolled { value: roll.value }
    }
}

impl<const BUG: u8> Legal for HighCard<BUG> {
    fn legal(&self, table: &Table<BUG>, seat: Seat, _at: Millis) -> impl Iterator<Item = Action> {
        if BUG == bug::LOOKING_LEAVES_A_MARK {
            table.applied.add(1);
        }
        let mine = table.winner.is_none() && (table.to_move == seat || BUG == bug::LEGAL_OVERLISTS);
        let tells = BUG == bug::LEGAL_TELLS_A_CARD && table.deck.last() == Some(&1);
        let draw = mine && !table.deck.is_empty() && !tells;
        let stand = mine && BUG != bug::LEGAL_OMITS;
        let again = stand && BUG == bug::LEGAL_REPEATS;
        [draw.then_some(Action::Draw), stand.then_some(Action::Stand), again.then_some(Action::Stand)].into_iter().flatten()
    }
    fn over(&self, table: &Table<BUG>, _at: Millis) -> bool {
        table.winner.is_some() || (BUG == bug::OVER_TOO_EARLY && table.stood[0])
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seen {
    pub eye: Option<Seat>,
    pub cards: u8,
    pub mine: Option<u8>,
    pub shown: Vec<u8>,
    pub deck: usize,
    pub out: usize,
    pub to_move: Seat,
    pub stood: [bool; 2],
    pub winner: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leak: Option<Stream>,
}

impl<const BUG: u8> View for HighCard<BUG> {
    type View = Seen;

    fn view(&self, table: &Table<BUG>, eye: Option<Seat>) -> Seen {
        Seen {
            eye,
            cards: table.cards,
            mine: eye.map(|eye| table.hands[eye.index()]),
            shown: if table.winner.is_some() { table.hands.clone() } else { Vec::new() },
            deck: table.deck.len(),
            out: table.out.len(),
            to_move: table.to_move,
            stood: table.stood,
            winner: table.winner,
            leak: (BUG == bug::VIEW_SHOWS_THE_GENERATOR).then_some(table.chance),
        }
    }

    fn seen(&self, event: &Event, eye: Option<Seat>) -> Option<Event> {
        match event {
            Event::Seeded { .. } | Event::Rolled { .. } | Event::Shuffled { .. } => None,
            Event::Drawn { seat, .. } if eye != Some(*seat) && BUG != bug::SEEN_SHOWS_A_CARD => {
                Some(Event::Drawn { seat: *seat, card: None })
            }
            event => Some(event.clone()),
        }
    }

    fn imagine(&self, seen: &Seen, luck: u64) -> Table<BUG> {
        let mut luck = Stream::new(luck);
        let known: Vec<u8> = if seen.shown.is_empty() { seen.mine.into_iter().collect() } else { seen.shown.clone() };
        let mut rest: Vec<u8> = (1..=seen.cards).filter(|card| !known.contains(card)).collect();
        for left in (1..rest.len()).rev() {
            rest.swap(left, luck.draw(Ask::below(left as u32 + 1)) as usize);
        }
        let mut hands = seen.shown.clone();
        while hands.len() < 2 {
            let mine = seen.eye == Some(Seat(hands.len() as u8)) && BUG != bug::IMAGINE_FORGETS_MY_CARD;
            hands.push(seen.mine.filter(|_| mine).or_else(|| rest.pop()).unwrap_or(0));
        }
        let out = rest.split_off(rest.len() - seen.out.min(rest.len()));
        let applied = Count::default();
        let Seen { cards, to_move, stood, winner, .. } = *seen;
        Table { cards, hands, deck: rest, out, to_move, stood, winner, chance: luck, applied }
    }
}

impl<const BUG: u8> Show for HighCard<BUG> {
    const ABOUT: &'static str = "draw or stand; the higher secret card wins";

    fn scene(&self, _seen: &Seen) -> Scene {
        Scene { title: "High Card".into(), ..Scene::default() }
    }
    fn tell(&self, event: &Event) -> String {
        format!("{event:?}")
    }
    fn aim(&self, _seen: &Seen, action: &Action) -> Aim {
        Aim { label: format!("{action:?}"), ..Aim::default() }
    }
}

/// How many events have been applied. A number that can be written behind the rules' back, to see that it is noticed.
#[derive(Debug, Default)]
pub struct Count<const BUG: u8>(Arc<AtomicU32>);

impl<const BUG: u8> Count<BUG> {
    fn get(&self) -> u32 {
        self.0.load(SeqCst)
    }
    fn add(&self, more: u32) {
        self.0.fetch_add(more, SeqCst);
    }
}

impl<const BUG: u8> Clone for Count<BUG> {
    fn clone(&self) -> Self {
        if BUG == bug::CLONES_SHARE { Count(Arc::clone(&self.0)) } else { Count(Arc::new(self.get().into())) }
    }
}

impl<const BUG: u8> PartialEq for Count<BUG> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl<const BUG: u8> Eq for Count<BUG> {}

impl<const BUG: u8> Hash for Count<BUG> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.get().hash(hasher);
    }
}

impl<const BUG: u8> Serialize for Count<BUG> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match BUG {
            bug::TEXT_LOSES_A_FIELD => serializer.serialize_u64(0),
            bug::NUMBER_BEYOND_2_53 => serializer.serialize_u64(u64::from(self.get()) << 50),
            _ => serializer.serialize_u32(self.get()),
        }
    }
}

impl<'de, const BUG: u8> Deserialize<'de> for Count<BUG> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u64::deserialize(deserializer)?;
        let count = if BUG == bug::NUMBER_BEYOND_2_53 { number >> 50 } else { number };
        Ok(Count(Arc::new((count as u32).into())))
    }
}

/// Decks that work, and now and then one that does not.
pub fn setups() -> impl Strategy<Value = Setup> {
    (prop_oneof![9 => 3u8..=6, 1 => 0u8..=9], "[a-z]{0,3}").prop_map(|(cards, seed)| Setup { cards, seed })
}

pub fn actions() -> impl Strategy<Value = Action> {
    prop_oneof![Just(Action::Draw), Just(Action::Stand)]
}
