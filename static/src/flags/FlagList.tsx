import type { Finding } from '../api/types'
import { flagAbout, flagName } from './flagNames'
import { clock } from '../kit/formatting/format'
import { Icon } from '../kit/view/controls'
import { say } from '../kit/messages/staffMessages'

interface FlagListProps {
  readonly flags: readonly Finding[]
  /** Goes to a second of the recording. */
  readonly goTo: (seconds: number) => void
}

/** What a reviewer should look at. A stretch of the recording is a button that goes there. */
export function FlagList({ flags, goTo }: FlagListProps) {
  return (
    <section class="card flags" aria-label={say('Flags')} data-testid="flags">
      <h2>{say('Flags')}</h2>
      {flags.length === 0 && <p class="hint">{say('No flag was raised.')}</p>}
      {flags.length > 0 && (
        <ul class="flag-list">
          {flags.map((flag) => (
            <Flag key={flag.flag} flag={flag} goTo={goTo} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Flag({ flag: { flag, why, stretches }, goTo }: { readonly flag: Finding; readonly goTo: (seconds: number) => void }) {
  return (
    <li data-testid="flag">
      <Icon name="flag" />
      <div>
        <strong title={flagAbout(flag)}>{flagName(flag)}</strong>
        <p dir="auto">{why}</p>
        {stretches.length > 0 && (
          <p>
            {stretches.map(({ start_time: start, end_time: end }) => (
              <button key={start} type="button" class="flag-jump" onClick={() => goTo(start)}>
                {clock(start)}–{clock(end)}
              </button>
            ))}
          </p>
        )}
      </div>
    </li>
  )
}
