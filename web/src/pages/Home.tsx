// The way in: every game, what there is to go on with, what others play.

import { useEffect } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import type { Card } from '@referee/engine'
import { known, playable } from '../games'
import { server, tokenOf } from '../server'
import type { MatchCard } from '../server'
import { Header } from '../ui/parts'
import { Dropped } from '../ui/Dropped'
import { Kept } from '../ui/Kept'
import { Picture } from '../ui/Picture'
import { told } from '../ui/words'

/** What comes first, in this order. */
const ORDER = ['hop', 'duel', 'incursion', 'mir', 'nim']

export function Home() {
  const playing = useSignal<MatchCard[]>([])
  const open = useSignal<MatchCard[]>([])
  const trouble = useSignal('')
  useEffect(() => {
    const failed = (error: unknown) => { trouble.value = told(error) }
    void server.matches('playing').then(found => { playing.value = found }, failed)
    void server.matches('open').then(found => { open.value = found }, failed)
  }, [])
  const cards = playable().filter(({ name }) => ORDER.includes(name)).sort((one, two) => ORDER.indexOf(one.name) - ORDER.indexOf(two.name))
  const more = playable().filter(({ name }) => !ORDER.includes(name))
  return (
    <>
      <Header />
      <main class="page">
        <h1 class="big" tabIndex={-1}>Games nobody has to take on trust</h1>
        <p class="lead">Every action is judged by the same rules here, in a terminal and on the server. Every game is a text that anybody can replay, branch and verify.</p>
        <Kept />
        <section aria-label="Games">
          <ul class="games first">{cards.map(card => <Shelf key={card.name} card={card} />)}</ul>
          {more.length > 0 && (
            <details class="scenes">
              <summary>More games ({more.length})</summary>
              <ul class="games">{more.map(card => <Shelf key={card.name} card={card} />)}</ul>
            </details>
          )}
        </section>
        <section>
          <h2>Live</h2>
          {trouble.value && <p role="status" class="hue-orange">{trouble.value}</p>}
          {!trouble.value && playing.value.length + open.value.length === 0 && <p class="faint">Nobody is playing just now. <a href="#/new/duel">Open a Mage Duel</a> for a friend.</p>}
          <ul class="row">
            {[...open.value, ...playing.value].sort((one, two) => Number(!!tokenOf(two.id)) - Number(!!tokenOf(one.id))).map(one => <li key={one.id}><LiveChip match={one} /></li>)}
          </ul>
        </section>
        <section>
          <h2>Watch a log</h2>
          <Dropped />
        </section>
      </main>
    </>
  )
}

function Shelf({ card }: { card: Card }) {
  const { title, pitch, ranked } = known(card.name)
  return (
    <li class="shelf">
      <a class="picture" href={`#/play/${card.name}`} tabIndex={-1} aria-hidden="true"><Picture game={card.name} /></a>
      <h2>{title}</h2>
      <p>{pitch || card.about}</p>
      <div class="row">
        <a class="button" href={`#/play/${card.name}`}>Play<span class="unseen"> {title}</span></a>
        {ranked && <a class="button quiet" href={`#/play/${card.name}?ranked=daily`}>Daily run<span class="unseen"> of {title}</span></a>}
        {ranked && <a class="button quiet" href={`#/leaders/${card.name}`}>Leaderboard<span class="unseen"> of {title}</span></a>}
        {card.seats.length > 1 && <a class="button quiet" href={`#/new/${card.name}`}>Live match<span class="unseen"> of {title}</span></a>}
        <a class="button quiet" href={`#/lessons/${card.name}`}>Learn<span class="unseen"> {title}</span></a>
      </div>
    </li>
  )
}

/** A live match: whose it is, and what one can do in it. One's own come first. */
function LiveChip({ match: { id, game, seats, state } }: { match: MatchCard }) {
  const names = Object.values(seats).filter(Boolean).join(' against ')
  const todo = tokenOf(id) ? (state === 'open' ? 'yours, waits for somebody' : 'yours: go on') : state === 'open' ? 'join' : 'watch'
  return <a class="chip" href={`#/match/${id}`}>{known(game).title} <span class="faint">{[names, todo].filter(Boolean).join(', ')}</span></a>
}
