//! All things of a world, and where to find them.

use crate::content::Slot;
use crate::{Id, Thing, Whereabouts};
use referee_dispatch::Place;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// All things, by number. What is on a square and who has what is found at once: both follow from the things themselves.
#[derive(Clone, Debug, Default)]
pub struct Things {
    slots: Vec<Option<Box<Thing>>>,
    on: BTreeMap<(u8, Place), Vec<Id>>,
    with: BTreeMap<Id, Vec<Id>>,
}

impl Things {
    /// A thing.
    #[inline]
    pub fn get(&self, id: Id) -> Option<&Thing> {
        self.slots.get(id.0 as usize)?.as_deref()
    }

    /// All things, by number.
    pub fn iter(&self) -> impl Iterator<Item = &Thing> {
        self.slots.iter().filter_map(Option::as_deref)
    }

    /// What is on a square, by number.
    #[inline]
    pub fn on(&self, depth: u8, at: Place) -> &[Id] {
        self.on.get(&(depth, at)).map_or(&[], Vec::as_slice)
    }

    /// The squares of a level on which there is anything, in order, and what is there.
    pub fn at_depth(&self, depth: u8) -> impl Iterator<Item = (Place, &[Id])> {
        let first = (depth, Place::new(i32::MIN, i32::MIN));
        let all = self.on.range(first..).take_while(move |((level, _), _)| *level == depth);
        all.map(|((_, place), things)| (*place, things.as_slice()))
    }

    /// What somebody has, or what is in something, by number.
    pub fn with(&self, who: Id) -> &[Id] {
        self.with.get(&who).map_or(&[], Vec::as_slice)
    }

    /// What is in a slot of somebody.
    pub fn in_slot(&self, who: Id, slot: Slot) -> Option<&Thing> {
        self.with(who).iter().filter_map(|&id| self.get(id)).find(|thing| thing.holder() == Some((who, slot)))
    }

    /// The number of the next thing.
    pub fn next_id(&self) -> Id {
        Id(self.slots.len() as u32)
    }

    /// Changes a thing, but not where it is.
    pub(crate) fn change(&mut self, id: Id, change: impl FnOnce(&mut Thing)) {
        if let Some(thing) = self.slots.get_mut(id.0 as usize).and_then(Option::as_deref_mut) {
            let at = thing.at;
            change(thing);
            thing.at = at;
        }
    }

    /// Adds a thing, or puts it in the place of the one with its number. A number far off is no thing's.
    pub(crate) fn add(&mut self, thing: Thing) {
        let index = thing.id.0 as usize;
        if index > self.slots.len() + THINGS_AHEAD {
            return;
        }
        self.remove(thing.id);
        if index >= self.slots.len() {
            self.slots.resize_with(index + 1, || None);
        }
        self.enter(thing.id, thing.at);
        self.slots[index] = Some(Box::new(thing));
    }

    pub(crate) fn remove(&mut self, id: Id) {
        if let Some(thing) = self.slots.get_mut(id.0 as usize).and_then(Option::take) {
            self.leave(id, thing.at);
        }
    }

    pub(crate) fn place(&mut self, id: Id, at: Whereabouts) {
        let Some(thing) = self.slots.get_mut(id.0 as usize).and_then(Option::as_deref_mut) else { return };
        let before = std::mem::replace(&mut thing.at, at);
        self.leave(id, before);
        self.enter(id, at);
    }

    fn enter(&mut self, id: Id, at: Whereabouts) {
        let list = match at {
            Whereabouts::On { depth, place } => self.on.entry((depth, place)).or_default(),
            Whereabouts::With { who: whose, .. } | Whereabouts::In { what: whose } => self.with.entry(whose).or_default(),
            Whereabouts::Nowhere => return,
        };
        if let Err(index) = list.binary_search(&id) {
            list.insert(index, id);
        }
    }

    fn leave(&mut self, id: Id, at: Whereabouts) {
        let forget = |list: &mut Vec<Id>| {
            list.retain(|other| *other != id);
            list.is_empty()
        };
        match at {
            Whereabouts::On { depth, place } => {
                if self.on.get_mut(&(depth, place)).is_some_and(forget) {
                    self.on.remove(&(depth, place));
                }
            }
            Whereabouts::With { who: whose, .. } | Whereabouts::In { what: whose } => {
                if self.with.get_mut(&whose).is_some_and(forget) {
                    self.with.remove(&whose);
                }
            }
            Whereabouts::Nowhere => {}
        }
    }
}

/// How far ahead of the others a new thing's number may be.
const THINGS_AHEAD: usize = 4_096;

impl PartialEq for Things {
    fn eq(&self, other: &Things) -> bool {
        self.slots == other.slots
    }
}

impl Eq for Things {}

impl Hash for Things {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.slots.hash(state);
    }
}

/// All things in order, and the number of the next.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct List {
    next: u32,
    things: Vec<Thing>,
}

impl Serialize for Things {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        List { next: self.slots.len() as u32, things: self.iter().cloned().collect() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Things {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Things, D::Error> {
        let list = List::deserialize(deserializer)?;
        let in_order = list.things.windows(2).all(|pair| pair[0].id < pair[1].id);
        let fits = list.things.last().is_none_or(|last| last.id.0 < list.next) && list.next <= 1 << 22;
        if !in_order || !fits {
            return Err(serde::de::Error::custom("things are listed by number, each once, all below `next`"));
        }
        let mut things = Things { slots: vec![None; list.next as usize], ..Things::default() };
        list.things.into_iter().for_each(|thing| things.add(thing));
        Ok(things)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Things {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Things".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        List::json_schema(generator)
    }
}
