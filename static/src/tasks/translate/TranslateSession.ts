import type { ProblemReportRequest, Submission } from '../../api/types'
import { nothingTyped, type TypingCount } from '../../typing/typingCount'
import type { TaskContext } from '../phases/defineTask'

export type TranslateEvent = 'start' | 'send' | 'back' | 'stored'

interface TranslateArgs {
  transcript: string
  source_language: string
  voice_url: string | null
  voice_duration: number | null
}

/** What a reopened page needs. */
interface TranslateDraft {
  transcript: string
  typing: TypingCount
}

/** The state of a translation, in all its phases. */
export class TranslateSession {
  readonly args: TranslateArgs
  /** The language to translate into. */
  readonly language: string
  readonly typing: TypingCount
  private written: string
  private asked: Submission | null = null

  constructor(private readonly context: TaskContext) {
    const kept = context.draft as TranslateDraft | null
    this.args = context.lease.args as unknown as TranslateArgs
    this.language = context.lease.language
    this.written = kept?.transcript ?? ''
    this.typing = kept?.typing ?? nothingTyped()
  }

  get transcript(): string {
    return this.written
  }

  /** Is kept at the next pause, on this device and on the server. */
  set transcript(text: string) {
    this.written = text
    this.context.keepDraft()
  }

  get draft(): TranslateDraft {
    return { transcript: this.written, typing: this.typing }
  }

  /** The voice of the original; null where there is none. */
  loadVoice(): Promise<Blob> | null {
    const { client, scope } = this.context
    return this.args.voice_url === null ? null : client.blob(this.args.voice_url, scope.signal)
  }

  /** Tells the data team that something is wrong. */
  report(reportId: string, kind: ProblemReportRequest['kind'], comment: string): Promise<unknown> {
    const { client, lease } = this.context
    return client.report(lease.lease_id, reportId, { kind, comment, viewpoint_id: null })
  }

  async submit(): Promise<void> {
    const { client, lease, drafts, storage } = this.context
    const transcript = this.transcript.trim()
    // A repeated submission must be exactly the same.
    if (this.asked?.answer?.transcript !== transcript) {
      this.asked = { answer: { transcript }, typing: { ...this.typing }, phases: this.context.phaseTimes() }
    }
    await drafts.settled()
    await client.submit(lease.lease_id, this.asked)
    await storage.store.discard(lease.lease_id).catch(() => undefined)
  }
}
