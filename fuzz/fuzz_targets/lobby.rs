//! Any lines as requests to a lobby, which opens again as it was.
#![no_main]

use referee_host::{Hall, Memory, OpRequest};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let registry = referee_registry::games();
    let Ok(mut hall) = Hall::open(&registry, Memory::default()) else { return };
    for OpRequest { player, at, op } in text.lines().filter_map(|line| OpRequest::parse(line).ok()) {
        let _ = hall.act(&player, at, op);
    }
    let again = Hall::open(&registry, hall.shelf().clone());
    assert!(again.is_ok_and(|again| again.house() == hall.house()));
});
