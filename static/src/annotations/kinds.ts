/** Kinds of task, of which packages may bring more. */

import type { Kind } from '../api/ApiClient'

export const WALK_KINDS = ['guide', 'follower'] as const

/** The kinds whose walks are compared with a path, and counted in the figures. */
export type WalkKind = (typeof WALK_KINDS)[number]

const KIND = /^[a-z][a-z0-9_]{0,39}$/

const NAMES: Partial<Record<Kind, string>> = { guide: 'Guide', follower: 'Follower', tour: 'Tour', find: 'Search', transcribe: 'Transcript' }

/** The kind that an address names; null for what can be none. */
export const parseKind = (text: string | null): Kind | null => (text !== null && KIND.test(text) ? text : null)

/** What people call a kind of task. */
export const kindName = (kind: Kind): string => NAMES[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')

export const isWalkKind = (kind: Kind): kind is WalkKind => WALK_KINDS.some((each) => each === kind)
