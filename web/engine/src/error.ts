// What went wrong: a code for programs, a sentence for people, and the place.

import type { Details, Fault, Place } from './types.js'

/** What went wrong. `fault` says whether the answer is "no" or the question could not be used. */
export class RefereeError extends Error {
  /** A stable name for programs. */
  readonly code: string
  /** Where: line, column, path. */
  readonly place: Place
  /** What was expected there. */
  readonly expected: string | null
  /** What was found there. */
  readonly found: string | null
  /** What to do about it. */
  readonly help: string | null
  /** Whether the answer is "no" or the question could not be used. */
  readonly fault: Fault

  constructor(details: Details) {
    super(`[${details.code}] ${details.message}`)
    this.name = 'RefereeError'
    this.code = details.code
    this.place = details.place
    this.expected = details.expected
    this.found = details.found
    this.help = details.help
    this.fault = details.fault
  }

  /** As plain data, for a message to another thread. */
  details(): Details {
    const { code, place, expected, found, help, fault } = this
    return { code, message: this.message.slice(code.length + 3), place, expected, found, help, fault }
  }
}

/** An error that this package finds itself. */
export function trouble(code: string, message: string, path: string | null = null): RefereeError {
  const place: Place = { file: null, line: null, column: null, path }
  return new RefereeError({ code, message, place, expected: null, found: null, help: null, fault: 'badInput' })
}

/** Something failed that says nothing about the question: a file, a thread, a network. */
export function failed(message: string, cause?: unknown): RefereeError {
  return Object.assign(trouble('FAILED', message), { cause })
}

/** What a caught thing says. */
export function said(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/** A left session stays gone. */
export function gone(): RefereeError {
  return trouble('NO_SUCH_SESSION', 'there is no such session, or it was left')
}
