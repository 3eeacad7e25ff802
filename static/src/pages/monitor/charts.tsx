/** Charts of groups: rows of dots for groups without an order, a curve for groups with one. Both show intervals. */

import { scaleLinear, scalePoint } from 'd3-scale'
import { area, curveMonotoneX, line } from 'd3-shape'

import type { Estimate } from './measures'

export interface Point {
  readonly name: string
  readonly estimate: Estimate
  /** What a screen reader says, and what pointing at it shows. */
  readonly text: string
  /** The annotations behind it. */
  readonly href: string
}

interface Scale {
  readonly end: number
  readonly text: (value: number) => string
}

interface ChartProps {
  readonly label: string
  readonly points: readonly Point[]
  readonly scale: Scale
}

/** The end of an axis that all estimates and their intervals fit on. */
function axisEnd(points: readonly Point[], { end }: Scale): number {
  return Math.max(end, ...points.map(({ estimate }) => estimate.high ?? estimate.value))
}

/** Where the names end and the values begin, and how high a row and the axis are; in the chart's own units. */
const ROWS = { names: 128, values: 64, row: 24, axis: 22 }
const LONGEST_NAME_LETTERS = 17

const CHART_WIDTH = 520

type Axis = (value: number) => number

/** Groups below each other, each a dot with its interval: for names that have no order of their own. */
export function IntervalChart({ label, points, scale }: ChartProps) {
  const x = scaleLinear([0, axisEnd(points, scale)], [ROWS.names, CHART_WIDTH - ROWS.values])
  const foot = points.length * ROWS.row
  return (
    <svg class="chart" role="group" aria-label={label} viewBox={`0 0 ${CHART_WIDTH} ${foot + ROWS.axis}`}>
      {x.ticks(5).map((tick) => (
        <g key={tick} aria-hidden="true">
          <line class="chart-grid" x1={x(tick)} x2={x(tick)} y1={0} y2={foot} />
          <text class="chart-tick" x={x(tick)} y={foot + ROWS.axis - 6} text-anchor="middle">
            {scale.text(tick)}
          </text>
        </g>
      ))}
      {points.map((point, index) => (
        <PointRow key={point.name} point={point} y={index * ROWS.row + ROWS.row / 2} x={x} text={scale.text} />
      ))}
    </svg>
  )
}

interface PointRowProps {
  readonly point: Point
  readonly y: number
  readonly x: Axis
  readonly text: Scale['text']
}

function PointRow({ point: { name, estimate, text: told, href }, y, x, text }: PointRowProps) {
  const { value, low, high } = estimate
  return (
    <a class="chart-point" href={href} aria-description={told}>
      <title>{`${name}: ${told}`}</title>
      <rect class="chart-hit" x={0} y={y - ROWS.row / 2} width={CHART_WIDTH} height={ROWS.row} rx={4} />
      <text class="chart-name" x={6} y={y + 4}>
        {name.length > LONGEST_NAME_LETTERS ? `${name.slice(0, LONGEST_NAME_LETTERS - 1)}…` : name}
      </text>
      {low !== null && high !== null && <line class="chart-interval" x1={x(low)} x2={x(high)} y1={y} y2={y} />}
      <circle class="chart-dot" cx={x(value)} cy={y} r={4.5} />
      <text class="chart-value" x={CHART_WIDTH - 6} y={y + 4} text-anchor="end">
        {text(value)}
      </text>
    </a>
  )
}

/** The height of the chart, and the edges around its curve. */
const CURVE = { height: 220, left: 52, right: 16, top: 10, bottom: 26 }
/** The greatest width of a letter in a label, with its share of the gap to the next label. */
const LETTER_WIDTH = 9

/** Groups beside each other, joined by a line within a band: for groups with an order, such as weeks or experience. */
export function CurveChart({ label, points, scale }: ChartProps) {
  const place = scalePoint(points.map(({ name }) => name), [CURVE.left, CHART_WIDTH - CURVE.right]).padding(0.5)
  const x = ({ name }: Point) => place(name) ?? CURVE.left
  const y = scaleLinear([0, axisEnd(points, scale)], [CURVE.height - CURVE.bottom, CURVE.top])
  const band = area<Point>()
    .x(x)
    .y0(({ estimate }) => y(estimate.low ?? estimate.value))
    .y1(({ estimate }) => y(estimate.high ?? estimate.value))
    .curve(curveMonotoneX)
  const curve = line<Point>()
    .x(x)
    .y(({ estimate }) => y(estimate.value))
    .curve(curveMonotoneX)
  return (
    <svg class="chart" role="group" aria-label={label} viewBox={`0 0 ${CHART_WIDTH} ${CURVE.height}`}>
      {y.ticks(4).map((tick) => (
        <g key={tick} aria-hidden="true">
          <line class="chart-grid" x1={CURVE.left} x2={CHART_WIDTH - CURVE.right} y1={y(tick)} y2={y(tick)} />
          <text class="chart-tick" x={CURVE.left - 8} y={y(tick) + 4} text-anchor="end">
            {scale.text(tick)}
          </text>
        </g>
      ))}
      {named(points).map((point) => (
        <text key={point.name} class="chart-tick" aria-hidden="true" x={x(point)} y={CURVE.height - 8} text-anchor="middle">
          {point.name}
        </text>
      ))}
      <path class="chart-band" d={band([...points]) ?? ''} />
      <path class="chart-line" d={curve([...points]) ?? ''} />
      {points.map((point) => (
        <Dot key={point.name} point={point} x={x(point)} y={y(point.estimate.value)} />
      ))}
    </svg>
  )
}

/** As many points as have room for their names. */
function named(points: readonly Point[]): readonly Point[] {
  const widest = LETTER_WIDTH * Math.max(...points.map(({ name }) => name.length))
  const every = Math.ceil((points.length * widest) / (CHART_WIDTH - CURVE.left - CURVE.right))
  return points.filter((_, index) => index % every === 0)
}

function Dot({ point, x, y }: { readonly point: Point; readonly x: number; readonly y: number }) {
  const label = `${point.name}: ${point.text}`
  return (
    <a class="chart-point" href={point.href} aria-label={label}>
      <title>{label}</title>
      <circle class="chart-hit" cx={x} cy={y} r={12} />
      <circle class="chart-dot" cx={x} cy={y} r={4} />
    </a>
  )
}
