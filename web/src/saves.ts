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
  /** The number of its latest record. */
  seq: number
  /** Where one is in it, as its scene says. */
  where: string
}

const kept = new Shelf<Save>('referee', 'saves', 'key')

/** Games that the browser would not keep: they are known until the page is left. */
const lasting = new Map<string, Save>()

/** Whether the latest game could not be kept: whoever plays is told, as long as it is so. */
export const unsaved = signal(false)

/** How many games are kept. No run goes that is still to be handed in; of the others first what was never played, then what is over, then the oldest. */
const KEPT = 40

const worth = ({ seq, over }: Save) => (seq === 0 ? 0 : over ? 1 : 2)

/** Games that are known to be kept: only another one can be one too many. */
const known = new Set<string>()

export const saves = {
  async put(save: Save): Promise<void> {
    await kept.strictly('readwrite', store => store.put(save)).then(() => lasting.delete(save.key), () => lasting.set(save.key, save))
    unsaved.value = lasting.has(save.key)
    if (known.has(save.key)) return
    known.add(save.key)
    const others = (await saves.all()).filter(one => !one.ranked && one.key !== save.key)
    others.sort((one, two) => worth(two) - worth(one) || two.at - one.at)
    for (const old of others.slice(KEPT - 1)) await saves.drop(old.key)
  },
  get: async (key: string) => lasting.get(key) ?? (await kept.within<Save>('readonly', store => store.get(key))),
  async all(): Promise<Save[]> {
    const found = (await kept.within<Save[]>('readonly', store => store.getAll())) ?? []
    return [...found.filter(save => !lasting.has(save.key)), ...lasting.values()].sort((one, two) => two.at - one.at)
  },
  /** A run that was handed in is a game like any other: it can be watched again. */
  async handedIn(key: string): Promise<void> {
    const save = await saves.get(key)
    if (!save) return
    const { ranked: _, ...plain } = save
    await saves.put(plain)
  },
  async drop(key: string): Promise<void> {
    lasting.delete(key)
    known.delete(key)
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
      const kept = text === null ? usual : (JSON.parse(text) as T)
      return usual === null || usual === undefined || (typeof kept === typeof usual && kept !== null) ? kept : usual // whoever wrote there, it was not us
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
