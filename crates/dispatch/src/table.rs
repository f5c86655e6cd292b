//! Who listens to what: exact tables, frozen before the first throw.

use crate::View;
use alloc::{vec, vec::Vec};

/// Handlers as they are registered, in any order of resources.
#[derive(Clone, Debug)]
pub struct TableBuilder<H> {
    entries: Vec<(u32, Key, H)>,
}

/// What a handler is for: the number of a verb and a view.
type Key = (u16, u8);

impl<H> Default for TableBuilder<H> {
    fn default() -> TableBuilder<H> {
        TableBuilder { entries: Vec::new() }
    }
}

impl<H> TableBuilder<H> {
    /// Registers a handler. Those of one resource for the same moment keep the order in which they are registered.
    pub fn on(&mut self, resource: u32, verb: u16, view: View, handler: H) {
        self.entries.push((resource, (verb, view.index() as u8), handler));
    }

    /// No more handlers.
    pub fn freeze(mut self) -> Table<H> {
        self.entries.sort_by_key(|&(resource, key, _)| (resource, key));
        let verbs = self.entries.iter().map(|(_, (verb, _), _)| usize::from(*verb) + 1).max().unwrap_or(0);
        let resources = self.entries.last().map_or(0, |(resource, ..)| *resource as usize + 1);
        let mut anyone = vec![0; verbs];
        let mut rows = vec![Row::default(); resources];
        let (mut keys, mut handlers) = (Vec::<(Key, u32)>::new(), Vec::new());
        for (resource, key, handler) in self.entries {
            anyone[usize::from(key.0)] |= 1 << key.1;
            let row = &mut rows[resource as usize];
            if row.first == row.end {
                (row.first, row.end) = (keys.len() as u32, keys.len() as u32);
            }
            if row.first == row.end || keys.last().is_none_or(|(last, _)| *last != key) {
                keys.push((key, handlers.len() as u32));
                row.end += 1;
            }
            row.seen |= bit(key);
            handlers.push(handler);
        }
        Table { anyone, rows, keys, handlers }
    }
}

/// Where the keys of a resource are, and a glance at them.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    first: u32,
    end: u32,
    seen: u64,
}

/// One of 64 bits for a key: a resource without it has no such handler.
#[inline]
fn bit((verb, view): Key) -> u64 {
    1 << ((verb as u32 * 5 + view as u32 * 3) % 64)
}

/// Who listens to what. Asking costs the same, however many resources there are; where nobody listens it costs one load.
///
/// ```
/// use referee_dispatch::{Lens, Phase, TableBuilder, View};
/// let (before, after) = (View::new(Phase::Pre, Lens::Plain), View::new(Phase::Post, Lens::Plain));
/// let mut table = TableBuilder::default();
/// table.on(3, 19, before, "parry");
/// table.on(3, 19, before, "dodge");
/// let table = table.freeze();
/// assert_eq!(table.of(3, 19, before), ["parry", "dodge"]);
/// assert!(table.hears(19, before) && !table.hears(19, after));
/// assert!(table.of(4, 19, before).is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Table<H> {
    /// For every verb: in which views anybody listens.
    anyone: Vec<u32>,
    rows: Vec<Row>,
    /// The keys of all resources, sorted within each, and where their handlers begin.
    keys: Vec<(Key, u32)>,
    handlers: Vec<H>,
}

impl<H> Default for Table<H> {
    fn default() -> Table<H> {
        TableBuilder::default().freeze()
    }
}

impl<H> Table<H> {
    /// Whether any resource at all listens.
    #[inline]
    pub fn hears(&self, verb: u16, view: View) -> bool {
        self.anyone.get(usize::from(verb)).is_some_and(|views| views >> view.index() & 1 == 1)
    }

    /// In which views any resource at all listens to a verb, as bits by [`View::index`].
    #[inline]
    pub fn views(&self, verb: u16) -> u32 {
        self.anyone.get(usize::from(verb)).copied().unwrap_or(0)
    }

    /// The handlers of a resource for a moment, in the order in which they were registered.
    #[inline]
    pub fn of(&self, resource: u32, verb: u16, view: View) -> &[H] {
        let key = (verb, view.index() as u8);
        match self.rows.get(resource as usize) {
            Some(row) if row.seen & bit(key) != 0 => self.search(*row, key),
            _ => &[],
        }
    }

    fn search(&self, row: Row, key: Key) -> &[H] {
        let keys = &self.keys[row.first as usize..row.end as usize];
        let Ok(at) = keys.binary_search_by_key(&key, |(key, _)| *key) else { return &[] };
        let at = row.first as usize + at;
        let end = self.keys.get(at + 1).map_or(self.handlers.len(), |(_, next)| *next as usize);
        &self.handlers[self.keys[at].1 as usize..end]
    }

    /// Everything a resource listens to: verb, view and handlers.
    pub fn row(&self, resource: u32) -> impl Iterator<Item = (u16, View, &[H])> {
        let row = self.rows.get(resource as usize).copied().unwrap_or_default();
        self.keys[row.first as usize..row.end as usize].iter().filter_map(move |&(key, _)| {
            let view = View::all().nth(usize::from(key.1))?;
            Some((key.0, view, self.search(row, key)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few thousand entries, none of them random to a machine.
    fn entries() -> Vec<(u32, u16, View, usize)> {
        let views: Vec<View> = View::all().collect();
        (0..3_000usize).map(|n| ((n * 7 % 90) as u32, (n * 13 % 40) as u16 + 1, views[n * 5 % View::COUNT], n)).collect()
    }

    #[test]
    fn a_table_finds_exactly_what_was_registered() {
        let entries = entries();
        let mut builder = TableBuilder::default();
        entries.iter().for_each(|&(resource, verb, view, n)| builder.on(resource, verb, view, n));
        let table = builder.freeze();
        for resource in 0..100 {
            for verb in 0..50 {
                for view in View::all() {
                    let wanted = entries.iter().filter(|entry| (entry.0, entry.1, entry.2) == (resource, verb, view));
                    let wanted: Vec<usize> = wanted.map(|entry| entry.3).collect();
                    assert_eq!(table.of(resource, verb, view), wanted);
                }
            }
        }
    }

    #[test]
    fn the_order_of_resources_changes_nothing() {
        let (mut entries, mut there, mut back) = (entries(), TableBuilder::default(), TableBuilder::default());
        entries.iter().for_each(|&(resource, verb, view, n)| there.on(resource, verb, view, n));
        entries.sort_by_key(|entry| 1_000 - entry.0); // stable: within a resource all stays in order
        entries.iter().for_each(|&(resource, verb, view, n)| back.on(resource, verb, view, n));
        let (there, back) = (there.freeze(), back.freeze());
        for resource in 0..90 {
            assert!(there.row(resource).eq(back.row(resource)));
        }
    }

    #[test]
    fn an_empty_table_hears_nothing() {
        let table = Table::<()>::default();
        assert!(!table.hears(19, View::default()) && table.of(0, 19, View::default()).is_empty());
        assert_eq!(table.row(7).count(), 0);
        assert_eq!(vec![table.views(0), table.views(9)], [0, 0]);
    }
}
