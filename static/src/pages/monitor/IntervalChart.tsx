/** Groups below each other, each a dot with its interval: for names that have no order of their own. */

import { scaleLinear } from 'd3-scale'

import { axisEnd, type ChartProps, type Point, type Scale } from './charts'

const WIDTH = 520
const ROW = 24
const NAMES = 128
const RIGHT = 64
const FOOT = 22
const LETTERS = 17

type Axis = (value: number) => number

export function IntervalChart({ label, points, scale }: ChartProps) {
  const x = scaleLinear([0, axisEnd(points, scale)], [NAMES, WIDTH - RIGHT])
  const foot = points.length * ROW
  return (
    <svg class="chart" role="group" aria-label={label} viewBox={`0 0 ${WIDTH} ${foot + FOOT}`}>
      {x.ticks(5).map((tick) => (
        <g key={tick} aria-hidden="true">
          <line class="chart-grid" x1={x(tick)} x2={x(tick)} y1={0} y2={foot} />
          <text class="chart-tick" x={x(tick)} y={foot + FOOT - 6} text-anchor="middle">
            {scale.text(tick)}
          </text>
        </g>
      ))}
      {points.map((point, index) => (
        <PointRow key={point.name} point={point} y={index * ROW + ROW / 2} x={x} text={scale.text} />
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
      <rect class="chart-hit" x={0} y={y - ROW / 2} width={WIDTH} height={ROW} rx={4} />
      <text class="chart-name" x={6} y={y + 4}>
        {name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name}
      </text>
      {low !== null && high !== null && <line class="chart-interval" x1={x(low)} x2={x(high)} y1={y} y2={y} />}
      <circle class="chart-dot" cx={x(value)} cy={y} r={4.5} />
      <text class="chart-value" x={WIDTH - 6} y={y + 4} text-anchor="end">
        {text(value)}
      </text>
    </a>
  )
}
