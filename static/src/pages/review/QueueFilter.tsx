import type { ReviewQuery } from '../../api/TeamClient'
import { kindName } from '../../annotations/kinds'
import { say } from '../../kit/messages/staffMessages'

interface QueueFilterProps {
  readonly query: ReviewQuery
  /** The kinds of task that there are. */
  readonly kinds: readonly string[]
  readonly change: (query: ReviewQuery) => void
}

/** Which annotations are reviewed. */
export function QueueFilter({ query: { kind = '', language = '' }, kinds, change }: QueueFilterProps) {
  const offered = kind === '' || kinds.includes(kind) ? kinds : [...kinds, kind]
  const narrow = (wanted: { readonly kind: string; readonly language: string }) =>
    change({ ...(wanted.kind && { kind: wanted.kind }), ...(wanted.language && { language: wanted.language }) })
  return (
    <div class="review-filter">
      <select class="select" aria-label={say('Kind')} data-testid="filter-kind" value={kind} onChange={({ currentTarget }) => narrow({ kind: currentTarget.value, language })}>
        <option value="">{say('All kinds')}</option>
        {offered.map((each) => (
          <option key={each} value={each}>
            {kindName(each)}
          </option>
        ))}
      </select>
      <input
        class="select"
        placeholder={say('all languages')}
        aria-label={say('Language')}
        size={12}
        data-testid="filter-language"
        defaultValue={language}
        onChange={({ currentTarget }) => narrow({ kind, language: currentTarget.value.trim() })}
      />
    </div>
  )
}
