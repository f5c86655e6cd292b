//! Every scenario of nim holds: the files in `scenarios/`, and every `nim-*.jsonl` in the folder that `REFEREE_VECTORS` names.
//!
//! To write one, put a draft into `scenarios/` (`{"game":"nim","setup":{..}}`, then `{"seat":"first","action":{..}}` lines, prose after `#`,
//! expectations after `#!`) and run `REFEREE_UPDATE=1 cargo test -p referee-nim --test scenarios`: every file is rewritten as it would have
//! to be, drafts completed and expectations corrected. Read the difference before you keep it.

use referee_laws::{Hosted, Registry, scenario_files, scenarios, vectors};
use referee_nim::Nim;

fn games() -> Registry {
    Registry::new().with(Hosted::new(Nim))
}

#[test]
fn every_scenario_holds() {
    scenarios(&games(), "scenarios");
}

#[test]
fn every_recorded_case_holds() {
    scenario_files(&games(), &vectors("nim"));
}
