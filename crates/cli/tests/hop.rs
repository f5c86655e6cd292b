//! How tests play a run of Hop whose seed they do not choose, to its end.
//!
//! Neither chance nor a bot always comes to one soon. A player that mostly waits does not live long; one that nothing reaches goes where chance
//! leads.

use referee::{Ask, Stream};
use referee_host::{Table, Verdict};

const WAIT: &str = "{\"type\":\"WAIT\"}";
const PATIENCE: u64 = 200;
const LONGEST: u64 = 5_000;

/// The next action and what the rules said, until the run is over.
pub(crate) fn next(table: &mut dyn Table, luck: &mut Stream) -> Option<(String, Verdict)> {
    let &seat = table.waiting_for(0).first()?;
    assert!(table.seq() < LONGEST, "this run does not end");
    let random = table.bot("random", seat, 0, luck).unwrap().unwrap();
    if table.seq() < PATIENCE && luck.draw(Ask::below(4)) > 0 {
        let verdict = table.act(seat, 0, WAIT, None);
        if verdict.success {
            return Some((WAIT.to_owned(), verdict));
        }
    }
    let verdict = table.act(seat, 0, &random, None);
    assert!(verdict.success, "{random}");
    Some((random, verdict))
}

/// Plays to the end: the actions.
pub(crate) fn to_the_end(table: &mut dyn Table, luck: &mut Stream) -> Vec<serde_json::Value> {
    let actions = std::iter::from_fn(|| next(table, luck));
    actions.map(|(action, _)| serde_json::from_str(&action).unwrap()).collect()
}
