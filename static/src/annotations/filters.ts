/** Which annotations are counted and listed, as the page's address says: `?language=hi-IN&week=2026-W07`. */

/** The names that the server knows, in the order in which they are shown. */
export const FILTERS = {
  kind: 'Kind',
  campaign: 'Campaign',
  pool: 'Pool',
  language: 'Language',
  annotator: 'Annotator',
  guide: 'Guide',
  instruction: 'Instruction',
  scan: 'Scan',
  path: 'Path',
  system: 'System',
  condition: 'Condition',
  length: 'Path length',
  experience: 'Experience',
  day: 'Day',
  week: 'Week',
  outcome: 'Outcome',
  success: 'Success',
  review: 'Review',
  flagged: 'Flagged',
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
