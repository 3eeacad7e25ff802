import type { LeaseView } from '../api/types'
import { Emitter } from '../lifecycle/Emitter'
import { Scope } from '../lifecycle/Scope'
import type { Draft, TakeStore } from './TakeStore'

/** What to do with a draft elsewhere; rejects when it should be tried again. */
export type SendDraft = (draft: Draft) => Promise<unknown>

const TYPING_PAUSE = 0.5
const SEND_AGAIN = 10

interface DraftEvents {
  change: null
}

/** Keeps what a page has to say about itself, at every pause of changes: on this device, then on the server. */
export class DraftKeeper extends Emitter<DraftEvents> {
  private readonly scope: Scope
  private content: string | null
  private version: number
  private storedVersion: number
  private sentVersion: number
  private stop: () => void = () => undefined

  constructor(
    parent: Scope,
    private readonly store: TakeStore,
    private readonly leaseId: string,
    private readonly send: SendDraft,
    kept: Draft | null,
  ) {
    super()
    this.scope = new Scope(parent)
    this.content = kept?.content ?? null
    this.version = this.storedVersion = this.sentVersion = kept?.version ?? 0
  }

  /** The later of what this device and the server have. */
  static async open(parent: Scope, store: TakeStore, lease: LeaseView, send: SendDraft): Promise<DraftKeeper> {
    const here = await store.draft(lease.lease_id).catch(() => null)
    const served = lease.draft ?? null
    const kept = here && here.version > (served?.version ?? 0) ? here : served
    return new DraftKeeper(parent, store, lease.lease_id, send, kept)
  }

  get latest(): string | null {
    return this.content
  }

  get storedHere(): boolean {
    return this.storedVersion === this.version
  }

  get sent(): boolean {
    return this.sentVersion === this.version
  }

  /** Keeps this at the next pause; `now` does not wait for one. */
  save(content: string, { now = false } = {}): void {
    if (content === this.content) return
    this.content = content
    // Versions are times, so that they rise from one device to the next.
    this.version = Math.max(this.version + 1, Date.now())
    this.emit('change', null)
    this.stop()
    if (now) void this.keep()
    else this.stop = this.scope.timeout(TYPING_PAUSE, () => void this.keep())
  }

  private async keep(): Promise<void> {
    const draft = { version: this.version, content: this.content ?? '' }
    await Promise.all([this.keepHere(draft), this.keepThere(draft)])
  }

  private async keepHere(draft: Draft): Promise<void> {
    if (!this.store.durable) return
    await this.store.putDraft(this.leaseId, draft).catch(() => undefined)
    this.storedVersion = Math.max(this.storedVersion, draft.version)
    this.emit('change', null)
  }

  private async keepThere(draft: Draft): Promise<void> {
    try {
      await this.send(draft)
      this.sentVersion = Math.max(this.sentVersion, draft.version)
      this.emit('change', null)
    } catch {
      if (draft.version === this.version) this.stop = this.scope.timeout(SEND_AGAIN, () => void this.keepThere(draft))
    }
  }
}
