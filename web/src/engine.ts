// Long work is done aside, so that the page does not wait for it.

import { connect } from '@referee/engine'
import type { Remote, Report } from '@referee/engine'

let remote: Remote | undefined

/** Checks a log in a worker: chain, fold, and every action decided again. */
export function verifyAside(log: string): Promise<Report> {
  remote ??= connect(new Worker(new URL('./aside.ts', import.meta.url), { type: 'module' }))
  return remote.verify(log)
}
