// A word that nobody else has. A browser has `randomUUID` only for pages that came safely; these numbers it has for all.

export function fresh(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
