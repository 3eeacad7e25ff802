/** A campaign file while somebody writes it. Pure: each change gives a new draft. */

import type { CampaignCheck, CampaignFile } from '../../api/types'
import { type Definition, NEW } from './definition'

export type Mode = 'form' | 'file'

export interface Draft {
  /** The stored campaign that it changes; null for a new one. */
  readonly id: string | null
  /** The stored version that its changes were made in; 0 for a new campaign. */
  readonly version: number
  /** What was stored when it was begun. */
  readonly before: Definition
  readonly mode: Mode
  /** What the form shows; in the mode `file` as it was before. */
  readonly definition: Definition
  /** What the file says; in the mode `form` as it was before. */
  readonly text: string
  /** Texts and lists of paths that it names, by their names. */
  readonly files: Readonly<Record<string, string>>
  /** What the server says of exactly this draft. */
  readonly check: CampaignCheck | null
  /** What somebody else has stored meanwhile. */
  readonly newer: CampaignFile | null
  readonly isChanged: boolean
}

const EMPTY = { files: {}, check: null, newer: null, isChanged: false }

export const newDraft = (): Draft => ({ ...EMPTY, id: null, version: 0, before: {}, mode: 'form', definition: NEW, text: textOf(NEW) })

export function draftOf({ campaign, text, definition }: CampaignFile, mode: Mode = 'form'): Draft {
  const stored = definition as Definition
  return { ...EMPTY, id: campaign.campaign_id, version: campaign.version, before: stored, mode, definition: stored, text }
}

/** The text that the server is sent. JSON is YAML too. */
export const sentText = ({ mode, definition, text }: Draft): string => (mode === 'form' ? textOf(definition) : text)

const textOf = (definition: Definition): string => JSON.stringify(definition, null, 2)

const CHANGED = { check: null, isChanged: true }

export const withDefinition = (draft: Draft, definition: Definition): Draft => ({ ...draft, ...CHANGED, definition })
export const withText = (draft: Draft, text: string): Draft => ({ ...draft, ...CHANGED, text })
export const withFiles = (draft: Draft, files: Draft['files']): Draft => ({ ...draft, ...CHANGED, files })

/** The draft with what the server says of it: both modes show the same from then on, where it can be read. */
export function withCheck(draft: Draft, check: CampaignCheck): Draft {
  if (draft.mode === 'file') return { ...draft, check, definition: (check.definition as Definition | null | undefined) ?? draft.definition }
  return { ...draft, check, text: check.text ?? sentText(draft) }
}

/** The other mode; the form stays closed for a file that cannot be read. */
export function turned(draft: Draft, mode: Mode): Draft {
  return mode === 'form' && !draft.check?.definition ? draft : { ...draft, mode }
}

/** The same text, on top of what somebody else has stored meanwhile. */
export function onTopOf(draft: Draft, newer: CampaignFile): Draft {
  return { ...draft, version: newer.campaign.version, before: newer.definition as Definition, check: null, newer: null }
}
