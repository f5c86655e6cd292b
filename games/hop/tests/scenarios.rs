//! Every lesson in `scenarios/` holds, and so does what the public engine does instead in `scenarios/original/`. To write one, put a draft there and
//! run `REFEREE_UPDATE=1 cargo test -p referee-hop --test all scenarios`: drafts are completed and expectations corrected. Read the difference before
//! you keep it.

use referee_hop::Hop;
use referee_laws::{Hosted, Registry, scenarios};

#[test]
fn every_lesson_holds() {
    scenarios(&Registry::new().with(Hosted::new(Hop::<false>)), "scenarios");
}

#[test]
fn every_lesson_of_the_public_engine_holds() {
    scenarios(&Registry::new().with(Hosted::new(Hop::<true>)), "scenarios/original");
}
