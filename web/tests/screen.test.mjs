// What is where on every screen, and what moves there. In a real browser, against the real server.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, begin, browser, byMouse, ending, flawless, onStage, plan, ready, resting, saved, server, shot, walk } from './stage.mjs'

onStage()

/** Opens a log in the arcade, and plays on from its end. */
async function playOn(page, log) {
  await page.goto(server.url)
  await page.locator('input[type=file]').setInputFiles({ name: 'run.jsonl', mimeType: 'text/plain', buffer: Buffer.from(log) })
  await page.getByRole('button', { name: 'Play from here' }).click()
}

test('a board fills the room it has, on every screen', async () => {
  const screens = { desk: { viewport: { width: 1280, height: 800 } }, wide: { viewport: { width: 1920, height: 1080 } }, phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } }
  for (const [screen, options] of Object.entries(screens)) {
    const page = await browser.page(options)
    await begin(page, server.url, 'hop', 'room')
    await ready(page, 0)
    const filled = await page.evaluate(() => {
      const { board, clientWidth, clientHeight } = document.querySelector('.board')
      return { most: Math.max(board.box.width / clientWidth, board.box.height / clientHeight), high: clientHeight / innerHeight }
    })
    assert.ok(filled.most > 0.9 && filled.most <= 1, `${screen}: ${JSON.stringify(filled)}`)
    assert.ok(screen === 'phone' || filled.high > 0.85, `${screen}: the board has the height: ${JSON.stringify(filled)}`)
    await shot(page, `room-hop-${screen}`)
    await page.context().close()
  }
})

test('on the narrowest screen nothing is scrolled sideways, and the whole tray lies on the page', async () => {
  const page = await browser.page({ viewport: { width: 320, height: 640 } })
  await begin(page, server.url, 'hop', 'room')
  await ready(page, 0)
  const { wide, hidden } = await page.evaluate(() => {
    const tray = document.querySelector('.tray')
    return { wide: document.documentElement.scrollWidth, hidden: tray.scrollHeight - tray.clientHeight }
  })
  assert.ok(wide <= 320 && hidden <= 0, `${wide} pixels wide, ${hidden} pixels of the tray hidden`)
  const skill = page.getByRole('toolbar').getByRole('button', { name: 'Jump' })
  await skill.scrollIntoViewIfNeeded()
  await skill.click()
  await shot(page, 'room-hop-narrow')
  await page.context().close()
})

test('pointing moves nothing: a place stays under the pointer, also on a slow machine', async () => {
  const page = await browser.page({ viewport: { width: 390, height: 844 } }) // where words need many lines
  const { steps, session } = await plan('hop', 'floor', session => session.seq() >= 6)
  await begin(page, server.url, 'hop', 'floor')
  await ready(page, 0)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const where = () => page.evaluate(() => { const { board } = document.querySelector('.board'); return [board.screen({ x: 0, y: 0 }), board.host.getBoundingClientRect().height] })
  for (const [index, step] of steps.entries()) {
    await ready(page, index)
    const [before, high] = await where()
    const box = await page.locator('.board').boundingBox()
    for (const spot of await page.evaluate(() => document.querySelector('.board').board.targets)) {
      const at = await page.evaluate(spot => document.querySelector('.board').board.screen(spot), spot)
      await page.mouse.move(box.x + at.x, box.y + at.y)
      await page.evaluate(() => new Promise(resolve => { requestAnimationFrame(() => requestAnimationFrame(resolve)) }))
      const [after, now] = await where()
      assert.deepEqual([after, now], [before, high], `${index}: ${JSON.stringify(spot)}`)
    }
    await byMouse(page, step)
  }
  await ready(page, steps.length)
  assert.equal(await saved(page), session.log(), 'every click counted, and none twice')
  await page.context().close()
})

test('a place is where it is said to be, although the page around the board has just changed', async () => {
  const page = await browser.page()
  await begin(page, server.url, 'hop', 'floor')
  await ready(page, 0)
  const { spot, at } = await page.evaluate(async () => {
    const { board } = document.querySelector('.board')
    document.querySelector('.status').style.height = '9rem'
    const spot = board.targets.at(-1)
    const [{ x, y }, box] = [board.screen(spot), board.host.getBoundingClientRect()]
    await new Promise(resolve => { requestAnimationFrame(() => requestAnimationFrame(resolve)) })
    return { spot, at: { x: x + box.x, y: y + box.y } }
  })
  await page.mouse.move(at.x, at.y)
  const pointed = await page.evaluate(() => { const { board } = document.querySelector('.board'); return { spot: board.at, at: board.screen(board.at), top: board.host.getBoundingClientRect().y } })
  assert.deepEqual(pointed.spot, spot)
  assert.ok(Math.abs(pointed.at.y + pointed.top - at.y) < 2, 'its middle')
  await page.context().close()
})

test('a game that is watched as it moves is the same to the byte, whatever happens meanwhile', async () => {
  const page = await browser.page({ reducedMotion: 'no-preference', colorScheme: 'dark' })
  const { steps, session } = await plan('hop', 'floor', session => session.seq() >= 8)
  await begin(page, server.url, 'hop', 'floor')
  for (const [index, step] of steps.entries()) {
    await ready(page, index)
    await byMouse(page, step)
    if (index === 3) await page.emulateMedia({ colorScheme: 'light' }) // in the middle of a movement
  }
  await ready(page, steps.length)
  assert.equal(await saved(page), session.log(), 'the same game to the byte')
  await page.context().close()
})

test('what moves can be skipped', async () => {
  const page = await browser.page({ reducedMotion: 'no-preference' })
  await begin(page, server.url, 'hop', 'floor')
  await ready(page, 0)
  await page.locator('.tray button[data-verb="wait"]').click({ noWaitAfter: true })
  const moved = await page.evaluate(async () => {
    const { board } = document.querySelector('.board')
    for (let frame = 0; frame < 200 && !board.moving; frame += 1) await new Promise(requestAnimationFrame)
    const before = board.moving
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    await new Promise(resolve => setTimeout(resolve))
    return { before, after: board.moving }
  })
  assert.deepEqual(moved, { before: true, after: false })
  await ready(page, 1)
  await page.context().close()
})

test('after an action what lies under the resting mouse is shown anew', async () => {
  const page = await browser.page()
  await begin(page, server.url, 'hop', 'floor')
  await ready(page, 0)
  const { spot, box } = await resting(page)
  await page.mouse.move(box.x + spot.x, box.y + spot.y)
  await page.locator('.hint .foreseen', { hasText: /^You go/ }).waitFor()
  await page.keyboard.press('3') // waits; the mouse rests
  await ready(page, 1)
  await page.locator('.hint .foreseen', { hasText: /^You go/ }).waitFor()
  assert.ok((await page.locator('.hint p').first().textContent()).length > 0)
  await page.context().close()
})

test('board and tray keep their place and their height from turn to turn', async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    for (const game of ['hop', 'mir', 'incursion', 'duel']) {
      const page = await browser.page({ viewport })
      await begin(page, server.url, game, 'still')
      await ready(page, 0)
      const where = async () => Promise.all(['.board', '.tray', '.hint'].map(what => page.locator(what).boundingBox()))
      const before = await where()
      for (let turn = 0; turn < 4; turn += 1) {
        const seq = await at(page)
        const { spot, box } = await resting(page)
        await page.mouse.click(box.x + spot.x, box.y + spot.y)
        await page.waitForFunction(seq => document.querySelector('[role=menu]') || document.querySelector('.board').board.seq > seq, seq)
        assert.deepEqual(await where(), before, `${game}, turn ${turn}, as it happens`)
        if (await page.getByRole('menu').count()) await page.getByRole('menuitem').first().click()
        await ready(page, seq + 1)
        assert.deepEqual(await where(), before, `${game}, turn ${turn}`)
      }
      await page.context().close()
    }
  }
})

test('a tray that fills takes no room from the board', async () => {
  const page = await browser.page({ viewport: { width: 700, height: 800 } })
  await page.goto(`${server.url}/#/lessons/incursion/3-what-lies-about`)
  await ready(page, 0)
  const room = async () => [await page.locator('.board').boundingBox(), await page.locator('.tray button').count(), (await page.locator('.tray button').last().boundingBox()).y - (await page.locator('.tray button').first().boundingBox()).y]
  const [before, few, rows] = await room()
  await page.keyboard.press('l')
  await ready(page, 1)
  await page.keyboard.press(',')
  await page.getByRole('menuitem').first().click()
  await ready(page, 2)
  await page.keyboard.press(',') // the other one: there is no choice, and no other place
  await ready(page, 3)
  const [after, many, more] = await room()
  assert.ok(many > few && more > rows, `${many} buttons in more rows`)
  assert.deepEqual(after, before)
  await page.context().close()
})

test('one sees where one is: the floor, the level, and in a replay that of its moment', async () => {
  const { session } = await plan('hop', 'floor', session => session.view('player').floor > 1)
  const page = await browser.page()
  await playOn(page, session.log())
  await page.getByRole('heading', { name: 'Hop, floor 2 of 10', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByTestId('slider').fill('0')
  await page.getByRole('heading', { name: 'Hop: Replay, floor 1 of 10', exact: true }).waitFor()
  await page.context().close()
  const phone = await browser.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  for (const [game, where] of [['hop', /floor 1 of 10/], ['incursion', /, level 1$/]]) {
    await begin(phone, server.url, game, 'where')
    await ready(phone, 0)
    const line = phone.locator('.brief li', { hasText: where }).last()
    const [box, room] = [await line.boundingBox(), await phone.locator('.brief').boundingBox()]
    assert.ok(box.y + box.height <= room.y + room.height + 1, `${game}: without scrolling`)
  }
  await phone.context().close()
})

test('nothing is told before it is seen: the end comes after the blow', async () => {
  const page = await browser.page({ reducedMotion: 'no-preference' })
  await begin(page, server.url, 'hop', 'mortal')
  const { steps } = await ending(await saved(page))
  await walk(page, steps.slice(0, -1), async (page, step) => { await byMouse(page, step); await page.keyboard.press('Escape') })
  await ready(page, steps.length - 1)
  await byMouse(page, steps.at(-1))
  const order = await page.evaluate(() => new Promise(resolve => {
    let moved = false
    const look = () => {
      const board = document.querySelector('.board').board
      moved ||= board.moving
      if (document.querySelector('dialog[open]')) resolve({ moved, moving: board.moving })
      else requestAnimationFrame(look)
    }
    look()
  }))
  assert.deepEqual(order, { moved: true, moving: false })
  await page.context().close()
})

test('whoever walks faster than it is seen walks, and looks for no place', async () => {
  const page = await browser.page({ reducedMotion: 'no-preference' })
  await begin(page, server.url, 'incursion', 'walk')
  await ready(page, 0)
  const { open } = await import('@referee/engine')
  const session = (await open('incursion')).start({ seed: 'walk' })
  const [key] = Object.entries({ h: 'ArrowLeft', l: 'ArrowRight', k: 'ArrowUp', j: 'ArrowDown' }).find(([step]) => session.choices('hero').some(({ keys }) => keys.includes(step))) ?? []
  const arrow = { h: 'ArrowLeft', l: 'ArrowRight', k: 'ArrowUp', j: 'ArrowDown' }[key]
  await page.evaluate(arrow => { for (let press = 0; press < 4; press += 1) dispatchEvent(new KeyboardEvent('keydown', { key: arrow, bubbles: true, cancelable: true })) }, arrow)
  await ready(page, 1)
  assert.equal(await page.evaluate(() => document.querySelector('.board').board.at), null, 'no cursor was moved')
  assert.equal(await at(page), 1)
  await page.context().close()
})

test('what happened can be read on every screen', async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 844, height: 390 }, { width: 390, height: 844 }, { width: 768, height: 1024 }]) {
    const page = await browser.page({ viewport })
    await begin(page, server.url, 'duel', 'read')
    await ready(page, 0)
    const [told, log, head] = await Promise.all(['.told', '.told .log', '.told h2'].map(what => page.locator(what).boundingBox()))
    assert.ok(log.height >= 24 && log.y >= head.y + head.height - 1 && log.y + log.height <= told.y + told.height + 1, `${viewport.width}x${viewport.height}: ${JSON.stringify({ told, log, head })}`)
    const top = await page.locator('header.top').boundingBox()
    assert.ok(top.height < 70, `${viewport.width}: the header is one row`)
    await page.context().close()
  }
})

test('nothing went wrong in any page', () => flawless(browser))
