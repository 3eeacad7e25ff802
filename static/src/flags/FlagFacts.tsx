/** The quality flags of an annotation. */

import type { AnnotationView, Finding } from '../api/types'
import { flagAbout, flagName } from './flagNames'
import { clock } from '../kit/formatting/format'
import { listed } from '../kit/messages/messages'
import { replayQuery } from '../annotations/replayAddress'
import { say } from '../kit/messages/staffMessages'

/** Raised flags with their reasons and places, then those that could not be computed; the rest in one line. */
export function FlagFacts({ view: { flags, summary } }: { readonly view: AnnotationView }) {
  const found = flags ?? []
  const raised = found.filter((finding) => finding.raised)
  const unknown = found.filter((finding) => finding.raised === null)
  const clear = found.filter((finding) => finding.raised === false)
  return (
    <section class="flag-facts" data-testid="flags" aria-label={say('Flags')}>
      <h2>{say('Flags')}</h2>
      {!flags && <p>{say('Not checked yet. Run {{command}}.', { command: 'pangea flags' })}</p>}
      <ul>
        {[...raised, ...unknown].map((finding) => (
          <FlagFact key={finding.flag} finding={finding} summary={summary} />
        ))}
      </ul>
      {clear.length > 0 && <p class="flag-clear">{say('Checked without findings: {{flags}}.', { flags: listed(clear.map(({ flag }) => flagName(flag))) })}</p>}
    </section>
  )
}

interface FlagFactProps {
  readonly finding: Finding
  readonly summary: AnnotationView['summary']
}

function FlagFact({ finding, summary: { kind, annotation_id: annotationId } }: FlagFactProps) {
  const { flag, raised, why, stretches } = finding
  return (
    <li class={raised === null ? 'flag-unknown' : undefined} title={measured(finding)}>
      <span class={raised ? 'flag' : 'flag flag-open'} title={flagAbout(flag)}>{flagName(flag)}</span>
      <span dir="auto">{why}</span>
      {stretches.length > 0 && (
        <span class="flag-places">
          {stretches.map(({ start_time: start, end_time: end }) => (
            <a key={start} href={`${location.pathname}${replayQuery({ kind, annotationId, moment: start })}`}>
              {say('{{low}} to {{high}}', { low: clock(start), high: clock(end) })}
            </a>
          ))}
        </span>
      )}
    </li>
  )
}

function measured({ value, unit, threshold }: Finding): string {
  if (value === null) return say('not known')
  return `${value.toPrecision(3)} ${unit}; ${say('the campaign’s threshold is {{threshold}}', { threshold: threshold ?? '–' })}`
}
