//! What the server says about itself is so: the description, the router and docs/SERVER.md name the same routes, and every real answer, good
//! or bad, has the described status and form.

#![allow(clippy::disallowed_types)] // faces the world: what was asked is noted on the way

use crate::hop;
use crate::server::Server;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;

const OPEN: &str = "rate = 0\nsockets_per_address = 1000\n";
const SERVER_MD: &str = include_str!("../../../docs/SERVER.md");

/// A server, what it says about itself, and what was asked of it.
struct Described {
    server: Server,
    book: Value,
    /// Each operation that was called, and whether it answered well.
    called: RefCell<BTreeSet<(String, bool)>>,
    _folder: tempfile::TempDir,
}

impl Described {
    fn start() -> Described {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(folder.path(), OPEN);
        let (status, book) = server.get("/api/openapi.json", None);
        assert_eq!((status, &book["openapi"]), (200, &json!("3.1.0")));
        Described { server, book, called: RefCell::default(), _folder: folder }
    }

    /// Every method of every path.
    fn operations(&self) -> impl Iterator<Item = (&str, &str, &Value)> {
        let paths = self.book["paths"].as_object().unwrap().iter();
        paths.flat_map(|(path, methods)| methods.as_object().unwrap().iter().map(move |(method, it)| (&**path, &**method, it)))
    }

    /// The operation that answers at an address.
    fn operation(&self, method: &str, address: &str) -> &Value {
        let address = address.split('?').next().unwrap();
        let fits = |path: &str| {
            let same = |(part, is): (&str, &str)| part.starts_with('{') || part == is;
            path.split('/').count() == address.split('/').count() && path.split('/').zip(address.split('/')).all(same)
        };
        let mut found = self.operations().filter(|(path, known, _)| *known == method && fits(path));
        found.next().unwrap_or_else(|| panic!("{method} {address} is not described")).2
    }

    /// Whether a document fits a schema of the description.
    #[track_caller]
    fn fits(&self, schema: &Value, document: &Value) {
        let whole = json!({"components": self.book["components"], "allOf": [schema]});
        let validator = jsonschema::validator_for(&whole).unwrap();
        let wrong: Vec<String> =
            validator.iter_errors(document).map(|error| format!("{} {error}", error.instance_path())).collect();
        assert!(wrong.is_empty(), "{wrong:?} in {document}");
    }

    /// An answer must be described: its status, and its form.
    #[track_caller]
    fn check(&self, method: &str, address: &str, (status, answer): (u16, Value)) -> Value {
        let operation = self.operation(method, address);
        let mut told = &operation["responses"][status.to_string()];
        assert!(!told.is_null(), "{method} {address}: {status} is not described: {answer}");
        if let Some(place) = told["$ref"].as_str() {
            told = self.book.pointer(&place[1..]).unwrap();
        }
        match told["content"].as_object().and_then(|content| content.iter().next()) {
            Some((_, content)) => self.fits(&content["schema"], &answer),
            None => assert_eq!((status, &answer), (204, &json!("")), "an answer has a body, or says that it has none"),
        }
        let id = operation["operationId"].as_str().unwrap().to_owned();
        self.called.borrow_mut().insert((id, status < 300));
        answer
    }

    #[track_caller]
    fn get(&self, address: &str, token: Option<&str>, status: u16) -> Value {
        let answered = self.server.get(address, token);
        assert_eq!(answered.0, status, "{address}: {}", answered.1);
        self.check("get", address, answered)
    }

    #[track_caller]
    fn delete(&self, address: &str, token: Option<&str>, status: u16) -> Value {
        let answered = self.server.delete(address, token);
        assert_eq!(answered.0, status, "{address}: {}", answered.1);
        self.check("delete", address, answered)
    }

    /// Sends a body that fits the description, too.
    #[track_caller]
    fn post(&self, address: &str, token: Option<&str>, body: &Value, status: u16) -> Value {
        self.fits(&self.operation("post", address)["requestBody"]["content"]["application/json"]["schema"], body);
        self.post_any(address, token, &body.to_string(), status)
    }

    #[track_caller]
    fn post_any(&self, address: &str, token: Option<&str>, body: &str, status: u16) -> Value {
        let answered = self.server.post_text(address, token, body);
        assert_eq!(answered.0, status, "{address}: {}", answered.1);
        self.check("post", address, answered)
    }
}

#[test]
fn real_answers_good_and_bad_are_as_described() {
    let it = Described::start();
    games_and_lists(&it);
    a_match(&it);
    contracts(&it);
    logs_and_runs(&it);
    // Nothing was left out: everything that can be asked was, and refused, where it refuses anything in particular.
    for (path, method, told) in it.operations().filter(|(path, ..)| !path.ends_with("/live")) {
        let id = told["operationId"].as_str().unwrap().to_owned();
        let refuses = told["responses"].as_object().unwrap().keys().any(|status| ["400", "404"].contains(&status.as_str()));
        assert!(it.called.borrow().contains(&(id.clone(), true)), "{method} {path} was not called");
        assert!(!refuses || it.called.borrow().contains(&(id, false)), "{method} {path} was not refused");
    }
}

fn games_and_lists(it: &Described) {
    let games = it.get("/api/games", None, 200);
    for game in games["games"].as_array().unwrap() {
        let told = it.get(game["url"].as_str().unwrap(), None, 200);
        assert_eq!(told["name"], game["name"]);
        let setup = jsonschema::validator_for(&told["schemas"]["setup"]).unwrap();
        assert!(setup.is_valid(&told["setup"]), "the usual setup of {}", game["name"]);
    }
    it.get("/api/games/chess", None, 404);
    it.get("/api/matches", None, 200);
    it.get("/api/matches?state=over&size=3", None, 200);
    it.get("/api/matches?state=odd", None, 400);
    it.get("/api/openapi.json", None, 200);
    it.get("/healthz", None, 200);
    it.get("/metrics", None, 200);
}

fn a_match(it: &Described) {
    let opened = it.post("/api/matches", None, &json!({"game": "nim", "name": "ann", "setup": {"heaps": [1, 2]}}), 201);
    it.post("/api/matches", None, &json!({"game": "nim", "setup": {"heaps": "many"}}), 422);
    it.post("/api/matches", None, &json!({"game": "nim", "seats": {"third": "me"}}), 422);
    it.post("/api/matches", None, &json!({"game": "nim", "name": "<ann>"}), 422);
    it.post_any("/api/matches", None, "{}", 400);
    it.post_any("/api/matches", None, r#"{"game":"chess"}"#, 404);
    it.post_any("/api/matches", None, &"x".repeat(70_000), 413);
    let lonely = it.post("/api/matches", None, &json!({"game": "nim", "name": "ann"}), 201);
    let (lonely, own) = (format!("/api/matches/{}", lonely["id"].as_str().unwrap()), &lonely["tokens"]["first"]);
    it.delete(&lonely, None, 401);
    it.delete("/api/matches/01", own.as_str(), 404);
    it.delete(&lonely, own.as_str(), 204);
    it.post(&format!("{lonely}/join"), None, &json!({"name": "bob"}), 409);
    let address = |part: &str| format!("/api/matches/{}{part}", opened["id"].as_str().unwrap());
    let ann = opened["tokens"]["first"].as_str().unwrap();
    it.get(&address(""), None, 200);
    it.get(&address(""), Some("nobody"), 401);
    it.get("/api/matches/01", None, 404);
    it.get(&format!("/api/logs/{}", opened["id"].as_str().unwrap()), None, 409);
    it.get("/api/logs/01", None, 404);
    let joined = it.post(&address("/join"), None, &json!({"name": "bob", "salt": "x:1"}), 200);
    it.post(&address("/join"), None, &json!({"name": "eve"}), 409);
    it.post_any(&address("/join"), None, "[]", 400);
    let bob = joined["token"].as_str().unwrap();
    let standing = it.get(&address("?legal=true"), Some(ann), 200);
    assert_eq!(standing["legal"].as_array().map(Vec::len), Some(3));
    let act = |token, action: Value, status| it.post(&address("/actions"), token, &json!({"action": action}), status);
    act(None, json!({"heap": 0, "stones": 1}), 401);
    act(Some(bob), json!({"heap": 0, "stones": 1}), 422);
    act(Some(ann), json!("nothing"), 400);
    act(Some(ann), json!({"heap": 0, "stones": 1}), 200);
    it.post(&address("/actions"), Some(bob), &json!({"action": {}, "after": 0}), 409);
    it.post(&address("/actions"), Some(bob), &json!({"action": {}, "seat": "first"}), 403);
    it.post(&address("/branches"), Some(ann), &json!({"at": 0}), 409);
    words_about_a_match(it, &address(""), ann);
    let log = |part: &str| format!("/api/logs/{}{part}", opened["id"].as_str().unwrap());
    it.get(&log(""), None, 409);
    it.get(&log("/view?seat=first"), None, 401);
    act(Some(bob), json!({"heap": 1, "stones": 2}), 200);
    let text = it.get(&log(""), None, 200);
    it.get(&log("/view?to=1&seat=first"), None, 200);
    it.get(&log("/view?to=9"), None, 404);
    it.get(&log("/dice"), None, 200);
    it.get("/api/logs/none/dice", None, 404);
    it.get("/api/logs", None, 200);
    it.get("/api/logs?size=x", None, 400);
    it.get(&log("/view?to=x"), None, 400);
    it.get(&log("/view?seat=third"), None, 422);
    it.post(
        &address("/branches"),
        None,
        &json!({"at": 1, "name": "eve", "seats": {"first": "invited", "second": "bot:random"}}),
        201,
    );
    it.post(&address("/branches"), None, &json!({"at": 77}), 404);
    it.post_any("/api/verify/nim", None, text.as_str().unwrap(), 200);
    it.post_any("/api/verify/hop", None, text.as_str().unwrap(), 422);
}

fn contracts(it: &Described) {
    let state = json!({"heaps": [3], "to_move": 0, "winner": null, "chance": "0000000000000000"});
    let take = |stones: u8| json!({"state": state, "seat": "first", "action": {"heap": 0, "stones": stones}});
    assert_eq!(it.post("/api/contract/nim", None, &take(2), 200)["success"], true);
    assert_eq!(it.post("/api/contract/nim", None, &take(4), 200)["success"], false);
    it.post_any("/api/contract/nim", None, "{}", 400);
    it.post_any("/api/contract/chess", None, &take(1).to_string(), 404);
    let event = json!({"state": {}, "event": {}});
    assert_eq!(it.post("/api/contract/mir/mutate", None, &event, 200)["success"], false);
    it.post_any("/api/contract/mir/mutate", None, &take(1).to_string(), 400);
    let refused = it.post("/api/contract/nim/mutate", None, &event, 404);
    assert_eq!(
        (refused["error"]["code"].as_str(), refused["error"]["expected"].as_str()),
        (Some("NO_MUTATION"), Some("mir or mir-original"))
    );
}

/// A draw is offered in a match that goes on, and another match is resigned.
fn words_about_a_match(it: &Described, address: &str, ann: &str) {
    let draw = format!("{address}/draw");
    it.post(&draw, Some(ann), &json!({"draw": "accept"}), 422);
    it.post(&draw, Some(ann), &json!({"draw": "offer", "after": 0}), 409);
    it.post(&draw, Some(ann), &json!({"draw": "offer", "key": "o"}), 200);
    it.post(&draw, None, &json!({"draw": "offer"}), 401);
    it.post_any(&draw, Some(ann), r#"{"draw":"resign"}"#, 400);
    it.post("/api/matches/01/draw", Some(ann), &json!({"draw": "offer"}), 404);
    let mine = json!({"game": "nim", "name": "ann", "seats": {"first": "me", "second": "me"}});
    let opened = it.post("/api/matches", None, &mine, 201);
    let token = opened["tokens"]["first"].as_str();
    let address = format!("/api/matches/{}", opened["id"].as_str().unwrap());
    let resign = format!("{address}/resign");
    it.post(&resign, None, &json!({}), 401);
    it.post_any(&resign, token, r#"{"seat":"second"}"#, 400);
    it.post(&resign, token, &json!({}), 200);
    it.post(&resign, token, &json!({}), 422);
    it.post("/api/matches/01/resign", token, &json!({}), 404);
    it.get(&address, None, 200);
}

fn logs_and_runs(it: &Described) {
    let steps = json!([{"seat": "first", "action": {"heap": 0, "stones": 1}}]);
    it.post("/api/verify/nim", None, &json!({"setup": {"heaps": [3, 4]}, "actions": steps}), 200);
    it.post("/api/verify/nim", None, &json!({"setup": {"heaps": [0, 4]}, "actions": steps}), 422);
    it.post("/api/verify/nim", None, &json!({"setup": 5, "actions": []}), 422);
    it.post_any("/api/verify/nim", None, "{\"actions\":", 400);
    it.post_any("/api/verify/nim", None, "{\"format\":\n", 400);
    it.post_any("/api/verify/nim", None, "{\"format\":\"referee-log/1\"\n", 422);
    it.post_any("/api/verify/chess", None, "{}", 404);
    for board in ["daily", "free", "live"] {
        let ask = json!({"game": "hop", "board": board, "name": "ann"});
        let ticket = it.post("/api/challenges", None, &ask, 201);
        it.post("/api/challenges", ticket["player_token"].as_str(), &ask, 200);
        let run = json!({"ticket": ticket["ticket"], "actions": []});
        it.post("/api/leaderboards/hop", None, &run, if board == "live" { 403 } else { 422 });
    }
    it.post("/api/challenges", None, &json!({"game": "nim", "board": "daily", "name": "ann"}), 404);
    it.post_any("/api/challenges", None, r#"{"game":"hop","board":"weekly","name":"ann"}"#, 400);
    let ticket = it.post("/api/challenges", None, &json!({"game": "hop", "board": "free", "name": "bob"}), 201);
    let run = json!({"ticket": ticket["ticket"], "actions": until_the_end(ticket["seed"].as_str().unwrap())});
    it.post("/api/leaderboards/hop", None, &run, 201);
    let list = it.get("/api/leaderboards/hop?board=free&size=5", None, 200);
    assert_eq!(list["entries"].as_array().map(Vec::len), Some(1), "{list}");
    it.get("/api/leaderboards/hop?day=2026-11-16&season=2026-11", None, 422);
    it.get("/api/leaderboards/hop?page=-1", None, 400);
    it.get("/api/leaderboards/nim", None, 404);
    it.get("/api/achievements/duel", None, 200);
    it.get("/api/achievements/duel?name=ann", None, 200);
    it.get("/api/achievements/nosuch", None, 404);
    it.get("/api/achievements/duel?whose=ann", None, 400);
}

/// A run of Hop that comes to its end.
fn until_the_end(seed: &str) -> Vec<Value> {
    let games = referee_registry::games();
    let mut table = games.title("hop").unwrap().start(None, Some(seed), 0, None).unwrap();
    let actions = hop::to_the_end(&mut *table, &mut referee::Stream::from_seed("a run"));
    actions.into_iter().map(|action| json!({"action": action})).collect()
}

#[test]
fn the_description_the_router_and_the_handbook_name_the_same_routes() {
    let it = Described::start();
    let mut described = BTreeSet::new();
    for (path, known, _) in it.operations() {
        let address = path.replace("{game}", "nim").replace("{id}", "01");
        described.insert(format!("{} {path}", known.to_uppercase()));
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
            let answer = raw(&it.server, method, &address);
            let is_known = !it.book["paths"][path][method.to_lowercase()].is_null();
            assert!(!answer.contains("NO_SUCH_ROUTE"), "{method} {path}: {answer}");
            assert_eq!(answer.contains("WRONG_METHOD"), !is_known, "{method} {path}: {answer}");
        }
    }
    let rows = SERVER_MD.lines().filter(|line| line.starts_with("| `"));
    let named = rows.flat_map(|row| row.split('|').nth(1).unwrap_or_default().split('`').skip(1).step_by(2));
    let named: BTreeSet<String> = named.map(|route| route.split('?').next().unwrap().to_owned()).collect();
    assert_eq!(named, described);
}

/// What is answered to a request without a body.
fn raw(server: &Server, method: &str, address: &str) -> String {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let (host, end) = (&server.address, "\r\n");
    write!(stream, "{method} {address} HTTP/1.1{end}Host: {host}{end}Content-Length: 0{end}Connection: close{end}{end}").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}
