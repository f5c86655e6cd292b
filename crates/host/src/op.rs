//! What a player asks of a hall, as text.

use crate::json::{check_object, in_words};
use crate::lobby::Role;
use crate::{HostError, Word};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

/// What a player asks of a hall.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // fields are named for what they are
pub enum Op {
    /// To be registered.
    Register { role: Role },
    /// To be shown under another name.
    Username { username: String },
    /// To wear a skin.
    Skin { skin: u8 },
    /// To offer a game; the setup is JSON text.
    Create { game: String, setup: Option<String>, seed: Option<String> },
    /// To join a host.
    Join { host: String },
    /// To leave.
    Cancel,
    /// To mark a moment of a board: after so many records.
    Snapshot { board_id: u32, move_number: u64 },
    /// To offer the board of a snapshot, with the dice it had then or, with a seed, others.
    Restore { snapshot_id: u32, seed: Option<String> },
    /// To act on one's board; the action is JSON text. The board may be named.
    Act { action: String, board_id: Option<u32> },
    /// To say something about the match on one's board: to resign, to offer a draw, to answer an offer. The board may be named.
    Say { word: Word, board_id: Option<u32> },
    /// To be told how one stands. It changes nothing and is not on record.
    Look,
}

/// A request: `{"player","at"?,"op":{"type",..}}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpRequest {
    /// Who asks.
    pub player: String,
    /// When, in the time of the games; the latest time known where it is left out.
    pub at: Option<u64>,
    /// What.
    pub op: Op,
}

impl OpRequest {
    /// Reads a request; what is no request is an error.
    pub fn parse(text: &str) -> Result<OpRequest, HostError> {
        check_object(text, "BAD_REQUEST")?;
        let Request { player, at, op } = serde_json::from_str(text).map_err(bad)?;
        Ok(OpRequest { player, at, op: Op::parse(op.get()).map_err(|error| error.at_path("/op"))? })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request<'a> {
    player: String,
    at: Option<u64>,
    #[serde(borrow)]
    op: &'a RawValue,
}

#[derive(Deserialize)]
struct Kind {
    r#type: String,
}

/// The fields of each kind of op. An enum that is told apart by a field could not keep text as it is.
macro_rules! forms {
    ($($name:ident { $($field:ident: $kind:ty),* })+) => { $(
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $name { #[serde(rename = "type")] _type: String, $($field: $kind),* }
    )+ };
}

forms! {
    Registering { role: Role }
    Naming { username: String }
    Dressing { skin: u8 }
    Creating { game: String, setup: Option<Box<RawValue>>, seed: Option<String> }
    Joining { host: String }
    Bare {}
    Marking { board_id: u32, move_number: u64 }
    Restoring { snapshot_id: u32, seed: Option<String> }
    Acting { action: Box<RawValue>, board_id: Option<u32> }
    Resigning { board_id: Option<u32> }
    Drawing { draw: Word, board_id: Option<u32> }
}

impl Op {
    fn parse(text: &str) -> Result<Op, HostError> {
        check_object(text, "BAD_REQUEST")?;
        let Kind { r#type } = serde_json::from_str(text).map_err(bad)?;
        Ok(match r#type.as_str() {
            "register" => Op::Register { role: read::<Registering>(text)?.role },
            "username" => Op::Username { username: read::<Naming>(text)?.username },
            "skin" => Op::Skin { skin: read::<Dressing>(text)?.skin },
            "create" => {
                let Creating { game, setup, seed, .. } = read(text)?;
                Op::Create { game, setup: setup.map(|setup| setup.get().to_owned()), seed }
            }
            "join" => Op::Join { host: read::<Joining>(text)?.host },
            "cancel" => read::<Bare>(text).map(|_| Op::Cancel)?,
            "snapshot" => {
                let Marking { board_id, move_number, .. } = read(text)?;
                Op::Snapshot { board_id, move_number }
            }
            "restore" => {
                let Restoring { snapshot_id, seed, .. } = read(text)?;
                Op::Restore { snapshot_id, seed }
            }
            "act" => {
                let Acting { action, board_id, .. } = read(text)?;
                Op::Act { action: action.get().to_owned(), board_id }
            }
            "resign" => Op::Say { word: Word::Resign, board_id: read::<Resigning>(text)?.board_id },
            "draw" => {
                let Drawing { draw, board_id, .. } = read(text)?;
                check_draw(draw).map_err(|error| error.at_path("/draw"))?;
                Op::Say { word: draw, board_id }
            }
            "look" => read::<Bare>(text).map(|_| Op::Look)?,
            other => {
                let known = "register, username, skin, create, join, cancel, snapshot, restore, act, resign, draw or look";
                return Err(HostError::bad("BAD_REQUEST", format!("there is no op {other:?}: {known}")).because(known, other));
            }
        })
    }
}

/// To resign is not a word about a draw.
fn check_draw(word: Word) -> Result<(), HostError> {
    match word {
        Word::Resign => Err(HostError::bad("BAD_REQUEST", "a draw is offered, accepted or declined")
            .because("offer, accept or decline", "resign")),
        _ => Ok(()),
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, HostError> {
    serde_json::from_str(text).map_err(bad)
}

fn bad(error: serde_json::Error) -> HostError {
    HostError::bad("BAD_REQUEST", in_words(&error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setup_and_an_action_keep_their_words() {
        let text = r#"{"player":"ann","op":{"type":"create","game":"nim","setup":{"heaps": [3],"seed":"a"}}}"#;
        let setup = Some(r#"{"heaps": [3],"seed":"a"}"#.to_owned());
        assert_eq!(OpRequest::parse(text).unwrap().op, Op::Create { game: "nim".into(), setup, seed: None });
    }

    #[test]
    fn what_is_no_request_is_named() {
        for text in [
            "7",
            "{}",
            r#"{"player":"ann"}"#,
            r#"["ann",5,{"type":"cancel"}]"#,
            r#"{"player":"ann","op":["cancel"]}"#,
            r#"{"player":"ann","op":{}}"#,
            r#"{"player":"ann","op":{"type":"fly"}}"#,
            r#"{"player":"ann","op":{"type":"cancel","host":"bob"}}"#,
            r#"{"player":"ann","op":{"type":"join"}}"#,
            r#"{"player":"ann","op":{"type":"draw"}}"#,
            r#"{"player":"ann","op":{"type":"draw","draw":"resign"}}"#,
            r#"{"player":"ann","op":{"type":"draw","draw":"perhaps"}}"#,
            r#"{"player":"ann","op":{"type":"resign","word":"resign"}}"#,
            r#"{"player":"ann","at":-1,"op":{"type":"cancel"}}"#,
            r#"{"player":"ann","op":{"type":"cancel"},"extra":1}"#,
            r#"{"player":"ann","op":{"type":"act","action":{"a":1},"action":{}}}"#,
        ] {
            assert_eq!(OpRequest::parse(text).unwrap_err().code, "BAD_REQUEST", "{text}");
        }
    }
}
