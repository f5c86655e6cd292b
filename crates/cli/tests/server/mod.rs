//! The real server in a folder of its own, and clients of it.
#![allow(dead_code)] // each test uses a part of it

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// A server that runs until it is dropped or killed.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    /// What it said before it listened.
    pub(crate) said: Vec<Value>,
}

impl Server {
    /// Starts a server upon a folder, with settings as TOML.
    pub(crate) fn start(folder: &Path, settings: &str) -> Server {
        Server::start_with(folder, settings, &[])
    }

    /// Starts a server with flags of its own.
    pub(crate) fn start_with(folder: &Path, settings: &str, flags: &[&str]) -> Server {
        let file = folder.join("settings.toml");
        std::fs::write(&file, settings).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_referee"))
            .args(["serve", "--listen", "127.0.0.1:0", "--json", "--settings"])
            .arg(&file)
            .arg("--data")
            .arg(folder.join("data"))
            .args(flags)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = Vec::new();
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            let line: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("the server speaks JSON, not {line:?}"));
            if let Some(address) = line["listening"].as_str() {
                return Server { child, address: address.to_owned(), said };
            }
            said.push(line);
        }
        panic!("the server says where it listens")
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
            stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
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

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(30))).build().into()
}

/// A client of a live match.
pub(crate) struct Client(WebSocket<MaybeTlsStream<TcpStream>>);

impl Client {
    pub(crate) fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    /// The next message that is text.
    pub(crate) fn hear(&mut self) -> Value {
        loop {
            match self.0.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    pub(crate) fn act(&mut self, key: &str, action: &Value) {
        self.say(&json!({"type": "act", "key": key, "action": action}));
    }
}
