import '../boxes/boxes.css'

import { Drawing, type DrawnRegion } from '../../drawing/Drawing'
import { html } from '../../kit/dom/html'
import { listenForActions } from '../../kit/keys/listenForActions'
import { showBoxes } from '../boxes/BoxLayer'
import { own as shared } from '../boxes/messages/own'
import { keptWithin } from '../boxes/showDrawing'
import { takeByKey } from '../boxes/takeByKey'
import { type ShownRegion, VISIBLE, type Visible } from '../boxes/wire'
import type { Choice, ItemContext } from '../landmarks/kind'
import type { Phrase } from '../landmarks/wire'
import { begunWith, type CarryAnswer, carried, type ForetoldRegion } from './carried'
import { own } from './messages/own'

/** `region` shows the thing from where it was drawn. */
export interface CarryItem {
  readonly phrase: Phrase
  readonly region: ShownRegion
  readonly foretold: ForetoldRegion
}

export interface CarryKept {
  readonly drawn: string
}

type Context = ItemContext<CarryItem, CarryAnswer, CarryKept>

/** The foretold region, with handles, and the one from which it was foretold. */
export function showCarried(context: Context): void {
  const { scope, viewer, bar, item, kept, page } = context
  const { phrase, region, foretold } = item
  showBoxes(scope, viewer, bar, [{ region, label: phrase.text, language: phrase.sentence.language, lit: true }])
  const drawing = new Drawing(scope, viewer, { kept: kept?.drawn ?? null, first: begunWith(foretold), keptWithin: keptWithin(page.items.length), snap: context.snap })
  bar.append(html('div', { class: 'boxes-drawing' }, drawing.bar))
  const drawn = (): DrawnRegion | null => drawing.regions.find(({ viewpointId }) => viewpointId === foretold.viewpoint_id) ?? null
  const take = (visible: Visible): void => {
    const answer = drawing.open ? null : carried(foretold, drawn(), visible)
    if (answer) context.take(answer)
    else context.say(shared('open'), { refused: true })
  }
  const isReady = () => drawn() !== null && !drawing.open
  let offered: boolean | null = null
  const show = (): void => {
    const isThere = drawn() !== null
    context.ask(own(isThere ? 'question' : 'search'))
    if (isThere !== offered) context.offer(choices(isThere ? take : null))
    offered = isThere
  }
  scope.add(drawing.on('change', () => {
    context.keep({ drawn: drawing.kept })
    show()
  }))
  listenForActions(scope, { notIt: () => context.take(refused('not_there')) })
  takeByKey(scope, () => take('whole'), isReady)
  show()
}

const refused = (verdict: 'hidden' | 'not_there'): CarryAnswer => ({ verdict, shape: null, visible: 'whole' })

/** How much is seen, where there is a region to take; and why there is nothing to take. */
function choices(take: ((visible: Visible) => void) | null): Choice<CarryAnswer>[] {
  const fits = take ? VISIBLE.map((visible): Choice<CarryAnswer> => ({ name: visible, label: own(`fits.${visible}`), press: () => take(visible), ...(visible === 'whole' ? { also: 'takeAnswer' as const } : {}) })) : []
  return [...fits, { name: 'hidden', label: own('hidden'), answer: refused('hidden') }, { name: 'not_there', label: own('notThere'), also: 'notIt', answer: refused('not_there') }]
}
