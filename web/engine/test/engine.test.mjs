// What a page may count on, in Node, with the modules that pages load.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { RefereeError, connect, games, open, resume, verify } from '../dist/index.js'

/** Plays a few actions of a game at random. */
function play(session, actions) {
  for (let step = 0; step < actions; step += 1) {
    const seat = session.status().waiting[0]
    if (seat === undefined) return
    const { action } = session.bot('random', { seat, luck: `luck ${step}` })
    assert.equal(session.act(action, { seat }).success, true)
  }
}

for (const card of games()) {
  test(`${card.name} is played, shown, gone back in, branched, saved and verified`, async () => {
    const game = await open(card.name)
    assert.deepEqual(game.card(), card, 'the catalog is what the module says: run `cargo xtask wasm`')
    const session = game.start(card.seeded ? { seed: 'tuesday' } : {})
    play(session, 8)
    const [eye] = card.seats
    const scene = session.scene(eye)
    assert.ok(Array.isArray(scene.panels))
    assert.deepEqual(session.scene(eye, session.seq()), scene)
    assert.ok(Array.isArray(session.cues(eye)))
    assert.deepEqual(session.back(session.seq()).view(eye), session.view(eye))
    const report = await verify(session.log())
    assert.equal(report.head, session.status().head)
    const again = await resume(session.log())
    assert.deepEqual(again.status(), session.status())
    const [offer] = session.choices(session.status().waiting[0] ?? eye, { most: 1 })
    if (offer) {
      assert.equal(session.preview(offer.action, { seat: session.status().waiting[0] }).success, true)
      const child = session.branch('child')
      assert.equal((await verify(child.log())).records, child.seq() + 1)
    }
    assert.equal(session.status().digest, again.status().digest, 'looking changes nothing')
  })

  test(`${card.name}: every lesson is done by its own way`, async () => {
    const game = await open(card.name)
    for (const { name } of game.lessons()) {
      const { planned } = game.lesson(name)
      const session = game.begin(name)
      for (const { action, seat, at, dice } of planned) {
        session.act(action, { ...(seat && { seat }), ...(at !== null && { at }), ...(dice && { dice }) })
      }
      const standing = session.standing({ game: card.name, lesson: name })
      assert.equal(standing.stands, 'done', `${name}: ${JSON.stringify(standing.unmet)}`)
      session.leave()
    }
  })
}

test('a tampered log is refused with its line', async () => {
  const session = (await open('nim')).start({ setup: { heaps: [3, 4] } })
  play(session, 3)
  const tampered = session.log().replace('"seq":2', '"seq":3')
  await assert.rejects(verify(tampered), error => error instanceof RefereeError && error.place.line === 3)
})

test('after a trap every session goes on where it was', async () => {
  const hop = await open('hop')
  const sessions = [hop.start({ seed: 'a' }), hop.start({ seed: 'b' })]
  sessions.forEach(session => play(session, 5))
  const before = sessions.map(session => session.status())
  assert.throws(() => hop.trap(), { code: 'TRAPPED' })
  assert.deepEqual(sessions.map(session => session.status()), before)
  play(sessions[0], 1)
  assert.equal(sessions[0].seq(), before[0].seq + 1)
})

test('lines that do not follow are not taken, not even the first of them', async () => {
  const hop = await open('hop')
  const [one, two] = [hop.start({ seed: 'a' }), hop.start({ seed: 'a' })]
  play(one, 3)
  const lines = one.log().split('\n').slice(1)
  assert.throws(() => two.follow(`${lines[0]}\n${lines[2]}\n`), RefereeError)
  assert.equal(two.status().seq, 0)
  two.follow(lines.join('\n'))
  assert.deepEqual(two.status(), one.status())
})

test('a worker plays the same game', async () => {
  const worker = new Worker(new URL('../dist/worker.js', import.meta.url))
  const afar = connect(worker)
  const session = await (await afar.open('hop')).start({ seed: 'tuesday' })
  const near = (await open('hop')).start({ seed: 'tuesday' })
  const [action] = near.legal()
  near.act(action)
  await session.act(action)
  assert.equal(await session.log(), near.log())
  const back = await session.back(0)
  assert.equal(await back.seq(), 0)
  await assert.rejects(afar.open('chess'), { code: 'NO_SUCH_GAME' })
  await worker.terminate()
})

test('the example of the README runs', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const [, code] = readme.match(/```ts\n([\s\S]*?)```/)
  const here = code.replaceAll("'@referee/engine'", JSON.stringify(new URL('../dist/index.js', import.meta.url).href))
  await import(`data:text/javascript,${encodeURIComponent(here)}`)
})
