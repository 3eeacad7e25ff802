import type { VoiceTrack } from '../playback/voiceTrack'

export interface Samples {
  readonly samples: Float32Array
  readonly sampleRate: number
}

/** Blocks that are heard evenly, in a second. */
const BLOCKS = 100
/** Times as fast as spoken; what runs faster was skipped. */
const FASTEST = 4

/** What is heard of a voice in so many seconds of a replay: silence where it stands still, or is skipped. */
export function heardSamples({ samples, sampleRate }: Samples, track: VoiceTrack, from: number, seconds: number): Samples {
  const heard = new Float32Array(Math.round(seconds * sampleRate))
  const block = Math.round(sampleRate / BLOCKS)
  const sampleAt = (index: number) => track.positionAt(from + index / sampleRate) * sampleRate
  for (let first = 0; first < heard.length; first += block) {
    const start = sampleAt(first)
    const step = (sampleAt(first + block) - start) / block
    if (step <= 0 || step > FASTEST) continue
    for (let index = 0; index < block; index++) heard[first + index] = samples[Math.round(start + index * step)] ?? 0
  }
  return { samples: heard, sampleRate }
}
