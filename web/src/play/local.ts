// A game played here: persons and bots in its seats, every action judged in this page, saved as it goes.

import { signal } from '@preact/signals'
import { RefereeError } from '@referee/engine'
import type { Cue, Foreseen, Offer, Scene, Session, Step, Word } from '@referee/engine'
import { changes } from '../changes'
import { saves } from '../saves'
import { Story } from './table'
import type { Said, Standing, Table } from './table'

/** How long a bot seems to think, in thousandths of a second. */
const THOUGHT = 260
/** How often clocks are looked at. */
const TICK = 500

export interface Sitting {
  key: string
  sits: Record<string, string>
  /** The way it was begun, as the page calls it, where it can be begun so again. */
  beginning?: string
  /** The board it is for, where it is ranked: then nothing is taken back. */
  ranked?: string
  /** The own way of a lesson. Its actions are declared when the lesson says, with the dice it says; nothing is taken back or kept. */
  plan?: Step[]
}

export class LocalTable implements Table {
  readonly standing = signal<Standing | null>(null)
  readonly said = signal<Said[]>([])
  readonly game: string
  readonly mayUndo: boolean
  /** When the game's clock was read last, and what it said. */
  #since = 0
  #base = 0
  #session: Session
  #owners = new Map<string, string>()
  #busy = false
  #saving: Promise<void> = Promise.resolve()
  #left = false
  #luck = 0
  #story = new Story()
  #clock: ReturnType<typeof setInterval> | undefined

  constructor(
    session: Session,
    readonly sitting: Sitting,
    readonly stage: (cues: Cue[], scene: Scene) => Promise<void>,
  ) {
    this.#session = session
    this.game = session.card.name
    this.mayUndo = sitting.ranked === undefined && !sitting.plan
    this.#setClock()
    if (session.card.clock && !sitting.plan) this.#clock = setInterval(() => void this.#timeOut(), TICK)
    this.#retell()
  }

  /** Begins: bots that have something to do do it. */
  async begin(): Promise<void> {
    this.#save()
    await this.#go()
  }

  /** Leaves, once all is saved. */
  async letGo(): Promise<void> {
    this.#left = true
    await this.#saving
  }

  leave(): void {
    this.#left = true
    clearInterval(this.#clock)
    this.#session.leave()
  }

  log(): string {
    return this.#session.log()
  }

  view(): unknown {
    return this.#session.view(this.#eye())
  }

  preview(action: unknown): Foreseen | null {
    const seat = this.standing.value?.seat
    return seat ? this.#session.preview(action, { seat: this.#seatOf(action) ?? seat, at: this.#now() }) : null
  }

  async act(action: unknown): Promise<string[]> {
    const seat = this.standing.value?.seat
    if (this.#busy || this.#left || !seat) return []
    const start = performance.now()
    const { dice, seat: planned } = this.#planned(action) ?? {}
    const judged = this.#session.act(action, { seat: planned ?? this.#seatOf(action) ?? seat, at: this.#now(), ...(dice && { dice }) })
    if (!judged.success) return judged.errors
    await this.#happened(start)
    await this.#go()
    return []
  }

  async say(seat: string, word: Word): Promise<string[]> {
    if (this.#busy || this.#left) return []
    try {
      this.#session.say(seat, word, { at: this.#now() })
    } catch (error) {
      if (error instanceof RefereeError) return [error.message]
      throw error
    }
    this.standing.value = this.#look()
    this.#save()
    await this.stage([], this.standing.value.scene)
    return []
  }

  /** The seats that may say something about the match: those of persons here, where two or more play a game of their own. */
  #speaks(people: string[]): string[] {
    const mine = this.#mine().filter(seat => people.includes(seat))
    return mine.length > 1 && this.sitting.ranked === undefined && !this.sitting.plan ? mine : []
  }

  /** Goes back to before one's own latest action, in a child game: what was played stays on record as its parent. */
  undo(): boolean {
    const { seat = null, over = false } = this.standing.value ?? {}
    if (this.#busy || this.#left || !this.mayUndo || (seat === null && !over)) return false // a bot is at it
    const mine = new Set(this.#mine())
    let seq = this.#session.seq()
    while (seq > 0 && !mine.has(this.#session.cause(seq).seat ?? '')) seq -= 1
    if (seq === 0) return false
    const before = this.#session
    this.#session = before.branch(`back-${seq - 1}-${Date.now().toString(36)}`, { seq: seq - 1 })
    before.leave()
    this.#setClock() // what was played in vain took nobody's time
    this.#retell()
    void this.stage([], this.standing.value!.scene)
    this.#save()
    void this.#go()
    return true
  }

  /** Time goes on from where the game's own stands. */
  #setClock(): void {
    const { at, clock } = this.#session.status()
    this.#since = performance.now()
    this.#base = Math.max(at, clock)
  }

  /** What the lesson plans to do now, if that is what was done. */
  #planned(action: unknown): Step | undefined {
    const step = this.sitting.plan?.[this.#session.seq()]
    return step && changes(step.action, action).length === 0 ? step : undefined
  }

  /** The time of the game: as much has passed as on the wall; in a lesson, as much as it says. */
  #now(): number {
    if (this.sitting.plan) return Math.max(this.sitting.plan[this.#session.seq()]?.at ?? 0, this.#session.status().at)
    const { clock, second } = this.#session.card
    const passed = clock ? Math.floor(((performance.now() - this.#since) / 1000) * second) : 0
    return Math.max(this.#base + passed, this.#session.status().at)
  }

  /** The seats of persons here, the optional ones last. */
  #mine(): string[] {
    const { seats, optional_seats: optional = [] } = this.#session.card
    return [...seats, ...optional].filter(seat => this.sitting.sits[seat] === 'me')
  }

  /** The seats that may act: those that are waited for, and the optional ones of persons here, which nobody waits for. */
  #able(waiting: string[]): string[] {
    const { optional_seats: optional = [] } = this.#session.card
    return [...waiting, ...this.#mine().filter(seat => optional.includes(seat))]
  }

  /** Whose eyes one looks through: one's own, or of several persons at one screen whose turn it is. */
  #eye(waiting: string[] = this.#session.status({ at: this.#now() }).waiting): string | undefined {
    const mine = this.#mine()
    const able = this.#able(waiting)
    return mine.length > 1 ? (mine.find(seat => able.includes(seat)) ?? mine[0]) : mine[0]
  }

  /** Whose action it is, where several persons at one screen may act at once. */
  #seatOf(action: unknown): string | undefined {
    return this.#owners.get(JSON.stringify(action))
  }

  /** What may be done by whoever is here: by the seat one looks through, and by all others of one's own that may act. */
  #offers(seat: string, able: string[], at: number): Offer[] {
    const others = this.#mine().filter(other => other !== seat && able.includes(other))
    this.#owners.clear()
    if (others.length === 0) return this.#session.choices(seat, { at }) // nearly always: nobody else to be told apart
    const all = [seat, ...others].flatMap(seat => this.#session.choices(seat, { at }).map(offer => ({ seat, offer, key: JSON.stringify(offer.action) })))
    this.#owners = new Map([...all].reverse().map(({ seat, key }) => [key, seat])) // what two may do, the first does
    return all.filter(({ seat, key }) => this.#owners.get(key) === seat).map(({ offer }) => offer)
  }

  #look(): Standing {
    const at = this.#now()
    const { seq, over, waiting, scores, players, match } = this.#session.status({ at })
    const eye = this.#eye(waiting)
    const able = this.#able(waiting)
    const seat = eye !== undefined && able.includes(eye) && !over ? eye : null
    const offers = seat ? this.#offers(seat, able, at) : []
    return { seq, over, waiting, scores, players, match, speaks: this.#speaks(match.people), seat, eye: eye ?? null, own: this.#mine().length === 1 && this.#session.card.seats.length > 1 ? (eye ?? null) : null, offers, scene: this.#session.scene(eye), time: { clock: at, second: this.#session.card.second, read: this.sitting.plan ? null : performance.now() } }
  }

  /** Shows what has just been judged; how long that took from when it was declared is on the page's own record. */
  async #happened(start = performance.now()): Promise<void> {
    this.#busy = true
    const eye = this.#eye()
    const { cues, tale: told, seat } = this.#session.record(eye)
    const seq = this.#session.seq()
    const standing = this.#look()
    const said = { seq, seat: seat ?? null, tale: this.#story.tale(standing.scene, told) }
    this.#save(standing)
    if (this.standing.value) this.standing.value = { ...this.standing.value, offers: [], seat: null }
    performance.clearMeasures('judged')
    performance.measure('judged', { start })
    try {
      await this.stage(cues, standing.scene) // nothing is told before it is seen
    } finally {
      this.#busy = false
      this.said.value = [...this.said.value, said].slice(-200)
      if (!this.#left) this.standing.value = standing
    }
  }

  /** Lets bots act until it is a person's turn. */
  async #go(): Promise<void> {
    while (!this.#left && !this.#busy) {
      const { waiting, over } = this.#session.status({ at: this.#now() })
      const seat = waiting.find(seat => this.sitting.sits[seat] !== 'me')
      if (over || seat === undefined || waiting.some(seat => this.sitting.sits[seat] === 'me')) return
      await new Promise(resolve => setTimeout(resolve, document.hidden ? 0 : THOUGHT))
      if (this.#left || this.#busy) return
      this.#luck += 1
      const luck = `${this.#session.status().head} ${this.#luck}`
      const advice = this.#session.bot(this.sitting.sits[seat] ?? 'random', { seat, at: this.#now(), luck })
      if (!advice || !this.#session.act(advice.action, { seat, at: this.#now() }).success) return
      await this.#happened()
    }
  }

  /** What time alone brings about: somebody else may act, or what is due happens. */
  async #timeOut(): Promise<void> {
    if (this.#busy || this.#left) return
    const { due, over, waiting } = this.#session.status({ at: this.#now() })
    if (over) return
    if (waiting.join() !== this.standing.value?.waiting.join()) {
      this.standing.value = this.#look()
      return this.#go()
    }
    if (!due || due.at > this.#now()) return
    if (!this.#session.act(due.action, { seat: due.seat, at: this.#now() }).success) return
    await this.#happened()
    await this.#go()
  }

  #retell(): void {
    const eye = this.#eye()
    const last = this.#session.seq()
    const said: Said[] = []
    this.#story = new Story()
    for (let seq = Math.max(last - 30, 0); seq <= last; seq += 1) {
      const { tale: told, seat } = this.#session.record(eye, seq)
      said.push({ seq, seat: seat ?? null, tale: this.#story.tale(this.#session.scene(eye, seq), told) })
    }
    this.said.value = said
    this.standing.value = this.#look()
  }

  #save(standing = this.standing.value): void {
    if (this.sitting.plan || !standing) return
    const { key, sits, ranked, beginning } = this.sitting
    const { seq, over, scene } = standing
    const save = { key, game: this.game, log: this.log(), sits, at: Date.now(), over, seq, where: scene.title, ...(ranked && { ranked }), ...(beginning !== undefined && { beginning }) }
    this.#saving = this.#saving.then(() => saves.put(save))
  }
}
