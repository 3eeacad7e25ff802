import type { Plugin } from 'vite'

/** What `typing/transliterate.ts` types with; then what the library itself needs when it begins. */
const USED = ['devanagari', 'telugu', 'itrans', 'itrans_dravidian', 'iast', 'iso', 'kolkata_v2']
const TABLE = /^schemes\.(\w+) = \{$[\s\S]*?^\};$\n/gm

/** Leaves out of Sanscript the tables of some seventy scripts in which nobody types here: four fifths of it. */
export function fewerScripts(): Plugin {
  return {
    name: 'fewer-scripts',
    transform: {
      filter: { id: /\/sanscript\/sanscript\.js$/ },
      handler: (code) => ({ code: withUsedTables(code), map: null }),
    },
  }
}

/** Raises an error where the library no longer has a table that is used, or no longer writes it as it did. */
export function withUsedTables(code: string): string {
  const tables = [...code.matchAll(TABLE)].map(([, name]) => name)
  const missing = USED.filter((name) => !tables.includes(name))
  if (missing.length > 0) throw new Error(`Sanscript has no table ${missing.join(', ')} where it was.`)
  return code.replace(TABLE, (table, name: string) => (USED.includes(name) ? table : ''))
}
