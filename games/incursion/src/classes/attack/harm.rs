//! Harm: what damage does to a creature, by its kind.

use super::morals;
use super::routine::{WITHIN, save_against};
use crate::bout;
use crate::content::{Attribute, Breed, Harm, Save, Slot, Trait};
use crate::play::Play;
use crate::{Event, Flag, Gauge, Happening, Id, Source, Status, Verb, Whereabouts};
use referee_dispatch::{Role, Verdict};

/// A creature takes damage.
pub(super) fn damage(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    if play.is_gone(who) {
        return Verdict::Abort;
    }
    morals::weigh(play, who, happening);
    if happening.flags.has(Flag::EffectIllusion) && !happening.flags.has(Flag::Disbelieved) {
        return disbelieve(play, who, happening);
    }
    let harm = Harm::numbered(happening.combat.damage_type).unwrap_or(Harm::Untyped);
    let figures = play.figures(who);
    if figures.is_immune(harm.number()) || figures.has(Trait::Incorporeal) && passes_through(play, who, harm, happening) {
        happening.flags.set(Flag::Immune, true);
        return Verdict::Done;
    }
    match harm {
        Harm::Untyped
        | Harm::Fire
        | Harm::Cold
        | Harm::Acid
        | Harm::Electric
        | Harm::Toxic
        | Harm::Psychic
        | Harm::Force
        | Harm::Sonic
        | Harm::Slash
        | Harm::Pierce
        | Harm::Blunt => plain(play, who, harm, happening),
        Harm::Necrotic => necrotic(play, who, happening),
        Harm::Sunlight => sunlight(play, who, happening),
        Harm::Vampiric => vampiric(play, who, happening),
        Harm::Holy | Harm::Lawful | Harm::Chaotic | Harm::Evil => aligned(play, who, harm, happening),
        Harm::Fall => fall(play, who, happening),
        Harm::Soak | Harm::Special => Verdict::Done,
        harm => special(play, who, harm, happening),
    }
}

/// Half of what comes from a body passes through who has none.
fn passes_through(play: &mut Play, who: Id, harm: Harm, happening: &Happening) -> bool {
    let reaches = [Harm::Holy, Harm::Necrotic, Harm::Vampiric, Harm::Force, Harm::Psychic, Harm::Sunlight].contains(&harm)
        || happening.flags.has(Flag::GhostTouch);
    let from_body = happening.roles.get(Role::Actor).is_some_and(|actor| {
        actor != who && play.thing(actor).kind.is_creature() && !play.figures(actor).has(Trait::Incorporeal)
    });
    from_body && !reaches && play.percent(50, "no body")
}

/// Damage that armour and resistance meet. Fire and cold creatures suffer more from each other's element.
fn plain(play: &mut Play, who: Id, harm: Harm, happening: &mut Happening) -> Verdict {
    let figures = play.figures(who);
    let frail = figures.has(Trait::FireCreature) && harm == Harm::Cold || figures.has(Trait::ColdCreature) && harm == Harm::Fire;
    if frail {
        happening.combat.damage = happening.combat.damage * 3 / 2;
    }
    bout::damage(play, happening)
}

fn necrotic(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    if play.figures(who).is_a(Breed::Undead) {
        play.heal(who, happening.combat.damage);
        return Verdict::Done;
    }
    bout::damage(play, happening)
}

fn sunlight(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let figures = play.figures(who);
    if figures.is_a(Breed::Plant) {
        play.heal(who, happening.combat.damage);
        return Verdict::Done;
    }
    if figures.is_a(Breed::Wraith) {
        happening.combat.damage *= 2;
        happening.combat.damage_type = Harm::Fire.number();
    }
    bout::damage(play, happening)
}

/// What is taken goes to who takes it.
fn vampiric(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    let verdict = bout::damage(play, happening);
    if let Some(actor) = happening.roles.get(Role::Actor) {
        play.heal(actor, happening.combat.applied);
    }
    verdict
}

/// Nothing to one's own side, half to those on none.
fn aligned(play: &mut Play, who: Id, harm: Harm, happening: &mut Happening) -> Verdict {
    use crate::content::Side;
    let side = match harm {
        Harm::Holy => Side::Good,
        Harm::Lawful => Side::Lawful,
        Harm::Chaotic => Side::Chaotic,
        _ => Side::Evil,
    };
    let align = play.content().monster(play.thing(who).res).map_or_else(Vec::new, |monster| monster.align.clone());
    if align.contains(&side) {
        happening.flags.set(Flag::Immune, true);
        return Verdict::Done;
    }
    if align.is_empty() {
        happening.combat.damage /= 2;
    }
    happening.combat.damage_type = Harm::Untyped.number();
    bout::damage(play, happening)
}

/// A fall hurts whoever does not tumble, and stuns.
fn fall(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    if play.figures(who).has(Trait::Flies) {
        happening.flags.set(Flag::Immune, true);
        return Verdict::Done;
    }
    if play.check(who, crate::content::Skill::Tumble, 20) >= 0 {
        happening.combat.damage /= 2;
    }
    happening.combat.damage_type = Harm::Blunt.number();
    happening.combat.roll = 0;
    let verdict = bout::damage(play, happening);
    if !play.is_gone(who) && happening.combat.applied > 0 {
        let (stunned, turns) = (play.lore.natures.stunned, play.die(4, "stun") + 2);
        play.afflict(who, stunned, 0, turns);
    }
    verdict
}

/// Whether it is seen through: by will, and then for good.
fn disbelieve(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let (actor, dc) = (happening.roles.get(Role::Actor), happening.combat.save_dc.max(15));
    if play.figures(who).has(Trait::Mindless) || play.saves(who, Save::Will, dc) {
        happening.flags.set(Flag::Disbelieved, true);
        happening.flags.set(Flag::Immune, true);
        let nature = play.lore.natures.disbelieves;
        play.gain(who, Status { nature, object: actor, source: Source::Mind, ..Status::default() }, false);
        return Verdict::Done;
    }
    play.rethrow(Verb::PDAMAGE, happening)
}

/// Pain that is not there hurts, but does not kill: one faints of it.
pub(super) fn imagined(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let hp = play.thing(who).hp;
    let amount = happening.combat.damage.min(hp - 1).max(0);
    happening.combat.applied = amount;
    if amount > 0 {
        play.emit(Event::Hurt { id: who, amount, hp: hp - amount });
    }
    if hp - amount <= 1 {
        let asleep = play.lore.natures.asleep;
        play.afflict(who, asleep, 0, 3);
    }
    Verdict::Done
}

/// Harm that is no wound: a saving throw, and then a condition.
fn special(play: &mut Play, who: Id, harm: Harm, happening: &mut Happening) -> Verdict {
    if is_blocked(play, who, happening) {
        happening.flags.set(Flag::Blocked, true);
        return Verdict::Done;
    }
    let dc = happening.combat.save_dc;
    let saved = dc > 0 && play.saves(who, save_against(harm), dc);
    happening.flags.set(Flag::Saved, saved);
    let natures = play.lore.clone();
    let natures = &natures.natures;
    let turns = happening.combat.damage.clamp(1, 100);
    match harm {
        _ if saved && !is_halved(harm) => {}
        Harm::Stuck | Harm::Grab | Harm::Engulf | Harm::Swallow | Harm::Choke => {
            match happening.roles.get(Role::Actor).filter(|&holder| holder != who) {
                Some(holder) => {
                    let within = matches!(harm, Harm::Engulf | Harm::Swallow);
                    play.grip(who, holder, turns.min(5), if within { WITHIN } else { 0 });
                }
                None => play.afflict(who, natures.stuck, 0, turns.min(5)),
            }
        }
        Harm::Sleep => play.afflict(who, natures.asleep, 0, turns),
        Harm::Stun => play.afflict(who, natures.stunned, 0, turns),
        Harm::Paralysis => play.afflict(who, natures.paralysed, 0, turns),
        Harm::Blind => play.afflict(who, natures.blind, 0, turns),
        Harm::Slow => play.afflict(who, natures.slowed, 0, turns + 3),
        Harm::Confuse => play.afflict(who, natures.confused, 0, turns),
        Harm::Fear => play.afflict(who, natures.afraid, 0, turns + 2),
        Harm::Nausea => play.afflict(who, natures.nauseated, 0, turns),
        Harm::Trip => play.afflict(who, natures.prone, 0, 2),
        Harm::Charm => {
            let object = happening.roles.get(Role::Actor);
            let lasts = play.lasting(turns + 10);
            play.gain(who, Status { nature: natures.charmed, object, lasts, source: Source::Attack, ..Status::default() }, false);
        }
        Harm::Petrify => petrify(play, who, turns),
        Harm::Disease | Harm::Poison => infect(play, who, harm, happening),
        Harm::Mana => {
            let mana = play.world().creature(who).map_or(0, |creature| creature.mana);
            play.set(who, Gauge::Mana, (mana - happening.combat.damage).max(0));
        }
        Harm::Disarm => disarm(play, who),
        Harm::Steal | Harm::Rust | Harm::Decay => spoil(play, who, harm, happening),
        Harm::Knockback => push(play, who, happening),
        Harm::LevelDrain => drain_level(play, who, saved, happening),
        Harm::Bleed => play.bleed(who, happening.combat.damage.max(2)),
        _ => weaken(play, who, harm, saved, happening),
    }
    Verdict::Done
}

/// Whether a saving throw only halves it.
fn is_halved(harm: Harm) -> bool {
    harm == Harm::LevelDrain || (Harm::StrDrain.number()..=Harm::LuckDamage.number()).contains(&harm.number())
}

/// Worn armour keeps out what tooth and claw would bring, if the blow is not good enough.
fn is_blocked(play: &Play, who: Id, happening: &Happening) -> bool {
    let combat = &happening.combat;
    let by_tooth = combat.roll > 0
        && !crate::bout::is_weapon(combat.attack_type)
        && combat.attack_type != crate::content::Blow::Touch.number();
    let coverage = play.figures(who).coverage;
    by_tooth && coverage > 0 && combat.hit + combat.roll < combat.defence + coverage - 4
}

fn petrify(play: &mut Play, who: Id, turns: i32) {
    match play.content().find(crate::content::Noun::Status, "petrifying") {
        Some(nature) => play.afflict(who, nature, turns.clamp(2, 6), 0),
        None => {
            let paralysed = play.lore.natures.paralysed;
            play.afflict(who, paralysed, 0, turns + 10);
        }
    }
}

/// A disease or a poison takes hold: its effect says what it does.
fn infect(play: &mut Play, who: Id, harm: Harm, happening: &mut Happening) {
    let Some(effect) = happening.effect else {
        let (poisoned, turns) = (play.lore.natures.poisoned, happening.combat.damage.clamp(1, 20));
        return play.afflict(who, poisoned, 1, turns + 3);
    };
    let verb = if harm == Harm::Disease { Verb::INFECT } else { Verb::POISON };
    if play.ask(effect, verb, Some(who), happening) != Verdict::Nothing {
        return;
    }
    let mut sickness = happening.clone();
    sickness.roles.set(Role::Item, None);
    sickness.flags.set(Flag::Natural, false);
    sickness.more.effect.segment = 0;
    play.throw(Verb::EFFECT, &mut sickness);
}

/// The weapon falls to the ground.
pub(super) fn disarm(play: &mut Play, who: Id) {
    if let Some((weapon, place)) = play.weapon_in(who, Slot::Hand).zip(play.world().spot(who)) {
        let depth = play.world().depth;
        play.emit(Event::Moved { id: weapon, at: Whereabouts::On { depth, place } });
    }
}

/// One of the things it has is stolen, or spoiled.
fn spoil(play: &mut Play, who: Id, harm: Harm, happening: &Happening) {
    let wanted = |slot: Slot| if harm == Harm::Steal { slot == Slot::Pack } else { slot.is_worn() };
    let things: Vec<Id> = play
        .world()
        .inventory(who)
        .filter(|item| item.holder().is_some_and(|(_, slot)| wanted(slot)))
        .map(|item| item.id)
        .collect();
    if things.is_empty() {
        return;
    }
    let nth = play.die(things.len() as i32, "which item") as usize - 1;
    let Some(&item) = things.get(nth) else { return };
    match (harm, happening.roles.get(Role::Actor)) {
        (Harm::Steal, Some(thief)) => {
            play.emit(Event::Moved { id: item, at: Whereabouts::With { who: thief, slot: Slot::Pack } })
        }
        _ => {
            let plus = play.thing(item).item().map_or(0, |item| item.plus);
            play.set(item, Gauge::Plus, (plus - 1).max(-5));
        }
    }
}

fn push(play: &mut Play, who: Id, happening: &Happening) {
    let Some(actor) = happening.roles.get(Role::Actor).filter(|&actor| actor != who) else { return };
    let spots = play.world().spot(actor).zip(play.world().spot(who));
    let Some((from, to)) = spots else { return };
    let way = crate::place::Square::toward(from, to);
    for _ in 0..happening.combat.damage.clamp(1, 5) {
        let mut pushed = Happening::new().actor(who).target(actor).toward(way);
        if play.throw(Verb::PUSH, &mut pushed) == Verdict::Abort || play.is_gone(who) {
            return;
        }
    }
}

fn drain_level(play: &mut Play, who: Id, saved: bool, happening: &mut Happening) {
    let amount = if saved { happening.combat.damage / 2 } else { happening.combat.damage };
    let most = play.thing(who).max_hp;
    play.set(who, Gauge::MaxHp, (most - amount).max(1));
    let (before, hp) = (play.thing(who).hp, play.thing(who).hp.min(play.thing(who).max_hp));
    if hp < before {
        play.emit(Event::Hurt { id: who, amount: before - hp, hp });
    }
}

/// An attribute suffers; whoever has none of it left dies.
fn weaken(play: &mut Play, who: Id, harm: Harm, saved: bool, happening: &mut Happening) {
    let first = if harm.number() >= Harm::StrDamage.number() { Harm::StrDamage } else { Harm::StrDrain };
    let Some(attribute) = Attribute::numbered(harm.number() - first.number()) else { return };
    let score = play.figures(who).attributes[attribute as usize];
    let amount = if saved { happening.combat.damage / 2 } else { happening.combat.damage };
    if score == 0 || amount <= 0 {
        return;
    }
    happening.combat.applied = amount;
    let name = format!("weak {}", attribute.name());
    match play.content().find(crate::content::Noun::Status, &name) {
        Some(nature) => {
            let lasts = if harm.number() >= Harm::StrDamage.number() { crate::Lasts::UntilRest } else { crate::Lasts::Always };
            play.gain(who, Status { nature, magnitude: amount, lasts, source: Source::Attack, ..Status::default() }, false);
        }
        None if play.thing(who).character().is_some() => {
            play.set(who, Gauge::Attribute(attribute as u8), (score - amount).max(0))
        }
        None => {}
    }
    if score <= amount {
        happening.flags.set(Flag::Died, true);
        play.rethrow(Verb::DEATH, happening);
    }
}

/// Whoever has less than a third left knows it.
fn falter(play: &mut Play, who: Id, happening: &Happening) {
    let thing = play.thing(who);
    let is_grave = |hp: i32| hp * 3 < thing.max_hp;
    if is_grave(thing.hp) && !is_grave(thing.hp + happening.combat.applied) {
        let texts = ["You are gravely wounded.", "<Target> is gravely wounded."];
        play.print(crate::Print::Target, &texts, &Happening::new().target(who));
    }
}

/// After damage: whoever slept wakes.
pub(super) fn shaken(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    use crate::content::StatusFlag;
    if happening.combat.applied > 0 && !play.is_gone(who) && happening.combat.damage_type != Harm::Sleep.number() {
        falter(play, who, happening);
        let lore = play.lore.clone();
        let ends = |nature| lore.content.status(nature).is_some_and(|status| status.flags.contains(&StatusFlag::EndsWhenHurt));
        let over: Vec<u32> =
            play.thing(who).statuses.iter().filter(|status| ends(status.nature)).map(|status| status.seq).collect();
        for seq in over {
            play.lose(who, seq, crate::gain::Ending::Removed);
        }
    }
    Verdict::Nothing
}

impl Play {
    /// Somebody is held fast by another, perhaps inside it.
    pub(super) fn grip(&mut self, who: Id, holder: Id, turns: i32, value: i32) {
        let (nature, lasts) = (self.lore.natures.stuck, self.lasting(turns));
        let grip = Status { nature, value, object: Some(holder), lasts, source: Source::Attack, ..Status::default() };
        self.gain(who, grip, false);
    }

    fn bleed(&mut self, who: Id, amount: i32) {
        if let Some(nature) = self.content().find(crate::content::Noun::Status, "bleeding") {
            self.afflict(who, nature, amount, 10);
        }
    }
}
