import { prefer, preference } from '../preferences/preferences'

/** The languages of the interface, by their own names. */
export const INTERFACE_LANGUAGES = { en: 'English', hi: 'हिन्दी', te: 'తెలుగు', ur: 'اردو' } as const

export type InterfaceLanguage = keyof typeof INTERFACE_LANGUAGES

const LANGUAGE_PREFERENCE = 'interface-language'

/** The language that the person chose; otherwise the browser's first language that the interface has; otherwise English. */
export function chosenLanguage(): InterfaceLanguage {
  return firstSpoken([preference(LANGUAGE_PREFERENCE) ?? '', ...navigator.languages])
}

/** Remembers the choice and shows the page again in that language. */
export function chooseLanguage(language: InterfaceLanguage): void {
  prefer(LANGUAGE_PREFERENCE, language)
  location.reload()
}

/** The first of these language tags (such as `te-IN`) whose language the interface has; otherwise English. */
export function firstSpoken(tags: readonly string[]): InterfaceLanguage {
  return tags.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isSpoken) ?? 'en'
}

const isSpoken = (language: string): language is InterfaceLanguage => language in INTERFACE_LANGUAGES
