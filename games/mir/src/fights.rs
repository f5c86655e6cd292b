//! The fights that MIR brings: setups by name. Each is a file in `setups/`, for the command line and for other programs.

use referee_host::NamedSetup;

macro_rules! fights {
    ($($name:literal, $title:literal, $about:literal;)+) => {
        /// The fights that MIR brings, the usual one first.
        pub(crate) const FIGHTS: &[NamedSetup] = &[$(NamedSetup {
            name: $name,
            title: $title,
            about: $about,
            json: include_str!(concat!("../setups/", $name, ".scenario.json")),
        },)+];
    };
}

fights! {
    "tavern-brawl", "Tavern brawl", "Two friends against the Barkeep and two of his regulars.";
    "dawn-duel", "Duel at dawn", "One against one on wet grass, with nothing in the way.";
    "corridor-ambush", "Ambush in the long corridor", "Three explorers against four goblins who come through the side doors.";
    "chasm-bridge", "The bridge over the chasm", "Three travellers against a toll troll and his three helpers, on a bridge two cells wide.";
    "goblin-camp", "The goblin camp at night", "Four rescuers against five goblins, round two fires.";
    "wizards-library", "The wizard's library", "Three thieves against a dead librarian and three of the books.";
    "ships-deck", "On the ship's deck", "Four of the crew against five boarders.";
    "gatehouse-siege", "The siege of the gatehouse", "Four defenders behind a narrow gate against seven attackers.";
    "frozen-ford", "Wolves at the frozen ford", "Three hunters in the middle of five wolves.";
    "king-under-the-hill", "The king under the hill", "Four grave robbers against a king and his two guards.";
}
