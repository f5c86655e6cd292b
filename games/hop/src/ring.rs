//! Where effects are thrown: stations intercept them, one resolves them, tiles react.

use crate::rules::Hop;
use crate::{Actor, Cause, Count, Damage, Effect, Event, Hex, Id, Mask, Quirk, Refusal, Run, SkillId, Verb, Ward, Way, Whom};
use alloc::{format, vec, vec::Vec};
use referee::{Change, Noted, Turn};
use referee_dispatch::{Asked, Depth, Phase, Stage, Verdict, throw};

/// A turn in which effects are thrown.
pub(crate) struct Ring<'t, 'a, const O: bool> {
    pub(crate) turn: &'t mut Turn<'a, Hop<O>>,
    depth: Depth,
    /// Whom tiles hurt instead of the mover, in the public engine.
    pub(crate) tiles_hurt: TilesHurt,
    /// Where anybody stood before the first effect, for the public engine's tiles.
    crowd: Mask,
    /// Where the enemy that a skill was aimed at stood before it, in the public engine.
    pub(crate) stood: Option<(Id, Hex)>,
    /// Whether enemies are spared: theirs do not hurt each other.
    pub(crate) spares_enemies: bool,
    /// Whether the player could not come to where it wanted.
    kept_back: bool,
    /// Whether effects were nested too deep.
    too_deep: bool,
}

/// Whom tiles hurt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TilesHurt {
    /// Who is moved.
    Mover,
    /// Whom a skill was aimed at, if anybody.
    Aimed(Option<Id>),
}

const STUN: usize = 0;
const STEALTH: usize = 1;
const SHIELD: usize = 2;
const ARMOUR: usize = 3;
const RESOLUTION: usize = 4;
const TILES: usize = 5;

impl<'t, 'a, const O: bool> Ring<'t, 'a, O> {
    pub(crate) fn new(turn: &'t mut Turn<'a, Hop<O>>) -> Ring<'t, 'a, O> {
        let run = turn.state();
        let crowd = if run.has(Quirk::TilesMistaken) { run.occupied() } else { Mask::default() };
        Ring {
            turn,
            depth: Depth::default(),
            tiles_hurt: TilesHurt::Mover,
            crowd,
            stood: None,
            spares_enemies: false,
            kept_back: false,
            too_deep: false,
        }
    }

    /// Throws effects one after the other.
    pub(crate) fn all(&mut self, effects: impl IntoIterator<Item = Effect>) -> Result<(), Refusal> {
        for effect in effects {
            if self.kept_back {
                break; // whoever could not land does nothing more
            }
            self.throw(effect);
        }
        if self.too_deep { Err(Refusal::TooDeep) } else { Ok(()) }
    }

    fn throw(&mut self, mut effect: Effect) {
        self.too_deep |= throw(self, effect.verb(), &mut effect).is_err();
    }

    fn run(&self) -> &Run {
        self.turn.state()
    }

    fn resolve(&mut self, effect: Effect) {
        match effect {
            Effect::Displace { who, to, way } => {
                let run = self.run();
                // Whoever would come to stand on another stays: a ward may have saved who was to make room.
                let is_taken =
                    !run.has(Quirk::OneVictim) && run.occupied().has(to) && run.actors().any(|it| it.at == to && it.id != who);
                self.kept_back |= is_taken && who.is_player();
                let run = self.run();
                if let Some(from) = run.actor(who).filter(|_| !is_taken).map(|actor| actor.at) {
                    self.turn.emit(Event::Moved { who, from, to: to.bounded(), way });
                }
            }
            Effect::Damage(damage) => self.hurt(damage),
            Effect::Stun { whom } => self.stun(whom),
            Effect::Sink { whom } => self.sink(whom),
            Effect::Ready { skill, turns } => {
                if self.run().player.can(skill) {
                    self.turn.emit(Event::Cooling { skill, turns });
                }
            }
            Effect::DropSpear { at } => self.turn.emit(Event::SpearDropped { at }),
            Effect::LoseSpear => self.turn.emit(Event::SpearLost {}),
            Effect::TakeShield => {
                self.turn.emit(Event::ShieldTaken {});
                self.turn.emit(Event::Learned { skill: SkillId::BulwarkCharge });
            }
        }
    }

    fn hurt(&mut self, damage: Damage) {
        match damage.whom {
            Whom::Place(at) => {
                let mut after = None;
                while let Some(victim) = next_on(self.run(), at, after) {
                    after = Some(victim);
                    self.throw(Damage { whom: Whom::ActorAt(victim, at), ..damage }.into());
                }
            }
            Whom::Actor(who) if !who.is_bomb() => {
                if let Some(at) = self.run().actor(who).map(|actor| actor.at) {
                    self.hurt_one(who, at, damage);
                }
            }
            Whom::Actor(who) => {
                // Bombs of the public engine share their names: what befalls one befalls all.
                let places: Vec<Hex> = self.run().actors().filter(|actor| actor.id == who).map(|actor| actor.at).collect();
                for (index, at) in places.into_iter().enumerate() {
                    let counts = damage.counts.filter(|_| index == 0); // all of a name are one kill
                    self.hurt_one(who, at, Damage { counts, ..damage });
                }
            }
            Whom::ActorAt(who, at) => self.hurt_one(who, at, damage),
        }
    }

    fn hurt_one(&mut self, who: Id, at: Hex, damage: Damage) {
        let spared = self.spares_enemies && !who.is_player();
        let Some(victim) = victim(self.run(), who, at).filter(|_| !spared) else { return };
        let hp = victim.hp.saturating_sub(damage.amount);
        let armour = victim.armour - damage.absorbed.min(victim.armour);
        let (amount, cause) = (damage.amount, damage.cause);
        self.turn.emit(Event::Hurt { who, at, cause, amount, hp, armour });
        if hp == 0 && !who.is_player() {
            let count = count(self.run(), who, &damage);
            self.turn.emit(Event::Died { who, at, cause, count });
            self.drink(&damage);
        }
    }

    /// A vampire heals by a kill of its own hand.
    fn drink(&mut self, damage: &Damage) {
        let player = &self.run().player;
        let drinks =
            damage.by == Some(Id::PLAYER) && damage.cause == Cause::Blow && player.upgrades.has(crate::Upgrade::Vampiric);
        if drinks && player.hp < player.max_hp && !self.run().has(Quirk::NothingIntercepted) {
            let (hp, max_hp) = (player.hp + 1, player.max_hp);
            self.turn.emit(Event::Healed { hp, max_hp });
        }
    }

    fn stun(&mut self, whom: Whom) {
        let stunned: Vec<(Id, Hex, u8)> = self
            .run()
            .actors()
            .filter(|actor| is_meant(whom, actor))
            .map(|actor| (actor.id, actor.at, actor.stunned.max(1)))
            .collect();
        for (who, at, turns) in stunned {
            self.turn.emit(Event::Stunned { who, at, turns });
        }
    }

    fn sink(&mut self, whom: Whom) {
        while let Some((who, at, amount)) =
            self.run().enemies.iter().find(|enemy| is_meant(whom, enemy)).map(|enemy| (enemy.id, enemy.at, enemy.hp))
        {
            let count = if self.run().has(Quirk::KillsUncounted) { Count::Nothing } else { Count::Environment };
            self.turn.emit(Event::Hurt { who, at, cause: Cause::Lava, amount, hp: 0, armour: 0 });
            self.turn.emit(Event::Died { who, at, cause: Cause::Lava, count });
        }
    }

    /// After somebody came to a place: ice lets it slide on, void hurts. Who was kept from coming treads on nothing.
    fn tread(&mut self, who: Id, to: Hex, way: Way) {
        let run = self.run();
        if run.slippery.or(run.void).is_empty() || (way == Way::Lunge && run.has(Quirk::TilesMistaken)) {
            return;
        }
        let came = |actor: &&Actor| actor.at == to && way != Way::SnapBack;
        let Some(&Actor { at, before, .. }) = run.actor(who).filter(came) else { return };
        if run.void.has(at) {
            let victim = match self.tiles_hurt {
                TilesHurt::Mover => Some(who),
                TilesHurt::Aimed(aimed) => aimed,
            };
            if let Some(victim) = victim {
                self.throw(Damage::new(Whom::Actor(victim), 1, None, Cause::Void).into());
            }
        }
        let run = self.run();
        if run.slippery.has(at)
            && run.actor(who).is_some()
            && let Some(to) = self.origin(who, way).unwrap_or(before).vector_direction(at).map(|way| at.beside(way))
        {
            let crowd = if run.has(Quirk::TilesMistaken) { self.crowd } else { run.occupied() };
            if run.ground().without(crowd).has(to) {
                self.throw(Effect::Displace { who, to, way: Way::Slide });
            }
        }
    }

    /// Where a slide of the victim of a skill is measured from in the public engine: where it stood before the skill, however often it was pushed.
    fn origin(&self, who: Id, way: Way) -> Option<Hex> {
        self.stood.filter(|&(victim, _)| victim == who && way != Way::Slide).map(|(_, at)| at)
    }

    /// What a ward says to damage for one actor.
    fn ward(&mut self, station: usize, damage: &Damage) -> Verdict {
        let run = self.run();
        let (Whom::Actor(who) | Whom::ActorAt(who, _)) = damage.whom else { return Verdict::Nothing };
        let Some(victim) = run.actor(who) else { return Verdict::Nothing };
        let attacker = damage.by.and_then(|by| run.actor(by));
        let holds = attacker.is_some_and(|attacker| match station {
            STUN => attacker.stunned > 0,
            STEALTH => victim.hidden && attacker.at.distance(victim.at) > 1,
            _ => is_behind_shield(victim, attacker),
        });
        if !holds {
            return Verdict::Nothing;
        }
        let (at, by) = (victim.at, [Ward::Stun, Ward::Stealth, Ward::Shield][station.min(2)]);
        self.turn.emit(Event::Blocked { who, at, cause: damage.cause, by });
        Verdict::Abort
    }

    fn absorb(&self, damage: &mut Damage) {
        let (Whom::Actor(who) | Whom::ActorAt(who, _)) = damage.whom else { return };
        let armour = self.run().actor(who).map_or(0, |actor| actor.armour);
        damage.absorbed = armour.min(damage.amount);
        damage.amount -= damage.absorbed;
    }
}

/// Whether an attack comes from where the shield is.
fn is_behind_shield(victim: &Actor, attacker: &Actor) -> bool {
    let from = victim.at.sign_direction(attacker.at);
    victim.can(SkillId::FrontalShield) && victim.opposes(attacker) && victim.facing.is_some_and(|facing| facing.is_beside(from))
}

/// Whether an effect is for an actor. What is for a place spares the player.
fn is_meant(whom: Whom, actor: &Actor) -> bool {
    match whom {
        Whom::Place(at) => actor.at == at && !actor.id.is_player(),
        Whom::Actor(who) => actor.id == who,
        Whom::ActorAt(who, at) => actor.id == who && actor.at == at,
    }
}

/// As what a death counts.
fn count(run: &Run, who: Id, damage: &Damage) -> Count {
    let by_player = damage.by == Some(Id::PLAYER);
    let counted = if run.has(Quirk::KillsUncounted) { damage.counts == Some(who) } else { true };
    match damage.cause {
        Cause::Lava | Cause::Void if !run.has(Quirk::KillsUncounted) => Count::Environment,
        _ if by_player && counted => Count::Kill,
        _ => Count::Nothing,
    }
}

/// An actor with a number on a place.
fn victim(run: &Run, who: Id, at: Hex) -> Option<&Actor> {
    match who.is_bomb() {
        true => run.enemies.iter().find(|bomb| bomb.id == who && bomb.at == at),
        false => run.actor(who).filter(|actor| actor.at == at),
    }
}

/// The next name on a place after another: the player, then enemies by number.
fn next_on(run: &Run, at: Hex, after: Option<Id>) -> Option<Id> {
    if Mask::BOARD.without(run.occupied()).has(at) {
        return None;
    }
    let here = run.actors().filter(|actor| actor.at == at).map(|actor| actor.id);
    here.filter(|&id| after.is_none_or(|after| id > after)).min()
}

impl<const O: bool> Stage for Ring<'_, '_, O> {
    type Verb = Verb;
    type Happening = Effect;
    const STATIONS: &'static [&'static str] = &["stun", "stealth", "frontal shield", "armour", "resolution", "tiles"];

    fn depth(&mut self) -> &mut Depth {
        &mut self.depth
    }

    #[inline]
    fn hearing(&self, phase: Phase, verb: Verb) -> u64 {
        let unless = |quirk, stations: u64| if self.run().has(quirk) { 0 } else { stations };
        match (phase, verb) {
            (Phase::Pre, Verb::Damage) => {
                let wards = unless(Quirk::NothingIntercepted, 1 << STEALTH | 1 << SHIELD);
                unless(Quirk::StunnedStrike, 1 << STUN) | wards | 1 << ARMOUR
            }
            (Phase::Main, _) => 1 << RESOLUTION,
            (Phase::Post, Verb::Displace) => 1 << TILES,
            _ => 0,
        }
    }

    #[inline]
    fn opened(&mut self, verb: Verb, effect: &mut Effect) {
        let depth = self.depth.get();
        self.turn.note(depth, |_| Noted::Thrown { verb: format!("{verb:?}"), about: format!("{effect:?}") });
    }

    #[inline]
    fn closed(&mut self, verb: Verb, verdict: Verdict, _effect: &mut Effect) {
        let depth = self.depth.get();
        self.turn.note(depth, |_| Noted::Ended { verb: format!("{verb:?}"), verdict: verdict.name().into() });
    }

    #[inline]
    fn asked(&mut self, asked: Asked<Verb>, effect: &Effect) {
        let handler = |_: &Run| Noted::Asked {
            station: asked.station.into(),
            handler: format!("{} {:?}", asked.phase.name(), asked.verb),
            verdict: asked.verdict.name().into(),
            changes: match effect {
                Effect::Damage(damage) if asked.phase == Phase::Pre && damage.absorbed > 0 => {
                    let was = format!("{}", damage.amount + damage.absorbed);
                    vec![Change { field: "amount".into(), from: was, to: format!("{}", damage.amount) }]
                }
                _ => Vec::new(),
            },
        };
        self.turn.note(asked.depth, handler);
    }

    #[inline(always)] // phase and station are known where it is called
    fn consult(&mut self, station: usize, _phase: Phase, _verb: Verb, effect: &mut Effect) -> Verdict {
        match (station, effect) {
            (STUN | STEALTH | SHIELD, Effect::Damage(damage)) => {
                let damage = *damage;
                self.ward(station, &damage)
            }
            (ARMOUR, Effect::Damage(damage)) => {
                self.absorb(damage);
                Verdict::Nothing
            }
            (RESOLUTION, effect) => {
                self.resolve(*effect);
                Verdict::Done
            }
            (TILES, Effect::Displace { who, to, way }) => {
                self.tread(*who, *to, *way);
                Verdict::Nothing
            }
            _ => Verdict::Nothing,
        }
    }
}
