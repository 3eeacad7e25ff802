import type { Loudness } from '../../../equipment/voice'
import { decibels, isClipped, isVoice, voiceLevel } from '../../../equipment/voice'

export const HINTS = ['clipped', 'quiet', 'goal', 'look', 'silent'] as const
export type HintName = (typeof HINTS)[number]

/** When hints are given, as the campaign says (`HintRules` in `annotate/campaigns/guide_rules.py`). */
export interface HintRules {
  silent_seconds: number
  quiet_decibels: number
  clipped_share: number
  goal_seconds: number
  look_seconds: number
  apart_seconds: number
  off: readonly string[]
}

/** The voice of the last seconds is judged, once there is enough of it. */
const JUDGED_SECONDS = 6
const ENOUGH_SECONDS = 1
/** Any two hints are at least this far apart, in seconds. */
const BETWEEN_SECONDS = 8
/** Steps in silence after which a person may be telling from memory. */
const STEPS_UNSAID = 2

/** A stretch of the voice and when it ended; seconds of the recording. */
interface Heard extends Loudness {
  until: number
  seconds: number
}

/**
 * Decides which hint a person who records may need now. It knows only the levels of the voice and the steps of the walk,
 * on the clock of the recording, so that a pause counts for nothing.
 */
export class HintWatch {
  private spoken: Heard[] = []
  private lastVoice: number
  private stepsUnsaid = 0
  private arrival: number | null = null
  private lastHint = -Infinity
  private readonly given = new Map<HintName, number>()

  /** `since` is where the recording begins or goes on; the walk is at the goal wherever it is at the viewpoint `goal`. */
  constructor(
    private readonly rules: HintRules,
    private readonly goal: string | undefined,
    since = 0,
  ) {
    this.lastVoice = since
  }

  /** Hears `seconds` of the microphone, which end at `until`. */
  hear(until: number, seconds: number, loudness: Loudness): void {
    if (!isVoice(loudness)) return
    this.lastVoice = until
    this.stepsUnsaid = 0
    this.arrival = null
    this.spoken.push({ ...loudness, until, seconds })
  }

  /** Sees the walk arrive at a viewpoint. */
  arrive(at: number, viewpointId: string): void {
    this.stepsUnsaid += 1
    this.arrival = viewpointId === this.goal ? at : null
  }

  /** The hint to give at this time, which counts as given; null for none. */
  hintAt(now: number): HintName | null {
    this.spoken = this.spoken.filter(({ until }) => until > now - JUDGED_SECONDS)
    if (now - this.lastHint < BETWEEN_SECONDS) return null
    const hint = HINTS.find((name) => this.mayGive(name, now) && this.isDue(name, now)) ?? null
    if (hint !== null) {
      this.given.set(hint, now)
      this.lastHint = now
    }
    return hint
  }

  private mayGive(name: HintName, now: number): boolean {
    return !this.rules.off.includes(name) && now - (this.given.get(name) ?? -Infinity) >= this.rules.apart_seconds
  }

  private isDue(name: HintName, now: number): boolean {
    const { rules } = this
    const silence = now - this.lastVoice
    const due: Record<HintName, () => boolean> = {
      clipped: () => this.isJudged && this.clippedShare > rules.clipped_share,
      quiet: () => this.isJudged && decibels(voiceLevel(this.spoken)) < rules.quiet_decibels,
      goal: () => this.arrival !== null && now - this.arrival >= rules.goal_seconds,
      look: () => this.stepsUnsaid >= STEPS_UNSAID && silence >= rules.look_seconds,
      silent: () => silence >= rules.silent_seconds,
    }
    return due[name]()
  }

  private get isJudged(): boolean {
    return this.spoken.reduce((sum, { seconds }) => sum + seconds, 0) >= ENOUGH_SECONDS
  }

  private get clippedShare(): number {
    return this.spoken.filter(isClipped).length / this.spoken.length
  }
}
