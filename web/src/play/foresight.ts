// What actions of a live match would do: asked of the server when somebody rests on a place, once for each, one at a time.

import { signal } from '@preact/signals'
import type { Foreseen } from '@referee/engine'

/** How long somebody rests on a place before it is asked about, in thousandths of a second. */
const REST = 90
/** How long an answer is waited for, before another may be asked for. */
const PATIENCE = 3000

/** What is told of an action, without its events: a screen needs none. */
export type Sight = Omit<Foreseen, 'events'>

export class Foresight {
  /** What was told, by action; none: nothing will be. */
  readonly #told = new Map<string, Sight | null>()
  /** Changes when something was told: whoever waits looks again. */
  readonly #news = signal(0)
  #asked: { key: string; action: string } | null = null
  #next: ReturnType<typeof setTimeout> | undefined
  #count = 0

  constructor(readonly ask: (action: unknown, key: string) => void) {}

  /** What is known of an action; what is not is asked for soon. */
  of(action: unknown): Sight | null {
    void this.#news.value
    const text = JSON.stringify(action)
    const told = this.#told.get(text)
    clearTimeout(this.#next)
    if (told === undefined && this.#asked?.action !== text) this.#next = setTimeout(() => this.#send(action, text), this.#asked ? PATIENCE : REST)
    return told ?? null
  }

  /** An answer; without one, nothing is known. Whether it was waited for. */
  tell(key: string | undefined, told: Sight | null): boolean {
    if (key === undefined || key !== this.#asked?.key) return false
    this.#told.set(this.#asked.action, told)
    this.#asked = null
    this.#news.value += 1
    return true
  }

  /** Something happened: what was told holds no longer. */
  forget(): void {
    clearTimeout(this.#next)
    this.#told.clear()
    this.#asked = null
  }

  #send(action: unknown, text: string): void {
    this.#count += 1
    this.#asked = { key: `preview-${this.#count}`, action: text }
    this.ask(action, this.#asked.key)
  }
}
