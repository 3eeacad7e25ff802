import type { TeamClient } from '../../api/TeamClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { AnnotationView, ReviewView } from '../../api/types'
import { html } from '../../kit/dom/html'
import { Emitter } from '../../kit/lifecycle/Emitter'
import { Scope } from '../../kit/lifecycle/Scope'
import { type Notice, problemNotice } from '../../kit/notices/notice'
import { Player } from '../../replay/Player'
import { fetchSources } from '../../replay/sources'
import { type Choice, choicesOf, type ReasonedVerdict, type Verdict } from './decisions'
import { say } from '../../kit/messages/staffMessages'

/** One annotation under review: its replay, as far as it has come, and the decision. */
export class OpenReview extends Emitter<{ change: null }> {
  /** Keeps the voice until the player has its place. */
  readonly mount = html('div')
  private readonly scope: Scope
  private shown: { readonly player: Player } | { readonly problem: Notice } | null = null
  private asked: { id: string; verdict: Verdict; reason: string } | null = null
  private asksFor: ReasonedVerdict | null = null
  private waits = false
  private decided = false

  /** `decideFor` is called with what the reviewer decides. */
  constructor(
    parent: Scope,
    private readonly client: TeamClient,
    readonly review: ReviewView,
    readonly decideFor: (verdict: Verdict, reason: string) => void,
  ) {
    super()
    this.scope = new Scope(parent)
  }

  get taskId(): string {
    return this.review.summary.task_id
  }

  /** Null until camera and voice have loaded. */
  get player(): Player | null {
    return this.shown && 'player' in this.shown ? this.shown.player : null
  }

  /** Why the annotation cannot be shown. */
  get problem(): Notice | null {
    return this.shown && 'problem' in this.shown ? this.shown.problem : null
  }

  /** The verdict for which a reason is asked. */
  get asking(): ReasonedVerdict | null {
    return this.asksFor
  }

  /** Until the server has answered, nothing more can be decided. */
  get deciding(): boolean {
    return this.waits
  }

  /** Shows the replay. A part that is missing says so; the decision can be taken without it. */
  async load(): Promise<void> {
    const { kind, number } = this.review.summary
    try {
      await this.open(await this.client.annotation(kind, number))
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.show({ problem: problemNotice(reason, say('The annotation cannot be shown')) })
    }
  }

  /** A decision that is repeated after a failure keeps its id, so that it counts once. */
  async decide(verdict: Verdict, reason: string): Promise<ReviewView> {
    const same = this.asked?.verdict === verdict && this.asked.reason === reason
    this.asked = same && this.asked ? this.asked : { id: crypto.randomUUID(), verdict, reason }
    this.wait(true)
    const { version } = this.review.summary
    const answer = await this.client.decide(this.taskId, this.asked.id, { verdict, version, reason })
    this.decided = true
    return answer
  }

  /** The decision failed and may be taken again. */
  free(): void {
    this.wait(false)
  }

  choose({ verdict }: Choice): void {
    if (verdict === 'accept') this.decideFor(verdict, '')
    else this.askFor(verdict)
  }

  /** Asks for the reason; null closes the form. */
  askFor(verdict: ReasonedVerdict | null): void {
    this.asksFor = verdict
    this.emit('change', null)
  }

  /** Presses the button of this action, if there is one. */
  press(action: Choice['action']): void {
    const choice = choicesOf(this.review).find((each) => each.action === action)
    if (choice) this.choose(choice)
  }

  /** Tells the server that the reviewer is still at work. */
  async keep(): Promise<void> {
    await this.client.claimReview(this.taskId).catch(() => undefined)
  }

  release(): void {
    if (!this.decided) void this.client.releaseReview(this.taskId).catch(() => undefined)
  }

  dispose(): void {
    this.scope.dispose()
  }

  private async open(view: AnnotationView): Promise<void> {
    const sources = await fetchSources(this.client, view, this.scope)
    if (this.isOver()) return
    const options = { mount: this.mount, moment: 0, loadImage: this.client.image }
    const player = await Player.create(view, sources, options, this.scope)
    if (this.isOver()) return
    this.show({ player })
  }

  private isOver(): boolean {
    return this.scope.disposed
  }

  private wait(waits: boolean): void {
    this.waits = waits
    this.emit('change', null)
  }

  private show(shown: NonNullable<typeof this.shown>): void {
    this.shown = shown
    this.emit('change', null)
  }
}
