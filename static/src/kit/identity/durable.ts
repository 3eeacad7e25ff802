import { type DBSchema, openDB } from 'idb'

/** Sessions by their key in localStorage. */
type Sessions = Record<string, string>

interface SessionSchema extends DBSchema {
  sessions: { key: string; value: Sessions }
}

const ALL_SESSIONS = 'all'
const open = () =>
  openDB<SessionSchema>('pangea-session', 1, { upgrade: (fresh) => void fresh.createObjectStore('sessions') })

/**
 * Stores sessions so that they survive a power cut: they are on disk when this resolves, if the browser allows it.
 * localStorage may keep a value in memory for half a minute, and a link cannot be exchanged twice.
 */
export async function remember(sessions: Sessions): Promise<void> {
  await attempt(async () => {
    const database = await open()
    const { store, done } = database.transaction('sessions', 'readwrite', { durability: 'strict' })
    await Promise.all([store.put(sessions, ALL_SESSIONS), done])
    database.close()
  })
}

/** The sessions that were remembered last. */
export async function recall(): Promise<Sessions> {
  const found = await attempt(async () => {
    const database = await open()
    const sessions = await database.get('sessions', ALL_SESSIONS)
    database.close()
    return sessions
  })
  return found ?? {}
}

async function attempt<T>(asked: () => Promise<T>): Promise<T | null> {
  try {
    return await withinTime(asked())
  } catch {
    return null
  }
}

const ANSWER_TIMEOUT_MS = 5000

/** Waits for IndexedDB. In private windows of some browsers no answer comes: then rejects after five seconds. */
export function withinTime<T>(asked: Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
  return Promise.race([
    asked,
    new Promise<never>((_resolve, reject) => {
      timeout.onabort = () => reject(new DOMException('IndexedDB does not answer.', 'TimeoutError'))
    }),
  ])
}
