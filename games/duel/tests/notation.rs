//! The notation: every game comes back as it was, whatever is done to a text it is refused or a legal game, and what is wrong is named by line
//! and column.

use crate::random;

use proptest::prelude::*;
use random::{choose, setup};
use referee::{Ask, Game, Scripted, Seat, Stream};
use referee_duel::formats::notation::{self, NOTATION_MAX};
use referee_duel::{Action, Border, Duel, Setup, Variant};

/// The example of the README.
fn example() -> &'static str {
    let readme = include_str!("../README.md");
    let start = readme.find("duel-notation 1\n").unwrap();
    let end = start + readme[start..].find("```").unwrap();
    &readme[start..end]
}

fn read(text: &str) -> Result<Game<Duel>, String> {
    let imported = notation::import(&Duel, text).map_err(|error| error.to_string())?;
    assert_eq!(imported.game.is_some(), imported.problems.is_empty(), "a game or problems");
    imported.game.ok_or_else(|| imported.problems[0].to_string())
}

fn written(game: &Game<Duel>) -> String {
    notation::export(game, game.seq().unwrap(), [None, None]).unwrap()
}

/// Whether two games are the same, record by record.
fn same(one: &Game<Duel>, two: &Game<Duel>) -> bool {
    let told = |game: &Game<Duel>| game.log().records(0).map(|record| format!("{record:?}")).collect::<Vec<_>>();
    told(one) == told(two) && one.digest() == two.digest()
}

/// A random game: its own dice, or dice handed in; ended in all ways, abandoned sometimes, or cut short.
fn play(seed: &str) -> Game<Duel> {
    let mut luck = Stream::from_seed(seed);
    let mut begin = setup(&mut luck);
    let mut pick = |n: u32| luck.draw(Ask::below(n));
    let (is_scripted, actions, at) = (pick(2) == 0, pick(120), u64::from(pick(3)) * 7);
    begin.start = (pick(3) == 0).then_some(u64::from(pick(1_000)));
    begin.rules.joker_price = pick(9) as u16;
    if pick(3) == 0 {
        begin.border = Border::try_from(core::array::from_fn(|_| pick(3) as u8)).ok();
    }
    if pick(4) == 0 {
        begin.seed = "a \"quoted\" seed; of\nlines # and \u{2028}ümlauts".into();
    }
    let mut dice = Dice(Stream::from_seed("dice"));
    let mut game = match is_scripted {
        true => Game::start_with(Duel, begin, at, &mut dice).unwrap(),
        false => Game::start_with(Duel, begin, at, &mut referee::Fair).unwrap(),
    };
    for _ in 0..actions {
        let Some((seat, at, action)) = choose(game.state(), &mut luck) else { break };
        match is_scripted {
            true => game.act_with(seat, at, action, &mut dice).map(|_| ()).unwrap(),
            false => game.act(seat, at, action).map(|_| ()).unwrap(),
        }
    }
    if game.state().outcome.is_none() && luck.draw(Ask::below(3)) == 0 {
        let at = game.state().clock + 131;
        game.act(Seat(luck.draw(Ask::below(2)) as u8), at, Action::Finish {}).unwrap();
    }
    game
}

/// Dice from outside without an end.
struct Dice(Stream);

impl referee::Chance for Dice {
    fn settle(&mut self, ask: Ask, _: u32, _: core::fmt::Arguments<'_>) -> Result<u32, referee::Fault> {
        Ok(self.0.draw(ask))
    }
    fn lend(&self) -> Box<dyn referee::Chance + Send + Sync> {
        Box::new(Dice(self.0))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_game_comes_back_as_it_was(seed in "[a-z]{8}") {
        let game = play(&seed);
        let text = written(&game);
        let again = read(&text).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
        prop_assert!(same(&game, &again), "{}\n{:?}\n{:?}", text, game.state(), again.state());
        prop_assert_eq!(written(&again), text);
        let to = u64::from(seed.as_bytes()[0]) % game.log().len();
        let short = read(&notation::export(&game, to, [None, None]).unwrap()).unwrap();
        prop_assert!(same(&game.clone().branch(to).unwrap(), &short), "cut at {}", to);
    }
}

#[test]
fn ten_thousand_mutations_are_refused_or_legal_games() {
    let mut luck = Stream::from_seed("mutations");
    let (mut legal, mut refused) = (0, 0);
    for round in 0..50 {
        let text = written(&play(&format!("game {round}")));
        for _ in 0..200 {
            let mutant = mutated(&text, &mut luck);
            match read(&mutant) {
                Ok(game) => {
                    game.verify().unwrap();
                    assert!(same(&game, &read(&written(&game)).unwrap()), "{mutant}");
                    legal += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(legal > 100 && refused > 1_000, "{legal} legal, {refused} refused");
}

/// Damages a text in one to three places: characters, words, lines.
fn mutated(text: &str, luck: &mut Stream) -> String {
    const BITS: [&str; 18] =
        ["", " ", "\n", ";", "\"", "@", "+", ".", ">", "/", "0", "9", "99999999999999999999", "a1", "CCCC", "joker", "ü", "\\"];
    let mut chars: Vec<char> = text.chars().collect();
    let mut pick = |n: usize| luck.draw(Ask::below(n.max(1) as u32)) as usize;
    for _ in 0..1 + pick(3) {
        let at = pick(chars.len());
        let length = [0, 1, 1, 5, 30][pick(5)].min(chars.len() - at);
        let from = pick(chars.len());
        let copied: Vec<char> = match pick(3) {
            0 => chars[from..(from + 12).min(chars.len())].to_vec(),
            _ => BITS[pick(BITS.len())].chars().collect(),
        };
        chars.splice(at..at + length, copied);
    }
    chars.into_iter().collect()
}

#[test]
fn the_example_of_the_readme_is_a_game() {
    let game = read(example()).unwrap();
    assert!(game.state().outcome.is_some());
    let names = ["Ann".to_string(), "Bob".to_string()];
    let again = notation::export(&game, game.seq().unwrap(), names.map(Some)).unwrap();
    assert_eq!(again, example(), "and is written as it is there");
    let report = notation::import(&Duel, example()).unwrap().report;
    assert_eq!(serde_json::from_str::<serde_json::Value>(&report).unwrap()["red"], "Bob");
}

#[test]
fn what_is_wrong_is_named_by_line_and_column() {
    let with = |rest: &str| format!("; a comment\nduel-notation 1 # another\nborder MMMMMMCM MMMMMMMM MMMMMMMM MMMMMMMM\n{rest}");
    for (rest, place, expected) in [
        ("boredr x", "line 4, column 1", "one of the tags"),
        ("seed tuesday", "line 4, column 6", "a seed in quotes"),
        ("seed \"tuesday", "line 4, column 6", "in quotes"),
        ("seed \"x\"\nseed \"y\"", "line 5, column 1", "after line 4"),
        ("border MMMM", "line 4, column 1", "each tag once"),
        ("deck CCCC 1 CCCC 2", "line 4, column 13", "each tile once"),
        ("deck CCCC", "line 4, column 10", "how many"),
        ("deck CCCC 256", "line 4, column 11", "0 to 255"),
        ("deck CCCC 255 FFFF 255 RRRR 255 CCCF 255 CCCR 255", "line 4", "[DeckTooLarge]"),
        ("edges 5 4", "line 4", "[TooManyEdges]"),
        ("start 9007199254740992", "line 4", "[StartTooLate]"),
        ("jokers -1", "line 4, column 8", "a number of jokers"),
        ("dice 64", "line 4", "[DIE_OUT_OF_RANGE]"),
        ("dice 1 2", "line 4", "[DICE_LEFT]"),
        ("full_board_ends maybe", "line 4, column 17", "true or false"),
        ("2. blue @1 skip", "line 4, column 1", "move `1.`"),
        ("1. green @1 skip", "line 4, column 4", "blue or red"),
        ("1. blue 1 skip", "line 4, column 9", "a time such as @12"),
        ("1. blue @1", "line 4, column 11", "skip, joker, or a tile"),
        ("1. blue @1 joker CCFF+4 g8", "line 4, column 18", "a tile"),
        ("1. blue @1 joker CCFF+1 i8", "line 4, column 25", "a cell"),
        ("1. blue @1 joker CCFF+1 g9", "line 4, column 25", "a cell"),
        ("1. blue @1 joker CCFF+1 g8 ok", "line 4, column 28", "the end of the line"),
        ("1. blue @1 joker CCFF g8", "line 4", "[InvalidMove]"),
        ("1. blue @1 joker CCFF+1 g8 > CCCC", "line 4, column 30", "nothing to be drawn"),
        ("1. blue @1 joker CCFF+1 g8 > CCCC 0/9", "line 4", "[DICE_LEFT]"),
        ("1. red @1 skip", "line 4", "[NotYourTurn]"),
        ("1. blue @1 CCCC g8", "line 4, column 12", "the top tile"),
        ("1. blue @1 skip\n2. red timeout", "line 5", "the move that followed"),
        ("1. blue @1 skip\n2. red timeout\n3. blue @60 joker CCFF+1 g8", "line 6", "[NotYourTurn]"),
        ("1. blue @1 skip\n2. blue @70 joker CCFF+1 g8", "line 5, column 1", "`red timeout` before"),
        ("1. blue @1 skip\n2. blue timeout\n3. blue @70 joker CCFF+1 g8", "line 6, column 1", "`red timeout` before"),
        ("1. blue @1 skip\n2. red timeout\n3. red @2 skip", "line 6, column 1", "no timeout before"),
        ("1. blue @1 skip\n2. red @2 skip\n3. blue @3 skip", "line 6", "[GameIsAlreadyFinished]"),
        ("1. blue @1 skip\nend. red @2", "line 5", "[CantFinishGame]"),
        ("1. blue @1 skip\njokers 3", "line 5, column 1", "a move such as"),
    ] {
        let problem = read(&with(rest)).map(|_| ()).unwrap_err();
        assert!(problem.starts_with(&format!("{place}: ")) && problem.contains(expected), "{rest}: {problem}");
    }
    for text in ["", "\n;\n", "duel-notation", "duel-notation 2", "PGN", "duel-notation 1 2"] {
        let problem = read(text).map(|_| ()).unwrap_err();
        assert!(problem.contains("line ") && problem.contains("[NOTATION]"), "{text}: {problem}");
    }
}

#[test]
fn a_notation_has_a_longest_length() {
    let longest = |length: usize| format!("duel-notation 1\n;{}", " ".repeat(length - 17));
    assert!(read(&longest(NOTATION_MAX)).is_ok());
    assert!(read(&longest(NOTATION_MAX + 1)).is_err_and(|error| error.contains("NOTATION_TOO_LONG")));
    let game = Game::start(Duel, Setup { seed: "x".repeat(NOTATION_MAX), ..Setup::default() }).unwrap();
    assert!(notation::export(&game, 0, [None, None]).is_err_and(|error| error.code == "NOTATION_TOO_LONG"));
}

#[test]
fn tiles_drawn_from_a_script_are_written_with_their_number() {
    let mut rules = Variant { deck: [0; 24], ..Variant::default() };
    rules.deck[0] = 2;
    rules.deck[10] = 1;
    let mut codes = [2; 32];
    codes[6] = 0;
    let setup = Setup { rules, border: Border::try_from(codes).ok(), ..Setup::default() };
    let mut dice = Scripted::new([2, 1]);
    let mut game = Game::start_with(Duel, setup, 0, &mut dice).unwrap();
    game.act_with(Seat(0), 5, Action::Place { rotation: 1, col: 6, row: 7 }, &mut dice).unwrap();
    let text = written(&game);
    assert_eq!(
        text,
        "duel-notation 1\ndeck CCCC 2 CCFF 1\nborder MMMMMMCM MMMMMMMM MMMMMMMM MMMMMMMM\ndice 2\n; the first tile is CCFF\n\n\
         1. blue @5 CCFF+1 g8 > CCCC 1/2\n"
    );
    assert!(same(&game, &read(&text).unwrap()));
}
