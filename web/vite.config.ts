import { readdirSync } from 'node:fs'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/** Writes down which files the page is made of, so that it can be kept for when there is no network. */
function files(): Plugin {
  return {
    name: 'files',
    generateBundle(_, bundle) {
      const own = readdirSync('public').filter(name => name !== 'offline.js')
      const made = Object.keys(bundle).filter(name => !name.endsWith('.html') && !name.includes('scripted'))
      this.emitFile({ type: 'asset', fileName: 'files.json', source: JSON.stringify([...own, ...made].sort().map(name => `/${name}`)) })
    },
  }
}

// The page is served by the server itself. While it is worked on, `npm run dev` hands questions for the server on to it.
export default defineConfig({
  plugins: [files()],
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: false, chunkSizeWarningLimit: 900 },
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:4200', ws: true } } },
})
