// Playing here: how to begin, the game itself, how it ended.

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { open } from '@referee/engine'
import type { Card, Session } from '@referee/engine'
import type { Board } from '../board/board'
import { fresh } from '../fresh'
import { known, whereabouts } from '../games'
import { Hold } from '../play/hold'
import { LocalTable } from '../play/local'
import type { Sitting } from '../play/local'
import { useOnce } from '../once'
import { PlayTable } from '../play/PlayTable'
import { go, here, route } from '../route'
import { saves, small, unsaved } from '../saves'
import { Refused, keepToken, server } from '../server'
import type { Ranked } from '../server'
import { speed } from '../settings'
import { Account } from '../ui/Account'
import { Help } from '../ui/Help'
import { Report } from '../ui/Report'
import { Dialog, Header, download } from '../ui/parts'
import { outcome, sentence, told } from '../ui/words'
import { handed } from './handed'

/** A game that is played in this tab. */
interface Played {
  session: Session
  sitting: Sitting
  hold: Hold
  /** Counts games: each has a table of its own. */
  number: number
}

export function Play({ game }: { game: string }) {
  const { query } = route.value
  const trouble = useSignal<string | null>(null)
  const playing = useSignal<Played | null>(null)
  /** The kept game that another tab plays. */
  const elsewhere = useSignal<string | null>(null)
  /** Counts what was asked for: what comes late is not begun. */
  const asked = useRef(0)
  const games = useRef(0)
  /** Whether what was asked for now is still wanted later. An address may have changed before the page hears of it. */
  const wanted = () => {
    const [own, address] = [asked.current, location.hash]
    return () => own === asked.current && location.hash === address
  }
  const begin = async (session: Session, sitting: Sitting, held?: Hold, isWanted = wanted()) => {
    const hold = held ?? (await Hold.take(sitting.key)) ?? (await Hold.takeOver(sitting.key))
    if (!isWanted()) {
      hold.leave()
      return session.leave()
    }
    games.current += 1
    playing.value = { session, sitting, hold, number: games.current }
    here(`/play/${game}?save=${encodeURIComponent(sitting.key)}`) // whoever loads the page again goes on
  }
  /** Goes on with a kept game, as it is once nobody else plays it. */
  const goOn = async (key: string, taken: () => Promise<Hold | null>) => {
    const isWanted = wanted()
    const hold = await taken()
    if (!isWanted()) return hold?.leave()
    elsewhere.value = hold ? null : key
    if (!hold) return
    try {
      const kept = await saves.get(key)
      if (!kept) throw new Error('This game is not kept here any more.')
      if (kept.game !== game) {
        hold.leave()
        return go(`/play/${kept.game}?save=${encodeURIComponent(key)}`)
      }
      await begin((await open(game)).resume(kept.log), kept, hold, isWanted)
    } catch (error) {
      hold.leave()
      throw error
    }
  }
  /** Begins anew as a game was begun, with fresh luck. */
  const again = async ({ sits, beginning }: Sitting) => begin(await started(game, beginning), { key: named(game), sits, ...(beginning !== undefined && { beginning }) })
  const failed = (error: unknown) => { trouble.value = told(error) }
  useEffect(() => {
    const save = query.get('save')
    if (save !== null && playing.value?.sitting.key === save) return undefined // it has just named itself
    playing.value = null
    trouble.value = null
    elsewhere.value = null
    const away = handed.take()
    const start = async () => {
      if (away) await begin((await open(game)).resume(away.log), away.sitting)
      else if (save !== null) await goOn(save, () => Hold.take(save))
    }
    start().catch(failed)
    return () => { asked.current += 1 }
  }, [game, route.value])
  if (trouble.value) return <><Header title={known(game).title} /><main class="page"><p role="alert">{trouble.value}</p><a class="button" href={`#/play/${game}`}>Begin anew</a></main></>
  if (elsewhere.value !== null) {
    const key = elsewhere.value
    return <Elsewhere game={game} save={key} takeOver={() => void goOn(key, () => Hold.takeOver(key)).catch(failed)} />
  }
  if (playing.value) return <Playing key={playing.value.number} {...playing.value} again={sitting => void again(sitting).catch(failed)} lost={key => { elsewhere.value = key; playing.value = null }} />
  return <Begin game={game} begin={(session, sitting) => void begin(session, sitting).catch(failed)} failed={error => { trouble.value = error }} />
}

/** A game that another tab plays: two at once would overwrite each other. */
function Elsewhere({ game, save, takeOver }: { game: string; save: string; takeOver(): void }) {
  return (
    <>
      <Header title={known(game).title} />
      <main class="page narrow" data-testid="elsewhere">
        <p role="status">This game is being played in another tab of this browser. One tab at a time plays a game, so that nothing is lost.</p>
        <div class="row">
          <button type="button" class="button" onClick={takeOver}>Go on with it here</button>
          <a class="button quiet" href={`#/replay?save=${encodeURIComponent(save)}`}>Watch it so far</a>
          <a class="button quiet" href="#/">Home</a>
        </div>
        <p class="faint">Going on here takes every action along; the other tab then shows this page.</p>
      </main>
    </>
  )
}

/** A name for a game to be kept under. */
const named = (game: string) => `${game}-${Date.now().toString(36)}`

/** A game begun in a way that the page knows by its label, else as usual; with a seed, or fresh luck. */
async function started(game: string, beginning?: string, seed = ''): Promise<Session> {
  const opened = await open(game)
  const setup = known(game).beginnings.find(({ label }) => label === beginning)?.setup
  const luck = opened.card().seeded ? { seed: seed.trim() || fresh().slice(0, 8) } : {}
  if (typeof setup === 'string') return opened.start({ setup, ...luck })
  return opened.start(setup ? { setup: { ...setup, ...luck } } : luck)
}

/** How a game was begun last, to be offered first. */
interface Usual {
  beginning?: string
  sits?: Record<string, string>
}

const usualKey = (game: string) => `begin:${game}`

/** The same with a seat taken by a sitter, or free where nobody sits in it. */
function taken(sits: Record<string, string>, seat: string, sitter: string): Record<string, string> {
  const { [seat]: _, ...others } = sits
  return sitter === '' ? others : { ...others, [seat]: sitter }
}

interface BeginProps {
  game: string
  begin(session: Session, sitting: Sitting): void
  failed(error: string): void
}

/** How to begin: with what, against whom, ranked or not. */
function Begin({ game, begin, failed }: BeginProps) {
  const { title, pitch, beginnings, bots, ranked } = known(game)
  const card = useSignal<Card | null>(null)
  const usual = small.get<Usual>(usualKey(game), {})
  const beginning = useSignal(Math.max(beginnings.findIndex(({ label }) => label === usual.beginning), 0))
  const seed = useSignal('')
  const sits = useSignal<Record<string, string>>({})
  const name = useSignal(small.get('name', ''))
  const trouble = useSignal('')
  const { busy, once } = useOnce()
  useEffect(() => {
    void open(game).then(opened => {
      card.value = opened.card()
      const sitters = ['me', ...card.value.bots]
      const last = (seat: string) => sitters.find(sitter => sitter === usual.sits?.[seat])
      sits.value = Object.fromEntries(card.value.seats.map(seat => [seat, last(seat) ?? bots[seat] ?? 'me'])) // an optional seat is free at first
    }, error => failed(told(error)))
  }, [game])
  const asked = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (route.value.query.get('ranked') === null) return
    asked.current?.scrollIntoView({ block: 'center' })
    asked.current?.focus()
  }, [card.value])
  if (!card.value) return <><Header title={title} /><p class="waiting" role="status">The game is being fetched…</p></>
  const { seats, seeded, optional_seats: optional = [] } = card.value

  const start = async () => {
    const { label } = beginnings[beginning.value]!
    small.put(usualKey(game), { beginning: label, sits: sits.value } satisfies Usual)
    begin(await started(game, label, seed.value), { key: named(game), sits: sits.value, beginning: label })
  }
  const startRanked = async (board: string) => {
    trouble.value = ''
    try {
      small.put('name', name.value)
      const ticket = await server.challenge(game, board, name.value.trim())
      if (ticket.match) {
        keepToken(ticket.match.id, ticket.seat, ticket.match.token)
        return go(`/match/${ticket.match.id}`)
      }
      const session = (await open(game)).start({ seed: ticket.seed ?? '', players: { [ticket.seat]: ticket.name }, name: ticket.ticket })
      begin(session, { key: named(`${game}-${board}`), sits: { [ticket.seat]: 'me' }, ranked: board })
    } catch (error) {
      trouble.value = told(error)
    }
  }
  return (
    <>
      <Header title={title} />
      <main class="page narrow">
        <p class="lead">{pitch || card.value.about} <a href={`#/lessons/${game}`}>Learn it first</a></p>
        <form class="begin" onSubmit={event => { event.preventDefault(); start().catch(error => { trouble.value = told(error) }) }}>
          {beginnings.length > 1 && (
            <fieldset>
              <legend>How to begin</legend>
              {beginnings.map((one, index) => (
                <label class="choice" key={one.label}>
                  <input type="radio" name="beginning" checked={beginning.value === index} onChange={() => { beginning.value = index }} />
                  <span><strong>{one.label}</strong> {one.about}</span>
                </label>
              ))}
            </fieldset>
          )}
          {seats.length > 1 && (
            <fieldset>
              <legend>Who plays</legend>
              {seats.map(seat => (
                <label class="seat" key={seat}>
                  <span>{seat}</span>
                  <select value={sits.value[seat]} onChange={event => { sits.value = { ...sits.value, [seat]: event.currentTarget.value } }}>
                    <option value="me">a person, here</option>
                    {card.value!.bots.map(bot => <option key={bot} value={bot}>the {bot} bot</option>)}
                  </select>
                </label>
              ))}
              {optional.map(seat => (
                <label class="seat" key={seat}>
                  <span>{seat}</span>
                  <select value={sits.value[seat] ?? ''} onChange={event => { sits.value = taken(sits.value, seat, event.currentTarget.value) }}>
                    <option value="">nobody</option>
                    <option value="me">a person, here</option>
                  </select>
                </label>
              ))}
            </fieldset>
          )}
          {seeded && (
            <label class="seat"><span>Seed</span><input type="text" maxLength={64} placeholder="a fresh one" value={seed.value} onInput={event => { seed.value = event.currentTarget.value }} /></label>
          )}
          <button type="submit" class="button large">Play</button>
        </form>
        {ranked && (
          <section class="ranked">
            <h2>Ranked</h2>
            <p class="faint">{beginnings.length > 1 && `Everybody begins alike: ${beginnings[0]!.label.toLowerCase()}. `}Nothing is taken back.</p>
            <form class="begin" onSubmit={event => { event.preventDefault(); void once(() => startRanked((event.submitter as HTMLButtonElement | null)?.value || 'daily')) }}>
              <label class="seat"><span>Your name</span><input ref={asked} type="text" required minLength={3} maxLength={24} value={name.value} onInput={event => { name.value = event.currentTarget.value }} /></label>
              <div class="row">
                <button type="submit" value="daily" aria-busy={busy}>Daily run</button>
                <button type="submit" value="free" aria-busy={busy}>Fresh seed</button>
                <button type="submit" value="live" aria-busy={busy}>Dice rolled by the server</button>
                <a class="button quiet" href={`#/leaders/${game}`}>Leaderboard</a>
              </div>
            </form>
          </section>
        )}
        {trouble.value && <p role="alert" class="hue-red">{trouble.value}</p>}
      </main>
    </>
  )
}

interface PlayingProps extends Played {
  again(sitting: Sitting): void
  lost(key: string): void
}

function Playing({ session, sitting, hold, again, lost }: PlayingProps) {
  const board = useRef<Board | null>(null)
  const table = useSignal<LocalTable | null>(null)
  const closed = useSignal(false)
  /** What the server said of the run, once it was handed in. */
  const ranked = useSignal<Ranked | null>(null)
  useLayoutEffect(() => { // at once: whoever goes away before the page is painted leaves nothing behind
    const made = new LocalTable(session, sitting, async (cues, scene) => board.current?.play(cues, scene, speed.value))
    table.value = made
    void made.begin()
    hold.asked = async () => {
      await made.letGo()
      lost(sitting.key)
    }
    return () => {
      made.leave()
      void made.letGo().then(() => hold.leave())
    }
  }, [])
  const over = table.value?.standing.value?.over ?? false
  useEffect(() => {
    if (!over) closed.value = false
  }, [over])
  if (!table.value) return null
  const { game } = table.value
  const watch = () => {
    handed.give({ log: table.value!.log(), sitting })
    go(`/replay?save=${encodeURIComponent(sitting.key)}`)
  }
  return (
    <>
      <Header title={known(game).title} where={whereabouts(game, table.value.standing.value?.scene)}>
        {over && closed.value && <button type="button" class="button" onClick={() => { closed.value = false }}>How it ended</button>}
        {sitting.ranked && <span class="badge">ranked<span class="long">: {sitting.ranked}</span></span>}
        {unsaved.value && <span class="badge off" role="status" title="This browser does not keep the game: save the file before you leave the page.">not kept: save the file</span>}
        <button type="button" class="quiet" onClick={watch}>Replay</button>
        <button type="button" class="quiet" onClick={() => download(`${game}.jsonl`, table.value!.log())} aria-label="Save file">Save<span class="long"> file</span></button>
        <Report game={game} seq={table.value.standing.value?.seq ?? 0} log={() => table.value!.log()} />
        <Help game={game} />
      </Header>
      <PlayTable table={table.value} boarded={made => { board.current = made }} />
      {over && !closed.value && <Ended table={table.value} sitting={sitting} ranked={ranked} again={again} watch={watch} close={() => { closed.value = true }} />}
    </>
  )
}

/** How it ended: the score and where it comes from, and what next. */
interface EndedProps {
  table: LocalTable
  sitting: Sitting
  ranked: Signal<Ranked | null>
  again(sitting: Sitting): void
  watch(): void
  close(): void
}

function Ended({ table, sitting, ranked, again, watch, close }: EndedProps) {
  const trouble = useSignal('')
  const { busy, once } = useOnce()
  const { scene, scores, match } = table.standing.value!
  const submit = async () => {
    try {
      ranked.value = await server.submit(table.game, table.log())
      await saves.handedIn(sitting.key)
    } catch (error) {
      trouble.value = error instanceof Refused && error.code === 'NO_SERVER' ? `${error.message} The run is kept here: hand it in later.` : told(error)
    }
  }
  /** Another like it; a run for a leaderboard takes another ticket first, and what began as a branch has no beginning of its own. */
  const onceMore = () => {
    if (sitting.ranked) go(`/play/${table.game}?ranked=${sitting.ranked}&again=${Date.now()}`)
    else if (sitting.beginning === undefined) go(`/play/${table.game}?again=${Date.now()}`)
    else again(sitting)
  }
  const sits = (seat: string) => (sitting.sits[seat] === 'me' ? 'you' : `the ${sitting.sits[seat] ?? 'other'} bot`)
  const won = outcome(scores, Object.keys(scores).filter(seat => sitting.sits[seat] === 'me'), match.result)
  return (
    <Dialog title={won ? `${won}: ${scene.status}` : scene.status} close={close}>
      <p class="faint">{table.said.value.at(-1)?.tale.filter(Boolean).slice(-3).map(sentence).join(' ')}</p>
      <Account scene={scene} scores={scores} named={seat => `${seat}, ${sits(seat)}`} />
      {ranked.value && <p role="status" data-testid="ranked">Rank {ranked.value.rank} today, {ranked.value.rank_of_all} of all. <a href={`#/leaders/${table.game}?board=${sitting.ranked}`}>Leaderboard</a></p>}
      {trouble.value && <p role="alert" class="hue-red">{trouble.value}</p>}
      <div class="row">
        {sitting.ranked && !ranked.value && <button type="button" class="button" aria-busy={busy} onClick={() => void once(submit)}>Hand it in</button>}
        <button type="button" class={sitting.ranked ? '' : 'button'} onClick={onceMore}>Again</button>
        {ranked.value ? <a class="button quiet" href={`#/log/${ranked.value.log.split('/').at(-1)}?to=0`}>Watch it</a> : <button type="button" onClick={watch}>Watch it</button>}
        <a class="button quiet" href="#/">Home</a>
      </div>
    </Dialog>
  )
}
