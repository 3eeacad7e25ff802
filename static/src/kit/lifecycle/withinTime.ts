const TIMEOUT_MS = 5000

/** Waits for IndexedDB's answer. In private windows of some browsers none comes; then rejects after five seconds. */
export function withinTime<T>(asked: Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  return Promise.race([
    asked,
    new Promise<never>((_resolve, reject) => {
      timeout.onabort = () => reject(new DOMException('IndexedDB does not answer.', 'TimeoutError'))
    }),
  ])
}
