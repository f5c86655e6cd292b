//! Acting: what a seat may do, would do and does, and what a bot would do there.

use super::Ask;
use crate::Engine;
use crate::answers::{Words, words};
use referee::{Aim, Scene, Scripted, Stream};
use referee_host::{HostError, Line, Parley, Preview, Verdict, Word};

asked! {
    /// Declares an action.
    pub(crate) struct Act {
        /// The session.
        session: u32,
        /// Who acts; left out where the rules know whose the action is.
        seat: Option<String>,
        /// When; left out, no time has passed.
        at: Option<u64>,
        /// The action.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        action: Words,
        /// Dice handed in, where the log takes such.
        dice: Option<Vec<u32>>,
    }

    /// Appends lines that were decided elsewhere.
    pub(crate) struct Follow {
        /// The session.
        session: u32,
    }

    /// Closes a game before its end.
    pub(crate) struct Close {
        /// The session.
        session: u32,
        /// Why.
        why: String,
    }

    /// Says something about the match.
    pub(crate) struct Say {
        /// The session.
        session: u32,
        /// The seat that says it.
        seat: String,
        /// What it says.
        word: Word,
        /// When; left out, no time has passed.
        at: Option<u64>,
    }

    /// Asks what a seat may do.
    pub(crate) struct Choices {
        /// The session.
        session: u32,
        /// The seat; left out, the only one.
        seat: Option<String>,
        /// When; left out, now.
        at: Option<u64>,
        /// The first so many, because a game may offer millions; left out, 10,000.
        most: Option<u32>,
    }

    /// Asks what an action would do.
    pub(crate) struct Foresee {
        /// The session.
        session: u32,
        /// Who would act; left out where the rules know whose the action is.
        seat: Option<String>,
        /// When; left out, now.
        at: Option<u64>,
        /// The action.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        action: Words,
    }

    /// Asks a bot.
    pub(crate) struct AskBot {
        /// The session.
        session: u32,
        /// The bot, one of the card's.
        bot: String,
        /// The seat; left out, the only one.
        seat: Option<String>,
        /// When; left out, now.
        at: Option<u64>,
        /// What its luck is drawn from: the same gives the same.
        luck: String,
    }
}

told! {
    /// What came of an action.
    pub(crate) struct Judged {
        /// Whether it was accepted.
        success: bool,
        /// Whether it could be read at all.
        readable: bool,
        /// What happened.
        #[cfg_attr(feature = "types", ts(type = "unknown[]"))]
        events: Words,
        /// Why not, each as `[CODE] sentence`.
        errors: Vec<String>,
        /// Why not, in the game's own words for programs.
        #[cfg_attr(feature = "types", ts(type = "unknown[]"))]
        error_events: Vec<Words>,
        /// The number of the latest record.
        seq: u64,
    }

    /// Something a seat may do.
    pub(crate) struct Offer {
        /// The action.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        action: Words,
        /// What it is called and where it points.
        aim: Aim,
        /// The keys that offer it.
        keys: &'static str,
    }

    /// What an action would do.
    pub(crate) struct Foreseen {
        /// Whether it would be accepted.
        success: bool,
        /// What would happen.
        #[cfg_attr(feature = "types", ts(type = "unknown[]"))]
        events: Words,
        /// Why not.
        errors: Vec<String>,
        /// What would happen: each event as a sentence.
        tale: Vec<String>,
        /// So many of the events are sure; what follows them is an example.
        alike: usize,
        /// Whether all of it is sure.
        sure: bool,
        /// How it would look to the seat afterwards.
        scene: Scene,
        /// The tokens that may look otherwise, by id.
        open: Vec<u32>,
    }

    /// What a bot would do.
    pub(crate) struct Advice {
        /// The action.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        action: Words,
    }
}

const CHOICES_MAX: u32 = 10_000;

impl Ask for Act {
    type Told = Judged;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Judged, String), HostError> {
        let table = engine.table(self.session)?;
        let action = self.action.get();
        let (seat, at) = (table.whose(self.seat.as_deref(), action)?, self.at.unwrap_or_else(|| table.now()));
        let mut dice = self.dice.map(Scripted::new);
        let Verdict { success, events, errors, error_events, lines, readable } = table.act(seat, at, action, dice.as_mut());
        let error_events = error_events.into_iter().map(words).collect();
        Ok((Judged { success, readable, events: words(events), errors, error_events, seq: table.seq() }, lines))
    }
}

impl Ask for Follow {
    type Told = u64;
    fn answer(self, engine: &mut Engine, text: &str) -> Result<(u64, String), HostError> {
        let table = engine.table(self.session)?;
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !Line::is_prose(line)) {
            let followed = Line::parse(line).and_then(|line| table.follow(&line)).and_then(|()| table.audit());
            followed.map_err(|error| error.at_line(number))?;
        }
        Ok((table.seq(), String::new()))
    }
}

impl Ask for Close {
    type Told = ();
    fn answer(self, engine: &mut Engine, _: &str) -> Result<((), String), HostError> {
        Ok(((), engine.table(self.session)?.close(&self.why)?))
    }
}

impl Ask for Say {
    type Told = Parley;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Parley, String), HostError> {
        let table = engine.table(self.session)?;
        let (seat, at) = (table.card().seat(Some(&self.seat))?, self.at.unwrap_or_else(|| table.now()));
        let line = table.say(seat, at, self.word)?;
        Ok((table.parley(), line))
    }
}

impl Ask for Choices {
    type Told = Vec<Offer>;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Vec<Offer>, String), HostError> {
        let table = engine.table(self.session)?;
        let (seat, at) = (table.card().seat(self.seat.as_deref())?, self.at.unwrap_or_else(|| table.now()));
        let choices = table.choices(seat, at, self.most.unwrap_or(CHOICES_MAX) as usize);
        let offer = |choice: referee_host::Choice| Offer { action: words(choice.action), aim: choice.aim, keys: choice.keys };
        Ok((choices.into_iter().map(offer).collect(), String::new()))
    }
}

impl Ask for Foresee {
    type Told = Foreseen;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Foreseen, String), HostError> {
        let table = engine.table(self.session)?;
        let action = self.action.get();
        let (seat, at) = (table.whose(self.seat.as_deref(), action)?, self.at.unwrap_or_else(|| table.now()));
        let preview = table.preview(seat, at, action);
        let sure = preview.is_sure();
        let Preview { verdict: Verdict { success, events, errors, .. }, alike, tale, scene, open } = preview;
        Ok((Foreseen { success, events: words(events), errors, tale, alike, sure, scene, open }, String::new()))
    }
}

impl Ask for AskBot {
    type Told = Option<Advice>;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Option<Advice>, String), HostError> {
        let table = engine.table(self.session)?;
        let (seat, at) = (table.card().seat(self.seat.as_deref())?, self.at.unwrap_or_else(|| table.now()));
        let action = table.bot(&self.bot, seat, at, &mut Stream::from_seed(&self.luck))?;
        Ok((action.map(|action| Advice { action: words(action) }), String::new()))
    }
}
