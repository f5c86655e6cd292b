//! Manoeuvres: trips, grabs and the like, and what only monsters do.

use super::harm::disarm;
use super::routine::{attack_time, engage, is_able};
use crate::content::{Attribute, Blow, Slot};
use crate::place::Square;
use crate::play::Play;
use crate::{Flag, Happening, Id, Print, Verb};
use referee_dispatch::{Role, Verdict};

/// What the value of the happening names is tried.
pub(super) fn manoeuvre(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(blow) = Blow::numbered(happening.value) else { return Verdict::Abort };
    let Some(target) = happening.roles.get(Role::Target) else { return Verdict::Abort };
    if !is_able(play, who, happening) || !play.is_beside(who, target) || play.is_gone(target) {
        return Verdict::Abort;
    }
    engage(play, who, target);
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

/// Both roll; ties lose.
fn opposed(play: &mut Play, who: Id, target: Id, blow: Blow, happening: &mut Happening) {
    let sides = [who, target].map(|id| {
        let figures = play.figures(id);
        let body = figures.modifier(Attribute::Str).max(figures.modifier(Attribute::Dex));
        let bulk = if matches!(blow, Blow::BullRush | Blow::Grab) { 4 * (figures.size - 4) } else { 0 };
        figures.attack + body + bulk
    });
    happening.combat.opposed1 = play.die(20, "opposed") + sides[0];
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
            play.afflict(target, natures.1, 0, 2);
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

/// One blow with all one has; against the helpless it is the last.
fn great_blow(play: &mut Play, who: Id, target: Id, blow: Blow, happening: &mut Happening) -> Verdict {
    let Some(weapon) = play.weapon_in(who, Slot::Hand) else { return Verdict::Abort };
    let Some(numbers) = play.with_weapon_numbers(who, weapon, target) else { return Verdict::Abort };
    happening.more.combat = numbers;
    happening.flags = happening.flags.struck_anew().with(Flag::GreatBlow);
    happening.combat.hit += 2;
    happening.combat.bonus_damage += 2;
    if blow == Blow::Coup && play.figures(target).is_helpless() {
        happening.combat.hit += 100;
        happening.combat.threat = 1;
    }
    happening.roles.set(Role::Item, Some(weapon));
    play.rethrow(Verb::STRIKE, happening);
    let time = 2 * attack_time(play.weapon_speed(who, weapon));
    play.spend_time(who, time);
    Verdict::Done
}
