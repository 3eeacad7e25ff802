/** What the quality flags say of an annotation. */

import type { AnnotationView, Finding } from '../api/types'
import { html } from '../kit/dom/html'
import { flagName } from '../annotations/flagNames'
import { clock } from '../kit/formatting/format'
import { replayQuery } from '../annotations/replayAddress'

/** Raised flags with their reasons and places, then those that could not be computed; the rest in one line. */
export function flagFacts({ flags, summary }: AnnotationView): HTMLElement {
  const found = flags ?? []
  const raised = found.filter((finding) => finding.raised)
  const unknown = found.filter((finding) => finding.raised === null)
  const clear = found.filter((finding) => finding.raised === false)
  return html(
    'section',
    { class: 'flag-facts', 'data-testid': 'flags', 'aria-label': 'Flags' },
    html('h2', {}, 'Flags'),
    ...(flags ? [] : [html('p', {}, 'Not looked at yet; run pangea flags.')]),
    html('ul', {}, ...raised.map((finding) => item(finding, summary)), ...unknown.map((finding) => item(finding, summary))),
    ...(clear.length > 0 ? [html('p', { class: 'flag-clear' }, `Nothing found: ${clear.map(({ flag }) => flagName(flag)).join(', ')}.`)] : []),
  )
}

function item(finding: Finding, { kind, annotation_id: annotationId }: AnnotationView['summary']): HTMLElement {
  const places = finding.stretches.map(({ start_time: start, end_time: end }) => {
    const href = `${location.pathname}${replayQuery({ kind, annotationId, moment: start })}`
    return html('a', { href }, `${clock(start)} to ${clock(end)}`)
  })
  return html(
    'li',
    { ...(finding.raised === null && { class: 'flag-unknown' }), title: measured(finding) },
    html('span', { class: finding.raised ? 'flag' : 'flag flag-open' }, flagName(finding.flag)),
    html('span', {}, finding.why),
    ...(places.length > 0 ? [html('span', { class: 'flag-places' }, ...places)] : []),
  )
}

function measured({ value, unit, threshold }: Finding): string {
  if (value === null) return 'Not known'
  return `${value.toPrecision(3)} ${unit}; the campaign's threshold is ${threshold ?? 'none'}`
}
