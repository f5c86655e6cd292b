// From a place, a key or a word to an action: what is meant by what somebody points at.

import type { Offer, Slot, Spot } from '@referee/engine'

/** What somebody has chosen so far: what to do, or with whom. */
export interface Chosen {
  verb: string | null
  from: string | null
}

export const NONE: Chosen = { verb: null, from: null }

const key = (spot: Spot | undefined) => (spot ? `${spot.x},${spot.y}` : '')
const target = (offer: Offer) => offer.aim.spots.at(-1)
const origin = (offer: Offer) => (offer.aim.spots.length > 1 ? key(offer.aim.spots[0]) : null)

/** What an offer is grouped under; a game that does not say so is taken by its first word. */
const verbOf = ({ aim: { verb, label } }: Offer) => verb ?? label.split(/[ :,(]/)[0] ?? ''

/** The verbs that are offered, each with its offers, in the order they come. */
export function verbs(offers: Offer[]): Map<string, Offer[]> {
  const found = new Map<string, Offer[]>()
  for (const offer of offers) found.set(verbOf(offer), [...(found.get(verbOf(offer)) ?? []), offer])
  return found
}

/** Something one may do, or could do at other times, and what it can be done with now. */
export interface Button extends Slot {
  offers: Offer[]
}

/** Everything that is in a tray: what its game says keeps its place, whatever is offered; the rest follows. */
export function buttons(offers: Offer[], tray: Slot[] = []): Button[] {
  const offered = verbs(offers)
  const others = [...offered.keys()].filter(name => !tray.some(slot => slot.name === name))
  const rest = others.map(name => ({ name, about: '', cooling: 0, better: [] }))
  return [...tray, ...rest].map(slot => ({ ...slot, offers: offered.get(slot.name) ?? [] }))
}

/** Keys that go a step on a map: they mean a place, never a button. */
const STEPS = 'hjklyubn'

/** The keys of buttons: the game's own where everything under a button has it, else a number. Whatever is offered later, a key stays with what it means. */
export class Keys {
  readonly #known = new Map<string, string>()
  #numbers = 0

  /** The keys of these buttons, by name. Beyond nine numbers there are none. */
  of(tray: Button[]): ReadonlyMap<string, string> {
    for (const { name, offers } of tray) {
      if (!this.#known.has(name)) this.#known.set(name, own(offers) ?? (this.#numbers < 9 ? String((this.#numbers += 1)) : ''))
    }
    return this.#known
  }
}

/** The first key that all of some offers share. */
function own(offers: Offer[]): string | undefined {
  return [...(offers[0]?.keys ?? '')].find(pressed => !STEPS.includes(pressed) && offers.every(offer => offer.keys.includes(pressed)))
}

/** Whether an offer needs no place to be chosen: it points at none, or only at where one stands. */
export function isAtOnce(offer: Offer, here: Spot | undefined): boolean {
  return offer.aim.spots.every(spot => key(spot) === key(here))
}

/** Whether a button says all there is to an offer, or it lies at one's feet: what spends something that the button does not name is shown first. */
export function isNamed({ aim }: Offer): boolean {
  return aim.spots.length > 0 || aim.verb === undefined || aim.label === aim.verb
}

/** The offers that fit what has been chosen. */
function fitting(offers: Offer[], { verb, from }: Chosen): Offer[] {
  return offers.filter(offer => (verb === null || verbOf(offer) === verb) && (from === null || origin(offer) === from || origin(offer) === null))
}

/** Of offers, those that are meant where nobody says what to do: the plain ones, if there are any. */
function plainly(offers: Offer[], { verb }: Chosen): Offer[] {
  const plain = verb === null ? offers.filter(offer => offer.aim.plain) : []
  return plain.length > 0 ? plain : offers
}

/** The offers whose places can be chosen now. */
const open = (offers: Offer[], chosen: Chosen) => plainly(fitting(offers, chosen).filter(target), chosen)

/** The places that can be chosen now. */
export function targets(offers: Offer[], chosen: Chosen): Spot[] {
  const spots = new Map(open(offers, chosen).map(offer => [key(target(offer)), target(offer)!]))
  return [...spots.values()]
}

/** What is meant by a place: the offers aimed at it. What is not lit means nothing: nobody leaps by a stray click. */
export function meant(offers: Offer[], chosen: Chosen, spot: Spot): Offer[] {
  return distinct(open(offers, chosen).filter(offer => key(target(offer)) === key(spot)))
}

/** Of offers that come to the same, the first: a tile that is alike on all sides need not be turned. */
export function distinct(offers: Offer[]): Offer[] {
  const looks = (offer: Offer) => JSON.stringify(offer.aim.face ? [verbOf(offer), offer.aim.spots, offer.aim.face] : offer.action)
  return [...new Map([...offers].reverse().map(offer => [looks(offer), offer])).values()].reverse()
}

/** Whether somebody stands at a place who can be told what to do. */
export function canStart(offers: Offer[], spot: Spot): boolean {
  return offers.some(offer => origin(offer) === key(spot))
}

/** The offers behind a key of the game's own. */
export function keyed(offers: Offer[], pressed: string): Offer[] {
  return offers.filter(offer => offer.keys.includes(pressed))
}
