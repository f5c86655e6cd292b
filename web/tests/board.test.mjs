// The board in motion: what moves is seen moving, one film at a time; a map is looked around in.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { open } from '@referee/engine'
import { browser, byMouse, onStage, plan, ready, server, shot } from './stage.mjs'

onStage()

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
  const session = await climbed(6)
  const page = await browser.page({ reducedMotion: 'no-preference' })
  await watch(page, session)
  const second = Array.from({ length: session.seq() }, (_, seq) => seq).find(seq => session.view('player', seq).floor === 2)
  await page.getByTestId('slider').fill(String(second - 4))
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('8')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.waitForFunction(seq => Number(document.querySelector('[data-testid="at"]').textContent.split(' ')[0]) > seq, second + 4) // from one floor to the next
  for (let press = 0; press < 15; press += 1) await page.keyboard.press('ArrowRight', { delay: press % 3 ? 0 : 30 })
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: 'Pause' }).click()
  await stillness(page)
  await standsAsTold(page, session, 'hurried on')
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

/** How the map lies in its room. */
const lie = page => page.evaluate(() => {
  const { board, clientWidth, clientHeight } = document.querySelector('.board')
  const { x, y, width, height } = board.box
  return { left: x, top: y, right: clientWidth - x - width, bottom: clientHeight - y - height, wide: clientWidth, high: clientHeight, pannable: board.pannable }
})

/** Where a place is in the room, and how far that is from its edges. */
const where = (page, spot) => page.evaluate(spot => {
  const { board, clientWidth, clientHeight } = document.querySelector('.board')
  const { x, y } = board.screen(spot)
  return { x, y, rim: Math.min(x, y, clientWidth - x, clientHeight - y) }
}, spot)

/** Nothing is empty beside a map that has more on the other side. */
function filled({ left, right, top, bottom }, why) {
  assert.ok(!(left > 10 && right < 0) && !(right > 10 && left < 0) && !(top > 10 && bottom < 0) && !(bottom > 10 && top < 0), `${why}: ${JSON.stringify({ left, right, top, bottom })}`)
}

const hero = page => page.evaluate(() => { const { x, y } = document.querySelector('.board').board.here; return { x, y } })

async function dragged(page, dx, dy) {
  const box = await page.locator('.board').boundingBox()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let part = 1; part <= 5; part += 1) await page.mouse.move(x + (dx * part) / 5, y + (dy * part) / 5)
  await page.mouse.up()
}

/** Drags a map with a finger: it moves as far as the finger, and the page not at all. */
async function swiped(page, dx) {
  const before = await lie(page)
  const box = await page.locator('.board').boundingBox()
  const fingers = await page.context().newCDPSession(page)
  const [x, y] = [box.x + 80, box.y + box.height / 2]
  const touch = (type, at) => fingers.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] })
  await touch('touchStart', x)
  for (let part = 1; part <= 8; part += 1) await touch('touchMove', x + (dx * part) / 8)
  await touch('touchEnd')
  const after = await lie(page)
  assert.ok(Math.abs(after.left - before.left - dx) <= 16, `${before.left} → ${after.left} by a finger`)
  assert.equal(await page.evaluate(() => scrollX + scrollY), 0)
}

for (const [screen, options] of [['a phone', PHONE], ['a desk', { viewport: { width: 900, height: 640 } }]]) {
  test(`on ${screen} a map fills its room, is dragged, and comes back to whoever looks`, async () => {
    const { page } = await explored(40, options)
    const here = await hero(page)
    const before = await lie(page)
    filled(before, 'at first')
    assert.ok(before.pannable, JSON.stringify(before))
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('.board')).touchAction), 'none')
    await shot(page, `map-${screen.replace('a ', '')}`)
    const seq = await page.evaluate(() => document.querySelector('.board').board.seq)
    const stood = await where(page, here)
    assert.ok(stood.rim > 0, 'whoever looks is seen')
    // To each end: the outermost place can be looked at, and nothing beyond.
    for (const [dx, side, other] of [[3000, 'left', 'right'], [-6000, 'right', 'left']]) {
      await dragged(page, dx, 0)
      const now = await lie(page)
      filled(now, side)
      assert.ok(now[side] >= 0 && now[side] < 20 && now[other] < 0, `${side}: ${JSON.stringify(now)}`)
    }
    await shot(page, `map-${screen.replace('a ', '')}-dragged`)
    if (options.hasTouch) await swiped(page, 200)
    assert.equal(await page.evaluate(() => document.querySelector('.board').board.seq), seq, 'a drag does nothing')
    assert.equal(await page.getByRole('menu').count(), 0)
    // A little aside: what can be chosen can still be chosen, where it is seen now.
    await page.evaluate(() => document.querySelector('.board').board.point(document.querySelector('.board').board.here))
    await dragged(page, (await where(page, here)).x > before.wide / 2 ? -60 : 60, 30)
    const target = await page.evaluate(() => { const { board } = document.querySelector('.board'); return board.targets.find(spot => Math.abs(spot.x - board.here.x) <= 1 && Math.abs(spot.y - board.here.y) <= 1 && (spot.x !== board.here.x || spot.y !== board.here.y)) })
    const [at, box] = [await where(page, target), await page.locator('.board').boundingBox()]
    await page.mouse.move(box.x + at.x, box.y + at.y)
    const pointed = await page.evaluate(() => document.querySelector('.board').board.at)
    assert.deepEqual([pointed.x, pointed.y], [target.x, target.y], 'what is pointed at is what is seen there')
    await page.mouse.click(box.x + at.x, box.y + at.y)
    await page.waitForFunction(seq => document.querySelector('[role=menu]') || document.querySelector('.board').board.seq > seq, seq)
    if (await page.getByRole('menu').count()) await page.getByRole('menuitem').first().click()
    await ready(page, seq + 1)
    const after = await lie(page)
    filled(after, 'after a step')
    const { rim } = await where(page, await hero(page))
    assert.ok(rim > 34 || Math.max(after.left, after.right, after.top, after.bottom) >= 0, `whoever looks is seen with what is around: ${rim}`)
    await page.context().close()
  })
}

test('the cursor of the keyboard stays in view, and a step moves a map by no more than a place', async () => {
  const { page } = await explored(40, { viewport: { width: 900, height: 640 } })
  await page.locator('.board').focus()
  for (const [key, times] of [['Shift+ArrowRight', 30], ['Shift+ArrowLeft', 60], ['Shift+ArrowDown', 20]]) {
    for (let press = 0; press < times; press += 1) await page.keyboard.press(key)
    const at = await page.evaluate(() => document.querySelector('.board').board.at)
    const { rim } = await where(page, at)
    assert.ok(rim > 10, `${key}: ${JSON.stringify(at)} is ${rim} from the edge`)
    filled(await lie(page), key)
  }
  let seq = await page.evaluate(() => document.querySelector('.board').board.seq)
  await page.keyboard.press('.').catch(() => {})
  const offer = async () => page.evaluate(() => { const { board } = document.querySelector('.board'); return board.targets.filter(spot => Math.max(Math.abs(spot.x - board.here.x), Math.abs(spot.y - board.here.y)) === 1) })
  await ready(page, seq)
  let last = null
  for (let step = 0; step < 6; step += 1) {
    seq = await page.evaluate(() => document.querySelector('.board').board.seq)
    const fixed = await hero(page)
    const before = await where(page, fixed)
    const spot = (await offer())[0]
    if (!spot) break
    const [at, box] = [await where(page, spot), await page.locator('.board').boundingBox()]
    await page.mouse.click(box.x + at.x, box.y + at.y)
    await page.waitForFunction(seq => document.querySelector('[role=menu]') || document.querySelector('.board').board.seq > seq, seq)
    if (await page.getByRole('menu').count()) await page.getByRole('menuitem').first().click()
    await ready(page, seq + 1)
    const after = await where(page, fixed)
    if (last) assert.ok(Math.hypot(after.x - before.x, after.y - before.y) <= 64 * 1.5, `${JSON.stringify(before)} → ${JSON.stringify(after)}`)
    last = after
  }
  await page.context().close()
})

test('a small arena is not blown up, whatever the room', async () => {
  const page = await browser.page({ viewport: { width: 1600, height: 1000 } })
  await page.goto(`${server.url}/#/lessons/incursion/2-a-blow`)
  await ready(page, 0)
  const wide = await page.evaluate(() => { const { board } = document.querySelector('.board'); return board.screen({ x: 1, y: 0 }).x - board.screen({ x: 0, y: 0 }).x })
  assert.ok(wide <= 64 && wide >= 34, `a place is ${wide} pixels wide`)
  await shot(page, 'map-arena')
  await page.context().close()
})

test('a page that is left as it opens breaks nothing, and the next has its board', async () => {
  const page = await browser.page()
  await page.goto(`${server.url}/#/lessons/hop/01-the-spear-kills`)
  await page.waitForSelector('.board canvas')
  await page.evaluate(async () => {
    const sleep = millis => new Promise(resolve => setTimeout(resolve, millis))
    for (let wait = 0; wait < 140; wait += 10) {
      location.hash = '#/leaders/hop'
      await sleep(100)
      location.hash = '#/lessons/hop/01-the-spear-kills'
      for (let tries = 0; tries < 100 && !document.querySelector('.board'); tries += 1) await sleep(2)
      await sleep(wait)
      location.hash = '#/lessons/incursion/2-a-blow'
      await sleep(60)
    }
  })
  await page.waitForFunction(() => document.querySelector('.board')?.board?.pannable === false && document.querySelectorAll('.board canvas').length === 1)
  assert.deepEqual(browser.wrong, [])
  await page.context().close()
})

test('nothing went wrong in any page', () => {
  assert.deepEqual(browser.wrong, [])
})
