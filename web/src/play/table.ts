// A game on the screen, whether it is judged here or by a server.

import type { Signal } from '@preact/signals'
import type { Foreseen, Offer, Scene } from '@referee/engine'

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
  offers: Offer[]
  scene: Scene
}

/** What was said about a record. */
export interface Said {
  seq: number
  seat: string | null
  tale: string[]
}

export interface Table {
  readonly game: string
  readonly standing: Signal<Standing | null>
  readonly said: Signal<Said[]>
  readonly mayUndo: boolean
  act(action: unknown): Promise<string[]>
  preview(action: unknown): Foreseen | null
  undo(): boolean
  /** The log as text, where one has it. */
  log(): string | null
  /** What the seat may know, where one can ask. */
  view(): unknown
  leave(): void
}
