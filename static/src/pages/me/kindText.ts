import type { Kind } from '../../api/ApiClient'
import { kindName } from '../../annotations/kinds'
import { optionalMessage } from '../../kit/messages/messages'

/** What is said of a kind under this key, or else the kind's title: in the person's language where the kind has one. */
export const kindText = (key: string, kind: Kind): string => optionalMessage(key) ?? optionalMessage(`${kind}.title`) ?? kindName(kind)
