// The same games in a worker: every call is a message there and back.

import { RefereeError, trouble } from './error.js'
import { Game, open, resume, verify } from './games.js'
import { Session } from './session.js'
import type * as T from './types.js'

/** A worker, a message port, or the inside of a worker; of a browser or of Node. */
export interface Port {
  postMessage(message: unknown): void
  addEventListener?(type: 'message', listener: (event: { data: unknown }) => void): void
  on?(type: 'message', listener: (data: unknown) => void): unknown
}

/** A thing on the other side: its methods answer later, and what they give is on the other side too. */
type Afar<C> = {
  [K in keyof C as C[K] extends (...args: never[]) => unknown ? K : never]: C[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<R extends Session ? RemoteSession : R>
    : never
}

/** A session in a worker. */
export type RemoteSession = Afar<Session> & { readonly card: T.Card }
/** A game in a worker. */
export type RemoteGame = Afar<Omit<Game, 'import'>> & { readonly name: string }

/** Referee in a worker. */
export interface Remote {
  /** Opens a game. */
  open(game: string): Promise<RemoteGame>
  /** Goes on with a log. */
  resume(log: string): Promise<RemoteSession>
  /** Checks a log. */
  verify(log: string): Promise<T.Report>
}

interface Call {
  id: number
  on: number
  method: string
  args: unknown[]
}
interface Reply {
  id: number
  value?: unknown
  thing?: { number: number; fields: Record<string, unknown> }
  error?: T.Details
}

/** The number of what every worker has from the beginning. */
const ROOT = 0

/** Answers calls that come through a port: the inside of a worker. */
export function serve(port: Port): void {
  const things = new Map<number, object>([[ROOT, { open, resume, verify }]])
  let latest = ROOT
  hear<Call>(port, async ({ id, on, method, args }) => {
    try {
      const thing = things.get(on) as Record<string, (...args: unknown[]) => unknown> | undefined
      const value = await thing?.[method]?.(...args)
      if (method === 'leave') things.delete(on)
      if (value instanceof Session || value instanceof Game) {
        things.set(++latest, value)
        const fields = value instanceof Session ? { card: value.card } : { name: value.name }
        port.postMessage({ id, thing: { number: latest, fields } } satisfies Reply)
      } else {
        port.postMessage({ id, value } satisfies Reply)
      }
    } catch (error) {
      // Whoever asked waits for an answer, whatever it was that failed here.
      const told = error instanceof RefereeError ? error : trouble('FAILED', error instanceof Error ? error.message : String(error))
      port.postMessage({ id, error: told.details() } satisfies Reply)
    }
  })
}

/** Referee in a worker that runs `@referee/engine/worker`. */
export function connect(port: Port): Remote {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let latest = 0
  const call = (on: number, method: string, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.set(++latest, { resolve, reject })
      port.postMessage({ id: latest, on, method, args } satisfies Call)
    })
  const afar = (on: number, fields: Record<string, unknown>): unknown =>
    new Proxy(fields, {
      get: (_, key) => {
        if (typeof key !== 'string' || key === 'then') return undefined
        return key in fields ? fields[key] : (...args: unknown[]) => call(on, key, args)
      },
    })
  hear<Reply>(port, ({ id, value, thing, error }) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new RefereeError(error))
    else asked?.resolve(thing ? afar(thing.number, thing.fields) : value)
  })
  return afar(ROOT, {}) as Remote
}

function hear<M>(port: Port, heard: (message: M) => void): void {
  if (port.addEventListener) {
    port.addEventListener('message', event => heard(event.data as M))
    ;(port as { start?(): void }).start?.()
  } else {
    port.on?.('message', data => heard(data as M))
  }
}
