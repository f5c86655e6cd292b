//! Routines: whole attacks with a weapon, or with tooth and claw.

use crate::content::{Attribute, Blow, Item, Natural, Quality, Save, Size, Slot, Stop, Trait, Weapon};
use crate::figures::Figures;
use crate::place::Square;
use crate::play::{Core, Play};
use crate::{Combat, Event, Flag, Gauge, Happening, Id, Verb};
use referee_dispatch::{Role, Verdict};

/// How long an attack takes at a speed in percent.
pub(super) fn attack_time(speed: i32) -> u32 {
    (3_000 / speed.max(10)) as u32
}

/// Whether somebody can attack somebody at all; if not, it is told why.
pub(super) fn is_able(play: &mut Play, who: Id, happening: &Happening) -> bool {
    let Some(target) = happening.roles.get(Role::Target) else { return false };
    let (natures, figures) = (&play.lore.natures, play.figures(who));
    let thing = play.thing(who);
    let charmed = thing.status(natures.charmed).is_some_and(|status| status.object == Some(target));
    let at_object = !play.thing(target).kind.is_creature();
    let why = match () {
        () if thing.hp <= 0 || play.world().thing(target).is_none() => "",
        () if figures.stops(Stop::Acting) => "You cannot move a finger.",
        () if thing.has(natures.afraid) && !at_object => "You are too afraid to attack.",
        () if figures.stops(Stop::Attacking) => "You cannot bring yourself to attack.",
        () if charmed => "You could never harm <Target>.",
        () => return true,
    };
    play.tell_of(who, why, happening);
    false
}

/// Both sides are in a fight now.
pub(super) fn engage(play: &mut Play, who: Id, target: Id) {
    let now = i32::try_from(play.world().time).unwrap_or(i32::MAX).max(1);
    for id in [who, target] {
        if play.world().creature(id).is_some_and(|creature| creature.fought as i32 != now) {
            play.set(id, Gauge::Fought, now);
        }
    }
}

/// An attack with the weapon in hand, and with the other one.
pub(super) fn with_weapon(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    if !is_able(play, who, happening) {
        return Verdict::Abort;
    }
    let Some(target) = happening.roles.get(Role::Target) else { return Verdict::Abort };
    let weapons: Vec<Id> = [Slot::Hand, Slot::OffHand].into_iter().filter_map(|slot| play.weapon_in(who, slot)).collect();
    if weapons.is_empty() {
        return play.rethrow(Verb::NATTACK, happening);
    }
    if !play.is_beside(who, target) {
        play.tell_of(who, "<Target> is out of reach.", happening);
        return Verdict::Abort;
    }
    engage(play, who, target);
    let mut slowest = 0;
    for (nth, weapon) in weapons.into_iter().enumerate() {
        if nth > 0 && play.is_gone(target) {
            break;
        }
        let Some(numbers) = play.with_weapon_numbers(who, weapon, target) else { continue };
        happening.more.combat = numbers;
        happening.flags = happening.flags.struck_anew();
        happening.flags.set(Flag::Offhand, nth > 0);
        happening.combat.hit -= if nth > 0 { 5 } else { 0 };
        happening.roles.set(Role::Item, Some(weapon));
        happening.roles.set(Role::Target, Some(target));
        play.rethrow(Verb::STRIKE, happening);
        slowest += attack_time(play.weapon_speed(who, weapon)) / (nth as u32 + 1);
    }
    play.spend_time(who, slowest.max(1));
    Verdict::Done
}

/// An attack with all that nature gave.
pub(super) fn with_body(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    if !is_able(play, who, happening) {
        return Verdict::Abort;
    }
    let Some(target) = happening.roles.get(Role::Target) else { return Verdict::Abort };
    if !play.is_beside(who, target) {
        return Verdict::Abort;
    }
    engage(play, who, target);
    let (figures, attacks) = (play.figures(who), play.natural_attacks(who));
    let mut nth = 0;
    for (index, natural) in attacks.iter().enumerate() {
        for _ in 0..natural.times.map_or(1, |times| times.get()) {
            if play.is_gone(target) || play.is_gone(who) {
                break;
            }
            happening.more.combat = natural_numbers(&figures, natural, nth, play.figures(target).defence);
            happening.flags = happening.flags.struck_anew().with(Flag::Natural);
            happening.roles.set(Role::Item, None);
            happening.roles.set(Role::Target, Some(target));
            happening.value2 = index as i32 + 1;
            if natural.blow == Blow::Gaze {
                happening.combat.damage = happening.combat.dice_bonus.max(1);
                happening.combat.save_dc = natural.dc.map_or(10 + figures.cr, |dc| dc.get());
                play.rethrow(Verb::DAMAGE, happening);
            } else {
                play.rethrow(Verb::STRIKE, happening);
                nth += 1;
            }
        }
    }
    let time = attack_time(figures.speed);
    play.spend_time(who, time);
    Verdict::Done
}

/// The numbers of a natural attack: the first at its best, the others less.
fn natural_numbers(figures: &Figures, natural: &Natural, nth: i32, defence: i32) -> Combat {
    let strength = figures.modifier(Attribute::Str);
    let best = if figures.has(Trait::Finesse) { strength.max(figures.modifier(Attribute::Dex)) } else { strength };
    let physical = crate::bout::physical(natural.harm.number()).is_some();
    let damage = if !physical {
        0
    } else if nth == 0 {
        strength
    } else {
        strength / 2
    };
    Combat {
        attack_type: natural.blow.number(),
        damage_type: natural.harm.number(),
        hit: figures.attack + best - if nth == 0 { 0 } else { 5 },
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

/// One strike at whoever gives an opening.
pub(super) fn opportunity(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let (natures, figures) = (&play.lore.natures, play.figures(who));
    let thing = play.thing(who);
    let hindered =
        [natures.afraid, natures.charmed, natures.confused, natures.nauseated, natures.stuck, natures.stunned, natures.blind];
    let unable = figures.is_helpless() || figures.stops(Stop::Attacking) || hindered.into_iter().any(|nature| thing.has(nature));
    let Some(target) = happening.roles.get(Role::Target).filter(|&target| !unable && play.is_beside(who, target)) else {
        return Verdict::Done;
    };
    let (about, turn) = (format!("#{}", who.0), (play.world().time / 60) as i32 + 1);
    if play.world().note(&about, "opportunity") == turn {
        return Verdict::Done; // one a turn
    }
    play.emit(Event::Noted { about, key: "opportunity".to_owned(), to: turn });
    let weapon = play.weapon_in(who, Slot::Hand);
    let numbers = match weapon {
        Some(weapon) => play.with_weapon_numbers(who, weapon, target),
        None => {
            play.natural_attacks(who).first().map(|natural| natural_numbers(&figures, natural, 0, play.figures(target).defence))
        }
    };
    let Some(numbers) = numbers else { return Verdict::Done };
    happening.more.combat = numbers;
    happening.roles.set(Role::Item, weapon);
    happening.flags.set(Flag::Opportunity, true);
    play.rethrow(Verb::STRIKE, happening);
    Verdict::Done
}

impl Core {
    /// What is in a hand and can be struck with.
    pub(crate) fn weapon_in(&self, who: Id, slot: Slot) -> Option<Id> {
        let item = self.world().things.in_slot(who, slot)?;
        let weapon = self.content().item(item.res)?.weapon.as_ref()?;
        (weapon.with.is_none()).then_some(item.id)
    }

    /// Whether two stand side by side.
    pub(crate) fn is_beside(&self, one: Id, two: Id) -> bool {
        let spot = |id| self.world().spot(id);
        spot(one).zip(spot(two)).is_some_and(|(one, two)| one.distance(two) <= 1)
    }

    /// Whether somebody is dead or gone.
    pub(crate) fn is_gone(&self, who: Id) -> bool {
        self.world().thing(who).is_none_or(|thing| thing.hp <= 0)
    }

    /// What nature gave somebody to strike with; everybody has fists.
    pub(crate) fn natural_attacks(&self, who: Id) -> Vec<Natural> {
        let thing = self.thing(who);
        let mut attacks = self.content().monster(thing.res).map_or_else(Vec::new, |monster| monster.attacks.clone());
        let templates = thing.statuses.iter().filter(|status| status.nature == self.lore.natures.template);
        for template in templates.filter_map(|status| self.content().template(status.effect?)) {
            attacks.extend(template.attacks.iter().cloned());
        }
        if attacks.is_empty() {
            let dice = crate::content::Dice { count: 1, sides: 3, plus: 0 };
            let (blow, harm) = (Blow::Punch, crate::content::Harm::Blunt);
            attacks.push(Natural { blow, times: None, dice, harm, dc: None, also: Vec::new() });
        }
        attacks
    }

    fn weapon(&self, item: Id) -> Option<(&Item, &Weapon)> {
        let definition = self.content().item(self.thing(item).res)?;
        Some((definition, definition.weapon.as_ref()?))
    }

    /// How fast somebody strikes with a weapon, in percent.
    pub(super) fn weapon_speed(&self, who: Id, weapon: Id) -> i32 {
        self.figures(who).speed * self.weapon(weapon).map_or(100, |(_, weapon)| weapon.speed.get()) / 100
    }

    /// The numbers of a strike with a weapon.
    pub(super) fn with_weapon_numbers(&self, who: Id, weapon: Id, target: Id) -> Option<Combat> {
        let (_, definition) = self.weapon(weapon)?;
        let (figures, foe) = (self.figures(who), self.figures(target));
        let is = |quality: Quality| definition.qualities.contains(&quality);
        let plus = self.thing(weapon).item().map_or(0, |item| item.plus);
        let (strength, dexterity) = (figures.modifier(Attribute::Str), figures.modifier(Attribute::Dex));
        let attribute = if is(Quality::Finesse) || figures.has(Trait::Finesse) { strength.max(dexterity) } else { strength };
        let two_handed = definition.hands.is_some_and(|hands| hands.get() == 2);
        let mighty = match () {
            () if is(Quality::NoStrength) => 0,
            () if two_handed && strength > 0 => (strength * 3 + 1) / 2,
            () => strength,
        };
        let dice = if foe.size > Size::Medium.number() { definition.large } else { definition.small };
        Some(Combat {
            attack_type: Blow::Swing.number(),
            damage_type: definition.harm.first().map_or(0, |harm| harm.number()),
            hit: figures.attack + attribute + definition.accuracy.get() + plus,
            defence: foe.defence,
            threat: 21 - definition.threat.get(),
            crit: definition.crit.get(),
            dice_count: dice.count,
            dice_sides: dice.sides,
            dice_bonus: dice.plus + plus,
            bonus_damage: mighty + figures.damage,
            strength: mighty,
            save_dc: definition.dc.map_or(0, |dc| dc.get()),
            ..Combat::default()
        })
    }
}

impl crate::Flags {
    /// For another strike of the same routine: outcomes of the last one are gone.
    pub(super) fn struck_anew(mut self) -> crate::Flags {
        for flag in [
            Flag::Hit,
            Flag::Crit,
            Flag::Fumble,
            Flag::Blocked,
            Flag::Saved,
            Flag::Immune,
            Flag::Resisted,
            Flag::Absorbed,
            Flag::WeaponImmune,
            Flag::Bypassed,
            Flag::WildMiss,
            Flag::Offhand,
            Flag::Natural,
            Flag::SneakAttack,
            Flag::Surprise,
            Flag::FlatFooted,
            Flag::Flanking,
        ] {
            self.set(flag, false);
        }
        self
    }
}

/// The save that helps against a special kind of harm.
pub(super) const fn save_against(harm: crate::content::Harm) -> Save {
    use crate::content::Harm;
    match harm {
        Harm::Petrify | Harm::Steal | Harm::Grab | Harm::Trip | Harm::Disarm | Harm::Engulf | Harm::Swallow => Save::Ref,
        Harm::Confuse | Harm::Fear | Harm::Nausea | Harm::LevelDrain | Harm::Charm | Harm::Sleep => Save::Will,
        _ => Save::Fort,
    }
}
