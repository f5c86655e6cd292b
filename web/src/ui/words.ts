// Words of the engine as the page writes them.

import { RefereeError } from '@referee/engine'
import type { Outcome } from '@referee/engine'

/** Words with a capital and a full stop. */
export function sentence(words: string): string {
  return `${capital(words)}${/[.!?…]$/.test(words) ? '' : '.'}`
}

export function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** How a game of several seats ended for whoever has one of them; nothing to say where that is nobody, or several. */
export function outcome(scores: Record<string, number>, mine: string[], result?: Outcome): string {
  // Where the players ended the match, places count and scores do not: the first place is the lowest number.
  const standings = result ? Object.fromEntries(Object.entries(result.places).map(([seat, place]) => [seat, -place])) : scores
  const [own, all] = [mine.length === 1 ? standings[mine[0]!] : undefined, Object.values(standings)]
  if (own === undefined || all.length < 2) return ''
  if (all.every(score => score === own)) return 'A draw'
  return own === Math.max(...all) ? 'You win' : 'You lose'
}

/** What went wrong, for people. A browser says "Failed to fetch" where it reached nobody; a worker says it as well. */
export function told(error: unknown): string {
  const isBrowser = error instanceof TypeError || (error instanceof RefereeError && error.code === 'FAILED')
  if (isBrowser && /fetch|network|load failed/i.test(error.message)) return 'The server cannot be reached just now, and this game has not been fetched yet. Games that were opened here before can be played without it.'
  return sentence(error instanceof Error ? error.message.replace(/^\[\w+\] /, '') : String(error))
}
