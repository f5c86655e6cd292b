//! A game whose actions say whose they are, and one with a judge of its own.
#![allow(missing_docs)] // tests say what they show by their names

use referee::prelude::*;
use referee_host::{HostError, Hosted, Judge, Registry, Scenario, Table, Title};
use referee_nim::Nim;
use serde::{Deserialize, Serialize};

/// Two seats bid; a bid may say whose it is.
#[derive(Clone)]
struct Bids;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Latest(Option<(Seat, u32)>);
impl State for Latest {}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Bid {
    by: Option<Seat>,
    sum: u32,
}

refusals! {
    enum Refusal {
        NotYours => "NOT_YOURS": "the bid is another seat's",
    }
}

impl Rules for Bids {
    const NAME: &'static str = "bids";
    const VERSION: &'static str = "1";
    const SEATS: &'static [&'static str] = &["north", "south"];
    type Setup = ();
    type State = Latest;
    type Action = Bid;
    type Event = (Seat, u32);
    type Rejection = Refusal;
    fn start(&self, _: &(), _: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        Ok(())
    }
    fn decide(&self, bid: &Bid, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        refuse_if!(bid.by.is_some_and(|by| by != turn.seat()), Refusal::NotYours);
        turn.emit((turn.seat(), bid.sum));
        Ok(())
    }
    fn evolve(&self, latest: &mut Latest, event: &(Seat, u32)) {
        latest.0 = Some(*event);
    }
    fn speaker(&self, _: &Latest, bid: &Bid) -> Option<Seat> {
        bid.by
    }
}

impl Legal for Bids {
    fn legal(&self, _: &Latest, _: Seat, _: Millis) -> impl Iterator<Item = Bid> {
        [].into_iter()
    }
    fn lists(&self, _: &Latest, _: Seat, _: &Bid) -> bool {
        false
    }
}

impl View for Bids {
    type View = Latest;
    fn view(&self, latest: &Latest, _: Option<Seat>) -> Latest {
        latest.clone()
    }
    fn seen(&self, event: &(Seat, u32), _: Option<Seat>) -> Option<(Seat, u32)> {
        Some(*event)
    }
    fn imagine(&self, seen: &Latest, _: u64) -> Latest {
        seen.clone()
    }
}

impl Show for Bids {
    const ABOUT: &'static str = "bids";
    fn scene(&self, _: &Latest) -> Scene {
        Scene::default()
    }
    fn tell(&self, _: &(Seat, u32)) -> String {
        String::new()
    }
    fn aim(&self, _: &Latest, _: &Bid) -> Aim {
        Aim::default()
    }
}

const BY_SOUTH: &str = r#"{"by":1,"sum":5}"#;
const BY_NOBODY: &str = r#"{"by":null,"sum":5}"#;

fn bids() -> Box<dyn Table> {
    Hosted::new(Bids).start(None, None, 0, None).unwrap()
}

fn judged(title: &dyn Title, request: &str) -> String {
    let mut out = String::new();
    title.judging().answer(request, &mut out).unwrap();
    out
}

#[test]
fn a_seat_left_out_is_whose_the_action_is() {
    let whose = |seat, action| bids().whose(seat, action).map_err(|error| error.code);
    assert_eq!(whose(None, BY_SOUTH), Ok(Seat(1)));
    assert_eq!(whose(Some("north"), BY_SOUTH), Ok(Seat(0)), "what is said counts; the rules judge it");
    assert_eq!(whose(None, BY_NOBODY), Err("NO_SEAT"));
    assert_eq!(whose(None, "{}"), Err("INVALID_ACTION"));
    assert_eq!(whose(Some("east"), BY_SOUTH), Err("NO_SUCH_SEAT"));
}

#[test]
fn judge_run_and_scenarios_may_leave_the_seat_out() {
    let title = Hosted::new(Bids);
    let answer = judged(&title, &format!(r#"{{"state":null,"action":{BY_SOUTH}}}"#));
    assert_eq!(answer, r#"{"nextState":[1,5],"events":[[1,5]],"success":true}"#);
    let answer = judged(&title, &format!(r#"{{"state":null,"action":{BY_NOBODY}}}"#));
    assert!(answer.contains("[NO_SEAT]"), "{answer}");
    let registry = Registry::new().with(title);
    let answer = registry.title("bids").unwrap().run(&format!(r#"{{"actions":[{{"action":{BY_SOUTH}}}]}}"#), false).unwrap();
    assert!(answer.starts_with(r#"{"ok":true,"steps":[{"success":true,"events":[[1,5]]}]"#), "{answer}");
    let draft = format!("{{\"game\":\"bids\"}}\n{{\"action\":{BY_SOUTH}}}\n#! {{\"action\":{BY_SOUTH}}}\n");
    let (_, completed) = Scenario::parse(&draft).unwrap().run(&registry).unwrap();
    assert!(completed.contains(r#""seat":"south""#), "{completed}");
    assert_eq!(Scenario::parse(&completed).unwrap().run(&registry).unwrap().0, []);
}

/// Counts what it was asked.
struct Counting(u32);

impl Judge for Counting {
    fn answer(&mut self, request: &str, out: &mut String) -> Result<(), HostError> {
        self.0 += 1;
        out.push_str(&format!("{request}, {}", self.0));
        Ok(())
    }
}

#[test]
fn a_judge_of_ones_own_remembers_and_each_run_has_its_own() {
    let title = Hosted::new(Nim).judged_by(|_| Box::new(Counting(0)));
    let (mut judge, mut out) = (title.judging(), String::new());
    judge.answer("one", &mut out).unwrap();
    judge.answer(" two", &mut out).unwrap();
    assert_eq!((&out[..], &judged(&title, "three")[..]), ("one, 1 two, 2", "three, 1"));
}
