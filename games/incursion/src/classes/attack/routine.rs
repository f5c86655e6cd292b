//! Routines with a weapon, and what every attack begins with.

use super::body::natural_numbers;
use super::{cleave, morals};
use crate::content::{Attribute, Blow, Item, Quality, Save, Size, Skill, Slot, StatusFlag, Stop, Trait, Weapon};
use crate::place::Square;
use crate::play::{Core, Play};
use crate::{Combat, Event, Flag, Gauge, Happening, Id, Verb};
use referee_dispatch::{Role, Verdict};

/// The value of a grip from within.
pub(super) const WITHIN: i32 = 1;
/// What the other hand strikes worse by.
const OFFHAND: i32 = 5;
/// What whoever retches must reach to strike, and what it costs if it does not.
const RETCHING_DC: i32 = 20;
const RETCHING: u32 = 40;

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

    /// Whether somebody is inside another.
    pub(super) fn is_within(&self, who: Id, holder: Id) -> bool {
        let stuck = self.lore.natures.stuck;
        let inside = |status: &crate::Status| status.object == Some(holder) && status.value == WITHIN;
        self.thing(who).statuses.iter().any(|status| status.nature == stuck && inside(status))
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
