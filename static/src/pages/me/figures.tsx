/** Figures, written as in the person's language. */

import type { OwnComparison } from '../../api/types'
import { chosenLanguage } from '../../kit/messages/interfaceLanguage'

export type OwnMeasure = OwnComparison['measure']

const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(chosenLanguage(), options)
const unit = (name: string, digits: number) => (value: number) => format({ style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: digits }).format(value)
const share = (value: number) => format({ style: 'percent', maximumFractionDigits: 0 }).format(value)
const minutes = (seconds: number) => (seconds < 60 ? unit('second', 0)(seconds) : unit('minute', 1)(seconds / 60))

/** How each measure is written, and where its scale ends; null: where its values do. */
export const OWN_MEASURES: Record<OwnMeasure, { text: (value: number) => string; end: number | null }> = {
  success_rate: { text: share, end: 1 },
  ne: { text: unit('meter', 1), end: null },
  ndtw: { text: (value) => format({ minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value), end: 1 },
  understood: { text: share, end: 1 },
  transcription_ratio: { text: (value) => `${format({ maximumFractionDigits: 1 }).format(value)} ×`, end: null },
  time: { text: minutes, end: null },
}

export const counted = (value: number): string => format({}).format(value)

export const hours = (seconds: number): string => (seconds < 3600 ? minutes(seconds) : unit('hour', 1)(seconds / 3600))

interface Tile {
  readonly label: string
  readonly figure: string
  /** The `data-testid` of its figure. */
  readonly name?: string
  /** The state that sets its colour. */
  readonly look?: string
}

/** Figures beside each other, each with its label. */
export function Tiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  return (
    <dl class="own-tiles">
      {tiles.map(({ label, figure, name, look }) => (
        <div key={label} class={look ? `own-tile ${look}` : 'own-tile'}>
          <dt>{label}</dt>
          <dd data-testid={name}>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
