/**
 * The position of the Guide's voice at each moment of a replay. For a Guide, position and moment are equal; a
 * Follower's pose trace has the position in `audio_time`, which stands still in pauses and jumps when they skip.
 */

import { rowAt } from '../../trace/snapshots'

/** Audio that advanced this much more than the clock was skipped, not played. */
const SKIP_TOLERANCE_SECONDS = 0.5
/** Audio that does not move from this long before a moment until this long after it stands still. */
const STILL_SECONDS = 0.05

export interface VoiceTrack {
  /** The first moment of the replay at which anything had been heard; null when nothing ever was. */
  readonly begins: number | null
  /** Position in the voice, seconds. */
  positionAt(time: number): number
  /** Whether the voice was running. */
  playingAt(time: number): boolean
  /** The first moment of the replay at which this position of the voice was heard, or null if it never was. */
  timeOf(position: number): number | null
}

/** A Guide's own voice: recorded on the pose trace's clock. */
export function ownVoice(duration: number): VoiceTrack {
  return {
    begins: 0,
    positionAt: (time) => Math.min(Math.max(0, time), duration),
    playingAt: (time) => time < duration,
    timeOf: (position) => position,
  }
}

/** How the voice advanced from one snapshot to the next; seconds. */
interface Stretch {
  readonly start: number
  readonly from: number
  readonly to: number
  /** Seconds of voice per second, 0 when it was skipped. */
  readonly speed: number
}

/** What a Follower heard: columns `time` and `audio_time` of the pose trace, both in seconds and equally long. */
export function heardVoice(times: readonly number[], audio: readonly number[]): VoiceTrack {
  // Snapshots are far apart while nothing moves on the screen. If less voice than time passed between two of them, the
  // voice is taken to have run first and then to have stood still, for it never runs slower than it was spoken.
  const stretch = (index: number): Stretch => {
    const [start = 0, end = start] = [times[index], times[index + 1]]
    const [from = 0, to = from] = [audio[index], audio[index + 1]]
    const played = to > from && to - from <= end - start + SKIP_TOLERANCE_SECONDS
    return { start, from, to, speed: played ? Math.max(1, (to - from) / (end - start)) : 0 }
  }
  const positionAt = (time: number) => {
    const { start, from, to, speed } = stretch(rowAt(times, time).row)
    return speed === 0 ? from : Math.min(to, from + Math.max(0, time - start) * speed)
  }
  const heard = times.findIndex((_, index) => (audio[index] ?? 0) > 0 || stretch(index).speed > 0)
  return {
    begins: times[heard] ?? null,
    positionAt,
    playingAt: (time) => positionAt(time + STILL_SECONDS) !== positionAt(time - STILL_SECONDS),
    timeOf(position) {
      for (let index = 0; index < times.length - 1; index++) {
        const { start, from, to, speed } = stretch(index)
        if (speed > 0 && position >= from && position <= to) return start + (position - from) / speed
      }
      return null
    },
  }
}

const SEARCH_STEP_SECONDS = 0.1

/** When the voice was running between 0 and `duration`, to a tenth of a second: `[start, end]` in seconds. */
export function heardStretches(track: VoiceTrack, duration: number): [start: number, end: number][] {
  const found: [number, number][] = []
  let start: number | null = null
  for (let step = 0; step * SEARCH_STEP_SECONDS <= duration; step++) {
    const time = step * SEARCH_STEP_SECONDS
    const playing = track.playingAt(time)
    if (playing) start ??= time
    if (!playing && start !== null) {
      found.push([start, time])
      start = null
    }
  }
  if (start !== null) found.push([start, duration])
  return found
}

export interface Samples {
  readonly samples: Float32Array
  readonly sampleRate: number
}

/** The voice is resampled in this many blocks per second, each at an even speed. */
const BLOCKS_IN_SECOND = 100
/** A voice that advances faster than this many times its own speed was skipped. */
const FASTEST_SPEED = 4

/** The samples of a voice that are heard in `seconds` of a replay: silence where it stands still or is skipped. */
export function heardSamples({ samples, sampleRate }: Samples, track: VoiceTrack, from: number, seconds: number): Samples {
  const heard = new Float32Array(Math.round(seconds * sampleRate))
  const block = Math.round(sampleRate / BLOCKS_IN_SECOND)
  const sampleAt = (index: number) => track.positionAt(from + index / sampleRate) * sampleRate
  for (let first = 0; first < heard.length; first += block) {
    const start = sampleAt(first)
    const step = (sampleAt(first + block) - start) / block
    if (step <= 0 || step > FASTEST_SPEED) continue
    for (let index = 0; index < block; index++) heard[first + index] = samples[Math.round(start + index * step)] ?? 0
  }
  return { samples: heard, sampleRate }
}
