// What moves: cues one after the other, in the order things happened. Those that belong together move together.

import { Container, Graphics } from 'pixi.js'
import type { Ticker } from 'pixi.js'
import type { Cue, Spot } from '@referee/engine'
import { letter } from '../art/art'
import { hear } from '../sound'
import type { Point } from './layout'
import type { Palette } from './palette'

/** What a film needs to know of its board. */
export interface Stage {
  body(id: number): Container | undefined
  at(spot: Spot): Point
  palette: Palette
  /** The outline of a place. */
  hex: number[]
  /** Where whoever acts stands: what flies, flies from there. */
  turn: Spot | null
}

/** A movement: how long it takes, whether the next begins before it has ended, and how far it is. */
interface Take {
  lasts: number
  overlaps?: boolean
  /** Whom it moves: once that is gone, nothing is drawn any more. */
  body?: Container
  draw(share: number): void
  /** How whom it moved stands afterwards. */
  end?(): void
  /** Takes away what was added for it. */
  tidy?(): void
}

/** One film at a time: a new one ends the one before. */
export class Film {
  #reel: Reel | null = null

  constructor(
    /** Asked for only when something moves: before that, a board may have none. */
    readonly ticker: () => Ticker,
    readonly layer: Container,
  ) {}

  /** Whether something moves. */
  get runs(): boolean {
    return this.#reel !== null
  }

  /** Shows cues; true when it came to its end, false when it was ended before. */
  async play(cues: Cue[], stage: Stage, speed: number): Promise<boolean> {
    this.stop()
    const reel = new Reel(this.ticker(), this.layer, speed)
    this.#reel = reel
    await reel.play(cues, stage)
    if (this.#reel !== reel) return false
    this.#reel = null
    return true
  }

  /** Ends it at once: what moves stands where it was going, what was added for it is gone, and what would have moved next does not. */
  stop(): void {
    const reel = this.#reel
    this.#reel = null
    reel?.stop()
  }
}

/** The cues of one record, as they are shown. */
class Reel {
  #stopped = false
  /** What ends each movement that is under way, at once. */
  readonly #running = new Set<() => void>()

  constructor(
    readonly ticker: Ticker,
    readonly layer: Container,
    readonly speed: number,
  ) {}

  async play(cues: Cue[], stage: Stage): Promise<void> {
    const running: Promise<void>[] = []
    for (const cue of cues) {
      if (this.#stopped) break
      hear(cue)
      const take = TAKES[kindOf(cue)](cue as never, stage, this.layer)
      const done = this.#run(take)
      running.push(done)
      if (!take.overlaps) await done
    }
    await Promise.all(running)
  }

  stop(): void {
    this.#stopped = true
    for (const end of [...this.#running]) end()
  }

  #run(take: Take): Promise<void> {
    const lasts = take.lasts / this.speed
    const draw = (share: number) => { if (!take.body?.destroyed) take.draw(share) }
    let passed = 0
    return new Promise(resolve => {
      const end = () => {
        this.ticker.remove(tick)
        this.#running.delete(end)
        draw(1)
        if (!take.body?.destroyed) take.end?.()
        take.tidy?.()
        resolve()
      }
      const tick = () => {
        passed += this.ticker.deltaMS
        if (passed < lasts) draw(passed / lasts)
        else end()
      }
      if (lasts <= 0) return end()
      this.#running.add(end)
      this.ticker.add(tick)
      draw(0)
    })
  }
}

type KindOf<C> = C extends unknown ? keyof C : never
type Kind = KindOf<Cue>
type Of<K extends Kind> = Extract<Cue, Record<K, unknown>>

function kindOf(cue: Cue): Kind {
  return Object.keys(cue)[0] as Kind
}

const ease = (share: number) => (share < 0.5 ? 2 * share * share : 1 - (-2 * share + 2) ** 2 / 2)
const nothing: Take = { lasts: 0, overlaps: true, draw() {} }

const TAKES: { [K in Kind]: (cue: Of<K>, stage: Stage, layer: Container) => Take } = {
  move({ move: { token, from, to } }, stage) {
    const body = stage.body(token)
    if (!body) return nothing
    const [one, two] = [stage.at(from), stage.at(to)]
    const far = Math.hypot(two.x - one.x, two.y - one.y)
    return {
      lasts: Math.min(120 + far * 0.6, 320),
      body,
      draw(share) {
        const t = ease(share)
        const lift = Math.sin(share * Math.PI) * Math.min(far * 0.16, 26)
        body.alpha = 1
        body.position.set(one.x + (two.x - one.x) * t, one.y + (two.y - one.y) * t - lift)
        const squash = 1 + Math.sin(share * Math.PI) * 0.08
        body.scale.set(2 - squash, squash)
        body.zIndex = body.position.y + lift
      },
      end: () => body.scale.set(1),
    }
  },
  shake({ shake: { token } }, stage) {
    const body = stage.body(token)
    if (!body) return nothing
    const x = body.position.x
    return {
      lasts: 180,
      body,
      overlaps: true,
      draw: share => body.position.set(x + Math.sin(share * 22) * 9 * (1 - share), body.position.y),
      end: () => body.position.set(x, body.position.y),
    }
  },
  flash({ flash: { at, hue } }, stage, layer) {
    const { x, y } = stage.at(at)
    const g = new Graphics().poly(stage.hex).fill(stage.palette.hues[hue])
    g.position.set(x, y)
    g.alpha = 0
    layer.addChild(g)
    return { lasts: 260, overlaps: true, draw: share => { g.alpha = 0.65 * (1 - share) }, tidy: () => g.destroy() }
  },
  float({ float: { at, text, hue } }, stage, layer) {
    const { x, y } = stage.at(at)
    const words = letter(text, 34, stage.palette.hues[hue])
    words.style.stroke = { color: stage.palette.ink, width: 5 }
    layer.addChild(words)
    return {
      lasts: 520,
      overlaps: true,
      draw(share) {
        words.position.set(x, y - 30 - 46 * ease(share))
        words.alpha = share < 0.7 ? 1 : (1 - share) / 0.3
      },
      tidy: () => words.destroy(),
    }
  },
  turn({ turn: { at } }, stage) {
    stage.turn = at
    return nothing
  },
  trail({ trail: { to, hue } }, stage, layer) {
    if (!stage.turn) return nothing
    const [one, two] = [stage.at(stage.turn), stage.at(to)]
    const far = Math.hypot(two.x - one.x, two.y - one.y)
    if (far < 1) return nothing
    const g = new Graphics()
    g.moveTo(-34, 0).lineTo(14, 0).stroke({ width: 6, color: stage.palette.hues[hue] })
    g.poly([14, -9, 34, 0, 14, 9]).fill(stage.palette.hues[hue])
    g.rotation = Math.atan2(two.y - one.y, two.x - one.x)
    const tail = new Graphics()
    layer.addChild(tail, g)
    return {
      lasts: Math.min(60 + far * 0.5, 300),
      draw(share) {
        const [x, y] = [one.x + (two.x - one.x) * share, one.y + (two.y - one.y) * share]
        g.position.set(x, y)
        tail.clear().moveTo(one.x, one.y).lineTo(x, y).stroke({ width: 4, color: stage.palette.hues[hue], alpha: 0.35 })
      },
      tidy() {
        g.destroy()
        tail.destroy()
      },
    }
  },
  sink({ sink: { token } }, stage) {
    const body = stage.body(token)
    if (!body) return nothing
    const y = body.position.y
    return {
      lasts: 420,
      body,
      draw(share) {
        body.position.y = y + 34 * share
        body.scale.set(1 - share * 0.3, 1 - share)
        body.alpha = 1 - share * share
        body.tint = 0xffffff - Math.round(share * 0x60) * 0x101
      },
    }
  },
  stars({ stars: { token } }, stage, layer) {
    const body = stage.body(token)
    if (!body) return nothing
    const ring = new Container()
    for (let star = 0; star < 3; star += 1) ring.addChild(new Graphics().star(0, 0, 5, 9, 4).fill(stage.palette.hues.yellow))
    layer.addChild(ring)
    return {
      lasts: 620,
      body,
      overlaps: true,
      draw(share) {
        ring.position.set(body.position.x, body.position.y - 44)
        ring.children.forEach((star, index) => {
          const angle = share * 7 + (index * Math.PI * 2) / 3
          star.position.set(Math.cos(angle) * 26, Math.sin(angle) * 9)
        })
        ring.alpha = share < 0.8 ? 1 : (1 - share) / 0.2
      },
      tidy: () => ring.destroy({ children: true }),
    }
  },
  freeze({ freeze: { millis } }) {
    return { lasts: millis, draw() {} }
  },
  fade({ fade: { token } }, stage) {
    const body = stage.body(token)
    if (!body) return nothing
    return {
      lasts: 240,
      body,
      draw(share) {
        body.alpha = 1 - share
        body.scale.set(1 - share * 0.4)
      },
    }
  },
}
