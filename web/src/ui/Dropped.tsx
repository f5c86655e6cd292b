// A log, or a game that another program wrote, from a file: dropped anywhere on the page, or chosen.

import { signal } from '@preact/signals'
import { go } from '../route'
import { files } from '../saves'

/** Whether a file is being dragged over the page. */
const over = signal(false)

async function take(file: File | undefined): Promise<void> {
  if (!file) return
  await files.put({ name: file.name, text: await file.text() })
  go(`/file/${encodeURIComponent(file.name)}?n=${Date.now()}`)
}

/** Takes files wherever they are dropped: a browser would leave the page, and the game in it, to show them. */
export function takeDrops(): void {
  const isFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
  addEventListener('dragover', event => {
    if (!isFile(event)) return
    event.preventDefault()
    over.value = true
  })
  addEventListener('dragleave', event => { if (event.relatedTarget === null) over.value = false })
  addEventListener('drop', event => {
    if (!isFile(event)) return
    event.preventDefault()
    over.value = false
    void take(event.dataTransfer?.files[0])
  })
}

export function Dropped() {
  return (
    <label class={`drop ${over.value ? 'over' : ''}`}>
      Drop a log anywhere on this page, or a file that <code>referee export</code> writes, or choose one: it is verified in your browser and goes nowhere.
      <input type="file" accept=".jsonl,.ndjson,.json,.txt,text/*" onChange={event => void take(event.currentTarget.files?.[0])} />
    </label>
  )
}
