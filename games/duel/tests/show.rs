//! How it looks, and how it is told.

use referee::{Cue, Game, Hue, Legal, MarkKind, Seat, Show, Spot, View};
use referee_duel::{Action, Border, Duel, LastTile, Setup, Side, Tile};

fn game() -> Game<Duel> {
    let mut codes = [2; 32];
    (codes[6], codes[24]) = (0, 1);
    let border = Border::try_from(codes).ok();
    let mut game = Game::start(Duel, Setup { border, ..Setup::default() }).unwrap();
    game.act(Seat(0), 1, Action::Joker { tile: 10, rotation: 1, col: 6, row: 7 }).unwrap();
    game.act(Seat(1), 2, Action::Joker { tile: 6, rotation: 3, col: 7, row: 7 }).unwrap();
    game.act(Seat(0), 3, Action::Joker { tile: 14, rotation: 0, col: 0, row: 0 }).unwrap();
    game
}

#[test]
fn the_border_lies_round_the_board_and_tiles_have_the_colour_of_who_laid_them() {
    let scene = Duel.scene(&Duel.view(game().state(), None));
    let board = scene.board.unwrap();
    assert_eq!(board.tiles.len(), 64 + 32);
    let tile = |x, y| board.tiles.iter().find(|tile| tile.at == Spot::new(x, y)).map(|tile| tile.glyph);
    assert_eq!((tile(6, 8), tile(-1, 0), tile(0, -1), tile(-1, -1)), (Some('■'), Some('+'), Some('^'), None));
    let tokens: Vec<_> = board.tokens.iter().map(|token| (token.at, token.glyph, token.hue)).collect();
    let expected = [(Spot::new(0, 0), '─', Hue::Blue), (Spot::new(6, 7), '◢', Hue::Blue), (Spot::new(7, 7), '◀', Hue::Red)];
    assert_eq!(tokens, expected);
    assert_eq!(scene.panels[0].lines[0].text, "  blue  16  cities  8  roads  3  jokers 1");
    assert_eq!(scene.panels[2].lines[0].text, "road at a1: blue 3, red 0, 1 open");
    assert_eq!(scene.panels[2].lines[0].spots, [Spot::new(0, 0)]);
}

/// The last tile is part of the view and marked on the board, until another is laid; a skip leaves it marked.
#[test]
fn the_last_tile_laid_is_seen_and_marked() {
    let mut game = game();
    let marked = |game: &Game<Duel>| {
        let marks = Duel.scene(&Duel.view(game.state(), None)).board.unwrap().marks;
        let latest = marks.into_iter().filter(|mark| mark.kind == MarkKind::Latest);
        latest.map(|mark| mark.at).collect::<Vec<_>>()
    };
    let last = |game: &Game<Duel>| Duel.view(game.state(), Some(Seat(1))).last_tile;
    let straight = LastTile { side: Side::Blue, tile: Tile::new(14).unwrap(), rotation: 0, col: 0, row: 0 };
    assert_eq!((last(&game), marked(&game)), (Some(straight), vec![Spot::new(0, 0)]));
    game.act(Seat(1), 4, Action::Skip {}).unwrap();
    assert_eq!((last(&game), marked(&game)), (Some(straight), vec![Spot::new(0, 0)]), "nothing was laid since");
    let begun = game.branch(0).unwrap();
    assert_eq!((last(&begun), marked(&begun)), (None, vec![]));
}

#[test]
fn every_event_is_told_and_every_action_has_a_name_and_a_place() {
    let mut game = game();
    let told = |seq: u64| {
        let events = game.log().records(seq).next().unwrap().events.to_vec();
        events.iter().map(|event| Duel.tell(event)).collect::<Vec<_>>()
    };
    assert_eq!(told(1), ["blue lays a city corner at g8 for a joker: 6 in cities"]);
    assert_eq!(told(2), ["red lays a city side at h8 for a joker: 2 in cities", "the city at g8 goes to blue, 6:2, 2 taken"]);
    assert_eq!(game.log().events().filter(|event| !Duel.cues(event).is_empty()).count(), 4, "three tiles, one contest");
    let contest = game.log().records(2).next().unwrap().events.to_vec();
    let before = game.at(1).unwrap();
    let film = Duel.film(&|| Some(Duel.view(&before, None)), &contest);
    let flashed =
        |col, row| film.iter().any(|cue| matches!(cue, Cue::Flash { at, hue: Hue::Blue } if *at == Spot::new(col, row)));
    assert!(flashed(6, 7) && flashed(7, 7), "a contest is seen on all its tiles: {film:?}");
    let seen = Duel.view(game.state(), None);
    for action in Duel.legal(game.state(), Seat(1), 4) {
        let aim = Duel.aim(&seen, &action);
        assert!(!aim.label.is_empty());
        assert_eq!(aim.spots.is_empty(), action == Action::Skip {});
    }
    game.act(Seat(1), 4, Action::Skip {}).unwrap();
    game.act(Seat(0), 5, Action::Skip {}).unwrap();
    assert_eq!(Duel.scene(&Duel.view(game.state(), None)).status, "two skips: blue wins, 16:10");
}

#[test]
fn the_tile_in_hand_and_the_ways_to_lay_it_are_pictures() {
    let game = game();
    let seen = Duel.view(game.state(), None);
    let scene = Duel.scene(&seen);
    let [held] = &scene.hand[..] else { panic!("one tile is in hand: {:?}", scene.hand) };
    assert_eq!((held.name.as_str(), held.sides.len()), (seen.top.unwrap().title(), 4));
    let laid: Vec<_> = scene.board.unwrap().tokens.into_iter().map(|token| token.sides).collect();
    let [city, road, meadow] = [Hue::Yellow, Hue::Brown, Hue::Green];
    assert_eq!(laid[1], [meadow, city, city, meadow], "CCFF turned once: what was at the top is at the right");
    assert_eq!(laid[0], [meadow, road, meadow, road]);
    for action in Duel.legal(game.state(), Seat(1), 4) {
        let aim = Duel.aim(&seen, &action);
        assert!(scene.tray.iter().any(|slot| slot.name == aim.verb), "{aim:?}");
        assert_eq!(aim.plain, matches!(action, Action::Place { .. }), "a plain click lays what is in hand");
        assert_eq!((aim.face.is_none(), aim.about.is_empty()), (aim.verb == "skip", aim.verb == "skip"), "{aim:?}");
    }
    let aim = |rotation| Duel.aim(&seen, &Action::Joker { tile: 14, rotation, col: 5, row: 5 });
    assert_eq!(aim(0).face, aim(2).face, "a straight road turned twice lies as it did");
    assert_ne!(aim(0).face, aim(1).face);
}
