//! From where a handler sees a happening, and the numbers that stand for it.

use crate::Phase;
use core::fmt;

/// In what relation a handler stands to a happening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lens {
    /// It is about the handler's own doing, place or effect.
    #[default]
    Plain,
    /// It is done to the handler's bearer.
    Victim,
    /// It passes an item that carries the handler as an enchantment.
    Item,
    /// A status was waiting for it.
    Trap,
    /// A status was waiting for it to be done to its bearer.
    TrapOfVictim,
    /// A god watches who acts.
    God,
    /// A god watches to whom it is done.
    GodOfVictim,
}

impl Lens {
    /// All lenses.
    pub const ALL: [Lens; 7] =
        [Lens::Plain, Lens::Victim, Lens::Item, Lens::Trap, Lens::TrapOfVictim, Lens::God, Lens::GodOfVictim];

    /// What it adds to the number of a verb.
    pub fn offset(self) -> u16 {
        match self {
            Lens::Plain => 0,
            Lens::Victim => VICTIM,
            Lens::Item => ITEM,
            Lens::Trap => TRAP,
            Lens::TrapOfVictim => TRAP + VICTIM,
            Lens::God => GOD,
            Lens::GodOfVictim => GOD + VICTIM,
        }
    }

    /// The modifiers it is written with, the outermost first.
    fn modifiers(self) -> &'static [&'static str] {
        match self {
            Lens::Plain => &[],
            Lens::Victim => &["EVICTIM"],
            Lens::Item => &["EITEM"],
            Lens::Trap => &["META"],
            Lens::TrapOfVictim => &["META", "EVICTIM"],
            Lens::God => &["GODWATCH"],
            Lens::GodOfVictim => &["GODWATCH", "EVICTIM"],
        }
    }
}

const STEP: u16 = 500;
const VICTIM: u16 = 2_000;
const ITEM: u16 = 4_000;
const TRAP: u16 = 10_000;
const GOD: u16 = 20_000;

/// A phase through a lens: what a handler is registered for, besides the verb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct View {
    /// When.
    pub phase: Phase,
    /// In what relation.
    pub lens: Lens,
}

impl View {
    /// How many views there are.
    pub const COUNT: usize = 21;

    /// A phase through a lens.
    #[inline]
    pub const fn new(phase: Phase, lens: Lens) -> View {
        View { phase, lens }
    }

    /// All views.
    pub fn all() -> impl Iterator<Item = View> {
        Lens::ALL.into_iter().flat_map(|lens| Phase::ALL.into_iter().map(move |phase| View { phase, lens }))
    }

    /// Its place among all views.
    #[inline]
    pub const fn index(self) -> usize {
        self.lens as usize * 3 + self.phase as usize
    }

    /// The number of a verb seen so.
    ///
    /// ```
    /// # use referee_dispatch::{Lens, Phase, View};
    /// let watched = View::new(Phase::Pre, Lens::GodOfVictim);
    /// assert_eq!(watched.code(19), 22_519);
    /// assert_eq!(View::decode(22_519), Ok((19, watched)));
    /// ```
    pub fn code(self, verb: u16) -> u16 {
        verb + self.phase.offset() + self.lens.offset()
    }

    /// The verb and the view a number stands for.
    pub fn decode(code: u16) -> Result<(u16, View), BadCode> {
        let (verb, steps) = (code % STEP, code / STEP);
        let view = View::all().find(|view| (view.phase.offset() + view.lens.offset()) / STEP == steps);
        view.filter(|_| verb > 0).map(|view| (verb, view)).ok_or(BadCode { code })
    }

    /// Reads `GODWATCH(EVICTIM(PRE(EV_STRIKE)))`, the modifiers in any order: the name within, and the view.
    pub fn parse(text: &str) -> Result<(&str, View), BadView<'_>> {
        let (mut rest, mut offset, mut used) = (text.trim(), 0, 0u64);
        while let Some((modifier, within)) = rest.split_once('(') {
            let within = within.strip_suffix(')').ok_or(BadView { text, why: "a bracket is left open" })?;
            let step = MODIFIERS.iter().find(|(name, _)| *name == modifier.trim());
            let &(_, step) =
                step.ok_or(BadView { text, why: "it knows PRE, POST, EVICTIM, ETARGET, EITEM, META and GODWATCH" })?;
            if used & 1 << (step / STEP) != 0 {
                return Err(BadView { text, why: "a modifier counts once" });
            }
            used |= 1u64 << (step / STEP);
            (rest, offset) = (within.trim(), offset + step);
        }
        if rest.is_empty() || rest.contains(')') {
            return Err(BadView { text, why: "a name was expected within" });
        }
        let view = View::all().find(|view| view.phase.offset() + view.lens.offset() == offset);
        view.map(|view| (rest, view)).ok_or(BadView { text, why: "nothing is ever seen so" })
    }

    /// Writes a name as it is seen so: what [`parse`](View::parse) reads.
    pub fn of(self, name: &str) -> Viewed<'_> {
        Viewed { view: self, name }
    }
}

const MODIFIERS: [(&str, u16); 7] = [
    ("PRE", STEP),
    ("POST", 2 * STEP),
    ("EVICTIM", VICTIM),
    ("ETARGET", VICTIM),
    ("EITEM", ITEM),
    ("META", TRAP),
    ("GODWATCH", GOD),
];

/// A name as it is seen through a view.
#[derive(Clone, Copy, Debug)]
pub struct Viewed<'a> {
    view: View,
    name: &'a str,
}

impl fmt::Display for Viewed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let phase: &[&str] = match self.view.phase {
            Phase::Pre => &["PRE"],
            Phase::Main => &[],
            Phase::Post => &["POST"],
        };
        let modifiers = self.view.lens.modifiers().iter().chain(phase);
        for modifier in modifiers.clone() {
            write!(f, "{modifier}(")?;
        }
        f.write_str(self.name)?;
        modifiers.count().checked_sub(1).map_or(Ok(()), |last| (0..=last).try_for_each(|_| f.write_str(")")))
    }
}

/// A number that stands for no view of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadCode {
    /// The number.
    pub code: u16,
}

impl fmt::Display for BadCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} stands for nothing that is ever thrown", self.code)
    }
}

impl core::error::Error for BadCode {}

/// A text that names no view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadView<'a> {
    /// The text.
    pub text: &'a str,
    /// What is wrong with it.
    pub why: &'static str,
}

impl fmt::Display for BadView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` names no moment: {}", self.text, self.why)
    }
}

impl core::error::Error for BadView<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;

    #[test]
    fn every_view_of_every_verb_has_one_number_and_one_text_and_both_lead_back() {
        for view in View::all() {
            for verb in 1..500 {
                assert_eq!(View::decode(view.code(verb)), Ok((verb, view)));
            }
            let text = view.of("EV_HIT").to_string();
            assert_eq!(View::parse(&text), Ok(("EV_HIT", view)), "{text}");
        }
        assert_eq!(View::all().count(), View::COUNT);
        assert!(View::all().enumerate().all(|(at, view)| view.index() == at));
    }

    #[test]
    fn all_other_numbers_stand_for_nothing() {
        let known = (0..=u16::MAX).filter(|&code| View::decode(code).is_ok()).count();
        assert_eq!(known, 499 * View::COUNT);
        assert!(View::decode(6_019).is_err(), "an item's enchantment is nobody's victim");
    }

    #[test]
    fn modifiers_nest_in_any_order_and_mistakes_are_named() {
        let view = View::new(Phase::Post, Lens::GodOfVictim);
        assert_eq!(View::parse("POST(ETARGET(GODWATCH(EV_HIT)))"), Ok(("EV_HIT", view)));
        for bad in ["PRE(EV_HIT", "NEAR(EV_HIT)", "PRE()", "PRE(POST(EV_HIT))", "EV_HIT)", "", "PRE(PRE(EV_HIT))"] {
            assert!(View::parse(bad).is_err(), "{bad}");
        }
        assert_eq!(format!("{}", View::new(Phase::Pre, Lens::Item).of("EV_HIT")), "EITEM(PRE(EV_HIT))");
    }
}
