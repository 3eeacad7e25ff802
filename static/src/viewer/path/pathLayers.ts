import { BufferGeometry, Float32BufferAttribute, Matrix4, Vector3 } from 'three'

import type { Layer } from '../overlay/Overlay'
import { pathColour, pointAlong, type Ribbon, ribbonAlong } from './ribbon'
import { arrowShader, haloShader, ribbonShader } from './shaders'
import type { PathSight } from './lineOfSight'

const RIBBON_WIDTH = 0.3
const CORNER_RADIUS = 0.4
const ABOVE_FLOOR = 0.02
/** Ahead of the start along the path, and hovering, so that it is seen without looking down. */
const ARROW_DISTANCE = 1.6
/** How far ahead of the arrow the place lies that it points to: where the path turns soon, it points round the corner. */
const ARROW_FORESIGHT = 0.6
const ARROW_HEIGHT = 0.5
const ARROW_SIZE = 0.55
const HALO_RADIUS = 0.55
const HALO_HEIGHT = 0.9
const HALO_SEGMENTS = 48

/**
 * A path on the floor: a ribbon from blue to red, an arrow at its start and a halo around its goal. `floor` are its
 * points on the floor, in three.js' frame. What is out of sight is behind walls: a faint ribbon, no arrow, no halo.
 */
export function pathLayers(floor: readonly Vector3[], sight: PathSight): Layer[] {
  const points = floor.map((point) => point.clone().setY(point.y + ABOVE_FLOOR))
  const ribbon = ribbonAlong(points, RIBBON_WIDTH, CORNER_RADIUS)
  const goal = points.at(-1)
  const arrow = sight.stretch?.[0] === 0 ? [arrowLayer(points)] : []
  const way = ribbon.length > 0 ? [ribbonLayer(ribbon, sight), ...arrow] : []
  return goal && sight.goal ? [...way, ...haloLayers(goal)] : way
}

function ribbonLayer({ positions, along, across, triangles, metres, length }: Ribbon, { stretch }: PathSight): Layer {
  const colours = along.flatMap((metres) => pathColour(metres / length))
  const geometry = new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('colour', new Float32BufferAttribute(colours, 3))
    .setAttribute('along', new Float32BufferAttribute(along, 1))
    .setAttribute('across', new Float32BufferAttribute(across, 1))
    .setIndex(triangles)
  const [seenFrom, seenTo] = stretch ? stretch.map((place) => metres[place] ?? length) : [length, length]
  return { geometry, shader: ribbonShader, placement: new Matrix4(), uniforms: { seenFrom: seenFrom ?? 0, seenTo: seenTo ?? 0 } }
}

function arrowLayer(points: readonly Vector3[]): Layer {
  const [place, target] = [pointAlong(points, ARROW_DISTANCE), pointAlong(points, ARROW_DISTANCE + ARROW_FORESIGHT)]
  const ahead = target.distanceTo(place) > 0 ? target.sub(place) : lastStretch(points)
  const placement = new Matrix4()
    .makeTranslation(place.x, place.y + ARROW_HEIGHT, place.z)
    .multiply(new Matrix4().makeRotationY(Math.atan2(-ahead.x, -ahead.z)))
    .scale(new Vector3().setScalar(ARROW_SIZE))
  return { geometry: arrowGeometry(), shader: arrowShader, placement, uniforms: {} }
}

const lastStretch = ([...points]: readonly Vector3[]): Vector3 => {
  const [end = new Vector3(), before = end] = points.reverse()
  return new Vector3().subVectors(end, before)
}

/** Flat, pointing along -z: a white arrow and, drawn over it, a smaller one in the colour of the start. */
function arrowGeometry(): BufferGeometry {
  const outline = [0, -0.62, 0.56, 0.06, -0.56, 0.06, 0.24, 0.06, 0.24, 0.56, -0.24, 0.56, -0.24, 0.06]
  const inside = [0, -0.47, 0.4, 0, -0.4, 0, 0.17, 0, 0.17, 0.49, -0.17, 0.49, -0.17, 0]
  const positions = [...outline, ...inside].flatMap((value, index) => (index % 2 ? [0, value] : [value]))
  const colours = [...Array<number[]>(7).fill([1, 1, 1]), ...Array<readonly number[]>(7).fill(pathColour(0))]
  const triangles = [0, 1, 2, 3, 4, 5, 3, 5, 6]
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('colour', new Float32BufferAttribute(colours.flat(), 3))
    .setIndex([...triangles, ...triangles.map((vertex) => vertex + 7)])
}

/** Light that rises from a ring on the floor. */
function haloLayers(goal: Vector3): Layer[] {
  const flat = [0.4, 1, 1.6].map((share, index) => ({ radius: share * HALO_RADIUS, height: 0, light: index === 1 ? 1 : 0 }))
  const wall = [HALO_HEIGHT, 0].map((height) => ({ radius: HALO_RADIUS, height, light: height === 0 ? 1 : 0 }))
  const [red, green, blue] = pathColour(1)
  const placement = new Matrix4().makeTranslation(goal)
  return [flat, wall].map((circles, upright) => ({ geometry: haloGeometry(circles), shader: haloShader, placement, uniforms: { upright, red, green, blue } }))
}

interface Circle {
  readonly radius: number
  readonly height: number
  readonly light: number
}

/** The surface between circles around one axis. */
function haloGeometry(circles: readonly Circle[]): BufferGeometry {
  const angles = Array.from({ length: HALO_SEGMENTS + 1 }, (_, index) => (2 * Math.PI * index) / HALO_SEGMENTS)
  const vertices = circles.flatMap((circle) => angles.map((angle) => ({ ...circle, x: Math.sin(angle), z: Math.cos(angle) })))
  const attribute = (size: number, of: (vertex: (typeof vertices)[number]) => number[]) => new Float32BufferAttribute(vertices.flatMap(of), size)
  const squares = vertices.flatMap((_, index) => (index < vertices.length - angles.length && (index + 1) % angles.length > 0 ? [index] : []))
  return new BufferGeometry()
    .setAttribute('position', attribute(3, ({ x, z, radius, height }) => [radius * x, height, radius * z]))
    .setAttribute('normal', attribute(3, ({ x, z }) => [x, 0, z]))
    .setAttribute('light', attribute(1, ({ light }) => [light]))
    .setIndex(squares.flatMap((corner) => [0, 1, angles.length, 1, angles.length, angles.length + 1].map((step) => corner + step)))
}
