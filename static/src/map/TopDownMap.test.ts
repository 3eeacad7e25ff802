// @vitest-environment page
import { expect, it } from 'vitest'

import { house } from '../../testing/house'
import type { FloorPlan } from '../api/types'
import { TopDownMap } from './TopDownMap'

type Floor = FloorPlan['floors'][number]
type Viewpoint = ReturnType<typeof house>['viewpoints'][number]

const [first] = house().viewpoints
const place = (viewpoint_id: string, x: number, z: number, neighbors: string[]): Viewpoint => ({ ...first!, viewpoint_id, position: [x, 0, z], neighbors })
const mapOf = (...viewpoints: Viewpoint[]) => new TopDownMap({ viewpoints, floor_plan: null })
const lines = ({ element }: TopDownMap) => [...element.querySelectorAll('.map-edges')].map((path) => path.getAttribute('d')?.match(/M/g)?.length ?? 0)

it('draws each edge once, and none from one storey to another', () => {
  const map = mapOf(place('a', 0, 0, ['b']), place('b', 2, 0, ['a', 'c']), place('c', 4, 3, ['b', 'd']), place('d', 6, 3, ['c']))
  expect([map.storeyCount, lines(map)]).toEqual([2, [1, 1]])
})

it('shows the storey where the camera is, eyes 1.6 m above its floor', () => {
  const map = mapOf(place('a', 0, 0, []), place('c', 4, 3, []))
  const shown = () => [...map.element.querySelectorAll('.map-storey')].map((storey) => storey.hasAttribute('data-shown'))
  const pose = { x: 0, y: 0, heading: 0, fieldOfView: 1 }
  expect(shown()).toEqual([true, false])
  map.turnTo(1)
  expect([map.storey, shown()]).toEqual([1, [false, true]])
  // The upper floor is at 1.5 m, and steps up to half a metre below it belong to it.
  map.setPose({ ...pose, z: 2.5 })
  expect([map.storey, map.walker.pose?.z]).toEqual([0, 2.5])
  map.setPose({ ...pose, z: 2.7 })
  expect(map.storey).toBe(1)
})

it('begins on the storey of its path, or else of the first viewpoint', () => {
  const viewpoints = [place('a', 0, 3, []), place('c', 4, 0, [])]
  const scan = { viewpoints, floor_plan: null }
  expect([new TopDownMap(scan).storey, new TopDownMap(scan, { reference: ['c'], walked: ['a'] }).storey, mapOf().storeyCount]).toEqual([1, 0, 0])
})

it('draws the floor that a sketch shows to be free as it draws rooms', () => {
  const free: [number, number][] = [[0, 0], [3, 0], [3, 3]]
  const map = new TopDownMap({ ...house(), floor_plan: { floors: [{ z: 0, walls: [], rooms: [], stairs: [], free: [free] }], sketch: true } })
  expect(map.element.querySelector('.map-rooms')?.getAttribute('d')).toMatch(/^M[^Z]*L[^Z]*L[^Z]*Z$/)
})

it('draws plan, graph, paths and scale, fitted to the paths', () => {
  const hall: [number, number][] = [[0, 0], [3, 0], [3, 3], [0, 3]]
  const floor: Floor = { z: 0, walls: [[[0, 0], [3, 0]]], rooms: [{ name: 'hall', outline: hall }], stairs: [hall.slice(0, 3)] }
  const map = new TopDownMap({ ...house(), floor_plan: { floors: [floor] } }, { reference: ['a', 'b', 'd'], walked: ['a', 'b'] })
  map.addWalker('guide')
  const drawn = [...map.element.querySelectorAll('path, .map-goal, text')].map((each) =>
    [each.getAttribute('class'), each.getAttribute('d') ?? each.getAttribute('transform') ?? `${each.getAttribute('x')} ${each.getAttribute('y')} ${each.textContent}`])
  // 8 m fill the height within its margins: 23.5 units a metre, and (1.5, 1.5) is in the middle.
  const [a, b, c, d] = ['124.8 155.3', '124.8 84.8', '124.8 14.3', '195.3 84.8']
  expect(drawn.filter(([name]) => !['map-trail', 'map-cone'].includes(name!))).toEqual([
    ['map-rooms', `M${a}L195.3 155.3L${d}L${b}Z`],
    ['map-stairs', `M${a}L195.3 155.3L${d}Z`],
    ['map-walls', `M${a}L195.3 155.3`],
    ['map-edges', `M${a}L${b}M${b}L${c}M${b}L${d}`],
    ['map-room-name', '160.0 120.0 hall'],
    ['map-viewpoints', `M${a}h0M${b}h0M${c}h0M${d}h0`],
    ['map-reference', `M${a}L${b}L${d}`],
    ['map-goal', `translate(${d})`],
    ['map-walked', `M${a}L${b}`],
    ['map-scale', 'M10 226v4h47.0v-4'],
    ['map-scale-label', '14 225 2 m'],
  ])
  expect([...map.element.querySelectorAll('.map-walker')].map((walker) => walker.getAttribute('class'))).toEqual(['map-walker map-walker-guide', 'map-walker map-walker-own'])
  expect([map.at(1.5, 1.5), map.at(3, 1.5)]).toEqual([{ x: 160, y: 120 }, { x: 195.25, y: 120 }])
  map.walker.showTrail(['a', 'gone', 'd'])
  expect(map.walker.element.querySelector('.map-trail')?.getAttribute('d')).toBe(`M${a}L${d}`)
})

it('is fitted to the whole scan and its plan without a path', () => {
  const floor: Floor = { z: 0, walls: [[[-20, 0], [0, 0]]], rooms: [{ name: 'hall', outline: [[0, 0], [20, 0], [0, 1]] }], stairs: [] }
  const map = new TopDownMap({ ...house(), floor_plan: { floors: [floor] } })
  expect([map.at(-20, 3), map.at(20, 3)]).toEqual([{ x: 26, y: 120 }, { x: 294, y: 120 }])
  expect([map.element.querySelector('.map-reference')?.getAttribute('d'), map.element.querySelector('.map-goal')]).toEqual(['', null])
})

it('keeps lines and scale as large as they are in a part of it', () => {
  const map = new TopDownMap(house(), { reference: ['a'], walked: [] })
  map.look({ x: 80, y: 60, width: 160, height: 120 })
  const scale = map.element.querySelector('.map-scale')
  expect([map.element.style.getPropertyValue('--map-zoom'), scale?.parentElement?.getAttribute('transform'), scale?.getAttribute('d'), scale?.nextSibling?.textContent])
    .toEqual(['2.000', 'translate(80.00 60.00) scale(0.5000)', 'M10 226v4h47.0v-4', '1 m'])
})

it('says what its lines mean, and only of those that there are', () => {
  const legend = (reference: string[], other: { name: string; label: string } | null = null) =>
    [...new TopDownMap(house(), { reference, walked: [] }).legend({ reference: 'The way', walked: 'Walked' }, 'You', other).children].map(({ className, textContent }) => [className, textContent])
  const own = [['map-legend-walked', 'Walked'], ['map-legend-camera', 'You']]
  expect(legend([])).toEqual(own)
  expect(legend(['a'], { name: 'guide', label: 'The Guide' })).toEqual([['map-legend-reference', 'The way'], ...own, ['map-legend-guide', 'The Guide']])
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

it('shows pictures of floor plans where they lie, each on its storey', () => {
  const plan = { address: '/api/v1/scans/house/plans/ground.png?k=1', width: 200, height: 100, z: 0, corner: [0, 2] as [number, number], heading: 0, scale: 0.02 }
  const map = new TopDownMap({ viewpoints: [place('a', 0, 0, []), place('b', 4, 3, [])], floor_plan: null, plans: [plan, { ...plan, address: '/upper.png', z: 2.9 }] })
  const pictures = [...map.element.querySelectorAll('.map-storey')].map((storey) => [...storey.querySelectorAll('.map-picture')].map((picture) => picture.getAttribute('href')))
  expect(pictures).toEqual([[plan.address], ['/upper.png']])
  const [east, south] = [map.at(1, 2), map.at(0, 1)]
  const corner = map.at(0, 2)
  const [a = 0, b, c, d = 0, e = 0, f = 0] = (map.element.querySelector('.map-picture')?.getAttribute('transform') ?? '').replace(/matrix\((.*)\)/, '$1').split(' ').map(Number)
  expect([a * 50 + e, f, b]).toEqual([expect.closeTo(east.x), expect.closeTo(corner.y), expect.closeTo(0)])
  expect([d * 50 + f, e, c]).toEqual([expect.closeTo(south.y), expect.closeTo(corner.x), expect.closeTo(0)])
})
