// What one can do at some time or other: how a slot of the tray is written, and a tray that is only looked at.

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

/** A tray of the past. */
export function Slots({ tray = [] }: { tray: Slot[] | undefined }) {
  const telling = tray.filter(slot => slot.cooling > 0 || slot.better.length > 0)
  if (telling.length === 0) return null
  return <ul class="tray" aria-label="The tray">{telling.map(slot => <li key={slot.name} class="slot" title={slot.about || undefined}><SlotWords {...slot} /></li>)}</ul>
}

/** What has become better, in full: for screens whose tray has no room for it. */
export function Upgrades({ tray = [] }: { tray: Slot[] | undefined }) {
  const upgraded = tray.filter(slot => slot.better.length > 0)
  if (upgraded.length === 0) return null
  return (
    <section class="panel upgrades">
      <h2>Upgrades</h2>
      <ul>{upgraded.map(({ name, better }) => <li key={name}>{name}: {better.join(', ')}</li>)}</ul>
    </section>
  )
}
