import { expect, it } from 'vitest'

import type { Spot } from '../../api/EditClient'
import { directionOf, unitVector } from '../../graph/angles'
import { between, floorUnder, LEVEL, onScreen, shownOf, shownSight, shownWay, sightOf, times } from './frames'

const HALL: Spot = { viewpoint_id: 'hall', position: [1, 2, 1.6], heading: 0.7, height: 1.6, orientation: turned(0.7), use: 'pass' }

/** A level picture that looks along a heading. */
function turned(heading: number): Spot['orientation'] {
  const [sine, cosine] = [Math.sin(heading), Math.cos(heading)]
  return [
    [cosine, sine, 0],
    [-sine, cosine, 0],
    [0, 0, 1],
  ]
}

/** A picture whose right side hangs by an angle, and which looks along heading 0. */
function hanging(angle: number): Spot['orientation'] {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  return [
    [cosine, 0, sine],
    [0, 1, 0],
    [-sine, 0, cosine],
  ]
}

const close = (a: readonly number[], b: readonly number[]) => a.forEach((value, index) => expect(value).toBeCloseTo(b[index] ?? Number.NaN))

it('shows a level picture as it is, whatever it looks along', () => {
  const shown = shownOf('hall', HALL)
  shown.lean.forEach((row, index) => close(row, LEVEL[index] ?? []))
  const look = { heading: 0.3, elevation: -0.2 }
  expect(sightOf(shown, look).heading).toBeCloseTo(0.3)
  expect(sightOf(shown, look).elevation).toBeCloseTo(-0.2)
})

it('shows a picture that waits, and one whose heading nobody has said, as if it looked along 0', () => {
  expect(shownOf('porch', null)).toEqual({ viewpointId: 'porch', heading: 0, lean: LEVEL })
  expect(shownOf('hall', { ...HALL, heading: null, orientation: turned(0) }).heading).toBe(0)
})

it('finds what lies in the world along a heading straight ahead of who looks along it', () => {
  const way = unitVector({ heading: 0.7, elevation: -0.4 })
  const seen = directionOf(...shownWay(shownOf('hall', HALL), way))
  expect(seen.heading).toBeCloseTo(0)
  expect(seen.elevation).toBeCloseTo(-0.4)
})

it('tells the server of a picture that leans what its pixel is, and shows that where it was clicked', () => {
  const shown = shownOf('hall', { ...HALL, heading: 0, orientation: hanging(0.2) })
  const look = { heading: 1.2, elevation: 0.1 }
  const sight = sightOf(shown, look)
  expect(sight.elevation).not.toBeCloseTo(0.1)
  close(times(hanging(0.2), unitVector(sight)), unitVector(look))
  close(shownSight(shown, sight), unitVector(look))
})

it('is on the floor under a camera, or at the camera where its height is not known', () => {
  expect(floorUnder(HALL)).toEqual([1, 2, 0])
  expect(floorUnder({ ...HALL, height: null })).toEqual([1, 2, 1.6])
  expect(between([1, 2, 3], [2, 4, 3])).toEqual([1, 2, 0])
})

it('draws what is before the camera, and nothing that is behind or beside the picture', () => {
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  const lens = [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, -1, 0, 0, 0, -1, 0]
  const camera = { viewpoint_id: 'hall', extrinsic_matrix: identity, intrinsic_matrix: lens }
  const size = { width: 400, height: 200 }
  expect(onScreen([0, 1, 0], camera, size)).toEqual({ x: 200, y: 100 })
  expect(onScreen([0.5, 1, -0.25], camera, size)).toEqual({ x: 300, y: 150 })
  expect(onScreen([0, -1, 0], camera, size)).toBeNull()
  expect(onScreen([3, 1, 0], camera, size)).toBeNull()
})
