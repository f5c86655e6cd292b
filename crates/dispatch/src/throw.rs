//! The three phases.

use crate::{Asked, Phase, Quiet, Stage, Verdict};
use core::{fmt, mem};

/// How deep throws may be nested.
pub const DEPTH_MAX: u16 = 128;

/// How deep throws are nested at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Depth(u16);

impl Depth {
    /// How many throws are under way.
    pub fn get(self) -> u16 {
        self.0
    }
}

/// Throws are nested too deep: one station throws what another throws back. The action must be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TooDeep;

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one thing led to another more than {DEPTH_MAX} times")
    }
}

impl core::error::Error for TooDeep {}

/// Throws a happening: PRE, main and POST over all stations. What it says is the verdict of the main phase, or of PRE where that ended it.
#[inline]
pub fn throw<S: Stage>(stage: &mut S, verb: S::Verb, happening: &mut S::Happening) -> Result<Verdict, TooDeep> {
    if stage.depth().0 >= DEPTH_MAX {
        return Err(TooDeep);
    }
    stage.depth().0 += 1;
    stage.opened(verb, happening);
    let mut verdict = pass(stage, Phase::Pre, verb, happening);
    if !verdict.ends() {
        verdict = pass(stage, Phase::Main, verb, happening);
    }
    if verdict != Verdict::Abort {
        pass(stage, Phase::Post, verb, happening);
    }
    stage.closed(verb, verdict, happening);
    stage.depth().0 -= 1;
    Ok(verdict)
}

/// Throws another verb with the happening at hand: what it changes, its caller sees. Only its quiet is its own.
pub fn rethrow<S: Stage<Happening: Quiet>>(
    stage: &mut S,
    verb: S::Verb,
    happening: &mut S::Happening,
) -> Result<Verdict, TooDeep> {
    let quiet = mem::take(happening.quiet());
    let verdict = throw(stage, verb, happening);
    *happening.quiet() = quiet;
    verdict
}

/// Throws another verb with a copy of the happening at hand, changed for it: nothing comes back.
pub fn redirect<S: Stage<Happening: Clone>>(
    stage: &mut S,
    verb: S::Verb,
    happening: &S::Happening,
    change: impl FnOnce(&mut S::Happening),
) -> Result<Verdict, TooDeep> {
    let mut copy = happening.clone();
    change(&mut copy);
    throw(stage, verb, &mut copy)
}

/// One phase: the stations in order, until one ends it.
#[inline(always)] // phase by phase, so that the compiler knows who has nothing to say in it
fn pass<S: Stage>(stage: &mut S, phase: Phase, verb: S::Verb, happening: &mut S::Happening) -> Verdict {
    let mut left = stage.hearing(phase, verb) & all::<S>();
    while left != 0 {
        let station = left.trailing_zeros() as usize;
        left &= left - 1;
        let verdict = stage.consult(station, phase, verb, happening);
        let depth = stage.depth().0;
        stage.asked(Asked { depth, station: S::STATIONS[station], phase, verb, verdict }, happening);
        match verdict {
            Verdict::Nothing => {}
            Verdict::Hush => stage.hush(happening),
            Verdict::Done | Verdict::Abort => return verdict,
            Verdict::Error => {
                stage.faulted(station, phase, verb, happening);
                return Verdict::Abort;
            }
        }
    }
    Verdict::Nothing
}

/// All stations, as bits.
const fn all<S: Stage>() -> u64 {
    assert!(S::STATIONS.len() <= 64, "a course has 64 stations at most");
    if S::STATIONS.len() == 64 { u64::MAX } else { (1 << S::STATIONS.len()) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes down who was asked, and answers from a table.
    struct Table {
        depth: Depth,
        answers: [[Verdict; 3]; 2],
        heard: [u8; 6],
        count: usize,
        again: bool,
        hushed: bool,
        faults: u32,
    }

    impl Table {
        fn new(answers: [[Verdict; 3]; 2]) -> Table {
            Table { depth: Depth::default(), answers, heard: [0; 6], count: 0, again: false, hushed: false, faults: 0 }
        }
        fn heard(&self) -> &[u8] {
            &self.heard[..self.count]
        }
    }

    impl Stage for Table {
        type Verb = ();
        type Happening = ();
        const STATIONS: &'static [&'static str] = &["first", "second"];
        fn depth(&mut self) -> &mut Depth {
            &mut self.depth
        }
        fn consult(&mut self, station: usize, phase: Phase, verb: (), happening: &mut ()) -> Verdict {
            if self.again {
                return throw(self, verb, happening).unwrap_or(Abort);
            }
            self.heard[self.count] = (station * 3 + phase as usize) as u8;
            self.count += 1;
            self.answers[station][phase as usize]
        }
        fn hush(&mut self, _happening: &mut ()) {
            self.hushed = true;
        }
        fn faulted(&mut self, _station: usize, _phase: Phase, _verb: (), _happening: &mut ()) {
            self.faults += 1;
        }
    }

    use Verdict::{Abort, Done, Error, Hush, Nothing};
    const CALM: [Verdict; 3] = [Nothing; 3];

    #[test]
    fn phases_pass_in_order_and_stations_within_them() {
        let mut table = Table::new([CALM, CALM]);
        assert_eq!(throw(&mut table, (), &mut ()), Ok(Nothing));
        assert_eq!(table.heard(), [0, 3, 1, 4, 2, 5]);
    }

    #[test]
    fn done_in_pre_leaves_out_main_but_not_post() {
        let mut table = Table::new([[Done, Nothing, Nothing], CALM]);
        assert_eq!(throw(&mut table, (), &mut ()), Ok(Done));
        assert_eq!(table.heard(), [0, 2, 5]);
    }

    #[test]
    fn abort_leaves_out_everything_that_follows() {
        let mut pre = Table::new([[Abort, Nothing, Nothing], CALM]);
        assert_eq!((throw(&mut pre, (), &mut ()), pre.heard()), (Ok(Abort), &[0][..]));
        let mut main = Table::new([CALM, [Nothing, Abort, Nothing]]);
        assert_eq!((throw(&mut main, (), &mut ()), main.heard()), (Ok(Abort), &[0, 3, 1, 4][..]));
    }

    #[test]
    fn nobody_listens_to_the_verdict_of_post() {
        let mut table = Table::new([[Nothing, Done, Abort], CALM]);
        assert_eq!(throw(&mut table, (), &mut ()), Ok(Done));
        assert_eq!(table.heard(), [0, 3, 1, 2]);
    }

    #[test]
    fn a_fault_is_reported_and_forbids() {
        let mut table = Table::new([[Nothing, Error, Nothing], CALM]);
        assert_eq!(throw(&mut table, (), &mut ()), Ok(Abort));
        assert_eq!((table.heard(), table.faults), (&[0, 3, 1][..], 1));
    }

    #[test]
    fn hush_goes_on() {
        let mut table = Table::new([[Hush, Nothing, Nothing], CALM]);
        assert_eq!(throw(&mut table, (), &mut ()), Ok(Nothing));
        assert!(table.hushed && table.heard().len() == 6);
    }

    #[test]
    fn what_throws_itself_without_end_is_stopped_and_leaves_the_depth_as_it_was() {
        let mut table = Table::new([CALM, CALM]);
        table.again = true;
        assert_eq!(throw(&mut table, (), &mut ()), Ok(Abort));
        assert_eq!(table.depth.get(), 0);
    }
}
