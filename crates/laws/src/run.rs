//! Running a law over random plans, and the report when it fails: the law, what was expected and found, and the smallest plan as a scenario.

use crate::{Breach, Law, Plan, draft, plans};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner};
use referee_host::Playable;
use std::cell::RefCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many random games each law plays, unless told otherwise: 10,000 for all eight.
pub const GAMES: u32 = 1_250;

/// How many plans are looked at to see that the laws are tested at all.
const SAMPLE: usize = 64;

/// A law that does not hold, and the smallest plan found that breaks it.
pub struct Failure<R: Playable> {
    /// The number of the law.
    pub number: u8,
    /// What the law says.
    pub says: &'static str,
    /// What is not so.
    pub breach: Breach,
    /// The smallest plan that breaks it.
    pub plan: Plan<R>,
    /// The plan as the text of a scenario.
    pub draft: String,
}

/// Holds a law against random games; panics with a report if one breaks it. This is what [`laws!`](crate::laws) calls.
///
/// # Panics
/// When a game breaks the law.
pub fn hold<R: Playable>(
    law: Law<R>,
    rules: R,
    setups: impl Strategy<Value = R::Setup>,
    actions: impl Strategy<Value = R::Action>,
    games: u32,
) {
    if let Err(failure) = check(&law, &rules, setups, actions, asked_for().unwrap_or(games)) {
        panic!("{failure}");
    }
}

/// Holds a law against a number of random games; gives the smallest plan that breaks it.
pub fn check<R: Playable>(
    law: &Law<R>,
    rules: &R,
    setups: impl Strategy<Value = R::Setup>,
    actions: impl Strategy<Value = R::Action>,
    games: u32,
) -> Result<(), Box<Failure<R>>> {
    let plans = plans::<R>(setups, actions);
    let config = config(games, law.number);
    if let Some((breach, plan)) = untested(rules, &plans, &config) {
        return Err(failure(law, rules, breach, plan));
    }
    let latest = RefCell::new(None);
    let judged = TestRunner::new(config).run(&plans, |plan| {
        judge(law, rules, &plan).map_err(|breach| {
            let reason = breach.to_string();
            latest.replace(Some(breach));
            TestCaseError::fail(reason)
        })
    });
    match judged {
        Ok(()) => Ok(()),
        Err(TestError::Fail(reason, plan)) => {
            let breach = latest.take().unwrap_or_else(|| Breach::new("the law", "kept", reason.to_string()));
            Err(failure(law, rules, breach, plan))
        }
        Err(TestError::Abort(reason)) => panic!("the strategies give no games: {reason}"),
    }
}

/// Judges one plan; rules that panic break the law.
fn judge<R: Playable>(law: &Law<R>, rules: &R, plan: &Plan<R>) -> Result<(), Breach> {
    catch_unwind(AssertUnwindSafe(|| (law.judge)(rules, plan))).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
        Err(Breach::new("the rules", "no panic", format!("a panic: {}", said.unwrap_or("without a word"))))
    })
}

/// A law that no game reaches is not tested: some setup must be accepted, and some action.
fn untested<R: Playable>(rules: &R, plans: &impl Strategy<Value = Plan<R>>, config: &Config) -> Option<(Breach, Plan<R>)> {
    let mut runner = TestRunner::new(config.clone());
    let mut started = 0;
    let mut last = None;
    for _ in 0..SAMPLE {
        let plan = plans.new_tree(&mut runner).ok()?.current();
        // Rules that panic are for the law to report.
        let played = catch_unwind(AssertUnwindSafe(|| plan.played(rules).map(|(game, _)| game.log().len()))).ok()?;
        if played.is_some_and(|records| records > 1) {
            return None;
        }
        started += u32::from(played.is_some());
        last = Some(plan);
    }
    let found = format!("{started} of {SAMPLE} setups accepted, no action in any of them");
    Some((Breach::new("random play", "games that start and go on", found), last?))
}

fn failure<R: Playable>(law: &Law<R>, rules: &R, breach: Breach, plan: Plan<R>) -> Box<Failure<R>> {
    let draft = draft(rules, &plan);
    Box::new(Failure { number: law.number, says: law.says, breach, plan, draft })
}

/// The same games in every run, unless `PROPTEST_RNG_SEED` says otherwise; no files are written.
fn config(games: u32, law: u8) -> Config {
    let mut config = Config { cases: games, failure_persistence: None, ..Config::default() };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(u64::from(law));
    }
    config
}

fn asked_for() -> Option<u32> {
    let number = |name| std::env::var(name).ok().and_then(|text| text.replace('_', "").parse().ok());
    number("REFEREE_GAMES").or_else(|| number("PROPTEST_CASES"))
}

impl<R: Playable> fmt::Display for Failure<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { number, says, breach, draft, .. } = self;
        let step = breach.step.map_or(String::new(), |step| format!(" (move {step})"));
        writeln!(f, "{} breaks law {number}: {says}", R::NAME)?;
        writeln!(f, "  looked at: {}{step}", breach.what)?;
        writeln!(f, "  expected:  {}", breach.expected)?;
        writeln!(f, "  found:     {}", breach.found)?;
        writeln!(f, "The smallest game that does; save it as scenarios/<what-it-shows>.jsonl:\n")?;
        writeln!(f, "# Law {number}: {says}.")?;
        f.write_str(draft)
    }
}

impl<R: Playable> fmt::Debug for Failure<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
