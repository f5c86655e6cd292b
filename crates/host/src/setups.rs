//! Setups that a title brings by name. Wherever a setup is given as JSON, such a name as a JSON text stands for it: `"dawn-duel"`.

use crate::HostError;
use serde::Serialize;
use std::borrow::Cow;

/// A setup that a title brings by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NamedSetup {
    /// Its name, for programs.
    pub name: &'static str,
    /// Its name, for people.
    pub title: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// The setup.
    #[serde(skip)]
    #[cfg_attr(feature = "types", ts(skip))]
    pub json: &'static str,
}

impl NamedSetup {
    /// The setup with a name.
    pub fn find<'a>(setups: &'a [NamedSetup], game: &str, name: &str) -> Result<&'a NamedSetup, HostError> {
        setups.iter().find(|setup| setup.name == name).ok_or_else(|| {
            let known: Vec<&str> = setups.iter().map(|setup| setup.name).collect();
            let known = if known.is_empty() { "a setup as JSON".to_owned() } else { format!("one of {}", known.join(", ")) };
            HostError::bad("NO_SUCH_SETUP", format!("{game} has no setup called {name:?}")).because(known, name)
        })
    }

    /// A setup as it was given, or the one it names. A title without names takes every JSON as it is.
    pub(crate) fn resolved<'a>(setups: &[NamedSetup], game: &str, given: &'a str) -> Result<Cow<'a, str>, HostError> {
        match serde_json::from_str::<String>(given) {
            Ok(name) if !setups.is_empty() => Ok(NamedSetup::find(setups, game, &name)?.json.into()),
            _ => Ok(given.into()),
        }
    }
}
