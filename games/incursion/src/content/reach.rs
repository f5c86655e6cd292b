//! Which handlers anything ever reaches: by how a verb is delivered, by what the definition is, by role and lens.

use super::effect::Archetype;
use super::{Definition, Noun, TerrainFlag};
use crate::{Delivery, Family, Verb};
use referee_dispatch::{Lens, Phase, View};

/// What must be known of a definition to say who reaches it.
pub(super) struct Listener<'a> {
    pub(super) definition: &'a Definition,
    /// Whether some item carries it as an enchantment.
    pub(super) enchants: bool,
    /// Whether a script lets a status of it wait for this.
    pub(super) awaited: &'a dyn Fn(Verb, View) -> bool,
}

/// Why a handler is never reached; `None` if it is.
pub(super) fn never(listener: &Listener<'_>, verb: Verb, view: View) -> Option<String> {
    let noun = listener.definition.noun();
    match verb.delivery() {
        Delivery::Never => Some(format!("{} is never thrown", short(verb))),
        Delivery::Text if view != View::default() => Some(format!("{} is the name of a text: it has no views", short(verb))),
        Delivery::Text => None,
        Delivery::Direct => direct(listener, noun, verb, view),
        Delivery::Both if view == View::default() && asked(verb).contains(&noun) => None,
        Delivery::Thrown | Delivery::Both | Delivery::Menu => thrown(listener, noun, verb, view),
    }
}

const SPECIAL_ONLY: &str = "a terrain is asked only if it has the flag `special`";

fn is_plain_ground(listener: &Listener<'_>) -> bool {
    matches!(listener.definition, Definition::Terrain(terrain) if !terrain.is(TerrainFlag::Special))
}

fn short(verb: Verb) -> &'static str {
    &verb.name()["EV_".len()..]
}

/// Asked directly: of certain definitions, without phases and lenses.
fn direct(listener: &Listener<'_>, noun: Noun, verb: Verb, view: View) -> Option<String> {
    let name = short(verb);
    if matches!(verb, Verb::MISSILE | Verb::INITIALIZE) && is_plain_ground(listener) {
        return Some(SPECIAL_ONLY.to_owned());
    }
    if !asked(verb).contains(&noun) {
        let who: Vec<&str> = asked(verb).iter().map(|noun| noun.file()).collect();
        return Some(format!("{name} is asked of {} only", who.join(", ")));
    }
    let special = match verb {
        Verb::BIRTH => noun == Noun::Region && view == View::new(Phase::Pre, Lens::Plain),
        Verb::ADVANCE => view.lens == Lens::Plain,
        Verb::GETNAME => noun == Noun::Effect && view == View::new(Phase::Main, Lens::Trap),
        _ => false,
    };
    (view != View::default() && !special).then(|| format!("{name} is asked directly: it has no phases, and nobody else sees it"))
}

/// Whom a direct verb is asked of.
fn asked(verb: Verb) -> &'static [Noun] {
    use Noun::{Class, Dungeon, Effect, Encounter, Feature, God, Item, Monster, Race, Region, Status, Template, Terrain, Trap};
    match verb {
        Verb::ELAPSED | Verb::REMOVED | Verb::DISPELLED | Verb::INFECT | Verb::POISON => &[Effect],
        Verb::ITERRAIN | Verb::COMPULSION | Verb::ISDETECT | Verb::CALC_EFFECT => &[Effect],
        Verb::MAGIC_XY => &[Dungeon, Region, Terrain, Effect, Feature],
        Verb::LEAVE => &[Terrain, Region, Feature],
        Verb::ENTER => &[Terrain, Region],
        Verb::WALKON => &[Feature, Trap],
        Verb::BRIDGE => &[Feature],
        Verb::BLESSING => &[God],
        Verb::BIRTH => &[Monster, Template, Item, Effect, Race, Class, God, Region],
        Verb::PREREQ => &[Race, Class, God, Effect],
        Verb::ADVANCE => &[Race, Class, God, Effect],
        Verb::SPECIAL | Verb::MISSILE => &[Terrain],
        Verb::ISTARGET => &[Effect, Template, Encounter, Class],
        Verb::INITIALIZE => &[Monster, Template, Terrain, Effect],
        Verb::MON_CONSIDER => &[Terrain, Feature, Item],
        Verb::GENITEM => &[Item],
        Verb::GETNAME => &[Item, Effect, Status],
        Verb::STARTING_ITEM => &[God, Race, Class],
        Verb::CRITERIA => &[Encounter, Effect],
        Verb::INIT_COMP => &[Class],
        _ => &[],
    }
}

/// Thrown: on the course.
fn thrown(listener: &Listener<'_>, noun: Noun, verb: Verb, view: View) -> Option<String> {
    match view.lens {
        Lens::Plain => plain(listener, noun, verb, view.phase),
        Lens::Victim => victim(listener, noun, verb),
        Lens::Item if noun != Noun::Effect => Some("EITEM is for effects that lie on an item as its enchantment".to_owned()),
        Lens::Item => (!listener.enchants).then(|| "no item has this enchantment".to_owned()),
        Lens::Trap | Lens::TrapOfVictim => trap(listener, noun, verb, view),
        Lens::God | Lens::GodOfVictim => (noun != Noun::God).then(|| format!("GODWATCH is for gods, this is {}", article(noun))),
    }
}

fn plain(listener: &Listener<'_>, noun: Noun, verb: Verb, phase: Phase) -> Option<String> {
    let name = short(verb);
    match noun {
        Noun::Terrain => is_plain_ground(listener).then(|| SPECIAL_ONLY.to_owned()),
        Noun::God => (!carries_god(verb)).then(|| format!("{name} carries no god: a god sees it through GODWATCH")),
        Noun::Effect if phase == Phase::Main && verb == Verb::EFFECT => None,
        Noun::Effect => (!carries_effect(verb)).then(|| format!("{name} carries no effect")),
        Noun::Encounter => (!is_encounter(verb)).then(|| format!("{name} is no step of an encounter")),
        Noun::Monster | Noun::Template if verb.family() == Family::Religion => {
            (verb != Verb::TURNING).then(|| format!("{name} is done by characters only"))
        }
        Noun::Race | Noun::Class | Noun::Status => Some(format!("{} is on no course", article(noun))),
        _ => None,
    }
}

fn victim(listener: &Listener<'_>, noun: Noun, verb: Verb) -> Option<String> {
    if !has_target(verb) {
        return Some(format!("{} is done to nobody", short(verb)));
    }
    match (noun, listener.definition) {
        (Noun::Monster | Noun::Template, _) => None,
        (_, Definition::Terrain(terrain)) if terrain.is(TerrainFlag::MindsTarget) => None,
        (Noun::Terrain, _) => Some("a terrain is asked as its victim's ground only if it has the flag `minds-target`".to_owned()),
        _ => Some(format!("EVICTIM is for creatures and their ground, this is {}", article(noun))),
    }
}

fn trap(listener: &Listener<'_>, noun: Noun, verb: Verb, view: View) -> Option<String> {
    let Definition::Effect(effect) = listener.definition else {
        return Some(format!("META is for effects whose status waits, this is {}", article(noun)));
    };
    if view.lens == Lens::TrapOfVictim && !has_target(verb) {
        return Some(format!("{} is done to nobody", short(verb)));
    }
    let arms_all = effect.segments.iter().any(|segment| segment.does == Archetype::Override);
    (!arms_all && !(listener.awaited)(verb, view))
        .then(|| "nothing waits for it: the effect has no `override` segment, and no script calls wait_for with it".to_owned())
}

fn article(noun: Noun) -> String {
    let name = noun.name();
    format!("{} {name}", if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" })
}

/// Whether a god is the effect of a verb.
fn carries_god(verb: Verb) -> bool {
    verb.family() == Family::Religion && !matches!(verb, Verb::ALIGNED | Verb::TURNING)
}

/// Whether a verb carries an effect, or happens in an area that has one.
fn carries_effect(verb: Verb) -> bool {
    match verb.family() {
        Family::Magic | Family::Status | Family::Query | Family::Handling => verb != Verb::PHASE,
        Family::Attack => {
            matches!(verb, Verb::STRIKE | Verb::HIT | Verb::MISS | Verb::DAMAGE | Verb::DEATH | Verb::PDAMAGE | Verb::ATTACKMSG)
        }
        _ => matches!(verb, Verb::DISARM | Verb::MACRO),
    }
}

fn is_encounter(verb: Verb) -> bool {
    verb.number() >= Verb::ENGEN.number() && verb.number() <= Verb::ENGEN_ALIGN.number()
}

/// Whether a verb is ever done to somebody.
fn has_target(verb: Verb) -> bool {
    let alone = matches!(
        verb,
        Verb::MOVE
            | Verb::TURN
            | Verb::REST
            | Verb::HIDE
            | Verb::SEARCH
            | Verb::VICTORY
            | Verb::ASCEND
            | Verb::DESCEND
            | Verb::DIG
            | Verb::JUMP
            | Verb::LAND
            | Verb::JUMP_OFF
            | Verb::MINE
            | Verb::PHASE
            | Verb::PLACE
            | Verb::FIELDON
            | Verb::FIELDOFF
            | Verb::PICKUP
            | Verb::DROP
            | Verb::WIELD
            | Verb::REMOVE
            | Verb::EAT
            | Verb::LOADXBOW
            | Verb::TURNING
            | Verb::MACRO
    );
    !alone && !is_encounter(verb)
}
