// A log from a file: dropped here, or chosen.

import { useSignal } from '@preact/signals'
import { go } from '../route'

/** The text that was dropped last: it is too long for an address. */
export const dropped: { text: string | null; name: string } = { text: null, name: '' }

export function Dropped() {
  const over = useSignal(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    dropped.text = await file.text()
    dropped.name = file.name
    go(`/file/${encodeURIComponent(file.name)}?${Date.now()}`)
  }
  return (
    <label
      class={`drop ${over.value ? 'over' : ''}`}
      onDragOver={event => { event.preventDefault(); over.value = true }}
      onDragLeave={() => { over.value = false }}
      onDrop={event => { event.preventDefault(); over.value = false; void take(event.dataTransfer?.files[0]) }}
    >
      Drop a log here, or choose a file: it is verified in your browser and goes nowhere.
      <input type="file" accept=".jsonl,.ndjson,.txt" onChange={event => void take(event.currentTarget.files?.[0])} />
    </label>
  )
}
