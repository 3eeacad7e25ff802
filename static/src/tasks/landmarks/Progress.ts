import { html } from '../../kit/dom/html'
import { button } from '../../kit/dom/button'
import type { Scope } from '../../kit/lifecycle/Scope'
import { own } from './messages/own'

interface Told {
  at: number
  total: number
  isAnswered: (item: number) => boolean
  isLeftOut: (item: number) => boolean
  go: (item: number) => void
}

/** How far a page is: "2 of 5", and a mark for each item, which leads there. */
export function progress(scope: Scope, { at, total, isAnswered, isLeftOut, go }: Told): HTMLElement {
  const marks = Array.from({ length: total }, (_, item) => {
    const state = isLeftOut(item) ? 'leftOut' : isAnswered(item) ? 'answered' : 'open'
    const mark = button(scope, { name: `item-${item + 1}`, label: own(`item.${state}`, { number: item + 1 }), bare: true, press: () => go(item) })
    mark.dataset.state = state
    mark.append(String(item + 1))
    if (item === at) mark.setAttribute('aria-current', 'step')
    return html('li', {}, mark)
  })
  const words = at < total && total > 1 ? [html('p', { 'data-testid': 'progress' }, own('of', { number: at + 1, total }))] : []
  return html('nav', { hidden: total < 2, class: 'landmark-progress', 'aria-label': own('progress') }, ...words, ...(total > 1 ? [html('ol', {}, ...marks)] : []))
}
