// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { TestScreen } from '../../../testing/TestScreen'
import { TestViewer } from '../../../testing/TestViewer'
import { radians } from '../../graph/angles'
import type { Region } from '../../regions/shapes'
import type { Layer } from '../overlay/Overlay'
import { RegionLayer, type ShownRegion } from './RegionLayer'

let screen: TestScreen
let test: TestViewer
let layer: RegionLayer

const box = (heading: number, elevation = 0, width = 20): Region => ({ kind: 'view', heading: radians(heading), elevation: radians(elevation), width: radians(width), height: radians(width) })
const shown = (label: string, shape: Region, more: Partial<ShownRegion> = {}): ShownRegion => ({ viewpointId: 'a', shape, label, language: 'en-US', look: 0, lit: true, ...more })
const labels = () => [...screen.element.querySelectorAll<HTMLElement>('.viewer-region')].filter(({ hidden }) => !hidden)
const place = (label: HTMLElement | undefined) => [...(label?.style.transform ?? '').matchAll(/-?[\d.]+/g)].map(([number]) => Number(number))

beforeEach(async () => {
  screen = new TestScreen(800, 600)
  test = await TestViewer.opened(screen)
  layer = test.viewer.layer((over) => new RegionLayer(over))
})
afterEach(() => {
  test.viewer.dispose()
  screen.close()
})

const show = async (...regions: ShownRegion[]) => {
  layer.show(regions)
  await screen.pass(0.5)
}

it('names a region above it, of the place where the camera stands', async () => {
  await show(shown('the sofa', box(0)), shown('elsewhere', box(0), { viewpointId: 'b' }))
  expect(labels().map(({ textContent }) => textContent)).toEqual(['the sofa'])
  const [x = 0, y = 0] = place(labels()[0])
  expect(x).toBeCloseTo(400, 0)
  expect(y).toBeGreaterThan(100)
  expect(y).toBeLessThan(300)
  expect(labels()[0]?.hasAttribute('data-away')).toBe(false)
})

it('keeps the name of what is talked of in the picture, at the edge towards it, and hides others', async () => {
  await show(shown('right', box(90)), shown('left', box(-90)), shown('behind', box(178)), shown('quiet', box(150), { lit: false }))
  const at = new Map(labels().map((label) => [label.textContent, place(label)[0] ?? 0]))
  expect([...at.keys()].sort()).toEqual(['behind', 'left', 'right'])
  expect(at.get('right')).toBeGreaterThan(700)
  expect(at.get('left')).toBeLessThan(100)
  expect(labels().every((label) => label.hasAttribute('data-away'))).toBe(true)
})

it('names what fills the whole picture, and what reaches over its edge, inside it', async () => {
  await show(shown('wide', box(0, 0, 170)))
  expect(labels().map((label) => label.hasAttribute('data-away'))).toEqual([false])
  await show(shown('high', box(0, 40, 30)))
  const [, y = -1] = place(labels()[0])
  expect(y).toBeGreaterThanOrEqual(0)
})

it('draws lines and filling, and nothing without regions or at another place', async () => {
  const rings = test.layers
  const regions = [shown('the sofa', box(0)), shown('the pole', box(0, 88), { look: 1, lit: false })]
  await show(...regions)
  expect(test.layers - rings).toBe(2)
  await show()
  expect(test.layers).toBe(rings)
  await show(...regions)
  test.viewer.moveTo('b').catch(() => undefined)
  await screen.pass(2)
  const there = test.layers
  expect(labels()).toEqual([])
  await show()
  expect(test.layers).toBe(there)
})

it('draws the lines of what is talked of last, over the others', async () => {
  const drawn: Layer[][] = []
  const overlay = { set: (_name: string, layers: Layer[]) => void drawn.push(layers) }
  layer = test.viewer.layer((over) => new RegionLayer({ ...over, overlay: overlay as unknown as typeof over.overlay }))
  await show(shown('talked of', box(0, 0, 60)), shown('quiet', box(90), { lit: false }))
  const across = drawn.at(-1)?.map(({ geometry }) => geometry.boundingSphere?.center.x ?? NaN)
  expect(across).toEqual([expect.closeTo(1, 0), expect.closeTo(0)])
})

it('leaves the picture as it is in what is large, and in what is not talked of', async () => {
  const before = test.layers
  for (const quiet of [shown('the wall', box(0, 0, 60)), shown('the sofa', box(0), { lit: false })]) {
    await show(quiet)
    expect(test.layers - before).toBe(1) // its outline
  }
})

it('gives the GPU nothing of what lies behind the camera, and all of it after a turn', async () => {
  const before = test.layers
  const around = Array.from({ length: 36 }, (_, n) => shown(`thing ${n}`, box(-180 + 10 * n, 0, 8), { look: n, lit: false }))
  await show(...around)
  const ahead = test.layers - before
  expect(ahead).toBeGreaterThan(0)
  expect(ahead).toBeLessThan(5) // of five groups of lines
  await show(shown('behind', box(179, 0, 8), { lit: false }))
  expect(test.layers).toBe(before)
  test.viewer.lookAt(radians(-175), 0)
  await screen.pass(0.5)
  expect(test.layers - before).toBe(1)
})

it('names what is not talked of only while the camera rests', async () => {
  await show(shown('the sofa', box(0)), shown('the lamp', box(10), { lit: false }))
  const place = screen.element.querySelector('.viewer-regions')
  expect(place?.hasAttribute('data-moving')).toBe(false)
  for (let turned = 1; turned <= 5; turned++) {
    test.viewer.lookAt(radians(turned), 0)
    await screen.pass(0.02)
  }
  expect(place?.hasAttribute('data-moving')).toBe(true)
  await screen.pass(0.5)
  expect(place?.hasAttribute('data-moving')).toBe(false)
})

it('leaves the names of what is not talked of where they are while the camera moves', async () => {
  await show(shown('the lamp', box(10), { lit: false }), shown('the sofa', box(0)))
  const [lamp, sofa] = labels()
  const turn = async (degrees: number) => {
    test.viewer.lookAt(radians(degrees), 0)
    await screen.pass(0.02)
  }
  for (const turned of [1, 2]) await turn(turned)
  const before = [place(lamp), place(sofa)]
  for (const turned of [3, 4, 5]) await turn(turned)
  expect(place(lamp)).toEqual(before[0])
  expect(place(sofa)[0]).toBeLessThan(before[1]?.[0] ?? 0)
})

it('gives what is talked of the place above its region, and others one below that', async () => {
  await show(shown('quiet', box(0), { lit: false }), shown('talked of', box(0)))
  const [[x = 0, y = 0] = [], above] = labels().map((label) => place(label))
  expect(above).toEqual([x, expect.closeTo(y - 6)])
})

it('draws the last of eight regions that are drawn together', async () => {
  const before = test.layers
  const behind = Array.from({ length: 7 }, (_, n) => shown(`thing ${n}`, box(-179 + n, 0, 2), { lit: false }))
  await show(...behind)
  expect(test.layers).toBe(before)
  await show(...behind, shown('ahead', box(0), { lit: false }))
  expect(test.layers - before).toBe(1)
})

it('turns to regions, the short way over the seam, and at once for who wants less motion', async () => {
  layer.face([box(170), box(-170)])
  await screen.pass(1)
  expect(Math.abs(test.viewer.heading)).toBeCloseTo(Math.PI, 3)
  screen.choose('(prefers-reduced-motion: reduce)')
  layer.face([box(30, 10)])
  expect([test.viewer.heading, test.viewer.elevation]).toEqual([expect.closeTo(radians(30)), expect.closeTo(radians(10))])
})
