//! What there is to see and to do at one record: computed once, drawn often.

use super::players::Players;
use super::session::Session;
use crate::commands::offered;
use referee::{Cue, Millis, Scene, Seat, Shape, Spot};
use referee_host::{Choice, HostError, Table};
use std::collections::BTreeSet;

/// The list shows this many choices at most; more can still be declared by hand.
pub(crate) const CHOICES_MAX: usize = 2_000;

/// What there is to see and to do at one record.
#[derive(Debug, Default)]
pub(crate) struct Moment {
    /// The record.
    pub(crate) seq: u64,
    /// Whose eyes these are.
    pub(crate) eye: Option<Seat>,
    /// What they see.
    pub(crate) scene: Scene,
    /// The places of the board.
    pub(crate) spots: BTreeSet<Spot>,
    /// Where it just happened.
    pub(crate) latest: BTreeSet<Spot>,
    /// The seats that have something to do.
    pub(crate) waiting: Vec<Seat>,
    /// The seat that is played here now.
    pub(crate) seat: Option<Seat>,
    /// What it may do.
    pub(crate) choices: Vec<Choice>,
    /// Whether it may do even more.
    pub(crate) more: bool,
    /// Whether the game is over.
    pub(crate) over: bool,
}

impl Moment {
    /// The present. Where several seats may act here, the preferred one does.
    pub(crate) fn present(session: &Session<'_>, players: &Players, preferred: Option<Seat>, at: Millis) -> Moment {
        let table = session.table();
        let waiting = table.waiting_for(at);
        // Nobody waits for an optional seat, but it may act whenever it has something to do.
        let optional = players.optional().filter(|&seat| !table.choices(seat, at, 1).is_empty());
        let here: Vec<Seat> = waiting.iter().copied().filter(|&seat| players.is_here(seat)).chain(optional).collect();
        let seat = preferred.filter(|seat| here.contains(seat)).or(here.first().copied());
        let eye = players.eye(seat.or(waiting.first().copied()));
        let mut choices = seat.map_or_else(Vec::new, |seat| table.choices(seat, at, CHOICES_MAX + 1));
        let more = choices.len() > CHOICES_MAX;
        choices.truncate(CHOICES_MAX);
        distinct(&mut choices);
        let mut scene = table.scene(eye);
        if let Some(offer) = table.parley().offer {
            scene.status = format!("{} {} D answers.", scene.status, offered(&offer));
        }
        let spots = spots_of(&scene, &choices);
        let latest = latest(table, table.seq(), eye, &spots);
        Moment { seq: table.seq(), eye, scene, spots, latest, waiting, seat, choices, more, over: table.over(at) }
    }

    /// The past, to be looked at only.
    pub(crate) fn past(session: &Session<'_>, eye: Option<Seat>, seq: u64) -> Result<Moment, HostError> {
        let scene = session.table().scene_at(seq, eye)?;
        let spots = spots_of(&scene, &[]);
        let latest = latest(session.table(), seq, eye, &spots);
        Ok(Moment { seq, eye, scene, spots, latest, ..Moment::default() })
    }

    /// How the places of the board lie.
    pub(crate) fn shape(&self) -> Shape {
        self.scene.board.as_ref().map_or(Shape::Square, |board| board.shape)
    }

    /// What is on a place, in words.
    pub(crate) fn words(&self, spot: Spot) -> String {
        let Some(board) = &self.scene.board else { return String::new() };
        let tokens = board.tokens.iter().rev().filter(|token| token.at == spot).map(|token| match token.gauge {
            Some((full, most)) => format!("{} {full}/{most}", token.name),
            None => token.name.clone(),
        });
        let tiles = board.tiles.iter().filter(|tile| tile.at == spot).map(|tile| tile.name.clone());
        let things: Vec<String> = tokens.chain(tiles).filter(|name| !name.is_empty()).collect();
        if board.shape == Shape::Map {
            return things.join(" on ");
        }
        format!("({}, {}) {}", spot.x, spot.y, things.join(" on ")).trim_end().to_owned()
    }
}

/// The places a record moved something to, or lit up.
fn latest(table: &dyn Table, seq: u64, eye: Option<Seat>, spots: &BTreeSet<Spot>) -> BTreeSet<Spot> {
    let place = |cue: &Cue| match *cue {
        Cue::Move { to, .. } => Some(to),
        Cue::Flash { at, .. } | Cue::Float { at, .. } => Some(at),
        _ => None,
    };
    table.cues(seq, eye).iter().filter_map(place).filter(|spot| spots.contains(spot)).collect()
}

fn spots_of(scene: &Scene, choices: &[Choice]) -> BTreeSet<Spot> {
    let Some(board) = &scene.board else { return BTreeSet::new() };
    let tiles = board.tiles.iter().map(|tile| tile.at);
    let tokens = board.tokens.iter().map(|token| token.at);
    let marks = board.marks.iter().map(|mark| mark.at);
    let aims = choices.iter().flat_map(|choice| choice.aim.spots.iter().copied());
    tiles.chain(tokens).chain(marks).chain(aims).collect()
}

/// Of choices that come to the same, the first stays: see [`referee::Aim::face`].
fn distinct(choices: &mut Vec<Choice>) {
    let mut known = BTreeSet::new();
    choices.retain(|Choice { aim, .. }| {
        aim.face.as_ref().is_none_or(|face| known.insert((aim.verb.clone(), aim.spots.clone(), format!("{face:?}"))))
    });
}
