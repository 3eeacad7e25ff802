/** Why nothing can be kept on this device, and what to do about it (`remedy`). */
export class StorageProblem extends Error {
  override readonly name = 'StorageProblem'

  constructor(
    message: string,
    readonly remedy: string,
  ) {
    super(message)
  }

  static from(cause: unknown): StorageProblem {
    const full = cause instanceof DOMException && cause.name === 'QuotaExceededError'
    return full ? new StorageProblem(...FULL) : new StorageProblem(...REFUSED)
  }
}

const KEEP_OPEN = 'Keep this page open until your work is saved on the server.'
const FULL = ['The storage of this browser is full, so your recording is not kept on this device.', `Free some space on the disk. ${KEEP_OPEN}`] as const
const REFUSED = ['This browser keeps nothing on this device, perhaps because the window is private.', `Use an ordinary window. ${KEEP_OPEN}`] as const
