// A game on the screen: the board, what may be done, what was said; by mouse, by touch and by keyboard.

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import type { Offer, Scene, Spot } from '@referee/engine'
import type { ComponentChildren } from 'preact'
import type { Board } from '../board/board'
import { known } from '../games'
import { BoardView } from '../ui/BoardView'
import { Hand, Picture } from '../ui/Hand'
import { Order } from '../ui/Order'
import { SlotWords, Slots } from '../ui/Slots'
import { Dialog, Panels } from '../ui/parts'
import { capital, sentence } from '../ui/words'
import { Keys, NONE, buttons, canStart, distinct, isAtOnce, isNamed, keyed, meant, targets, verbs } from './choosing'
import type { Button, Chosen } from './choosing'
import type { Sight } from './foresight'
import { Story, left } from './table'
import { Words } from './Words'
import type { Standing, Table } from './table'

const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The page's own letters. On a map their small ones are steps, whether or not one can go there just now. */
const isPageKey = (pressed: string, letter: 'n' | 'u', scene: Scene | undefined) => pressed === letter.toUpperCase() || (pressed === letter && scene?.board?.shape !== 'map')

/** The keys of a game that has a map, for a step in the same direction. */
const STEP: Record<string, string> = { ArrowLeft: 'h', ArrowRight: 'l', ArrowUp: 'k', ArrowDown: 'j' }

interface Props {
  table: Table
  /** Where the board goes once it is there: what moves is shown on it. */
  boarded(board: Board): void
  children?: ComponentChildren
}

export function PlayTable({ table, boarded, children }: Props) {
  const board = useRef<Board | null>(null)
  const chosen = useSignal<Chosen>(NONE)
  const menu = useSignal<{ offers: Offer[]; at: { x: number; y: number } } | null>(null)
  const pointed = useSignal<Offer | null>(null)
  const tapped = useSignal('')
  const refused = useSignal<string[]>([])
  const words = useSignal('')
  /** The places that a line beside the board speaks of, while it is pointed at. */
  const spoken = useSignal<Spot[]>([])
  /** Whether an action is under way: until it is judged, nothing else can be chosen. */
  const declared = useSignal(false)
  const standing = table.standing
  const offers = useComputed(() => standing.value?.offers ?? [])
  const keys = useRef(new Keys())
  const here = () => standing.value?.scene.board?.marks.find(mark => mark.kind === 'here')?.at
  const foreseen = useComputed(() => (pointed.value && offers.value.includes(pointed.value) ? table.preview(pointed.value.action) : null))

  useSignalEffect(() => {
    const now = standing.value
    if (!now || !board.current) return
    board.current.seq = now.seat || now.over ? now.seq : board.current.seq
    const ghost = foreseen.value?.success ? { scene: foreseen.value.scene, open: foreseen.value.open } : null
    board.current.lay({ targets: declared.value ? [] : targets(now.offers, chosen.value), aimed: [...(pointed.value?.aim.spots ?? []), ...spoken.value], ghost })
  })

  // What lies under a pointer that rests may mean something else after each action.
  useSignalEffect(() => {
    if (standing.value?.seat && !declared.value) queueMicrotask(() => { if (!menu.value && !tapped.value) board.current?.repoint() })
  })

  const clear = () => {
    chosen.value = NONE
    menu.value = null
    pointed.value = null
    tapped.value = ''
    words.value = ''
  }

  const declare = async (offer: Offer) => {
    if (declared.value) return
    clear()
    refused.value = []
    declared.value = true
    refused.value = await table.act(offer.action)
    declared.value = false // what was refused can be done otherwise: it is all there again
  }

  const choose = (spot: Spot, touch: boolean) => {
    if (!standing.value?.seat) return board.current?.skip()
    const there = meant(offers.value, chosen.value, spot)
    const [only] = there
    menu.value = null
    if (only && there.length === 1) {
      // By touch nothing can be looked at first: the first tap shows, the second does.
      if (touch && tapped.value !== `${spot.x},${spot.y}`) {
        tapped.value = `${spot.x},${spot.y}`
        pointed.value = only
        words.value = described(table, spot, there)
        return
      }
      void declare(only)
    } else if (there.length > 1) {
      menu.value = { offers: there, at: board.current?.screen(spot) ?? { x: 0, y: 0 } }
    } else if (canStart(offers.value, spot)) {
      chosen.value = { ...chosen.value, from: `${spot.x},${spot.y}` }
    } else {
      clear()
      if (touch) words.value = described(table, spot, []) // nothing can be done there: what it is can be told
    }
  }

  const point = (spot: Spot | null) => {
    const there = spot ? meant(offers.value, chosen.value, spot) : []
    pointed.value = there[0] ?? null // of several ways, the first is shown
    words.value = spot ? described(table, spot, there) : ''
  }

  // One rule for mouse, touch and keys; the help tells it. What needs no place, and is what its button says, is done. What needs one is taken in hand; where there is but one way
  // it is shown, and done when it is meant once more: by the same button or key, by Enter, or at its place.
  const pick = (verb: string) => {
    const ways = distinct(verbs(offers.value).get(verb) ?? [])
    const [only] = ways.length === 1 ? ways : []
    const inHand = chosen.value.verb === verb
    if (only && (inHand || (isAtOnce(only, here()) && isNamed(only)))) return void declare(only)
    clear()
    if (inHand) return // what is in hand, or open, is put away
    chosen.value = { verb, from: null }
    board.current?.host.focus() // from here on keys are for the board, not for the button that was pressed
    board.current?.byKeys()
    if (only) return aim(only)
    const placeless = ways.filter(offer => isAtOnce(offer, here()))
    if (placeless.length > 0) menu.value = { offers: placeless, at: { x: 24, y: 24 } }
  }

  /** Shows what the only way would do. */
  const aim = (only: Offer) => {
    const spot = only.aim.spots.at(-1)
    pointed.value = only
    if (spot) {
      board.current?.point(spot)
      tapped.value = `${spot.x},${spot.y}`
    }
    words.value = `${spot ? described(table, spot, [only]) : capital(only.aim.label)} (once more does it)`
  }

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.target instanceof HTMLTextAreaElement) return
    if (document.querySelector('dialog[open]')) return
    const onButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement || event.target instanceof HTMLElement && event.target.tagName === 'SUMMARY'
    const arrow = ARROWS[event.key]
    const walks = arrow !== undefined && standing.value?.scene.board?.shape === 'map' && !event.shiftKey && !chosen.value.verb
    const step = walks ? keyed(offers.value, STEP[event.key]!)[0] : undefined
    if (step && !menu.value) {
      void declare(step) // on a map one walks; who looks for a place, or around, moves the cursor
    } else if (walks && !standing.value?.seat) {
      // Whoever walks faster than it is seen looks for no place.
    } else if (arrow && !menu.value) {
      board.current?.byKeys()
      point(board.current?.step(arrow) ?? null)
    } else if ((event.key === 'Enter' || event.key === ' ') && !onButton && chosen.value.verb && pointed.value?.aim.spots.length === 0) {
      void declare(pointed.value) // shown, and meant once more
    } else if ((event.key === 'Enter' || event.key === ' ') && !onButton && board.current?.at) {
      choose(board.current.at, false)
    } else if (event.key === 'Escape') {
      clear()
      board.current?.skip()
    } else if (isPageKey(event.key, 'n', standing.value?.scene) && !keyed(offers.value, event.key).length) {
      board.current?.byKeys()
      point(next(board.current, targets(offers.value, chosen.value)))
    } else if (isPageKey(event.key, 'u', standing.value?.scene) && !keyed(offers.value, event.key).length) {
      table.undo()
    } else {
      const there = event.key.length === 1 ? keyed(offers.value, event.key) : []
      const tray = buttons(offers.value, standing.value?.scene.tray)
      const known = keys.current.of(tray)
      const behind = tray.filter(({ name, offers }) => known.get(name) === event.key && offers.length > 0)
      // A key that is on one button, and offers nothing else, is that button.
      if (behind.length === 1 && there.every(offer => behind[0]!.offers.includes(offer))) pick(behind[0]!.name)
      else if (there.length === 1) void declare(there[0]!)
      else if (there.length > 1) menu.value = { offers: there, at: { x: 24, y: 24 } }
      else return
    }
    event.preventDefault()
  }

  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })

  const now = standing.value
  if (!now) return <p class="waiting" role="status">One moment…</p>
  const cards = asCards(offers.value)
  return (
    <main class="play" onPointerDown={event => { if (menu.value && !(event.target as Element).closest('.menu, .tray, .board')) clear() }}>
      <div class="stage">
        <div class="status"><p role="status" data-testid="status">{capital(now.scene.status)}</p>{now.own !== null && <span class="badge" data-testid="own">you: {now.own}</span>}<Hand game={table.game} hand={now.scene.hand} /><Clock standing={now} /></div>
        {cards ? <ul class="brief" /> : <Brief game={table.game} scene={now.scene} />}
        <Order scene={now.scene} show={spots => { spoken.value = spots }} />
        <div class="arena">
          <BoardView
            game={table.game}
            label="Board: arrows or n move the cursor, Enter chooses"
            plays
            point={point}
            choose={choose}
            ready={made => {
              board.current = made
              boarded(made)
              if (standing.value) made.show(standing.value.scene)
              standing.value = standing.value && { ...standing.value }
            }}
          />
          {menu.value && <Menu {...menu.value} game={table.game} declare={declare} point={offer => { pointed.value = offer }} close={clear} />}
        </div>
        <div class="hint" role="group" aria-label="What it would do" tabIndex={0} aria-live="polite" data-testid="hint">
          {refused.value.length > 0 ? <p class="hue-orange">{refused.value[0]}</p> : <><p>{words.value}</p><p class="foreseen">{foretold(now.scene, foreseen.value)}</p></>}
        </div>
        {cards ? <div class="tray" /> : <Tray table={table} keys={keys.current} chosen={chosen.value} pick={pick} />}
      </div>
      <aside class="side" tabIndex={0} aria-label="Beside the board">
        {children}
        <Words table={table} />
        <Slots tray={now.scene.tray} narrow />
        <Panels game={table.game} show={spots => { spoken.value = spots }} panels={now.scene.panels.filter((_, index) => index > 0 || now.scene.board?.shape !== 'map')} />
      </aside>
      <Told table={table} />
      {cards && now.seat && <Cards table={table} offers={offers.value} declare={declare} />}
    </main>
  )
}

/** How many sentences of what would happen are told. */
const FORETOLD = 4

/** What an action would bring, in words, as far as no die decides it: on a map, what one would hear. */
function foretold(scene: Scene, foreseen: Sight | null): string {
  if (!foreseen?.success) return ''
  const sure = foreseen.alike >= foreseen.tale.length
  const story = new Story()
  story.tale(scene, [])
  const tale = scene.board?.shape === 'map' ? (sure ? story.tale(foreseen.scene, []) : []) : foreseen.tale.slice(0, foreseen.alike)
  const told = tale.filter(Boolean).map(sentence)
  if (told.length === 0) return sure ? '' : 'Chance decides what comes of it.'
  return `${told.slice(0, FORETOLD).join(' ')}${told.length > FORETOLD ? ' …' : ''}${sure ? '' : ' The rest is chance.'}`
}

/** What there is to say about a place. */
function described(table: Table, spot: Spot, there: Offer[]): string {
  const board = table.standing.value?.scene.board
  const is = ({ at }: { at: Spot }) => at.x === spot.x && at.y === spot.y
  const tokens = board?.tokens.filter(is).map(({ name, gauge, signs = [] }) => [gauge ? `${name} ${gauge[0]}/${gauge[1]}` : name, ...signs].join(', ')) ?? []
  const things = [...tokens, ...(board?.tiles.filter(is).map(tile => tile.name) ?? [])]
  const danger = board?.marks.some(mark => is(mark) && mark.kind === 'danger') ? ', a blow is announced here' : ''
  const ways = there.length > 1 ? `${there.length} ways` : there[0]?.aim.label
  return `${capital(things.join(' on '))}${danger}${ways ? `: ${ways}` : ''}`
}

/** The next place that can be chosen. */
function next(board: Board | null, spots: Spot[]): Spot | null {
  const at = board?.at
  const index = spots.findIndex(spot => spot.x === at?.x && spot.y === at.y)
  const spot = spots[(index + 1) % Math.max(spots.length, 1)] ?? null
  board?.point(spot)
  return spot
}

/** Whether all that can be done is to choose one of a few things that lie nowhere on the board. */
function asCards(offers: Offer[]): boolean {
  return offers.length > 0 && offers.length <= 8 && offers.every(offer => offer.aim.spots.length === 0)
}

/** How far from the middle of a place its menu opens, in pixels: the place is still seen. */
const BESIDE = 44

interface MenuProps {
  game: string
  offers: Offer[]
  at: { x: number; y: number }
  declare(offer: Offer): void
  point(offer: Offer | null): void
  close(): void
}

function Menu({ game, offers, at, declare, point, close }: MenuProps) {
  const list = useRef<HTMLDivElement>(null)
  // Before it is seen: who clicks at once must not click where it will not be.
  useLayoutEffect(() => {
    const menu = list.current!
    menu.style.left = `${Math.max(8, Math.min(at.x + BESIDE, menu.parentElement!.clientWidth - menu.offsetWidth - 8))}px`
    menu.style.top = `${Math.max(8, Math.min(at.y, menu.parentElement!.clientHeight - menu.offsetHeight - 8))}px`
    menu.querySelector('button')?.focus()
  }, [offers])
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') close()
    if (!step) return
    const buttons = [...list.current!.querySelectorAll('button')]
    buttons[(buttons.indexOf(document.activeElement as HTMLButtonElement) + step + buttons.length) % buttons.length]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="menu" role="menu" aria-label="What to do" ref={list} onKeyDown={move}>
      {offers.map(offer => (
        <button type="button" role="menuitem" key={offer.aim.label} onClick={() => declare(offer)} onFocus={() => point(offer)} onMouseEnter={() => point(offer)} aria-label={offer.aim.label}>
          {offer.aim.face && <Picture game={game} face={offer.aim.face} size={36} />}{(offer.aim.face && offer.aim.about) || offer.aim.label}
        </button>
      ))}
    </div>
  )
}

/** Who has so many seconds has all the time in the world. */
const A_DAY = 24 * 60 * 60

/** How long whoever is waited for is in time. */
function Clock({ standing }: { standing: Standing }) {
  const seconds = useSignal(left(standing))
  useEffect(() => {
    seconds.value = left(standing)
    if (seconds.value === null) return undefined
    const ticking = setInterval(() => { seconds.value = left(standing) }, 250)
    return () => clearInterval(ticking)
  }, [standing])
  if (seconds.value === null || standing.over || seconds.value > A_DAY) return null
  const whole = seconds.value
  return <span class={`clock ${whole < 10 ? 'soon' : ''}`} role="timer" data-testid="clock">{Math.floor(whole / 60)}:{String(whole % 60).padStart(2, '0')}</span>
}

/** What one must see all the time, where panels do not fit beside the board: the first of them, but what was heard on a map; and where one is. */
function Brief({ game, scene }: { game: string; scene: Scene }) {
  const [one, two] = scene.panels
  const panel = scene.board?.shape === 'map' ? two : one
  if (!panel) return null
  return (
    <ul class="brief">
      {panel.lines.slice(0, 3).map(({ text, hue }, index) => <li key={index} class={`hue-${hue}`}>{text}</li>)}
      {scene.title !== known(game).title && <li class="faint">{scene.title}</li>}
    </ul>
  )
}

/** What may be done, as buttons: those with a place wait for one. What cannot be done now keeps its button and its key. */
function Tray({ table, keys, chosen, pick }: { table: Table; keys: Keys; chosen: Chosen; pick(verb: string): void }) {
  const { offers = [], scene, over = false, waiting = [], eye = null } = table.standing.value ?? {}
  const kept = useRef<Button[]>([])
  if (offers.length > 0 || (scene?.tray && eye !== null)) kept.current = buttons(offers, scene?.tray)
  const tray = over ? [] : kept.current.map(button => (offers.length > 0 ? button : { ...button, offers: [] })) // while things move, buttons stay where they are
  const known = keys.of(tray)
  return (
    <div class="tray" role="toolbar" aria-label="What you may do">
      {tray.map(button => {
        const { name, about, cooling, offers: group } = button
        const [only] = group.length === 1 ? group : []
        const why = cooling > 0 ? `ready in ${cooling}` : group.length === 0 ? 'not possible just now' : ''
        return (
          <button type="button" key={name} data-verb={name} disabled={group.length === 0} title={[about || (only?.aim.label !== name && only?.aim.label), why].filter(Boolean).join('; ') || undefined} aria-pressed={chosen.verb === name} class={chosen.verb === name ? 'on' : ''} onClick={() => pick(name)}>
            {known.get(name) && <kbd>{known.get(name)}</kbd>} <SlotWords {...button} />
          </button>
        )
      })}
      {table.mayUndo && <button type="button" class="quiet" disabled={!table.standing.value || table.standing.value.seq === 0 || (table.standing.value.seat === null && !over)} onClick={() => table.undo()}><kbd>{scene?.board?.shape === 'map' ? 'U' : 'u'}</kbd> take back</button>}
      {!over && offers.length === 0 && (eye === null || !waiting.includes(eye)) && <span class="faint">waiting for {waiting.join(', ') || 'what comes'}</span>}
    </div>
  )
}

/** A choice between a few things, each with what is known about it. */
function Cards({ table, offers, declare }: { table: Table; offers: Offer[]; declare(offer: Offer): void }) {
  return (
    <Dialog title={capital(table.standing.value?.scene.status ?? 'Choose')}>
      <div class="cards">
        {offers.map(offer => (
          <button type="button" class="card" key={offer.aim.label} onClick={() => declare(offer)}>
            <strong>{offer.aim.label}</strong>
            <span>{offer.aim.about}</span>
          </button>
        ))}
      </div>
      {table.mayUndo && <div class="row"><button type="button" class="quiet" onClick={() => table.undo()}>Take back</button></div>}
    </Dialog>
  )
}

/** What was said, the latest last. */
function Told({ table }: { table: Table }) {
  const list = useRef<HTMLDivElement>(null)
  const said = table.said.value
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [said])
  return (
    <section class="panel told">
      <h2>What happened</h2>
      <div class="log" role="log" ref={list} tabIndex={0} aria-label="What happened" data-testid="told"><ol>
        {said.filter(one => one.tale.some(Boolean)).map(one => (
          <li key={one.seq}>
            <span class="faint">{one.seq}</span> {one.tale.filter(Boolean).map((words, index) => <span key={index}>{sentence(words)} </span>)}
          </li>
        ))}
      </ol></div>
    </section>
  )
}
