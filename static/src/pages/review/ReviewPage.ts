import type { ApiClient, ReviewQuery } from '../../api/ApiClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { ReviewCounts, ReviewSummary, ReviewView } from '../../api/types'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { icon } from '../../kit/dom/icons'
import { Toast } from '../../kit/notices/Toast'
import type { Scope } from '../../kit/lifecycle/Scope'
import { noticeElement, problemNotice } from '../../kit/notices/notice'
import { plural } from '../../kit/formatting/format'
import { kindName } from '../../annotations/kinds'
import { type Verdict } from './DecisionPanel'
import { OpenReview } from './OpenReview'
import { QueueFilter } from './QueueFilter'
import { QueueList } from './QueueList'
import { neighbour } from './queue'
import { listenForReviewKeys } from './reviewKeys'

const AHEAD = 50
/** Seconds; a claim lasts ten minutes. */
const STILL_HERE = 240
const DONE: Record<Verdict, string> = { accept: 'accepted', reject: 'rejected', send_back: 'sent back' }

/** The reviewers' page: the queue, the annotation that is open, and the decision about it. */
export class ReviewPage {
  private readonly list: QueueList
  private readonly toast: Toast
  private readonly filter: QueueFilter
  private readonly counts = html('p', { class: 'review-counts', role: 'status', 'data-testid': 'counts' })
  private readonly place = html('div', { class: 'review-place' })
  private readonly notice = html('div', { class: 'page-notice', role: 'alert' })
  private queue: readonly ReviewSummary[] = []
  private current: OpenReview | null = null
  private reviewer = 0
  private turn = 0

  constructor(
    root: HTMLElement,
    private readonly client: ApiClient,
    private readonly scope: Scope,
  ) {
    this.list = new QueueList(scope, (taskId) => void this.attempt(() => this.open(taskId)))
    this.toast = new Toast(scope)
    this.filter = new QueueFilter(scope, () => void this.attempt(() => this.begin()))
    const back = html('a', { class: 'back', href: '/monitor', 'data-testid': 'back' }, icon('back'), 'Monitor')
    const head = html('header', { class: 'page-head review-head' }, html('nav', { 'aria-label': 'Back' }, back), html('h1', {}, 'Review'), this.counts, this.filter.element)
    root.replaceChildren(head, this.notice, html('div', { class: 'review' }, this.list.element, this.place), this.toast.element)
    listenForReviewKeys(scope, (key) => this.press(key))
    scope.every(STILL_HERE, () => void this.current?.keep())
    scope.listen(window, 'pagehide', () => this.current?.release())
  }

  async load(): Promise<void> {
    await this.attempt(async () => {
      this.reviewer = (await this.client.me()).annotator_id
      await this.begin()
    })
  }

  /** Fetches the queue, and opens the first that is free. */
  private async begin(): Promise<void> {
    await this.refresh()
    await this.openNext(null)
  }

  private async refresh(): Promise<void> {
    const wanted: ReviewQuery = this.filter.query
    const [page, counts] = await Promise.all([this.client.reviews({ ...wanted, limit: AHEAD }), this.client.reviewCounts(wanted)])
    this.queue = page.items
    this.tell(counts)
    this.mark()
  }

  /** Opens the neighbour of `from` in the queue; at its end, what has come in meanwhile. */
  private async openNext(from: string | null, step: 1 | -1 = 1): Promise<void> {
    const following = neighbour(this.queue, from, step, this.reviewer)
    if (following) return this.open(following.task_id)
    if (step === -1) return
    await this.refresh()
    const first = neighbour(this.queue, null, 1, this.reviewer)
    if (first && first.task_id !== from) await this.open(first.task_id)
    else if (!first) this.showNothing()
  }

  private async open(taskId: string): Promise<void> {
    if (this.current?.taskId === taskId) return
    const turn = ++this.turn
    const review = await this.claim(taskId)
    if (turn !== this.turn) return
    if (!review) return this.openNext(taskId)
    this.leave()
    const decide = (verdict: Verdict, reason: string) => void this.attempt(() => this.decide(verdict, reason))
    this.current = new OpenReview(this.scope, this.client, review, decide)
    this.place.replaceChildren(this.current.element)
    this.mark()
    await this.current.load()
  }

  /** Null when somebody else was faster. */
  private async claim(taskId: string): Promise<ReviewView | null> {
    try {
      return await this.client.claimReview(taskId)
    } catch (reason) {
      if (!(reason instanceof ApiProblem) || (reason.status !== 409 && reason.status !== 404)) throw reason
      this.queue = this.queue.filter(({ task_id: each }) => each !== taskId)
      return null
    }
  }

  private async decide(verdict: Verdict, reason: string): Promise<void> {
    const { current } = this
    if (!current || current.deciding) return
    const { summary } = await current.decide(verdict, reason)
    const name = `${kindName(summary.kind)} ${summary.number}`
    this.toast.show(`${name} ${DONE[verdict]}.`, { label: 'Undo', act: () => void this.attempt(() => this.takeBack(summary)) })
    const following = neighbour(this.queue, summary.task_id, 1, this.reviewer)
    this.queue = this.queue.filter(({ task_id: each }) => each !== summary.task_id)
    this.tell(await this.client.reviewCounts(this.filter.query))
    if (following) await this.open(following.task_id)
    else {
      this.leave()
      await this.begin()
    }
  }

  private async takeBack({ task_id: taskId, version }: ReviewSummary): Promise<void> {
    await this.client.decide(taskId, crypto.randomUUID(), { verdict: 'reopen', version, reason: '' })
    await this.refresh()
    await this.open(taskId)
  }

  private leave(): void {
    this.current?.release()
    this.current?.dispose()
    this.current = null
  }

  private press(key: string): boolean {
    const current = this.current?.taskId ?? null
    if (key === 'j') void this.attempt(() => this.openNext(current))
    else if (key === 'k') void this.attempt(() => this.openNext(current, -1))
    else if (key === 'z') this.toast.act()
    else return this.current?.press(key) ?? false
    return true
  }

  private mark(): void {
    this.list.show(this.queue, this.current?.taskId ?? null, this.reviewer)
  }

  private tell({ kinds, pending, accepted, rejected, sent_back: sentBack }: ReviewCounts): void {
    this.filter.offer(kinds)
    const left = html('strong', {}, `${pending.toLocaleString('en-GB')} left`)
    this.counts.replaceChildren(left, ` · ${accepted} accepted · ${rejected} rejected · ${sentBack} sent back`)
  }

  private showNothing(): void {
    this.leave()
    const held = this.queue.length
    const detail = held > 0 ? `${plural(held, 'annotation')} left, but others are at them, or they are your own.` : 'Every annotation was reviewed; new ones appear here as they are handed in.'
    const look = button(this.scope, { name: 'look-again', label: 'Look again', look: 'primary', press: () => void this.attempt(() => this.begin()) })
    this.place.replaceChildren(noticeElement({ name: 'nothing-left', title: 'Nothing is left to review', detail }, look))
    this.mark()
  }

  /** What fails is said above the page; what was open stays. */
  private async attempt(act: () => Promise<void>): Promise<void> {
    this.notice.replaceChildren()
    try {
      await act()
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.current?.free()
      this.notice.replaceChildren(noticeElement(problemNotice(reason, 'That did not work')))
      if (reason.status === 409) await this.refresh()
    }
  }
}

