// A game on the screen, whether it is judged here or by a server.

import type { Signal } from '@preact/signals'
import type { Offer, Parley, Scene, Word } from '@referee/engine'
import type { Sight } from './foresight'

/** How a game stands for whoever looks. */
export interface Standing {
  seq: number
  over: boolean
  waiting: string[]
  scores: Record<string, number>
  players: Record<string, string>
  /** The seat one may act for now. */
  seat: string | null
  /** The seat one looks through. */
  eye: string | null
  /** The seat that is one's own among others: none where one plays alone, or several persons at one screen. */
  own: string | null
  offers: Offer[]
  /** What players have said about the match, and how that ended it. */
  match: Parley
  /** The seats that may say something about the match here; none where nobody can. */
  speaks: string[]
  scene: Scene
  /** What the game's clock says, how many of its units are a second, and when that was on the page's clock; nowhere where time stands still. */
  time: { clock: number; second: number; read: number | null }
}

/** How many seconds are left to act in time, where a game has clocks. */
export function left({ scene: { until }, time: { clock, second, read } }: Standing): number | null {
  if (until === undefined) return null
  return Math.max(0, Math.ceil((until - clock) / second - (read === null ? 0 : performance.now() - read) / 1000))
}

/** What was said about a record. */
export interface Said {
  seq: number
  seat: string | null
  tale: string[]
}

/** What is said about each record: of every event; on a map, what was heard since, which is the end of its first panel. */
export class Story {
  #heard: string[] = []

  tale(scene: Scene, told: string[]): string[] {
    if (scene.board?.shape !== 'map') return told
    const before = this.#heard
    const now = scene.panels[0]?.lines.map(({ text }) => text) ?? []
    this.#heard = now
    let known = Math.min(before.length, now.length)
    while (known > 0 && !now.slice(0, known).every((line, index) => line === before[before.length - known + index])) known -= 1
    return now.slice(known)
  }
}

export interface Table {
  readonly game: string
  readonly standing: Signal<Standing | null>
  readonly said: Signal<Said[]>
  readonly mayUndo: boolean
  act(action: unknown): Promise<string[]>
  /** Says something about the match for a seat; tells why not, where it is refused. */
  say(seat: string, word: Word): Promise<string[]>
  /** What an action would do, as far as one knows by now: where a server is asked, it comes later. */
  preview(action: unknown): Sight | null
  undo(): boolean
  /** The log as text, where one has it. */
  log(): string | null
  /** What the seat may know, where one can ask. */
  view(): unknown
  leave(): void
}
