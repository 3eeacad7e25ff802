/** Which annotations are counted and listed, as the page's address says: `?language=hi-IN&week=2026-W07`. */

import { say } from '../kit/messages/staffMessages'

/** The names that the server knows, in the order in which they are shown. */
export const FILTERS = {
  kind: say('Kind'),
  campaign: say('Campaign'),
  pool: say('Pool'),
  language: say('Language'),
  annotator: say('Annotator'),
  guide: say('Guide'),
  instruction: say('Instruction'),
  scan: say('Scan'),
  path: say('Path'),
  system: say('System'),
  condition: say('Condition'),
  length: say('Path length'),
  experience: say('Experience'),
  day: say('Day'),
  week: say('Week'),
  outcome: say('Outcome'),
  success: say('Success'),
  review: say('Review'),
  flagged: say('Flagged'),
  left_out: say('Left out'),
  population: say('Annotations'),
} as const

export type FilterName = keyof typeof FILTERS

/** The chosen group; '' stands for annotations whose group is not known. */
export type Filters = Readonly<Partial<Record<FilterName, string>>>

export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[]

export function parseFilters(search: string): Filters {
  const query = new URLSearchParams(search)
  return Object.fromEntries(FILTER_NAMES.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])))
}

export function filterQuery(filters: Filters): URLSearchParams {
  return new URLSearchParams(FILTER_NAMES.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]])))
}

/** These filters without one of them. */
export function without(filters: Filters, dropped: FilterName): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => name !== dropped))
}

/** The page, narrowed to these annotations, at their list. */
export function listAddress(filters: Filters, measure: string): string {
  const query = filterQuery(filters)
  query.set('measure', measure)
  return `?${query.toString()}#annotations`
}
