import type { RecordingUpload } from '../../api/RecordingUpload'
import type { Recorded, Snapshot } from '../../api/types'
import { Scope } from '../../kit/lifecycle/Scope'
import { goTo, lastPlace } from '../../recording/cameraPlace'
import { type KeeperParts, RecordingKeeper } from '../../recording/RecordingKeeper'
import { PoseRecorder } from '../../trace/PoseRecorder'
import type { Viewer } from '../../viewer/Viewer'
import type { TaskContext } from '../phases/defineTask'

const SLICE_SECONDS = 0.25

interface WalkParts extends KeeperParts {
  viewer: Viewer
  /** Whether the person hears a voice while walking. */
  hears: boolean
}

/** The walk of a person who does not speak: the camera's trace, stored on this device and sent to the server while it is made. */
export class Walk {
  /** The position in the voice that the person hears, in seconds; null without a voice. */
  audioTime: number | null
  private readonly pose: PoseRecorder
  /** When the walk would have begun, had it never been interrupted (`performance.now()`); null before it begins. */
  private zero: number | null = null

  private constructor(
    scope: Scope,
    private readonly parts: WalkParts,
    private readonly keeper: RecordingKeeper,
    snapshots: Snapshot[] = [],
  ) {
    const { viewer, hears } = parts
    this.audioTime = hears ? (snapshots.at(-1)?.audio_time ?? 0) : null
    this.pose = new PoseRecorder(scope, viewer, (moment) => this.timeAt(moment), snapshots)
    scope.every(SLICE_SECONDS, () => this.writeDown())
  }

  /** The walk of the lease's latest recording on this device, or the first of a new recording; `hears` when there is a voice on the way. */
  static async open({ scope, client, lease, storage, actions }: TaskContext, viewer: Viewer, hears: boolean): Promise<Walk> {
    const kept = (await storage.store.recordings(lease.lease_id)).at(-1)
    const next = Math.max(-1, ...lease.recordings.map(({ attempt }) => attempt)) + 1
    const record = kept ?? { leaseId: lease.lease_id, attempt: next, sampleRate: null }
    const parts = { client, store: storage.store, record, viewer, hears }
    const walk = await (kept ? Walk.restore(scope, parts) : Walk.begin(scope, parts))
    actions?.recordedBy((moment) => {
      const time = walk.pose.recordedAt(moment)
      return time === null ? null : { attempt: record.attempt, time }
    })
    return walk
  }

  private static begin(parent: Scope, parts: WalkParts): Walk {
    const scope = new Scope(parent)
    return new Walk(scope, parts, new RecordingKeeper(scope, parts))
  }

  /** Continues an interrupted walk from what this device has stored. */
  private static async restore(parent: Scope, parts: WalkParts): Promise<Walk> {
    const scope = new Scope(parent)
    const keeper = new RecordingKeeper(scope, parts)
    const { snapshots } = await keeper.restore()
    const walk = new Walk(scope, parts, keeper, snapshots)
    keeper.resume()
    return walk
  }

  get upload(): RecordingUpload {
    return this.keeper.upload
  }

  get begun(): boolean {
    return this.pose.snapshots.length > 0
  }

  /** The viewpoints in the order of the walk so far. */
  get walked(): readonly string[] {
    const places = this.pose.snapshots.map(({ viewpoint_id: viewpointId }) => viewpointId)
    return places.filter((place, index) => place !== places[index - 1])
  }

  /** Whether closing the page would lose data. */
  get atRisk(): boolean {
    return this.begun && !this.keeper.keeping
  }

  /** Shows where an interrupted walk goes on. */
  async goBack(): Promise<void> {
    const last = lastPlace(this.pose.snapshots)
    if (last) await goTo(this.parts.viewer, last)
  }

  /** Begins or continues recording; the time between does not count. */
  start(): void {
    const since = this.pose.snapshots.at(-1)?.time ?? 0
    this.zero = performance.now() - since * 1000
    this.pose.start()
  }

  stop(): void {
    this.pose.stop()
  }

  /** What was recorded, once all of it is saved. */
  answer(): Promise<Recorded> {
    this.writeDown()
    return this.keeper.answer()
  }

  private writeDown(): void {
    this.keeper.keep(new Int16Array(0), this.pose.takeBefore(Infinity))
  }

  private timeAt(moment: number): Pick<Snapshot, 'time' | 'audio_time'> {
    const time = this.zero === null ? 0 : Math.max(0, moment - this.zero) / 1000
    return { time, audio_time: this.audioTime }
  }
}
