// The inside of a worker: `new Worker(new URL('@referee/engine/worker', import.meta.url), { type: 'module' })`, then `connect(worker)`.

import { serve } from './remote.js'
import type { Port } from './remote.js'

const threads = 'node:worker_threads'
const inside = typeof postMessage === 'function' ? globalThis : (await import(/* @vite-ignore */ threads)).parentPort

serve(inside as Port)
