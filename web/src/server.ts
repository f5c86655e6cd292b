// The server, where there is one: the page also works without, from a disk or offline.

import type { Cue, Foreseen, Offer, Parley, Scene, Word } from '@referee/engine'
import { fresh } from './fresh'
import { small } from './saves'

/** What the server refused, or that it is not there. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

export const UNREACHED = 'The server cannot be reached just now. Games here go on without it: only live matches, leaderboards and logs of others need it.'

async function ask<T>(path: string, init: RequestInit = {}, token?: string): Promise<T> {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
  const unreached = () => {
    throw new Refused('NO_SERVER', UNREACHED)
  }
  const answer = await fetch(path, { ...init, headers }).catch(unreached)
  const text = await answer.text().catch(unreached)
  if (answer.ok) return (answer.headers.get('content-type')?.includes('ndjson') ? text : told(text)) as T
  let error: { code?: string; message?: string } = {}
  try {
    error = JSON.parse(text).error ?? {}
  } catch {
    // not in our form: something in between answered
  }
  throw new Refused(error.code ?? 'NO_SERVER', error.message ?? `The server answered with status ${answer.status}.`, error)
}

/** What was answered. Something in between, a portal of a hotel, may answer in the server's place. */
function told(text: string): unknown {
  try {
    return JSON.parse(text || 'null')
  } catch {
    throw new Refused('NO_SERVER', 'Something else answered in the place of the server. Games here go on without it.')
  }
}

const post = <T>(path: string, body: unknown, token?: string) => ask<T>(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }, token)

export interface Ticket {
  ticket: string
  game: string
  board: string
  name: string
  open_seed: boolean
  seat: string
  seed?: string
  match?: { id: string; token: string }
  player_token?: string
}

export interface Ranked {
  score: number
  rank: number
  rank_of_all: number
  day: string
  log: string
  head: string
}

export interface Leader {
  rank: number
  name: string
  score: number
  actions: number
  /** When it was handed in, in thousandths of a second since 1970. */
  at: number
  tickets?: number
  log: string
}

export interface Leaders {
  board: string
  open_seed: boolean
  players: number
  entries: Leader[]
}

export interface MatchCard {
  id: string
  game: string
  state: string
  seats: Record<string, string | null>
}

export interface MatchStanding {
  game: string
  seats: Record<string, string | null>
  begun: boolean
  withdrawn: boolean
  over?: boolean
}

export interface OpenedMatch {
  id: string
  game: string
  begun: boolean
  tokens: Record<string, string>
  invitations: Record<string, string>
}

export const server = {
  leaders: (game: string, board: string) => ask<Leaders>(`/api/leaderboards/${game}?board=${board}`),
  async challenge(game: string, board: string, name: string): Promise<Ticket> {
    const known = small.get<string | undefined>('player', undefined)
    const ticket = await post<Ticket>('/api/challenges', { game, board, name }, known)
    if (ticket.player_token) small.put('player', ticket.player_token)
    return ticket
  },
  submit: (game: string, log: string) => post<Ranked>(`/api/leaderboards/${game}`, log),
  log: (id: string) => ask<string>(`/api/logs/${encodeURIComponent(id)}`),
  matches: (state: string) => ask<{ matches: MatchCard[] }>(`/api/matches?state=${state}`).then(({ matches = [] }) => matches),
  look: (id: string, token?: string) => ask<MatchStanding>(`/api/matches/${encodeURIComponent(id)}`, {}, token),
  withdraw: (id: string, token: string) => ask<null>(`/api/matches/${encodeURIComponent(id)}`, { method: 'DELETE' }, token),
  /** Opens a match; `setup` is the name of a setup that the game brings, or empty for the usual one. */
  async open(game: string, seats: Record<string, string>, name: string, setup = ''): Promise<OpenedMatch> {
    const opened = await post<OpenedMatch>('/api/matches', { game, seats, name, ...(setup && { setup }) })
    for (const [seat, token] of Object.entries(opened.tokens)) keepToken(opened.id, seat, token)
    return opened
  },
  async join(id: string, name: string, invitation?: string): Promise<void> {
    const joined = await post<{ seat: string; token: string }>(`/api/matches/${encodeURIComponent(id)}/join`, { name, ...(invitation && { invitation }) })
    keepToken(id, joined.seat, joined.token)
  },
}

/** The token of one's seat in a match. */
export function tokenOf(id: string): { seat: string; token: string } | undefined {
  return small.get<Record<string, { seat: string; token: string }>>('tokens', {})[id]
}

export function keepToken(id: string, seat: string, token: string): void {
  small.put('tokens', { ...small.get<Record<string, unknown>>('tokens', {}), [id]: { seat, token } })
}

/** How a match stands. */
export interface Now {
  clock: number
  scene: Scene
  waiting_for: string[]
  choices?: Choice[]
}

/** What comes through a socket. */
export type Heard =
  | ({ type: 'hello'; game: string; seat: string | null; seq: number } & Now & Parley)
  | ({ type: 'match'; seq: number } & Now & Parley)
  | { type: 'accepted'; key?: string }
  | ({ type: 'now'; seq: number } & Now)
  | ({ type: 'record'; seq: number; seat?: string; told?: string[]; cues?: Cue[] } & Partial<Now>)
  | { type: 'refused'; key?: string; errors?: string[]; error?: { message: string } }
  | ({ type: 'foreseen'; key?: string; seq: number } & Omit<Foreseen, 'events'>)
  | { type: 'over'; scores: Record<string, number> }
  | { type: 'error'; error: { code: string; message: string } }

/** An offer as the server writes it: the action is text. */
export interface Choice {
  action: string
  aim: Offer['aim']
  keys?: string
}

/** A socket of a match that takes itself up again when it breaks. */
export class Live {
  #socket: WebSocket | null = null
  #next = 0
  #tries = 0
  #done = false

  constructor(
    readonly id: string,
    readonly token: string | undefined,
    readonly hear: (heard: Heard) => void,
    readonly connected: (on: boolean) => void,
  ) {
    this.#connect()
  }

  act(action: unknown): void {
    this.#socket?.send(JSON.stringify({ type: 'act', action, key: fresh() }))
  }

  /** Says something about the match. */
  say(word: Word): void {
    this.#socket?.send(JSON.stringify({ ...(word === 'resign' ? { type: 'resign' } : { type: 'draw', draw: word }), key: fresh() }))
  }

  /** Asks what an action would do; the answer has the same key. */
  preview(action: unknown, key: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type: 'preview', action, key }))
  }

  /** Asks how it stands: time alone may have changed it. */
  look(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type: 'look' }))
  }

  close(): void {
    this.#done = true
    this.#socket?.close()
  }

  /** A socket does not say why it was refused: once it is, one asks whether there still is such a match. */
  async #again(): Promise<void> {
    const gone = this.#tries > 1 ? await server.look(this.id, this.token).then(() => null, (error: unknown) => (error instanceof Refused && error.code === 'NOT_FOUND' ? error : null)) : null
    if (this.#done) return
    if (!gone) return this.#connect()
    this.#done = true
    this.hear({ type: 'error', error: { code: gone.code, message: 'The server knows nothing of this match any more.' } })
  }

  #connect(): void {
    const url = new URL(`/api/matches/${encodeURIComponent(this.id)}/live`, location.href)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    url.hash = ''
    const socket = new WebSocket(url)
    this.#socket = socket
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: 'hello', from: this.#next, shows: true, ...(this.token && { token: this.token }) }))
    }
    socket.onmessage = event => {
      const heard = JSON.parse(event.data) as Heard
      if (heard.type === 'hello') {
        this.#tries = 0
        this.connected(true)
      }
      if (heard.type === 'record') this.#next = heard.seq + 1
      if (heard.type === 'over' || heard.type === 'error') this.#done = true
      this.hear(heard)
    }
    socket.onclose = () => {
      if (this.#done) return
      this.connected(false)
      this.#tries += 1
      setTimeout(() => void this.#again(), Math.min(250 * 2 ** this.#tries, 10_000))
    }
  }
}
