// The games that this browser keeps: to go on with, to hand in, to watch again, or to be forgotten.

import { useEffect, useRef } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { known } from '../games'
import { saves } from '../saves'
import type { Save } from '../saves'

/** How many are listed before the others are put away. */
const FIRST = 6

export function Kept() {
  const kept = useSignal<Save[]>([])
  const look = () => void saves.all().then(all => { kept.value = all.filter(save => save.seq !== 0 || save.ranked) })
  useEffect(look, [])
  const section = useRef<HTMLElement>(null)
  const forget = (key: string) => void saves.drop(key).then(() => {
    section.current?.focus({ preventScroll: true }) // the button is gone: whoever uses keys goes on from here
    look()
  })
  const list = (some: Save[]) => <ul class="row">{some.map(save => <li key={save.key}><Chip save={save} forget={forget} /></li>)}</ul>
  const open = kept.value.filter(save => !save.over || save.ranked)
  const ended = kept.value.filter(save => !open.includes(save))
  if (kept.value.length === 0) return null
  return (
    <section data-testid="kept" aria-label="Kept games" tabIndex={-1} ref={section}>
      {open.length > 0 && <><h2>Go on</h2>{list(open.slice(0, FIRST))}</>}
      {open.length > FIRST && <details class="scenes"><summary>More to go on with ({open.length - FIRST})</summary>{list(open.slice(FIRST))}</details>}
      {ended.length > 0 && <details class="scenes"><summary>Earlier games ({ended.length})</summary>{list(ended)}</details>}
    </section>
  )
}

/** A kept game: what it is, where one is in it, and two ways. What is forgotten cannot be had again, so that is asked twice. */
function Chip({ save: { key, game, over, ranked, at, where }, forget }: { save: Save; forget(key: string): void }) {
  const sure = useSignal(false)
  const { title } = known(game)
  const isOn = !over || ranked !== undefined
  const place = where && where !== title ? `${where.startsWith(title) ? where.slice(title.length).replace(/^\W+/, '') : where}, ` : ''
  const words = `${ranked ? `ranked, ${ranked}, ` : ''}${place}${new Date(at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' })}`
  return (
    <span class="chip">
      <a href={isOn ? `#/play/${game}?save=${encodeURIComponent(key)}` : `#/replay?save=${encodeURIComponent(key)}&to=0`}>{title}{over && ranked && ' to be handed in'} <span class="faint">{words}</span></a>
      <button type="button" class="forget" aria-label={sure.value ? `Forget it: ${title}, ${words}` : `Forget ${title}, ${words}`} onBlur={() => { sure.value = false }} onClick={() => { if (sure.value) forget(key); else sure.value = true }}>{sure.value ? 'forget it?' : '✕'}</button>
    </span>
  )
}
