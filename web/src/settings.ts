// How somebody wants the page: light or dark, how fast things move.

import { effect, signal } from '@preact/signals'
import { small } from './saves'

export type Theme = 'system' | 'dark' | 'light'

const dark = matchMedia('(prefers-color-scheme: dark)')
const still = matchMedia('(prefers-reduced-motion: reduce)')

export const theme = signal<Theme>(small.get('theme', 'system'))
/** How fast things move; 0: not at all. Whoever asked their system for less motion gets none until they say otherwise. */
export const speed = signal<number>(small.get<number | null>('speed', null) ?? (still.matches ? 0 : 1))
still.addEventListener('change', () => { if (small.get<number | null>('speed', null) === null) speed.value = still.matches ? 0 : 1 })

/** Chooses how fast things move, from now on whatever the system says. */
export function pace(chosen: number): void {
  speed.value = chosen
  small.put('speed', chosen)
}

const systemDark = signal(dark.matches)
dark.addEventListener('change', () => { systemDark.value = dark.matches })

export const isDark = () => (theme.value === 'system' ? systemDark.value : theme.value === 'dark')

effect(() => {
  document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light'
  small.put('theme', theme.value)
})
