// What keys, mouse and fingers do: the same everywhere, and the keys of a game's own.

import { useEffect } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { games } from '@referee/engine'
import { Dialog } from './parts'

const ALWAYS: [string, string][] = [
  ['arrows', 'move the cursor over the board; on a map they go a step, and with Shift, or something in hand, move the cursor'],
  ['Enter', 'does what is meant at the cursor'],
  ['n', 'goes to the next place that can be chosen; on a map: N'],
  ['1 to 9', 'choose what to do: each stands on its button, and stays with it'],
  ['u', 'takes back, where that is allowed; on a map: U'],
  ['Escape', 'lets go of what is in hand, puts a menu away, ends what moves'],
  ['?', 'shows this'],
]

const WATCHING: [string, string][] = [
  ['→', 'goes on by one record, and shows what moves'],
  ['←', 'goes back by one'],
  ['Home, End', 'to the beginning, to the end'],
  ['space', 'runs, and pauses'],
  ['?', 'shows this'],
]

/** The help of a game that is played, or of one that is watched. */
export function Help({ game, watching = false }: { game: string; watching?: boolean }) {
  const open = useSignal(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || document.querySelector('dialog[open]')) return
      open.value = true
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  const own = games().find(card => card.name === game)?.keys ?? []
  return (
    <>
      <button type="button" class="quiet" aria-label="Help" title="Help" onClick={() => { open.value = true }}>?</button>
      {open.value && (
        <Dialog title={watching ? 'How to watch' : 'How to play with mouse, fingers and keys'} close={() => { open.value = false }}>
          <div class="help" data-testid="help">{watching ? <Watching /> : <>
            <p>A lit place can be chosen: a click does what is meant there, and resting on it shows what that would do. By touch the first tap shows, the second does. Where there are several ways, a list opens. A map that is larger than its room is dragged with mouse or finger.</p>
            <p>A button, or its key, does at once what it says, where that needs no other place than where you stand. What needs a place is taken in hand, and waits for it. Where there is but one way, and the button does not say which, it is shown: the same button or key once more, Enter, or a click at its place does it. This is so by mouse, touch and key.</p>
            <Listed title="Everywhere" keys={ALWAYS} />
            {own.length > 0 && <Listed title="In this game" keys={own} />}
          </>}</div>
        </Dialog>
      )}
    </>
  )
}

function Watching() {
  return (
    <>
      <p>The slider leads to any moment, and so does each record of the list. The log is verified here: chain, events, and every action decided again.</p>
      <p>“Play from here” begins a game of your own at the moment that is shown; what you watch stays as it is. “What changed” and “As data” tell a record to the letter.</p>
      <Listed title="Keys" keys={WATCHING} />
    </>
  )
}

function Listed({ title, keys }: { title: string; keys: [string, string][] }) {
  return (
    <>
      <h3>{title}</h3>
      <dl>{keys.map(([key, does]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{does}</dd></div>)}</dl>
    </>
  )
}
