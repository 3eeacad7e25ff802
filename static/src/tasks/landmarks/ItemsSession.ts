import type { ApiClient } from '../../api/ApiClient'
import type { ScanView } from '../../api/types'
import type { Snap } from '../../drawing/Drawing'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import type { View } from '../../viewer/types'
import { Viewer } from '../../viewer/Viewer'
import { ItemClock } from './ItemClock'
import type { LandmarkKind } from './kind'
import { type LandmarkPage, lookedAt } from './wire'

/** What a page of items begins with, whether it is a task or an exercise. */
export interface PageParts<Item> {
  /** Ends with the page. */
  readonly scope: Scope
  readonly client: Pick<ApiClient, 'blob' | 'image'>
  readonly scan: ScanView
  readonly page: LandmarkPage<Item>
  /** Where it begins where no item says so. */
  readonly start: View
  readonly poster: string | null
  /** What a page that is opened again kept; null: nothing. */
  readonly draft: unknown
  readonly keepDraft: () => void
  readonly storageProblem: Error | null
  /** Finds the edges of a thing; null where nobody can be asked. */
  readonly snap: Snap | null
}

/** What a reopened page needs. */
export interface LandmarkDraft<Answer, Kept> {
  at: number
  answers: (Answer | null)[]
  comments: string[]
  seconds: readonly number[]
  kept: (Kept | null)[]
}

/** The state of a page of items: what is asked, the answers so far, and the viewer, which lasts from item to item. */
export class ItemsSession<Item, Answer extends object, Kept = unknown> {
  readonly page: LandmarkPage<Item>
  readonly viewer: Viewer
  readonly clock: ItemClock
  private readonly answers: (Answer | null)[]
  private readonly comments: string[]
  private readonly kept: (Kept | null)[]
  private shown: number

  constructor(
    private readonly parts: PageParts<Item>,
    private readonly kind: LandmarkKind<Item, Answer, Kept>,
  ) {
    const { scope, client, scan, page, poster } = parts
    this.page = page
    const { items, reach } = page
    const left = ofThisPage(parts.draft as LandmarkDraft<Answer, Kept> | null, items.length)
    const each = <Value>(made: (item: number) => Value): Value[] => items.map((_, item) => made(item))
    this.answers = each((item) => left?.answers[item] ?? null)
    this.comments = each((item) => left?.comments[item] ?? '')
    this.kept = each((item) => left?.kept[item] ?? null)
    this.clock = new ItemClock(items.length, left?.seconds)
    this.shown = left?.at ?? this.nextOpen(-1)
    this.viewer = new Viewer(html('div', { class: 'viewer' }), scan, { ...this.startOf(this.shown), loadImage: client.image, poster, navigable: () => reach })
    scope.add(() => this.viewer.dispose())
  }

  get client(): PageParts<Item>['client'] {
    return this.parts.client
  }

  get storageProblem(): Error | null {
    return this.parts.storageProblem
  }

  get snap(): Snap | null {
    return this.parts.snap
  }

  /** The item that is on the screen; as many as there are items: the end of the page. */
  get at(): number {
    return this.shown
  }

  set at(item: number) {
    this.shown = item
    this.parts.keepDraft()
  }

  get begun(): boolean {
    return this.clock.seconds.some((seconds) => seconds > 0) || this.answers.some((answer) => answer !== null)
  }

  answer(item: number): Answer | null {
    return this.answers[item] ?? null
  }

  comment(item: number): string {
    return this.comments[item] ?? ''
  }

  keptOf(item: number): Kept | null {
    return this.kept[item] ?? null
  }

  /** All are kept at the next pause, on this device and on the server. */
  change(item: number, { answer, comment, kept }: { answer?: Answer | null; comment?: string; kept?: Kept | null }): void {
    if (answer !== undefined) this.answers[item] = answer
    if (comment !== undefined) this.comments[item] = comment
    if (kept !== undefined) this.kept[item] = kept
    this.parts.keepDraft()
  }

  /** Keeps what was measured, too: the page may be closed. */
  keep(): void {
    this.parts.keepDraft()
  }

  /** Whether an item is passed over: its words were corrected before anybody answered it. */
  isLeftOut(item: number): boolean {
    const asked = this.page.items[item]
    return asked !== undefined && this.answer(item) === null && (this.kind.isStale?.(asked) ?? this.kind.phrases(asked).some(({ sentence }) => sentence.stale))
  }

  /** Whether an item needs nothing any more. */
  isDone(item: number): boolean {
    return this.answer(item) !== null || this.isLeftOut(item)
  }

  /** The next item that is open, also before this one; the end where none is. */
  nextOpen(after: number): number {
    const { length } = this.page.items
    const order = Array.from({ length }, (_, step) => (after + 1 + step + length) % length)
    return order.find((item) => !this.isDone(item)) ?? length
  }

  get draft(): LandmarkDraft<Answer, Kept> {
    return { at: this.shown, answers: this.answers, comments: this.comments, seconds: this.clock.seconds, kept: this.kept }
  }

  /** What is sent: an answer for each item, in order; null for what was left out. */
  get sent(): readonly (object | null)[] {
    return this.page.items.map((_, item) => this.sentOf(item))
  }

  private sentOf(item: number): object | null {
    const answer = this.answer(item)
    return answer && { ...answer, seconds: this.clock.seconds[item] ?? 0, comment: this.comment(item).trim() }
  }

  /** Where an item begins: its first view, its kind's start, where the Guide looked at its first phrase, or the beginning of the path. */
  private startOf(item: number): View {
    const asked = this.page.items[item]
    const [phrase] = asked === undefined ? [] : this.kind.phrases(asked)
    const { places } = this.kind
    const [view] = asked === undefined || typeof places === 'string' ? [] : places(asked)
    return view ?? (asked && this.kind.start?.(asked)) ?? (phrase && lookedAt(phrase)) ?? this.parts.start
  }
}

/** A draft of this page; null for one that was kept of other items. */
function ofThisPage<Answer, Kept>(draft: LandmarkDraft<Answer, Kept> | null, items: number): LandmarkDraft<Answer, Kept> | null {
  return draft?.answers.length === items ? draft : null
}
