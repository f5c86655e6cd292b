// A game being played. Its log is kept here too, line by line: should the engine stop, the session goes on from it in a new one.

import { gone } from './error.js'
import type { Module } from './module.js'
import { bad, checkText, named } from './question.js'
import type * as T from './types.js'

/** Everything of a question but its session. */
type Of<K extends keyof T.Asks> = Omit<T.Asks[K]['asked'], 'session'>

/** A lesson: the name of one that a game brings, or the text of a scenario. */
export type LessonName = { game: string; lesson: string } | { scenario: string }

/** A game being played. Nothing here waits: every answer is there when the call returns. */
export class Session {
  /** The game. */
  readonly card: T.Card
  readonly #module: Module
  readonly #lines: string[]
  #id: number
  #generation: number
  #seq: number
  #isLeft = false

  /** Made by `Game` and by sessions; `log` is what has been written so far. */
  constructor(module: Module, opened: T.Opened, log: string) {
    this.card = opened.card
    this.#module = module
    this.#lines = [log]
    this.#id = opened.session
    this.#seq = opened.seq
    this.#generation = module.generation
  }

  /** The number of the latest record. */
  seq(): number {
    return this.#seq
  }

  /** The whole log as text: what is saved, sent, verified and opened again. */
  log(): string {
    const whole = this.#lines.join('')
    this.#lines.splice(0, this.#lines.length, whole)
    return whole
  }

  /** How the game stands: over, who is waited for, scores, clocks. */
  status(of: Of<'status'> = {}): T.Status {
    return this.#ask('status', of).told
  }

  /** Declares an action. What is refused is told, not thrown. */
  act(action: unknown, of: Omit<Of<'act'>, 'action'> = {}): T.Judged {
    const { told, text } = this.#ask('act', { ...of, action })
    this.#written(text, told.seq)
    return told
  }

  /** Appends lines that were decided elsewhere. If one does not follow, none is taken. */
  follow(lines: string): void {
    checkText('what follows', lines)
    if (this.#isLeft) throw gone()
    try {
      this.#written(lines, this.#ask('follow', {}, lines).told)
    } catch (error) {
      this.#rebuild()
      throw error
    }
  }

  /** Closes the game before its end. */
  close(why: string): void {
    this.#written(this.#ask('close', { why }).text, this.#seq)
  }

  /** Says something about the match for a seat: it resigns, offers a draw, accepts or declines one. Throws where that is refused. */
  say(seat: string, word: T.Word, of: Omit<Of<'say'>, 'seat' | 'word'> = {}): T.Parley {
    const { told, text } = this.#ask('say', { ...of, seat, word })
    this.#written(text, this.#seq)
    return told
  }

  /** What a seat may do, with words, places and keys. */
  choices(seat?: string, of: Omit<Of<'choices'>, 'seat'> = {}): T.Offer[] {
    return this.#ask('choices', { ...of, ...(seat !== undefined && { seat }) }).told
  }

  /** What a seat may do: the actions alone. */
  legal(seat?: string, of: Omit<Of<'choices'>, 'seat'> = {}): unknown[] {
    return this.choices(seat, of).map(offer => offer.action)
  }

  /** What an action would do, as far as its seat can know. Nothing changes. */
  preview(action: unknown, of: Omit<Of<'preview'>, 'action'> = {}): T.Foreseen {
    return this.#ask('preview', { ...of, action }).told
  }

  /** What a bot would do in a seat; `null` where there is nothing to do. The same luck gives the same. */
  bot(bot: string, of: Omit<Of<'bot'>, 'bot' | 'luck'> & { luck?: string } = {}): { action: unknown } | null {
    return this.#ask('bot', { luck: fresh(), ...of, bot }).told
  }

  /** What an eye may know, now or after an earlier record; no eye: an onlooker. */
  view(eye?: string, seq?: number): unknown {
    return this.#ask('view', look(eye, seq)).told.view
  }

  /** The picture of it. */
  scene(eye?: string, seq?: number): T.Scene {
    return this.#ask('scene', look(eye, seq)).told
  }

  /** What an eye saw happen in a record, the latest if none is named: events, sentences, cues. */
  record(eye?: string, seq: number = this.#seq): T.Seen {
    return this.#ask('record', { ...look(eye), seq }).told
  }

  /** What moves on the screen because of a record. */
  cues(eye?: string, seq: number = this.#seq): T.Cue[] {
    return this.record(eye, seq).cues
  }

  /** Who declared what in a record, whoever may know it. */
  cause(seq: number): T.Cause {
    return this.#ask('cause', { seq }).told
  }

  /** Why a record came so, whoever may know it. */
  why(seq: number = this.#seq): T.Explained {
    return this.#ask('why', { seq }).told
  }

  /** The moments before the first move and after each, as players count them. */
  moments(): T.Moment[] {
    return this.#ask('moments', {}).told
  }

  /** The same game at an earlier record, as a session of its own. This one stays as it is. */
  back(seq: number): Session {
    const { told, text } = this.#ask('back', { seq })
    return new Session(this.#module, told, text)
  }

  /** A child game with a name, as a session of its own. This one stays as it is. */
  branch(name: string, of: Omit<Of<'branch'>, 'name'> = {}): Session {
    const { told, text } = this.#ask('branch', { ...of, name })
    return new Session(this.#module, told, text)
  }

  /** The game as a file of another program. */
  export(format: string, of: Omit<Of<'export'>, 'format'> = {}): string {
    return this.#ask('export', { ...of, format }).text
  }

  /** How the session stands in a lesson. */
  standing(lesson: LessonName): T.Standing {
    const { of, text } = lessonOf(lesson)
    return this.#ask('standing', of, text).told
  }

  /** Leaves the session, once and for all: only `card`, `seq()` and `log()`, which are kept here, can be read afterwards. */
  leave(): void {
    if (this.#isLeft) return
    this.#isLeft = true
    if (this.#generation === this.#module.generation) this.#module.ask('leave', { session: this.#id })
  }

  #ask<K extends keyof T.Asks>(name: K, of: Of<K>, text = '') {
    if (this.#isLeft) throw gone()
    if (this.#generation !== this.#module.generation) this.#rebuild()
    return this.#module.ask(name, { ...of, session: this.#id } as unknown as T.Asks[K]['asked'], text)
  }

  #written(lines: string, seq: number): void {
    if (lines !== '') this.#lines.push(lines)
    this.#seq = seq
  }

  /** Opens the log again, in the instance there is. */
  #rebuild(): void {
    if (this.#generation === this.#module.generation) this.#module.ask('leave', { session: this.#id })
    const { told } = this.#module.ask('resume', {}, this.log())
    this.#id = told.session
    this.#seq = told.seq
    this.#generation = this.#module.generation
  }
}

/** Luck that nobody had before. */
function fresh(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/** A lesson as it is asked for. */
export function lessonOf(lesson: LessonName): { of: { game?: string; lesson?: string }; text: string } {
  if (typeof lesson !== 'object' || lesson === null) throw bad(`a lesson is { game, lesson } or { scenario }, and this is ${named(lesson)}`)
  if (!('scenario' in lesson)) return { of: lesson, text: '' }
  checkText('a scenario', lesson.scenario)
  return { of: {}, text: lesson.scenario }
}

function look(eye?: string, seq?: number): { eye?: string; seq?: number } {
  return { ...(eye !== undefined && { eye }), ...(seq !== undefined && { seq }) }
}
