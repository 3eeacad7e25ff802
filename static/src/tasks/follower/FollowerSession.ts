import { RecordingUpload } from '../../api/RecordingUpload'
import type { FollowerArgs, ProblemReportRequest, Submission } from '../../api/types'
import { html } from '../../dom/html'
import { PoseRecorder } from '../../trace/PoseRecorder'
import { Viewer } from '../../viewer/Viewer'
import type { TaskContext } from '../defineTask'

export type Outcome = NonNullable<Submission['outcome']>

export type Feedback = NonNullable<Submission['feedback']>
export type ProblemKind = ProblemReportRequest['kind']

export type FollowerEvent = 'start' | 'finish' | 'rated' | 'back' | 'stored'

/** What a Follower has at hand and has done so far, in whatever phase. */
export class FollowerSession {
  readonly viewerElement = html('div', { class: 'viewer' })
  readonly viewer: Viewer
  readonly upload: RecordingUpload
  readonly pose: PoseRecorder
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
    const { scope, client, lease, scan } = context
    if (!lease.follower) throw new Error(`The lease ${lease.lease_id} has no instruction to follow.`)
    this.follower = lease.follower
    this.language = lease.language
    const { start_viewpoint_id: viewpointId, heading } = this.follower
    this.viewer = new Viewer(this.viewerElement, scan, { viewpointId, heading, loadImage: client.image })
    scope.add(() => this.viewer.dispose())
    this.upload = new RecordingUpload(scope, client, lease.lease_id, null)
    const clock = () => ({ time: this.elapsed, audio_time: this.audioTime })
    this.pose = new PoseRecorder(scope, this.viewer, clock, (lines) => this.upload.pose.add(lines))
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

  private get elapsed(): number {
    return this.begun === null ? 0 : (performance.now() - this.begun) / 1000
  }
}
