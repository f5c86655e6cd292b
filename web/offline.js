// Keeps the page: once loaded, it works without a network. Questions to the server are never answered from here.

const KEPT = 'referee-page'

addEventListener('install', event => {
  event.waitUntil(keepAll().then(() => skipWaiting()))
})

addEventListener('activate', event => {
  event.waitUntil(clients.claim())
})

async function keepAll() {
  const files = await (await fetch('/files.json', { cache: 'no-store' })).json()
  const cache = await caches.open(KEPT)
  const known = new Set((await cache.keys()).map(request => new URL(request.url).pathname))
  await cache.addAll(['/', ...files.filter(file => !known.has(file) || !file.startsWith('/assets/'))])
  for (const file of known) if (file !== '/' && !files.includes(file)) await cache.delete(file)
}

addEventListener('fetch', event => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return
  event.respondWith(url.pathname.startsWith('/assets/') ? kept(event.request) : fresh(event.request))
})

/** Named by what is in it: what is kept is right. */
async function kept(request) {
  const found = await caches.match(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone())
  return answer
}

/** The newest there is; without a network, what is kept. */
async function fresh(request) {
  try {
    const answer = await fetch(request)
    if (answer.ok) await (await caches.open(KEPT)).put(request, answer.clone())
    return answer
  } catch (error) {
    const found = await caches.match(request, { ignoreSearch: true })
    if (found) return found
    throw error
  }
}
