// What every test of the page needs: a server with the page, a browser, and hands that do what a person would do.

import { spawn } from 'node:child_process'
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { dirname, join } from 'node:path'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { open, resume } from '@referee/engine'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const here = dirname(fileURLToPath(import.meta.url))
const shots = process.env.REFEREE_SHOTS ?? join(here, '..', 'shots')
mkdirSync(shots, { recursive: true })

/** What a file of tests plays on, once it is `onStage`. */
export let server
export let browser

/** Raises the stage for a file of tests, and takes it down after them. */
export function onStage() {
  before(async () => {
    server = await serve()
    browser = await browse()
  })
  after(async () => {
    await browser?.close()
    server?.stop()
  })
}

/** A server with the page, and its address. */
export async function serve() {
  const binary = process.env.REFEREE_BIN ?? 'referee'
  const child = spawn(binary, ['serve', '--memory', '--listen', '127.0.0.1:0', '--json', '--rate', '0', '--page', join(here, '..', 'dist')], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line)
    if (said.listening) return { url: `http://${said.listening}`, stop: () => child.kill() }
  }
  throw new Error('the server does not say where it listens')
}

/** A browser; what goes wrong in any of its pages is remembered. */
export async function browse() {
  const executablePath = process.env.REFEREE_CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] })
  const wrong = []
  const page = async (options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', acceptDownloads: true, ...options })
    context.setDefaultTimeout(20_000)
    context.on('page', made => { // also those that a test opens beside the first
      made.on('pageerror', error => wrong.push(String(error)))
      made.on('console', message => { if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) wrong.push(message.text()) })
    })
    return context.newPage()
  }
  return { page, wrong, close: () => browser.close() }
}

export const shot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`) })

/** The actions by which a bot comes to where somebody wants to be, with what each is called and where it points. */
export async function plan(game, seed, done, luck = '') {
  return follow((await open(game)).start({ seed }), done, luck)
}

/** The shortest way to the end that chance finds from where a log stands. */
export async function ending(log) {
  let best
  // Some seeds are kind: chance needs many tries, or many steps.
  for (let luck = 0; luck < 400 && !(best && (luck > 60 || best.steps.length < 30)); luck += 1) {
    const found = follow(await resume(log), () => false, `${luck}`, 'random', best?.steps.length ?? 400)
    if (found.session.status().over) {
      best?.session.leave()
      best = found
    } else {
      found.session.leave()
    }
  }
  if (!best) throw new Error('no way to the end was found')
  return best
}

function follow(session, done, luck, bot = 'greedy', most = 400) {
  const steps = []
  while (!done(session) && !session.status().over && steps.length < most) {
    const seat = session.status().waiting[0]
    const { action } = session.bot(bot, { seat, luck: `${luck} ${steps.length}` })
    steps.push(session.choices(seat).find(offer => JSON.stringify(offer.action) === JSON.stringify(action)))
    session.act(action, { seat })
  }
  return { steps, session }
}

/** Waits until one may act, or it is over. */
export async function ready(page, seq) {
  await page.waitForFunction(wanted => {
    const board = document.querySelector('.board')?.board
    const dialog = document.querySelector('dialog[open]')
    return board && (dialog || (board.seq ?? 0) >= wanted && board.targets.length > 0)
  }, seq)
}

/** Waits until what to do is in hand, or was done at once as there was only one way; whether a place is still to be chosen. */
async function inHand(page, before) {
  await page.waitForFunction(seq => document.querySelector('.tray button.on') || (document.querySelector('.board').board.seq ?? 0) > seq, before)
  return (await page.locator('.tray button.on').count()) > 0
}

/** Does an offer with the mouse. */
export async function byMouse(page, { aim }) {
  const card = page.locator('dialog[open] .card', { hasText: aim.label })
  if (await card.count()) return card.first().click()
  const verb = page.locator(`.tray button[data-verb="${aim.verb}"]`)
  if (aim.spots.length === 0 || aim.verb === 'wait') return verb.click()
  if (!aim.plain) {
    const before = await at(page)
    await verb.click()
    if (!(await inHand(page, before))) return undefined
  }
  const spot = aim.spots.at(-1)
  const place = await page.evaluate(spot => document.querySelector('.board').board.screen(spot), spot)
  const box = await page.locator('.board').boundingBox()
  return page.mouse.click(box.x + place.x, box.y + place.y)
}

/** Does an offer with the keyboard. */
export async function byKeyboard(page, { aim }) {
  if (await page.locator('dialog[open] .card').count()) {
    const cards = page.locator('dialog[open] .card')
    for (let index = 0; index < (await cards.count()); index += 1) {
      if ((await cards.nth(index).locator('strong').textContent()) === aim.label) await cards.nth(index).focus()
    }
    return page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  if (!aim.plain) {
    const key = await page.locator(`.tray button[data-verb="${aim.verb}"] kbd`).textContent()
    const before = await at(page)
    await page.keyboard.press(key)
    if (aim.spots.length === 0 || !(await inHand(page, before))) return undefined
  }
  const wanted = aim.spots.at(-1)
  for (let tries = 0; tries < 64; tries += 1) {
    await page.keyboard.press('n')
    const cursor = await page.evaluate(() => document.querySelector('.board').board.at)
    if (cursor?.x === wanted.x && cursor.y === wanted.y) return page.keyboard.press('Enter')
  }
  throw new Error(`no way to ${aim.label} at ${JSON.stringify(wanted)}`)
}

/** Begins a game with a seed, at a server. */
export async function begin(page, url, game, seed) {
  await page.goto(`${url}/#/play/${game}`)
  await page.getByLabel('Seed').fill(seed)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForSelector('.board canvas')
}

/** No serious fault for whoever cannot see or use a mouse. */
export async function accessible(page, what) {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  const serious = violations.filter(one => one.impact === 'serious' || one.impact === 'critical')
  assert.deepEqual(serious.map(one => `${one.id}: ${one.nodes.map(node => node.target).join(' ')}`), [], what)
}

/** The log that the page would save. */
export async function saved(page) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save file' }).click()])
  return readFileSync(await file.path(), 'utf8')
}

/** Does one step after another; each of them counts. */
export async function walk(page, steps, hands, from = 0) {
  for (const [index, step] of steps.entries()) {
    await ready(page, from + index)
    await hands(page, step)
  }
}

/** A place that can be chosen, and where the board is. */
export async function resting(page) {
  await page.waitForFunction(() => document.querySelector('.board')?.board?.targets.length > 0)
  const spot = await page.evaluate(() => { const { board } = document.querySelector('.board'); return board.screen(board.targets[0]) })
  return { spot, box: await page.locator('.board').boundingBox() }
}

/** The number of the record that is shown. */
export const at = page => page.evaluate(() => document.querySelector('.board').board.seq ?? 0)

/** Nothing went wrong in any page of a browser, but what went wrong because there was no network. */
export function flawless({ wrong }) {
  assert.deepEqual(wrong.filter(text => !/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to fetch/.test(text)), [])
}
