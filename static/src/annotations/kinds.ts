/** Kinds of task, of which packages may bring more: what each is to a page, and what people call it. */

import type { Kind } from '../api/ApiClient'
import type { KindView } from '../api/types'
import { kindMessage } from '../kit/messages/kindMessages'

const KIND = /^[a-z][a-z0-9_]{0,39}$/

/** The kind that an address names; null for what can be none. */
export const parseKind = (text: string | null): Kind | null => (text !== null && KIND.test(text) ? text : null)

/** What people call a kind of task; the word itself for one that brings no texts here. */
export const kindName = (kind: Kind): string => kindMessage(kind, 'title') ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')

/** The page on which a person goes on: a step of the same work has its own, and any other task is next for them. */
export const pageToGoOn = (reason: string, kind: Kind): string => (reason === 'step' ? `/task/${kind}` : '/work')

/** What people call one answer: a kind's own word for it, or its name. */
export const answerName = (kind: Kind, number: number): string => kindMessage(kind, 'numbered', { number }) ?? `${kindName(kind)} ${number}`

/** Whether its answers have figures of their own on the dashboard: of the walk, or of the words. */
export const isMeasured = ({ walks, speaks }: KindView): boolean => walks || speaks

/** Whether people walk where a Guide's words lead. */
export const follows = ({ about_words: words, walks }: KindView): boolean => words !== null && walks

/** What a kind says under this key, or else its name: in the person's language where the kind has one. */
export const kindText = (key: 'done' | 'doing', kind: Kind): string => kindMessage(kind, key) ?? kindName(kind)
