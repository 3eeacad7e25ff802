import { describe, expect, it } from 'vitest'

import type { LyingPlan } from '../../api/EditClient'
import { fitMap, type MapPoint } from '../../map/mapProjection'
import { drawnMatrix, placeOf } from '../../map/lyingPlan'
import { lyingInMiddle, pixelOf, worldOf } from './planPictures'

const LIES: LyingPlan = { z: 0, corner: [2, 5], heading: Math.PI / 2, scale: 0.01 }
const FRAME = fitMap([[0, 0], [10, 6]], { width: 340, height: 250, margin: 30 })

function near({ x, y }: MapPoint, right: number, up: number): void {
  expect(x).toBeCloseTo(right)
  expect(y).toBeCloseTo(up)
}

describe('a picture of a floor plan', () => {
  it('lies with its top where it points, as the server says it', () => {
    // Its top points east, so that its right side points south.
    near(placeOf(LIES, { x: 100, y: 0 }), 2, 4)
    near(placeOf(LIES, { x: 0, y: 100 }), 1, 5)
  })

  it('has each point of the place where it has it', () => {
    const lies = { ...LIES, heading: 0.7 }
    near(pixelOf(lies, placeOf(lies, { x: 31, y: 47 })), 31, 47)
  })

  it('is shown in the middle, north up, until somebody lays it', () => {
    const lies = lyingInMiddle({ url: '', width: 680, height: 250 }, FRAME, { width: 340, height: 250 }, 2.5)
    expect(lies).toMatchObject({ z: 2.5, heading: 0 })
    const corner = placeOf(lies, { x: 0, y: 0 })
    near(FRAME.place(corner.x, corner.y), 0, 125 - 125 / 2)
    expect(drawnMatrix(lies, FRAME).match(/[-\d.e]+/g)?.map(Number).map((each) => Number(each.toFixed(6)))).toEqual([0.5, 0, 0, 0.5, 0, 62.5])
  })

  it('takes a point of the map back to metres', () => {
    near(worldOf(FRAME, FRAME.place(3, 4)), 3, 4)
  })
})
