//! How it looks: the border round the board, a glyph a tile in the colour of who laid it, and panels beside it.

use crate::{Action, Cell, Contest, Direction, Duel, Edge, Edges, Event, Kind, Lay, Outcome, Piece, Score, Seen, Side};
use crate::{Structure, Tile as Kinds, Way};
use alloc::{format, string::String, vec, vec::Vec};
use referee::{Aim, Board, Cue, Entry, Face, Hue, Line, Mark, MarkKind, Millis, Panel, Scene, Show, Slot, Spot, Tile, Token};

/// How many open structures the panel lists.
const STRUCTURES_MAX: usize = 8;
const EMPTY: char = ' ';
/// How long a contest is looked at before what follows it is shown.
const CONTEST_MS: u16 = 420;

impl Show for Duel {
    const ABOUT: &'static str = "two mages lay tiles, close cities and roads, and take what they outweigh, against the clock";

    fn scene(&self, seen: &Seen) -> Scene {
        Scene {
            title: "Mage Duel".into(),
            status: status(seen),
            until: until(seen),
            board: Some(Board { tiles: tiles(seen), tokens: tokens(seen), marks: marks(seen), ..Board::default() }),
            panels: vec![sides(seen), pile(seen), contests(seen)],
            hand: seen.top.filter(|_| !seen.finished).map(|tile| face(tile, 0)).into_iter().collect(),
            tray: [PLACE, JOKER, SKIP].map(Slot::new).into(),
            account: if seen.outcome.is_some() { Side::BOTH.map(|side| account(seen, side)).into() } else { Vec::new() },
            ..Scene::default()
        }
    }

    fn tell(&self, event: &Event) -> String {
        match event {
            Event::Seeded { .. } | Event::Rolled { .. } => String::new(),
            Event::Opened { rules, .. } => format!("a game with {} tiles begins", rules.tiles()),
            Event::BorderLaid { .. } => "the border is laid".into(),
            Event::Drawn { n, tile, .. } => format!("a {} is drawn, {} left", called(*tile), n.saturating_sub(1)),
            Event::Placed { side, tile, col, row, joker, city, road, .. } => {
                let how = if *joker { " for a joker" } else { "" };
                format!("{} lays a {} at {}{how}: {}", side.name(), called(*tile), written(*col, *row), worth(*city, *road))
            }
            Event::ContestWon { kind, node, blue, red, winner, delta } => {
                let taken = if *delta > 0 { format!(", {delta} taken") } else { String::new() };
                format!("the {} at {} goes to {}, {blue}:{red}{taken}", built(*kind), place(*node), winner.name())
            }
            Event::ContestDrawn { kind, node, blue, red } => {
                format!("the {} at {} is even, {blue}:{red}: both keep", built(*kind), place(*node))
            }
            Event::Skipped { side, timed_out: true, .. } => format!("{}'s time is over", side.name()),
            Event::Skipped { side, .. } => format!("{} skips", side.name()),
            Event::Returned { tile } => format!("the {} goes back", called(*tile)),
            Event::Finished { way, blue, red, winner, .. } => {
                ended(&Outcome { way: *way, blue: *blue, red: *red, winner: *winner })
            }
        }
    }

    fn cues(&self, event: &Event) -> Vec<Cue> {
        match *event {
            Event::Placed { side, col, row, city, road, .. } => {
                let (at, hue) = (spot(col, row), hue(side));
                vec![Cue::Flash { at, hue }, Cue::Float { at, text: format!("+{}", u32::from(city) + u32::from(road)), hue }]
            }
            Event::ContestWon { node, winner, delta, .. } if delta > 0 => {
                let (at, hue) = (node_spot(node), hue(winner));
                vec![Cue::Flash { at, hue }, Cue::Float { at, text: format!("+{delta}"), hue }]
            }
            Event::ContestWon { node, winner, .. } => vec![Cue::Flash { at: node_spot(node), hue: hue(winner) }],
            Event::ContestDrawn { node, .. } => vec![Cue::Flash { at: node_spot(node), hue: Hue::Plain }],
            _ => Vec::new(),
        }
    }

    /// A contest is seen on every tile of what it is about.
    fn film(&self, before: &dyn Fn() -> Option<Seen>, events: &[Event]) -> Vec<Cue> {
        let is_contested = events.iter().any(|event| contested(event).is_some());
        let mut board = Some(()).filter(|()| is_contested).and_then(|()| before()).map(|seen| seen.board).unwrap_or_default();
        let mut film = Vec::new();
        for event in events {
            if let Event::Placed { side, tile, rotation, col, row, .. } = *event
                && let Some(lay) = Lay::new(tile, rotation, col, row)
            {
                board.lay(lay, side);
            }
            if let Some((node, hue)) = contested(event) {
                film.extend(spots_of(&board, node).into_iter().map(|at| Cue::Flash { at, hue }));
            }
            film.extend(self.cues(event));
            film.extend(contested(event).map(|_| Cue::Freeze { millis: CONTEST_MS }));
        }
        film
    }

    fn aim(&self, seen: &Seen, action: &Action) -> Aim {
        let lay = |tile: Option<u8>, rotation, col, row| tile.and_then(|tile| Lay::new(tile, rotation, col, row));
        match *action {
            Action::Place { rotation, col, row } => {
                let lay = lay(seen.top.map(Kinds::id), rotation, col, row);
                Aim { plain: true, ..aimed(PLACE, seen, lay, col, row) }
            }
            Action::Joker { tile, rotation, col, row } => aimed(JOKER, seen, lay(Some(tile), rotation, col, row), col, row),
            Action::Skip {} => Aim { verb: SKIP.into(), ..Aim::new("skip: the tile goes back, another is drawn", []) },
            Action::Finish {} => Aim::new("end the abandoned game", []),
        }
    }
}

/// What a contest was about, and whose it is now.
fn contested(event: &Event) -> Option<(u8, Hue)> {
    match *event {
        Event::ContestWon { node, winner, .. } => Some((node, hue(winner))),
        Event::ContestDrawn { node, .. } => Some((node, Hue::Plain)),
        _ => None,
    }
}

const PLACE: &str = "place";
const JOKER: &str = "joker";
const SKIP: &str = "skip";

fn aimed(verb: &str, seen: &Seen, lay: Option<Lay>, col: u8, row: u8) -> Aim {
    let about = lay.map_or_else(String::new, |lay| points(seen.board.worth(lay)));
    let what = lay.map_or_else(String::new, |lay| {
        format!(" {} {}{}, {about}", glyph(lay.tile, lay.rotation), lay.tile.title(), turned(lay.rotation))
    });
    // The label says what it is called and how it is turned: of tiles that lie alike, one is enough.
    let face = lay.map(|lay| Face { name: String::new(), ..face(lay.tile, lay.rotation) });
    Aim { verb: verb.into(), about, face, ..Aim::new(format!("{verb}{what} at {}", written(col, row)), [spot(col, row)]) }
}

/// A tile away from the board.
fn face(tile: Kinds, rotation: u8) -> Face {
    Face { glyph: glyph(tile, rotation), hue: Hue::Plain, name: tile.title().into(), sides: edged(tile, rotation) }
}

/// The sides of a tile as it lies, as the border is coloured; meadows are green.
fn edged(tile: Kinds, rotation: u8) -> Vec<Hue> {
    let edges = tile.edges(rotation);
    let side = |side: Direction| match edges.at(side) {
        Some(Edge::City) => Hue::Yellow,
        Some(Edge::Road) => Hue::Brown,
        _ => Hue::Green,
    };
    Direction::ALL.map(side).into()
}

fn status(seen: &Seen) -> String {
    match (&seen.outcome, seen.to_move) {
        (Some(outcome), _) => ended(outcome),
        (None, Some(side)) => {
            format!("{} to move{}", side.name(), if seen.top.is_some() { "" } else { ": no tile is left" })
        }
        (None, None) => String::new(),
    }
}

/// Until when whose turn it is may move; the first move has no clock.
fn until(seen: &Seen) -> Option<Millis> {
    let is_running = seen.outcome.is_none() && seen.last.is_some();
    is_running.then(|| seen.clock.saturating_add(seen.rules.move_time.into()))
}

fn ended(outcome: &Outcome) -> String {
    let Outcome { way, blue, red, winner } = *outcome;
    let way = match way {
        Way::Exhausted => "tiles and jokers are used up",
        Way::TwoSkips => "two skips",
        Way::Abandoned => "the game was abandoned",
        Way::FullBoard => "the board is full",
    };
    let result = winner.map_or("a draw".into(), |winner| format!("{} wins", winner.name()));
    format!("{way}: {result}, {blue}:{red}")
}

/// Cells, and the border round them.
fn tiles(seen: &Seen) -> Vec<Tile> {
    let cells = Cell::all().map(|cell| Tile::new(spot(cell.col(), cell.row()), EMPTY, Hue::Faint, format!("{cell}")));
    let sides = Cell::all().flat_map(|cell| Direction::ALL.into_iter().map(move |side| (cell, side)));
    let border = sides.filter(|&(cell, side)| cell.beside(side).is_none()).map(|(cell, side)| {
        let (glyph, hue, name) = match seen.board.border().at(cell.border_index(side)) {
            Some(Edge::City) => ('■', Hue::Yellow, "city"),
            Some(_) => ('+', Hue::Brown, "road"),
            None => ('^', Hue::Faint, "mountain"),
        };
        Tile::new(outside(cell, side), glyph, hue, name.into())
    });
    cells.chain(border).collect()
}

fn tokens(seen: &Seen) -> Vec<Token> {
    let token = |(cell, piece): (Cell, Piece)| {
        let name = format!("{} of {}", piece.tile.title(), piece.side.name());
        let glyph = glyph(piece.tile, piece.rotation);
        let token = Token::new(u32::from(cell.position()), spot(cell.col(), cell.row()), glyph, hue(piece.side), name);
        Token { sides: edged(piece.tile, piece.rotation), ..token }
    };
    seen.board.pieces().map(token).collect()
}

/// Where the last tile was laid, and where the top tile could go.
fn marks(seen: &Seen) -> Vec<Mark> {
    let top = seen.top.filter(|_| !seen.finished);
    let mut cells: Vec<Cell> = top.into_iter().flat_map(|tile| seen.board.lays(tile)).map(|lay| lay.cell).collect();
    cells.dedup();
    let last = seen.last_tile.map(|last| Mark::new(spot(last.col, last.row), MarkKind::Latest));
    let free = cells.into_iter().map(|cell| Mark::new(spot(cell.col(), cell.row()), MarkKind::Note));
    last.into_iter().chain(free).collect()
}

fn sides(seen: &Seen) -> Panel {
    let line = |side: Side| {
        let (score, jokers) = ([seen.blue, seen.red][side as usize], seen.jokers[side as usize]);
        let total = score.sum() + u32::from(jokers) * u32::from(seen.rules.joker_price);
        let turn = if seen.to_move == Some(side) { '>' } else { ' ' };
        let (city, road) = (score.city, score.road);
        Line::new(format!("{turn} {:<4} {total:>3}  cities {city:>2}  roads {road:>2}  jokers {jokers}", side.name()), hue(side))
    };
    Panel { title: "Points".into(), lines: Side::BOTH.map(line).into(), ..Panel::default() }
}

/// What a side has in the end: cities, roads, and jokers that were kept.
fn account(seen: &Seen, side: Side) -> Entry {
    let (score, jokers) = ([seen.blue, seen.red][side as usize], seen.jokers[side as usize]);
    let kept = u32::from(jokers) * u32::from(seen.rules.joker_price);
    let parts = format!("{} in cities, {} in roads, {kept} for jokers kept", score.city, score.road);
    Entry::new(format!("{}: {parts}", side.name()), format!("{}", score.sum() + kept))
}

/// What is left to draw, by kind.
fn pile(seen: &Seen) -> Panel {
    let counted = |tile: Kinds| seen.pile.tiles().iter().filter(|&&other| other == tile).count() as u32;
    let faces: Vec<(Face, u32)> =
        Kinds::all().map(|tile| (face(tile, 0), counted(tile))).filter(|(_, count)| *count > 0).collect();
    let lines = faces.iter().map(|(face, count)| Line::new(format!("{count} {}", face.name), Hue::Faint)).collect();
    Panel { title: format!("Deck: {} left", seen.deck), lines, faces }
}

/// The largest structures that are still open, or were when the game ended, with what each side has in them.
fn contests(seen: &Seen) -> Panel {
    let mut open: Vec<Structure> = seen.board.structures().all().filter(|structure| structure.open > 0).collect();
    open.sort_by_key(|structure| (core::cmp::Reverse(structure.points[0] + structure.points[1]), structure.node));
    let line = |structure: &Structure| {
        let [blue, red] = structure.points;
        let leads = Contest::between(blue, red).winner.map_or(Hue::Plain, hue);
        let (what, at) = (built(structure.kind), place(structure.node));
        let text = format!("{what} at {at}: blue {blue}, red {red}, {} open", structure.open);
        Line { spots: spots_of(&seen.board, structure.node), ..Line::new(text, leads) }
    };
    let mut lines: Vec<Line> = open.iter().take(STRUCTURES_MAX).map(line).collect();
    if open.len() > STRUCTURES_MAX {
        lines.push(Line::new(format!("and {} more", open.len() - STRUCTURES_MAX), Hue::Faint));
    }
    Panel { title: if seen.finished { "Contested at the end" } else { "Open" }.into(), lines, ..Panel::default() }
}

/// A tile as one character: cities as solid shapes at their sides; where there is none, the roads; else an empty square.
fn glyph(tile: Kinds, rotation: u8) -> char {
    let edges = tile.edges(rotation);
    match sides_with(edges, Edge::City) {
        0 => ROADS[sides_with(edges, Edge::Road)],
        cities => CITIES[cities],
    }
}

/// By sides: top 1, right 2, bottom 4, left 8.
const CITIES: [char; 16] = [' ', '▲', '▶', '◥', '▼', '▮', '◢', '▐', '◀', '◤', '▬', '▀', '◣', '▌', '▄', '█'];
const ROADS: [char; 16] = ['□', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

fn sides_with(edges: Edges, edge: Edge) -> usize {
    Direction::ALL.into_iter().filter(|&side| edges.at(side) == Some(edge)).map(|side| 1 << side as usize).sum()
}

fn hue(side: Side) -> Hue {
    if side == Side::Blue { Hue::Blue } else { Hue::Red }
}

fn built(kind: Kind) -> &'static str {
    if kind == Kind::City { "city" } else { "road" }
}

fn called(tile: u8) -> &'static str {
    Kinds::new(tile).map_or("nothing", Kinds::title)
}

fn turned(rotation: u8) -> &'static str {
    ["", " turned once", " turned twice", " turned thrice"][usize::from(rotation % 4)]
}

fn worth(city: u16, road: u16) -> String {
    points(Score { city, road })
}

fn points(score: Score) -> String {
    match (score.city, score.road) {
        (0, 0) => "no points".into(),
        (city, 0) => format!("{city} in cities"),
        (0, road) => format!("{road} in roads"),
        (city, road) => format!("{city} in cities, {road} in roads"),
    }
}

/// The cell of a node.
fn place(node: u8) -> String {
    Cell::at(node / 4).map_or_else(String::new, |cell| format!("{cell}"))
}

/// A cell as players write it.
fn written(col: u8, row: u8) -> String {
    Cell::new(col, row).map_or_else(String::new, |cell| format!("{cell}"))
}

/// Every place of what a node is part of.
fn spots_of(board: &crate::Board, node: u8) -> Vec<Spot> {
    let name = board.structures().name(node);
    let mut cells: Vec<u8> = (0..=u8::MAX).filter(|node| board.structures().name(*node) == name).map(|node| node / 4).collect();
    cells.dedup();
    cells.into_iter().map(|cell| node_spot(cell * 4)).collect()
}

fn node_spot(node: u8) -> Spot {
    Cell::at(node / 4).map_or(Spot::default(), |cell| spot(cell.col(), cell.row()))
}

/// A cell as a place of the picture; the border lies round it.
fn spot(col: u8, row: u8) -> Spot {
    Spot::new(i16::from(col), i16::from(row))
}

/// The place of the border piece at a side of a cell.
fn outside(cell: Cell, side: Direction) -> Spot {
    let at = spot(cell.col(), cell.row());
    match side {
        Direction::Top => Spot::new(at.x, at.y - 1),
        Direction::Right => Spot::new(at.x + 1, at.y),
        Direction::Bottom => Spot::new(at.x, at.y + 1),
        Direction::Left => Spot::new(at.x - 1, at.y),
    }
}
