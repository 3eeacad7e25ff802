import { kindName } from '../../annotations/kinds'
import type { OwnWork } from '../../api/types'
import { timeInZone } from '../../kit/formatting/format'
import { t } from '../../kit/messages/messages'

/** When the tasks for two that may be theirs are given out; nothing where no times are agreed. */
export function AgreedTimes({ times }: { readonly times: OwnWork['agreed_times'] }) {
  const kinds = Object.entries(times)
  if (kinds.length === 0) return null
  return (
    <section class="own-part" aria-labelledby="own-times" data-testid="own-times">
      <h2 id="own-times">{t('agreed.title')}</h2>
      {kinds.map(([kind, ofKind]) => (
        <div key={kind}>
          <p>{kindName(kind)}</p>
          <ul>
            {ofKind.map(({ begins, ends }) => (
              <li key={begins}>{timeInZone(begins, ends)}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
