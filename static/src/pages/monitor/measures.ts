/** What is measured of annotations, how it is written, and on which scale it is drawn. */

import type { Group } from '../../api/types'
import type { Of } from './kindsShown'
import { decimal, percent } from '../../kit/formatting/format'

/** A figure with its interval; the bounds are null for a single value. */
export interface Estimate {
  readonly value: number
  readonly n: number
  readonly low: number | null
  readonly high: number | null
  readonly method: string
}

export interface Measure {
  readonly name: MeasureName
  readonly label: string
  readonly title: string
  /** The kind of annotations that it measures. */
  readonly of: Of
  readonly text: (value: number) => string
  /** Where its axis ends at least; a share that is hoped to be high ends at 1. */
  readonly end: number
}

export type MeasureName = 'success_rate' | 'flagged' | 'ne' | 'oracle_success' | 'spl' | 'ndtw' | 'sdtw' | 'transcription_ratio' | 'speaking' | 'transcription' | 'active'

const METHODS: Record<string, string> = { bootstrap: 'bootstrap', normal: 'normal approximation' }

const share = { of: 'walks', end: 1 } as const
const minutes = (value: number) => `${decimal(value / 60, 1)} min`

export const MEASURES: readonly Measure[] = [
  { name: 'success_rate', label: 'Success', title: 'Share of walks that ended less than 3 m from the goal', text: percent, ...share },
  { name: 'ne', label: 'NE', title: 'Navigation error: metres from the last viewpoint to the goal', of: 'walks', text: (value) => `${decimal(value)} m`, end: 3 },
  { name: 'oracle_success', label: 'OSR', title: 'Oracle success: share of walks that came within 3 m of the goal', text: percent, ...share },
  { name: 'spl', label: 'SPL', title: 'Success weighted by path length', text: decimal, ...share },
  { name: 'ndtw', label: 'nDTW', title: 'Normalised dynamic time warping between walk and reference path', text: decimal, ...share },
  { name: 'sdtw', label: 'SDTW', title: 'Success weighted by nDTW', text: decimal, ...share },
  { name: 'transcription_ratio', label: 'Typing ÷ speaking', title: 'Seconds of transcription for each second of recording', of: 'speaks', text: (value) => `${decimal(value, 1)} ×`, end: 2 },
  { name: 'speaking', label: 'Recording', title: 'Length of the Guide’s voice', of: 'speaks', text: (value) => `${decimal(value, 0)} s`, end: 30 },
  { name: 'active', label: 'Time on task', title: 'Minutes on the page of a task, all phases', of: null, text: minutes, end: 120 },
  { name: 'flagged', label: 'Flagged', title: 'Share of the checked annotations that have a quality flag', of: null, text: percent, end: 0.2 },
]

export function measureNamed(name: string | null): Measure {
  const found = MEASURES.find((measure) => measure.name === name) ?? MEASURES[0]
  if (!found) throw new Error('There are no measures.')
  return found
}

export function estimate(group: Group, { name }: Measure): Estimate | null {
  if (name === 'success_rate' || name === 'flagged') {
    const rate = group[name]
    return rate && { ...rate, method: 'Wilson' }
  }
  const mean = group[name]
  return mean && { ...mean, method: METHODS[mean.method ?? ''] ?? '' }
}

/** "72 % (68–76 %, Wilson, n = 1,240)". */
export function spoken({ value, low, high, n, method }: Estimate, { text }: Measure): string {
  const interval = low === null || high === null ? '' : `${text(low)} to ${text(high)}, 95 %, ${method}; `
  return `${text(value)} (${interval}n = ${n.toLocaleString('en-GB')})`
}
