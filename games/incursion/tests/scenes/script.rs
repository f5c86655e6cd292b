//! A scene as it is written.

use referee_dispatch::Place;
use referee_incursion::{Arena, Setup, World};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// All scenes, in order.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Book {
    scene: Vec<Scene>,
}

/// A scene: what a game starts from, and what happens.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scene {
    /// What it is called; its log has the name.
    pub(crate) name: String,
    /// What it shows.
    pub(crate) about: String,
    /// Definitions besides the game's own, by file: such a scene is no lesson.
    #[serde(default)]
    pub(crate) pack: BTreeMap<String, String>,
    #[serde(default = "human")]
    race: String,
    #[serde(default = "warrior")]
    class: String,
    god: Option<String>,
    /// The rows of the map.
    map: String,
    /// Everything else about the level.
    #[serde(default)]
    arena: Arena,
    /// What dice show, by what they are for; others show their middle.
    #[serde(default)]
    pub(crate) dice: BTreeMap<String, Shown>,
    /// What happens.
    pub(crate) steps: Vec<Step>,
}

fn human() -> String {
    "human".to_owned()
}

fn warrior() -> String {
    "warrior".to_owned()
}

/// What a die shows: always, or one throw after the other and the last for the rest.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum Shown {
    Always(u32),
    Each(Vec<u32>),
}

/// An action, and what must come of it.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    /// What the hero does, in words: `move e`, `cast fireball at 5,3`, `talk w cow`.
    #[serde(rename = "do")]
    pub(crate) act: String,
    /// How often.
    #[serde(default = "once")]
    pub(crate) times: usize,
    /// What to look at.
    #[serde(default)]
    pub(crate) note: String,
    /// What dice show here.
    #[serde(default)]
    pub(crate) dice: BTreeMap<String, Shown>,
    /// Handlers that answer: `worg: POST(HIT)`, or with what: `sleep: ISTARGET = ABORT`.
    #[serde(default)]
    pub(crate) ran: Vec<String>,
    /// Handlers that are not asked, or do not answer so.
    #[serde(default)]
    pub(crate) silent: Vec<String>,
    /// What the hero reads: parts of texts.
    #[serde(default)]
    pub(crate) said: Vec<String>,
    /// What the hero does not read.
    #[serde(default)]
    pub(crate) unsaid: Vec<String>,
    /// Parts of what is written, as JSON; `<goblin>` is the number of the first goblin, `{wall}` that of a definition.
    #[serde(default)]
    pub(crate) wrote: Vec<String>,
    /// What is not written.
    #[serde(default)]
    pub(crate) unwritten: Vec<String>,
    /// The code it is refused with.
    pub(crate) refused: Option<String>,
    /// Whether it is over then.
    #[serde(default)]
    pub(crate) over: bool,
}

fn once() -> usize {
    1
}

/// Reads all scenes.
pub(crate) fn scenes() -> Vec<Scene> {
    let text = std::fs::read_to_string("scenarios/scenes.toml").unwrap_or_else(|why| panic!("scenes.toml: {why}"));
    let book: Book = toml::from_str(&text).unwrap_or_else(|why| panic!("scenes.toml: {why}"));
    book.scene
}

impl Scene {
    /// What its game starts from.
    pub(crate) fn setup(&self) -> Setup {
        let map = self.map.lines().filter(|row| !row.is_empty()).map(str::to_owned).collect();
        let arena = Some(Box::new(Arena { map, ..self.arena.clone() }));
        let (race, class, god) = (self.race.clone(), self.class.clone(), self.god.clone());
        Setup { seed: "scene".to_owned(), race, class, god, arena, ..Setup::default() }
    }

    /// An action of words, where things and squares are named.
    pub(crate) fn action(&self, world: &World, words: &str, name: &dyn Fn(u32) -> String) -> Value {
        let (kind, rest) = words.split_once(' ').unwrap_or((words, ""));
        let (rest, at) = match rest.strip_prefix("at ").map(|at| ("", at)).or(rest.split_once(" at ")) {
            Some((rest, at)) => (rest, Some(self.square(at))),
            None => (rest, None),
        };
        let (first, last) = rest.split_once(' ').unwrap_or((rest, ""));
        let item = |what: &str| json!(find(world, what, name));
        let mut action = match kind {
            "move" | "attack" | "open" | "close" | "disarm" | "mount" => json!({ "way": way(rest) }),
            "manoeuvre" | "talk" => json!({ "way": way(first), "how": last }),
            "cast" => json!({ "spell": rest }),
            "pray" if !rest.is_empty() => json!({ "god": rest }),
            "insert" | "take-out" => {
                let key = if kind == "insert" { "into" } else { "from" };
                let (what, whole) = rest.split_once(&format!(" {key} ")).unwrap_or((rest, ""));
                json!({ "item": item(what), key: item(whole) })
            }
            "use" => match last.split_once(" with ") {
                Some((what, with)) => json!({ "verb": first, "item": item(what), "with": item(with) }),
                None => json!({ "verb": first, "item": item(last) }),
            },
            _ if !rest.is_empty() => json!({ "item": item(rest) }),
            _ => json!({}),
        };
        action["type"] = json!(kind);
        if let Some(at) = at {
            action["at"] = json!(at);
        }
        action
    }

    /// A square: `4,2`, or a letter of the map.
    fn square(&self, at: &str) -> Place {
        if let Some((x, y)) = at.split_once(',') {
            let number = |text: &str| text.trim().parse().unwrap_or_else(|_| panic!("{}: `{at}` is no square", self.name));
            return Place::new(number(x), number(y));
        }
        let rows = self.map.lines().filter(|row| !row.is_empty());
        let found =
            (0..).zip(rows).find_map(|(y, row)| Some(Place::new(row.chars().position(|it| at == it.to_string())? as i32, y)));
        found.unwrap_or_else(|| panic!("{}: there is no `{at}` on the map", self.name))
    }
}

/// A thing by the name of its definition: the hero's own first, then whatever is nearest to the first of all things.
fn find(world: &World, what: &str, name: &dyn Fn(u32) -> String) -> u32 {
    let mine = world.inventory(world.hero).chain(world.things.iter()).find(|thing| name(thing.res.0.into()) == what);
    mine.map_or_else(|| panic!("there is no `{what}`"), |thing| thing.id.0)
}

fn way(name: &str) -> u8 {
    const WAYS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
    WAYS.iter().position(|way| *way == name).unwrap_or_else(|| panic!("`{name}` is no direction")) as u8
}
