import type { Kind } from '../../api/ApiClient'
import { kindName } from '../../annotations/kinds'
import { kindMessage } from '../../kit/messages/kindMessages'

/** What a kind says under this key, or else its name: in the person's language where the kind has one. */
export const kindText = (key: 'done' | 'doing', kind: Kind): string => kindMessage(kind, key) ?? kindName(kind)
