// Referee's games: what there is, and opening one. A module is loaded when the first of its games is opened.

import { catalog } from './catalog.js'
import type { ContractAnswer, ContractRequest, MutationAnswer, MutationRequest } from './contract.js'
import { trouble } from './error.js'
import { Module, compile } from './module.js'
import { checkText, written } from './question.js'
import { Session, lessonOf } from './session.js'
import type { LessonName } from './session.js'
import type * as T from './types.js'

/** Where the .wasm files lie. Each is written out, so that bundlers find them. */
const FILES: Record<ModuleName, URL> = {
  plain: new URL('./plain.wasm', import.meta.url),
  scripted: new URL('./scripted.wasm', import.meta.url),
}

type ModuleName = keyof typeof catalog

const NAMES = Object.keys(catalog) as ModuleName[]
const loaded = new Map<ModuleName, Promise<Module>>()

/** Every game, without loading any. */
export function games(): T.Card[] {
  const cards = NAMES.flatMap(name => catalog[name])
  return cards.filter((card, index) => cards.findIndex(other => other.name === card.name) === index)
}

/** Opens a game: loads its module, once. */
export async function open(game: string): Promise<Game> {
  checkText('the name of a game', game)
  const name = NAMES.find(name => catalog[name].some(card => card.name === game))
  if (name === undefined) throw trouble('NO_SUCH_GAME', `there is no game called ${JSON.stringify(game)}`)
  return new Game(game, await load(name))
}

/** Opens the game that a log or a scenario is of. */
export async function openFor(text: string): Promise<Game> {
  checkText('a log or a scenario', text)
  const game = gameOf(text)
  if (game === undefined) throw trouble('NOT_A_LOG', 'this is not a log')
  return open(game)
}

/** The game that the first line of a log or a scenario names. */
function gameOf(text: string): string | undefined {
  try {
    const { game } = JSON.parse(firstLine(text))
    return typeof game === 'string' ? game : undefined
  } catch {
    return undefined
  }
}

/** The first line that is neither empty nor prose. */
function firstLine(text: string): string {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? text.length : end)
    if (line.trim() !== '' && !line.startsWith('#')) return line
    from += line.length + 1
  }
  return ''
}

/** Goes on with a log, of whichever game. Its chain is checked; `verify` does more. */
export async function resume(log: string): Promise<Session> {
  return (await openFor(log)).resume(log)
}

/** Checks a log, of whichever game: chain, fold, and every action decided again. Throws what is wrong, with its line. */
export async function verify(log: string): Promise<T.Report> {
  return (await openFor(log)).verify(log)
}

/**
 * Reads a file of another program, of whichever game and format fits; a session where nothing is wrong with it. Games of a module that is not loaded yet are
 * asked only where no other game knows the file. Throws where no format fits.
 */
export async function importFile(file: string, format?: string): Promise<{ session: Session | null; imported: T.Imported }> {
  checkText('a file', file)
  let first: unknown
  for (const name of NAMES) {
    try {
      return imported(await load(name), file, { ...(format !== undefined && { format }) })
    } catch (error) {
      first ??= error
    }
  }
  throw first
}

async function load(name: ModuleName): Promise<Module> {
  const loading = loaded.get(name) ?? compile(FILES[name]).then(compiled => new Module(compiled))
  loaded.set(name, loading)
  try {
    return await loading
  } catch (error) {
    loaded.delete(name) // the next one tries again
    throw error
  }
}

/** What a module reads in a file of another program. */
function imported(module: Module, file: string, asked: T.Import): { session: Session | null; imported: T.Imported } {
  const { told, text } = module.ask('import', asked, file)
  return { session: told.opened && new Session(module, told.opened, text), imported: told }
}

/** A game whose module is loaded. */
export class Game {
  /** Its name. */
  readonly name: string
  readonly #module: Module

  constructor(name: string, module: Module) {
    this.name = name
    this.#module = module
  }

  /** What the list of games says about it. */
  card(): T.Card {
    const card = this.#module.ask('games', {}).told.find(card => card.name === this.name)
    if (card === undefined) throw trouble('NO_SUCH_GAME', `there is no game called ${JSON.stringify(this.name)}`)
    return card
  }

  /** Its usual setup, and the file forms of other programs it knows. */
  setup(): T.Outline {
    return this.#module.ask('setup', { game: this.name }).told
  }

  /** Starts a game. */
  start(of: Omit<T.Start, 'game'> = {}): Session {
    return this.#session('start', { ...of, game: this.name })
  }

  /** Goes on with a log of this game. Its chain is checked and every state audited; nothing is decided again. */
  resume(log: string): Session {
    this.#checkOwn('a log', log)
    const { told } = this.#module.ask('resume', {}, log)
    return new Session(this.#module, told, log.endsWith('\n') ? log : `${log}\n`)
  }

  /** Checks a log of this game: chain, fold, and every action decided again. Throws what is wrong, with its line. */
  verify(log: string): T.Report {
    this.#checkOwn('a log', log)
    return this.#module.ask('verify', {}, log).told
  }

  /** Reads a file of another program; a session where nothing is wrong with it. */
  import(file: string, format?: string): { session: Session | null; imported: T.Imported } {
    checkText('a file', file)
    return imported(this.#module, file, { game: this.name, ...(format !== undefined && { format }) })
  }

  /** The pure contract: what the rules make of an action upon a state. Nothing is kept; a refusal is an answer. */
  judge(request: ContractRequest): ContractAnswer {
    return JSON.parse(this.judgeText(written(request))) as ContractAnswer
  }

  /** The same as text: the line that `referee judge` answers, byte for byte. */
  judgeText(request: string): string {
    checkText('a request', request)
    return this.#module.ask('judge', { game: this.name }, request).text
  }

  /** One event applied to a state, nothing decided. Games whose contract has no such layer throw `NO_MUTATION`. */
  mutate(request: MutationRequest): MutationAnswer {
    return JSON.parse(this.mutateText(written(request))) as MutationAnswer
  }

  /** The same as text: the line that `referee mutate` answers, byte for byte. */
  mutateText(request: string): string {
    checkText('a request', request)
    return this.#module.ask('mutate', { game: this.name }, request).text
  }

  /** Its lessons. */
  lessons(): T.LessonCard[] {
    return this.#module.ask('lessons', { game: this.name }).told
  }

  /** What a lesson says: by its name, or a scenario of this game. */
  lesson(lesson: string | { scenario: string }): T.Lecture {
    const { of, text } = lessonOf(this.#named(lesson))
    return this.#module.ask('lesson', of, text).told
  }

  /** Starts the game of a lesson. `Session.standing` says how it goes. */
  begin(lesson: string | { scenario: string }): Session {
    const { of, text } = lessonOf(this.#named(lesson))
    return this.#session('begin', of, text)
  }

  /** Plays a game at random, the same on every machine. */
  rehearse(of: Omit<T.Rehearse, 'game'>): T.Rehearsal & { log: string } {
    const { told, text } = this.#module.ask('rehearse', { ...of, game: this.name })
    return { ...told, log: text }
  }

  /** For tests: stops the engine in the middle. Sessions go on from their logs. */
  trap(): never {
    return this.#module.trap()
  }

  #named(lesson: string | { scenario: string }): LessonName {
    if (typeof lesson === 'string') return { game: this.name, lesson }
    this.#checkOwn('a scenario', lesson?.scenario)
    return lesson
  }

  /** A game does not speak of another's logs. What names no game is left to the engine, which says what is wrong with it. */
  #checkOwn(what: string, text: unknown): void {
    checkText(what, text)
    const game = gameOf(text) ?? this.name
    if (game !== this.name) throw trouble('OTHER_GAME', `this is ${what} of ${JSON.stringify(game)}, not of ${JSON.stringify(this.name)}`)
  }

  #session<K extends 'start' | 'begin'>(name: K, asked: T.Asks[K]['asked'], text = ''): Session {
    const answer = this.#module.ask(name, asked, text)
    return new Session(this.#module, answer.told as T.Opened, answer.text)
  }
}
