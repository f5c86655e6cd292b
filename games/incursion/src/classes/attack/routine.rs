//! Routines: whole attacks with a weapon, or with tooth and claw.

use super::{cleave, morals};
use crate::content::{Attribute, Blow, Dice, Item, Natural, Quality, Save, Size, Skill, Slot, StatusFlag, Stop, Trait, Weapon};
use crate::figures::Figures;
use crate::place::Square;
use crate::play::{Core, Play};
use crate::{Combat, Event, Flag, Gauge, Happening, Id, Print, Verb};
use referee_dispatch::{Role, Verdict};

/// What the other hand strikes worse by.
const OFFHAND: i32 = 5;
/// What whoever retches must reach to strike, and what it costs if it does not.
const RETCHING_DC: i32 = 20;
const RETCHING: u32 = 40;

/// How long a touch takes at a speed in percent.
fn touch_time(speed: i32) -> u32 {
    (2_000 / speed.max(10)) as u32
}

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
    let held = thing.status(natures.stuck).is_some_and(|status| status.object != Some(target));
    let is_brave = figures.has(Trait::LionHeart) || !play.thing(target).kind.is_creature();
    let why = match () {
        () if thing.hp <= 0 || play.world().thing(target).is_none() => "",
        () if figures.stops(Stop::Acting) => "You cannot move a finger.",
        () if held => "You are held fast.",
        () if thing.has(natures.afraid) && !is_brave => "You are too afraid to attack.",
        () if play.is_kept_from_striking(who) => "You cannot bring yourself to attack.",
        () if charmed => "You could never harm <Target>.",
        () => return !thing.has(natures.nauseated) || overcomes_nausea(play, who),
    };
    play.tell_of(who, why, happening);
    if held {
        play.takes_an_action(who); // it struggles
    }
    false
}

/// Whoever retches must collect itself to strike; if it cannot, it loses time, and foes take their chance.
fn overcomes_nausea(play: &mut Play, who: Id) -> bool {
    if play.check(who, Skill::Concentration, RETCHING_DC) >= 0 {
        return true;
    }
    play.tell(who, "You retch.");
    play.spend_time(who, RETCHING);
    give_openings(play, who);
    false
}

/// Every foe within reach may strike at somebody.
pub(super) fn give_openings(play: &mut Play, who: Id) {
    for foe in play.threats(who) {
        if play.is_gone(who) {
            return;
        }
        play.throw(Verb::OATTACK, &mut Happening::new().actor(foe).target(who));
    }
}

/// Both sides are in a fight now. Whether the target was ready for it is kept.
pub(super) fn engage(play: &mut Play, who: Id, target: Id, happening: &mut Happening) {
    morals::look(play, target, happening);
    happening.flags.set(Flag::FlatFooted, play.thing(target).kind.is_creature() && play.is_flat_footed(target));
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
    let Some(&first) = weapons.first() else { return play.rethrow(Verb::NATTACK, happening) };
    if !play.is_beside(who, target) {
        play.tell_of(who, "<Target> is out of reach.", happening);
        return Verdict::Abort;
    }
    let is_helpless = !play.can_act(target) || play.is_under(target, StatusFlag::Helpless);
    if is_helpless && play.thing(target).kind.is_creature() {
        happening.value = Blow::Coup.number();
        return play.rethrow(Verb::SATTACK, happening);
    }
    engage(play, who, target, happening);
    let afraid = play.thing(who).has(play.lore.natures.afraid);
    let was_prone = play.thing(target).has(play.lore.natures.prone);
    happening.flags.set(Flag::Cleave, false);
    let mut times = Vec::new();
    for (nth, weapon) in weapons.into_iter().enumerate() {
        if nth > 0 && play.is_gone(target) || play.is_gone(who) {
            break;
        }
        swing(play, who, target, weapon, nth > 0, happening);
        times.push(attack_time(play.weapon_speed(who, weapon)));
    }
    cleave::follow_through(play, who, target, was_prone, first, happening);
    play.spend_time(who, routine_time(&times) * if afraid { 2 } else { 1 });
    Verdict::Done
}

/// One strike with a weapon; the other hand is worse at it.
pub(super) fn swing(play: &mut Play, who: Id, target: Id, weapon: Id, offhand: bool, happening: &mut Happening) {
    let Some(mut numbers) = play.with_weapon_numbers(who, weapon, target) else { return };
    if offhand {
        let lost = numbers.strength.max(0) - numbers.strength.max(0) / 2;
        numbers.hit -= OFFHAND;
        numbers.bonus_damage -= lost;
        numbers.strength -= lost;
    }
    happening.more.combat = numbers;
    happening.flags = happening.flags.struck_anew();
    happening.flags.set(Flag::Offhand, offhand);
    happening.roles.set(Role::Item, Some(weapon));
    happening.roles.set(Role::Target, Some(target));
    play.rethrow(Verb::STRIKE, happening);
}

/// What two weapons take: the slower one its time, the other half.
fn routine_time(times: &[u32]) -> u32 {
    let slowest = times.iter().max().copied().unwrap_or(0);
    let rest = times.iter().sum::<u32>() - slowest;
    (slowest + rest / 2).max(1)
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
    figures: Figures,
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
fn natural_numbers(figures: &Figures, natural: &Natural, nth: i32, less: i32, defence: i32) -> Combat {
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
    if !play.takes_opportunity(who) {
        return Verdict::Done;
    }
    morals::look(play, target, happening);
    let weapon = play.weapon_in(who, Slot::Hand);
    let numbers = match weapon {
        Some(weapon) => play.with_weapon_numbers(who, weapon, target),
        None => play
            .natural_attacks(who)
            .first()
            .map(|natural| natural_numbers(&figures, natural, 0, 0, play.figures(target).defence)),
    };
    let Some(numbers) = numbers else { return Verdict::Done };
    happening.more.combat = numbers;
    happening.roles.set(Role::Item, weapon);
    happening.flags.set(Flag::Opportunity, true);
    play.rethrow(Verb::STRIKE, happening);
    Verdict::Done
}

impl Play {
    /// Somebody takes its opportunity of the turn. Says whether it still had one.
    pub(super) fn takes_opportunity(&mut self, who: Id) -> bool {
        let (about, turn) = (format!("#{}", who.0), (self.world().time / 60) as i32 + 1);
        if self.world().note(&about, "opportunity") == turn {
            return false;
        }
        self.emit(Event::Noted { about, key: "opportunity".to_owned(), to: turn });
        true
    }
}

impl Core {
    /// Whether conditions keep somebody from striking, fear and nausea apart.
    fn is_kept_from_striking(&self, who: Id) -> bool {
        let apart = [self.lore.natures.afraid, self.lore.natures.nauseated];
        let others = self.thing(who).statuses.iter().filter(|status| !apart.contains(&status.nature));
        let mut stopping = others.filter_map(|status| self.content().status(status.nature));
        stopping.any(|status| status.stops.contains(&Stop::Attacking))
    }

    /// Whether somebody is in another's grip.
    pub(super) fn is_held_by(&self, who: Id, holder: Id) -> bool {
        let stuck = self.lore.natures.stuck;
        self.thing(who).statuses.iter().any(|status| status.nature == stuck && status.object == Some(holder))
    }

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
