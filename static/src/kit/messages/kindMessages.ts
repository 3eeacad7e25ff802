/** What each kind of task calls itself and says, in `tasks/KIND/messages/LANGUAGE.json`. Packages bring their own texts. */

import i18next from 'i18next'

import { chosenLanguage, type InterfaceLanguage } from './interfaceLanguage'

export interface Texts {
  readonly [key: string]: string | Texts
}

export type Key<Text> = { [Name in keyof Text & string]: Text[Name] extends string ? Name : Name | `${Name}.${Key<Text[Name]>}` }[keyof Text & string]
export type At<Text, Path extends string> = Path extends `${infer First}.${infer Rest}`
  ? First extends keyof Text
    ? At<Text[First], Rest>
    : never
  : Path extends keyof Text
    ? Text[Path]
    : never

const ENGLISH = import.meta.glob<Texts>('../../tasks/*/messages/en.json', { eager: true, import: 'default' })
const OTHERS = import.meta.glob<Texts>(['../../tasks/*/messages/*.json', '!../../tasks/*/messages/en.json'], { import: 'default' })

const kindOf = (file: string): string => file.split('/').at(-3) ?? ''
const keyOf = (kind: string, key: string): string => `kinds.${kind}.${key}`
const add = (language: InterfaceLanguage, kinds: readonly (readonly [string, Texts])[]) =>
  i18next.addResourceBundle(language, 'translation', { kinds: Object.fromEntries(kinds) }, true, true)

/** Adds the English texts of all kinds: for staff pages, and until the person's own language has loaded. */
export function addEnglish(): void {
  add('en', Object.entries(ENGLISH).map(([file, texts]) => [kindOf(file), texts]))
}

/** Loads the texts of all kinds in a language. */
export async function loadKindMessages(language: InterfaceLanguage): Promise<void> {
  const files = Object.entries(OTHERS).filter(([file]) => file.endsWith(`/${language}.json`))
  add(language, await Promise.all(files.map(async ([file, load]) => [kindOf(file), await load()] as const)))
}

/** Adds texts that are loaded only where they are shown, under a name as that of a kind. */
export const addTexts = (name: string, texts: Texts): void => {
  add(chosenLanguage(), [[name, texts]])
}

/** The text of a kind under a key; null if it has none, such as a kind from a package. */
export function kindMessage(kind: string, key: string, values: Record<string, unknown> = {}): string | null {
  const path = keyOf(kind, key)
  const isThere: boolean = i18next.exists(path)
  return isThere ? String(translate(path, values)) : null
}

/** The texts of one kind, by their keys: a group of them where the key names a group. */
export const textsOf =
  <Text>(kind: string) =>
  <Path extends Key<Text>>(key: Path, values: Record<string, unknown> = {}): At<Text, Path> =>
    translate(keyOf(kind, key), values) as At<Text, Path>

// oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- tsc takes known keys only
export const translate = (path: string, values: Record<string, unknown>): unknown => i18next.t(path as 'loading', { ...values, returnObjects: true })
