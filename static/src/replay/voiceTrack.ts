/**
 * Where the Guide's voice was at each moment of a replay. For a Guide the two are the same; a Follower's pose trace
 * says it in `audio_time`, which stands still in pauses and jumps when they skip.
 */

import { lastIndexAt } from './timeIndex'

/** Between two snapshots, audio that moved by less than this is taken to stand still; seconds. */
const STILL = 1e-3
/** Audio that ran this much further than the clock was skipped, not played; seconds. */
const SKIP = 0.5

export interface VoiceMoment {
  /** Position in the voice, seconds. */
  readonly position: number
  readonly playing: boolean
}

export interface VoiceTrack {
  at(time: number): VoiceMoment
  /** The first moment of the replay at which this position of the voice was heard, or null if it never was. */
  timeOf(position: number): number | null
}

/** A Guide's own voice: recorded on the pose trace's clock. */
export function ownVoice(duration: number): VoiceTrack {
  return {
    at: (time) => ({ position: Math.min(time, duration), playing: time < duration }),
    timeOf: (position) => position,
  }
}

function playedOn(times: readonly number[], audio: readonly number[], index: number): boolean {
  const heard = audio[index + 1]! - audio[index]!
  return heard > STILL && heard <= times[index + 1]! - times[index]! + SKIP
}

/** What a Follower heard: columns `time` and `audio_time` of the pose trace, both in seconds and equally long. */
export function heardVoice(times: readonly number[], audio: readonly number[]): VoiceTrack {
  const last = times.length - 1
  return {
    at(time) {
      const index = Math.max(0, lastIndexAt(times, time))
      const start = audio[index] ?? 0
      if (index >= last || !playedOn(times, audio, index)) return { position: start, playing: false }
      const share = (time - times[index]!) / (times[index + 1]! - times[index]!)
      return { position: start + Math.max(0, share) * (audio[index + 1]! - start), playing: true }
    },
    timeOf(position) {
      for (let index = 0; index < last; index++) {
        const [from, to] = [audio[index]!, audio[index + 1]!]
        if (position < from || position > to || !playedOn(times, audio, index)) continue
        return times[index]! + ((position - from) / (to - from)) * (times[index + 1]! - times[index]!)
      }
      return null
    },
  }
}
