import type { RecordingUpload } from '../../api/RecordingUpload'
import type { Submission } from '../../api/types'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { problemMessage } from '../../kit/notices/message'
import { Viewer } from '../../viewer/Viewer'
import { sendAnswer } from '../parts/ending'
import { startOf } from '../parts/startOf'
import type { PhaseContext, TaskContext } from '../phases/defineTask'
import { Walk } from './Walk'

/** JSON, as the kind's own models say. */
export type Fields = Record<string, unknown>

/** The state of a task in which a person walks without speaking: what is asked, the viewer and the answer. */
export class WalkSession<Args extends Fields = Fields, Answer extends Fields = Fields> {
  readonly args: Args
  readonly language: string
  readonly viewer: Viewer
  private given: Answer
  private submission: { answer: Answer; sent: Submission } | null = null
  private submitted = false

  private constructor(
    private readonly context: TaskContext,
    viewer: Viewer,
    private readonly walk: Walk,
    blank: Answer,
  ) {
    const { scope, lease, draft } = context
    this.args = lease.args as Args
    this.language = lease.language
    this.viewer = viewer
    this.given = (draft as Answer | null) ?? blank
    scope.listen(window, 'beforeunload', (event) => {
      if (this.walk.atRisk && !this.submitted) event.preventDefault()
    })
  }

  /** Begins the task with the answer `blank`, or goes on with what this device and the server keep of it. */
  static async open<Args extends Fields, Answer extends Fields>(context: TaskContext, blank: Answer): Promise<WalkSession<Args, Answer>> {
    const { scope, client, lease, scan } = context
    const { viewpoint_id: viewpointId, heading } = startOf(lease)
    const options = { viewpointId, heading, loadImage: client.image, poster: lease.start_preview }
    const viewer = new Viewer(html('div', { class: 'viewer' }), scan, options)
    scope.add(() => viewer.dispose())
    return new WalkSession<Args, Answer>(context, viewer, await Walk.open(context, viewer, false), blank)
  }

  get answer(): Answer {
    return this.given
  }

  /** Is kept at the next pause, on this device and on the server. */
  set answer(answer: Answer) {
    this.given = answer
    this.context.keepDraft()
  }

  get upload(): RecordingUpload {
    return this.walk.upload
  }

  /** Whether there is a walk already, as in a page that was opened again. */
  get begun(): boolean {
    return this.walk.begun
  }

  /** Shows the viewer in `place`, and records the walk as long as `scope` lasts, from the first picture on. */
  show(scope: Scope, place: HTMLElement): void {
    const { viewer, walk, context } = this
    place.append(viewer.container)
    if (context.storage.problem) place.append(problemMessage(scope, context.storage.problem, { title: t('saved.notHere') }))
    viewer.container.focus()
    void viewer.ready.then(() => walk.goBack()).then(() => scope.disposed || walk.start())
    scope.add(() => walk.stop())
  }

  async submit(): Promise<void> {
    const { client, lease, storage } = this.context
    const recorded = await this.walk.answer()
    // A repeated submission must be exactly the same.
    if (this.submission?.answer !== this.given) {
      this.submission = { answer: this.given, sent: { ...recorded, answer: this.given, phases: this.context.phaseTimes() } }
    }
    await this.context.drafts.settled()
    await client.submit(lease.lease_id, this.submission.sent)
    this.submitted = true
    await storage.store.discard(lease.lease_id).catch(() => undefined)
  }
}

/** Sends a walk and its answer: leads to `stored`, or `back` where it is refused. */
export function showSend<Args extends Fields, Answer extends Fields>(context: PhaseContext<WalkSession<Args, Answer>, 'stored' | 'back'>): void {
  const { scope, root, session, send } = context
  sendAnswer(scope, root, {
    upload: session.upload,
    submit: () => session.submit(),
    stored: () => send('stored'),
    back: () => send('back'),
    backLabel: t('walk.back'),
  })
}
