//! A client of a server: plain questions and answers.

use referee_host::HostError;
use serde_json::Value;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// The longest answer: a whole log.
const ANSWER_MAX: u64 = 256 << 20;

/// A server, by its address.
pub(crate) struct Client {
    /// `http://host:port`, without a slash at its end.
    pub(crate) base: String,
    agent: ureq::Agent,
}

/// An answer: what the server said, with the status it said it with.
pub(crate) struct Answer {
    status: u16,
    text: String,
}

impl Client {
    /// The server of an address, and what the address says beyond it.
    pub(crate) fn at(url: &str) -> Result<(Client, String), HostError> {
        let bad = || {
            let error = HostError::bad("BAD_URL", "this is no address of a server");
            error.because("http://HOST:PORT or https://HOST", url.chars().take(80).collect::<String>())
        };
        let (scheme, rest) = url.split_once("://").unwrap_or(("http", url));
        let (host, path) = rest.find(['/', '#', '?']).map_or((rest, ""), |end| rest.split_at(end));
        let fits = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
        if !matches!(scheme, "http" | "https") || host.is_empty() || !host.chars().all(fits) {
            return Err(bad());
        }
        let agent = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE)).build().into();
        Ok((Client { base: format!("{scheme}://{host}"), agent }, path.to_owned()))
    }

    /// The same server, for a socket.
    pub(crate) fn socket(&self, path: &str) -> String {
        format!("ws{}{path}", self.base.trim_start_matches("http"))
    }

    /// Asks.
    pub(crate) fn get(&self, path: &str, token: Option<&str>) -> Result<Answer, HostError> {
        let mut request = self.agent.get(format!("{}{path}", self.base));
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        self.answer(request.call())
    }

    /// Hands something in.
    pub(crate) fn post(&self, path: &str, token: Option<&str>, body: &str) -> Result<Answer, HostError> {
        let mut request = self.agent.post(format!("{}{path}", self.base)).header("Content-Type", "application/json");
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        self.answer(request.send(body))
    }

    fn answer(&self, response: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Answer, HostError> {
        let mut response = response.map_err(|error| self.silent(&error))?;
        let status = response.status().as_u16();
        let text = response.body_mut().with_config().limit(ANSWER_MAX).read_to_string();
        Ok(Answer { status, text: text.map_err(|error| self.silent(&error))? })
    }

    fn silent(&self, error: &dyn std::fmt::Display) -> HostError {
        let error = HostError::bad("NO_ANSWER", format!("the server does not answer: {error}")).in_file(self.base.clone());
        error.help("is it running, and is this its address? Nothing was lost: try again")
    }
}

impl Answer {
    /// Whether there is nothing at the address.
    pub(crate) fn is_missing(&self) -> bool {
        self.status == 404
    }

    /// The answer, or why there is none.
    pub(crate) fn text(self) -> Result<String, HostError> {
        if (200..300).contains(&self.status) { Ok(self.text) } else { Err(refused(self.status, &self.text)) }
    }

    /// The answer as JSON, or why there is none.
    pub(crate) fn json(self) -> Result<Value, HostError> {
        let text = self.text()?;
        let odd = |_| HostError::bad("ODD_ANSWER", "the server answered with something that is not JSON");
        serde_json::from_str(&text).map_err(|error: serde_json::Error| odd(error))
    }
}

/// What the server refused, in our own form.
pub(crate) fn refused(status: u16, text: &str) -> HostError {
    let told: Value = serde_json::from_str(text).unwrap_or_default();
    let told = &told["error"];
    let field = |name: &str| told[name].as_str().map(str::to_owned);
    let message = match (field("code"), field("message")) {
        (Some(code), Some(message)) => format!("[{code}] {message}"),
        _ => format!("the server answered with status {status}"),
    };
    let mut error = HostError::no("REFUSED_BY_SERVER", message);
    (error.expected, error.found, error.help) = (field("expected"), field("found"), field("help"));
    (error.place.line, error.place.path) = (told["line"].as_u64(), field("path"));
    error
}

/// Who one is on a server: tokens that were told once, by the server's address, in a file only its owner can read.
pub(crate) struct Accounts {
    file: PathBuf,
    known: serde_json::Map<String, Value>,
}

impl Accounts {
    /// Those of the person at this machine: in the file that `REFEREE_ACCOUNTS` names, or where settings of programs are kept.
    pub(crate) fn open() -> Result<Accounts, HostError> {
        let home = || std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE")).map(PathBuf::from);
        let kept = || std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).or_else(|| Some(home()?.join(".config")));
        let file = std::env::var_os("REFEREE_ACCOUNTS").map(PathBuf::from);
        let file = file.or_else(|| Some(kept()?.join("referee").join("accounts.json"))).ok_or_else(|| {
            HostError::bad("NO_HOME", "there is nowhere to keep who you are").help("name a file with REFEREE_ACCOUNTS")
        })?;
        let known = match std::fs::read_to_string(&file) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| {
                HostError::bad("BAD_ACCOUNTS", format!("cannot be read: {error}")).in_file(file.display().to_string())
            })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => serde_json::Map::new(),
            Err(error) => return Err(HostError::io(&error, "cannot be read").in_file(file.display().to_string())),
        };
        Ok(Accounts { file, known })
    }

    /// Who one is on a server.
    pub(crate) fn token(&self, server: &str) -> Option<&str> {
        self.known.get(server).and_then(Value::as_str)
    }

    /// Keeps who one is on a server: under another name first, so that no token is lost half-way.
    pub(crate) fn keep(&mut self, server: &str, token: &str) -> Result<(), HostError> {
        self.known.insert(server.to_owned(), token.into());
        let failed = |error: io::Error| HostError::io(&error, "cannot be kept").in_file(self.file.display().to_string());
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty()).map_or(PathBuf::from("."), PathBuf::from);
        std::fs::create_dir_all(&folder).map_err(failed)?;
        let text = serde_json::to_string_pretty(&self.known).unwrap_or_default() + "\n";
        let mut file = tempfile::NamedTempFile::new_in(&folder).map_err(failed)?; // only its owner can read it
        io::Write::write_all(&mut file, text.as_bytes()).map_err(failed)?;
        file.persist(&self.file).map(|_| ()).map_err(|error| failed(error.error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_server_and_a_place_on_it() {
        for (url, base, path) in [
            ("http://localhost:4200", "http://localhost:4200", ""),
            ("localhost:4200/", "http://localhost:4200", "/"),
            ("https://games.example/#/match/ab", "https://games.example", "/#/match/ab"),
            ("http://[::1]:80/api/logs/x?to=3", "http://[::1]:80", "/api/logs/x?to=3"),
        ] {
            let (client, rest) = Client::at(url).unwrap();
            assert_eq!((client.base.as_str(), rest.as_str()), (base, path));
        }
        assert_eq!(Client::at("https://a.b").unwrap().0.socket("/x"), "wss://a.b/x");
        for bad in ["", "ftp://a", "http://", "http://a b", "http://user@host"] {
            assert_eq!(Client::at(bad).err().unwrap().code, "BAD_URL", "{bad}");
        }
    }

    #[test]
    fn a_refusal_keeps_what_the_server_said() {
        let text = r#"{"error":{"code":"WRONG_SCORE","message":"worth something else","line":7,"expected":"1","found":"2"}}"#;
        let error = refused(422, text);
        assert_eq!(error.message, "[WRONG_SCORE] worth something else");
        assert_eq!((error.place.line, error.expected.as_deref(), error.found.as_deref()), (Some(7), Some("1"), Some("2")));
        assert_eq!(refused(502, "<html>").message, "the server answered with status 502");
    }
}
