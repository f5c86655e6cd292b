//! Manoeuvres: trips, grabs and the like, and what only monsters do.

use super::harm::disarm;
use super::routine::{attack_time, engage, is_able};
use crate::content::{Attribute, Blow, Quality, Slot};
use crate::place::Square;
use crate::play::{Core, Play};
use crate::{Combat, Flag, Happening, Id, Print, Verb};
use referee_dispatch::{Role, Verdict};

/// What the value of the happening names is tried.
pub(super) fn manoeuvre(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(blow) = Blow::numbered(happening.value) else { return Verdict::Abort };
    let Some(target) = happening.roles.get(Role::Target) else { return Verdict::Abort };
    if blow == Blow::Aura {
        return surround(play, who, target, happening);
    }
    if !is_able(play, who, happening) || !play.is_beside(who, target) || play.is_gone(target) {
        return Verdict::Abort;
    }
    engage(play, who, target, happening);
    happening.combat.attack_type = blow.number();
    match blow {
        Blow::GreatBlow | Blow::Coup => return great_blow(play, who, target, blow, happening),
        Blow::Trip | Blow::Disarm | Blow::BullRush | Blow::Grab => opposed(play, who, target, blow, happening),
        _ => return Verdict::Abort,
    }
    let time = attack_time(play.figures(who).speed);
    play.spend_time(who, time);
    Verdict::Done
}

/// What surrounds somebody harms whoever comes too near.
fn surround(play: &mut Play, who: Id, target: Id, happening: &mut Happening) -> Verdict {
    for aura in play.natural_attacks(who).into_iter().filter(|natural| natural.blow == Blow::Aura) {
        if play.is_gone(target) || !play.is_beside(who, target) {
            return Verdict::Done;
        }
        let damage = play.dice(aura.dice, "aura");
        happening.more.combat = Combat {
            attack_type: Blow::Aura.number(),
            damage_type: aura.harm.number(),
            save_dc: aura.dc.map_or(10 + play.figures(who).cr, |dc| dc.get()),
            damage,
            ..Combat::default()
        };
        happening.flags = happening.flags.struck_anew();
        play.rethrow(Verb::DAMAGE, happening);
    }
    Verdict::Done
}

/// Both roll; ties lose.
fn opposed(play: &mut Play, who: Id, target: Id, blow: Blow, happening: &mut Happening) {
    let sides = [who, target].map(|id| {
        let figures = play.figures(id);
        let body = figures.modifier(Attribute::Str).max(figures.modifier(Attribute::Dex));
        let bulk = if matches!(blow, Blow::BullRush | Blow::Grab) { 4 * (figures.size - 4) } else { 0 };
        figures.attack + body + bulk
    });
    let skilled = play.weapon_in(who, Slot::Hand).is_some_and(|weapon| play.suits(weapon, blow));
    happening.combat.opposed1 = play.die(20, "opposed") + sides[0] + if skilled { 4 } else { 0 };
    happening.combat.opposed2 = play.die(20, "opposed") + sides[1];
    let won = happening.combat.opposed1 > happening.combat.opposed2;
    happening.flags.set(Flag::Hit, won);
    if !won {
        play.print(
            Print::Three,
            &["<Target> withstands you.", "You withstand <Actor>.", "<Target> withstands <Actor>."],
            happening,
        );
        return;
    }
    let natures = (play.lore.natures.prone, play.lore.natures.stuck);
    match blow {
        Blow::Trip => {
            play.print(Print::Three, &["You trip <Target>.", "<Actor> trips you.", "<Actor> trips <Target>."], happening);
            play.afflict(target, natures.0, 0, 2);
        }
        Blow::Grab => {
            play.print(Print::Three, &["You grab <Target>.", "<Actor> grabs you.", "<Actor> grabs <Target>."], happening);
            play.grip(target, who, 2, 0);
        }
        Blow::Disarm => {
            play.print(Print::Three, &["You disarm <Target>.", "<Actor> disarms you.", "<Actor> disarms <Target>."], happening);
            disarm(play, target);
        }
        _ => {
            let way = play.world().spot(who).zip(play.world().spot(target)).map(|(from, to)| from.toward(to));
            let mut pushed = Happening::new().actor(target).target(who).toward(way.unwrap_or(0));
            play.throw(Verb::PUSH, &mut pushed);
        }
    }
}

/// One blow with all one has; against the helpless no die is against it, and any may be a critical.
fn great_blow(play: &mut Play, who: Id, target: Id, blow: Blow, happening: &mut Happening) -> Verdict {
    let weapon = play.weapon_in(who, Slot::Hand).or_else(|| play.weapon_in(who, Slot::OffHand));
    let Some(weapon) = weapon else { return Verdict::Abort };
    let Some(numbers) = play.with_weapon_numbers(who, weapon, target) else { return Verdict::Abort };
    happening.more.combat = numbers;
    happening.flags = happening.flags.struck_anew().with(Flag::GreatBlow);
    happening.combat.hit += 2;
    happening.combat.bonus_damage += 2;
    if blow == Blow::Coup && play.figures(target).is_helpless() {
        happening.combat.attack_type = Blow::Coup.number(); // the die counts as ten
        happening.combat.threat = 1;
    }
    happening.roles.set(Role::Item, Some(weapon));
    play.rethrow(Verb::STRIKE, happening);
    let time = 2 * attack_time(play.weapon_speed(who, weapon));
    play.spend_time(who, time);
    Verdict::Done
}

impl Core {
    /// Whether a weapon is made for a manoeuvre.
    fn suits(&self, weapon: Id, blow: Blow) -> bool {
        let wanted = match blow {
            Blow::Trip => Quality::Tripping,
            Blow::Disarm => Quality::Disarming,
            _ => return false,
        };
        let weapon = self.content().item(self.thing(weapon).res).and_then(|item| item.weapon.as_ref());
        weapon.is_some_and(|weapon| weapon.qualities.contains(&wanted))
    }
}
