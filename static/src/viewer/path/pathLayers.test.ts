import { Vector3 } from 'three'
import { expect, it } from 'vitest'

import type { Layer } from '../overlay/Overlay'
import { pathLayers } from './pathLayers'

type Place = [number, number, number]
const layersOf = (...places: Place[]): Layer[] => pathLayers(places.map((place) => new Vector3(...place)), { stretch: [0, places.length - 1], goal: true })
const GOAL = { red: 1, green: expect.closeTo(0.2) as number, blue: expect.closeTo(0.16) as number }
/** Where a layer puts a point of its own; to a millimetre. */
const put = (layer: Layer | undefined, point: Place): number[] => new Vector3(...point).applyMatrix4(layer!.placement).toArray().map((value) => Math.round(value * 1000) / 1000 + 0)
const valuesOf = (layer: Layer | undefined, name: string): number[] => [...layer!.geometry.getAttribute(name).array]

it.each<[string, Place[], number[]]>([
  ['ahead', [[0, 0, 0], [4, 0, 0]], [2.15, 0.52, 0]],
  ['round a corner that comes soon', [[0, 0, 0], [2, 0, 0], [2, 0, 3]], [2.092, 0.52, 0.246]],
  ['on at the end of a short path', [[0, 0, 0], [0, 0, -1]], [0, 0.52, -1.55]],
])('points with an arrow over the start %s', (_, places, tip) => {
  expect(put(layersOf(...places)[1], [0, 0, -1])).toEqual(tip)
})

it('colours the ribbon from its start to its goal', () => {
  const colours = valuesOf(layersOf([0, 0, 0], [4, 0, 0])[0], 'colour').map((value) => Math.round(value * 100) / 100)
  expect(colours).toEqual([0.11, 0.39, 1, 0.11, 0.39, 1, 1, 0.2, 0.16, 1, 0.2, 0.16])
})

it('raises light around the goal: a ring that is brightest halfway, and a wall that is brightest on the floor', () => {
  const [ring, wall] = layersOf([0, 0, 0], [4, 1, 0]).slice(2)
  expect([put(ring, [0, 0, 0]), put(wall, [0, 0, 0])]).toEqual([[4, 1.02, 0], [4, 1.02, 0]])
  expect([ring, wall].map((layer) => layer!.uniforms)).toEqual([{ upright: 0, ...GOAL }, { upright: 1, ...GOAL }])
  const circles = (layer: Layer | undefined) => valuesOf(layer, 'light').filter((_, index) => index % 49 === 0)
  expect([circles(ring), circles(wall)]).toEqual([[0, 1, 0], [0, 1]])
  const size = (layer: Layer | undefined) => valuesOf(layer, 'position').slice(0, 3).map((metres) => Math.round(metres * 100) / 100)
  expect([size(ring), size(wall)], 'the inner and the upper edge').toEqual([[0, 0, 0.22], [0, 0.9, 0.55]])
})

it('draws no arrow and no light that is out of sight, and tells the ribbon which stretch is seen', () => {
  const floor = [0, 1, 2, 3].map((x) => new Vector3(x, 0, 0))
  const layers = pathLayers(floor, { stretch: [1, 2], goal: false })
  expect(layers.map(({ uniforms }) => uniforms)).toEqual([{ seenFrom: 1, seenTo: 2 }])
  expect(pathLayers(floor, { stretch: null, goal: true }).map(({ uniforms }) => uniforms)).toEqual([{ seenFrom: 3, seenTo: 3 }, { upright: 0, ...GOAL }, { upright: 1, ...GOAL }])
})

it('draws the goal alone where there is no way to it, and nothing without a path', () => {
  expect([layersOf([1, 0, 0]), layersOf([1, 0, 0], [1, 0, 0]), layersOf()].map(({ length }) => length)).toEqual([2, 2, 0])
})
