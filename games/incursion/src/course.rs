//! The course: whom a happening passes in each phase, in a total order.
//!
//! | step | station | asked through |
//! |---|---|---|
//! | 1 | the region where the subject stands | plain |
//! | 2 | the terrain there, or where it is aimed at, if it is special | plain; the target's ground as its victim, if it asks for that |
//! | 3 | the terrain the actor believes to be there | plain |
//! | 4 | the dungeon | plain |
//! | 5 | the area's effect, else the effect at work | plain |
//! | 6, 7 | every god: about the actor, about the target | god |
//! | 8 | the level: encounter, monster, templates, its own code | plain |
//! | 9, 10 | second item, item, target, actor: statuses that wait for it, then the thing itself | trap; victim, item, plain |
//!
//! The subject is who it is about: the target of damage and death, else the actor, in all phases. Whoever plays two parts is asked once.

use crate::{Class, Flag, Happening, Id, Kind, Print, Res, Verb};
use referee_dispatch::{Lens, Phase, Place, Role, Table, Verdict, View};

/// A handler of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handler {
    /// Code, by its number.
    Code(u32),
    /// A text to be said, by its number.
    Text(u32),
}

/// Where happenings take place: what the course must know.
pub trait House {
    /// Who listens to what.
    fn table(&self) -> &Table<Handler>;
    /// What a thing is.
    fn kind(&self, who: Id) -> Kind;
    /// Where a thing is on the level; `None` if it is carried or nowhere.
    fn spot(&self, who: Id) -> Option<Place>;
    /// Who carries an item.
    fn owner(&self, what: Id) -> Option<Id>;
    /// What a thing is in particular: its monster, its item, its feature.
    fn body(&self, who: Id) -> Option<Res>;
    /// A creature's templates, in the order in which it gained them.
    fn template(&self, who: Id, nth: usize) -> Option<Res>;
    /// An item's enchantment.
    fn enchantment(&self, what: Id) -> Option<Res>;
    /// The region of a square.
    fn region(&self, at: Place) -> Option<Res>;
    /// The terrain of a square, and whether it is special; `None` beyond the edge.
    fn terrain(&self, at: Place) -> Option<Ground>;
    /// What somebody believes to see on a square, where an illusion covers it.
    fn believed(&mut self, at: Place, by: Id) -> Option<Res>;
    /// The dungeon.
    fn dungeon(&self) -> Option<Res>;
    /// The gods, in their order.
    fn god(&self, nth: usize) -> Option<Res>;
    /// The effect of an area.
    fn field_effect(&self, field: u32) -> Option<Res>;
    /// Whether there is a level though nobody in the happening is on one.
    fn is_on_map(&self, happening: &Happening) -> bool;
    /// The effects of statuses that wait for this, in the order in which they were gained.
    fn waiting(&self, who: Id, verb: Verb, phase: Phase, happening: &Happening) -> Vec<Waiter>;
    /// Whether a status still waits.
    fn still_waits(&self, who: Id, waiter: Waiter) -> bool;
    /// Whether any class has code of its own for this.
    fn owns(&self, verb: Verb, phase: Phase) -> bool;
    /// Runs the code of a class.
    fn own(&mut self, class: Class, who: Option<Id>, phase: Phase, verb: Verb, happening: &mut Happening) -> Verdict;
    /// Runs the code of a handler.
    fn run(&mut self, asked: Asking, code: u32, happening: &mut Happening) -> Verdict;
    /// Says texts.
    fn say(&mut self, asked: Asking, print: Print, texts: &[u32], happening: &mut Happening);
}

/// The ground of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// What it is.
    pub terrain: Res,
    /// Whether it is asked at all.
    pub special: bool,
    /// Whether it is also asked as the ground of the target.
    pub minds_target: bool,
}

/// A status that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiter {
    /// Its number on its bearer.
    pub status: u32,
    /// Whose handlers run.
    pub effect: Res,
    /// Whether it waits for what is done to its bearer.
    pub as_victim: bool,
}

/// A resource that is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asking {
    /// Which one.
    pub resource: Res,
    /// What is thrown.
    pub verb: Verb,
    /// Through which lens, in which phase.
    pub view: View,
    /// Whom it speaks for: the bearer of a status, the creature, the item.
    pub holder: Option<Id>,
}

/// The stations by name.
pub const STATIONS: &[&str] = &[
    "region",
    "terrain",
    "illusion",
    "dungeon",
    "effect",
    "gods of the actor",
    "gods of the target",
    "level",
    "second item",
    "item",
    "target",
    "actor",
];

/// How many templates of a creature are asked at most.
const TEMPLATES_MAX: usize = 16;

const GODS_OF_ACTOR: usize = 5;
const LEVEL: usize = 7;
const SLOTS: usize = 8;

/// Which stations have anything to say, as bits.
#[inline]
pub fn hearing<H: House + ?Sized>(house: &H, phase: Phase, verb: Verb) -> u64 {
    let views = house.table().views(verb.number());
    let listens = |lens| views >> View::new(phase, lens).index() & 1 == 1;
    let owned = house.owns(verb, phase);
    let plain = listens(Lens::Plain);
    let mut stations = 0;
    if plain {
        stations |= 0b11111;
    }
    if listens(Lens::Victim) {
        stations |= 0b10;
    }
    if listens(Lens::God) {
        stations |= 1 << GODS_OF_ACTOR;
    }
    if listens(Lens::GodOfVictim) {
        stations |= 1 << (GODS_OF_ACTOR + 1);
    }
    if plain || owned {
        stations |= 1 << LEVEL;
    }
    if plain || owned || [Lens::Victim, Lens::Item, Lens::Trap, Lens::TrapOfVictim].into_iter().any(listens) {
        stations |= 0b1111 << SLOTS;
    }
    stations
}

/// Asks a station.
pub fn consult<H: House + ?Sized>(house: &mut H, station: usize, phase: Phase, verb: Verb, happening: &mut Happening) -> Verdict {
    let mut round = Round { house, phase, verb };
    match station {
        0 => round.region(happening),
        1 => round.terrain(happening),
        2 => round.illusion(happening),
        3 => round.dungeon(happening),
        4 => round.effect(happening),
        5 => round.gods(happening, Role::Actor, Lens::God),
        6 => round.gods(happening, Role::Target, Lens::GodOfVictim),
        7 => round.level(happening),
        8 => round.slot(happening, Role::Item2),
        9 => round.slot(happening, Role::Item),
        10 => round.slot(happening, Role::Target),
        _ => round.slot(happening, Role::Actor),
    }
}

/// Who a happening is about.
pub fn subject(verb: Verb, happening: &Happening) -> Option<Id> {
    let role = if matches!(verb, Verb::DAMAGE | Verb::DEATH) { Role::Target } else { Role::Actor };
    happening.roles.get(role)
}

struct Round<'h, H: House + ?Sized> {
    house: &'h mut H,
    phase: Phase,
    verb: Verb,
}

impl<H: House + ?Sized> Round<'_, H> {
    fn region(&mut self, happening: &mut Happening) -> Verdict {
        let region = self.stand(happening).and_then(|at| self.house.region(at));
        region.map_or(Verdict::Nothing, |region| self.ask(region, Lens::Plain, None, happening))
    }

    fn terrain(&mut self, happening: &mut Happening) -> Verdict {
        if let Some(ground) = self.square(happening).and_then(|at| self.house.terrain(at)).filter(|ground| ground.special) {
            let verdict = self.ask(ground.terrain, Lens::Plain, None, happening);
            if verdict.ends() {
                return verdict;
            }
        }
        let under = happening.roles.get(Role::Target).and_then(|target| self.house.spot(target));
        match under.and_then(|at| self.house.terrain(at)).filter(|ground| ground.minds_target) {
            Some(ground) => self.ask(ground.terrain, Lens::Victim, happening.roles.get(Role::Target), happening),
            None => Verdict::Nothing,
        }
    }

    fn illusion(&mut self, happening: &mut Happening) -> Verdict {
        let Some((at, actor)) = self.square(happening).zip(happening.roles.get(Role::Actor)) else { return Verdict::Nothing };
        let Some(ground) = self.house.terrain(at) else { return Verdict::Nothing };
        match self.house.believed(at, actor).filter(|&believed| believed != ground.terrain) {
            Some(believed) => self.ask(believed, Lens::Plain, None, happening),
            None => Verdict::Nothing,
        }
    }

    fn dungeon(&mut self, happening: &mut Happening) -> Verdict {
        let dungeon = if self.is_on_map(happening) { self.house.dungeon() } else { None };
        dungeon.map_or(Verdict::Nothing, |dungeon| self.ask(dungeon, Lens::Plain, None, happening))
    }

    fn effect(&mut self, happening: &mut Happening) -> Verdict {
        if let Some(effect) = happening.field.and_then(|field| self.house.field_effect(field)) {
            let verdict = self.ask(effect, Lens::Plain, None, happening);
            if verdict == Verdict::Done && (self.verb, self.phase) == (Verb::MAGIC_HIT, Phase::Main) {
                happening.flags.set(Flag::Something, true);
            }
            return verdict;
        }
        match happening.effect {
            Some(effect) if (self.verb, self.phase) != (Verb::EFFECT, Phase::Main) => {
                self.ask(effect, Lens::Plain, None, happening)
            }
            _ => Verdict::Nothing,
        }
    }

    fn gods(&mut self, happening: &mut Happening, role: Role, lens: Lens) -> Verdict {
        let Some(who) = happening.roles.get(role).filter(|&who| self.house.kind(who).is_character()) else {
            return Verdict::Nothing;
        };
        let mut nth = 0;
        while let Some(god) = self.house.god(nth) {
            let verdict = self.ask(god, lens, Some(who), happening);
            if verdict.ends() {
                return verdict;
            }
            nth += 1;
        }
        Verdict::Nothing
    }

    fn level(&mut self, happening: &mut Happening) -> Verdict {
        if !self.is_on_map(happening) {
            return Verdict::Nothing;
        }
        for nth in 0..5 {
            let Some(encounter) = &happening.encounter else { break };
            let resource = match nth {
                0 => encounter.en_id,
                1 => encounter.ep_mon,
                2 => encounter.ep_template,
                3 => encounter.ep_template2,
                _ => encounter.ep_template3,
            };
            let verdict = resource.map_or(Verdict::Nothing, |resource| self.ask(resource, Lens::Plain, None, happening));
            if verdict.ends() {
                return verdict;
            }
        }
        self.own(Class::Map, None, happening)
    }

    /// Whoever plays a part: first its statuses that wait for this, then itself. Whoever plays several is asked for the first one.
    fn slot(&mut self, happening: &mut Happening, role: Role) -> Verdict {
        let Some(who) = happening.roles.get(role) else { return Verdict::Nothing };
        let before = Role::ALL.into_iter().filter(|&before| before > role);
        if before.into_iter().any(|before| happening.roles.is(before, who)) {
            return Verdict::Nothing;
        }
        let verdict = self.traps(happening, who);
        if verdict.ends() {
            return verdict;
        }
        self.thing(happening, who)
    }

    fn traps(&mut self, happening: &mut Happening, who: Id) -> Verdict {
        let awaited = |lens| self.house.table().hears(self.verb.number(), View::new(self.phase, lens));
        if !awaited(Lens::Trap) && !awaited(Lens::TrapOfVictim) {
            return Verdict::Nothing;
        }
        for waiter in self.house.waiting(who, self.verb, self.phase, happening) {
            if !self.house.still_waits(who, waiter) {
                continue;
            }
            let lens = if waiter.as_victim { Lens::TrapOfVictim } else { Lens::Trap };
            let verdict = self.ask(waiter.effect, lens, Some(who), happening);
            if verdict.ends() {
                return verdict;
            }
        }
        Verdict::Nothing
    }

    /// A thing: the code of its classes, and where a class speaks for a definition, that first.
    fn thing(&mut self, happening: &mut Happening, who: Id) -> Verdict {
        let kind = self.house.kind(who);
        if kind == Kind::Unknown {
            return Verdict::Nothing; // it is gone by now
        }
        let walk = kind.walk();
        if walk.is_empty() {
            return Verdict::Error;
        }
        for &class in walk {
            let verdict = self.forward(happening, who, kind, class);
            if verdict.ends() {
                return verdict;
            }
            let verdict = self.own(class, Some(who), happening);
            if verdict.ends() {
                return verdict;
            }
        }
        Verdict::Nothing
    }

    fn forward(&mut self, happening: &mut Happening, who: Id, kind: Kind, class: Class) -> Verdict {
        let speaks_for_door = |class| match kind {
            Kind::Door => class == Class::Door,
            Kind::Portal if self.verb == Verb::ENTER && self.phase != Phase::Post => class == Class::Portal,
            _ => class == Class::Feature,
        };
        match class {
            Class::Creature => self.creature(happening, who),
            Class::Item => self.item(happening, who),
            Class::Door | Class::Portal | Class::Feature if speaks_for_door(class) => self.body(happening, who, Lens::Plain),
            _ => Verdict::Nothing,
        }
    }

    fn creature(&mut self, happening: &mut Happening, who: Id) -> Verdict {
        for (role, lens) in [(Role::Target, Lens::Victim), (Role::Actor, Lens::Plain)] {
            if !happening.roles.is(role, who) || !self.house.table().hears(self.verb.number(), View::new(self.phase, lens)) {
                continue;
            }
            let verdict = self.body(happening, who, lens);
            if verdict.ends() {
                return verdict;
            }
            let (mut nth, mut asked) = (0, 0);
            while let Some(template) = self.house.template(who, nth).filter(|_| asked < TEMPLATES_MAX) {
                let verdict = self.ask(template, lens, Some(who), happening);
                if verdict.ends() {
                    return verdict;
                }
                asked += 1;
                if self.house.template(who, nth) == Some(template) {
                    nth += 1; // else it ended itself, and the next one has its place
                }
            }
        }
        Verdict::Nothing
    }

    fn item(&mut self, happening: &mut Happening, what: Id) -> Verdict {
        if let Some(enchantment) = self.house.enchantment(what).filter(|&it| happening.effect != Some(it)) {
            let verdict = self.ask(enchantment, Lens::Item, Some(what), happening);
            if verdict.ends() {
                return verdict;
            }
        }
        self.body(happening, what, Lens::Plain)
    }

    fn body(&mut self, happening: &mut Happening, who: Id, lens: Lens) -> Verdict {
        self.house.body(who).map_or(Verdict::Nothing, |body| self.ask(body, lens, Some(who), happening))
    }

    fn own(&mut self, class: Class, who: Option<Id>, happening: &mut Happening) -> Verdict {
        let verdict = self.house.own(class, who, self.phase, self.verb, happening);
        hushed(verdict, happening)
    }

    /// Asks a resource.
    fn ask(&mut self, resource: Res, lens: Lens, holder: Option<Id>, happening: &mut Happening) -> Verdict {
        let view = View::new(self.phase, lens);
        ask(self.house, Asking { resource, verb: self.verb, view, holder }, happening)
    }

    /// Where the subject is.
    fn stand(&self, happening: &Happening) -> Option<Place> {
        subject(self.verb, happening).and_then(|subject| self.house.spot(subject))
    }

    /// The square it is about: where it is aimed at, else where the subject is. Without a subject on the level there is none.
    fn square(&self, happening: &Happening) -> Option<Place> {
        self.stand(happening).map(|stand| happening.place.unwrap_or(stand))
    }

    fn is_on_map(&self, happening: &Happening) -> bool {
        let on_map = |who: Id| self.house.spot(who).is_some();
        let owner_on_map = |what: Id| self.house.kind(what).is_item() && self.house.owner(what).is_some_and(on_map);
        let [actor, target, item] = [Role::Actor, Role::Target, Role::Item].map(|role| happening.roles.get(role));
        actor.is_some_and(on_map)
            || target.is_some_and(on_map)
            || actor.is_some_and(owner_on_map)
            || item.is_some_and(owner_on_map)
            || self.house.is_on_map(happening)
    }
}

/// Asks one resource: its first code for this, else its texts.
pub fn ask<H: House + ?Sized>(house: &mut H, asking: Asking, happening: &mut Happening) -> Verdict {
    let Asking { resource, verb, view, .. } = asking;
    let handlers = house.table().of(resource.0.into(), verb.number(), view);
    if handlers.is_empty() {
        return Verdict::Nothing;
    }
    let code = handlers.iter().find_map(|handler| match handler {
        Handler::Code(code) => Some(*code),
        Handler::Text(_) => None,
    });
    if let Some(code) = code {
        let verdict = house.run(asking, code, happening);
        return hushed(verdict, happening);
    }
    let texts: Vec<u32> =
        handlers.iter().filter_map(|handler| if let Handler::Text(text) = handler { Some(*text) } else { None }).collect();
    let is_magic_hit = (verb, view) == (Verb::MAGIC_HIT, View::default());
    if is_magic_hit && happening.flags.has(Flag::HitMessageDone) {
        happening.quiet = true;
        return Verdict::Nothing;
    }
    if is_magic_hit {
        happening.flags.set(Flag::HitMessageDone, true);
    }
    if let Some(print) = Print::of(verb, view, texts.len()) {
        house.say(asking, print, &texts, happening);
        happening.quiet = true;
    }
    Verdict::Nothing
}

/// Quiet is kept in the happening: whoever asked goes on.
fn hushed(verdict: Verdict, happening: &mut Happening) -> Verdict {
    match verdict {
        Verdict::Hush => {
            happening.quiet = true;
            Verdict::Nothing
        }
        verdict => verdict,
    }
}
