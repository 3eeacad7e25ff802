import { scaleLinear } from 'd3-scale'

import { kindText } from '../../annotations/kinds'
import type { OwnComparison, OwnWork } from '../../api/types'
import { t } from '../../kit/messages/messages'
import { OWN_MEASURES } from './figures'

const STRIP = { width: 320, height: 28, margin: 9 }

/** The person's figures, each on a scale with the others; of the kinds of task that they have done. */
export function Comparisons({ work: { comparisons, done, fewest_others: fewest } }: { readonly work: OwnWork }) {
  return (
    <>
      {Object.keys(done).map((kind) => (
        <Part key={kind} kind={kind} known={comparisons.filter((each) => each.kind === kind)} fewest={fewest} />
      ))}
    </>
  )
}

interface PartProps {
  readonly kind: string
  readonly known: readonly OwnComparison[]
  /** With fewer other people, no comparison is shown. */
  readonly fewest: number
}

function Part({ kind, known, fewest }: PartProps) {
  return (
    <section class="own-part" aria-labelledby={`own-${kind}`}>
      <h2 id={`own-${kind}`}>{kindText('doing', kind)}</h2>
      {known.some(({ others }) => others !== null) && <Legend />}
      <ul class="own-rows">
        {known.map((compared) => (
          <Row key={compared.measure} compared={compared} />
        ))}
      </ul>
      {known.some(({ others }) => others === null) && (
        <p class="hint" data-testid={`withheld-${kind}`}>
          {t('work.withheld', { people: fewest })}
        </p>
      )}
    </section>
  )
}

function Row({ compared }: { readonly compared: OwnComparison }) {
  const { measure, value, n, others } = compared
  const { text } = OWN_MEASURES[measure]
  const { label, detail } = t(`work.measure.${measure}`, { returnObjects: true })
  return (
    <li class="own-row" data-testid={`own-${measure}`}>
      <div class="own-what">
        <h3>{label}</h3>
        <p class="hint">{detail}</p>
      </div>
      <p class="own-value">
        {value === null ? <span class="own-unknown">{t('work.unknown')}</span> : text(value)}
        <span class="hint">{t('work.over', { count: n })}</span>
      </p>
      <div class="own-scale">
        {(value !== null || others !== null) && <Strip compared={compared} />}
        {others && <p class="hint">{t('work.others', { people: others.people, low: text(others.low), high: text(others.high) })}</p>}
      </div>
    </li>
  )
}

/** A line from nothing to the most, with the middle half of the others and the person on it. The text beside it says the same. */
function Strip({ compared: { measure, value, others } }: { readonly compared: OwnComparison }) {
  const end = OWN_MEASURES[measure].end ?? 1.15 * Math.max(value ?? 0, others?.high ?? 0, Number.MIN_VALUE)
  const x = scaleLinear([0, end], [STRIP.margin, STRIP.width - STRIP.margin]).clamp(true)
  const middle = STRIP.height / 2
  return (
    <svg class="own-strip" viewBox={`0 0 ${STRIP.width} ${STRIP.height}`} aria-hidden="true">
      <line class="own-line" x1={STRIP.margin} x2={STRIP.width - STRIP.margin} y1={middle} y2={middle} />
      {others && <rect class="own-half" x={x(others.low)} y={middle - 7} width={Math.max(3, x(others.high) - x(others.low))} height={14} rx={7} />}
      {others && <line class="own-middle" x1={x(others.middle)} x2={x(others.middle)} y1={middle - 10} y2={middle + 10} />}
      {value !== null && <circle class="own-dot" cx={x(value)} cy={middle} r={7} />}
    </svg>
  )
}

function Legend() {
  const texts = t('work.legend', { returnObjects: true })
  return (
    <p class="own-legend" aria-hidden="true">
      {(['you', 'half', 'middle'] as const).map((name) => (
        <span key={name} class={`own-key own-key-${name}`}>
          {texts[name]}
        </span>
      ))}
    </p>
  )
}
