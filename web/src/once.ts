// What is asked of a server is asked once: a second click while the first is under way is the same one.

import { useSignal } from '@preact/signals'

export interface Once {
  /** Whether something is under way, for `aria-busy`. */
  busy: boolean
  /** Does it, unless something is under way. */
  once(work: () => Promise<void>): Promise<void>
}

export function useOnce(): Once {
  const busy = useSignal(false)
  const once = async (work: () => Promise<void>) => {
    if (busy.value) return
    busy.value = true
    try {
      await work()
    } finally {
      busy.value = false
    }
  }
  return { busy: busy.value, once }
}
