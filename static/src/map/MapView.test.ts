import { beforeEach, expect, it } from 'vitest'

import { MapView } from './MapView'

let view: MapView
beforeEach(() => {
  view = new MapView({ width: 320, height: 240 })
})

it('shows the whole map at first', () => {
  expect(view.box).toEqual({ x: 0, y: 0, width: 320, height: 240 })
})

it('keeps the point under the pointer where it is seen', () => {
  const at = { x: 100, y: 60 }
  const seenAt = () => [(at.x - view.box.x) / view.box.width, (at.y - view.box.y) / view.box.height]
  const before = seenAt()
  view.zoomTo(2, at)
  expect(seenAt()).toEqual(before)
  view.zoomTo(4, at)
  expect(view.box).toEqual({ x: 75, y: 45, width: 80, height: 60 })
})

it('goes no closer and no wider than it may', () => {
  view.zoomTo(100)
  expect(view.zoom).toBe(8)
  view.zoomTo(0.1)
  expect(view.zoom).toBe(1)
})

it('never shows what is beyond the edges', () => {
  view.zoomTo(2)
  view.panBy(-1000, 1000)
  expect(view.box).toEqual({ x: 0, y: 120, width: 160, height: 120 })
  view.zoomTo(1)
  expect(view.box).toEqual({ x: 0, y: 0, width: 320, height: 240 })
})
