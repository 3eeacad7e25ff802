import { describe, expect, it } from 'vitest'

import { fitMap, scaleBarMetres, viewCone } from './mapProjection'

const room = { width: 300, height: 200, margin: 20 }

describe('the map', () => {
  it('puts north up, east right and everything inside its margin', () => {
    const corners = [
      [-10, 4, 1],
      [30, 24, 9],
    ]
    const frame = fitMap(corners, room)
    expect(frame.scale).toBeCloseTo(6.5)
    expect(frame.place(-10, 4)).toEqual({ x: 20, y: 165 })
    expect(frame.place(30, 24)).toEqual({ x: 280, y: 35 })
    expect(frame.place(10, 14)).toEqual({ x: 150, y: 100 })
  })

  it('does not magnify a single viewpoint, or fail without any', () => {
    expect(fitMap([[5, 5, 0]], room).scale).toBe(20)
    expect(fitMap([[5, 5, 0]], room).place(5, 5)).toEqual({ x: 150, y: 100 })
    expect(fitMap([], room).place(0, 0)).toEqual({ x: 150, y: 100 })
  })
})

it('chooses a round length for the scale bar', () => {
  expect(scaleBarMetres(20, 110)).toBe(5)
  expect(scaleBarMetres(20, 90)).toBe(2)
  expect(scaleBarMetres(2, 60)).toBe(20)
  expect(scaleBarMetres(50, 60)).toBe(1)
})

it('draws the view cone as wide as the view', () => {
  expect(viewCone(10, Math.PI / 2)).toBe('M0 0L-7.07 -7.07A10 10 0 0 1 7.07 -7.07Z')
})
