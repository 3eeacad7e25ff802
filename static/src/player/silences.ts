/** A part of a voice, in seconds. */
export interface Silence {
  start: number
  end: number
}

const FRAME_SECONDS = 0.02
/** Shorter ones are the pauses between words. */
const LEAST_SILENCE_SECONDS = 0.8
/** How much of a silence is left at either side, so that no word loses its beginning. */
const MARGIN_SECONDS = 0.1
/** Of the loudest frame that is not a mere click (the 95th of 100), as an amplitude: 30 dB below it. */
const SILENT_SHARE = 10 ** (-30 / 20)
/** The noise of a quiet room, as an amplitude: nothing below it is a voice. */
const ROOM_NOISE = 10 ** (-55 / 20)

/** Where nobody speaks for a while. `samples` are in [-1, 1], of one channel. */
export function silences(samples: Float32Array, sampleRate: number): Silence[] {
  const frame = Math.max(1, Math.round(FRAME_SECONDS * sampleRate))
  const levels = Array.from({ length: Math.floor(samples.length / frame) }, (_, index) =>
    rootMeanSquare(samples.subarray(index * frame, (index + 1) * frame)),
  )
  const threshold = Math.max(ROOM_NOISE, SILENT_SHARE * quantile(levels, 0.95))
  return quietRuns(levels, threshold)
    .map(([from, to]) => ({ start: (from * frame) / sampleRate, end: (to * frame) / sampleRate }))
    .filter(({ start, end }) => end - start >= LEAST_SILENCE_SECONDS)
    .map(({ start, end }) => ({ start: start + MARGIN_SECONDS, end: end - MARGIN_SECONDS }))
}

/** Where to continue listening: after the silence at or after `time`; null when there is none. */
export function afterSilence(stretches: readonly Silence[], time: number): number | null {
  return stretches.find(({ end }) => end > time)?.end ?? null
}

/** From each run of levels below the threshold, its first index and the one behind its last. */
function quietRuns(levels: readonly number[], threshold: number): [from: number, to: number][] {
  const runs: [number, number][] = []
  let from: number | null = null
  for (let index = 0; index <= levels.length; index += 1) {
    const quiet = (levels[index] ?? Infinity) < threshold
    if (quiet) from ??= index
    else if (from !== null) {
      runs.push([from, index])
      from = null
    }
  }
  return runs
}

function rootMeanSquare(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.sqrt(sum / samples.length)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}
