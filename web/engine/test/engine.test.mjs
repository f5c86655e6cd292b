// What a page may count on, in Node, with the modules that pages load.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { RefereeError, connect, games, importFile, open, openFor, resume, verify } from '../dist/index.js'
import { compile } from '../dist/module.js'

/** An error of ours with a code, and words. */
function isError(code, words = /./) {
  return error => {
    assert.ok(error instanceof RefereeError, String(error?.stack ?? error))
    assert.equal(error.code, code, error.message)
    assert.match(error.message, words)
    return true
  }
}

/** What comes, or an error where it does not come at all. */
function soon(answer) {
  let timer
  const never = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('no answer')), 5_000) })
  return Promise.race([answer, never]).finally(() => clearTimeout(timer))
}

/** A worker, for as long as a test runs. */
function thread(t, file = 'worker.js') {
  const worker = new Worker(new URL(`../dist/${file}`, import.meta.url))
  t.after(() => worker.terminate())
  return worker
}

/** Plays a few actions of a game at random. */
function play(session, actions) {
  for (let step = 0; step < actions; step += 1) {
    const seat = session.status().waiting[0]
    if (seat === undefined) return
    const { action } = session.bot('random', { seat, luck: `luck ${step}` })
    assert.equal(session.act(action, { seat }).success, true)
  }
}

/** The recorded calls of the public MIR program. */
const calls = readFileSync(new URL('../../../games/mir/tests/vectors/mir-original-calls.jsonl', import.meta.url), 'utf8').trim().split('\n')

test('every recorded call is judged to the byte, and its event applied gives the same state', async () => {
  const mir = await open('mir-original')
  let applied = 0
  for (const line of calls) {
    const { name, state, action, expect } = JSON.parse(line)
    const told = mir.judgeText(JSON.stringify({ state, action }))
    assert.deepEqual(mir.judge({ state, action }), JSON.parse(told))
    if (name.startsWith('schema-')) continue // its sentences are those of another library
    assert.equal(told, JSON.stringify(expect), name)
    for (const event of expect.events) {
      assert.equal(mir.mutateText(JSON.stringify({ state, event })), JSON.stringify({ nextState: expect.nextState, success: true }), name)
      applied += 1
    }
  }
  assert.ok(applied > 200, `${applied}`)
})

test('what is no request is thrown, and so is an event for a game without that layer', async () => {
  const [mir, nim] = [await open('mir'), await open('nim')]
  assert.throws(() => mir.judgeText('nonsense'), isError('BAD_REQUEST'))
  assert.throws(() => mir.judgeText(5), isError('BAD_QUESTION', /a request is text/))
  assert.throws(() => mir.judge({ state: {}, action: { at: NaN } }), isError('BAD_QUESTION'))
  assert.throws(() => nim.mutate({ state: {}, event: {} }), isError('NO_MUTATION', /judges actions only/))
  const { success, errors, nextState } = mir.mutate({ state: { x: 1 }, event: {} })
  assert.deepEqual([success, nextState], [false, { x: 1 }])
  assert.match(errors[0], /^\[SCHEMA\] /)
})

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

test('a worker plays the same game', async t => {
  const worker = thread(t)
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
})

test('a worker that ends answers whatever waits for it, and whatever is asked later', async t => {
  const worker = thread(t)
  const lost = []
  const afar = connect(worker, error => lost.push(error))
  const session = await (await afar.open('nim')).start()
  const log = await session.log()
  const waiting = [afar.verify(log), session.status()]
  const ended = waiting.map(answer => assert.rejects(answer, isError('FAILED', /the worker has stopped/)))
  worker.terminate()
  await soon(Promise.all(ended))
  await soon(assert.rejects(session.status(), isError('FAILED', /the worker has stopped/)))
  await soon(assert.rejects(afar.open('nim'), isError('FAILED', /the worker has stopped/)))
  assert.equal(lost.length, 1)
})

test('a worker that cannot be loaded answers that it cannot', async t => {
  const afar = connect(thread(t, 'no-such-worker.js'))
  await soon(assert.rejects(afar.open('nim'), isError('FAILED', /the worker has failed: Cannot find module/)))
  await soon(assert.rejects(afar.open('nim'), isError('FAILED', /the worker has failed/)))
})

test('what a browser says about a worker is heard, too', async t => {
  for (const [type, words] of [['error', /the worker cannot be loaded/], ['messageerror', /cannot be read/]]) {
    const port = Object.assign(new EventTarget(), { postMessage() {} })
    const answer = connect(port).open('nim')
    port.dispatchEvent(new Event(type))
    await soon(assert.rejects(answer, isError('FAILED', words)))
  }
  const { port1, port2 } = new MessageChannel()
  t.after(() => port1.close())
  const answer = connect(port1).open('nim')
  port2.close()
  await soon(assert.rejects(answer, isError('FAILED', /the worker has stopped/)))
})

test('in a worker, too, what was left is gone, and what nobody knows is not answered with nothing', async t => {
  const afar = connect(thread(t))
  const game = await afar.open('nim')
  const session = await game.start()
  await session.leave()
  await session.leave()
  for (const method of ['status', 'log', 'dance']) await assert.rejects(session[method](), isError('NO_SUCH_SESSION'))
  const other = await game.start()
  for (const thing of [afar, game, other]) {
    for (const method of ['dance', 'import']) await assert.rejects(thing[method](), isError('BAD_QUESTION'), method)
  }
  await assert.rejects(game.leave(), isError('BAD_QUESTION'))
  assert.equal(await other.seq(), 0)
  await assert.rejects(other.act({ heap: () => 0 }), isError('BAD_QUESTION', /cannot be sent/))
  await assert.rejects(other.act(1n), isError('BAD_QUESTION'))
  await assert.rejects(other.status({ at: NaN }), isError('BAD_QUESTION', /`at`/))
})

test('a session that was left stays gone, also after a trap', async () => {
  const nim = await open('nim')
  const before = nim.start()
  before.leave()
  const [left, there] = [nim.start(), nim.start()]
  assert.throws(() => nim.trap(), { code: 'TRAPPED' })
  left.leave()
  for (const session of [before, left]) {
    assert.throws(() => session.status(), isError('NO_SUCH_SESSION'))
    assert.throws(() => session.follow(''), isError('NO_SUCH_SESSION'))
    assert.throws(() => session.status(), isError('NO_SUCH_SESSION'), 'following does not bring it back')
    session.leave()
    assert.equal(session.log(), there.log(), 'what is kept here can be read')
  }
  assert.equal(there.status().seq, 0)
})

test('a session that was left takes no room: as many as one likes, one after the other', async () => {
  const nim = await open('nim')
  for (let count = 0; count < 300; count += 1) {
    const session = nim.start()
    session.leave()
    assert.throws(() => session.follow(''), isError('NO_SUCH_SESSION'))
  }
})

test('every format that is written and read goes there and back, whichever game it is of', async () => {
  let read = 0
  for (const card of games()) {
    const game = await open(card.name)
    for (const { name, imports } of game.setup().formats.filter(format => format.exports)) {
      const session = game.start(card.seeded ? { seed: 'formats' } : {})
      play(session, 6)
      const file = session.export(name)
      if (!imports) {
        await assert.rejects(importFile(file), error => isError('NO_FORMAT_FITS')(error) && assert.equal(error.place.line, 1) === undefined)
        continue
      }
      const { session: again, imported } = await importFile(file)
      assert.deepEqual(imported.problems, [], name)
      assert.equal((await verify(again.log())).head, again.status().head)
      read += 1
    }
  }
  assert.ok(read > 4, `${read} formats`)
  await assert.rejects(importFile('nothing of the kind'), isError('NO_FORMAT_FITS'))
})

test('a match is resigned, and a session that is taken up again knows it', async () => {
  const nim = await open('nim')
  const session = nim.start({ seed: 'a' })
  assert.deepEqual(session.status().match, { people: ['first', 'second'] })
  assert.deepEqual(session.say('first', 'offer').offer, { by: 'first', agreed: [] })
  assert.throws(() => session.say('first', 'accept'), isError('OWN_OFFER'))
  session.say('second', 'decline')
  assert.equal(session.say('second', 'resign').result.told, 'second resigned; first wins')
  assert.throws(() => nim.trap(), RefereeError)
  const { over, waiting, match } = session.status()
  assert.deepEqual([over, waiting, match.result.places], [true, [], { first: 1, second: 2 }])
  assert.equal(session.scene().status, 'second resigned; first wins')
  assert.equal((await verify(session.log())).result.resigned, 'second')
  assert.equal(session.branch('again').status().over, false)
  const hop = (await open('hop')).start({ seed: 'a' })
  assert.throws(() => hop.say('player', 'resign'), isError('ONE_HUMAN_SEAT'))
})

test('a game takes no log and no scenario of another', async () => {
  const [nim, hop] = [await open('nim'), await open('hop')]
  const log = nim.start().log()
  const scenario = `# Prose, which names {"game":"hop"}\u2028{"game":"hop"}\n\n${log}`
  for (const work of [() => hop.resume(log), () => hop.verify(log), () => hop.begin({ scenario }), () => hop.lesson({ scenario })]) {
    assert.throws(work, isError('OTHER_GAME', /of "nim", not of "hop"/))
  }
  const incursion = (await open('incursion')).start({ seed: 'a' }).log()
  assert.throws(() => nim.resume(incursion), isError('OTHER_GAME', /of "incursion"/))
  assert.equal((await verify(log)).game, 'nim')
  assert.equal((await resume(log)).card.name, 'nim')
  assert.equal(nim.begin({ scenario }).card.name, 'nim')
  assert.throws(() => nim.resume('nothing of the kind'), RefereeError)
})

test('a number that is none is refused by the name of its field, and nothing happens', async () => {
  const hop = await open('hop')
  const session = hop.start({ seed: 'a' })
  const [action] = session.legal()
  const { digest } = session.status()
  for (const wrong of [NaN, Infinity, -Infinity, -1, 1.5, 2 ** 60, 1n, '1']) {
    const at = isError('BAD_QUESTION', /`at` is a whole number/)
    assert.throws(() => session.act(action, { at: wrong }), at)
    assert.throws(() => session.preview(action, { at: wrong }), at)
    assert.throws(() => session.status({ at: wrong }), at)
    assert.throws(() => session.choices(undefined, { at: wrong }), at)
    assert.throws(() => session.bot('random', { at: wrong }), at)
    assert.throws(() => hop.start({ seed: 'a', at: wrong }), at)
    const seq = isError('BAD_QUESTION', /`seq` is a whole number/)
    for (const work of ['view', 'scene', 'record', 'cues']) assert.throws(() => session[work]('player', wrong), seq)
    for (const work of ['cause', 'why', 'back']) assert.throws(() => session[work](wrong), seq)
    assert.throws(() => session.branch('child', { seq: wrong }), seq)
    assert.throws(() => session.branch('child', { events: wrong }), isError('BAD_QUESTION', /`events`/))
    assert.throws(() => session.choices(undefined, { most: wrong }), isError('BAD_QUESTION', /`most`/))
    assert.throws(() => session.act(action, { dice: [1, wrong] }), isError('BAD_QUESTION', /`dice\[1\]`/))
    assert.throws(() => hop.rehearse({ seed: 'a', actions: wrong }), isError('BAD_QUESTION', /`actions`/))
  }
  assert.throws(() => session.act({ type: 'WALK', to: [NaN] }), isError('BAD_QUESTION', /NaN/))
  assert.equal(session.status().digest, digest)
  assert.equal(session.act(action, { at: undefined }).success, true)
})

test('what is no action, no log and no lesson is told in a sentence', async () => {
  const nim = await open('nim')
  const session = nim.start()
  const circle = {}
  circle.circle = circle
  const unwritable = { toJSON() { throw new Error('not me') } }
  for (const action of [1n, circle, unwritable, undefined]) {
    assert.throws(() => session.act(action), isError('BAD_QUESTION'))
    assert.throws(() => session.preview(action), isError('BAD_QUESTION'))
  }
  for (const text of [undefined, null, 42, 1n, {}, []]) {
    for (const work of [resume, verify, openFor, open]) await assert.rejects(work(text), isError('BAD_QUESTION', /is text, and this is/))
    for (const work of ['resume', 'verify', 'import']) assert.throws(() => nim[work](text), isError('BAD_QUESTION', /is text, and this is/))
    assert.throws(() => session.follow(text), isError('BAD_QUESTION', /is text, and this is/))
    for (const work of ['lesson', 'begin']) assert.throws(() => nim[work]({ scenario: text }), isError('BAD_QUESTION', /is text/))
    assert.throws(() => session.standing({ scenario: text }), isError('BAD_QUESTION', /is text/))
  }
  for (const lesson of [undefined, null, 42]) {
    for (const work of [() => nim.lesson(lesson), () => nim.begin(lesson), () => session.standing(lesson)]) assert.throws(work, isError('BAD_QUESTION'))
  }
  assert.equal(session.status().seq, 0)
})

test('a module that cannot be had says nothing about a log: FAILED, and a sentence', async () => {
  await assert.rejects(compile(new URL('../dist/no-such.wasm', import.meta.url)), isError('FAILED', /no-such.wasm cannot be fetched/))
  const [fetched, answers] = [globalThis.fetch, [new Response('', { status: 404 }), new Response('', { status: 503 }), new TypeError('Failed to fetch')]]
  globalThis.fetch = async () => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  try {
    const url = new URL('http://127.0.0.1/assets/scripted-old.wasm')
    await assert.rejects(compile(url), isError('FAILED', /scripted-old.wasm is not on the server any more: load the page again/))
    await assert.rejects(compile(url), isError('FAILED', /cannot be fetched: 503/))
    await assert.rejects(compile(url), isError('FAILED', /cannot be fetched: Failed to fetch/))
  } finally {
    globalThis.fetch = fetched
  }
})

test('the example of the README runs', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const [, code] = readme.match(/```ts\n([\s\S]*?)```/)
  const here = code.replaceAll("'@referee/engine'", JSON.stringify(new URL('../dist/index.js', import.meta.url).href))
  await import(`data:text/javascript,${encodeURIComponent(here)}`)
})
