// What somebody holds, as pictures beside the words: tiles by their sides, all else by its character.

import type { Face } from '@referee/engine'
import { artOf } from '../art'
import { wedges } from '../art/art'
import { paletteOf } from '../board/palette'
import { isDark } from '../settings'

const colour = (value: number) => `#${value.toString(16).padStart(6, '0')}`

/** A thing away from the board. */
export function Picture({ game, face, size }: { game: string; face: Face; size: number }) {
  const palette = paletteOf(isDark())
  const patches = face.sides ? (artOf(game).patches ?? wedges)(face.sides, palette) : []
  return (
    <svg class="face" viewBox="-48 -48 96 96" width={size} height={size} aria-hidden="true">
      {patches.map((patch, index) => ('points' in patch ? <polygon key={index} points={patch.points.join(' ')} fill={colour(patch.fill)} /> : <circle key={index} r={patch.radius} fill={colour(patch.fill)} />))}
      {!face.sides && <><rect x="-36" y="-46" width="72" height="92" rx="10" fill={colour(palette.paper)} stroke={colour(palette.hues[face.hue])} stroke-width="4" /><text y="16" text-anchor="middle" font-size="48" fill={colour(palette.hues[face.hue])}>{face.glyph}</text></>}
    </svg>
  )
}

/** What is in hand. */
export function Hand({ game, hand }: { game: string; hand: Face[] | undefined }) {
  if (!hand) return null
  return (
    <ul class="hand" aria-label="In hand">
      {hand.map((face, index) => <li key={index} title={face.name}><Picture game={game} face={face} size={44} /><span class="unseen">{face.name}</span></li>)}
    </ul>
  )
}
