//! `cargo run --release -p referee-load`: plays against the real server. `load --help` says how.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // looks at clocks

use clap::{Parser, Subcommand};
use referee_benches::row::{Must, Row, print};
use referee_duel::Duel;
use referee_hop::Hop;
use referee_load::followed::Followed;
use referee_load::load::{Measured, Plan, play};
use referee_load::process::{Kept, Process, referee};
use referee_load::{Fault, echo, killing, relay, room, sessions, together};
use referee_nim::Nim;
use std::path::PathBuf;
use std::time::Duration;

#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Plays against the real server, which must have been built with the same profile (-p referee-cli).
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// For programs
    #[arg(long, global = true)]
    json: bool,
    /// The server's program; by default the one beside this
    #[arg(long, global = true)]
    server: Option<PathBuf>,
    /// How many seconds each is measured
    #[arg(long, global = true, default_value_t = 5)]
    seconds: u64,
    /// How often echo, disk and memory are measured in turn; the round in the middle counts
    #[arg(long, global = true, default_value_t = 3)]
    rounds: usize,
    /// How many sockets play
    #[arg(long, global = true, default_value_t = 200)]
    sockets: usize,
}

#[derive(Subcommand)]
enum Command {
    /// Judged actions beside a bare echo: one game, or all
    Play {
        /// nim, duel or hop
        game: Option<String>,
        /// Only the server without a disk
        #[arg(long)]
        memory: bool,
    },
    /// Memory for a socket and for an idle match
    Room,
    /// Group commit
    Together,
    /// Sessions of Hop judged again
    Sessions,
    /// Kills the server again and again, and looks whether anything is lost
    Kill {
        /// How often
        #[arg(long, default_value_t = 200)]
        times: u32,
        /// How many matches are played meanwhile
        #[arg(long, default_value_t = 64)]
        matches: usize,
        /// The longest life of a server, in milliseconds
        #[arg(long, default_value_t = 1_000)]
        lives: u32,
    },
    /// The echo itself
    #[command(hide = true)]
    EchoServer,
}

fn main() -> Result<(), Fault> {
    let args = Args::parse();
    if let Some(Command::EchoServer) = args.command {
        // The same runtime that the server has.
        return tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(echo::serve());
    }
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(run(&args))
}

async fn run(args: &Args) -> Result<(), Fault> {
    let binary = args.server.clone().map_or_else(referee, Ok)?;
    let bench = Bench { args, binary, window: Duration::from_secs(args.seconds) };
    let mut rows = Vec::new();
    match &args.command {
        Some(Command::Play { game, memory }) => bench.games(game.as_deref(), *memory, &mut rows).await?,
        Some(Command::Room) => bench.room(&mut rows).await?,
        Some(Command::Together) => bench.together(&mut rows).await?,
        Some(Command::Sessions) => bench.sessions(&mut rows).await?,
        Some(Command::Kill { times, matches, lives }) => {
            return bench.kill(killing::Plan { times: *times, matches: *matches, lives: *lives }).await;
        }
        Some(Command::EchoServer) => {}
        None => {
            bench.games(None, false, &mut rows).await?;
            bench.room(&mut rows).await?;
            bench.together(&mut rows).await?;
            bench.sessions(&mut rows).await?;
        }
    }
    print(&rows);
    Ok(())
}

struct Bench<'a> {
    args: &'a Args,
    binary: PathBuf,
    window: Duration,
}

/// What is measured of a server at once: full load, half load, and an echo of as many messages a second as there were actions; where a match
/// has two sockets, a relay of as many, too.
struct Served {
    full: Measured,
    half: Measured,
    echo: Measured,
    relay: Option<Measured>,
}

/// One round: the server with a disk and without, and an echo as fast as it goes.
struct Round {
    echo: Measured,
    disk: Option<Served>,
    memory: Served,
}

impl Bench<'_> {
    async fn games(&self, game: Option<&str>, memory_only: bool, rows: &mut Vec<Row>) -> Result<(), Fault> {
        let is = |name: &str| game.is_none_or(|game| game == name);
        if is("nim") {
            self.game::<Nim>(memory_only, rows).await?;
        }
        if is("duel") {
            self.game::<Duel>(memory_only, rows).await?;
        }
        if is("hop") {
            self.game::<Hop<false>>(memory_only, rows).await?;
        }
        Ok(())
    }

    async fn game<G: Followed>(&self, memory_only: bool, rows: &mut Vec<Row>) -> Result<(), Fault> {
        let mut rounds = Vec::new();
        for _ in 0..self.args.rounds {
            let memory = self.served::<G>(false).await?;
            let disk = if memory_only { None } else { Some(self.served::<G>(true).await?) };
            let echo = self.echo::<G>(&memory.full, None).await?;
            rounds.push(Round { echo, disk, memory });
        }
        let (game, seats) = (G::NAME, G::SEATS.len());
        let (said, heard) = rounds[0].memory.full.bytes;
        rows.push(known(format!("{game}: sockets of a match; bytes said an action: {said}, told to all: {heard}"), seats as f64));
        let echoes = median(&rounds, |round| round.echo.for_a_second_worked());
        rows.push(known(format!("{game}: echoes a second of processor time, as fast as it goes"), echoes));
        for (name, least, of) in [
            ("on the disk", 30, (|round: &Round| round.disk.as_ref()) as fn(&Round) -> Option<&Served>),
            ("in memory", 50, |round: &Round| Some(&round.memory)),
        ] {
            let rounds: Vec<(&Round, &Served)> = rounds.iter().filter_map(|round| Some((round, of(round)?))).collect();
            if rounds.is_empty() {
                continue;
            }
            let row = |what: &str, figure: fn(&Served) -> f64| {
                known(format!("{game} {name}: {what}"), median(&rounds, |(_, served)| figure(served)))
            };
            let of_the_echo = |echo: fn(&Round, &Served) -> f64| {
                median(&rounds, |(round, served)| 100.0 * served.full.for_a_second_worked() / echo(round, served))
            };
            rows.push(row("actions a second", |served| served.full.a_second()));
            rows.push(row("actions a second of processor time", |served| served.full.for_a_second_worked()));
            rows.push(row("echoes a second of processor time, at the same rate", |served| served.echo.for_a_second_worked()));
            let same_rate = of_the_echo(|_, served| served.echo.for_a_second_worked());
            rows.push(must(format!("{game} {name}: actions of echoes at the same rate, in %"), same_rate, Must::AtLeast(least)));
            let fastest = of_the_echo(|round, _| round.echo.for_a_second_worked());
            rows.push(must(format!("{game} {name}: actions of echoes as fast as they go, in %"), fastest, Must::AtLeast(least)));
            if rounds.iter().all(|(_, served)| served.relay.is_some()) {
                let of_the_relay = of_the_echo(|_, served| served.relay.as_ref().map_or(0.0, Measured::for_a_second_worked));
                rows.push(known(format!("{game} {name}: actions of messages relayed at the same rate, in %"), of_the_relay));
            }
            rows.push(row("answer at full load, half of them within, µs", |served| served.full.p50.into()));
            rows.push(row("answer at full load, 99 of 100 within, µs", |served| served.full.p99.into()));
            rows.push(row("answer at half load, half of them within, µs", |served| served.half.p50.into()));
            let p99 = median(&rounds, |(_, served)| served.half.p99.into());
            rows.push(must(format!("{game} {name}: answer at half load, 99 of 100 within, µs"), p99, Must::AtMost(50_000)));
        }
        Ok(())
    }

    async fn served<G: Followed>(&self, on_disk: bool) -> Result<Served, Fault> {
        let folder = tempfile::tempdir()?;
        let process = Process::referee(&self.binary, if on_disk { Kept::In(folder.path()) } else { Kept::InMemory })?;
        let full = play::<G>(&process, self.plan(None)).await?;
        let half = play::<G>(&process, self.plan(Some(full.a_second() / 2.0))).await?;
        drop(process);
        let pace = Some(full.a_second());
        let echo = self.echo::<G>(&full, pace).await?;
        let relay = match G::SEATS.len() {
            2 => Some(relay::shout(&Process::echo()?, self.plan(pace), full.bytes.1 / 2).await?),
            _ => None,
        };
        Ok(Served { full, half, echo, relay })
    }

    /// An echo of messages as long as what a socket was told.
    async fn echo<G: Followed>(&self, like: &Measured, pace: Option<f64>) -> Result<Measured, Fault> {
        echo::shout(&Process::echo()?, self.plan(pace), like.bytes.1 / G::SEATS.len() as u64).await
    }

    fn plan(&self, pace: Option<f64>) -> Plan {
        Plan { sockets: self.args.sockets, window: self.window, pace }
    }

    async fn room(&self, rows: &mut Vec<Row>) -> Result<(), Fault> {
        let folder = tempfile::tempdir()?;
        let process = Process::referee(&self.binary, Kept::In(&folder.path().join("sockets")))?;
        let socket = room::of_a_socket::<Nim>(&process, 2_000).await?;
        rows.push(must("bytes for an idle socket, 2,000 of them".into(), socket as f64, Must::AtMost(16 << 10)));
        let process = Process::referee(&self.binary, Kept::In(&folder.path().join("nim")))?;
        let nim = room::of_a_match::<Nim>(&process, 3_000).await?;
        let process = Process::referee(&self.binary, Kept::In(&folder.path().join("duel")))?;
        let duel = room::of_a_match::<Duel>(&process, 3_000).await?;
        let process = Process::referee(&self.binary, Kept::In(&folder.path().join("hop")))?;
        let hop = room::of_a_match::<Hop<false>>(&process, 3_000).await?;
        for (game, bytes) in [("nim", nim), ("duel", duel), ("hop", hop)] {
            let name = format!("bytes for an idle match of {game}, 3,000 of them");
            rows.push(must(name, bytes as f64, Must::AtMost(32 << 10)));
        }
        Ok(())
    }

    async fn together(&self, rows: &mut Vec<Row>) -> Result<(), Fault> {
        let mut rates = Vec::new();
        for _ in 0..self.args.rounds {
            let folder = tempfile::tempdir()?;
            let one = together::appends(folder.path(), 1, self.window).await?;
            rates.push((one, together::appends(folder.path(), 64, self.window).await?));
        }
        rows.push(known("appends a second, one at a time".into(), median(&rates, |(one, _)| *one)));
        rows.push(known("appends a second, 64 at once".into(), median(&rates, |(_, many)| *many)));
        let times = median(&rates, |(one, many)| many / one);
        rows.push(must("64 at once: so many times as fast".into(), times, Must::AtLeast(20)));
        Ok(())
    }

    async fn sessions(&self, rows: &mut Vec<Row>) -> Result<(), Fault> {
        let played = sessions::played();
        let least = Must::AtLeast(1_000);
        rows.push(must(
            "Hop sessions of 500 actions judged a second on two threads".into(),
            sessions::judged(&played, self.window),
            least,
        ));
        rows.push(must(
            "Hop logs of 500 actions verified a second on two threads".into(),
            sessions::verified(&played, self.window),
            least,
        ));
        let process = Process::referee(&self.binary, Kept::InMemory)?;
        for (what, whole) in [("sessions", false), ("logs", true)] {
            let (a_second, worked) = sessions::posted(&process, &played, whole, self.window).await?;
            rows.push(known(format!("Hop {what} of 500 actions verified a second by the server, client beside it"), a_second));
            rows.push(must(format!("the same for two seconds of its processor time: {what}"), 2.0 * worked, least));
        }
        Ok(())
    }

    async fn kill(&self, plan: killing::Plan) -> Result<(), Fault> {
        let folder = tempfile::tempdir()?;
        let found = killing::kill::<Nim, Duel>(&self.binary, folder.path(), plan).await?;
        println!("{}", if self.args.json { serde_json::to_string(&found)? } else { format!("{found:#?}") });
        if found.is_well() { Ok(()) } else { Err("something was lost".into()) }
    }
}

fn known(name: String, figure: f64) -> Row {
    must(name, figure, Must::Known)
}

fn must(name: String, figure: f64, must: Must) -> Row {
    Row { name, figure: figure as u64, must }
}

/// The figure of the round in the middle.
fn median<T>(rounds: &[T], figure: impl Fn(&T) -> f64) -> f64 {
    let mut figures: Vec<f64> = rounds.iter().map(figure).collect();
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(0.0)
}
