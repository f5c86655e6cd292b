// How a game's places and things are drawn. A game that brings nothing of its own is drawn with the characters of its picture.

import { Container, Graphics, Text } from 'pixi.js'
import type { Hue, Tile, Token } from '@referee/engine'
import type { Layout, Point } from '../board/layout'
import { mix } from '../board/palette'
import type { Palette } from '../board/palette'

/** How a game looks. */
export interface Art {
  /** Draws a place around the origin. */
  tile(g: Graphics, tile: Tile, layout: Layout, palette: Palette): void
  /** Draws a thing around the origin. */
  token(token: Token, palette: Palette): Container
  /** What is painted for a tile that has these sides, clockwise from the top, on the board and in hand. */
  patches?(sides: Hue[], palette: Palette): Patch[]
  /** Whether the glyph of a place stands on it, too. */
  glyphs?: boolean
}

/** A part of a tile's picture: corners, or a round place in its middle. */
export type Patch = { points: number[]; fill: number } | { radius: number; fill: number }

/** How far a tile reaches from its middle to each side. */
const REACH = 46

/** A tile in the colours of its sides: what every game has. */
export function wedges(sides: Hue[], palette: Palette): Patch[] {
  const corner = (side: number) => {
    const angle = ((side - 0.5) / sides.length) * 2 * Math.PI - Math.PI / 2
    const far = REACH / Math.cos(Math.PI / sides.length)
    return [far * Math.cos(angle), far * Math.sin(angle)]
  }
  return sides.map((hue, side) => ({ points: [0, 0, ...corner(side), ...corner(side + 1)], fill: mix(palette.hues[hue], palette.ground, 0.35) }))
}

/** Paints a tile by its sides, with a rim in the colour of whose it is. */
export function tiled(patches: Patch[], rim: number): Container {
  const g = new Graphics()
  for (const patch of patches) {
    if ('points' in patch) g.poly(patch.points).fill(patch.fill)
    else g.circle(0, 0, patch.radius).fill(patch.fill)
  }
  const body = new Container()
  body.addChild(g, new Graphics().roundRect(-REACH, -REACH, 2 * REACH, 2 * REACH, 9).stroke({ width: 6, color: rim }))
  return body
}

/** The outline of a place, a little smaller or larger. */
export function outline(layout: Layout, scale: number, shift: Point = { x: 0, y: 0 }): number[] {
  return layout.corners.flatMap(({ x, y }) => [x * scale + shift.x, y * scale + shift.y])
}

/** A number between 0 and 1 that is always the same for a place: no two stones look alike, and none changes. */
export function grain(x: number, y: number, salt = 0): number {
  let h = (x * 374761393 + y * 668265263 + salt * 2147483647) | 0
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** A character in the middle of a place. */
export function letter(glyph: string, size: number, colour: number, bold = true): Text {
  const style = { fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace', fontSize: size, fill: colour, fontWeight: bold ? '700' : '400' } as const
  const text = new Text({ text: glyph, style, resolution: 2 })
  text.anchor.set(0.5)
  return text
}

/** A stone with a bevel, as thick as is seen from above. */
export function slab(g: Graphics, layout: Layout, fill: number, edge: number): void {
  g.poly(outline(layout, 0.95, { x: 0, y: 4 })).fill(mix(edge, 0x000000, 0.28))
  g.poly(outline(layout, 0.95, { x: 0, y: -1 })).fill(edge)
  g.poly(outline(layout, 0.88, { x: 0, y: -2.5 })).fill(fill)
}

/** Drawn with the characters of the picture: what every game has. */
export const plain: Art = {
  glyphs: true,
  tile(g, tile, layout, palette) {
    const fill = mix(palette.ground, palette.hues[tile.hue], tile.hue === 'faint' || tile.hue === 'plain' ? 0 : 0.22)
    slab(g, layout, fill, mix(fill, palette.groundEdge, 0.7))
  },
  token(token, palette) {
    const body = new Container()
    const colour = palette.hues[token.hue]
    if (token.sides) return tiled(wedges(token.sides, palette), colour)
    body.addChild(new Graphics().circle(0, 4, 31).fill({ color: palette.ink, alpha: 0.35 }))
    body.addChild(new Graphics().circle(0, 0, 30).fill(mix(colour, palette.paper, 0.75)).stroke({ width: 4, color: colour }))
    body.addChild(letter(token.glyph, 40, colour))
    return body
  },
}
