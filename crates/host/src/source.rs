//! A log that is known from its beginning, for whoever tells it in other words: formats and deeds.

use crate::{HostError, Id, Outcome, Playable, Players};
use referee::{Game, Millis};

/// A log that is known from its beginning, up to a record.
pub struct Source<'a, R: Playable> {
    /// The game.
    pub game: &'a Game<R>,
    /// The record up to which it is told; one of the game's records.
    pub to: u64,
    /// What the game is called where it is kept; empty where it has no name.
    pub name: &'a str,
    /// Who sat where at the beginning.
    pub founders: &'a Players,
    /// Who sits where now.
    pub players: &'a Players,
    /// The child games this one is, the latest last.
    pub branches: &'a [Branch],
    /// Why the game was closed after its record, if it was.
    pub closed: Option<&'a str>,
    /// How the players ended the match after its record, if they did.
    pub result: Option<Outcome>,
}

/// A branch line of a log: a child game begins here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// The record it follows.
    pub after: u64,
    /// What the child is called.
    pub name: String,
    /// What the parent is called; empty where it is the game of the lines before.
    pub of: String,
    /// How many events of the record are kept, where the child begins inside it.
    pub events: Option<u64>,
    /// The seed of its own dice; empty where it has its parent's.
    pub seed: String,
    /// Where its dice come from, where that is not as before.
    pub dice: Option<Dice>,
    /// Who plays from here on; empty where nobody else does.
    pub players: Players,
    /// What time it was in the world, and what the clock of the game said then, where they are told apart.
    pub since: Option<Since>,
}

/// Where the dice of a game come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Dice {
    /// From its rules: they follow from the state.
    #[default]
    Native,
    /// From outside: every record brings its own.
    Scripted,
    /// From a secret that is told at the end; this is what it hashes to.
    Sealed(Id),
}

impl Dice {
    /// What a log calls it.
    pub fn name(&self) -> &'static str {
        match self {
            Dice::Native => "native",
            Dice::Scripted => "scripted",
            Dice::Sealed(_) => "sealed",
        }
    }

    /// What the secret hashes to; empty where dice are not sealed.
    pub fn commit(&self) -> &str {
        if let Dice::Sealed(commit) = self { commit.as_str() } else { "" }
    }

    /// Reads what a log says.
    pub(crate) fn read(chance: &str, commit: &str) -> Result<Dice, HostError> {
        let error = || HostError::bad("WRONG_CHANCE", "this referee does not know such chance");
        match (chance, Id::parse(commit)) {
            ("native", _) if commit.is_empty() => Ok(Dice::Native),
            ("scripted", _) if commit.is_empty() => Ok(Dice::Scripted),
            ("sealed", Some(commit)) => Ok(Dice::Sealed(commit)),
            ("sealed", None) => Err(error().because("64 hex digits", commit).at_path("/commit")),
            ("native" | "scripted", _) => {
                Err(error().because("no commitment: only sealed dice have a secret", commit).at_path("/commit"))
            }
            _ => Err(error().because("native, scripted or sealed", chance).at_path("/chance")),
        }
    }
}

/// When a child game was joined. Its clock stood still until then, so that its own time is not the world's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Since {
    /// What time it was in the world.
    pub at: Millis,
    /// What the clock of the game said.
    pub clock: Millis,
}

impl Since {
    /// The game's own time when it is some time in the world; none before the game was joined.
    pub fn own_time(self, at: Millis) -> Option<Millis> {
        Some(self.clock.saturating_add(at.checked_sub(self.at)?))
    }

    /// What time it is in the world when it is some time in the game.
    pub fn world_time(self, time: Millis) -> Millis {
        self.at.saturating_add(time.saturating_sub(self.clock))
    }
}

impl Branch {
    /// A branch with a name, and nothing else that is different.
    pub fn named(name: &str) -> Branch {
        Branch { name: name.to_owned(), ..Branch::default() }
    }

    /// Whether anything but its name is not as the lines before say.
    pub fn is_told_apart(&self) -> bool {
        self.events.is_some() || self.since.is_some() || self.dice.is_some() || !self.seed.is_empty() || !self.players.is_empty()
    }
}

/// A moment of a game: after a record, or inside it after the first of its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The record.
    pub record: u64,
    /// How many of its events; all where it is none.
    pub events: Option<u64>,
}
