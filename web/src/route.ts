// Where one is: the part of the address after `#`.

import { signal } from '@preact/signals'

export interface Route {
  /** Its parts: `#/log/ab12` is `['log', 'ab12']`. */
  path: string[]
  query: URLSearchParams
}

/** A part as it was meant; one that cannot be read, as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function read(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  return { path: path.split('/').filter(part => part !== '').map(decoded), query: new URLSearchParams(query) }
}

export const route = signal<Route>(read())
/** The address that the page knows of. */
let heard = location.hash
addEventListener('hashchange', () => {
  heard = location.hash
  route.value = read()
})

/** Names in the address where one is by now: whoever loads the page again, or is sent the address, comes here. Nothing is left by it. */
export function here(path: string): void {
  if (location.hash !== heard) return // somebody has gone elsewhere, and the page is about to hear of it
  history.replaceState(null, '', `#${path}`)
  heard = location.hash
  route.value = read()
}

export function go(path: string): void {
  location.hash = path
}
