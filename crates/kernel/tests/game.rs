//! What the kernel promises, on a small game made to reach every promise: chapters, branches, taking back, limits, dice, verification.
#![allow(missing_docs)] // tests say what they show by their names

use referee::{
    Ask, CHAPTER_RECORDS, Cause, EVENTS_MAX, Fault, Game, Random, Record, Refused, ReplayError, Roll, Rules, Scripted, Seat,
    Snapshot, State, Stream, Turn, refusals, refuse_if,
};

/// A jar of pebbles. Deeds drop pebbles, one event each.
#[derive(Clone)]
struct Jar;

const PEBBLES_MAX: u64 = 1_000_000;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Pebbles {
    count: u64,
    refusals: u32,
    chance: Stream,
}
impl State for Pebbles {}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Deed {
    Drop(u32),
    DropUntil(usize),
    DropThenRegret(u32),
    DropByDice,
    Spill,
    Knock,
    DropThenKnock(u32),
    RollThenKnock,
    SpillThenScoop,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Event {
    Seeded { chance: Stream },
    Rolled { why: String },
    Dropped { count: u64 },
    Knocked,
}

refusals! {
    enum Refusal {
        Regret => "REGRET": "the pebbles were taken back",
        Knocked => "KNOCKED": "the jar may not be knocked",
        Spilled => "SPILLED": "the jar holds {PEBBLES_MAX} pebbles at most",
    }
}

impl Rules for Jar {
    const NAME: &'static str = "jar";
    const VERSION: &'static str = "1";
    const SEATS: &'static [&'static str] = &["one"];
    type Setup = ();
    type State = Pebbles;
    type Action = Deed;
    type Event = Event;
    type Rejection = Refusal;

    fn start(&self, _: &(), turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        turn.emit(Event::Dropped { count: 0 });
        Ok(())
    }

    fn decide(&self, deed: &Deed, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        let drop = |turn: &mut Turn<'_, Self>| turn.emit(Event::Dropped { count: turn.state().count + 1 });
        match *deed {
            Deed::Drop(pebbles) => (0..pebbles).for_each(|_| drop(turn)),
            Deed::DropUntil(events) => {
                while turn.events().len() < events {
                    drop(turn);
                }
            }
            Deed::DropThenRegret(pebbles) => {
                (0..pebbles).for_each(|_| drop(turn));
                return Err(Refusal::Regret);
            }
            Deed::DropByDice => {
                let pebbles = turn.roll(Ask::D6, format_args!("pebbles")) + turn.roll(Ask::D6, format_args!("more pebbles"));
                (0..pebbles).for_each(|_| drop(turn));
            }
            Deed::Spill => turn.emit(Event::Dropped { count: PEBBLES_MAX + 1 }),
            Deed::SpillThenScoop => [PEBBLES_MAX + 1, 1].into_iter().for_each(|count| turn.emit(Event::Dropped { count })),
            Deed::Knock => return Err(Refusal::Knocked),
            Deed::RollThenKnock => {
                turn.roll(Ask::D6, format_args!("how hard"));
                return Err(Refusal::Knocked);
            }
            Deed::DropThenKnock(pebbles) => {
                (0..pebbles).for_each(|_| drop(turn));
                return Err(Refusal::Knocked);
            }
        }
        Ok(())
    }

    fn evolve(&self, jar: &mut Pebbles, event: &Event) {
        match *event {
            Event::Seeded { chance } => jar.chance = chance,
            Event::Rolled { .. } => jar.chance = jar.chance.next(),
            Event::Dropped { count } => jar.count = count,
            Event::Knocked => jar.refusals += 1,
        }
    }

    fn audit(&self, jar: &Pebbles) -> Result<(), Refusal> {
        refuse_if!(jar.count > PEBBLES_MAX, Refusal::Spilled);
        Ok(())
    }

    fn reseed(&self, seed: &str) -> Option<Event> {
        Some(Event::Seeded { chance: Stream::from_seed(seed) })
    }

    fn refuse(&self, _: &Pebbles, deed: &Deed, _: &Refused<Refusal>) -> Option<Event> {
        matches!(deed, Deed::Knock | Deed::DropThenKnock(_) | Deed::RollThenKnock).then_some(Event::Knocked)
    }
}

impl Random for Jar {
    fn draw(&self, jar: &Pebbles, ask: Ask) -> u32 {
        jar.chance.peek(ask)
    }
    fn rolled(&self, roll: Roll<'_>) -> Event {
        Event::Rolled { why: roll.why.to_string() }
    }
}

const ONE: Seat = Seat(0);

fn jar() -> Game<Jar> {
    Game::start(Jar, ()).unwrap()
}

/// A jar with so many records after the setup, one pebble each.
fn jar_of(records: u64) -> Game<Jar> {
    let mut game = jar();
    (0..records).for_each(|at| assert!(game.act(ONE, at, Deed::Drop(1)).is_ok()));
    game
}

const LONG: u64 = 3 * CHAPTER_RECORDS as u64;

#[test]
fn an_accepted_action_is_one_record() {
    let mut game = jar();
    let record = game.act(ONE, 7, Deed::Drop(2)).unwrap();
    assert_eq!((record.seq, record.seat, record.at, record.refused), (1, ONE, 7, false));
    assert_eq!(record.cause, Cause::Action(&Deed::Drop(2)));
    assert_eq!(record.events, [Event::Dropped { count: 1 }, Event::Dropped { count: 2 }]);
    assert!(record.dice.is_empty());
}

#[test]
fn a_log_goes_on_from_chapter_to_chapter() {
    let game = jar_of(LONG);
    assert_eq!((game.log().first(), game.log().next(), game.log().len()), (0, LONG + 1, LONG + 1));
    for (seq, record) in (0..).zip(game.log().records(0)) {
        assert_eq!(record.seq, seq);
        assert_eq!(record.events, [Event::Dropped { count: seq }]);
        assert_eq!(format!("{:?}", game.log().record(seq).unwrap()), format!("{record:?}"));
    }
    assert_eq!(game.log().events().count() as u64, LONG + 1);
    assert_eq!(game.log().records(LONG - 1).map(|record| record.seq).collect::<Vec<_>>(), [LONG - 1, LONG]);
    assert_eq!(game.log().last().unwrap().seq, LONG);
    assert_eq!(game.verify(), Ok(()));
}

#[test]
fn a_chapter_that_is_full_of_events_is_closed_too() {
    let mut game = jar();
    (0..10).for_each(|_| assert!(game.act(ONE, 0, Deed::Drop(1_500)).is_ok()));
    assert_eq!(game.at(7).unwrap().count, 10_500);
    assert_eq!(game.verify(), Ok(()));
    let again = Game::replay(Jar, game.log().records(0)).unwrap();
    assert_eq!(again.state(), game.state());
    assert_eq!(again.verify(), Ok(()));
}

#[test]
fn a_state_can_be_seen_at_every_record() {
    let game = jar_of(LONG);
    (0..=LONG).for_each(|seq| assert_eq!(game.at(seq).unwrap().count, seq));
    assert_eq!(game.at(LONG + 1), Err(ReplayError::Gap { expected: LONG, found: LONG + 1 }));
}

#[test]
fn a_branch_goes_its_own_way_from_any_chapter() {
    let mut game = jar_of(LONG);
    for seq in [0, 1, CHAPTER_RECORDS as u64 - 1, CHAPTER_RECORDS as u64, CHAPTER_RECORDS as u64 + 1, LONG] {
        let mut branch = game.branch(seq).unwrap();
        assert_eq!(branch.state().count, seq);
        assert_eq!(branch.act(ONE, 0, Deed::Drop(10)).unwrap().seq, seq + 1);
        assert_eq!(branch.state().count, seq + 10);
        assert_eq!(branch.verify(), Ok(()));
    }
    assert_eq!((game.seq(), game.state().count), (Some(LONG), LONG), "the source is unchanged");
}

/// A game and its states, told by its records: what it must come to.
fn is_what_its_records_say(game: &Game<Jar>) {
    let records: Vec<_> = game.log().records(0).collect();
    assert_eq!(records.len() as u64, game.log().len());
    for (seq, record) in (0..).zip(&records) {
        assert_eq!(format!("{record:?}"), format!("{:?}", game.log().record(seq).unwrap()));
        let Event::Dropped { count } = record.events[record.events.len() - 1] else { panic!("only pebbles here") };
        assert_eq!(game.at(seq).unwrap().count, count);
    }
    let again = Game::replay(Jar, records).unwrap();
    assert_eq!(again.state(), game.state());
    assert_eq!(game.verify(), Ok(()));
}

#[test]
fn a_branch_of_a_branch_of_a_branch_keeps_every_record_of_its_line() {
    let mut game = jar();
    let mut luck = Stream::from_seed("branches");
    let mut line = vec![0];
    for step in 0..200 {
        let seq = u64::from(luck.draw(Ask::below(line.len() as u32)).max(line.len() as u32 / 2));
        game = game.branch(seq).unwrap();
        line.truncate(seq as usize + 1);
        for _ in 0..luck.draw(Ask::D6) {
            let pebbles = luck.draw(Ask::D6);
            assert!(game.act(ONE, step, Deed::Drop(pebbles)).is_ok());
            line.push(game.state().count);
        }
        assert_eq!((0..=game.seq().unwrap()).map(|seq| game.at(seq).unwrap().count).collect::<Vec<_>>(), line);
    }
    is_what_its_records_say(&game);
}

#[test]
fn branches_go_on_when_their_source_is_gone() {
    let mut game = jar_of(LONG);
    let mut branches: Vec<_> = [0, 5, LONG / 2, LONG].map(|seq| game.branch(seq).unwrap()).into();
    drop(game);
    for branch in &mut branches {
        assert!(branch.act(ONE, 0, Deed::Drop(3)).is_ok());
        is_what_its_records_say(branch);
    }
}

#[test]
fn a_game_that_is_branched_plays_on_takes_back_and_branches_again() {
    let mut game = jar_of(10);
    for seq in 10..40 {
        let mut child = game.branch(seq).unwrap();
        assert_eq!(child.act(ONE, 0, Deed::DropThenRegret(5)).unwrap_err(), Refused::Rejected(Refusal::Regret));
        assert_eq!(game.act(ONE, 0, Deed::DropThenRegret(5)).unwrap_err(), Refused::Rejected(Refusal::Regret));
        assert_eq!((child.state(), child.seq()), (game.state(), game.seq()));
        assert_eq!(child.log().last().unwrap().seq, seq);
        assert!(game.act(ONE, 0, Deed::Drop(1)).is_ok());
        assert_eq!(game.branch(3).unwrap().state().count, 3);
    }
    is_what_its_records_say(&game);
}

#[test]
fn a_forgetful_game_branches_at_its_latest_record() {
    let mut game = jar_of(10);
    game.forget();
    for count in 11..3_000 {
        assert!(game.act(ONE, 0, Deed::Drop(1)).is_ok());
        let child = game.branch(count).unwrap();
        assert_eq!((child.state(), child.log().len() <= 12), (game.state(), true));
    }
}

#[test]
fn a_game_that_sheds_its_past_has_the_latest_records_at_hand() {
    let (mut game, mut whole) = (jar(), jar());
    for count in 1..=LONG {
        assert!(game.act(ONE, 0, Deed::Drop(1)).is_ok() && whole.act(ONE, 0, Deed::Drop(1)).is_ok());
        game.shed();
        assert!(game.log().len() <= 2 * CHAPTER_RECORDS as u64);
        let earlier = count.saturating_sub(CHAPTER_RECORDS as u64 - 1);
        assert_eq!(game.log().record(earlier).unwrap().events, whole.log().record(earlier).unwrap().events);
    }
    assert!(game.at(0).is_err());
    assert_eq!((game.state(), game.seq()), (whole.state(), whole.seq()));
    assert_eq!(game.at(LONG - 500), whole.at(LONG - 500));
    assert_eq!(game.verify(), Ok(()), "what is left can still be decided again");
}

#[test]
fn what_a_branch_shares_is_not_shed() {
    let mut game = jar_of(LONG);
    let child = game.branch(LONG).unwrap();
    game.shed();
    assert_eq!((child.at(1).unwrap().count, child.verify()), (1, Ok(())));
    drop(child);
    game.shed();
    assert!(game.at(1).is_err());
    assert_eq!(game.verify(), Ok(()));
}

/// Far more chapters than a stack has room for, were they dropped one inside the other: at the end, or when they are shed.
#[test]
fn a_line_of_many_branches_is_dropped() {
    let mut game = jar();
    for seq in 0..100_000 {
        assert!(game.act(ONE, 0, Deed::Drop(1)).is_ok());
        game = game.branch(seq + 1).unwrap();
    }
    assert_eq!(game.at(50_000).unwrap().count, 50_000);
    let mut other = game.branch(90_000).unwrap();
    drop(game);
    assert!(other.act(ONE, 0, Deed::Drop(1)).is_ok());
    other.shed();
    assert!(other.at(50_000).is_err());
}

#[test]
fn a_refusal_after_events_takes_the_whole_turn_back() {
    let mut game = jar_of(LONG);
    let before = game.state().clone();
    assert_eq!(game.act(ONE, 0, Deed::DropThenRegret(5)).unwrap_err(), Refused::Rejected(Refusal::Regret));
    assert_eq!((game.state(), game.seq()), (&before, Some(LONG)));
    assert_eq!(game.act(ONE, 0, Deed::Drop(1)).unwrap().events, [Event::Dropped { count: LONG + 1 }]);
    assert_eq!(game.verify(), Ok(()));
}

#[test]
fn a_breach_of_an_invariant_is_taken_back() {
    let mut game = jar_of(3);
    assert_eq!(game.act(ONE, 0, Deed::Spill).unwrap_err(), Refused::Breach(Refusal::Spilled));
    assert_eq!((game.state().count, game.seq()), (3, Some(3)));
    assert_eq!(game.verify(), Ok(()));
}

#[test]
fn a_turn_may_write_events_max_and_not_one_more() {
    let most = EVENTS_MAX as u32;
    for records in [0, 1, 700] {
        let mut game = jar_of(records);
        for too_many in [most + 1, 3 * most] {
            assert_eq!(game.act(ONE, 0, Deed::Drop(too_many)).unwrap_err(), Refused::Faulty(Fault::TooManyEvents));
            assert_eq!((game.state().count, game.seq()), (records, Some(records)));
        }
        assert_eq!(game.act(ONE, 0, Deed::DropThenRegret(2 * most)).unwrap_err(), Refused::Faulty(Fault::TooManyEvents));
        for rounds in 1..4 {
            assert_eq!(game.act(ONE, 0, Deed::Drop(most)).unwrap().events.len(), EVENTS_MAX);
            assert_eq!(game.state().count, records + rounds * u64::from(most));
        }
        assert_eq!(game.verify(), Ok(()));
    }
}

#[test]
fn no_record_from_elsewhere_is_longer_than_a_turn_can_write() {
    let events: Vec<Event> = (0..=EVENTS_MAX as u64).map(|count| Event::Dropped { count }).collect();
    let cause = Cause::Action(&Deed::Drop(0));
    let record =
        |events| Record { seq: 1, seat: ONE, at: 0, cause, events, left_out: &[], grafted: &[], dice: &[], refused: false };
    let mut game = jar();
    let too_long = ReplayError::TooLong { seq: 1, found: EVENTS_MAX as u64 + 1 };
    assert_eq!(game.follow(record(&events)), Err(too_long));
    assert_eq!(game.follow(record(&events[1..])), Ok(()));
    assert_eq!((game.seq(), game.state().count), (Some(1), EVENTS_MAX as u64));
}

#[test]
fn records_with_many_dice_keep_them_apart() {
    let dice: Vec<u32> = (0..EVENTS_MAX as u32).collect();
    let cause = Cause::Action(&Deed::Drop(1));
    let mut game = jar();
    for seq in 1..=100 {
        let events = &[Event::Dropped { count: seq }];
        game.follow(Record {
            seq,
            seat: ONE,
            at: 0,
            cause,
            events,
            left_out: &[],
            grafted: &[],
            dice: &dice[seq as usize..],
            refused: false,
        })
        .unwrap();
    }
    assert!(game.log().records(1).all(|record| record.dice == &dice[record.seq as usize..]));
}

#[test]
fn a_forgetful_game_goes_on_without_its_past() {
    let mut game = jar();
    game.forget();
    (0..LONG).for_each(|_| assert!(game.act(ONE, 0, Deed::Drop(5)).is_ok()));
    assert_eq!((game.seq(), game.state().count), (Some(LONG), 5 * LONG));
    assert!(game.log().len() <= CHAPTER_RECORDS as u64);
    assert!(game.at(0).is_err());
    assert_eq!(game.act(ONE, 0, Deed::DropThenRegret(1)).unwrap_err(), Refused::Rejected(Refusal::Regret));
    assert_eq!(game.state().count, 5 * LONG);
    assert_eq!(game.verify(), Ok(()), "what is left can still be decided again");
}

#[test]
fn own_dice_are_not_kept_and_foreign_dice_are() {
    let mut game = jar();
    assert!(game.act(ONE, 0, Deed::DropByDice).unwrap().dice.is_empty());
    let before = game.state().count;
    let mut script = Scripted::new([6, 6]);
    assert_eq!(game.act_with(ONE, 0, Deed::DropByDice, &mut script).unwrap().dice, [6, 6]);
    assert_eq!((script.finish(), game.state().count), (Ok(()), before + 12));
    assert!(game.act(ONE, 0, Deed::DropByDice).unwrap().dice.is_empty());
    assert_eq!(game.verify(), Ok(()));
}

#[test]
fn a_script_that_runs_out_takes_the_turn_back() {
    let mut game = jar();
    let mut script = Scripted::new([6]);
    assert_eq!(game.act_with(ONE, 0, Deed::DropByDice, &mut script).unwrap_err(), Refused::Faulty(Fault::DiceEmpty { used: 1 }));
    assert_eq!((game.state(), game.seq()), (jar().state(), Some(0)));
    let mut script = Scripted::new([6, 7]);
    let out_of_range = Fault::DieOutOfRange { value: 7, low: 1, high: 6 };
    assert_eq!(game.act_with(ONE, 0, Deed::DropByDice, &mut script).unwrap_err(), Refused::Faulty(out_of_range));
    assert!(game.act(ONE, 0, Deed::DropByDice).unwrap().dice.is_empty(), "no die is left behind");
}

#[test]
fn a_refusal_can_be_on_record() {
    let mut game = jar();
    assert_eq!(game.act(ONE, 9, Deed::Knock).unwrap_err(), Refused::Rejected(Refusal::Knocked));
    let record = game.log().last().unwrap();
    assert_eq!((record.seq, record.at, record.refused, record.events), (1, 9, true, &[Event::Knocked][..]));
    assert_eq!(game.state().refusals, 1);
    assert_eq!(game.verify(), Ok(()));
}

#[test]
fn the_event_of_a_die_keeps_what_it_was_for() {
    let mut game = jar();
    let record = game.act_with(ONE, 0, Deed::DropByDice, &mut Scripted::new([1, 1])).unwrap();
    let rolled = |why: &str| Event::Rolled { why: why.into() };
    assert_eq!(record.events[..2], [rolled("pebbles"), rolled("more pebbles")]);
}

#[test]
fn refusals_on_record_are_decided_again_too() {
    let mut game = jar_of(LONG);
    for deed in [Deed::Knock, Deed::DropThenKnock(3), Deed::DropThenKnock(EVENTS_MAX as u32), Deed::Knock] {
        game.act(ONE, 0, deed).unwrap_err();
        game.act_with(ONE, 0, Deed::DropByDice, &mut Scripted::new([1, 6])).unwrap();
        game.act(ONE, 0, Deed::Drop(1)).unwrap();
    }
    assert_eq!((game.state().count, game.state().refusals), (LONG + 4 * 8, 4));
    assert_eq!(game.verify(), Ok(()));
    let forged = replayed_with(&game, LONG + 4, |record| record.events = &[Event::Dropped { count: 1 }]);
    let (expected, found) = ("Knocked".into(), "Dropped { count: 1 }".into());
    assert_eq!(forged.verify(), Err(ReplayError::Diverged { seq: LONG + 4, event: 0, expected, found }));
}

#[test]
fn a_game_resumes_from_a_snapshot() {
    let snapshot = jar_of(LONG).snapshot();
    let mut game = Game::resume(Jar, snapshot);
    assert_eq!((game.seq(), game.log().first(), game.log().len()), (Some(LONG), LONG + 1, 0));
    assert_eq!(game.act(ONE, 0, Deed::Drop(1)).unwrap().seq, LONG + 1);
    assert_eq!(game.verify(), Ok(()));
    assert_eq!(game.at(LONG + 1).unwrap().count, LONG + 1);
}

#[test]
fn an_unsound_state_takes_no_action() {
    let state = Pebbles { count: PEBBLES_MAX + 1, ..Pebbles::default() };
    let mut game = Game::resume(Jar, Snapshot { seq: 0, state });
    assert_eq!(game.act(ONE, 0, Deed::Drop(1)).unwrap_err(), Refused::Unsound(Refusal::Spilled));
    assert_eq!(game.act(Seat(1), 0, Deed::Drop(1)).unwrap_err(), Refused::Faulty(Fault::NoSuchSeat { seat: Seat(1), seats: 1 }));
}

/// The records of a game with one of them changed.
fn replayed_with(game: &Game<Jar>, seq: u64, change: impl Fn(&mut Record<'_, Jar>)) -> Game<Jar> {
    let records = game.log().records(0).map(|mut record| {
        if record.seq == seq {
            change(&mut record);
        }
        record
    });
    Game::replay(Jar, records).unwrap()
}

#[test]
fn verify_names_the_first_record_that_differs() {
    let game = jar_of(LONG);
    let forged = replayed_with(&game, 700, |record| record.events = &[Event::Dropped { count: 999 }]);
    let (expected, found) = ("Dropped { count: 700 }".into(), "Dropped { count: 999 }".into());
    assert_eq!(forged.verify(), Err(ReplayError::Diverged { seq: 700, event: 0, expected, found }));

    let forged = replayed_with(&game, 3, |record| record.events = &[Event::Dropped { count: 3 }, Event::Knocked]);
    let (expected, found) = ("no event".into(), "Knocked".into());
    assert_eq!(forged.verify(), Err(ReplayError::Diverged { seq: 3, event: 1, expected, found }));
}

/// Verification compares as a turn emits: the turn sees its own events all the same, those repeated and those that differ.
#[test]
fn verify_finds_an_event_changed_left_out_or_added_wherever_it_is() {
    let mut game = jar_of(1);
    game.act(ONE, 0, Deed::DropUntil(5)).unwrap();
    game.act(ONE, 0, Deed::Drop(1)).unwrap();
    assert_eq!(game.verify(), Ok(()));
    let events = game.log().record(2).unwrap().events.to_vec();
    let verified = |events: &[Event]| {
        let records = game.log().records(0).map(|record| if record.seq == 2 { Record { events, ..record } } else { record });
        Game::replay(Jar, records).unwrap().verify()
    };
    for event in 0..5u32 {
        let (expected, mut forged) = (format!("{:?}", events[event as usize]), events.clone());
        forged[event as usize] = Event::Knocked;
        let found = "Knocked".into();
        assert_eq!(verified(&forged), Err(ReplayError::Diverged { seq: 2, event, expected: expected.clone(), found }));
        let found = "no event".into();
        let cut = &events[..event as usize];
        assert_eq!(verified(cut), Err(ReplayError::Diverged { seq: 2, event, expected, found }));
    }
    let more = [&events[..], &[Event::Knocked]].concat();
    let (expected, found) = ("no event".into(), "Knocked".into());
    assert_eq!(verified(&more), Err(ReplayError::Diverged { seq: 2, event: 5, expected, found }));
}

#[test]
fn verify_names_the_first_record_that_is_judged_the_other_way() {
    let mut game = jar_of(4);
    let overruled =
        |seq, expected: &str, found: &str| ReplayError::Overruled { seq, expected: expected.into(), found: found.into() };
    let forged = replayed_with(&game, 2, |record| record.refused = true);
    assert_eq!(forged.verify(), Err(overruled(2, "accepted", "refused")));
    game.act(ONE, 0, Deed::Knock).unwrap_err();
    let forged = replayed_with(&game, 5, |record| record.refused = false);
    assert_eq!(forged.verify(), Err(overruled(5, "refused: [KNOCKED] the jar may not be knocked", "accepted")));
}

#[test]
fn verify_finds_dice_that_were_never_asked_for() {
    let game = jar_of(2);
    let forged = replayed_with(&game, 1, |record| record.dice = &[4]);
    let found = forged.verify();
    assert!(
        matches!(&found, Err(ReplayError::Overruled { seq: 1, expected, .. }) if expected.contains("DICE_LEFT")),
        "{found:?}"
    );
}

#[test]
fn a_missing_record_is_a_gap() {
    let game = jar_of(5);
    let found = Game::replay(Jar, game.log().records(0).filter(|record| record.seq != 3)).map(|_| ());
    assert_eq!(found, Err(ReplayError::Gap { expected: 3, found: 4 }));
}

#[test]
fn a_refusal_on_record_keeps_the_dice_that_led_to_it() {
    let mut game = jar();
    game.act_with(ONE, 0, Deed::RollThenKnock, &mut Scripted::new([5])).unwrap_err();
    let record = game.log().last().unwrap();
    assert_eq!((record.refused, record.dice), (true, &[5][..]));
    game.act(ONE, 0, Deed::RollThenKnock).unwrap_err();
    assert!(game.log().last().unwrap().dice.is_empty(), "own dice are not kept");
    assert_eq!(game.verify(), Ok(()));
}

#[test]
fn a_fault_never_goes_on_record() {
    let mut game = jar();
    let fault = game.act_with(ONE, 0, Deed::RollThenKnock, &mut Scripted::default()).unwrap_err();
    assert_eq!((fault, game.seq()), (Refused::Faulty(Fault::DiceEmpty { used: 0 }), Some(0)));
}

#[test]
fn an_accepted_action_without_an_event_is_a_fault() {
    let mut game = jar();
    assert_eq!(game.act(ONE, 0, Deed::Drop(0)).unwrap_err(), Refused::Faulty(Fault::NoEvents));
}

#[test]
fn a_game_is_set_up_once_and_first() {
    let mut unstarted = Game::unstarted(Jar);
    assert_eq!(unstarted.act(ONE, 0, Deed::Drop(1)).unwrap_err(), Refused::Faulty(Fault::NotStarted));
    let mut game = jar();
    game.act(ONE, 0, Deed::Drop(1)).unwrap();
    let started = jar();
    let setup = started.log().record(0).unwrap();
    game.follow(Record { seq: 2, ..setup }).unwrap();
    assert!(matches!(game.verify(), Err(ReplayError::Overruled { seq: 2, .. })));
}

#[test]
fn a_resumed_game_can_go_back_to_its_snapshot() {
    let mut game = Game::resume(Jar, jar_of(3).snapshot());
    assert_eq!(game.at(3).unwrap(), *jar_of(3).state());
    game.act(ONE, 0, Deed::Drop(1)).unwrap();
    let mut branch = game.branch(3).unwrap();
    branch.act(ONE, 0, Deed::Drop(2)).unwrap();
    assert_eq!((branch.seq(), branch.state().count, branch.verify()), (Some(4), 5, Ok(())));
    assert!(game.at(2).is_err());
}

#[test]
fn a_branch_from_an_unsound_moment_takes_no_action() {
    let mut game = jar();
    let action = Cause::Action(&Deed::Spill);
    let spilled = [Event::Dropped { count: PEBBLES_MAX + 1 }];
    let record = Record {
        seq: 1,
        seat: ONE,
        at: 0,
        cause: action,
        events: &spilled,
        left_out: &[],
        grafted: &[],
        dice: &[],
        refused: false,
    };
    game.follow(record).unwrap();
    game.follow(Record { seq: 2, events: &[Event::Dropped { count: 1 }], ..record }).unwrap();
    game.act(ONE, 0, Deed::Drop(1)).unwrap();
    assert_eq!(game.branch(1).unwrap().act(ONE, 0, Deed::Drop(1)).unwrap_err(), Refused::Unsound(Refusal::Spilled));
}

/// Plays a jar to its end both ways a log may end: in the open chapter, and after many closed ones.
fn jars() -> [Game<Jar>; 2] {
    [jar_of(2), jar_of(LONG)]
}

#[test]
fn a_branch_inside_a_record_keeps_its_first_events_and_replays_and_verifies() {
    for mut game in jars() {
        let before = game.state().count;
        game.act(ONE, 9, Deed::Drop(3)).unwrap();
        let seq = game.seq().unwrap();
        let mut child = game.branch_within(seq, 2).unwrap();
        assert_eq!((child.state().count, game.state().count), (before + 2, before + 3));
        assert_eq!((child.seq(), child.at(seq).unwrap().count), (Some(seq), before + 2));
        let record = child.log().record(seq).unwrap();
        assert_eq!(
            (record.events.len(), record.left_out, record.is_whole()),
            (2, &[Event::Dropped { count: before + 3 }][..], false)
        );
        assert_eq!(child.log().last().unwrap().events.len(), 2);
        child.verify().unwrap();

        for _ in 0..CHAPTER_RECORDS + 3 {
            child.act(ONE, 9, Deed::Drop(1)).unwrap();
        }
        let latest = child.state().count;
        assert_eq!(child.at(seq).unwrap().count, before + 2, "also when the cut lies chapters back");
        assert_eq!(child.at(seq + 1).unwrap().count, before + 3);
        child.verify().unwrap();
        let replayed = Game::replay(Jar, child.log().records(0)).unwrap();
        assert_eq!(replayed.state(), child.state());
        replayed.verify().unwrap();
        let mut redone = Game::unstarted(Jar);
        child.log().records(0).try_for_each(|record| redone.redo(record)).unwrap();
        assert_eq!((redone.state().count, redone.log().record(seq).unwrap().left_out.len()), (latest, 1));
        let mut folded = Pebbles::default();
        child.log().events().for_each(|event| Jar.evolve(&mut folded, event));
        assert_eq!(folded, *child.state(), "the events of a log are those that happened");
        game.verify().unwrap();
        assert_eq!(game.log().last().unwrap().events.len(), 3, "the source is unchanged");
    }
}

#[test]
fn a_branch_of_a_branch_inside_a_record_may_cut_it_again() {
    let mut game = jar_of(2);
    game.act(ONE, 9, Deed::Drop(4)).unwrap();
    let mut child = game.branch_within(3, 3).unwrap();
    child.act(ONE, 9, Deed::Drop(2)).unwrap();
    let grandchildren = [child.branch(3).unwrap(), child.branch_within(3, 1).unwrap(), child.branch_within(4, 1).unwrap()];
    assert_eq!(grandchildren.each_ref().map(|game| game.state().count), [5, 3, 6]);
    grandchildren.iter().for_each(|game| game.verify().unwrap());
    assert_eq!(child.state().count, 7);
}

#[test]
fn a_record_is_cut_only_inside_and_the_setup_never() {
    let mut game = jar_of(2);
    game.act(ONE, 9, Deed::Drop(2)).unwrap();
    for (seq, kept, events) in [(3, 0, 2), (3, 2, 2), (3, 9, 2), (2, 1, 1), (0, 1, 1)] {
        let error = ReplayError::Cut { seq, events, found: kept as u64 };
        assert_eq!(game.branch_within(seq, kept).err(), Some(error));
    }
    assert_eq!(game.branch_within(4, 1).err(), Some(ReplayError::Gap { expected: 3, found: 4 }));
}

#[test]
fn a_cut_where_an_invariant_is_broken_is_refused() {
    let mut game = jar();
    game.act(ONE, 9, Deed::SpillThenScoop).unwrap();
    assert!(matches!(game.branch_within(1, 1).err(), Some(ReplayError::Unsound { seq: 1, .. })));
    let mut stranger = game.clone();
    stranger.cut(1).unwrap();
    assert!(matches!(stranger.verify(), Err(ReplayError::Unsound { seq: 1, .. })));
    assert_eq!(stranger.act(ONE, 9, Deed::Drop(1)).unwrap_err(), Refused::Unsound(Refusal::Spilled));
}

#[test]
fn a_log_that_is_forgotten_can_still_be_cut() {
    let mut game = Game::unstarted(Jar);
    game.forget();
    let mut source = jar_of(LONG);
    source.act(ONE, 9, Deed::Drop(3)).unwrap();
    source.log().records(0).try_for_each(|record| game.redo(record)).unwrap();
    game.cut(1).unwrap();
    game.act(ONE, 9, Deed::Drop(1)).unwrap();
    assert_eq!(game.state().count, LONG + 2);
    game.verify().unwrap();
}

#[test]
fn a_branch_may_have_other_dice_and_replays_and_verifies() {
    for (mut game, seq) in [(jar_of(2), 0), (jar_of(2), 2), (jar_of(LONG), LONG / 2)] {
        game.act(ONE, 9, Deed::DropByDice).unwrap();
        let mut children = [game.branch(seq).unwrap(), game.branch(seq).unwrap()];
        assert!(children[1].reseed("anew") && children[1].reseed("anew again"));
        let mut grandchild = children[1].branch(seq).unwrap();
        assert_eq!(grandchild.state(), children[1].state(), "a branch of the branch has its dice");
        for child in children.iter_mut().chain([&mut grandchild]) {
            (0..4).for_each(|_| assert!(child.act(ONE, 9, Deed::DropByDice).is_ok()));
            child.verify().unwrap();
            let replayed = Game::replay(Jar, child.log().records(0)).unwrap();
            assert_eq!(replayed.state(), child.state());
            replayed.verify().unwrap();
            let mut folded = Pebbles::default();
            child.log().events().for_each(|event| Jar.evolve(&mut folded, event));
            assert_eq!(folded, *child.state());
        }
        assert_eq!(children[1].log().record(seq).unwrap().grafted.len(), 2);
        assert_ne!(children[0].state().chance, children[1].state().chance);
        assert_eq!(grandchild.state(), children[1].state());
        game.verify().unwrap();
    }
    let mut cut = jar_of(2);
    cut.act(ONE, 9, Deed::Drop(3)).unwrap();
    let mut child = cut.branch_within(3, 1).unwrap();
    assert!(child.reseed("anew"));
    child.act(ONE, 9, Deed::DropByDice).unwrap();
    child.verify().unwrap();
    assert_eq!(Game::replay(Jar, child.log().records(0)).unwrap().state(), child.state());
}
