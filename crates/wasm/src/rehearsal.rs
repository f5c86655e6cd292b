//! A rehearsal: a game played at random from a seed, the same to the byte wherever it is played. Native and in a module it must come to
//! the same head, which stands for every line and every digest before it, and to the same fingerprint of everything that was looked at.

use crate::Engine;
use crate::answers::words;
use crate::asks::Ask;
use referee::{Ask as Die, Millis, Seat, Stream};
use referee_host::{BOTS, HostError, Table, Title};

asked! {
    /// Plays a game at random.
    pub(crate) struct Rehearse {
        /// The game.
        game: String,
        /// What everything is drawn from.
        seed: String,
        /// So many actions at most.
        actions: u64,
        /// Whether the log is told.
        told: Option<bool>,
    }
}

told! {
    /// What a rehearsal came to.
    pub(crate) struct Rehearsal {
        /// How many actions were declared, those that were refused too.
        actions: u64,
        /// How many records the log has.
        records: u64,
        /// The id of its last line.
        head: String,
        /// Of every verdict, and of views, scenes, choices, cues and previews on the way.
        fingerprint: String,
    }
}

/// Everything is looked at each time so many actions have been declared; an action that is out of place is declared as often.
const LOOK_EVERY: u64 = 16;
/// Choices looked at.
const CHOICES: usize = 32;

impl Ask for Rehearse {
    type Told = Rehearsal;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Rehearsal, String), HostError> {
        let title = engine.registry().title(&self.game)?;
        let mut play = Play::begin(title, &self.seed)?;
        while play.actions < self.actions && play.step()? {}
        let Play { actions, table, marks, .. } = play;
        let (records, head, fingerprint) = (table.seq() + 1, table.head().to_string(), format!("{:016x}", marks.0));
        let log = if self.told == Some(true) { table.text()? } else { String::new() };
        Ok((Rehearsal { actions, records, head, fingerprint }, log))
    }
}

/// A rehearsal under way.
struct Play {
    table: Box<dyn Table>,
    bot: &'static str,
    luck: Stream,
    marks: Marks,
    actions: u64,
    /// The latest action that was accepted.
    latest: String,
}

impl Play {
    fn begin(title: &dyn Title, seed: &str) -> Result<Play, HostError> {
        let card = title.card();
        let table = title.start(None, card.seeded.then_some(seed), 0, None)?;
        let mut luck = Stream::from_seed(&format!("{seed} luck"));
        // Chance plays three games of four; what a game brings itself, where it does, the fourth.
        let own = card.bots.iter().copied().find(|bot| !BOTS.contains(bot));
        let bot = own.filter(|_| luck.draw(Die::below(4)) == 0).unwrap_or("random");
        Ok(Play { table, bot, luck, marks: Marks::NONE, actions: 0, latest: "null".into() })
    }

    /// Declares one more action; whether there was one.
    fn step(&mut self) -> Result<bool, HostError> {
        let at = self.table.now() + u64::from(self.luck.draw(Die::below(3)));
        if self.actions % LOOK_EVERY == LOOK_EVERY - 1 {
            self.look(at)?;
            let seat = Seat(self.luck.draw(Die::below(self.table.card().seats.len() as u32)) as u8);
            let latest = self.latest.clone();
            self.declare(seat, at, &latest);
        }
        match self.next(at)? {
            Some((at, seat, action)) => {
                if self.declare(seat, at, &action) {
                    self.latest = action;
                }
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// What is declared next: by whoever has something to do, or by time alone.
    fn next(&mut self, at: Millis) -> Result<Option<(Millis, Seat, String)>, HostError> {
        let waiting = self.table.waiting_for(at);
        if waiting.is_empty() {
            return Ok(self.table.due().filter(|_| !self.table.over(at)));
        }
        let seat = waiting[self.luck.draw(Die::below(waiting.len() as u32)) as usize];
        let action = self.table.bot(self.bot, seat, at, &mut self.luck)?;
        Ok(action.map(|action| (at, seat, action)))
    }

    fn declare(&mut self, seat: Seat, at: Millis, action: &str) -> bool {
        self.actions += 1;
        let verdict = self.table.act(seat, at, action, None);
        self.marks.add(&verdict.lines);
        verdict.errors.iter().for_each(|error| self.marks.add(error));
        verdict.success
    }

    /// Looks at everything that is shown.
    fn look(&mut self, at: Millis) -> Result<(), HostError> {
        let seats = (0..self.table.card().seats.len() as u8).map(|seat| Some(Seat(seat)));
        for eye in seats.chain([None]) {
            self.marks.add(&self.table.view(eye));
            self.marks.add(&words_of(&self.table.scene(eye)));
            self.marks.add(&words_of(&self.table.cues(self.table.seq(), eye)));
        }
        for seat in self.table.waiting_for(at) {
            let choices = self.table.choices(seat, at, CHOICES);
            self.marks.add(&words_of(&choices));
            if let Some(choice) = choices.last() {
                let preview = self.table.preview(seat, at, &choice.action);
                self.marks.add(&preview.json());
                self.marks.add(&words_of(&preview.scene));
            }
        }
        self.marks.add(&self.table.state());
        Ok(())
    }
}

fn words_of(shown: &impl serde::Serialize) -> String {
    words(serde_json::to_string(shown).unwrap_or_default()).get().to_owned()
}

/// A running fingerprint (FNV-1a).
struct Marks(u64);

impl Marks {
    const NONE: Marks = Marks(0xcbf2_9ce4_8422_2325);

    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
