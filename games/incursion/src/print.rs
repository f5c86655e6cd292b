//! Who reads which of a handler's texts.

use crate::Verb;
use referee_dispatch::View;

/// How the texts of a handler are shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Print {
    /// One text, for whoever perceives any of them.
    All,
    /// For the actor, and for others who perceive it.
    Actor,
    /// For the target, and for others who perceive it.
    Target,
    /// For the actor, for the target, and for others who perceive both.
    Three,
}

impl Print {
    /// How a number of texts is shared out; none, or more than three, are not said but drawn from.
    pub fn of(verb: Verb, view: View, texts: usize) -> Option<Print> {
        let is_plain = view == View::default();
        let for_target = is_plain && matches!(verb, Verb::DAMAGE | Verb::DEATH | Verb::MAGIC_STRIKE | Verb::MAGIC_HIT);
        let for_actor = is_plain && matches!(verb, Verb::FIELDON | Verb::FIELDOFF);
        match texts {
            1 | 2 if for_target => Some(Print::Target),
            1 if !for_actor => Some(Print::All),
            1 | 2 => Some(Print::Actor),
            3 => Some(Print::Three),
            _ => None,
        }
    }

    /// Its name in traces.
    pub fn name(self) -> &'static str {
        match self {
            Print::All => "APrint",
            Print::Actor => "DPrint",
            Print::Target => "VPrint",
            Print::Three => "TPrint",
        }
    }
}
