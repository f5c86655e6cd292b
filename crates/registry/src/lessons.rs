//! The lessons Referee ships: the scenarios of each game, embedded, so that they are found wherever the binary runs. A lesson is one line.

/// The name of each lesson, and the text of its scenario.
pub(crate) type Lessons = &'static [(&'static str, &'static str)];

macro_rules! lessons {
    [$folder:literal: $($name:literal,)*] => {
        &[$(($name, include_str!(concat!("../../../games/", $folder, "/", $name, ".jsonl"))),)*]
    };
}

/// Of Nim.
pub(crate) const NIM: Lessons = lessons!["nim/scenarios":
    "refusals",
    "rolled-heaps",
    "take-the-last-stone",
    "the-balanced-position",
];

/// Of MIR.
pub(crate) const MIR: Lessons = lessons!["mir/scenarios":
    "01-first-steps",
    "02-who-goes-first",
    "03-where-feet-may-go",
    "04-steel",
    "05-the-dead-keep-their-turn",
    "06-refusals-on-record",
    "07-two-ways-a",
    "07-two-ways-b",
    "08-what-is-offered",
    "09-dice-from-the-table",
    "10-in-the-middle",
    "example-1-successful-attack",
    "example-2-blocked-cell",
];

/// Of MIR as the public program plays it.
pub(crate) const MIR_ORIGINAL: Lessons = lessons!["mir/scenarios":
    "original-example-1",
];

/// Of Mage Duel.
pub(crate) const DUEL: Lessons = lessons!["duel/scenarios":
    "01-a-city-changes-hands",
    "02-mountains-close",
    "03-crossroads",
    "04-a-ring-is-contested-once",
    "05-both-keep",
    "06-the-clock",
    "07-silence-and-a-skip",
    "08-what-is-refused",
    "09-the-last-tile-comes-back",
];

/// Of Hop.
pub(crate) const HOP: Lessons = lessons!["hop/scenarios":
    "01-the-spear-kills",
    "02-the-spear-lies-where-it-fell",
    "03-the-spear-comes-back",
    "04-lunge",
    "05-picking-up-cleaves",
    "06-bash-into-lava",
    "07-bash-against-a-wall",
    "08-bash-a-bomb-into-lava",
    "09-arc-bash",
    "10-bash-all-around",
    "11-wall-slam",
    "12-a-ready-shield-protects",
    "13-jump",
    "14-meteor-impact",
    "15-stunning-landing",
    "16-free-jump",
    "17-hook-through-lava",
    "18-hook-and-bash",
    "19-walls-stop-the-hook",
    "20-hook-takes-the-shield",
    "21-charge-into-a-row",
    "22-charge-drives-a-row",
    "23-basic-attack",
    "24-out-of-reach-costs-nothing",
    "25-step-into-an-enemy",
    "26-an-announced-blow",
    "27-punch",
    "28-their-punch",
    "29-no-punch-in-passing",
    "30-punches-among-many",
    "31-punch-who-walked-up",
    "32-ice",
    "33-more-ice",
    "34-void",
    "35-ice-into-void",
    "36-enemies-slide-too",
    "37-jump-onto-ice",
    "38-void-takes-enemies",
    "39-stun-cancels-a-blow",
    "40-archer",
    "41-walls-stop-arrows",
    "42-frontal-shield",
    "43-bombs",
    "44-sentinel",
    "45-warlock",
    "46-golem",
    "47-assassin",
    "48-sprinter",
    "49-death-ends-the-run",
    "50-stairs-do-not-revive",
    "51-nobody-loses-a-turn",
    "52-shrine",
    "53-one-more-life",
    "54-the-next-floor",
    "55-the-last-stairs",
    "56-forged-places",
];

/// Of Hop as the public engine plays it.
pub(crate) const HOP_ORIGINAL: Lessons = lessons!["hop/scenarios/original":
    "01-bombs-stay",
    "02-stairs-revive",
    "03-one-victim",
    "04-archers-steal",
    "05-a-death-costs-a-turn",
];
