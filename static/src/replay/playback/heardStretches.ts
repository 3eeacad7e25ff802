import type { VoiceTrack } from './voiceTrack'

const STEP = 0.1

/** When the voice was running between 0 and `duration`, to a tenth of a second: `[start, end]` in seconds. */
export function heardStretches(track: VoiceTrack, duration: number): [start: number, end: number][] {
  const found: [number, number][] = []
  let start: number | null = null
  for (let step = 0; step * STEP <= duration; step++) {
    const time = step * STEP
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
