// @vitest-environment page
import { expect, it } from 'vitest'

import { house } from '../../testing/house'
import { TopDownMap } from './TopDownMap'

type Viewpoint = ReturnType<typeof house>['viewpoints'][number]

const [first] = house().viewpoints
const place = (viewpoint_id: string, x: number, z: number, neighbors: string[]): Viewpoint => ({ ...first!, viewpoint_id, position: [x, 0, z], neighbors })
const mapOf = (...viewpoints: Viewpoint[]) => new TopDownMap({ viewpoints, floor_plan: null })
const lines = ({ element }: TopDownMap) => [...element.querySelectorAll('.map-edges')].map((path) => path.getAttribute('d')?.match(/M/g)?.length ?? 0)

it('draws each edge once, and none from one storey to another', () => {
  const map = mapOf(place('a', 0, 0, ['b']), place('b', 2, 0, ['a', 'c']), place('c', 4, 3, ['b', 'd']), place('d', 6, 3, ['c']))
  expect([map.storeyCount, lines(map)]).toEqual([2, [1, 1]])
})

it('shows the storey where the camera is, eyes above its floor', () => {
  const map = mapOf(place('a', 0, 0, []), place('c', 4, 3, []))
  const shown = () => [...map.element.querySelectorAll('.map-storey')].map((storey) => storey.hasAttribute('data-shown'))
  expect(shown()).toEqual([true, false])
  map.turnTo(1)
  expect([map.storey, shown()]).toEqual([1, [false, true]])
})

it('shows the names of rooms that have room for them, which zooming gives', () => {
  const { viewpoints } = house()
  const outline: [number, number][] = [[-4, -2], [4, -2], [4, 8], [-4, 8]]
  const map = new TopDownMap({ viewpoints, floor_plan: { floors: [{ z: 0, walls: [], rooms: [{ name: 'h'.repeat(60), outline }], stairs: [] }] } })
  const fits = () => map.element.querySelector('.map-room-name')?.hasAttribute('data-fits')
  expect(fits()).toBe(false)
  map.look({ x: 0, y: 0, width: 32, height: 24 })
  expect([fits(), map.element.getAttribute('viewBox')]).toEqual([true, '0.00 0.00 32.00 24.00'])
})
