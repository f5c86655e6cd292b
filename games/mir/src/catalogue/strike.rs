//! `ATTACK` and `ATTACK_RESOLVED`: a d20 against armour, and a d6 of damage.

use super::{Declaration, Draw, Fields, Form, Line, Misfit, Offers, Payload, Plain, ReadLine, named};
use crate::json::write_text;
use crate::rules::{Ruling, may_act};
use crate::show::{ATTACK, called, place, spoken, token_id};
use crate::whole::write_digits;
use crate::{Entity, GameState, Name, Refusal, Rules14, Text, Whole, table};
use alloc::{boxed::Box, format, string::String, sync::Arc, vec, vec::Vec};
use referee::{Aim, Ask, Cue, Hue, Seat, Spot, Turn, refuse_if};

/// Strike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Who.
    pub attacker: Name,
    /// The target.
    pub target: Name,
}

/// An entity struck another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackResolved {
    /// Who struck.
    pub attacker_id: Text,
    /// The target.
    pub target_id: Text,
    /// The twenty-sided die.
    pub attack_roll: u32,
    /// What it had to reach.
    pub target_ac: Whole,
    /// Whether it did.
    pub hit: bool,
    /// The six-sided die, or nothing.
    pub damage: u32,
    /// What life is left.
    pub target_hp_after: Whole,
}

impl Declaration for Attack {
    const KIND: &'static str = "ATTACK";
    const ABOUT: &'static str = "Strike.";
    const FIELDS: &'static [(&'static str, Form)] = &[("attackerId", Form::Id), ("targetId", Form::Id)];

    fn read(fields: &Fields<'_>) -> Result<Attack, String> {
        Ok(Attack { attacker: fields.name("attackerId")?, target: fields.name("targetId")? })
    }

    fn write(&self, out: &mut String) {
        self.attacker.write("attackerId", out);
        self.target.write("targetId", out);
    }

    fn plain(plain: &mut Plain<'_>) -> Option<Attack> {
        plain.word(",\"attackerId\":")?;
        let attacker = plain.name()?;
        plain.word(",\"targetId\":")?;
        Some(Attack { attacker, target: plain.name()? })
    }

    fn actor(&self) -> Option<&Name> {
        Some(&self.attacker)
    }

    fn decide<const N: u64>(&self, turn: &mut Turn<'_, Rules14<N>>) -> Ruling {
        let Attack { attacker, target } = self;
        may_act(turn, attacker)?;
        let state = turn.state();
        refuse_if!(attacker.is_same(target), Refusal::SelfAttack { id: Arc::clone(&attacker.text) }.into());
        let Some(striker) = named(state, attacker) else {
            return Err(Refusal::AttackerNotFound { id: Arc::clone(&attacker.text) }.into());
        };
        let Some(struck) = named(state, target) else {
            return Err(Refusal::TargetNotFound { id: Arc::clone(&target.text) }.into());
        };
        refuse_if!(striker.is_dead(), Refusal::DeadAttacker { id: Arc::clone(&attacker.text) }.into());
        refuse_if!(struck.is_dead(), Refusal::TargetDead { id: Arc::clone(&target.text) }.into());
        if state.table_rules.0 {
            table::check_blow(state, striker, struck)?;
        }

        let (attacker_id, target_id) = (Arc::clone(&striker.id), Arc::clone(&struck.id));
        let (striker_name, struck_name) = (Arc::clone(&striker.name), Arc::clone(&struck.name));
        let (target_ac, hp) = (struck.stats.ac, struck.stats.hp_current);
        let attack_roll = turn.roll(Ask::D20, format_args!("{striker_name} attack roll vs {struck_name}"));
        let hit = Whole::from(attack_roll) >= target_ac;
        let damage = if hit { turn.roll(Ask::D6, format_args!("{striker_name} damage vs {struck_name}")) } else { 0 };
        let target_hp_after = hp_after(hp, damage);
        let resolved = AttackResolved { attacker_id, target_id, attack_roll, target_ac, hit, damage, target_hp_after };
        turn.emit(Arc::new(resolved).into());
        Ok(())
    }

    fn aim(&self, state: &GameState) -> Aim {
        let label = format!("{} strikes {}", called(state, &self.attacker), called(state, &self.target));
        let spots: Vec<_> = place(state, &self.attacker).into_iter().chain(place(state, &self.target)).collect();
        Aim { verb: ATTACK.into(), plain: true, ..Aim::new(label, spots) }
    }

    fn offers(state: &GameState, seat: Seat) -> Offers<'_, Attack> {
        Box::new(state.acting(seat).flat_map(|entity| blows(state, entity)))
    }

    fn is_offered(&self, state: &GameState) -> bool {
        match (named(state, &self.attacker), named(state, &self.target)) {
            (Some(attacker), Some(target)) => is_worth_offering(state, attacker, target),
            _ => true,
        }
    }
}

/// The life that a blow leaves.
fn hp_after(hp: Whole, damage: u32) -> Whole {
    hp.minus(damage.into()).max(Whole::ZERO)
}

/// Whether it is a blow at the other side that the table allows, and the first of its turn.
fn is_worth_offering(state: &GameState, attacker: &Entity, target: &Entity) -> bool {
    let is_allowed = || !state.table_rules.0 || table::check_blow(state, attacker, target).is_ok();
    !state.spent.struck && state.may_fight(attacker, target) && is_allowed()
}

fn blows<'a>(state: &'a GameState, entity: &'a Entity) -> impl Iterator<Item = Attack> {
    let targets = state.entities.iter().filter(|target| is_worth_offering(state, entity, target) && !target.is_dead());
    targets.map(|target| Attack { attacker: Arc::clone(&entity.id).into(), target: Arc::clone(&target.id).into() })
}

impl Line for Arc<AttackResolved> {
    fn write(&self, out: &mut String) {
        out.push_str("{\"attackerId\":");
        write_text(&self.attacker_id, out);
        out.push_str(",\"targetId\":");
        write_text(&self.target_id, out);
        out.push_str(",\"attackRoll\":");
        write_digits(self.attack_roll.into(), out);
        out.push_str(",\"targetAc\":");
        self.target_ac.write(out);
        out.push_str(if self.hit { ",\"hit\":true,\"damage\":" } else { ",\"hit\":false,\"damage\":" });
        write_digits(self.damage.into(), out);
        out.push_str(",\"targetHpAfter\":");
        self.target_hp_after.write(out);
        out.push('}');
    }

    fn apply(&self, state: &mut GameState) {
        state.spent.struck = state.combat.is_on();
        if self.hit {
            state.wound(&self.target_id, self.target_hp_after);
        }
    }

    /// What it says of the target is so, and its results follow from its dice.
    fn check(&self, state: &GameState) -> Result<(), Misfit> {
        let unknown = |id: &str| format!("is \"{id}\", and there is no such entity");
        let is_known = state.entities.find(&self.attacker_id).is_some();
        Misfit::unless(is_known, "attackerId", || unknown(&self.attacker_id))?;
        let target = state.entities.find(&self.target_id);
        Misfit::unless(target.is_some(), "targetId", || unknown(&self.target_id))?;
        let Some(stats) = target.map(|target| &target.stats) else { return Ok(()) };
        Misfit::unless((1..=20).contains(&self.attack_roll), "attackRoll", || "must be from 1 to 20".into())?;
        Misfit::unless(self.target_ac == stats.ac, "targetAc", || format!("must be {}, the target's ac", stats.ac))?;
        let hit = Whole::from(self.attack_roll) >= self.target_ac;
        Misfit::unless(self.hit == hit, "hit", || format!("must be {hit}: the roll is held against the ac"))?;
        let damage = if hit { 1..=6 } else { 0..=0 };
        let expected = || if hit { "must be from 1 to 6".into() } else { "must be 0: it is a miss".into() };
        Misfit::unless(damage.contains(&self.damage), "damage", expected)?;
        let after = hp_after(stats.hp_current, self.damage);
        Misfit::unless(self.target_hp_after == after, "targetHpAfter", || format!("must be {after}, what the damage leaves"))
    }

    fn draws(&self, state: &GameState) -> Vec<Draw> {
        let name = |id: &str| state.entities.find(id).map_or("", |entity| &*entity.name);
        let (attacker, target) = (name(&self.attacker_id), name(&self.target_id));
        let roll = Draw { sides: 20, value: self.attack_roll, source: format!("{attacker} attack roll vs {target}") };
        let damage = Draw { sides: 6, value: self.damage, source: format!("{attacker} damage vs {target}") };
        [roll].into_iter().chain(self.hit.then_some(damage)).collect()
    }

    fn tell(&self) -> String {
        let (roll, ac, target) = (self.attack_roll, self.target_ac, spoken(&self.target_id));
        let blow = format!("{} strikes at {target}: {roll} against AC {ac}", spoken(&self.attacker_id));
        match (self.hit, self.target_hp_after) {
            (false, _) => format!("{blow}, a miss"),
            (true, hp) if hp == Whole::ZERO => format!("{blow}, {} damage, and {target} falls", self.damage),
            (true, hp) => format!("{blow}, {} damage, {hp} life left", self.damage),
        }
    }

    fn cues(&self) -> Vec<Cue> {
        if self.hit { vec![Cue::Shake { token: token_id(&self.target_id) }] } else { Vec::new() }
    }

    /// What a blow did stands above its target.
    fn float(&self, place: &dyn Fn(&str) -> Option<Spot>) -> Option<Cue> {
        let (text, hue) = if self.hit { (format!("-{}", self.damage), Hue::Red) } else { ("miss".into(), Hue::Plain) };
        Some(Cue::Float { at: place(&self.target_id)?, text, hue })
    }
}

impl ReadLine for Arc<AttackResolved> {
    const KIND: &'static str = "ATTACK_RESOLVED";

    fn read(payload: &Payload<'_>) -> Result<Arc<AttackResolved>, Misfit> {
        Ok(Arc::new(AttackResolved {
            attacker_id: payload.text("attackerId")?,
            target_id: payload.text("targetId")?,
            attack_roll: payload.small("attackRoll")?,
            target_ac: payload.whole("targetAc")?,
            hit: payload.flag("hit")?,
            damage: payload.small("damage")?,
            target_hp_after: payload.whole("targetHpAfter")?,
        }))
    }
}
