// Grounds, people and beasts of MIR and Incursion: drawn by what they are called, or else by their characters.

import { Container, Graphics } from 'pixi.js'
import type { Tile, Token } from '@referee/engine'
import type { Layout } from '../board/layout'
import { mix } from '../board/palette'
import type { Palette } from '../board/palette'
import { grain, letter, outline, plain } from './art'
import type { Art } from './art'
import { beast } from './beasts'
import { hero, person } from './people'

/** Incursion: one hero, and what lives in caves. */
export const dungeon: Art = {
  tile: ground,
  token(token, palette) {
    if (token.glyph === '@') return hero(palette)
    return isAlive(token) ? named(beast(token, palette), token, palette) : something(token, palette)
  },
}

/** MIR: people, whose letters are on the strip of turns as well. */
export const brawl: Art = {
  tile: ground,
  token(token, palette) {
    return isAlive(token) ? named(person(token, palette), token, palette) : something(token, palette)
  },
}

function isAlive(token: Token): boolean {
  return /[a-zA-Z@]/.test(token.glyph)
}

/** Somebody with the letter that the map has for them. */
function named(body: Container, token: Token, palette: Palette): Container {
  body.addChild(new Graphics().roundRect(-48, -48, 27, 30, 8).fill({ color: palette.dark ? 0x0c0e17 : 0x1a1d2b, alpha: 0.82 }))
  const badge = letter(token.glyph, 27, mix(palette.hues[token.hue], 0xffffff, palette.dark ? 0.25 : 0.6))
  badge.position.set(-34.5, -33.5)
  body.addChild(badge)
  return body
}

function ground(g: Graphics, tile: Tile, layout: Layout, palette: Palette): void {
  const faint = tile.hue === 'faint' && tile.glyph !== '.' && tile.glyph !== '·' ? 0.55 : 0
  const fade = (colour: number) => mix(colour, palette.paper, faint)
  const stone = mix(palette.ground, palette.groundEdge, grain(tile.at.x, tile.at.y) * 0.4)
  const own = palette.hues[tile.hue]
  if ('#▒█'.includes(tile.glyph)) {
    const rock = palette.dark ? 0x4c526e : 0xa3a8bd
    g.poly(outline(layout, 1)).fill(fade(mix(rock, palette.ink, 0.5)))
    g.rect(-50, -50, 100, 82).fill(fade(mix(rock, palette.ink, 0.1)))
    g.moveTo(-50, -10).lineTo(50, -10).moveTo(-10, -50).lineTo(-10, -10).moveTo(20, -10).lineTo(20, 32)
    g.stroke({ width: 4, color: fade(mix(rock, palette.ink, 0.35)) })
    return
  }
  const base = tile.hue === 'faint' || tile.hue === 'plain' ? stone : mix(stone, own, 0.3)
  g.poly(outline(layout, 1)).fill(fade(base)).stroke({ width: 2, color: palette.ink, alpha: palette.dark ? 0.25 : 0.08 })
  if ('~≈'.includes(tile.glyph)) {
    for (const y of [-22, 4, 28]) {
      g.moveTo(-36, y).quadraticCurveTo(-18, y - 12, 0, y).quadraticCurveTo(18, y + 12, 36, y).stroke({ width: 5, color: fade(own), alpha: 0.8 })
    }
  } else if ("+'╪/".includes(tile.glyph) && tile.hue !== 'faint') {
    g.roundRect(-34, -44, 68, 88, 6).fill(0x7a5230).circle(20, 4, 6).fill(0xf2c14e)
  } else if ('♣"%'.includes(tile.glyph)) {
    g.circle(-14, 8, 22).circle(16, 10, 20).circle(2, -14, 24).fill(mix(own, palette.ink, 0.25))
  } else if (tile.glyph === '^') {
    g.poly([-26, 32, 0, -36, 26, 32]).fill(own).poly([-12, 32, 0, -4, 12, 32]).fill(0xffe066)
  } else if ('▪≡'.includes(tile.glyph)) {
    g.roundRect(-38, -30, 76, 60, 8).fill(mix(0x8b5a2b, palette.ink, 0.15)).roundRect(-38, -34, 76, 54, 8).fill(0x9c6a3a)
  } else if ('<>'.includes(tile.glyph)) {
    for (let step = 0; step < 4; step += 1) g.rect(-36 + step * 8, 24 - step * 16, 72 - step * 16, 12).fill(mix(palette.hues.green, palette.ink, 0.5 - step * 0.12))
  }
}

/** Things that lie or stand about, by the character a map has for them. */
function something(token: Token, palette: Palette): Container {
  const draw = THINGS[token.glyph]
  const own = palette.hues[token.hue]
  const body = new Container()
  if (draw) {
    const g = new Graphics()
    draw(g, own, palette)
    body.addChild(g)
    return body
  }
  if ('■□'.includes(token.glyph)) return plain.token(token, palette)
  if ('†%'.includes(token.glyph)) body.addChild(new Graphics().ellipse(0, 14, 28, 12).fill({ color: 0x6a1d1d, alpha: 0.6 }))
  body.addChild(letter(token.glyph, 52, own))
  return body
}

type Draw = (g: Graphics, own: number, palette: Palette) => void

/** Steps that grow lighter on the way up, darker on the way down. */
const steps = (down: boolean): Draw => (g, own, palette) => {
  for (let step = 0; step < 4; step += 1) {
    const shade = mix(own, palette.ink, down ? 0.15 + step * 0.2 : 0.6 - step * 0.16)
    g.roundRect(-36 + step * 7, 22 - step * 17, 72 - step * 14, 13, 3).fill(shade)
  }
}

const THINGS: Record<string, Draw> = {
  '<': steps(false),
  '>': steps(true),
  '+'(g) {
    g.roundRect(-38, -46, 76, 92, 6).fill(0x4d331d).roundRect(-32, -42, 64, 88, 5).fill(0x7a5230)
    g.rect(-2, -42, 4, 88).fill(0x4d331d).circle(14, 6, 6).fill(0xf2c14e)
  },
  "'"(g) {
    g.roundRect(-46, -46, 16, 92, 5).fill(0x7a5230).rect(-46, -46, 92, 8).fill(0x4d331d).circle(-36, 6, 4).fill(0xf2c14e)
  },
  '('(g, own, palette) {
    g.moveTo(-24, 24).lineTo(20, -20).stroke({ width: 8, color: mix(own, palette.ink, 0.2) })
    g.moveTo(-26, 4).lineTo(-4, 26).stroke({ width: 7, color: 0x8b5a2b })
  },
  ')'(g, own, palette) {
    g.moveTo(-24, 24).lineTo(22, -22).stroke({ width: 7, color: mix(0xc9d2e3, palette.ink, 0.1) })
    g.moveTo(-22, 6).lineTo(-6, 22).stroke({ width: 6, color: own })
  },
  '['(g, own, palette) {
    g.poly([-26, -24, 26, -24, 26, 4, 0, 30, -26, 4]).fill(mix(own, palette.ink, 0.2)).stroke({ width: 4, color: mix(own, palette.ink, 0.5) })
  },
  '!'(g, own, palette) {
    g.rect(-7, -32, 14, 18).fill(mix(own, palette.paper, 0.5)).circle(0, 8, 22).fill(own).circle(-7, 2, 5).fill({ color: 0xffffff, alpha: 0.5 })
    g.rect(-9, -36, 18, 7).fill(mix(0x8b5a2b, palette.ink, 0.1))
  },
  '?'(g) {
    g.roundRect(-22, -28, 44, 56, 5).fill(0xe9dcbc)
    for (const y of [-14, -2, 10]) g.rect(-13, y, 26, 4).fill(0x8a7a56)
  },
  '$'(g) {
    for (const [x, y] of [[-12, 12], [12, 12], [0, -6]] as const) g.ellipse(x, y, 15, 11).fill(0xf2c14e).stroke({ width: 3, color: 0x9a7412 })
  },
}
