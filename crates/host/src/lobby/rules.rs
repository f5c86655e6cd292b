//! The rules of a lobby: one game a player at a time.

use super::{
    Action, Board, BoardState, Event, House, Offer, Origin, Player, Refusal, SEATS_MAX, Session, Setup, Snapshot, Status,
};
use crate::check_player;
use referee::{Millis, Rules, Seat, Turn, refuse_if};

/// Players and their sessions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lobby;

/// The seat of all players; an action names the player.
pub const PLAYERS: Seat = Seat(0);
/// The seat of the hall, which declares what happened on boards.
pub const HALL: Seat = Seat(1);

/// The most players a lobby knows.
pub const PLAYERS_MAX: usize = 1 << 16;
/// The most boards a lobby knows.
pub const BOARDS_MAX: usize = 1 << 16;
/// The most snapshots a lobby knows.
pub const SNAPSHOTS_MAX: usize = 1 << 16;
/// The longest setup and seed of a game together, in bytes.
pub const SETUP_MAX: usize = 1 << 18;
/// The largest balance: every reader of JSON keeps it exactly. Nobody has more.
pub const BALANCE_MAX: u64 = (1 << 53) - 1;

impl Rules for Lobby {
    const NAME: &'static str = "lobby";
    const VERSION: &'static str = "1";
    const SEATS: &'static [&'static str] = &["players"];
    /// Boards report by it what came of their games. It is no opponent of the players, who have nobody to resign to.
    const OPTIONAL_SEATS: &'static [&'static str] = &["hall"];
    type Setup = Setup;
    type State = House;
    type Action = Action;
    type Event = Event;
    type Rejection = Refusal;

    fn start(&self, setup: &Setup, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        let named = setup.games.keys().chain(setup.players.keys());
        named.chain(setup.skins.iter().map(|skin| &skin.name).filter(|name| !name.is_empty())).try_for_each(check)?;
        refuse_if!(setup.players.len() > PLAYERS_MAX, Refusal::TooManyPlayers);
        refuse_if!(setup.skins.iter().any(|skin| skin.price > BALANCE_MAX), Refusal::NumberTooLarge);
        if let Some((game, _)) = setup.games.iter().find(|(_, seats)| !(1..=SEATS_MAX).contains(*seats)) {
            return Err(Refusal::SeatsWrong { game: game.clone() });
        }

        turn.emit(Event::Opened { setup: Box::new(setup.clone()) });
        Ok(())
    }

    fn decide(&self, action: &Action, turn: &mut Turn<'_, Self>) -> Result<(), Refusal> {
        refuse_if!(self.speaker(turn.state(), action) != Some(turn.seat()), Refusal::NotOfThisSeat);
        if let Some(player) = action.player() {
            check(player)?;
            let house = turn.state();
            let is_new = !house.players.contains_key(player);
            refuse_if!(is_new && house.players.len() >= PLAYERS_MAX, Refusal::TooManyPlayers);
        }
        match action {
            Action::Register { player, role } => {
                refuse_if!(turn.state().is_registered(player), Refusal::PlayerAlreadyRegistered { player_id: player.clone() });
                turn.emit(Event::PlayerRegistered { player_id: player.clone(), role: *role });
            }
            Action::Username { player, username } => {
                check(username)?;
                turn.emit(Event::PlayerUsernameChanged { player_id: player.clone(), new_username: username.clone() });
            }
            Action::Skin { player, skin } => {
                turn.state().may_wear(player, *skin)?;
                turn.emit(Event::PlayerSkinChanged { player_id: player.clone(), new_skin: *skin });
            }
            Action::Create { player, game, setup, seed } => {
                turn.state().may_create(player, game)?;
                let length = [setup, seed].into_iter().flatten().map(String::len).sum::<usize>();
                refuse_if!(length > SETUP_MAX, Refusal::SetupTooLong);
                let (game, at) = (game.clone(), turn.at());
                create(player, Offer { game, setup: setup.clone(), seed: seed.clone(), at }, None, turn);
            }
            Action::Join { player, host } => {
                turn.state().may_join(player, host, turn.at())?;
                start(host, Some(player), turn);
            }
            Action::Cancel { player } => cancel(player, turn),
            Action::Restore { player, snapshot_id, seed } => restore(player, *snapshot_id, seed.clone(), turn)?,
            Action::Snapshot { player, board_id, move_number, moves_done, record, events, clock } => {
                let (board_id, move_number, record, clock) = (*board_id, *move_number, *record, *clock);
                mark(player, Origin { board_id, move_number, record, events: *events, clock }, *moves_done, turn)?;
            }
            Action::Finish { board_id, totals } => finish(*board_id, totals, turn)?,
        }
        Ok(())
    }

    fn evolve(&self, house: &mut House, event: &Event) {
        match event {
            Event::Opened { setup } => {
                (house.games, house.skins) = (setup.games.clone(), setup.skins.clone());
                house.players =
                    setup.players.iter().map(|(name, &role)| (name.clone(), Player { role, ..Player::default() })).collect();
            }
            Event::PlayerRegistered { player_id, role } => house.player(player_id).role = *role,
            Event::PlayerUsernameChanged { player_id, new_username } => {
                house.player(player_id).username = Some(new_username.clone());
            }
            Event::PlayerSkinChanged { player_id, new_skin } => house.player(player_id).active_skin = *new_skin,
            Event::GameCreated { host_player, status, game, setup, seed, board_id, snapshot_id, at } => {
                let offer = Some(Offer { game: game.clone(), setup: setup.clone(), seed: seed.clone(), at: *at });
                let session = Session { status: *status, board_id: *board_id, snapshot_id: *snapshot_id, offer };
                house.player(host_player).session = session;
            }
            Event::BoardCreatedFromSnapshot { board_id, old_board_id, move_number, record, events, clock, game, player } => {
                let (number, move_number, record, clock) = (*old_board_id, *move_number, *record, *clock);
                let from = Some(Origin { board_id: number, move_number, record, events: *events, clock });
                house.lay(*board_id, Board { from, ..Board::of(game, player) });
            }
            Event::GameStarted { host_player, guest_player, board_id, game, at } => {
                house.lay(*board_id, Board::of(game, host_player));
                house.seat(host_player, *board_id);
                if let Some(guest) = guest_player {
                    house.seat(guest, *board_id);
                }
                let seed = house.session(host_player).offer.and_then(|offer| offer.chosen_seed());
                if let Some(board) = house.board_mut(*board_id) {
                    (board.started, board.seed) = (Some(*at), seed);
                    board.players.extend(guest_player.clone());
                }
            }
            Event::GameCanceled { host_player, status, board_id } => {
                house.player(host_player).session = Session { status: *status, ..Session::default() };
                house.close(*board_id);
            }
            Event::GameFinished { host_player, board_id, games_played, .. } => {
                let player = house.player(host_player);
                (player.session.status, player.games_played) = (Status::Finished, *games_played);
                house.close(Some(*board_id));
            }
            Event::CurrentPlayerBalance { player_id, balance } => house.player(player_id).balance = *balance,
            Event::SnapshotCreated { player, board_id, move_number, record, events, clock, seed, at, .. } => {
                let (board_id, move_number, record, clock) = (*board_id, *move_number, *record, *clock);
                let of = Origin { board_id, move_number, record, events: *events, clock };
                house.snapshots.push(Snapshot { player: player.clone(), of, at: *at, seed: seed.clone() });
            }
        }
    }

    /// Every player is in progress on exactly the board that has them, every board has its players, every offer its game.
    fn audit(&self, house: &House) -> Result<(), Refusal> {
        for (name, player) in &house.players {
            let Session { status, board_id, offer, .. } = &player.session;
            let board = board_id.and_then(|board_id| house.board(board_id));
            let is_on = board.is_some_and(|board| board.is_on() && board.seat(name).is_some());
            refuse_if!((*status == Status::InProgress) != is_on, Refusal::InTwoGames { player_id: name.clone() });
            let is_offered = offer.as_ref().is_some_and(|offer| house.games.contains_key(&offer.game));
            refuse_if!(*status == Status::Created && !is_offered, Refusal::OfferWithoutGame { player_id: name.clone() });
        }
        for (board, board_id) in house.boards.iter().zip(1..) {
            let seats = house.games.get(&board.game).copied().map_or(0, usize::from);
            let is_whole = match (board.state, board.started) {
                (BoardState::InProgress, Some(_)) => {
                    let stays = |name: &String| house.session(name).board_id == Some(board_id);
                    board.players.len() == seats && board.players.iter().all(stays)
                }
                _ => (1..=seats).contains(&board.players.len()),
            };
            let origin = board.from.is_none_or(|from| (1..board_id).contains(&from.board_id));
            refuse_if!(!is_whole || !origin, Refusal::BoardWithoutPlayers { board_id });
        }
        Ok(())
    }

    fn speaker(&self, _house: &House, action: &Action) -> Option<Seat> {
        let is_of_boards = matches!(action, Action::Snapshot { .. } | Action::Finish { .. });
        Some(if is_of_boards { HALL } else { PLAYERS })
    }
}

impl Action {
    /// The player it is of.
    pub fn player(&self) -> Option<&str> {
        match self {
            Action::Register { player, .. }
            | Action::Username { player, .. }
            | Action::Skin { player, .. }
            | Action::Create { player, .. }
            | Action::Join { player, .. }
            | Action::Cancel { player }
            | Action::Restore { player, .. }
            | Action::Snapshot { player, .. } => Some(player),
            Action::Finish { .. } => None,
        }
    }
}

impl House {
    /// Whether a player is no guest any more.
    pub(super) fn is_registered(&self, player: &str) -> bool {
        self.players.get(player).is_some_and(|player| player.role != super::Role::Guest)
    }

    pub(super) fn may_wear(&self, player: &str, skin: u8) -> Result<(), Refusal> {
        let Some(price) = self.skins.get(usize::from(skin)).map(|skin| skin.price) else {
            return Err(Refusal::NoSuchSkin { new_skin: skin });
        };
        let balance = self.players.get(player).map_or(0, |player| player.balance);
        let poor = || Refusal::PlayerSkinChangeFailed { player_id: player.into(), new_skin: skin, skin_price: price, balance };
        if balance < price { Err(poor()) } else { Ok(()) }
    }

    pub(super) fn may_create(&self, player: &str, game: &str) -> Result<(), Refusal> {
        refuse_if!(!self.games.contains_key(game), Refusal::NoSuchGame { game: game.into() });
        self.may_host(player)
    }

    fn may_host(&self, player: &str) -> Result<(), Refusal> {
        let status = self.status(player);
        refuse_if!(!status.is_free(), Refusal::GameCreateFailed { host_player: player.into(), status });
        refuse_if!(self.boards.len() >= BOARDS_MAX, Refusal::TooManyBoards);
        Ok(())
    }

    pub(super) fn may_join(&self, guest: &str, host: &str, at: Millis) -> Result<(), Refusal> {
        let (host_game_status, guest_game_status) = (self.status(host), self.status(guest));
        let may = host_game_status == Status::Created && guest_game_status.is_free() && guest != host;
        let (host_player, guest_player) = (host.to_owned(), guest.to_owned());
        refuse_if!(!may, Refusal::GameJoinFailed { host_player, guest_player, host_game_status, guest_game_status });
        let clock = self.session(host).offer.map_or(0, |offer| offer.at);
        refuse_if!(at < clock, Refusal::ClockRanBackwards { at, clock });
        refuse_if!(self.session(host).board_id.is_none() && self.boards.len() >= BOARDS_MAX, Refusal::TooManyBoards);
        Ok(())
    }

    /// The seed of the dice that a board will have from where it begins, while nobody has joined it: no log has it yet.
    fn waiting_seed(&self, moment: &Origin) -> Option<String> {
        let board = self.board(moment.board_id).filter(|board| board.started.is_none())?;
        let session = self.session(board.players.first()?);
        let is_its_beginning = board.from.is_some_and(|from| from.moment() == moment.moment());
        session.offer.filter(|_| is_its_beginning && session.board_id == Some(moment.board_id))?.seed
    }

    fn player(&mut self, name: &str) -> &mut Player {
        self.players.entry(name.to_owned()).or_default()
    }

    /// Lays a board where the next one lies; one that lies there already stays as it is.
    fn lay(&mut self, board_id: u32, board: Board) {
        if board_id == self.next_board() {
            self.boards.push(board);
        }
    }

    fn seat(&mut self, name: &str, board_id: u32) {
        let session = &mut self.player(name).session;
        (session.status, session.board_id) = (Status::InProgress, Some(board_id));
    }

    fn close(&mut self, board_id: Option<u32>) {
        if let Some(board) = board_id.and_then(|board_id| self.board_mut(board_id)) {
            board.state = BoardState::Finished;
        }
    }
}

impl Board {
    /// A board with nobody but its host.
    fn of(game: &str, host: &str) -> Board {
        Board {
            game: game.into(),
            players: vec![host.into()],
            state: BoardState::InProgress,
            started: None,
            from: None,
            seed: None,
        }
    }
}

/// A host offers a game, or the board of a snapshot; a game of one seat starts at once.
fn create(host: &str, offer: Offer, restored: Option<(u32, u32)>, turn: &mut Turn<'_, Lobby>) {
    let seats = turn.state().games.get(&offer.game).copied();
    let Offer { game, setup, seed, at } = offer;
    let (board_id, snapshot_id) = restored.unzip();
    let (host_player, status) = (host.into(), Status::Created);
    turn.emit(Event::GameCreated { host_player, status, game, setup, seed, board_id, snapshot_id, at });
    if seats == Some(1) {
        start(host, None, turn);
    }
}

/// All seats are taken: on the board that waits, or on a new one.
fn start(host: &str, guest: Option<&str>, turn: &mut Turn<'_, Lobby>) {
    let session = turn.state().session(host);
    let board_id = session.board_id.unwrap_or(turn.state().next_board());
    let game = session.offer.map(|offer| offer.game).unwrap_or_default();
    turn.emit(Event::GameStarted {
        host_player: host.into(),
        guest_player: guest.map(Into::into),
        board_id,
        game,
        at: turn.at(),
    });
}

/// Always allowed. Whoever leaves a game that is on takes the other player out of it too; a board that waits is closed.
fn cancel(player: &str, turn: &mut Turn<'_, Lobby>) {
    let session = turn.state().session(player);
    let board_id = session.board_id.filter(|_| !session.status.is_free());
    let board = board_id.and_then(|board_id| turn.state().board(board_id));
    let others: Vec<String> = board.map_or_else(Vec::new, |board| board.players.clone());
    let all = [player.to_owned()].into_iter().chain(others.into_iter().filter(|other| other != player));
    all.for_each(|host_player| turn.emit(Event::GameCanceled { host_player, status: Status::Canceled, board_id }));
}

fn restore(player: &str, snapshot_id: u32, seed: Option<String>, turn: &mut Turn<'_, Lobby>) -> Result<(), Refusal> {
    let house = turn.state();
    house.may_host(player)?;
    refuse_if!(seed.as_ref().is_some_and(|seed| seed.len() > SETUP_MAX), Refusal::SetupTooLong);
    let failed = |old_board_id, move_number| {
        let player = player.to_owned();
        Refusal::BoardCreateFromSnapshotFailed { player, snapshot_id, old_board_id, move_number }
    };
    let Some(snapshot) = house.snapshot(snapshot_id) else { return Err(failed(0, 0)) };
    refuse_if!(turn.at() < snapshot.at, Refusal::ClockRanBackwards { at: turn.at(), clock: snapshot.at });
    let seed = seed.or_else(|| snapshot.seed.clone());
    let Origin { board_id: old_board_id, move_number, record, events, clock } = snapshot.of;
    let game = house.board(old_board_id).ok_or_else(|| failed(old_board_id, move_number))?.game.clone();

    let (board_id, offer) = (house.next_board(), Offer { game: game.clone(), setup: None, seed, at: turn.at() });
    let player_name = player.to_owned();
    turn.emit(Event::BoardCreatedFromSnapshot {
        board_id,
        old_board_id,
        move_number,
        record,
        events,
        clock,
        game,
        player: player_name,
    });
    create(player, offer, Some((board_id, snapshot_id)), turn);
    Ok(())
}

/// Any player, any board, over or not.
fn mark(player: &str, moment: Origin, moves_done: u64, turn: &mut Turn<'_, Lobby>) -> Result<(), Refusal> {
    let (house, Origin { board_id, move_number, record, events, clock }) = (turn.state(), moment);
    let state = house.board(board_id).map(|board| board.state);
    let failed =
        |board_game_state| Refusal::SnapshotCreateFailed { player: player.into(), board_id, board_game_state, move_number };
    let Some(state) = state else { return Err(failed(BoardState::default())) };
    refuse_if!(move_number > moves_done, failed(state));
    refuse_if!(moves_done.max(record).max(events.unwrap_or(0)).max(clock) > BALANCE_MAX, Refusal::NumberTooLarge);
    refuse_if!(house.snapshots.len() >= SNAPSHOTS_MAX, Refusal::TooManySnapshots);

    let (snapshot_id, seed) = (house.snapshots.len() as u32 + 1, house.waiting_seed(&moment));
    let (player, at) = (player.into(), turn.at());
    turn.emit(Event::SnapshotCreated { snapshot_id, player, board_id, move_number, record, events, clock, seed, at });
    Ok(())
}

/// Everyone gets what they have, win or lose.
fn finish(board_id: u32, totals: &[u32], turn: &mut Turn<'_, Lobby>) -> Result<(), Refusal> {
    let on = turn.state().board(board_id).filter(|board| board.is_on());
    let Some(players) = on.map(|board| board.players.clone()) else { return Err(Refusal::NotBeingPlayed { board_id }) };
    refuse_if!(players.len() != totals.len(), Refusal::WrongTotals { seats: players.len(), totals: totals.len() });

    for (name, &total) in players.iter().zip(totals) {
        let games_played = turn.state().players.get(name).map_or(0, |player| player.games_played).saturating_add(1);
        turn.emit(Event::GameFinished { host_player: name.clone(), board_id, total, games_played });
    }
    for (name, &total) in players.iter().zip(totals) {
        let balance = turn.state().players.get(name).map_or(0, |player| player.balance);
        let balance = balance.saturating_add(u64::from(total)).min(BALANCE_MAX);
        turn.emit(Event::CurrentPlayerBalance { player_id: name.clone(), balance });
    }
    Ok(())
}

fn check(name: impl AsRef<str>) -> Result<(), Refusal> {
    check_player(name.as_ref()).map_err(|_| Refusal::BadName)
}
