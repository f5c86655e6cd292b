// Keeps the page: once loaded, it works without a network. Questions to the server are never answered from here.
//
// A new version fetches its files beside the old ones and then waits, as browsers have it, until no page of the old one is open; only then
// is what belongs to neither list thrown away. So an open page finds all its files, also those it loads late, though the server has them
// no more. What is kept of the first page, `/`, is always of a version whose files are all there.

const KEPT = 'referee-page'
const LIST = '/files.json'

addEventListener('install', event => {
  event.waitUntil(keepAll())
})

addEventListener('activate', event => {
  event.waitUntil(tidy().then(() => clients.claim()))
})

/** Fetches what is needed at once; and of what comes later, what takes the place of something that was wanted here before. */
async function keepAll() {
  const { now, later } = await (await fetch(LIST, { cache: 'no-store' })).json()
  const cache = await caches.open(KEPT)
  const known = await names(cache)
  await cache.addAll(['/', LIST, ...now.filter(file => !known.includes(file) || !isLasting(file))])
  const wanted = new Set(known.map(plainly))
  const successors = later.filter(file => !known.includes(file) && wanted.has(plainly(file)))
  await Promise.allSettled(successors.map(file => cache.add(file)))
}

/** Throws away what no page needs any more. It may be that there is no network: the list is kept, too. */
async function tidy() {
  const cache = await caches.open(KEPT)
  const { now, later } = await (await cache.match(LIST)).json()
  const needed = new Set(['/', LIST, ...now, ...later])
  for (const file of await names(cache)) if (!needed.has(file)) await cache.delete(file)
}

async function names(cache) {
  return (await cache.keys()).map(request => new URL(request.url).pathname)
}

/** Whether a name says what is in the file. */
function isLasting(file) {
  return file.startsWith('/assets/')
}

/** A name without what says what is in the file: `/assets/scripted-CgR-rcpG.wasm` is `/assets/scripted.wasm`. */
function plainly(file) {
  return isLasting(file) ? file.replace(/-.{8}(\.\w+)$/, '$1') : file
}

addEventListener('fetch', event => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return
  event.respondWith(isLasting(url.pathname) ? kept(event.request) : fresh(event.request))
})

/** Named by what is in it: what is kept is right. */
async function kept(request) {
  const found = await caches.match(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) await keep(request, answer.clone())
  return answer
}

/** A browser without room for it has the answer all the same. */
async function keep(request, answer) {
  try {
    await (await caches.open(KEPT)).put(request, answer)
  } catch (error) {
    console.warn('not kept:', request.url, error)
  }
}

/** The newest there is; without a network, what is kept. */
async function fresh(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const found = await caches.match(request, { ignoreSearch: true })
    if (found) return found
    throw error
  }
}
