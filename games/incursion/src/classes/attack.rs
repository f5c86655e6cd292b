//! Blows: how they are led, struck and taken.

mod advance;
mod before;
mod breakage;
mod death;
mod harm;
mod hit;
mod manoeuvre;
mod routine;
mod shot;

use super::{Own, actor, target};
use crate::bout::{self, Arm, Bout, Guard};
use crate::content::{Blow, Quality, Trait};
use crate::play::Play;
use crate::{Event, Flag, Happening, Id, Verb};
use referee_dispatch::{Phase, Role, Verdict};

pub(crate) use advance::{advance_to, learned};
pub(crate) use death::bury;

pub(crate) const PLAYER: &[Own] =
    &[target(Verb::DEATH, Phase::Main, death::hero), actor(Verb::VICTORY, Phase::Main, death::victory)];

pub(crate) const MONSTER: &[Own] = &[
    target(Verb::HIT, Phase::Post, hit::resent),
    target(Verb::MISS, Phase::Main, hit::resent),
    target(Verb::DAMAGE, Phase::Post, hit::resent),
];

pub(crate) const CREATURE: &[Own] = &[
    actor(Verb::WATTACK, Phase::Main, routine::with_weapon),
    actor(Verb::NATTACK, Phase::Main, routine::with_body),
    actor(Verb::RATTACK, Phase::Main, shot::shoot),
    actor(Verb::LOADXBOW, Phase::Main, shot::load),
    actor(Verb::SATTACK, Phase::Main, manoeuvre::manoeuvre),
    actor(Verb::OATTACK, Phase::Main, routine::opportunity),
    actor(Verb::STRIKE, Phase::Pre, before::before),
    actor(Verb::STRIKE, Phase::Main, strike),
    actor(Verb::STRIKE, Phase::Post, hit::after_strike),
    actor(Verb::HIT, Phase::Main, hit::hit),
    actor(Verb::MISS, Phase::Main, hit::miss),
    actor(Verb::ATTACKMSG, Phase::Main, hit::tell),
    target(Verb::DAMAGE, Phase::Main, harm::damage),
    target(Verb::DAMAGE, Phase::Post, harm::shaken),
    target(Verb::PDAMAGE, Phase::Main, harm::imagined),
    target(Verb::DEATH, Phase::Main, death::creature),
];

pub(crate) const ITEM: &[Own] =
    &[target(Verb::STRIKE, Phase::Main, breakage::struck), target(Verb::DAMAGE, Phase::Main, breakage::item)];

pub(crate) const FEATURE: &[Own] =
    &[target(Verb::STRIKE, Phase::Main, breakage::struck), target(Verb::DAMAGE, Phase::Main, breakage::feature)];

pub(crate) const DOOR: &[Own] = &[];

/// The attacker's own code: a creature is struck at by the rules of a bout, anything else takes damage.
fn strike(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    let Some(target) = happening.roles.get(Role::Target) else { return Verdict::Abort };
    if !play.thing(target).kind.is_creature() {
        return Verdict::Nothing; // the thing's own code
    }
    bout::strike(play, happening)
}

impl Bout for Play {
    fn die(&mut self, why: &'static str, sides: i32) -> i32 {
        (**self).die(sides, why)
    }

    fn arm(&self, happening: &Happening) -> Arm {
        let Some(actor) = happening.roles.get(Role::Actor) else { return Arm::default() };
        let figures = self.figures(actor);
        let weapon = happening.roles.get(Role::Item).or(happening.roles.get(Role::Item2)).map(|weapon| self.thing(weapon));
        let definition = weapon.and_then(|weapon| self.content().item(weapon.res)).and_then(|item| item.weapon.as_ref());
        let is = |quality: Quality| definition.is_some_and(|weapon| weapon.qualities.contains(&quality));
        let uses_strength = !is(Quality::NoStrength) && happening.combat.attack_type != Blow::Shoot.number();
        let powerful = figures.has(Trait::PowerAttack) && uses_strength;
        Arm {
            plus: weapon.and_then(|weapon| weapon.item()).map_or(0, |item| item.plus),
            penetrating: false,
            energy: is(Quality::Energy),
            hallowed: is(Quality::Silver)
                || is(Quality::Blessed)
                || weapon.and_then(|weapon| weapon.item()).is_some_and(|item| item.blessed),
            two_handed: definition.is_some_and(|weapon| weapon.hands.is_some_and(|hands| hands.get() == 2)),
            power: powerful.then_some(figures.attributes[0]),
            aim: None,
            murderous: 0,
            blind_fight: false,
            stunned: self.thing(actor).has(self.lore.natures.stunned),
            engulfed: false,
            practice: happening.roles.get(Role::Target).map_or(0, |target| self.practice(actor, target)),
            cr: figures.cr,
        }
    }

    fn guard(&self, happening: &Happening) -> Guard {
        let Some(target) = happening.roles.get(Role::Target) else { return Guard::default() };
        let (thing, figures) = (self.thing(target), self.figures(target));
        let harm = happening.combat.damage_type;
        Guard {
            hp: thing.hp,
            coverage: figures.coverage,
            natural: figures.armour,
            worn: figures.worn,
            resistances: figures.resistances(harm),
            immune: figures.is_immune(harm),
            weapon_immunity: figures.weapon_immunity,
            fears_hallowed: self.fears_hallowed(&figures),
            crit_immune: figures.has(Trait::NoCrits),
            fortification: 0,
            miss_chances: figures.miss_chances.clone(),
            behind_shield: figures.cover > 0,
            sheltered: self.is_sheltered(happening),
            untouchable: self.is_untouchable(happening, &figures),
            rolls_with_it: false,
        }
    }

    fn throw(&mut self, verb: Verb, happening: &mut Happening) -> Verdict {
        let verdict = self.rethrow(verb, happening);
        if verb == Verb::HIT && happening.flags.has(Flag::Natural) {
            routine::riders(self, happening);
        }
        verdict
    }

    fn hurt(&mut self, happening: &Happening, amount: i32, left: i32) {
        if let Some(id) = happening.roles.get(Role::Target) {
            self.emit(Event::Hurt { id, amount, hp: left });
        }
    }

    fn practised(&mut self, happening: &Happening) {
        let Some((actor, target)) = happening.roles.get(Role::Actor).zip(happening.roles.get(Role::Target)) else { return };
        let to = (self.practice(actor, target) + 10).min(100);
        self.emit(Event::Noted { about: format!("#{}", actor.0), key: format!("practice {}", target.0), to });
    }
}

impl crate::play::Core {
    /// How often somebody has tried somebody's miss chance, in steps of ten.
    fn practice(&self, actor: Id, target: Id) -> i32 {
        if self.world().notes.is_empty() {
            return 0;
        }
        self.world().note(&format!("#{}", actor.0), &format!("practice {}", target.0))
    }

    fn fears_hallowed(&self, figures: &crate::figures::Figures) -> bool {
        use crate::content::Breed;
        [Breed::Devil, Breed::Undead, Breed::Demon].into_iter().any(|breed| figures.is_a(breed))
    }

    /// Whether a wall beside the target, on the attacker's side, shelters it from shots.
    fn is_sheltered(&self, happening: &Happening) -> bool {
        use crate::place::Square;
        let spot = |role| happening.roles.get(role).and_then(|id| self.world().spot(id));
        let (Some(from), Some(to)) = (spot(Role::Actor), spot(Role::Target)) else { return false };
        from.distance(to) > 1 && self.is_solid(to.step(to.toward(from)))
    }

    /// Whether the target has no body, and the blow nothing that reaches it.
    fn is_untouchable(&self, happening: &Happening, figures: &crate::figures::Figures) -> bool {
        let magical = self.weapon_plus(happening) > 0 || happening.flags.has(Flag::GhostTouch);
        let touches = [Blow::Touch, Blow::Spell].iter().any(|blow| blow.number() == happening.combat.attack_type);
        let actor_has_body = happening.roles.get(Role::Actor).is_some_and(|actor| !self.figures(actor).has(Trait::Incorporeal));
        figures.has(Trait::Incorporeal) && actor_has_body && !magical && !touches
    }

    fn weapon_plus(&self, happening: &Happening) -> i32 {
        let weapon = happening.roles.get(Role::Item).and_then(|weapon| self.thing(weapon).item());
        weapon.map_or(0, |weapon| weapon.plus)
    }
}
