//! A blow, from the two dice to what is left of its victim.
//!
//! The rules are written over [`Bout`]: what they must know of both sides and how dice fall and verbs are thrown. The dungeon is one; a
//! recorded case is another.

pub mod armour;

use crate::content::{Blow, Harm};
use crate::{Flag, Happening, Verb};
use referee_dispatch::Verdict;

/// What the rules of a blow must know, and how they act.
pub trait Bout {
    /// Rolls a die.
    fn die(&mut self, why: &'static str, sides: i32) -> i32;
    /// What the attacker brings.
    fn arm(&self, happening: &Happening) -> Arm;
    /// What the victim brings against it.
    fn guard(&self, happening: &Happening) -> Guard;
    /// Throws a verb with the happening at hand.
    fn throw(&mut self, verb: Verb, happening: &mut Happening) -> Verdict;
    /// The victim is hurt; so much is left.
    fn hurt(&mut self, happening: &Happening, amount: i32, left: i32);
    /// The attacker has tried the victim's miss chance once more.
    fn practised(&mut self, _happening: &Happening) {}
    /// A part of the happening becomes more by so much, for a reason: for whoever asks why.
    fn explain(&mut self, _part: &'static str, _much: i32, _why: &'static str) {}
}

/// Which of slash, pierce and blunt a kind of damage is; none for all others. Armour has a value for each.
pub fn physical(harm: i32) -> Option<usize> {
    (Harm::Slash.number()..=Harm::Blunt.number()).contains(&harm).then(|| (harm - Harm::Slash.number()) as usize)
}

/// Whether a kind of attack is done with a weapon: swung, shot or hurled.
pub fn is_weapon(blow: i32) -> bool {
    [Blow::Swing, Blow::Shoot, Blow::Hurl, Blow::Coup].iter().any(|known| known.number() == blow)
}

/// What the die counts as for who cannot fail by it.
const SURE: i32 = 10;

/// Whether the die does not matter: the last blow at the helpless, and what is done to whom one holds.
fn is_sure(blow: i32) -> bool {
    [Blow::Coup, Blow::Crush].iter().any(|known| known.number() == blow)
}

/// What an attacker brings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arm {
    /// The magic plus of the weapon.
    pub plus: i32,
    /// Whether the weapon halves what armour does.
    pub penetrating: bool,
    /// Whether the weapon passes all armour.
    pub energy: bool,
    /// Whether the weapon is silver or blessed, as some victims fear.
    pub hallowed: bool,
    /// Whether it is wielded with two hands.
    pub two_handed: bool,
    /// The strength behind a power attack; `None` if there is none.
    pub power: Option<i32>,
    /// The dexterity behind an aimed shot; `None` if there is none.
    pub aim: Option<i32>,
    /// What is added to the second die.
    pub murderous: i32,
    /// Whether the attacker fights as well in the dark.
    pub blind_fight: bool,
    /// Whether the attacker is stunned.
    pub stunned: bool,
    /// Whether the attacker is inside the victim.
    pub engulfed: bool,
    /// How often it has tried the victim's miss chance, in steps of ten.
    pub practice: i32,
    /// How dangerous the attacker is.
    pub cr: i32,
}

/// What a victim brings against a blow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guard {
    /// What is left of it.
    pub hp: i32,
    /// How much of it armour covers.
    pub coverage: i32,
    /// Natural or magical armour.
    pub natural: i32,
    /// Worn armour against slash, pierce and blunt.
    pub worn: [i32; 3],
    /// Resistances to the kind of damage at hand.
    pub resistances: Vec<i32>,
    /// Whether it is immune to the kind of damage at hand.
    pub immune: bool,
    /// The magic plus a weapon must have; 0 if any will do.
    pub weapon_immunity: i32,
    /// Whether hallowed weapons count against its weapon immunity.
    pub fears_hallowed: bool,
    /// Whether it takes no criticals.
    pub crit_immune: bool,
    /// With what chance, in percent, a critical is lost.
    pub fortification: i32,
    /// With what chance, in percent, luck turns a critical aside.
    pub luck: i32,
    /// With what chances, in percent, a blow goes astray.
    pub miss_chances: Vec<i32>,
    /// Whether it is in a tree.
    pub in_tree: bool,
    /// Whether its shield hides it half.
    pub behind_shield: bool,
    /// Whether a wall beside it shelters it from shots.
    pub sheltered: bool,
    /// Whether it has no body and the blow has one.
    pub untouchable: bool,
    /// Whether it rolls with criticals.
    pub rolls_with_it: bool,
}

/// A creature is struck at: two dice, and what follows.
pub fn strike<B: Bout + ?Sized>(bout: &mut B, happening: &mut Happening) -> Verdict {
    let (arm, guard) = (bout.arm(happening), bout.guard(happening));
    let combat = &mut happening.more.combat;
    combat.roll = bout.die("attack", 20);
    combat.threat_roll = bout.die("threat", 20) + arm.murderous;
    if is_sure(combat.attack_type) {
        combat.roll = SURE;
    }
    if happening.flags.has(Flag::ActorUnseen) {
        happening.combat.hit += 2;
        bout.explain("hit", 2, "the attacker is unseen");
    }
    let astray = !arm.engulfed && goes_astray(bout, happening, &arm, &guard);
    if astray || guard.untouchable && !arm.engulfed {
        happening.flags.set(Flag::WildMiss, astray);
        return end(bout, happening, false);
    }
    measure(bout, happening, &arm, &guard);
    end(bout, happening, happening.flags.has(Flag::Hit))
}

/// What can lead a blow astray before it is measured, each with its own die.
fn goes_astray<B: Bout + ?Sized>(bout: &mut B, happening: &Happening, arm: &Arm, guard: &Guard) -> bool {
    let is_blind = happening.flags.has(Flag::VictimUnseen) && !happening.flags.has(Flag::Seeking);
    if is_blind && bout.die("unseen", if arm.blind_fight { 4 } else { 2 }) == 1 {
        return true;
    }
    if arm.stunned && bout.die("stunned", 2) == 1 {
        return true;
    }
    if happening.combat.roll != 20 {
        for chance in guard.miss_chances.iter().filter(|chance| **chance > 0) {
            let misses = bout.die("miss", 100) + arm.practice <= *chance;
            bout.practised(happening);
            if misses {
                return true;
            }
        }
    }
    if guard.in_tree && bout.die("tree", 100) <= 25 {
        return true;
    }
    if guard.behind_shield && bout.die("shield", 100) <= 50 {
        return true;
    }
    happening.flags.has(Flag::Ranged) && guard.sheltered && bout.die("wall", 100) < 50
}

/// Whether it hits, and how well.
fn measure<B: Bout + ?Sized>(bout: &mut B, happening: &mut Happening, arm: &Arm, guard: &Guard) {
    let combat = &happening.more.combat;
    let (roll, total, second) = (combat.roll, combat.hit + combat.roll, combat.hit + combat.threat_roll);
    let goal = combat.defence.max(combat.ride_check);
    let hit = arm.engulfed || roll == 20 || total >= goal;
    let fumble = !hit && roll == 1 && second < combat.defence;
    let mut crit = hit && !arm.engulfed && roll >= combat.threat && second >= goal;
    if crit && is_crit_lost(bout, guard) {
        crit = false;
    }
    happening.flags.set(Flag::Hit, hit);
    happening.flags.set(Flag::Fumble, fumble);
    happening.flags.set(Flag::Crit, crit);
}

/// Whether a critical is none after all: by nature, by armour, by luck.
fn is_crit_lost<B: Bout + ?Sized>(bout: &mut B, guard: &Guard) -> bool {
    guard.crit_immune
        || guard.fortification > 0 && bout.die("fortification", 100) <= guard.fortification
        || guard.luck > 0 && bout.die("luck", 100) <= guard.luck
}

/// Hit or miss, and what is told of it.
fn end<B: Bout + ?Sized>(bout: &mut B, happening: &mut Happening, hit: bool) -> Verdict {
    let verb = match hit {
        true if happening.combat.attack_type == Blow::Spell.number() => Verb::MAGIC_STRIKE,
        true => Verb::HIT,
        false => Verb::MISS,
    };
    happening.flags.set(Flag::Hit, hit);
    bout.throw(verb, happening);
    if !happening.flags.has(Flag::Silence) {
        bout.throw(Verb::ATTACKMSG, happening);
    }
    Verdict::Done
}

/// How hard a blow hits.
pub fn hit<B: Bout + ?Sized>(bout: &mut B, happening: &mut Happening) -> Verdict {
    let (arm, guard) = (bout.arm(happening), bout.guard(happening));
    let power = power(&arm, happening);
    happening.combat.bonus_damage += power;
    bout.explain("bonus_damage", power, "power attack or aimed shot");
    happening.combat.damage = roll_damage(bout, happening, &guard);
    if happening.combat.save_dc == 0 {
        happening.combat.save_dc = 10 + arm.cr;
    }
    bout.throw(Verb::DAMAGE, happening);
    Verdict::Done
}

/// What strength or aim adds: more the better the blow, never less than nothing.
pub fn power(arm: &Arm, happening: &Happening) -> i32 {
    let combat = &happening.combat;
    let margin = combat.hit + combat.roll - combat.defence;
    let physical = physical(combat.damage_type).is_some();
    let second_modifier = |score: i32| (score - 11) / 2;
    let from = |score: i32, part: i32| (margin / part).min(second_modifier(score)).max(0);
    match (arm.power, arm.aim) {
        (Some(strength), _) if physical && strength >= 13 => from(strength, if arm.two_handed { 2 } else { 3 }),
        (None, Some(dexterity)) if physical && dexterity >= 13 => from(dexterity, 3),
        _ => 0,
    }
}

/// The damage dice. A critical multiplies their number and all that is added.
fn roll_damage<B: Bout + ?Sized>(bout: &mut B, happening: &Happening, guard: &Guard) -> i32 {
    let combat = &happening.combat;
    let (mut count, mut plus, mut bonus) = (combat.dice_count, combat.dice_bonus, combat.bonus_damage);
    if happening.flags.has(Flag::Crit) {
        let times = combat.crit.max(1);
        if guard.rolls_with_it {
            count = (count * (5 + 5 * times) / 10).max(2);
            plus = plus * (5 + 5 * times) / 10;
            bonus = bonus * (5 + 5 * times) / 10;
        } else {
            (count, plus, bonus) = (count * times, plus * times, bonus * times);
        }
    }
    let dice: i32 = (0..count).map(|_| bout.die("damage", combat.dice_sides.max(1))).sum();
    bout.explain("damage", dice, "dice");
    bout.explain("damage", plus, "the weapon");
    bout.explain("damage", bonus, "strength and circumstances");
    (dice + plus + bonus).max(1)
}

/// What of the damage arrives.
pub fn damage<B: Bout + ?Sized>(bout: &mut B, happening: &mut Happening) -> Verdict {
    let (arm, guard) = (bout.arm(happening), bout.guard(happening));
    let kind = happening.combat.damage_type;
    happening.combat.applied = 0;
    if guard.immune {
        happening.flags.set(Flag::Immune, true);
        return Verdict::Done;
    }
    if is_weapon_immune(happening, kind, &arm, &guard) {
        happening.flags.set(Flag::WeaponImmune, true);
        return Verdict::Done;
    }
    let bypassed = bypasses(happening, kind, &arm, &guard);
    happening.flags.set(Flag::Bypassed, bypassed);
    happening.combat.armour = armour_against(happening, kind, &guard);
    happening.combat.applied = arriving(bout, happening, &arm);
    let absorbed = happening.combat.applied == 0 && happening.combat.damage > 0;
    happening.flags.set(Flag::Absorbed, absorbed);
    arrive(bout, happening, guard.hp)
}

fn is_weapon_immune(happening: &Happening, kind: i32, arm: &Arm, guard: &Guard) -> bool {
    let by_weapon = is_weapon(happening.combat.attack_type) && physical(kind).is_some();
    by_weapon && guard.weapon_immunity > 0 && arm.plus < guard.weapon_immunity && !(guard.fears_hallowed && arm.hallowed)
}

/// Whether a blow finds a gap: measured by the second die if it is a critical.
fn bypasses(happening: &Happening, kind: i32, arm: &Arm, guard: &Guard) -> bool {
    let combat = &happening.combat;
    let was_rolled = combat.roll > 0 && physical(kind).is_some() && guard.coverage > 0;
    let die = if happening.flags.has(Flag::Crit) { combat.threat_roll } else { combat.roll };
    was_rolled && (arm.energy || combat.hit + die + combat.penetrate_bonus >= combat.defence + guard.coverage)
}

fn armour_against(happening: &Happening, kind: i32, guard: &Guard) -> i32 {
    let mut values = guard.resistances.clone();
    if let Some(which) = physical(kind).filter(|_| !happening.flags.has(Flag::Bypassed)) {
        values.extend([guard.natural, guard.worn[which]]);
    }
    armour::stacked(values)
}

/// How a blow meets armour: what is needed to explain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// How much the damage counts as.
    pub column: usize,
    /// With what chance it is absorbed whole, in percent.
    pub absorb_percent: i32,
    /// Up to how much.
    pub absorb_most: i32,
    /// By how many percent it is lessened otherwise.
    pub reduction: i32,
}

/// How a blow meets armour; a penetrating weapon halves it all.
pub fn meeting(value: i32, damage: i32, penetrating: bool) -> Meeting {
    let column = armour::column(damage);
    let half = |number: i32| if penetrating { number / 2 } else { number };
    Meeting {
        column,
        absorb_percent: half(armour::absorb_percent(value, column)),
        absorb_most: half(armour::absorb_most(value)),
        reduction: half(armour::reduction(value, column)),
    }
}

fn arriving<B: Bout + ?Sized>(bout: &mut B, happening: &Happening, arm: &Arm) -> i32 {
    let (value, damage) = (happening.combat.armour, happening.combat.damage);
    if value <= 0 {
        return damage;
    }
    let meeting = meeting(value, damage, arm.penetrating);
    if bout.die("absorb", 100) <= meeting.absorb_percent && damage <= meeting.absorb_most {
        return 0;
    }
    damage * (100 - meeting.reduction) / 100
}

/// The damage arrives: whoever has no more than that dies of it.
fn arrive<B: Bout + ?Sized>(bout: &mut B, happening: &mut Happening, hp: i32) -> Verdict {
    let applied = happening.combat.applied;
    if applied <= 0 {
        return Verdict::Done;
    }
    bout.hurt(happening, applied, (hp - applied).max(0));
    if applied >= hp {
        happening.flags.set(Flag::Died, true);
        bout.throw(Verb::DEATH, happening);
    }
    Verdict::Done
}
