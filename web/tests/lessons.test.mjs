// Lessons, done as their tasks say. In a real browser, against the real server.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessible, at, browser, byMouse, flawless, onStage, ready, server, shot } from './stage.mjs'

onStage()

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

test('a lesson that is begun again shows its beginning', async () => {
  const { open } = await import('@referee/engine')
  const step = (await open('hop')).begin('40-archer').choices('player').find(({ aim }) => aim.verb === 'step')
  const page = await browser.page()
  await page.goto(`${server.url}/#/lessons/hop/40-archer`)
  await ready(page, 0)
  const figures = () => page.evaluate(() => document.querySelector('.board').board.standing.map(({ id, at }) => `${id} ${at.x},${at.y}`).sort())
  const words = await page.locator('.order').textContent()
  const before = await figures()
  await byMouse(page, step)
  await ready(page, 1)
  assert.notDeepEqual(await figures(), before)
  await page.getByRole('button', { name: 'Begin again' }).click()
  await page.waitForFunction(words => document.querySelector('.order')?.textContent === words, words)
  await page.waitForFunction(() => document.querySelector('.board')?.board?.targets.length > 0)
  assert.deepEqual(await figures(), before)
  await page.context().close()
})

test('lessons with dice and clocks of their own are done by their own way', async () => {
  const { open } = await import('@referee/engine')
  const page = await browser.page()
  for (const [game, name] of [['duel', '06-the-clock'], ['incursion', '55-rethrow-strike-hit-damage-death'], ['mir', '03-where-feet-may-go']]) {
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

test('nothing went wrong in any page', () => flawless(browser))
