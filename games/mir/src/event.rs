//! What happened: the five lines of the contract, each with exactly the payload of the catalogue, and two that only the game's own log has:
//! how it began, and every roll, so that the log alone rebuilds the dice.

use crate::action::{write_cell, write_path};
use crate::json::{Value, write_text};
use crate::whole::write_digits;
use crate::wire::{disclosed_value, enclosed, raw, unraw};
use crate::{GameState, Step, Text, Whole};
use alloc::{boxed::Box, format, string::String, sync::Arc, vec::Vec};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The game began like this.
    Opened(Box<GameState>),
    /// A die was rolled.
    Rolled {
        /// With how many sides.
        sides: u32,
        /// What it shows.
        value: u32,
        /// What for.
        source: Box<str>,
    },
    /// Somebody walked.
    MoveApplied {
        /// Who.
        entity_id: Text,
        /// Cell by cell, as declared.
        path: Arc<[Step]>,
        /// Where to: column and row.
        final_position: (Whole, Whole),
    },
    /// Somebody struck.
    AttackResolved(Arc<Attack>),
    /// A combat began.
    InitiativeRolled {
        /// Who rolled what, best first.
        order: Arc<[Rank]>,
    },
    /// A turn ended.
    TurnEnded {
        /// Whose.
        entity_id: Text,
        /// Whose begins.
        next_entity_id: Text,
        /// The round after that.
        round: Whole,
    },
    /// An action was refused.
    ActionRejected {
        /// Its type and whom it names, as JSON.
        action: Text,
        /// Why, each with its code.
        reasons: Arc<[String]>,
    },
}

/// What came of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Who struck.
    pub attacker_id: Text,
    /// Whom.
    pub target_id: Text,
    /// The twenty-sided die.
    pub attack_roll: u32,
    /// What it had to reach.
    pub target_ac: Whole,
    /// Whether it did.
    pub hit: bool,
    /// The six-sided die, or nothing.
    pub damage: u32,
    /// What life is left.
    pub target_hp_after: Whole,
}

/// Who rolled what for initiative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rank {
    /// Who.
    pub entity_id: Text,
    /// What.
    pub roll: u32,
}

impl Event {
    /// Its type, in the words of the contract.
    pub fn kind(&self) -> &'static str {
        match self {
            Event::Opened(_) => "OPENED",
            Event::Rolled { .. } => "ROLLED",
            Event::MoveApplied { .. } => "MOVE_APPLIED",
            Event::AttackResolved(_) => "ATTACK_RESOLVED",
            Event::InitiativeRolled { .. } => "INITIATIVE_ROLLED",
            Event::TurnEnded { .. } => "TURN_ENDED",
            Event::ActionRejected { .. } => "ACTION_REJECTED",
        }
    }

    /// Whether it is a line of the contract's log.
    pub fn is_line(&self) -> bool {
        !matches!(self, Event::Opened(_) | Event::Rolled { .. })
    }

    /// Writes its payload as the contract has it.
    pub(crate) fn write_payload(&self, out: &mut String) {
        match self {
            Event::Opened(state) => out.push_str(&serde_json::to_string(state).unwrap_or_default()),
            Event::Rolled { sides, value, source } => {
                out.push_str(&format!("{{\"sides\":{sides},\"value\":{value},\"source\":"));
                write_text(source, out);
            }
            Event::MoveApplied { entity_id, path, final_position: (x, y) } => {
                out.push_str("{\"entityId\":");
                write_text(entity_id, out);
                out.push_str(",\"path\":");
                write_path(path, out);
                out.push_str(",\"finalPosition\":");
                write_cell(*x, *y, out);
            }
            Event::AttackResolved(attack) => attack.write(out),
            Event::InitiativeRolled { order } => {
                out.push_str("{\"order\":[");
                for (index, rank) in order.iter().enumerate() {
                    out.push_str(if index > 0 { ",{\"entityId\":" } else { "{\"entityId\":" });
                    write_text(&rank.entity_id, out);
                    out.push_str(&format!(",\"roll\":{}}}", rank.roll));
                }
                out.push(']');
            }
            Event::TurnEnded { entity_id, next_entity_id, round } => {
                out.push_str("{\"entityId\":");
                write_text(entity_id, out);
                out.push_str(",\"nextEntityId\":");
                write_text(next_entity_id, out);
                out.push_str(&format!(",\"round\":{round}"));
            }
            Event::ActionRejected { action, reasons } => {
                out.push_str("{\"action\":");
                out.push_str(action);
                out.push_str(",\"reasons\":");
                write_texts(reasons, out);
            }
        }
        if !matches!(self, Event::Opened(_)) {
            out.push('}');
        }
    }

    fn read(text: &str) -> Option<Event> {
        let value = Value::parse(text).ok()?;
        let open = value.get("payload")?;
        let enclosed = disclosed_value(open);
        let disclosed = enclosed.as_deref().map(Value::parse).transpose().ok()?;
        let payload = disclosed.as_ref().unwrap_or(open);
        let id = |key| text_of(payload.get(key));
        Some(match &*text_of(value.get("type"))? {
            "OPENED" => Event::Opened(Box::new(serde_json::from_str(&written(payload)).ok()?)),
            "ROLLED" => Event::Rolled {
                sides: small(payload, "sides")?,
                value: small(payload, "value")?,
                source: (*id("source")?).into(),
            },
            "MOVE_APPLIED" => {
                let cell = payload.get("finalPosition")?;
                let path = list(payload.get("path"))?.iter().map(Step::of).collect::<Option<Vec<_>>>()?;
                let final_position = (whole(cell, "x")?, whole(cell, "y")?);
                Event::MoveApplied { entity_id: id("entityId")?, path: path.into(), final_position }
            }
            "ATTACK_RESOLVED" => Event::AttackResolved(Arc::new(Attack::read(payload)?)),
            "INITIATIVE_ROLLED" => {
                let rank =
                    |rank: &Value<'_>| Some(Rank { entity_id: text_of(rank.get("entityId"))?, roll: small(rank, "roll")? });
                let order = list(payload.get("order"))?.iter().map(rank).collect::<Option<Vec<_>>>()?;
                Event::InitiativeRolled { order: order.into() }
            }
            "TURN_ENDED" => Event::TurnEnded {
                entity_id: id("entityId")?,
                next_entity_id: id("nextEntityId")?,
                round: whole(payload, "round")?,
            },
            "ACTION_REJECTED" => {
                let reason = |reason: &Value<'_>| text_of(Some(reason)).map(|text| String::from(&*text));
                let reasons = list(payload.get("reasons"))?.iter().map(reason).collect::<Option<Vec<_>>>()?;
                Event::ActionRejected { action: written(payload.get("action")?).into(), reasons: reasons.into() }
            }
            _ => return None,
        })
    }
}

impl Attack {
    fn write(&self, out: &mut String) {
        out.push_str("{\"attackerId\":");
        write_text(&self.attacker_id, out);
        out.push_str(",\"targetId\":");
        write_text(&self.target_id, out);
        out.push_str(",\"attackRoll\":");
        write_digits(self.attack_roll.into(), out);
        out.push_str(",\"targetAc\":");
        self.target_ac.write(out);
        out.push_str(if self.hit { ",\"hit\":true,\"damage\":" } else { ",\"hit\":false,\"damage\":" });
        write_digits(self.damage.into(), out);
        out.push_str(",\"targetHpAfter\":");
        self.target_hp_after.write(out);
    }

    fn read(payload: &Value<'_>) -> Option<Attack> {
        let Some(Value::Bool(hit)) = payload.get("hit") else { return None };
        Some(Attack {
            attacker_id: text_of(payload.get("attackerId"))?,
            target_id: text_of(payload.get("targetId"))?,
            attack_roll: small(payload, "attackRoll")?,
            target_ac: whole(payload, "targetAc")?,
            hit: *hit,
            damage: small(payload, "damage")?,
            target_hp_after: whole(payload, "targetHpAfter")?,
        })
    }
}

/// `["a","b"]`.
pub(crate) fn write_texts(texts: &[String], out: &mut String) {
    out.push('[');
    for (index, text) in texts.iter().enumerate() {
        out.push_str(if index > 0 { "," } else { "" });
        write_text(text, out);
    }
    out.push(']');
}

fn written(value: &Value<'_>) -> String {
    let mut text = String::new();
    value.write(&mut text);
    text
}

fn text_of(value: Option<&Value<'_>>) -> Option<Text> {
    match value? {
        Value::Text(text) => Some((&**text).into()),
        _ => None,
    }
}

fn list<'a, 'b>(value: Option<&'a Value<'b>>) -> Option<&'a [Value<'b>]> {
    match value? {
        Value::List(list) => Some(list),
        _ => None,
    }
}

fn whole(value: &Value<'_>, key: &str) -> Option<Whole> {
    match value.get(key)? {
        Value::Number(number) => Whole::of(*number),
        _ => None,
    }
}

fn small(value: &Value<'_>, key: &str) -> Option<u32> {
    u32::try_from(whole(value, key)?.clamped()).ok()
}

/// `{"type":"MOVE_APPLIED","payload":{..}}`.
impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut payload = String::new();
        self.write_payload(&mut payload);
        let text = format!("{{\"type\":\"{}\",\"payload\":{}}}", self.kind(), enclosed(&payload));
        raw::<S::Error>(&text)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
        Event::read(&unraw(deserializer)?)
            .ok_or_else(|| D::Error::custom("no event of MIR: a known type and its payload are expected"))
    }
}
