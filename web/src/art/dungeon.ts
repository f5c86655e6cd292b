// Grounds and people of MIR and Incursion: drawn by what they are called, or else by their characters.

import { Container, Graphics } from 'pixi.js'
import type { Tile, Token } from '@referee/engine'
import type { Layout } from '../board/layout'
import { mix } from '../board/palette'
import type { Palette } from '../board/palette'
import { grain, letter, outline, plain } from './art'
import type { Art } from './art'

export const dungeon: Art = {
  tile(g, tile, layout, palette) {
    ground(g, tile, layout, palette)
  },
  token(token, palette) {
    return /[a-zA-Z@&]/.test(token.glyph) ? somebody(token, palette) : something(token, palette)
  },
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

/** People and beasts: a figure with a letter on its chest. */
function somebody(token: Token, palette: Palette): Container {
  const colour = palette.hues[token.hue]
  const body = new Container()
  const g = new Graphics()
  g.ellipse(0, 36, 30, 9).fill({ color: palette.ink, alpha: 0.4 })
  g.roundRect(-26, -10, 52, 46, 20).fill(mix(colour, palette.ink, 0.45))
  g.roundRect(-26, -14, 52, 46, 20).fill(mix(colour, palette.ink, 0.15))
  g.circle(0, -26, 17).fill(mix(colour, 0xffffff, 0.45))
  g.circle(-6, -27, 2.6).circle(6, -27, 2.6).fill(0x15151f)
  body.addChild(g)
  const badge = letter(token.glyph, 34, palette.dark ? 0x0c0e17 : 0xffffff)
  badge.position.set(0, 9)
  body.addChild(badge)
  return body
}

function something(token: Token, palette: Palette): Container {
  if (token.glyph === '†' || token.glyph === '%') {
    const g = new Graphics().ellipse(0, 14, 28, 12).fill({ color: 0x6a1d1d, alpha: 0.6 })
    const body = new Container()
    body.addChild(g, letter(token.glyph, 44, palette.hues[token.hue]))
    return body
  }
  if (!'■□'.includes(token.glyph)) {
    const body = new Container()
    body.addChild(letter(token.glyph, 52, palette.hues[token.hue]))
    return body
  }
  return plain.token(token, palette)
}
