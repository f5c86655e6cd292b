// Plays the same games native and in the modules, and compares. `head` stands for every line of a log and every digest in it.
// node parity.mjs NATIVE --games N --actions M      N games of each title, of M actions at most; one in fifty as long as it lasts
// node parity.mjs NATIVE --total N                  N actions in all, shared among the titles, in whole games

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { games, open } from '../dist/index.js'

const [program, ...rest] = process.argv.slice(2)
const options = new Map(rest.flatMap((word, index) => (word.startsWith('--') ? [[word.slice(2), Number(rest[index + 1])]] : [])))
const native = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] })
native.stdin.on('error', () => {})
const answers = createInterface({ input: native.stdout })[Symbol.asyncIterator]()
const began = Date.now()
/** So many games are asked for at once: while one side plays them, so does the other. */
const ROUND = 20
/** The longest game of a long run, and of a short one. */
const LONGEST = 2_000
const LONGEST_OF_SHORT = 400
/** Of short games, one in so many is not cut short. */
const WHOLE = 50

let all = 0
for (const card of games()) all += await compare(card.name)
native.stdin.end()
console.log(`${all} actions, the same native and in the modules, in ${((Date.now() - began) / 1000).toFixed(0)} s`)

/** Compares games of one title; gives how many actions they had. */
async function compare(name) {
  const game = await open(name)
  const total = options.has('total') ? options.get('total') / games().length : Infinity
  const most = options.get('games') ?? Infinity
  let [played, actions, records, start, here] = [0, 0, 0, Date.now(), 0]
  while (played < most && actions < total) {
    const round = Array.from({ length: Math.min(ROUND, most - played) }, (_, index) => question(name, played + index))
    round.forEach(asked => native.stdin.write(`rehearse ${JSON.stringify(asked)}\n`))
    const since = performance.now()
    const ours = round.map(asked => told(() => game.rehearse(asked)))
    here += performance.now() - since
    for (const [index, asked] of round.entries()) {
      const theirs = await answer()
      if (JSON.stringify(ours[index]) !== JSON.stringify(theirs)) await explain(game, asked, ours[index], theirs)
      actions += theirs.actions
      records += theirs.records
    }
    played += round.length
  }
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  console.log(`${name.padEnd(14)} ${String(played).padStart(6)} games ${String(actions).padStart(8)} actions ${String(records).padStart(8)} records  ${seconds} s (${(here / 1000).toFixed(1)} s of it in the module)`)
  return actions
}

function question(game, number) {
  const short = options.get('actions')
  const actions = short === undefined ? LONGEST : number % WHOLE === 0 ? LONGEST_OF_SHORT : short
  return { game, seed: `parity-${number}`, actions }
}

/** What a rehearsal came to, or the error it ended with. */
function told(rehearse) {
  try {
    const { log: _, ...rest } = rehearse()
    return rest
  } catch (error) {
    return { error: error.details?.() ?? String(error) }
  }
}

async function answer() {
  const { value, done } = await answers.next()
  if (done) throw new Error('the native half has ended')
  const text = JSON.parse(value)
  const line = JSON.parse(text.split('\n', 1)[0].slice(1))
  return text[0] === '+' ? line : { error: line }
}

/** Plays a game that differs again, and says where its logs part. */
async function explain(game, asked, ours, theirs) {
  console.log(`${asked.game}, seed ${asked.seed}: not the same\n  module ${JSON.stringify(ours)}\n  native ${JSON.stringify(theirs)}`)
  native.stdin.write(`rehearse ${JSON.stringify({ ...asked, told: true })}\n`)
  const { value } = await answers.next()
  const theirLines = JSON.parse(value).split('\n').slice(1)
  let ourLines = []
  try {
    ourLines = game.rehearse({ ...asked, told: true }).log.split('\n')
  } catch (error) {
    console.log(`  the module: ${error}`)
  }
  const step = theirLines.findIndex((line, index) => line !== ourLines[index])
  if (step < 0) console.log('  the logs are the same: something that is shown differs')
  else console.log(`  first at step ${step}\n  module ${ourLines[step]}\n  native ${theirLines[step]}`)
  process.exit(1)
}
