// Where one is: the part of the address after `#`.

import { signal } from '@preact/signals'

export interface Route {
  /** Its parts: `#/log/ab12` is `['log', 'ab12']`. */
  path: string[]
  query: URLSearchParams
}

function read(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  return { path: path.split('/').filter(part => part !== '').map(decodeURIComponent), query: new URLSearchParams(query) }
}

export const route = signal<Route>(read())
addEventListener('hashchange', () => { route.value = read() })

export function go(path: string): void {
  location.hash = path
}
