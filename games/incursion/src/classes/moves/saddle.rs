//! Riding: a mount carries its rider, and is nowhere else while it does.

use crate::content::Trait;
use crate::field::crossed;
use crate::play::{Core, Play};
use crate::{Event, Happening, Id, Source, Status, Thing, Whereabouts};
use referee_dispatch::{Role, Verdict};

/// MOUNT: a friend that can be ridden and is larger. It goes where its rider goes.
pub(super) fn mount(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(steed) = happening.roles.get(Role::Target) else { return Verdict::Abort };
    let mounted = play.lore.natures.mounted;
    let (rider, beast) = (play.figures(who), play.figures(steed));
    let willing = play.are_friends(who, steed) || play.is_neutral(steed);
    if !beast.has(Trait::Rideable) || beast.size <= rider.size || !willing || play.thing(who).has(mounted) {
        play.tell_of(who, "You cannot ride the <target>.", happening);
        return Verdict::Abort;
    }
    play.takes_an_action(who);
    let from = play.world().spot(steed);
    play.emit(Event::Moved { id: steed, at: Whereabouts::Nowhere });
    crossed(play, steed, from, None);
    let status =
        Status { nature: mounted, object: Some(steed), magnitude: beast.movement, source: Source::Misc, ..Status::default() };
    play.gain(who, status, true);
    play.tell_of(who, "You swing yourself onto the <target>.", happening);
    Verdict::Done
}

/// DISMOUNT: the steed stands beside its rider.
pub(super) fn dismount(play: &mut Play, who: Id, _happening: &mut Happening) -> Verdict {
    if !play.part_from_mount(who) {
        play.tell(who, "You ride nothing.");
        return Verdict::Abort;
    }
    play.takes_an_action(who);
    play.tell(who, "You dismount.");
    Verdict::Done
}

impl Play {
    /// Somebody is no longer on its mount, which stands beside it. Says whether it was on one and there was room.
    pub(crate) fn part_from_mount(&mut self, who: Id) -> bool {
        let mounted = self.lore.natures.mounted;
        let steed = self.thing(who).status(mounted).and_then(|status| status.object);
        let place = self.world().spot(who).and_then(|at| self.free_near(at));
        let (Some(steed), Some(place)) = (steed, place) else { return false };
        self.lose_nature(who, mounted);
        let depth = self.world().depth;
        if self.world().thing(steed).is_some() {
            self.emit(Event::Moved { id: steed, at: Whereabouts::On { depth, place } });
            crossed(self, steed, None, place);
        }
        true
    }
}

impl Core {
    /// Who rides somebody.
    pub(crate) fn rider_of(&self, steed: Id) -> Option<Id> {
        let mounted = self.lore.natures.mounted;
        let rides = |rider: &&Thing| rider.status(mounted).is_some_and(|status| status.object == Some(steed));
        self.world().creatures().find(rides).map(|rider| rider.id)
    }

    /// How fast somebody gets on, in percent: on a mount, as fast as that.
    pub(super) fn movement(&self, who: Id) -> i32 {
        let mounted = self.lore.natures.mounted;
        let steed = self.thing(who).status(mounted).and_then(|status| status.object);
        let carried = steed.filter(|&steed| self.world().thing(steed).is_some());
        self.figures(carried.unwrap_or(who)).movement
    }
}

#[cfg(test)]
mod tests {
    use crate::arena::{Arena, MIDDLE};
    use crate::content::Noun;
    use crate::{Happening, Id, Mood, Verb, Whereabouts};
    use referee_dispatch::{Place, Verdict};

    const MONSTERS: &str =
        "[pony]\nabout = 'Stout.'\nglyph = 'h'\ntint = 'brown'\nsize = 'large'\ncr = 1\nhd = 1\nhit = 0\ndef = 10\nmove = 200
speed = 100\nattributes = [10, 10, 10, 2, 10, 10]\ntraits = ['rideable']";
    const EFFECTS: &str = "[fireball]\nabout = 'Fire.'\nlevel = 1\naim = 'place'
segments = [{ does = 'blast', area = 'ball', radius = 1, harm = 'fire', power = { plus = 30 }, lasts = 'instant' }]";
    const TEMPLATES: &str = "[rider]\nabout = 'Rides.'\ncr = 0\ntraits = ['mounted combat']";

    fn mounted() -> (Arena, Id) {
        let mut arena =
            Arena::with(&[("monsters-more.toml", MONSTERS), ("effects.toml", EFFECTS), ("templates.toml", TEMPLATES)]);
        let pony = arena.place(Noun::Monster, "pony", Place::new(16, 15));
        arena.creature(pony, |pony| pony.mood = Mood::Friendly);
        let hero = arena.hero;
        assert_eq!(arena.throw(Verb::MOUNT, Happening::new().actor(hero).target(pony)), Verdict::Done);
        assert_eq!(arena.thing(pony).at, Whereabouts::Nowhere);
        (arena, pony)
    }

    #[test]
    fn a_rider_is_as_fast_as_its_mount() {
        let (mut arena, _) = mounted();
        let hero = arena.hero;
        let ready = |arena: &Arena| arena.thing(hero).creature().map_or(0, |hero| hero.ready);
        let step = |arena: &mut Arena| {
            let before = ready(arena).max(arena.world.time);
            arena.throw(Verb::MOVE, Happening::new().actor(hero).toward(6));
            ready(arena) - before
        };
        assert_eq!(step(&mut arena), 15);
        arena.throw(Verb::DISMOUNT, Happening::new().actor(hero));
        assert_eq!(step(&mut arena), 30);
    }

    #[test]
    fn a_blast_reaches_the_mount_and_who_rides_what_dies_stands_beside_it() {
        let (mut arena, pony) = mounted();
        let (hero, goblin, fireball) = (arena.hero, arena.goblin, arena.res(Noun::Effect, "fireball"));
        let burn = Happening::new().actor(goblin).target(hero).at(MIDDLE).effected(fireball);
        arena.throw(Verb::EFFECT, burn.clone());
        assert_eq!((arena.lost(hero), arena.lost(pony)), (30, 30));
        arena.throw(Verb::EFFECT, burn);
        assert!(arena.world.thing(pony).is_none() && arena.statuses(hero, "mounted").is_empty());
        assert_eq!(arena.thing(hero).at, Whereabouts::On { depth: 1, place: MIDDLE });
    }

    #[test]
    fn the_mount_of_who_dies_goes_free() {
        let (mut arena, pony) = mounted();
        let (hero, goblin) = (arena.hero, arena.goblin);
        let steed = crate::Status { object: Some(pony), ..arena.statuses(hero, "mounted")[0].clone() };
        arena.world.things.change(hero, |hero| hero.statuses.clear());
        arena.world.things.change(goblin, |goblin| goblin.statuses.push(steed));
        arena.throw(Verb::DEATH, Happening::new().actor(hero).target(goblin));
        assert!(matches!(arena.thing(pony).at, Whereabouts::On { depth: 1, .. }));
    }

    #[test]
    fn who_rides_well_moves_out_of_the_way() {
        let (mut arena, _) = mounted();
        let (hero, goblin) = (arena.hero, arena.place(Noun::Monster, "goblin", Place::new(14, 15)));
        let hurt = |arena: &mut Arena| {
            arena.die("attack", 12).die("threat", 1).die("ride", 18);
            arena.throw(Verb::NATTACK, Happening::new().actor(goblin).target(hero));
            arena.lost(hero)
        };
        let before = hurt(&mut arena);
        assert!(before > 0);
        arena.mark(hero, "rider");
        assert_eq!(hurt(&mut arena), before);
    }
}
