import { textsOf } from '../../../kit/messages/kindMessages'
import type en from './en.json'

/** A text of this kind, in the person's language. */
export const own = textsOf<typeof en>('seek')
