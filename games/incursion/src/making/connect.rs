//! Corridors, doors, and the repair of what does not hang together.

use super::Luck;
use super::draft::{Draft, four};
use crate::Res;
use crate::place::Square;
use referee_dispatch::Place;

/// What corridors are made of, and how likely they turn.
#[derive(Clone, Copy)]
pub(super) struct Corridors {
    pub(super) region: Res,
    pub(super) floor: Res,
    pub(super) turns: i32,
}

/// How many rooms there are to one more corridor than must be.
const ROOMS_A_LOOP: usize = 3;
/// How likely there is a door where there can be one.
const DOORS: i32 = 70;
/// How often the repair joins two pieces before it fills the rest with rock.
const REPAIRS_MAX: usize = 26;

/// Joins every room with its nearest neighbour among those before it, and some others.
pub(super) fn connect(draft: &mut Draft, corridors: Corridors, luck: &mut Luck) {
    for nth in 1..draft.rooms.len() {
        let middle = |room: usize| draft.rooms[room].rect.middle();
        let nearest = (0..nth).min_by_key(|&other| (middle(other).distance(middle(nth)), other));
        nearest.into_iter().for_each(|other| join(draft, nth, other, corridors, luck));
    }
    for _ in 0..draft.rooms.len() / ROOMS_A_LOOP {
        let rooms = draft.rooms.len() as i32;
        let (one, two) = (luck.die(rooms) as usize - 1, luck.die(rooms) as usize - 1);
        if one != two {
            join(draft, one, two, corridors, luck);
        }
    }
}

fn join(draft: &mut Draft, one: usize, two: usize, corridors: Corridors, luck: &mut Luck) {
    let ends = (luck.one_of(&draft.rooms[one].squares), luck.one_of(&draft.rooms[two].squares));
    if let (Some(from), Some(to)) = ends {
        corridor(draft, from, to, corridors, luck);
    }
}

fn corridor(draft: &mut Draft, from: Place, to: Place, corridors: Corridors, luck: &mut Luck) {
    let (mut at, mut across) = (from, luck.percent(50));
    while at != to {
        let (dx, dy) = (to.x - at.x, to.y - at.y);
        across = match (dx, dy) {
            (0, _) => false,
            (_, 0) => true,
            _ => across != luck.percent(corridors.turns),
        };
        if across {
            at.x += dx.signum();
        } else {
            at.y += dy.signum();
        }
        draft.dig(at, corridors.floor, corridors.region);
    }
}

/// Makes one piece of all that is open: joins pieces, and fills what is still apart after many tries.
pub(super) fn repair(draft: &mut Draft, corridors: Corridors, luck: &mut Luck) {
    for _ in 0..REPAIRS_MAX {
        let Some((main, apart)) = two_pieces(draft) else { return };
        let near = main.iter().min_by_key(|at| (at.distance(apart), **at)).copied();
        near.into_iter().for_each(|near| corridor(draft, near, apart, corridors, luck));
    }
    let Some((main, _)) = two_pieces(draft) else { return };
    let rock = draft.terrain.get(Place::new(0, 0));
    let lost: Vec<Place> = draft.open.places().filter(|at| draft.is_open(*at) && main.binary_search(at).is_err()).collect();
    for at in lost {
        draft.open.set(at, false);
        rock.into_iter().for_each(|rock| draft.terrain.set(at, rock));
    }
    let open = &draft.open;
    draft.rooms.iter_mut().for_each(|room| room.squares.retain(|&at| open.get(at) == Some(true)));
    draft.rooms.retain(|room| !room.squares.is_empty());
}

/// The first piece in order, and a square that is not part of it.
fn two_pieces(draft: &Draft) -> Option<(Vec<Place>, Place)> {
    let open = || draft.open.places().filter(|&at| draft.is_open(at));
    let first = draft.rooms.first().and_then(|room| room.squares.first().copied()).or_else(|| open().next())?;
    let far = draft.distances(first, |at| draft.is_open(at));
    let apart = open().find(|&at| far.get(at) == Some(u16::MAX))?;
    let mut main: Vec<Place> = open().filter(|&at| far.get(at) != Some(u16::MAX)).collect();
    main.sort_unstable();
    Some((main, apart))
}

/// Finds where doors go: in a corridor, between two walls, at a room.
pub(super) fn doors(draft: &mut Draft, corridors: Corridors, luck: &mut Luck) {
    let mut in_room = draft.risky.clone();
    draft.rooms.iter().flat_map(|room| &room.squares).for_each(|&at| in_room.set(at, true));
    for at in draft.open.places() {
        let is_corridor = |at: Place| draft.is_open(at) && in_room.get(at) == Some(false);
        let is_room = |at: Place| in_room.get(at) == Some(true);
        let [north, east, south, west] = four(at);
        let gate = |a: Place, b: Place, left: Place, right: Place| {
            let leads = is_room(a) && is_corridor(b) || is_room(b) && is_corridor(a);
            leads && !draft.is_open(left) && !draft.is_open(right)
        };
        let fits = is_corridor(at)
            && draft.regions.get(at) == Some(corridors.region)
            && (gate(north, south, west, east) || gate(west, east, north, south));
        if fits && luck.percent(DOORS) && draft.doors.iter().all(|door| door.distance(at) > 1) {
            draft.doors.push(at);
        }
    }
}
