// The same games in a worker: every call is a message there and back.

import { RefereeError, failed, gone, said } from './error.js'
import { Game, open, resume, verify } from './games.js'
import { bad } from './question.js'
import { Session } from './session.js'
import type * as T from './types.js'

/** A worker, a message port, or the inside of a worker; of a browser or of Node. */
export interface Port {
  postMessage(message: unknown): void
  addEventListener?(type: string, listener: (event: { data?: unknown; message?: string }) => void): void
  on?(type: string, listener: (data: unknown) => void): unknown
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
/** What cannot be called from afar: no method at all, or one that gives a session inside of something else. */
const NOT_AFAR = ['constructor', 'import']

/** Answers calls that come through a port: the inside of a worker. */
export function serve(port: Port): void {
  const things = new Map<number, object>([[ROOT, { open, resume, verify }]])
  let latest = ROOT
  hear<Call>(port, async ({ id, on, method, args }) => {
    try {
      const thing = things.get(on)
      const value = await calledOn(thing, method, args)
      if (method === 'leave' && thing instanceof Session) things.delete(on)
      if (value instanceof Session || value instanceof Game) {
        things.set(++latest, value)
        const fields = value instanceof Session ? { card: value.card } : { name: value.name }
        port.postMessage({ id, thing: { number: latest, fields } } satisfies Reply)
      } else {
        port.postMessage({ id, value } satisfies Reply)
      }
    } catch (error) {
      // Whoever asked waits for an answer, whatever it was that failed here.
      const told = error instanceof RefereeError ? error : failed(said(error))
      port.postMessage({ id, error: told.details() } satisfies Reply)
    }
  })
}

/** Calls a method by its name. Only what a thing of ours can do is done, and a session that was left can but be left again. */
function calledOn(thing: object | undefined, method: string, args: unknown[]): unknown {
  if (thing === undefined && method === 'leave') return undefined
  if (thing === undefined) throw gone()
  const known = thing instanceof Session || thing instanceof Game ? Object.getPrototypeOf(thing) : thing
  if (!Object.hasOwn(known, method) || NOT_AFAR.includes(method)) throw bad(`nothing called ${JSON.stringify(method)} can be asked in a worker`)
  return (thing as Record<string, (...args: unknown[]) => unknown>)[method]!(...args)
}

/**
 * Referee in a worker that runs `@referee/engine/worker`. If the worker cannot be loaded, or stops, whatever waits for it and whatever
 * is asked later is rejected (`FAILED`); `lost` is told so once, that a new worker may take its place.
 */
export function connect(port: Port, lost?: (error: RefereeError) => void): Remote {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let latest = 0
  let end: RefereeError | undefined
  const call = (on: number, method: string, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (end) throw end
      try {
        port.postMessage({ id: ++latest, on, method, args } satisfies Call)
      } catch (cause) {
        throw Object.assign(bad(`this cannot be sent to a worker: ${said(cause)}`), { cause })
      }
      waiting.set(latest, { resolve, reject })
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
  hearEnd(port, error => {
    if (end) return
    end = error
    lost?.(error)
    waiting.forEach(({ reject }) => reject(error))
    waiting.clear()
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

/** Hears that no answer will come any more: a worker that cannot be loaded or fails, an answer that cannot be read, a thread or port that ends. */
function hearEnd(port: Port, ended: (error: RefereeError) => void): void {
  const failure = (cause: unknown) => {
    const words = (cause as { message?: string } | undefined)?.message // a browser has none for what it cannot load
    ended(failed(words ? `the worker has failed: ${words}` : 'the worker cannot be loaded', cause))
  }
  const unreadable = () => ended(failed('what the worker answered cannot be read'))
  const stopped = () => ended(failed('the worker has stopped'))
  const listen = (port.addEventListener ?? port.on)?.bind(port)
  listen?.('error', failure)
  listen?.('messageerror', unreadable)
  listen?.('exit', stopped)
  listen?.('close', stopped)
}
