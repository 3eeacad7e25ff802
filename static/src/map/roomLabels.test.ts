import { expect, it } from 'vitest'

import { roomLabels, roomsWithout, viewpointLabels } from './roomLabels'

type Outline = [number, number][]
const SQUARE: Outline = [[0, 0], [4, 0], [4, 2], [0, 2]]
const CORNER: Outline = [[0, 0], [6, 0], [6, 2], [2, 2], [2, 6], [0, 6]]

it('writes a name in the middle of its room', () => {
  expect(roomLabels([{ name: 'kitchen', outline: SQUARE }], 'en')).toEqual([{ name: 'kitchen', x: 2, y: 1, width: 4 }])
})

it('knows how much width there is in the middle of a room around a corner', () => {
  const [label] = roomLabels([{ name: 'hall', outline: CORNER }], 'en')
  expect(label?.x).toBeCloseTo(2.2)
  expect(label?.width).toBeCloseTo(2)
})

it('names a room of three corners', () => {
  expect(roomLabels([{ name: 'attic', outline: [[0, 0], [6, 0], [0, 3]] }], 'en')).toEqual([{ name: 'attic', x: 2, y: 1, width: 4 }])
})

it('takes the name in the language of the page where there is one', () => {
  const room = { name: 'kitchen', names: { hi: 'रसोई' }, outline: SQUARE }
  expect(roomLabels([room], 'hi')[0]?.name).toBe('रसोई')
  expect(roomLabels([room], 'te')[0]?.name).toBe('kitchen')
})

it('leaves out what has no name or no area', () => {
  expect(roomLabels([{ name: '', outline: SQUARE }, { name: 'line', outline: [[0, 0], [1, 1]] }], 'en')).toEqual([])
})

it('writes the name of a room without an outline at the viewpoint in its middle', () => {
  const at = (viewpoint_id: string, x: number): { viewpoint_id: string; position: [number, number, number] } => ({ viewpoint_id, position: [x, 1, 1.6] })
  const viewpoints = [at('a', 0), at('b', 2), at('c', 5), at('d', 9)]
  const rooms = [{ name: 'hall', names: { te: 'హాలు' }, viewpoint_ids: ['a', 'b', 'c'] }, { name: 'attic', viewpoint_ids: ['upstairs'] }]
  expect(viewpointLabels(rooms, viewpoints, 'te')).toEqual([{ name: 'హాలు', x: 2, y: 1, width: 4 }])
  expect(viewpointLabels(rooms, viewpoints, 'ur')[0]?.name).toBe('hall')
})

it('leaves the name of a plan out where a viewpoint in it has another', () => {
  const rooms = [{ name: 'kitchen', outline: SQUARE }]
  const inside = { viewpoint_id: 'a', position: [1, 1, 1.6] as [number, number, number] }
  expect(roomsWithout(rooms, [inside])).toEqual([])
  expect(roomsWithout(rooms, [{ ...inside, position: [7, 1, 1.6] }])).toEqual(rooms)
})
