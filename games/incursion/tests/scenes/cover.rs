//! What scenes exercise of a content, and what they do not.

use referee::{Noted, Why};
use referee_dispatch::{Lens, Phase, Place, View};
use referee_incursion::content::{Noun, TerrainFlag};
use referee_incursion::{Event, Id, Incursion, Res, Setup, Thing, Verb, Whereabouts, World};
use std::collections::BTreeSet;

/// What scenes exercise: definitions that did or suffered something, handlers that answered.
#[derive(Clone, Default)]
pub(crate) struct Cover {
    touched: BTreeSet<Res>,
    ran: BTreeSet<(String, u16)>,
}

impl Cover {
    /// Both together.
    pub(crate) fn add(&mut self, other: Cover) {
        self.touched.extend(other.touched);
        self.ran.extend(other.ran);
    }

    /// Who goes down.
    pub(crate) fn began(&mut self, rules: &Incursion, setup: &Setup) {
        let pack = rules.pack();
        self.touched.extend(
            [(Noun::Race, &setup.race), (Noun::Class, &setup.class)].iter().filter_map(|(noun, name)| pack.find(*noun, name)),
        );
        self.touched.extend(pack.all(Noun::Dungeon));
    }

    /// What happened, and who answered. At the beginning things only come to be.
    pub(crate) fn saw(&mut self, rules: &Incursion, before: &World, after: &World, why: &Why<Incursion>, begins: bool) {
        let (mut thrown, mut created): (BTreeSet<u32>, Vec<&Thing>) = Default::default();
        for note in &why.notes {
            match &note.what {
                Noted::Asked { handler, .. } => self.answered(handler),
                Noted::Thrown { about, .. } => {
                    about.split(", ").for_each(|part| self.about(rules, part));
                    thrown.extend(about.split('#').skip(1).filter_map(|rest| rest.split([',', ' ']).next()?.parse::<u32>().ok()));
                }
                Noted::Ended { .. } => {}
            }
        }
        for event in &why.events {
            self.event(rules, after, event, begins);
            if let Event::Made { thing } = event {
                created.push(thing);
            }
        }
        if begins {
            return;
        }
        for id in thrown {
            let was = before.thing(Id(id)).or(created.iter().copied().find(|thing| thing.id == Id(id)));
            was.into_iter().for_each(|thing| self.thing(thing));
        }
    }

    fn thing(&mut self, thing: &Thing) {
        self.touched.insert(thing.res);
        self.touched.extend(thing.statuses.iter().filter_map(|status| status.effect));
        self.touched.extend(thing.item().and_then(|item| item.enchantment));
    }

    fn about(&mut self, rules: &Incursion, part: &str) {
        for (word, noun) in [("effect ", Noun::Effect), ("encounter ", Noun::Encounter)] {
            self.touched.extend(part.strip_prefix(word).and_then(|name| rules.pack().find(noun, name)));
        }
    }

    fn answered(&mut self, handler: &str) {
        let Some((name, rest)) = handler.split_once(": ") else { return };
        let code = rest.split('(').next_back().and_then(|_| rest.split(" (").nth(1)?.split(')').next()?.parse().ok());
        self.ran.extend(code.map(|code| (name.to_owned(), code)));
    }

    fn event(&mut self, rules: &Incursion, world: &World, event: &Event, begins: bool) {
        match event {
            Event::LevelMade { level } => {
                let solid = |res: &Res| rules.pack().terrain(*res).is_some_and(|terrain| terrain.is(TerrainFlag::Solid));
                self.touched.extend(level.terrain.iter().map(|(_, terrain)| terrain).filter(solid));
            }
            Event::Moved { at: Whereabouts::On { depth, place }, .. } => self.ground(world, *depth, *place),
            Event::GroundChanged { to, .. } => _ = self.touched.insert(*to),
            Event::Gained { status, .. } => {
                self.touched.insert(status.nature);
                self.touched.extend(status.effect);
            }
            Event::FieldMade { field } => self.touched.extend(field.effect),
            Event::Made { thing } => self.touched.extend(thing.statuses.iter().map(|status| status.nature)),
            Event::FaithChanged { god, .. } if !begins => _ = self.touched.insert(*god),
            Event::Converted { god, .. } => self.touched.extend(*god),
            Event::Became { res, .. } => _ = self.touched.insert(*res),
            _ => {}
        }
    }

    fn ground(&mut self, world: &World, depth: u8, place: Place) {
        let level = world.levels.get(&depth);
        self.touched.extend(level.and_then(|level| level.terrain.get(place)));
        self.touched.extend(level.and_then(|level| level.regions.get(place)));
    }

    /// Every definition that nothing happened with, and every handler that never answered.
    pub(crate) fn missing(&self, rules: &Incursion) -> Vec<String> {
        let pack = rules.pack();
        let mut missing = Vec::new();
        for &noun in Noun::ALL {
            for res in pack.all(noun) {
                let name = pack.name(res);
                if !self.touched.contains(&res) {
                    missing.push(format!("{} `{name}`: nothing happens with it", noun.name()));
                }
                for (verb, view) in Verb::all().flat_map(|verb| views().map(move |view| (verb, view))) {
                    let code = view.code(verb.number());
                    let silent = !self.ran.contains(&(name.to_owned(), code));
                    if silent && !pack.table().of(res.0.into(), verb.number(), view).is_empty() {
                        missing.push(format!("{} `{name}`: {} never answers", noun.name(), view.of(verb.name())));
                    }
                }
            }
        }
        missing
    }
}

fn views() -> impl Iterator<Item = View> {
    [Phase::Pre, Phase::Main, Phase::Post]
        .into_iter()
        .flat_map(|phase| Lens::ALL.into_iter().map(move |lens| View::new(phase, lens)))
}
