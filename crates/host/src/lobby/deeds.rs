//! What is worth a trophy in a lobby: choosing the skins that must be earned. And who may have trophies at all: controllers.

use super::{Event, Lobby, Role};
use crate::{Deed, Deeds, Doer, Source, Trophy};

/// The skins of Mage Duel that are trophies, by name.
const SKINS: [(&str, u32); 3] = [("Bandi", 30), ("Golem", 30), ("Mammoth", 70)];

/// The deeds of a lobby.
pub const DEEDS: Deeds<Lobby> = Deeds { trophies, found, entitled: Some(entitled) };

fn trophies() -> Vec<Trophy> {
    SKINS.map(|(skin, points)| Trophy { task: skin, title: skin, threshold: 1, points }).into()
}

fn found(source: &Source<'_, Lobby>) -> Vec<Deed> {
    let skins = &source.game.state().skins; // no event changes them after the first
    let records = source.game.log().records(0).take_while(|record| record.seq <= source.to);
    let events = records.flat_map(|record| record.events.iter().map(move |event| (record.seq, event)));
    let deed = |(record, event): (u64, &Event)| {
        let Event::PlayerSkinChanged { player_id, new_skin } = event else { return None };
        let name = &skins.get(usize::from(*new_skin))?.name;
        let (task, _) = SKINS.into_iter().find(|(skin, _)| skin == name)?;
        Some(Deed { who: Doer::Player(player_id.clone()), task, count: 1, record })
    };
    events.filter_map(deed).collect()
}

fn entitled(source: &Source<'_, Lobby>) -> Vec<String> {
    let players = source.game.state().players.iter();
    players.filter(|(_, player)| player.role == Role::Controller).map(|(name, _)| name.clone()).collect()
}
