// What somebody holds, as a picture beside the words: the tile of a duel.

import type { Scene } from '@referee/engine'
import { meadow, patches } from '../art/duel'
import { laid } from '../games'
import { isDark } from '../settings'

const colour = (value: number) => `#${value.toString(16).padStart(6, '0')}`

function Tile({ edges, turns = 0, size }: { edges: string; turns?: number; size: number }) {
  return (
    <svg class="tile" viewBox="-48 -48 96 96" width={size} height={size} aria-hidden="true">
      <g transform={`rotate(${turns * 90})`}>
        <rect x="-46" y="-46" width="92" height="92" rx="9" fill={colour(meadow(isDark()))} />
        {patches(edges).map((patch, index) => ('points' in patch ? <polygon key={index} points={patch.points.join(' ')} fill={colour(patch.fill)} /> : <circle key={index} r={patch.radius} fill={colour(patch.fill)} />))}
      </g>
    </svg>
  )
}

/** The tile that is to be laid. */
export function Hand({ game, scene }: { game: string; scene: Scene }) {
  if (game !== 'duel') return null
  const line = scene.panels.flatMap(panel => panel.lines).find(([line]) => line.startsWith('top tile: '))?.[0] ?? ''
  const edges = laid(line)?.edges
  return edges ? <Tile edges={edges} size={44} /> : null
}

/** The tile that a label speaks of, turned as it says. */
export function Piece({ game, label }: { game: string; label: string }) {
  const tile = game === 'duel' ? laid(label) : undefined
  return tile ? <Tile edges={tile.edges} turns={tile.turns} size={36} /> : null
}
