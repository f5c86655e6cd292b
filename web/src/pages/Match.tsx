// Live matches: opening one, joining one, playing or watching it.

import { useEffect, useRef } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import { games } from '@referee/engine'
import type { Board } from '../board/board'
import { known, whereabouts } from '../games'
import { LiveTable } from '../play/live'
import { useOnce } from '../once'
import { PlayTable } from '../play/PlayTable'
import { go, route } from '../route'
import { small } from '../saves'
import { type MatchStanding, Refused, server, tokenOf } from '../server'
import { speed } from '../settings'
import { Account } from '../ui/Account'
import { Help } from '../ui/Help'
import { Copy, Dialog, Header } from '../ui/parts'
import { outcome, sentence, told } from '../ui/words'

/** Opens a match for others to join. */
export function NewMatch({ game }: { game: string }) {
  const card = games().find(card => card.name === game)
  const name = useSignal(small.get('name', ''))
  const others = useSignal('open')
  const setup = useSignal('')
  const master = useSignal('')
  const trouble = useSignal('')
  const { busy, once } = useOnce()
  const openMatch = async () => {
    try {
      small.put('name', name.value)
      const seats = Object.fromEntries((card?.seats ?? []).map((seat, index) => [seat, index === 0 ? 'me' : others.value]))
      if (master.value) (card?.optional_seats ?? []).forEach(seat => { seats[seat] = master.value })
      const opened = await server.open(game, seats, name.value.trim(), setup.value)
      go(`/match/${opened.id}`)
    } catch (error) {
      trouble.value = told(error)
    }
  }
  return (
    <>
      <Header title={`${known(game).title}: a live match`} />
      <main class="page narrow">
        <form class="begin" onSubmit={event => { event.preventDefault(); void once(openMatch) }}>
          <label class="seat"><span>Your name</span><input type="text" required minLength={3} maxLength={24} value={name.value} onInput={event => { name.value = event.currentTarget.value }} /></label>
          <label class="seat"><span>Against</span>
            <select value={others.value} onChange={event => { others.value = event.currentTarget.value }}>
              <option value="open">whoever joins</option>
              {card?.bots.map(bot => <option key={bot} value={`bot:${bot}`}>the {bot} bot</option>)}
            </select>
          </label>
          {card?.optional_seats?.map(seat => (
            <label class="seat" key={seat}><span>{seat}</span>
              <select value={master.value} onChange={event => { master.value = event.currentTarget.value }}>
                <option value="">nobody</option>
                <option value="open">a person who joins</option>
              </select>
            </label>
          ))}
          {card?.setups && (
            <label class="seat"><span>Setup</span>
              <select value={setup.value} onChange={event => { setup.value = event.currentTarget.value }}>
                <option value="">as usual</option>
                {card.setups.map(({ name, title }) => <option key={name} value={name}>{title}</option>)}
              </select>
            </label>
          )}
          <button type="submit" class="button large" aria-busy={busy}>Open it</button>
        </form>
        {trouble.value && <p role="alert" class="hue-red">{trouble.value}</p>}
      </main>
    </>
  )
}

/** How often one looks whether somebody has joined. */
const LOOK = 1500

export function Match({ id }: { id: string }) {
  const state = useSignal<MatchStanding | null>(null)
  const trouble = useSignal('')
  const name = useSignal(small.get('name', ''))
  const own = tokenOf(id)
  const { busy, once } = useOnce()
  useEffect(() => {
    let gone = false
    const look = async () => {
      try {
        state.value = await server.look(id, own?.token)
        if (!gone && !state.value.begun && !state.value.withdrawn) setTimeout(() => void look(), LOOK)
        trouble.value = ''
      } catch (error) {
        trouble.value = told(error)
        const isThere = !(error instanceof Refused) || error.code === 'NO_SERVER'
        if (!gone && isThere) setTimeout(() => void look(), LOOK)
      }
    }
    void look()
    return () => { gone = true }
  }, [id])
  const join = async () => {
    try {
      small.put('name', name.value)
      await server.join(id, name.value.trim(), route.value.query.get('invitation') ?? undefined)
      state.value = await server.look(id, tokenOf(id)?.token)
    } catch (error) {
      trouble.value = told(error)
    }
  }
  const withdraw = async () => {
    try {
      if (own) await server.withdraw(id, own.token)
      state.value = await server.look(id, own?.token)
    } catch (error) {
      trouble.value = told(error)
    }
  }
  if (state.value?.begun) return <LiveMatch key={own?.token ?? ''} id={id} game={state.value.game} seats={state.value.seats} />
  return (
    <>
      <Header title="A live match" />
      <main class="page narrow">
        {trouble.value && <p role="alert" class="hue-red">{trouble.value}</p>}
        {state.value?.withdrawn && <p role="status">This match was withdrawn before it began. <a href={`#/new/${state.value.game}`}>Open another</a></p>}
        {state.value && !state.value.withdrawn && own && (
          <>
            <p role="status">Waiting for somebody to join.</p>
            <p>Send them this address: <code data-testid="address">{location.href}</code> <Copy text={location.href} /></p>
            <p><button type="button" class="button quiet" onClick={() => void once(withdraw)} aria-busy={busy}>Withdraw it</button></p>
          </>
        )}
        {state.value && !state.value.withdrawn && !own && (
          <form class="begin" onSubmit={event => { event.preventDefault(); void once(join) }}>
            <p>{known(state.value.game).title}: a seat is free.</p>
            <label class="seat"><span>Your name</span><input type="text" required minLength={3} maxLength={24} value={name.value} onInput={event => { name.value = event.currentTarget.value }} /></label>
            <button type="submit" class="button large" aria-busy={busy}>Join</button>
          </form>
        )}
      </main>
    </>
  )
}

function LiveMatch({ id, game, seats }: { id: string; game: string; seats: Record<string, string | null> }) {
  const board = useRef<Board | null>(null)
  const table = useSignal<LiveTable | null>(null)
  const closed = useSignal(false)
  useEffect(() => {
    const made = new LiveTable(id, game, tokenOf(id)?.token, async (cues, scene) => board.current?.play(cues, scene, speed.value))
    table.value = made
    return () => made.leave()
  }, [id])
  if (!table.value) return null
  const { standing, connected, trouble } = table.value
  return (
    <>
      <Header title={`${known(game).title}, live`} where={whereabouts(game, standing.value?.scene)}>
        {standing.value?.over && closed.value && <button type="button" class="button" onClick={() => { closed.value = false }}>How it ended</button>}
        <span class={`badge ${connected.value ? '' : 'off'}`} role="status" data-testid="connection">{connected.value ? 'connected' : trouble.value ? 'not connected' : 'connecting…'}</span>
        <Help game={game} />
      </Header>
      {trouble.value && <p role="alert" class="hue-red notice">{trouble.value} <a href="#/">Home</a></p>}
      <PlayTable table={table.value} boarded={made => { board.current = made }}>
        <section class="panel"><h2>Players</h2><ul>{Object.entries(seats).map(([seat, name]) => <li key={seat}>{seat}: {name ?? 'free'}{standing.value?.eye === seat ? ' (you)' : ''}</li>)}</ul></section>
      </PlayTable>
      {standing.value?.over && !closed.value && (
        <Dialog title={[outcome(standing.value.scores, standing.value.eye ? [standing.value.eye] : [], standing.value.match.result), standing.value.scene.status].filter(Boolean).join(': ')} close={() => { closed.value = true }}>
          <p class="faint">{table.value.said.value.at(-1)?.tale.filter(Boolean).slice(-3).map(sentence).join(' ')}</p>
          <Account scene={standing.value.scene} scores={standing.value.scores} named={seat => `${seat}: ${seats[seat] ?? 'nobody'}${standing.value?.eye === seat ? ', you' : ''}`} />
          <div class="row"><a class="button" href={`#/log/${id}`}>Watch and verify it</a>{known(game).ranked && <a class="button quiet" href={`#/leaders/${game}?board=live`}>Leaderboard</a>}<a class="button quiet" href="#/">Home</a></div>
        </Dialog>
      )}
    </>
  )
}
