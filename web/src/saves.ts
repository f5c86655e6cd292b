// What is kept in this browser: games to go on with, by name. Logs may be long, so they lie in the browser's database.

const NAME = 'referee'
const STORE = 'saves'

/** A game to go on with. */
export interface Save {
  /** What it is kept under: the game, or what somebody called it. */
  key: string
  game: string
  log: string
  /** Who sits where: `me`, or a bot. */
  sits: Record<string, string>
  /** When it was saved. */
  at: number
  over: boolean
  /** The board that it is for, where it is ranked. */
  ranked?: string
}

let opening: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opening
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    const store = (await database()).transaction(STORE, mode).objectStore(STORE)
    return await new Promise((resolve, reject) => {
      const request = work(store)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  } catch {
    return undefined // a browser that keeps nothing: the game goes on all the same
  }
}

/** How many games are kept: the oldest go, but no run that is still to be handed in. */
const KEPT = 12

export const saves = {
  async put(save: Save): Promise<void> {
    await within('readwrite', store => store.put(save))
    const plain = (await saves.all()).filter(one => !one.ranked)
    for (const old of plain.slice(KEPT)) await saves.drop(old.key)
  },
  get: (key: string) => within<Save>('readonly', store => store.get(key)),
  all: async () => ((await within<Save[]>('readonly', store => store.getAll())) ?? []).sort((one, two) => two.at - one.at),
  drop: (key: string) => within('readwrite', store => store.delete(key)),
}

/** What the browser would not keep: it is known until the page is left. */
const unkept = new Map<string, unknown>()

/** Small things: settings and tokens. */
export const small = {
  get<T>(key: string, usual: T): T {
    if (unkept.has(key)) return unkept.get(key) as T
    try {
      const text = localStorage.getItem(`referee:${key}`)
      return text === null ? usual : (JSON.parse(text) as T)
    } catch {
      return usual
    }
  },
  put(key: string, value: unknown): void {
    try {
      localStorage.setItem(`referee:${key}`, JSON.stringify(value))
      unkept.delete(key)
    } catch {
      unkept.set(key, value)
    }
  },
}
