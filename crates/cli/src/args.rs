//! Commands and flags, with help and an example each.

use clap::{ArgGroup, Args as Group, Parser, Subcommand, ValueHint};
use referee_host::Word;
use std::path::PathBuf;

/// Judges turn-based games: every action and every die on record, replayed and verified by anyone.
#[derive(Parser)]
#[command(name = "referee", version, propagate_version = true, max_term_width = 110)]
#[command(after_help = "Exit code 0 is yes, 1 is no, 2 is bad input. Start with `referee games`, then `referee play nim`.")]
pub(crate) struct Args {
    /// Plays Incursion with the content of a folder: every command opens logs with it
    #[arg(long, global = true, value_name = "DIR", env = "REFEREE_CONTENT", value_hint = ValueHint::DirPath)]
    pub(crate) content: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Serves matches, verification and leaderboards over HTTP and WebSocket
    #[command(
        after_help = "Examples:\n  referee serve\n  referee serve --listen 0.0.0.0:4200 --data /var/lib/referee\n\nEverything is kept in the data folder, in one SQLite file; an action is answered when it is on the disk.\nCtrl-C ends the server when what it is doing is done."
    )]
    Serve {
        /// Where to listen
        #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:4200", env = "REFEREE_LISTEN")]
        listen: String,
        /// Where to keep everything; made if it is not there
        #[arg(long, value_name = "DIR", default_value = "referee-data", env = "REFEREE_DATA", value_hint = ValueHint::DirPath)]
        data: PathBuf,
        /// Keeps everything in memory, and nothing when the server ends
        #[arg(long, conflicts_with = "data")]
        memory: bool,
        /// Settings as a TOML file; flags and the environment outweigh it
        #[arg(long, value_name = "FILE", env = "REFEREE_SETTINGS", value_hint = ValueHint::FilePath)]
        settings: Option<PathBuf>,
        #[command(flatten)]
        given: crate::settings::Given,
        /// First takes in every log (*.jsonl) of a folder, to be watched, verified and branched; what is there already is left alone
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        import: Option<PathBuf>,
        /// Says where it listens as JSON
        #[arg(long)]
        json: bool,
    },
    /// Asks a server for a ticket and starts the log of a ranked run
    #[command(
        after_help = "Example:\n  referee challenge hop --server http://localhost:4200 --name ann --out run.jsonl\n  referee play run.jsonl\n  referee submit run.jsonl --server http://localhost:4200\n\nWho you are on a server is kept in accounts.json where programs keep their settings, or where REFEREE_ACCOUNTS says."
    )]
    Challenge {
        /// The game, by name
        game: String,
        /// The server's address
        #[arg(long, value_name = "URL", env = "REFEREE_SERVER", value_hint = ValueHint::Url)]
        server: String,
        /// Which board: one seed for everybody and every day, or one of your own
        #[arg(long, default_value = "daily", value_parser = ["daily", "free"])]
        board: String,
        /// Your name on the board
        #[arg(long)]
        name: String,
        /// The log to start; a file that exists is left alone
        #[arg(long, value_hint = ValueHint::FilePath)]
        out: PathBuf,
        /// Says what was started as JSON
        #[arg(long)]
        json: bool,
    },
    /// Hands a finished run in to a server's leaderboard
    #[command(
        after_help = "Example:\n  referee submit run.jsonl --server http://localhost:4200\n\nThe server judges every action again. To hand the same run in twice is harmless."
    )]
    Submit {
        /// The log of a run that began with `referee challenge`
        #[arg(value_hint = ValueHint::FilePath)]
        log: PathBuf,
        /// The server's address
        #[arg(long, value_name = "URL", env = "REFEREE_SERVER", value_hint = ValueHint::Url)]
        server: String,
        /// Says what the server said as JSON
        #[arg(long)]
        json: bool,
    },
    /// Follows a match on a server, or tells one that has ended
    #[command(
        after_help = "Examples:\n  referee watch http://localhost:4200                       lists what is being played\n  referee watch http://localhost:4200/api/matches/ID        follows it until it is over\n  referee watch http://localhost:4200/api/logs/ID --json    fetches, verifies and tells it\n\nThe token of a seat, in REFEREE_TOKEN, shows what the seat sees."
    )]
    Watch {
        /// The address of a match, of a log, or of the server alone
        #[arg(value_hint = ValueHint::Url)]
        url: String,
        /// The token of a seat: better in REFEREE_TOKEN, where nobody else reads it
        #[arg(long, env = "REFEREE_TOKEN", hide_env_values = true)]
        token: Option<String>,
        /// The server's messages as they come, or the steps of a log, one JSON a line
        #[arg(long)]
        json: bool,
    },
    /// Makes the server's lists (leaderboards, matches) again from its logs
    #[command(after_help = "Example:\n  referee rebuild --data /var/lib/referee\n\nThe server must not be running.")]
    Rebuild {
        /// The data folder
        #[arg(long, value_name = "DIR", default_value = "referee-data", env = "REFEREE_DATA", value_hint = ValueHint::DirPath)]
        data: PathBuf,
        /// Says how many logs there are as JSON
        #[arg(long)]
        json: bool,
    },
    /// Lists the games, or tells about one
    #[command(
        after_help = "Examples:\n  referee games --json\n  referee games nim --schema\n  referee games hop --schema | jq .action\n\nThe schemas are JSON Schema, draft 2020-12: {\"setup\",\"action\",\"view\"}."
    )]
    Games {
        /// Only this game
        game: Option<String>,
        /// The JSON Schemas of its setups, actions and views
        #[arg(long, requires = "game")]
        schema: bool,
        /// One JSON object a game
        #[arg(long)]
        json: bool,
    },
    /// Starts a log
    #[command(
        after_help = "Examples:\n  referee new nim --seed tuesday --player first=ann --player second=bob --out game.jsonl\n  echo '{\"heaps\":[3,4,5]}' | referee new nim --setup -"
    )]
    New {
        /// The game, by name
        game: String,
        /// The seed of its dice; a fresh one if neither this nor a file for --setup is given
        #[arg(long)]
        seed: Option<String>,
        /// What it starts from: a name of `referee setups`, a JSON file, or - for standard input
        #[arg(long, value_hint = ValueHint::FilePath)]
        setup: Option<PathBuf>,
        /// The log to write; standard output if left out. A file that exists is left alone
        #[arg(long, value_hint = ValueHint::FilePath)]
        out: Option<PathBuf>,
        /// Who sits where; may be given several times
        #[arg(long = "player", value_name = "SEAT=NAME")]
        players: Vec<String>,
        /// When it starts, in the game's time
        #[arg(long, value_name = "TIME", default_value_t = 0)]
        at: u64,
        /// Says what was started as JSON (with --out)
        #[arg(long)]
        json: bool,
    },
    /// Judges actions and appends their records
    #[command(
        after_help = "Examples:\n  referee act game.jsonl --seat first '{\"heap\":0,\"stones\":2}'\n  referee act game.jsonl --seat first --preview '{\"heap\":0,\"stones\":2}'\n\nAn action may stand in a line as `referee legal` prints it, {\"seat\",\"action\"}. Several lines are judged one after\nanother, up to the first that is refused:\n  referee legal game.jsonl | head -1 | referee act game.jsonl -\n\nPrints {\"success\",\"events\",\"errors\"?} for each; exit code 1 if refused. A preview adds how many of its events are \"alike\"\nin every world imagined from what the seat knows: dice are not foretold, later events are an example."
    )]
    Act {
        /// The log
        #[arg(value_hint = ValueHint::FilePath)]
        log: PathBuf,
        /// The action as JSON, alone or as {"seat","action"}; one or several lines; or - for standard input
        #[arg(allow_negative_numbers = true)]
        action: String,
        /// Who acts; may be left out where the line or the action says it, or a game has one seat
        #[arg(long)]
        seat: Option<String>,
        /// When, in the game's time; the time of the latest record if left out
        #[arg(long, value_name = "TIME")]
        at: Option<u64>,
        /// Says what it would do, as the seat would see it, and writes nothing
        #[arg(long)]
        preview: bool,
        /// Errors as JSON too; the verdict always is
        #[arg(long)]
        json: bool,
    },
    /// Resigns a match for a seat: the seat has lost, and the match is over
    #[command(
        after_help = "Example:\n  referee resign game.jsonl --seat first\n\nOnly a game with two seats of people or more can be resigned: where players are named, the seats with a name that\nis no bot's (`bot-...`), else all. With two seats the other one has won; with more, the others stand by their scores.\n`referee branch` plays on from before."
    )]
    Resign {
        /// The log
        #[arg(value_hint = ValueHint::FilePath)]
        log: PathBuf,
        /// Who resigns
        #[arg(long)]
        seat: String,
        /// When, in the game's time; the time of the latest record if left out
        #[arg(long, value_name = "TIME")]
        at: Option<u64>,
        /// What came of it as JSON
        #[arg(long)]
        json: bool,
    },
    /// Offers a draw for a seat, or answers an offer
    #[command(
        after_help = "Examples:\n  referee draw game.jsonl --seat first --offer\n  referee draw game.jsonl --seat second --accept\n\nAn offer stands until another seat acts or declines it. When all seats of people agree, the match is a draw."
    )]
    Draw {
        /// The log
        #[arg(value_hint = ValueHint::FilePath)]
        log: PathBuf,
        /// Who offers or answers
        #[arg(long)]
        seat: String,
        #[command(flatten)]
        answer: DrawWord,
        /// When, in the game's time; the time of the latest record if left out
        #[arg(long, value_name = "TIME")]
        at: Option<u64>,
        /// What came of it as JSON
        #[arg(long)]
        json: bool,
    },
    /// Lists what may be done, one JSON action a line
    #[command(after_help = "Example:\n  referee legal game.jsonl --seat first")]
    Legal {
        /// The log
        #[arg(value_hint = ValueHint::FilePath)]
        log: PathBuf,
        /// Whose actions; all seats if left out, each line then {"seat","action"}
        #[arg(long)]
        seat: Option<String>,
        /// At what time; the time of the latest record if left out
        #[arg(long, value_name = "TIME")]
        at: Option<u64>,
        /// At an earlier record
        #[arg(long, value_name = "N")]
        to: Option<u64>,
        /// Errors as JSON too; the actions always are
        #[arg(long)]
        json: bool,
    },
    /// Shows the game at any record
    #[command(
        after_help = "Examples:\n  referee show game.jsonl --to 12\n  referee show game.jsonl --move 7\n  referee show game.jsonl --seat first --json"
    )]
    Show {
        /// The log
        #[arg(value_hint = ValueHint::FilePath)]
        log: PathBuf,
        /// At an earlier record
        #[arg(long, value_name = "N")]
        to: Option<u64>,
        /// After so many moves, as players count them: a move may lie inside a record
        #[arg(long = "move", value_name = "N", conflicts_with = "to")]
        moves: Option<u64>,
        /// As this seat sees it; as an onlooker if left out
        #[arg(long)]
        seat: Option<String>,
        /// The view as JSON
        #[arg(long)]
        json: bool,
    },
    /// Explains a record: what was thrown, who was asked, what it answered and changed
    #[command(
        after_help = "Examples:\n  referee why run.jsonl 12\n  referee why run.jsonl 12 damage\n  referee why run.jsonl 12 --json"
    )]
    Why {
        /// The log
        #[arg(value_hint = ValueHint::FilePath)]
        log: PathBuf,
        /// The number of the record
        seq: u64,
        /// Only what has to do with this field: who changed it, and the events that hold it
        field: Option<String>,
        /// The tree as JSON
        #[arg(long)]
        json: bool,
    },
    /// Plays a game in the terminal
    #[command(
        after_help = "Examples:\n  referee play nim --bot second=greedy\n  referee play game.jsonl\n  referee play hop --lesson 1\n\nA scenario is played as a lesson: it says what to do, and whether it is done. `referee lessons` lists them."
    )]
    Play(PlayArgs),
    /// Lists the lessons of the games
    #[command(after_help = "Examples:\n  referee lessons hop\n  referee play hop --lesson 1")]
    Lessons {
        /// The game; all if left out
        game: Option<String>,
        /// One JSON object a lesson
        #[arg(long)]
        json: bool,
    },
    /// Lists the setups that the games bring by name, or prints one
    #[command(
        after_help = "Examples:\n  referee setups mir\n  referee setups mir dawn-duel > mine.json\n  referee play mir --setup dawn-duel"
    )]
    Setups {
        /// The game; all if left out
        game: Option<String>,
        /// The setup to print
        #[arg(requires = "game")]
        name: Option<String>,
        /// One JSON object a setup
        #[arg(long, conflicts_with = "name")]
        json: bool,
    },
    /// Folds the events of a log, without deciding anything
    #[command(after_help = "Examples:\n  referee replay game.jsonl\n  referee replay game.jsonl --to 10 --step")]
    Replay {
        /// The log, or - for standard input
        #[arg(value_hint = ValueHint::FilePath)]
        log: PathBuf,
        /// Up to this record
        #[arg(long, value_name = "N")]
        to: Option<u64>,
        /// Record by record: what was declared, what happened
        #[arg(long)]
        step: bool,
        /// One JSON object (with --step: one a record)
        #[arg(long)]
        json: bool,
    },
    /// Checks logs: chain, fold, and every action decided again
    #[command(
        after_help = "Examples:\n  referee verify game.jsonl\n  referee verify games/*.jsonl --json\n\nOne JSON line a log where a program reads; exit code 1 if any log does not hold."
    )]
    Verify {
        /// The logs; - for standard input
        #[arg(required = true, value_hint = ValueHint::FilePath)]
        logs: Vec<PathBuf>,
        /// The id its last line must have: refuses a log that was cut short
        #[arg(long, value_name = "ID")]
        head: Option<String>,
        /// One JSON line a log, always
        #[arg(long)]
        json: bool,
    },
    /// Starts a child game from any record, or from inside one
    #[command(
        after_help = "Examples:\n  referee branch game.jsonl --at 12 --out what-if.jsonl\n  referee branch game.jsonl --at 12 --events 1 --player red=cid\n  referee branch game.jsonl --move 7\n\nWith --events the child keeps the first events of the record and leaves out the rest: `referee replay --step`\nshows them. A record is cut only where a move of it ends. Exit code 2 where nobody could play on from there."
    )]
    #[command(group(ArgGroup::new("moment").required(true).args(["at", "moves"])))]
    Branch {
        /// The log
        #[arg(value_hint = ValueHint::FilePath)]
        log: PathBuf,
        /// The record it goes on from
        #[arg(long, value_name = "N")]
        at: Option<u64>,
        /// Only the first events of that record; all of them if left out
        #[arg(long, value_name = "K", requires = "at", conflicts_with = "moves")]
        events: Option<u64>,
        /// After so many moves, as players count them, wherever that is: a move may lie inside a record
        #[arg(long = "move", value_name = "N")]
        moves: Option<u64>,
        /// The seed of other dice from there on; the same dice if left out
        #[arg(long)]
        seed: Option<String>,
        /// Who plays from there on; may be given several times. The same players if left out
        #[arg(long = "player", value_name = "SEAT=NAME")]
        players: Vec<String>,
        /// The log to write; standard output if left out. A file that exists is left alone
        #[arg(long, value_hint = ValueHint::FilePath)]
        out: Option<PathBuf>,
        /// What the child is called in its log; `branch`, or `branch-2` for a branch of a branch, if left out
        #[arg(long)]
        name: Option<String>,
        /// Says what was started as JSON (with --out)
        #[arg(long)]
        json: bool,
    },
    /// Reads a file of another program and writes it as a log
    #[command(
        after_help = "Examples:\n  referee import replay.json --out game.jsonl\n  referee import - --game mir --as mir-replay --json < replay.json\n\n`referee games` names the formats. Exit code 1 if something in the file is wrong: nothing is written then."
    )]
    Import {
        /// The file, or - for standard input
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// The game; the first that has a format for the file if left out
        #[arg(long)]
        game: Option<String>,
        /// The format; the first that fits the file if left out
        #[arg(long = "as", value_name = "FORMAT")]
        format: Option<String>,
        /// The log to write; standard output if left out. A file that exists is left alone
        #[arg(long, value_name = "LOG", value_hint = ValueHint::FilePath)]
        out: Option<PathBuf>,
        /// What was read as JSON; the log is then written only with --out
        #[arg(long)]
        json: bool,
    },
    /// Writes a log as a file of another program
    #[command(
        after_help = "Example:\n  referee export game.jsonl --as mir-replay --to 12 --out replay.json\n\n`referee games` names the formats."
    )]
    Export {
        /// The log, or - for standard input
        #[arg(value_hint = ValueHint::FilePath)]
        log: PathBuf,
        /// The format
        #[arg(long = "as", value_name = "FORMAT")]
        format: String,
        /// As it stood after an earlier record
        #[arg(long, value_name = "N")]
        to: Option<u64>,
        /// The file to write; standard output if left out, or for -. A file that exists is left alone
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        out: Option<PathBuf>,
        /// Says what was written as JSON (with --out)
        #[arg(long)]
        json: bool,
    },
    /// Finds the first difference of two logs
    #[command(after_help = "Example:\n  referee diff mine.jsonl theirs.jsonl\n\nExit code 0 if they say the same, 1 if not.")]
    Diff {
        /// One log
        #[arg(value_hint = ValueHint::FilePath)]
        one: PathBuf,
        /// The other
        #[arg(value_hint = ValueHint::FilePath)]
        two: PathBuf,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// The pure contract over JSON lines: {"state","action"} in, {"nextState","events","success","errors"?} out
    #[command(
        after_help = "Example:\n  echo '{\"state\":{\"heaps\":[3],\"to_move\":0,\"winner\":null,\"chance\":\"0000000000000000\"},\"seat\":\"first\",\"action\":{\"heap\":0,\"stones\":3}}' | referee judge nim\n\nEvery line is answered by one, also what cannot be judged; read `success`. The exit code tells only whether all could be read and answered."
    )]
    Judge {
        /// The game, by name
        game: String,
    },
    /// One event applied to a state, over JSON lines: {"state","event"} in, {"nextState","success","errors"?} out
    #[command(
        after_help = "Example:\n  referee judge mir < request.jsonl > answer.jsonl\n  # the state of the request and an event of the answer give its nextState:\n  echo '{\"state\":{..},\"event\":{\"id\":\"evt-0001\",..}}' | referee mutate mir\n\nNothing is decided: the dice are those of the event. An event that cannot have happened in the state is refused, and the\nstate comes back as it was; read `success`. The exit code tells only whether all could be read and answered.\nOnly mir and mir-original have this layer of the contract."
    )]
    Mutate {
        /// The game, by name
        game: String,
    },
    /// Whole games over JSON lines: {"setup"?,"chance"?,"actions"} in, every verdict and the end out
    #[command(
        after_help = "Example:\n  echo '{\"setup\":{\"heaps\":[2]},\"actions\":[{\"seat\":\"first\",\"action\":{\"heap\":0,\"stones\":2}}]}' | referee run nim --views\n\nWhere neither seat nor time need be said, an action may stand alone: \"actions\":[{\"type\":\"WAIT\"}].\nExit code 1 if a game was not ok: it could not be started, or dice were left over."
    )]
    Run {
        /// The game, by name
        game: String,
        /// With what the acting seat sees after each step
        #[arg(long)]
        views: bool,
    },
    /// Keeps a lobby and its boards: {"player","at"?,"op"} in, {"success","events","errors"?} out
    #[command(
        after_help = "Example:\n  referee lobby hall <<'END'\n  {\"player\":\"ann\",\"op\":{\"type\":\"create\",\"game\":\"nim\",\"setup\":{\"heaps\":[2]}}}\n  {\"player\":\"bob\",\"op\":{\"type\":\"join\",\"host\":\"ann\"}}\n  {\"player\":\"ann\",\"op\":{\"type\":\"act\",\"action\":{\"heap\":0,\"stones\":2}}}\n  END\n\nOps: register role, username username, skin skin, create game setup? seed?, join host, cancel,\nsnapshot board_id move_number, restore snapshot_id seed?, act action board_id?, resign board_id?,\ndraw draw board_id? (draw is offer, accept or decline), look.\nThe folder has lobby.jsonl and a log a board; all of them can be verified, shown and replayed."
    )]
    Lobby {
        /// The folder of its logs; made if there is none
        #[arg(value_hint = ValueHint::DirPath)]
        dir: PathBuf,
    },
    /// Lists what players have achieved, over many logs
    #[command(
        after_help = "Example:\n  referee achievements hall/*.jsonl\n\nEvery log is decided again: one that the rules would not have written is refused. Each record counts once, and what came before a branch is the parent's. A log of a game for two brings none unless it names both players. With the log of a lobby, only its controllers get trophies."
    )]
    Achievements {
        /// The logs; - for standard input
        #[arg(required = true, value_hint = ValueHint::FilePath)]
        logs: Vec<PathBuf>,
        /// One JSON object a player and trophy
        #[arg(long)]
        json: bool,
    },
    /// Reads content that an author wrote
    #[command(subcommand)]
    Content(ContentCommand),
    /// Runs scenarios: logs with prose and expectations
    #[command(after_help = "Examples:\n  referee scenario games/nim/scenarios\n  referee scenario draft.jsonl --update")]
    Scenario {
        /// Scenario files, or folders of them; - for standard input
        #[arg(required = true, value_hint = ValueHint::AnyPath)]
        paths: Vec<PathBuf>,
        /// Rewrites the files so that they expect what happens
        #[arg(long)]
        update: bool,
        /// One JSON line a scenario
        #[arg(long)]
        json: bool,
    },
    /// Has bots play a game against each other many times
    #[command(
        after_help = "Example:\n  referee match duel --bot blue=greedy --bot red=random --games 1000\n\nSays how many games each bot won, lost and drew: as the rules say, else by which stands best at the end; of a game that\nis played alone, how many runs were won and lost. Then the median of its scores and the best one. The same seed plays\nthe same games.\nExit code 1 if a game did not end."
    )]
    Match {
        /// The game, by name
        game: String,
        /// A bot in a seat; may be given several times. The random one sits where nobody is named
        #[arg(long = "bot", value_name = "SEAT=NAME")]
        bots: Vec<String>,
        /// How many games
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
        games: u64,
        /// The seed of the match
        #[arg(long, default_value = "match")]
        seed: String,
        /// What each game starts from: a name of `referee setups`, a JSON file, or - for standard input
        #[arg(long, value_hint = ValueHint::FilePath)]
        setup: Option<PathBuf>,
        /// The bots move on by one seat after each game
        #[arg(long)]
        swap: bool,
        /// What came of it as one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Measures judging, replaying and verifying random play
    #[command(after_help = "Example:\n  referee bench nim")]
    Bench {
        /// The game; all if left out
        game: Option<String>,
        /// About how many actions
        #[arg(long, default_value_t = 200_000)]
        actions: u64,
        /// One JSON object a game
        #[arg(long)]
        json: bool,
    },
}

/// What a seat says about a draw: one of them.
#[derive(Group)]
#[group(required = true, multiple = false)]
pub(crate) struct DrawWord {
    /// Offers a draw
    #[arg(long)]
    offer: bool,
    /// Agrees to the draw that is offered
    #[arg(long)]
    accept: bool,
    /// Declines the draw that is offered
    #[arg(long)]
    decline: bool,
}

impl DrawWord {
    /// The word.
    pub(crate) fn word(&self) -> Word {
        match self {
            DrawWord { accept: true, .. } => Word::Accept,
            DrawWord { decline: true, .. } => Word::Decline,
            DrawWord { .. } => Word::Offer,
        }
    }
}

/// What `referee play` takes.
#[derive(Group)]
pub(crate) struct PlayArgs {
    /// A game by name, a log to go on with, or a scenario to learn from
    pub(crate) what: String,
    /// A lesson of the game: its name, its number, or a part of its name
    #[arg(long, value_name = "NAME")]
    pub(crate) lesson: Option<String>,
    /// A bot in a seat; may be given several times
    #[arg(long = "bot", value_name = "SEAT=NAME")]
    pub(crate) bots: Vec<String>,
    /// The seed of a new game
    #[arg(long)]
    pub(crate) seed: Option<String>,
    /// What a new game starts from: a name of `referee setups`, or a JSON file
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub(crate) setup: Option<PathBuf>,
    /// Where a new game is kept; a name of its own in this folder if left out
    #[arg(long, value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    /// As this seat sees it: hides what the seat may not know
    #[arg(long)]
    pub(crate) seat: Option<String>,
}

#[derive(Subcommand)]
pub(crate) enum ContentCommand {
    /// Names every mistake in a folder of content, with file, line and excerpt
    #[command(
        after_help = "Examples:\n  referee content check\n  referee content check my-dungeon --json\n\nA folder holds monsters.toml, items.toml, effects.toml and so on; SCRIPTS.md of Incursion says what their handlers can do.\nExit code 0 if there is nothing to say, 1 if there are mistakes."
    )]
    Check {
        /// The folder; the pack that comes with the game if left out
        #[arg(value_hint = ValueHint::DirPath)]
        dir: Option<PathBuf>,
        /// One JSON object a mistake, then the counts
        #[arg(long)]
        json: bool,
    },
}

impl Command {
    /// Whether the answer is for a program: errors are then JSON too.
    pub(crate) fn json(&self) -> bool {
        match self {
            Command::Games { json, .. }
            | Command::New { json, .. }
            | Command::Act { json, .. }
            | Command::Legal { json, .. }
            | Command::Resign { json, .. }
            | Command::Draw { json, .. }
            | Command::Show { json, .. }
            | Command::Why { json, .. }
            | Command::Replay { json, .. }
            | Command::Verify { json, .. }
            | Command::Serve { json, .. }
            | Command::Rebuild { json, .. }
            | Command::Challenge { json, .. }
            | Command::Submit { json, .. }
            | Command::Watch { json, .. }
            | Command::Branch { json, .. }
            | Command::Import { json, .. }
            | Command::Export { json, .. }
            | Command::Diff { json, .. }
            | Command::Achievements { json, .. }
            | Command::Scenario { json, .. }
            | Command::Content(ContentCommand::Check { json, .. })
            | Command::Lessons { json, .. }
            | Command::Setups { json, .. }
            | Command::Match { json, .. }
            | Command::Bench { json, .. } => *json,
            Command::Judge { .. } | Command::Mutate { .. } | Command::Run { .. } | Command::Lobby { .. } => true,
            Command::Play(_) => false,
        }
    }
}
