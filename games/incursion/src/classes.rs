//! Built-in code, by class: who does what when something is thrown at it. What each does is in the files of this folder.

mod attack;
pub(crate) mod faith;
pub(crate) mod magic;
mod making;
mod moves;
mod objects;
mod social;

pub(crate) use attack::{advance_to, bury, learned};
pub(crate) use magic::{Figured, figure};
pub(crate) use moves::JUMP_MAX;

use crate::play::Play;
use crate::{Class, Happening, Id, Verb};
use referee_dispatch::{Phase, Role, Verdict};
use std::sync::OnceLock;

/// Code of a class for one moment.
pub(crate) struct Own {
    verb: Verb,
    phase: Phase,
    /// In which part the thing must be for its code to run; in any if `None`.
    part: Option<Role>,
    run: fn(&mut Play, Id, &mut Happening) -> Verdict,
}

/// As the one who acts.
pub(crate) const fn actor(verb: Verb, phase: Phase, run: fn(&mut Play, Id, &mut Happening) -> Verdict) -> Own {
    Own { verb, phase, part: Some(Role::Actor), run }
}

/// As the one to whom it is done.
pub(crate) const fn target(verb: Verb, phase: Phase, run: fn(&mut Play, Id, &mut Happening) -> Verdict) -> Own {
    Own { verb, phase, part: Some(Role::Target), run }
}

/// As what it is done with.
pub(crate) const fn item(verb: Verb, phase: Phase, run: fn(&mut Play, Id, &mut Happening) -> Verdict) -> Own {
    Own { verb, phase, part: Some(Role::Item), run }
}

/// In any part.
pub(crate) const fn any(verb: Verb, phase: Phase, run: fn(&mut Play, Id, &mut Happening) -> Verdict) -> Own {
    Own { verb, phase, part: None, run }
}

/// Nothing more is to be done.
pub(crate) fn done(_play: &mut Play, _who: Id, _happening: &mut Happening) -> Verdict {
    Verdict::Done
}

/// The code of each class, in the order of [`Class::ALL`].
const CODE: [&[&[Own]]; Class::ALL.len()] = [
    // Map
    &[
        making::MAP,
        #[cfg(test)]
        crate::arena::MAP,
    ],
    // Player
    &[attack::PLAYER, moves::PLAYER, faith::PLAYER],
    // Character
    &[faith::CHARACTER],
    // Monster
    &[attack::MONSTER, magic::MONSTER],
    // Creature
    &[
        attack::CREATURE,
        moves::CREATURE,
        objects::CREATURE,
        magic::CREATURE,
        social::CREATURE,
        faith::CREATURE,
        #[cfg(test)]
        crate::arena::CREATURE,
    ],
    // Weapon
    &[],
    // Armour
    &[],
    // Corpse
    &[],
    // Food
    &[objects::FOOD],
    // Container
    &[objects::CONTAINER],
    // Item
    &[attack::ITEM, objects::ITEM, magic::ITEM],
    // Door
    &[moves::DOOR],
    // Portal
    &[moves::PORTAL],
    // Trap
    &[],
    // Feature
    &[attack::FEATURE, moves::FEATURE],
    // Thing
    &[magic::THING, THING],
];

const THING: &[Own] = &[any(Verb::TURN, Phase::Main, done), any(Verb::PLACE, Phase::Main, done)];

/// For every verb and phase: which classes have code, as bits.
static HAS: [[u16; 3]; 256] = {
    let (mut has, mut class) = ([[0; 3]; 256], 0);
    while class < CODE.len() {
        let mut part = 0;
        while part < CODE[class].len() {
            let mut nth = 0;
            while nth < CODE[class][part].len() {
                let own = &CODE[class][part][nth];
                has[own.verb.0 as usize][own.phase as usize] |= 1 << class;
                nth += 1;
            }
            part += 1;
        }
        class += 1;
    }
    has
};

/// Whether any class has code for a moment.
#[inline]
pub(crate) fn owns(verb: Verb, phase: Phase) -> bool {
    HAS[usize::from(verb.0)][phase as usize] != 0
}

/// Whether a class has code for a moment.
#[inline]
pub(crate) fn has(class: Class, verb: Verb, phase: Phase) -> bool {
    HAS[usize::from(verb.0)][phase as usize] >> class as u16 & 1 == 1
}

/// The code for a moment, class by class, file by file.
fn code(verb: Verb, phase: Phase) -> &'static [(usize, &'static Own)] {
    static CODE_AT: OnceLock<Vec<Vec<(usize, &'static Own)>>> = OnceLock::new();
    let moment = |verb: Verb, phase: Phase| usize::from(verb.0) * 3 + phase as usize;
    let index = CODE_AT.get_or_init(|| {
        let mut index = vec![Vec::new(); 256 * 3];
        for (class, parts) in CODE.iter().enumerate() {
            let own = parts.iter().flat_map(|part| part.iter());
            own.for_each(|own| index[moment(own.verb, own.phase)].push((class, own)));
        }
        index
    });
    &index[moment(verb, phase)]
}

/// Runs the code of a class: all it has for the moment, file by file, until one ends it.
pub(crate) fn own(
    play: &mut Play,
    class: Class,
    who: Option<Id>,
    phase: Phase,
    verb: Verb,
    happening: &mut Happening,
) -> Verdict {
    let who = who.unwrap_or_default();
    for (_, own) in code(verb, phase).iter().filter(|(of, _)| *of == class as usize) {
        if own.part.is_some_and(|role| !happening.roles.is(role, who)) {
            continue;
        }
        match (own.run)(play, who, happening) {
            Verdict::Nothing => {}
            Verdict::Hush => happening.quiet = true,
            verdict => return verdict,
        }
    }
    Verdict::Nothing
}
