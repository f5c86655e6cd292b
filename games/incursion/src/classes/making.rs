//! The level's own code: how levels come to be, and whoever lives there.

use super::{Own, any, done};
use crate::{Verb, making};
use referee_dispatch::Phase;

pub(crate) const MAP: &[Own] = &[
    any(Verb::GEN_DUNGEON, Phase::Main, done),
    any(Verb::GEN_LEVEL, Phase::Main, making::draw_level),
    any(Verb::GEN_PANEL, Phase::Main, making::draw_panel),
    any(Verb::GEN_ROOM, Phase::Main, making::furnish),
    any(Verb::ENGEN, Phase::Main, making::engen),
    any(Verb::ENGEN_PART, Phase::Main, making::engen_part),
    any(Verb::ENCHOOSE_MID, Phase::Main, making::choose_monster),
    any(Verb::ENSELECT_TEMPS, Phase::Main, making::select_templates),
    any(Verb::ENCHOOSE_TEMP, Phase::Main, making::choose_template),
    any(Verb::ENGEN_MOUNT, Phase::Main, making::mount),
    any(Verb::ENBUILD_MON, Phase::Main, making::build),
    any(Verb::ENGEN_ALIGN, Phase::Main, making::take_sides),
];
