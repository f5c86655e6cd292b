// What lives in caves: a shape for each letter of a map, and for some names one of their own, in the colour the scene has for it.

import { Container, Graphics } from 'pixi.js'
import type { Token } from '@referee/engine'
import { mix } from '../board/palette'
import type { Palette } from '../board/palette'

export function beast(token: Token, palette: Palette): Container {
  const own = TINTS[token.hue] ?? palette.hues[token.hue]
  const draw = NAMES.find(([words]) => words.test(token.name))?.[1] ?? KINDS[token.glyph] ?? KINDS[token.glyph.toLowerCase()] ?? stranger
  const g = new Graphics()
  if (draw !== eye && draw !== bat) g.ellipse(0, 34, 30, 9).fill({ color: palette.ink, alpha: 0.4 })
  draw(g, own, token)
  if (FACING.has(draw)) g.scale.x = -1 // away from the letter
  const body = new Container()
  body.addChild(g)
  return body
}

/** Fur and skin have the same colour by day and by night. */
const TINTS: Partial<Record<Token['hue'], number>> = {
  plain: 0xa8acba, faint: 0x757b98, red: 0xcf4a3f, orange: 0xdb8437, yellow: 0xd0a935, green: 0x5aa348, cyan: 0x45aebf, blue: 0x4a7bd0, violet: 0x9265d0, brown: 0x93683f,
}

type Draw = (g: Graphics, own: number, token: Token) => void

const dark = (colour: number, share = 0.35) => mix(colour, 0x0c0a12, share)
const light = (colour: number, share = 0.35) => mix(colour, 0xffffff, share)

/** Eyes that shine. */
function eyes(g: Graphics, x: number, y: number, apart: number, colour = 0xffe066, size = 3.4): void {
  g.circle(x - apart, y, size + 1.6).circle(x + apart, y, size + 1.6).fill(0x15121c).circle(x - apart, y, size).circle(x + apart, y, size).fill(colour)
}

/** Four legs, a back and a head that looks to the left. */
function fourLegs(g: Graphics, own: number, { long = 1, head = 15, high = 0 } = {}): void {
  for (const x of [-20, -8, 12, 23]) g.roundRect(x * long - 4, 8, 9, 27, 4).fill(dark(own, 0.45))
  g.ellipse(2, 4 - high, 33 * long, 18).fill(dark(own)).ellipse(1, 1 - high, 32 * long, 16).fill(own)
  g.circle(-26 * long, -12 - high, head).fill(dark(own, 0.2)).circle(-27 * long, -13 - high, head - 2).fill(light(own, 0.1))
}

const goblin: Draw = (g, own, { name }) => {
  const coat = 0x6b4a2f
  g.poly([-12, -26, -42, -40, -16, -10]).poly([12, -26, 42, -40, 16, -10]).fill(dark(own, 0.2)) // ears wider than anything else
  g.poly([-15, -25, -34, -34, -17, -15]).poly([15, -25, 34, -34, 17, -15]).fill(light(own, 0.25))
  g.roundRect(-12, 18, 9, 16, 4).roundRect(3, 18, 9, 16, 4).fill(dark(own))
  g.roundRect(-17, -4, 34, 28, 10).fill(dark(coat)).roundRect(-16, -5, 31, 25, 10).fill(coat)
  g.circle(0, -18, 18).fill(dark(own, 0.25)).circle(-1, -19, 17).fill(own)
  eyes(g, 0, -20, 7)
  g.poly([-3, -15, 3, -15, 0, -7]).fill(dark(own))
  g.moveTo(-9, -6).quadraticCurveTo(0, -1, 9, -6).stroke({ width: 2.5, color: 0x15121c }).poly([-6, -5, -3, -4.5, -5, -9]).poly([6, -5, 3, -4.5, 5, -9]).fill(0xf6f2e2)
  g.moveTo(22, 16).lineTo(30.3, -11).stroke({ width: 8, color: 0x66718c }).moveTo(22, 16).lineTo(30, -10).stroke({ width: 5, color: 0xc9d2e3 }).moveTo(17, 8).lineTo(29, 11).stroke({ width: 4, color: 0x8b5a2b })
  if (/king|chief/i.test(name)) g.poly([-16, -33, -16, -48, -8, -40, 0, -50, 8, -40, 16, -48, 16, -33]).fill(0xf2c14e).stroke({ width: 2, color: 0x9a7412 })
  if (/bugbear|hobgoblin/i.test(name)) g.roundRect(-17, -38, 34, 11, 5).fill(0x75819b)
}

const kobold: Draw = (g, own) => {
  g.moveTo(12, 26).quadraticCurveTo(42, 34, 38, 6).stroke({ width: 8, color: dark(own, 0.2), cap: 'round' }) // tail
  g.roundRect(-11, 18, 8, 17, 4).roundRect(4, 18, 8, 17, 4).fill(dark(own))
  g.roundRect(-15, -6, 30, 30, 11).fill(dark(own, 0.2)).ellipse(-1, 9, 10, 13).fill(light(own, 0.5))
  g.poly([4, -34, 18, -48, 14, -26]).poly([-8, -36, -4, -50, 4, -34]).fill(0xf1e6c8) // horns
  g.circle(2, -20, 15).fill(own).poly([-2, -28, -38, -12, -34, -4, 2, -6]).fill(own).moveTo(-36, -7).lineTo(-8, -8).stroke({ width: 2.5, color: dark(own, 0.6) }) // snout
  eyes(g, -1, -22, 5)
  g.moveTo(24, 34).lineTo(24, -24).stroke({ width: 4, color: 0x8b5a2b }).poly([18, -22, 24, -40, 30, -22]).fill(0xc9d2e3)
}

const orc: Draw = (g, own) => {
  g.roundRect(-18, 14, 14, 21, 5).roundRect(4, 14, 14, 21, 5).fill(0x3b332c)
  g.roundRect(-30, -14, 60, 38, 16).fill(dark(own, 0.45)).roundRect(-29, -16, 56, 34, 15).fill(dark(own, 0.1)) // shoulders
  g.poly([-22, -12, 22, -12, 14, 20, -14, 20]).fill(0x5a4632).moveTo(-18, -10).lineTo(14, 18).stroke({ width: 5, color: 0x2f2319 })
  g.roundRect(-16, -40, 32, 32, 12).fill(dark(own, 0.15)).roundRect(-15, -40, 29, 28, 11).fill(light(own, 0.08))
  g.rect(-12, -31, 24, 4).fill(dark(own, 0.6))
  eyes(g, 0, -26, 7, 0xff6b4a, 2.6)
  g.roundRect(-12, -18, 24, 9, 4).fill(dark(own, 0.45)).poly([-10, -13, -4, -13, -8, -26]).poly([10, -13, 4, -13, 8, -26]).fill(0xf6f2e2) // tusks
  g.moveTo(34, 32).lineTo(34, -32).stroke({ width: 5, color: 0x6e4621 }).poly([32, -34, 48, -42, 48, -12, 32, -18]).fill(0xb9c2d4).stroke({ width: 1.5, color: 0x5d6880 })
}

const dog: Draw = (g, own) => {
  g.moveTo(30, 0).quadraticCurveTo(46, -6, 42, -28).stroke({ width: 9, color: dark(own, 0.2), cap: 'round' })
  fourLegs(g, own)
  g.poly([-36, -22, -34, -44, -24, -26]).poly([-24, -24, -16, -42, -12, -20]).fill(dark(own, 0.25)) // ears
  g.poly([-34, -16, -48, -4, -44, 3, -26, -2]).fill(light(own, 0.1)).circle(-46, -3, 3.5).fill(0x15121c)
  g.poly([-42, 1, -39, 7, -36, 1]).poly([-35, 0, -32, 6, -29, -1]).fill(0xffffff)
  eyes(g, -27, -16, 5, 0xffe066, 2.4)
}

const cat: Draw = (g, own, { name }) => {
  g.moveTo(28, 6).bezierCurveTo(50, 4, 34, -26, 48, -34).stroke({ width: 6, color: dark(own, 0.2), cap: 'round' })
  if (/displacer/i.test(name)) for (const end of [-40, 8]) g.moveTo(2, -8).quadraticCurveTo(10, -40, end, -46).stroke({ width: 5, color: dark(own), cap: 'round' }).circle(end, -46, 5).fill(0xd77bd0)
  fourLegs(g, own, { head: 16 })
  g.poly([-41, -18, -41, -36, -30, -26]).poly([-25, -27, -13, -36, -15, -18]).fill(dark(own, 0.2))
  g.ellipse(-29, -6, 8, 5).fill(light(own, 0.4)).poly([-32, -9, -26, -9, -29, -5]).fill(0xe58b9a)
  eyes(g, -28, -15, 6, 0xb7f05a, 2.8)
}

const bear: Draw = (g, own) => {
  for (const x of [-22, -6, 12, 26]) g.roundRect(x - 6, 6, 13, 29, 6).fill(dark(own, 0.45))
  g.ellipse(4, -2, 36, 25).fill(dark(own)).ellipse(3, -5, 35, 22).fill(own)
  g.circle(-34, -28, 7).circle(-14, -30, 7).fill(dark(own, 0.3)).circle(-25, -15, 18).fill(light(own, 0.1))
  g.ellipse(-30, -8, 10, 8).fill(light(own, 0.45)).ellipse(-33, -11, 4.5, 3.2).fill(0x15121c)
  eyes(g, -24, -20, 6, 0xffffff, 2)
}

const badger: Draw = (g, own) => {
  bear(g, own, {} as Token)
  g.poly([-40, -8, -30, -34, -24, -34, -34, -6]).poly([-22, -6, -18, -32, -12, -30, -12, -6]).fill(0xf3f0ea)
  eyes(g, -24, -20, 6, 0xffffff, 2)
}

const horse: Draw = (g, own) => {
  g.moveTo(30, -4).quadraticCurveTo(46, 4, 40, 26).stroke({ width: 9, color: dark(own, 0.6), cap: 'round' })
  for (const x of [-18, -8, 14, 24]) g.roundRect(x - 4, 6, 8, 30, 3).fill(dark(own, 0.45))
  g.ellipse(4, -2, 31, 16).fill(own).poly([-26, 4, -34, -34, -18, -40, -4, -8]).fill(own).roundRect(-48, -40, 30, 14, 7).fill(light(own, 0.1))
  g.poly([-22, -46, -10, -40, 2, -12, -8, -12, -18, -36]).fill(dark(own, 0.6)).poly([-26, -38, -22, -50, -18, -38]).fill(own)
  g.circle(-30, -35, 2.6).fill(0x15121c)
}

const rat: Draw = (g, own) => {
  g.moveTo(26, 22).bezierCurveTo(50, 30, 40, -6, 48, -14).stroke({ width: 5, color: 0xd99a9a, cap: 'round' })
  for (const x of [-14, 0, 16]) g.roundRect(x - 4, 24, 8, 11, 3).fill(0xd99a9a)
  g.ellipse(6, 14, 28, 18).fill(dark(own, 0.3)).ellipse(5, 11, 27, 16).fill(own)
  g.poly([-8, 0, -44, 18, -40, 24, -6, 28]).fill(light(own, 0.08)).circle(-43, 19, 4).fill(0xe58b9a)
  g.circle(-10, -3, 11).circle(4, -7, 10).fill(dark(own, 0.25)).circle(-10, -3, 6.5).fill(0xe5a8a8)
  g.circle(-22, 11, 3.8).fill(0xff5a4a).moveTo(-36, 22).lineTo(-46, 30).moveTo(-34, 24).lineTo(-38, 34).stroke({ width: 1.8, color: 0xe8e4da })
}

const tortoise: Draw = (g, own) => {
  for (const x of [-22, 18]) g.roundRect(x - 6, 16, 14, 19, 6).fill(dark(own, 0.3))
  g.ellipse(-34, 4, 14, 11).fill(light(own, 0.15)).circle(-38, 1, 2.8).fill(0x15121c)
  g.moveTo(-30, 20).arc(4, 20, 34, Math.PI, 2 * Math.PI).closePath().fill(dark(own, 0.45)).moveTo(-25, 18).arc(4, 18, 29, Math.PI, 2 * Math.PI).closePath().fill(mix(own, 0x8b5a2b, 0.35))
  g.moveTo(4, -11).lineTo(4, 18).moveTo(-12, -6).lineTo(-16, 18).moveTo(20, -6).lineTo(24, 18).moveTo(-22, 4).lineTo(30, 4).stroke({ width: 3.5, color: dark(own, 0.5) })
}

const lizard: Draw = (g, own) => {
  g.moveTo(14, 14).bezierCurveTo(44, 26, 50, -6, 34, -16).stroke({ width: 11, color: dark(own, 0.15), cap: 'round' })
  for (const [x, y] of [[-16, 24], [-2, 28], [16, 26], [26, 22]] as const) g.ellipse(x, y, 8, 6).fill(dark(own, 0.4))
  g.ellipse(2, 10, 30, 15).fill(dark(own)).ellipse(1, 7, 29, 13).fill(own)
  for (const x of [-12, 0, 12, 24]) g.poly([x - 6, -3, x, -18, x + 6, -3]).fill(light(own, 0.35))
  g.ellipse(-28, 0, 18, 12).fill(light(own, 0.12)).moveTo(-45, 4).lineTo(-20, 5).stroke({ width: 2.5, color: dark(own, 0.6) })
  g.circle(-28, -7, 5).fill(0xffe066).rect(-29, -11, 2, 8).fill(0x15121c)
}

const snake: Draw = (g, own) => {
  g.moveTo(30, 26).bezierCurveTo(-50, 44, -40, 0, 6, 8).bezierCurveTo(40, 12, 28, -18, -4, -16).stroke({ width: 17, color: dark(own), cap: 'round' })
  g.moveTo(30, 25).bezierCurveTo(-50, 43, -40, -1, 6, 7).bezierCurveTo(40, 11, 28, -19, -4, -17).stroke({ width: 11, color: own, cap: 'round' })
  g.ellipse(-16, -22, 18, 13).fill(light(own, 0.1)).moveTo(-33, -18).lineTo(-46, -12).stroke({ width: 3, color: 0xe0524f })
  eyes(g, -16, -26, 6)
}

const spider: Draw = (g, own) => {
  for (const side of [-1, 1]) for (const [x, y, end] of [[40, -30, -6], [46, -10, 14], [44, 10, 30], [32, 22, 38]] as const) g.moveTo(0, 4).lineTo(side * x, y).lineTo(side * (x + 3), end).stroke({ width: 4.5, color: dark(own, 0.5), join: 'round' })
  g.circle(0, 14, 22).fill(dark(own)).circle(-2, 11, 19).fill(own).circle(0, -12, 14).fill(dark(own, 0.2))
  eyes(g, 0, -14, 6, 0xff5a4a)
  g.circle(-3, -6, 2).circle(3, -6, 2).fill(0xff5a4a)
}

const bat: Draw = (g, own) => {
  g.ellipse(0, 36, 18, 5).fill({ color: 0x0c0a12, alpha: 0.3 })
  for (const side of [-1, 1]) g.poly([side * 6, -14, side * 30, -38, side * 48, -14, side * 36, -16, side * 32, 2, side * 22, -8, side * 14, 8]).fill(dark(own, 0.25))
  g.ellipse(0, -4, 13, 18).fill(own).poly([-11, -16, -10, -36, -1, -20]).poly([11, -16, 10, -36, 1, -20]).fill(own)
  eyes(g, 0, -10, 5, 0xff5a4a, 2.6)
  g.poly([-5, -1, -1, -1, -3, 6]).poly([5, -1, 1, -1, 3, 6]).fill(0xffffff)
}

const skeleton: Draw = (g, own) => {
  const bone = mix(own, 0xf1ecdc, 0.75)
  for (const [more, colour] of [[4, dark(bone, 0.7)], [0, bone]] as const) {
    g.moveTo(-7, 18).lineTo(-10, 34).moveTo(7, 18).lineTo(10, 34).moveTo(0, -8).lineTo(0, 16).moveTo(-16, -6).lineTo(-24, 14).moveTo(16, -6).lineTo(24, 8).stroke({ width: 6.5 + more, color: colour, cap: 'round' })
    for (const [y, wide] of [[-5, 17], [3, 14], [11, 10]] as const) g.moveTo(-wide, y).quadraticCurveTo(0, y + 6, wide, y).stroke({ width: 4.5 + more, color: colour, cap: 'round' })
  }
  g.roundRect(-10, 14, 20, 7, 3).fill(bone).circle(0, -29, 17).fill(dark(bone, 0.7)).circle(0, -29, 15).fill(bone).roundRect(-9, -20, 18, 9, 3).fill(bone)
  g.circle(-6, -29, 5).circle(6, -29, 5).fill(0x15121c).poly([-2, -22, 2, -22, 0, -26]).fill(0x15121c).moveTo(-4, -17).lineTo(-4, -12).moveTo(0, -17).lineTo(0, -12).moveTo(4, -17).lineTo(4, -12).stroke({ width: 1.8, color: 0x3a3440 })
  g.moveTo(26, 14).lineTo(33, -30).stroke({ width: 5, color: 0x9aa4b8 }).moveTo(19, 4).lineTo(36, 8).stroke({ width: 4, color: 0x6e4621 })
}

const ghoul: Draw = (g, own) => {
  const skin = mix(own, 0xb9c2a8, 0.45)
  g.moveTo(-8, 16).lineTo(-14, 34).moveTo(8, 16).lineTo(12, 34).stroke({ width: 8, color: dark(skin, 0.3), cap: 'round' })
  g.poly([-18, -12, 18, -12, 13, 22, 4, 16, -4, 24, -14, 18]).fill(0x4a4238)
  g.moveTo(-16, -8).lineTo(-38, 4).lineTo(-42, 18).moveTo(16, -8).lineTo(38, -2).lineTo(44, 12).stroke({ width: 7, color: skin, cap: 'round', join: 'round' }) // it reaches out
  g.circle(0, -26, 16).fill(dark(skin, 0.2)).circle(-1, -27, 15).fill(skin)
  eyes(g, 0, -28, 6, 0xe8ff9a, 2.6)
  g.ellipse(0, -17, 7, 4.5).fill(0x2a1216)
}

const ghost: Draw = (g, own, { glyph }) => {
  const veil = glyph === 'W' ? mix(own, 0x5a5f9a, 0.5) : light(own, 0.4)
  g.moveTo(-26, 32).lineTo(-24, -14).bezierCurveTo(-22, -54, 22, -54, 24, -14).lineTo(26, 32).lineTo(16, 20).lineTo(8, 34).lineTo(0, 21).lineTo(-8, 34).lineTo(-16, 20).closePath().fill({ color: veil, alpha: 0.92 })
  g.ellipse(0, -20, 15, 18).fill(glyph === 'W' ? 0x0b0910 : mix(veil, 0x30303c, 0.5))
  eyes(g, 0, -22, 6, glyph === 'W' ? 0x7fe3ff : 0xffffff)
}

const spirit: Draw = (g, own) => {
  for (const [size, alpha] of [[44, 0.14], [34, 0.2], [25, 0.35]] as const) g.circle(0, -4, size).fill({ color: own, alpha })
  g.star(0, -4, 8, 34, 15).fill(light(own, 0.25)).stroke({ width: 2.5, color: dark(own, 0.3) }).circle(0, -4, 15).fill(0xfff3c4)
  g.circle(-5, -6, 2.6).circle(5, -6, 2.6).fill(0x5a4a12)
}

const eye: Draw = (g, own) => {
  g.ellipse(0, 37, 20, 6).fill({ color: 0x0c0a12, alpha: 0.3 })
  for (const [x, y] of [[-30, -32], [-12, -44], [12, -44], [30, -32]] as const) g.moveTo(x * 0.5, -14).lineTo(x, y).stroke({ width: 5, color: dark(own, 0.2) }).circle(x, y, 6).fill(0xf6f2e2).circle(x, y, 2.6).fill(0x15121c)
  g.circle(0, 2, 29).fill(dark(own)).circle(-1, 0, 27).fill(own).ellipse(0, -2, 19, 15).fill(0xf6f2e2).circle(0, -2, 10).fill(0xd9482f).ellipse(0, -2, 3.5, 9).fill(0x15121c)
  g.moveTo(-14, 18).quadraticCurveTo(0, 25, 14, 18).stroke({ width: 3, color: dark(own, 0.6) })
}

const imp: Draw = (g, own) => {
  for (const side of [-1, 1]) g.poly([side * 10, -6, side * 42, -30, side * 46, 6, side * 34, -2, side * 28, 12, side * 18, 2]).fill(dark(own, 0.45))
  g.moveTo(10, 22).bezierCurveTo(34, 36, 40, 18, 36, 12).stroke({ width: 4, color: dark(own, 0.2) }).poly([30, 14, 36, 2, 42, 14]).fill(dark(own, 0.2))
  g.roundRect(-10, 16, 8, 19, 4).roundRect(3, 16, 8, 19, 4).fill(dark(own)).roundRect(-14, -4, 28, 28, 11).fill(own)
  g.poly([-14, -26, -20, -48, -4, -32]).poly([14, -26, 20, -48, 4, -32]).fill(0x2a1a20).circle(0, -20, 16).fill(light(own, 0.08))
  eyes(g, 0, -21, 6)
  g.moveTo(-8, -11).quadraticCurveTo(0, -5, 8, -11).stroke({ width: 2.5, color: 0x2a0f12 })
}

const sprite: Draw = (g, own) => {
  for (const side of [-1, 1]) g.ellipse(side * 24, -16, 19, 12).ellipse(side * 20, 6, 14, 9).fill({ color: light(own, 0.6), alpha: 0.75 })
  g.poly([-12, 30, -6, -8, 6, -8, 12, 30, 6, 24, 0, 32, -6, 24]).fill(own).circle(0, -20, 13).fill(0xf0d8b8).poly([-14, -20, -4, -42, 14, -24, 4, -30]).fill(dark(own, 0.2))
  g.circle(-5, -19, 2.5).circle(5, -19, 2.5).fill(0x1c1c28)
  for (const [x, y] of [[-9, 8], [8, 14], [0, 2]] as const) g.poly([x - 4, y + 3, x, y - 7, x + 4, y + 3]).fill(dark(own, 0.45))
}

const golem: Draw = (g, own) => {
  const flesh = mix(own, 0x9aa88a, 0.5)
  g.roundRect(-20, 12, 16, 24, 5).roundRect(4, 12, 16, 24, 5).fill(dark(flesh, 0.45)).roundRect(-32, -20, 64, 42, 14).fill(dark(flesh, 0.35)).roundRect(-31, -22, 60, 38, 13).fill(flesh)
  g.roundRect(-44, -14, 16, 38, 8).roundRect(28, -14, 16, 38, 8).fill(dark(flesh, 0.2)).roundRect(-16, -47, 32, 30, 8).fill(light(flesh, 0.1)).rect(-16, -47, 32, 8).fill(0x2c2a33)
  eyes(g, 0, -32, 7, 0xffe066, 2.6)
  g.moveTo(-20, -10).lineTo(4, 8).moveTo(-16, -12).lineTo(-20, -4).moveTo(-8, -4).lineTo(-12, 2).moveTo(0, 2).lineTo(-4, 8).moveTo(6, -24).lineTo(14, -20).stroke({ width: 2.8, color: 0x3a2026 }) // stitches
}

const scarecrow: Draw = (g, own) => {
  g.moveTo(0, 34).lineTo(0, -20).moveTo(-40, -6).lineTo(40, -6).stroke({ width: 6, color: 0x6e4621, cap: 'round' })
  g.poly([-30, -12, 30, -12, 26, 2, 14, 0, 16, 24, -16, 24, -14, 0, -26, 2]).fill(0x7b5638).rect(-8, 4, 14, 12).fill(0x9c4f3a)
  for (const side of [-1, 1]) g.moveTo(side * 34, -6).lineTo(side * 46, -14).moveTo(side * 34, -4).lineTo(side * 46, 2).stroke({ width: 3.5, color: own })
  g.circle(0, -24, 15).fill(mix(own, 0xe8d8a8, 0.6)).poly([-26, -32, 26, -32, 12, -36, 6, -50, -8, -50, -12, -36]).fill(0x4a3826)
  g.moveTo(-9, -27).lineTo(-3, -21).moveTo(-3, -27).lineTo(-9, -21).moveTo(3, -27).lineTo(9, -21).moveTo(9, -27).lineTo(3, -21).moveTo(-7, -15).lineTo(7, -15).stroke({ width: 2.4, color: 0x2a1c12 })
}

const hag: Draw = (g, own) => {
  g.poly([-26, 34, -15, -14, 15, -14, 26, 34]).fill(dark(own, 0.5)).poly([-18, 34, -9, -10, 9, -10, 18, 34]).fill(dark(own, 0.25))
  g.poly([-22, 10, -20, -34, 0, -46, 20, -34, 22, 10, 12, -8, -12, -8]).fill(0xb9b4c2) // hair
  g.circle(0, -22, 14).fill(mix(own, 0x9ab07a, 0.6)).poly([-2, -22, 3, -22, -8, -9]).fill(dark(mix(own, 0x9ab07a, 0.6), 0.3))
  eyes(g, 1, -25, 6, 0xff5a4a, 2.4)
  g.moveTo(32, 34).lineTo(34, -26).stroke({ width: 4.5, color: 0x4a3322 }).circle(34, -30, 8).fill({ color: 0xc792ff, alpha: 0.9 })
}

const giant: Draw = (g, own) => {
  g.roundRect(-22, 10, 18, 26, 6).roundRect(4, 10, 18, 26, 6).fill(0x4a3826).roundRect(-34, -24, 68, 46, 18).fill(dark(own, 0.4)).roundRect(-33, -26, 64, 42, 17).fill(mix(own, 0xd9a878, 0.4))
  g.poly([-30, -14, 20, 16, 28, 8, -18, -24]).fill(0x5a4632).circle(-2, -34, 15).fill(mix(own, 0xe2b58a, 0.6)).poly([-14, -30, 10, -30, 4, -14, -8, -14]).fill(dark(own, 0.4))
  g.circle(-7, -36, 2.8).circle(4, -36, 2.8).fill(0x1c1c28)
  g.moveTo(34, 20).lineTo(38, -8).stroke({ width: 8, color: 0x5a3d22, cap: 'round' }).moveTo(38, -12).lineTo(41, -36).stroke({ width: 17, color: 0x7a5230, cap: 'round' })
}

const dragon: Draw = (g, own) => {
  for (const side of [-1, 1]) g.poly([side * 8, -8, side * 26, -46, side * 48, -30, side * 44, 8, side * 34, -4, side * 26, 10, side * 18, 0]).fill(dark(own, 0.4))
  g.moveTo(8, 24).bezierCurveTo(40, 42, 50, 20, 42, 12).stroke({ width: 9, color: dark(own, 0.2), cap: 'round' }).ellipse(0, 14, 22, 21).fill(own).ellipse(-1, 18, 12, 15).fill(0xf0d8a0)
  g.poly([-12, -34, -18, -50, -4, -38]).poly([12, -34, 18, -50, 4, -38]).fill(0xf1e6c8).roundRect(-14, -40, 28, 26, 11).fill(light(own, 0.08)).roundRect(-9, -24, 18, 16, 7).fill(own)
  eyes(g, 0, -29, 7)
  g.circle(-4, -15, 2).circle(4, -15, 2).fill(0x2a0f12)
}

const slime: Draw = (g, own) => {
  g.moveTo(-38, 33).bezierCurveTo(-44, -8, -18, -28, 0, -28).bezierCurveTo(20, -28, 44, -6, 38, 33).closePath().fill({ color: dark(own, 0.15), alpha: 0.95 })
  g.ellipse(-10, -6, 12, 8).fill({ color: 0xffffff, alpha: 0.35 }).circle(14, 14, 7).circle(-14, 20, 5).fill(light(own, 0.3))
  eyes(g, 2, 4, 9, 0xffffff)
}

/** Whoever has no shape of its own: somebody in a hood. */
const stranger: Draw = (g, own) => {
  g.poly([-26, 34, -17, -16, 17, -16, 26, 34]).fill(dark(own, 0.45)).poly([-19, 34, -12, -14, 12, -14, 19, 34]).fill(dark(own, 0.15))
  g.poly([-21, -8, 0, -48, 21, -8]).fill(dark(own, 0.3)).ellipse(0, -19, 11, 13).fill(0x15121c)
  eyes(g, 0, -20, 5)
}

const NAMES: [RegExp, Draw][] = [
  [/skelet|bone/i, skeleton], [/ghoul|zombie|mummy/i, ghoul], [/spider/i, spider], [/snake|serpent|worm/i, snake], [/horse|pony|mule/i, horse], [/badger/i, badger],
  [/wraith|ghost|spectre|shade/i, ghost], [/slime|ooze|jelly|pudding/i, slime], [/dragon|drake|wyvern/i, dragon],
]

const KINDS: Record<string, Draw> = {
  g: goblin, k: kobold, o: orc, d: dog, f: cat, q: bear, r: rat, t: tortoise, l: lizard, b: bat, s: skeleton, z: ghoul, u: ghoul, W: ghost, e: eye, A: spirit, i: imp, y: sprite, G: golem, S: scarecrow, H: hag, P: giant, D: dragon, j: slime, n: snake, a: spider, O: giant, T: giant,
}

/** Whoever has its head at one end. */
const FACING = new Set<Draw>([kobold, dog, cat, bear, badger, horse, rat, tortoise, lizard, snake])
