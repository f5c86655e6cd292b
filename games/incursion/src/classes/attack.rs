//! Blows: how they are led, struck and taken.

mod advance;
mod before;
mod body;
mod breakage;
mod cleave;
mod death;
mod draw;
mod harm;
mod hit;
mod manoeuvre;
mod morals;
mod poison;
mod routine;
mod shot;

use super::{Own, actor, target};
use crate::bout::{self, Arm, Bout, Guard};
use crate::content::{Blow, Bulk, Quality, Slot, StatusFlag, TerrainFlag, Trait};
use crate::play::Play;
use crate::{Event, Flag, Gauge, Happening, Id, Verb};
use referee_dispatch::{Phase, Role, Verdict};

pub(crate) use advance::{advance_to, learned};
pub(crate) use death::bury;

pub(crate) const PLAYER: &[Own] =
    &[target(Verb::DEATH, Phase::Main, death::hero), actor(Verb::VICTORY, Phase::Main, death::victory)];

pub(crate) const MONSTER: &[Own] = &[
    target(Verb::HIT, Phase::Post, hit::resent),
    target(Verb::MISS, Phase::Main, hit::resent),
    target(Verb::DAMAGE, Phase::Post, hit::resent),
    actor(Verb::WATTACK, Phase::Pre, draw::blade),
    actor(Verb::NATTACK, Phase::Pre, draw::blade),
    actor(Verb::RATTACK, Phase::Pre, draw::bow),
];

pub(crate) const CREATURE: &[Own] = &[
    actor(Verb::WATTACK, Phase::Main, routine::with_weapon),
    actor(Verb::NATTACK, Phase::Main, body::with_body),
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

/// The attacker's own code: a creature is struck at by the rules of a bout, anything else takes damage.
fn strike(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    let Some(target) = happening.roles.get(Role::Target) else { return Verdict::Abort };
    if !play.thing(target).kind.is_creature() {
        return Verdict::Nothing; // the thing's own code
    }
    let verdict = bout::strike(play, happening);
    answer(play, happening);
    toil(play, happening);
    verdict
}

/// Characters tire of striking: by the weight in their hands, and sooner in heavy armour.
fn toil(play: &mut Play, happening: &Happening) {
    let Some(who) = happening.roles.get(Role::Actor).filter(|&who| play.thing(who).character().is_some()) else { return };
    let heft = |id: Id| play.content().item(play.thing(id).res).map_or(0, |item| item.heft.get());
    let weapon = happening.roles.get(Role::Item).map_or(0, heft);
    let shield = play.world().things.in_slot(who, Slot::Shield).map_or(0, |shield| heft(shield.id));
    let body = play.world().things.in_slot(who, Slot::Body).and_then(|body| play.content().item(body.res));
    let bears = match body.and_then(|item| item.armour.as_ref()).map_or(Bulk::None, |armour| armour.bulk) {
        Bulk::None => 10_000,
        Bulk::Light => 5_000,
        Bulk::Medium => 2_000,
        Bulk::Heavy => 1_000,
    };
    let about = format!("#{}", who.0);
    let toil = play.world().note(&about, TOIL) + 10 + weapon / 10 + shield / 5;
    let fatigue = play.world().creature(who).map_or(0, |creature| creature.fatigue);
    if toil >= bears && fatigue > 0 {
        play.set(who, Gauge::Fatigue, fatigue - 1);
    }
    play.emit(Event::Noted { about, key: TOIL.to_owned(), to: toil % bears });
}

/// Under which key it is noted how much somebody has struck.
const TOIL: &str = "toil";

/// What surrounds whoever was struck answers.
fn answer(play: &mut Play, happening: &Happening) {
    let (Some(who), Some(target)) = (happening.roles.get(Role::Actor), happening.roles.get(Role::Target)) else { return };
    let is_near = happening.flags.has(Flag::Hit) && !happening.flags.has(Flag::Ranged) && play.is_beside(who, target);
    if is_near && play.has_aura(target) {
        play.throw(Verb::SATTACK, &mut Happening::new().actor(target).target(who).valued(Blow::Aura.number()));
    }
}

/// How dangerous a blow is that nobody led.
const NOBODY: i32 = 5;

impl Bout for Play {
    fn die(&mut self, why: &'static str, sides: i32) -> i32 {
        (**self).die(sides, why)
    }

    fn explain(&mut self, part: &'static str, much: i32, why: &'static str) {
        (**self).part(part, much, why);
    }

    fn arm(&self, happening: &Happening) -> Arm {
        let Some(actor) = happening.roles.get(Role::Actor) else { return Arm { cr: NOBODY, ..Arm::default() } };
        let figures = self.figures(actor);
        let weapon = happening.roles.get(Role::Item).or(happening.roles.get(Role::Item2)).map(|weapon| self.thing(weapon));
        let definition = weapon.and_then(|weapon| self.content().item(weapon.res)).and_then(|item| item.weapon.as_ref());
        let is = |quality: Quality| definition.is_some_and(|weapon| weapon.qualities.contains(&quality));
        let uses_strength = !is(Quality::NoStrength) && happening.combat.attack_type != Blow::Shoot.number();
        let powerful = figures.has(Trait::PowerAttack) && uses_strength;
        let aims = figures.has(Trait::AimedShot) && happening.flags.has(Flag::Ranged);
        Arm {
            plus: weapon.and_then(|weapon| weapon.item()).map_or(0, |item| item.plus),
            penetrating: is(Quality::Penetrating),
            energy: is(Quality::Energy),
            hallowed: is(Quality::Silver)
                || is(Quality::Blessed)
                || weapon.and_then(|weapon| weapon.item()).is_some_and(|item| item.blessed),
            two_handed: definition.is_some_and(|weapon| weapon.hands.is_some_and(|hands| hands.get() == 2)),
            power: powerful.then_some(figures.attributes[0]),
            aim: aims.then_some(figures.attributes[1]),
            murderous: if is(Quality::Murderous) { 2 } else { 0 },
            blind_fight: figures.has(Trait::BlindFight),
            stunned: self.thing(actor).has(self.lore.natures.stunned),
            engulfed: happening.roles.get(Role::Target).is_some_and(|target| self.is_within(actor, target)),
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
            fortification: self.fortification(thing),
            luck: if figures.has(Trait::Lucky) { 5 * figures.level } else { 0 },
            miss_chances: figures.miss_chances.clone(),
            in_tree: self.is_in_tree(target),
            behind_shield: figures.cover > 0,
            sheltered: self.is_sheltered(happening),
            untouchable: self.is_untouchable(happening, &figures),
            rolls_with_it: figures.has(Trait::RollsWithIt),
        }
    }

    fn throw(&mut self, verb: Verb, happening: &mut Happening) -> Verdict {
        if verb == Verb::ATTACKMSG && std::mem::take(&mut self.blow_told) {
            return Verdict::Done;
        }
        let verdict = self.rethrow(verb, happening);
        if verb == Verb::HIT && happening.flags.has(Flag::Natural) {
            body::riders(self, happening);
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

    /// Whether something surrounds somebody that harms who comes near.
    fn has_aura(&self, who: Id) -> bool {
        let thing = self.thing(who);
        let born = self.content().monster(thing.res).map_or(&[][..], |monster| &monster.attacks);
        let templates = thing.statuses.iter().filter(|status| status.nature == self.lore.natures.template);
        let grown = templates.filter_map(|status| self.content().template(status.effect?)).flat_map(|it| &it.attacks);
        born.iter().chain(grown).any(|natural| natural.blow == Blow::Aura)
    }

    /// With what chance, in percent, conditions take a critical from whoever strikes somebody.
    fn fortification(&self, thing: &crate::Thing) -> i32 {
        let fortifies = |nature| self.content().status(nature).is_some_and(|it| it.flags.contains(&StatusFlag::Fortifies));
        thing.statuses.iter().filter(|it| it.magnitude > 0 && fortifies(it.nature)).map(|it| it.magnitude).max().unwrap_or(0)
    }

    fn fears_hallowed(&self, figures: &crate::figures::Figures) -> bool {
        use crate::content::Breed;
        [Breed::Devil, Breed::Undead, Breed::Demon].into_iter().any(|breed| figures.is_a(breed))
    }

    /// Whether somebody stands in a tree.
    fn is_in_tree(&self, who: Id) -> bool {
        let terrain = self.world().spot(who).and_then(|at| self.world().level()?.terrain.get(at));
        terrain.and_then(|terrain| self.content().terrain(terrain)).is_some_and(|terrain| terrain.is(TerrainFlag::Tree))
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
