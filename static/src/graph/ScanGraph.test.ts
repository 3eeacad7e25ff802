import { describe, expect, it } from 'vitest'

import type { ScanView, ViewpointView } from '../api/types'
import { angleBetween, degrees, directionOf, radians, signedAngle, unitVector } from './angles'
import { ScanGraph } from './ScanGraph'

const viewpoint = (viewpoint_id: string, position: [number, number, number], neighbors: string[]): ViewpointView => ({
  viewpoint_id,
  position,
  neighbors,
  orientation: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  height: viewpoint_id === 'stairs' ? 1.5 : null,
  images: {},
  tiles: null,
  relief: null,
})
const scan: ScanView = {
  scan_id: 'house',
  projection: 'cubemap',
  floor_plan: null,
  viewpoints: [
    viewpoint('hall', [0, 0, 1.6], ['kitchen', 'stairs']),
    viewpoint('kitchen', [2, 0, 1.6], ['hall']),
    viewpoint('stairs', [0, -3, 4.6], ['hall']),
  ],
}

describe('the graph of a scan', () => {
  const graph = new ScanGraph(scan)

  it('knows where one viewpoint lies from another', () => {
    expect(degrees(graph.direction('hall', 'kitchen').heading)).toBeCloseTo(90)
    const up = graph.direction('hall', 'stairs')
    expect([Math.abs(degrees(up.heading)), degrees(up.elevation)]).toEqual([180, expect.closeTo(45)])
  })

  it('knows the neighbours and the floor', () => {
    expect(graph.neighbors('hall').map(({ viewpoint_id }) => viewpoint_id)).toEqual(['kitchen', 'stairs'])
    expect(graph.floor('stairs')[2]).toBeCloseTo(3.1)
    expect(graph.floor('hall')[2]).toBeCloseTo(0)
  })

  it('refuses a viewpoint that is not there', () => {
    expect(() => graph.viewpoint('attic')).toThrow('This scan has no viewpoint attic.')
  })
})

describe('directions', () => {
  it('begin at +y, and grow to the right and upwards', () => {
    expect(directionOf(0, 1, 0)).toEqual({ heading: 0, elevation: 0 })
    expect(directionOf(1, 0, 0).heading).toBeCloseTo(Math.PI / 2)
    expect(directionOf(0, 1, 1).elevation).toBeCloseTo(Math.PI / 4)
  })

  it('survive the way to a vector and back', () => {
    for (const [heading, elevation] of [[-3, 1.5], [-1, 0], [0.5, -0.7], [2, -1.5]] as const) {
      const direction = { heading, elevation }
      const back = directionOf(...unitVector(direction))
      expect(back.heading).toBeCloseTo(direction.heading, 9)
      expect(back.elevation).toBeCloseTo(direction.elevation, 9)
    }
  })

  it('are compared the short way round', () => {
    const [west, east] = [radians(-170), radians(170)]
    const angle = angleBetween({ heading: west, elevation: 0 }, { heading: east, elevation: 0 })
    expect(degrees(angle)).toBeCloseTo(20)
    expect(degrees(signedAngle(east - west))).toBeCloseTo(-20)
  })
})
