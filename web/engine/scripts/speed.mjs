// How fast the modules are in Node: an action to its picture, seeking in a long log, opening and verifying one. Medians, in milliseconds.

import { games, open } from '../dist/index.js'

const RECORDS = 10_000
const median = times => times.sort((one, two) => one - two)[times.length >> 1]
const worst = times => Math.max(...times)
const timed = work => {
  const start = performance.now()
  const value = work()
  return [performance.now() - start, value]
}
const say = (what, times) => console.log(`${what.padEnd(52)} ${median(times).toFixed(2).padStart(8)} ${worst(times).toFixed(2).padStart(8)}`)

console.log(`${''.padEnd(52)} ${'median'.padStart(8)} ${'worst'.padStart(8)}`)
for (const { name } of games()) {
  const [loading, game] = await opened(name)
  const times = { click: [], choices: [], preview: [], start: [loading] }
  for (let number = 0; number < 20; number += 1) await playOn(game, times, number)
  say(`${name}: open`, times.start)
  say(`${name}: act + status + view + scene + record`, times.click)
  say(`${name}: choices`, times.choices)
  say(`${name}: preview of an action`, times.preview)
}
for (const name of ['hop', 'nim']) await seek(name)

async function opened(name) {
  const start = performance.now()
  const game = await open(name)
  return [performance.now() - start, game]
}

async function playOn(game, times, number) {
  const { seeded } = game.card()
  const session = game.start(seeded ? { seed: `speed ${number}` } : {})
  for (let step = 0; step < 50; step += 1) {
    const [seat] = session.status().waiting
    if (seat === undefined) break
    const advice = session.bot('random', { seat, luck: `${number} ${step}` })
    times.choices.push(timed(() => session.choices(seat))[0])
    times.preview.push(timed(() => session.preview(advice.action, { seat }))[0])
    times.click.push(
      timed(() => {
        session.act(advice.action, { seat })
        return [session.status(), session.view(seat), session.scene(seat), session.record(seat)]
      })[0],
    )
  }
  session.leave()
}

/** A log of 10,000 records, whose actions change little: a game that is played does not last as long. */
async function seek(name) {
  const game = await open(name)
  const setups = { nim: { heaps: Array(16).fill(700) }, hop: { seed: 'speed', arena: { enemies: [] } } }
  const action = { nim: seq => ({ heap: seq % 16, stones: 1 }), hop: () => ({ type: 'WAIT' }) }[name]
  const session = game.start({ setup: setups[name] })
  const eye = session.card.seats[0]
  while (session.seq() < RECORDS) {
    const judged = session.act(action(session.seq()), { seat: session.status().waiting[0] })
    if (!judged.success) throw new Error(judged.errors.join())
  }
  const last = session.seq()
  const times = Array.from({ length: 60 }, (_, index) => timed(() => session.scene(eye, (index * 7919) % last))[0])
  say(`${name}: seek in ${last} records, scene`, times)
  const log = session.log()
  const mib = (log.length / 2 ** 20).toFixed(1)
  say(`${name}: back to the middle of them, as a session`, Array.from({ length: 5 }, () => timed(() => session.back(last >> 1).leave())[0]))
  say(`${name}: open the log (${mib} MiB)`, Array.from({ length: 3 }, () => timed(() => game.resume(log).leave())[0]))
  say(`${name}: verify it`, Array.from({ length: 3 }, () => timed(() => game.verify(log))[0]))
}
