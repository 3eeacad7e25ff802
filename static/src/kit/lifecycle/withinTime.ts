const TIMEOUT_MS = 5000

/** What IndexedDB answers; a private window of some browsers never does. Rejects then, after five seconds. */
export function withinTime<T>(asked: Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  return Promise.race([
    asked,
    new Promise<never>((_resolve, reject) => {
      timeout.onabort = () => reject(new DOMException('IndexedDB does not answer.', 'TimeoutError'))
    }),
  ])
}
