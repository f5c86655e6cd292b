//! The real server in a folder of its own, and clients of it.
#![allow(dead_code)] // each test uses a part of it

use referee_store::{Append, LogName, Sqlite, Store, Writes};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// A server that runs until it is dropped or killed.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    /// What it said before it listened.
    pub(crate) told: Vec<Value>,
    said: PathBuf,
}

impl Server {
    /// Starts a server upon a folder, with settings as TOML.
    pub(crate) fn start(folder: &Path, settings: &str) -> Server {
        Server::start_with(folder, settings, &[])
    }

    /// Starts a server with flags of its own.
    pub(crate) fn start_with(folder: &Path, settings: &str, flags: &[&str]) -> Server {
        let (file, said) = (folder.join("settings.toml"), folder.join("stderr.txt"));
        std::fs::write(&file, settings).unwrap();
        let stderr = std::fs::File::options().create(true).append(true).open(&said).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        command.args(["serve"]).args(flags);
        Server::started(command, folder, &file, said, stderr)
    }

    /// The same, but when a file may not grow, it is told so instead of being ended by the system.
    pub(crate) fn start_deaf_to_full_disks(folder: &Path, settings: &str) -> Server {
        let (file, said) = (folder.join("settings.toml"), folder.join("stderr.txt"));
        std::fs::write(&file, settings).unwrap();
        let stderr = std::fs::File::create(&said).unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_referee"), "serve"]);
        Server::started(command, folder, &file, said, stderr)
    }

    fn started(mut command: Command, folder: &Path, file: &Path, said: PathBuf, stderr: std::fs::File) -> Server {
        let mut child = command
            .args(["--listen", "127.0.0.1:0", "--json", "--settings"])
            .arg(file)
            .arg("--data")
            .arg(folder.join("data"))
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut server = Server { child, address: String::new(), told: Vec::new(), said };
        for line in stdout.lines() {
            let line = line.unwrap();
            let line: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("the server speaks JSON, not {line:?}"));
            if let Some(address) = line["listening"].as_str() {
                server.address = address.to_owned();
                return server;
            }
            server.told.push(line);
        }
        panic!("the server says where it listens, not {}", server.complaints())
    }

    /// Everything it has complained about.
    pub(crate) fn complaints(&self) -> String {
        std::fs::read_to_string(&self.said).unwrap()
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// How much memory it holds, in KiB.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// How many connections it holds.
    pub(crate) fn connections(&self) -> usize {
        let files = std::fs::read_dir(format!("/proc/{}/fd", self.child.id())).unwrap();
        let is_socket = |path: PathBuf| std::fs::read_link(path).is_ok_and(|to| to.to_string_lossy().starts_with("socket:"));
        files.filter(|file| file.as_ref().is_ok_and(|file| is_socket(file.path()))).count()
    }

    /// How many connections it holds when those of whoever has been answered are closed.
    #[allow(clippy::disallowed_methods)] // waits for a real server
    pub(crate) fn connections_at_rest(&self) -> usize {
        let looks = (0..20).map(|_| {
            std::thread::sleep(Duration::from_millis(100));
            self.connections()
        });
        looks.min().unwrap_or(0)
    }

    /// Whether it is there and well: it answers, and has nothing to complain about.
    pub(crate) fn is_well(&self) {
        assert_eq!(self.text("/healthz", None), (200, "ok\n".into()));
        assert_eq!(self.complaints(), "");
    }

    /// What is sent as it is on a connection of its own, and all that comes back until the other side has nothing more to say.
    pub(crate) fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        let _ = stream.write_all(bytes); // the server may have had enough before the end
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Asks it to end, and waits until it has.
    pub(crate) fn stop(&mut self) {
        assert!(Command::new("kill").arg(self.child.id().to_string()).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }

    /// Ends it without a warning.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The status and the answer of a GET.
    pub(crate) fn get(&self, path: &str, token: Option<&str>) -> (u16, Value) {
        let (status, text) = self.text(path, token);
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    pub(crate) fn text(&self, path: &str, token: Option<&str>) -> (u16, String) {
        let mut request = agent().get(self.url(path));
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        let mut answer = request.call().unwrap();
        (answer.status().as_u16(), answer.body_mut().with_config().limit(1 << 28).read_to_string().unwrap())
    }

    /// The status and the answer of a DELETE.
    pub(crate) fn delete(&self, path: &str, token: Option<&str>) -> (u16, Value) {
        let mut request = agent().delete(self.url(path));
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        let mut answer = request.call().unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    /// The status and the answer of a POST.
    pub(crate) fn post(&self, path: &str, token: Option<&str>, body: &Value) -> (u16, Value) {
        self.post_text(path, token, &body.to_string())
    }

    pub(crate) fn post_text(&self, path: &str, token: Option<&str>, body: &str) -> (u16, Value) {
        let mut request = agent().post(self.url(path)).header("Content-Type", "application/json");
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        let mut answer = request.send(body).unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    /// The status and the answer of a POST, to the byte.
    pub(crate) fn post_raw(&self, path: &str, token: Option<&str>, body: &str) -> (u16, String) {
        let mut request = agent().post(self.url(path));
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        let mut answer = request.send(body).unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    }

    /// Opens a match; gives what was answered.
    pub(crate) fn open(&self, opening: &Value) -> Value {
        let (status, opened) = self.post("/api/matches", None, opening);
        assert_eq!(status, 201, "{opened}");
        opened
    }

    /// A socket of a match that has said hello, and what was answered.
    pub(crate) fn live(&self, id: &str, hello: &Value) -> (Client, Value) {
        let (mut socket, _) = tungstenite::connect(format!("ws://{}/api/matches/{id}/live", self.address)).unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_mut() {
            stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        }
        let mut client = Client(socket);
        client.say(hello);
        let hello = client.hear();
        (client, hello)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(60))).build().into()
}

/// A client of a live match.
pub(crate) struct Client(pub(crate) WebSocket<MaybeTlsStream<TcpStream>>);

impl Client {
    pub(crate) fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    /// The next message that is text.
    pub(crate) fn hear(&mut self) -> Value {
        serde_json::from_str(&self.hear_text()).unwrap()
    }

    /// The next message that is text, to the byte.
    pub(crate) fn hear_text(&mut self) -> String {
        loop {
            match self.0.read().unwrap() {
                Message::Text(text) => return text.to_string(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Hears everything until it is closed; the code it is closed with.
    pub(crate) fn closed(&mut self) -> u16 {
        loop {
            if let Message::Close(why) = self.0.read().unwrap() {
                return why.unwrap().code.into();
            }
        }
    }

    pub(crate) fn act(&mut self, key: &str, action: &Value) {
        self.say(&json!({"type": "act", "key": key, "action": action}));
    }
}

/// A field that is text.
pub(crate) fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_else(|| panic!("{field} in {value}"))
}

/// Writes logs into a data folder whose server has ended.
pub(crate) fn add_logs(folder: &Path, logs: &BTreeMap<String, Vec<String>>) {
    let store = Sqlite::open(&folder.join("data/referee.db"), Writes::Fast).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for (name, lines) in logs {
        let append = Append::new(&LogName::parse(name).unwrap(), 0, lines.join("\n") + "\n");
        runtime.block_on(store.append(append)).unwrap();
    }
}

/// All logs of a data folder whose server has ended: each name with all its lines.
pub(crate) fn logs(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let store = Sqlite::open(&folder.join("data/referee.db"), Writes::Fast).unwrap();
    let names = store.list(None, 1_000_000).unwrap();
    let lines = |name| store.read(name, 0, 1_000_000).unwrap().into_iter().map(|kept| kept.text).collect();
    names.iter().map(|name| (name.as_str().to_owned(), lines(name))).collect()
}

/// Tries until something is so; it is asked for again and again, for a minute at most.
#[allow(clippy::disallowed_methods)] // waits for a real server
pub(crate) fn until<T>(mut so: impl FnMut() -> Option<T>) -> T {
    for _ in 0..600 {
        if let Some(found) = so() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("it never came to be so");
}
