//! The explorer plays: whatever it does is accepted, and it gets somewhere.

use referee::{Seat, Stream};
use referee_host::Title;

const SEEDS: u64 = 20;
const ACTIONS: u64 = 250;

#[test]
fn the_explorer_plays_to_an_end_or_on_and_on_and_nothing_it_does_is_refused() {
    let title = referee_incursion::title();
    let mut acted = 0;
    let mut seen = 0;
    for seed in 0..SEEDS {
        let mut table = title.start(None, Some(&format!("explorer {seed}")), 0, None).unwrap();
        table.forget();
        let mut luck = Stream::new(seed);
        let before = table.scene(Some(Seat(0))).board.map_or(0, |board| board.tiles.len());
        for _ in 0..ACTIONS {
            let Some(action) = table.bot("explorer", Seat(0), 0, &mut luck).unwrap() else { break };
            let verdict = table.act(Seat(0), 0, &action, None);
            assert!(verdict.success, "seed {seed}: {action}: {:?}", verdict.errors);
            assert!(!verdict.events.contains("\"Faulted\""), "seed {seed}: {action}: {}", verdict.events);
            acted += 1;
        }
        let after = table.scene(Some(Seat(0))).board.map_or(0, |board| board.tiles.len());
        seen += u64::from(after > before || table.score(Seat(0)) > 100);
    }
    assert!(acted > SEEDS * 20, "{acted}");
    assert_eq!(seen, SEEDS, "every explorer finds something out");
}

#[test]
fn the_same_luck_does_the_same() {
    let title = referee_incursion::title();
    let played = || {
        let mut table = title.start(None, Some("again"), 0, None).unwrap();
        let mut luck = Stream::new(3);
        let act = |_| {
            let action = table.bot("explorer", Seat(0), 0, &mut luck).unwrap()?;
            table.act(Seat(0), 0, &action, None);
            Some(action)
        };
        (0..60).map_while(act).collect::<Vec<String>>()
    };
    assert_eq!(played(), played());
    assert!(title.card().bots.contains(&"explorer"));
}
