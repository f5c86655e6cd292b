//! A lobby and its boards together: finds a player's board and seat, has actions judged there, and tells the lobby what it must know.
//! Whatever happened is on the shelf before the verdict is given; the board's line before the lobby's.

use crate::lobby::{Action, Board, BoardState, Event, House, Lobby, Offer, PLAYERS, Refusal, Setup};
use crate::seated::{backwards, check_goes_on, check_time};
use crate::write::text;
use crate::{
    Branch, CHANGED, EXISTS, End, HostError, Moment, Op, Opened, Players, Registry, Shelf, Since, Table, Verdict, Which,
    check_one_seed, check_player,
};
use referee::{Millis, Refused, Rejection, Rules, Seat, apply};
use serde_json::json;
use std::collections::BTreeMap;

mod words;

/// Why a board is closed that its players left.
const CANCELED: &str = "canceled";

/// A lobby and its boards, on a shelf.
pub struct Hall<'a, S: Shelf> {
    registry: &'a Registry,
    shelf: S,
    lobby: Box<dyn Table>,
    house: House,
    /// The boards that are being played.
    boards: BTreeMap<u32, Box<dyn Table>>,
    /// The boards that should be, but whose logs cannot be gone on with.
    broken: BTreeMap<u32, HostError>,
    /// What was found amiss on the shelf.
    found: Vec<HostError>,
    /// The latest time anyone spoke of.
    now: Millis,
    /// Whether something could not be written: the shelf then knows less than the hall.
    spoiled: bool,
}

impl<'a, S: Shelf> Hall<'a, S> {
    /// Opens the hall on a shelf where it was left, or a new one for all games of the registry that have room in a lobby. What a crash left
    /// half done is put right; a lobby that cannot be gone on with is an error, and a board that cannot be is [named](Hall::broken).
    pub fn open(registry: &'a Registry, mut shelf: S) -> Result<Hall<'a, S>, HostError> {
        let (mut lobby, end) = match shelf.text(Which::Lobby)? {
            Some(text) => kept(registry, text).map_err(|error| error.in_file(shelf.place(Which::Lobby)))?,
            None => (begin(registry, &mut shelf)?, End::Whole),
        };
        shelf.mend(Which::Lobby, end)?;
        lobby.forget();
        let house = crate::json::read(&lobby.state(), "BAD_STATE")?;
        let (now, boards, broken) = (lobby.at(), BTreeMap::new(), BTreeMap::new());
        let found = torn(end).map(|error| error.in_file(shelf.place(Which::Lobby))).into_iter().collect();
        let mut hall = Hall { registry, shelf, lobby, house, boards, broken, found, now, spoiled: false };
        hall.clear()?;
        hall.take_up()?;
        Ok(hall)
    }

    /// What is true in the lobby.
    pub fn house(&self) -> &House {
        &self.house
    }

    /// A board that is being played.
    pub fn board(&self, board_id: u32) -> Option<&dyn Table> {
        self.boards.get(&board_id).map(|table| &**table)
    }

    /// The boards that should be played but whose logs cannot be gone on with, and why not. Nobody can act on them; they can be left.
    pub fn broken(&self) -> impl Iterator<Item = (u32, &HostError)> {
        self.broken.iter().map(|(board_id, error)| (*board_id, error))
    }

    /// What was found amiss at opening: lines that were torn off and are taken away, logs that are none of this lobby's and are left alone.
    pub fn found(&self) -> &[HostError] {
        &self.found
    }

    /// The shelf.
    pub fn shelf(&self) -> &S {
        &self.shelf
    }

    /// Does what a player asks, or says why not. An error means that something could not be written: the hall must be opened again.
    pub fn act(&mut self, player: &str, at: Option<Millis>, op: Op) -> Result<Verdict, HostError> {
        if self.spoiled {
            return Err(HostError::bad("SPOILED", "something could not be written before: open the hall again"));
        }
        let at = at.unwrap_or_else(|| self.time_for(player, &op));
        if let Err(error) = check_time(at) {
            return Ok(Verdict::refused(&error));
        }
        let done = self.perform(player, at, op);
        self.spoiled = done.is_err();
        if matches!(&done, Ok(verdict) if verdict.success) {
            self.now = self.now.max(at);
        }
        done
    }

    /// The time of what was declared without one: on a board no time has passed, whatever the rest of the house says.
    fn time_for(&self, player: &str, op: &Op) -> Millis {
        let board_id = match op {
            Op::Act { board_id, .. } | Op::Say { board_id, .. } => {
                self.house.seat_of(player, *board_id).ok().map(|(board_id, _)| board_id)
            }
            _ => None,
        };
        let board = board_id.and_then(|board_id| self.house.board(board_id).zip(self.boards.get(&board_id)));
        board.map_or(self.now, |(board, table)| board.since().world_time(table.now()))
    }

    fn perform(&mut self, player: &str, at: Millis, op: Op) -> Result<Verdict, HostError> {
        let player = player.to_owned();
        let action = match op {
            Op::Act { action, board_id } => return self.play(&player, at, &action, board_id),
            Op::Say { word, board_id } => return self.speak(&player, at, word, board_id),
            Op::Look => return Ok(check_player(&player).map_or_else(|error| Verdict::refused(&error), |()| self.look(&player))),
            Op::Register { role } => Action::Register { player, role },
            Op::Username { username } => Action::Username { player, username },
            // A skin that nobody knows is not worn, and nobody is told off for it.
            Op::Skin { skin } if self.house.skins.get(usize::from(skin)).is_none() && check_player(&player).is_ok() => {
                return Ok(Verdict::nothing());
            }
            Op::Skin { skin } => Action::Skin { player, skin },
            Op::Create { game, setup, seed } => Action::Create { player, game, setup, seed },
            Op::Join { host } => Action::Join { player, host },
            Op::Cancel => Action::Cancel { player },
            Op::Restore { snapshot_id, seed } => Action::Restore { player, snapshot_id, seed },
            Op::Snapshot { board_id, move_number } => match self.moment(&player, at, board_id, move_number) {
                Ok(action) => action,
                Err(error) => return Ok(self.unmarked(player, board_id, move_number, &error)),
            },
        };
        self.declare(at, &action)
    }

    /// Has the lobby judge an action. Boards that it begins are laid first.
    fn declare(&mut self, at: Millis, action: &Action) -> Result<Verdict, HostError> {
        let seat = Lobby.speaker(&self.house, action).unwrap_or(PLAYERS);
        let applied = apply(&Lobby, &self.house, seat, at, action);
        if let Err(why) = applied.result {
            return Ok(match &why {
                Refused::Rejected(why) => refused(why),
                why => Verdict { errors: why.errors(), ..Verdict::refused(&HostError::no(why.code(), "")) },
            });
        }
        if let Err(error) = self.try_out(at, action) {
            return Ok(Verdict::refused(&error));
        }
        let begun = applied.events.iter().find_map(|event| match event {
            Event::GameStarted { board_id, .. } => Some(*board_id),
            _ => None,
        });
        let laid = match begun.map(|board_id| self.lay(board_id, &applied.next, at)).transpose() {
            Ok(laid) => begun.zip(laid),
            Err(error) => return Ok(Verdict::refused(&error)),
        };
        if let Some((board_id, table)) = &laid {
            match self.shelf.create(Which::Board(*board_id), &table.text()?) {
                Err(error) if error.code == EXISTS => return Ok(Verdict::refused(&stray(*board_id))),
                created => created?,
            }
        }
        let left = applied.events.iter().find_map(|event| match event {
            Event::GameCanceled { board_id, .. } => *board_id,
            _ => None,
        });
        left.map_or(Ok(()), |board_id| self.close(board_id))?;
        let mut verdict = self.lobby.act(seat, at, &text(action), None);
        if !verdict.success {
            let why = verdict.errors.join("; ");
            return if laid.is_some() || left.is_some() { Err(HostError::no("LOBBY_REFUSED", why)) } else { Ok(verdict) };
        }
        self.shelf.append(Which::Lobby, &verdict.lines)?;
        verdict.events = self.lobby.seen(self.lobby.seq(), None).into_owned();
        self.house = applied.next;
        debug_assert_eq!(referee::State::digest(&self.house), self.lobby.digest(), "the house is what the lobby's log says");
        self.boards.extend(laid);
        self.boards.retain(|board_id, _| self.house.board(*board_id).is_some_and(Board::is_on));
        self.broken.retain(|board_id, _| self.house.board(*board_id).is_some_and(Board::is_on));
        Ok(verdict)
    }

    /// Closes the log of a board that is left: it counts for nobody, and nobody plays on. One that somebody else wrote to is not ours to close.
    fn close(&mut self, board_id: u32) -> Result<(), HostError> {
        let Some(table) = self.boards.get_mut(&board_id).filter(|table| table.closed().is_none()) else { return Ok(()) };
        let line = table.close(CANCELED)?;
        match self.shelf.append(Which::Board(board_id), &line) {
            Err(error) if error.code != CHANGED => Err(error),
            _ => Ok(()),
        }
    }

    /// Whether a game that is offered can be started at all: better known now than when somebody joins.
    fn try_out(&mut self, at: Millis, action: &Action) -> Result<(), HostError> {
        match action {
            Action::Restore { snapshot_id, seed, .. } => {
                let Some(of) = self.house.snapshot(*snapshot_id).map(|snapshot| snapshot.of) else { return Ok(()) };
                self.check_after(of.board_id, at)?;
                let mut table = self.gone_back(of.board_id, of.record)?;
                let (seed, since) = (seed.clone().unwrap_or_default(), Some(Since { at, clock: of.clock }));
                table.fork(Branch { events: of.events, seed, since, ..Branch::named("snapshot") }).map(|_| ())
            }
            Action::Create { game, setup, seed, .. } => {
                check_one_seed(setup.as_deref(), seed.as_deref())?;
                self.registry.title(game)?.start(setup.as_deref(), seed.as_deref(), at, None).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// The table of a board whose seats are all taken now: a game begun from what its host offered, or another board gone back.
    fn lay(&mut self, board_id: u32, house: &House, at: Millis) -> Result<Box<dyn Table>, HostError> {
        let board = house.board(board_id).ok_or_else(|| missing(board_id))?;
        let title = self.registry.title(&board.game)?;
        let players = Players::in_order(&title.card(), board.players.iter().map(String::as_str))?;
        let host = board.players.first().map(String::as_str).unwrap_or_default();
        let Offer { setup, seed, .. } = house.session(host).offer.unwrap_or_default();
        if let Some(from) = board.from {
            let mut table = self.gone_back(from.board_id, from.record)?;
            let (name, of) = (called(board_id), called(from.board_id));
            let since = Some(Since { at, clock: from.clock });
            let seed = seed.unwrap_or_default();
            table.fork(Branch { after: from.record, name, of, events: from.events, seed, dice: None, players, since })?;
            return Ok(table);
        }
        let mut table = title.start(setup.as_deref(), seed.as_deref(), at, None)?;
        table.introduce(players)?;
        table.call(&called(board_id))?;
        Ok(table)
    }

    /// A board as it was after a record. One that nobody joined yet is still part of the board it goes on from.
    fn gone_back(&mut self, board_id: u32, to: u64) -> Result<Box<dyn Table>, HostError> {
        let (board_id, _) = self.source_of(board_id);
        match self.boards.get_mut(&board_id) {
            Some(table) => table.rewound(to),
            None => self.opened(board_id)?.table.rewound(to),
        }
    }

    /// Nothing of a board is marked or gone on from before what was declared on it.
    fn check_after(&mut self, board_id: u32, at: Millis) -> Result<(), HostError> {
        let clock = self.latest(board_id)?;
        if at < clock { Err(backwards(at, clock)) } else { Ok(()) }
    }

    /// When something was last declared on a board, in the world's time; while nobody has joined it, when it was offered.
    fn latest(&mut self, board_id: u32) -> Result<Millis, HostError> {
        let Some(board) = self.house.board(board_id) else { return Ok(0) };
        let Some(started) = board.started else {
            let host = board.players.first().map(|host| self.house.session(host)).unwrap_or_default();
            return Ok(host.offer.filter(|_| host.board_id == Some(board_id)).map_or(0, |offer| offer.at));
        };
        let declared = match self.boards.get(&board_id) {
            Some(table) => declared(&**table),
            None => declared(&*self.opened(board_id)?.table),
        };
        Ok(declared.max(started))
    }

    /// The board that has a log, and how many of its moves belong to this one.
    fn source_of(&self, mut board_id: u32) -> (u32, u64) {
        let mut moves = u64::MAX;
        while let Some(from) = self.house.board(board_id).filter(|board| board.started.is_none()).and_then(|board| board.from) {
            (board_id, moves) = (from.board_id, moves.min(from.move_number));
        }
        (board_id, moves)
    }

    /// The moments of a board, by moves.
    fn moments(&mut self, board_id: u32) -> Result<Vec<Moment>, HostError> {
        let (source, moves) = self.source_of(board_id);
        let mut moments = match self.boards.get(&source) {
            Some(table) => table.moments()?,
            None => self.opened(source)?.table.moments()?,
        };
        moments.truncate(usize::try_from(moves).map_or(usize::MAX, |moves| moves.saturating_add(1)));
        Ok(moments)
    }

    /// What the lobby is told when a player marks a moment. Where there is no such board or moment, it will say so.
    fn moment(&mut self, player: &str, at: Millis, board_id: u32, move_number: u64) -> Result<Action, HostError> {
        let player = player.to_owned();
        let moments = if self.house.board(board_id).is_some() { self.moments(board_id)? } else { Vec::new() };
        let moves_done = moments.len().saturating_sub(1) as u64;
        let moment = usize::try_from(move_number).ok().and_then(|number| moments.get(number));
        let Some(&Moment { record, events }) = moment else {
            return Ok(Action::Snapshot { player, board_id, move_number, moves_done, record: 0, events: None, clock: 0 });
        };
        self.check_after(board_id, at)?;
        let mut table = self.gone_back(board_id, record)?;
        let unmarkable = |why: &str| {
            let message = format!("move {move_number} of board {board_id} cannot be marked: {why}");
            HostError::no("SnapshotCreateFailed", message)
        };
        table.fork(Branch { events, ..Branch::named("snapshot") }).map_err(|error| unmarkable(&error.message))?;
        check_goes_on(&*table).map_err(|error| unmarkable(&error.message))?;
        Ok(Action::Snapshot { player, board_id, move_number, moves_done, record, events, clock: table.clock() })
    }

    /// Why a moment that there is cannot be marked.
    fn unmarked(&self, player: String, board_id: u32, move_number: u64, error: &HostError) -> Verdict {
        let board_game_state = self.house.board(board_id).map_or(BoardState::default(), |board| board.state);
        let why = Refusal::SnapshotCreateFailed { player, board_id, board_game_state, move_number };
        Verdict { error_events: why.event().into_iter().collect(), ..Verdict::refused(error) }
    }

    /// Has an action judged on the player's board.
    fn play(&mut self, player: &str, at: Millis, action: &str, asked: Option<u32>) -> Result<Verdict, HostError> {
        let (board_id, seat) = match self.house.seat_of(player, asked) {
            Ok(found) => found,
            Err(why) => return Ok(refused(&why)),
        };
        if let Some(error) = self.broken.get(&board_id) {
            return Ok(Verdict::refused(error));
        }
        let table = self.boards.get_mut(&board_id).ok_or_else(|| missing(board_id))?;
        let mut verdict = table.act_in_world(seat, at, action);
        if !verdict.lines.is_empty()
            && let Err(error) = self.shelf.append(Which::Board(board_id), &verdict.lines)
        {
            return self.give_up(board_id, error);
        }
        if verdict.success && self.is_over(board_id) {
            let finished = self.finish(board_id, at)?;
            verdict.events = joined(&verdict.events, &finished.events);
        }
        Ok(verdict)
    }

    /// A log that somebody else wrote to is not gone on with; the other boards are. Whatever else cannot be written is an error.
    fn give_up(&mut self, board_id: u32, error: HostError) -> Result<Verdict, HostError> {
        if error.code != CHANGED {
            return Err(error);
        }
        self.boards.remove(&board_id);
        let verdict = Verdict::refused(&error);
        self.broken.insert(board_id, error);
        Ok(verdict)
    }

    fn is_over(&self, board_id: u32) -> bool {
        self.boards.get(&board_id).is_some_and(|table| table.over(table.at()))
    }

    /// Tells the lobby what everyone has at the end.
    fn finish(&mut self, board_id: u32, at: Millis) -> Result<Verdict, HostError> {
        let table = self.boards.get(&board_id).ok_or_else(|| missing(board_id))?;
        let totals = (0..table.card().seats.len() as u8).map(|seat| table.total(Seat(seat))).collect();
        let verdict = self.declare(at, &Action::Finish { board_id, totals })?;
        match verdict.success {
            true => Ok(verdict),
            false => Err(HostError::no("LOBBY_REFUSED", verdict.errors.join("; "))),
        }
    }

    /// How a player stands.
    fn look(&self, player: &str) -> Verdict {
        let known = self.house.players.get(player).cloned().unwrap_or_default();
        let username = known.username.as_deref().unwrap_or(player);
        let events = json!([
            {"CurrentPlayerBalance": {"player_id": player, "balance": known.balance}},
            {"CurrentPlayerUsername": {"player_id": player, "username": username}},
            {"CurrentPlayerActiveSkin": {"player_id": player, "active_skin": known.active_skin}},
            {"CurrentPlayerGame": {"player_id": player, "status": known.session.status, "board_id": known.session.board_id}},
        ]);
        Verdict { events: events.to_string(), ..Verdict::nothing() }
    }

    /// Takes away boards that were laid just before a crash: the lobby does not know them, nobody was told, and nothing was played on them. A log
    /// that the lobby would not have written is a stranger's, and left alone.
    fn clear(&mut self) -> Result<(), HostError> {
        let waits = |board: &&Board| board.started.is_none();
        let waiting = self.house.boards.iter().zip(1..).filter(|(board, _)| waits(board)).map(|(_, board_id)| board_id);
        let unknown: Vec<u32> = waiting.chain([self.house.next_board()]).collect();
        for board_id in unknown {
            let which = Which::Board(board_id);
            match self.shelf.text(which) {
                Ok(None) => {}
                Ok(Some(text)) if self.would_lay(board_id, &text) => self.shelf.remove(which)?,
                _ => self.found.push(stray(board_id).in_file(self.shelf.place(which))),
            }
        }
        Ok(())
    }

    /// Whether a log is, to the byte, what the lobby would write if those whom it names began to play there.
    fn would_lay(&mut self, board_id: u32, log: &[u8]) -> bool {
        let Ok(Opened { table, .. }) = Opened::read(self.registry, log.to_vec()) else { return false };
        let branch = table.branches().last().filter(|branch| branch.name == called(board_id));
        let since = branch.and_then(|branch| branch.since).map(|since| since.at);
        let Some((_, begun, setup)) = table.cause(0) else { return false };
        let at = since.unwrap_or(begun);
        self.beginnings(&*table, setup).into_iter().any(|action| {
            let applied = apply(&Lobby, &self.house, PLAYERS, at, &action);
            let begins = |event: &Event| matches!(event, Event::GameStarted { board_id: begun, .. } if *begun == board_id);
            let is_begun = applied.result.is_ok() && applied.events.iter().any(begins);
            let laid = is_begun.then(|| self.lay(board_id, &applied.next, at).and_then(|table| table.text()));
            laid.is_some_and(|laid| laid.is_ok_and(|laid| laid.as_bytes() == log))
        })
    }

    /// The declarations that may have begun a board: its guest joined, or its only player created or restored it.
    fn beginnings(&self, table: &dyn Table, setup: String) -> Vec<Action> {
        let names: Vec<String> = table.players().iter().map(|(.., name)| name.to_owned()).collect();
        match &names[..] {
            [host, guest] => vec![Action::Join { player: guest.clone(), host: host.clone() }],
            [player] => {
                let (player, game) = (player.clone(), table.card().name.to_owned());
                let seed = table.branches().last().map(|branch| branch.seed.clone()).filter(|seed| !seed.is_empty());
                let restore = |snapshot_id: u32| Action::Restore { player: player.clone(), snapshot_id, seed: seed.clone() };
                let restores = (1..=self.house.snapshots.len() as u32).map(restore);
                restores.chain([Action::Create { player: player.clone(), game, setup: Some(setup), seed: None }]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Takes up the boards that are being played; one that was over when the lobby was not told yet is finished now.
    fn take_up(&mut self) -> Result<(), HostError> {
        let on = self.house.boards.iter().zip(1..).filter(|(board, _)| board.is_on()).map(|(_, board_id)| board_id);
        for board_id in on.collect::<Vec<u32>>() {
            let table = match self.taken_up(board_id) {
                Ok(table) => table,
                Err(error) => {
                    self.broken.insert(board_id, error);
                    continue;
                }
            };
            self.now = self.now.max(declared(&*table));
            self.boards.insert(board_id, table);
            self.catch_up(board_id)?;
        }
        Ok(())
    }

    /// Tells the lobby what it was not told of a board before a crash: that it was left, or how it ended.
    fn catch_up(&mut self, board_id: u32) -> Result<(), HostError> {
        let closed = self.board(board_id).is_some_and(|table| table.closed().is_some());
        let host = self.house.board(board_id).and_then(|board| board.players.first().cloned());
        match host {
            Some(player) if closed => self.declare(self.now, &Action::Cancel { player }).map(|_| ()),
            _ if self.is_over(board_id) => self.finish(board_id, self.now).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// The table of a board that is being played. Its end is put right.
    fn taken_up(&mut self, board_id: u32) -> Result<Box<dyn Table>, HostError> {
        let (which, Opened { table, end }) = (Which::Board(board_id), self.opened(board_id)?);
        self.shelf.mend(which, end)?;
        let place = self.shelf.place(which);
        self.found.extend(torn(end).map(|error| error.in_file(place)));
        Ok(table)
    }

    /// The log of a board, running or over. One that is not of that board is an error.
    fn opened(&mut self, board_id: u32) -> Result<Opened, HostError> {
        let text = self.shelf.text(Which::Board(board_id))?.ok_or_else(|| missing(board_id))?;
        let opened = Opened::read(self.registry, text);
        let checked = opened.and_then(|opened| self.is_of(board_id, &*opened.table).map(|()| opened));
        checked.map_err(|error| error.in_file(self.shelf.place(Which::Board(board_id))))
    }

    /// Whether a log is that of a board: its game, players and name, where it comes from, and the seed its host chose.
    fn is_of(&self, board_id: u32, table: &dyn Table) -> Result<(), HostError> {
        let Some(board) = self.house.board(board_id) else { return Err(missing(board_id)) };
        let names: Vec<&str> = table.players().iter().map(|(.., name)| name).collect();
        let from = board.from.map(|from| Branch {
            after: from.record,
            events: from.events,
            since: Some(board.since()),
            of: called(from.board_id),
            ..Branch::named(&called(board_id))
        });
        let found = table.branches().last();
        let expected = told(&board.game, &board.players.join(" and "), &called(board_id), from.as_ref());
        let found = told(table.card().name, &names.join(" and "), table.name(), found);
        if expected != found {
            return Err(
                HostError::no("WRONG_BOARD", "this log is not of the board that the lobby knows").because(expected, found)
            );
        }
        match self.has_seed(board, table)? {
            true => Ok(()),
            false => Err(HostError::no("WRONG_BOARD", "this log has other dice than the board that the lobby knows")),
        }
    }

    /// Whether a log has the seed that its host chose: that of its branch, or one that changes nothing in its setup. No error tells which it is.
    fn has_seed(&self, board: &Board, table: &dyn Table) -> Result<bool, HostError> {
        if let Some(branch) = table.branches().last() {
            return Ok(branch.seed == board.seed.as_deref().unwrap_or_default());
        }
        let (Some(seed), Some((_, at, setup))) = (&board.seed, table.cause(0)) else { return Ok(true) };
        let again = self.registry.title(&board.game)?.start(Some(&setup), Some(seed), at, None)?;
        Ok(again.cause(0).is_some_and(|(_, _, other)| other == setup))
    }
}

/// A new lobby for all games of the registry that have room in one.
fn begin(registry: &Registry, shelf: &mut impl Shelf) -> Result<Box<dyn Table>, HostError> {
    if shelf.text(Which::Board(1))?.is_some() {
        return Err(stray(1).in_file(shelf.place(Which::Board(1))));
    }
    let cards = registry.titles().map(|title| title.card()).filter(|card| card.name != Lobby::NAME);
    let games = cards.map(|card| (card.name.to_owned(), card.seats.len() as u8));
    let setup = Setup::of(games.filter(|(_, seats)| (1..=crate::lobby::SEATS_MAX).contains(seats)));
    let table = registry.title(Lobby::NAME)?.start(Some(&text(&setup)), None, 0, None)?;
    shelf.create(Which::Lobby, &table.text()?)?;
    Ok(table)
}

fn refused(why: &Refusal) -> Verdict {
    Verdict {
        errors: why.lines(),
        error_events: why.event().into_iter().collect(),
        ..Verdict::refused(&HostError::no(why.code(), ""))
    }
}

fn missing(board_id: u32) -> HostError {
    HostError::no("NO_BOARD", format!("the log of board {board_id} is missing")).in_file(Which::Board(board_id).to_string())
}

/// The log of a lobby that is there.
fn kept(registry: &Registry, text: Vec<u8>) -> Result<(Box<dyn Table>, End), HostError> {
    let Opened { table, end } = Opened::read(registry, text)?;
    if table.card().name != Lobby::NAME {
        let error = HostError::no("NOT_A_LOBBY", "the log of the lobby is of another game");
        return Err(error.because(Lobby::NAME, table.card().name));
    }
    Ok((table, end))
}

/// There is a log where the lobby knows no game.
fn stray(board_id: u32) -> HostError {
    let message =
        format!("there is a log of board {board_id} that the lobby did not write: it is left alone, and no game can begin there");
    HostError::no("STRAY_BOARD", message).help("move it away")
}

/// What is said of a log that ended inside a line.
fn torn(end: End) -> Option<HostError> {
    let error =
        || HostError::no("TORN_LINE", "the last line was not written to its end and is taken away: nobody was told of it");
    matches!(end, End::Torn(_)).then(error)
}

/// When something was last declared in a game, in the world's time.
fn declared(table: &dyn Table) -> Millis {
    table.since().world_time(table.at())
}

/// What a board is called in its log.
fn called(board_id: u32) -> String {
    Which::Board(board_id).to_string()
}

/// What a log is of, for comparing: game, players, name, and where it comes from.
fn told(game: &str, players: &str, name: &str, from: Option<&Branch>) -> String {
    let from = from.map_or_else(String::new, |Branch { after, of, events, since, .. }| {
        let inside = events.map_or_else(String::new, |events| format!(" after {events} of its events"));
        let Since { at, clock } = since.unwrap_or_default();
        format!(", from record {after}{inside} of {of} at {at} when its clock said {clock}")
    });
    format!("{name}: {game} with {players}{from}")
}

/// Two JSON lists as one.
fn joined(one: &str, two: &str) -> String {
    match (one, two) {
        ("[]", list) | (list, "[]") => list.to_owned(),
        (one, two) => format!("{},{}", &one[..one.len() - 1], &two[1..]),
    }
}
