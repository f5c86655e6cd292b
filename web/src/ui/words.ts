// Words of the engine as the page writes them.

/** Words with a capital and a full stop. */
export function sentence(words: string): string {
  return `${capital(words)}${/[.!?…]$/.test(words) ? '' : '.'}`
}

export function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
