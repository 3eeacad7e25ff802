import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

import type { Draft, Part, TakeName, TakeRecord, TakeStore } from './TakeStore'

interface Schema extends DBSchema {
  takes: { key: [leaseId: string, take: number]; value: TakeRecord }
  slices: { key: PartKey; value: Part }
  chunks: { key: PartKey; value: Part }
  drafts: { key: string; value: Draft }
}
type PartKey = [leaseId: string, take: number, index: number]

const VERSION = 1
const STRICT: IDBTransactionOptions = { durability: 'strict' }

/** Keeps takes in IndexedDB. Chromium's usual durability loses everything in a power cut: `strict` loses nothing. */
export class IndexedDbStore implements TakeStore {
  readonly durable = true

  private constructor(private readonly database: IDBPDatabase<Schema>) {}

  static async open(name = 'pangea'): Promise<IndexedDbStore> {
    const database = await openDB<Schema>(name, VERSION, {
      upgrade: (fresh) => {
        fresh.createObjectStore('takes', { keyPath: ['leaseId', 'take'] })
        for (const store of ['slices', 'chunks', 'drafts'] as const) fresh.createObjectStore(store)
      },
    })
    return new IndexedDbStore(database)
  }

  takes(leaseId: string): Promise<TakeRecord[]> {
    return this.database.getAll('takes', below([leaseId]))
  }

  async begin(take: TakeRecord): Promise<void> {
    const { store, done } = this.database.transaction('takes', 'readwrite', STRICT)
    await Promise.all([store.put(take), done])
  }

  async putSlice({ leaseId, take }: TakeName, index: number, slice: Part): Promise<void> {
    const { store, done } = this.database.transaction('slices', 'readwrite', STRICT)
    await Promise.all([store.put(slice, [leaseId, take, index]), done])
  }

  async seal({ leaseId, take }: TakeName, index: number, chunk: Part): Promise<void> {
    const transaction = this.database.transaction(['slices', 'chunks'], 'readwrite', STRICT)
    await Promise.all([
      transaction.objectStore('chunks').put(chunk, [leaseId, take, index]),
      transaction.objectStore('slices').delete(below([leaseId, take])),
      transaction.done,
    ])
  }

  async read({ leaseId, take }: TakeName): Promise<{ chunks: Part[]; slices: Part[] }> {
    const transaction = this.database.transaction(['chunks', 'slices'])
    const all = below([leaseId, take])
    const [chunks, slices] = await Promise.all([
      transaction.objectStore('chunks').getAll(all),
      transaction.objectStore('slices').getAll(all),
    ])
    return { chunks, slices }
  }

  async draft(leaseId: string): Promise<Draft | null> {
    return (await this.database.get('drafts', leaseId)) ?? null
  }

  async putDraft(leaseId: string, draft: Draft): Promise<void> {
    const { store, done } = this.database.transaction('drafts', 'readwrite', STRICT)
    await Promise.all([store.put(draft, leaseId), done])
  }

  async leases(): Promise<string[]> {
    const [takes, drafts] = await Promise.all([this.database.getAllKeys('takes'), this.database.getAllKeys('drafts')])
    return [...new Set([...takes.map(([leaseId]) => leaseId), ...drafts])]
  }

  async discard(leaseId: string): Promise<void> {
    await Promise.all([this.delete(below([leaseId])), this.database.delete('drafts', leaseId)])
  }

  discardTakes({ leaseId, take }: TakeName): Promise<void> {
    return this.delete(IDBKeyRange.bound([leaseId], [leaseId, take, []]))
  }

  private async delete(range: IDBKeyRange): Promise<void> {
    const transaction = this.database.transaction(['takes', 'slices', 'chunks'], 'readwrite', STRICT)
    await Promise.all([
      transaction.objectStore('takes').delete(range),
      transaction.objectStore('slices').delete(range),
      transaction.objectStore('chunks').delete(range),
      transaction.done,
    ])
  }
}

/** All keys that begin so: arrays sort after everything else. */
const below = (prefix: (string | number)[]): IDBKeyRange => IDBKeyRange.bound(prefix, [...prefix, []])
