// What a person does with the arcade, in a real browser against the real server.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { browse, byKeyboard, byMouse, ending, plan, ready, serve, shot } from './stage.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
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

/** No serious fault for whoever cannot see or use a mouse. */
async function accessible(page, what) {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  const serious = violations.filter(one => one.impact === 'serious' || one.impact === 'critical')
  assert.deepEqual(serious.map(one => `${one.id}: ${one.nodes.map(node => node.target).join(' ')}`), [], what)
}

async function begin(page, game, seed) {
  await page.goto(`${server.url}/#/play/${game}`)
  await page.getByLabel('Seed').fill(seed)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForSelector('.board canvas')
}

/** The log that the page would save. */
async function saved(page) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save file' }).click()])
  return readFileSync(await file.path(), 'utf8')
}

test('the way in shows every game, on a desk and on a phone, light and dark', async () => {
  for (const [name, options] of [['desk-light', { colorScheme: 'light' }], ['desk-dark', { colorScheme: 'dark' }], ['phone-dark', { colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]]) {
    const page = await browser.page(options)
    await page.goto(server.url)
    for (const title of ['Hop', 'Mage Duel', 'Incursion', 'MIR', 'Nim']) await page.getByRole('heading', { name: title, exact: true }).waitFor()
    await accessible(page, name)
    await shot(page, `home-${name}`)
    await page.context().close()
  }
})

test('a board fills the room it has, on every screen', async () => {
  const screens = { desk: { viewport: { width: 1280, height: 800 } }, wide: { viewport: { width: 1920, height: 1080 } }, phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } }
  for (const [screen, options] of Object.entries(screens)) {
    const page = await browser.page(options)
    await begin(page, 'hop', 'room')
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
  await begin(page, 'hop', 'room')
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

for (const [how, hands] of [['the mouse', byMouse], ['the keyboard', byKeyboard]]) {
  test(`a whole floor of Hop by ${how}`, async () => {
    const { steps, session } = await plan('hop', 'floor', session => session.view('player').floor > 1)
    assert.ok(session.view('player').floor > 1, 'the bot leaves the first floor')
    const page = await browser.page()
    await begin(page, 'hop', 'floor')
    await walk(page, steps, hands)
    await ready(page, steps.length)
    await page.getByText(/floor 2|Floor 2/).first().waitFor()
    assert.equal(await saved(page), session.log(), 'the same game to the byte')
    await accessible(page, 'play')
    await shot(page, `hop-${how.replace('the ', '')}`)
    await page.context().close()
  })
}

/** Does one step after another; each of them counts. */
async function walk(page, steps, hands, from = 0) {
  for (const [index, step] of steps.entries()) {
    await ready(page, from + index)
    await hands(page, step)
  }
}

test('pointing moves nothing: a place stays under the pointer, also on a slow machine', async () => {
  const page = await browser.page({ viewport: { width: 390, height: 844 } }) // where words need many lines
  const { steps, session } = await plan('hop', 'floor', session => session.seq() >= 6)
  await begin(page, 'hop', 'floor')
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
  await begin(page, 'hop', 'floor')
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

test('a shrine offers cards, and what is chosen is learned', async () => {
  const page = await browser.page()
  const chosen = session => session.log().includes('SELECT_UPGRADE')
  const { steps, session } = await plan('hop', 'shrine', chosen)
  assert.ok(chosen(session), 'the bot comes to a shrine')
  await begin(page, 'hop', 'shrine')
  await walk(page, steps.slice(0, -1), byMouse)
  await page.locator('dialog[open] .card').first().waitFor()
  await accessible(page, 'shrine')
  await shot(page, 'hop-shrine')
  await byKeyboard(page, steps.at(-1))
  await ready(page, steps.length)
  assert.equal(await saved(page), session.log(), 'the same game to the byte')
  await page.context().close()
})

test('death has a screen that explains the score', async () => {
  const page = await browser.page()
  await begin(page, 'hop', 'mortal')
  const { steps, session } = await ending(await saved(page))
  await walk(page, steps, byMouse)
  const score = page.getByTestId('score')
  await score.waitFor()
  assert.match(await score.textContent(), new RegExp(`score${session.status().scores.player}`))
  await accessible(page, 'the end')
  await shot(page, 'hop-end')
  await page.context().close()
})

test('victory has a screen that explains the score, too', async () => {
  const { open } = await import('@referee/engine')
  const hop = await open('hop')
  const { planned: [last] } = hop.lesson('55-the-last-stairs')
  const session = hop.begin('55-the-last-stairs')
  const step = session.choices('player').find(offer => JSON.stringify(offer.action) === JSON.stringify(last.action))
  const page = await browser.page()
  await page.goto(server.url)
  await page.locator('input[type=file]').setInputFiles({ name: 'run.jsonl', mimeType: 'text/plain', buffer: Buffer.from(session.log()) })
  await page.getByRole('button', { name: 'Play from here' }).click()
  await ready(page, 0)
  await byMouse(page, step)
  session.act(last.action)
  const { player: score } = session.status().scores
  await page.getByRole('heading', { name: new RegExp(`^won with ${score} points`, 'i') }).waitFor()
  assert.match(await page.getByTestId('score').textContent(), new RegExp(`floor 10 reached.*score${score}`))
  await shot(page, 'hop-won')
  await page.context().close()
})

test('a ranked run is handed in, listed, watched and verified', async () => {
  const page = await browser.page()
  await page.goto(`${server.url}/#/play/hop`)
  await page.getByLabel('Your name').fill('ann')
  await page.getByRole('button', { name: 'Daily run' }).click()
  await page.waitForSelector('.board canvas')
  await page.locator('.badge', { hasText: 'ranked: daily' }).waitFor()
  await walk(page, (await ending(await saved(page))).steps, byMouse)
  await page.getByRole('button', { name: 'Hand it in' }).click()
  await page.getByTestId('ranked').waitFor()
  await page.getByTestId('ranked').getByRole('link').click()
  await page.getByRole('cell', { name: 'ann', exact: true }).waitFor()
  await page.getByRole('button', { name: /verify/ }).click()
  await page.getByText('✓ verified in your browser').waitFor()
  await accessible(page, 'leaderboard')
  await shot(page, 'leaders')
  await page.getByRole('link', { name: /watch/ }).click()
  await page.getByTestId('verified').waitFor()
  const slider = page.getByTestId('slider')
  await slider.fill('3')
  assert.match(await page.getByTestId('at').textContent(), /^3 of /)
  assert.match(page.url(), /to=3$/)
  await page.keyboard.press('End')
  await page.getByTestId('score').getByText(/^floor \d+ reached$/).waitFor() // a replay's end is explained as well
  await accessible(page, 'replay')
  await shot(page, 'replay')
  await page.context().close()
})

test('a lesson is done when its task is', async () => {
  const { open } = await import('@referee/engine')
  const hop = await open('hop')
  const [lesson] = hop.lessons()
  const { planned } = hop.lesson(lesson.name)
  const page = await browser.page()
  await page.goto(`${server.url}/#/lessons/hop`)
  await accessible(page, 'lessons')
  await page.locator('.lessons a').first().click()
  await page.getByTestId('lesson').waitFor()
  const session = hop.begin(lesson.name)
  for (const [index, { action }] of planned.entries()) {
    const offer = session.choices('player').find(offer => JSON.stringify(offer.action) === JSON.stringify(action))
    await ready(page, index)
    await byMouse(page, offer)
    session.act(action)
  }
  await page.getByText('✓ Done').waitFor()
  await shot(page, 'lesson')
  await page.context().close()
})

/** A place that can be chosen, and where the board is. */
async function resting(page) {
  await page.waitForFunction(() => document.querySelector('.board')?.board?.targets.length > 0)
  const spot = await page.evaluate(() => { const { board } = document.querySelector('.board'); return board.screen(board.targets[0]) })
  return { spot, box: await page.locator('.board').boundingBox() }
}

test('two browsers play a live duel, and one comes back after a break', async () => {
  const [blue, red] = [await browser.page({ reducedMotion: 'no-preference' }), await browser.page()]
  const links = []
  // Records come late to blue, as through a slow line.
  await blue.routeWebSocket(/\/live$/, link => {
    links.push(link)
    const far = link.connectToServer()
    let before = Promise.resolve()
    far.onMessage(message => {
      const late = message.includes('"type":"record"') ? 300 : 0
      before = before.then(() => new Promise(resolve => { setTimeout(resolve, late) })).then(() => link.send(message))
    })
  })
  await blue.goto(`${server.url}/#/new/duel`)
  await blue.getByLabel('Your name').fill('blue mage')
  await blue.getByRole('button', { name: 'Open it' }).click()
  const address = await blue.getByTestId('address').textContent()
  await red.goto(address)
  await red.getByLabel('Your name').fill('red mage')
  await red.getByRole('button', { name: 'Join' }).click()
  const pages = { blue, red }
  const place = async page => {
    const { spot, box } = await resting(page)
    await page.locator('.tray button[data-verb="place"]').click()
    await page.mouse.click(box.x + spot.x, box.y + spot.y)
    const menu = page.getByRole('menu')
    await page.waitForTimeout(200)
    if (await menu.count()) await menu.getByRole('menuitem').first().click()
  }
  await place(pages.blue)
  const { spot, box } = await resting(red)
  await red.mouse.move(box.x + spot.x, box.y + spot.y)
  await red.locator('.hint .foreseen', { hasText: /lays/ }).waitFor() // what it would do, before it is done
  await place(pages.red)
  await links.at(-1).close({ code: 1011, reason: 'a cable is pulled' })
  await blue.getByTestId('connection').getByText('connecting').waitFor()
  await blue.getByTestId('connection').getByText('connected').waitFor()
  assert.equal(links.length, 2, 'it took itself up again')
  await blue.reload()
  const stays = await blue.evaluate(async () => {
    const offered = () => document.querySelector('.board')?.board?.targets.length > 0
    const frame = () => new Promise(requestAnimationFrame)
    while (!offered()) await frame()
    for (let until = performance.now() + 1000; performance.now() < until; await frame()) if (!offered()) return false
    return true
  })
  assert.ok(stays, 'who comes back may act at once: what is told again takes nothing away')
  await place(pages.blue)
  await red.waitForFunction(() => document.querySelectorAll('[data-testid=told] li').length >= 3)
  await red.getByTestId('clock').waitFor()
  assert.match(await red.getByTestId('clock').textContent(), /^\d:\d\d$/)
  await accessible(red, 'live')
  await shot(red, 'duel-live')
  await blue.context().close()
  await red.context().close()
})

test('a match that nobody joins can be withdrawn, and is offered to nobody then', async () => {
  const page = await browser.page()
  await page.goto(`${server.url}/#/new/nim`)
  await page.getByLabel('Your name').fill('lonely')
  await page.getByRole('button', { name: 'Open it' }).click()
  await page.getByText('Waiting for somebody to join').waitFor()
  const open = async () => (await (await fetch(`${server.url}/api/matches?state=open`)).json()).matches.filter(match => Object.values(match.seats).includes('lonely'))
  assert.equal((await open()).length, 1)
  await page.getByRole('button', { name: 'Withdraw it' }).click()
  await page.getByText('This match was withdrawn').waitFor()
  assert.equal((await open()).length, 0)
  await page.context().close()
})

test('a dropped log is verified, and a forged one refused with its line', async () => {
  const { session } = await plan('nim', 'dropped', () => false)
  const page = await browser.page()
  const drop = async text => {
    await page.goto(server.url)
    await page.locator('input[type=file]').setInputFiles({ name: 'game.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) })
  }
  await drop(session.log())
  await page.getByTestId('verified').waitFor()
  const lines = session.log().split('\n')
  const forged = lines.findIndex((line, index) => index > 0 && line.includes('"stones":'))
  lines[forged] = lines[forged].replace(/"stones":\d+/, '"stones":9')
  await drop(lines.join('\n'))
  await page.getByTestId('wrong').waitFor()
  assert.match(await page.getByTestId('wrong').textContent(), new RegExp(`Line ${forged + 1}`))
  await shot(page, 'forged')
  await page.context().close()
})

test('every game can be begun and played a little', async () => {
  const page = await browser.page()
  for (const game of ['duel', 'mir', 'incursion', 'nim', 'hop']) {
    await page.goto(`${server.url}/#/play/${game}`)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.waitForFunction(() => document.querySelector('.board')?.board?.targets.length > 0)
    await page.keyboard.press('N') // on a map, a small n is a step
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu')
    await page.waitForTimeout(100)
    if (await menu.count()) await page.keyboard.press('Enter')
    await page.waitForFunction(() => (document.querySelector('.board')?.board?.seq ?? 0) > 0)
    await shot(page, `play-${game}`)
  }
  await page.context().close()
})

test('a game is there again after the page was closed, and without a network', async () => {
  const page = await browser.page()
  await begin(page, 'hop', 'kept')
  await ready(page, 0)
  await page.locator('.tray button', { hasText: 'wait' }).click()
  await ready(page, 1)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.waitForFunction(async () => (await (await caches.open('referee-page')).keys()).length > 5)
  await page.context().setOffline(true)
  await page.goto(`${server.url}/#/`)
  await page.reload()
  await page.getByRole('link', { name: /^Hop/ }).first().click()
  await ready(page, 1)
  await page.context().close()
})

test('what moves is shown moving, whatever happens meanwhile', async () => {
  const page = await browser.page({ reducedMotion: 'no-preference', colorScheme: 'dark' })
  const { steps, session } = await plan('hop', 'floor', session => session.seq() >= 8)
  await begin(page, 'hop', 'floor')
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
  await begin(page, 'hop', 'floor')
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

test('a replay shows the moment that was asked for last', async () => {
  const page = await browser.page({ reducedMotion: 'no-preference' })
  const { session } = await plan('hop', 'floor', session => session.seq() >= 12)
  await page.goto(server.url)
  await page.locator('input[type=file]').setInputFiles({ name: 'run.jsonl', mimeType: 'text/plain', buffer: Buffer.from(session.log()) })
  await page.getByTestId('verified').waitFor()
  const picture = () => page.locator('.board').screenshot()
  const to = seq => page.getByTestId('slider').fill(String(seq))
  await to(9)
  await page.waitForTimeout(300)
  const nine = await picture()
  await to(3)
  await page.getByRole('button', { name: 'One on' }).click()
  await to(9)
  await page.waitForTimeout(1500)
  assert.ok(nine.equals(await picture()), 'what still moved does not come back')
  await page.getByTestId('changes').locator('summary').click()
  await page.getByTestId('changes').locator('li').first().waitFor()
  await page.context().close()
})

test('a shrine stays until it is answered, and a page loaded again goes on', async () => {
  const page = await browser.page()
  const { steps } = await plan('hop', 'shrine', session => session.log().includes('SELECT_UPGRADE'))
  await begin(page, 'hop', 'shrine')
  await walk(page, steps.slice(0, -1), byMouse)
  await page.locator('dialog[open] .card').first().waitFor()
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape')
  await page.locator('dialog[open] .card').first().waitFor()
  await page.reload()
  await page.locator('dialog[open] .card').first().waitFor()
  await byMouse(page, steps.at(-1))
  await ready(page, steps.length)
  await page.context().close()
})

test('whoever walks the tray with Tab and Enter can aim', async () => {
  const page = await browser.page()
  await begin(page, 'hop', 'floor')
  await ready(page, 0)
  await page.locator('.tray button', { hasText: 'Jump' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await ready(page, 1)
  assert.equal(await page.evaluate(() => document.querySelector('.board').board.seq), 1)
  await page.context().close()
})

test('what cannot be done now keeps its place and its key in the tray', async () => {
  const page = await browser.page()
  await begin(page, 'hop', 'floor')
  await ready(page, 0)
  const verbs = await page.locator('.tray button[data-verb]').evaluateAll(all => all.map(one => one.dataset.verb))
  assert.deepEqual(verbs.slice(0, 6), ['step', 'strike', 'wait', 'Spear', 'Shield bash', 'Jump'])
  assert.ok(await page.locator('.tray button[data-verb="Shield bash"]').isDisabled(), 'nobody is beside the player yet')
  await page.keyboard.press('6')
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await ready(page, 1)
  const jump = page.locator('.tray button[data-verb="Jump"]')
  assert.ok(await jump.isDisabled(), 'the jump cools')
  assert.match(await jump.getAttribute('title'), /; ready in \d$/, 'what it does, and when')
  await page.context().close()
})

test('a tap shows what it would do, a second one does it', async () => {
  const page = await browser.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await begin(page, 'hop', 'floor')
  await ready(page, 0)
  assert.ok(await page.locator('.brief').getByText(/life/).isVisible(), 'life is seen beside the board')
  const spot = await page.evaluate(() => document.querySelector('.board').board.targets[0])
  const at = await page.evaluate(spot => document.querySelector('.board').board.screen(spot), spot)
  const box = await page.locator('.board').boundingBox()
  await page.touchscreen.tap(box.x + at.x, box.y + at.y)
  await page.locator('.hint .foreseen', { hasText: /^You go/ }).waitFor()
  await page.waitForTimeout(300)
  assert.match(await page.locator('.hint .foreseen').textContent(), /^You go/, 'it stays')
  assert.equal(await page.evaluate(() => document.querySelector('.board').board.seq), 0)
  await shot(page, 'hop-tap')
  await page.touchscreen.tap(box.x + at.x, box.y + at.y)
  await ready(page, 1)
  await page.context().close()
})

test('what is taken back stays on record: a child game goes on', async () => {
  const page = await browser.page()
  await begin(page, 'hop', 'floor')
  await ready(page, 0)
  await page.locator('.tray button[data-verb="wait"]').click()
  await ready(page, 1)
  await page.keyboard.press('u')
  await page.waitForFunction(() => document.querySelector('.board').board.seq === 0)
  const log = await saved(page)
  assert.match(log, /"branch"/)
  const { resume } = await import('@referee/engine')
  assert.equal((await resume(log)).seq(), 0)
  await page.context().close()
})

test('a report of a bug is a scenario that the command line runs', async () => {
  const page = await browser.page()
  await begin(page, 'hop', 'floor')
  await ready(page, 0)
  await page.locator('.tray button[data-verb="wait"]').click()
  await ready(page, 1)
  const written = async click => {
    const [file] = await Promise.all([page.waitForEvent('download'), click()])
    assert.match(file.suggestedFilename(), /^bug-hop-1\.jsonl$/)
    const told = execFileSync(process.env.REFEREE_BIN ?? 'referee', ['scenario', await file.path()], { encoding: 'utf8' })
    assert.match(told, /^1 passed, 0 failed$/m)
    return readFileSync(await file.path(), 'utf8')
  }
  await written(() => page.getByRole('button', { name: 'Report a bug' }).click()) // one click
  await page.locator('dialog textarea').fill('I waited.\n{"not": "a record"}\n#! {"not": "expected"}')
  await accessible(page, 'report')
  assert.match(await written(() => page.getByRole('button', { name: 'Write it with these words' }).click()), /^# I waited\.$/m)
  await page.context().close()
})

test('a replay lists its records by name, each leads to its moment, and one plays on from there', async () => {
  const page = await browser.page()
  const { session } = await plan('hop', 'floor', session => session.seq() >= 12)
  await page.goto(server.url)
  await page.locator('input[type=file]').setInputFiles({ name: 'run.jsonl', mimeType: 'text/plain', buffer: Buffer.from(session.log()) })
  const records = page.getByTestId('records')
  await records.waitFor()
  await page.getByTestId('slider').fill('5')
  const words = await records.textContent()
  assert.match(words, /footman|archer|bomber|sprinter/i)
  assert.doesNotMatch(words, /enemy \d|999/i)
  await records.getByRole('button', { name: /^4 / }).click()
  assert.match(await page.getByTestId('at').textContent(), /^4 of /)
  await page.getByRole('button', { name: 'Play from here' }).click()
  await ready(page, 4)
  assert.equal(await page.evaluate(() => document.querySelector('.board').board.seq), 4)
  await page.locator('.tray button[data-verb="wait"]').click()
  await ready(page, 5)
  await page.context().close()
})

test('a duel shows the tile in hand; a click offers the ways to lay it, and nothing else', async () => {
  const page = await browser.page()
  await begin(page, 'duel', 'tiles')
  await ready(page, 0)
  await page.locator('.hand svg.face').waitFor()
  const { screen, box } = await page.evaluate(() => {
    const { board } = document.querySelector('.board')
    const { x, y } = document.querySelector('.board').getBoundingClientRect()
    return { screen: board.screen(board.targets[0]), box: { x, y } }
  })
  await page.mouse.click(box.x + screen.x, box.y + screen.y)
  await page.waitForFunction(() => document.querySelector('[role=menu]') || document.querySelector('.board').board.seq > 0)
  const ways = await page.getByRole('menuitem').evaluateAll(all => all.map(one => one.getAttribute('aria-label')))
  for (const way of ways) assert.match(way, /^place/)
  await page.keyboard.press('Escape')
  // A tile that is the same all around has one way to lie.
  await page.waitForFunction(() => document.querySelector('.board').board.targets.length > 0)
  await page.keyboard.press('2')
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  const jokers = await page.getByRole('menuitem').evaluateAll(all => all.map(one => one.getAttribute('aria-label')))
  assert.ok(jokers.length > 5 && jokers.every(way => way.startsWith('joker')))
  assert.ok(jokers.filter(way => /(CCCC|RRRR|FFFF)/.test(way)).every(way => !/turned/.test(way)), jokers.join('; '))
  await page.context().close()
})

/** Opens a log in the arcade, and plays on from its end. */
async function playOn(page, log) {
  await page.goto(server.url)
  await page.locator('input[type=file]').setInputFiles({ name: 'run.jsonl', mimeType: 'text/plain', buffer: Buffer.from(log) })
  await page.getByRole('button', { name: 'Play from here' }).click()
}

const at = page => page.evaluate(() => document.querySelector('.board').board.seq ?? 0)

test('a brawl of MIR ends with what each side is worth, and a death in Incursion with what counted', async () => {
  const { open, resume } = await import('@referee/engine')
  const page = await browser.page()
  // A brawl whose last blow is the players' own, one action before it.
  const game = await open('mir')
  let last
  for (let luck = 0; !last && luck < 20; luck += 1) {
    const session = game.start({ seed: `brawl-${luck}` })
    for (let count = 0; !session.status().over && count < 400; count += 1) {
      const [seat] = session.status().waiting
      session.act(session.bot('greedy', { seat, luck: `${luck} ${count}` }).action, { seat })
    }
    const seq = session.seq()
    const { seat, action } = session.cause(seq)
    if (session.status().over && seat === 'players') last = { log: session.branch('before', { seq: seq - 1 }).log(), action }
  }
  const brawl = await resume(last.log)
  const blow = brawl.choices('players').find(offer => JSON.stringify(offer.action) === JSON.stringify(last.action))
  await playOn(page, last.log)
  await ready(page, 0)
  await byMouse(page, blow)
  brawl.act(last.action, { seat: 'players' })
  const { players, npcs } = brawl.status().scores
  await page.getByRole('heading', { name: /^You win: the players have won in round/ }).waitFor()
  const told = await page.getByTestId('score').textContent()
  assert.match(told, /players: .* standing, 100 each, and \d+ life, 10 each\d+npcs: nobody stands0a side's score is/)
  assert.equal(Number(told.match(/10 each(\d+)npcs/)[1]) + 2, players, 'it adds up')
  assert.ok(told.includes(`players, you${players}`) && told.includes(`npcs, the greedy bot${npcs}`), told)
  await shot(page, 'mir-end')
  // Close it, and look at it again.
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'How it ended' }).click()
  await page.getByTestId('score').waitFor()

  const monsters = [{ monster: 'hill orc', at: 'o' }]
  const cave = (await open('incursion')).start({ setup: { seed: 'grave', arena: { map: ['#####', '#@o.#', '#####'], region: 'hall', hero: { hp: 1, max_hp: 20 }, monsters } } })
  await playOn(page, cave.log())
  while (!cave.status().over) {
    await ready(page, cave.seq())
    await page.keyboard.press('.')
    cave.act({ type: 'wait' })
  }
  await page.getByRole('heading', { name: /^You are dead/ }).waitFor()
  assert.match(await page.getByTestId('score').textContent(), new RegExp(`experience of foes and deeds\\+\\d+every level down.*100 eachscore${cave.status().scores.hero}$`))
  await shot(page, 'incursion-end')
  await page.context().close()
})

test('the end of a live match is explained, and can be looked at again', async () => {
  const page = await browser.page()
  await page.goto(`${server.url}/#/new/nim`)
  await page.getByLabel('Your name').fill('nimble')
  await page.getByLabel('Against').selectOption('bot:greedy')
  await page.getByRole('button', { name: 'Open it' }).click()
  while (!(await page.getByTestId('score').count())) {
    await page.waitForFunction(() => document.querySelector('dialog[open]') || document.querySelector('.board')?.board?.targets.length > 0)
    if (await page.getByTestId('score').count()) break
    const before = await at(page)
    await page.keyboard.press('n')
    await page.keyboard.press('Enter')
    await page.waitForFunction(before => document.querySelector('dialog[open]') || document.querySelector('.board').board.seq > before, before)
  }
  assert.match(await page.getByTestId('score').textContent(), /first: nimble, you-?1second: /)
  await page.getByRole('button', { name: 'Close' }).click()
  assert.equal(await page.getByTestId('score').count(), 0)
  await page.getByRole('button', { name: 'How it ended' }).click()
  await page.getByTestId('score').waitFor()
  await shot(page, 'live-end')
  await page.context().close()
})

for (const locks of [true, false]) {
  test(`two tabs do not play the same game: the second takes it over or watches, and nothing is lost${locks ? '' : ', also without locks'}`, async () => {
    const page = await browser.page()
    if (!locks) await page.context().addInitScript(() => { Object.defineProperty(navigator, 'locks', { value: undefined }) })
    await begin(page, 'hop', 'tabs')
    await ready(page, 0)
    await page.locator('.tray button[data-verb="wait"]').click()
    await ready(page, 1)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByTestId('elsewhere').waitFor()
    await accessible(other, 'elsewhere')
    await shot(other, 'elsewhere')
    await page.locator('.tray button[data-verb="wait"]').click() // meanwhile the first goes on
    await ready(page, 2)
    await other.getByRole('button', { name: 'Go on with it here' }).click()
    await ready(other, 2)
    assert.equal(await at(other), 2, 'with all that was played')
    await page.getByTestId('elsewhere').waitFor()
    await other.locator('.tray button[data-verb="wait"]').click()
    await ready(other, 3)
    await page.getByRole('button', { name: 'Go on with it here' }).click() // and back again
    await ready(page, 3)
    await other.getByRole('link', { name: 'Watch it so far' }).click()
    await other.getByTestId('verified').waitFor()
    assert.equal(await other.getByTestId('at').textContent(), '3 of 3')
    await page.reload() // one's own former self is nobody else
    await ready(page, 3)
    await page.context().close()
  })
}

test('what has one target is shown first and done when meant once more: by mouse, by key and by touch alike', async () => {
  const hands = {
    mouse: (page, button) => button.click(),
    key: async (page, button) => page.keyboard.press(await button.locator('kbd').textContent()),
    touch: (page, button) => button.tap(),
  }
  for (const [how, press] of Object.entries(hands)) {
    const page = await browser.page(how === 'touch' ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : {})
    const lesson = async () => {
      await page.goto(`${server.url}/#/lessons/hop/06-bash-into-lava`)
      await page.reload()
      await ready(page, 0)
    }
    const bash = page.locator('.tray button[data-verb="Shield bash"]')
    await lesson()
    await press(page, bash)
    await page.locator('.hint .foreseen', { hasText: /lava/i }).waitFor()
    assert.deepEqual([await at(page), await bash.getAttribute('aria-pressed')], [0, 'true'], `${how}: in hand, and shown`)
    if (how === 'mouse') await shot(page, 'hop-one-target')
    await press(page, bash)
    await ready(page, 1)
    assert.equal(await at(page), 1, how)
    // Its place means it as well.
    await lesson()
    await press(page, bash)
    await page.locator('.hint .foreseen', { hasText: /lava/i }).waitFor()
    await page.waitForFunction(() => document.querySelector('.board').board.targets.length === 1) // the board is drawn a frame later than words
    const [spot] = await page.evaluate(() => { const { board } = document.querySelector('.board'); return board.targets.map(spot => board.screen(spot)) })
    const box = await page.locator('.board').boundingBox()
    if (how === 'key') await page.keyboard.press('Enter')
    else if (how === 'touch') await page.touchscreen.tap(box.x + spot.x, box.y + spot.y)
    else await page.mouse.click(box.x + spot.x, box.y + spot.y)
    await ready(page, 1)
    // What needs no other place is done at once.
    await press(page, page.locator('.tray button[data-verb="wait"]'))
    await ready(page, 2)
    assert.equal(await at(page), 2, `${how}: waiting needs no place`)
    await page.context().close()
  }
})

test('the help tells what keys and buttons do, of the page and of the game', async () => {
  const page = await browser.page()
  await page.goto(`${server.url}/#/lessons/incursion/2-a-blow`)
  await ready(page, 0)
  await page.keyboard.press('?')
  const help = page.getByTestId('help')
  await help.getByText('once more').waitFor()
  await help.getByText('wait, search, rest').waitFor()
  await accessible(page, 'help')
  await shot(page, 'help')
  await page.keyboard.press('Escape')
  assert.equal(await help.count(), 0)
  // As it says, arrows walk on a map; with Shift they look around.
  await page.keyboard.press('Shift+ArrowRight')
  assert.equal(await at(page), 0)
  await page.keyboard.press('ArrowRight')
  await ready(page, 1)
  assert.equal(await at(page), 1)
  await page.context().close()
})

test('on a phone a lesson has its task, its board and its tray on one screen', async () => {
  for (const [game, lesson] of [['hop', '01-the-spear-kills'], ['incursion', '3-what-lies-about'], ['duel', '01-a-city-changes-hands']]) {
    const page = await browser.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: game === 'duel' ? 'dark' : 'light' })
    await page.goto(`${server.url}/#/lessons/${game}/${lesson}`)
    await ready(page, 0)
    const task = page.getByTestId('lesson')
    assert.match(await task.textContent(), /You learn/)
    assert.doesNotMatch(await task.textContent(), /@/, 'nobody is called @ where figures are drawn')
    await page.getByRole('button', { name: 'Put it away' }).tap()
    const [words, board, tray] = await Promise.all(['.lesson', '.board', '.tray'].map(what => page.locator(what).boundingBox()))
    assert.ok(words.y >= 0 && words.y + words.height <= board.y && board.y + board.height <= tray.y && tray.y + tray.height <= 844, JSON.stringify({ words, board, tray }))
    assert.ok(board.height > 200, `${board.height}`)
    const last = await page.locator('.tray button').last().boundingBox()
    assert.ok(last.y + last.height <= 844, 'every button')
    await shot(page, `lesson-phone-${game}`)
    await accessible(page, `${game} lesson on a phone`)
    await page.context().close()
  }
})

test('a key stays with what it means, whatever else can be done', async () => {
  const page = await browser.page()
  await page.goto(`${server.url}/#/lessons/incursion/3-what-lies-about`)
  await ready(page, 0)
  const keys = () => page.locator('.tray button[data-verb]').evaluateAll(all => Object.fromEntries(all.map(one => [one.dataset.verb, one.querySelector('kbd')?.textContent])))
  const before = await keys()
  assert.deepEqual([before.move, before.wait, before.search, before.rest], ['1', '.', 's', 'R'])
  await page.keyboard.press('l') // onto what lies there: now it can be picked up
  await ready(page, 1)
  const after = await keys()
  assert.equal(after['pick up'], ',')
  for (const [verb, key] of Object.entries(before)) if (verb in after) assert.equal(after[verb], key, verb)
  assert.ok(Object.keys(after).length > Object.keys(before).length, 'more can be done')
  await page.keyboard.press(',')
  await page.getByRole('menuitem', { name: 'pick up the long sword' }).click()
  await ready(page, 2)
  await page.keyboard.press('s') // searching, as before
  await ready(page, 3)
  assert.equal(await at(page), 3)
  await page.keyboard.press('u') // north-east is rock: nothing else is meant by it
  await page.keyboard.press('n')
  await page.waitForTimeout(200)
  assert.equal(await at(page), 3)
  await page.context().close()
})

test('lessons that teach come first, each with what one learns; the rest is put away', async () => {
  const { open } = await import('@referee/engine')
  const page = await browser.page()
  for (const game of ['incursion', 'hop', 'mir', 'duel', 'nim']) {
    const lessons = (await open(game)).lessons()
    const taught = lessons.filter(lesson => lesson.learns)
    assert.ok(taught.length >= 2 && taught.length <= 12, `${game} has ${taught.length}`)
    await page.goto(`${server.url}/#/lessons/${game}`)
    const first = page.locator('section .lessons')
    await first.locator('li').first().waitFor()
    assert.deepEqual(await first.locator('li p').allTextContents(), taught.map(lesson => lesson.learns), game)
    const rest = page.locator('details.scenes')
    assert.equal(await rest.evaluate(one => one.open), false, 'put away')
    assert.equal(await rest.locator('li').count(), lessons.length - taught.length)
    await shot(page, `lessons-${game}`)
  }
  await accessible(page, 'lists of lessons')
  await page.context().close()
})

test('every first lesson of Incursion is done as its task says', async () => {
  const { open } = await import('@referee/engine')
  const incursion = await open('incursion')
  const { planned } = incursion.lesson('1-the-way-down')
  const page = await browser.page()
  await page.goto(`${server.url}/#/lessons/incursion/1-the-way-down`)
  for (const [index, { action }] of planned.entries()) {
    await ready(page, index)
    await page.keyboard.press({ move: 'l', open: 'o', descend: '>' }[action.type])
    if (action.type === 'open') await page.keyboard.press('o') // one door: shown, then meant
  }
  await page.getByText('✓ Done').waitFor()
  await page.getByRole('link', { name: 'Next: A blow' }).click()
  await page.getByRole('heading', { name: 'A blow' }).waitFor()
  await page.context().close()
})

test('without its server the page says so, and that games go on', async () => {
  const gone = await serve()
  const page = await browser.page({ serviceWorkers: 'block' })
  await page.goto(gone.url)
  await page.getByText('Nobody is playing just now').waitFor()
  gone.stop()
  await page.evaluate(() => { location.hash = '#/leaders/hop' })
  await page.getByRole('alert').getByText(/^The server cannot be reached just now\. Games here go on without it/).waitFor()
  await page.evaluate(() => { location.hash = '#/' })
  await page.getByText('The server cannot be reached just now').waitFor()
  await shot(page, 'no-server')
  await page.evaluate(() => { location.hash = '#/play/incursion' })
  await page.getByRole('alert').getByText(/this game has not been fetched yet/).waitFor()
  await page.context().close()
})

test('settings close on Escape and on a click elsewhere', async () => {
  const page = await browser.page()
  await page.goto(server.url)
  const [summary, sheet] = [page.locator('.settings summary'), page.locator('.settings .sheet')]
  await summary.click()
  await sheet.getByLabel('Colours').selectOption('light')
  assert.ok(await sheet.isVisible(), 'whoever chooses in it keeps it open')
  await page.keyboard.press('Escape')
  assert.ok(!(await sheet.isVisible()))
  await summary.click()
  await page.mouse.click(300, 300)
  assert.ok(!(await sheet.isVisible()))
  await page.context().close()
})

test('after an action what lies under the resting mouse is shown anew', async () => {
  const page = await browser.page()
  await begin(page, 'hop', 'floor')
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

test('a log dropped anywhere on the page is watched, and the page is not left', async () => {
  const { session } = await plan('nim', 'dropped', () => false)
  const page = await browser.page()
  await page.goto(server.url)
  await page.getByRole('heading', { name: 'Nim', exact: true }).waitFor()
  const left = await page.evaluate(log => {
    const files = new DataTransfer()
    files.items.add(new File([log], 'game.jsonl', { type: 'text/plain' }))
    const drag = type => document.querySelector('.big').dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: files }))
    return [drag('dragover'), drag('drop')]
  }, session.log())
  assert.deepEqual(left, [false, false], 'the browser does nothing of its own')
  await page.getByTestId('verified').waitFor()
  await page.context().close()
})

test('the games as they were can be played from home', async () => {
  const page = await browser.page()
  await page.goto(server.url)
  await page.getByText('More games (2)').click()
  for (const title of ['Hop, as it was', 'MIR, as it was']) await page.getByRole('heading', { name: title }).waitFor()
  await shot(page, 'home-more')
  await page.getByRole('link', { name: 'Play MIR, as it was' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await ready(page, 0)
  await page.context().close()
})

test('a click on a place that is not lit does nothing', async () => {
  const page = await browser.page()
  await begin(page, 'hop', 'floor')
  await ready(page, 0)
  const unlit = await page.evaluate(() => {
    const { board } = document.querySelector('.board')
    const lit = new Set(board.targets.map(spot => `${spot.x},${spot.y}`))
    const around = [...Array(9).keys()].flatMap(x => [...Array(11).keys()].map(y => ({ x, y })))
    return around.filter(spot => !lit.has(`${spot.x},${spot.y}`)).map(spot => board.screen(spot))
  })
  const box = await page.locator('.board').boundingBox()
  const inside = unlit.filter(({ x, y }) => x > 0 && y > 0 && x < box.width && y < box.height)
  assert.ok(inside.length > 30, `${inside.length} places`)
  for (const { x, y } of inside) {
    await page.mouse.click(box.x + x, box.y + y)
    assert.equal(await page.getByRole('menu').count(), 0)
  }
  await page.waitForTimeout(200)
  assert.equal(await at(page), 0)
  await page.context().close()
})

test('board and tray keep their place and their height from turn to turn', async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    for (const game of ['hop', 'mir', 'incursion', 'duel']) {
      const page = await browser.page({ viewport })
      await begin(page, game, 'still')
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

test('a menu is put away by Escape, by its button and by a click beside it, and nothing is done', async () => {
  const page = await browser.page()
  await begin(page, 'duel', 'tiles')
  await ready(page, 0)
  const menu = page.getByRole('menu')
  const open = async () => {
    await page.locator('.tray button[data-verb="joker"]').click()
    const { box } = await resting(page)
    // At the top: its menu leaves the tray free.
    const spot = await page.evaluate(() => { const { board } = document.querySelector('.board'); return board.targets.map(spot => board.screen(spot)).sort((one, two) => one.y - two.y)[0] })
    await page.mouse.click(box.x + spot.x, box.y + spot.y)
    await menu.waitFor()
  }
  for (const away of [() => page.keyboard.press('Escape'), () => page.locator('.tray button[data-verb="joker"]').click(), () => page.locator('.side').click({ position: { x: 5, y: 5 } })]) {
    await open()
    await away()
    await menu.waitFor({ state: 'detached' })
    assert.equal(await page.locator('.tray button.on').count(), 0, 'nothing is in hand')
  }
  assert.equal(await at(page), 0)
  await page.context().close()
})

test('over plain HTTP from elsewhere, too, games begin and live matches are played', async () => {
  const page = await browser.page()
  // What a browser does not have for such a page.
  await page.addInitScript(() => {
    Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined })
    for (const name of ['locks', 'clipboard', 'serviceWorker']) delete Navigator.prototype[name]
  })
  await page.goto(`${server.url}/#/play/nim`)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await ready(page, 0)
  await page.goto(`${server.url}/#/new/nim`)
  await page.getByLabel('Your name').fill('plain')
  await page.getByLabel('Against').selectOption('bot:greedy')
  await page.getByRole('button', { name: 'Open it' }).click()
  await ready(page, 0)
  const before = await at(page)
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await page.waitForFunction(before => document.querySelector('dialog[open]') || document.querySelector('.board').board.seq > before, before)
  await page.context().close()
})

test('what is asked of the server is asked once, however often it is clicked', async () => {
  const page = await browser.page()
  const asked = []
  await page.route(/\/api\//, async route => {
    if (route.request().method() === 'POST') asked.push(new URL(route.request().url()).pathname)
    await new Promise(resolve => { setTimeout(resolve, 400) }) // as from afar
    await route.continue()
  })
  await page.goto(`${server.url}/#/new/nim`)
  await page.getByLabel('Your name').fill('hasty')
  await page.getByRole('button', { name: 'Open it' }).dblclick()
  await page.context().grantPermissions(['clipboard-write', 'clipboard-read'])
  await page.getByRole('button', { name: 'Copy it' }).click()
  await page.getByText('✓ copied').waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.getByTestId('address').textContent())
  await page.goto(`${server.url}/#/play/hop?ranked=daily`)
  await page.getByLabel('Your name').fill('hasty')
  await page.getByRole('button', { name: 'Daily run' }).dblclick()
  await ready(page, 0)
  assert.deepEqual(asked, ['/api/matches', '/api/challenges'], 'one match, one ticket')
  await page.context().close()
})

test('a run that cannot be fetched is not called wrong', async () => {
  const page = await browser.page({ serviceWorkers: 'block' })
  const entries = [{ rank: 1, name: 'far', score: 7, actions: 3, at: 0, log: '/api/logs/away' }]
  await page.route(/\/api\/leaderboards\//, route => route.fulfill({ json: { board: 'daily', open_seed: true, players: 1, entries } }))
  await page.route(/\/api\/logs\//, route => route.abort('connectionrefused'))
  await page.goto(`${server.url}/#/leaders/hop`)
  await page.getByRole('button', { name: /verify/ }).click()
  await page.getByTestId('mark').getByText('could not be fetched just now').waitFor()
  // Nor is one whose game cannot be fetched; and whoever waits is told.
  const { session } = await plan('incursion', 'away', session => session.seq() >= 2)
  await page.unroute(/\/api\/logs\//)
  await page.route(/\/api\/logs\//, route => route.fulfill({ body: session.log(), contentType: 'application/x-ndjson' }))
  await page.context().route(/scripted.*\.wasm/, route => route.abort('connectionrefused'))
  await page.getByRole('button', { name: /verify/ }).click()
  await page.getByTestId('mark').getByText('being verified').waitFor({ state: 'detached' })
  await page.getByTestId('mark').getByText('could not be fetched just now').waitFor()
  // What was read and does not hold is wrong.
  await page.unroute(/\/api\/logs\//)
  await page.route(/\/api\/logs\//, route => route.fulfill({ body: 'no log at all', contentType: 'application/x-ndjson' }))
  await page.getByRole('button', { name: /verify/ }).click()
  await page.getByTestId('mark').getByText('does not hold').waitFor()
  await page.context().close()
})

test('a match that the server has forgotten is told, and nobody waits for ever', async () => {
  const page = await browser.page()
  const links = []
  await page.routeWebSocket(/\/live$/, link => {
    links.push(link)
    if (links.length > 1) return link.close({ code: 1011 })
    return link.connectToServer()
  })
  await page.goto(`${server.url}/#/new/nim`)
  await page.getByLabel('Your name').fill('faithful')
  await page.getByLabel('Against').selectOption('bot:greedy')
  await page.getByRole('button', { name: 'Open it' }).click()
  await ready(page, 0)
  await page.route(/\/api\/matches\/\w+$/, route => route.fulfill({ status: 404, json: { error: { code: 'NOT_FOUND', message: 'there is no such match' } } }))
  await links[0].close({ code: 1011 })
  await page.getByRole('alert').getByText('The server knows nothing of this match any more').waitFor()
  assert.equal(await page.getByTestId('connection').textContent(), 'not connected')
  const tries = links.length
  await page.waitForTimeout(1500)
  assert.equal(links.length, tries, 'it is asked no longer')
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
    await begin(phone, game, 'where')
    await ready(phone, 0)
    const line = phone.locator('.brief li', { hasText: where }).last()
    const [box, room] = [await line.boundingBox(), await phone.locator('.brief').boundingBox()]
    assert.ok(box.y + box.height <= room.y + room.height + 1, `${game}: without scrolling`)
  }
  await phone.context().close()
})

test('a browser that keeps nothing says so, and the game is there until the page is left', async () => {
  const page = await browser.page()
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('not here', 'SecurityError') } })
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }
  })
  await begin(page, 'hop', 'unkept')
  await ready(page, 0)
  await page.getByText('not kept: save the file').waitFor()
  await page.locator('.tray button[data-verb="wait"]').click()
  await ready(page, 1)
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByTestId('verified').waitFor()
  await page.goBack()
  await ready(page, 1)
  assert.equal(await at(page), 1)
  await page.getByRole('link', { name: 'Referee arcade, home' }).click()
  await page.locator('.chip', { hasText: 'Hop' }).click()
  await ready(page, 1)
  await page.context().close()
})

test('the board has a name and can be reached with Tab', async () => {
  const page = await browser.page()
  await begin(page, 'hop', 'floor')
  await ready(page, 0)
  await page.getByRole('button', { name: 'Help' }).focus()
  for (let tab = 0; tab < 5 && !(await page.evaluate(() => document.activeElement.matches('.board'))); tab += 1) await page.keyboard.press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Board: arrows or n move the cursor, Enter chooses')
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await ready(page, 1)
  assert.equal(await at(page), 1)
  await page.context().close()
})

test('what is no log is not called a forged one', async () => {
  const page = await browser.page()
  await page.goto(server.url)
  await page.locator('input[type=file]').setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]) })
  await page.getByTestId('wrong').getByText('This file is something else').waitFor()
  await page.getByTestId('wrong').getByText('This is not a log.').waitFor()
  await page.context().close()
})

test('again begins as before, with fresh luck; and what was chosen last is offered first', async () => {
  const page = await browser.page()
  await page.goto(`${server.url}/#/play/hop`)
  await page.getByLabel('Vanguard').check()
  await page.getByLabel('Seed').fill('mortal')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForSelector('.board canvas')
  const first = await saved(page)
  await walk(page, (await ending(first)).steps, byMouse)
  await page.getByTestId('score').waitFor()
  await page.getByRole('button', { name: 'Again' }).click()
  await page.waitForFunction(() => !document.querySelector('dialog[open]') && document.querySelector('.board')?.board?.seq === 0)
  const second = await saved(page)
  const setup = log => JSON.parse(log.split('\n')[0]).setup
  assert.deepEqual([setup(first).loadout, setup(second).loadout], ['VANGUARD', 'VANGUARD'])
  assert.notEqual(setup(second).seed, setup(first).seed)
  await page.goto(`${server.url}/#/play/hop`)
  assert.ok(await page.getByLabel('Vanguard').isChecked())
  await page.context().close()
})

test('whoever wants to be ranked is asked for a name first', async () => {
  const page = await browser.page()
  const asked = []
  page.on('request', request => { if (request.method() === 'POST') asked.push(request.url()) })
  await page.goto(`${server.url}/#/play/hop`)
  await page.getByRole('button', { name: 'Fresh seed' }).click()
  assert.ok(await page.getByLabel('Your name').evaluate(input => input === document.activeElement && !input.validity.valid))
  assert.deepEqual(asked, [])
  await page.getByLabel('Your name').fill('nora')
  await page.keyboard.press('Enter') // the first of the buttons
  await page.locator('.badge', { hasText: 'ranked: daily' }).waitFor()
  await page.context().close()
})

/** How far it is to the stairs from where an offer leads. */
function way({ tiles }) {
  const free = tiles.filter(({ name }) => name !== 'wall' && name !== 'lava').map(({ at }) => at)
  const far = new Map()
  let edge = tiles.filter(({ name }) => name === 'stairs').map(({ at }) => at)
  for (let steps = 0; edge.length > 0; steps += 1) {
    for (const { x, y } of edge) far.set(`${x},${y}`, steps)
    const isBeside = (one, two) => Math.abs(one.x - two.x) + Math.abs(one.y - two.y) + Math.abs(one.x + one.y - two.x - two.y) === 2
    edge = free.filter(spot => !far.has(`${spot.x},${spot.y}`) && edge.some(one => isBeside(one, spot)))
  }
  return ({ aim: { spots: [spot] } }) => (spot ? (far.get(`${spot.x},${spot.y}`) ?? 99) : 0)
}

test('a run with sealed dice ends with a way to its leaderboard, where it is listed and holds', async () => {
  const page = await browser.page()
  let now // what the server told last
  page.on('websocket', socket => socket.on('framereceived', ({ payload }) => {
    const told = JSON.parse(payload)
    if (told.choices) now = told
  }))
  await page.goto(`${server.url}/#/play/hop?ranked=live`)
  await page.getByLabel('Your name').fill('sealed')
  await page.getByRole('button', { name: 'Dice rolled by the server' }).click()
  for (let seq = 0; seq < 300; seq += 1) {
    await page.waitForFunction(seq => document.querySelector('.board')?.board?.seq >= seq, seq)
    await ready(page, seq)
    if (await page.getByTestId('score').count()) break
    // Whoever runs for the stairs and looks at nothing else comes to an end soon.
    const { scene: { board }, choices } = now
    const far = way(board)
    const ways = choices.filter(({ aim }) => aim.plain || aim.spots.length === 0).sort((one, two) => far(one) - far(two))
    await byMouse(page, ways[0])
  }
  await shot(page, 'sealed-end')
  await page.getByRole('dialog').getByRole('link', { name: 'Leaderboard' }).click()
  await page.getByRole('cell', { name: 'sealed', exact: true }).waitFor()
  await page.getByRole('button', { name: /verify/ }).click()
  await page.getByText('✓ verified in your browser').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Sealed dice' }).getAttribute('aria-pressed'), 'true')
  await page.context().close()
})

test('a file that was dropped is there again when the page is loaded again, at its moment', async () => {
  const { session } = await plan('nim', 'dropped', () => false)
  const page = await browser.page()
  await page.goto(server.url)
  await page.locator('input[type=file]').setInputFiles({ name: 'a game of nim.jsonl', mimeType: 'text/plain', buffer: Buffer.from(session.log()) })
  await page.getByTestId('slider').fill('2')
  await page.reload()
  await page.getByTestId('verified').waitFor()
  assert.match(await page.getByTestId('at').textContent(), /^2 of /)
  await page.goto(`${server.url}/#/file/another.jsonl`)
  assert.match(await page.getByTestId('wrong').textContent(), /not here any more/)
  await page.context().close()
})

test('a replay has a help of its own, and runs by the keys it tells', async () => {
  const { session } = await plan('nim', 'dropped', () => false)
  const page = await browser.page()
  await page.goto(server.url)
  await page.locator('input[type=file]').setInputFiles({ name: 'game.jsonl', mimeType: 'text/plain', buffer: Buffer.from(session.log()) })
  await page.getByTestId('verified').waitFor()
  await page.keyboard.press('?')
  await page.getByTestId('help').getByText('runs, and pauses').waitFor()
  await page.keyboard.press('Home') // behind a sheet nothing moves
  await page.keyboard.press('Escape')
  assert.match(await page.getByTestId('at').textContent(), new RegExp(`^${session.seq()} of `))
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await page.waitForFunction(() => Number(document.querySelector('[data-testid="at"]').textContent.split(' ')[0]) > 0)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Run' }).waitFor()
  await page.context().close()
})

test('where players meet is no game', async () => {
  const page = await browser.page()
  for (const address of ['play/lobby', 'new/lobby', 'leaders/lobby', 'play/chess']) {
    await page.goto(`${server.url}/#/${address}`)
    await page.getByText('There is nothing at this address.').waitFor()
  }
  await page.context().close()
})

test('after taking back, a game can still be ended and begun again', async () => {
  const page = await browser.page()
  await begin(page, 'hop', 'mortal')
  await page.locator('.tray button[data-verb="wait"]').click()
  await ready(page, 1)
  await page.keyboard.press('u')
  await ready(page, 0)
  await walk(page, (await ending(await saved(page))).steps, byMouse)
  await page.getByRole('button', { name: 'Again' }).click()
  await page.waitForFunction(() => !document.querySelector('dialog[open]') && document.querySelector('.board')?.board?.seq === 0)
  await page.context().close()
})

test('a lesson that is begun again shows its beginning', async () => {
  const page = await browser.page()
  await page.goto(`${server.url}/#/lessons/hop/40-archer`)
  await ready(page, 0)
  const plans = () => page.locator('.order').textContent()
  const before = await plans()
  await page.locator('.tray button[data-verb="wait"]').click()
  await ready(page, 1)
  assert.notEqual(await plans(), before)
  await page.getByRole('button', { name: 'Begin again' }).click()
  await page.waitForFunction(words => document.querySelector('.order')?.textContent === words, before)
  await ready(page, 0)
  const { open } = await import('@referee/engine')
  const session = (await open('hop')).begin('40-archer')
  const spots = session.choices('player').filter(({ aim }) => aim.plain).map(({ aim }) => aim.spots.at(-1))
  const key = ({ x, y }) => `${x},${y}`
  assert.deepEqual((await page.evaluate(() => document.querySelector('.board').board.targets)).map(key).sort(), spots.map(key).sort())
  await page.context().close()
})

test('what is taken back takes nobody\'s time: whose turn it was may still move', async () => {
  const page = await browser.page()
  await page.clock.install()
  await begin(page, 'duel', 'hurry')
  const lay = async () => {
    await page.waitForFunction(() => document.querySelector('.board')?.board?.targets.length > 0)
    const seq = await at(page)
    await page.keyboard.press('n')
    await page.keyboard.press('Enter')
    await page.clock.runFor(100)
    if (await page.getByRole('menu').count()) await page.getByRole('menuitem').first().click()
    await page.clock.runFor(3000) // the bot thinks, and lays
    await page.waitForFunction(seq => document.querySelector('.board').board.seq > seq, seq)
  }
  await lay()
  await page.clock.runFor(30_000)
  await lay()
  await page.clock.runFor(50_000)
  await page.keyboard.press('u')
  await page.clock.runFor(2000)
  assert.match(await page.getByTestId('status').textContent(), /^Blue to move/)
  assert.match(await page.getByTestId('clock').textContent(), /^(1:0|0:[3-6])/)
  await lay()
  await page.context().close()
})

test('lessons with dice and clocks of their own are done by their own way', async () => {
  const { open } = await import('@referee/engine')
  const page = await browser.page()
  for (const [game, name] of [['duel', '06-the-clock'], ['incursion', '55-rethrow-strike-hit-damage-death']]) {
    const opened = await open(game)
    const session = opened.begin(name)
    await page.goto(`${server.url}/#/lessons/${game}/${name}`)
    for (const [index, { action, seat, at, dice }] of opened.lesson(name).planned.entries()) {
      const of = { ...(at !== null && { at }) }
      const offer = session.choices(seat ?? session.status(of).waiting[0], of).find(offer => JSON.stringify(offer.action) === JSON.stringify(action))
      assert.ok(offer, `${name}: ${JSON.stringify(action)} can be done`)
      await ready(page, index)
      await byMouse(page, offer)
      const way = page.getByRole('menuitem', { name: offer.aim.label, exact: true })
      await page.waitForFunction(seq => document.querySelector('[role=menu]') || document.querySelector('.board').board.seq > seq || document.querySelector('.hint').textContent.includes('once more') || document.querySelector('.lesson h2').textContent.includes('Done'), index)
      if (await way.count()) await way.click()
      else if (await page.getByText('once more does it').count()) await page.keyboard.press('Enter')
      session.act(action, { ...(seat && { seat }), ...of, ...(dice && { dice }) })
    }
    await page.getByRole('heading', { name: '✓ Done' }).waitFor()
    session.leave()
  }
  await page.context().close()
})

test('kept games are all listed, can be forgotten, and those that were played outlive those that were not', async () => {
  const page = await browser.page()
  await begin(page, 'hop', 'kept')
  await page.locator('.tray button[data-verb="wait"]').click()
  await ready(page, 1)
  const played = page.url()
  for (let game = 0; game < 45; game += 1) {
    await page.goto(`${server.url}/#/play/nim`)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.waitForURL(/save=/)
  }
  await page.goto(played)
  await ready(page, 1)
  await page.goto(`${server.url}/#/`)
  const kept = page.getByTestId('kept')
  assert.match(await kept.textContent(), /Hop floor 1 of 10/)
  const forget = kept.getByRole('button', { name: /^Forget Hop/ })
  await forget.click()
  await kept.getByRole('button', { name: /^Forget it: Hop/ }).click()
  await kept.waitFor({ state: 'detached' })
  await page.context().close()
})

test('what a button does not name is shown before it is spent', async () => {
  const page = await browser.page()
  await begin(page, 'duel', 'spent')
  await ready(page, 0)
  const skip = page.locator('.tray button[data-verb="skip"]')
  await skip.click()
  assert.match(await page.getByTestId('hint').textContent(), /goes back.*once more does it/)
  assert.equal(await at(page), 0)
  await page.keyboard.press('Escape')
  assert.equal(await page.getByTestId('hint').textContent(), '')
  await skip.click()
  await skip.click()
  await ready(page, 1)
  await page.context().close()
})

test('nothing is told before it is seen: the end comes after the blow', async () => {
  const page = await browser.page({ reducedMotion: 'no-preference' })
  await begin(page, 'hop', 'mortal')
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

test('a game that is left while it is being opened leaves nothing behind', async () => {
  const page = await browser.page()
  await begin(page, 'nim', 'left')
  const game = page.url()
  for (const wait of [0, 10, 25, 50, 100]) {
    await page.goto(`${server.url}/#/`)
    await page.getByRole('heading', { name: 'Nim', exact: true }).waitFor()
    await page.evaluate(([game, wait]) => new Promise(resolve => {
      location.hash = new URL(game).hash
      setTimeout(() => { location.hash = '#/'; setTimeout(resolve, 600) }, wait)
    }), [game, wait])
    assert.match(page.url(), /#\/$/, `after ${wait} ms`)
    await page.getByRole('heading', { name: 'Nim', exact: true }).waitFor()
    assert.deepEqual(await page.evaluate(async () => (await navigator.locks.query()).held.map(lock => lock.name)), [], `after ${wait} ms`)
  }
  await page.goto(game)
  await ready(page, 0)
  await page.context().close()
})

test('a leaderboard shows what it says it shows, however late answers come', async () => {
  const page = await browser.page()
  await page.route(/leaderboards/, async route => {
    const isDaily = route.request().url().includes('daily')
    if (isDaily) await new Promise(resolve => { setTimeout(resolve, 800) })
    const entry = { rank: 1, name: isDaily ? 'daily-ann' : 'sealed-bob', score: 1, actions: 1, at: 0, log: '/api/logs/x' }
    await route.fulfill({ json: { board: '', open_seed: true, players: 1, entries: [entry] } })
  })
  await page.goto(`${server.url}/#/leaders/hop`)
  await page.getByRole('button', { name: 'Sealed dice' }).click()
  await page.getByRole('cell', { name: 'sealed-bob', exact: true }).waitFor()
  assert.match(page.url(), /board=live$/)
  await page.waitForTimeout(1000)
  assert.equal(await page.getByRole('cell', { name: 'daily-ann', exact: true }).count(), 0)
  await page.goBack()
  await page.getByRole('cell', { name: 'daily-ann', exact: true }).waitFor()
  await page.context().close()
})

test('after a dialog one is where one was', async () => {
  const page = await browser.page()
  await begin(page, 'hop', 'focus')
  await ready(page, 0)
  const help = page.getByRole('button', { name: 'Help' })
  await help.focus()
  await page.keyboard.press('Enter')
  await page.getByTestId('help').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Help')
  await page.context().close()
})

test('every number can be asked why, in a replay', async () => {
  const { session } = await plan('hop', 'floor', session => session.seq() >= 6)
  const page = await browser.page()
  await page.goto(server.url)
  await page.locator('input[type=file]').setInputFiles({ name: 'run.jsonl', mimeType: 'text/plain', buffer: Buffer.from(session.log()) })
  await page.getByTestId('why').getByText('Why').click()
  await page.getByTestId('why').getByText(/MAIN/).first().waitFor()
  await page.getByTestId('slider').fill('2')
  await page.goto(page.url().replace(/to=2$/, 'to=5'))
  await page.waitForFunction(() => document.querySelector('[data-testid="at"]').textContent.startsWith('5 of'))
  await page.context().close()
})

test('no page has a serious fault for whoever cannot see it or cannot use a mouse, light or dark', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.page({ colorScheme })
    for (const path of ['', 'play/hop', 'play/duel', 'play/incursion', 'lessons/hop', 'leaders/hop', 'new/duel', 'nowhere']) {
      await page.goto(`${server.url}/#/${path}`)
      await page.waitForTimeout(150)
      await accessible(page, `${path} ${colorScheme}`)
    }
    for (const game of ['hop', 'duel', 'mir', 'incursion', 'nim']) {
      await page.goto(`${server.url}/#/play/${game}`)
      await page.getByRole('button', { name: 'Play', exact: true }).click()
      await page.waitForFunction(() => document.querySelector('.board')?.board?.targets.length > 0)
      await page.keyboard.press('ArrowRight')
      await accessible(page, `${game} ${colorScheme}`)
    }
    await page.context().close()
  }
})

test('nothing went wrong in any page', () => {
  assert.deepEqual(browser.wrong.filter(text => !/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to fetch/.test(text)), [])
})
