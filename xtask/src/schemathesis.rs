//! `cargo xtask schemathesis [EXAMPLES]`: a foreign program reads the server's description and tries to prove it wrong, against the real binary.
//! It needs python3 and PyPI, which a fresh machine may not have, so it is no part of `cargo xtask test`.

use crate::{Done, cargo, run};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The version that is known to work with the settings below.
const VERSION: &str = "schemathesis==4.32.5";
/// Where it is installed.
const VENV: &str = "target/schemathesis";
/// What is asked of it: every check there is.
const SETTINGS: &str = "xtask/schemathesis.toml";
/// What is not asked of it.
const HOOKS: &str = "xtask/schemathesis.py";

/// Starts a server that keeps nothing, and has each route tried so many times.
pub(crate) fn schemathesis(examples: &str) -> Done {
    let count: u32 = examples.parse().map_err(|_| format!("a number of examples a route is expected, not {examples:?}"))?;
    install()?;
    cargo(&["build", "--package", "referee-cli"])?;
    let mut server = Server::start()?;
    let mut tool = Command::new(format!("{VENV}/bin/schemathesis"));
    tool.args(["--config-file", SETTINGS, "run", "--checks", "all", "--max-examples", &count.to_string()]);
    tool.args([
        "--seed",
        "1",
        "--no-color",
        "--generation-database",
        "none",
        &format!("http://{}/api/openapi.json", server.address),
    ]);
    tool.env("SCHEMATHESIS_HOOKS", HOOKS);
    println!("\n> {tool:?}");
    let tried = run(&mut tool, "schemathesis");
    match server.child.try_wait() {
        Ok(None) => tried,
        _ => Err("the server ended while it was tried".into()),
    }
}

/// Installs it in a folder of its own, once.
fn install() -> Done {
    let python = Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|python| python.status.success()) {
        return Err("python3 was not found: install Python 3.10 or later (https://python.org), with its venv module".into());
    }
    let stamp = Path::new(VENV).join("version");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == VERSION) {
        return Ok(());
    }
    run(Command::new("python3").args(["-m", "venv", "--clear", VENV]), "making a place for schemathesis (python3 -m venv)")?;
    run(Command::new(format!("{VENV}/bin/pip")).args(["install", "--quiet", VERSION]), "installing schemathesis from PyPI")?;
    std::fs::write(&stamp, VERSION).map_err(|error| format!("{}: {error}", stamp.display()))
}

/// The server, until it is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Result<Server, String> {
        let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".into());
        let mut command = Command::new(Path::new(&target).join("debug/referee"));
        command.args(["serve", "--memory", "--json", "--listen", "127.0.0.1:0", "--rate", "0"]);
        let failed = |error: std::io::Error| format!("the server could not be started: {error}");
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line).map_err(failed)?;
        }
        // It says {"listening":"ADDRESS",..}.
        let address = line.split('"').skip_while(|part| *part != "listening").nth(2).unwrap_or_default().to_owned();
        let server = Server { child, address };
        if server.address.is_empty() {
            Err(format!("the server does not say where it listens, but {line:?}"))
        } else {
            Ok(server)
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
