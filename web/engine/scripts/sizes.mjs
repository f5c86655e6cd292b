// Says how large the modules are: as they are, and as they are sent.

import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const kib = bytes => `${(bytes / 1024).toFixed(0).padStart(6)} KiB`
for (const name of ['plain', 'scripted']) {
  const bytes = readFileSync(new URL(`../dist/${name}.wasm`, import.meta.url))
  const gzip = gzipSync(bytes, { level: 9 }).length
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length
  console.log(`${name.padEnd(9)} ${kib(bytes.length)} raw ${kib(gzip)} gzip ${kib(brotli)} brotli`)
}
