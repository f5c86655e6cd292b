// A report of a bug: one click writes what was played as a scenario file. Whoever gets it sees exactly what happened.

import { useSignal } from '@preact/signals'
import { Dialog, download } from './parts'

interface Props {
  game: string
  seq: number
  log(): string
}

export function Report({ game, seq, log }: Props) {
  const open = useSignal(false)
  const words = useSignal('')
  const name = `bug-${game}-${seq}.jsonl`
  const write = () => {
    // Whatever was typed is prose: no line of it may be taken for an expectation or a record.
    const said = words.value.trim().split(/[\r\n]+/).map(line => `# ${line}`).join('\n')
    download(name, `# A bug report from the arcade, ${new Date().toISOString()}\n${said}\n${log()}`)
  }
  return (
    <>
      <button type="button" class="quiet" onClick={() => { write(); open.value = true }} aria-label="Report a bug">Report<span class="long"> a bug</span></button>
      {open.value && (
        <Dialog title="The report is written" close={() => { open.value = false }}>
          <p><code>{name}</code> has the whole game: with <code>referee scenario</code> anybody sees the same. Send it to whoever made the game.</p>
          <p>What happened, and what should have? With your words it is worth more.</p>
          <textarea rows={4} aria-label="What happened" value={words.value} onInput={event => { words.value = event.currentTarget.value }} />
          <div class="row"><button type="button" class="button" onClick={() => { write(); open.value = false }}>Write it with these words</button></div>
        </Dialog>
      )}
    </>
  )
}
