// The board in motion: what moves is seen moving, one film at a time; a map is looked around in.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { open } from '@referee/engine'
import { browse, byMouse, plan, ready, serve, shot } from './stage.mjs'

let server
let browser

before(async () => {
  server = await serve()
  browser = await browse()
})

after(async () => {
  await browser?.close()
  server?.stop()
})

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

async function begin(page, game, seed) {
  await page.goto(`${server.url}/#/play/${game}`)
  await page.getByLabel('Seed').fill(seed)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForSelector('.board canvas')
}

async function watch(page, session) {
  await page.goto(server.url)
  await page.locator('input[type=file]').setInputFiles({ name: 'run.jsonl', mimeType: 'text/plain', buffer: Buffer.from(session.log()) })
  await page.getByTestId('verified').waitFor()
}

/** A run of Hop that comes to a floor. */
async function climbed(floor) {
  for (let luck = 0; luck < 60; luck += 1) {
    const { session } = await plan('hop', `climb ${luck}`, session => session.view('player').floor >= floor, String(luck))
    if (session.view('player').floor >= floor) return session
    session.leave()
  }
  throw new Error(`no run comes to floor ${floor}`)
}

/** Waits until nothing moves on the board. */
const stillness = page => page.waitForFunction(() => !document.querySelector('.board').board.moving)

/** Whether the board shows the record that the page names: every token in its place, and nothing else. */
async function standsAsTold(page, session, why) {
  const seq = Number((await page.getByTestId('at').textContent()).split(' ')[0])
  const { standing, effects } = await page.evaluate(() => { const { standing, effects } = document.querySelector('.board').board; return { standing, effects } })
  const order = (one, two) => one.id - two.id
  const told = session.scene('player', seq).board.tokens.map(({ id, at }) => ({ id, at: { x: at.x, y: at.y }, still: true })).sort(order)
  assert.deepEqual(standing.map(({ id, at, still }) => ({ id, at, still })).sort(order), told, `${why}: record ${seq}`)
  assert.deepEqual(effects, [], `${why}: nothing is left over`)
}

test('a replay that runs fast, or is hurried on, shows the record it names, and leaves nothing over', async () => {
  const session = await climbed(4)
  const page = await browser.page({ reducedMotion: 'no-preference' })
  await watch(page, session)
  const floorOf = async () => session.view('player', Number((await page.getByTestId('at').textContent()).split(' ')[0])).floor
  await page.getByTestId('slider').fill('0')
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('8')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.waitForTimeout(2500)
  for (let press = 0; press < 25; press += 1) await page.keyboard.press('ArrowRight', { delay: press % 3 ? 0 : 30 })
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: 'Pause' }).click()
  await stillness(page)
  await standsAsTold(page, session, 'hurried on')
  assert.ok(await floorOf() >= 2, 'several floors were shown')
  await page.keyboard.press('Home')
  await standsAsTold(page, session, 'at the beginning again')
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1')
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(40 + 17 * (press % 4)) // in the midst of a film
  }
  await page.keyboard.press('ArrowLeft')
  await standsAsTold(page, session, 'one back')
  await page.keyboard.press('ArrowRight')
  await stillness(page)
  await standsAsTold(page, session, 'one on')
  assert.deepEqual(browser.wrong, [])
  await page.context().close()
})

test('a replay that runs waits for what moves: no film is cut', async () => {
  const session = await climbed(2)
  const page = await browser.page({ reducedMotion: 'no-preference' })
  await watch(page, session)
  await page.getByTestId('slider').fill('0')
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('4')
  await page.evaluate(() => {
    const { board } = document.querySelector('.board')
    const play = board.play.bind(board)
    window.cut = 0
    window.played = 0
    board.play = (...all) => {
      if (board.moving) window.cut += 1
      window.played += 1
      return play(...all)
    }
  })
  await page.getByRole('button', { name: 'Run' }).click()
  await page.waitForFunction(() => window.played >= 6)
  await page.getByRole('button', { name: 'Pause' }).click()
  assert.equal(await page.evaluate(() => window.cut), 0)
  await page.context().close()
})

/** Does something, and tells what was seen from frame to frame until nothing moves. */
async function filmed(page, doing) {
  await page.evaluate(() => {
    const { board } = document.querySelector('.board')
    window.frames = []
    window.filmed = (async () => {
      const end = performance.now() + 4000
      const from = board.seq
      while (performance.now() < end && (board.seq === from || board.moving)) {
        await new Promise(requestAnimationFrame)
        window.frames.push({ standing: board.standing, words: board.effects.filter(Boolean) })
      }
    })()
  })
  await doing()
  await page.evaluate(() => window.filmed)
  return page.evaluate(() => window.frames)
}

/** The places between two that a body was seen at. */
const between = frames => {
  const seen = new Set()
  for (const { standing } of frames) for (const { id, x, y, at, still } of standing) if (!still) seen.add(`${id} ${x.toFixed(1)} ${y.toFixed(1)} ${at.x},${at.y}`)
  return seen
}

/** A game of Hop up to a step that moves somebody and says a word above a place. */
async function telling() {
  for (let seed = 0; seed < 40; seed += 1) {
    const cues = session => (session.seq() > 0 ? session.record('player').cues : [])
    const { steps, session } = await plan('hop', `told ${seed}`, session => cues(session).some(cue => cue.float) && cues(session).some(cue => cue.move))
    const word = cues(session).find(cue => cue.float)?.float.text
    if (word && steps.length <= 12) return { seed: `told ${seed}`, steps, word }
  }
  throw new Error('nothing is ever said')
}

test('what moves is seen between where it was and where it goes, and words rise; with less motion neither', async () => {
  const { seed, steps, word } = await telling()
  for (const motion of ['no-preference', 'reduce']) {
    const page = await browser.page({ reducedMotion: motion })
    await begin(page, 'hop', seed)
    for (const [index, step] of steps.slice(0, -1).entries()) {
      await ready(page, index)
      await page.keyboard.press('Escape')
      await byMouse(page, step)
    }
    await ready(page, steps.length - 1)
    const frames = await filmed(page, () => byMouse(page, steps.at(-1)))
    const words = new Set(frames.flatMap(frame => frame.words))
    if (motion === 'reduce') {
      assert.equal(between(frames).size, 0, 'nothing moves')
      assert.equal(words.size, 0, 'nothing rises')
    } else {
      assert.ok(between(frames).size >= 3, `bodies are seen on their way: ${[...between(frames)].join('; ')}`)
      assert.ok(words.has(word), `${word} is among ${[...words]}`)
    }
    await page.context().close()
  }
})

/** A level of Incursion that was walked through, and the page with it. */
async function explored(least, options) {
  for (let seed = 0; seed < 30; seed += 1) {
    const session = (await open('incursion')).start({ seed: `wide ${seed}` })
    const wide = () => { const xs = session.scene('hero').board?.tiles.map(tile => tile.at.x) ?? [0]; return Math.max(...xs) - Math.min(...xs) }
    for (let step = 0; step < 400 && !session.status().over && wide() < least; step += 1) {
      const [seat] = session.status().waiting
      session.act(session.bot('explorer', { seat, luck: `${seed} ${step}` }).action, { seat })
    }
    if (wide() >= least && !session.status().over) {
      const page = await browser.page(options)
      await watch(page, session)
      await page.getByRole('button', { name: 'Play from here' }).click()
      await ready(page, 0)
      return { page, session }
    }
    session.leave()
  }
  throw new Error('no level is so wide')
}
