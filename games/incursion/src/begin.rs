//! How a game begins: the hero, its kit, and the first level.

mod arena;

use crate::content::{Noun, Slot};
use crate::figures::modifier;
use crate::gain::TURN;
use crate::making::Luck;
use crate::play::Play;
use crate::time::{FED, FIRST_MEAL};
use crate::{
    Character, Creature, Event, Faith, Generation, Happening, Id, Kind, Mood, Nature, Refusal, Res, Setup, Thing, Verb,
    Whereabouts,
};
use referee::Stream;
use referee_dispatch::Verdict;
use std::collections::BTreeMap;

/// What heroes have besides their hit die.
const HERO_HP: i32 = 10;
/// The longest name.
const NAME_MAX: usize = 40;
/// The hero is the first of all things.
const HERO: Id = Id(0);

/// What a setup names, found.
struct Born {
    race: Res,
    class: Res,
    god: Option<Res>,
    dungeon: Res,
    name: String,
}

impl Play {
    /// A game begins.
    pub(crate) fn begin(&mut self, setup: &Setup) -> Result<(), Refusal> {
        let born = self.found(setup)?;
        self.emit(Event::Began { luck: Stream::from_seed(&setup.seed), dungeon: born.dungeon, hero: HERO });
        if setup.arena.is_none() && self.content().guises().next().is_some() {
            self.guise();
        }
        self.make_hero(&born);
        crate::classes::learned(self, HERO);
        self.may_be(&born)?;
        let arena = setup.arena.as_deref();
        match arena.and_then(|arena| arena.hero.kit.as_ref()) {
            Some(wares) => self.wares(wares)?,
            None => self.kit(&born),
        }
        self.told_of_birth(&born);
        let to = FIRST_MEAL * TURN as i32;
        self.emit(Event::Noted { about: FED.to_owned(), key: FED.to_owned(), to });
        if let Some(arena) = arena {
            self.wares(&arena.hero.more)?;
            self.trained(&arena.hero)?;
            return self.enter(arena);
        }
        let mut happening = Happening::new().actor(HERO).with(|more| {
            more.generation = Some(Box::new(Generation { gen_depth: 1, gen_level: 1, ..Generation::default() }));
        });
        if self.throw(Verb::GEN_DUNGEON, &mut happening) == Verdict::Abort || !self.travel(1) {
            return Err(Refusal::BadSetup { why: "no level of the dungeon can be made".to_owned() });
        }
        let lore = self.lore.clone();
        if let Some(dungeon) = lore.content.dungeon(born.dungeon) {
            self.tell(HERO, dungeon.about.get());
        }
        Ok(())
    }

    /// Which potion is the red one is another in every game: guises are shared out anew among things of a kind.
    fn guise(&mut self) {
        let (one, two) = (self.die(1_000_000, "how things look"), self.die(1_000_000, "how things look"));
        let mut luck = Luck::of(one, two);
        let lore = self.lore.clone();
        let mut groups = BTreeMap::<(Kind, Option<Slot>), Vec<(Res, Res)>>::new();
        for (item, guise) in lore.content.guises() {
            let Some(definition) = lore.content.item(item) else { continue };
            groups.entry((definition.kind, definition.slot)).or_default().push((item, guise));
        }
        let mut guises = BTreeMap::new();
        for group in groups.into_values() {
            let mut left: Vec<Res> = group.iter().map(|(_, guise)| *guise).collect();
            for (item, _) in group {
                let nth = luck.die(left.len() as i32) as usize - 1;
                guises.insert(item, left.swap_remove(nth));
            }
        }
        self.emit(Event::Guised { guises });
    }

    fn found(&self, setup: &Setup) -> Result<Born, Refusal> {
        let race = self.named(Noun::Race, &setup.race)?;
        let class = self.named(Noun::Class, &setup.class)?;
        let own = self.content().class(class).and_then(|class| class.god.as_ref()).map(|link| link.res());
        let god = setup.god.as_ref().map(|god| self.named(Noun::God, god)).transpose()?.or(own);
        let first = || self.content().all(Noun::Dungeon).next().ok_or_else(|| bad("the content has no dungeon"));
        let dungeon = setup.dungeon.as_ref().map_or_else(first, |dungeon| self.named(Noun::Dungeon, dungeon))?;
        let name = setup.name.trim();
        if name.is_empty() || name.len() > NAME_MAX || name.contains(['<', '>']) || name.chars().any(char::is_control) {
            return Err(bad(&format!("a name has 1 to {NAME_MAX} letters and no brackets")));
        }
        Ok(Born { race, class, god, dungeon, name: name.to_owned() })
    }

    /// A definition by its name; whoever names none is told which there are.
    fn named(&self, noun: Noun, name: &str) -> Result<Res, Refusal> {
        let all = || self.content().all(noun).map(|res| self.content().name(res)).collect::<Vec<_>>().join(", ");
        self.content().find(noun, name).ok_or_else(|| bad(&format!("there is no {} `{name}`; there are: {}", noun.name(), all())))
    }

    fn make_hero(&mut self, born: &Born) {
        let lore = self.lore.clone();
        let (Some(race), Some(class)) = (lore.content.race(born.race), lore.content.class(born.class)) else { return };
        let mut attributes = class.attributes.map(|score| score.get());
        for (score, gain) in attributes.iter_mut().zip(race.attributes) {
            *score = (*score + gain.get()).max(1);
        }
        let constitution = modifier(attributes[2]);
        let hp = (class.hit_die.get() + constitution + HERO_HP).max(1);
        let talent = class.casts_with.map_or(0, |attribute| modifier(attributes[attribute as usize]));
        let mana = if class.mana.get() > 0 { (class.mana.get() + talent).max(1) } else { 0 };
        let fatigue = (10 + constitution).max(1);
        let character = Character {
            name: born.name.clone(),
            race: born.race,
            class: born.class,
            level: 1,
            attributes,
            spells: Vec::new(),
            god: born.god,
            faith: born.god.map(|god| (god, Faith::default())).into_iter().collect(),
        };
        let creature = Creature {
            mana,
            max_mana: mana,
            fatigue,
            max_fatigue: fatigue,
            mood: Mood::Friendly,
            character: Some(Box::new(character)),
            ..Creature::default()
        };
        let more = Nature::Creature(Box::new(creature));
        let thing = Thing { id: HERO, kind: Kind::Player, res: born.race, hp, max_hp: hp, more, ..Thing::default() };
        self.emit(Event::Made { thing: Box::new(thing) });
    }

    /// Race, class and god may turn somebody away.
    fn may_be(&mut self, born: &Born) -> Result<(), Refusal> {
        for res in [Some(born.race), Some(born.class), born.god].into_iter().flatten() {
            let mut happening = Happening::new().actor(HERO).target(HERO).effected(res);
            let verdict = self.ask(res, Verb::PREREQ, Some(HERO), &mut happening);
            if matches!(verdict, Verdict::Abort | Verdict::Error) || happening.quiet {
                let [race, class, who] = [born.race, born.class, res].map(|res| self.content().name(res).to_owned());
                return Err(bad(&format!("`{who}` does not take a {race} {class}")));
            }
        }
        Ok(())
    }

    /// What the class gives, each thing shown to god, race and class: one that says no takes it away.
    fn kit(&mut self, born: &Born) {
        let lore = self.lore.clone();
        let Some(class) = lore.content.class(born.class) else { return };
        for kit in &class.kit {
            let count = kit.count.map_or(1, |count| self.dice(count, "the kit"));
            let free = |slot: &Slot| !slot.is_worn() || self.world().things.in_slot(HERO, *slot).is_none();
            let slot = kit.slot.filter(free).unwrap_or(Slot::Pack);
            let Some(item) = self.make_item(kit.item.res(), count, Whereabouts::With { who: HERO, slot }) else { continue };
            self.set(item, crate::Gauge::Known, 1);
            for res in [born.god, Some(born.race), Some(born.class)].into_iter().flatten() {
                let mut happening = Happening::new().actor(HERO).target(HERO).item(item);
                if self.ask(res, Verb::STARTING_ITEM, Some(HERO), &mut happening) == Verdict::Abort {
                    self.unmake(item);
                    break;
                }
            }
        }
    }

    fn told_of_birth(&mut self, born: &Born) {
        for res in [Some(born.race), Some(born.class), born.god].into_iter().flatten() {
            let mut happening = Happening::new().actor(HERO).target(HERO);
            self.ask(res, Verb::BIRTH, Some(HERO), &mut happening);
        }
    }
}

fn bad(why: &str) -> Refusal {
    Refusal::BadSetup { why: why.to_owned() }
}
