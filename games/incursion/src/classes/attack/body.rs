//! Tooth and claw: what nature gave to strike with, and bare hands.

use super::routine::{attack_time, engage, is_able};
use crate::content::{Attribute, Blow, Dice, Harm, Natural, StatusFlag, Stop, Trait};
use crate::figures::Figures;
use crate::play::{Core, Play};
use crate::{Combat, Flag, Happening, Id, Print, Verb};
use referee_dispatch::{Role, Verdict};
use std::sync::Arc;

/// How long a touch takes at a speed in percent.
fn touch_time(speed: i32) -> u32 {
    (2_000 / speed.max(10)) as u32
}

/// An attack with all that nature gave: first on whom one holds, then all in turn, then what those open the way for.
pub(super) fn with_body(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    if !is_able(play, who, happening) {
        return Verdict::Abort;
    }
    let Some(target) = happening.roles.get(Role::Target) else { return Verdict::Abort };
    if !play.is_beside(who, target) {
        return Verdict::Abort;
    }
    engage(play, who, target, happening);
    if play.held_touch(who).is_some() {
        touch(play, who, target, happening);
        return Verdict::Done;
    }
    let figures = play.figures(who);
    let mut bout = Routine { who, target, nth: 0, claws: 0, less: later_attacks(play, &figures, target), figures };
    if play.is_held_by(target, who) {
        bout.all(play, happening, |blow| blow == Blow::Crush);
    }
    bout.all(play, happening, |blow| !matches!(blow, Blow::Crush | Blow::Rake | Blow::Trample | Blow::Aura));
    if bout.claws >= 2 {
        bout.all(play, happening, |blow| blow == Blow::Rake);
    }
    if play.thing(target).has(play.lore.natures.prone) {
        bout.all(play, happening, |blow| blow == Blow::Trample);
    }
    let time = attack_time(bout.figures.speed);
    play.spend_time(who, time);
    Verdict::Done
}

/// How much worse all attacks after the first are.
fn later_attacks(play: &Play, figures: &Figures, target: Id) -> i32 {
    match () {
        () if figures.has(Trait::Pounce) && play.is_flat_footed(target) => 0,
        () if figures.has(Trait::Multiattack) => 2,
        () => 5,
    }
}

/// A routine of tooth and claw under way.
struct Routine {
    who: Id,
    target: Id,
    figures: Arc<Figures>,
    /// How many blows there were.
    nth: i32,
    /// How many claws have hit.
    claws: i32,
    /// How much worse all after the first are.
    less: i32,
}

impl Routine {
    /// All attacks of a kind, in their order.
    fn all(&mut self, play: &mut Play, happening: &mut Happening, wanted: impl Fn(Blow) -> bool) {
        for (index, natural) in play.natural_attacks(self.who).iter().enumerate().filter(|(_, natural)| wanted(natural.blow)) {
            for _ in 0..natural.times.map_or(1, |times| times.get()) {
                if play.is_gone(self.target) || play.is_gone(self.who) {
                    return;
                }
                self.one(play, index, natural, happening);
            }
        }
    }

    fn one(&mut self, play: &mut Play, index: usize, natural: &Natural, happening: &mut Happening) {
        let defence = play.figures(self.target).defence;
        happening.more.combat = natural_numbers(&self.figures, natural, self.nth, self.less, defence);
        happening.flags = happening.flags.struck_anew().with(Flag::Natural);
        happening.roles.set(Role::Item, None);
        happening.roles.set(Role::Target, Some(self.target));
        happening.value2 = index as i32 + 1;
        if natural.blow == Blow::Gaze {
            let dc = natural.dc.map_or(10 + self.figures.cr, |dc| dc.get());
            return gaze(play, self.who, self.target, dc, happening);
        }
        play.rethrow(Verb::STRIKE, happening);
        self.nth += 1;
        self.claws += i32::from(natural.blow == Blow::Claw && happening.flags.has(Flag::Hit));
    }
}

/// A gaze needs no blow, only eyes that meet it; a mirror throws it back.
fn gaze(play: &mut Play, who: Id, target: Id, dc: i32, happening: &mut Happening) {
    let foe = play.figures(target);
    if foe.stops(Stop::Seeing) {
        return;
    }
    let thrown_back = foe.is(StatusFlag::ReflectsGaze) && !play.figures(who).is(StatusFlag::ReflectsGaze);
    if thrown_back {
        let texts = ["<Target> throws your gaze back.", "You throw <Actor>'s gaze back.", "<Target> throws <Actor>'s gaze back."];
        play.print(Print::Three, &texts, happening);
        happening.roles.set(Role::Target, Some(who));
    }
    happening.combat.damage = match happening.combat.dice_count {
        0 => happening.combat.dice_bonus.max(1),
        count => {
            let dice = Dice { count, sides: happening.combat.dice_sides, plus: happening.combat.dice_bonus };
            play.dice(dice, "gaze").max(1)
        }
    };
    happening.combat.save_dc = dc;
    play.rethrow(Verb::DAMAGE, happening);
    happening.roles.set(Role::Target, Some(target));
}

/// One touch with what one holds ready: no damage of its own.
pub(super) fn touch(play: &mut Play, who: Id, target: Id, happening: &mut Happening) {
    let figures = play.figures(who);
    let attribute = figures.modifier(Attribute::Str).max(figures.modifier(Attribute::Dex));
    happening.more.combat = Combat {
        attack_type: Blow::Touch.number(),
        hit: figures.attack + attribute,
        defence: play.figures(target).defence,
        threat: 20,
        crit: 2,
        ..Combat::default()
    };
    happening.flags = happening.flags.struck_anew();
    happening.roles.set(Role::Item, None);
    happening.roles.set(Role::Target, Some(target));
    happening.value2 = 0;
    play.rethrow(Verb::STRIKE, happening);
    play.spend_time(who, touch_time(figures.speed));
}

/// The numbers of a natural attack: the first at its best, the others less.
pub(super) fn natural_numbers(figures: &Figures, natural: &Natural, nth: i32, less: i32, defence: i32) -> Combat {
    let strength = figures.modifier(Attribute::Str);
    let best = if figures.has(Trait::Finesse) { strength.max(figures.modifier(Attribute::Dex)) } else { strength };
    let physical = crate::bout::physical(natural.harm.number()).is_some();
    let damage = match nth {
        _ if !physical => 0,
        0 => strength,
        _ => strength / 2,
    };
    Combat {
        attack_type: natural.blow.number(),
        damage_type: natural.harm.number(),
        hit: figures.attack + best - if nth == 0 { 0 } else { less },
        defence,
        threat: 20,
        crit: 2,
        dice_count: natural.dice.count,
        dice_sides: natural.dice.sides,
        dice_bonus: natural.dice.plus,
        bonus_damage: if physical { damage + figures.damage } else { 0 },
        strength: damage,
        save_dc: natural.dc.map_or(0, |dc| dc.get()),
        ..Combat::default()
    }
}

/// What else a natural blow brings, each as a hit of its own on a copy.
pub(super) fn riders(play: &mut Play, happening: &mut Happening) {
    let (Some(who), Some(target)) = (happening.roles.get(Role::Actor), happening.roles.get(Role::Target)) else { return };
    let Some(natural) = usize::try_from(happening.value2 - 1).ok().and_then(|nth| play.natural_attacks(who).into_iter().nth(nth))
    else {
        return;
    };
    let crit = happening.flags.has(Flag::Crit);
    for rider in natural.also.iter().filter(|rider| crit || !rider.on_crit) {
        if play.is_gone(target) {
            return;
        }
        let mut copy = happening.clone();
        copy.value2 = 0;
        copy.flags.set(Flag::Natural, false);
        copy.flags.set(Flag::Crit, false);
        copy.effect = rider.effect.as_ref().map(|link| link.res());
        copy.combat.damage_type = rider.harm.number();
        (copy.combat.dice_count, copy.combat.dice_sides) = (rider.dice.count, rider.dice.sides);
        (copy.combat.dice_bonus, copy.combat.bonus_damage) = (rider.dice.plus, 0);
        copy.combat.save_dc = rider.dc.map_or(0, |dc| dc.get());
        play.throw(Verb::HIT, &mut copy);
    }
}

impl Core {
    /// What nature gave somebody to strike with; everybody has fists.
    pub(crate) fn natural_attacks(&self, who: Id) -> Vec<Natural> {
        let thing = self.thing(who);
        let mut attacks = self.content().monster(thing.res).map_or_else(Vec::new, |monster| monster.attacks.clone());
        let templates = thing.statuses.iter().filter(|status| status.nature == self.lore.natures.template);
        for template in templates.filter_map(|status| self.content().template(status.effect?)) {
            attacks.extend(template.attacks.iter().cloned());
        }
        if attacks.is_empty() {
            let dice = Dice { count: 1, sides: 3, plus: 0 };
            let (blow, harm) = (Blow::Punch, Harm::Blunt);
            attacks.push(Natural { blow, times: None, dice, harm, dc: None, also: Vec::new() });
        }
        attacks
    }
}
