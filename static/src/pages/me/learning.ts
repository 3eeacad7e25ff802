import { scaleLinear, scalePoint } from 'd3-scale'
import { curveMonotoneX, line } from 'd3-shape'

import type { LearningCurve, OwnWork } from '../../api/types'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { svg } from '../../kit/dom/svg'
import type { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { MEASURES } from './numbers'

type Step = LearningCurve['steps'][number]

const WIDTH = 400
const HEIGHT = 200
const LEFT = 46
const RIGHT = 16
const TOP = 10
const FOOT = 26
const LEAST = 2
const NAMED = 8

/** How a person's figures went from their first tasks to their last; a curve where there are at least two steps. */
export function learning(scope: Scope, { learning: curves }: OwnWork): HTMLElement[] {
  const long = curves.filter(({ steps }) => steps.filter(({ value }) => value !== null).length >= LEAST)
  if (long.length === 0) return []
  const title = html('h2', { id: 'own-learning' }, t('work.learning.title'))
  return [html('section', { class: 'own-part', 'aria-labelledby': 'own-learning' }, title, html('div', { class: 'own-figures' }, ...long.map((curve) => figure(scope, curve))))]
}

function figure(scope: Scope, curve: LearningCurve): HTMLElement {
  const measure = curve.measure === 'success' ? 'success' : 'transcription_ratio'
  const label = t(`work.learning.${measure}`)
  const drawn = chart(curve)
  const told = table(curve, label)
  told.hidden = true
  const turn = button(scope, { name: `table-${measure}`, label: t('work.learning.table'), look: 'link', press: () => show(drawn.hasAttribute('hidden')) })
  const show = (asChart: boolean) => {
    drawn.toggleAttribute('hidden', !asChart)
    told.hidden = asChart
    turn.replaceChildren(t(asChart ? 'work.learning.table' : 'work.learning.chart'))
  }
  drawn.setAttribute('aria-label', label)
  const keys = html('p', { class: 'own-legend', 'aria-hidden': 'true' }, html('span', { class: 'own-key own-key-you' }, t('work.learning.you')), html('span', { class: 'own-key own-key-others' }, t('work.learning.others')))
  return html('figure', { class: 'own-figure' }, html('figcaption', {}, html('h3', {}, label), turn), keys, drawn, told)
}

function chart({ measure, steps }: LearningCurve): SVGElement {
  const { text, end } = MEASURES[measure]
  const top = end ?? 1.1 * Math.max(...steps.flatMap(({ value, others }) => [value ?? 0, others ?? 0]))
  const x = scalePoint(steps.map(({ tasks }) => tasks), [LEFT, WIDTH - RIGHT]).padding(0.5)
  const y = scaleLinear([0, top], [HEIGHT - FOOT, TOP])
  const at = ({ tasks }: Step) => x(tasks) ?? LEFT
  const curve = (of: (step: Step) => number | null) =>
    line<Step>().defined((step) => of(step) !== null).x(at).y((step) => y(of(step) ?? 0)).curve(curveMonotoneX)(steps) ?? ''
  const grid = y.ticks(4).map((tick) => {
    const label = svg('text', { class: 'chart-tick', x: LEFT - 8, y: y(tick) + 4, 'text-anchor': 'end' }, text(tick))
    return svg('g', {}, svg('line', { class: 'chart-grid', x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }), label)
  })
  const named = steps.filter((_, index) => steps.length <= NAMED || index % 2 === 0)
  const names = named.map((step) => svg('text', { class: 'chart-tick', x: at(step), y: HEIGHT - 8, 'text-anchor': 'middle' }, step.tasks))
  const dots = steps.flatMap((step) => (step.value === null ? [] : [svg('circle', { class: 'own-dot', cx: at(step), cy: y(step.value), r: 5 })]))
  return svg(
    'svg',
    { class: 'own-chart', role: 'img', viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    ...grid,
    ...names,
    svg('path', { class: 'own-others', d: curve(({ others }) => others) }),
    svg('path', { class: 'own-curve', d: curve(({ value }) => value) }),
    ...dots,
  )
}

function table({ measure, steps }: LearningCurve, caption: string): HTMLElement {
  const { text } = MEASURES[measure]
  const cell = (value: number | null) => html('td', {}, value === null ? t('work.unknown') : text(value))
  const head = (['tasks', 'you', 'others'] as const).map((name) => html('th', { scope: 'col' }, t(`work.learning.${name}`)))
  const rows = steps.map(({ tasks, value, others }) => html('tr', {}, html('th', { scope: 'row' }, tasks), cell(value), cell(others)))
  return html('table', { class: 'own-table' }, html('caption', { class: 'visually-hidden' }, caption), html('thead', {}, html('tr', {}, ...head)), html('tbody', {}, ...rows))
}
