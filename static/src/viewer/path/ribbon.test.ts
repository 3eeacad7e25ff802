import { readFileSync } from 'node:fs'

import { Vector3 } from 'three'
import { describe, expect, it } from 'vitest'

import { pathColour, pointAlong, ribbonAlong, roundCorners } from './ribbon'

const corner = [new Vector3(0, 0, 0), new Vector3(4, 0, 0), new Vector3(4, 0, 3)]

describe('a ribbon', () => {
  it('is as wide as asked for, and as long as the line', () => {
    const { positions, along, across, length } = ribbonAlong([corner[0]!, corner[1]!], 0.3, 0.4)
    expect(length).toBe(4)
    expect(along).toEqual([0, 0, 4, 4])
    expect(across).toEqual([-1, 1, -1, 1])
    expect(Math.abs(positions[2]! - positions[5]!)).toBeCloseTo(0.3)
  })

  it('joins its vertices without gaps', () => {
    const { triangles, positions } = ribbonAlong(corner, 0.3, 0.4)
    expect(new Set(triangles).size).toBe(positions.length / 3)
    expect(Math.max(...triangles)).toBe(positions.length / 3 - 1)
  })

  it('ignores a viewpoint that is repeated', () => {
    const { positions } = ribbonAlong([corner[0]!, corner[0]!, corner[1]!], 0.3, 0.4)
    expect(positions).toHaveLength(12)
    expect(positions.every(Number.isFinite)).toBe(true)
  })

  it('knows the metres at each point of the line, at the middle of a rounded corner', () => {
    const { metres, length } = ribbonAlong([corner[0]!, corner[0]!, ...corner.slice(1)], 0.3, 0.4)
    expect(metres).toEqual([0, 0, expect.closeTo(3.6 + (length - 6.2) / 2), length])
  })
})

describe('a rounded line', () => {
  it('keeps its ends, and cuts corners by no more than the radius', () => {
    const line = roundCorners(corner, 0.4).flat()
    expect([line[0], line.at(-1)]).toEqual([corner[0], corner[2]])
    expect(Math.min(...line.map((point) => point.distanceTo(corner[1]!)))).toBeLessThan(0.4)
  })
})

it('colours a path from blue to red', () => {
  expect([pathColour(0), pathColour(1), pathColour(0.5)[0]]).toEqual([[0.11, 0.39, 1], [1, expect.closeTo(0.2), expect.closeTo(0.16)], expect.closeTo(0.555)])
})

it('ends in the colour that the goal has on the map', () => {
  const [, colour] = /--path-goal: #(\w{6});/.exec(readFileSync('src/kit/styles/tokens.css', 'utf8')) ?? []
  expect(pathColour(1).map((share) => Math.round(255 * share).toString(16)).join('')).toBe(colour)
})

it('knows the places along a line, to its end', () => {
  const places = [0, 3, 4, 5, 9].map((metres) => pointAlong(corner, metres).toArray())
  expect(places).toEqual([[0, 0, 0], [3, 0, 0], [4, 0, 0], [4, 0, 1], [4, 0, 3]])
})
