import { BufferGeometry, Float32BufferAttribute } from 'three'

import { outlines } from '../../regions/outlines'
import { area } from '../../regions/overlap'
import type { Region } from '../../regions/shapes'
import { triangles } from '../../regions/triangles'
import { cross, dot, length, minus, pairs, sum, times, unit, type Vector } from '../../regions/vectors'
import { lookOf } from './looks'

/** A region to draw: `look` is the number of the thing that it shows. */
export interface DrawnRegion {
  readonly shape: Region
  readonly look: number
  /** Whether it is being talked of: it stands out. */
  readonly lit: boolean
}

/** Vertices that 16 bits can number. */
const MOST_VERTICES = 65_000
/** Points of a line that are added together. */
const LONGEST = 10_000
/** Steradians, a square of 22 degrees: of a larger region the outline says enough, and its filling would tint the picture. */
const LARGEST_FILLED = 0.15
/** How much longer a corner's tip may be than the line is wide. */
const SHARPEST = 2

/** Outlines of regions, so many to a mesh as it can number. */
export function lineMeshes(regions: readonly DrawnRegion[]): BufferGeometry[] {
  const meshes = new Meshes(['sideways', 'across', 'along', 'line'])
  for (const region of regions) {
    const { line } = lookOf(region.look)
    const vertex = ({ point, sideways, along }: RibbonPoint, across: number): Vertex => ({ point, more: [sideways, [across], [along], [line]] })
    for (const stretch of outlinesOf(region.shape).flatMap((ring) => stretches(ribbon(ring)))) {
      const vertices = stretch.flatMap((corner) => [vertex(corner, -1), vertex(corner, 1)])
      meshes.add(region, vertices, stretch.slice(1).flatMap((_, n) => [0, 1, 2, 2, 1, 3].map((at) => 2 * n + at)))
    }
  }
  return meshes.made()
}

/** What is inside of regions. */
export function fillMeshes(regions: readonly DrawnRegion[]): BufferGeometry[] {
  const meshes = new Meshes([])
  for (const region of regions) {
    for (const corners of triangles(region.shape)) meshes.add(region, corners.map((point) => ({ point, more: [] })), [0, 1, 2])
  }
  return meshes.made()
}

/** What is talked of has a filling where that leaves enough of the picture as it is. */
export const isFilled = ({ shape, lit }: DrawnRegion): boolean => lit && area(shape) <= LARGEST_FILLED

const known = new WeakMap<Region, readonly Vector[][]>()

/** Outlines, remembered: those of masks take milliseconds, and words light the same regions again and again. */
export function outlinesOf(shape: Region): readonly Vector[][] {
  const lines = known.get(shape) ?? outlines(shape)
  known.set(shape, lines)
  return lines
}

/** A line in parts that each fit into a mesh; one begins where the last one ends. */
function stretches(line: readonly RibbonPoint[]): (readonly RibbonPoint[])[] {
  const count = Math.ceil((line.length - 1) / LONGEST)
  return Array.from({ length: count }, (_, n) => line.slice(n * LONGEST, (n + 1) * LONGEST + 1))
}

interface RibbonPoint {
  readonly point: Vector
  /** Towards one side of the line, at a corner as far as its tip. */
  readonly sideways: Vector
  /** Radians since the line began. */
  readonly along: number
}

/** A closed line, which ends where it began. */
function ribbon(ring: readonly Vector[]): RibbonPoint[] {
  const sides = [...pairs(ring)].map(([from, to]) => ({ normal: unit(cross(from, to)), length: 2 * Math.asin(Math.min(1, length(minus(to, from)) / 2)) }))
  let along = 0
  const points = ring.map((point, index): RibbonPoint => {
    const [before, after] = [sides.at(index - 1), sides[index]]
    const both = before && after ? sum([1, before.normal], [1, after.normal]) : [0, 0, 0] as const
    const size = length(both)
    const tip = size > 1e-6 && after ? times(both, Math.min(SHARPEST, size / (1 + dot(before?.normal ?? after.normal, after.normal))) / size) : (after?.normal ?? point)
    const here = { point, sideways: tip, along }
    along += after?.length ?? 0
    return here
  })
  const [first] = points
  return first ? [...points, { ...first, along }] : []
}

interface Vertex {
  readonly point: Vector
  readonly more: readonly (readonly number[])[]
}

/** Meshes with colours, and attributes of these names besides. */
class Meshes {
  private readonly full: BufferGeometry[] = []
  private columns: number[][] = []
  private index: number[] = []

  constructor(private readonly names: readonly string[]) {
    this.begin()
  }

  add({ look, lit }: DrawnRegion, vertices: readonly Vertex[], corners: readonly number[]): void {
    const [places = []] = this.columns
    if (places.length / 3 + vertices.length > MOST_VERTICES) this.end()
    const [begin] = this.columns
    const first = (begin?.length ?? 0) / 3
    const { rgb } = lookOf(look)
    for (const { point: [x, y, z], more } of vertices) {
      // three.js' frame: y is up
      for (const [column, values] of [[x, z, -y], rgb, [lit ? 1 : 0], ...more.map((each, at) => (this.names[at] === 'sideways' ? yUp(each) : each))].entries()) this.columns[column]?.push(...values)
    }
    this.index.push(...corners.map((corner) => first + corner))
  }

  made(): BufferGeometry[] {
    this.end()
    return this.full
  }

  private begin(): void {
    this.columns = ['position', 'colour', 'lit', ...this.names].map(() => [])
    this.index = []
  }

  private end(): void {
    if (this.index.length > 0) {
      const geometry = new BufferGeometry().setIndex(this.index)
      for (const [column, name] of ['position', 'colour', 'lit', ...this.names].entries()) {
        geometry.setAttribute(name, new Float32BufferAttribute(this.columns[column] ?? [], ['position', 'colour', 'sideways'].includes(name) ? 3 : 1))
      }
      this.full.push(geometry)
    }
    this.begin()
  }
}

const yUp = ([x = 0, y = 0, z = 0]: readonly number[]): number[] => [x, z, -y]
