import { withinTime } from '../kit/identity/durable'
import { Cipher, IndexedDbStore } from './IndexedDbStore'
import { type RecordingStore, StorageProblem } from './RecordingStore'

export interface Opened {
  store: RecordingStore
  /** Why nothing can be kept on this device. */
  problem: StorageProblem | null
}

/** Opens this device's storage, encrypted with a lease's key. If that fails, returns a store that keeps nothing, and the reason. */
export async function openStore(key: string | null): Promise<Opened> {
  try {
    if (key === null) throw new TypeError('The lease is over.')
    const store = await withinTime(IndexedDbStore.open(await Cipher.open(key)))
    void navigator.storage.persist().catch(() => undefined)
    return { store, problem: null }
  } catch (error) {
    return { store: new NoStore(), problem: StorageProblem.from(error) }
  }
}

class NoStore implements RecordingStore {
  readonly durable = false
  recordings = () => Promise.resolve([])
  logs = () => Promise.resolve([])
  begin = () => Promise.resolve()
  putSlice = () => Promise.resolve()
  seal = () => Promise.resolve()
  read = () => Promise.resolve({ chunks: [], slices: [] })
  draft = () => Promise.resolve(null)
  putDraft = () => Promise.resolve()
  leases = () => Promise.resolve([])
  discard = () => Promise.resolve()
  discardRecordings = () => Promise.resolve()
}
