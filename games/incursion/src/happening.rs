//! The happening: the big record that passes from station to station.
//!
//! Its parts are grouped. What most happenings need lies flat; what few need, behind a box that they leave empty. Every part is known
//! by two names, ours and the one of the public engine: [`Part::named`] finds either, for scripts, traces and recorded cases.

use crate::{Flag, Flags, Id, Res};
use referee_dispatch::{Matter, Place, Role};
use std::fmt;
use std::sync::Arc;

/// What Incursion's happenings are made of.
#[derive(Clone, Copy, Debug)]
pub struct Dungeon;

impl Matter for Dungeon {
    type Id = Id;
    type Resource = Res;
    type Field = u32;
    type More = More;
}

/// A happening on its way through the course.
pub type Happening = referee_dispatch::Happening<Dungeon>;

/// What Incursion adds to a happening.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct More {
    /// What is so: outcomes and circumstances.
    pub flags: Flags,
    /// Blows and damage.
    pub combat: Combat,
    /// The effect at work.
    pub effect: Effect,
    /// The status that is gained or has ended.
    pub status: StatusData,
    /// What is not as it seems.
    pub illusion: Illusion,
    /// A choice to be made, and the answer.
    pub choice: Choice,
    /// An encounter on its way.
    pub encounter: Option<Box<Encounter>>,
    /// A level on its way.
    pub generation: Option<Box<Generation>>,
    /// Texts: graves, explanations, names.
    pub texts: Option<Box<Texts>>,
    /// The numbers of the segments at work, rolled once for all whom they strike.
    pub(crate) figured: Option<Arc<crate::classes::Figured>>,
}

/// What a part holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(i32),
    /// Yes or no.
    Flag(bool),
    /// Whoever or whatever takes part.
    Thing(Option<Id>),
    /// A definition.
    Resource(Option<Res>),
    /// A text.
    Text(Option<Arc<str>>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Flag(flag) => write!(f, "{}", u8::from(*flag)),
            Value::Thing(Some(id)) => write!(f, "#{}", id.0),
            Value::Resource(Some(res)) => write!(f, "@{}", res.0),
            Value::Text(Some(text)) => write!(f, "{text}"),
            Value::Thing(None) | Value::Resource(None) | Value::Text(None) => f.write_str("none"),
        }
    }
}

/// A part was given something it cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongValue {
    /// The part.
    pub part: &'static str,
    /// What it holds.
    pub wanted: &'static str,
}

impl fmt::Display for WrongValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` holds {}", self.part, self.wanted)
    }
}

impl std::error::Error for WrongValue {}

/// A part of a happening.
pub struct Part {
    /// Our name.
    pub name: &'static str,
    /// Its name in the public engine.
    pub legacy: &'static str,
    get: fn(&Happening) -> Value,
    set: fn(&mut Happening, Value) -> Option<()>,
    wanted: &'static str,
}

impl Part {
    /// The part with a name, ours or the public engine's.
    pub fn named(name: &str) -> Option<&'static Part> {
        PARTS.iter().flat_map(|group| group.iter()).find(|part| part.name == name || part.legacy == name)
    }

    /// All parts but the flags, which [`Flag::ALL`] lists.
    pub fn all() -> impl Iterator<Item = &'static Part> {
        PARTS.iter().flat_map(|group| group.iter())
    }

    /// What it holds.
    pub fn get(&self, happening: &Happening) -> Value {
        (self.get)(happening)
    }

    /// Gives it something to hold.
    pub fn set(&self, happening: &mut Happening, value: Value) -> Result<(), WrongValue> {
        (self.set)(happening, value).ok_or(WrongValue { part: self.name, wanted: self.wanted })
    }
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What a part or flag with a name holds.
pub fn get(happening: &Happening, name: &str) -> Option<Value> {
    let flag = || Flag::named(name).map(|flag| Value::Flag(happening.flags.has(flag)));
    Part::named(name).map(|part| part.get(happening)).or_else(flag)
}

/// Gives a part or flag with a name something to hold; false where there is none.
pub fn set(happening: &mut Happening, name: &str, value: Value) -> Result<bool, WrongValue> {
    if let Some(part) = Part::named(name) {
        return part.set(happening, value).map(|()| true);
    }
    let Some(flag) = Flag::named(name) else { return Ok(false) };
    let on = match value {
        Value::Flag(on) => on,
        Value::Number(number) => number != 0,
        _ => return Err(WrongValue { part: flag.name(), wanted: "yes or no" }),
    };
    happening.flags.set(flag, on);
    Ok(true)
}

/// The parts, group by group.
static PARTS: [&[Part]; 9] = [
    HEADER,
    Combat::PARTS,
    Effect::PARTS,
    StatusData::PARTS,
    Illusion::PARTS,
    Choice::PARTS,
    Encounter::PARTS,
    Generation::PARTS,
    Texts::PARTS,
];

fn number(value: Value) -> Option<i32> {
    match value {
        Value::Number(number) => Some(number),
        Value::Flag(flag) => Some(i32::from(flag)),
        _ => None,
    }
}

fn thing(value: Value) -> Option<Option<Id>> {
    match value {
        Value::Thing(thing) => Some(thing),
        _ => None,
    }
}

fn resource(value: Value) -> Option<Option<Res>> {
    match value {
        Value::Resource(res) => Some(res),
        _ => None,
    }
}

fn text(value: Value) -> Option<Option<Arc<str>>> {
    match value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// A part by how it is read and written.
macro_rules! part {
    ($name:literal, $legacy:literal, number, |$h:ident| $get:expr, |$w:ident, $v:ident| $set:expr) => {
        Part {
            name: $name,
            legacy: $legacy,
            wanted: "a number",
            get: |$h| Value::Number($get),
            set: |$w, value| {
                let $v = number(value)?;
                $set;
                Some(())
            },
        }
    };
    ($name:literal, $legacy:literal, flag, |$h:ident| $get:expr, |$w:ident, $v:ident| $set:expr) => {
        Part {
            name: $name,
            legacy: $legacy,
            wanted: "yes or no",
            get: |$h| Value::Flag($get),
            set: |$w, value| {
                let $v = number(value)? != 0;
                $set;
                Some(())
            },
        }
    };
    ($name:literal, $legacy:literal, $kind:ident, |$h:ident| $get:expr, |$w:ident, $v:ident| $set:expr) => {
        Part {
            name: $name,
            legacy: $legacy,
            wanted: concat!("a ", stringify!($kind)),
            get: |$h| wrap::$kind($get),
            set: |$w, value| {
                let $v = $kind(value)?;
                $set;
                Some(())
            },
        }
    };
}

mod wrap {
    use super::{Id, Res, Value};

    pub(super) fn thing(value: Option<Id>) -> Value {
        Value::Thing(value)
    }
    pub(super) fn resource(value: Option<Res>) -> Value {
        Value::Resource(value)
    }
}

const HEADER: &[Part] = &[
    part!("actor", "EActor", thing, |h| h.roles.get(Role::Actor), |h, v| h.roles.set(Role::Actor, v)),
    part!("target", "ETarget", thing, |h| h.roles.get(Role::Target), |h, v| h.roles.set(Role::Target, v)),
    part!("victim", "EVictim", thing, |h| h.roles.get(Role::Target), |h, v| h.roles.set(Role::Target, v)),
    part!("item", "EItem", thing, |h| h.roles.get(Role::Item), |h, v| h.roles.set(Role::Item, v)),
    part!("item2", "EItem2", thing, |h| h.roles.get(Role::Item2), |h, v| h.roles.set(Role::Item2, v)),
    part!("x", "EXVal", number, |h| h.place.map_or(0, |at| at.x), |h, v| h.place.get_or_insert_default().x = v),
    part!("y", "EYVal", number, |h| h.place.map_or(0, |at| at.y), |h, v| h.place.get_or_insert_default().y = v),
    part!("has_place", "isLoc", flag, |h| h.place.is_some(), |h, v| h.place = v.then(|| h.place.unwrap_or(Place::default()))),
    part!("way", "EDir", number, |h| h.way.map_or(0, i32::from), |h, v| h.way = Some(u8::try_from(v).ok()?)),
    part!("has_way", "isDir", flag, |h| h.way.is_some(), |h, v| h.way = v.then(|| h.way.unwrap_or(0))),
    part!("value", "EParam", number, |h| h.value, |h, v| h.value = v),
    part!("value2", "EParam2", number, |h| h.value2, |h, v| h.value2 = v),
    part!("effect", "eID", resource, |h| h.effect, |h, v| h.effect = v),
    part!("quiet", "Terse", flag, |h| h.quiet, |h, v| h.quiet = v),
    part!("divine", "isActOfGod", flag, |h| h.divine, |h, v| h.divine = v),
];

/// A group of parts that lie flat.
macro_rules! group {
    ($(#[$docs:meta])* $Group:ident in $field:ident { $($part:ident $legacy:literal $kind:ident $doc:literal,)* }) => {
        $(#[$docs])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $Group {
            $(#[doc = $doc] pub $part: group!(@type $kind),)*
        }

        impl $Group {
            const PARTS: &'static [Part] = &[$(Part {
                name: stringify!($part),
                legacy: $legacy,
                wanted: group!(@wanted $kind),
                get: |h| group!(@wrap $kind h.more.$field.$part),
                set: |h, value| {
                    h.more.$field.$part = group!(@unwrap $kind value);
                    Some(())
                },
            },)*];
        }
    };
    ($(#[$docs:meta])* $Group:ident boxed in $field:ident { $($part:ident $legacy:literal $kind:ident $doc:literal,)* }) => {
        $(#[$docs])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $Group {
            $(#[doc = $doc] pub $part: group!(@type $kind),)*
        }

        impl $Group {
            const PARTS: &'static [Part] = &[$(Part {
                name: stringify!($part),
                legacy: $legacy,
                wanted: group!(@wanted $kind),
                get: |h| match &h.more.$field {
                    Some(group) => group!(@wrap $kind group.$part),
                    None => group!(@empty $kind),
                },
                set: |h, value| {
                    h.more.$field.get_or_insert_default().$part = group!(@unwrap $kind value);
                    Some(())
                },
            },)*];
        }
    };
    (@type number) => { i32 };
    (@type flag) => { bool };
    (@type thing) => { Option<Id> };
    (@type resource) => { Option<Res> };
    (@type text) => { Option<Arc<str>> };
    (@wanted number) => { "a number" };
    (@wanted flag) => { "yes or no" };
    (@wanted thing) => { "a thing" };
    (@wanted resource) => { "a definition" };
    (@wanted text) => { "a text" };
    (@wrap number $value:expr) => { Value::Number($value) };
    (@wrap flag $value:expr) => { Value::Flag($value) };
    (@wrap thing $value:expr) => { Value::Thing($value) };
    (@wrap resource $value:expr) => { Value::Resource($value) };
    (@wrap text $value:expr) => { Value::Text($value.clone()) };
    (@empty number) => { Value::Number(0) };
    (@empty flag) => { Value::Flag(false) };
    (@empty thing) => { Value::Thing(None) };
    (@empty resource) => { Value::Resource(None) };
    (@empty text) => { Value::Text(None) };
    (@unwrap number $value:expr) => { number($value)? };
    (@unwrap flag $value:expr) => { number($value)? != 0 };
    (@unwrap thing $value:expr) => { thing($value)? };
    (@unwrap resource $value:expr) => { resource($value)? };
    (@unwrap text $value:expr) => { text($value)? };
}

group! {
    /// Blows and damage.
    Combat in combat {
        roll "vRoll" number "The attack die.",
        threat_roll "vtRoll" number "The second die, for criticals.",
        attack_type "AType" number "With what kind of attack.",
        damage_type "DType" number "What kind of damage.",
        hit "vHit" number "What is added to the attack die.",
        defence "vDef" number "What the attack must reach.",
        threat "vThreat" number "The lowest natural roll that threatens.",
        crit "vCrit" number "How much a critical multiplies.",
        armour "vArm" number "The armour that counted.",
        penetration "vPen" number "How much armour was pierced.",
        save_dc "saveDC" number "What a saving throw must reach.",
        range "vRange" number "How far it reaches.",
        radius "vRadius" number "How far it spreads.",
        opposed1 "vOpp1" number "The actor's opposed check.",
        opposed2 "vOpp2" number "The target's opposed check.",
        ride_check "vRideCheck" number "The rider's check, which may stand in for the defence.",
        penetrate_bonus "vPenetrateBonus" number "What is added to get past armour or resistance.",
        strength "modStr" number "The strength in the damage.",
        dice_count "DmgNum" number "How many damage dice.",
        dice_sides "DmgSides" number "The sides of the damage dice.",
        dice_bonus "DmgBonus" number "What is added to the damage dice.",
        damage "vDmg" number "The damage before armour.",
        bonus_damage "bDmg" number "Damage for the situation, kept apart from the dice.",
        applied "aDmg" number "The damage that arrived.",
        extra "xDmg" number "Further damage that is shown.",
        multiplier "vMult" number "Kept free.",
        defence_roll "vDefRoll" number "The defensive roll.",
    }
}

group! {
    /// The effect at work.
    Effect in effect {
        segment "efNum" number "Which segment of the effect.",
        magic "EMagic" flag "Whether its numbers have been looked up.",
        caster_level "vCasterLev" number "The level it is cast at.",
        metamagic "MM" number "How it is bent, as bits.",
        duration "vDuration" number "How long it lasts.",
        chain_count "vChainCount" number "How often it has leapt.",
        chain_max "vChainMax" number "How often it may leap.",
        alchemy "vAlchemy" number "The alchemist's part.",
        transmute "Transmute" number "What it is turned into.",
        spell "sp" number "The number of the spell.",
        god "godNum" number "The number of the god.",
        align "vAlign" number "The alignment at issue.",
    }
}

group! {
    /// The status that is gained or has ended.
    StatusData in status {
        nature "vNature" number "What kind of status.",
        val "vVal" number "Its value.",
        mag "vMag" number "Its magnitude.",
        object "vObj" thing "Whom or what it is about.",
    }
}

group! {
    /// What is not as it seems.
    Illusion in illusion {
        ill_flags "illFlags" number "How good it is, as bits.",
        ill_type "illType" number "What kind.",
        ill_effect "ill_eID" resource "What makes it.",
    }
}

group! {
    /// A choice to be made, and the answer.
    Choice in choice {
        choice_type "chType" number "What kind of definition is wanted.",
        choice_list "chList" number "From which list.",
        maximize "chMaximize" flag "Whether the strongest is wanted.",
        best_of_two "chBestOfTwo" flag "Whether two are drawn and the better taken.",
        source "chSource" resource "What limits the choice.",
        result "chResult" resource "What was chosen.",
    }
}

group! {
    /// An encounter on its way: the whole, and the part at hand.
    Encounter boxed in encounter {
        en_terrain "enTerrain" resource "On what ground.",
        en_align "enAlign" number "Of what alignment.",
        en_cr "enCR" number "How dangerous it is meant to be.",
        en_depth "enDepth" number "How deep.",
        en_freaky "enFreaky" number "How odd.",
        en_purpose "enPurpose" number "What for.",
        en_sleep "enSleep" number "How likely they sleep.",
        en_amount "enDesAmt" number "How many are wanted.",
        en_type "enType" number "Of what kind.",
        en_party "enPartyID" number "Whose party they are.",
        en_drift_ge "enDriftGE" number "How far from good to evil.",
        en_drift_lc "enDriftLC" number "How far from law to chaos.",
        en_tries "enTries" number "How often it was tried.",
        en_flags "enFlags" number "How it is made, as bits.",
        en_constraint "enConstraint" number "What limits it.",
        en_xcr "enXCR" number "The budget.",
        en_id "enID" resource "Which encounter.",
        en_region "enRegID" resource "In which region.",
        en_template "en_tID" resource "The template they all have.",
        en_is_formation "enIsFormation" flag "Whether they stand in formation.",
        part "cPart" number "The part at hand.",
        member "cMember" number "The member at hand.",
        ep_min "epMinAmt" number "At least so many.",
        ep_max "epMaxAmt" number "At most so many.",
        ep_amount "epAmt" number "So many.",
        ep_freaky "epFreaky" number "How odd.",
        ep_weight "epWeight" number "Its share.",
        ep_type "epMType" number "Of what kind.",
        ep_skill_roll "epSkillRoll" number "Whether they are skilled.",
        ep_class_roll "epClassRoll" number "Whether they have a class.",
        ep_current_xcr "epCurrXCR" number "What has been spent.",
        ep_tries "epTries" number "How often it was tried.",
        ep_xcr "epXCR" number "Its budget.",
        eim_xcr "eimXCR" number "The budget of the member.",
        ep_mon_cr "ep_monCR" number "How dangerous the monster is.",
        ep_mount_cr "ep_mountCR" number "How dangerous its mount is.",
        ep_mon "ep_mID" resource "The monster.",
        ep_template "ep_tID" resource "Its template.",
        ep_template2 "ep_tID2" resource "Its second template.",
        ep_template3 "ep_tID3" resource "Its third template.",
        ep_mount "ep_hmID" resource "Its mount.",
        ep_mount_template "ep_htID" resource "Its mount's template.",
        ep_mount_template2 "ep_htID2" resource "Its mount's second template.",
        ep_poison "ep_pID" resource "Its poison.",
        ep_item "ep_iID" resource "Its item.",
        ep_failed "epFailed" flag "Whether it could not be made.",
        wants_min_cr "isGetMinCR" flag "Whether only the weakest is asked for.",
        wants_max_cr "isGetMaxCR" flag "Whether only the strongest is asked for.",
        is_aquatic "isAquaticContext" flag "Whether it is in water.",
    }
}

group! {
    /// A level on its way.
    Generation boxed in generation {
        gen_depth "vDepth" number "How deep.",
        gen_level "vLevel" number "Which level.",
        terra_key "terraKey" number "Which mutation of the terrain.",
        terrain_index "terrainListIndex" number "Which terrain of the list.",
        panel_x "cPanelX" number "The panel's left.",
        panel_y "cPanelY" number "The panel's top.",
        panel_w "cPanelW" number "The panel's width.",
        panel_h "cPanelH" number "The panel's height.",
        map_w "cMapW" number "The map's width.",
        map_h "cMapH" number "The map's height.",
        room_x "cRoomX" number "The room's left.",
        room_y "cRoomY" number "The room's top.",
        room_w "cRoomW" number "The room's width.",
        room_h "cRoomH" number "The room's height.",
    }
}

group! {
    /// Texts: graves, explanations, names.
    Texts boxed in texts {
        grave "GraveText" text "What the grave says.",
        damage_text "strDmg" text "Explains the damage.",
        extra_text "strXDmg" text "Explains further damage.",
        hit_text "strHit" text "Explains the attack.",
        defence_text "strDef" text "Explains the defence.",
        opposed1_text "strOpp1" text "Explains the actor's check.",
        opposed2_text "strOpp2" text "Explains the target's check.",
        blast_text "strBlastDmg" text "Explains the blast.",
        name_prefix "nPrefix" text "A name's beginning.",
        name_cursed "nCursed" text "Whether it is cursed or blessed.",
        name_prequal "nPrequal" text "Qualities before the base.",
        name_postqual "nPostqual" text "Qualities after the base.",
        name_named "nNamed" text "A name of its own.",
        name_base "nBase" text "The base.",
        name_append "nAppend" text "What follows.",
        name_of "nOf" text "Of what.",
        name_adjective "nAdjective" text "An adjective.",
        name_flavour "nFlavour" text "How it looks while unknown.",
        name_inscription "nInscrip" text "What is written on it.",
        name_mechanics "nMech" text "Numbers, charges, turns left.",
        name_article "nArticle" text "The article.",
        name_plus "nPlus" text "The plus.",
        text "Text" text "Any text.",
        encounter_dump "enDump" text "How the encounter was made.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_and_flag_keeps_what_it_is_given_and_no_name_stands_for_two() {
        let mut names = std::collections::BTreeSet::new();
        for part in Part::all() {
            assert!(names.insert(part.name), "{} twice", part.name);
            let mut happening = Happening::new();
            let value = match part.get(&happening) {
                Value::Number(_) => Value::Number(7),
                Value::Flag(_) => Value::Flag(true),
                Value::Thing(_) => Value::Thing(Some(Id(3))),
                Value::Resource(_) => Value::Resource(Some(Res(4))),
                Value::Text(_) => Value::Text(Some("x".into())),
            };
            part.set(&mut happening, value.clone()).expect("it fits");
            assert_eq!(part.get(&happening), value, "{}", part.name);
        }
        for flag in Flag::ALL {
            assert!(names.insert(flag.name()), "{} twice", flag.name());
            let mut happening = Happening::new();
            assert_eq!(set(&mut happening, flag.legacy(), Value::Number(1)), Ok(true));
            assert_eq!(get(&happening, flag.name()), Some(Value::Flag(true)));
        }
    }

    #[test]
    fn a_wrong_value_is_named() {
        let wrong = set(&mut Happening::new(), "vDmg", Value::Thing(None)).expect_err("damage is a number");
        assert_eq!(wrong.to_string(), "`damage` holds a number");
    }
}
