import type { PairingView } from '../../api/types'
import { Conversation, type TypedText } from '../../dialogue/Conversation'
import type { PairingLine } from '../../dialogue/PairingLine'
import { type ClockExchange, SharedClock } from '../../dialogue/SharedClock'
import type { Link } from '../../dialogue/voice/LinkLog'
import { PlanBoard } from '../../map/PlanBoard'
import type { TaskContext } from '../phases/defineTask'
import { openLine, seatOf } from './openLine'
import { type GuideDraft, type GuideEvent, GuideSession } from '../voiceWalk/GuideSession'

export type DialogueEvent = GuideEvent | 'come' | 'missed'
type DialoguePhase = 'instructions' | 'waiting' | 'talk' | 'transcribe' | 'submit'

/** What the page of any kind for two is told. */
export interface TalkArgs {
  /** Whether the partner hears all the time, or only while a button is held. */
  speaking: 'open' | 'push'
  /** What is looked for, in English, for who may know it. */
  description?: string | null
}

/** What a kind adds to the answer, as JSON. */
export type AnswerFields = Readonly<Record<string, unknown>>

interface DialogueDraft extends GuideDraft {
  texts: readonly TypedText[]
  exchanges: readonly ClockExchange[]
  link?: Link
  fields?: AnswerFields
}

/** One person's part of a dialogue: their recorded walk, the line to their partner, and the texts of both. */
export class DialogueSession {
  /** In place of the pictures, for who has the plan of the place alone. */
  readonly plan: PlanBoard | null = null

  private constructor(
    private readonly context: TaskContext,
    readonly walk: GuideSession,
    readonly line: PairingLine,
    readonly conversation: Conversation,
    private readonly clock: SharedClock,
    /** What is kept of the line to the partner. */
    readonly link: Link,
    private own: AnswerFields,
    /** As what this person takes part, and what follows from it. */
    readonly seat: PairingView,
  ) {
    if (!walk.sight) {
      this.plan = new PlanBoard(context.scope, context.scan, typeof own.mark === 'string' ? own.mark : null)
      walk.viewerElement.append(this.plan.element)
    }
    context.scope.add(conversation.on('text', () => context.keepDraft({ now: true }))) // Nobody says it again.
  }

  /** Begins a dialogue, or goes on with one; `fields` is what the kind adds to the answer at first. */
  static async open(context: TaskContext, fields: AnswerFields = {}): Promise<DialogueSession> {
    const { scope, lease } = context
    const [line, seat] = [openLine(context), seatOf(lease)]
    const kept = context.draft as DialogueDraft | null
    const [texts, exchanges] = [[...(kept?.texts ?? [])], [...(kept?.exchanges ?? [])]]
    const link = kept?.link ?? { heard: [], states: [] }
    const typed = () => texts.filter(({ role }) => role === seat.role).map(({ time, words }) => ({ time, words })) // The partner's go with theirs.
    const answer = (transcript: string): object => ({ ...session.fields, transcript, messages: typed(), exchanges: [...exchanges], link })
    const walk = await GuideSession.open(context, (transcript) => ({ answer: { ...answer(transcript) } }))
    const conversation = new Conversation(scope, line, texts, (moment) => walk.recording?.recordedAt(moment) ?? null)
    const recording = { get since() { return walk.recording?.since ?? null }, timeAt: (moment: number) => walk.recording?.recordedAt(moment) ?? null }
    const clock = new SharedClock(scope, line, exchanges, recording)
    const session = new DialogueSession(context, walk, line, conversation, clock, link, kept?.fields ?? fields, seat)
    return session
  }

  get role(): string {
    return this.seat.role
  }

  /** Whether this person is the one to end the dialogue. */
  get ends(): boolean {
    return this.seat.ends
  }

  get args(): TalkArgs {
    return this.context.lease.args as unknown as TalkArgs
  }

  /** What the kind adds to the answer; kept in the draft. */
  get fields(): AnswerFields {
    return this.own
  }

  set fields(fields: AnswerFields) {
    this.own = fields
    this.context.keepDraft({ now: true })
  }

  /** Whether this person typed anything, so that nothing has to be written down. */
  get typed(): boolean {
    return this.conversation.texts.some(({ role }) => role === this.role)
  }

  get draft(): DialogueDraft {
    return { ...this.walk.draft, texts: this.conversation.texts, exchanges: this.clock.exchanges, link: this.link, fields: this.own }
  }

  /** The phase in which to continue a page that was left in `phase`. */
  reopen(phase: string): DialoguePhase {
    if (!this.walk.recording) return 'instructions'
    if (phase === 'transcribe' || phase === 'submit') {
      this.line.end() // The page may have been left before the server heard of it.
      return phase
    }
    return 'talk'
  }

  /** Gives the task back, and forgets what this device keeps of it. */
  async giveBack(): Promise<void> {
    const { client, lease, storage } = this.context
    await client.giveBack(lease.lease_id)
    await storage.store.discard(lease.lease_id).catch(() => undefined)
  }
}
