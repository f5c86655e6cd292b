// What is drawn upon places and tokens whatever the game: marks, life, how somebody is, the side it guards, whence a blow comes.

import { Container, Graphics } from 'pixi.js'
import type { MarkKind, Sign } from '@referee/engine'
import { letter } from '../art/art'
import type { Point } from './layout'
import { mix } from './palette'
import type { Palette } from './palette'

/** How full a token is: pips for a few, a bar for many. */
export function gauge([full, of]: [number, number], palette: Palette): Graphics {
  const g = new Graphics()
  const share = of === 0 ? 0 : full / of
  const colour = share > 0.5 ? palette.hues.green : share > 0.25 ? palette.hues.yellow : palette.hues.red
  if (of <= 5) {
    const wide = 56 / Math.max(of, 3)
    for (let pip = 0; pip < of; pip += 1) {
      g.roundRect(pip * wide - (of * wide) / 2 + 1, 38, wide - 2, 7, 3).fill(pip < full ? colour : mix(palette.ink, palette.ground, 0.4))
    }
  } else {
    g.roundRect(-30, 38, 60, 7, 3).fill(mix(palette.ink, palette.ground, 0.4))
    g.roundRect(-30, 38, Math.max(60 * share, full > 0 ? 4 : 0), 7, 3).fill(colour)
  }
  return g
}

/** How somebody is, above its head. */
export const SIGNS: Record<Exclude<Sign, 'hidden'>, (palette: Palette) => Container> = {
  stunned(palette) {
    const g = new Graphics()
    for (const [x, y] of [[-20, -42], [0, -50], [20, -42]] as const) g.star(x, y, 5, 8, 3.5).fill(palette.hues.yellow)
    return g
  },
  asleep(palette) {
    const signs = new Container()
    for (const [glyph, size, x, y] of [['z', 20, 18, -34], ['Z', 28, 30, -50]] as const) {
      const sign = letter(glyph, size, palette.hues.blue)
      sign.position.set(x, y)
      signs.addChild(sign)
    }
    return signs
  },
  armoured(palette) {
    return new Graphics().poly([18, -48, 38, -48, 38, -36, 28, -24, 18, -36]).fill(palette.hues.cyan).stroke({ width: 2, color: palette.ink })
  },
}

/** A guard on the side where somebody looks. */
export function guard(at: Point, facing: Point, palette: Palette): Graphics {
  const angle = Math.atan2(facing.y - at.y, facing.x - at.x)
  const g = new Graphics().arc(0, 0, 45, -0.5, 0.5).stroke({ width: 7, color: palette.hues.yellow, cap: 'round' })
  g.rotation = angle
  return g
}

/** How long a dash of a line is, and what lies between two of them. */
const DASH = 11

/** How near a place is that needs no line to be seen as threatened, in hundredths of a place. */
const BESIDE = 130

/** A dashed line from whoever threatens to the place that is threatened. */
export function threat(g: Graphics, from: Point, to: Point, color: number): void {
  const far = Math.hypot(to.x - from.x, to.y - from.y)
  if (far < BESIDE) return
  const [dx, dy] = [(to.x - from.x) / far, (to.y - from.y) / far]
  const at = (along: number) => [from.x + dx * along, from.y + dy * along] as const
  const [begin, end] = [30, far - 34]
  for (let along = begin; along < end; along += 2 * DASH) g.moveTo(...at(along)).lineTo(...at(Math.min(along + DASH, end)))
  g.stroke({ width: 4, color, alpha: 0.75, cap: 'round' })
  const [x, y] = at(end + 10)
  g.poly([x, y, x - dx * 18 - dy * 9, y - dy * 18 + dx * 9, x - dx * 18 + dy * 9, y - dy * 18 - dx * 9]).fill({ color, alpha: 0.9 })
}

type DrawMark = (g: Graphics, shape: number[], middle: Point, palette: Palette) => void

export const MARKS: Record<MarkKind, DrawMark> = {
  danger(g, shape, { x, y }, palette) {
    g.poly(shape).fill({ color: palette.danger, alpha: 0.24 }).poly(shape).stroke({ width: 5, color: palette.danger, alpha: 0.95 })
    g.moveTo(x, y - 40).lineTo(x, y - 26).stroke({ width: 6, color: palette.danger }).circle(x, y - 17, 3.5).fill(palette.danger)
  },
  goal(g, shape, _, palette) {
    g.poly(shape).stroke({ width: 3, color: palette.goal, alpha: 0.55 })
  },
  latest(g, shape, { x, y }, palette) {
    const rim = shape.map((at, index) => (index % 2 ? y + (at - y) * 1.15 : x + (at - x) * 1.15))
    g.poly(rim).stroke({ width: 11, color: palette.ink, alpha: 0.6 }).poly(rim).stroke({ width: 6, color: palette.dark ? palette.hues.yellow : 0xffc21a })
  },
  note(g, shape, _, palette) {
    g.poly(shape).fill({ color: palette.hues.cyan, alpha: 0.1 })
  },
  here() {},
}
