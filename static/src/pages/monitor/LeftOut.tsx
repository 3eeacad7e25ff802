import { type Filters, listAddress } from '../../annotations/filters'
import type { LeftOutReason, MonitorView } from '../../api/types'
import { count } from '../../kit/formatting/format'
import { say } from '../../kit/messages/staffMessages'
import type { MeasureName } from './measures'

/** In the order of the server's rule. */
export const LEFT_OUT: Readonly<Record<LeftOutReason, string>> = {
  later: say('handed in later'),
  rejected: say('rejected'),
  sent_back: say('sent back'),
  check_item: say('check items'),
  learning: say('learning periods'),
  pending: say('not accepted by a reviewer'),
  words_gone: say('after words that were withdrawn'),
  words_left_out: say('after words that are left out'),
}

interface LeftOutProps {
  readonly counts: MonitorView['left_out']
  readonly filters: Filters
  readonly measure: MeasureName
}

/** How many annotations the figures do not count, and why; each reason leads to its annotations. */
export function LeftOut({ counts, filters, measure }: LeftOutProps) {
  const reasons = Object.entries(LEFT_OUT).filter(([why]) => counts[why] !== undefined)
  if (reasons.length === 0) return null
  return (
    <p class="left-out" data-testid="left-out">
      {say('Not counted here')}:
      {reasons.map(([why, label], index) => {
        const text = `${label} ${count(counts[why] ?? 0)}`
        const found = listed(why)
        return (
          <span key={why}>
            {index === 0 ? ' ' : ' · '}
            {found ? <a href={listAddress({ ...filters, ...found }, measure)}>{text}</a> : text}
          </span>
        )
      })}
    </p>
  )
}

/** The filters under which the page lists them; null for walks whose words are gone, which are in no population. */
function listed(why: string): Filters | null {
  if (why === 'words_gone') return null
  return why === 'pending' ? { population: 'data' } : { population: 'all', left_out: why }
}
