//! A game being played, as text.

use crate::{Branch, Card, Deed, Dice, Explained, HostError, Id, Line, Moment, Parley, Players, Preview, Secret, Since, Word};
use referee::{Aim, Ask, Cue, Digest, Millis, Scene, Scripted, Seat, Stream};
use serde::Serialize;
use std::borrow::Cow;

/// A keyframe line follows every record whose number is a multiple of this.
pub const KEYFRAME_EVERY: u64 = 1_024;

/// A game being played, its types behind text. Everything that is JSON here is compact and ends without a newline, except lines of the
/// log, which end with one.
pub trait Table: Send {
    /// What the list of games says about the game.
    fn card(&self) -> Card;
    /// The number of the latest record.
    fn seq(&self) -> u64;
    /// When the latest record was declared.
    fn at(&self) -> Millis;
    /// What the clock of the game says: that of its state, where the rules keep one, else when the latest record was declared.
    fn clock(&self) -> Millis;
    /// The earliest time at which an action may be declared: the later of [`at`](Table::at) and [`clock`](Table::clock). A setup may start
    /// the clock of a game later than its log.
    fn now(&self) -> Millis {
        self.at().max(self.clock())
    }
    /// The id of the latest line.
    fn head(&self) -> Id;
    /// The digest of the state.
    fn digest(&self) -> Digest;
    /// How many events the log has.
    fn events(&self) -> u64;

    /// Where the dice come from now.
    fn dice(&self) -> &Dice;
    /// How many sealed dice have been checked against their secret, and how many could not be, yet or in this log.
    fn checked(&self) -> (u64, u64);
    /// What faces the sealed dice of each record had, as far as this table has decided it again: whoever makes them again must know.
    fn asked(&self) -> &[(u64, Vec<Ask>)];
    /// Gives a sealed table the secret it committed to: from now on it can judge actions.
    fn entrust(&mut self, secret: Secret) -> Result<(), HostError>;
    /// Ends a sealed game by telling the secret; gives the line that says so. Nothing but a branch can follow it.
    fn reveal(&mut self) -> Result<String, HostError>;
    /// Closes a game that is not over, whatever its rules say; gives the line that says so, and why. Nothing but a branch can follow it, and
    /// the secret of sealed dice. Nobody has deeds of a closed game.
    fn close(&mut self, why: &str) -> Result<String, HostError>;
    /// Why the game was closed, if it was.
    fn closed(&self) -> Option<&str>;

    /// Takes a word of a player about the match and gives the line that says so: the player resigns, offers a draw, accepts or declines one.
    /// A resignation, or a draw that everybody agrees to, ends the match: nothing but a branch can follow it, and the secret of sealed dice.
    fn say(&mut self, seat: Seat, at: Millis, word: Word) -> Result<String, HostError>;
    /// What players have said about the match, and how that ended it.
    fn parley(&self) -> Parley;

    /// Who sits where, as far as it is known.
    fn players(&self) -> &Players;
    /// Who sat where when a record was made: a branch may have brought others since.
    fn players_at(&self, seq: u64) -> &Players;
    /// The child games this one is, as far back as it is known.
    fn branches(&self) -> &[Branch];
    /// When the game was joined, where it is a child that somebody joined later; else both are 0, and its own time is the world's.
    fn since(&self) -> Since;
    /// A seat as a person reads it: with who sits in it, where that is known.
    fn told_seat(&self, seat: Seat) -> String {
        self.players().told(seat, self.card().seat_name(seat))
    }
    /// Names the players, in the first line; so all lines are made anew, and the table must know them from the beginning.
    fn introduce(&mut self, players: Players) -> Result<(), HostError>;
    /// What the game is called where it is kept: by its first line, or the latest branch. Empty where it has no name.
    fn name(&self) -> &str;
    /// Names the game in its first line, as players are.
    fn call(&mut self, name: &str) -> Result<(), HostError>;

    /// Who acts: the seat with a name; left out, whose the action is by the rules, or the only seat of a game that has one.
    fn whose(&self, seat: Option<&str>, action: &str) -> Result<Seat, HostError>;
    /// Judges an action and, if it goes on record, gives the lines to append to the log. Dice may be handed in where the log says so.
    fn act(&mut self, seat: Seat, at: Millis, action: &str, dice: Option<&mut Scripted>) -> Verdict;
    /// Judges an action and writes no line: for whoever only wants to know how a game ends, which costs a fraction of writing it down. The
    /// chain stands still from then on, so nothing can be appended any more: [`act`](Table::act) refuses. Not where dice are sealed.
    fn judge(&mut self, seat: Seat, at: Millis, action: &str, dice: Option<&mut Scripted>) -> Verdict;
    /// Judges an action that was declared in the world's time, which is not a restored game's own. What happened is told in it too, as the
    /// seat sees it. Refused where the game was not joined yet then.
    fn act_in_world(&mut self, seat: Seat, at: Millis, action: &str) -> Verdict;
    /// What an action would do, decided by the same rules in worlds imagined from what the seat may know: no die is foretold, and nothing
    /// changes.
    fn preview(&self, seat: Seat, at: Millis, action: &str) -> Preview;
    /// Applies a line that was decided elsewhere by folding its events.
    fn follow(&mut self, line: &Line<'_>) -> Result<(), HostError>;
    /// Decides a line again; it must come out the same to the byte.
    fn redo(&mut self, line: &str) -> Result<(), HostError>;
    /// Whether the state breaks no invariant: a log that was only followed may come from a stranger.
    fn audit(&self) -> Result<(), HostError>;
    /// Keeps only the latest records from now on, to read a long log in bounded memory.
    fn forget(&mut self);
    /// Lets go of what is long past, once: for a game that goes on for a long time while its lines are kept elsewhere. The latest records
    /// stay at hand.
    fn shed(&mut self);
    /// The same table in an earlier moment, and whatever may follow from it. Nothing that the source shows changes; the two
    /// share all records.
    fn rewound(&mut self, seq: u64) -> Result<Box<dyn Table>, HostError>;
    /// Makes this table a child game from here on, or from inside its latest record; gives the line that says so. `after` of the branch is
    /// the table's to say.
    fn fork(&mut self, branch: Branch) -> Result<String, HostError>;
    /// Names this table a child game from here on; gives the line that says so.
    fn branch(&mut self, name: &str) -> Result<String, HostError> {
        self.fork(Branch::named(name))
    }
    /// The whole log as text, if the table has known it from the beginning.
    fn text(&self) -> Result<String, HostError>;
    /// The game as it stood after record `to`, as a file of another program, if the table has known it from the beginning.
    fn export(&self, format: &str, to: u64) -> Result<String, HostError>;

    /// What a seat may do, each action as JSON.
    fn legal(&self, seat: Seat, at: Millis) -> Vec<String>;
    /// What a seat may do, with words and places on the board: the first `most` of it, because a game may offer millions.
    fn choices(&self, seat: Seat, at: Millis, most: usize) -> Vec<Choice>;
    /// The seats that have something to do.
    fn waiting_for(&self, at: Millis) -> Vec<Seat>;
    /// Whether the game is over.
    fn over(&self, at: Millis) -> bool;
    /// What time alone brings about: when, for whom, and the action as JSON.
    fn due(&self) -> Option<(Millis, Seat, String)>;
    /// How well a seat stands.
    fn score(&self, seat: Seat) -> i64;
    /// Whether a seat has won or lost, where the rules say so; see [`referee::Legal::won`].
    fn won(&self, seat: Seat) -> Option<bool>;
    /// What a seat has: at the end of a game, what a lobby adds to the player's balance.
    fn total(&self, seat: Seat) -> u32;
    /// The moments before the first move and after each, as players count them, if the table has known the log from the beginning. A game
    /// can be cut inside a record only at one of these.
    fn moments(&self) -> Result<Vec<Moment>, HostError>;
    /// The deeds the log shows, if the table has known it from the beginning.
    fn deeds(&self) -> Result<Vec<Deed>, HostError>;
    /// The players who may have trophies, where the log says who may.
    fn entitled(&self) -> Result<Option<Vec<String>>, HostError>;
    /// What a bot in a seat would do; `None` if there is nothing to do.
    fn bot(&self, bot: &str, seat: Seat, at: Millis, luck: &mut Stream) -> Result<Option<String>, HostError>;

    /// The state, as JSON.
    fn state(&self) -> String;
    /// Where the rules' own generator stands, for reports.
    fn cursor(&self) -> Option<String>;
    /// What an eye may know, as JSON.
    fn view(&self, eye: Option<Seat>) -> String;
    /// The picture of what an eye may know.
    fn scene(&self, eye: Option<Seat>) -> Scene;
    /// The picture of what an eye could know after an earlier record. Costs one chapter of the log at most, so that a slider can be dragged.
    fn scene_at(&self, seq: u64, eye: Option<Seat>) -> Result<Scene, HostError>;
    /// What an eye could know after an earlier record, as JSON; costs what its picture costs.
    fn view_at(&self, seq: u64, eye: Option<Seat>) -> Result<String, HostError>;
    /// What an eye sees of a record: each event as a sentence.
    fn tell(&self, seq: u64, eye: Option<Seat>) -> Vec<String>;
    /// What an eye sees of a record: its events as JSON.
    fn seen(&self, seq: u64, eye: Option<Seat>) -> Cow<'_, str>;
    /// What moves on the screen because of a record.
    fn cues(&self, seq: u64, eye: Option<Seat>) -> Vec<Cue>;
    /// Why a record came so: its decision made again, with everything that was thrown and everybody who was asked.
    fn why(&self, seq: u64) -> Result<Explained, HostError>;
    /// Who acted in a record, and when, if it is at hand.
    fn acted(&self, seq: u64) -> Option<(Seat, Millis)>;
    /// Who acted in a record, when, and what was declared (the setup for record 0).
    fn cause(&self, seq: u64) -> Option<(Seat, Millis, String)>;
}

/// What came of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it was accepted.
    pub success: bool,
    /// What happened: a JSON list.
    pub events: String,
    /// Why not, each as `[CODE] sentence`.
    pub errors: Vec<String>,
    /// Why not, in the game's own words for programs, where its title has such: each a JSON object, `{"NotYourTurn":{"player_id":"ann",..}}`.
    pub error_events: Vec<String>,
    /// The lines to append to the log; empty if nothing goes on record.
    pub lines: String,
    /// Whether the action could be read at all.
    pub readable: bool,
}

impl Verdict {
    /// A refusal that leaves no trace.
    pub(crate) fn refused(error: &HostError) -> Verdict {
        Verdict { events: "[]".into(), errors: vec![error.line()], readable: true, ..Verdict::default() }
    }

    /// Nothing to object to, and nothing happened.
    pub(crate) fn nothing() -> Verdict {
        Verdict { success: true, events: "[]".into(), readable: true, ..Verdict::default() }
    }

    /// As `{"success","events","errors"?,"error_events"?}`.
    pub fn json(&self) -> String {
        let mut text = format!("{{\"success\":{},\"events\":{}", self.success, self.events);
        self.write_errors(&mut text);
        text.push('}');
        text
    }

    pub(crate) fn write_errors(&self, text: &mut String) {
        if !self.success {
            text.push_str(",\"errors\":");
            text.push_str(&serde_json::to_string(&self.errors).unwrap_or_default());
        }
        if !self.error_events.is_empty() {
            text.push_str(&format!(",\"error_events\":[{}]", self.error_events.join(",")));
        }
    }
}

/// Something a seat may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The action, as JSON.
    pub action: String,
    /// What it is called and where it points.
    pub aim: Aim,
    /// The keys that offer it.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub keys: &'static str,
}
