//! What happens, in sentences. Events know actors by number; whoever tells them remembers who is who.

use crate::show::{numbered, plan, spoken, title};
use crate::status::Called;
use crate::{Actor, Cause, Damage, Effect, Event, Hex, Id, Intent, Kind, Run, StatusId, Way, Whom};
use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

/// Whoever tells: knows what was there, and keeps up with what is told.
#[derive(Default)]
pub(crate) struct Teller {
    kinds: BTreeMap<Id, Kind>,
    /// Where the player stands, where that is known.
    player: Option<Hex>,
    /// Whose death has just been told.
    fallen: Option<Id>,
}

impl Teller {
    /// Knows everybody of a run.
    pub(crate) fn new(run: &Run) -> Teller {
        Teller { kinds: kinds(&run.enemies), player: Some(run.player.at), fallen: None }
    }

    /// Tells an event, and remembers what it changed.
    pub(crate) fn tell(&mut self, event: &Event) -> String {
        self.hear(event);
        let told = self.sentence(event);
        self.fallen = match event {
            Event::Hurt { who, hp: 0, .. } => Some(*who),
            _ => None,
        };
        told
    }

    fn hear(&mut self, event: &Event) {
        match event {
            Event::FloorEntered { floor } => {
                self.kinds = kinds(&floor.enemies);
                self.player = Some(floor.start);
            }
            Event::Arrived { actor } => _ = self.kinds.insert(actor.id, actor.kind),
            Event::BombLaid { who, .. } => _ = self.kinds.insert(*who, Kind::Bomb),
            Event::Moved { who: Id::PLAYER, to, .. } => self.player = Some(*to),
            _ => {}
        }
    }

    /// An actor in a sentence.
    fn who(&self, id: Id) -> String {
        match self.kinds.get(&id) {
            _ if id.is_player() => "you".into(),
            Some(kind) if self.is_only(*kind) => format!("the {}", spoken(*kind)),
            Some(kind) => numbered(*kind, id),
            None if id.is_bomb() => numbered(Kind::Bomb, id),
            None => format!("enemy {}", id.number() + 1),
        }
    }

    fn is_only(&self, kind: Kind) -> bool {
        self.kinds.values().filter(|other| **other == kind).count() == 1
    }

    /// A place as the player sees it, after a word; nothing where nobody knows where the player is.
    fn place(&self, hex: Hex) -> String {
        self.player.map_or_else(String::new, |player| format!(" {}", whereabouts(hex, player)))
    }

    fn sentence(&self, event: &Event) -> String {
        match event {
            Event::Opened { .. } => "a run begins".into(),
            Event::Dealt { loadout } => format!("you carry {}: {}", loadout.name().to_lowercase(), loadout.about()),
            Event::Arrived { actor } => format!("{} comes to help{}", one(spoken(actor.kind)), self.place(actor.at)),
            Event::FloorEntered { floor } => match floor.enemies.len() {
                1 => format!("floor {}: one enemy", floor.number),
                many => format!("floor {}: {many} enemies", floor.number),
            },
            Event::Rolled { .. } | Event::RoundBegan { .. } | Event::PlayerBegan { .. } => String::new(),
            Event::TurnTaken { .. } | Event::TurnEnded { .. } | Event::Unqueued { .. } | Event::Turned { .. } => String::new(),
            Event::Moved { who, from, to, way } => format!("{} {} {}", self.who(*who), gait(*who, *way), course(*from, *to)),
            Event::Hurt { .. } | Event::Blocked { .. } | Event::Died { .. } | Event::StatusChanged { .. } => self.harmed(event),
            Event::Intended { intent: Intent::None, .. } => String::new(), // it will do nothing: nothing to tell
            Event::Intended { who, intent, aimed: Some(hex), .. } => {
                format!("{} {}{}", self.who(*who), plan(*intent), self.place(*hex))
            }
            Event::Intended { who, intent, .. } => format!("{} {}", self.who(*who), plan(*intent)),
            Event::BombLaid { by, at, .. } => format!("{} lays a bomb{}", self.who(*by), self.place(*at)),
            Event::FuseBurned { left, .. } => format!("a fuse burns: {left}"),
            Event::SpearDropped { who, at } => {
                let place = self.player.map_or(" on the ground".into(), |_| self.place(*at));
                format!("{} lies{place}", self.owned(*who, "spear"))
            }
            Event::Exploded { at, .. } => format!("a bomb goes off{}", self.place(*at)),
            _ => self.gained(event),
        }
    }

    fn harmed(&self, event: &Event) -> String {
        match event {
            Event::Hurt { who, by, cause, amount, hp, .. } => self.hurt(*who, *by, *cause, *amount, *hp),
            Event::Blocked { who, cause, by, .. } => self.blocked(*who, *cause, *by),
            Event::Died { who, .. } if self.fallen == Some(*who) => String::new(),
            Event::Died { who, cause: Cause::Lava, .. } => format!("lava swallows {}", self.who(*who)),
            Event::Died { who, .. } => format!("{} {} gone", self.who(*who), are(*who)),
            Event::StatusChanged { who, status, amount, .. } => {
                (status.rule().changed)(Called { who: *who, name: &self.who(*who) }, *amount)
            }
            _ => String::new(),
        }
    }

    /// What hurt an actor, the attacker first where there is one.
    fn hurt(&self, who: Id, by: Option<Id>, cause: Cause, amount: u16, hp: u16) -> String {
        let victim = self.who(who);
        let harm = harm(cause);
        match (by.filter(|&by| by != who), amount, hp) {
            (_, 0, _) => format!("{} absorbs the {}", self.belonging(who, "armour"), harm.noun),
            (Some(by), _, 0) => format!("{} {} {victim} with {} {}", self.who(by), verb(by, "kill"), harm.article, harm.noun),
            (Some(by), ..) => format!("{} {} {victim} ({hp} left)", self.who(by), verb(by, harm.verb)),
            (None, _, 0) => format!("{}{} kills {victim}", article(harm.article), harm.noun),
            (None, ..) => format!("{}{} hurts {victim} ({hp} left)", article(harm.article), harm.noun),
        }
    }

    fn blocked(&self, who: Id, cause: Cause, by: StatusId) -> String {
        (by.rule().blocked)(Called { who, name: &self.who(who) }, harm(cause).noun)
    }

    /// What an actor has, can or is now.
    fn gained(&self, event: &Event) -> String {
        match event {
            Event::SpearTaken { who } => format!("{} the spear", self.has(*who)),
            Event::SpearLost { who } => format!("{} is gone", self.owned(*who, "spear")),
            Event::ShieldTaken { who } => format!("{} the shield", self.has(*who)),
            Event::Learned { who, skill } => format!("{} a new skill: {}", self.has(*who), skill.skill().title),
            // The list of skills says in how many turns one is ready; of others it is not told.
            Event::Cooling { who: Id::PLAYER, skill, turns: 0 } => format!("{} is ready", skill.skill().title),
            Event::Cooling { .. } => String::new(),
            Event::Healed { who, hp, max_hp } => format!("{} {hp} of {max_hp} life", self.has(*who)),
            Event::Offered { offers } => {
                format!("the shrine offers {}", offers.iter().map(title).collect::<Vec<_>>().join(", "))
            }
            Event::Wished { .. } | Event::Ignored {} => "nothing happens".into(),
            Event::Upgraded { upgrade } => format!("{}: {}", title(*upgrade), upgrade.about()),
            Event::Lost {} => "you are dead".into(),
            Event::Won {} => "you escaped".into(),
            _ => String::new(),
        }
    }

    /// The actors that an effect is for.
    fn victim(&self, whom: Whom) -> String {
        match whom {
            Whom::Actor(who) => self.who(who),
            Whom::ActorAt(who, at) => format!("{} at {},{}", self.who(who), at.q, at.r),
            Whom::Place(at) => format!("all at {},{}", at.q, at.r),
        }
    }

    fn has(&self, who: Id) -> String {
        format!("{} {}", self.who(who), if who.is_player() { "have" } else { "has" })
    }

    /// A thing that actors have one of: the player's needs no owner.
    fn owned(&self, who: Id, thing: &str) -> String {
        if who.is_player() { format!("the {thing}") } else { self.belonging(who, thing) }
    }

    /// A thing of an actor.
    fn belonging(&self, who: Id, thing: &str) -> String {
        belonging(Called { who, name: &self.who(who) }, thing)
    }
}

/// What an effect would do, for the trace of a decision: with the places that sentences for players leave out.
pub(crate) fn about(run: &Run, effect: &Effect) -> String {
    let teller = Teller::new(run);
    let name = |who: Id| teller.who(who);
    match *effect {
        Effect::Displace { who, to, way } => format!("{} {} to {},{}", name(who), gait(who, way), to.q, to.r),
        Effect::Damage(Damage { whom, amount, by, cause, .. }) => {
            let by = by.map_or_else(String::new, |by| format!(", by {}", name(by)));
            format!("{amount} to {} from {}{by}", teller.victim(whom), harm(cause).noun)
        }
        Effect::Stun { whom, by } => format!("{}, by {}", teller.victim(whom), name(by)),
        Effect::Sink { whom } => teller.victim(whom),
        Effect::Ready { who, skill, turns } => format!("{} of {} in {turns} turns", skill.name(), name(who)),
        Effect::DropSpear { who, at } => format!("{}, at {},{}", teller.belonging(who, "spear"), at.q, at.r),
        Effect::LoseSpear { who } => teller.belonging(who, "spear"),
        Effect::TakeShield { who } => teller.belonging(who, "shield"),
    }
}

/// A thing of an actor.
pub(crate) fn belonging(actor: Called<'_>, thing: &str) -> String {
    if actor.who.is_player() { format!("your {thing}") } else { format!("the {thing} of {}", actor.name) }
}

/// A verb as it is said of an actor.
pub(crate) fn verb(who: Id, verb: &str) -> String {
    if who.is_player() {
        return verb.into();
    }
    let (head, tail) = verb.split_once(' ').map_or((verb, String::new()), |(head, tail)| (head, format!(" {tail}")));
    let ending = if head.ends_with("ch") || head.ends_with("sh") { "es" } else { "s" };
    format!("{head}{ending}{tail}")
}

pub(crate) fn are(who: Id) -> &'static str {
    if who.is_player() { "are" } else { "is" }
}

/// A noun with its indefinite article.
fn one(noun: &str) -> String {
    format!("{} {noun}", if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" })
}

fn article(article: &str) -> String {
    if article.is_empty() { String::new() } else { format!("{article} ") }
}

fn kinds(enemies: &[Actor]) -> BTreeMap<Id, Kind> {
    enemies.iter().map(|enemy| (enemy.id, enemy.kind)).collect()
}

/// Twelve directions as people say them, clockwise: steps go along every second one, the others lie between two.
const COMPASS: [&str; 12] = [
    "north",
    "north-north-east",
    "north-east",
    "east",
    "south-east",
    "south-south-east",
    "south",
    "south-south-west",
    "south-west",
    "west",
    "north-west",
    "north-north-west",
];

/// Where a place lies, seen from another; nothing for the place itself.
fn bearing(from: Hex, to: Hex) -> Option<&'static str> {
    let (dq, dr) = from.towards(to);
    let ds = -dq - dr;
    // A sixth of the circle by the signs: north is where the row is less and the third coordinate more.
    let wind = match (dq.signum(), dr.signum(), ds.signum()) {
        (0, -1, _) => 0,
        (1, -1, 1) => 1,
        (1, -1, 0) => 2,
        (1, -1, -1) => 3,
        (1, 0, _) => 4,
        (1, 1, _) => 5,
        (0, 1, _) => 6,
        (-1, 1, -1) => 7,
        (-1, 1, 0) => 8,
        (-1, 1, 1) => 9,
        (-1, 0, _) => 10,
        (-1, -1, _) => 11,
        _ => return None,
    };
    Some(COMPASS[wind])
}

/// The way between two places.
fn course(from: Hex, to: Hex) -> String {
    match (bearing(from, to), from.distance(to)) {
        (None, _) => "nowhere".into(),
        (Some(wind), 1) => wind.into(),
        (Some(wind), steps) => format!("{steps} hexes {wind}"),
    }
}

/// A place as the player says it.
pub(crate) fn whereabouts(place: Hex, player: Hex) -> String {
    match (bearing(player, place), player.distance(place)) {
        (None, _) => "where you stand".into(),
        (Some(wind), 1) => format!("just {wind} of you"),
        (Some(wind), steps) => format!("{steps} hexes {wind} of you"),
    }
}

/// What somebody does who comes to another place: as said to the player, and of others.
fn gait(who: Id, way: Way) -> &'static str {
    let (you, others) = match way {
        Way::Step => ("go", "goes"),
        Way::Jump => ("jump", "jumps"),
        Way::Lunge => ("lunge", "lunges"),
        Way::Charge => ("charge", "charges"),
        Way::Push => ("are pushed", "is pushed"),
        Way::Pull => ("are pulled", "is pulled"),
        Way::Slide => ("slide", "slides"),
        Way::Teleport => ("vanish and appear", "vanishes and appears"),
        Way::SnapBack => ("are back", "is back"),
    };
    if who.is_player() { you } else { others }
}

/// How a cause is told.
struct Harm {
    article: &'static str,
    noun: &'static str,
    verb: &'static str,
}

fn harm(cause: Cause) -> Harm {
    let (article, noun, verb) = match cause {
        Cause::Blow => ("a", "blow", "strike"),
        Cause::Punch => ("a", "punch", "punch"),
        Cause::Spear => ("the", "spear", "spear"),
        Cause::Lunge => ("a", "lunge", "lunge at"),
        Cause::Impact => ("the", "impact", "land on"),
        Cause::Strike => ("an", "arrow", "shoot"),
        Cause::Spell => ("a", "spell", "bewitch"),
        Cause::Blast => ("a", "blast", "blast"),
        Cause::Bomb => ("a", "bomb", "bomb"),
        Cause::Lava => ("", "lava", "burn"),
        Cause::Void => ("the", "void", "drain"),
        Cause::Cleave => ("the", "spear", "sweep"),
        Cause::Leap => ("the", "leap", "trample"),
        Cause::Crowd => ("the", "crowd", "overrun"),
    };
    Harm { article, noun, verb }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Floor, Quirks, Seed, Tiles};
    use alloc::{boxed::Box, vec};

    fn actor(index: usize, kind: Kind) -> Actor {
        Actor { id: Id::enemy(index), kind, ..Actor::default() }
    }

    fn hurt(index: usize, hp: u16, amount: u16) -> Event {
        Event::Hurt { who: Id::enemy(index), at: Hex::new(3, 3), by: None, cause: Cause::Lava, amount, hp, armour: 0 }
    }

    fn teller() -> Teller {
        Teller { kinds: kinds(&[actor(0, Kind::Footman), actor(1, Kind::Footman), actor(2, Kind::Archer)]), ..Teller::default() }
    }

    #[test]
    fn a_trace_names_actors_and_places() {
        let (player, place) = (Id::PLAYER, Hex::new(3, 4));
        let run = Run { enemies: vec![actor(0, Kind::Archer)], ..Run::default() };
        let told = |effect: Effect| about(&run, &effect);
        let spear = Damage::new(Whom::ActorAt(Id::enemy(0), place), 2, Some(player), Cause::Spear);
        assert_eq!(told(spear.into()), "2 to the archer at 3,4 from spear, by you");
        assert_eq!(told(Effect::Displace { who: player, to: place, way: Way::Push }), "you are pushed to 3,4");
        assert_eq!(told(Effect::Stun { whom: Whom::Place(place), by: Id::enemy(0) }), "all at 3,4, by the archer");
    }

    #[test]
    fn who_is_the_only_one_of_its_kind_needs_no_number() {
        let moved = |index| Event::Moved { who: Id::enemy(index), from: Hex::new(3, 4), to: Hex::new(3, 3), way: Way::Step };
        let mut teller = teller();
        assert_eq!(teller.tell(&moved(0)), "footman 1 goes north");
        assert_eq!(teller.tell(&moved(2)), "the archer goes north");
        assert_eq!(Teller::default().tell(&moved(2)), "enemy 3 goes north");
    }

    #[test]
    fn a_deadly_wound_is_told_once_and_without_a_number() {
        let mut teller = teller();
        assert_eq!(teller.tell(&hurt(2, 0, 999)), "lava kills the archer");
        let died =
            |index| Event::Died { who: Id::enemy(index), at: Hex::new(3, 3), cause: Cause::Lava, count: crate::Count::Kill };
        assert_eq!(teller.tell(&died(2)), "");
        assert_eq!(teller.tell(&died(1)), "lava swallows footman 2");
    }

    #[test]
    fn a_new_floor_brings_new_names() {
        let mut floor = Floor::new(&Seed::default(), 1, Quirks::NONE, Tiles::Plain);
        floor.enemies = vec![actor(2, Kind::Golem)];
        let mut teller = teller();
        teller.tell(&Event::FloorEntered { floor: Box::new(floor) });
        assert_eq!(teller.tell(&hurt(2, 1, 1)), "lava hurts the golem (1 left)");
    }

    #[test]
    fn a_place_lies_where_the_player_sees_it() {
        let mut teller = Teller { player: Some(Hex::new(2, 5)), ..teller() };
        let exploded = |at| Event::Exploded { who: Id::bomb(0), at };
        assert_eq!(teller.tell(&exploded(Hex::new(2, 5))), "a bomb goes off where you stand");
        assert_eq!(teller.tell(&exploded(Hex::new(2, 4))), "a bomb goes off just north of you");
        assert_eq!(
            teller.tell(&Event::SpearDropped { who: Id::PLAYER, at: Hex::new(2, 7) }),
            "the spear lies 2 hexes south of you"
        );
        assert_eq!(Teller::default().tell(&exploded(Hex::new(2, 4))), "a bomb goes off");
        assert_eq!(course(Hex::new(2, 5), Hex::new(5, 2)), "3 hexes north-east");
        assert_eq!(course(Hex::new(2, 5), Hex::new(4, 4)), "2 hexes east");
    }

    #[test]
    fn all_places_around_have_their_wind() {
        let here = Hex::new(3, 4);
        let winds = |steps: &[(i8, i8)]| steps.iter().map(|&(q, r)| bearing(here, here.plus(q, r)).unwrap()).collect::<Vec<_>>();
        let lines = winds(&[(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]);
        assert_eq!(lines, ["north", "north-east", "south-east", "south", "south-west", "north-west"]);
        let between = winds(&[(1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1)]);
        let all = ["north-north-east", "east", "south-south-east", "south-south-west", "west", "north-north-west"];
        assert_eq!((between, bearing(here, here)), (all.into(), None));
    }
}
