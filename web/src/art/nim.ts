// Nim: river stones on a table.

import { Container, Graphics } from 'pixi.js'
import { mix } from '../board/palette'
import { grain, outline } from './art'
import type { Art } from './art'

export const nim: Art = {
  tile(g, _, layout, palette) {
    g.poly(outline(layout, 1)).fill(palette.dark ? 0x33281f : 0xe7d6bd)
  },
  token(token, palette) {
    const [wide, tilt] = [34 + grain(token.at.x, token.at.y) * 8, (grain(token.at.x, token.at.y, 2) - 0.5) * 0.6]
    const colour = mix(0xc9b48a, 0x8d9ab3, grain(token.at.x, token.at.y, 7))
    const g = new Graphics()
    g.ellipse(3, 9, wide, 28).fill({ color: palette.ink, alpha: 0.4 })
    g.ellipse(0, 0, wide, 28).fill(mix(colour, palette.ink, 0.2))
    g.ellipse(-2, -4, wide - 5, 22).fill(colour)
    g.ellipse(-10, -12, 12, 6).fill({ color: 0xffffff, alpha: 0.35 })
    g.rotation = tilt
    const body = new Container()
    body.addChild(g)
    return body
  },
}
