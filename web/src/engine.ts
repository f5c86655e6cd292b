// Long work is done aside, so that the page does not wait for it.

import { connect } from '@referee/engine'
import type { Remote, Report } from '@referee/engine'

let remote: Remote | undefined

/** Checks a log in a worker: chain, fold, and every action decided again. */
export async function verifyAside(log: string): Promise<Report> {
  remote ??= aside()
  return remote.verify(log)
}

/** A worker. One that cannot be loaded, or fails, is dropped: the next question gets a new one. */
function aside(): Remote {
  const worker = new Worker(new URL('./aside.ts', import.meta.url), { type: 'module' })
  return connect(worker, () => {
    worker.terminate()
    remote = undefined
  })
}
