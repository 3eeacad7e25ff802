import type { RecordingUpload } from '../../api/RecordingUpload'
import type { Feedback, Submission } from '../../api/types'
import { html } from '../../kit/dom/html'
import { Viewer } from '../../viewer/Viewer'
import type { TaskContext } from '../phases/defineTask'
import type { ProblemKind } from '../parts/reportProblem'
import { Walk } from '../walk/Walk'

/**
 * What a Follower is shown, in radians and seconds; nothing in it tells where the path leads. Instructions from files have
 * no voice, and a campaign's condition may take away the voice, the text or the pictures.
 */
interface FollowerArgs {
  readonly start_viewpoint_id: string
  readonly heading: number
  readonly transcript: string | null
  readonly voice_url: string | null
  readonly voice_duration: number | null
  readonly pictures: 'shown' | 'none'
}

export type Outcome = NonNullable<Submission['outcome']>
export type FollowerEvent = 'start' | 'finish' | 'rated' | 'back' | 'stored'
type FollowerPhase = 'instructions' | 'walk' | 'rate' | 'submit' | 'done'

/** What a reopened page needs besides the walk that this device stores. */
interface FollowerDraft {
  outcome: Outcome
  feedback: Feedback
}

/** The state of a Follower's task, in all its phases. */
export class FollowerSession {
  readonly viewer: Viewer
  readonly follower: FollowerArgs
  readonly language: string
  readonly walk: Walk
  private said: FollowerDraft
  private readonly voice: Promise<Blob> | null
  private submission: Submission | null = null
  private submitted = false

  private constructor(
    private readonly context: TaskContext,
    viewer: Viewer,
    follower: FollowerArgs,
    walk: Walk,
  ) {
    const { scope, client, lease, draft } = context
    this.follower = follower
    this.viewer = viewer
    this.walk = walk
    this.language = lease.language
    this.said = (draft as FollowerDraft | null) ?? { outcome: 'done', feedback: { comment: '' } }
    this.voice = follower.voice_url === null ? null : client.blob(follower.voice_url, scope.signal)
    this.voice?.catch(() => undefined)
    scope.listen(window, 'beforeunload', (event) => {
      if (this.walk.atRisk && !this.submitted) event.preventDefault()
    })
  }

  /** Begins the task, or goes on with the walk that this device keeps of it. */
  static async open(context: TaskContext): Promise<FollowerSession> {
    const { scope, client, lease, scan } = context
    const follower = lease.args as unknown as FollowerArgs
    const { start_viewpoint_id: viewpointId, heading } = follower
    const options = { viewpointId, heading, loadImage: client.image, poster: lease.start_preview }
    const viewer = new Viewer(html('div', { class: 'viewer' }), scan, options)
    scope.add(() => viewer.dispose())
    return new FollowerSession(context, viewer, follower, await Walk.open(context, viewer, follower.voice_url !== null))
  }

  get viewerElement(): HTMLElement {
    return this.viewer.container
  }

  get upload(): RecordingUpload {
    return this.walk.upload
  }

  get outcome(): Outcome {
    return this.said.outcome
  }

  get feedback(): Feedback {
    return this.said.feedback
  }

  get draft(): FollowerDraft {
    return this.said
  }

  /** Why nothing can be kept on this device. */
  get storageProblem(): TaskContext['storage']['problem'] {
    return this.context.storage.problem
  }

  /** Adds to what the person says about the walk. */
  say(more: Partial<FollowerDraft>): void {
    this.said = { ...this.said, ...more }
    this.context.keepDraft()
  }

  /** The phase in which to continue a page that was left in `phase`. */
  reopen(phase: string): FollowerPhase {
    if (!this.walk.begun) return 'instructions'
    return phase === 'rate' || phase === 'submit' ? 'rate' : 'walk'
  }

  /** How to load the Guide's voice, again if that failed; null where there is none. */
  get loadVoice(): (() => Promise<Blob>) | null {
    const { voice, follower: { voice_url: url }, context: { client, scope } } = this
    return voice && url !== null ? () => voice.catch(() => client.blob(url, scope.signal)) : null
  }

  /** Tells the data team that something is wrong. */
  report(reportId: string, kind: ProblemKind, comment: string): Promise<unknown> {
    const report = { kind, comment, viewpoint_id: this.viewer.viewpointId }
    return this.context.client.report(this.context.lease.lease_id, reportId, report)
  }

  async submit(): Promise<void> {
    const { client, lease, storage } = this.context
    const answer = await this.walk.answer()
    // A repeated submission must be exactly the same.
    if (this.submission?.outcome !== this.outcome || this.submission.feedback !== this.feedback) {
      this.submission = { ...answer, ...this.said, phases: this.context.phaseTimes() }
    }
    await this.context.drafts.settled()
    await client.submit(lease.lease_id, this.submission)
    this.submitted = true
    await storage.store.discard(lease.lease_id).catch(() => undefined)
  }
}
