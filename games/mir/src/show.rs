//! What anyone may know, and how it looks. Everything lies open but the seed of the dice.

use crate::rules::{NPCS, PLAYERS, seat_of};
use crate::{Action, Deed, Entity, Event, GameState, Kind, Name, Rules14, Seed, Step, Whole};
use alloc::{boxed::Box, format, string::String, string::ToString, vec, vec::Vec};
use referee::{Aim, Board, Cue, Digest, Hue, Mark, MarkKind, Panel, Rules, Scene, Seat, Show, Spot, Tile, Token, View};

impl<const FIRST_ROLL: u64> View for Rules14<FIRST_ROLL> {
    type View = GameState;

    fn view(&self, state: &GameState, _eye: Option<Seat>) -> GameState {
        let mut seen = state.clone();
        seen.rng.seed = Seed::None;
        seen
    }

    fn seen(&self, event: &Event, eye: Option<Seat>) -> Option<Event> {
        match event {
            Event::Opened(state) => Some(Event::Opened(Box::new(self.view(state, eye)))),
            event => Some(event.clone()),
        }
    }

    fn imagine(&self, seen: &GameState, luck: u64) -> GameState {
        let mut state = seen.clone();
        state.rng.seed = Seed::of(&format!("imagined-{luck}"));
        state
    }
}

impl<const FIRST_ROLL: u64> Show for Rules14<FIRST_ROLL> {
    const ABOUT: &'static str = if FIRST_ROLL == 0 {
        "MIR 1.4 with the dice of the public program: grid skirmish, d20 against armour"
    } else {
        "MIR 1.4: grid skirmish, d20 against armour, the whole state one JSON document"
    };

    fn scene(&self, state: &GameState) -> Scene {
        let bodies = |dead: bool| state.entities.iter().filter(move |entity| entity.is_dead() == dead);
        let tokens = bodies(true).chain(bodies(false)).map(|entity| token(entity)).collect();
        let active = state.active().map(|entity| Mark { at: spot(entity.position.x, entity.position.y), kind: MarkKind::Goal });
        Scene {
            title: format!("MIR: {}", state.map.chart().name),
            status: status::<FIRST_ROLL>(state),
            board: Some(Board { tiles: tiles(state), tokens, marks: active.into_iter().collect(), ..Board::default() }),
            panels: vec![fighters(state)],
        }
    }

    fn tell(&self, event: &Event) -> String {
        match event {
            Event::Opened(state) => format!("{} lie ready at {}", count(state), state.map.chart().name),
            Event::Rolled { sides, value, source } => format!("{source}: {value} on a d{sides}"),
            Event::MoveApplied { entity_id, path, final_position: (x, y) } => {
                format!("{entity_id} walks {} to ({x},{y})", steps(path.len()))
            }
            Event::AttackResolved(attack) => {
                let (roll, ac) = (attack.attack_roll, attack.target_ac);
                let blow = format!("{} strikes at {}: {roll} against {ac}", attack.attacker_id, attack.target_id);
                match (attack.hit, attack.target_hp_after) {
                    (false, _) => format!("{blow}, a miss"),
                    (true, hp) if hp == Whole::ZERO => {
                        format!("{blow}, {} damage, and {} falls", attack.damage, attack.target_id)
                    }
                    (true, hp) => format!("{blow}, {} damage, {hp} life left", attack.damage),
                }
            }
            Event::InitiativeRolled { order } => {
                let order: Vec<String> = order.iter().map(|rank| format!("{} {}", rank.entity_id, rank.roll)).collect();
                format!("the fight begins: {}", order.join(", "))
            }
            Event::TurnEnded { entity_id, next_entity_id, round } => {
                format!("{entity_id} is done; {next_entity_id} is next, round {round}")
            }
            Event::ActionRejected { reasons, .. } => format!("refused: {}", reasons.join("; ")),
        }
    }

    fn cues(&self, event: &Event) -> Vec<Cue> {
        match event {
            Event::MoveApplied { entity_id, path, .. } => {
                let place = |step: &Step| spot(step.x, step.y);
                let pairs = path.windows(2).map(|pair| (place(&pair[0]), place(&pair[1])));
                pairs.map(|(from, to)| Cue::Move { token: token_id(entity_id), from, to }).collect()
            }
            Event::AttackResolved(attack) if attack.hit => vec![Cue::Shake { token: token_id(&attack.target_id) }],
            _ => Vec::new(),
        }
    }

    fn aim(&self, state: &GameState, action: &Action) -> Aim {
        let find = |name: &Name| name.id().and_then(|id| state.entities.find(id));
        let place = |name: &Name| find(name).map(|entity| spot(entity.position.x, entity.position.y));
        let called = |name: &Name| find(name).map_or_else(|| name.text.to_string(), |entity| entity.name.to_string());
        match &action.deed {
            Deed::Move { entity, path } => {
                let to = path.last().map(|step| spot(step.x, step.y));
                let label = match to {
                    Some(to) => format!("{} walks to ({},{}), {}", called(entity), to.x, to.y, steps(path.len())),
                    None => format!("{} stays", called(entity)),
                };
                Aim { label, spots: place(entity).into_iter().chain(to).collect() }
            }
            Deed::Attack { attacker, target } => Aim {
                label: format!("{} strikes {}", called(attacker), called(target)),
                spots: place(attacker).into_iter().chain(place(target)).collect(),
            },
            Deed::EndTurn { entity } => {
                Aim { label: format!("{} ends the turn", called(entity)), spots: place(entity).into_iter().collect() }
            }
            Deed::RollInitiative => Aim { label: "roll initiative: the fight begins".into(), spots: Vec::new() },
            Deed::Malformed { why } => Aim { label: why.to_string(), spots: Vec::new() },
        }
    }
}

fn status<const N: u64>(state: &GameState) -> String {
    match (state.fallen(), state.active()) {
        (Some(side), _) => {
            let winner = if side == PLAYERS { NPCS } else { PLAYERS };
            format!("the {} have won in round {}", Rules14::<N>::name(winner), state.combat.round)
        }
        (None, Some(active)) => format!("round {}: {}'s turn", state.combat.round, active.name),
        (None, None) => "exploration: anyone may act, until initiative is rolled".into(),
    }
}

fn count(state: &GameState) -> String {
    let list = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let entities = &state.entities;
    format!(
        "{}, {}, {}",
        list(entities.players.len(), "player"),
        list(entities.npcs.len(), "npc"),
        list(entities.objects.len(), "object")
    )
}

fn steps(count: usize) -> String {
    if count == 1 { "one step".into() } else { format!("{count} steps") }
}

/// A cell as a place on the board; one the contract does not allow lies at the edge.
fn spot(x: Whole, y: Whole) -> Spot {
    let edge = |value: Whole| value.clamped().clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16;
    Spot::new(edge(x), edge(y))
}

/// The same name is the same token, from scene to scene and from cue to cue.
fn token_id(id: &str) -> u32 {
    Digest::of(&id).0 as u32
}

fn token(entity: &Entity) -> Token {
    let initial = entity.name.chars().find(|letter| letter.is_alphanumeric()).unwrap_or('?');
    let (glyph, hue) = match entity.kind {
        _ if entity.is_dead() => ('†', Hue::Faint),
        Kind::Player => (initial.to_uppercase().next().unwrap_or(initial), Hue::Green),
        Kind::Npc => (initial.to_lowercase().next().unwrap_or(initial), Hue::Red),
        Kind::Object => ('■', Hue::Brown),
    };
    let number = |value: Whole| value.clamped().clamp(0, i64::from(u32::MAX)) as u32;
    let gauge = Some((number(entity.stats.hp_current), number(entity.stats.hp_max)));
    let at = spot(entity.position.x, entity.position.y);
    Token { gauge, ..Token::new(token_id(&entity.id), at, glyph, hue, entity.name.to_string()) }
}

fn tiles(state: &GameState) -> Vec<Tile> {
    let map = &state.map;
    let cells = (0..map.rows()).flat_map(|y| (0..map.columns()).map(move |x| (x, y)));
    let floor = |(x, y): (usize, usize)| Tile::new(Spot::new(x as i16, y as i16), '·', Hue::Faint, "floor".into());
    let mut tiles: Vec<Tile> = cells.map(floor).collect();
    for terrain in &map.chart().terrain {
        let Some(tile) = map.cell(terrain.x, terrain.y).and_then(|cell| tiles.get_mut(cell)) else { continue };
        (tile.glyph, tile.hue) = ground(&terrain.name, terrain.blocks_movement);
        tile.name = terrain.name.to_string();
    }
    tiles
}

fn ground(name: &str, blocks: bool) -> (char, Hue) {
    match name {
        "water" => ('~', Hue::Blue),
        "pit" => ('○', Hue::Violet),
        "difficult" | "rubble" | "mud" => (',', Hue::Brown),
        "ice" => ('-', Hue::Cyan),
        "fire" | "hearth" => ('^', Hue::Orange),
        "door" => ('+', Hue::Brown),
        "table" | "bar" | "crate" => ('▪', Hue::Brown),
        "tree" => ('♣', Hue::Green),
        _ if blocks => ('#', Hue::Plain),
        _ => ('.', Hue::Plain),
    }
}

/// Who is there, in the order of initiative while there is one.
fn fighters(state: &GameState) -> Panel {
    let ordered: Vec<&Entity> = state.combat.initiative_order.iter().filter_map(|id| state.entities.find(id)).collect();
    let everyone = || state.entities.iter().map(|entity| &**entity).filter(|entity| entity.kind != Kind::Object).collect();
    let listed: Vec<&Entity> = if ordered.is_empty() { everyone() } else { ordered };
    let active = state.active().map(|entity| &entity.id);
    let line = |entity: &&Entity| {
        let pointer = if active == Some(&entity.id) { "▶" } else { " " };
        let life = match entity.is_dead() {
            true => "dead".into(),
            false => format!("{}/{} life, AC {}", entity.stats.hp_current, entity.stats.hp_max, entity.stats.ac),
        };
        let hue = match (entity.is_dead(), seat_of(entity)) {
            (true, _) => Hue::Faint,
            (false, PLAYERS) => Hue::Green,
            (false, _) => Hue::Red,
        };
        (format!("{pointer} {} {life}", entity.name), hue)
    };
    let title = if ordered_on(state) { "Initiative" } else { "Present" };
    Panel { title: title.into(), lines: listed.iter().map(line).collect() }
}

fn ordered_on(state: &GameState) -> bool {
    !state.combat.initiative_order.is_empty()
}
