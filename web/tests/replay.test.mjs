// Any log: dropped, watched, verified, branched, reported. In a real browser, against the real server.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { games, open } from '@referee/engine'
import { accessible, at, begin, browser, flawless, onStage, plan, ready, server, shot } from './stage.mjs'

onStage()

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

test('a report of a bug is a scenario that the command line runs', async () => {
  const page = await browser.page()
  await begin(page, server.url, 'hop', 'floor')
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

test('every file that is exported is shown, or refused with its place', async () => {
  const page = await browser.page()
  for (const card of games()) {
    const game = await open(card.name)
    for (const { name, imports } of game.setup().formats.filter(format => format.exports)) {
      const { session } = await plan(card.name, 'exported', session => session.seq() >= 6)
      let file
      try {
        file = session.export(name)
      } catch (error) {
        assert.match(error.code, /^[A-Za-z_]+$/) // a state is written of some games only
        continue
      }
      await page.goto(server.url)
      await page.locator('input[type=file]').setInputFiles({ name: `${name}.txt`, mimeType: 'text/plain', buffer: Buffer.from(file) })
      await page.getByTestId(imports ? 'verified' : 'wrong').waitFor()
      if (!imports) await page.getByTestId('wrong').getByText(/^Line 1: /).waitFor()
      session.leave()
    }
  }
  // What is wrong inside a file is named with its place.
  const { session } = await plan('hop', 'exported', session => session.seq() >= 6)
  const claimed = { ...JSON.parse(session.export('hop-replay')) }
  claimed.final.score += 1
  await page.goto(server.url)
  await page.locator('input[type=file]').setInputFiles({ name: 'claimed.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(claimed)) })
  await page.getByTestId('wrong').getByText(/^\/final\/score: /).waitFor()
  await page.context().close()
})

test('what is no log is not called a forged one', async () => {
  const page = await browser.page()
  await page.goto(server.url)
  await page.locator('input[type=file]').setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]) })
  await page.getByTestId('wrong').getByText('This file is something else').waitFor()
  await page.getByTestId('wrong').getByText(/looks like none of the formats/).waitFor()
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

test('nothing went wrong in any page', () => flawless(browser))
