// What one can do at some time or other: a slot on its button, and what a tray has to tell where there are no buttons.

import type { Slot } from '@referee/engine'

/** A slot in words: its name, in how many turns it is ready, what has made it better. */
export function SlotWords({ name, cooling, better }: Slot) {
  return (
    <>
      <span class="name">{name}</span>
      {cooling > 0 && <span class="cooling" aria-label={`ready in ${cooling}`}>{cooling}</span>}
      {better.length > 0 && <span class="better" aria-label={`better by ${better.join(', ')}`}><b>+{better.length}</b> <i>{better.join(', ')}</i></span>}
    </>
  )
}

/** What a tray has to tell, as a panel: for moments of the past, and for screens whose tray has no room for it. */
export function Slots({ tray = [], narrow = false }: { tray: Slot[] | undefined; narrow?: boolean }) {
  const telling = tray.filter(slot => slot.cooling > 0 || slot.better.length > 0)
  if (telling.length === 0) return null
  const words = ({ name, cooling, better }: Slot) => [`${name}${cooling > 0 ? `, ready in ${cooling}` : ''}`, better.join(', ')].filter(Boolean).join(': ')
  return (
    <section class={narrow ? 'panel narrow-only' : 'panel'}>
      <h2>Tray</h2>
      <ul>{telling.map(slot => <li key={slot.name} title={slot.about || undefined}>{words(slot)}</li>)}</ul>
    </section>
  )
}
