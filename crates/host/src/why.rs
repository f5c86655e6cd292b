//! Why a record came so: its decision made again, as a tree.

use serde::Serialize;

/// Why a record came so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Explained {
    /// The number of the record.
    pub seq: u64,
    /// Who acted.
    pub seat: String,
    /// What was declared, as JSON.
    pub action: String,
    /// What led to what.
    pub tree: Vec<Branchlet>,
    /// How many more events it had: a branch begins inside the record and leaves them out.
    #[serde(skip_serializing_if = "is_none")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub left_out: usize,
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

/// A throw, somebody who was asked, or an event; and what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Branchlet {
    /// Something was thrown.
    Thrown {
        /// What.
        verb: String,
        /// About whom.
        about: String,
        /// What came of it.
        verdict: String,
        /// What followed from it, in order.
        within: Vec<Branchlet>,
    },
    /// Somebody was asked.
    Asked {
        /// At which station.
        station: String,
        /// Whose handler, and in which moment.
        handler: String,
        /// What it answered.
        verdict: String,
        /// What it changed.
        changes: Vec<Altered>,
        /// What it threw and wrote meanwhile, in order.
        within: Vec<Branchlet>,
    },
    /// An event was written.
    Event {
        /// Its place in the record, from 0.
        index: usize,
        /// As a sentence.
        told: String,
        /// As JSON.
        event: String,
    },
}

/// Something that was changed on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Altered {
    /// What.
    pub field: String,
    /// From what.
    pub from: String,
    /// To what.
    pub to: String,
}

impl Branchlet {
    /// Only what has to do with a field: those who changed it, the events that hold it, and what leads there.
    pub fn about(self, field: &str) -> Option<Branchlet> {
        let within = |list: Vec<Branchlet>| -> Vec<Branchlet> { list.into_iter().filter_map(|it| it.about(field)).collect() };
        match self {
            Branchlet::Thrown { verb, about, verdict, within: list } => {
                let list = within(list);
                (!list.is_empty()).then_some(Branchlet::Thrown { verb, about, verdict, within: list })
            }
            Branchlet::Asked { station, handler, verdict, changes, within: list } => {
                let (list, changes): (Vec<Branchlet>, Vec<Altered>) =
                    (within(list), changes.into_iter().filter(|it| it.field == field).collect());
                let has = !list.is_empty() || !changes.is_empty();
                has.then_some(Branchlet::Asked { station, handler, verdict, changes, within: list })
            }
            Branchlet::Event { ref event, .. } => event.contains(&format!("\"{field}\":")).then_some(self),
        }
    }
}

/// A throw that is under way: verb and about whom, and what has followed from it so far.
type Open = (Option<(String, String)>, Vec<Branchlet>);

/// Builds the tree of notes and events. Whoever is asked is noted when it has answered: what was thrown and written meanwhile belongs to it.
pub(crate) fn tree(notes: Vec<referee::Note>, events: Vec<(String, String)>) -> Vec<Branchlet> {
    let mut events = events.into_iter().enumerate();
    let mut written = 0;
    let mut open: Vec<Open> = vec![(None, Vec::new())];
    for note in notes {
        while written < note.events {
            let Some((index, (told, event))) = events.next() else { break };
            push(&mut open, Branchlet::Event { index, told, event });
            written += 1;
        }
        match note.what {
            referee::Noted::Thrown { verb, about } => open.push((Some((verb, about)), Vec::new())),
            referee::Noted::Asked { station, handler, verdict, changes } => {
                let changes = changes.into_iter().map(|it| Altered { field: it.field, from: it.from, to: it.to }).collect();
                let within = since(&mut open);
                push(&mut open, Branchlet::Asked { station, handler, verdict, changes, within });
            }
            referee::Noted::Ended { verdict, .. } => {
                if open.len() > 1
                    && let Some((Some((verb, about)), within)) = open.pop()
                {
                    push(&mut open, Branchlet::Thrown { verb, about, verdict, within });
                }
            }
        }
    }
    for (index, (told, event)) in events {
        push(&mut open, Branchlet::Event { index, told, event });
    }
    while open.len() > 1 {
        if let Some((Some((verb, about)), within)) = open.pop() {
            push(&mut open, Branchlet::Thrown { verb, about, verdict: String::new(), within });
        }
    }
    open.pop().map_or_else(Vec::new, |(_, tree)| tree)
}

fn push(open: &mut [Open], it: Branchlet) {
    if let Some((_, list)) = open.last_mut() {
        list.push(it);
    }
}

/// What was thrown and written since the last one was asked: what the next one did.
fn since(open: &mut [Open]) -> Vec<Branchlet> {
    let Some((_, list)) = open.last_mut() else { return Vec::new() };
    let from = list.iter().rposition(|it| matches!(it, Branchlet::Asked { .. })).map_or(0, |last| last + 1);
    list.split_off(from)
}
