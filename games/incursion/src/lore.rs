//! What the rules know besides their code: the content, its scripts, and the conditions the code knows by name.

use crate::content::{Content, Noun};
use crate::desk::Scripts;
use crate::{Res, Verb};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the rules know besides their code. Made once, shared by all games.
pub struct Lore {
    /// What everything is.
    pub content: Arc<Content>,
    /// The gods, in their order.
    pub(crate) gods: Vec<Res>,
    pub(crate) natures: Natures,
    pub(crate) scripts: Scripts,
    /// Who hears of turns: definitions, and whether any of them hears of everybody's.
    turns: BTreeSet<Res>,
    all_turns: bool,
}

impl Lore {
    /// Makes it of a content; the error names what the content must have.
    pub fn new(content: Arc<Content>) -> Result<Lore, String> {
        let natures = Natures::of(&content)?;
        let scripts = Scripts::of(&content)?;
        let gods = content.all(Noun::God).collect();
        let turns: BTreeSet<Res> = (0..content.len() as u16).map(Res).filter(|&res| hears(&content, res)).collect();
        let is_place = |res: &Res| {
            let noun = content.definition(*res).map(|it| it.noun());
            matches!(noun, Some(Noun::Region | Noun::Terrain | Noun::Dungeon | Noun::God))
        };
        let all_turns = turns.iter().any(is_place);
        Ok(Lore { content, gods, natures, scripts, turns, all_turns })
    }

    /// Whether anybody may hear of the turns of a plain thing.
    pub(crate) fn hears_turns(&self, of: Res) -> bool {
        self.all_turns || self.turns.contains(&of)
    }
}

fn hears(content: &Content, res: Res) -> bool {
    content.table().row(res.0.into()).any(|(verb, ..)| verb == Verb::TURN.number())
}

macro_rules! natures {
    ($($field:ident $name:literal,)*) => {
        /// The conditions the code knows by name.
        #[allow(dead_code)] // some are only tested for by scripts yet
        pub(crate) struct Natures {
            $(pub(crate) $field: Res,)*
        }

        /// Their names.
        pub(crate) const NATURES: &[&str] = &[$($name,)*];

        impl Natures {
            fn of(content: &Content) -> Result<Natures, String> {
                let find = |name: &str| content.find(Noun::Status, name).ok_or_else(|| format!("the content must define the status `{name}`"));
                Ok(Natures { $($field: find($name)?,)* })
            }
        }
    };
}

natures! {
    afraid "afraid",
    asleep "asleep",
    blind "blind",
    charmed "charmed",
    confused "confused",
    hidden "hidden",
    nauseated "nauseated",
    paralysed "paralysed",
    poisoned "poisoned",
    prone "prone",
    slowed "slowed",
    stuck "stuck",
    stunned "stunned",
    template "template",
    waiting "waiting",
    summoned "summoned",
    disbelieves "disbelieves",
    mounted "mounted",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pack_of_the_game_is_whole() {
        let lore = Lore::new(Content::builtin()).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(lore.gods.len(), 17);
    }
}
