// The best runs, each with the log behind it: anybody can watch it, and verify it here.

import { useEffect } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { RefereeError } from '@referee/engine'
import { verifyAside } from '../engine'
import { known } from '../games'
import { go, route } from '../route'
import { server } from '../server'
import type { Leader, Leaders as Told } from '../server'
import { Header } from '../ui/parts'
import { told as wordsOf } from '../ui/words'

const BOARDS = [['daily', 'Daily', 'Everybody plays the same seed of the day. Whoever tries it out first can look ahead.'], ['free', 'Fresh seed', 'Each run has a seed of its own, drawn by the server. Whoever tries it out first can look ahead.'], ['live', 'Sealed dice', 'The server rolls the dice as they are needed: nobody can look ahead.']] as const

export function Leaders({ game }: { game: string }) {
  const asked = route.value.query.get('board')
  const board = BOARDS.find(([name]) => name === asked)?.[0] ?? 'daily'
  const told = useSignal<Told | null>(null)
  const trouble = useSignal('')
  useEffect(() => {
    let gone = false
    told.value = null
    trouble.value = ''
    server.leaders(game, board).then(found => { if (!gone) told.value = found }, error => { if (!gone) trouble.value = wordsOf(error) })
    return () => { gone = true } // what comes late is of another board
  }, [game, board])
  return (
    <>
      <Header title={`${known(game).title}: leaderboard`} />
      <main class="page">
        <div class="row" role="group" aria-label="Board">
          {BOARDS.map(([name, title]) => <button type="button" key={name} aria-pressed={board === name} class={board === name ? 'on' : ''} onClick={() => go(`/leaders/${game}?board=${name}`)}>{title}</button>)}
        </div>
        <p class="faint">{BOARDS.find(([name]) => name === board)?.[2]}</p>
        {trouble.value && <p role="alert" class="hue-red">{trouble.value}</p>}
        {told.value && told.value.entries.length === 0 && <p>Nobody yet. <a href={`#/play/${game}?ranked=${board}`}>Be the first.</a></p>}
        {told.value && told.value.entries.length > 0 && (
          <table class="leaders">
            <thead><tr><th scope="col">Rank</th><th scope="col">Name</th><th scope="col">Score</th><th scope="col">Actions</th><th scope="col">Day</th><th scope="col">Log</th></tr></thead>
            <tbody>{told.value.entries.map(entry => <Entry key={entry.log} entry={entry} />)}</tbody>
          </table>
        )}
      </main>
    </>
  )
}

function Entry({ entry }: { entry: Leader }) {
  const mark = useSignal<'' | 'looking' | 'right' | 'wrong' | 'unknown'>('')
  const id = entry.log.split('/').at(-1) ?? ''
  const verify = async () => {
    mark.value = 'looking'
    try {
      const report = await verifyAside(await server.log(id))
      const [score] = Object.values(report.scores)
      mark.value = score === entry.score ? 'right' : 'wrong'
    } catch (error) {
      // Nobody is called a cheat because a cable is unplugged: only what was read can be wrong.
      mark.value = error instanceof RefereeError && error.code !== 'FAILED' && error.code !== 'TRAPPED' ? 'wrong' : 'unknown'
    }
  }
  return (
    <tr>
      <td>{entry.rank}</td>
      <td>{entry.name}</td>
      <td>{entry.score}</td>
      <td>{entry.actions}</td>
      <td>{new Date(entry.at).toLocaleDateString(undefined, { timeZone: 'UTC' })}</td>
      <td>
        <a href={`#/log/${id}?to=0`}>watch<span class="unseen"> the run of {entry.name}</span></a>{' '}
        {(mark.value === '' || mark.value === 'unknown') && <button type="button" class="quiet" onClick={() => void verify()}>verify<span class="unseen"> the run of {entry.name}</span></button>}
        <span role="status" data-testid="mark">{{ '': '', looking: 'being verified…', right: '✓ verified in your browser', wrong: '✗ does not hold', unknown: ' could not be fetched just now' }[mark.value]}</span>
      </td>
    </tr>
  )
}
