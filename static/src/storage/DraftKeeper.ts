import { ApiProblem } from '../api/ApiProblem'
import { Backoff } from '../api/HttpClient'
import type { Draft, LeaseView } from '../api/types'
import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import type { RecordingStore } from './RecordingStore'

/** Keeps a draft on the server. */
export type SendDraft = (draft: Draft) => Promise<unknown>

const TYPING_PAUSE_SECONDS = 0.5
/** Who types, or listens, without a pause loses no more than this. */
const LONGEST_UNKEPT_SECONDS = 2

interface DraftEvents {
  change: null
}

/** Stores a page's draft at each pause in changes, and every two seconds without one: on this device, then on the server. */
export class DraftKeeper extends Emitter<DraftEvents> {
  private readonly scope: Scope
  private content: string | null
  private version: number
  private storedVersion: number
  private sentVersion: number
  private sending = false
  private resting = false
  private underWay: Promise<unknown> = Promise.resolve()
  private writing: Promise<void> = Promise.resolve()
  private readonly backoff: Backoff
  /** Ends the wait for a pause in typing. */
  private endPause: (() => void) | null = null
  /** Ends the longest wait. */
  private endWait: (() => void) | null = null

  constructor(
    parent: Scope,
    private readonly store: RecordingStore,
    private readonly leaseId: string,
    private readonly send: SendDraft,
    kept: Draft | null,
  ) {
    super()
    this.scope = new Scope(parent)
    this.backoff = new Backoff(this.scope)
    this.content = kept?.content ?? null
    this.version = this.storedVersion = this.sentVersion = kept?.version ?? 0
  }

  /** The later of the drafts on this device and on the server. */
  static async open(parent: Scope, store: RecordingStore, lease: LeaseView, send: SendDraft): Promise<DraftKeeper> {
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

  /** Stores the waiting draft at once, and resolves when no request is left, so that no draft is stored after the answer was accepted. */
  async settled(): Promise<void> {
    if (this.endPause) void this.keep()
    await Promise.all([this.writing, this.underWay.catch(() => undefined)])
  }

  /** While an answer is on its way, which ends the lease: a draft that comes after it is refused. */
  rest(): void {
    if (this.endPause) void this.keep()
    this.resting = true
  }

  goOn(): void {
    this.resting = false
    if (!this.sent) void this.keep()
  }

  /** Stores this at the next pause; `now` does not wait for one. */
  save(content: string, { now = false } = {}): void {
    if (content === this.content) return
    this.content = content
    // Versions are times, so that they rise from one device to the next.
    this.version = Math.max(this.version + 1, Date.now())
    this.emit('change', null)
    this.endPause?.()
    if (this.resting) return
    if (now) void this.keep()
    else {
      this.endPause = this.scope.timeout(TYPING_PAUSE_SECONDS, () => void this.keep())
      this.endWait ??= this.scope.timeout(LONGEST_UNKEPT_SECONDS, () => void this.keep())
    }
  }

  private async keep(): Promise<void> {
    this.endPause?.()
    this.endWait?.()
    this.endPause = this.endWait = null
    this.writing = this.writing.then(() => this.keepHere())
    await Promise.all([this.writing, this.keepThere()])
  }

  private async keepHere(): Promise<void> {
    if (!this.store.durable) return
    const draft = this.draft
    try {
      await this.store.putDraft(this.leaseId, draft)
      this.storedVersion = Math.max(this.storedVersion, draft.version)
      this.emit('change', null)
    } catch {
      // The draft is still sent to the server; only `storedHere` stays false.
    }
  }

  /** Sends the latest draft, one request at a time, until the server has it or refuses it. */
  private async keepThere(): Promise<void> {
    if (this.sending) return
    this.sending = true
    for (let attempt = 0; this.sentVersion < this.version && !this.scope.disposed && !this.resting; attempt++) {
      const draft = this.draft
      try {
        await (this.underWay = this.send(draft))
        this.sentVersion = draft.version
        attempt = 0
        this.emit('change', null)
      } catch (error) {
        if (error instanceof ApiProblem && !error.transient) break
        await this.backoff.pause(attempt, error)
      }
    }
    this.sending = false
  }

  private get draft(): Draft {
    return { version: this.version, content: this.content ?? '' }
  }
}
