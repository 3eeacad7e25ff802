/** The kinds that the server has, for whatever on the page depends on what a kind is. */

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

import type { Kind } from '../../api/ApiClient'
import type { KindView } from '../../api/types'

/** What a figure measures: walks that are compared with their paths, or spoken instructions; null: everything. */
export type Of = 'walks' | 'speaks' | null

export const KindsShown = createContext<readonly KindView[]>([])

export const useKinds = (): readonly KindView[] => useContext(KindsShown)

/** The filter for the annotations that a figure measures. */
export function narrowed(kinds: readonly KindView[], of: Of): { readonly kind?: Kind } {
  const kind = of && kinds.find((each) => each[of])?.kind
  return kind ? { kind } : {}
}
