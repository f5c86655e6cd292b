//! The player without a terminal: keys and clicks in, a screen out.

use super::app::{App, Focus};
use super::palette::Palette;
use super::players::Players;
use super::session::Session;
use super::{draw, input};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use referee::{Board, Hue, Line, Mark, MarkKind, Panel, Scene, Shape, Spot, Tile, Token};
use referee_host::{LogFile, Registry};
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use tempfile::TempDir;

static GAMES: LazyLock<Registry> = LazyLock::new(referee_registry::games);

/// A player in front of a screen.
struct Stage {
    app: App<'static>,
    terminal: Terminal<TestBackend>,
    folder: TempDir,
    now: Duration,
}

impl Stage {
    fn nim(heaps: &str, bots: &[&str]) -> Stage {
        Stage::sized(heaps, bots, 100, 32)
    }

    fn sized(heaps: &str, bots: &[&str], width: u16, height: u16) -> Stage {
        Stage::of("nim", Some(&format!("{{\"heaps\":{heaps}}}")), bots, width, height)
    }

    fn hop() -> Stage {
        Stage::of("hop", Some(r#"{"seed":"tuesday"}"#), &[], 80, 24)
    }

    fn lesson(game: &str, name: &str) -> Stage {
        let mut stage = Stage::of(game, None, &[], 100, 40);
        let course = super::lesson::find(GAMES.title(game).unwrap(), name).unwrap();
        let session = course.begin(&GAMES, Some(stage.folder.path().join("lesson.jsonl"))).unwrap();
        stage.app.enter(session, course);
        stage
    }

    fn of(game: &str, setup: Option<&str>, bots: &[&str], width: u16, height: u16) -> Stage {
        let folder = tempfile::tempdir().unwrap();
        let title = GAMES.title(game).unwrap();
        let table = title.start(setup, None, 0, None).unwrap();
        let session = Session::create(&GAMES, folder.path().join("game.jsonl"), table).unwrap();
        let bots: Vec<String> = bots.iter().map(|bot| bot.to_string()).collect();
        let players = Players::parse(&title.card(), &bots, None).unwrap();
        let app = App::new(session, players, Palette::new(true), 7);
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        Stage { app, terminal, folder, now: Duration::ZERO }
    }

    fn buffer(&mut self) -> Buffer {
        let Stage { app, terminal, .. } = self;
        terminal.draw(|frame| draw::draw(app, frame)).unwrap();
        self.terminal.backend().buffer().clone()
    }

    fn screen(&mut self) -> String {
        let buffer = self.buffer();
        let line = |y: u16| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        (0..buffer.area.height).map(|y| line(y) + "\n").collect()
    }

    fn has(&mut self, words: &str) {
        let screen = self.screen();
        assert!(screen.contains(words), "{words:?} is not on\n{screen}");
    }

    fn has_not(&mut self, words: &str) {
        let screen = self.screen();
        assert!(!screen.contains(words), "{words:?} is on\n{screen}");
    }

    fn press(&mut self, codes: impl IntoIterator<Item = KeyCode>) {
        codes.into_iter().for_each(|code| input::key(&mut self.app, KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn keys(&mut self, text: &str) {
        self.press(text.chars().map(|char| if char == '\n' { KeyCode::Enter } else { KeyCode::Char(char) }));
    }

    fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        self.screen();
        input::mouse(&mut self.app, MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
    }

    fn click(&mut self, at: (u16, u16)) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), at);
    }

    /// Where some words begin on the screen.
    fn find(&mut self, words: &str) -> (u16, u16) {
        let screen = self.screen();
        let found = screen.lines().zip(0u16..).find_map(|(line, y)| Some((line.split_once(words)?.0.chars().count() as u16, y)));
        found.unwrap_or_else(|| panic!("{words:?} is not on\n{screen}"))
    }

    /// Lets time pass until something has happened.
    fn wait_for_record(&mut self, seq: u64) {
        let patience = Instant::now();
        while self.app.session.table().seq() < seq {
            assert!(patience.elapsed() < Duration::from_secs(20), "nothing happened");
            self.now += Duration::from_millis(100);
            self.app.tick(self.now);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Lets time pass until the preview of what is looked at is known.
    fn wait_for_preview(&mut self) {
        let patience = Instant::now();
        while self.app.preview().is_none() {
            assert!(patience.elapsed() < Duration::from_secs(20), "no preview came");
            self.app.tick(self.now);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = std::fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }

    fn heaps(&self) -> String {
        self.app.session.table().view(None).split_inclusive(']').next().unwrap_or_default().to_owned()
    }
}

#[test]
fn the_first_screen_shows_board_choices_story_slider_and_keys() {
    let mut stage = Stage::nim("[3,2]", &["second=greedy"]);
    for words in ["Nim", "▸first you", "second greedy", "first to move", "0  ‹●› ‹●› ‹●›", "1  ‹●› ‹●›"]
    {
        stage.has(words);
    }
    for words in ["first may", "1 take 1 from heap 1", "5 take 2 from heap 2", "0 the beginning", "a heap of 3 is laid"] {
        stage.has(words);
    }
    for words in ["record 0 of 0", "Enter choose", "p preview", "? help"] {
        stage.has(words);
    }
    stage.keys("?");
    stage.has("take your last move back");
    stage.has("kept in game.jsonl");
    stage.keys("x");
    stage.has_not("take your last move back");
}

#[test]
fn a_choice_is_made_by_keyboard_in_the_list() {
    let mut stage = Stage::nim("[3,2]", &[]);
    stage.press([KeyCode::Tab, KeyCode::Down]);
    stage.has("[●]");
    stage.keys("\n");
    assert_eq!(stage.heaps(), r#"{"heaps":[1,2]"#);
    stage.has("2 taken from heap 1, 1 left");
    let kept = LogFile::whole(&GAMES, stage.app.session.path()).unwrap();
    assert_eq!(kept.table.head(), stage.app.session.table().head(), "the file has it too");
}

#[test]
fn a_choice_is_made_by_its_number_or_by_words() {
    let mut stage = Stage::nim("[9,5]", &[]);
    stage.keys("12\n");
    assert_eq!(stage.heaps(), r#"{"heaps":[9,2]"#);
    stage.keys("/take 7\n");
    assert_eq!(stage.heaps(), r#"{"heaps":[2,2]"#);
    stage.keys("/heap 2");
    stage.has("/heap 2");
    assert_eq!(stage.app.shown.len(), 2);
    stage.press([KeyCode::Esc]);
    assert_eq!(stage.app.shown.len(), 4);
}

#[test]
fn a_choice_is_made_by_keyboard_on_the_board() {
    let mut stage = Stage::nim("[3,2]", &[]);
    assert_eq!(stage.app.focus, Focus::Board);
    stage.press([KeyCode::Down, KeyCode::Char('l'), KeyCode::Char('h')]);
    assert_eq!(stage.app.cursor, Spot::new(1, 1));
    stage.has("(1, 1) stone 1 · take 2 from heap 2");
    stage.keys("\n");
    assert_eq!(stage.heaps(), r#"{"heaps":[3,0]"#);
}

#[test]
fn a_click_on_a_stone_takes_it_and_all_to_its_right() {
    let mut stage = Stage::nim("[3,2]", &[]);
    let (x, y) = stage.find("0  ‹●› ‹●› ‹●›");
    stage.click((x + 8, y));
    assert_eq!(stage.heaps(), r#"{"heaps":[1,2]"#);
    let (x, y) = stage.find("take 2 from heap 2");
    stage.click((x, y));
    assert_eq!(stage.heaps(), r#"{"heaps":[1,0]"#);
}

#[test]
fn a_place_many_actions_point_at_narrows_the_list_down() {
    let mut stage = Stage::nim("[100]", &[]);
    stage.press([KeyCode::Right; 100]);
    stage.has("(60, 0) stone 60 · 41 actions");
    stage.keys("\n");
    assert_eq!((stage.app.focus, stage.app.shown.len()), (Focus::List, 41));
    stage.has("41 of 100");
    stage.press([KeyCode::Esc]);
    assert_eq!(stage.app.shown.len(), 100);
}

#[test]
fn a_choice_between_places_is_made_on_the_board_from_one_to_the_other() {
    let mut stage = Stage::nim("[3,2]", &[]);
    let (from, here, there) = (Spot::new(1, 1), Spot::new(2, 0), Spot::new(3, 0));
    for (choice, spots) in stage.app.moment.choices.iter_mut().zip([vec![from, here], vec![from, there]]) {
        choice.aim.spots = spots;
    }
    stage.app.pick(from);
    assert_eq!((stage.app.focus, stage.app.picks.clone()), (Focus::Board, vec![from]));
    stage.app.pick(there);
    assert_eq!(stage.heaps(), r#"{"heaps":[1,2]"#);
}

#[test]
fn what_is_left_of_a_board_stays_where_it_was() {
    let mut stage = Stage::nim("[3,2]", &[]);
    let before = stage.find("‹●›");
    stage.keys("3\n");
    stage.keys("1\n");
    let (_, row) = stage.find("[●]");
    assert_eq!(row, before.1 + 2, "heap 2 is still below where heap 1 was");
}

#[test]
fn undo_makes_a_branch_in_a_new_file_and_leaves_the_old_bytes_alone() {
    let mut stage = Stage::nim("[3,2]", &["second=random"]);
    stage.keys("1\n");
    stage.wait_for_record(2);
    let (old, bytes) = (stage.app.session.path().to_owned(), std::fs::read(stage.app.session.path()).unwrap());
    stage.keys("u");
    assert_eq!(stage.app.session.table().seq(), 0, "back before our own move, not only before the bot's");
    stage.has("taken back: the new line of play is kept in game-branch-1.jsonl");
    assert_eq!(std::fs::read(&old).unwrap(), bytes);
    assert_eq!(stage.files().len(), 2);
    stage.keys("5\n");
    assert_eq!(std::fs::read(&old).unwrap(), bytes);
    let file = std::fs::read(stage.app.session.path()).unwrap();
    let report = referee_host::verify(&GAMES, &file[..], &mut |_| {}).unwrap();
    assert_eq!((report.records, report.head), (2, stage.app.session.table().head().to_string()));
    stage.keys("u");
    stage.keys("u");
    stage.has("nothing of yours to take back");
}

#[test]
fn time_goes_back_and_forth_and_play_can_go_on_from_the_past() {
    let mut stage = Stage::nim("[3,2,1]", &[]);
    stage.keys("1\n1\n1\n");
    stage.keys("[,");
    stage.has("THE PAST");
    stage.has("record 1 of 3");
    stage.has("This is the past.");
    stage.press([KeyCode::Home]);
    stage.has("record 0 of 3");
    stage.keys("}");
    stage.has_not("THE PAST");
    stage.keys("[");
    stage.press([KeyCode::Esc]);
    stage.has("record 3 of 3");
    stage.keys("{.b");
    assert_eq!((stage.app.session.table().seq(), stage.app.session.file_name().as_str()), (1, "game-branch-1.jsonl"));
    stage.has("playing on from the past");
}

#[test]
fn the_slider_is_clicked_and_dragged() {
    let mut stage = Stage::nim("[9]", &[]);
    stage.keys("1\n1\n1\n1\n");
    let (x, y) = stage.find("◂");
    stage.click((x + 1, y));
    assert_eq!(stage.app.past, Some(0));
    let middle = stage.app.areas.track.x + stage.app.areas.track.width / 2;
    stage.mouse(MouseEventKind::Drag(MouseButton::Left), (middle, y));
    assert_eq!(stage.app.past, Some(2));
    stage.mouse(MouseEventKind::Drag(MouseButton::Left), (99, y));
    assert_eq!(stage.app.past, None);
}

#[test]
fn the_wheel_scrolls_the_list_and_the_log() {
    let mut stage = Stage::nim("[60]", &[]);
    stage.keys("1\n1\n1\n1\n1\n1\n1\n1\n");
    let list = stage.find("take 5 from");
    stage.mouse(MouseEventKind::ScrollDown, list);
    assert_eq!(stage.app.selected, 3);
    let log = stage.find("taken from");
    stage.mouse(MouseEventKind::ScrollUp, log);
    stage.has("3 records further up");
}

#[test]
fn a_bot_replies_after_a_pause() {
    let mut stage = Stage::nim("[3,2]", &["second=greedy"]);
    stage.keys("1\n");
    stage.app.tick(Duration::ZERO);
    stage.has("greedy is thinking");
    assert_eq!(stage.app.session.table().seq(), 1);
    stage.wait_for_record(2);
    stage.has("2 second");
    stage.has("▸first you");
}

#[test]
fn bots_alone_play_to_the_end_unless_they_are_paused() {
    let mut stage = Stage::nim("[2,2]", &["first=random", "second=random"]);
    stage.keys(" ");
    for second in 0..10 {
        stage.app.tick(Duration::from_secs(second));
    }
    stage.has("PAUSED");
    assert_eq!(stage.app.session.table().seq(), 0);
    stage.keys(" ");
    while !stage.app.moment.over {
        stage.wait_for_record(stage.app.session.table().seq() + 1);
    }
    stage.has("GAME OVER");
}

#[test]
fn a_seat_is_given_to_a_bot_and_taken_back() {
    let mut stage = Stage::nim("[3,2]", &[]);
    stage.keys("B");
    stage.has("first is played by the bot random");
    stage.has("▸first random");
    stage.keys("BBB");
    stage.has("▸first you");
}

#[test]
fn the_end_of_the_game_is_announced() {
    let mut stage = Stage::nim("[2]", &[]);
    stage.keys("2\n");
    stage.has("GAME OVER");
    stage.has("first took the last stone and wins");
    stage.keys("\n");
    stage.has("the game is over");
}

#[test]
fn a_refusal_is_shown_in_red_with_its_code_and_nothing_is_lost() {
    let mut stage = Stage::nim("[3,2]", &[]);
    let before = std::fs::read(stage.app.session.path()).unwrap();
    stage.keys(":");
    stage.press([KeyCode::Backspace; 40]);
    stage.keys("{\"heap\":0,\"stones\":9}\n");
    let (x, y) = stage.find("[NOT_THAT_MANY] 9 cannot be taken from a heap of 3");
    assert_eq!(stage.buffer()[(x, y)].style().fg, Palette::new(true).alarm().fg);
    assert_eq!(std::fs::read(stage.app.session.path()).unwrap(), before);
    stage.keys(":");
    stage.has(":{\"heap\":0,\"stones\":9}");
    stage.press([KeyCode::Backspace, KeyCode::Backspace]);
    stage.keys("3}\n");
    assert_eq!(stage.heaps(), r#"{"heaps":[0,2]"#);
    stage.keys(":nonsense\n");
    stage.has("[INVALID_ACTION]");
}

#[test]
fn a_small_window_says_so() {
    let mut stage = Stage::sized("[3,2]", &[], 30, 6);
    stage.has("This window is too small.");
    let mut stage = Stage::sized("[3,2]", &[], 1, 1);
    stage.screen();
    let mut stage = Stage::sized("[3,2]", &[], super::layout::WIDTH_MIN, super::layout::HEIGHT_MIN);
    stage.has("first to move");
    stage.has("take 1 from heap 1");
}

#[test]
fn a_million_choices_do_not_hold_the_screen_up() {
    let begin = Instant::now();
    let mut stage = Stage::nim("[1000000,1000000]", &[]);
    stage.press([KeyCode::Tab, KeyCode::PageDown]);
    stage.has("2000 of the first 2000");
    stage.keys(":");
    stage.press([KeyCode::Backspace; 40]);
    stage.keys("{\"heap\":1,\"stones\":999999}\n");
    assert_eq!(stage.heaps(), r#"{"heaps":[1000000,1]"#);
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
}

#[test]
fn a_game_is_gone_on_with_from_its_file() {
    let mut stage = Stage::nim("[3,2]", &[]);
    stage.keys("1\n");
    let session = Session::open(&GAMES, stage.app.session.path().to_owned()).unwrap();
    let players = Players::parse(&session.table().card(), &[], Some("second")).unwrap();
    let mut other = Stage { app: App::new(session, players, Palette::new(false), 0), ..Stage::nim("[1]", &[]) };
    other.has("second may");
    other.has("first elsewhere");
    other.keys("1\n");
    stage.now += Duration::from_secs(1);
    stage.app.tick(stage.now);
    stage.has("someone else wrote to the log");
    stage.has("record 2 of 2");
}

fn panel(title: &str, lines: usize) -> Panel {
    let lines = (1..=lines).map(|line| Line::new(format!("{title} {line}"), Hue::Cyan)).collect();
    Panel { title: title.into(), lines, ..Panel::default() }
}

#[test]
fn panels_stand_beside_the_board_as_far_as_there_is_room() {
    let mut stage = Stage::nim("[3,2]", &[]);
    stage.app.moment.scene.panels = vec![panel("bag", 2), panel("hand", 40), panel("rest", 1)];
    for words in [" bag ", "bag 2", " hand ", "hand 1", " more "] {
        stage.has(words);
    }
    stage.has("take 1 from heap 1");
    stage.has("the beginning");
}

#[test]
fn a_game_without_a_board_shows_its_panels_instead() {
    let mut stage = Stage::nim("[3,2]", &[]);
    stage.app.moment.scene =
        Scene { title: "Cards".into(), panels: vec![panel("hand", 3), panel("table", 90)], ..Scene::default() };
    stage.app.moment.spots.clear();
    stage.app.switch_focus();
    for words in ["Cards", "hand 3", "table 9", "take 1 from heap 1"] {
        stage.has(words);
    }
    stage.press([KeyCode::Tab, KeyCode::Down, KeyCode::Enter]);
    assert_eq!(stage.heaps(), r#"{"heaps":[1,2]"#);
}

#[test]
fn a_hex_is_clicked_where_it_is_drawn() {
    let mut stage = Stage::nim("[3,2]", &[]);
    let field: Vec<Spot> = (0..4).flat_map(|q| (0..4).map(move |r| Spot::new(q, r - q / 2))).collect();
    let tiles = field.iter().map(|&at| Tile::new(at, '.', Hue::Faint, "meadow".into())).collect();
    stage.app.moment.scene.board = Some(Board { shape: Shape::Hex, tiles, ..Board::default() });
    stage.app.moment.spots = field.iter().copied().collect();
    stage.app.known = stage.app.moment.spots.clone();
    for (choice, &spot) in stage.app.moment.choices.iter_mut().zip(&field[9..]) {
        choice.aim.spots = vec![spot];
    }
    stage.has("\\______/");
    let (x, y) = stage.app.areas.grid.as_ref().unwrap().glyph(field[10]);
    stage.click((x as u16 + 1, y as u16));
    assert_eq!(stage.heaps(), r#"{"heaps":[1,2]"#);
}

#[test]
fn what_is_looked_at_is_foretold_and_nothing_happens() {
    let mut stage = Stage::nim("[3,2]", &[]);
    let before = std::fs::read(stage.app.session.path()).unwrap();
    stage.keys("2");
    stage.wait_for_preview();
    for words in ["preview: take 2 from heap 1", "2 taken from heap 1, 1 left", "×●×"] {
        stage.has(words);
    }
    assert_eq!(std::fs::read(stage.app.session.path()).unwrap(), before);
    stage.keys("p");
    stage.has_not("2 taken from heap 1, 1 left");
    stage.has_not("×●×");
    stage.keys("p");
    stage.has("×●×");
    stage.keys("3");
    stage.wait_for_preview();
    stage.has("3 taken from heap 1, 0 left");
}

#[test]
fn a_preview_holds_only_while_the_game_stands_there() {
    let mut stage = Stage::nim("[3,2]", &[]);
    stage.keys("2");
    stage.wait_for_preview();
    stage.keys("\n");
    assert!(stage.app.preview().is_none());
    stage.app.tick(stage.now);
    stage.has("2 taken from heap 1, 1 left");
    assert!(!stage.app.previews.is_busy(), "what happened is shown before what might");
    stage.press([KeyCode::Down, KeyCode::Up]);
    stage.wait_for_preview();
    stage.has("preview: take 1 from heap 1");
    stage.keys("[");
    stage.has_not("preview:");
}

#[test]
fn what_chance_decides_is_told_as_an_example() {
    let mut stage = Stage::of("mir", None, &[], 120, 40);
    stage.keys("/initiative");
    stage.press([KeyCode::Enter]);
    assert_eq!(stage.app.session.table().seq(), 1, "the only one is done");
    let mut stage = Stage::of("mir", None, &[], 120, 40);
    stage.keys("/initiative");
    stage.wait_for_preview();
    stage.has("chance decides the rest");
}

#[test]
fn actions_that_differ_only_in_their_place_are_one_row_and_stay_chosen() {
    let mut stage = Stage::hop();
    stage.has("1 step  2 places");
    let rows = stage.app.rows.len();
    assert!(rows < stage.app.shown.len());
    stage.keys("1");
    assert_eq!((stage.app.focus, stage.app.kind.as_deref()), (Focus::Board, Some("step")));
    assert_eq!(stage.app.targets().len(), 2, "only steps are offered on the board");
    let before = stage.app.cursor;
    stage.keys("x");
    assert_ne!(stage.app.cursor, before);
    stage.keys("\n");
    assert_eq!(stage.app.session.table().seq(), 1);
    stage.has("1▸step");
    stage.press([KeyCode::Esc]);
    assert!(stage.app.kind.is_none() && stage.app.targets().len() > 3);
}

#[test]
fn a_hex_board_is_whole_on_the_smallest_usual_terminal() {
    let mut stage = Stage::hop();
    stage.has("\\___/");
    assert!(stage.app.areas.grid.as_ref().unwrap().whole);
    for words in ["life ♥♥♥", "footman 1 1/1", "p preview", "? help"] {
        stage.has(words);
    }
    let mut stage = Stage::of("hop", None, &[], 120, 40);
    stage.has("\\______/");
    assert!(stage.app.areas.grid.as_ref().unwrap().whole);
}

#[test]
fn every_way_over_hexes_has_a_key() {
    let mut stage = Stage::hop();
    let mut at = |keys: &str| {
        stage.app.cursor = Spot::new(3, 4);
        stage.keys(keys);
        (stage.app.cursor.x, stage.app.cursor.y)
    };
    let around = ["k", "e", "d", "j", "s", "w"].map(&mut at);
    assert_eq!(around, [(3, 3), (4, 3), (4, 4), (3, 5), (2, 5), (2, 4)]);
}

#[test]
fn bots_are_made_faster_and_slower() {
    let mut stage = Stage::nim("[3,2]", &["first=random", "second=random"]);
    let usual = stage.app.pause;
    stage.keys("+");
    assert_eq!(stage.app.pause, usual / 2);
    stage.keys("-----------");
    assert!(stage.app.pause > usual && stage.app.pause < Duration::from_secs(10));
}

#[test]
fn a_lesson_played_right_is_done() {
    let mut stage = Stage::lesson("hop", "01-the-spear-kills");
    for words in ["Hop, lesson 1: the spear", "Throw the spear along a", "t tip"] {
        stage.has(words);
    }
    stage.has_not("LESSON DONE");
    let throw = r#"{"type":"USE_SKILL","payload":{"skillId":"SPEAR_THROW","target":{"q":3,"r":4,"s":-7}}}"#;
    stage.app.declare(throw);
    for words in ["LESSON DONE", "The lesson is done", "One spear, one throw", "n next lesson"] {
        stage.has(words);
    }
    stage.keys("n");
    stage.has_not("LESSON DONE");
    stage.has("Hop, lesson 2");
    assert_eq!(stage.app.session.table().seq(), 0);
}

#[test]
fn a_lesson_played_wrong_says_what_differs_and_can_be_tried_again() {
    let mut stage = Stage::lesson("hop", "1");
    stage.app.declare(r#"{"type":"WAIT"}"#);
    stage.has("Not yet:");
    stage.has("kills is 0, and should be 1");
    for _ in 0..3 {
        stage.app.declare(r#"{"type":"WAIT"}"#);
    }
    stage.has("TRY AGAIN");
    stage.has("Not this time:");
    stage.keys("r");
    stage.has_not("TRY AGAIN");
    assert_eq!(stage.app.session.table().seq(), 0);
    stage.keys("t");
    stage.has("Next: Spear at (3, 4).");
    stage.keys("/spear\n");
    stage.press([KeyCode::Enter]);
    stage.has("LESSON DONE");
}

#[test]
fn a_lesson_gives_tips_when_asked_and_its_notes_when_a_step_is_done() {
    let mut stage = Stage::lesson("nim", "take-the-last-stone");
    stage.has_not("so that both heaps are alike");
    stage.keys("t");
    stage.has("so that both heaps are alike");
    stage.has_not("Next: take 1 from heap 2");
    stage.keys("t");
    stage.has("Next: take 1 from heap 2");
    stage.keys("/take 1 from heap 2\n");
    stage.has("so that both heaps are alike");
    stage.has_not("Next:");
    stage.keys("1\n1\n");
    stage.has("LESSON DONE");
}

#[test]
fn every_lesson_is_done_when_it_is_played_its_own_way() {
    for title in GAMES.titles() {
        for (name, text) in title.lessons() {
            let mut stage = Stage::lesson(title.card().name, name);
            stage.screen();
            for planned in referee_host::Lesson::parse(text).unwrap().planned() {
                let seat = stage.app.session.table().whose(planned.seat.as_deref(), &planned.action).unwrap();
                stage.app.act(seat, &planned.action);
            }
            stage.has("LESSON DONE");
        }
    }
}

#[test]
fn a_lesson_is_found_by_name_number_or_part() {
    let find = |name: &str| super::lesson::find(GAMES.title("hop").unwrap(), name).map(|course| course.number);
    assert_eq!(find("01-the-spear-kills").unwrap(), Some(0));
    assert_eq!(find("13").unwrap(), Some(12));
    assert_eq!(find("meteor").unwrap(), Some(13));
    assert_eq!(find("spear").unwrap_err().code, "WHICH_LESSON");
    assert_eq!(find("chess").unwrap_err().code, "NO_SUCH_LESSON");
    assert_eq!(find("1000").unwrap_err().code, "NO_SUCH_LESSON");
    let nim = |name: &str| super::lesson::find(GAMES.title("nim").unwrap(), name).map(|course| course.number);
    assert_eq!((nim("2").unwrap(), nim("0").unwrap_err().code), (Some(1), "NO_SUCH_LESSON"), "where names have no numbers");
}

#[test]
fn what_points_nowhere_is_chosen_in_the_list_and_the_board_comes_back() {
    let mut stage = Stage::lesson("hop", "52-shrine");
    stage.app.declare(r#"{"type":"MOVE","payload":{"q":3,"r":5,"s":-8}}"#);
    stage.has("the shrine offers");
    assert_eq!(stage.app.focus, Focus::List);
    stage.keys("\n");
    stage.has("your turn");
    assert_eq!(stage.app.focus, Focus::Board);
}

#[test]
fn a_scenario_in_a_file_is_a_lesson_and_a_log_is_not() {
    let mut stage = Stage::nim("[3,2]", &[]);
    let args = |what: &std::path::Path| crate::args::PlayArgs {
        what: what.display().to_string(),
        lesson: None,
        bots: Vec::new(),
        seed: None,
        setup: None,
        out: None,
        seat: None,
    };
    let log = stage.app.session.path().to_owned();
    assert!(super::course(&GAMES, &args(&log)).unwrap().is_none());
    let scenario = stage.folder.path().join("scenario.jsonl");
    std::fs::write(&scenario, GAMES.title("nim").unwrap().lessons()[2].1).unwrap();
    let course = super::course(&GAMES, &args(&scenario)).unwrap().unwrap();
    assert_eq!((course.lesson.title().as_str(), course.number), ("Nim in a minute", None));
    stage.keys("n");
    stage.has_not("next lesson");
}

#[test]
fn a_lesson_is_not_done_by_its_last_words_alone() {
    let mut stage = Stage::lesson("hop", "06-bash-into-lava");
    stage.app.declare(r#"{"type":"WAIT"}"#);
    stage.has_not("LESSON DONE");
}

#[test]
fn a_second_of_the_world_is_a_second_of_the_game_whatever_its_unit() {
    let after = |game| {
        let stage = Stage::of(game, None, &[], 100, 32);
        stage.app.session.at(Duration::from_millis(3_700)) - stage.app.session.table().at()
    };
    assert_eq!(after("duel"), 3, "Mage Duel counts seconds");
    assert_eq!(after("nim"), 0, "nim has no clock");
}

fn incursion(width: u16, height: u16) -> Stage {
    Stage::of("incursion", Some(r#"{"seed":"screen"}"#), &[], width, height)
}

fn hero(stage: &Stage) -> Spot {
    stage.app.here().expect("the hero stands somewhere")
}

#[test]
fn a_map_is_one_character_a_square_and_all_else_fits_around_it() {
    let mut stage = incursion(80, 24);
    let screen = stage.screen();
    assert_eq!(screen.lines().count(), 24);
    for words in ["The Goblin Caves, level 1", "life ", "You", "What you have", "record 0 of 0", "? help", "q leave", "@"] {
        assert!(screen.contains(words), "{words:?} is not on\n{screen}");
    }
    let (x, y) = stage.find("@");
    let grid = stage.app.areas.grid.clone().unwrap();
    assert_eq!(grid.glyph(hero(&stage)), (i32::from(x), i32::from(y)));
    assert!(!screen.contains("(0, 0)") && !screen.contains('·'), "no grid\n{screen}");
}

#[test]
fn the_window_follows_the_hero_and_shows_nothing_of_other_screens() {
    for (width, height) in [(60, 16), (80, 24), (100, 30), (200, 60)] {
        let mut stage = incursion(width, height);
        for key in "hhhhjjjjllllllllkkkkyyuunnbb".chars() {
            stage.keys(&key.to_string());
            stage.find("@");
        }
    }
}

#[test]
fn steps_are_taken_with_letters_arrows_and_numbers() {
    let ways = [
        ('k', KeyCode::Up, '8', (0, -1)),
        ('j', KeyCode::Down, '2', (0, 1)),
        ('h', KeyCode::Left, '4', (-1, 0)),
        ('n', KeyCode::PageDown, '3', (1, 1)),
    ];
    for (letter, code, number, (dx, dy)) in ways {
        for code in [KeyCode::Char(letter), code, KeyCode::Char(number)] {
            let mut stage = incursion(80, 24);
            let from = hero(&stage);
            stage.press([code]);
            let may = stage.app.session.table().seq() == 1;
            let to = Spot::new(from.x + dx, from.y + dy);
            assert_eq!(hero(&stage), if may { to } else { from }, "{code:?}");
        }
    }
    let mut stage = incursion(80, 24);
    stage.keys(".s5");
    assert_eq!(stage.app.session.table().seq(), 3, "waited, searched, waited");
}

#[test]
fn a_key_that_offers_several_things_lists_them_and_a_number_does_one() {
    let mut stage = incursion(80, 24);
    stage.keys("d");
    assert_eq!(stage.app.focus, Focus::List);
    assert!(stage.app.shown.iter().all(|&index| stage.app.moment.choices[index].action.contains("drop")));
    stage.has("drop the");
    stage.press([KeyCode::Esc]);
    assert_eq!((stage.app.focus, stage.app.key), (Focus::Board, None));
    stage.keys("i");
    stage.has("drop the");
    stage.press([KeyCode::Esc]);
    stage.keys("d1");
    if stage.app.session.table().seq() == 0 {
        stage.keys("\n");
    }
    assert_eq!(stage.app.session.table().seq(), 1);
    assert_eq!(stage.app.focus, Focus::Board, "and on it goes");
    stage.has("You drop");
    stage.keys("g");
    stage.has("You take");
}

#[test]
fn looking_names_what_is_on_a_square_and_takes_no_time() {
    let mut stage = incursion(80, 24);
    stage.keys("x");
    stage.has("Ash ");
    stage.keys("l");
    assert_eq!(stage.app.cursor, Spot::new(hero(&stage).x + 1, hero(&stage).y));
    let words = stage.app.moment.words(stage.app.cursor);
    assert!(!words.is_empty());
    stage.has(&words);
    stage.press([KeyCode::Esc]);
    assert_eq!(stage.app.session.table().seq(), 0);
    stage.keys(".");
    assert_eq!(stage.app.session.table().seq(), 1, "keys are the game's again");
}

#[test]
fn undo_time_help_and_the_list_work_on_a_map_too() {
    let mut stage = incursion(80, 24);
    stage.keys("..");
    stage.keys("[");
    stage.has("THE PAST");
    stage.press([KeyCode::Esc]);
    stage.keys("?");
    stage.has("go a step");
    stage.has("look around");
    stage.keys(" ");
    stage.keys("U");
    assert_eq!(stage.app.session.table().seq(), 1);
    assert_eq!(stage.files().len(), 2);
    stage.press([KeyCode::Tab]);
    stage.has("hero may");
    stage.keys("/rest\n");
    assert!(stage.app.session.table().seq() >= 1);
}

#[test]
fn the_explorer_takes_the_seat_of_the_hero() {
    let mut stage = Stage::of("incursion", Some(r#"{"seed":"screen"}"#), &["hero=explorer"], 80, 24);
    stage.wait_for_record(3);
    stage.find("@");
    assert_eq!(
        Players::parse(&GAMES.title("nim").unwrap().card(), &["first=explorer".into()], None).unwrap_err().code,
        "NO_SUCH_BOT"
    );
}

/// A small cave with a hero and a rat in it.
fn cave() -> Scene {
    let rows = ["#########", "#.......#####", "#.......+...#", "#.......#.###", "#########.#", "        #>#"];
    let glyphs = (0..).zip(rows).flat_map(|(y, row)| (0..).zip(row.chars()).map(move |(x, glyph)| (x, y, glyph)));
    let tiles = glyphs
        .filter(|(.., glyph)| *glyph != ' ')
        .map(|(x, y, glyph)| Tile::new(Spot::new(x, y), glyph, Hue::Faint, "stone".into()));
    let tokens = vec![
        Token::new(1, Spot::new(6, 2), 'r', Hue::Brown, "a rat".into()),
        Token::new(0, Spot::new(3, 2), '@', Hue::Green, "Ash".into()),
    ];
    let marks = vec![Mark::new(Spot::new(3, 2), MarkKind::Here)];
    let said = ["It is dark.", "A rat comes out of the wall and looks at you for longer than rats do."];
    let panels = vec![
        Panel { title: "Said".into(), lines: said.map(|text| Line::new(text, Hue::Plain)).to_vec(), ..Panel::default() },
        panel("you", 3),
        panel("pack", 2),
    ];
    let board = Board { shape: Shape::Map, tiles: tiles.collect(), tokens, marks };
    Scene { title: "A cave".into(), status: "dark".into(), board: Some(board), panels, ..Scene::default() }
}

#[test]
fn a_map_as_it_is_drawn() {
    let mut stage = Stage::sized("[3]", &[], 80, 24);
    stage.app.moment.scene = cave();
    stage.app.moment.spots = (0..13).flat_map(|x| (0..6).map(move |y| Spot::new(x, y))).collect();
    let screen: String = stage.screen().lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    assert_eq!(screen, CAVE);
}

const CAVE: &str = r" A cave                                                 ▸first you   second you
#########                                          you ─────────────────────────
#.......#####                                      you 1
#..@..r.+...#                                      you 2
#.......#.###                                      you 3
#########.#                                        pack ────────────────────────
        #>#                                        pack 1
                                                   pack 2









 log ◂━━━━━━━━━━━━━━━━━━━━━━━━━━━●▸ record 0 of 0
 It is dark.
 A rat comes out of the wall and looks at you for
 longer than rats do.


 ←↓↑→ go  . wait  x look  i things  Tab list  U undo  [ ] time  ? help  q leave
";

/// A resignation is confirmed first, ends the match, and stands in the file; a branch plays on from before.
#[test]
fn a_player_resigns_once_it_is_confirmed() {
    let mut stage = Stage::nim("[3,2]", &[]);
    stage.keys("R");
    stage.has("Does first resign and lose the match?");
    stage.keys("x");
    stage.has("nothing was said");
    stage.keys("Ry");
    stage.has("GAME OVER");
    stage.has("first resigned; second wins");
    assert!(std::fs::read_to_string(stage.app.session.path()).unwrap().contains(r#""match":"resign","seat":"first""#));
    stage.keys("R");
    stage.has("the match is over");
}

#[test]
fn players_at_one_screen_offer_decline_and_agree_to_a_draw() {
    let mut stage = Stage::nim("[3,2,4]", &[]);
    stage.keys("Dy");
    stage.has("first offers a draw.");
    stage.keys("D");
    stage.has("Does second agree to the draw?");
    stage.keys("n");
    stage.has_not("offers a draw");
    stage.keys("Dy");
    stage.has("[OFFERED_BEFORE]");
    stage.keys("\n");
    let seat = stage.app.moment.seat;
    stage.keys("Dy");
    stage.keys("D");
    stage.keys("y");
    stage.has("a draw by agreement");
    assert!(seat.is_some() && stage.app.session.table().parley().result.is_some());
}

#[test]
fn nobody_resigns_to_a_bot() {
    let mut stage = Stage::nim("[3,2]", &["second=greedy"]);
    for key in ["R", "D"] {
        stage.keys(key);
        stage.has("this game has one human seat");
    }
}
