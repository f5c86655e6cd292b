// People: the hero of a cave, and whoever brawls in MIR. Whose side they are on is the colour of their coat and of the ring they stand in.

import { Container, Graphics } from 'pixi.js'
import type { Token } from '@referee/engine'
import { mix } from '../board/palette'
import type { Palette } from '../board/palette'

const SKINS = [0xf0c8a0, 0xd9a878, 0xb07a4e, 0x8a5a3a]
const HAIR = [0x3a2a1c, 0x6e4621, 0xc9973a, 0x8d8f9a, 0x7a2f1c]
const STEEL = 0xb4c0d6
const WOOD = 0x8b5a2b

/** The hero: steel, a red cloak, a sword and a shield. Nobody else in the caves has them. */
export function hero(palette: Palette): Container {
  const g = ringed(palette.hues.green, palette)
  g.poly([-16, -14, -33, 33, 30, 33, 16, -14]).fill(0x8e1d26).poly([-14, -14, -27, 31, 23, 31, 14, -14]).fill(0xc23a3f) // cloak
  g.roundRect(-11, 14, 9, 21, 3).roundRect(3, 14, 9, 21, 3).fill(0x4b566e) // legs
  g.roundRect(-17, -13, 34, 35, 11).fill(0x75819b).roundRect(-16, -14, 31, 31, 10).fill(0xc9d2e3) // breastplate
  g.moveTo(0, -10).lineTo(0, 14).stroke({ width: 2.5, color: 0x75819b }).rect(-15, 12, 30, 6).fill(0x6e4621).rect(-4, 11, 8, 8).fill(0xf2c14e)
  g.circle(0, -25, 15).fill(0xd9a878).circle(-1, -26, 14).fill(0xf0c8a0)
  g.circle(-5, -22, 2.6).circle(5, -22, 2.6).fill(0x1c1c28)
  g.moveTo(-16, -27).arc(0, -27, 16, Math.PI, 2 * Math.PI).lineTo(16, -24).lineTo(-16, -24).fill(0xaab5ca).rect(-2, -28, 4, 12).fill(0xaab5ca) // helmet
  g.poly([-3, -42, 0, -50, 14, -47, 17, -34, 8, -40]).fill(0xe0524f) // plume
  g.poly([26, 4, 30, 4, 33, -38, 28, -49, 23, -38]).fill(0xf4f7fc).stroke({ width: 1.5, color: 0x75819b }) // sword
  g.roundRect(19, 2, 18, 6, 3).fill(0xf2c14e).rect(26, 8, 5, 10).fill(0x6e4621)
  g.poly([-36, -6, -10, -6, -10, 12, -23, 28, -36, 12]).fill(0x24509c).poly([-33, -3, -13, -3, -13, 11, -23, 23, -33, 11]).fill(0x3f7be0).star(-23, 7, 4, 9, 3.5).fill(0xf7d774)
  return of(g)
}

/** Somebody who brawls: hair, skin and weapon are their own, and always the same. */
export function person(token: Token, palette: Palette): Container {
  const luck = chance(token.name)
  const coat = mix(palette.hues[token.hue], 0x20242f, palette.dark ? 0.25 : 0.05)
  const skin = SKINS[luck % SKINS.length]!
  const hair = HAIR[(luck >> 3) % HAIR.length]!
  const g = ringed(palette.hues[token.hue], palette)
  g.roundRect(-12, 14, 10, 21, 3).roundRect(2, 14, 10, 21, 3).fill(0x3b3a44)
  g.roundRect(-18, -12, 36, 36, 12).fill(mix(coat, 0x000000, 0.35)).roundRect(-18, -14, 34, 34, 12).fill(coat)
  g.rect(-17, 10, 33, 6).fill(0x5b3d22).rect(-4, 9, 8, 8).fill(0xe0b64a)
  g.circle(0, -24, 15).fill(mix(skin, 0x000000, 0.18)).circle(-1, -25, 14).fill(skin)
  HEADS[(luck >> 6) % HEADS.length]!(g, hair, coat)
  g.circle(-6, -23, 2.6).circle(5, -23, 2.6).fill(0x1c1c28)
  armOf([token.name, ...(token.bears ?? [])].join(' '), luck)(g, skin)
  return of(g)
}

type Draw = (g: Graphics, one: number, two: number) => void

const HEADS: Draw[] = [
  (g, hair) => g.moveTo(-16, -27).arc(-1, -27, 15, Math.PI, 2 * Math.PI).lineTo(14, -24).lineTo(6, -31).lineTo(-16, -24).fill(hair),
  (g, hair) => g.moveTo(-17, -27).arc(-1, -27, 16, Math.PI, 2 * Math.PI).lineTo(17, -6).lineTo(11, -6).lineTo(11, -29).lineTo(-13, -29).lineTo(-13, -6).lineTo(-19, -6).closePath().fill(hair),
  (g, _, coat) => g.roundRect(-17, -39, 33, 11, 5).fill(mix(coat, 0x000000, 0.5)).rect(-20, -31, 39, 4).fill(mix(coat, 0x000000, 0.6)),
  (g, hair) => g.moveTo(-16, -29).arc(-1, -29, 15, Math.PI, 2 * Math.PI).closePath().fill(hair).poly([-13, -18, 11, -18, 7, -8, -1, -4, -9, -8]).fill(hair),
]

type Arm = (g: Graphics, skin: number) => void

const ARMS: Record<string, Arm> = {
  sword(g) {
    g.poly([25, 6, 29, 6, 32, -34, 27, -45, 22, -34]).fill(STEEL).stroke({ width: 1.5, color: 0x75819b })
    g.roundRect(18, 4, 18, 5, 2).fill(0xd9a63a).rect(25, 9, 4, 9).fill(WOOD)
  },
  axe(g) {
    g.moveTo(27, 30).lineTo(27, -38).stroke({ width: 5, color: WOOD })
    g.poly([25, -38, 44, -44, 44, -16, 25, -22]).fill(STEEL).stroke({ width: 1.5, color: 0x75819b })
  },
  club(g) {
    g.moveTo(23, 18).lineTo(29, -12).stroke({ width: 6, color: 0x6e4621, cap: 'round' })
    g.moveTo(29, -14).lineTo(33, -34).stroke({ width: 13, color: WOOD, cap: 'round' })
  },
  spear(g) {
    g.moveTo(26, 34).lineTo(26, -32).stroke({ width: 4.5, color: WOOD })
    g.poly([18, -30, 26, -50, 34, -30]).fill(STEEL).stroke({ width: 1.5, color: 0x75819b })
  },
  bow(g) {
    g.moveTo(14 + 30 * Math.cos(1.1), -2 - 30 * Math.sin(1.1)).arc(14, -2, 30, -1.1, 1.1).stroke({ width: 5, color: WOOD })
    g.moveTo(27.5, -29).lineTo(27.5, 25).stroke({ width: 1.8, color: 0xf3f3f3 })
  },
  staff(g) {
    g.moveTo(26, 34).lineTo(26, -30).stroke({ width: 5, color: 0x6e4621 })
    g.circle(26, -37, 9).fill(0x9a74e0).circle(24, -39, 3.5).fill({ color: 0xffffff, alpha: 0.6 })
  },
  fists(g, skin) {
    g.circle(-24, 4, 8.5).circle(24, 4, 8.5).fill(mix(skin, 0x000000, 0.12))
  },
}

/** What somebody called so, or who bears such a thing, has in hand. */
const CALLINGS: [RegExp, string][] = [
  [/archer|\bbow|hunter|scout|ranger|sniper/i, 'bow'],
  [/mage|wizard|witch|priest|monk|acolyte|cult|shaman|druid|librarian|sage|staff/i, 'staff'],
  [/guard|spear|lancer|watch|sentry|pike|soldier/i, 'spear'],
  [/barkeep|cook|ogre|troll|thug|brute|club|cudgel|mace|hammer/i, 'club'],
  [/axe|orc|viking|wood|miner|dwarf|raider/i, 'axe'],
  [/sword|sabre|rapier|blade|knight|captain|duel/i, 'sword'],
  [/rough|sailor|farmer|drunk|boxer|servant/i, 'fists'],
]

function armOf(words: string, luck: number): Arm {
  const calling = CALLINGS.find(([some]) => some.test(words))?.[1]
  const any = ['sword', 'axe', 'spear', 'sword', 'club']
  return ARMS[calling ?? any[(luck >> 9) % any.length]!]!
}

/** A number that is always the same for a name. */
function chance(name: string): number {
  let number = 7
  for (const sign of name) number = (Math.imul(number, 31) + sign.codePointAt(0)!) >>> 0
  return Math.imul(number ^ (number >>> 15), 0x2c1b3c6d) >>> 1
}

/** A shadow, and around it the colour of a side. */
function ringed(colour: number, palette: Palette): Graphics {
  return new Graphics().ellipse(0, 33, 31, 11).fill({ color: palette.ink, alpha: 0.35 }).ellipse(0, 33, 31, 11).stroke({ width: 3.5, color: colour, alpha: 0.95 })
}

function of(g: Graphics): Container {
  const body = new Container()
  body.addChild(g)
  return body
}
