import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

import { Emitter } from '../lifecycle/Emitter'
import { Scope } from '../lifecycle/Scope'
import { ApiProblem } from './ApiProblem'
import type { StreamSummary } from './types'

/** Stores one numbered chunk; `digest` is the value of its `Content-Digest` header. */
export type PutChunk = (index: number, bytes: Bytes, digest: string, signal: AbortSignal) => Promise<unknown>
type Bytes = Uint8Array<ArrayBuffer>

const PARALLEL = 3
const FIRST_PAUSE = 0.5
const LONGEST_PAUSE = 15

interface QueueEvents {
  /** The counts changed. */
  change: { pendingBytes: number; savedBytes: number }
  /** A chunk was refused for good; the queue waits for `retry()`. */
  problem: ApiProblem
}

/**
 * Sends the chunks of one stream, a few at a time, and each until the server has it: a call that got no answer is
 * made again after a growing, randomised pause. What the server refuses stays here.
 */
export class ChunkQueue extends Emitter<QueueEvents> {
  private readonly scope: Scope
  private readonly waiting: { index: number; bytes: Bytes }[] = []
  private readonly hash = sha256.create()
  private chunks = 0
  private size = 0
  private sending = 0
  private saved = 0
  private blockedBy: ApiProblem | null = null

  constructor(
    parent: Scope,
    private readonly put: PutChunk,
  ) {
    super()
    this.scope = new Scope(parent)
  }

  get savedBytes(): number {
    return this.saved
  }

  get pendingBytes(): number {
    return this.size - this.saved
  }

  get problem(): ApiProblem | null {
    return this.blockedBy
  }

  add(bytes: Bytes): void {
    if (bytes.length === 0) return
    this.hash.update(bytes)
    this.size += bytes.length
    this.waiting.push({ index: this.chunks++, bytes })
    this.changed()
    this.pump()
  }

  /** Of everything added so far, whether saved or not. */
  summary(): StreamSummary {
    return { chunks: this.chunks, size: this.size, sha256: bytesToHex(this.hash.clone().digest()) }
  }

  /** Resolves when all that was added is saved; rejects with the problem when a chunk is refused. */
  drained(): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        if (this.pendingBytes > 0 && this.blockedBy === null) return
        for (const off of subscriptions) off()
        if (this.blockedBy) reject(this.blockedBy)
        else resolve()
      }
      const subscriptions = [this.on('change', settle), this.on('problem', settle)]
      settle()
    })
  }

  retry(): void {
    this.blockedBy = null
    this.changed()
    this.pump()
  }

  dispose(): void {
    this.scope.dispose()
    this.removeHandlers()
  }

  private pump(): void {
    while (this.sending < PARALLEL && this.blockedBy === null) {
      const chunk = this.waiting.shift()
      if (!chunk) return
      this.sending += 1
      void this.send(chunk.index, chunk.bytes)
    }
  }

  private async send(index: number, bytes: Bytes): Promise<void> {
    const problem = await this.putUntilStored(index, bytes)
    this.sending -= 1
    if (this.scope.disposed) return
    if (problem) { this.block(index, bytes, problem); return; }
    this.saved += bytes.length
    this.changed()
    this.pump()
  }

  private async putUntilStored(index: number, bytes: Bytes): Promise<ApiProblem | null> {
    const digest = await contentDigest(bytes)
    for (let attempt = 0; !this.scope.disposed; attempt++) {
      try {
        await this.put(index, bytes, digest, this.scope.signal)
        return null
      } catch (error) {
        if (error instanceof ApiProblem && !error.transient) return error
        await this.pause(attempt)
      }
    }
    return null
  }

  private block(index: number, bytes: Bytes, problem: ApiProblem): void {
    this.waiting.unshift({ index, bytes })
    this.blockedBy = problem
    this.emit('problem', problem)
  }

  private pause(attempt: number): Promise<void> {
    const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt)
    return new Promise((resolve) => void this.scope.timeout(longest * (0.5 + Math.random() / 2), resolve))
  }

  private changed(): void {
    this.emit('change', { pendingBytes: this.pendingBytes, savedBytes: this.saved })
  }
}

async function contentDigest(bytes: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha-256=:${btoa(String.fromCharCode(...digest))}:`
}
