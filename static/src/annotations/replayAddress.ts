/** Addresses of replays: which annotation or dialogue, and at which moment. */

import type { Kind } from '../api/ApiClient'
import { parseKind } from './kinds'

export interface ReplayAddress {
  readonly kind: Kind
  readonly annotationId: number
  /** Seconds, null for the beginning. */
  readonly moment: number | null
}

function seconds(text: string | null): number | null {
  return text !== null && /^\d+(\.\d+)?$/.test(text) ? Number(text) : null
}

/** Reads `?kind=guide&id=12&t=12.3`; null when it names no annotation. */
export function parseReplayAddress(search: string): ReplayAddress | null {
  const query = new URLSearchParams(search)
  const kind = parseKind(query.get('kind'))
  const id = query.get('id') ?? ''
  if (!kind || !/^\d{1,15}$/.test(id)) return null
  return { kind, annotationId: Number(id), moment: seconds(query.get('t')) }
}

/** `?kind=guide&id=12&t=12.3`; hundredths of a second, as words begin. */
export function replayQuery({ kind, annotationId, moment }: ReplayAddress): string {
  const query = new URLSearchParams({ kind, id: String(annotationId) })
  if (moment !== null) query.set('t', moment.toFixed(2))
  return `?${query}`
}

/** Where an annotation is replayed from its beginning. */
export function replayUrl(kind: Kind, annotationId: number): string {
  return `/replay?kind=${kind}&id=${annotationId}`
}

export interface DialogueAddress {
  readonly pairingId: string
  /** Seconds, null for the beginning. */
  readonly moment: number | null
}

/** Reads `?id=PAIRING&t=12.3`; null when it names no dialogue. */
export function parseDialogueAddress(search: string): DialogueAddress | null {
  const query = new URLSearchParams(search)
  const pairingId = query.get('id') ?? ''
  return pairingId === '' ? null : { pairingId, moment: seconds(query.get('t')) }
}

/** Where both sides of a dialogue are replayed together. */
export function dialogueUrl({ pairingId, moment }: DialogueAddress): string {
  const query = new URLSearchParams({ id: pairingId })
  if (moment !== null) query.set('t', moment.toFixed(2))
  return `/dialogue?${query}`
}
