// A game judged by a server: what it tells is shown, what one does is sent.

import { signal } from '@preact/signals'
import type { Cue, Parley, Scene, Word } from '@referee/engine'
import { games } from '@referee/engine'
import { Live } from '../server'
import type { Choice, Heard } from '../server'
import { Foresight } from './foresight'
import type { Sight } from './foresight'
import { Story, left } from './table'
import type { Said, Standing, Table } from './table'

export class LiveTable implements Table {
  readonly standing = signal<Standing | null>(null)
  readonly said = signal<Said[]>([])
  readonly connected = signal(false)
  readonly trouble = signal<string | null>(null)
  readonly mayUndo = false
  game: string
  #live: Live
  #queue: Promise<void> = Promise.resolve()
  #refused: ((errors: string[]) => void) | null = null
  #seat: string | null = null
  /** What players have said about the match. */
  #match: Parley = { people: [] }
  readonly #story = new Story()
  readonly #foresight = new Foresight((action, key) => this.#live.preview(action, key))
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly id: string,
    game: string,
    token: string | undefined,
    readonly stage: (cues: Cue[], scene: Scene) => Promise<void>,
  ) {
    this.game = game
    this.#live = new Live(id, token, heard => this.#hear(heard), on => this.#reached(on))
  }

  leave(): void {
    clearTimeout(this.#again)
    this.#foresight.forget()
    this.#live.close()
  }

  log(): null {
    return null
  }

  view(): null {
    return null
  }

  preview(action: unknown): Sight | null {
    return this.connected.value && this.standing.value?.seat ? this.#foresight.of(action) : null
  }

  undo(): boolean {
    return false
  }

  act(action: unknown): Promise<string[]> {
    if (!this.connected.value) return Promise.resolve(['There is no connection just now: nothing was sent.'])
    if (this.#refused) return Promise.resolve([]) // one is under way: a second click is the same one
    return new Promise(resolve => {
      this.#refused = resolve
      this.#live.act(action)
    })
  }

  say(_seat: string, word: Word): Promise<string[]> {
    if (!this.connected.value) return Promise.resolve(['There is no connection just now: nothing was sent.'])
    if (this.#refused) return Promise.resolve([]) // something is under way
    return new Promise(resolve => {
      this.#refused = resolve
      this.#live.say(word)
    })
  }

  #hear(heard: Heard): void {
    if (heard.type === 'foreseen') {
      this.#foresight.tell(heard.key, heard)
    } else if (heard.type === 'refused') {
      if (!this.#foresight.tell(heard.key, null)) this.#answered(heard.errors ?? [heard.error?.message ?? 'The server refused it.'])
    } else if (heard.type === 'accepted') {
      this.#answered([])
    } else if (heard.type === 'error') {
      this.trouble.value = heard.error.message
    } else {
      this.#queue = this.#queue.then(() => this.#tell(heard))
    }
  }

  /** Whoever had sent something when the connection broke is told; whether it counted shows when it is back. */
  #reached(on: boolean): void {
    this.connected.value = on
    if (!on) this.#answered(['The connection broke. Once it is back, you see whether that still counted.'])
  }

  #answered(errors: string[]): void {
    this.#refused?.(errors)
    this.#refused = null
  }

  async #tell(heard: Exclude<Heard, { type: 'refused' } | { type: 'accepted' } | { type: 'foreseen' } | { type: 'error' }>): Promise<void> {
    if (heard.type === 'over') {
      if (this.standing.value) this.standing.value = { ...this.standing.value, over: true, scores: heard.scores, offers: [], seat: null, speaks: [] }
      return
    }
    if (heard.type === 'hello' || heard.type === 'match') {
      const { people, offer, said, result } = heard
      this.#match = { people, ...(offer && { offer }), ...(said && { said }), ...(result && { result }) }
    }
    if (heard.type === 'hello') {
      this.#seat = heard.seat
      this.game = heard.game
    } else if (heard.type === 'record') {
      if (heard.seat === this.#seat) this.#answered([])
    }
    const { scene } = heard
    const said = heard.type === 'record' ? [{ seq: heard.seq, seat: heard.seat ?? null, tale: scene ? this.#story.tale(scene, heard.told ?? []) : (heard.told ?? []) }] : []
    const isTold = () => { this.said.value = [...this.said.value, ...said].slice(-200) }
    // The hello shows how it stands already: whoever acts upon it at once must not find the board empty while its latest record is told again.
    if (!scene || (heard.type === 'record' && heard.seq <= (this.standing.value?.seq ?? -1))) return isTold()
    this.#foresight.forget()
    if (this.standing.value) this.standing.value = { ...this.standing.value, offers: [], seat: null }
    await this.stage(heard.type === 'record' ? (heard.cues ?? []) : [], scene)
    isTold() // nothing is told before it is seen
    this.standing.value = this.#standing(heard.seq, scene, heard.waiting_for ?? [], heard.choices ?? [], heard.clock ?? 0)
    this.#lookAgain(this.standing.value)
  }

  /** Once somebody is late, others may go on: nobody says so unless asked. */
  #lookAgain(standing: Standing): void {
    clearTimeout(this.#again)
    const seconds = left(standing)
    if (seconds !== null && seconds > 0) this.#again = setTimeout(() => this.#live.look(), (seconds + 1) * 1000)
  }

  #standing(seq: number, scene: Scene, waiting: string[], choices: Choice[], clock: number): Standing {
    const { second = 1000, seats = [], optional_seats: optional = [] } = games().find(card => card.name === this.game) ?? {}
    const offers = choices.map(({ action, aim, keys }) => ({ action: JSON.parse(action) as unknown, aim, keys: keys ?? '' }))
    // Nobody waits for an optional seat, but it may act.
    const seat = this.#seat !== null && [...waiting, ...optional].includes(this.#seat) ? this.#seat : null
    const speaks = this.#seat !== null && this.#match.people.length > 1 && this.#match.people.includes(this.#seat) && !this.#match.result ? [this.#seat] : []
    return { seq, over: false, waiting, scores: {}, players: {}, match: this.#match, speaks, seat, eye: this.#seat, own: seats.length > 1 ? this.#seat : null, offers: seat ? offers : [], scene, time: { clock, second, read: performance.now() } }
  }
}
