import type { ApiClient } from '../api/ApiClient'
import { ChunkQueue } from '../api/ChunkQueue'
import type { ActionsSummary, ChunkReceipt } from '../api/types'
import { Scope } from '../kit/lifecycle/Scope'

/** What the server knows of a log. */
interface Begun {
  id: string
  receipts: ChunkReceipt[]
}

/** Sends a task's actions, chunk by chunk, as walks are sent (`RecordingUpload`). */
export class ActionUpload {
  readonly queue: ChunkQueue
  private readonly scope: Scope
  private begun: Promise<Begun> | null = null

  constructor(
    parent: Scope,
    private readonly client: ApiClient,
    private readonly leaseId: string,
    private readonly attempt: number,
  ) {
    this.scope = new Scope(parent)
    this.queue = new ChunkQueue(this.scope, async (index, bytes, digest, signal) => {
      const { id, receipts } = await this.found()
      const stored = receipts.find((receipt) => receipt.index === index && receipt.sha256 === digest.hex)
      const headers = { 'Content-Type': 'application/gzip', 'Content-Digest': digest.header }
      return stored ?? this.client.putChunk(id, 'actions', index, bytes, headers, signal)
    })
  }

  /** What the answer says of it, once the server has all of it; rejects where the server takes no more. */
  async finished(): Promise<ActionsSummary> {
    await this.queue.drained()
    return { recording_id: (await this.found()).id, ...this.queue.summary() }
  }

  private found(): Promise<Begun> {
    this.begun ??= this.find()
    return this.begun
  }

  private async find(): Promise<Begun> {
    try {
      const { signal } = this.scope
      const { recording_id: id, actions } = await this.client.startActions(this.leaseId, this.attempt, signal)
      return { id, receipts: actions.chunks > 0 ? await this.client.receipts(id, 'actions', signal) : [] }
    } catch (error) {
      this.begun = null
      throw error
    }
  }
}
