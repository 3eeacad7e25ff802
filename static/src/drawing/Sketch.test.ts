import { beforeEach, expect, it } from 'vitest'

import { radians } from '../graph/angles'
import type { ViewBox } from '../regions/shapes'
import type { Look } from './geometry/polygons'
import { History } from './history/History'
import { Sketch, type Told } from './Sketch'

const look = (heading: number, elevation: number): Look => [radians(heading), radians(elevation)]
const box = (heading: number, width = 10): ViewBox => ({ kind: 'view', heading: radians(heading), elevation: 0, width: radians(width), height: radians(8) })
const CORNERS = [look(0, 10), look(-5, 0), look(0, -10), look(5, 0)]

let sketch: Sketch
let told: Told[]

function begin(kept: string | null = null, most = 1): void {
  sketch = new Sketch(kept, most)
  told = []
  sketch.on('told', (each) => told.push(each))
}

beforeEach(() => begin())

const last = () => told.at(-1)
const place = (...looks: Look[]) => looks.forEach((each) => sketch.place('a', each))
const state = () => ({ regions: sketch.regions, begun: sketch.begun })

it('makes a box of four points, and keeps what was clicked', () => {
  place(...CORNERS.slice(0, 3))
  expect([sketch.begun?.points.length, sketch.regions.length]).toEqual([3, 0])
  place(...CORNERS.slice(3))
  expect(sketch.begun).toBeNull()
  expect(sketch.region).toMatchObject({ viewpointId: 'a', shape: { kind: 'view' }, clicked: { length: 4 } })
  expect((sketch.region!.shape as ViewBox).width).toBeCloseTo(radians(10), 3)
  sketch.adjust(box(20))
  expect(sketch.region?.clicked).toBeNull()
})

it('does not count a double click twice', () => {
  place(look(0, 10), look(0, 10))
  expect(sketch.begun?.points.length).toBe(1)
})

it('refuses a slip of the hand, points around everything and a side that crosses, and keeps what was there', () => {
  place(look(0, 0), look(0.05, 0), look(0.05, 0.05))
  sketch.place('a', look(0, 0.05))
  expect(last()).toMatchObject({ what: 'refused', why: 'small' })
  expect(sketch.begun?.points.length).toBe(3)
  begin()
  place(look(0, 0), look(90, 0), look(180, 0), look(-90, 0))
  expect(last()).toMatchObject({ what: 'refused', why: 'unheld' })
  begin()
  sketch.use('polygon')
  place(look(0, 0), look(0, 20), look(20, 20), look(-10, 10))
  expect(last()).toMatchObject({ what: 'refused', why: 'crosses' })
  expect(sketch.begun?.points.length).toBe(3)
  sketch.add('a', { ...box(0), width: Math.PI })
  expect(last()).toMatchObject({ why: 'wide' })
  sketch.add('a', { ...box(0), width: NaN })
  expect(sketch.regions).toEqual([])
})

it('closes a polygon of three corners or more, and not one whose last side crosses', () => {
  sketch.use('polygon')
  place(look(0, 0), look(0, 20))
  sketch.close()
  expect(last()).toMatchObject({ why: 'few' })
  place(look(20, 20))
  sketch.close()
  expect(sketch.region?.shape).toMatchObject({ kind: 'polygon', points: { length: 3 } })
  place(look(40, 10), look(40, 0), look(50, 0), look(50, 20), look(30, 20), look(30, -10), look(45, -10))
  const before = sketch.begun
  sketch.close()
  expect([last()?.what, sketch.begun]).toEqual(['refused', before])
})

it('keeps a shape open while the person is elsewhere, and says so', () => {
  place(...CORNERS.slice(0, 2))
  sketch.place('b', look(0, 0))
  expect([last(), sketch.begun?.points.length]).toEqual([{ what: 'refused', why: 'elsewhere', at: null }, 2])
  place(...CORNERS.slice(2))
  expect(sketch.regions.length).toBe(1)
})

it('takes points back, and drops what is begun', () => {
  place(...CORNERS.slice(0, 2))
  sketch.back()
  expect(sketch.begun?.points.length).toBe(1)
  sketch.back()
  expect([sketch.begun, last()?.what]).toEqual([null, 'dropped'])
  place(CORNERS[0]!)
  sketch.use('polygon')
  expect([sketch.begun, sketch.tool]).toEqual([null, 'polygon'])
  sketch.undo()
  expect([sketch.begun?.points.length, sketch.tool]).toEqual([1, 'extremes'])
})

it('puts the next region in the place of the selected one, where there may be no more', () => {
  begin(null, 2)
  for (const heading of [0, 20, 40]) sketch.add('a', box(heading))
  expect(sketch.regions.map(({ shape }) => (shape as ViewBox).heading)).toEqual([0, expect.closeTo(radians(40))])
  sketch.select(0)
  expect(new Sketch(sketch.kept(), 2).selected).toBe(1)
  sketch.remove()
  expect([sketch.regions.length, sketch.selected]).toEqual([1, 0])
  sketch.remove()
  expect([sketch.regions.length, sketch.region]).toEqual([0, null])
})

it('undoes and redoes each change exactly, and forgets what was undone at the next', () => {
  begin(null, 3)
  let seed = 11
  const next = (below: number) => (seed = (seed * 1664525 + 1013904223) % 2 ** 32) % below
  const acts = [
    () => place(look(next(360), next(120) - 60)),
    () => sketch.back(),
    () => sketch.drop(),
    () => sketch.close(),
    () => sketch.use((['extremes', 'polygon', 'drag'] as const)[next(3)] ?? 'drag'),
    () => sketch.add('b', box(next(360))),
    () => sketch.adjust(box(next(360), 5 + next(40))),
    () => sketch.select(next(3)),
    () => sketch.remove(),
  ]
  const states = [state()]
  for (let n = 0; n < 400; n++) {
    acts[next(acts.length)]?.()
    const [before, now] = [states.at(-1), state()]
    if (JSON.stringify(before) !== JSON.stringify(now)) states.push(now)
  }
  expect(states.length).toBeGreaterThan(150)
  const again = new Sketch(sketch.kept(), 3)
  for (const each of [sketch, again]) {
    for (const expected of states.slice(0, -1).reverse()) {
      each.undo()
      expect({ regions: each.regions, begun: each.begun }).toEqual(expected)
    }
    expect(each.hasPast).toBe(false)
    for (const expected of states.slice(1)) {
      each.redo()
      expect({ regions: each.regions, begun: each.begun }).toEqual(expected)
    }
    expect(each.hasFuture).toBe(false)
  }
  sketch.undo()
  sketch.add('a', box(123))
  expect(sketch.hasFuture).toBe(false)
})

it('undoes at once what a held key did', () => {
  sketch.add('a', box(0))
  for (const goes of [false, true, true]) sketch.adjust(box(sketch.regions.length + (goes ? 2 : 1)), { goes })
  sketch.undo()
  expect((sketch.region!.shape as ViewBox).heading).toBe(0)
})

it('is kept with all its changes, also of an open shape, and begins anew where that cannot be read', () => {
  sketch.add('a', box(0))
  place(...CORNERS.slice(0, 2))
  begin(sketch.kept())
  expect([sketch.regions.length, sketch.begun?.points.length, sketch.tool]).toEqual([1, 2, 'extremes'])
  sketch.undo()
  sketch.undo()
  sketch.undo()
  expect([sketch.regions, sketch.hasPast]).toEqual([[], false])
  for (const spoilt of ['', '{', 'null', '{"version":2}', '{"version":1,"at":9,"states":[],"points":[],"regions":[],"begun":[]}', '{"version":1,"at":0,"states":[[[4],null]],"points":[],"regions":[],"begun":[]}']) {
    begin(spoilt)
    expect([sketch.regions, sketch.hasPast]).toEqual([[], false])
  }
})

it('leaves the oldest changes out of what is kept, never what is drawn', () => {
  for (let n = 0; n < 400; n++) sketch.adjust(n === 0 ? null : box(n % 300)) // refused while there is nothing
  sketch.add('a', box(1))
  for (let n = 0; n < 400; n++) sketch.adjust(box(n % 300))
  const kept = sketch.kept(5000)
  expect(kept.length).toBeLessThan(5000)
  const again = History.of(kept)
  expect(again.now.regions).toEqual(sketch.regions)
  expect(again.undone().now.regions).toEqual([{ ...sketch.region, shape: expect.objectContaining({ heading: expect.closeTo(radians(98), 8) as number }) as unknown }])
})
