import './boxes.css'

import { Drawing, type DrawnRegion } from '../../drawing/Drawing'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { listenForActions } from '../../kit/keys/listenForActions'
import { capKeys } from '../../kit/keys/showKeys'
import type { ItemContext } from '../landmarks/kind'
import { own } from './messages/own'
import { takeByKey } from './takeByKey'
import { type DrawnAnswer, drawnOf, VISIBLE, type Visible } from './wire'

/** What a page that is opened again needs of an item on which somebody draws. */
export interface DrawingKept {
  readonly drawn: string
  readonly visible: Visible
  readonly group: boolean
}

/** Characters that all drawings of a page may take of its draft. */
const KEPT_WITHIN = 90_000
export const keptWithin = (items: number): number => Math.floor(KEPT_WITHIN / Math.max(1, items))

/** Lets a person draw one region: then one press says how much of the thing is seen, or "Next" takes it. Without one, `nothing` is offered. */
export function showDrawing(context: ItemContext<unknown, DrawnAnswer, DrawingKept>, nothing: string): void {
  new DrawnItem(context, nothing)
}

class DrawnItem {
  private readonly drawing: Drawing
  private visible: Visible
  private group: boolean
  private readonly grouping: HTMLButtonElement
  /** Whether the answers are those to a region; null: none are shown yet. */
  private offered: boolean | null = null

  constructor(
    private readonly context: ItemContext<unknown, DrawnAnswer, DrawingKept>,
    private readonly nothing: string,
  ) {
    const { scope, viewer, bar, kept, page, snap } = context
    this.visible = kept?.visible ?? 'whole'
    this.group = kept?.group ?? false
    this.drawing = new Drawing(scope, viewer, { kept: kept?.drawn ?? null, keptWithin: keptWithin(page.items.length), snap })
    this.grouping = button(scope, { name: 'group', label: own('group'), icon: 'group', press: () => this.turnGroup() })
    capKeys(scope, this.grouping, 'groupBox')
    this.drawing.bar.querySelector('.drawing-changes')?.append(this.grouping)
    bar.append(html('div', { class: 'boxes-drawing' }, this.drawing.bar))
    listenForActions(scope, { groupBox: () => this.turnGroup() })
    takeByKey(scope, () => this.take(this.visible), () => this.region !== null && !this.drawing.open)
    scope.add(this.drawing.on('change', () => this.keep()))
    this.show()
  }

  private get region(): DrawnRegion | null {
    return this.drawing.regions[0] ?? null
  }

  private turnGroup(): void {
    this.group = !this.group
    this.keep()
  }

  private keep(): void {
    const { visible, group, drawing } = this
    this.context.keep({ drawn: drawing.kept, visible, group })
    this.show()
  }

  private show(): void {
    const { region, context, nothing } = this
    this.grouping.setAttribute('aria-pressed', String(this.group))
    const isNothing = context.answer?.drawn === null
    context.change(region ? this.answer(this.visible) : isNothing ? context.answer : null)
    if (this.offered === (region !== null)) return
    this.offered = region !== null
    if (region) context.offer(VISIBLE.map((visible) => ({ name: visible, label: own(`visible.${visible}`), press: () => this.take(visible) })))
    else context.offer([{ name: 'nothing', label: nothing, answer: { drawn: null } }])
  }

  private take(visible: Visible): void {
    this.visible = visible
    const answer = this.answer(visible)
    if (answer === null || this.drawing.open) return this.context.say(own('open'), { refused: true })
    this.keep()
    this.context.take(answer)
  }

  private answer(visible: Visible): DrawnAnswer | null {
    return this.region && { drawn: drawnOf(this.region, visible, this.group) }
  }
}
