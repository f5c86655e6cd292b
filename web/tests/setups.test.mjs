// The setups that a game brings by name, and the seats that nobody needs to take. In a real browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { games } from '@referee/engine'
import { accessible, browser, flawless, onStage, ready, saved, server, shot } from './stage.mjs'

onStage()

/** The setup in the first line of the game that is played. */
const setupOf = async page => JSON.parse((await saved(page)).split('\n')[0]).setup

test('every setup of every game can be begun from the page without a network', async () => {
  const page = await browser.page()
  await page.goto(server.url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.waitForFunction(async () => (await (await caches.open('referee-page')).keys()).length > 5)
  await page.goto(`${server.url}/#/play/mir`) // its module is fetched when it is first wanted
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await page.context().setOffline(true)
  const brought = games().flatMap(({ name, setups = [] }) => setups.map(setup => ({ game: name, setup })))
  assert.equal(brought.filter(({ game }) => game === 'mir').length, 10)
  for (const { game, setup } of brought) {
    await page.goto(`${server.url}/#/`)
    await page.goto(`${server.url}/#/play/${game}?new=${setup.name}`)
    const choice = page.getByRole('radio', { name: setup.title })
    await choice.check()
    assert.ok(await page.getByText(setup.about).isVisible(), 'what it is, is told')
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.waitForFunction(() => document.querySelector('.board')?.board?.targets.length > 0)
    assert.equal((await setupOf(page)).meta.id, setup.name)
    await page.locator('.tray button[data-verb="roll initiative"]').click() // what it does is shown first
    await page.locator('.tray button.on[data-verb="roll initiative"]').click()
    await page.waitForFunction(() => (document.querySelector('.board')?.board?.seq ?? 0) > 0)
    if (game === 'mir' && setup.name === 'chasm-bridge') await shot(page, `setup-${setup.name}`)
  }
  await page.context().close()
})

test('a game master moves what the bots play, and nobody needs to be one', async () => {
  const page = await browser.page()
  const targets = []
  for (const master of ['me', '']) {
    await page.goto(`${server.url}/#/`)
    await page.goto(`${server.url}/#/play/mir?new=${master}`)
    const seat = page.getByLabel('gm')
    assert.equal(await seat.inputValue(), '', 'the seat is free at first')
    if (master) await accessible(page, 'begin')
    await seat.selectOption(master)
    await page.getByLabel('npcs').selectOption('greedy')
    await page.getByRole('radio', { name: 'Duel at dawn' }).check()
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await ready(page, 0)
    targets.push(await page.evaluate(() => document.querySelector('.board').board.targets.length))
  }
  assert.ok(targets[0] > targets[1], `a game master has both sides to move: ${targets}`)
  await page.context().close()
})

test('nothing went wrong in any page', () => flawless(browser))
