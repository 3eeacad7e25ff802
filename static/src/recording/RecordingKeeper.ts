import type { ApiClient } from '../api/ApiClient'
import { RecordingUpload } from '../api/RecordingUpload'
import type { Recorded, Snapshot, StreamSummary } from '../api/types'
import { Emitter } from '../kit/lifecycle/Emitter'
import type { Scope } from '../kit/lifecycle/Scope'
import { Journal } from '../storage/Journal'
import type { KeptRecording, RecordingStore, StorageProblem } from '../storage/RecordingStore'
import { fromLines, toLines } from '../trace/snapshots'

export interface KeeperParts {
  client: ApiClient
  store: RecordingStore
  record: KeptRecording
}

/** What a reopened page finds of a recording. */
interface Found {
  samples: Int16Array<ArrayBuffer>
  snapshots: Snapshot[]
}

/** Stores a recording on this device immediately, and sends it to the server chunk by chunk. */
export class RecordingKeeper extends Emitter<{ problem: StorageProblem }> {
  readonly upload: RecordingUpload
  private readonly journal: Journal

  constructor(scope: Scope, { client, store, record }: KeeperParts) {
    super()
    this.upload = new RecordingUpload(scope, client, record)
    this.journal = new Journal(store, record)
    this.journal.on('problem', (problem) => this.emit('problem', problem))
    this.journal.on('chunk', ({ voice, pose }) => {
      if (record.sampleRate !== null) this.upload.voice.add(voice)
      this.upload.pose.add(pose)
    })
  }

  /** Whether what is recorded is kept on this device. */
  get keeping(): boolean {
    return this.journal.writing
  }

  /** Bytes of voice that are kept on this device. */
  get keptBytes(): number {
    return this.journal.storedBytes
  }

  /** Reads what this device has of an interrupted recording; `resume` then sends it. */
  async restore(): Promise<Found> {
    const { voice, pose } = await this.journal.restore()
    return { samples: new Int16Array(voice.buffer), snapshots: fromLines(pose) }
  }

  resume(): void {
    void this.journal.handOn()
  }

  /** Stores the same stretch of both streams together, so that after a crash both end at the same time. */
  keep(samples: Int16Array<ArrayBuffer>, snapshots: readonly Snapshot[]): void {
    if (samples.length + snapshots.length > 0) this.journal.append({ voice: new Uint8Array(samples.buffer), pose: toLines(snapshots) })
  }

  /** Also sends the last chunk, which may be shorter. */
  flush(): Promise<void> {
    return this.journal.flush()
  }

  /** What was recorded, once the server has all of it. */
  async answer(): Promise<Recorded & { pose: StreamSummary }> {
    await this.flush()
    const recordingId = await this.upload.drained()
    return { recording_id: recordingId, pose: this.upload.pose.summary() }
  }
}
