import type { ApiClient } from '../../api/ApiClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { AnnotationView, ReviewView } from '../../api/types'
import { html } from '../../kit/dom/html'
import { Scope } from '../../kit/lifecycle/Scope'
import { noticeElement, problemNotice } from '../../kit/notices/notice'
import { facts } from '../../replay/facts'
import { Player } from '../../replay/Player'
import { fetchSources } from '../../replay/sources'
import { type Decide, DecisionPanel, type Verdict } from './DecisionPanel'
import { flagList } from './flagList'

/** One annotation under review: its replay, its flags, and the decision. */
export class OpenReview {
  readonly element = html('div', { class: 'replay review-open' })
  private readonly scope: Scope
  private readonly panel: DecisionPanel
  private readonly main = html('div', { class: 'replay-main' }, html('p', { class: 'loading', 'data-testid': 'loading' }, 'Loading camera and voice …'))
  private readonly beside: HTMLElement
  private player: Player | null = null
  private asked: { id: string; verdict: Verdict; reason: string } | null = null
  private decided = false
  deciding = false

  constructor(
    parent: Scope,
    private readonly client: ApiClient,
    private readonly review: ReviewView,
    decide: Decide,
  ) {
    this.scope = new Scope(parent)
    this.panel = new DecisionPanel(this.scope, review, decide)
    const flags = flagList(this.scope, review.flags, (seconds) => this.player?.replay.seek(seconds))
    this.beside = html('div', { class: 'replay-side' }, this.panel.element, flags)
    this.element.append(this.main, this.beside)
  }

  get taskId(): string {
    return this.review.summary.task_id
  }

  /** Shows the replay. A part that is missing says so; the decision can be taken without it. */
  async load(): Promise<void> {
    const { kind, number } = this.review.summary
    try {
      await this.show(await this.client.annotation(kind, number))
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.main.replaceChildren(noticeElement(problemNotice(reason, 'The annotation cannot be shown')))
    }
  }

  /** Asked again after a failure, the server is told the same. */
  async decide(verdict: Verdict, reason: string): Promise<ReviewView> {
    const same = this.asked?.verdict === verdict && this.asked.reason === reason
    this.asked = same && this.asked ? this.asked : { id: crypto.randomUUID(), verdict, reason }
    this.deciding = this.panel.busy = true
    const { version } = this.review.summary
    const answer = await this.client.decide(this.taskId, this.asked.id, { verdict, version, reason })
    this.decided = true
    return answer
  }

  /** The decision failed and may be taken again. */
  free(): void {
    this.deciding = this.panel.busy = false
  }

  press(key: string): boolean {
    return this.panel.press(key)
  }

  /** Says that somebody is still at it. */
  async keep(): Promise<void> {
    await this.client.claimReview(this.taskId).catch(() => undefined)
  }

  release(): void {
    if (!this.decided) void this.client.releaseReview(this.taskId).catch(() => undefined)
  }

  dispose(): void {
    this.scope.dispose()
  }

  private isOver(): boolean {
    return this.scope.disposed
  }

  private async show(view: AnnotationView): Promise<void> {
    const sources = await fetchSources(this.client, view, this.scope)
    if (this.isOver()) return
    const options = { mount: this.main, moment: 0, loadImage: this.client.image }
    const player = await Player.create(view, sources, options, this.scope)
    if (this.isOver()) return
    this.main.replaceChildren(...player.main)
    this.beside.append(...player.beside, facts(view))
    this.player = player
    player.start()
  }
}
