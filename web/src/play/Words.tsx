// What players say about a match: they resign, offer a draw, accept or decline one. What ends the match is confirmed first.

import { useSignal } from '@preact/signals'
import type { Word } from '@referee/engine'
import { Dialog } from '../ui/parts'
import { capital } from '../ui/words'
import type { Standing, Table } from './table'

/** What is asked before it is said, and the button that says it. */
const QUESTIONS: Record<Word, (seat: string) => [question: string, answer: string]> = {
  resign: seat => [`Resign? ${capital(seat)} loses the match.`, 'Resign'],
  offer: seat => [`Offer a draw for ${seat}?`, 'Offer a draw'],
  accept: () => ['Agree to a draw? The match ends.', 'Agree'],
  decline: () => ['Decline the draw?', 'Decline'],
}

interface Asked {
  seat: string
  word: Word
}

export function Words({ table }: { table: Table }) {
  const asked = useSignal<Asked | null>(null)
  const refused = useSignal('')
  const standing = table.standing.value
  if (!standing || standing.over || standing.speaks.length === 0) return null
  const say = async ({ seat, word }: Asked) => {
    asked.value = null
    refused.value = (await table.say(seat, word))[0] ?? ''
  }
  const ask = (seat: string, word: Word) => {
    refused.value = ''
    asked.value = { seat, word }
  }
  const [question, answer] = asked.value ? QUESTIONS[asked.value.word](asked.value.seat) : ['', '']
  return (
    <section class="panel words" data-testid="words">
      <h2>The match</h2>
      <Offered standing={standing} ask={ask} />
      <div class="row">
        {standing.speaks.map(seat => (
          <span key={seat} class="row">
            <button type="button" class="quiet" onClick={() => ask(seat, 'resign')}>{named(standing, seat, 'resign')}</button>
            {!standing.match.offer && <button type="button" class="quiet" onClick={() => ask(seat, 'offer')}>{named(standing, seat, 'offer a draw')}</button>}
          </span>
        ))}
      </div>
      {refused.value && <p role="alert" class="hue-orange">{refused.value.replace(/^\[\w+\] /, '')}</p>}
      {asked.value && (
        <Dialog title={question} close={() => { asked.value = null }}>
          <div class="row">
            <button type="button" class="button" onClick={() => void say(asked.value!)}>{answer}</button>
            <button type="button" onClick={() => { asked.value = null }}>Cancel</button>
          </div>
        </Dialog>
      )}
    </section>
  )
}

/** The draw that is offered, with the answers to it; or what was said last. */
function Offered({ standing: { match, speaks }, ask }: { standing: Standing; ask(seat: string, word: Word): void }) {
  const { offer, said } = match
  if (!offer) return said?.word === 'decline' ? <p role="status">{capital(said.seat)} declines the draw.</p> : null
  const answers = speaks.filter(seat => seat !== offer.by && !offer.agreed.includes(seat))
  return (
    <>
      <p role="status">{capital(offer.by)} offers a draw.</p>
      {answers.map(seat => (
        <div class="row" key={seat}>
          <button type="button" class="button" onClick={() => ask(seat, 'accept')}>Accept</button>
          <button type="button" onClick={() => ask(seat, 'decline')}>Decline</button>
        </div>
      ))}
    </>
  )
}

/** A button in words: with the seat, where several persons share a screen. */
function named({ speaks }: Standing, seat: string, what: string): string {
  return speaks.length > 1 ? `${capital(seat)}: ${what}` : capital(what)
}
