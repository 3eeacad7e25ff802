import { unitVector } from '../graph/angles'

/** In the world frame: z up. */
export type Vector = readonly [number, number, number]

export const TURN = 2 * Math.PI

export const direction = (heading: number, elevation = 0): Vector => unitVector({ heading, elevation })

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

export const times = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by]

export const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

export const length = (a: Vector): number => Math.sqrt(dot(a, a))

/** The sum of `a`, `by` times `b`, and so on. */
export function sum(...parts: readonly (readonly [number, Vector])[]): Vector {
  let [x, y, z] = [0, 0, 0]
  for (const [by, part] of parts) [x, y, z] = [x + by * part[0], y + by * part[1], z + by * part[2]]
  return [x, y, z]
}

export const unit = (a: Vector): Vector => times(a, 1 / length(a))

/** The same angle in [0, 2π). */
export const wrapped = (angle: number): number => angle - TURN * Math.floor(angle / TURN)

/** The heading to the right of a level camera, as a vector: also the normal of the meridian at `heading`. */
export const rightOf = (heading: number): Vector => [Math.cos(heading), -Math.sin(heading), 0]

/** The items of a ring, each with the one that follows. */
export function* pairs<Item>(ring: readonly Item[]): Generator<[Item, Item]> {
  for (const [i, item] of ring.entries()) {
    const after = ring[(i + 1) % ring.length]
    if (after !== undefined) yield [item, after]
  }
}
