/** Groups beside each other, joined by a line within a band: for what has an order, such as weeks or experience. */

import { scaleLinear, scalePoint } from 'd3-scale'
import { area, curveMonotoneX, line } from 'd3-shape'

import { axisEnd, type ChartProps, type Point } from './charts'

const WIDTH = 520
const HEIGHT = 220
const LEFT = 52
const RIGHT = 16
const TOP = 10
const FOOT = 26
/** A letter of a label is at most so wide, with its share of the gap to the next label. */
const LETTER = 9

export function CurveChart({ label, points, scale }: ChartProps) {
  const place = scalePoint(points.map(({ name }) => name), [LEFT, WIDTH - RIGHT]).padding(0.5)
  const x = ({ name }: Point) => place(name) ?? LEFT
  const y = scaleLinear([0, axisEnd(points, scale)], [HEIGHT - FOOT, TOP])
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
    <svg class="chart" role="group" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      {y.ticks(4).map((tick) => (
        <g key={tick} aria-hidden="true">
          <line class="chart-grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} />
          <text class="chart-tick" x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
            {scale.text(tick)}
          </text>
        </g>
      ))}
      {named(points).map((point) => (
        <text key={point.name} class="chart-tick" aria-hidden="true" x={x(point)} y={HEIGHT - 8} text-anchor="middle">
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
  const widest = LETTER * Math.max(...points.map(({ name }) => name.length))
  const every = Math.ceil((points.length * widest) / (WIDTH - LEFT - RIGHT))
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
