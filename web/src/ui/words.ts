// Words of the engine as the page writes them.

/** Words with a capital and a full stop. */
export function sentence(words: string): string {
  return `${capital(words)}${/[.!?…]$/.test(words) ? '' : '.'}`
}

export function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** How a game of several seats ended for whoever has one of them; nothing to say where that is nobody, or several. */
export function outcome(scores: Record<string, number>, mine: string[]): string {
  const [own, all] = [mine.length === 1 ? scores[mine[0]!] : undefined, Object.values(scores)]
  if (own === undefined || all.length < 2) return ''
  if (all.every(score => score === own)) return 'A draw'
  return own === Math.max(...all) ? 'You win' : 'You lose'
}
