import { RecordingUpload } from '../../api/RecordingUpload'
import type { Feedback, FollowerArgs, ProblemReportRequest, Submission } from '../../api/types'
import { html } from '../../dom/html'
import { Journal } from '../../storage/Journal'
import { PoseRecorder } from '../../trace/PoseRecorder'
import { toLines } from '../../trace/snapshotLines'
import { Viewer } from '../../viewer/Viewer'
import type { TaskContext } from '../defineTask'

export type Outcome = NonNullable<Submission['outcome']>

export type ProblemKind = ProblemReportRequest['kind']

export type FollowerEvent = 'start' | 'finish' | 'rated' | 'back' | 'stored'

const SLICE_SECONDS = 0.25

/** What a Follower has at hand and has done so far, in whatever phase. */
export class FollowerSession {
  readonly viewerElement = html('div', { class: 'viewer' })
  readonly viewer: Viewer
  readonly upload: RecordingUpload
  readonly pose: PoseRecorder
  private readonly journal: Journal
  readonly follower: FollowerArgs
  readonly language: string
  outcome: Outcome = 'done'
  feedback: Feedback = { comment: '' }
  /** Seconds into the voice, as far as it was heard. */
  audioTime = 0
  private readonly voice: Promise<Blob>
  private begun: number | null = null
  private submitted = false

  constructor(private readonly context: TaskContext) {
    const { scope, client, lease, scan, storage } = context
    if (!lease.follower) throw new Error(`The lease ${lease.lease_id} has no instruction to follow.`)
    this.follower = lease.follower
    this.language = lease.language
    const { start_viewpoint_id: viewpointId, heading } = this.follower
    this.viewer = new Viewer(this.viewerElement, scan, { viewpointId, heading, loadImage: client.image })
    scope.add(() => this.viewer.dispose())
    const record = { leaseId: lease.lease_id, take: lease.recordings.length, sampleRate: null }
    this.upload = new RecordingUpload(scope, client, record)
    this.journal = new Journal(storage.store, record)
    this.journal.on('chunk', ({ pose }) => this.upload.pose.add(pose))
    const timeAt = (moment: number) => ({ time: this.elapsed(moment), audio_time: this.audioTime })
    this.pose = new PoseRecorder(scope, this.viewer, timeAt)
    scope.every(SLICE_SECONDS, () => this.writeDown())
    this.voice = client.blob(this.follower.voice_url, scope.signal)
    this.voice.catch(() => undefined)
    scope.listen(window, 'beforeunload', (event) => {
      if (this.begun !== null && !this.submitted) event.preventDefault()
    })
  }

  /** Begins to record the walk, or goes on with it. */
  walk(): void {
    this.begun ??= performance.now()
    this.pose.start()
  }

  /** The Guide's voice; loads it again if that failed. */
  loadVoice(): Promise<Blob> {
    const { client, scope } = this.context
    return this.voice.catch(() => client.blob(this.follower.voice_url, scope.signal))
  }

  /** Tells the data team that something is wrong. */
  report(reportId: string, kind: ProblemKind, comment: string): Promise<unknown> {
    const report = { kind, comment, viewpoint_id: this.viewer.viewpointId }
    return this.context.client.report(this.context.lease.lease_id, reportId, report)
  }

  async submit(): Promise<void> {
    this.writeDown()
    await this.journal.flush()
    const recordingId = await this.upload.drained()
    await this.context.client.submit(this.context.lease.lease_id, {
      recording_id: recordingId,
      pose: this.upload.pose.summary(),
      outcome: this.outcome,
      feedback: this.feedback,
      phases: this.context.phaseTimes(),
    })
    this.submitted = true
  }

  private writeDown(): void {
    const pose = toLines(this.pose.takeBefore(Infinity))
    if (pose.length > 0) this.journal.append({ voice: new Uint8Array(0), pose })
  }

  private elapsed(moment: number): number {
    return this.begun === null ? 0 : Math.max(0, moment - this.begun) / 1000
  }
}
