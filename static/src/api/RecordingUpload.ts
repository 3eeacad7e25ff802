import { Scope } from '../lifecycle/Scope'
import type { ApiClient, Stream } from './ApiClient'
import { ChunkQueue } from './ChunkQueue'

const MEDIA_TYPES: Record<Stream, string> = { voice: 'application/octet-stream', pose: 'application/jsonl' }

/**
 * One take on its way to the server. Chunks may be added at once: the recording is created by the first call that
 * needs its id, and again by the next one if that failed, so that nobody waits for the network to begin.
 */
export class RecordingUpload {
  readonly voice: ChunkQueue
  readonly pose: ChunkQueue
  private readonly scope: Scope
  private recordingId: Promise<string> | null = null

  constructor(
    parent: Scope,
    private readonly client: ApiClient,
    private readonly leaseId: string,
    private readonly sampleRate: number | null,
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

  /** Resolves with the recording's id when both streams are saved. */
  async drained(): Promise<string> {
    await Promise.all([this.voice.drained(), this.pose.drained()])
    return this.id()
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
      const headers = { 'Content-Type': MEDIA_TYPES[stream], 'Content-Digest': digest }
      await this.client.putChunk(await this.id(), stream, index, bytes, headers, signal)
    })
  }

  private id(): Promise<string> {
    this.recordingId ??= this.create()
    return this.recordingId
  }

  private async create(): Promise<string> {
    try {
      return (await this.client.startRecording(this.leaseId, this.sampleRate, this.scope.signal)).recording_id
    } catch (error) {
      this.recordingId = null
      throw error
    }
  }
}
