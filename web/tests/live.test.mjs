// What needs the server: live matches, ranked runs, leaderboards. In a real browser, against the real server.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessible, at, browser, byMouse, ending, flawless, onStage, plan, ready, resting, saved, server, shot, walk } from './stage.mjs'

onStage()

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
  await page.keyboard.press('Escape') // and it is still known afterwards
  await page.getByRole('button', { name: 'How it ended' }).click()
  assert.equal(await page.getByRole('button', { name: 'Hand it in' }).count(), 0)
  const game = page.url()
  await page.getByTestId('ranked').getByRole('link').click()
  await page.waitForURL(/leaders/)
  await page.goBack()
  await page.getByTestId('score').waitFor() // kept as a game that is over
  assert.equal(page.url(), game)
  assert.equal(await page.getByRole('button', { name: 'Hand it in' }).count(), 0)
  await page.goForward()
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

test('a draw is offered and declined, then a seat resigns, and both see how it ended', async () => {
  const [ann, bob] = [await browser.page(), await browser.page()]
  await ann.goto(`${server.url}/#/new/nim`)
  await ann.getByLabel('Your name').fill('resigned ann')
  await ann.getByRole('button', { name: 'Open it' }).click()
  await bob.goto(await ann.getByTestId('address').textContent())
  await bob.getByLabel('Your name').fill('patient bob')
  await bob.getByRole('button', { name: 'Join' }).click()
  const confirm = async (page, button, answer) => {
    await page.getByTestId('words').getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click()
  }
  await confirm(ann, 'Offer a draw', 'Offer a draw')
  await bob.getByTestId('words').getByText('First offers a draw.').waitFor()
  await accessible(bob, 'an offer')
  await confirm(bob, 'Decline', 'Decline')
  await ann.getByTestId('words').getByText('Second declines the draw.').waitFor()
  await confirm(bob, 'Resign', 'Cancel')
  assert.equal(await bob.getByTestId('score').count(), 0, 'nothing is said before it is confirmed')
  await confirm(bob, 'Resign', 'Resign')
  await ann.getByRole('heading', { name: 'You win: second resigned; first wins' }).waitFor()
  await bob.getByRole('heading', { name: 'You lose: second resigned; first wins' }).waitFor()
  await ann.getByRole('link', { name: 'Watch and verify it' }).click()
  await ann.getByTestId('verified').waitFor()
  await ann.getByText('Second resigned; first wins').waitFor()
  await ann.context().close()
  await bob.context().close()
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

test('nothing went wrong in any page', () => flawless(browser))
