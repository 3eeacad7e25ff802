import { scaleLinear, scalePoint } from 'd3-scale'
import { curveMonotoneX, line } from 'd3-shape'
import { useState } from 'preact/hooks'

import type { LearningCurve } from '../../api/types'
import { t } from '../../kit/messages/messages'
import { Button } from '../../kit/view/controls'
import { OWN_MEASURES } from './figures'

type Step = LearningCurve['steps'][number]

/** The size of the chart, and the edges around its curve. */
const CHART = { width: 400, height: 200, left: 46, right: 16, top: 10, bottom: 26 }
const LEAST = 2
const NAMED = 8

/** A person's figures from their first to their last tasks: a curve if there are at least two steps. */
export function Learning({ curves }: { readonly curves: readonly LearningCurve[] }) {
  const long = curves.filter(({ steps }) => steps.filter(({ value }) => value !== null).length >= LEAST)
  if (long.length === 0) return null
  return (
    <section class="own-part" aria-labelledby="own-learning">
      <h2 id="own-learning">{t('work.learning.title')}</h2>
      <div class="own-figures">
        {long.map((curve) => (
          <Figure key={curve.measure} curve={curve} />
        ))}
      </div>
    </section>
  )
}

function Figure({ curve }: { readonly curve: LearningCurve }) {
  const [asTable, setAsTable] = useState(false)
  const measure = curve.measure === 'success_rate' ? 'success_rate' : 'transcription_ratio'
  const label = t(`work.learning.${measure}`)
  return (
    <figure class="own-figure">
      <figcaption>
        <h3>{label}</h3>
        <Button name={`table-${measure}`} label={t(asTable ? 'work.learning.chart' : 'work.learning.table')} look="link" press={() => setAsTable(!asTable)} />
      </figcaption>
      <p class="own-legend" aria-hidden="true">
        {(['you', 'others'] as const).map((name) => (
          <span key={name} class={`own-key own-key-${name}`}>
            {t(`work.learning.${name}`)}
          </span>
        ))}
      </p>
      {asTable ? <Table curve={curve} caption={label} /> : <Chart curve={curve} label={label} />}
    </figure>
  )
}

function Chart({ curve: { measure, steps }, label }: { readonly curve: LearningCurve; readonly label: string }) {
  const { text, end } = OWN_MEASURES[measure]
  const top = end ?? 1.1 * Math.max(...steps.flatMap(({ value, others }) => [value ?? 0, others ?? 0]))
  const x = scalePoint(steps.map(({ tasks }) => tasks), [CHART.left, CHART.width - CHART.right]).padding(0.5)
  const y = scaleLinear([0, top], [CHART.height - CHART.bottom, CHART.top])
  const at = ({ tasks }: Step) => x(tasks) ?? CHART.left
  const drawn = (of: (step: Step) => number | null) =>
    line<Step>().defined((step) => of(step) !== null).x(at).y((step) => y(of(step) ?? 0)).curve(curveMonotoneX)(steps) ?? ''
  return (
    <svg class="own-chart" role="img" aria-label={label} viewBox={`0 0 ${CHART.width} ${CHART.height}`}>
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <line class="chart-grid" x1={CHART.left} x2={CHART.width - CHART.right} y1={y(tick)} y2={y(tick)} />
          <text class="chart-tick" x={CHART.left - 8} y={y(tick) + 4} text-anchor="end">
            {text(tick)}
          </text>
        </g>
      ))}
      {steps.map(
        (step, index) =>
          (steps.length <= NAMED || index % 2 === 0) && (
            <text key={step.tasks} class="chart-tick" x={at(step)} y={CHART.height - 8} text-anchor="middle">
              {step.tasks}
            </text>
          ),
      )}
      <path class="own-others" d={drawn(({ others }) => others)} />
      <path class="own-curve" d={drawn(({ value }) => value)} />
      {steps.map((step) => step.value !== null && <circle key={step.tasks} class="own-dot" cx={at(step)} cy={y(step.value)} r={5} />)}
    </svg>
  )
}

function Table({ curve: { measure, steps }, caption }: { readonly curve: LearningCurve; readonly caption: string }) {
  const text = (value: number | null) => (value === null ? t('work.unknown') : OWN_MEASURES[measure].text(value))
  return (
    <table class="own-table">
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {(['tasks', 'you', 'others'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`work.learning.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map(({ tasks, value, others }) => (
          <tr key={tasks}>
            <th scope="row">{tasks}</th>
            <td>{text(value)}</td>
            <td>{text(others)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
