import i18next from 'i18next'

import en from './en.json'
import { chosenLanguage, type InterfaceLanguage } from './interfaceLanguage'
import { addEnglish, loadKindMessages } from './kindMessages'

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
  ur: async () => (await import('./ur.json')).default,
}

// English is loaded at once: for staff pages, and until the person's own language has loaded.
void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  initAsync: false,
  // The texts become text nodes, never HTML: nothing is escaped, but values keep their own direction in a sentence from right to left.
  interpolation: { escape: (value: string) => (i18next.dir() === 'rtl' ? `\u2068${value}\u2069` : value) },
})
addEnglish()

/** A text of the interface, in English or the language that `openMessages` found. */
export const t = i18next.t.bind(i18next)

/** The language that `openMessages` found. */
export const pageLanguage = (): string => i18next.language

/** How figures and dates are written in that language; English as in Britain, with days before months. */
export const pageLocale = (): string => (i18next.language === 'en' ? 'en-GB' : i18next.language)

/** Phrases after one another, as the page's language writes it. */
export const listed = (phrases: readonly string[]): string => phrases.join(i18next.dir() === 'rtl' ? '، ' : ', ')

/** What an answer of the server means in the page's language; undefined in English, which it speaks itself. */
export function ofServer(status: number, code: string): { detail: string; remedy: string } | undefined {
  if (status === 0 || code === 'unexpected') return undefined // told by the page, in its language
  const { server } = i18next.getResourceBundle(i18next.language, 'translation') as { server?: Partial<Record<string, { detail: string; remedy: string }>> }
  return server?.[code] ?? server?.[status] ?? server?.[status < 500 ? 422 : 500]
}

/** Loads the texts in the person's language, and tells the document its language and direction. */
export async function openMessages(): Promise<void> {
  const language = chosenLanguage()
  const [texts] = await Promise.all([FILES[language](), loadKindMessages(language)])
  i18next.addResourceBundle(language, 'translation', texts)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  document.documentElement.dir = i18next.dir(language)
}
