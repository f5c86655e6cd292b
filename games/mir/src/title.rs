//! MIR in the registry: its page is judged and changed by the contract, and it reads and writes the files of the public program.

use crate::fights::FIGHTS;
use crate::{PageJudge, PageMutator, Rules14};
use referee_host::Hosted;

/// MIR as a title: `title::<1>()` is `mir`, `title::<0>()` is `mir-original`.
pub fn title<const FIRST_ROLL: u64>() -> Hosted<Rules14<FIRST_ROLL>> {
    let title = Hosted::new(Rules14).judged_by(PageJudge::of).mutated_by(PageMutator::of);
    let title = title.with_formats(Rules14::FORMATS).with_setups(FIGHTS);
    #[cfg(feature = "schema")]
    let title = title.described();
    title
}
