//! Everything that can be asked, one line each: the name, the question, what is told. A question may come with a text, an answer too.

mod acting;
mod contract;
mod learning;
mod looking;
mod opening;
mod time;

use crate::Engine;
use crate::answers::Answer;
use crate::rehearsal::{Rehearsal, Rehearse};
use acting::*;
use contract::*;
use learning::*;
use looking::*;
use opening::*;
use referee_host::{Card, Explained, HostError, Parley, Report};
use serde::Serialize;
use serde::de::DeserializeOwned;
use time::*;

/// A question: what it is answered with.
pub(crate) trait Ask: DeserializeOwned {
    /// What is told.
    type Told: Serialize;
    /// The answer, and its text. A question may have come with a text.
    fn answer(self, engine: &mut Engine, text: &str) -> Result<(Self::Told, String), HostError>;
}

macro_rules! asks {
    ($($(#[doc = $doc:literal])* $name:literal: $ask:ty => $told:ty,)*) => {
        /// Answers the question with a name.
        pub(crate) fn answer(engine: &mut Engine, name: &str, ask: &str, text: &str) -> Result<Answer, HostError> {
            match name {
                $($name => answered::<$ask, $told>(engine, ask, text),)*
                _ => Err(HostError::bad("NO_SUCH_QUESTION", format!("nobody knows what {name:?} asks"))),
            }
        }

        /// Shows every question and what it is answered with: name, documentation, types.
        #[cfg(feature = "types")]
        pub(crate) fn each(visitor: &mut impl crate::types::Visitor) {
            $(visitor.visit::<$ask, $told>($name, concat!($($doc),*));)*
        }
    };
}

asks! {
    /// The games of this module.
    "games": Games => Vec<Card>,
    /// The usual setup of a game.
    "setup": Setup => Outline,
    /// Starts a game. Text: its first line.
    "start": Start => Opened,
    /// Opens a log, the text. Its chain is checked, its events folded, every state audited; nothing is decided again.
    "resume": Resume => Opened,
    /// Reads a file of another program, the text. Text: the log it became.
    "import": Import => Imported,
    /// Checks a log, the text: chain, fold, and every action decided again.
    "verify": Verify => Report,
    /// Leaves a session; whether it was there.
    "leave": Leave => bool,
    /// How a game stands.
    "status": OfSession => Status,
    /// Judges an action. Text: the lines to append to the log, where it goes on record.
    "act": Act => Judged,
    /// Appends lines that were decided elsewhere, the text; tells the number of the latest record.
    "follow": Follow => u64,
    /// Closes a game before its end. Text: the line that says so.
    "close": Close => (),
    /// Says something about the match for a seat: resigns, offers a draw, accepts or declines one. Text: the line that says so.
    "say": Say => Parley,
    /// What a seat may do, with words and places.
    "choices": Choices => Vec<Offer>,
    /// What an action would do, as far as its seat can know.
    "preview": Foresee => Foreseen,
    /// What a bot would do in a seat; nothing where there is nothing to do.
    "bot": AskBot => Option<Advice>,
    /// What an eye may know.
    "view": Look => Looked,
    /// The picture of what an eye may know.
    "scene": Picture => referee::Scene,
    /// What an eye saw happen in a record: events, sentences, cues.
    "record": See => Seen,
    /// What was declared in a record.
    "cause": OfCause => Cause,
    /// Why a record came so.
    "why": Why => Explained,
    /// The moments before the first move and after each, as players count them.
    "moments": OfMoments => Vec<Moment>,
    /// The same game at an earlier record, as a session of its own. Text: its log.
    "back": Back => Opened,
    /// A child game from a record on, as a session of its own. Text: its log.
    "branch": Branching => Opened,
    /// The whole log. Text: it.
    "log": OfLog => u64,
    /// The game as a file of another program. Text: it.
    "export": Export => (),
    /// The pure contract: what the rules make of an action upon a state, the text. Text: the line that `referee judge` answers.
    "judge": AskJudge => (),
    /// One event applied to a state, the text, where a game's contract has that layer. Text: the line that `referee mutate` answers.
    "mutate": AskMutate => (),
    /// The lessons of a game.
    "lessons": Lessons => Vec<LessonCard>,
    /// A lesson: what it says, and its own way. The text is a scenario where no name is given.
    "lesson": Learn => Lecture,
    /// Starts the game of a lesson. Text: its first line.
    "begin": Begin => Opened,
    /// How a session stands in a lesson.
    "standing": Stands => Standing,
    /// Plays a game at random, the same on every machine. Text: its log, where that is asked for.
    "rehearse": Rehearse => Rehearsal,
}

fn answered<A: Ask<Told = T>, T: Serialize>(engine: &mut Engine, ask: &str, text: &str) -> Result<Answer, HostError> {
    let read: Result<A, _> = serde_json::from_str(ask);
    let ask = read.map_err(|error| HostError::bad("BAD_QUESTION", error.to_string()))?;
    let (told, text) = ask.answer(engine, text)?;
    Ok(Answer::new(&told, text))
}
