//! `END_TURN` and `TURN_ENDED`: in a combat the active one ends its turn, and the next in the order begins its own.

use super::{Declaration, Fields, Form, Line, Misfit, Offers, Payload, Plain, ReadLine};
use crate::json::write_text;
use crate::rules::{Ruling, may_act, moves, not_your_turn};
use crate::show::{END, called, place, spoken};
use crate::{GameState, Name, Refusal, Rules14, Spent, Text, Whole};
use alloc::{boxed::Box, format, string::String, sync::Arc, vec::Vec};
use referee::{Aim, Seat, Turn, refuse_if};

/// Let the next one act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndTurn {
    /// Whose turn ends.
    pub entity: Name,
}

/// A turn ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnEnded {
    /// Whose.
    pub entity_id: Text,
    /// Whose begins.
    pub next_entity_id: Text,
    /// The round after that.
    pub round: Whole,
}

impl Declaration for EndTurn {
    const KIND: &'static str = "END_TURN";
    const ABOUT: &'static str = "Let the next one act.";
    const FIELDS: &'static [(&'static str, Form)] = &[("entityId", Form::Id)];

    fn read(fields: &Fields<'_>) -> Result<EndTurn, String> {
        Ok(EndTurn { entity: fields.name("entityId")? })
    }

    fn write(&self, out: &mut String) {
        self.entity.write("entityId", out);
    }

    fn plain(plain: &mut Plain<'_>) -> Option<EndTurn> {
        plain.word(",\"entityId\":")?;
        Some(EndTurn { entity: plain.name()? })
    }

    fn actor(&self) -> Option<&Name> {
        Some(&self.entity)
    }

    fn decide<const N: u64>(&self, turn: &mut Turn<'_, Rules14<N>>) -> Ruling {
        let who = &self.entity;
        refuse_if!(!turn.state().combat.is_on(), Refusal::CombatNotActive.into());
        may_act(turn, who)?;
        let (state, order) = (turn.state(), &turn.state().combat.initiative_order);
        let Some(index) = order.iter().position(|id| *id == who.text) else { return Err(not_your_turn(state, who).into()) };
        let next = (index + 1) % order.len();
        let round = if next == 0 { state.combat.round.plus(Whole::ONE) } else { state.combat.round };
        let (entity_id, next_entity_id) = (Arc::clone(&order[index]), Arc::clone(&order[next]));
        turn.emit(TurnEnded { entity_id, next_entity_id, round }.into());
        Ok(())
    }

    fn aim(&self, state: &GameState) -> Aim {
        let label = format!("{} ends the turn", called(state, &self.entity));
        Aim { verb: END.into(), ..Aim::new(label, Vec::from_iter(place(state, &self.entity))) }
    }

    fn offers(state: &GameState, seat: Seat) -> Offers<'_, EndTurn> {
        let active = state.active().filter(|entity| state.is_open() && moves(seat, entity));
        Box::new(active.map(|entity| EndTurn { entity: Arc::clone(&entity.id).into() }).into_iter())
    }

    fn is_offered(&self, _: &GameState) -> bool {
        true
    }
}

impl Line for TurnEnded {
    fn write(&self, out: &mut String) {
        out.push_str("{\"entityId\":");
        write_text(&self.entity_id, out);
        out.push_str(",\"nextEntityId\":");
        write_text(&self.next_entity_id, out);
        out.push_str(",\"round\":");
        self.round.write(out);
        out.push('}');
    }

    fn apply(&self, state: &mut GameState) {
        state.combat.active_entity_id = Some(Arc::clone(&self.next_entity_id));
        state.combat.round = self.round;
        state.spent = Spent::default();
    }

    /// The next entity is the next of the order, and the round counts up where the order begins again.
    fn check(&self, state: &GameState) -> Result<(), Misfit> {
        let combat = &state.combat;
        let is_active = combat.is_on() && combat.active_entity_id.as_ref() == Some(&self.entity_id);
        Misfit::unless(is_active, "entityId", || format!("is \"{}\", whose turn it is not", self.entity_id))?;
        let order = &combat.initiative_order;
        let place = order.iter().position(|id| *id == self.entity_id);
        Misfit::unless(place.is_some(), "entityId", || {
            format!("is \"{}\", which is not in the initiative order", self.entity_id)
        })?;
        let next = place.map_or(0, |place| (place + 1) % order.len());
        let is_next = order.get(next) == Some(&self.next_entity_id);
        Misfit::unless(is_next, "nextEntityId", || {
            format!("is \"{}\", and \"{}\" comes next", self.next_entity_id, order[next])
        })?;
        let round = if next == 0 { combat.round.plus(Whole::ONE) } else { combat.round };
        Misfit::unless(self.round == round, "round", || format!("is {}, and {round} comes next", self.round))
    }

    fn tell(&self) -> String {
        format!("{} is done; {} is next, round {}", spoken(&self.entity_id), spoken(&self.next_entity_id), self.round)
    }
}

impl ReadLine for TurnEnded {
    const KIND: &'static str = "TURN_ENDED";

    fn read(payload: &Payload<'_>) -> Result<TurnEnded, Misfit> {
        let (entity_id, next_entity_id) = (payload.text("entityId")?, payload.text("nextEntityId")?);
        Ok(TurnEnded { entity_id, next_entity_id, round: payload.whole("round")? })
    }
}
