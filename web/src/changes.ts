// What differs between two views, as paths.

export interface Change {
  path: string
  before: unknown
  after: unknown
}

/** How many changes are listed at most. */
const MOST = 60

/** Every place where two values differ, down to the smallest part. */
export function changes(before: unknown, after: unknown): Change[] {
  const found: Change[] = []
  compare('', before, after, found)
  return found
}

function compare(path: string, before: unknown, after: unknown, found: Change[]): void {
  if (found.length >= MOST || before === after) return
  if (!isTree(before) || !isTree(after) || Array.isArray(before) !== Array.isArray(after)) {
    found.push({ path, before, after })
    return
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    compare(path ? `${path}.${key}` : key, before[key], after[key], found)
  }
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** A value in few words. */
export function brief(value: unknown): string {
  if (value === undefined) return '–'
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
