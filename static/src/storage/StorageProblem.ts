import { t } from '../kit/messages/messages'

/** Why nothing can be kept on this device, and what to do about it (`remedy`). */
export class StorageProblem extends Error {
  override readonly name = 'StorageProblem'
  readonly remedy: string

  private constructor(reason: 'storageFull' | 'storageRefused' | 'storageLocked') {
    super(t(`failure.${reason}.what`))
    this.remedy = t(`failure.${reason}.remedy`)
  }

  /** The stored data is encrypted with a different key from the server's. It stays where it is. */
  static locked(): StorageProblem {
    return new StorageProblem('storageLocked')
  }

  static from(cause: unknown): StorageProblem {
    const full = cause instanceof DOMException && cause.name === 'QuotaExceededError'
    return new StorageProblem(full ? 'storageFull' : 'storageRefused')
  }
}
