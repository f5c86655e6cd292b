// Who plays a kept game: one tab at a time, so that none overwrites what another has saved. A lock of the browser says who; where there are no locks
// (a page that came over plain HTTP from elsewhere) tabs ask one another.

/** How long a lock is waited for: a page that is loaded again may find its own former self still leaving. */
const WAIT = 400
/** How long another tab may take to save and let go. */
const PATIENCE = 1500

type Word = { key: string; says: 'who' | 'mine' | 'leave' | 'left' }

/** What tabs say to one another; none where a browser has no such thing, and then nobody else is heard. */
class Wire {
  #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('referee-saves')

  constructor(readonly key: string, hear: (says: Word['says']) => void) {
    if (this.#channel) this.#channel.onmessage = ({ data }: MessageEvent<Word>) => { if (data.key === this.key) hear(data.says) }
  }

  say(says: Word['says']): void {
    this.#channel?.postMessage({ key: this.key, says } satisfies Word)
  }

  close(): void {
    this.#channel?.close()
    this.#channel = null
  }
}

export class Hold {
  readonly #wire: Wire
  readonly #release: () => void

  private constructor(readonly key: string, release: () => void) {
    this.#release = release
    this.#wire = new Wire(key, says => void this.#hear(says))
  }

  /** What is done, to the end, before another tab has the game. */
  asked: () => Promise<void> = () => Promise.resolve()

  /** Takes a game; nothing where another tab has it. */
  static take(key: string): Promise<Hold | null> {
    return Hold.#holding(key, lost => (navigator.locks ? lock(key, lost) : isHeld(key).then(held => (held ? null : () => {}))))
  }

  /** Asks whoever has a game to let go, and takes it. A tab that does not answer loses it: it sleeps, and what it did is saved. */
  static async takeOver(key: string): Promise<Hold> {
    await new Promise<void>(resolve => {
      const wire = new Wire(key, says => { if (says === 'left') done() })
      const late = setTimeout(() => done(), PATIENCE)
      const done = () => {
        clearTimeout(late)
        wire.close()
        resolve()
      }
      wire.say('leave')
    })
    const taken = async (lost: () => void) => (navigator.locks ? ((await lock(key, lost)) ?? (await lock(key, lost, true))) : null) ?? (() => {})
    return (await Hold.#holding(key, taken))!
  }

  /** What is held once it is taken; should it be taken away later, whoever plays is asked to let go. */
  static async #holding(key: string, take: (lost: () => void) => Promise<(() => void) | null>): Promise<Hold | null> {
    let hold: Hold | null = null
    const release = await take(() => void hold?.asked())
    hold = release && new Hold(key, release)
    return hold
  }

  /** Lets go, and says so to whoever waits. */
  leave(): void {
    this.#release()
    this.#wire.say('left')
    this.#wire.close()
  }

  async #hear(says: Word['says']): Promise<void> {
    if (says === 'who') this.#wire.say('mine')
    if (says !== 'leave') return
    await this.asked()
    this.leave()
  }
}

/** Takes the lock of a game, and how it is given back; `lost` hears when somebody takes it away, as `steal` does. */
function lock(key: string, lost: () => void, steal = false): Promise<(() => void) | null> {
  return new Promise(resolve => {
    const options = steal ? { steal } : { signal: AbortSignal.timeout(WAIT) }
    const held = () => new Promise<void>(release => resolve(() => release()))
    navigator.locks.request(`referee:${key}`, options, held).catch(() => {
      resolve(null)
      lost()
    })
  })
}

/** Whether another tab says that it has a game. */
function isHeld(key: string): Promise<boolean> {
  return new Promise(resolve => {
    const wire = new Wire(key, says => { if (says === 'mine') done(true) })
    const late = setTimeout(() => done(false), WAIT)
    const done = (held: boolean) => {
      clearTimeout(late)
      wire.close()
      resolve(held)
    }
    wire.say('who')
  })
}
