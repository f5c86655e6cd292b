// Hop: stone, lava and ice; a wanderer with spear and shield, and those who wait for them.

import { Container, Graphics } from 'pixi.js'
import type { Tile } from '@referee/engine'
import type { Layout } from '../board/layout'
import { mix } from '../board/palette'
import type { Palette } from '../board/palette'
import { grain, outline, plain, slab } from './art'
import type { Art } from './art'

export const hop: Art = {
  tile(g, tile, layout, palette) {
    const draw = TILES[tile.name] ?? floor
    draw(g, tile, layout, palette)
  },
  token(token, palette) {
    const kind = KINDS[token.glyph] ?? ''
    const draw = FIGURES[kind]
    if (!draw) return plain.token(token, palette)
    const figure = new Container()
    const g = new Graphics()
    if (THINGS.has(kind)) g.ellipse(2, 20, 27, 7).fill({ color: palette.ink, alpha: 0.25 })
    else g.ellipse(0, 30, 29, 10).fill({ color: palette.ink, alpha: 0.18 }).ellipse(0, 30, 23, 8).fill({ color: palette.ink, alpha: 0.35 })
    draw(g, palette, token.bears ?? [])
    figure.addChild(g)
    return figure
  },
}

/** Who is who, as games/hop/src/show.rs has it. */
const KINDS: Record<string, string> = {
  '@': 'you', f: 'footman', S: 'shield bearer', s: 'sprinter', a: 'archer', b: 'bomber', o: 'bomb', w: 'warlock', X: 'sentinel', A: 'assassin', G: 'golem', '/': 'spear', ')': 'shield',
}
const THINGS = new Set(['spear', 'shield'])

type DrawTile = (g: Graphics, tile: Tile, layout: Layout, palette: Palette) => void

const floor: DrawTile = (g, { at }, layout, palette) => {
  const shade = mix(palette.ground, palette.groundEdge, grain(at.x, at.y) * 0.55)
  slab(g, layout, shade, mix(shade, palette.ink, palette.dark ? 0.35 : 0.12))
  // Light falls on the upper edges.
  const [a, b, c, d] = [3, 4, 5, 0].map(corner => layout.corners[corner]!)
  g.moveTo(a!.x * 0.87, a!.y * 0.87 - 2.5).lineTo(b!.x * 0.87, b!.y * 0.87 - 2.5).lineTo(c!.x * 0.87, c!.y * 0.87 - 2.5).lineTo(d!.x * 0.87, d!.y * 0.87 - 2.5)
  g.stroke({ width: 2.5, color: 0xffffff, alpha: palette.dark ? 0.1 : 0.5 })
  const ink = { color: palette.ink, alpha: palette.dark ? 0.28 : 0.12 }
  for (let crack = 0; crack < 2; crack += 1) {
    if (grain(at.x, at.y, crack + 1) < 0.55) continue
    const [x, y] = [(grain(at.x, at.y, crack + 5) - 0.5) * 60, (grain(at.x, at.y, crack + 9) - 0.5) * 50]
    g.moveTo(x, y).lineTo(x + 9, y + 5).lineTo(x + 12, y + 13).stroke({ width: 2, ...ink })
  }
  for (let pebble = 0; pebble < 3; pebble += 1) {
    if (grain(at.x, at.y, pebble + 40) < 0.6) continue
    g.ellipse((grain(at.x, at.y, pebble + 43) - 0.5) * 66, (grain(at.x, at.y, pebble + 47) - 0.5) * 60, 3.4, 2.2).fill(ink)
  }
}

const wall: DrawTile = (g, { at }, layout, palette) => {
  const stone = palette.dark ? 0x59607f : 0x9aa0b8
  g.poly(outline(layout, 0.97)).fill(mix(stone, palette.ink, 0.6))
  g.poly(outline(layout, 0.94, { x: 0, y: -16 })).fill(mix(stone, palette.ink, 0.12))
  g.poly(outline(layout, 0.82, { x: 0, y: -18 })).fill(mix(stone, 0xffffff, 0.08 + grain(at.x, at.y) * 0.08))
  g.moveTo(-26, -22).lineTo(4, -30).lineTo(30, -20).stroke({ width: 3, color: mix(stone, palette.ink, 0.35) })
  g.moveTo(-12, -4).lineTo(10, -10).stroke({ width: 3, color: mix(stone, palette.ink, 0.3) })
}

/** How far from the middle of its hex something so large may lie, of what it would like. */
function within(layout: Layout, x: number, y: number, wide: number): [number, number] {
  const most = Math.min(layout.reach.x, layout.reach.y) * 0.84 - wide
  const far = Math.hypot(x, y)
  return far > most ? [(x / far) * most, (y / far) * most] : [x, y]
}

const lava: DrawTile = (g, { at }, layout) => {
  g.poly(outline(layout, 0.97)).fill(0x3d0f0a)
  g.poly(outline(layout, 0.93)).fill(0xff8a3c)
  g.poly(outline(layout, 0.88)).fill(0xe2551f)
  g.poly(outline(layout, 0.8)).fill(0xc7361a)
  for (let blob = 0; blob < 4; blob += 1) {
    const size = 15 - blob * 2
    const [x, y] = within(layout, (grain(at.x, at.y, blob) - 0.5) * 80, (grain(at.x, at.y, blob + 20) - 0.5) * 80, size)
    g.ellipse(x, y, size, size * 0.55).fill(blob % 2 ? 0xffb037 : 0xf2641f)
    if (blob % 2) g.ellipse(x - 2, y - 1, size * 0.5, size * 0.25).fill(0xffe08a)
  }
  const [x, y] = within(layout, (grain(at.x, at.y, 31) - 0.5) * 60, (grain(at.x, at.y, 32) - 0.5) * 60, 16)
  g.moveTo(x - 15, y + 2).quadraticCurveTo(x - 4, y - 6, x + 2, y + 1).quadraticCurveTo(x + 8, y + 7, x + 15, y).stroke({ width: 3, color: 0x7d1d10, alpha: 0.8, cap: 'round' })
}

const ice: DrawTile = (g, { at }, layout, palette) => {
  slab(g, layout, palette.dark ? 0x4b86a6 : 0xbfe3f2, palette.dark ? 0x2d5872 : 0x8fc3da)
  const [x, y] = [(grain(at.x, at.y) - 0.5) * 40, (grain(at.x, at.y, 3) - 0.5) * 30]
  g.moveTo(x - 20, y + 10).lineTo(x + 14, y - 14).stroke({ width: 4, color: 0xffffff, alpha: 0.55 })
  g.moveTo(x - 4, y + 16).lineTo(x + 20, y - 2).stroke({ width: 3, color: 0xffffff, alpha: 0.35 })
}

const hollow: DrawTile = (g, _, layout, palette) => {
  slab(g, layout, 0x100b1c, mix(palette.ground, 0x100b1c, 0.6))
  g.circle(0, 0, 22).stroke({ width: 3, color: 0x6e4bb0, alpha: 0.6 })
  g.circle(0, 0, 11).stroke({ width: 2, color: 0x9a74e0, alpha: 0.5 })
}

/** A flight of steps in a frame: the way on. */
const stairs: DrawTile = (g, tile, layout, palette) => {
  floor(g, tile, layout, palette)
  const green = palette.dark ? palette.hues.green : 0x2fae68
  g.poly(outline(layout, 0.82, { x: 0, y: -2 })).fill({ color: green, alpha: 0.16 })
  g.roundRect(-33, -29, 66, 62, 7).fill(mix(green, 0x000000, 0.72))
  for (let step = 0; step < 5; step += 1) {
    const [wide, y] = [58 - step * 7, 20 - step * 11.5]
    g.roundRect(-wide / 2, y, wide, 10, 2).fill(mix(green, 0x06110b, step * 0.17)).rect(-wide / 2 + 2, y, wide - 4, 2.5).fill({ color: 0xffffff, alpha: 0.4 - step * 0.07 })
  }
}

const shrine: DrawTile = (g, tile, layout, palette) => {
  floor(g, tile, layout, palette)
  const violet = palette.hues.violet
  g.circle(0, -6, 30).fill({ color: violet, alpha: 0.16 })
  g.roundRect(-20, 14, 40, 9, 3).fill(mix(violet, palette.ink, 0.55))
  g.roundRect(-12, -8, 24, 24, 3).fill(mix(violet, palette.ink, 0.35))
  g.star(0, -20, 4, 15, 5).fill(violet)
}

const TILES: Record<string, DrawTile> = { floor, wall, lava, ice, void: hollow, stairs, shrine }

type DrawFigure = (g: Graphics, palette: Palette, bears: string[]) => void

/** A body with a head: everybody's beginning. */
function person(g: Graphics, coat: number, skin = 0xf0c8a0, tall = 1): void {
  g.roundRect(-15, -8, 30, 36 * tall, 12).fill(mix(coat, 0x000000, 0.25))
  g.roundRect(-15, -10, 28, 34 * tall, 12).fill(coat)
  g.circle(0, -20, 14).fill(mix(skin, 0x000000, 0.15))
  g.circle(-1, -21, 13).fill(skin)
}

function eyes(g: Graphics, colour = 0x1c1c28, y = -21): void {
  g.circle(-6, y, 2.4).circle(5, y, 2.4).fill(colour)
}

const FIGURES: Record<string, DrawFigure> = {
  you(g, _, bears) {
    if (bears.includes('spear')) {
      g.moveTo(22, 30).lineTo(22, -34).stroke({ width: 4.5, color: 0x8b5a2b })
      g.poly([15, -34, 22, -54, 29, -34]).fill(0xdfe6f2).stroke({ width: 1.5, color: 0x8d9ab3 })
    }
    g.poly([-17, -6, -24, 26, 20, 26, 15, -6]).fill(0x1f7a4d)
    person(g, 0x35b876)
    g.roundRect(-15, -36, 29, 13, 7).fill(0x1f7a4d)
    eyes(g)
    g.roundRect(-9, 2, 18, 5, 2).fill(0xf7d774)
    if (bears.includes('shield')) g.circle(-19, 9, 14).fill(0x6e4621).circle(-19, 9, 12.5).fill(0xc9a227).circle(-19, 9, 9).fill(0x8a5a2b).circle(-19, 9, 3.5).fill(0xdfe6f2)
  },
  footman(g) {
    person(g, 0xd9822b)
    g.roundRect(-15, -37, 30, 12, 6).fill(0x9c4f10)
    g.rect(-17, -27, 34, 4).fill(0x9c4f10)
    eyes(g)
    g.moveTo(17, 20).lineTo(24, -23).stroke({ width: 8, color: 0x66718c }).moveTo(17, 20).lineTo(24, -22).stroke({ width: 5, color: 0xc9d2e3 })
    g.moveTo(12, 8).lineTo(24, 10).stroke({ width: 4, color: 0x8b5a2b })
  },
  'shield bearer'(g) {
    person(g, 0xb7a03a)
    g.roundRect(-14, -37, 28, 16, 6).fill(0x8d9ab3)
    eyes(g)
    g.poly([-28, -12, 6, -12, 6, 10, -11, 28, -28, 10]).fill(0x8d9ab3).stroke({ width: 3, color: 0x4b566e })
    g.moveTo(-11, -8).lineTo(-11, 20).moveTo(-24, 2).lineTo(2, 2).stroke({ width: 4, color: 0xf2c14e })
  },
  sprinter(g) {
    person(g, 0xe85d3d, 0xe7b58c, 0.9)
    g.poly([-16, -30, 16, -34, 30, -26, 14, -24]).fill(0xb33319)
    eyes(g)
    g.moveTo(-24, 2).lineTo(-36, 2).moveTo(-22, 12).lineTo(-32, 12).stroke({ width: 3, color: 0xffffff, alpha: 0.6 })
  },
  archer(g) {
    person(g, 0x3c9fb0)
    g.poly([-16, -18, 0, -44, 16, -18]).fill(0x236c7a)
    eyes(g)
    g.moveTo(16 + 26 * Math.cos(1.15), 4 - 26 * Math.sin(1.15)).arc(16, 4, 26, -1.15, 1.15).stroke({ width: 4, color: 0x8b5a2b })
    g.moveTo(26.5, -20).lineTo(26.5, 28).stroke({ width: 1.8, color: 0xb9c2d4 })
  },
  bomber(g) {
    person(g, 0x7b5638, 0xd9a878)
    g.roundRect(-16, -34, 32, 9, 4).fill(0x3a2a1c)
    g.circle(-6, -21, 5).circle(6, -21, 5).stroke({ width: 3, color: 0x2c2c38 })
    g.circle(18, 12, 11).fill(0x23232e)
    g.moveTo(24, 2).quadraticCurveTo(30, -6, 34, 0).stroke({ width: 3, color: 0xf7c948 })
  },
  bomb(g) {
    g.circle(0, 4, 22).fill(0x1d1d28).stroke({ width: 3, color: 0x4a4a5c })
    g.circle(-7, -4, 5).fill({ color: 0xffffff, alpha: 0.35 })
    g.rect(-5, -24, 10, 8).fill(0x4a4a5c)
    g.moveTo(0, -24).quadraticCurveTo(10, -38, 18, -30).stroke({ width: 3, color: 0xc9a26b })
    g.star(19, -31, 6, 8, 3).fill(0xffb037)
  },
  warlock(g) {
    g.poly([-22, 28, -12, -10, 12, -10, 22, 28]).fill(0x6a3fb0)
    person(g, 0x6a3fb0, 0xcdb8e8, 0.6)
    g.poly([-19, -26, 4, -58, 19, -26]).fill(0x43247a)
    eyes(g, 0xffe066)
    g.circle(24, -6, 8).fill({ color: 0xc792ff, alpha: 0.9 })
    g.moveTo(24, 2).lineTo(24, 28).stroke({ width: 4, color: 0x3a2a1c })
  },
  sentinel(g) {
    g.roundRect(-28, -14, 56, 44, 8).fill(0x8f2f2a)
    g.roundRect(-28, -16, 52, 40, 8).fill(0xb8433c)
    g.roundRect(-18, -42, 36, 30, 6).fill(0x7a2620)
    g.rect(-13, -32, 26, 8).fill(0x1c0b0a)
    g.rect(-9, -30, 7, 4).rect(3, -30, 7, 4).fill(0xffd23f)
    g.circle(0, 4, 9).fill(0xffd23f).circle(0, 4, 5).fill(0xff7043)
  },
  assassin(g) {
    person(g, 0x3a3f58, 0x9aa0b8)
    g.poly([-17, -8, 0, -42, 17, -8]).fill(0x252940)
    eyes(g, 0xff6b5e, -20)
    g.moveTo(-22, 14).lineTo(-12, -6).moveTo(22, 14).lineTo(12, -6).stroke({ width: 4, color: 0xdfe6f2 })
  },
  golem(g) {
    g.roundRect(-30, -16, 60, 46, 14).fill(0x6b4a32)
    g.roundRect(-29, -18, 56, 42, 14).fill(0x8d6646)
    g.roundRect(-16, -40, 32, 26, 9).fill(0x8d6646)
    eyes(g, 0x7fe3ff, -28)
    g.circle(-32, 8, 12).circle(32, 8, 12).fill(0x75533a)
    g.moveTo(-14, -2).lineTo(-4, 8).lineTo(-10, 18).stroke({ width: 3, color: 0x4a3322 })
  },
  spear(g) {
    g.moveTo(-28, 22).lineTo(22, -22).stroke({ width: 5, color: 0x8b5a2b })
    g.poly([16, -26, 34, -32, 27, -15]).fill(0xdfe6f2)
  },
  shield(g) {
    g.circle(0, 2, 22).fill(0xc9a227).circle(0, 2, 17).fill(0x8a5a2b).circle(0, 2, 6).fill(0xdfe6f2)
  },
}
