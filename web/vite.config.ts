import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/** Writes down which files the page is made of, so that it can be kept for when there is no network. */
function files(): Plugin {
  return {
    name: 'files',
    generateBundle(_, bundle) {
      const own = readdirSync('public')
      const made = Object.keys(bundle).filter(name => !name.endsWith('.html'))
      const isLater = (name: string) => name.includes('scripted')
      const named = (names: string[]) => names.sort().map(name => `/${name}`)
      // What is fetched at once, and what is kept once somebody has wanted it.
      const list = JSON.stringify({ now: named([...own, ...made.filter(name => !isLater(name))]), later: named(made.filter(isLater)) })
      this.emitFile({ type: 'asset', fileName: 'files.json', source: list })
      // A browser looks whether the worker has changed: so it says for which files it is, and what is in those whose names do not.
      const hash = createHash('sha256').update(list)
      for (const file of ['index.html', ...own.map(name => join('public', name))]) hash.update(readFileSync(file))
      const worker = readFileSync('offline.js', 'utf8')
      this.emitFile({ type: 'asset', fileName: 'offline.js', source: `// ${hash.digest('hex')}\n${worker}` })
    },
  }
}

/** Leaves a compressed copy beside every file that gets smaller by it. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        if (!entry.isFile() || !/\.(js|css|html|svg|json|wasm|webmanifest)$/.test(entry.name)) continue
        const bytes = readFileSync(path)
        const quality = entry.name.endsWith('.wasm') ? 9 : 11
        const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
        if (packed.length < bytes.length * 0.9) writeFileSync(`${path}.br`, packed)
      }
    },
  }
}

// The page is served by the server itself. While it is worked on, `npm run dev` hands questions for the server on to it.
export default defineConfig({
  plugins: [files(), compressed()],
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: false, chunkSizeWarningLimit: 900 },
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:4200', ws: true } } },
})
