/** What is selected, in some figures; each leads to the annotations behind it. */

import type { Group } from '../../api/types'
import { html } from '../../kit/dom/html'
import { figure, intervalBar } from '../../kit/formatting/figures'
import { type Filters, listAddress } from '../../annotations/filters'
import { count, percentRange, plural } from '../../kit/formatting/format'
import { estimate, type Measure, measureNamed } from './measures'

const NOBODY = 'nobody has followed yet'
const SHOWN = ['ne', 'spl', 'ndtw'] as const

export function headline(total: Group, filters: Filters, chosen: Measure): HTMLElement {
  const link = (text: string, more: Filters) => html('a', { href: listAddress({ ...filters, ...more }, chosen.name) }, text)
  const success = measureNamed('success')
  return html(
    'dl',
    { class: 'headline', 'data-testid': 'headline' },
    tile('guides', 'Guide annotations', link(count(total.guides), { kind: 'guide' })),
    tile('followers', 'Follower annotations', link(count(total.followers), { kind: 'follower' })),
    tile(
      'success',
      'Success rate',
      figure(total.success, (rate) => link(success.text(rate.value), { kind: 'follower', success: 'true' }), NOBODY),
      ...successDetail(total, (text) => link(text, { kind: 'follower', outcome: 'gave_up' })),
    ),
    ...SHOWN.map((name) => {
      const measure = measureNamed(name)
      const mean = estimate(total, measure)
      const value = figure(mean, ({ value }) => link(measure.text(value), { kind: 'follower' }), NOBODY)
      return tile(name, name === 'ne' ? 'Navigation error' : measure.label, value, document.createTextNode(interval(mean?.low, mean?.high, measure)))
    }),
  )
}

function tile(name: string, label: string, value: Node, ...detail: Node[]): HTMLElement {
  const figures = html('dd', { class: 'headline-figure', 'data-testid': `headline-${name}` }, value)
  const rest = detail.length > 0 ? [html('dd', { class: 'headline-detail' }, ...detail)] : []
  return html('div', { class: `headline-tile headline-${name}` }, html('dt', {}, label), figures, ...rest)
}

function successDetail({ success, gave_up: gaveUp }: Group, toGivenUp: (text: string) => HTMLElement): Node[] {
  if (success === null) return [document.createTextNode('under 3 m from the goal')]
  const range = [success.low, success.high] as const
  return [
    intervalBar(success.value, range),
    html('span', { title: '95 % interval (Wilson)' }, percentRange(range)),
    ...(gaveUp > 0 ? [toGivenUp(`${plural(gaveUp, 'walk')} given up`)] : []),
  ]
}

function interval(low: number | null | undefined, high: number | null | undefined, { text }: Measure): string {
  return low == null || high == null ? 'mean over walks' : `${text(low)} to ${text(high)}`
}
