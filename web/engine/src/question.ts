// A question as text. What JSON would quietly change, or cannot say, is refused here: a time that is no number must not become "now".

import { RefereeError, said, trouble } from './error.js'

/** The fields that count something: whole numbers, not negative. Left out, or null, they say nothing. */
const COUNTS = ['at', 'seq', 'most', 'events', 'actions']

/** A question as one line of JSON. */
export function written(asked: object): string {
  const fields = asked as Record<string, unknown>
  for (const name of COUNTS) if (fields[name] !== undefined && fields[name] !== null) checkCount(name, fields[name])
  if (Array.isArray(fields.dice)) fields.dice.forEach((die, index) => checkCount(`dice[${index}]`, die))
  try {
    return JSON.stringify(asked, finite)
  } catch (cause) {
    if (cause instanceof RefereeError) throw cause
    throw Object.assign(bad(`this cannot be written as JSON: ${said(cause)}`), { cause })
  }
}

/** A text that comes with a question. */
export function checkText(what: string, text: unknown): asserts text is string {
  if (typeof text !== 'string') throw bad(`${what} is text, and this is ${named(text)}`)
}

/** A question that nobody can answer. */
export function bad(message: string, path?: string): RefereeError {
  return trouble('BAD_QUESTION', message, path)
}

function checkCount(name: string, value: unknown): void {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return
  throw bad(`\`${name}\` is a whole number, not negative, and this is ${named(value)}`, name)
}

/** JSON has no word for these, and would say null. */
function finite(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw bad(`\`${key}\` is ${value}, which cannot be written as JSON`, key)
  return value
}

/** A value in a word: numbers as they are, of everything else what it is. */
export function named(value: unknown): string {
  if (typeof value === 'number' || value === undefined || value === null) return String(value)
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object'
  return `a ${typeof value}`
}
