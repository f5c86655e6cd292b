// What a person has of the page without a network, after an update, and when a part of it cannot be loaded.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { browse, plan } from './stage.mjs'

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist')
const folders = []
let browser

before(async () => {
  browser = await browse()
})

after(async () => {
  await browser?.close()
  folders.forEach(folder => rmSync(folder, { recursive: true }))
})

/** A port that nobody listens at. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** A server with a page of a folder, at a port; it is stopped with the test, if not before. */
async function serveAt(t, port, folder) {
  const args = ['serve', '--memory', '--listen', `127.0.0.1:${port}`, '--json', '--rate', '0', '--page', folder]
  const child = spawn(process.env.REFEREE_BIN ?? 'referee', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill()
    await once(child, 'exit')
  }
  t.after(stop)
  for await (const line of createInterface({ input: child.stdout })) if (JSON.parse(line).listening) return stop
  throw new Error('the server does not say where it listens')
}

/** The name of an asset, by what it is called before its hash. */
const assetOf = (folder, name) => readdirSync(join(folder, 'assets')).find(file => file.startsWith(`${name}-`) && /\.(js|wasm)$/.test(file))

/** The same page, but that some assets, and whatever names them, have other hashes: as if they had been changed. */
function updated(from, assets, hash) {
  const folder = mkdtempSync(join(tmpdir(), 'referee-page-'))
  folders.push(folder)
  cpSync(from, folder, { recursive: true })
  const texts = () => readdirSync(folder, { recursive: true }).filter(file => /\.(js|css|html|json)$/.test(file)).map(file => join(folder, file))
  const todo = [...assets]
  for (const old of todo) {
    const fresh = old.replace(/-.{8}(\.\w+)$/, `-${hash}$1`)
    renameSync(join(folder, 'assets', old), join(folder, 'assets', fresh))
    rmSync(join(folder, 'assets', `${old}.br`), { force: true })
    for (const file of texts()) {
      const text = readFileSync(file, 'utf8')
      if (!text.includes(old)) continue
      writeFileSync(file, text.replaceAll(old, fresh))
      rmSync(`${file}.br`, { force: true })
      const [, asset] = file.match(/assets.(.*)$/) ?? []
      if (asset && !asset.includes(hash) && !todo.includes(asset)) todo.push(asset)
    }
  }
  const worker = join(folder, 'offline.js')
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(/^\/\/ \w+\n/, `// ${hash}\n`))
  rmSync(`${worker}.br`, { force: true })
  assert.ok(assets.every(asset => !existsSync(join(folder, 'assets', asset))))
  return folder
}

/** The assets that the page keeps. */
const keptBy = page => page.evaluate(async () => (await (await caches.open('referee-page')).keys()).map(({ url }) => url.split('/').at(-1)))

/** Waits until the page keeps a file, or does so no more. */
async function keeps(page, file, wanted = true) {
  const until = Date.now() + 20_000
  while ((await keptBy(page)).includes(file) !== wanted) {
    assert.ok(Date.now() < until, `${file} is ${wanted ? 'not kept' : 'still kept'}: ${await keptBy(page)}`)
    await page.waitForTimeout(50)
  }
}

/** What a browser has besides, of its own accord, is nothing to count on. */
async function forget(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

async function play(page, url, game) {
  await page.goto(`${url}/#/`)
  await page.goto(`${url}/#/play/${game}?new=${Date.now()}`)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForFunction(() => document.querySelector('.board')?.board?.targets.length > 0)
}

async function drop(page, url, log) {
  await page.goto(`${url}/#/`)
  await page.locator('input[type=file]').setInputFiles({ name: 'game.jsonl', mimeType: 'text/plain', buffer: Buffer.from(log) })
}

const scriptOf = page => page.evaluate(() => document.querySelector('script[src]').src.split('/').at(-1))

test('an update leaves a player the games of yesterday, and an open page its files', async t => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [index, aside, scripted] = ['index', 'aside', 'scripted'].map(name => assetOf(dist, name))
  const next = updated(dist, [aside], 'UPDATED1') // and the script of the page with it, which names it
  const stop = await serveAt(t, port, dist)
  const open = await browser.page()
  t.after(() => open.context().close())
  await open.goto(url)
  await open.waitForFunction(() => navigator.serviceWorker.controller !== null)
  assert.ok(!(await keptBy(open)).includes(scripted), 'what is large is fetched when it is wanted')
  await play(open, url, 'incursion')
  await keeps(open, scripted)
  await open.goto(`${url}/#/`)
  await stop()

  // The update comes while the page is open.
  const stopNext = await serveAt(t, port, next)
  const other = await open.context().newPage()
  await other.goto(url)
  assert.equal(await scriptOf(other), assetOf(next, 'index'))
  await keeps(other, assetOf(next, 'index'))
  await keeps(other, assetOf(next, 'aside'))
  await forget(other)
  await other.waitForTimeout(500) // whatever would be thrown away
  assert.ok((await keptBy(other)).includes(scripted), 'the same file under the same name is not thrown away')
  assert.equal(await scriptOf(open), index)
  const { session } = await plan('nim', 'offline', () => false)
  await drop(open, url, session.log())
  await open.getByTestId('verified').waitFor() // by a worker that only yesterday's server had

  // Without a network there is the new page, and Incursion.
  await stopNext()
  await forget(other)
  await other.reload()
  assert.equal(await scriptOf(other), assetOf(next, 'index'))
  await play(other, url, 'incursion')

  // When no page of yesterday is open any more, its files go.
  const context = open.context()
  const blank = await context.newPage()
  await open.close()
  await other.close()
  await blank.waitForTimeout(2_000) // a browser takes its time to close pages, and their workers
  const today = await context.newPage()
  await today.goto(url)
  await blank.close()
  await keeps(today, index, false)
  await keeps(today, aside, false)
  const kept = await keptBy(today)
  assert.ok(kept.includes(scripted) && kept.includes(assetOf(next, 'aside')), `${kept}`)
  await play(today, url, 'incursion')

  // Whoever has a module gets the one that takes its place.
  const last = updated(next, [scripted], 'UPDATED2')
  const stopLast = await serveAt(t, port, last)
  await today.goto(`${url}/?again`)
  await keeps(today, assetOf(last, 'scripted'))
  await stopLast()
  await forget(today)
  await today.reload()
  await play(today, url, 'incursion')
  assert.equal(await scriptOf(today), assetOf(last, 'index'))
})

test('what is kept of the page is never newer than its files', async t => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const next = updated(dist, [assetOf(dist, 'aside')], 'UPDATED3')
  const stop = await serveAt(t, port, dist)
  const page = await browser.page()
  t.after(() => page.context().close())
  await page.goto(url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await stop()
  // The update breaks off: a file is missing.
  rmSync(join(next, 'assets', assetOf(next, 'aside')))
  const stopNext = await serveAt(t, port, next)
  await page.reload()
  assert.notEqual(await scriptOf(page), assetOf(dist, 'index'))
  await page.evaluate(async () => { await (await navigator.serviceWorker.getRegistration()).update().catch(() => {}) })
  await page.waitForTimeout(500)
  await stopNext()
  await forget(page)
  await page.reload()
  assert.equal(await scriptOf(page), assetOf(dist, 'index'))
  const { session } = await plan('nim', 'offline', () => false)
  await drop(page, url, session.log())
  await page.getByTestId('verified').waitFor()
})

test('a log that cannot be verified just now is not called wrong, nobody waits for ever, and later it can', async t => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  await serveAt(t, port, dist)
  const page = await browser.page({ serviceWorkers: 'block' })
  t.after(() => page.context().close())
  const { session } = await plan('nim', 'offline', () => false)
  await page.context().route(/aside.*\.js/, route => route.abort('connectionrefused'))
  await drop(page, url, session.log())
  const wrong = page.getByTestId('wrong')
  await wrong.waitFor()
  assert.match(await wrong.textContent(), /The worker cannot be loaded/)
  assert.doesNotMatch(await wrong.textContent(), /trusted/)
  await page.context().unroute(/aside.*\.js/)
  await drop(page, url, session.log())
  await page.getByTestId('verified').waitFor()
})
