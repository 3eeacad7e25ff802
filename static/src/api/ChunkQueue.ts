import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import { ApiProblem } from './ApiProblem'
import { Backoff } from './HttpClient'
import type { ChunkReceipt, StreamSummary } from './types'

type Bytes = Uint8Array<ArrayBuffer>

/** Stores one numbered chunk. */
export type PutChunk = (index: number, bytes: Bytes, digest: Digest, signal: AbortSignal) => Promise<ChunkReceipt>

interface Chunk {
  index: number
  bytes: Bytes
}

const PARALLEL = 3

interface QueueEvents {
  /** The counts changed, or the server became reachable or unreachable. */
  change: null
  /** The server refused a chunk permanently. It waits for `retry()` and does not delay the other chunks. */
  problem: ApiProblem
}

/**
 * Sends the chunks of one stream, a few at a time. A chunk is sent again, after a pause, until the server's receipt
 * confirms exactly these bytes.
 */
export class ChunkQueue extends Emitter<QueueEvents> {
  private readonly scope: Scope
  private readonly backoff: Backoff
  private readonly hash = sha256.create()
  private readonly waiting: Chunk[] = []
  private refused: Chunk[] = []
  private refusal: ApiProblem | null = null
  private chunks = 0
  private size = 0
  private sending = 0
  private readonly unanswered = new Set<number>()
  private saved = 0

  constructor(
    parent: Scope,
    private readonly put: PutChunk,
  ) {
    super()
    this.scope = new Scope(parent)
    this.backoff = new Backoff(this.scope)
  }

  get savedBytes(): number {
    return this.saved
  }

  get pendingBytes(): number {
    return this.size - this.saved
  }

  get problem(): ApiProblem | null {
    return this.refusal
  }

  /** Whether the latest attempts got no answer. A server that asks us to come back later did answer. */
  get offline(): boolean {
    return this.unanswered.size > 0
  }

  add(bytes: Bytes): void {
    if (bytes.length === 0) return
    this.hash.update(bytes)
    this.size += bytes.length
    this.waiting.push({ index: this.chunks++, bytes })
    this.emit('change', null)
    this.pump()
  }

  /** Count, size and digest of everything added so far, saved or not. */
  summary(): StreamSummary {
    return { chunks: this.chunks, size: this.size, sha256: bytesToHex(this.hash.clone().digest()) }
  }

  /** Resolves when all that was added is saved; rejects with the problem when a chunk is refused. */
  drained(): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        if (this.pendingBytes > 0 && this.refusal === null) return
        for (const off of subscriptions) off()
        if (this.refusal) reject(this.refusal)
        else resolve()
      }
      const subscriptions = [this.on('change', settle), this.on('problem', settle)]
      settle()
    })
  }

  retry(): void {
    this.waiting.unshift(...this.refused)
    this.refused = []
    this.refusal = null
    this.emit('change', null)
    this.pump()
  }

  dispose(): void {
    this.scope.dispose()
    this.removeHandlers()
  }

  private pump(): void {
    while (this.sending < PARALLEL) {
      const chunk = this.waiting.shift()
      if (!chunk) return
      this.sending += 1
      void this.send(chunk)
    }
  }

  private async send(chunk: Chunk): Promise<void> {
    const refusal = await this.putUntilStored(chunk)
    this.sending -= 1
    if (this.scope.disposed) return
    if (refusal) this.park(chunk, refusal)
    else this.saved += chunk.bytes.length
    this.emit('change', null)
    this.pump()
  }

  /** Resolves with the reason if the server refused the chunk permanently. */
  private async putUntilStored({ index, bytes }: Chunk): Promise<ApiProblem | null> {
    const digest = await digestOf(bytes)
    for (let attempt = 0; !this.scope.disposed; attempt++) {
      try {
        checkReceipt(await this.put(index, bytes, digest, this.scope.signal), index, bytes, digest)
        this.unanswered.delete(index)
        return null
      } catch (error) {
        const problem = error instanceof ApiProblem ? error : null
        const refused = problem !== null && !problem.transient
        if (refused || problem?.retryAfterSeconds) this.unanswered.delete(index)
        else this.unanswered.add(index)
        if (refused) return problem
        this.emit('change', null)
        await this.backoff.pause(attempt, error)
      }
    }
    return null
  }

  private park(chunk: Chunk, refusal: ApiProblem): void {
    this.refused.push(chunk)
    this.refusal = refusal
    this.emit('problem', refusal)
  }
}

/** A receipt counts only if it names the same bytes: anything else that answers 200 has stored nothing. */
function checkReceipt(receipt: Partial<ChunkReceipt> | null, index: number, bytes: Bytes, { hex }: Digest): void {
  const right = receipt?.index === index && receipt.size === bytes.length && receipt.sha256 === hex
  if (!right) throw ApiProblem.notFromServer()
}

/** SHA-256 as RFC 9530's `Content-Digest` writes it, and as receipts do. */
export interface Digest {
  header: string
  hex: string
}

export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<Digest> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { header: `sha-256=:${btoa(String.fromCharCode(...digest))}:`, hex }
}
