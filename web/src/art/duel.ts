// Mage Duel: cities of stone, roads of sand, meadows between; a rim in the colour of who laid the tile.

import type { Graphics } from 'pixi.js'
import type { Hue } from '@referee/engine'
import { mix } from '../board/palette'
import type { Palette } from '../board/palette'
import { outline, plain, tiled } from './art'
import type { Art, Patch } from './art'

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
    return token.sides ? tiled(patches(token.sides, palette), palette.hues[token.hue]) : plain.token(token, palette)
  },
  patches,
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

/** A meadow, and what is painted on it: roads, then cities with walls and roofs. */
function patches(sides: Hue[], palette: Palette): Patch[] {
  const count = (hue: Hue) => sides.filter(one => one === hue).length
  const along = (hue: Hue, paint: (side: number) => Patch[]) => sides.flatMap((one, side) => (one === hue ? paint(side) : []))
  const deep = count('yellow') > 2 ? 2 : -20
  const roads = count('brown')
  const crossing: Patch[] = roads > 0 ? [{ radius: roads > 2 ? 13 : 9, fill: ROAD }] : []
  const city = (side: number): Patch[] => [
    { points: turned(side, [-46, -46, 46, -46, 20, deep, -20, deep]), fill: CITY },
    { points: turned(side, [-46, -46, 46, -46, 40, -38, -40, -38]), fill: WALL },
    ...[-16, 2].map(x => ({ points: turned(side, [x, -34, x + 13, -34, x + 13, -24, x, -24]), fill: ROOF })),
  ]
  const meadow = { points: [-46, -46, 46, -46, 46, 46, -46, 46], fill: palette.dark ? MEADOW.dark : MEADOW.light }
  return [meadow, ...along('brown', side => [{ points: turned(side, [-8, -46, 8, -46, 8, 4, -8, 4]), fill: ROAD }]), ...crossing, ...along('yellow', city)]
}

/** Points turned by so many quarters. */
function turned(quarters: number, points: number[]): number[] {
  let current = points
  for (let turn = 0; turn < quarters; turn += 1) {
    current = current.flatMap((_, i) => (i % 2 ? [] : [-(current[i + 1] ?? 0), current[i] ?? 0]))
  }
  return current
}
