//! A desk: an empty folder and the real binary.
#![allow(dead_code)] // each test file uses its part

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) struct Desk(tempfile::TempDir);

pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    asked: String,
}

impl Desk {
    pub(crate) fn new() -> Desk {
        Desk(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), text).expect("written");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("read")
    }

    pub(crate) fn run(&self, args: &[&str]) -> Answer {
        self.run_with(args, "")
    }

    pub(crate) fn run_with(&self, args: &[&str], stdin: impl Into<Vec<u8>>) -> Answer {
        self.run_by(&assert_cmd::cargo::cargo_bin("referee"), args, stdin)
    }

    /// Runs a command line of one's own.
    pub(crate) fn run_by(&self, program: &Path, args: &[&str], stdin: impl Into<Vec<u8>>) -> Answer {
        let mut command = assert_cmd::Command::new(program);
        let output = command.current_dir(self.0.path()).args(args).write_stdin(stdin).output().expect("runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        let asked = format!("referee {}", args.join(" "));
        Answer { code: output.status.code().unwrap_or(-1), stdout: text(output.stdout), stderr: text(output.stderr), asked }
    }

    /// Runs a command whose answer nobody reads; gives its exit code.
    pub(crate) fn unheard(&self, program: &Path, args: &[&str]) -> i32 {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::new(program);
        let output = command.current_dir(self.path("")).args(args).stdin(Stdio::null()).stdout(writer).output().expect("runs");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(!complaint.contains("panicked"), "{args:?}: {complaint}");
        output.status.code().unwrap_or_else(|| panic!("{args:?} ended by itself"))
    }

    /// Changes a line of a log and makes its id anew, as a forger would.
    pub(crate) fn forge(&self, name: &str, line: usize, from: &str, to: &str) {
        let mut lines: Vec<String> = self.read(name).lines().map(str::to_owned).collect();
        let forged = lines[line - 1].replace(from, to);
        let body = &forged[..forged.rfind(",\"id\":").expect("an id")];
        let id: String = Sha256::digest(format!("{body}}}")).iter().map(|byte| format!("{byte:02x}")).collect();
        lines[line - 1] = format!("{body},\"id\":\"{id}\"}}");
        self.write(name, lines.join("\n") + "\n");
    }
}

impl Answer {
    pub(crate) fn is(self, code: i32) -> Answer {
        assert_eq!(self.code, code, "{}\n{}\n{}", self.asked, self.stdout, self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}\n{}", self.asked, self.stderr);
        self
    }

    pub(crate) fn says(self, text: &str) -> Answer {
        assert!(self.stdout.contains(text), "{}: {text:?} is not in\n{}", self.asked, self.stdout);
        self
    }

    pub(crate) fn complains(self, text: &str) -> Answer {
        let all = format!("{}{}", self.stdout, self.stderr);
        let flat: String = all.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(text), "{}: {text:?} is not in\n{all}", self.asked);
        self
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{}: {error}\n{}", self.asked, self.stdout))
    }

    pub(crate) fn lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON lines")).collect()
    }
}
