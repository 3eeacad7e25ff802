import i18next from 'i18next'
import { expect, it } from 'vitest'

import type { FloorPlan, ViewpointView } from '../api/types'
import { radians } from './angles'
import { describeBearing, describeExit, exitsFrom, isInside, roomAt } from './exits'
import { ScanGraph } from './ScanGraph'

const viewpoint = (viewpoint_id: string, position: [number, number, number]): ViewpointView => ({
  viewpoint_id,
  position,
  orientation: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  height: 1.5,
  neighbors: [],
  images: {},
  tiles: null,
  relief: null,
})
const square = (x: number, y: number): [number, number][] => [
  [x, y],
  [x + 3, y],
  [x + 3, y + 3],
  [x, y + 3],
]
const plan: FloorPlan = {
  floors: [
    { z: 0, walls: [], stairs: [], rooms: [{ name: 'kitchen', outline: square(0, 0) }, { name: 'hall', names: { ur: 'راہداری' }, outline: square(3, 0) }] },
    { z: 3, walls: [], stairs: [], rooms: [{ name: 'attic', outline: square(0, 0) }] },
  ],
}
const graph = new ScanGraph({
  scan_id: 'house',
  projection: 'cubemap',
  viewpoints: [viewpoint('a', [1, 1, 1.5]), viewpoint('b', [4, 1, 1.5]), viewpoint('c', [1, 2, 4.5]), viewpoint('d', [-9, 1, 1.5])],
  floor_plan: plan,
})

it('knows the exits from left to right, with their rooms', () => {
  const exits = exitsFrom(graph, { floor_plan: plan }, { viewpointId: 'a', heading: 0 }, ['b', 'c', 'd'])
  expect(exits.map(describeExit)).toEqual([
    'Exit: 90 degrees to the left, 10.0 metres',
    'Attic: straight ahead, 3.2 metres, upwards',
    'Hall: 90 degrees to the right, 3.0 metres',
  ])
})

it('names rooms in the language of the page, where the place does', async () => {
  await i18next.changeLanguage('ur')
  const exits = exitsFrom(graph, { floor_plan: plan }, { viewpointId: 'a', heading: 0 }, ['c', 'b'])
  expect(exits.map(({ room }) => room)).toEqual(['attic', 'راہداری'])
  expect(describeExit(exits[1]!)).toMatch(/^راہداری: /)
  await i18next.changeLanguage('en')
})

it('names a room by its viewpoints before it looks at outlines', async () => {
  const scan = { floor_plan: plan, rooms: [{ name: 'porch', names: { hi: 'ड्योढ़ी' }, viewpoint_ids: ['d', 'b'] }] }
  const rooms = () => exitsFrom(graph, scan, { viewpointId: 'a', heading: 0 }, ['b', 'c', 'd']).map(({ room }) => room)
  expect(rooms()).toEqual(['porch', 'attic', 'porch'])
  await i18next.changeLanguage('hi')
  expect(rooms()).toEqual(['ड्योढ़ी', 'attic', 'ड्योढ़ी'])
  await i18next.changeLanguage('en')
})

it('tells bearings relative to where one looks', () => {
  const [exit] = exitsFrom(graph, { floor_plan: null }, { viewpointId: 'a', heading: radians(-90) }, ['b'])
  expect(describeExit(exit!)).toBe('Exit: behind you, 3.0 metres')
})

it.each([
  [7, 'straight ahead'],
  [-8, '10 degrees to the left'],
  [-41, '40 degrees to the left'],
  [93, '95 degrees to the right'],
  [172, '170 degrees to the right'],
  [-172, '170 degrees to the left'],
  [173, 'behind you'],
  [-178, 'behind you'],
  [320, '40 degrees to the left'],
])('says %d degrees as %s', (angle, words) => {
  expect(describeBearing(radians(angle))).toBe(words)
})

it('finds rooms by floor', () => {
  expect(roomAt(plan, [1, 1, 0.1])).toBe('kitchen')
  expect([-1, 2.4, 2.5].map((z) => roomAt(plan, [1, 1, z]))).toEqual(['kitchen', 'kitchen', 'attic'])
  expect(roomAt(plan, [9, 9, 0])).toBeNull()
  expect(roomAt({ floors: [] }, [1, 1, 0])).toBeNull()
})

it.each([
  [0.39, ''],
  [0.4, ', upwards'],
  [-0.4, ', downwards'],
])('says of a rise of %f metres%s', (rise, words) => {
  expect(describeExit({ viewpointId: 'b', room: null, bearing: 0, distance: 2.06, rise })).toBe(`Exit: straight ahead, 2.1 metres${words}`)
})

it('knows what lies in a room round a corner', () => {
  const corner: [number, number][] = [[0, 0], [6, 0], [6, 2], [2, 2], [2, 6], [0, 6]]
  const points: [number, number][] = [[1, 5], [5, 1], [3, 3], [-1, 1], [7, 1], [1, 7]]
  expect(points.map((point) => isInside(point, corner))).toEqual([true, true, false, false, false, false])
})
