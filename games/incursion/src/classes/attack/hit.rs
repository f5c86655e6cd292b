//! A hit, a miss, and what is told of them.

use crate::bout;
use crate::content::{Blow, Dice, Harm, Quality, Trait};
use crate::place::Square;
use crate::play::Play;
use crate::{Event, Flag, Gauge, Happening, Id, Kind, Mood, Print, Verb};
use referee_dispatch::{Role, Verdict};

/// The blow lands.
pub(super) fn hit(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let target = happening.roles.get(Role::Target);
    bout::hit(play, happening);
    if let Some(target) = target.filter(|&target| !play.is_gone(target)) {
        sneak(play, who, target, happening);
        knock(play, target, happening);
    }
    Verdict::Done
}

/// A sneak attack: further dice on whoever is off guard and near.
fn sneak(play: &mut Play, who: Id, target: Id, happening: &Happening) {
    let off_guard = [Flag::Surprise, Flag::FlatFooted, Flag::Flanking].into_iter().any(|flag| happening.flags.has(flag));
    let (own, foe) = (play.figures(who), play.figures(target));
    let near = play.world().spot(who).zip(play.world().spot(target)).is_some_and(|(one, two)| one.distance(two) <= 3);
    let hurt = happening.combat.applied > 0;
    if !own.has(Trait::SneakAttack) || foe.has(Trait::NoCrits) || !near || !hurt || !(off_guard || foe.is_helpless()) {
        return;
    }
    let sharp = is(play, happening, Quality::Sneaky);
    let dice = Dice { count: (own.level + 1) / 2, sides: if sharp { 8 } else { 6 }, plus: 0 };
    let damage = play.dice(dice, "sneak attack");
    let mut further = Happening::new().actor(who).target(target).item(happening.roles.get(Role::Item)).with(|more| {
        (more.combat.damage, more.combat.damage_type) = (damage, Harm::Untyped.number());
        more.flags.set(Flag::SneakAttack, true);
    });
    play.throw(Verb::DAMAGE, &mut further);
}

/// Heavy weapons knock down and stun with a critical.
fn knock(play: &mut Play, target: Id, happening: &Happening) {
    if !happening.flags.has(Flag::Crit) || happening.combat.applied == 0 {
        return;
    }
    let dc = happening.combat.save_dc.max(10);
    let natures = (play.lore.natures.prone, play.lore.natures.stunned);
    if is(play, happening, Quality::Knockdown) && !play.saves(target, crate::content::Save::Ref, dc) {
        play.afflict(target, natures.0, 0, 2);
    }
    if is(play, happening, Quality::Stunning) && !play.saves(target, crate::content::Save::Fort, dc) {
        play.afflict(target, natures.1, 0, 1);
    }
}

fn is(play: &Play, happening: &Happening, quality: Quality) -> bool {
    let weapon = happening.roles.get(Role::Item).and_then(|weapon| play.content().item(play.thing(weapon).res));
    weapon.and_then(|item| item.weapon.as_ref()).is_some_and(|weapon| weapon.qualities.contains(&quality))
}

/// The blow goes by.
pub(super) fn miss(_play: &mut Play, _who: Id, _happening: &mut Happening) -> Verdict {
    Verdict::Done
}

/// What is told of a blow.
pub(super) fn tell(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    if happening.quiet {
        return Verdict::Done;
    }
    let (you, they) = verbs(happening.combat.attack_type);
    let how = outcome(happening);
    let texts = if happening.flags.has(Flag::Hit) {
        [format!("You {you} <Target>{how}."), format!("<Actor> {they} you{how}."), format!("<Actor> {they} <Target>{how}.")]
    } else {
        let wild = if happening.flags.has(Flag::WildMiss) { " wildly" } else { "" };
        [format!("You miss <Target>{wild}."), format!("<Actor> misses you{wild}."), format!("<Actor> misses <Target>{wild}.")]
    };
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    play.print(Print::Three, &texts, happening);
    Verdict::Done
}

fn outcome(happening: &Happening) -> String {
    let (flags, combat) = (happening.flags, &happening.combat);
    match () {
        () if flags.has(Flag::Immune) => ", but it does no harm".to_owned(),
        () if flags.has(Flag::WeaponImmune) => ", but the weapon does no harm".to_owned(),
        () if flags.has(Flag::Absorbed) => ", but armour takes it".to_owned(),
        () if flags.has(Flag::Crit) => format!(" critically for {}", combat.applied),
        () => format!(" for {}", combat.applied),
    }
}

fn verbs(attack: i32) -> (&'static str, &'static str) {
    match Blow::numbered(attack) {
        Some(Blow::Bite) => ("bite", "bites"),
        Some(Blow::Claw | Blow::Rake) => ("claw", "claws"),
        Some(Blow::Punch) => ("punch", "punches"),
        Some(Blow::Kick) => ("kick", "kicks"),
        Some(Blow::Slam | Blow::Crush | Blow::Trample) => ("slam", "slams"),
        Some(Blow::Sting) => ("sting", "stings"),
        Some(Blow::Touch) => ("touch", "touches"),
        Some(Blow::Shoot) => ("shoot", "shoots"),
        _ => ("hit", "hits"),
    }
}

/// After a strike: whoever runs after wounding runs.
pub(super) fn after_strike(_play: &mut Play, _who: Id, _happening: &mut Happening) -> Verdict {
    Verdict::Nothing
}

/// A monster that is attacked is nobody's friend any more, and knows whom to look for.
pub(super) fn resent(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(actor) = happening.roles.get(Role::Actor).filter(|&actor| actor != who && !happening.divine) else {
        return Verdict::Nothing;
    };
    if play.is_gone(who) || play.thing(actor).kind != Kind::Player && !play.are_hostile(who, actor) {
        return Verdict::Nothing;
    }
    let mood = play.world().creature(who).map(|creature| creature.mood);
    if mood.is_some_and(|mood| mood != Mood::Hostile) && play.thing(actor).kind == Kind::Player {
        play.set(who, Gauge::Mood, 0);
    }
    let trail = play.world().spot(actor);
    if play.world().creature(who).is_some_and(|creature| creature.target != Some(actor) || creature.trail != trail) {
        play.emit(Event::Aimed { id: who, target: Some(actor), trail });
    }
    Verdict::Nothing
}
