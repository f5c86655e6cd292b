// Why a record came so: what was thrown, who was asked, what it answered and changed.

import type { Branchlet } from '@referee/engine'

export function Why({ tree }: { tree: Branchlet[] }) {
  return <ul class="why">{tree.map((part, index) => <li key={index}><Part part={part} /></li>)}</ul>
}

function Part({ part }: { part: Branchlet }) {
  if (part.kind === 'event') return <span class={part.told ? '' : 'faint'}>{part.told || part.event}</span>
  const within = part.within.length > 0 && <Why tree={part.within} />
  if (part.kind === 'thrown') return <><b>{part.verb}</b> <span class="faint">{part.about} → {part.verdict}</span>{within}</>
  return (
    <>
      {part.station}: {part.handler} <span class="faint">→ {part.verdict}</span>
      {part.changes.length > 0 && <ul class="why">{part.changes.map(({ field, from, to }) => <li key={field}><code>{field}</code> {from} → {to}</li>)}</ul>}
      {within}
    </>
  )
}
