//! What may be done in a lobby, as far as it can be listed: names, setups and totals cannot.

use super::{Action, Board, Event, HALL, House, Lobby, PLAYERS, Status};
use referee::{Legal, Millis, Seat, View};

impl Legal for Lobby {
    fn legal(&self, house: &House, seat: Seat, at: Millis) -> impl Iterator<Item = Action> {
        let of_players = house.players.keys().filter(move |_| seat == PLAYERS).flat_map(move |player| house.options(player, at));
        let boards = house.boards.iter().zip(1..).filter(move |(board, _)| seat == HALL && board.is_on());
        of_players.chain(boards.map(|(board, board_id)| finished(board, board_id)))
    }

    /// Listed are known players with known games, and games that bring nobody anything.
    fn lists(&self, house: &House, _seat: Seat, action: &Action) -> bool {
        let known = |player: &String| house.players.contains_key(player);
        match action {
            Action::Create { player, setup, seed, .. } => known(player) && setup.is_none() && seed.is_none(),
            Action::Join { player, .. } | Action::Cancel { player } => known(player),
            Action::Restore { player, seed, .. } => known(player) && seed.is_none(),
            Action::Skin { player, .. } => known(player),
            Action::Finish { totals, .. } => totals.iter().all(|total| *total == 0),
            Action::Register { .. } | Action::Username { .. } | Action::Snapshot { .. } => false,
        }
    }

    /// A lobby is open as long as anyone likes.
    fn over(&self, _house: &House, _at: Millis) -> bool {
        false
    }
}

impl House {
    /// What a player may do.
    fn options(&self, player: &str, at: Millis) -> Vec<Action> {
        let create = |game: &String| Action::Create { player: player.into(), game: game.clone(), setup: None, seed: None };
        let creates = self.games.keys().filter(|game| self.may_create(player, game).is_ok()).map(create);
        let waiting = self.players.iter().filter(|(_, other)| other.session.status == Status::Created).map(|(host, _)| host);
        let joined = waiting.filter(|host| self.may_join(player, host, at).is_ok());
        let joins = joined.map(|host| Action::Join { player: player.into(), host: host.clone() });
        let may_restore = self.games.keys().next().is_some_and(|game| self.may_create(player, game).is_ok());
        let numbered = (1u32..).zip(&self.snapshots).filter(|(_, snapshot)| may_restore && snapshot.at <= at);
        let restores = numbered.map(|(snapshot_id, _)| Action::Restore { player: player.into(), snapshot_id, seed: None });
        let skins = (0..=u8::MAX).take(self.skins.len()).filter(|skin| self.may_wear(player, *skin).is_ok());
        let wears = skins.map(|skin| Action::Skin { player: player.into(), skin });
        let cancel = [Action::Cancel { player: player.into() }];
        creates.chain(joins).chain(restores).chain(wears).chain(cancel).collect()
    }
}

fn finished(board: &Board, board_id: u32) -> Action {
    Action::Finish { board_id, totals: vec![0; board.players.len()] }
}

/// Everyone sees everything but what a game starts from: whoever knows its seed knows its dice.
impl View for Lobby {
    type View = House;

    fn view(&self, house: &House, _eye: Option<Seat>) -> House {
        let mut seen = house.clone();
        for offer in seen.players.values_mut().filter_map(|player| player.session.offer.as_mut()) {
            (offer.setup, offer.seed) = (None, None);
        }
        seen.snapshots.iter_mut().for_each(|snapshot| snapshot.seed = None);
        seen.boards.iter_mut().for_each(|board| board.seed = None);
        seen
    }

    fn seen(&self, event: &Event, _eye: Option<Seat>) -> Option<Event> {
        let mut seen = event.clone();
        match &mut seen {
            Event::GameCreated { setup, seed, .. } => (*setup, *seed) = (None, None),
            Event::SnapshotCreated { seed, .. } => *seed = None,
            _ => {}
        }
        Some(seen)
    }

    fn imagine(&self, seen: &House, _luck: u64) -> House {
        seen.clone()
    }
}
