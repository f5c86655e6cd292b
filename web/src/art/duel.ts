// Mage Duel: cities of stone, roads of sand, meadows between; a rim in the colour of who laid the tile.

import { Container, Graphics } from 'pixi.js'
import type { Token } from '@referee/engine'
import { mix } from '../board/palette'
import type { Palette } from '../board/palette'
import { outline, plain } from './art'
import type { Art } from './art'

const MEADOW = { dark: 0x3c6b45, light: 0x9ccf95 }
const CITY = 0xb08d57
const ROAD = 0xd8c39a
const WALL = mix(CITY, 0x000000, 0.35)
const ROOF = 0x8c3f2b

export const duel: Art = {
  tile(g, tile, layout, palette) {
    if (tile.glyph === ' ') {
      g.poly(outline(layout, 0.96)).fill(mix(palette.ground, palette.paper, 0.4)).stroke({ width: 2, color: palette.groundEdge })
    } else {
      border(g, tile.name, palette)
    }
  },
  token(token, palette) {
    return piece(token, palette) ?? plain.token(token, palette)
  },
}

function border(g: Graphics, name: string, palette: Palette): void {
  if (name === 'city') {
    g.rect(-34, -22, 68, 50).fill(mix(CITY, palette.ink, 0.3))
    for (const x of [-34, -10, 14]) g.rect(x, -36, 20, 16).fill(mix(CITY, palette.ink, 0.2))
    g.rect(-8, 2, 16, 26).fill(palette.ink)
  } else if (name === 'road') {
    g.circle(0, 0, 16).fill(mix(ROAD, palette.ink, 0.2)).circle(0, 0, 8).fill(mix(ROAD, palette.ink, 0.5))
  } else {
    g.poly([-38, 30, -8, -30, 14, 8, 22, -8, 40, 30]).fill(mix(palette.hues.faint, palette.ground, 0.3))
    g.poly([-16, -14, -8, -30, 1, -14, -7, -8]).fill({ color: 0xffffff, alpha: 0.7 })
  }
}

/** A tile as its name says it: what is at the top, right, bottom and left, turned so often. */
function piece(token: Token, palette: Palette): Container | undefined {
  const match = /^([CRF]{4}) of (blue|red)(?: turned (once|twice|thrice))?/.exec(token.name)
  if (!match?.[1]) return undefined
  const turns = ['', 'once', 'twice', 'thrice'].indexOf(match[3] ?? '')
  const g = new Graphics()
  drawTile(g, match[1], palette)
  g.rotation = (Math.max(turns, 0) * Math.PI) / 2
  const rim = new Graphics().roundRect(-46, -46, 92, 92, 9).stroke({ width: 6, color: palette.hues[token.hue] })
  const body = new Container()
  body.addChild(g, rim)
  return body
}

/** A part of a tile's picture: corners, or a round place in its middle. */
export type Patch = { points: number[]; fill: number } | { radius: number; fill: number }

/** What is painted on the meadow of a tile, unturned: roads, then cities with walls and roofs. */
export function patches(edges: string): Patch[] {
  const sides = [...edges]
  const count = (edge: string) => sides.filter(one => one === edge).length
  const along = (edge: string, paint: (side: number) => Patch[]) => sides.flatMap((one, side) => (one === edge ? paint(side) : []))
  const deep = count('C') > 2 ? 2 : -20
  const crossing: Patch[] = count('R') > 0 ? [{ radius: count('R') > 2 ? 13 : 9, fill: ROAD }] : []
  const city = (side: number): Patch[] => [
    { points: turned(side, [-46, -46, 46, -46, 20, deep, -20, deep]), fill: CITY },
    { points: turned(side, [-46, -46, 46, -46, 40, -38, -40, -38]), fill: WALL },
    ...[-16, 2].map(x => ({ points: turned(side, [x, -34, x + 13, -34, x + 13, -24, x, -24]), fill: ROOF })),
  ]
  return [...along('R', side => [{ points: turned(side, [-8, -46, 8, -46, 8, 4, -8, 4]), fill: ROAD }]), ...crossing, ...along('C', city)]
}

export const meadow = (dark: boolean) => (dark ? MEADOW.dark : MEADOW.light)

/** The four sides of a tile, unturned. */
function drawTile(g: Graphics, edges: string, palette: Palette): void {
  g.roundRect(-46, -46, 92, 92, 9).fill(meadow(palette.dark))
  for (const patch of patches(edges)) {
    if ('points' in patch) g.poly(patch.points).fill(patch.fill)
    else g.circle(0, 0, patch.radius).fill(patch.fill)
  }
}

/** Points turned by so many quarters. */
function turned(quarters: number, points: number[]): number[] {
  let current = points
  for (let turn = 0; turn < quarters; turn += 1) {
    current = current.flatMap((_, i) => (i % 2 ? [] : [-(current[i + 1] ?? 0), current[i] ?? 0]))
  }
  return current
}
