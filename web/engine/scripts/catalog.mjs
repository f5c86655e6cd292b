// Asks each module for its games and writes src/catalog.ts, so that a page lists them without loading any.

import { readFileSync, writeFileSync } from 'node:fs'

const folder = new URL('../', import.meta.url)
const text = ['plain', 'scripted'].map(name => `  ${name}: ${JSON.stringify(gamesOf(name), null, 2).replaceAll('\n', '\n  ')},\n`)
const head = "// Written by `cargo xtask wasm`: the games of each module. Not edited by hand.\n\nimport type { Card } from './types.js'\n\n"
const catalog = `${head}export const catalog = {\n${text.join('')}} satisfies Record<string, Card[]> as Record<'plain' | 'scripted', Card[]>\n`
writeFileSync(new URL('src/catalog.ts', folder), catalog)

function gamesOf(name) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(new URL(`dist/${name}.wasm`, folder))))
  const question = new TextEncoder().encode('games {}')
  const room = exports.room(question.length) // first: the memory may grow, and its buffer be another
  new Uint8Array(exports.memory.buffer, room, question.length).set(question)
  const length = exports.ask()
  return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answer(), length)).slice(1))
}
