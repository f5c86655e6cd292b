//! `MOVE` and `MOVE_APPLIED`: an entity walks, cell by cell.

use super::{Declaration, Fields, Form, Line, Misfit, Offers, Payload, Plain, ReadLine, named};
use crate::action::{write_cell, write_path};
use crate::json::{Value, write_text};
use crate::reach::Reach;
use crate::rules::{Ruling, may_act};
use crate::show::{MOVE, called, place, spoken, spot, steps, token_id};
use crate::{Entity, GameState, Kind, Name, Refusal, Rules14, Step, Text, Whole, table};
use alloc::{boxed::Box, format, string::String, sync::Arc, vec, vec::Vec};
use referee::{Aim, Cue, Seat, Turn, refuse_if};

/// Walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who.
    pub entity: Name,
    /// Cell by cell.
    pub path: Arc<[Step]>,
}

/// An entity walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveApplied {
    /// Who.
    pub entity_id: Text,
    /// Cell by cell, as declared.
    pub path: Arc<[Step]>,
    /// Where to: column and row.
    pub final_position: (Whole, Whole),
}

impl Declaration for Move {
    const KIND: &'static str = "MOVE";
    const ABOUT: &'static str = "Walk, cell by cell.";
    const FIELDS: &'static [(&'static str, Form)] = &[("entityId", Form::Id), ("path", Form::Path)];

    fn read(fields: &Fields<'_>) -> Result<Move, String> {
        Ok(Move { entity: fields.name("entityId")?, path: path(fields.get("path"))? })
    }

    fn write(&self, out: &mut String) {
        self.entity.write("entityId", out);
        out.push_str(",\"path\":");
        write_path(&self.path, out);
    }

    fn plain(plain: &mut Plain<'_>) -> Option<Move> {
        plain.word(",\"entityId\":")?;
        let entity = plain.name()?;
        plain.word(",\"path\":[")?;
        Some(Move { entity, path: plain.path()?.into() })
    }

    fn actor(&self) -> Option<&Name> {
        Some(&self.entity)
    }

    fn decide<const N: u64>(&self, turn: &mut Turn<'_, Rules14<N>>) -> Ruling {
        let (who, path) = (&self.entity, &self.path);
        may_act(turn, who)?;
        let state = turn.state();
        let Some(last) = path.last() else { return Err(Refusal::PathEmpty.into()) };
        let id = || Arc::clone(&who.text);
        let Some(entity) = named(state, who) else { return Err(Refusal::EntityNotFound { id: id() }.into()) };
        refuse_if!(entity.is_dead(), Refusal::DeadEntity { id: id() }.into());
        let (steps, speed) = (path.len() as u64, entity.stats.movement_speed);
        refuse_if!(Whole::from(steps) > speed, Refusal::TooFar { steps, speed }.into());
        check_path(state, entity, path)?;
        if state.table_rules.0 {
            table::check_walk(state, entity)?;
        }
        let (entity_id, final_position) = (Arc::clone(&entity.id), (last.x, last.y));
        turn.emit(MoveApplied { entity_id, path: Arc::clone(path), final_position }.into());
        Ok(())
    }

    fn aim(&self, state: &GameState) -> Aim {
        let (who, to) = (called(state, &self.entity), self.path.last().map(|step| spot(step.x, step.y)));
        let label = match to {
            Some(to) => format!("{who} walks to ({},{}), {}", to.x, to.y, steps(self.path.len())),
            None => format!("{who} stays"),
        };
        let spots: Vec<_> = place(state, &self.entity).into_iter().chain(to).collect();
        Aim { verb: MOVE.into(), plain: true, ..Aim::new(label, spots) }
    }

    fn offers(state: &GameState, seat: Seat) -> Offers<'_, Move> {
        Box::new(state.acting(seat).flat_map(|entity| walks(state, entity)))
    }

    /// The shortest path to a cell is.
    fn is_offered(&self, state: &GameState) -> bool {
        let (Some(entity), Some(last)) = (named(state, &self.entity), self.path.last()) else { return true };
        let cell = state.map.cell(last.x, last.y);
        let shortest = cell.and_then(|cell| Reach::of(state, entity).path(cell));
        !state.spent.moved && entity.kind != Kind::Object && shortest.is_some_and(|shortest| *shortest == *self.path)
    }
}

/// A path is a list of cells: whole numbers, so that no walk can leave the grid's own cells.
fn path(value: Option<&Value<'_>>) -> Result<Arc<[Step]>, String> {
    let Some(Value::List(steps)) = value else { return Err("MOVE requires path array".into()) };
    let step = |(index, step)| Step::of(step).ok_or_else(|| format!("MOVE path step {index} must have whole numbers x and y"));
    steps.iter().enumerate().map(step).collect::<Result<Vec<_>, _>>().map(Into::into)
}

fn walks<'a>(state: &'a GameState, entity: &'a Entity) -> Offers<'a, Move> {
    if state.spent.moved {
        return Box::new(core::iter::empty());
    }
    let reach = Reach::of(state, entity);
    let cells: Vec<usize> = reach.cells().collect();
    let walk = move |cell| Some(Move { entity: Arc::clone(&entity.id).into(), path: reach.path(cell)?.into() });
    Box::new(cells.into_iter().filter_map(walk))
}

/// Paths up to this long look at everyone for each step; longer ones make a map of them first.
const LOOKS_MAX: usize = 32;

fn check_path(state: &GameState, entity: &Entity, path: &[Step]) -> Result<(), Refusal> {
    let mut from = (entity.position.x, entity.position.y);
    let crowd = (path.len() > LOOKS_MAX).then(|| Crowd::of(state, entity));
    for (step, Step { x, y, .. }) in (0..).zip(path) {
        check_step(state, entity, crowd.as_ref(), step, from, (*x, *y))?;
        from = (*x, *y);
    }
    Ok(())
}

/// Where everyone else stands, for long walks.
struct Crowd(Vec<bool>);

impl Crowd {
    fn of(state: &GameState, mover: &Entity) -> Crowd {
        let mut filled = vec![false; state.map.columns() * state.map.rows()];
        let others = state.entities.iter().filter(|other| !core::ptr::eq(&***other, mover));
        let cells = others.filter_map(|other| state.map.cell(other.position.x, other.position.y));
        cells.for_each(|cell| filled[cell] = true);
        Crowd(filled)
    }

    fn fills(&self, cell: usize) -> bool {
        self.0.get(cell).copied().unwrap_or(false)
    }
}

/// One step: to the next cell up, down, left or right, inside the map, onto free ground.
fn check_step(
    state: &GameState,
    mover: &Entity,
    crowd: Option<&Crowd>,
    step: u64,
    (from_x, from_y): (Whole, Whole),
    (x, y): (Whole, Whole),
) -> Result<(), Refusal> {
    refuse_if!(!is_cardinal((from_x, from_y), (x, y)), Refusal::DiagonalMove { step, from_x, from_y, x, y });
    let chart = state.map.chart();
    let Some(cell) = state.map.cell(x, y) else {
        return Err(Refusal::OutsideMap { step, x, y, width: chart.width, height: chart.height });
    };
    refuse_if!(state.map.is_blocked(cell), Refusal::BlockedCell { step, x, y });
    let occupied = match crowd {
        Some(crowd) => crowd.fills(cell),
        None => state.entities.iter().any(|other| other.stands_on(x, y) && !core::ptr::eq(&**other, mover)),
    };
    refuse_if!(occupied, Refusal::Overlap { step, x, y });
    Ok(())
}

/// Whether a cell is the next one up, down, left or right.
fn is_cardinal((from_x, from_y): (Whole, Whole), (x, y): (Whole, Whole)) -> bool {
    x.distance(from_x).plus(y.distance(from_y)) == Whole::ONE
}

impl Line for MoveApplied {
    fn write(&self, out: &mut String) {
        let (x, y) = self.final_position;
        out.push_str("{\"entityId\":");
        write_text(&self.entity_id, out);
        out.push_str(",\"path\":");
        write_path(&self.path, out);
        out.push_str(",\"finalPosition\":");
        write_cell(x, y, out);
        out.push('}');
    }

    fn apply(&self, state: &mut GameState) {
        state.place(&self.entity_id, self.final_position);
        state.spent.moved = state.combat.is_on();
    }

    /// The path leads, step by step, from where the entity stands to its final position.
    fn check(&self, state: &GameState) -> Result<(), Misfit> {
        let entity = state.entities.find(&self.entity_id);
        let unknown = || format!("is \"{}\", and there is no such entity", self.entity_id);
        Misfit::unless(entity.is_some(), "entityId", unknown)?;
        let Some(entity) = entity else { return Ok(()) };
        let cells: Vec<_> = self.path.iter().map(|step| (step.x, step.y)).collect();
        let (x, y) = (entity.position.x, entity.position.y);
        let begins = cells.first().is_some_and(|first| is_cardinal((x, y), *first));
        Misfit::unless(begins, "path", || format!("must begin next to ({x},{y}), where the entity stands"))?;
        let is_walked = cells.windows(2).all(|pair| is_cardinal(pair[0], pair[1]));
        Misfit::unless(is_walked, "path", || "must go one cell up, down, left or right with each step".into())?;
        Misfit::unless(cells.last() == Some(&self.final_position), "finalPosition", || "must be where the path ends".into())
    }

    fn tell(&self) -> String {
        let (x, y) = self.final_position;
        format!("{} walks {} to ({x},{y})", spoken(&self.entity_id), steps(self.path.len()))
    }

    fn cues(&self) -> Vec<Cue> {
        let place = |step: &Step| spot(step.x, step.y);
        // The event does not say where it began: the first step is one onto its own place.
        let first = self.path.first().map(|step| (place(step), place(step)));
        let further = self.path.windows(2).map(|pair| (place(&pair[0]), place(&pair[1])));
        first.into_iter().chain(further).map(|(from, to)| Cue::Move { token: token_id(&self.entity_id), from, to }).collect()
    }
}

impl ReadLine for MoveApplied {
    const KIND: &'static str = "MOVE_APPLIED";

    fn read(payload: &Payload<'_>) -> Result<MoveApplied, Misfit> {
        let step = |step: Payload<'_>| Step::of(step.whole_value()).ok_or_else(|| step.wrong("must have whole numbers x and y"));
        let (entity_id, path) = (payload.text("entityId")?, payload.list("path", step)?.into());
        Ok(MoveApplied { entity_id, path, final_position: payload.cell("finalPosition")? })
    }
}
