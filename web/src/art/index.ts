// The art of each game; whoever has none is drawn with the characters of its picture.

import { plain } from './art'
import type { Art } from './art'
import { duel } from './duel'
import { brawl, dungeon } from './dungeon'
import { hop } from './hop'
import { nim } from './nim'

const ART: Record<string, Art> = { hop, 'hop-original': hop, duel, mir: brawl, 'mir-original': brawl, incursion: dungeon, nim }

export function artOf(game: string): Art {
  return ART[game] ?? plain
}
