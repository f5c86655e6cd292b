//! Each law can fail: one planted bug, and the law that finds it with a game of at most three moves.

mod high_card;

use high_card::{Action, HighCard, Setup, actions, bug, setups};
use proptest::prelude::*;
use referee_laws::{Failure, Hosted, Law, Move, Plan, Registry, check};

/// The failure a bug is found by.
fn found<const BUG: u8>(law: Law<HighCard<BUG>>) -> Box<Failure<HighCard<BUG>>> {
    let failure = check(&law, &HighCard, setups(), actions(), 1_000).expect_err("the law finds the bug");
    assert_eq!(failure.number, law.number);
    assert!(failure.plan.moves.len() <= 3, "not small: {:?}", failure.plan);
    failure
}

macro_rules! planted {
    ($($name:ident: $law:ident finds $bug:ident by $sign:literal;)+) => {
        $(
            #[test]
            fn $name() {
                let failure = found::<{ bug::$bug }>(Law::$law());
                assert!(failure.to_string().contains($sign), "{failure}");
            }
        )+
    };
}

planted! {
    a_refusal_may_not_pass_the_turn: entry finds REFUSAL_PASSES_THE_TURN by "after a refusal on record";
    an_accepted_action_may_not_be_silent: entry finds STANDING_IS_SILENT by "event";
    deciding_may_not_touch_the_input: entry finds CLONES_SHARE by "the input of `apply`";
    deciding_may_not_write_by_a_side_door: fold finds DECIDE_WRITES_BY_A_SIDE_DOOR by "expected";
    evolve_may_not_remember: fold finds EVOLVE_REMEMBERS by "expected";
    evolve_may_not_fail: fold finds EVOLVE_IS_NOT_TOTAL by "nobody may stand";
    looking_may_not_leave_a_mark: fold finds LOOKING_LEAVES_A_MARK by "expected";
    deciding_may_not_remember: again finds DECIDE_REMEMBERS by "expected";
    a_refusal_may_not_break_an_invariant: audits finds REFUSAL_BREAKS_AN_INVARIANT by "the audit after a refusal";
    an_audit_may_not_remember: audits finds AUDIT_REMEMBERS by "expected";
    clones_may_not_share: branches finds CLONES_SHARE by "expected";
    text_may_not_lose_a_field: text finds TEXT_LOSES_A_FIELD by "written and read again";
    no_number_goes_beyond_2_to_the_53: text finds NUMBER_BEYOND_2_53 by "9007199254740991";
    legal_may_not_omit: listed finds LEGAL_OMITS by "an action that is not listed";
    legal_may_not_list_what_is_refused: listed finds LEGAL_OVERLISTS by "an action that is listed";
    legal_may_not_repeat: listed finds LEGAL_REPEATS by "twice";
    over_means_that_nothing_is_left_to_do: listed finds OVER_TOO_EARLY by "when the game is over";
    a_view_may_not_show_the_generator: views finds VIEW_SHOWS_THE_GENERATOR by "expected";
    an_event_may_not_show_a_hidden_card: views finds SEEN_SHOWS_A_CARD by "in two worlds that look the same";
    legal_may_not_tell_a_hidden_card: views finds LEGAL_TELLS_A_CARD by "may do in an imagined state";
    what_is_imagined_looks_the_same: views finds IMAGINE_FORGETS_MY_CARD by "of an imagined state";
}

#[test]
fn a_law_judges_one_plan_without_a_panic() {
    type Omits = HighCard<{ bug::LEGAL_OMITS }>;
    let moves = vec![Move::Wild { seat: 0, wait: 0, action: Action::Stand }];
    let plan: Plan<Omits> = Plan { setup: Setup::default(), moves };
    let breach = referee_laws::legal_lists_what_decide_accepts(&HighCard, &plan).unwrap_err();
    assert_eq!((breach.step, &breach.expected[..]), (Some(1), "refused"));
    assert_eq!(referee_laws::events_alone_make_the_state(&HighCard, &plan), Ok(()));
}

#[test]
fn the_smallest_game_that_breaks_a_law_is_a_scenario() {
    let failure = found::<{ bug::LEGAL_OMITS }>(Law::listed());
    let scenario = referee_laws::Scenario::parse(&failure.draft).unwrap();
    let registry = Registry::new().with(Hosted::new(HighCard::<{ bug::LEGAL_OMITS }>));
    let (_, completed) = scenario.run(&registry).unwrap();
    let (failures, again) = referee_laws::Scenario::parse(&completed).unwrap().run(&registry).unwrap();
    assert_eq!((failures, again), (Vec::new(), completed));
}

#[test]
fn a_law_that_no_game_reaches_is_not_kept() {
    let nothing = Just(Setup { cards: 0, seed: String::new() });
    let failure = check(&Law::<HighCard<{ bug::NONE }>>::fold(), &HighCard, nothing, actions(), 10).unwrap_err();
    assert_eq!(failure.breach.what, "random play");
}
