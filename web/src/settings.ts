// How somebody wants the page: light or dark, how fast things move.

import { effect, signal } from '@preact/signals'
import { small } from './saves'

export type Theme = 'system' | 'dark' | 'light'

const dark = matchMedia('(prefers-color-scheme: dark)')
const still = matchMedia('(prefers-reduced-motion: reduce)')

export const theme = signal<Theme>(small.get('theme', 'system'))
/** How fast things move; 0: not at all. Whoever asked their system for less motion gets none until they say otherwise. */
export const speed = signal<number>(small.get('speed', still.matches ? 0 : 1))
const systemDark = signal(dark.matches)
dark.addEventListener('change', () => { systemDark.value = dark.matches })

export const isDark = () => (theme.value === 'system' ? systemDark.value : theme.value === 'dark')

effect(() => {
  document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light'
  small.put('theme', theme.value)
})
effect(() => small.put('speed', speed.value))
