import type { Snapshot } from '../api/types'

/** Snapshots as JSON Lines: times to a microsecond, matrices so that they come back as the same float32. */
export function toLines(snapshots: readonly Snapshot[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(snapshots.map((snapshot) => JSON.stringify(shortened(snapshot)) + '\n').join(''))
}

export function fromLines(lines: Uint8Array): Snapshot[] {
  const text = new TextDecoder().decode(lines)
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Snapshot]))
}

function shortened({ time, audio_time, extrinsic_matrix, intrinsic_matrix, ...rest }: Snapshot): object {
  return {
    time: toMicroseconds(time),
    ...(audio_time != null && { audio_time: toMicroseconds(audio_time) }),
    ...rest,
    extrinsic_matrix: extrinsic_matrix.map(shortFloat32),
    intrinsic_matrix: intrinsic_matrix.map(shortFloat32),
  }
}

const toMicroseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6

/** Nine significant digits tell any two float32 apart. */
const shortFloat32 = (value: number): number => Number(Math.fround(value).toPrecision(9))
