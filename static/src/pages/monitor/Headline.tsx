/** The main figures of the selection; each links to its annotations. */

import type { ComponentChildren } from 'preact'

import type { Group } from '../../api/types'
import { figure, IntervalBar } from '../../kit/formatting/figures'
import { type Filters, listAddress } from '../../annotations/filters'
import { kindName } from '../../annotations/kinds'
import { narrowed, useKinds } from './kindsShown'
import { count, percentRange } from '../../kit/formatting/format'
import { estimate, type Measure, measureNamed, type MeasureName } from './measures'
import { say } from '../../kit/messages/staffMessages'

const NOBODY = say('nobody has followed yet')
const HEADLINE_SCORES = ['ne', 'spl', 'ndtw'] as const

interface HeadlineProps {
  readonly total: Group
  readonly filters: Filters
  /** The measure that the page shows; links keep it. */
  readonly measure: MeasureName
}

type ToList = (text: string, more: Filters) => ComponentChildren

export function Headline({ total, filters, measure: chosen }: HeadlineProps) {
  const link: ToList = (text, more) => (
    <a dir="auto" href={listAddress({ ...filters, ...more }, chosen)}>
      {text}
    </a>
  )
  const success = measureNamed('success_rate')
  const walks = narrowed(useKinds(), 'walks')
  return (
    <dl class="headline" data-testid="headline">
      {Object.entries(total.kinds).map(([kind, { annotations }]) => (
        <Tile key={kind} name={`${kind}s`} label={say('{{kind}} annotations', { kind: kindName(kind) })} value={link(count(annotations), { kind })} />
      ))}
      <Tile
        name="success"
        label={say('Success rate')}
        value={figure(total.success_rate, (rate) => link(success.text(rate.value), { ...walks, success: 'true' }), NOBODY)}
        detail={<SuccessDetail total={total} walks={walks} link={link} />}
      />
      {HEADLINE_SCORES.map((name) => {
        const measure = measureNamed(name)
        const mean = estimate(total, measure)
        const value = figure(mean, (known) => link(measure.text(known.value), walks), NOBODY)
        return <Tile key={name} name={name} label={name === 'ne' ? say('Navigation error') : measure.label} value={value} detail={interval(mean?.low, mean?.high, measure)} />
      })}
    </dl>
  )
}

interface TileProps {
  readonly name: string
  readonly label: string
  readonly value: ComponentChildren
  readonly detail?: ComponentChildren
}

function Tile({ name, label, value, detail }: TileProps) {
  return (
    <div class={`headline-tile headline-${name}`}>
      <dt>{label}</dt>
      <dd class="headline-figure" data-testid={`headline-${name}`}>
        {value}
      </dd>
      {detail !== undefined && <dd class="headline-detail">{detail}</dd>}
    </div>
  )
}

function SuccessDetail({ total: { success_rate: success, gave_up: gaveUp }, walks, link }: { readonly total: Group; readonly walks: Filters; readonly link: ToList }) {
  if (success === null) return <>{say('under 3 m from the goal')}</>
  const range = [success.low, success.high] as const
  return (
    <>
      <IntervalBar rate={success.value} range={range} />
      <span title={say('95 % interval (Wilson)')}>{percentRange(range)}</span>
      {gaveUp > 0 && link(say('{{n}} walks given up', { count: gaveUp }), { ...walks, outcome: 'gave_up' })}
    </>
  )
}

function interval(low: number | null | undefined, high: number | null | undefined, { text }: Measure): string {
  return low == null || high == null ? say('mean over walks') : say('{{low}} to {{high}}', { low: text(low), high: text(high) })
}
