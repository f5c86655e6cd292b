//! `ROLL_INITIATIVE` and `INITIATIVE_ROLLED`: a combat begins; everyone who lives rolls for a place in the order.

use super::{Declaration, Draw, Fields, Form, Line, Misfit, Offers, Payload, Plain, ReadLine};
use crate::json::{utf16_cmp, write_text};
use crate::rules::{FIGHTERS_MAX, Ruling};
use crate::show::{INITIATIVE, spoken};
use crate::whole::write_digits;
use crate::{GameState, Mode, Name, Refusal, Rules14, Spent, Text, Whole};
use alloc::{boxed::Box, collections::BTreeMap, format, string::String, sync::Arc, vec::Vec};
use core::cmp::{Ordering, Reverse};
use referee::{Aim, Ask, Seat, Turn, refuse_if};

/// Begin a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollInitiative;

/// A combat began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitiativeRolled {
    /// Who rolled what, best first.
    pub order: Arc<[Rank]>,
}

/// Who rolled what for initiative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rank {
    /// Who.
    pub entity_id: Text,
    /// What.
    pub roll: u32,
}

impl Rank {
    /// Who comes first: the higher roll, then the id that comes first in the alphabet.
    fn order(&self, other: &Rank) -> Ordering {
        Reverse(self.roll).cmp(&Reverse(other.roll)).then_with(|| utf16_cmp(&self.entity_id, &other.entity_id))
    }
}

impl Declaration for RollInitiative {
    const KIND: &'static str = "ROLL_INITIATIVE";
    const ABOUT: &'static str = "Begin a combat.";
    const FIELDS: &'static [(&'static str, Form)] = &[];

    fn read(_: &Fields<'_>) -> Result<RollInitiative, String> {
        Ok(RollInitiative)
    }

    fn write(&self, _: &mut String) {}

    fn plain(_: &mut Plain<'_>) -> Option<RollInitiative> {
        Some(RollInitiative)
    }

    fn actor(&self) -> Option<&Name> {
        None
    }

    fn decide<const N: u64>(&self, turn: &mut Turn<'_, Rules14<N>>) -> Ruling {
        let state = turn.state();
        refuse_if!(state.combat.is_on(), Refusal::CombatAlreadyActive.into());
        let fighters: Vec<(Text, Text)> =
            state.entities.living().map(|entity| (Arc::clone(&entity.id), Arc::clone(&entity.name))).collect();
        refuse_if!(fighters.is_empty(), Refusal::NoParticipants.into());
        refuse_if!(fighters.len() > FIGHTERS_MAX, Refusal::TooManyFighters { most: FIGHTERS_MAX as u64 }.into());

        let mut order: Vec<Rank> = Vec::with_capacity(fighters.len());
        for (entity_id, name) in fighters {
            let roll = turn.roll(Ask::D20, format_args!("{name} initiative"));
            order.push(Rank { entity_id, roll });
        }
        order.sort_by(Rank::order);
        turn.emit(InitiativeRolled { order: order.into() }.into());
        Ok(())
    }

    fn aim(&self, _: &GameState) -> Aim {
        Aim { verb: INITIATIVE.into(), ..Aim::new("roll initiative: the fight begins", []) }
    }

    fn offers(state: &GameState, _: Seat) -> Offers<'_, RollInitiative> {
        let begin = state.is_open() && !state.combat.is_on() && (1..=FIGHTERS_MAX).contains(&state.entities.living().count());
        Box::new(begin.then_some(RollInitiative).into_iter())
    }

    fn is_offered(&self, _: &GameState) -> bool {
        true
    }
}

impl Line for InitiativeRolled {
    fn write(&self, out: &mut String) {
        out.push_str("{\"order\":[");
        for (index, rank) in self.order.iter().enumerate() {
            out.push_str(if index > 0 { ",{\"entityId\":" } else { "{\"entityId\":" });
            write_text(&rank.entity_id, out);
            out.push_str(",\"roll\":");
            write_digits(rank.roll.into(), out);
            out.push('}');
        }
        out.push_str("]}");
    }

    fn apply(&self, state: &mut GameState) {
        state.combat.mode = Mode::Combat;
        state.combat.round = Whole::ONE;
        state.combat.initiative_order = self.order.iter().map(|rank| Arc::clone(&rank.entity_id)).collect();
        state.combat.active_entity_id = self.order.first().map(|rank| Arc::clone(&rank.entity_id));
        state.spent = Spent::default();
    }

    /// Everyone who lives is in the order once, the best roll first.
    fn check(&self, state: &GameState) -> Result<(), Misfit> {
        let fits = |fits: bool, why: &str| Misfit::unless(fits, "order", || why.into());
        fits(!state.combat.is_on(), "begins a combat, but one is active")?;
        fits(!self.order.is_empty(), "must have one fighter or more")?;
        fits(self.order.iter().all(|rank| (1..=20).contains(&rank.roll)), "has a roll that no d20 shows")?;
        let is_sorted = self.order.windows(2).all(|pair| pair[0].order(&pair[1]) == Ordering::Less);
        fits(is_sorted, "must have the highest roll first, and equal rolls by id, each id once")?;
        let living = state.entities.living().count() == self.order.len();
        let rolls = self.rolls();
        let known = state.entities.living().all(|entity| rolls.contains_key(&*entity.id));
        fits(living && known, "must name every living player and npc, and nobody else")
    }

    /// They roll in the order of the document.
    fn draws(&self, state: &GameState) -> Vec<Draw> {
        let rolls = self.rolls();
        let draw = |entity: &crate::Entity| {
            let value = *rolls.get(&*entity.id)?;
            Some(Draw { sides: 20, value, source: format!("{} initiative", entity.name) })
        };
        state.entities.living().filter_map(draw).collect()
    }

    fn tell(&self) -> String {
        let order: Vec<String> = self.order.iter().map(|rank| format!("{} {}", spoken(&rank.entity_id), rank.roll)).collect();
        format!("the fight begins: {}", order.join(", "))
    }
}

impl InitiativeRolled {
    fn rolls(&self) -> BTreeMap<&str, u32> {
        self.order.iter().map(|rank| (&*rank.entity_id, rank.roll)).collect()
    }
}

impl ReadLine for InitiativeRolled {
    const KIND: &'static str = "INITIATIVE_ROLLED";

    fn read(payload: &Payload<'_>) -> Result<InitiativeRolled, Misfit> {
        let order = payload.list("order", |rank| Ok(Rank { entity_id: rank.text("entityId")?, roll: rank.small("roll")? }))?;
        Ok(InitiativeRolled { order: order.into() })
    }
}
