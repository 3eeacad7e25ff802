import { Scope } from '../kit/lifecycle/Scope'
import type { ApiClient } from './ApiClient'
import { ChunkQueue } from './ChunkQueue'
import type { ChunkReceipt } from './types'

/** The streams of a walk. */
type Stream = 'voice' | 'pose'

const MEDIA_TYPES: Record<Stream, string> = { voice: 'application/octet-stream', pose: 'application/gzip' }

/** What the server knows of a recording. */
interface Begun {
  id: string
  receipts: Record<Stream, ChunkReceipt[]>
}

interface UploadOptions {
  leaseId: string
  /** Which of its lease's recordings it is, from 0. */
  attempt: number
  /** Hz; null without a voice. */
  sampleRate: number | null
}

/**
 * Uploads one recording. Chunks may be added at once: the first call that needs the recording's id creates the
 * recording, and the next call tries again if that failed, so nobody waits for the network to begin. An interrupted
 * recording continues as the same recording; what the server already has is not sent again.
 */
export class RecordingUpload {
  readonly voice: ChunkQueue
  readonly pose: ChunkQueue
  private readonly scope: Scope
  private recording: Promise<Begun> | null = null

  constructor(
    parent: Scope,
    private readonly client: ApiClient,
    private readonly options: UploadOptions,
  ) {
    this.scope = new Scope(parent)
    this.voice = this.queue('voice')
    this.pose = this.queue('pose')
  }

  get pendingBytes(): number {
    return this.voice.pendingBytes + this.pose.pendingBytes
  }

  get savedBytes(): number {
    return this.voice.savedBytes + this.pose.savedBytes
  }

  get offline(): boolean {
    return this.voice.offline || this.pose.offline
  }

  /** Resolves with the recording's id when both streams are saved. */
  async drained(): Promise<string> {
    await Promise.all([this.voice.drained(), this.pose.drained()])
    return (await this.found()).id
  }

  retry(): void {
    this.voice.retry()
    this.pose.retry()
  }

  dispose(): void {
    this.scope.dispose()
  }

  private queue(stream: Stream): ChunkQueue {
    return new ChunkQueue(this.scope, async (index, bytes, digest, signal) => {
      const { id, receipts } = await this.found()
      const stored = receipts[stream].find((receipt) => receipt.index === index && receipt.sha256 === digest.hex)
      const headers = { 'Content-Type': MEDIA_TYPES[stream], 'Content-Digest': digest.header }
      return stored ?? this.client.putChunk(id, stream, index, bytes, headers, signal)
    })
  }

  private found(): Promise<Begun> {
    this.recording ??= this.find()
    return this.recording
  }

  private async find(): Promise<Begun> {
    try {
      const { leaseId, attempt, sampleRate } = this.options
      const { signal } = this.scope
      const { recording_id: id, ...stored } = await this.client.startRecording(leaseId, attempt, sampleRate, signal)
      const receiptsOf = (stream: Stream) => (stored[stream].chunks > 0 ? this.client.receipts(id, stream, signal) : [])
      const [voice, pose] = await Promise.all([receiptsOf('voice'), receiptsOf('pose')])
      return { id, receipts: { voice, pose } }
    } catch (error) {
      this.recording = null
      throw error
    }
  }
}
