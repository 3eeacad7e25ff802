import type { ApiClient } from '../../api/ApiClient'
import type { FormView, LeaseView, ProblemReportRequest, ScanView, Submission } from '../../api/types'
import type { Answers } from '../../forms/FormFields'
import type { TaskContext } from '../phases/defineTask'

export type JudgeEvent = 'start' | 'send' | 'back' | 'stored'

/** Radians and seconds; null where it was not recorded. */
export interface ShownWalk {
  start_viewpoint_id: string
  heading: number
  walked: string[]
  transcript: string
  pose_trace_url: string | null
  voice_url: string | null
  voice_duration: number | null
}

export interface ShownWords {
  transcript: string
  voice_url: string | null
  voice_duration: number | null
}

interface JudgeArgs {
  form: FormView
  replay: ShownWalk | null
  picture: { viewpoint_id: string; heading: number } | null
  pair: [ShownWords, ShownWords] | null
}

/** The state of a judgement, in all its phases. */
export class JudgeSession {
  readonly args: JudgeArgs
  readonly lease: LeaseView
  readonly scan: ScanView
  readonly client: ApiClient
  private given: Answers
  private asked: Submission | null = null

  constructor(private readonly context: TaskContext) {
    this.lease = context.lease
    this.scan = context.scan
    this.client = context.client
    this.args = context.lease.args as unknown as JudgeArgs
    this.given = (context.draft as Answers | null) ?? {}
  }

  get answers(): Answers {
    return this.given
  }

  /** Are kept at the next pause, on this device and on the server. */
  set answers(answers: Answers) {
    this.given = answers
    this.context.keepDraft()
  }

  /** Tells the data team that something is wrong. */
  report(reportId: string, kind: ProblemReportRequest['kind'], comment: string): Promise<unknown> {
    return this.client.report(this.lease.lease_id, reportId, { kind, comment, viewpoint_id: null })
  }

  async submit(): Promise<void> {
    const { drafts, storage } = this.context
    const answers = { ...this.given }
    // A repeated submission must be exactly the same.
    if (JSON.stringify(this.asked?.answer) !== JSON.stringify({ answers })) this.asked = { answer: { answers }, phases: this.context.phaseTimes() }
    await drafts.settled()
    if (this.asked) await this.client.submit(this.lease.lease_id, this.asked)
    await storage.store.discard(this.lease.lease_id).catch(() => undefined)
  }
}
