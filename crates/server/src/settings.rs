//! What an operator can set.

use serde::{Deserialize, Serialize};

/// What an operator can set. Every limit has its refusal, which names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The longest body of a request, in bytes.
    pub body_max: usize,
    /// The longest body of a submitted log, in bytes.
    pub log_max: usize,
    /// The longest message of a socket, in bytes.
    pub message_max: usize,
    /// How many actions a submitted session may have.
    pub actions_max: u64,
    /// How many records a match may have.
    pub records_max: u64,
    /// How many matches one address may have opened and not finished.
    pub matches_per_address: usize,
    /// How many sockets one address may hold.
    pub sockets_per_address: usize,
    /// How many sockets there may be.
    pub sockets_max: usize,
    /// How many requests and actions a second one address may send for long.
    pub rate: u32,
    /// How many it may send at once.
    pub burst: u32,
    /// How many verifications may wait or run.
    pub verifications_max: usize,
    /// How many seconds a match stays in memory when nobody asks for it.
    pub idle_seconds: u64,
    /// How many seconds a match may be without an action before it is closed as abandoned; 0 for never.
    pub abandoned_seconds: u64,
    /// How many seconds a ticket of a leaderboard is good for.
    pub ticket_seconds: u64,
    /// The origins that pages may come from, besides the server's own; `*` for any.
    pub origins: Vec<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            body_max: 64 << 10,
            log_max: 8 << 20,
            message_max: 64 << 10,
            actions_max: 20_000,
            records_max: 100_000,
            matches_per_address: 200,
            sockets_per_address: 64,
            sockets_max: 20_000,
            rate: 50,
            burst: 200,
            verifications_max: 64,
            idle_seconds: 60,
            abandoned_seconds: 7 * 24 * 3600,
            ticket_seconds: 24 * 3600,
            origins: Vec::new(),
        }
    }
}
