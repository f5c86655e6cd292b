// Colours by meaning, for the board. The page around it has its own in style.css; both know light and dark.

import type { Hue } from '@referee/engine'

export interface Palette {
  dark: boolean
  hues: Record<Hue, number>
  ground: number
  groundEdge: number
  ink: number
  paper: number
  danger: number
  goal: number
  target: number
  cursor: number
}

const DARK: Palette = {
  dark: true,
  hues: {
    plain: 0xd8dcec, faint: 0x6d7391, red: 0xff6b5e, orange: 0xff9f43, yellow: 0xf7c948,
    green: 0x5fd38d, cyan: 0x58cfe3, blue: 0x5b9bff, violet: 0xb48cff, brown: 0xc08a5a,
  },
  ground: 0x2b3049, groundEdge: 0x3d4567, ink: 0x0c0e17, paper: 0x1a1e30, danger: 0xff5252, goal: 0x5fd38d, target: 0x7fd1ff, cursor: 0xffffff,
}

const LIGHT: Palette = {
  dark: false,
  hues: {
    plain: 0x2b3046, faint: 0x8a90a8, red: 0xc9372c, orange: 0xc96a12, yellow: 0xa97b00,
    green: 0x1f8a4c, cyan: 0x0f7f92, blue: 0x2558c9, violet: 0x7440c4, brown: 0x83522a,
  },
  ground: 0xdfe1ec, groundEdge: 0xb9bed3, ink: 0x1a1d2b, paper: 0xf7f7fb, danger: 0xd92d20, goal: 0x1f8a4c, target: 0x1769d1, cursor: 0x10131f,
}

export function paletteOf(dark: boolean): Palette {
  return dark ? DARK : LIGHT
}

/** A colour between two. */
export function mix(one: number, two: number, share: number): number {
  const channel = (shift: number) => {
    const [a, b] = [(one >> shift) & 255, (two >> shift) & 255]
    return Math.round(a + (b - a) * share) << shift
  }
  return channel(16) | channel(8) | channel(0)
}
