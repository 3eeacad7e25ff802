/** The kinds that the server has, for whatever on the page depends on what a kind is. */

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

import type { Kind } from '../../api/ApiClient'
import type { KindView } from '../../api/types'

/** What a figure is of: walks that are compared with their paths, or words that were spoken along one; null: of all. */
export type Of = 'walks' | 'speaks' | null

export const KindsShown = createContext<readonly KindView[]>([])

export const useKinds = (): readonly KindView[] => useContext(KindsShown)

/** The filter that leaves what a figure is of. */
export function narrowed(kinds: readonly KindView[], of: Of): { readonly kind?: Kind } {
  const kind = of && kinds.find((each) => each[of])?.kind
  return kind ? { kind } : {}
}
