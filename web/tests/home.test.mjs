// The way in, and what the page keeps and says around games. In a real browser, against the real server.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessible, at, begin, browser, byMouse, ending, flawless, onStage, ready, saved, serve, server, shot, walk } from './stage.mjs'

onStage()

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

test('a game is there again after the page was closed, and without a network', async () => {
  const page = await browser.page()
  await begin(page, server.url, 'hop', 'kept')
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

for (const locks of [true, false]) {
  test(`two tabs do not play the same game: the second takes it over or watches, and nothing is lost${locks ? '' : ', also without locks'}`, async () => {
    const page = await browser.page()
    if (!locks) await page.context().addInitScript(() => { Object.defineProperty(navigator, 'locks', { value: undefined }) })
    await begin(page, server.url, 'hop', 'tabs')
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

test('a browser that keeps nothing says so, and the game is there until the page is left', async () => {
  const page = await browser.page()
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('not here', 'SecurityError') } })
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }
  })
  await begin(page, server.url, 'hop', 'unkept')
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
  await begin(page, server.url, 'hop', 'floor')
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

test('where players meet is no game', async () => {
  const page = await browser.page()
  for (const address of ['play/lobby', 'new/lobby', 'leaders/lobby', 'play/chess']) {
    await page.goto(`${server.url}/#/${address}`)
    await page.getByText('There is nothing at this address.').waitFor()
  }
  await page.context().close()
})

test('kept games are all listed, can be forgotten, and those that were played outlive those that were not', async () => {
  const page = await browser.page()
  await begin(page, server.url, 'hop', 'kept')
  await page.locator('.tray button[data-verb="wait"]').click()
  await ready(page, 1)
  const played = page.url()
  await begin(page, server.url, 'nim', 'never played')
  await page.evaluate(() => new Promise((resolve, reject) => { // and forty more like it
    const request = indexedDB.open('referee')
    request.onerror = reject
    request.onsuccess = () => {
      const store = request.result.transaction('saves', 'readwrite').objectStore('saves')
      store.getAll().onsuccess = ({ target: { result } }) => {
        const nim = result.find(save => save.game === 'nim')
        for (let other = 0; other < 44; other += 1) store.put({ ...nim, key: `${nim.key}-${other}`, at: nim.at + other })
        store.transaction.oncomplete = resolve
      }
    }
  }))
  await page.reload()
  await begin(page, server.url, 'nim', 'one too many')
  await page.waitForFunction(async () => {
    const database = await new Promise(resolve => { indexedDB.open('referee').onsuccess = ({ target }) => resolve(target.result) })
    const count = await new Promise(resolve => { database.transaction('saves').objectStore('saves').count().onsuccess = ({ target }) => resolve(target.result) })
    return count === 40
  })
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

test('a game that is left while it is being opened leaves nothing behind', async () => {
  const page = await browser.page()
  await begin(page, server.url, 'nim', 'left')
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

test('after a dialog one is where one was', async () => {
  const page = await browser.page()
  await begin(page, server.url, 'hop', 'focus')
  await ready(page, 0)
  const help = page.getByRole('button', { name: 'Help' })
  await help.focus()
  await page.keyboard.press('Enter')
  await page.getByTestId('help').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Help')
  await page.context().close()
})

test('no page has a serious fault for whoever cannot see it or cannot use a mouse, light or dark', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.page({ colorScheme })
    const there = { '': '.games', 'play/hop': '.begin', 'play/duel': '.begin', 'play/incursion': '.begin', 'lessons/hop': '.lessons', 'leaders/hop': 'main p + p, .leaders', 'new/duel': '.begin', nowhere: '[role=alert]' }
    for (const [path, what] of Object.entries(there)) {
      await page.goto(`${server.url}/#/${path}`)
      await page.locator(what).first().waitFor() // not the line that says to wait
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

test('nothing went wrong in any page', () => flawless(browser))
