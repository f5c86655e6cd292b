//! The real server, killed under load: nothing that was answered is lost, nothing is doubled, every log verifies. `load kill` does it two hundred times.

use referee_duel::Duel;
use referee_load::killing::{Plan, kill};
use referee_nim::Nim;
use std::path::Path;

#[test]
fn nothing_that_was_answered_is_lost_when_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_referee"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let plan = Plan { times: 6, matches: 10, lives: 2_000 };
    let found = runtime.block_on(kill::<Nim, Duel>(binary, folder.path(), plan)).unwrap();
    assert!(found.is_well() && found.kills == 6, "{found:?}");
    assert!(found.answered > 20 && found.logs >= 10, "there was a load: {found:?}");
}
