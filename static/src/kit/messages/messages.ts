import i18next from 'i18next'

import en from './en.json'
import { chosenLanguage, type InterfaceLanguage } from './interfaceLanguage'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}

type Messages = typeof en

const FILES: Record<InterfaceLanguage, () => Promise<Messages>> = {
  en: () => Promise.resolve(en),
  hi: async () => (await import('./hi.json')).default,
  te: async () => (await import('./te.json')).default,
}

// English is there at once: for the managers' pages, and until a person's own language has come.
void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  initAsync: false,
  // The texts become text nodes, never HTML.
  interpolation: { escapeValue: false },
})

/** A text of the interface, in English or the language that `openMessages` found. */
export const t = i18next.t.bind(i18next)

/** The text under a key that there need not be: a kind of task that a package brings has none here. */
export function optionalMessage(key: string): string | null {
  const isThere: boolean = i18next.exists(key)
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion -- tsc takes known keys only
  return isThere ? i18next.t(key as 'loading') : null
}

/** Loads the texts in the person's language, and tells the document its language and direction. */
export async function openMessages(): Promise<void> {
  const language = chosenLanguage()
  i18next.addResourceBundle(language, 'translation', await FILES[language]())
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  document.documentElement.dir = i18next.dir(language)
}
