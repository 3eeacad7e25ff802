/**
 * What the pages of the data team say. The English text is the key, as with gettext: it is read where it is shown, and a text that
 * nobody has translated yet appears in English.
 */

import i18next from 'i18next'

import { chosenLanguage } from './interfaceLanguage'
import { openMessages, pageLocale } from './messages'
import english from './staff/en.json'

type Texts = Readonly<Record<string, string>>

const FILES = import.meta.glob<Texts>(['./staff/*.json', '!./staff/en.json'], { import: 'default' })
const ROOM = 'staff'

// English has only what its plurals need.
i18next.addResourceBundle('en', ROOM, english)

/** A text of the team's pages, in the person's language. `{{name}}` stands for a value; `count` chooses the plural, in which it is `{{n}}`. */
export const say = (text: string, values: Readonly<Record<string, unknown>> = {}): string =>
  translate(text, { ...counted(values), ...values, ns: ROOM, keySeparator: false, nsSeparator: false })

const counted = ({ count }: Readonly<Record<string, unknown>>) => (typeof count === 'number' ? { n: count.toLocaleString(pageLocale()) } : {})

// Its type knows the annotators' keys only.
const translate = i18next.t.bind(i18next) as unknown as (key: string, options: object) => string

/** Loads the texts. Names of tables and menus are read with their modules, so those are imported after this. */
export async function openStaffMessages(): Promise<void> {
  const [texts] = await Promise.all([FILES[`./staff/${chosenLanguage()}.json`]?.(), openMessages()])
  if (texts) i18next.addResourceBundle(chosenLanguage(), ROOM, texts)
}
