type Use = (lock: Lock | null) => unknown

/** The locks that all tabs of a browser share: whoever asks for one that is held waits, in order. */
export class TestLocks implements LockManager {
  private readonly last = new Map<string, Promise<unknown>>()

  request = (async (name: string, options: LockOptions, use: Use) => {
    const before = this.last.get(name)
    if (before && options.ifAvailable) return use(null)
    const turn = Promise.resolve(before)
      .catch(() => undefined)
      .then(() => {
        options.signal?.throwIfAborted()
        return use({ name, mode: 'exclusive' })
      })
    this.last.set(name, turn)
    try {
      return await turn
    } finally {
      if (this.last.get(name) === turn) this.last.delete(name)
    }
  }) as LockManager['request']

  query = (): Promise<LockManagerSnapshot> => Promise.resolve({ held: [...this.last.keys()].map((name) => ({ name })), pending: [] })
}
