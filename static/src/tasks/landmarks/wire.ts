import type { View } from '../../viewer/types'

/** What the pages about landmarks are told: `annotate/kinds/landmark_wire.py`. Radians in the world's frame, seconds of the Guide's voice; characters count code points. */

export interface Sentence {
  readonly instruction_id: number
  readonly transcript: string
  readonly transcript_sha256: string
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly voice_url: string | null
  readonly voice_duration: number | null
  readonly words: readonly WordTime[]
  readonly untimed: 'not_aligned' | 'failed' | 'outdated' | 'not_timed' | 'stale' | null
  /** The words were corrected since the task was made. */
  readonly stale: boolean
}

export interface WordTime {
  readonly start_char: number
  readonly end_char: number
  readonly start_time: number
  readonly end_time: number
}

export interface Look {
  readonly viewpoint_id: string
  readonly heading: number
  readonly elevation: number
  readonly seconds: number
}

/** A mention in its sentence. */
export interface Phrase {
  readonly mention_id: string
  readonly sentence: Sentence
  readonly start_char: number
  readonly end_char: number
  readonly text: string
  readonly head: readonly [start: number, end: number] | null
  readonly types: readonly string[]
  readonly start_time: number | null
  readonly end_time: number | null
  /** Where the Guide looked at each of its words. */
  readonly looks: readonly Look[]
  readonly unseen: 'no_pose_trace' | 'not_timed' | 'not_told' | null
}

export interface LandmarkPage<Item> {
  readonly items: readonly Item[]
  readonly path: readonly string[]
  /** All viewpoints that the person may look around from. */
  readonly reach: readonly string[]
  readonly types: readonly string[]
}

/** Where the Guide looked when they began to say a phrase; null where nobody knows, or is told. */
export function lookedAt({ looks: [first] }: Phrase): View | null {
  return first ? viewOfLook(first) : null
}

/** What the Guide's camera saw. */
export const viewOfLook = ({ viewpoint_id: viewpointId, heading, elevation }: Look): View => ({ viewpointId, heading, elevation })
