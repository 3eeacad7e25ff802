import { parseFilters } from '../../annotations/filters'
import { kindName, parseKind } from '../../annotations/kinds'
import type { ReviewQuery, TeamClient } from '../../api/TeamClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { ReviewSummary, ReviewView } from '../../api/types'
import type { Scope } from '../../kit/lifecycle/Scope'
import { problemNotice } from '../../kit/notices/notice'
import { Toast } from '../../kit/notices/Toast'
import { listenForActions } from '../../kit/keys/listenForActions'
import { drawInto } from '../../kit/view/drawing'
import type { Verdict } from './decisions'
import { OpenReview } from './OpenReview'
import { neighbour } from './queue'
import { Reviews, type ReviewsState } from './Reviews'
import { say } from '../../kit/messages/staffMessages'

const AHEAD = 50
/** Seconds; a claim lasts ten minutes. */
const STILL_HERE = 240
const DONE: Record<Verdict, string> = { accept: say('accepted'), reject: say('rejected'), send_back: say('sent back') }

/** The reviewers' page: the queue, the annotation that is open, and the decision about it. */
export class ReviewPage {
  private readonly toast: Toast
  private readonly draw: ReturnType<typeof drawInto>
  private state: ReviewsState = { query: askedFor(location.search), queue: [], counts: null, current: null, isDone: false, problem: null, reviewer: 0 }
  private turn = 0

  constructor(
    root: HTMLElement,
    private readonly client: TeamClient,
    private readonly scope: Scope,
  ) {
    this.toast = new Toast(scope)
    this.draw = drawInto(root)
    this.change({})
    this.listenForKeys()
    scope.every(STILL_HERE, () => void this.state.current?.keep())
    scope.listen(window, 'pagehide', () => this.state.current?.release())
  }

  async load(): Promise<void> {
    await this.attempt(async () => {
      this.change({ reviewer: (await this.client.me()).annotator_id })
      await this.begin()
    })
  }

  private change(change: Partial<ReviewsState>): void {
    this.state = { ...this.state, ...change }
    this.draw(
      <Reviews
        state={this.state}
        toast={this.toast.element}
        open={(taskId) => void this.attempt(() => this.open(taskId))}
        narrow={(query) => this.narrow(query)}
        lookAgain={() => void this.attempt(() => this.begin())}
      />,
    )
  }

  /** The page's address keeps what is reviewed: `/review?kind=guide&language=hi-IN`. */
  private narrow(query: ReviewQuery): void {
    this.change({ query })
    const asked = new URLSearchParams({ ...query }).toString()
    history.replaceState(history.state, '', location.pathname + (asked && `?${asked}`))
    void this.attempt(() => this.begin())
  }

  /** Fetches the queue, and opens the first that is free. */
  private async begin(): Promise<void> {
    await this.refresh()
    await this.openNext(null)
  }

  private async refresh(): Promise<void> {
    const { query } = this.state
    const [page, counts] = await Promise.all([this.client.reviews({ ...query, limit: AHEAD }), this.client.reviewCounts(query)])
    this.change({ queue: page.items, counts })
  }

  /** Opens the neighbour of `from` in the queue; at its end, what has come in meanwhile. */
  private async openNext(from: string | null, step: 1 | -1 = 1): Promise<void> {
    const following = neighbour(this.state.queue, from, step, this.state.reviewer)
    if (following) return this.open(following.task_id)
    if (step === -1) return
    await this.refresh()
    const first = neighbour(this.state.queue, null, 1, this.state.reviewer)
    if (first && first.task_id !== from) await this.open(first.task_id)
    else if (!first) this.leave({ isDone: true })
  }

  private async open(taskId: string): Promise<void> {
    if (this.state.current?.taskId === taskId) return
    const turn = ++this.turn
    const review = await this.claim(taskId)
    if (turn !== this.turn) return
    if (!review) return this.openNext(taskId)
    const decide = (verdict: Verdict, reason: string) => void this.attempt(() => this.decide(verdict, reason))
    const current = new OpenReview(this.scope, this.client, review, decide)
    this.leave({ current, isDone: false })
    await current.load()
  }

  /** Null when another reviewer was faster. */
  private async claim(taskId: string): Promise<ReviewView | null> {
    try {
      return await this.client.claimReview(taskId)
    } catch (reason) {
      if (!(reason instanceof ApiProblem) || (reason.status !== 409 && reason.status !== 404)) throw reason
      this.change({ queue: this.queueWithout(taskId) })
      return null
    }
  }

  private async decide(verdict: Verdict, reason: string): Promise<void> {
    const { current, queue, reviewer } = this.state
    if (!current || current.deciding) return
    const { summary } = await current.decide(verdict, reason)
    const name = `${kindName(summary.kind)} ${summary.number}`
    this.toast.show(`${name}: ${DONE[verdict]}.`, { label: say('Undo'), act: () => void this.attempt(() => this.takeBack(summary)) })
    const following = neighbour(queue, summary.task_id, 1, reviewer)
    const counts = await this.client.reviewCounts(this.state.query)
    this.change({ queue: this.queueWithout(summary.task_id), counts })
    if (following) await this.open(following.task_id)
    else {
      this.leave({ current: null })
      await this.begin()
    }
  }

  private async takeBack({ task_id: taskId, version }: ReviewSummary): Promise<void> {
    await this.client.decide(taskId, crypto.randomUUID(), { verdict: 'reopen', version, reason: '' })
    await this.refresh()
    await this.open(taskId)
  }

  private queueWithout(taskId: string): readonly ReviewSummary[] {
    return this.state.queue.filter(({ task_id: each }) => each !== taskId)
  }

  /** Closes the open review and shows another one, or none. */
  private leave(next: Partial<ReviewsState>): void {
    const { current } = this.state
    current?.release()
    current?.dispose()
    this.change({ current: null, ...next })
  }

  private listenForKeys(): void {
    const taskId = () => this.state.current?.taskId ?? null
    const acts = {
      nextReview: () => void this.attempt(() => this.openNext(taskId())),
      lastReview: () => void this.attempt(() => this.openNext(taskId(), -1)),
      undoReview: () => this.toast.act(),
      accept: () => this.state.current?.press('accept'),
      reject: () => this.state.current?.press('reject'),
      sendBack: () => this.state.current?.press('sendBack'),
    }
    listenForActions(this.scope, acts, ({ repeat }) => repeat)
  }

  /** Shows a failure above the page; the open review stays. */
  private async attempt(act: () => Promise<void>): Promise<void> {
    this.change({ problem: null })
    try {
      await act()
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.state.current?.free()
      this.change({ problem: problemNotice(reason, say('The action failed')) })
      if (reason.status === 409) await this.refresh()
    }
  }
}

/** Which annotations an address asks for. */
function askedFor(search: string): ReviewQuery {
  const kind = parseKind(new URLSearchParams(search).get('kind'))
  const { language } = parseFilters(search)
  return { ...(kind !== null && { kind }), ...(language && { language }) }
}
