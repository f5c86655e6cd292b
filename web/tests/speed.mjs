// How fast the page is, as figures: `node web/tests/speed.mjs` with REFEREE_BIN and a built page. Nothing is asserted: times depend on the machine.

import { statSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { open } from '@referee/engine'
import { browse, byMouse, plan, ready, serve } from './stage.mjs'

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist')
const median = list => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]
const say = (what, value) => console.log(`${what.padEnd(70)} ${value}`)

/** How long the page has worked so far, in thousandths of a second: its scripts, or everything it does itself. */
async function spentOn(session, what) {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === what).value * 1000
}

/** Notes when frames come while something moves on the board. */
function watchFrames() {
  window.frames_seen = []
  let before = null
  const frame = now => {
    const moving = document.querySelector('.board')?.board?.moving === true
    if (moving && before !== null) window.frames_seen.push(now - before)
    before = moving ? now : null
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

const server = await serve()
const browser = await browse()
try {
  const page = await browser.page({ reducedMotion: 'no-preference' })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await page.goto(`${server.url}/#/play/hop`)
  await page.getByLabel('Seed').fill('floor')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForSelector('.board canvas')

  // From click to the new view: what the page itself measures between the event and the new standing.
  const { steps } = await plan('hop', 'floor', session => session.view('player').floor > 1)
  const spent = []
  await page.evaluate(watchFrames)
  const worked = await spentOn(devtools, 'TaskDuration')
  for (const [index, step] of steps.entries()) {
    await ready(page, index)
    await page.evaluate(() => performance.clearMeasures())
    await byMouse(page, step)
    await ready(page, index + 1)
    spent.push(...(await page.evaluate(() => performance.getEntriesByName('judged').map(({ duration }) => duration))))
  }
  say('an action of Hop, click to new view, script, ms, median (most)', `${median(spent).toFixed(2)} (${Math.max(...spent).toFixed(2)})`)

  const work = (await spentOn(devtools, 'TaskDuration')) - worked
  const frames = await page.evaluate(() => window.frames_seen)
  const late = frames.filter(wait => wait > 20).length
  say('frames while something moves, ms apart, median (most), later than 20 ms', `${median(frames).toFixed(1)} (${Math.max(...frames).toFixed(1)}), ${late} of ${frames.length}`)
  say('work of the page for each of them, judging and all else included, ms', (work / frames.length).toFixed(1))

  const before = await spentOn(devtools, 'ScriptDuration')
  await page.waitForTimeout(1000)
  say('script in a second in which nothing moves, ms', ((await spentOn(devtools, 'ScriptDuration')) - before).toFixed(1))

  // Seeking in a long log.
  const long = (await open('nim')).start({ setup: { heaps: [10000] }, seed: 'long' })
  let count = 0
  while (!long.status().over && count < 10000) {
    const { waiting: [seat] } = long.status()
    long.act(long.choices(seat, { most: 1 })[0].action, { seat })
    count += 1
  }
  const log = long.log()
  await page.goto(server.url)
  await page.locator('input[type=file]').setInputFiles({ name: 'long.jsonl', mimeType: 'text/plain', buffer: Buffer.from(log) })
  await page.getByTestId('verified').waitFor({ timeout: 60_000 })
  const seeks = await page.evaluate(async last => {
    const slider = document.querySelector('[data-testid=slider]')
    const times = []
    for (let index = 0; index < 40; index += 1) {
      const start = performance.now()
      slider.value = String((index * 7919) % last)
      slider.dispatchEvent(new Event('input', { bubbles: true }))
      times.push(performance.now() - start)
      await new Promise(requestAnimationFrame)
    }
    return times
  }, count)
  say(`seeking anywhere in a log of ${count} records, ms, median (most)`, `${median(seeks).toFixed(2)} (${Math.max(...seeks).toFixed(2)})`)

  // What is loaded first.
  const sizes = readdirSync(join(dist, 'assets')).map(name => [name, statSync(join(dist, 'assets', name)).size])
  for (const [name, size] of sizes.filter(([name]) => name.endsWith('.br'))) say(`  ${name}`, `${Math.round(size / 1024)} KiB`)
} finally {
  await browser.close()
  server.stop()
}
