/** What is measured of annotations, how it is written, and on which scale it is drawn. */

import type { Group } from '../../api/types'
import type { Of } from './kindsShown'
import { count, decimal, percent } from '../../kit/formatting/format'
import { say } from '../../kit/messages/staffMessages'

/** A figure with its interval; the bounds are null for fewer than six values. */
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

const METHODS: Record<string, string> = { bootstrap: say('bootstrap'), normal: say('normal approximation') }

const share = { of: 'walks', end: 1 } as const
const minutes = (value: number) => `${decimal(value / 60, 1)} min`

export const MEASURES: readonly Measure[] = [
  { name: 'success_rate', label: say('Success'), title: say('Share of walks that ended less than 3 m from the goal'), text: percent, ...share },
  { name: 'ne', label: 'NE', title: say('Navigation error: metres from the last viewpoint to the goal'), of: 'walks', text: (value) => `${decimal(value)} m`, end: 3 },
  { name: 'oracle_success', label: 'OSR', title: say('Oracle success: share of walks that came within 3 m of the goal'), text: percent, ...share },
  { name: 'spl', label: 'SPL', title: say('Success weighted by path length'), text: decimal, ...share },
  { name: 'ndtw', label: 'nDTW', title: say('Normalised dynamic time warping between walk and reference path'), text: decimal, ...share },
  { name: 'sdtw', label: 'SDTW', title: say('Success weighted by nDTW'), text: decimal, ...share },
  { name: 'transcription_ratio', label: say('Typing ÷ speaking'), title: say('Seconds of transcription for each second of recording'), of: 'speaks', text: (value) => `${decimal(value, 1)} ×`, end: 2 },
  { name: 'speaking', label: say('Recording'), title: say('Length of the Guide’s voice'), of: 'speaks', text: (value) => `${decimal(value, 0)} s`, end: 30 },
  { name: 'active', label: say('Time on task'), title: say('Minutes on the page of a task, all phases'), of: null, text: minutes, end: 120 },
  { name: 'flagged', label: say('Flagged'), title: say('Share of the checked annotations that have a quality flag'), of: null, text: percent, end: 0.2 },
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
  const interval = low === null || high === null ? '' : `${say('{{low}} to {{high}}', { low: text(low), high: text(high) })}, 95 %, ${method}; `
  return `${text(value)} (${interval}n = ${count(n)})`
}
