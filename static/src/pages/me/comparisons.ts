import { scaleLinear } from 'd3-scale'

import type { OwnComparison, OwnWork } from '../../api/types'
import { html } from '../../kit/dom/html'
import { svg } from '../../kit/dom/svg'
import { t } from '../../kit/messages/messages'
import { MEASURES, type OwnMeasure } from './numbers'

const PARTS = {
  follower: ['success', 'ne', 'ndtw', 'follower_time'],
  guide: ['understood', 'transcription_ratio', 'guide_time'],
} as const satisfies Record<string, readonly OwnMeasure[]>

const WIDTH = 320
const HEIGHT = 28
const MARGIN = 9

/** The person's figures, each on a scale with the others; of the kinds of task that they have done. */
export function comparisons({ comparisons: all, guides, followers, fewest_others: fewest }: OwnWork): HTMLElement[] {
  const kinds = [...(followers > 0 ? (['follower'] as const) : []), ...(guides > 0 ? (['guide'] as const) : [])]
  return kinds.map((kind) => {
    const known = PARTS[kind].flatMap((measure) => all.find((each) => each.measure === measure) ?? [])
    const missing = known.some(({ others }) => others === null)
    return html(
      'section',
      { class: 'own-part', 'aria-labelledby': `own-${kind}` },
      html('h2', { id: `own-${kind}` }, t(`work.${kind}`)),
      ...(known.some(({ others }) => others !== null) ? [legend()] : []),
      html('ul', { class: 'own-rows' }, ...known.map(row)),
      ...(missing ? [html('p', { class: 'hint', 'data-testid': `withheld-${kind}` }, t('work.withheld', { people: fewest }))] : []),
    )
  })
}

function row(compared: OwnComparison): HTMLElement {
  const { measure, value, n, others } = compared
  const { text } = MEASURES[measure]
  const { label, detail } = t(`work.measure.${measure}`, { returnObjects: true })
  const known = value === null ? html('span', { class: 'own-unknown' }, t('work.unknown')) : text(value)
  const beside = others && t('work.others', { people: others.people, low: text(others.low), high: text(others.high) })
  return html(
    'li',
    { class: 'own-row', 'data-testid': `own-${measure}` },
    html('div', { class: 'own-what' }, html('h3', {}, label), html('p', { class: 'hint' }, detail)),
    html('p', { class: 'own-value' }, known, html('span', { class: 'hint' }, t('work.over', { count: n }))),
    html('div', { class: 'own-scale' }, ...(value === null && others === null ? [] : [strip(compared)]), ...(beside === null ? [] : [html('p', { class: 'hint' }, beside)])),
  )
}

/** A line from nothing to the most, with the middle half of the others and the person on it. The text beside it says the same. */
function strip({ measure, value, others }: OwnComparison): SVGElement {
  const end = MEASURES[measure].end ?? 1.15 * Math.max(value ?? 0, others?.high ?? 0, Number.MIN_VALUE)
  const x = scaleLinear([0, end], [MARGIN, WIDTH - MARGIN]).clamp(true)
  const middle = HEIGHT / 2
  const band = others && svg('rect', { class: 'own-half', x: x(others.low), y: middle - 7, width: Math.max(3, x(others.high) - x(others.low)), height: 14, rx: 7 })
  const tick = others && svg('line', { class: 'own-middle', x1: x(others.middle), x2: x(others.middle), y1: middle - 10, y2: middle + 10 })
  const dot = value !== null && svg('circle', { class: 'own-dot', cx: x(value), cy: middle, r: 7 })
  const line = svg('line', { class: 'own-line', x1: MARGIN, x2: WIDTH - MARGIN, y1: middle, y2: middle })
  return svg('svg', { class: 'own-strip', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' }, line, ...[band, tick, dot].filter((part) => part !== null && part !== false))
}

function legend(): HTMLElement {
  const { you, half, middle } = t('work.legend', { returnObjects: true })
  const entry = (name: string, text: string) => html('span', { class: `own-key own-key-${name}` }, text)
  return html('p', { class: 'own-legend', 'aria-hidden': 'true' }, entry('you', you), entry('half', half), entry('middle', middle))
}
