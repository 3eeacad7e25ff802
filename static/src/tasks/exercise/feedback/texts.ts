import { addTexts, type Texts, textsOf } from '../../../kit/messages/kindMessages'
import { chosenLanguage } from '../../../kit/messages/interfaceLanguage'
import type en from './messages/en.json'

const FILES = import.meta.glob<Texts>('./messages/*.json', { import: 'default' })

/** Loads what exercises say: only newcomers read it. */
export async function loadTexts(): Promise<void> {
  const texts = await FILES[`./messages/${chosenLanguage()}.json`]?.()
  if (texts) addTexts('exercise', texts)
}

/** A text of exercises, in the person's language. */
export const own = textsOf<typeof en>('exercise')
