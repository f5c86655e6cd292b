// What the page knows of single games beyond what every game tells: how a run can begin, who plays against whom, how a score came about.

/** A way to begin. */
export interface Beginning {
  label: string
  about: string
  setup?: unknown
}

/** What the page knows of a game. */
export interface Known {
  title: string
  /** One sentence for whoever has never seen it. */
  pitch: string
  /** Which bot sits in a seat at first; none: a person. */
  bots: Record<string, string>
  beginnings: Beginning[]
  /** How a score came about, from the seat's view. */
  explain?(view: unknown): [string, string][]
  /** Whether it has a leaderboard. */
  ranked: boolean
}

const usual: Beginning = { label: 'As usual', about: 'the game as it comes' }

interface HopView {
  floor: number
  status: string
  turnsSpent: number
  playerHp: number
  maxHp: number
  score: number
}

/** What a Hop score is made of, as games/hop/src/score.rs has it. */
function hopScore(view: unknown): [string, string][] {
  const { floor, status, turnsSpent, playerHp, maxHp, score } = view as HopView
  const left = floor - (status === 'won' ? 0 : 1)
  return [
    [`floor ${floor} reached`, `+${floor * 1000}`],
    left > 0 ? [`${left} ${left === 1 ? 'floor' : 'floors'} passed in ${turnsSpent} turns of ${left * 30}`, `+${Math.max(left * 30 - turnsSpent, 0) * 50}`] : ['no floor passed: nothing for speed', '+0'],
    [`${maxHp - playerHp} ${maxHp - playerHp === 1 ? 'heart' : 'hearts'} lost`, `−${(maxHp - playerHp) * 10}`],
    ['score', String(score)],
  ]
}

interface DuelView {
  blue: [number, number]
  red: [number, number]
  jokers: [number, number]
  rules: { joker_price: number }
}

/** What both mages have at the end: cities, roads, and jokers that were kept. */
function duelScore(view: unknown): [string, string][] {
  const { blue, red, jokers, rules } = view as DuelView
  const side = (name: string, [city, road]: [number, number], kept: number): [string, string] =>
    [`${name}: ${city} in cities, ${road} in roads, ${kept * rules.joker_price} for jokers`, String(city + road + kept * rules.joker_price)]
  return [side('blue', blue, jokers[0]), side('red', red, jokers[1])]
}

const KNOWN: Record<string, Partial<Known>> = {
  hop: {
    title: 'Hop',
    pitch: 'Ten floors of hexes. Every blow is announced before it falls: be elsewhere.',
    beginnings: [
      { label: 'All weapons', about: 'spear, shield and jump' },
      { label: 'Vanguard', about: 'shield and jump, a longer bash', setup: { loadout: 'VANGUARD' } },
      { label: 'Sniper', about: 'spear and jump, a longer throw', setup: { loadout: 'SNIPER' } },
    ],
    explain: hopScore,
    ranked: true,
  },
  'hop-original': { title: 'Hop, as it was', pitch: 'The public engine of Hop, all its quirks included.', ranked: true },
  duel: {
    title: 'Mage Duel',
    pitch: 'Two mages lay tiles, close cities and roads, and take what they outweigh.',
    bots: { red: 'greedy' },
    explain: duelScore,
  },
  mir: { title: 'MIR', pitch: 'A brawl at the Last Lantern: steel, dice and an exact contract.', bots: { npcs: 'greedy' } },
  incursion: { title: 'Incursion', pitch: 'Ten levels of goblin caves. Every number can be asked why.',
    beginnings: [
      { label: 'Warrior', about: 'a human with sword and shield' },
      { label: 'Mage', about: 'an elf with spells, and little else', setup: { name: 'Rue', race: 'elf', class: 'mage' } },
      { label: 'Priest', about: 'a dwarf whose god listens', setup: { name: 'Durn', race: 'dwarf', class: 'priest' } },
      { label: 'Rogue', about: 'an orc who is not seen in time', setup: { name: 'Shank', race: 'orc', class: 'rogue' } },
    ],
    ranked: true,
  },
  nim: { title: 'Nim', pitch: 'Take stones from one heap. Whoever takes the last one wins.', bots: { second: 'greedy' } },
}

export function known(game: string): Known {
  const title = game[0]?.toUpperCase() + game.slice(1)
  return { title, pitch: '', bots: {}, beginnings: [usual], ranked: false, ...KNOWN[game] }
}
