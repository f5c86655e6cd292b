//! Where effects are thrown: stations intercept them, one resolves them, tiles react.

use crate::rules::Hop;
use crate::status::{RESOLUTION, STATIONS, TILES, Thrown, heard};
use crate::{
    Actor, Cause, Count, Damage, Effect, Event, Hex, Id, Mask, Quirk, Refusal, Run, SkillId, StatusId, Trait, Upgrade, Verb, Way,
    Whom, tale,
};
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
    /// Whether only the player is hurt, as by the strikes of the public engine's enemies.
    pub(crate) hurts_player_only: bool,
    /// Whose skill it is.
    pub(crate) caster: Option<Id>,
    /// Whether the caster could not come to where it wanted.
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
            hurts_player_only: false,
            caster: None,
            kept_back: false,
            too_deep: false,
        }
    }

    /// Throws effects one after the other.
    pub(crate) fn all(&mut self, effects: impl IntoIterator<Item = Effect>) -> Result<(), Refusal> {
        for effect in effects {
            if self.kept_back {
                break; // a caster that could not land does nothing more
            }
            self.throw(effect);
        }
        if self.too_deep { Err(Refusal::TooDeep) } else { Ok(()) }
    }

    /// Notes what a station answered, and what armour took away.
    fn note_asked(&mut self, asked: Asked<Verb>, effect: &Effect) {
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

    fn throw(&mut self, mut effect: Effect) {
        self.too_deep |= throw(self, effect.verb(), &mut effect).is_err();
    }

    fn run(&self) -> &Run {
        self.turn.state()
    }

    #[inline(always)] // it is what throwing mostly is
    fn resolve(&mut self, effect: Effect) {
        match effect {
            Effect::Displace { who, to, way } => {
                let run = self.run();
                // An actor that would come to stand on another stays: a status may have saved the one that was to make room.
                let is_taken =
                    !run.has(Quirk::OneVictim) && run.occupied().has(to) && run.actors().any(|it| it.at == to && it.id != who);
                self.kept_back |= is_taken && self.caster == Some(who);
                let run = self.run();
                if let Some(from) = run.actor(who).filter(|_| !is_taken).map(|actor| actor.at) {
                    self.turn.emit(Event::Moved { who, from, to: to.bounded(), way });
                }
            }
            Effect::Damage(damage) => self.hurt(damage),
            Effect::Stun { whom, by } => self.stun(whom, by),
            Effect::Sink { whom } => self.sink(whom),
            Effect::Ready { who, skill, turns } => {
                if self.run().actor(who).is_some_and(|actor| actor.can(skill)) {
                    self.turn.emit(Event::Cooling { who, skill, turns });
                }
            }
            Effect::DropSpear { who, at } => self.turn.emit(Event::SpearDropped { who, at }),
            Effect::LoseSpear { who } => self.turn.emit(Event::SpearLost { who }),
            Effect::TakeShield { who } => {
                self.turn.emit(Event::ShieldTaken { who });
                self.turn.emit(Event::Learned { who, skill: SkillId::BulwarkCharge });
            }
        }
    }

    fn hurt(&mut self, damage: Damage) {
        match damage.whom {
            Whom::Place(at) => {
                let mut after = None;
                while let Some(victim) = next_on(self.run(), at, after) {
                    after = Some(victim);
                    if self.run().actor(victim).is_some_and(|victim| self.spares(victim, &damage)) {
                        continue;
                    }
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
        let Some(&victim) = victim(self.run(), who, at).filter(|victim| !self.spares(victim, &damage)) else { return };
        let hp = victim.hp.saturating_sub(damage.amount);
        let armour = victim.statuses.amount(StatusId::Armour);
        let armour = armour - damage.absorbed.min(armour);
        let Damage { amount, cause, by, .. } = damage;
        self.turn.emit(Event::Hurt { who, at, by, cause, amount, hp, armour });
        if hp == 0 {
            self.die(&victim, &damage);
        }
    }

    /// Whether damage passes an actor by: nobody hurts its own side. The public engine spares by its own rules.
    fn spares(&self, victim: &Actor, damage: &Damage) -> bool {
        let run = self.run();
        if run.has(Quirk::WrongVictim) {
            return self.hurts_player_only && victim.id != run.player.id;
        }
        damage.by.and_then(|by| run.actor(by)).is_some_and(|by| !by.opposes(victim))
    }

    fn die(&mut self, victim: &Actor, damage: &Damage) {
        let run = self.run();
        if victim.id == run.player.id && run.has(Quirk::DeathLate) {
            return;
        }
        let count = count(run, victim, damage);
        self.turn.emit(Event::Died { who: victim.id, at: victim.at, cause: damage.cause, count });
        self.drink(damage);
    }

    /// A vampire heals by a kill of its own hand.
    fn drink(&mut self, damage: &Damage) {
        let run = self.run();
        let vampire = damage.by.filter(|_| damage.cause == Cause::Blow).and_then(|by| run.actor(by));
        let thirsty = vampire.filter(|it| it.upgrades.has(Upgrade::Vampiric) && it.hp < it.max_hp);
        if let Some(it) = thirsty.filter(|_| !run.has(Quirk::NothingIntercepted)) {
            let (who, hp, max_hp) = (it.id, it.hp + 1, it.max_hp);
            self.turn.emit(Event::Healed { who, hp, max_hp });
        }
    }

    fn stun(&mut self, whom: Whom, by: Id) {
        let run = self.run();
        let Some(by) = run.actor(by) else { return };
        let foes = run.actors().filter(|actor| is_meant(whom, actor) && actor.opposes(by));
        // A stun shortens no stun.
        let stunned = foes.map(|actor| (actor.id, actor.at, actor.statuses.amount(StatusId::Stun).max(1)));
        for (who, at, amount) in stunned.collect::<Vec<_>>() {
            self.turn.emit(Event::StatusChanged { who, at, status: StatusId::Stun, amount });
        }
    }

    fn sink(&mut self, whom: Whom) {
        let run = self.run();
        let all = run.actors().filter(|actor| is_meant(whom, actor) && (run.lava.has(actor.at) || run.has(Quirk::OneVictim)));
        let spared = |actor: &&Actor| matches!(whom, Whom::Place(_)) && actor.id == run.player.id;
        for sinking in all.filter(|actor| !spared(actor)).copied().collect::<Vec<_>>() {
            let whom = Whom::ActorAt(sinking.id, sinking.at);
            let amount = if sinking.traits.has(Trait::Hardy) { 1 } else { sinking.hp };
            let damage = Damage::new(whom, amount, None, Cause::Lava);
            match sinking.traits.has(Trait::Hardy) {
                true => self.throw(damage.into()),
                false => self.hurt(damage), // no armour helps
            }
        }
    }

    /// After an actor came to a place: ice lets it slide on, void hurts. An actor that was kept from coming treads on nothing.
    #[inline]
    fn tread(&mut self, who: Id, to: Hex, way: Way) {
        let run = self.run();
        if run.slippery.or(run.void).is_empty() || (way == Way::Lunge && run.has(Quirk::TilesMistaken)) {
            return;
        }
        self.tread_on_tiles(who, to, way);
    }

    fn tread_on_tiles(&mut self, who: Id, to: Hex, way: Way) {
        let run = self.run();
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

    /// What a status says to an effect; what it forbids is told.
    fn intercept(&mut self, status: StatusId, effect: &mut Effect) -> Verdict {
        let run = self.run();
        let thrown = Thrown { run, caster: self.caster.and_then(|who| run.actor(who)) };
        let verdict = (status.rule().intercept)(&thrown, effect);
        if let (Verdict::Abort, Effect::Damage(damage)) = (verdict, *effect)
            && let Some(victim) = damage.whom.actor().and_then(|who| self.run().actor(who))
        {
            let (who, at) = (victim.id, victim.at);
            self.turn.emit(Event::Blocked { who, at, cause: damage.cause, by: status });
        }
        verdict
    }
}

/// Whether an effect is for an actor.
fn is_meant(whom: Whom, actor: &Actor) -> bool {
    match whom {
        Whom::Place(at) => actor.at == at,
        Whom::Actor(who) => actor.id == who,
        Whom::ActorAt(who, at) => actor.id == who && actor.at == at,
    }
}

/// Whether the death of an actor counts: bombs and reinforcements come without end.
fn counts(run: &Run, victim: &Actor) -> bool {
    run.has(Quirk::KillsWorthless) || (!victim.id.is_bomb() && victim.id.number() < run.natives)
}

/// As what a death counts for the player.
fn count(run: &Run, victim: &Actor, damage: &Damage) -> Count {
    let by_player = damage.by == Some(run.player.id);
    let counted = if run.has(Quirk::KillsUncounted) { damage.counts == Some(victim.id) } else { true };
    match damage.cause {
        _ if !victim.opposes(&run.player) || !counts(run, victim) => Count::Nothing,
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
    const STATIONS: &'static [&'static str] = STATIONS;

    fn depth(&mut self) -> &mut Depth {
        &mut self.depth
    }

    #[inline]
    fn hearing(&self, phase: Phase, verb: Verb) -> u64 {
        match (phase, verb) {
            (Phase::Pre, verb) => heard(self.run(), verb),
            (Phase::Main, _) => 1 << RESOLUTION,
            (Phase::Post, Verb::Displace) => 1 << TILES,
            _ => 0,
        }
    }

    #[inline]
    fn opened(&mut self, verb: Verb, effect: &mut Effect) {
        let depth = self.depth.get();
        self.turn.note(depth, |run| Noted::Thrown { verb: format!("{verb:?}"), about: tale::about(run, effect) });
    }

    #[inline]
    fn closed(&mut self, verb: Verb, verdict: Verdict, _effect: &mut Effect) {
        let depth = self.depth.get();
        self.turn.note(depth, |_| Noted::Ended { verb: format!("{verb:?}"), verdict: verdict.name().into() });
    }

    #[inline(always)] // mostly nobody asks why
    fn asked(&mut self, asked: Asked<Verb>, effect: &Effect) {
        if self.turn.is_watched() {
            self.note_asked(asked, effect);
        }
    }

    #[inline(always)] // phase and station are known where it is called
    fn consult(&mut self, station: usize, _phase: Phase, _verb: Verb, effect: &mut Effect) -> Verdict {
        match (station, effect) {
            (RESOLUTION, effect) => {
                self.resolve(*effect);
                Verdict::Done
            }
            (TILES, Effect::Displace { who, to, way }) => {
                self.tread(*who, *to, *way);
                Verdict::Nothing
            }
            (TILES.., _) => Verdict::Nothing,
            (status, effect) => self.intercept(StatusId::EVERY[status], effect),
        }
    }
}
