/** The campaign in six figures. */

import { html } from '../dom/html'
import { figure, type GroupScores, intervalBar } from './figures'
import { count, decimal, percent, percentRange, plural } from './format'

const NOBODY = 'nobody has followed yet'

export function headline(total: GroupScores): HTMLElement {
  return html(
    'dl',
    { class: 'headline', 'data-testid': 'headline' },
    tile('guides', 'Guide annotations', count(total.guides)),
    tile('followers', 'Follower annotations', count(total.followers)),
    tile('success', 'Success rate', figure(total.success_rate, percent, NOBODY), ...successDetail(total)),
    tile('ne', 'Navigation error', figure(total.ne, (metres) => `${decimal(metres)} m`, NOBODY), means(total)),
    tile('spl', 'SPL', figure(total.spl, decimal, NOBODY), means(total)),
    tile('ndtw', 'nDTW', figure(total.ndtw, decimal, NOBODY), means(total)),
  )
}

function tile(name: string, label: string, value: Node | string, ...detail: Node[]): HTMLElement {
  const figures = html('dd', { class: 'headline-figure', 'data-testid': `headline-${name}` }, value)
  const rest = detail.length > 0 ? [html('dd', { class: 'headline-detail' }, ...detail)] : []
  return html('div', { class: `headline-tile headline-${name}` }, html('dt', {}, label), figures, ...rest)
}

function successDetail({ success_rate: rate, success_interval: interval }: GroupScores): Node[] {
  if (rate === null || interval === null) return [document.createTextNode('under 3 m from the goal')]
  return [intervalBar(rate, interval), html('span', { title: '95 % interval (Wilson)' }, percentRange(interval))]
}

function means({ followers }: GroupScores): Text {
  return document.createTextNode(followers === 0 ? 'mean over walks' : `mean over ${plural(followers, 'walk')}`)
}
