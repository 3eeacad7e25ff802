import type { PoseTraceView, Snapshot } from '../api/types'

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

/** Nine significant digits distinguish any two float32 values. */
const shortFloat32 = (value: number): number => Number(Math.fround(value).toPrecision(9))

/** Snapshots as columns; a trace is played from this form. */
export function toColumns(snapshots: readonly Snapshot[]): PoseTraceView {
  return {
    time: snapshots.map(({ time }) => time),
    audio_time: null,
    viewpoint_id: snapshots.map(({ viewpoint_id }) => viewpoint_id),
    extrinsic_matrix: snapshots.map(({ extrinsic_matrix }) => extrinsic_matrix),
    intrinsic_matrix: snapshots.map(({ intrinsic_matrix }) => intrinsic_matrix),
  }
}

/** The last row at or before `time`, and the share of the way to the next row that has passed. Times never fall. */
export function rowAt(times: readonly number[], time: number): { row: number; share: number } {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? Infinity) <= time) low = middle + 1
    else high = middle
  }
  const row = Math.max(0, low - 1)
  const [start = time, end = start] = [times[row], times[row + 1]]
  return { row, share: end > start ? Math.max(0, (time - start) / (end - start)) : 0 }
}

/** A stay at a viewpoint, in seconds of the pose trace. */
export interface Visit {
  readonly viewpointId: string
  readonly start: number
  end: number
}

/** Runs of equal viewpoint ids; `times` (seconds, ascending) and `viewpointIds` are equally long. */
export function visits(times: readonly number[], viewpointIds: readonly string[]): Visit[] {
  const found: Visit[] = []
  for (const [index, time] of times.entries()) {
    const viewpointId = viewpointIds[index] ?? ''
    const current = found.at(-1)
    if (current) current.end = time
    if (current?.viewpointId !== viewpointId) found.push({ viewpointId, start: time, end: time })
  }
  return found
}
