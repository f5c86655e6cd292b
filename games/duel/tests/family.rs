//! Families of boards: the chain of moves, snapshots, and branches of branches (invariants 2, 3, 8 and 10 of section 26 of the specification).

use crate::random;

use proptest::prelude::*;
use random::{choose, setup};
use referee::{Ask, Game, Refused, Scripted, Seat, Stream};
use referee_duel::{Action, Border, Bout, Duel, Family, Move, Refusal, Setup, Side, Variant, Way};
use serde_json::{Value, json};

const BLUE: Seat = Seat(0);
const RED: Seat = Seat(1);
const SKIP: Action = Action::Skip {};

/// A border with one city, below column 6.
fn city_below_6() -> Setup {
    let mut codes = [2; 32];
    codes[6] = 0;
    Setup { border: Border::try_from(codes).ok(), ..Setup::default() }
}

const FIRST: Action = Action::Joker { tile: 10, rotation: 1, col: 6, row: 7 };
const SECOND: Action = Action::Joker { tile: 6, rotation: 3, col: 7, row: 7 };

fn state(family: &Family, board: u64) -> &Bout {
    family.game(board).unwrap().state()
}

/// A family under random play, and what was seen on the way.
struct World {
    family: Family,
    luck: Stream,
    /// How far the world's clock is ahead of each board's own.
    ahead: Vec<u64>,
    /// What every board was after every number of moves, as it was played. Ends are not moves.
    seen: Vec<Vec<Bout>>,
}

impl World {
    fn new(seed: &str) -> World {
        World { family: Family::new(), luck: Stream::from_seed(seed), ahead: vec![], seen: vec![] }
    }

    fn pick(&mut self, n: usize) -> usize {
        self.luck.draw(Ask::below(n as u32)) as usize
    }

    fn open(&mut self) {
        let board = self.family.open(setup(&mut self.luck), 0).unwrap();
        self.ahead.push(0);
        self.seen.push(vec![state(&self.family, board).clone()]);
    }

    /// Plays so many actions on a board.
    fn play(&mut self, board: u64, actions: usize) {
        for _ in 0..actions {
            let Some((seat, at, action)) = choose(state(&self.family, board), &mut self.luck) else { return };
            let before = state(&self.family, board).moves_done;
            let made = self.family.act(board, seat, at + self.ahead[board as usize - 1], &action).unwrap();
            let after = state(&self.family, board);
            assert_eq!(after.moves_done, before + made.len() as u32);
            assert!(made.iter().all(|made| made.first_board_id == board));
            let seen = &mut self.seen[board as usize - 1];
            // Between an automatic skip and the move that caused it, and before an end, nobody can look: checked elsewhere.
            let last = if after.outcome.is_some() { Bout::default() } else { after.clone() };
            seen.extend((1..made.len()).map(|_| Bout::default()));
            seen.push(last);
        }
    }

    fn branch(&mut self) {
        let board = 1 + self.pick(self.seen.len()) as u64;
        let number = self.pick(self.seen[board as usize - 1].len());
        let source: Vec<Move> = self.family.moves(board).copied().collect();
        let before = state(&self.family, board).clone();
        let snapshot = self.family.snapshot(board, number as u32).unwrap();
        let branch = self.family.restore(snapshot.snapshot_id).unwrap();
        assert_eq!(self.family.origin(branch), Some(snapshot));
        assert!(self.family.moves(board).eq(&source) && *state(&self.family, board) == before, "the source is unchanged");
        let restored = state(&self.family, branch).clone();
        let then = self.family.board_at(board, number as u32).unwrap();
        assert_eq!((restored.moves_done, &restored), (number as u32, &then), "restored at {number} of {board}");
        assert_eq!(restored.outcome, None, "what is restored can be played on");
        let mut seen = self.seen[board as usize - 1][..number].to_vec();
        seen.push(restored.clone());
        self.seen.push(seen);
        let refused = self.family.act(branch, BLUE, 1 << 40, &SKIP).map(|_| ());
        assert_eq!(refused, Err(Refused::Rejected(Refusal::PlayerNotInGame)));
        let at = (1 << 32) * branch;
        self.family.join(branch, at).unwrap();
        self.ahead.push(at - restored.clock);
    }

    /// Invariants 2, 3, 8 and 10 on a board.
    fn check(&self, board: u64) {
        let (family, bout) = (&self.family, state(&self.family, board));
        let history = family.history(board);
        assert_eq!(history.len() as u32, bout.moves_done);
        assert_eq!(family.moves_done(board), Some(bout.moves_done));
        assert!(history.windows(2).all(|pair| pair[0].player_side != pair[1].player_side), "sides take turns");
        assert!(history.windows(2).all(|pair| pair[1].prev_move_id == Some(pair[0].id)));
        assert!(history.windows(2).all(|pair| pair[0].timestamp <= pair[1].timestamp));
        assert!(history.windows(2).all(|pair| family.next_moves(pair[0].id).any(|next| next == pair[1])));
        assert!(history.first().is_none_or(|first| first.prev_move_id.is_none() && first.player_side == Side::Blue));
        let mut laid: Vec<(u8, u8, u8, Side)> = history
            .iter()
            .filter_map(|made| Some((made.col * 8 + made.row, made.tile?, made.rotation, made.player_side)))
            .collect();
        laid.sort_unstable();
        let cells: Vec<_> =
            bout.board.pieces().map(|(cell, piece)| (cell.position(), piece.tile.id(), piece.rotation, piece.side)).collect();
        assert_eq!(cells, laid, "what lies is what the chain laid");
        for side in Side::BOTH {
            let used = history.iter().filter(|made| made.is_joker && made.player_side == side).count();
            assert_eq!(usize::from(bout.jokers[side as usize]) + used, usize::from(bout.rules.jokers), "jokers");
        }
        for (number, seen) in self.seen[board as usize - 1].iter().enumerate() {
            let then = family.board_at(board, number as u32).unwrap();
            assert_eq!((then.moves_done as usize, then.outcome), (number, None));
            assert!(*seen == Bout::default() || *seen == then, "board {board} after {number} moves");
        }
        assert_eq!(family.board_at(board, bout.moves_done + 1), None);
        family.game(board).unwrap().verify().unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn every_board_of_a_family_is_what_its_chain_says(seed in "[a-z]{8}", boards in 1usize..3, branches in 0usize..12) {
        let mut world = World::new(&seed);
        for _ in 0..boards {
            world.open();
            let (board, actions) = (world.seen.len() as u64, 1 + world.pick(60));
            world.play(board, actions);
        }
        for _ in 0..branches {
            world.branch();
            let (board, actions) = (world.seen.len() as u64, world.pick(20));
            world.play(board, actions);
            let older = 1 + world.pick(world.seen.len()) as u64;
            world.play(older, 2);
        }
        (1..=world.seen.len() as u64).for_each(|board| world.check(board));
        let boards = 1..=world.seen.len() as u64;
        let mut named: Vec<(u64, Move)> = boards.flat_map(|board| world.family.history(board)).map(|made| (made.id, *made)).collect();
        named.sort_by_key(|(id, _)| *id);
        named.dedup();
        prop_assert!(named.windows(2).all(|pair| pair[0].0 < pair[1].0), "one id a move, whichever board shows it");
    }
}

#[test]
fn a_move_is_text_with_the_names_of_the_model() {
    let mut family = Family::new();
    let board = family.open(city_below_6(), 5).unwrap();
    family.act(board, BLUE, 10, &FIRST).unwrap();
    family.act(board, RED, 20, &SKIP).unwrap();
    let told: Vec<Value> = family.history(board).into_iter().map(|made| json!(made)).collect();
    let first = r#"{"id":1,"player_side":"blue","prev_move_id":null,"tile":10,"rotation":1,"col":6,"row":7,"is_joker":true,"first_board_id":1,"timestamp":10}"#;
    assert_eq!(serde_json::to_string(family.move_by_id(1).unwrap()).unwrap(), first);
    assert_eq!(
        told[1],
        json!({"id": 2, "player_side": "red", "prev_move_id": 1, "tile": null, "rotation": 0, "col": 0, "row": 0, "is_joker": false,
            "first_board_id": 1, "timestamp": 20})
    );
}

#[test]
fn a_late_side_has_a_move_of_its_own_and_one_may_restore_between_the_two() {
    let mut family = Family::new();
    let board = family.open(city_below_6(), 0).unwrap();
    family.act(board, BLUE, 0, &FIRST).unwrap();
    let made = family.act(board, BLUE, 100, &SECOND).unwrap();
    let sides: Vec<_> = made.iter().map(|made| (made.id, made.prev_move_id, made.player_side, made.tile)).collect();
    assert_eq!(sides, [(2, Some(1), Side::Red, None), (3, Some(2), Side::Blue, Some(6))]);
    let snapshot = family.snapshot(board, 2).unwrap();
    let branch = family.restore(snapshot.snapshot_id).unwrap();
    let between = state(&family, branch);
    assert_eq!((between.moves_done, between.board.laid(), between.to_move()), (2, 1, Some(Side::Blue)));
    assert_eq!(family.join(branch, 99), Err(Refusal::ClockRanBackwards { at: 99, clock: 100 }));
    family.join(branch, 1_000).unwrap();
    assert_eq!(family.join(branch, 1_000), Err(Refusal::PlayerNotInGame));
    // Blue skips right after the skip of the clock: the branch ends where the source went on.
    family.act(branch, BLUE, 1_065, &SKIP).unwrap();
    assert_eq!(state(&family, branch).outcome.map(|outcome| outcome.way), Some(Way::TwoSkips));
    assert_eq!(state(&family, board).outcome, None);
    let next: Vec<u64> = family.next_moves(2).map(|made| made.first_board_id).collect();
    assert_eq!(next, [board, branch]);
    let chain: Vec<(u64, u64)> = family.moves(branch).map(|made| (made.id, made.timestamp)).collect();
    assert_eq!(chain, [(1_000_003, 1_065), (2, 100), (1, 0)]);
    // A branch of the branch, again between the two.
    let again = family.snapshot(branch, 2).unwrap();
    let again = family.restore(again.snapshot_id).unwrap();
    assert_eq!(family.last_move_id(again), Some(2));
    assert_eq!(
        family.game(again).unwrap().digest(),
        family.board_at(board, 2).map(|bout| referee::State::digest(&bout)).unwrap()
    );
}

#[test]
fn the_clock_of_a_restored_board_begins_when_it_is_joined() {
    let mut family = Family::new();
    let board = family.open(city_below_6(), 0).unwrap();
    family.act(board, BLUE, 10, &FIRST).unwrap();
    let snapshot = family.snapshot(board, 1).unwrap();
    let branch = family.restore(snapshot.snapshot_id).unwrap();
    family.join(branch, 5_000).unwrap();
    let act = |family: &mut Family, seat, at, action| family.act(branch, seat, at, &action).map(|made| made.len());
    let early = Refused::Rejected(Refusal::ClockRanBackwards { at: 4_999, clock: 5_000 });
    assert_eq!(act(&mut family, RED, 4_999, SKIP), Err(early));
    let late = Refused::Rejected(Refusal::NotYourTurn);
    assert_eq!(act(&mut family, RED, 5_066, SKIP), Err(late));
    assert_eq!(act(&mut family, RED, 5_065, SKIP), Ok(1));
    assert_eq!(family.moves(branch).next().map(|made| made.timestamp), Some(5_065));
    assert_eq!(act(&mut family, BLUE, 5_196, Action::Finish {}), Ok(0), "abandoned, and no move");
    // A branch of the branch: its last move was made in the world's time.
    let snapshot = family.snapshot(branch, 2).unwrap();
    let again = family.restore(snapshot.snapshot_id).unwrap();
    assert_eq!(family.join(again, 5_064), Err(Refusal::ClockRanBackwards { at: 5_064, clock: 5_065 }));
    family.join(again, 5_065).unwrap();
    assert_eq!(family.join(again, 9_999), Err(Refusal::PlayerNotInGame));
    assert_eq!(family.join(99, 0), Err(Refusal::PlayerNotInGame));
}

#[test]
fn a_finished_game_is_restored_before_its_end() {
    let mut family = Family::new();
    let board = family.open(city_below_6(), 0).unwrap();
    family.act(board, BLUE, 0, &FIRST).unwrap();
    family.act(board, RED, 0, &SKIP).unwrap();
    family.act(board, BLUE, 0, &SKIP).unwrap();
    assert!(state(&family, board).outcome.is_some());
    let snapshot = family.snapshot(board, 3).unwrap();
    let branch = family.restore(snapshot.snapshot_id).unwrap();
    family.join(branch, 9).unwrap();
    family.act(branch, RED, 10, &SECOND).unwrap();
    let scores = [&state(&family, board).scores, &state(&family, branch).scores].map(|scores| scores.map(|score| score.city));
    assert_eq!(scores, [[6, 0], [8, 0]], "Red's tile was taken in the branch");
    assert_eq!((family.snapshot(board, 4), family.snapshot(9, 0), family.restore(9)), (None, None, None));
}

#[test]
fn restored_games_of_the_record_have_the_cells_and_scores_they_had() {
    let text = std::fs::read_to_string("tests/vectors/duel-facts.jsonl").unwrap();
    let facts = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut replays = 0;
    for fact in facts.filter(|fact| fact["kind"] == "replay") {
        replays += 1;
        let (set, at) = (&fact["setup"], fact["setup"]["all_at_time"].as_u64().unwrap());
        let setup: Setup =
            serde_json::from_value(json!({"rules": set["rules"], "border": set["border"], "start": set["start"]})).unwrap();
        let draws = set["draws"].as_array().unwrap().iter().map(|draw| draw["index"].as_u64().unwrap() as u32);
        let mut script = Scripted::new(draws.collect::<Vec<_>>());
        let mut game = Game::start_with(Duel, setup, 0, &mut script).unwrap();
        let mut seen = vec![game.state().clone()];
        for op in fact["moves"].as_array().unwrap() {
            let mut declared = op.clone();
            let fields = declared.as_object_mut().unwrap();
            let seat = Seat(u8::from(fields.remove("side").unwrap() == "red"));
            let kind = fields.remove("op").unwrap();
            fields.retain(|name, _| ["tile", "rotation", "col", "row"].contains(&name.as_str()));
            fields.insert("type".into(), kind);
            game.act_with(seat, at, serde_json::from_value(declared).unwrap(), &mut script).unwrap();
            seen.push(game.state().clone());
        }
        let (mut family, board) = (Family::new(), 1);
        family.found(board, game.log().record(0).unwrap()).unwrap();
        game.log().records(1).for_each(|record| drop(family.follow(board, record).unwrap()));
        for (number, then) in seen.iter().enumerate().filter(|(_, then)| then.outcome.is_none()) {
            let snapshot = family.snapshot(board, number as u32).unwrap().snapshot_id;
            let branch = family.restore(snapshot).unwrap();
            let restored = state(&family, branch);
            assert_eq!((&restored.board, restored.scores), (&then.board, then.scores), "{} at {number}", fact["name"]);
            assert_eq!(restored, then);
            let scores = number.checked_sub(1).map(|index| &fact["derived"]["scores_after_each_move"][index]);
            assert!(scores.is_none_or(|scores| scores.is_null() || json!(restored.scores) == *scores));
        }
    }
    assert!(replays > 0);
}

#[test]
fn a_chain_of_branches_leads_back_to_the_first_board() {
    let mut family = Family::new();
    let mut board = family.open(Setup { rules: Variant { jokers: 255, ..Variant::default() }, ..Setup::default() }, 0).unwrap();
    let mut luck = Stream::from_seed("deep");
    let mut behind = 0;
    for depth in 0..40u64 {
        let game: &Game<Duel> = family.game(board).unwrap();
        let bout = game.state();
        let side = bout.to_move().unwrap();
        let lays: Vec<Action> = referee::Legal::legal(&Duel, bout, Seat(side as u8), bout.clock)
            .filter(|action| matches!(action, Action::Joker { .. }))
            .collect();
        let action = lays[luck.draw(Ask::below(lays.len() as u32)) as usize];
        let at = bout.clock + behind;
        family.act(board, Seat(side as u8), at, &action).unwrap();
        let snapshot = family.snapshot(board, depth as u32 + 1).unwrap();
        board = family.restore(snapshot.snapshot_id).unwrap();
        behind += 1_000;
        family.join(board, at + 1_000).unwrap();
    }
    let boards: Vec<u64> = family.history(board).iter().map(|made| made.first_board_id).collect();
    assert!(boards.iter().copied().eq(1..=40));
    for number in 0..=40 {
        assert_eq!(family.board_at(board, number).unwrap().board.laid(), number as usize);
    }
}
