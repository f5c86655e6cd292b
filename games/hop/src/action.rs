//! What the player declares. The form is that of recorded runs: `{"type","payload"}`, places as `{"q","r","s"}`.

use crate::{Hex, Named, SkillId, Upgrade};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What the player declares.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", content = "payload", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub enum Action {
    /// Step to a neighbour, or strike who stands there.
    Move(Place),
    /// Do nothing.
    Wait,
    /// Use a skill.
    UseSkill(Use),
    /// Choose what a shrine offers.
    SelectUpgrade(Named<Upgrade>),
    /// An old kind of action: throw the spear.
    ThrowSpear(Place),
    /// An old kind of action: jump.
    Jump(Place),
    /// An old kind of action: leap.
    Leap(Place),
    /// An old kind of action without effect.
    Attack(alloc::string::String),
    /// An old kind of action without effect.
    ShieldBash(Place),
}

/// A skill, and where it is aimed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Use {
    /// The skill.
    pub skill_id: Named<SkillId>,
    /// The place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Place>,
}

/// A place as players write it: three coordinates that add up to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place(pub Hex);

/// A place: three coordinates that add up to 0.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Cube {
    #[cfg_attr(feature = "schema", schemars(range(min = -60, max = 60)))]
    q: i32,
    #[cfg_attr(feature = "schema", schemars(range(min = -60, max = 60)))]
    r: i32,
    s: i32,
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (q, r) = (i32::from(self.0.q), i32::from(self.0.r));
        Cube { q, r, s: -q - r }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Place, D::Error> {
        let Cube { q, r, s } = Cube::deserialize(deserializer)?;
        let far = i32::from(crate::hex::FAR);
        let is_near = |value: i32| (-far..=far).contains(&value);
        if !is_near(q) || !is_near(r) {
            return Err(D::Error::custom("a place is too far from the board"));
        }
        if -(q + r) != s {
            return Err(D::Error::custom("q, r and s must add up to 0"));
        }
        Ok(Place(Hex::new(q as i8, r as i8)))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Place {
    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "Place".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Cube::json_schema(generator)
    }
}
