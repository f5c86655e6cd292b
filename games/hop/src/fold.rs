//! What events do to a run: assignments, no rules.

use crate::rules::Hop;
use crate::{
    Actor, Count, Event, Gear, Hex, Id, Intent, Kind, Loadout, Mask, Named, Offers, Opening, Quirk, Run, Status, StatusId,
    Upgrade,
};

impl<const O: bool> Hop<O> {
    #[inline(always)] // see `evolve`; what is long is out of line
    pub(crate) fn fold(run: &mut Run, event: &Event) {
        match *event {
            Event::Opened { ref opening } => run.open(opening),
            Event::Dealt { loadout } => run.carry(loadout),
            Event::FloorEntered { ref floor } => run.enter(floor),
            Event::Arrived { ref actor } => run.admit(**actor),
            Event::Rolled { .. } => run.counter = run.counter.saturating_add(1),
            Event::RoundBegan { round } => run.begin_round(round),
            Event::PlayerBegan { at } => {
                run.logged = run.logged.saturating_add(1);
                if let Some(entry) = run.queue.of_mut(Id::PLAYER) {
                    entry.start = Some(at);
                }
            }
            Event::TurnTaken { who, at } => run.take_turn(who, at),
            Event::TurnEnded { who, armour } => run.end_turn(who, armour),
            Event::Moved { who, to, .. } => run.relocate(who, to),
            Event::Hurt { who, at, hp, armour, .. } => {
                run.each_at(who, at, |actor| {
                    actor.hp = hp;
                    actor.statuses.set(StatusId::Armour, armour);
                });
            }
            Event::Blocked { .. } | Event::Exploded { .. } => {}
            Event::Died { who, at, count, .. } => run.bury(who, at, count),
            Event::StatusChanged { who, at, status, amount } => {
                run.each_at(who, at, |actor| actor.statuses.set(status, amount));
            }
            Event::Intended { who, intent, aimed, timer } => {
                run.each(who, |actor| (actor.intent, actor.aimed, actor.timer) = (intent, aimed, timer));
            }
            Event::Turned { who, facing } => run.each(who, |actor| actor.facing = Some(facing)),
            Event::BombLaid { by, who, at } => run.lay_bomb(by, who, at),
            Event::FuseBurned { who, left } => run.burn(who, left),
            Event::Unqueued { who } => run.unqueue(who),
            Event::SpearDropped { who, at } => run.each(who, |actor| actor.spear = Gear::At(at)),
            Event::SpearLost { who } => run.each(who, |actor| actor.spear = Gear::Gone),
            Event::SpearTaken { who } => run.each(who, |actor| actor.spear = Gear::Held),
            Event::ShieldTaken { who } => run.each(who, |actor| actor.shield = Gear::Held),
            Event::Learned { who, skill } => run.each(who, |actor| actor.skills.put(skill)),
            Event::Cooling { who, skill, turns } => run.each(who, |actor| actor.cooldowns[skill as usize] = turns),
            Event::Healed { who, hp, max_hp } => run.each(who, |actor| (actor.hp, actor.max_hp) = (hp, max_hp)),
            Event::Offered { offers } => {
                run.offers = offers;
                run.status = Status::ChoosingUpgrade;
            }
            Event::Upgraded { upgrade } => run.upgrade(upgrade),
            Event::Wished { ref name } => run.note_upgrade((**name).clone()),
            Event::Ignored {} => run.logged = run.logged.saturating_add(1),
            Event::Lost {} => run.status = Status::Lost,
            Event::Won {} => run.status = Status::Won,
        }
    }
}

impl Run {
    #[inline(never)]
    fn open(&mut self, opening: &Opening) {
        self.seed = opening.seed.clone();
        self.quirks = opening.quirks;
        self.tiles = opening.tiles;
        self.prefix = opening.seed.hashed(format_args!(":"));
        self.player = opening.player;
        self.upgrades = opening.upgrades.clone();
        self.names = opening.names.clone();
        self.scripts = opening.scripts.clone();
        self.turn = 1;
    }

    fn carry(&mut self, loadout: Loadout) {
        self.player.equip(loadout.skills());
        self.player.upgrades = loadout.upgrades().iter().copied().collect();
        self.upgrades = loadout.upgrades().iter().map(|&upgrade| upgrade.into()).collect();
    }

    /// Enemies are listed by their numbers, bombs after them.
    fn admit(&mut self, actor: Actor) {
        let place = self.enemies.iter().position(|other| other.id.is_bomb()).unwrap_or(self.enemies.len());
        self.enemies.insert(place, actor);
        self.crowd.put(actor.at);
        self.arrived = self.arrived.saturating_add(1);
        if !actor.opposes(&self.player) {
            self.allies.put(actor.at);
        }
    }

    #[inline(never)]
    fn enter(&mut self, floor: &crate::Floor) {
        let is_first = self.floor == 0;
        (self.floor, self.theme) = (floor.number, floor.theme);
        (self.walls, self.lava, self.slippery, self.void) = (floor.walls, floor.lava, floor.slippery, floor.void);
        (self.stairs, self.shrine) = (floor.stairs, floor.shrine);
        (self.player.at, self.player.before) = (floor.start, floor.start);
        self.enemies.clone_from(&floor.enemies);
        (self.natives, self.arrived) = (floor.enemies.len() as u16, 0);
        self.crowd = crowd(&self.enemies);
        self.allies = self.allied();
        self.status = Status::Playing;
        self.offers = Offers::default();
        if !is_first {
            let ended = StatusId::EVERY.iter().filter(|status| status.rule().ends_with_floor);
            ended.for_each(|&status| self.player.statuses.set(status, 0));
            (self.player.spear, self.player.shield) = (Gear::Held, Gear::Held);
            self.names.clear();
            self.scripts.clear();
            if self.has(Quirk::CounterRestarts) {
                self.counter = 0;
            }
            if self.has(Quirk::LogRestarts) {
                self.logged = 1;
            }
        }
        self.queue = crate::Queue::default();
        self.fill_queue();
    }

    fn fill_queue(&mut self) {
        let mut queue = core::mem::take(&mut self.queue);
        queue.fill(self.actors().map(|actor| (actor, self.initiative(actor))));
        self.queue = queue;
    }

    #[inline(never)]
    fn begin_round(&mut self, round: u32) {
        self.fill_queue();
        (self.queue.round, self.queue.current) = (round, self.is_players_first().then_some(0));
        if !self.has(Quirk::NothingCounted) {
            self.turn = self.turn.saturating_add(1);
        }
    }

    #[inline]
    pub(crate) fn take_turn(&mut self, who: Id, at: Hex) {
        let Some(next) = self.queue.next() else { return };
        self.queue.current = Some(next);
        let mut later = self.queue.entries.iter_mut().skip(usize::from(next));
        if let Some(entry) = later.next() {
            (entry.start, entry.acted) = (Some(at), true);
        }
        // Bombs of the public engine share their names, and their turns.
        if who.is_bomb() {
            later.filter(|entry| entry.who == who).for_each(|entry| entry.acted = true);
        }
    }

    #[inline]
    fn end_turn(&mut self, who: Id, armour: u16) {
        self.each(who, |actor| {
            actor.statuses.set(StatusId::Armour, armour);
            actor.cooldowns.iter_mut().for_each(|turns| *turns = turns.saturating_sub(1));
        });
        if who != Id::PLAYER {
            return;
        }
        self.player.before = self.player.at;
        if let Some(entry) = self.queue.of_mut(Id::PLAYER) {
            (entry.acted, entry.start) = (true, None);
        }
        if !self.has(Quirk::NothingCounted) {
            self.turns_spent = self.turns_spent.saturating_add(1);
        }
    }

    /// Everybody of a name: the public engine's bombs share theirs.
    #[inline]
    fn each(&mut self, who: Id, mut change: impl FnMut(&mut Actor)) {
        if who.is_player() {
            change(&mut self.player);
        } else if who.is_bomb() {
            self.enemies.iter_mut().filter(|enemy| enemy.id == who).for_each(change);
        } else if let Some(index) = self.index(who) {
            change(&mut self.enemies[index]);
        }
    }

    fn each_at(&mut self, who: Id, at: Hex, mut change: impl FnMut(&mut Actor)) {
        self.each(who, |actor| {
            if actor.at == at {
                change(actor);
            }
        });
    }

    #[inline(never)]
    fn relocate(&mut self, who: Id, to: Hex) {
        let mut from = None;
        self.each(who, |actor| {
            from = Some(actor.at);
            (actor.before, actor.at) = (actor.at, to);
        });
        match from {
            Some(_) if who.is_bomb() && self.has(Quirk::BombsStay) => self.crowd = crowd(&self.enemies),
            Some(from) if !who.is_player() => {
                if self.is_apart() {
                    self.crowd.take(from)
                } else {
                    self.leave(from)
                }
                self.crowd.put(to);
            }
            _ => {}
        }
        if !self.allies.is_empty() {
            self.allies = self.allied();
        }
    }

    /// Where those of the player's faction stand, the player aside.
    fn allied(&self) -> Mask {
        self.enemies.iter().filter(|other| !other.opposes(&self.player)).map(|other| other.at).collect()
    }

    /// An enemy left a place; others may still be there.
    fn leave(&mut self, place: Hex) {
        if !self.enemies.iter().any(|enemy| enemy.at == place) {
            self.crowd.take(place);
        }
    }

    #[inline(never)]
    fn bury(&mut self, who: Id, at: Hex, count: Count) {
        self.enemies.retain(|enemy| enemy.id != who || enemy.at != at);
        self.leave(at);
        if !self.allies.is_empty() {
            self.allies = self.allied();
        }
        match count {
            Count::Nothing => {}
            Count::Kill => self.kills = self.kills.saturating_add(1),
            Count::Environment => self.environmental_kills = self.environmental_kills.saturating_add(1),
        }
        if !self.has(Quirk::DeadSkipNext) && who != Id::PLAYER {
            self.queue.remove(who);
        }
    }

    #[inline(never)]
    fn lay_bomb(&mut self, by: Id, who: Id, at: Hex) {
        let mut bomb = Actor::new(who, Kind::Bomb, at);
        bomb.timer = crate::FUSE;
        if let Some(bomber) = self.actor(by) {
            (bomb.code, bomb.faction) = (bomber.code, bomber.faction);
        }
        self.enemies.push(bomb);
        self.crowd.put(at);
        if !bomb.opposes(&self.player) {
            self.allies.put(at);
        }
        self.bombs = self.bombs.wrapping_add(1); // numbers come round long after their bombs are gone
        self.each(by, |bomber| (bomber.intent, bomber.aimed) = (Intent::None, None));
    }

    /// The first bomb of a name burns; in the public engine the others become like it.
    #[inline(never)]
    fn burn(&mut self, who: Id, left: u8) {
        let Some(first) = self.enemies.iter().position(|enemy| enemy.id == who) else { return };
        self.enemies[first].timer = left;
        if !self.has(Quirk::BombsStay) {
            return;
        }
        let bomb = self.enemies[first];
        self.enemies.iter_mut().filter(|enemy| enemy.id == who).for_each(|enemy| *enemy = bomb);
        self.crowd = crowd(&self.enemies);
    }

    /// Whoever is next is gone, and so is its place; the one after it moves up and is passed over.
    #[inline(never)]
    pub(crate) fn unqueue(&mut self, who: Id) {
        if let Some(next) = self.queue.next().or(self.queue.current) {
            let is_next = self.queue.entries.get(usize::from(next)).is_some_and(|entry| entry.who == who);
            let next = if is_next { Some(next) } else { self.queue.current };
            self.queue.current = next;
        }
        let first = self.queue.entries.iter().position(|entry| entry.who == who);
        self.queue.entries.retain(|entry| entry.who != who);
        if let (Some(first), Some(current)) = (first, self.queue.current)
            && first < usize::from(current)
        {
            self.queue.current = current.checked_sub(1);
        }
    }

    #[inline(never)]
    fn upgrade(&mut self, upgrade: Upgrade) {
        let is_known = !self.has(Quirk::UpgradesUnguarded) || Upgrade::offered().any(|it| it == upgrade);
        if is_known && upgrade.skill().is_some_and(|skill| self.player.can(skill)) {
            self.player.upgrades.put(upgrade);
        }
        self.note_upgrade(upgrade.into());
    }

    fn note_upgrade(&mut self, upgrade: Named<Upgrade>) {
        self.upgrades.push(upgrade);
        self.logged = self.logged.saturating_add(1);
        self.shrine = None;
        self.offers = Offers::default();
        self.status = Status::Playing;
    }
}

/// Where enemies stand.
pub(crate) fn crowd(enemies: &[Actor]) -> Mask {
    enemies.iter().map(|enemy| enemy.at).collect()
}
