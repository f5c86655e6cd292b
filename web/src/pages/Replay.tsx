// Any log: every moment of it, verified here, and a way to play on from any of them.

import { useEffect, useRef } from 'preact/hooks'
import { useComputed, useSignal } from '@preact/signals'
import { RefereeError, importFile, resume } from '@referee/engine'
import type { Report, Session, Spot } from '@referee/engine'
import { NOTHING } from '../board/board'
import type { Board } from '../board/board'
import { brief, changes } from '../changes'
import { known, whereabouts } from '../games'
import { verifyAside } from '../engine'
import { Story } from '../play/table'
import { go, here, route } from '../route'
import { files, saves } from '../saves'
import { server } from '../server'
import { speed } from '../settings'
import { Account } from '../ui/Account'
import { BoardView } from '../ui/BoardView'
import { Hand } from '../ui/Hand'
import { Help } from '../ui/Help'
import { Order } from '../ui/Order'
import { Report as Bug } from '../ui/Report'
import { Slots } from '../ui/Slots'
import { Why } from '../ui/Why'
import { Header, Panels, download } from '../ui/parts'
import { capital, sentence, told } from '../ui/words'
import { handed } from './handed'

const SPEEDS = [1, 2, 4, 8]
/** How many records are listed before the one that is shown, and after it. */
const AROUND = 10
/** How long a record stands before the next, at single speed. */
const BEAT = 700
/** How long an address stands before the next: Safari takes a hundred in half a minute. */
const NAMED = 400

export function Replay({ id, file }: { id?: string; file?: string }) {
  const session = useSignal<Session | null>(null)
  const text = useSignal('')
  const trouble = useSignal<RefereeError | Error | null>(null)
  useEffect(() => {
    const fetched = async () => {
      if (id !== undefined) return server.log(id)
      const there = file === undefined ? undefined : await files.get(file)
      if (there !== undefined) return there
      const given = handed.take()
      if (given) return given.log
      const kept = await saves.get(route.value.query.get('save') ?? '')
      if (kept) return kept.log
      throw new Error(`${file === undefined ? 'There is no log' : 'This file is not'} here any more. Drop one on the page.`)
    }
    session.value = null
    trouble.value = null
    fetched().then(async log => {
      const opened = isLog(log) ? await resume(log) : await readForeign(log)
      text.value = isLog(log) ? log : opened.log()
      session.value = opened
    }).catch(error => { trouble.value = error })
    return () => session.value?.leave()
  }, [id, file])
  const title = file ?? (id ? `Log ${id}` : 'Replay')
  if (trouble.value) return <><Header title={title} /><main class="page"><Wrong error={trouble.value} /><a class="button" href="#/">Home</a></main></>
  if (!session.value) return <><Header title={title} /><p class="waiting" role="status">The log is being read…</p></>
  return <Watching session={session.value} text={text.value} title={title} {...(id !== undefined && { id })} {...(file !== undefined && { file })} />
}

/** Whether a text is meant to be a log: its first line that is no prose begins as every line of a log does. */
const isLog = (text: string) => /^(?:#[^\n]*\n|\s)*\{"(?:format":"referee-log\/|seq":)/.test(text)

/** A file of another program as a game, or what is wrong with it. */
async function readForeign(text: string): Promise<Session> {
  const { session, imported: { format, problems } } = await importFile(text)
  if (session) return session
  const [first] = problems
  if (!first) throw new Error('There is no game in this file.')
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  throw new RefereeError({ ...first, message: `${first.message}${more}, read as ${format}` })
}

/** Whether it is the log that is wrong: a worker that was not loaded, or an engine that broke down, says nothing about it. */
const isJudged = (error: Error): error is RefereeError => error instanceof RefereeError && error.code !== 'FAILED' && error.code !== 'TRAPPED'

/** What is no log has broken nobody's trust. */
function verdict(error: RefereeError | Error): string {
  if (!isJudged(error)) return '✗ There is nothing to show.'
  return ['NOT_A_LOG', 'NO_FORMAT_FITS'].includes(error.code) ? '✗ This file is something else.' : '✗ This file cannot be trusted.'
}

/** What is wrong with a log, and where; or that it could not be found out, and may be tried again. */
function Wrong({ error, again }: { error: RefereeError | Error; again?: () => void }) {
  if (again && !isJudged(error)) {
    return (
      <div role="alert" class="wrong" data-testid="wrong">
        <p>It could not be verified just now. {told(error)}</p>
        <button type="button" class="quiet" onClick={again}>Try again</button>
      </div>
    )
  }
  const { line = null, path = null } = error instanceof RefereeError ? error.place : {}
  const place = line !== null ? `Line ${line}${path ? `, ${path}` : ''}: ` : path ? `${path}: ` : ''
  return (
    <div role="alert" class="wrong" data-testid="wrong">
      <strong>{verdict(error)}</strong>
      <p>{place}{told(error)}</p>
      {error instanceof RefereeError && error.expected && <p class="faint">expected {error.expected}, found {error.found}</p>}
    </div>
  )
}

interface WatchingProps {
  session: Session
  text: string
  title: string
  /** Where it came from: a server, or a file. */
  id?: string
  file?: string
}

function Watching({ session, text, title, id, file }: WatchingProps) {
  const board = useRef<Board | null>(null)
  const last = session.seq()
  const { over, match: { result } } = session.status()
  /** Whether nothing can follow the latest record: where the players ended the match, a branch goes on from there. */
  const ended = over && !result
  /** The moment that the address names. */
  const named = () => Number(route.value.query.get('to') || last)
  const asked = named()
  const at = useSignal(Math.min(Math.max(Number.isFinite(asked) ? Math.round(asked) : last, 0), last))
  const eye = useSignal<string | undefined>(session.card.seats.length === 1 ? session.card.seats[0] : undefined)
  const pace = useSignal(1)
  const running = useSignal(false)
  const report = useSignal<Report | null>(null)
  const wrong = useSignal<Error | null>(null)
  const scene = useComputed(() => session.scene(eye.value, at.value))
  const record = useComputed(() => session.record(eye.value, at.value))
  const said = useComputed(() => tale(session, eye.value, at.value))
  const looking = useSignal(false)
  const changed = useComputed(() => {
    if (!looking.value) return []
    return changes(at.value > 0 ? session.view(eye.value, at.value - 1) : {}, session.view(eye.value, at.value))
  })
  /** What moves: the film of the record that was shown last. */
  const film = useRef<Promise<void> | undefined>(undefined)
  /** When the address was written last, which moment it named, and what writes it soon. */
  const naming = useRef<{ at: number; seq?: number; timer?: ReturnType<typeof setTimeout> }>({ at: -NAMED })
  useEffect(() => () => clearTimeout(naming.current.timer), [])
  /** Where this page is. */
  const own = useRef(route.value.path.join('/'))

  const verify = () => {
    wrong.value = null
    verifyAside(text).then(told => { report.value = told }, error => { wrong.value = error })
  }
  useEffect(verify, [text])

  const to = (seq: number) => {
    at.value = Math.min(Math.max(seq, 0), last)
    board.current?.show(scene.value)
    address()
  }
  /** The address names the moment, where it can be asked for again; not more often than browsers allow. */
  const address = () => {
    clearTimeout(naming.current.timer)
    if (route.value.path.join('/') !== own.current) return // one has gone elsewhere, and this page is about to be
    const early = naming.current.at + NAMED - performance.now()
    if (early > 0) return void (naming.current.timer = setTimeout(address, early))
    naming.current = { at: performance.now(), seq: at.value }
    const save = route.value.query.get('save')
    const place = id !== undefined ? `/log/${id}?` : file !== undefined ? `/file/${encodeURIComponent(file)}?n=${route.value.query.get('n') ?? ''}&` : save !== null ? `/replay?save=${encodeURIComponent(save)}&` : null
    if (place !== null) here(`${place}to=${at.value}`)
  }
  const step = () => {
    if (at.value >= last) return
    at.value += 1
    address()
    film.current = board.current?.play(record.value.cues, scene.value, speed.value * pace.value) // who goes on quickly has seen enough: it ends the one before
  }
  const show = (spots: Spot[]) => board.current?.lay({ ...NOTHING, aimed: spots })
  const run = () => {
    if (at.value >= last) to(0)
    running.value = !running.value
  }
  useEffect(() => {
    if (!running.value) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let paused = false
    // A record's film, then its beat, then the next record.
    const next = async (): Promise<void> => {
      const seen = film.current
      await seen
      if (paused) return
      if (seen !== film.current) return next() // somebody went on meanwhile
      timer = setTimeout(() => {
        if (at.value >= last) return void (running.value = false)
        if (seen === film.current) step()
        void next()
      }, BEAT / pace.value)
    }
    void next()
    return () => {
      paused = true
      clearTimeout(timer)
    }
  }, [running.value, pace.value])
  useEffect(() => {
    const now = Math.round(named())
    if (route.value.path.join('/') !== own.current) return
    if (Number.isFinite(now) && now !== naming.current.seq && now !== at.value) to(now) // somebody asked for another moment of the same log
  }, [asked])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement || document.querySelector('dialog[open]')) return
      if (event.target instanceof HTMLInputElement && event.key !== ' ') return // the slider has arrows of its own
      if (event.key === ' ' && event.target instanceof Element && event.target.closest('button, summary, a')) return
      const keys: Record<string, () => void> = { ArrowLeft: () => to(at.value - 1), ArrowRight: step, Home: () => to(0), End: () => to(last), ' ': run }
      if (!(event.key in keys)) return
      keys[event.key]!()
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
  const branch = () => {
    const child = session.branch(`from-${at.value}-${Date.now().toString(36)}`, { seq: at.value })
    const { name, seats, bots } = session.card
    const me = eye.value ?? seats[0]
    const other = bots.includes('greedy') ? 'greedy' : 'random'
    const sits = Object.fromEntries(seats.map(seat => [seat, seat === me ? 'me' : (known(name).bots[seat] ?? other)]))
    handed.give({ log: child.log(), sitting: { key: `${name}-branch-${Date.now().toString(36)}`, sits } })
    child.leave()
    go(`/play/${session.card.name}?from=${at.value}`)
  }
  return (
    <>
      <Header title={`${known(session.card.name).title}: ${title}`} where={whereabouts(session.card.name, scene.value)}>
        <button type="button" class="quiet" onClick={() => download(`${session.card.name}.jsonl`, text)}>Save file</button>
        <Bug game={session.card.name} seq={at.value} log={() => text} />
        <Help game={session.card.name} watching />
      </Header>
      <main class="play watch">
        <div class="stage">
          <div class="status"><p role="status">{capital(scene.value.status)}</p><Hand game={session.card.name} hand={scene.value.hand} /></div>
          <Order scene={scene.value} show={show} />
          <div class="arena"><BoardView game={session.card.name} label="The board at this moment" point={() => {}} choose={() => {}} ready={made => { board.current = made; made.show(scene.value) }} /></div>
          <div class="hint" role="group" aria-label="What happened" tabIndex={0} data-testid="hint"><p class="foreseen">{said.value}</p></div>
          <div class="tray" role="toolbar" aria-label="Time">
            <button type="button" aria-label="To the beginning" onClick={() => to(0)}>|◀</button>
            <button type="button" aria-label="One back" onClick={() => to(at.value - 1)}>◀</button>
            <button type="button" aria-label={running.value ? 'Pause' : 'Run'} onClick={run}>{running.value ? '‖' : '▶'}</button>
            <button type="button" aria-label="One on" onClick={step}>▶|</button>
            <label class="pace">Speed<select value={String(pace.value)} onChange={event => { pace.value = Number(event.currentTarget.value) }}>{SPEEDS.map(one => <option key={one} value={String(one)}>{one}×</option>)}</select></label>
            <input class="slider" type="range" min={0} max={last} value={at.value} aria-label="Record" data-testid="slider" onInput={event => to(Number(event.currentTarget.value))} />
            <output data-testid="at">{at.value} of {last}</output>
            <button type="button" onClick={branch} disabled={ended && at.value === last}>Play from here</button>
          </div>
        </div>
        <aside class="side" tabIndex={0} aria-label="Beside the board">
          {report.value && <p class="hue-green" role="status" data-testid="verified">✓ Verified in your browser: {report.value.records} records, {report.value.events} events.</p>}
          {!report.value && !wrong.value && <p class="faint" role="status">Being verified…</p>}
          {wrong.value && <Wrong error={wrong.value} again={verify} />}
          {session.card.seats.length > 1 && (
            <label class="seat"><span>Seen by</span>
              <select value={eye.value ?? ''} onChange={event => { eye.value = event.currentTarget.value || undefined; to(at.value) }}>
                <option value="">an onlooker</option>
                {session.card.seats.map(seat => <option key={seat} value={seat}>{seat}</option>)}
              </select>
            </label>
          )}
          <section class="panel">
            <h2>What happened</h2>
            <Records session={session} eye={eye.value} at={at.value} last={last} to={to} />
            <details data-testid="changes" onToggle={event => { looking.value = event.currentTarget.open }}>
              <summary>What changed</summary>
              <ul class="changes">{changed.value.map(({ path, before, after }) => <li key={path}><code>{path}</code> {brief(before)} → {brief(after)}</li>)}</ul>
              {changed.value.length === 0 && <p class="faint">nothing one can see</p>}
            </details>
            <Reasons session={session} seq={at.value} />
            <details><summary>As data</summary><pre tabIndex={0}>{JSON.stringify(record.value.events, null, 1)}</pre></details>
          </section>
          {scene.value.account && <section class="panel"><h2>How it came about</h2><Account scene={scene.value} scores={session.status().scores} named={seat => seat} /></section>}
          <Slots tray={scene.value.tray} />
          <Panels game={session.card.name} panels={scene.value.panels} show={show} />
        </aside>
      </main>
    </>
  )
}

/** Why the record came so. What a throw decided is worked out only for whoever asks. */
function Reasons({ session, seq }: { session: Session; seq: number }) {
  const open = useSignal(false)
  return (
    <details data-testid="why" onToggle={event => { open.value = event.currentTarget.open }}>
      <summary>Why</summary>
      {open.value && <Why tree={session.why(seq).tree} />}
    </details>
  )
}

interface RecordsProps {
  session: Session
  eye: string | undefined
  at: number
  last: number
  to(seq: number): void
}

/** The records around the one that is shown, each a way to its moment. */
function Records({ session, eye, at, last, to }: RecordsProps) {
  const list = useRef<HTMLOListElement>(null)
  const told = useRef(new Map<string, string>())
  const words = (seq: number) => {
    const key = `${eye ?? ''} ${seq}`
    const known = told.current.get(key) ?? tale(session, eye, seq)
    told.current.set(key, known)
    return known
  }
  useEffect(() => {
    const [all, shown] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current]')]
    if (all && shown) all.scrollTop = shown.offsetTop - all.clientHeight / 3
  }, [at, eye])
  const from = Math.max(at - AROUND, 0)
  const seqs = Array.from({ length: Math.min(at + AROUND, last) - from + 1 }, (_, index) => from + index)
  return (
    <ol class="records" ref={list} aria-label="Records" data-testid="records">
      {seqs.map(seq => (
        <li key={seq}>
          <button type="button" aria-current={seq === at ? 'true' : undefined} onClick={() => to(seq)}><b>{seq}</b> <span>{words(seq)}</span></button>
        </li>
      ))}
    </ol>
  )
}

/** A record in words: who acted, and what came of it. */
function tale(session: Session, eye: string | undefined, seq: number): string {
  const { seat, tale: told } = session.record(eye, seq)
  const said = heard(session, eye, seq, told).filter(Boolean).map(sentence).join(' ')
  const { type } = (session.cause(seq).action ?? {}) as { type?: string }
  const words = said || sentence((type ?? 'nothing to be seen').toLowerCase().replaceAll('_', ' '))
  const isNamed = session.card.seats.length < 2 || !seat || words.toLowerCase().startsWith(seat.toLowerCase())
  return isNamed ? words : `${capital(seat)}: ${words}`
}

/** What is told of a record; on a map, what was heard in it. */
function heard(session: Session, eye: string | undefined, seq: number, told: string[]): string[] {
  if (session.scene(eye, seq).board?.shape !== 'map') return told
  const story = new Story()
  if (seq > 0) story.tale(session.scene(eye, seq - 1), [])
  return story.tale(session.scene(eye, seq), told)
}
