/** How loud a voice is, for drawing it. */

const SAMPLES_IN_SECOND = 8000
const LEVELS_IN_SECOND = 25

/** Twenty-five levels a second, the loudest being 1. */
export type Loudness = Float32Array

/** Decodes a recording; rejects when the browser cannot. */
export async function loudnessOf(voice: Blob): Promise<Loudness> {
  const decoder = new OfflineAudioContext(1, 1, SAMPLES_IN_SECOND)
  const decoded = await decoder.decodeAudioData(await voice.arrayBuffer())
  return levels(decoded.getChannelData(0), decoded.sampleRate)
}

/** The greatest sample of each twenty-fifth of a second. */
export function levels(samples: Float32Array, sampleRate: number): Loudness {
  const step = sampleRate / LEVELS_IN_SECOND
  const found = Float32Array.from({ length: Math.ceil(samples.length / step) }, (_, index) => greatest(samples.subarray(Math.round(index * step), Math.round((index + 1) * step))))
  const most = greatest(found) || 1
  return found.map((level) => level / most)
}

/** How loud it is between two seconds of the recording, from 0 to 1. */
export const between = (loudness: Loudness, from: number, to: number): number =>
  greatest(loudness.subarray(Math.floor(from * LEVELS_IN_SECOND), Math.max(Math.floor(from * LEVELS_IN_SECOND) + 1, Math.floor(to * LEVELS_IN_SECOND))))

function greatest(values: Float32Array): number {
  let most = 0
  for (const value of values) most = Math.max(most, Math.abs(value))
  return most
}
