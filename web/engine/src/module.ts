// One .wasm file: compiled once; its instance is thrown away when it traps. Text goes in and out as crates/wasm/src/door.rs says.

import { RefereeError, failed, said, trouble } from './error.js'
import { checkText, written } from './question.js'
import type { Asks } from './types.js'

/** What an instance exports. */
interface Door {
  memory: WebAssembly.Memory
  room(bytes: number): number
  ask(): number
  answer(): number
  tidy(): void
}

/** An answer: what is told, and the text that came with it. */
export interface Answer<T> {
  told: T
  text: string
}

/** The room a longer answer took is given back. */
const ROOM_KEPT = 1 << 20

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A compiled module and its present instance. */
export class Module {
  /** Counts instances: a session of an earlier one is gone. */
  generation = 0
  readonly #compiled: WebAssembly.Module
  #door: Door

  constructor(compiled: WebAssembly.Module) {
    this.#compiled = compiled
    this.#door = instance(compiled)
  }

  /** Asks the module. What the rules refuse is an error; so is a trap, after which the instance is a new one. */
  ask<K extends keyof Asks>(name: K, asked: Asks[K]['asked'], text = ''): Answer<Asks[K]['told']> {
    checkText('what comes with a question', text)
    const question = `${name} ${written(asked)}`
    const answer = this.#guarded(() => exchange(this.#door, text === '' ? question : `${question}\n${text}`))
    const end = answer.indexOf('\n')
    const line = end < 0 ? answer : answer.slice(0, end)
    const told = JSON.parse(line.slice(1))
    if (line[0] !== '+') throw new RefereeError(told)
    return { told, text: end < 0 ? '' : answer.slice(end + 1) }
  }

  #guarded<R>(work: () => R): R {
    try {
      return work()
    } catch (cause) {
      this.#door = instance(this.#compiled)
      this.generation += 1
      throw Object.assign(trouble('TRAPPED', `the engine stopped and was started anew: ${String(cause)}`), { cause })
    }
  }

  /** For tests: makes the instance trap with its cell still borrowed, the worst half state there is. */
  trap(): never {
    this.#guarded(() => this.#door.room(-1))
    throw trouble('NO_TRAP', 'the instance did not trap')
  }
}

function instance(compiled: WebAssembly.Module): Door {
  return new WebAssembly.Instance(compiled).exports as unknown as Door
}

function exchange(door: Door, question: string): string {
  const bytes = encoder.encode(question)
  const room = door.room(bytes.length) >>> 0
  new Uint8Array(door.memory.buffer, room, bytes.length).set(bytes)
  const length = door.ask() >>> 0
  const answer = decoder.decode(new Uint8Array(door.memory.buffer, door.answer() >>> 0, length))
  if (length > ROOM_KEPT) door.tidy()
  return answer
}

/** Fetches and compiles a .wasm file; in Node it is read from the disk. */
export async function compile(url: URL): Promise<WebAssembly.Module> {
  try {
    return await compiled(url)
  } catch (cause) {
    throw cause instanceof RefereeError ? cause : failed(`${nameOf(url)} cannot be fetched: ${said(cause)}`, cause)
  }
}

async function compiled(url: URL): Promise<WebAssembly.Module> {
  if (url.protocol === 'file:') {
    const files = 'node:fs/promises'
    const { readFile } = await import(/* @vite-ignore */ files)
    return WebAssembly.compile(await readFile(url))
  }
  const response = await fetch(url)
  // A server has the files of the newest page only.
  if (response.status === 404) throw failed(`${nameOf(url)} is not on the server any more: load the page again`)
  if (!response.ok) throw failed(`${nameOf(url)} cannot be fetched: ${response.status} ${response.statusText}`)
  const typed = response.headers.get('content-type')?.startsWith('application/wasm')
  return typed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())
}

function nameOf(url: URL): string {
  return url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
}
