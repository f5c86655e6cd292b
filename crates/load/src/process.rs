//! A server in a process of its own, and what it costs.

use crate::Fault;
use serde::Deserialize;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server that runs until it is dropped.
pub struct Process {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

/// What a server says when it is ready.
#[derive(Deserialize)]
struct Ready {
    listening: SocketAddr,
}

/// Where a server keeps what it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept<'a> {
    /// Nowhere.
    InMemory,
    /// In a folder, each action on the disk before it is answered.
    In(&'a Path),
}

impl Process {
    /// Starts `referee serve` without limits on one address.
    pub fn referee(binary: &Path, kept: Kept<'_>) -> Result<Process, Fault> {
        let mut command = Command::new(binary);
        command.args(["serve", "--json", "--listen", "127.0.0.1:0", "--rate", "0"]);
        command.args(["--sockets-per-address", "100000", "--idle-seconds", "3600"]);
        match kept {
            Kept::InMemory => command.arg("--memory"),
            Kept::In(folder) => command.arg("--data").arg(folder),
        };
        Process::start(command).map_err(|fault| format!("{}: {fault}", binary.display()).into())
    }

    /// Starts the bare echo: this program again.
    pub fn echo() -> Result<Process, Fault> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("echo-server");
        Process::start(command)
    }

    fn start(mut command: Command) -> Result<Process, Fault> {
        let mut child = command.stdout(Stdio::piped()).stdin(Stdio::null()).spawn()?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("the server has no output")?;
        BufReader::new(out).read_line(&mut line)?;
        match serde_json::from_str(&line) {
            Ok(Ready { listening }) => Ok(Process { child, address: listening }),
            Err(_) => {
                child.kill()?;
                Err(format!("the server says where it listens, not {line:?}").into())
            }
        }
    }

    /// The processor time it has used, to a hundredth of a second.
    pub fn worked(&self) -> Result<Duration, Fault> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let fields = text.rsplit_once(") ").map_or("", |(_, rest)| rest);
        let ticks: u64 = fields.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
        Ok(Duration::from_millis(ticks * 10))
    }

    /// The memory it holds, in bytes.
    pub fn memory(&self) -> Result<u64, Fault> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("the system does not say")?;
        Ok(line.trim().trim_end_matches(" kB").trim().parse::<u64>()? * 1_024)
    }

    /// Ends it without a warning, as `kill -9` does.
    pub fn kill(mut self) -> Result<(), Fault> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The `referee` that was built beside this program.
pub fn referee() -> Result<PathBuf, Fault> {
    let binary = std::env::current_exe()?.with_file_name("referee");
    match binary.exists() {
        true => Ok(binary),
        false => Err(format!("{}: not there; build it with the same profile: `-p referee-cli`", binary.display()).into()),
    }
}
