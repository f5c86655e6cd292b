//! How a lobby looks: who is there, what is played.

use super::{Action, Board, BoardState, Event, House, Lobby, Role, Status};
use referee::{Aim, Hue, Line, Panel, Scene, Show};

/// How many players and boards are shown.
const SHOWN_MAX: usize = 20;

impl Show for Lobby {
    const ABOUT: &'static str = "players meet, offer games and join them; `referee lobby` keeps one with its boards";

    fn scene(&self, house: &House) -> Scene {
        let waiting = house.players.values().filter(|player| player.session.status == Status::Created).count();
        let on = house.boards.iter().filter(|board| board.is_on()).count();
        let boards = (1..house.next_board()).zip(&house.boards).rev().take(SHOWN_MAX).map(|(number, board)| shown(board, number));
        Scene {
            title: "Lobby".into(),
            status: format!(
                "{} players, {waiting} waiting, {on} of {} boards being played",
                house.players.len(),
                house.boards.len()
            ),
            panels: vec![players(house), Panel { title: "Boards".into(), lines: boards.collect(), ..Panel::default() }],
            ..Scene::default()
        }
    }

    fn tell(&self, event: &Event) -> String {
        match event {
            Event::Opened { setup } => format!("the lobby opens, with {} games", setup.games.len()),
            Event::PlayerRegistered { player_id, role } => format!("{player_id} is a {}", called(*role)),
            Event::PlayerUsernameChanged { player_id, new_username } => format!("{player_id} is shown as {new_username}"),
            Event::PlayerSkinChanged { player_id, new_skin } => format!("{player_id} wears skin {new_skin}"),
            Event::GameCreated { host_player, game, .. } => format!("{host_player} offers {game}"),
            Event::BoardCreatedFromSnapshot { board_id, old_board_id, move_number, .. } => {
                format!("board {board_id} goes on from move {move_number} of board {old_board_id}")
            }
            Event::GameStarted { host_player, guest_player: Some(guest), board_id, game, .. } => {
                format!("{host_player} and {guest} play {game} on board {board_id}")
            }
            Event::GameStarted { host_player, board_id, game, .. } => format!("{host_player} plays {game} on board {board_id}"),
            Event::GameCanceled { host_player, .. } => format!("{host_player} is out of the game"),
            Event::GameFinished { host_player, board_id, total, .. } => {
                format!("{host_player} ends the game on board {board_id} with {total}")
            }
            Event::CurrentPlayerBalance { player_id, balance } => format!("{player_id} has won {balance} in all"),
            Event::SnapshotCreated { snapshot_id, player, board_id, move_number, .. } => {
                format!("{player} marks move {move_number} of board {board_id} as snapshot {snapshot_id}")
            }
        }
    }

    fn aim(&self, _house: &House, action: &Action) -> Aim {
        let label = match action {
            Action::Register { player, role } => format!("{player} registers as {}", called(*role)),
            Action::Username { player, username } => format!("{player} is shown as {username}"),
            Action::Skin { player, skin } => format!("{player} wears skin {skin}"),
            Action::Create { player, game, .. } => format!("{player} offers {game}"),
            Action::Join { player, host } => format!("{player} joins {host}"),
            Action::Cancel { player } => format!("{player} cancels"),
            Action::Restore { player, snapshot_id, .. } => format!("{player} offers snapshot {snapshot_id}"),
            Action::Snapshot { player, board_id, move_number, .. } => {
                format!("{player} marks move {move_number} of board {board_id}")
            }
            Action::Finish { board_id, totals } => format!("board {board_id} ends with {totals:?}"),
        };
        Aim::new(label, [])
    }
}

fn players(house: &House) -> Panel {
    let line = |(name, player): (&String, &super::Player)| {
        let hue = match player.session.status {
            Status::Created => Hue::Yellow,
            Status::InProgress => Hue::Green,
            Status::Finished | Status::Canceled => Hue::Plain,
        };
        let (status, balance, games) = (player.session.status, player.balance, player.games_played);
        Line::new(format!("{name}: {}, {status}, balance {balance}, {games} games", called(player.role)), hue)
    };
    let lines = house.players.iter().take(SHOWN_MAX).map(line).collect();
    Panel { title: "Players".into(), lines, ..Panel::default() }
}

fn shown(board: &Board, number: u32) -> Line {
    let (state, hue) = match (board.state, board.started) {
        (BoardState::Finished, _) => ("over", Hue::Faint),
        (BoardState::InProgress, None) => ("waiting", Hue::Yellow),
        (BoardState::InProgress, Some(_)) => ("being played", Hue::Green),
    };
    let from = board.from.map_or_else(String::new, |from| format!(", from move {} of board {}", from.move_number, from.board_id));
    Line::new(format!("{number}: {}, {} ({state}{from})", board.game, board.players.join(" and ")), hue)
}

fn called(role: Role) -> &'static str {
    match role {
        Role::Guest => "guest",
        Role::Controller => "controller",
        Role::Bot => "bot",
    }
}
