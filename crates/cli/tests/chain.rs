//! The chain of a log, made right again as whoever forges a line would.

use sha2::{Digest, Sha256};

pub(crate) fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The id of a line.
pub(crate) fn id(line: &str) -> &str {
    line.rsplit_once(",\"id\":\"").map_or("", |(_, id)| id.trim_end_matches("\"}"))
}

/// A line with its place in the chain made right: what comes before it, its own id.
pub(crate) fn sealed(line: &str, before: &str) -> String {
    let body = line.rsplit_once(",\"id\":\"").map_or(line.trim_end_matches('}'), |(body, _)| body);
    let at = body.find("\"prev\":\"").map_or(0, |at| at + 8);
    let body = match at > 0 && body.len() > at + 64 {
        true => format!("{}{before}{}", &body[..at], &body[at + 64..]),
        false => body.to_owned(),
    };
    format!("{body},\"id\":\"{}\"}}", sha256(&format!("{body}}}")))
}

/// The chain made right from a line on.
pub(crate) fn resealed(mut lines: Vec<String>, from: usize) -> Vec<String> {
    for at in from..lines.len() {
        let before = if at == 0 { "0".repeat(64) } else { id(&lines[at - 1]).to_owned() };
        lines[at] = sealed(&lines[at], &before);
    }
    lines
}
