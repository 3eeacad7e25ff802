import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

import type { Snapshot } from '../api/types'
import { fromLines, rowAt, toColumns, toLines, visits } from './snapshots'

it('gives back every float32 and every sample of the clock', () => {
  const matrix = Array.from({ length: 16 }, (_, index) => Math.sin(index) * 10 ** (index - 8))
  const camera = { viewpoint_id: 'hall', extrinsic_matrix: matrix, intrinsic_matrix: matrix }
  const [back] = fromLines(toLines([{ time: 12_345 / 48_000, audio_time: null, ...camera }])) as [Snapshot]
  expect(Math.round(back.time * 48_000)).toBe(12_345)
  expect(back.extrinsic_matrix.map(Math.fround)).toEqual(matrix.map(Math.fround))
})

const SAMPLE = new URL('../../../../shared/data/pangea_sample/snapshots.jsonl', import.meta.url)

it.skipIf(!existsSync(SAMPLE))('needs a seventeenth of what the 2021 lines need, in chunks of five seconds', () => {
  const lines = readFileSync(SAMPLE, 'utf8')
  const old = lines.trimEnd().split('\n').map((line) => JSON.parse(line) as { time: number; id: string; exmat: number[]; inmat: number[] })
  const chunks = Array.from({ length: 8 }, (_, chunk) => old.filter(({ time }) => Math.floor(time / 5) === chunk))
  const sizes = chunks.map((chunk) => {
    const snapshots = chunk.map(({ time, id, exmat, inmat }) => ({
      time,
      audio_time: null,
      viewpoint_id: id,
      extrinsic_matrix: exmat,
      intrinsic_matrix: inmat,
    }))
    return gzipSync(toLines(snapshots)).length
  })
  expect(lines.length / sizes.reduce((total, size) => total + size, 0)).toBeGreaterThan(17)
})

it('finds the row before a time, and the share of the way to the next', () => {
  const times = [0, 1, 1, 3]
  expect(rowAt(times, -1)).toEqual({ row: 0, share: 0 })
  expect(rowAt(times, 0.25)).toEqual({ row: 0, share: 0.25 })
  expect(rowAt(times, 1)).toEqual({ row: 2, share: 0 })
  expect(rowAt(times, 2)).toEqual({ row: 2, share: 0.5 })
  expect(rowAt(times, 9)).toEqual({ row: 3, share: 0 })
  expect(rowAt([], 1).row).toBe(0)
})

it('joins snapshots of one viewpoint and leaves no gap between stays', () => {
  expect(visits([0, 1, 2, 3], ['a', 'a', 'b', 'a'])).toEqual([
    { viewpointId: 'a', start: 0, end: 2 },
    { viewpointId: 'b', start: 2, end: 3 },
    { viewpointId: 'a', start: 3, end: 3 },
  ])
  expect(visits([], [])).toEqual([])
})

it('writes a line for each snapshot: times to a microsecond, nine digits, no clock of the voice where there was none', () => {
  const camera = { viewpoint_id: 'hall', extrinsic_matrix: [0.1], intrinsic_matrix: [2] }
  const lines = toLines([{ time: 1.23456789, audio_time: 0.1234567, ...camera }, { time: 2, audio_time: null, ...camera }])
  const rest = '"viewpoint_id":"hall","extrinsic_matrix":[0.100000001],"intrinsic_matrix":[2]}\n'
  expect(new TextDecoder().decode(lines)).toBe(`{"time":1.234568,"audio_time":0.123457,${rest}{"time":2,${rest}`)
})

it('turns snapshots into columns', () => {
  const snapshots = [1, 2].map((time) => ({ time, audio_time: 0.5, viewpoint_id: `v${time}`, extrinsic_matrix: [time], intrinsic_matrix: [10 * time] }))
  expect(toColumns(snapshots)).toEqual({ time: [1, 2], audio_time: null, viewpoint_id: ['v1', 'v2'], extrinsic_matrix: [[1], [2]], intrinsic_matrix: [[10], [20]] })
})
