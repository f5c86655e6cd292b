//! Where happenings are thrown: what a game says about its stations.

use crate::{Depth, Phase, Verdict};

/// Where happenings are thrown. A game implements it for whatever holds its turn.
pub trait Stage {
    /// What is thrown: the kind of happening.
    type Verb: Copy;
    /// What is passed along and may be changed on the way.
    type Happening;
    /// The stations by name, in the order in which they are asked.
    const STATIONS: &'static [&'static str];

    /// How deep throws are nested at the moment.
    fn depth(&mut self) -> &mut Depth;

    /// Which stations have anything to say, as bits: one cheap look, so that all others cost nothing. There are 64 stations at most.
    #[inline]
    fn hearing(&self, _phase: Phase, _verb: Self::Verb) -> u64 {
        u64::MAX
    }

    /// Asks a station.
    fn consult(&mut self, station: usize, phase: Phase, verb: Self::Verb, happening: &mut Self::Happening) -> Verdict;

    /// Makes a happening quiet.
    #[inline]
    fn hush(&mut self, _happening: &mut Self::Happening) {}

    /// Told before the first phase.
    #[inline]
    fn opened(&mut self, _verb: Self::Verb, _happening: &mut Self::Happening) {}

    /// Told after the last phase.
    #[inline]
    fn closed(&mut self, _verb: Self::Verb, _verdict: Verdict, _happening: &mut Self::Happening) {}

    /// Told where a station was faulty.
    #[inline]
    fn faulted(&mut self, _station: usize, _phase: Phase, _verb: Self::Verb, _happening: &mut Self::Happening) {}

    /// Told after every station that was asked, for whoever wants to explain what happened.
    #[inline]
    fn asked(&mut self, _asked: Asked<Self::Verb>, _happening: &Self::Happening) {}
}

/// A station that was asked, and what it said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked<V> {
    /// How deep the throw is nested, from 1.
    pub depth: u16,
    /// The station by name.
    pub station: &'static str,
    /// In which phase.
    pub phase: Phase,
    /// What was thrown.
    pub verb: V,
    /// What it said.
    pub verdict: Verdict,
}
