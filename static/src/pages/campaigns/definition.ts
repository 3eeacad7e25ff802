/** The keys and values of a campaign file, as a form reads and changes them. */

export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value }
export type Definition = Readonly<Record<string, Value>>

export const NEW: Definition = { id: '', languages: ['en-US'], paths: [{ sampler: 'r2r', per_scan: 6 }], followers_per_guide: 2 }

const isObject = (value: Value | undefined): value is Definition => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a place such as `paths.0.per_scan`; undefined where the file does not say it. */
export function valueAt(definition: Definition, place: string): Value | undefined {
  return place.split('.').reduce<Value | undefined>((value, key) => (Array.isArray(value) ? (value[Number(key)] as Value) : isObject(value) ? value[key] : undefined), definition)
}

/** The definition with another value at this place; undefined takes the key out, and sections that it leaves empty. */
export function withValue(definition: Definition, place: string, value: Value | undefined): Definition {
  return changed(definition, place.split('.'), value) as Definition
}

function changed(node: Value | undefined, [key = '', ...rest]: readonly string[], value: Value | undefined): Value {
  const next = rest.length === 0 ? value : changed(Array.isArray(node) ? (node[Number(key)] as Value) : isObject(node) ? node[key] : undefined, rest, value)
  if (Array.isArray(node)) return node.map((each: Value, index) => (String(index) === key ? (next ?? null) : each))
  const section = isObject(node) ? node : {}
  const isEmpty = next === undefined || (rest.length > 0 && isObject(next) && Object.keys(next).length === 0)
  return isEmpty ? Object.fromEntries(Object.entries(section).filter(([each]) => each !== key)) : { ...section, [key]: next }
}

/** A place as the server names it in a fault: `paths.0.per_scan` is `paths[0].per_scan`. */
export const keyOf = (place: string): string => place.replace(/\.(\d+)/g, '[$1]')

/** Whether the form can show the paths: none, or one sampler. */
export function isSampled({ paths }: Definition): boolean {
  return Array.isArray(paths) && paths.length === 1 && valueAt({ paths }, 'paths.0.sampler') !== undefined
}

export interface Difference {
  readonly key: string
  readonly before: string
  readonly now: string
  readonly mine: string
}

/** The sections that somebody else has changed, each with what it was, what it is now, and what one's own text says. */
export function differences(before: Definition, now: Definition, mine: Definition | null): Difference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  const said = (definition: Definition | null, key: string): string => (definition?.[key] === undefined ? '' : JSON.stringify(definition[key]))
  return keys.filter((key) => said(before, key) !== said(now, key)).map((key) => ({ key, before: said(before, key), now: said(now, key), mine: said(mine, key) }))
}
