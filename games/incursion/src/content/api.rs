//! The frozen list of what scripts can name. SCRIPTS.md describes it, the linter holds scripts to it, the engine registers it: nothing else.

use super::Noun;

/// To whom a call belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum On {
    /// Nobody: a function.
    Free,
    /// The happening `e`.
    Happening,
    /// A thing.
    Thing,
    /// A list.
    List,
}

/// What is given to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A thing, or `()`.
    Thing,
    /// A whole number.
    Number,
    /// A text that somebody reads.
    Text,
    /// The key of a note.
    Key,
    /// The name of a definition.
    Of(Noun),
    /// A kind of definition, and then a name of that kind.
    Noun,
    /// The name of a definition of the kind named before.
    OfNamed,
    /// A kind of damage.
    Harm,
    /// An attribute.
    Attribute,
    /// A saving throw.
    Save,
    /// A skill.
    Skill,
    /// A breed.
    Breed,
    /// A trait.
    Trait,
    /// Where something is worn.
    Slot,
    /// What is so about a terrain.
    Ground,
    /// What is so about an effect.
    Magic,
    /// A verb, `DAMAGE`.
    Verb,
    /// A moment, `EVICTIM(POST(HIT))`.
    Moment,
    /// Yes or no.
    Flag,
    /// `#{ .. }` with these keys.
    Map(Keys),
}

/// The keys a map may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// Of a status: [`STATUS_KEYS`].
    Status,
    /// The parts and flags of a happening.
    Parts,
    /// Of changed ground: [`GROUND_KEYS`].
    Ground,
}

/// What a status may be given.
pub const STATUS_KEYS: &[&str] = &["mag", "val", "turns", "effect", "from"];
/// What changed ground may be given.
pub const GROUND_KEYS: &[&str] = &["turns", "maker"];
/// What every script finds: the happening, whom it speaks for, verdicts, answers.
pub const CONSTANTS: &[&str] = &["e", "me", "NOTHING", "DONE", "ABORT", "NOMSG", "ERROR", "SHOULD", "CAN", "CANNOT"];
/// What `e` has besides the parts and flags of a happening.
pub const HAPPENING_PROPERTIES: &[&str] = &["verb"];

/// Something a script can call.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// To whom it belongs.
    pub on: On,
    /// Its name.
    pub name: &'static str,
    /// What it is given.
    pub args: &'static [Arg],
    /// How many of them must be there.
    pub needs: usize,
    /// What comes back.
    pub gives: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// Something a script can read of a thing.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub gives: &'static str,
    /// What it means.
    pub about: &'static str,
}

macro_rules! calls {
    ($($on:ident $name:ident ($($arg:expr),* $(; $($more:expr),+)?) -> $gives:literal $about:literal,)*) => {
        /// Everything a script can call, by name within its subject.
        pub const CALLS: &[Call] = &[$(Call {
            on: On::$on,
            name: stringify!($name),
            args: &[$($arg,)* $($($more,)+)?],
            needs: <[&str]>::len(&[$(stringify!($arg)),*]),
            gives: $gives,
            about: $about,
        },)*];
    };
}

use Arg::{
    Attribute, Breed, Flag, Ground, Harm, Key, Map, Moment, Number, Of, OfNamed, Save, Skill, Slot, Text, Thing, Trait, Verb,
};

const _: () = assert!(CALLS.len() <= 110, "about a hundred verbs");

calls! {
    // dice and numbers
    Free d(Number) -> "number" "one die of so many sides",
    Free dice(Number, Number) -> "number" "the sum of so many dice of so many sides",
    Free abs(Number) -> "number" "without its sign",
    Free max(Number, Number) -> "number" "the larger",
    Free min(Number, Number) -> "number" "the smaller",
    Free save(Thing, Save, Number) -> "flag" "a saving throw: whether it reaches the number",
    Free check(Thing, Skill, Number) -> "number" "a skill check: by how much it reaches the number; below 0 it fails",
    Free text(Number) -> "text" "a number in digits",
    Free way_x(Number) -> "number" "the column a direction leads to: -1, 0 or 1",
    Free way_y(Number) -> "number" "the row a direction leads to: -1, 0 or 1",
    // what happens next
    Free cause(Verb, Map(Keys::Parts)) -> "verdict" "throws a new happening with these parts",
    Free terrain_damage(Thing, Harm, Number, Text) -> "verdict" "damage by the ground under somebody, dealt by who made it; the text is for the grave",
    // words
    Free tell(Thing, Text) -> "nothing" "tells one player",
    Free tell_near(Thing, Text) -> "nothing" "tells the other players who perceive the thing",
    Free announce(Number, Number, Text) -> "nothing" "tells who sees the square",
    // the level
    Free near(Number, Number, Number) -> "list" "the creatures within so many squares of a place, the nearest first",
    Free creatures() -> "list" "the creatures of the level, by number",
    Free things_at(Number, Number) -> "list" "the things on a square, by number",
    Free terrain_at(Number, Number) -> "text" "the ground of a square; empty beyond the edge",
    Free set_terrain(Number, Number, Of(Noun::Terrain); Map(Keys::Ground)) -> "nothing" "changes the ground, for some turns or for good",
    Free ground_is(Number, Number, Ground) -> "flag" "what is so about the ground",
    Free ground_dc(Number, Number) -> "number" "what a check on the ground must reach: that of its maker, else of its terrain, else 0",
    Free region_at(Number, Number) -> "text" "the region of a square",
    Free is_lit(Number, Number) -> "flag" "whether bright light falls there",
    Free place(Arg::Noun, OfNamed, Number, Number) -> "thing" "puts a new monster, item, feature or trap on a square; () if there is no room",
    Free depth() -> "number" "how deep the level is",
    Free turn() -> "number" "the turn of the game",
    // gods
    Free anger(Thing, Of(Noun::God), Number; Flag) -> "nothing" "makes a god angry with somebody; with true, it strikes at once if its patience ends",
    Free anger_of(Thing, Of(Noun::God)) -> "number" "how angry a god is with somebody",
    Free calm(Thing, Of(Noun::God), Number) -> "nothing" "makes a god less angry with somebody",
    Free favour(Thing, Of(Noun::God), Number) -> "nothing" "gives somebody a god's favour",
    Free favour_of(Thing, Of(Noun::God)) -> "number" "the level of favour somebody has with a god",
    // memory
    Free memo(Key) -> "number" "a number this definition keeps for the game; 0 at first",
    Free set_memo(Key, Number) -> "nothing" "keeps a number for the game",
    Free level_memo(Key) -> "number" "a number this definition keeps for the level; 0 at first",
    Free set_level_memo(Key, Number) -> "nothing" "keeps a number for the level",
    // definitions
    Free bred(Of(Noun::Monster), Breed) -> "flag" "whether a monster is of a breed by definition",
    Free magic_is(Of(Noun::Effect), Arg::Magic) -> "flag" "what is so about an effect by definition; false for none",
    Free danger(Of(Noun::Monster)) -> "number" "the CR of a monster by definition",
    // the happening
    Happening rethrow(Verb) -> "verdict" "throws it again as another verb: what comes of it is written back",
    Happening redirect(Verb, Of(Noun::Effect)) -> "verdict" "throws a copy as another verb with another effect: nothing comes back",
    Happening say(Text; Text, Text) -> "nothing" "says texts by the rules for messages: to all; to actor and others; to actor, target and others",
    // statuses
    Thing has(Of(Noun::Status)) -> "flag" "whether it has a status",
    Thing mag(Of(Noun::Status)) -> "number" "the sum of its magnitudes; 0 without it",
    Thing val(Of(Noun::Status)) -> "number" "the value of the latest; 0 without it",
    Thing turns(Of(Noun::Status)) -> "number" "the turns the longest has left; -1 without end, 0 without it",
    Thing giver(Of(Noun::Status)) -> "thing" "who gave the latest; () if nobody is known",
    Thing gain(Of(Noun::Status); Map(Keys::Status)) -> "flag" "gives it a status; false if something kept it away",
    Thing lose(Of(Noun::Status)) -> "flag" "takes every status of the name; whether there was one",
    Thing set_mag(Of(Noun::Status), Number) -> "nothing" "sets the magnitude of the latest",
    Thing has_effect(Of(Noun::Effect)) -> "flag" "whether an effect lasts on it",
    Thing lose_effect(Of(Noun::Effect)) -> "flag" "ends an effect on it: all its statuses",
    Thing effect_level(Of(Noun::Effect)) -> "number" "the caster level of an effect on it; 0 without it",
    Thing effect_giver(Of(Noun::Effect)) -> "thing" "who laid an effect on it; () if nobody is known",
    Thing effect_dc(Of(Noun::Effect)) -> "number" "what a saving throw against an effect on it must reach",
    Thing wait_for(Moment, Of(Noun::Effect); Map(Keys::Status)) -> "nothing" "lets a status wait for a moment: then the effect's META handler runs",
    Thing has_template(Of(Noun::Template)) -> "flag" "whether it has a template",
    Thing add_template(Of(Noun::Template)) -> "nothing" "gives it a template",
    // what it is and can
    Thing is_a(Breed) -> "flag" "whether it is of a breed, by birth or template",
    Thing has_trait(Trait) -> "flag" "whether it has a trait",
    Thing attr(Attribute) -> "number" "the score of an attribute",
    Thing modifier(Attribute) -> "number" "the modifier of an attribute",
    Thing skill(Skill) -> "number" "what a skill adds",
    Thing resist(Harm) -> "number" "its armour against a kind of damage",
    Thing is_immune(Harm) -> "flag" "whether a kind of damage cannot harm it",
    Thing level_as(Of(Noun::Class)) -> "number" "its level in a class",
    // others
    Thing is_friend(Thing) -> "flag" "whether they are of one side",
    Thing is_hostile(Thing) -> "flag" "whether they fight",
    Thing sees(Thing) -> "flag" "whether it perceives the other",
    Thing distance(Thing) -> "number" "how many steps away; 999 if not on the same level",
    Thing is_beside(Thing) -> "flag" "whether they are one step apart",
    // what it has
    Thing carried() -> "list" "what it carries, by number",
    Thing worn(Slot) -> "thing" "what it wears or holds there; ()",
    Thing slot_is(Slot) -> "flag" "whether an item is worn or held there",
    Thing note(Key) -> "number" "a number kept for it; 0 at first",
    Thing set_note(Key, Number) -> "nothing" "keeps a number for it",
    // what is done to it
    Thing heal(Number) -> "number" "gives back hit points; how many",
    Thing refresh(Number) -> "number" "gives back mana; how much",
    Thing tire(Number) -> "nothing" "costs fatigue; a negative number gives it back",
    Thing spend(Number) -> "nothing" "costs time",
    Thing reveal() -> "nothing" "everybody knows what it is from now on",
    Thing vanish() -> "nothing" "it is gone, without a death",
    Thing multiply() -> "thing" "another one of its kind beside it; () if there is no room",
    Thing move_to(Number, Number) -> "flag" "puts it on a square, if it can be there",
    Thing set_plus(Number) -> "nothing" "sets the plus of an item",
    Thing set_open(Flag) -> "nothing" "opens or shuts a door",
    // lists
    List len() -> "number" "how many",
    List is_empty() -> "flag" "whether there is none",
}

/// What a script can read of a thing.
pub const PROPERTIES: &[Property] = &[
    Property { name: "name", gives: "text", about: "as its viewer calls it, without an article" },
    Property { name: "what", gives: "text", about: "its definition: `goblin`, `long sword`" },
    Property { name: "kind", gives: "text", about: "`monster`, `player`, `weapon`, `door` ..." },
    Property { name: "x", gives: "number", about: "its column; -1 if it is carried" },
    Property { name: "y", gives: "number", about: "its row; -1 if it is carried" },
    Property { name: "hp", gives: "number", about: "hit points" },
    Property { name: "hp_max", gives: "number", about: "hit points when whole" },
    Property { name: "mana", gives: "number", about: "mana" },
    Property { name: "mana_max", gives: "number", about: "mana when rested" },
    Property { name: "fatigue", gives: "number", about: "fatigue it has left" },
    Property { name: "cr", gives: "number", about: "how dangerous it is" },
    Property { name: "level", gives: "number", about: "level of a character, CR of a monster" },
    Property { name: "size", gives: "number", about: "1 to 8, medium is 4" },
    Property { name: "god", gives: "text", about: "whom it follows, or whose it is; empty for none" },
    Property { name: "plus", gives: "number", about: "the plus of an item" },
    Property { name: "owner", gives: "thing", about: "who carries it; ()" },
    Property { name: "rider", gives: "thing", about: "who rides it; ()" },
    Property { name: "leads", gives: "number", about: "how many levels down stairs lead; 0 for others" },
    Property { name: "turns_left", gives: "number", about: "turns until a conjured thing ends; 0 for others" },
    Property { name: "is_dead", gives: "flag", about: "whether it is dead or gone" },
    Property { name: "is_player", gives: "flag", about: "whether somebody plays it" },
    Property { name: "is_creature", gives: "flag", about: "whether it acts" },
    Property { name: "is_item", gives: "flag", about: "whether it can be carried" },
    Property { name: "is_known", gives: "flag", about: "whether one knows what it is" },
    Property { name: "is_leader", gives: "flag", about: "whether it leads its band" },
    Property { name: "is_flying", gives: "flag", about: "whether it touches no ground" },
    Property { name: "is_summoned", gives: "flag", about: "whether magic called it" },
    Property { name: "is_incorporeal", gives: "flag", about: "whether it has no body" },
    Property { name: "is_threatened", gives: "flag", about: "whether a foe is within reach" },
    Property { name: "is_poisoned", gives: "flag", about: "whether a weapon has poison on it" },
    Property { name: "is_open", gives: "flag", about: "whether a door is open" },
    Property { name: "is_mindless", gives: "flag", about: "whether it has no mind" },
    Property { name: "is_evil", gives: "flag", about: "whether it stands with evil" },
];

/// The property of a thing with a name.
pub fn property(name: &str) -> Option<&'static Property> {
    PROPERTIES.iter().find(|property| property.name == name)
}

/// The calls with a name.
pub fn calls(name: &str) -> impl Iterator<Item = &'static Call> {
    CALLS.iter().filter(move |call| call.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_there_once_and_described() {
        let text = include_str!("../../SCRIPTS.md");
        let mut names: Vec<_> = CALLS.iter().map(|call| (call.on, call.name)).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CALLS.len());
        for call in CALLS {
            let start = if call.on == On::Free { format!("`{}(", call.name) } else { format!(".{}(", call.name) };
            assert!(text.contains(&start), "SCRIPTS.md does not describe {}", call.name);
            assert!(call.needs <= call.args.len());
        }
        for property in PROPERTIES {
            assert!(text.contains(&format!("`t.{}`", property.name)), "SCRIPTS.md does not describe t.{}", property.name);
        }
        assert!(CONSTANTS.iter().all(|name| text.contains(&format!("`{name}`"))));
    }
}
