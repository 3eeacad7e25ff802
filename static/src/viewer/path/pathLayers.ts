import { BufferGeometry, CylinderGeometry, Float32BufferAttribute, Matrix4, RingGeometry, Vector3 } from 'three'

import type { Layer } from '../overlay/Overlay'
import { pathColour, pointAlong, type Ribbon, ribbonAlong } from './ribbon'
import { arrowShader, haloShader, ribbonShader } from './shaders'

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
 * points on the floor, in three.js' frame.
 */
export function pathLayers(floor: readonly Vector3[]): Layer[] {
  const points = floor.map((point) => point.clone().setY(point.y + ABOVE_FLOOR))
  const ribbon = ribbonAlong(points, RIBBON_WIDTH, CORNER_RADIUS)
  const goal = points.at(-1)
  const way = ribbon.length > 0 ? [ribbonLayer(ribbon), arrowLayer(points)] : []
  return goal ? [...way, ...haloLayers(goal)] : way
}

function ribbonLayer({ positions, along, across, triangles, length }: Ribbon): Layer {
  const colours = along.flatMap((metres) => pathColour(metres / length))
  const geometry = new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('colour', new Float32BufferAttribute(colours, 3))
    .setAttribute('along', new Float32BufferAttribute(along, 1))
    .setAttribute('across', new Float32BufferAttribute(across, 1))
    .setIndex(triangles)
  return { geometry, shader: ribbonShader, placement: new Matrix4(), uniforms: {} }
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
  const [inner, outer] = [0.4 * HALO_RADIUS, 1.6 * HALO_RADIUS] // brightest halfway
  const ring = new RingGeometry(inner, outer, HALO_SEGMENTS, 2).rotateX(-Math.PI / 2)
  const wall = new CylinderGeometry(HALO_RADIUS, HALO_RADIUS, HALO_HEIGHT, HALO_SEGMENTS, 1, true)
  const raised = goal.clone().setY(goal.y + HALO_HEIGHT / 2)
  return [glowing(ring, [0, 1, 0], goal, { upright: 0 }), glowing(wall, [0, 1], raised, { upright: 1 })]
}

/** `light` is that of each of its circles, one after the other. */
function glowing(geometry: BufferGeometry, light: readonly number[], place: Vector3, uniforms: Layer['uniforms']): Layer {
  const ofVertices = light.flatMap((each) => Array<number>(HALO_SEGMENTS + 1).fill(each))
  geometry.setAttribute('light', new Float32BufferAttribute(ofVertices, 1))
  return { geometry, shader: haloShader, placement: new Matrix4().makeTranslation(place), uniforms }
}
