// A game that one page hands to the next: a log is too long for an address.

import type { Sitting } from '../play/local'

export interface Handed {
  log: string
  sitting: Sitting
}

let waiting: Handed | null = null

export const handed = {
  give(game: Handed): void {
    waiting = game
  },
  take(): Handed | null {
    const given = waiting
    waiting = null
    return given
  },
}
