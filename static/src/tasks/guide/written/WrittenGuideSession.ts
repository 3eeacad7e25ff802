import type { RecordingUpload } from '../../../api/RecordingUpload'
import type { Submission } from '../../../api/types'
import { html } from '../../../kit/dom/html'
import { t } from '../../../kit/messages/messages'
import type { PathToWalk } from '../../../recording/cameraPlace'
import { nothingTyped, type TypingCount } from '../../../typing/typingCount'
import { Viewer } from '../../../viewer/Viewer'
import type { ProblemKind } from '../../parts/reportProblem'
import { startOf } from '../../parts/startOf'
import type { TaskContext } from '../../phases/defineTask'
import { KeptPath, type WalkFault, walkFault } from '../../voiceWalk/keptPath'
import type { GuideDraft } from '../../voiceWalk/GuideSession'
import { Walk } from '../../walk/Walk'

export type WrittenGuideEvent = 'start' | 'finish' | 'back' | 'stored'
type WrittenGuidePhase = 'instructions' | 'walk' | 'submit' | 'done'

/** The state of the task of a Guide who walks and writes: no microphone is used, and the walk has the page's own clock. */
export class WrittenGuideSession {
  readonly language: string
  readonly path: readonly string[]
  /** Where Followers of this path look at first; radians. */
  readonly heading: number
  /** How the instruction was typed. */
  readonly typing: TypingCount
  private written: string
  private submission: Submission | null = null
  private submitted = false

  private constructor(
    private readonly context: TaskContext,
    readonly viewer: Viewer,
    readonly walk: Walk,
    /** Null where the person may leave the path. */
    private readonly keptPath: KeptPath | null,
  ) {
    const { scope, lease, draft } = context
    const kept = draft as GuideDraft | null
    const { path, heading } = lease.args as unknown as PathToWalk
    this.path = path
    this.heading = heading
    this.language = lease.language
    this.written = kept?.transcript ?? ''
    this.typing = kept?.typing ?? nothingTyped()
    keptPath?.resume(walk.walked)
    scope.listen(window, 'beforeunload', (event) => {
      if (this.walk.atRisk && !this.submitted) event.preventDefault()
    })
  }

  /** Begins the task, or goes on with the walk that this device keeps of it. */
  static async open(context: TaskContext): Promise<WrittenGuideSession> {
    const { scope, client, lease, scan } = context
    const { path, heading } = lease.args as unknown as PathToWalk
    const keptPath = lease.args.free === false ? new KeptPath(path) : null
    const [viewpointId = startOf(lease).viewpoint_id] = path
    const navigable = keptPath ? (here: string) => keptPath.exits(here) : true
    const kept = keptPath && { whyNotElsewhere: t('path.kept') }
    const options = { viewpointId, heading, loadImage: client.image, poster: lease.start_preview, navigable, ...kept }
    const viewer = new Viewer(html('div', { class: 'viewer' }), scan, options)
    scope.add(() => viewer.dispose())
    return new WrittenGuideSession(context, viewer, await Walk.open(context, viewer, false), keptPath)
  }

  get transcript(): string {
    return this.written
  }

  set transcript(text: string) {
    this.written = text
    this.context.keepDraft()
  }

  get draft(): GuideDraft {
    return { transcript: this.written, typing: this.typing }
  }

  get upload(): RecordingUpload {
    return this.walk.upload
  }

  /** Why nothing can be kept on this device. */
  get storageProblem(): TaskContext['storage']['problem'] {
    return this.context.storage.problem
  }

  /** Why the walk is no Guide's answer yet; null when it is. */
  get fault(): WalkFault | null {
    return this.keptPath ? walkFault(this.path, this.walk.walked) : null
  }

  /** The phase in which to continue a page that was left in `phase`. */
  reopen(phase: string): WrittenGuidePhase {
    if (!this.walk.begun) return 'instructions'
    return phase === 'submit' ? 'submit' : 'walk'
  }

  /** Tells the data team that something is wrong. */
  report(reportId: string, kind: ProblemKind, comment: string): Promise<unknown> {
    const report = { kind, comment, viewpoint_id: this.viewer.viewpointId }
    return this.context.client.report(this.context.lease.lease_id, reportId, report)
  }

  async submit(): Promise<void> {
    const { client, lease, storage } = this.context
    const recorded = await this.walk.answer()
    const transcript = this.written.trim()
    // A repeated submission must be exactly the same.
    if (this.submission?.transcript !== transcript) {
      this.submission = { ...recorded, transcript, typing: { ...this.typing }, phases: this.context.phaseTimes() }
    }
    await this.context.drafts.settled()
    await client.submit(lease.lease_id, this.submission)
    this.submitted = true
    await storage.store.discard(lease.lease_id).catch(() => undefined)
  }
}
