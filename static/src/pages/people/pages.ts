import type { KindView } from '../../api/types'

export const addressOfKind = (kind: string): string => `/task/${kind}`

/** Where annotators begin: with the kind whose answers the others are about. */
export function pageOf(kinds: readonly KindView[]): string {
  const first = kinds.find(({ gives_words: gives }) => gives) ?? kinds[0]
  return first ? addressOfKind(first.kind) : '/me'
}
