import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

import type { Draft } from '../api/types'
import { type KeptRecording, type RecordingName, type RecordingPart, type RecordingStore, StorageProblem } from './RecordingStore'

type Bytes = Uint8Array<ArrayBuffer>

/** Data that only the holder of the key can read, and that nobody can change unnoticed. */
interface Locked {
  nonce: Bytes
  ciphertext: ArrayBuffer
}

interface KeptPart {
  voice: Locked
  pose: Locked
}
interface KeptDraft {
  version: number
  content: Locked
}
interface RecordingSchema extends DBSchema {
  recordings: { key: [leaseId: string, attempt: number]; value: KeptRecording }
  slices: { key: PartKey; value: KeptPart }
  chunks: { key: PartKey; value: KeptPart }
  drafts: { key: string; value: KeptDraft }
}
type PartKey = [leaseId: string, attempt: number, index: number]

const DATABASE = 'pangea-recordings'
const DATABASE_VERSION = 1
const STORES = ['recordings', 'slices', 'chunks', 'drafts'] as const
const STRICT: IDBTransactionOptions = { durability: 'strict' }
const DRAFT = 'draft'

/**
 * Stores recordings in IndexedDB, encrypted. Chromium's default durability can lose everything in a power cut; `strict`
 * loses nothing. Data is encrypted before its transaction begins, because a transaction waits for nothing else.
 */
export class IndexedDbStore implements RecordingStore {
  readonly durable = true

  private constructor(
    private readonly database: IDBPDatabase<RecordingSchema>,
    private readonly cipher: Cipher,
  ) {}

  /** `cipher` belongs to the current lease; data of other leases cannot be read. */
  static async open(cipher: Cipher, name = DATABASE): Promise<IndexedDbStore> {
    return new IndexedDbStore(await openDatabase(name), cipher)
  }

  /** Removes everything, of all people. */
  static async empty(name = DATABASE): Promise<void> {
    const database = await openDatabase(name)
    await clear(database)
    database.close()
  }

  recordings(leaseId: string): Promise<KeptRecording[]> {
    return this.database.getAll('recordings', IDBKeyRange.bound(firstWalk(leaseId), [leaseId, []]))
  }

  async logs(leaseId: string): Promise<number[]> {
    const stored = await this.database.getAllKeys('recordings', IDBKeyRange.bound([leaseId], firstWalk(leaseId), false, true))
    return stored.map(([, attempt]) => -1 - attempt).sort((a, b) => a - b)
  }

  async begin({ leaseId, attempt, sampleRate }: KeptRecording): Promise<void> {
    const { store, done } = this.database.transaction('recordings', 'readwrite', STRICT)
    await Promise.all([store.put({ leaseId, attempt, sampleRate }), done])
  }

  async putSlice(name: RecordingName, index: number, slice: RecordingPart): Promise<void> {
    const locked = await this.lock(name, slice)
    const { store, done } = this.database.transaction('slices', 'readwrite', STRICT)
    await Promise.all([store.put(locked, [name.leaseId, name.attempt, index]), done])
  }

  async seal(name: RecordingName, index: number, chunk: RecordingPart): Promise<void> {
    const locked = await this.lock(name, chunk)
    const { leaseId, attempt } = name
    const transaction = this.database.transaction(['slices', 'chunks'], 'readwrite', STRICT)
    await Promise.all([
      transaction.objectStore('chunks').put(locked, [leaseId, attempt, index]),
      transaction.objectStore('slices').delete(below([leaseId, attempt])),
      transaction.done,
    ])
  }

  async read(name: RecordingName): Promise<{ chunks: RecordingPart[]; slices: RecordingPart[] }> {
    const transaction = this.database.transaction(['chunks', 'slices'])
    const all = below([name.leaseId, name.attempt])
    const [chunks, slices] = await Promise.all([
      transaction.objectStore('chunks').getAll(all),
      transaction.objectStore('slices').getAll(all),
    ])
    const unlocked = (parts: KeptPart[]) => Promise.all(parts.map((part) => this.unlock(name, part)))
    try {
      return { chunks: await unlocked(chunks), slices: await unlocked(slices) }
    } catch {
      throw StorageProblem.locked()
    }
  }

  async draft(leaseId: string): Promise<Draft | null> {
    const kept = await this.database.get('drafts', leaseId)
    if (!kept) return null
    return { version: kept.version, content: new TextDecoder().decode(await this.cipher.unlock(DRAFT, kept.content)) }
  }

  async putDraft(leaseId: string, { version, content }: Draft): Promise<void> {
    const locked = await this.cipher.lock(DRAFT, new TextEncoder().encode(content))
    const { store, done } = this.database.transaction('drafts', 'readwrite', STRICT)
    await Promise.all([store.put({ version, content: locked }, leaseId), done])
  }

  async leases(): Promise<string[]> {
    const [recordings, drafts] = await Promise.all([this.database.getAllKeys('recordings'), this.database.getAllKeys('drafts')])
    return [...new Set([...recordings.map(([leaseId]) => leaseId), ...drafts])]
  }

  async discard(leaseId: string): Promise<void> {
    await Promise.all([this.delete(below([leaseId])), this.database.delete('drafts', leaseId)])
  }

  discardRecordings({ leaseId, attempt }: RecordingName): Promise<void> {
    return this.delete(IDBKeyRange.bound(firstWalk(leaseId), [leaseId, attempt, []]))
  }

  private async lock(name: RecordingName, part: RecordingPart): Promise<KeptPart> {
    const lock = (bytes: RecordingPart['voice']) => this.cipher.lock(keyName(name), bytes)
    const [voice, pose] = await Promise.all([lock(part.voice), lock(part.pose)])
    return { voice, pose }
  }

  private async unlock(name: RecordingName, part: KeptPart): Promise<RecordingPart> {
    const unlock = (kept: Locked) => this.cipher.unlock(keyName(name), kept)
    const [voice, pose] = await Promise.all([unlock(part.voice), unlock(part.pose)])
    return { voice, pose }
  }

  private async delete(range: IDBKeyRange): Promise<void> {
    const transaction = this.database.transaction(['recordings', 'slices', 'chunks'], 'readwrite', STRICT)
    await Promise.all([
      transaction.objectStore('recordings').delete(range),
      transaction.objectStore('slices').delete(range),
      transaction.objectStore('chunks').delete(range),
      transaction.done,
    ])
  }
}

const keyName = ({ attempt }: RecordingName) => `attempt ${attempt}`

function openDatabase(name: string): Promise<IDBPDatabase<RecordingSchema>> {
  return openDB<RecordingSchema>(name, DATABASE_VERSION, {
    upgrade: (fresh) => {
      fresh.createObjectStore('recordings', { keyPath: ['leaseId', 'attempt'] })
      for (const store of ['slices', 'chunks', 'drafts'] as const) fresh.createObjectStore(store)
    },
  })
}

async function clear(database: IDBPDatabase<RecordingSchema>): Promise<void> {
  const transaction = database.transaction(STORES, 'readwrite', STRICT)
  await Promise.all([...STORES.map((store) => transaction.objectStore(store).clear()), transaction.done])
}

/** Logs of actions come before it (`logName`). */
const firstWalk = (leaseId: string): [string, number] => [leaseId, 0]

/** All keys with this beginning: arrays sort after everything else. */
const below = (prefix: (string | number)[]): IDBKeyRange => IDBKeyRange.bound(prefix, [...prefix, []])

const NONCE_BYTES = 12

/**
 * Encrypts what this device stores of a lease: AES-GCM, with a key for each `name` (a recording, the draft), derived by
 * HKDF from the key that comes with the lease. Keys are never stored: a reopened page asks the server again. Nonces are
 * random. Counting would use one twice, because a slice lost in a crash is written again under its number. A day has at
 * most a million nonces; the chance that two are equal is 1 in 10^17.
 */
export class Cipher {
  private readonly keys = new Map<string, Promise<CryptoKey>>()

  private constructor(private readonly secret: CryptoKey) {}

  /** `key` in base64, as the server gives it. */
  static async open(key: string): Promise<Cipher> {
    const bytes = Uint8Array.from(atob(key), (character) => character.charCodeAt(0))
    return new Cipher(await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey']))
  }

  async lock(name: string, bytes: Bytes): Promise<Locked> {
    const key = await this.keyOf(name)
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
    return { nonce, ciphertext: await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, bytes) }
  }

  /** Rejects data that was encrypted under another name or key, or was changed. */
  async unlock(name: string, { nonce, ciphertext }: Locked): Promise<Bytes> {
    const key = await this.keyOf(name)
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, ciphertext))
  }

  private keyOf(name: string): Promise<CryptoKey> {
    const known = this.keys.get(name) ?? this.derive(name)
    this.keys.set(name, known)
    return known
  }

  private derive(name: string): Promise<CryptoKey> {
    const from = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(name) }
    return crypto.subtle.deriveKey(from, this.secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  }
}
