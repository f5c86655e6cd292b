//! What a seat is told of a record is the same whoever asks when: right after the action, where the line is still at hand, or upon a log that
//! was read again.

use crate::sealed::{games, sealing};
use referee::{Seat, Stream};
use referee_host::{Table, open_lines};

/// What everybody is told of a record.
fn told(table: &dyn Table, seq: u64, seats: u8) -> Vec<String> {
    (0..seats).map(Seat).map(Some).chain([None]).map(|eye| table.seen(seq, eye).into_owned()).collect()
}

#[test]
fn what_was_just_written_is_told_as_what_was_read() {
    let (registry, names) = games();
    for game in names {
        let title = registry.title(game).unwrap();
        let (seats, mut luck) = (title.card().seats.len() as u8, Stream::from_seed(game));
        let mut table = title.start_sealed(None, None, 0, sealing(7)).unwrap();
        for _ in 0..20 {
            let Some(&seat) = table.waiting_for(table.at()).first() else { break };
            let action = table.bot("random", seat, table.at(), &mut luck).unwrap().unwrap();
            assert!(table.act(seat, table.at(), &action, None).success, "{game}: {action}");
            let (seq, now) = (table.seq(), told(&*table, table.seq(), seats));
            let read = open_lines(&registry, table.text().unwrap().lines()).unwrap();
            assert_eq!(now, told(&*read, seq, seats), "{game}, record {seq}");
            table.act(seat, table.at(), "{\"no\":\"action\"}", None);
            assert_eq!(now, told(&*table, seq, seats), "{game}, record {seq}, after a refusal");
        }
    }
}
