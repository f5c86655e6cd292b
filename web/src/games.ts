// What the page knows of single games beyond what every game tells: how it is called, how it can begin, who plays against whom.

import { games } from '@referee/engine'
import type { Card, Scene } from '@referee/engine'

/** A way to begin. */
export interface Beginning {
  label: string
  about: string
  /** What the game starts from: a setup, or the name of one that the game brings. */
  setup?: Record<string, unknown> | string
}

/** What the page knows of a game. */
export interface Known {
  title: string
  /** One sentence for whoever has never seen it. */
  pitch: string
  /** Which bot sits in a seat at first; none: a person. */
  bots: Record<string, string>
  beginnings: Beginning[]
  /** Whether it has a leaderboard. */
  ranked: boolean
}

/** So many seconds for a move that nobody is ever late: a month. */
const UNHURRIED = 30 * 24 * 60 * 60

const usual: Beginning = { label: 'As usual', about: 'the game as it comes' }

const KNOWN: Record<string, Partial<Known>> = {
  hop: {
    title: 'Hop',
    pitch: 'Ten floors of hexes. Arrows, bombs and blasts are announced before they fall: be elsewhere.',
    beginnings: [
      { label: 'All weapons', about: 'spear, shield and jump' },
      { label: 'Vanguard', about: 'shield and jump, a longer bash', setup: { loadout: 'VANGUARD' } },
      { label: 'Sniper', about: 'spear and jump, a longer throw', setup: { loadout: 'SNIPER' } },
    ],
    ranked: true,
  },
  'hop-original': { title: 'Hop, as it was', pitch: 'The public engine of Hop, all its quirks included.', ranked: true },
  duel: {
    title: 'Mage Duel',
    pitch: 'Two mages lay tiles, close cities and roads, and take what they outweigh.',
    bots: { red: 'greedy' },
    beginnings: [
      { label: 'Against the clock', about: '65 seconds for each tile; whoever is late loses the turn' },
      { label: 'Without hurry', about: 'as long as you like', setup: { rules: { move_time: UNHURRIED } } },
    ],
  },
  'mir-original': { title: 'MIR, as it was', pitch: 'The same fights by the contract alone, with the dice of the public program.', bots: { npcs: 'greedy' } },
  mir: { title: 'MIR', pitch: 'Ten fights on a grid, from a tavern brawl to a king under a hill: steel, dice and an exact contract.', bots: { npcs: 'greedy' } },
  incursion: { title: 'Incursion', pitch: 'Ten levels of goblin caves. In a replay, every number can be asked why.',
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

/** What can be played. A lobby is judged like a game, but it is where players meet. */
export const playable = (): Card[] => games().filter(({ name }) => name !== 'lobby')

/** Where one is in a game, as its scene says, to be put behind the game's title: a floor, a level, a place. */
export function whereabouts(game: string, scene: Scene | undefined): string {
  const { title } = known(game)
  if (!scene?.title) return ''
  return scene.title.startsWith(title) ? scene.title.slice(title.length) : `: ${scene.title}`
}

export function known(game: string): Known {
  const title = game[0]?.toUpperCase() + game.slice(1)
  const beginnings = [...(KNOWN[game]?.beginnings ?? []), ...named(game)]
  return { title, pitch: '', bots: {}, ranked: false, ...KNOWN[game], beginnings: beginnings.length > 0 ? beginnings : [usual] }
}

/** The setups that a game brings by name, as ways to begin. */
const named = (game: string): Beginning[] =>
  (games().find(({ name }) => name === game)?.setups ?? []).map(({ name, title, about }) => ({ label: title, about, setup: name }))
