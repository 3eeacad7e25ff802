/** What a chart is drawn of. */

import type { Estimate } from './measures'

export interface Point {
  readonly name: string
  readonly estimate: Estimate
  /** What a screen reader says, and what pointing at it shows. */
  readonly text: string
  /** The annotations behind it. */
  readonly href: string
}

export interface Scale {
  readonly end: number
  readonly text: (value: number) => string
}

export interface ChartProps {
  /** What it shows. */
  readonly label: string
  readonly points: readonly Point[]
  readonly scale: Scale
}

/** The end of an axis that all estimates and their intervals fit on. */
export function axisEnd(points: readonly Point[], { end }: Scale): number {
  return Math.max(end, ...points.map(({ estimate }) => estimate.high ?? estimate.value))
}
