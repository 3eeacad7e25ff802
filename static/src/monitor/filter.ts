/** Which annotations the list shows, kept in the page's address. */

import type { Kind } from '../api/ApiClient'

export type { Kind }

export const KINDS = ['guide', 'follower'] as const satisfies readonly Kind[]

export interface Filter {
  readonly kind: Kind
  readonly annotatorId: number | null
  readonly language: string | null
}

function text(value: string | null): string | null {
  return value === '' ? null : value
}

function positiveInteger(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

/** Reads `?kind=follower&annotator_id=101&language=en-IN`; what does not make sense is left out. */
export function parseFilter(search: string): Filter {
  const query = new URLSearchParams(search)
  return {
    kind: KINDS.find((kind) => kind === query.get('kind')) ?? 'guide',
    annotatorId: positiveInteger(query.get('annotator_id')),
    language: text(query.get('language')),
  }
}

/** The same as a query string without "?"; Guides are what is shown without one. */
export function filterQuery({ kind, annotatorId, language }: Filter): URLSearchParams {
  const query = new URLSearchParams()
  if (kind !== 'guide') query.set('kind', kind)
  if (annotatorId !== null) query.set('annotator_id', String(annotatorId))
  if (language !== null) query.set('language', language)
  return query
}

/** Whether annotations of the kind may be left out. */
export function isNarrowed({ annotatorId, language }: Filter): boolean {
  return annotatorId !== null || language !== null
}
