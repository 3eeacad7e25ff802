import { textsOf } from '../../../kit/messages/kindMessages'
import type en from './en.json'

/** A text that the kinds about boxes share, in the person's language. */
export const own = textsOf<typeof en>('boxes')
