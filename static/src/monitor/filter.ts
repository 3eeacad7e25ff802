/** Which annotations the list shows, kept in the page's address. */

export const KINDS = ['guide', 'follower'] as const
export type Kind = (typeof KINDS)[number]

export interface Filter {
  readonly kind: Kind | null
  readonly annotatorId: number | null
  readonly language: string | null
}

export const EVERYTHING: Filter = { kind: null, annotatorId: null, language: null }

function positiveInteger(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null
}

/** Reads `?kind=guide&annotator_id=101&language=en-IN`; what does not make sense is left out. */
export function parseFilter(search: string): Filter {
  const query = new URLSearchParams(search)
  return {
    kind: KINDS.find((kind) => kind === query.get('kind')) ?? null,
    annotatorId: positiveInteger(query.get('annotator_id')),
    language: query.get('language') || null,
  }
}

/** The same as a query string without "?", which the page's address and the server's share. */
export function filterQuery(filter: Filter): URLSearchParams {
  const query = new URLSearchParams()
  if (filter.kind) query.set('kind', filter.kind)
  if (filter.annotatorId !== null) query.set('annotator_id', String(filter.annotatorId))
  if (filter.language) query.set('language', filter.language)
  return query
}

export function isEverything(filter: Filter): boolean {
  return filterQuery(filter).size === 0
}
