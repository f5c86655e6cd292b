// Where the places of a board lie on the screen, a hundred units to a place.

import type { Shape, Spot } from '@referee/engine'

export interface Point {
  x: number
  y: number
}

/** How the places of a board lie. */
export interface Layout {
  /** The middle of a place. */
  at(spot: Spot): Point
  /** The corners of a place around its middle. */
  readonly corners: Point[]
  /** The place that a point lies in, whether the board has it or not. */
  under(point: Point): Spot
  /** How far a place reaches from its middle. */
  readonly reach: Point
}

const ROOT3 = Math.sqrt(3)
const PLACE = 100
const HEX = 0.6 * PLACE

const hex: Layout = {
  at: ({ x, y }) => ({ x: HEX * 1.5 * x, y: HEX * ROOT3 * (y + x / 2) }),
  corners: [0, 1, 2, 3, 4, 5].map(corner => ({ x: HEX * Math.cos((corner * Math.PI) / 3), y: HEX * Math.sin((corner * Math.PI) / 3) })),
  reach: { x: HEX, y: (HEX * ROOT3) / 2 },
  under: ({ x, y }) => {
    const q = x / (HEX * 1.5)
    const r = y / (HEX * ROOT3) - q / 2
    return rounded(q, r)
  },
}

/** The hex that axial coordinates with fractions lie in. */
function rounded(q: number, r: number): Spot {
  const s = -q - r
  const [x, y, z] = [Math.round(q), Math.round(r), Math.round(s)]
  const [dq, dr, ds] = [Math.abs(x - q), Math.abs(y - r), Math.abs(z - s)]
  if (dq > dr && dq > ds) return { x: -y - z, y }
  if (dr > ds) return { x, y: -x - z }
  return { x, y }
}

const square: Layout = {
  at: ({ x, y }) => ({ x: PLACE * x, y: PLACE * y }),
  corners: [
    { x: -50, y: -50 },
    { x: 50, y: -50 },
    { x: 50, y: 50 },
    { x: -50, y: 50 },
  ],
  reach: { x: 50, y: 50 },
  under: ({ x, y }) => ({ x: Math.round(x / PLACE), y: Math.round(y / PLACE) }),
}

export function layoutOf(shape: Shape): Layout {
  return shape === 'hex' ? hex : square
}

/** A place as a key. */
export function keyOf({ x, y }: Spot): string {
  return `${x},${y}`
}

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The box around points, each reaching so far. */
export function boxOf(points: Point[], reach: Point): Box {
  const [xs, ys] = [points.map(point => point.x), points.map(point => point.y)]
  const [left, right] = [Math.min(...xs) - reach.x, Math.max(...xs) + reach.x]
  const [top, bottom] = [Math.min(...ys) - reach.y, Math.max(...ys) + reach.y]
  return { left, top, width: right - left, height: bottom - top }
}

/** Of some places, the nearest in a direction from one: what an arrow key reaches. */
export function neighbour(layout: Layout, from: Spot, spots: Spot[], direction: Point): Spot | undefined {
  const here = layout.at(from)
  let best: { spot: Spot; cost: number } | undefined
  for (const spot of spots) {
    const there = layout.at(spot)
    const [x, y] = [there.x - here.x, there.y - here.y]
    const along = x * direction.x + y * direction.y
    if (along < PLACE / 10) continue
    const aside = Math.abs(x * direction.y - y * direction.x)
    const cost = along + 2.5 * aside
    if (!best || cost < best.cost) best = { spot, cost }
  }
  return best?.spot
}
