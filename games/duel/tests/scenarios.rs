//! Every scenario in `scenarios/` holds. To write one, put a draft there and run `REFEREE_UPDATE=1 cargo test -p referee-duel --test all scenarios`:
//! drafts are completed and expectations corrected. Read the difference before you keep it.

use referee_duel::Duel;
use referee_laws::{Hosted, Registry, scenarios};

#[test]
fn every_scenario_holds() {
    scenarios(&Registry::new().with(Hosted::new(Duel)), "scenarios");
}
