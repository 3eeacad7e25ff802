import { textsOf } from '../../../kit/messages/kindMessages'
import type en from './en.json'

/** A text of all pages about landmarks, in the person's language. */
export const own = textsOf<typeof en>('landmarks')
