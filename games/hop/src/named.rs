//! A name that the game knows, or any other text: the public engine writes down both.

use alloc::boxed::Box;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// The longest text that is read where a name is expected, in bytes.
pub const UNKNOWN_MAX: usize = 64;

/// A name that the game knows, or any other text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Named<T> {
    /// A name of the game.
    Known(T),
    /// Any other text, 64 bytes at most.
    Unknown(#[cfg_attr(feature = "schema", schemars(length(max = 64)))] Box<str>),
}

impl<T: Copy> Named<T> {
    /// What it names, if the game knows it.
    pub fn known(&self) -> Option<T> {
        match self {
            Named::Known(known) => Some(*known),
            Named::Unknown(_) => None,
        }
    }
}

impl<T> From<T> for Named<T> {
    fn from(known: T) -> Named<T> {
        Named::Known(known)
    }
}

impl<'de, T: serde::de::DeserializeOwned> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named<T>, D::Error> {
        let text = Box::<str>::deserialize(deserializer)?;
        let name: serde::de::value::StrDeserializer<'_, serde::de::value::Error> =
            serde::de::IntoDeserializer::into_deserializer(&*text);
        match T::deserialize(name) {
            Ok(known) => Ok(Named::Known(known)),
            Err(_) if text.len() <= UNKNOWN_MAX => Ok(Named::Unknown(text)),
            Err(_) => Err(D::Error::custom("a name has 64 bytes at most")),
        }
    }
}
