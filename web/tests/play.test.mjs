// Games played by mouse, touch and keyboard. In a real browser, against the real server.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessible, at, begin, browser, byKeyboard, byMouse, ending, flawless, onStage, plan, ready, resting, saved, server, shot, walk } from './stage.mjs'

onStage()

/** Opens a log in the arcade, and plays on from its end. */
async function playOn(page, log) {
  await page.goto(server.url)
  await page.locator('input[type=file]').setInputFiles({ name: 'run.jsonl', mimeType: 'text/plain', buffer: Buffer.from(log) })
  await page.getByRole('button', { name: 'Play from here' }).click()
}

for (const [how, hands] of [['the mouse', byMouse], ['the keyboard', byKeyboard]]) {
  test(`a whole floor of Hop by ${how}`, async () => {
    const { steps, session } = await plan('hop', 'floor', session => session.view('player').floor > 1)
    assert.ok(session.view('player').floor > 1, 'the bot leaves the first floor')
    const page = await browser.page()
    await begin(page, server.url, 'hop', 'floor')
    await walk(page, steps, hands)
    await ready(page, steps.length)
    await page.getByText(/floor 2|Floor 2/).first().waitFor()
    assert.equal(await saved(page), session.log(), 'the same game to the byte')
    await accessible(page, 'play')
    await shot(page, `hop-${how.replace('the ', '')}`)
    await page.context().close()
  })
}

test('a shrine offers cards, and what is chosen is learned', async () => {
  const page = await browser.page()
  const chosen = session => session.log().includes('SELECT_UPGRADE')
  const { steps, session } = await plan('hop', 'shrine', chosen)
  assert.ok(chosen(session), 'the bot comes to a shrine')
  await begin(page, server.url, 'hop', 'shrine')
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
  await begin(page, server.url, 'hop', 'mortal')
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

test('a shrine stays until it is answered, and a page loaded again goes on', async () => {
  const page = await browser.page()
  const { steps } = await plan('hop', 'shrine', session => session.log().includes('SELECT_UPGRADE'))
  await begin(page, server.url, 'hop', 'shrine')
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
  await begin(page, server.url, 'hop', 'floor')
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
  await begin(page, server.url, 'hop', 'floor')
  await ready(page, 0)
  const verbs = await page.locator('.tray button[data-verb]').evaluateAll(all => all.map(one => one.dataset.verb))
  assert.deepEqual(verbs.slice(0, 5), ['step', 'strike', 'wait', 'Shield bash', 'Jump'], 'this seed is dealt these skills')
  assert.ok(await page.locator('.tray button[data-verb="Shield bash"]').isDisabled(), 'nobody is beside the player yet')
  await page.keyboard.press('5')
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
  await begin(page, server.url, 'hop', 'floor')
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
  await begin(page, server.url, 'hop', 'floor')
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

test('a duel shows the tile in hand; a click offers the ways to lay it, and nothing else', async () => {
  const page = await browser.page()
  await begin(page, server.url, 'duel', 'd')
  await ready(page, 0)
  await page.locator('.hand svg.face').waitFor()
  // A place where the tile can lie in more than one way, and no other.
  const { open } = await import('@referee/engine')
  const offers = (await open('duel')).start({ seed: 'd' }).choices('blue').filter(({ aim }) => aim.plain)
  const looks = ({ aim }) => JSON.stringify([aim.spots, aim.face])
  const faces = spot => new Set(offers.filter(({ aim }) => JSON.stringify(aim.spots.at(-1)) === JSON.stringify(spot)).map(looks)).size
  const several = offers.map(({ aim }) => aim.spots.at(-1)).find(spot => faces(spot) > 1)
  assert.ok(several, 'this seed has a tile with a choice')
  const screen = await page.evaluate(spot => document.querySelector('.board').board.screen(spot), several)
  const box = await page.locator('.board').boundingBox()
  await page.mouse.click(box.x + screen.x, box.y + screen.y)
  await page.getByRole('menu').waitFor()
  const ways = await page.getByRole('menuitem').evaluateAll(all => all.map(one => one.getAttribute('aria-label')))
  assert.equal(ways.length, faces(several))
  for (const way of ways) assert.match(way, /^place/)
  await page.keyboard.press('Escape')
  // A tile that is the same all around has one way to lie.
  await page.waitForFunction(() => document.querySelector('.board').board.targets.length > 0)
  await page.keyboard.press('2')
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  const jokers = await page.getByRole('menuitem').evaluateAll(all => all.map(one => one.getAttribute('aria-label')))
  assert.ok(jokers.length > 5 && jokers.every(way => way.startsWith('joker')))
  const alike = jokers.filter(way => /whole city|crossroads|meadow/.test(way))
  assert.ok(alike.length > 0 && alike.every(way => !/turned/.test(way)), jokers.join('; '))
  await page.context().close()
})

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

test('a click on a place that is not lit does nothing', async () => {
  const page = await browser.page()
  await begin(page, server.url, 'hop', 'floor')
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

test('a menu is put away by Escape, by its button and by a click beside it, and nothing is done', async () => {
  const page = await browser.page()
  await begin(page, server.url, 'duel', 'd')
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

test('after taking back, a game can still be ended and begun again', async () => {
  const page = await browser.page()
  await begin(page, server.url, 'hop', 'mortal')
  await page.locator('.tray button[data-verb="wait"]').click()
  await ready(page, 1)
  await page.keyboard.press('u')
  await ready(page, 0)
  await walk(page, (await ending(await saved(page))).steps, byMouse)
  await page.getByRole('button', { name: 'Again' }).click()
  await page.waitForFunction(() => !document.querySelector('dialog[open]') && document.querySelector('.board')?.board?.seq === 0)
  await page.context().close()
})

test('what is taken back takes nobody\'s time: whose turn it was may still move', async () => {
  const page = await browser.page()
  await page.clock.install()
  await begin(page, server.url, 'duel', 'hurry')
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

test('what a button does not name is shown before it is spent', async () => {
  const page = await browser.page()
  await begin(page, server.url, 'duel', 'spent')
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

test('two persons at one screen offer, decline and agree to a draw; alone nobody can', async () => {
  const page = await browser.page()
  await page.goto(`${server.url}/#/play/nim`)
  for (const seat of ['first', 'second']) await page.locator('label.seat', { has: page.getByText(seat, { exact: true }) }).locator('select').selectOption('me')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const confirm = async (button, answer) => {
    await page.getByTestId('words').getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click()
  }
  await confirm('First: offer a draw', 'Offer a draw')
  await page.getByText('First offers a draw.').waitFor()
  await confirm('Decline', 'Decline')
  await page.getByText('Second declines the draw.').waitFor()
  await confirm('First: offer a draw', 'Offer a draw')
  await page.getByTestId('words').getByRole('alert').getByText(/offered a draw already/).waitFor()
  await confirm('Second: offer a draw', 'Offer a draw')
  await confirm('Accept', 'Agree')
  await page.getByRole('heading', { name: 'a draw by agreement' }).waitFor()
  await page.reload() // kept as a game that is over
  await page.getByRole('heading', { name: 'a draw by agreement' }).waitFor()
  await page.goto(`${server.url}/#/play/hop`)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForSelector('.board canvas')
  assert.equal(await page.getByTestId('words').count(), 0)
  await page.context().close()
})

test('nothing went wrong in any page', () => flawless(browser))
