// From a place, a key or a word to an action: what is meant by what somebody points at.

import type { Offer, Panel, Spot } from '@referee/engine'
import { known } from '../games'

/** What somebody has chosen so far: what to do, or with whom. */
export interface Chosen {
  verb: string | null
  from: string | null
}

export const NONE: Chosen = { verb: null, from: null }

const key = (spot: Spot | undefined) => (spot ? `${spot.x},${spot.y}` : '')
const target = (offer: Offer) => offer.aim.spots.at(-1)
const origin = (offer: Offer) => (offer.aim.spots.length > 1 ? key(offer.aim.spots[0]) : null)

/** The verbs that are offered, each with its offers, in the order they come. */
export function verbs(game: string, offers: Offer[]): Map<string, Offer[]> {
  const found = new Map<string, Offer[]>()
  for (const offer of offers) {
    const verb = known(game).verb(offer)
    found.set(verb, [...(found.get(verb) ?? []), offer])
  }
  return found
}

/** Something one may do, or could do at other times. */
export interface Slot {
  name: string
  /** What it can be done with now; nothing: not now. */
  offers: Offer[]
  /** In how many turns it is ready. */
  cooling: number
  /** By what it has become better. */
  better: string
}

/** Everything that is in a tray: what a game always has and the skills of its panel keep their places, whatever is offered; the rest follows. */
export function slots(game: string, offers: Offer[], panels: Panel[]): Slot[] {
  const offered = verbs(game, offers)
  const { always, silent } = known(game)
  const skills = (panels.find(panel => panel.title === 'Skills')?.lines ?? []).map(([line]) => skill(line)).filter(({ name }) => !silent.includes(name))
  const slot = (name: string) => ({ name, cooling: 0, better: '', ...skills.find(skill => skill.name === name), offers: offered.get(name) ?? [] })
  return [...new Set([...always, ...skills.map(({ name }) => name), ...offered.keys()])].map(slot)
}

/** A skill as its panel says it: its name, in how many turns it is ready, by what it is better. */
function skill(line: string): Omit<Slot, 'offers'> {
  const [words = '', better = ''] = line.split(' + ')
  const cooling = / in (\d+)$/.exec(words)
  return { name: words.replace(/ in \d+$/, ''), cooling: Number(cooling?.[1] ?? 0), better }
}

/** The offers that fit what has been chosen. */
function fitting(game: string, offers: Offer[], { verb, from }: Chosen): Offer[] {
  const fits = offers.filter(offer => (verb === null || known(game).verb(offer) === verb) && (from === null || origin(offer) === from || origin(offer) === null))
  return fits
}

/** The places that can be chosen now. */
export function targets(game: string, offers: Offer[], chosen: Chosen): Spot[] {
  const { primary } = known(game)
  let fits = fitting(game, offers, chosen).filter(target)
  if (chosen.verb === null && primary.length > 0 && fits.some(offer => primary.includes(known(game).verb(offer)))) {
    fits = fits.filter(offer => primary.includes(known(game).verb(offer)))
  }
  const spots = new Map(fits.map(offer => [key(target(offer)), target(offer)!]))
  return [...spots.values()]
}

/** What is meant by a place: the offers aimed at it, the plain ones first. */
export function meant(game: string, offers: Offer[], chosen: Chosen, spot: Spot): Offer[] {
  const { primary } = known(game)
  const there = fitting(game, offers, chosen).filter(offer => key(target(offer)) === key(spot))
  const plainly = there.filter(offer => primary.includes(known(game).verb(offer)))
  return distinct(game, chosen.verb === null && plainly.length > 0 ? plainly : there)
}

/** Of offers that come to the same, the first: a tile that is alike on all sides need not be turned. */
function distinct(game: string, offers: Offer[]): Offer[] {
  const { looks } = known(game)
  if (!looks) return offers
  const found = new Map<string, Offer>()
  for (const offer of offers) if (!found.has(looks(offer))) found.set(looks(offer), offer)
  return [...found.values()]
}

/** Whether somebody stands at a place who can be told what to do. */
export function canStart(offers: Offer[], spot: Spot): boolean {
  return offers.some(offer => origin(offer) === key(spot))
}

/** The offers behind a key of the game's own. */
export function keyed(offers: Offer[], pressed: string): Offer[] {
  return offers.filter(offer => offer.keys.includes(pressed))
}
