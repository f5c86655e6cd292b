// What is kept in this browser: games to go on with, by name. Logs may be long, so they lie in the browser's database.

import { signal } from '@preact/signals'

/** A database of the browser with one shelf, by the name of the database and what its things are known by. */
class Shelf<T> {
  #opening: Promise<IDBDatabase> | undefined

  constructor(
    readonly name: string,
    readonly shelf: string,
    readonly keyPath: string & keyof T,
  ) {}

  #open(): Promise<IDBDatabase> {
    this.#opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(this.name, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(this.shelf, { keyPath: this.keyPath })
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    return this.#opening
  }

  /** Does something with what is kept, to the end: what was put is on the disk, or was refused. */
  async strictly<R>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<R>): Promise<R> {
    const transaction = (await this.#open()).transaction(this.shelf, mode)
    return new Promise((resolve, reject) => {
      const request = work(transaction.objectStore(this.shelf))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  }

  /** The same in a browser that keeps nothing: the game goes on all the same. */
  within<R>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<R>): Promise<R | undefined> {
    return this.strictly(mode, work).catch(() => undefined)
  }
}

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
  /** The way it was begun, as the page calls it. */
  beginning?: string
}

const kept = new Shelf<Save>('referee', 'saves', 'key')

/** Games that the browser would not keep: they are known until the page is left. */
const lasting = new Map<string, Save>()

/** Whether the latest game could not be kept: whoever plays is told, as long as it is so. */
export const unsaved = signal(false)

/** How many games are kept: the oldest go, but no run that is still to be handed in. */
const KEPT = 12

export const saves = {
  async put(save: Save): Promise<void> {
    await kept.strictly('readwrite', store => store.put(save)).then(() => lasting.delete(save.key), () => lasting.set(save.key, save))
    unsaved.value = lasting.has(save.key)
    const plain = (await saves.all()).filter(one => !one.ranked)
    for (const old of plain.slice(KEPT)) await saves.drop(old.key)
  },
  get: async (key: string) => lasting.get(key) ?? (await kept.within<Save>('readonly', store => store.get(key))),
  async all(): Promise<Save[]> {
    const found = (await kept.within<Save[]>('readonly', store => store.getAll())) ?? []
    return [...found.filter(save => !lasting.has(save.key)), ...lasting.values()].sort((one, two) => two.at - one.at)
  },
  async drop(key: string): Promise<void> {
    lasting.delete(key)
    await kept.within('readwrite', store => store.delete(key))
  },
}

/** A file that somebody dropped on the page. */
export interface Dropped {
  name: string
  text: string
}

const shelf = new Shelf<Dropped>('referee-files', 'files', 'name')
let latest: Dropped | null = null

/** The file that was dropped last: it is too long for an address, and there again when the page is loaded again. */
export const files = {
  async put(file: Dropped): Promise<void> {
    latest = file
    await shelf.within('readwrite', store => {
      store.clear()
      return store.put(file)
    })
  },
  async get(name: string): Promise<string | undefined> {
    return latest?.name === name ? latest.text : (await shelf.within<Dropped>('readonly', store => store.get(name)))?.text
  },
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
