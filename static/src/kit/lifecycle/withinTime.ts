const PATIENCE = 5000

/** What IndexedDB answers; a private window of some browsers never does. Rejects then, after five seconds. */
export function withinTime<T>(asked: Promise<T>): Promise<T> {
  const patience = AbortSignal.timeout(PATIENCE)
  return Promise.race([
    asked,
    new Promise<never>((_resolve, reject) => {
      patience.onabort = () => reject(new DOMException('IndexedDB does not answer.', 'TimeoutError'))
    }),
  ])
}
