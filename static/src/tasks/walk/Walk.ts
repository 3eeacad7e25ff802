import type { ApiClient } from '../../api/ApiClient'
import { RecordingUpload } from '../../api/RecordingUpload'
import type { Recorded, Snapshot } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { Journal } from '../../storage/Journal'
import type { TakeRecord, TakeStore } from '../../storage/TakeStore'
import { PoseRecorder } from '../../trace/PoseRecorder'
import { fromLines, toLines } from '../../trace/snapshotLines'
import { fromRowMajor, lookDirection } from '../../viewer/frames'
import type { Viewer } from '../../viewer/Viewer'
import type { TaskContext } from '../phases/defineTask'

const SLICE_SECONDS = 0.25

interface WalkParts {
  client: ApiClient
  store: TakeStore
  record: TakeRecord
  viewer: Viewer
  /** Whether the person hears a voice on the way. */
  hears: boolean
}

/** The way of somebody who does not speak: the camera's trace, written down on this device and on its way to the server while it is made. */
export class Walk {
  readonly upload: RecordingUpload
  /** Seconds into the voice, as far as it was heard; null where there is none. */
  audioTime: number | null
  private readonly pose: PoseRecorder
  /** When the walk would have begun, had it never been interrupted (`performance.now()`); null before it begins. */
  private zero: number | null = null

  private constructor(
    scope: Scope,
    private readonly parts: WalkParts,
    private readonly journal: Journal,
    snapshots: Snapshot[] = [],
  ) {
    const { client, record, viewer, hears } = parts
    this.upload = new RecordingUpload(scope, client, record)
    journal.on('chunk', ({ pose }) => this.upload.pose.add(pose))
    this.audioTime = hears ? (snapshots.at(-1)?.audio_time ?? 0) : null
    this.pose = new PoseRecorder(scope, viewer, (moment) => this.timeAt(moment), snapshots)
    scope.every(SLICE_SECONDS, () => this.writeDown())
  }

  /** The walk of the lease's latest take on this device, or the first of a new take; `hears` when there is a voice on the way. */
  static async open({ scope, client, lease, storage }: TaskContext, viewer: Viewer, hears: boolean): Promise<Walk> {
    const kept = (await storage.store.takes(lease.lease_id)).at(-1)
    const next = Math.max(-1, ...lease.recordings.map(({ take }) => take)) + 1
    const record = kept ?? { leaseId: lease.lease_id, take: next, sampleRate: null }
    const parts = { client, store: storage.store, record, viewer, hears }
    return kept ? Walk.restore(scope, parts) : Walk.begin(scope, parts)
  }

  private static begin(parent: Scope, parts: WalkParts): Walk {
    return new Walk(new Scope(parent), parts, new Journal(parts.store, parts.record))
  }

  /** Takes up what this device has of an interrupted walk. */
  private static async restore(parent: Scope, parts: WalkParts): Promise<Walk> {
    const journal = new Journal(parts.store, parts.record)
    const { pose } = await journal.restore()
    const walk = new Walk(new Scope(parent), parts, journal, fromLines(pose))
    void journal.handOn()
    return walk
  }

  get begun(): boolean {
    return this.pose.snapshots.length > 0
  }

  /** Whether closing the page would lose something. */
  get atRisk(): boolean {
    return this.begun && !this.journal.writing
  }

  /** Shows where an interrupted walk goes on. */
  async goBack(): Promise<void> {
    const last = this.pose.snapshots.at(-1)
    if (!last) return
    const { viewer } = this.parts
    const { heading, elevation } = lookDirection(fromRowMajor(last.extrinsic_matrix))
    if (viewer.viewpointId !== last.viewpoint_id) await viewer.moveTo(last.viewpoint_id, { animate: false })
    viewer.lookAt(heading, elevation)
  }

  /** Begins to record, or goes on with it; the time between does not count. */
  start(): void {
    const since = this.pose.snapshots.at(-1)?.time ?? 0
    this.zero ??= performance.now() - since * 1000
    this.pose.start()
  }

  stop(): void {
    this.pose.stop()
  }

  /** What was recorded, once all of it is saved. */
  async answer(): Promise<Recorded> {
    this.writeDown()
    await this.journal.flush()
    const recordingId = await this.upload.drained()
    return { recording_id: recordingId, pose: this.upload.pose.summary() }
  }

  private writeDown(): void {
    const pose = toLines(this.pose.takeBefore(Infinity))
    if (pose.length > 0) this.journal.append({ voice: new Uint8Array(0), pose })
  }

  private timeAt(moment: number): Pick<Snapshot, 'time' | 'audio_time'> {
    const time = this.zero === null ? 0 : Math.max(0, moment - this.zero) / 1000
    return { time, audio_time: this.audioTime }
  }
}
