// Written by `cargo xtask wasm`: the games of each module. Not edited by hand.

import type { Card } from './types.js'

export const catalog = {
  plain: [
    {
      "name": "nim",
      "rules": "1",
      "seats": [
        "first",
        "second"
      ],
      "clock": false,
      "second": 1000,
      "seeded": true,
      "about": "take stones from heaps; whoever takes the last one wins",
      "bots": [
        "random",
        "greedy",
        "deep"
      ]
    },
    {
      "name": "mir",
      "rules": "1.4",
      "seats": [
        "players",
        "npcs"
      ],
      "optional_seats": [
        "gm"
      ],
      "clock": false,
      "second": 1000,
      "seeded": true,
      "about": "MIR 1.4: grid skirmish, d20 against armour, the whole state one JSON document",
      "bots": [
        "random",
        "greedy",
        "deep"
      ],
      "setups": [
        {
          "name": "tavern-brawl",
          "title": "Tavern brawl",
          "about": "Two friends against the Barkeep and two of his regulars."
        },
        {
          "name": "dawn-duel",
          "title": "Duel at dawn",
          "about": "One against one on wet grass, with nothing in the way."
        },
        {
          "name": "corridor-ambush",
          "title": "Ambush in the long corridor",
          "about": "Three explorers against four goblins who come through the side doors."
        },
        {
          "name": "chasm-bridge",
          "title": "The bridge over the chasm",
          "about": "Three travellers against a toll troll and his three helpers, on a bridge two cells wide."
        },
        {
          "name": "goblin-camp",
          "title": "The goblin camp at night",
          "about": "Four rescuers against five goblins, round two fires."
        },
        {
          "name": "wizards-library",
          "title": "The wizard's library",
          "about": "Three thieves against a dead librarian and three of the books."
        },
        {
          "name": "ships-deck",
          "title": "On the ship's deck",
          "about": "Four of the crew against five boarders."
        },
        {
          "name": "gatehouse-siege",
          "title": "The siege of the gatehouse",
          "about": "Four defenders behind a narrow gate against seven attackers."
        },
        {
          "name": "frozen-ford",
          "title": "Wolves at the frozen ford",
          "about": "Three hunters in the middle of five wolves."
        },
        {
          "name": "king-under-the-hill",
          "title": "The king under the hill",
          "about": "Four grave robbers against a king and his two guards."
        }
      ]
    },
    {
      "name": "mir-original",
      "rules": "1.4",
      "seats": [
        "players",
        "npcs"
      ],
      "optional_seats": [
        "gm"
      ],
      "clock": false,
      "second": 1000,
      "seeded": true,
      "about": "MIR 1.4 with the dice of the public program: grid skirmish, d20 against armour",
      "bots": [
        "random",
        "greedy",
        "deep"
      ],
      "setups": [
        {
          "name": "tavern-brawl",
          "title": "Tavern brawl",
          "about": "Two friends against the Barkeep and two of his regulars."
        },
        {
          "name": "dawn-duel",
          "title": "Duel at dawn",
          "about": "One against one on wet grass, with nothing in the way."
        },
        {
          "name": "corridor-ambush",
          "title": "Ambush in the long corridor",
          "about": "Three explorers against four goblins who come through the side doors."
        },
        {
          "name": "chasm-bridge",
          "title": "The bridge over the chasm",
          "about": "Three travellers against a toll troll and his three helpers, on a bridge two cells wide."
        },
        {
          "name": "goblin-camp",
          "title": "The goblin camp at night",
          "about": "Four rescuers against five goblins, round two fires."
        },
        {
          "name": "wizards-library",
          "title": "The wizard's library",
          "about": "Three thieves against a dead librarian and three of the books."
        },
        {
          "name": "ships-deck",
          "title": "On the ship's deck",
          "about": "Four of the crew against five boarders."
        },
        {
          "name": "gatehouse-siege",
          "title": "The siege of the gatehouse",
          "about": "Four defenders behind a narrow gate against seven attackers."
        },
        {
          "name": "frozen-ford",
          "title": "Wolves at the frozen ford",
          "about": "Three hunters in the middle of five wolves."
        },
        {
          "name": "king-under-the-hill",
          "title": "The king under the hill",
          "about": "Four grave robbers against a king and his two guards."
        }
      ]
    },
    {
      "name": "duel",
      "rules": "1",
      "seats": [
        "blue",
        "red"
      ],
      "clock": true,
      "second": 1,
      "seeded": true,
      "about": "two mages lay tiles, close cities and roads, and take what they outweigh, against the clock",
      "bots": [
        "random",
        "greedy",
        "deep"
      ]
    },
    {
      "name": "hop",
      "rules": "3",
      "seats": [
        "player"
      ],
      "clock": false,
      "second": 1000,
      "seeded": true,
      "about": "ten floors of hexes: a spear, a shield and a jump against whatever waits",
      "bots": [
        "random",
        "greedy",
        "deep"
      ]
    },
    {
      "name": "hop-original",
      "rules": "3",
      "seats": [
        "player"
      ],
      "clock": false,
      "second": 1000,
      "seeded": true,
      "about": "Hop as the public engine plays it, all its quirks included",
      "bots": [
        "random",
        "greedy",
        "deep"
      ]
    },
    {
      "name": "lobby",
      "rules": "1",
      "seats": [
        "players"
      ],
      "optional_seats": [
        "hall"
      ],
      "clock": false,
      "second": 1000,
      "seeded": false,
      "about": "players meet, offer games and join them; `referee lobby` keeps one with its boards",
      "bots": [
        "random",
        "greedy",
        "deep"
      ]
    }
  ],
  scripted: [
    {
      "name": "nim",
      "rules": "1",
      "seats": [
        "first",
        "second"
      ],
      "clock": false,
      "second": 1000,
      "seeded": true,
      "about": "take stones from heaps; whoever takes the last one wins",
      "bots": [
        "random",
        "greedy",
        "deep"
      ]
    },
    {
      "name": "incursion",
      "rules": "1",
      "seats": [
        "hero"
      ],
      "clock": false,
      "second": 1000,
      "seeded": true,
      "about": "ten levels of caves: every action can be intercepted, every number explained",
      "bots": [
        "explorer",
        "random",
        "greedy",
        "deep"
      ],
      "keys": [
        [
          "arrows hjkl yubn",
          "go a step; into a foe: strike it (also the number pad)"
        ],
        [
          ". s R",
          "wait, search, rest"
        ],
        [
          "> <",
          "go down, go up"
        ],
        [
          ", g",
          "pick up what lies here"
        ],
        [
          "f c",
          "fire or hurl at a foe, cast a spell (also z)"
        ],
        [
          "i",
          "everything one can do with what one carries: also put in, take out, rub, twist ..."
        ],
        [
          "w T d",
          "put on, take off, drop"
        ],
        [
          "Q r a e",
          "quaff, read, use or zap, eat"
        ],
        [
          "o D",
          "open or shut a door, disarm a trap"
        ],
        [
          "F m t",
          "attack even a friend, try a manoeuvre, talk"
        ],
        [
          "J M",
          "jump two squares; mount, or dismount"
        ],
        [
          "P O H",
          "pray, offer at an altar, hide"
        ]
      ]
    },
    {
      "name": "lobby",
      "rules": "1",
      "seats": [
        "players"
      ],
      "optional_seats": [
        "hall"
      ],
      "clock": false,
      "second": 1000,
      "seeded": false,
      "about": "players meet, offer games and join them; `referee lobby` keeps one with its boards",
      "bots": [
        "random",
        "greedy",
        "deep"
      ]
    }
  ],
} satisfies Record<string, Card[]> as Record<'plain' | 'scripted', Card[]>
