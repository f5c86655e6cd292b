//! Guises: how items look while nobody knows what they are. A guise has a number of its own beyond all definitions, so that who holds a red potion is
//! told that it is red and a potion, and nothing else.

use super::{Definition, Item};
use crate::Res;
use std::collections::BTreeMap;

/// The guises of a pack: their definitions, in the order of their texts, and which item has which unless a game says otherwise.
pub(super) struct Guises {
    pub(super) definitions: Vec<(Box<str>, Definition)>,
    pub(super) of: BTreeMap<Res, Res>,
}

impl Guises {
    /// The guises of all items that say how they look.
    pub(super) fn of(own: &[(Box<str>, Definition)]) -> Guises {
        let items = own.iter().enumerate().filter_map(|(at, (_, definition))| match definition {
            Definition::Item(item) => Some((Res(at as u16), item, item.looks.as_ref()?.get())),
            _ => None,
        });
        let mut looks: BTreeMap<&str, Vec<(Res, &Item)>> = BTreeMap::new();
        items.for_each(|(res, item, text)| looks.entry(text).or_default().push((res, item)));
        let mut guises = Guises { definitions: Vec::new(), of: BTreeMap::new() };
        for (text, items) in looks {
            let guise = Res((own.len() + guises.definitions.len()) as u16);
            let item = Definition::Item(Box::new(outside(items[0].1)));
            guises.definitions.push((without_article(text).into(), item));
            guises.of.extend(items.into_iter().map(|(res, _)| (res, guise)));
        }
        guises
    }
}

/// An item from outside: what it does, and how well, is not to be seen.
fn outside(item: &Item) -> Item {
    Item {
        about: item.looks.clone().unwrap_or_else(|| item.about.clone()),
        level: Default::default(),
        weight: Default::default(),
        plus: Default::default(),
        effect: None,
        caster_level: None,
        charges: None,
        enchantment: None,
        food: Default::default(),
        looks: None,
        unique: false,
        conjured: false,
        ..item.clone()
    }
}

fn without_article(name: &str) -> &str {
    ["a ", "an ", "the "].iter().find_map(|article| name.strip_prefix(article)).unwrap_or(name)
}
