/** Turns a word in Latin letters (ITRANS) into the script of a language. */
export type Transliterate = (latin: string) => string

interface Writing {
  script: string
  scheme: string
  /** Whether a bare consonant at a word's end is written without its virama sign, as in Hindi ("ghar"). */
  syncope: boolean
  /** Letters for which the script has no sign of its own, each with the nearest letter that it has. */
  nearest: Readonly<Record<string, string>>
  example: string
}

const WRITINGS: Record<string, Writing> = {
  hi: { script: 'devanagari', scheme: 'itrans', syncope: true, nearest: {}, example: 'baayeM' },
  te: {
    script: 'telugu',
    scheme: 'itrans_dravidian',
    syncope: false,
    nearest: { f: 'ph', z: 'j', q: 'k' },
    example: 'eDamaku',
  },
}

const writingOf = (language: string) => WRITINGS[language.split('-')[0] ?? '']

/** An example word; null for languages whose script is not supported here. */
export const exampleWord = (language: string): string | null => writingOf(language)?.example ?? null

/** Loads the help for a language that has an `exampleWord`. */
export async function loadTransliteration(language: string): Promise<Transliterate> {
  const writing = writingOf(language)
  if (!writing) throw new Error(`There is no typing help for ${language}.`)
  const { script, scheme, syncope, nearest } = writing
  const { default: Sanscript } = await import('@indic-transliteration/sanscript')
  const spelt = (latin: string) => latin.replace(/[a-z]/g, (letter) => nearest[letter] ?? letter)
  return (latin) => Sanscript.t(spelt(latin), scheme, script, { syncope }).normalize()
}
