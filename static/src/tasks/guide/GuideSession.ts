import type { GuideArgs, Submission } from '../../api/types'
import type { Microphone } from '../../audio/Microphone'
import { html } from '../../dom/html'
import type { Scope } from '../../lifecycle/Scope'
import { Viewer } from '../../viewer/Viewer'
import type { TaskContext } from '../defineTask'
import { Take } from './Take'

export type GuideEvent = 'start' | 'record-done' | 'record-again' | 'submit' | 'back' | 'stored'

/** What a Guide has at hand and has made so far, in whatever phase. */
export class GuideSession {
  readonly viewerElement = html('div', { class: 'viewer' })
  readonly viewer: Viewer
  readonly language: string
  microphone: Microphone | null = null
  take: Take | null = null
  transcript = ''
  submitted = false
  private readonly guide: GuideArgs

  constructor(private readonly context: TaskContext) {
    const { scope, client, lease, scan } = context
    if (!lease.guide) throw new Error(`The lease ${lease.lease_id} has no path to guide along.`)
    this.guide = lease.guide
    this.language = lease.language
    const [viewpointId = ''] = this.guide.path
    this.viewer = new Viewer(this.viewerElement, scan, {
      viewpointId,
      heading: this.guide.heading,
      loadImage: client.image,
    })
    scope.add(() => this.viewer.dispose())
    scope.listen(window, 'beforeunload', (event) => {
      if (this.take && this.take.recorded > 0 && !this.submitted) event.preventDefault()
    })
  }

  /** Ends with the task. */
  get scope(): Scope {
    return this.context.scope
  }

  get path(): readonly string[] {
    return this.guide.path
  }

  /** Forgets the recording, if there is one, for a new one from the start. */
  startOver(microphone: Microphone): Take {
    this.take?.dispose()
    const { scope, client, lease } = this.context
    const parts = { client, leaseId: lease.lease_id, guide: this.guide, microphone, viewer: this.viewer }
    this.take = new Take(scope, parts)
    return this.take
  }

  async submit(take: Take): Promise<void> {
    const phases = this.context.phaseTimes()
    const submission: Submission = { ...(await take.answer()), transcript: this.transcript.trim(), phases }
    await this.context.client.submit(this.context.lease.lease_id, submission)
    this.submitted = true
  }
}
