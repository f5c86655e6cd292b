import { defineConfig } from 'vite'

// The page is served by the server itself. While it is worked on, `npm run dev` hands questions for the server on to it.
export default defineConfig({
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: false, chunkSizeWarningLimit: 900 },
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:4200', ws: true } } },
})
