import {
  BufferGeometry,
  CylinderGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  ShaderMaterial,
  Vector3,
} from 'three'

import { pathColour } from './gradient'
import { type Ribbon, ribbonAlong } from './ribbon'
import { arrowFragment, arrowVertex, haloFragment, haloVertex, ribbonFragment, ribbonVertex } from './shaders'

const WIDTH = 0.3
const CORNER_RADIUS = 0.4
const ABOVE_FLOOR = 0.02
/** Ahead of the start, and hovering, so that it is seen without looking down. */
const ARROW_DISTANCE = 1.6
const ARROW_HEIGHT = 0.5
const ARROW_SIZE = 0.55
const HALO_RADIUS = 0.55
const HALO_HEIGHT = 0.9
const ABOVE_PANORAMAS = 2

type Layer = Mesh<BufferGeometry, ShaderMaterial>

/** A path on the floor: a ribbon from blue to red, an arrow at its start and a halo around its goal. */
export class PathOverlay {
  readonly object = new Group()
  private readonly layers: Layer[] = []

  /** `floor` are the points of the path on the floor, in three.js' frame. */
  constructor(floor: readonly Vector3[]) {
    const points = floor.map((point) => point.clone().setY(point.y + ABOVE_FLOOR))
    const ribbon = ribbonAlong(points, WIDTH, CORNER_RADIUS)
    const goal = points.at(-1)
    if (ribbon.length > 0) this.add(ribbonMesh(ribbon), arrowMesh(points))
    if (goal) this.add(haloMesh(goal))
  }

  dispose(): void {
    this.object.removeFromParent()
    for (const { geometry, material } of this.layers) {
      geometry.dispose()
      material.dispose()
    }
  }

  private add(...meshes: Layer[]): void {
    for (const mesh of meshes) {
      mesh.renderOrder = ABOVE_PANORAMAS + this.layers.push(mesh)
      this.object.add(mesh)
    }
  }
}

function ribbonMesh({ positions, along, across, triangles, length }: Ribbon): Layer {
  const colours = along.flatMap((metres) => pathColour(metres / length))
  const geometry = new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('colour', new Float32BufferAttribute(colours, 3))
    .setAttribute('along', new Float32BufferAttribute(along, 1))
    .setAttribute('across', new Float32BufferAttribute(across, 1))
    .setIndex(triangles)
  return new Mesh(geometry, overlayMaterial(ribbonVertex, ribbonFragment))
}

function arrowMesh(points: readonly Vector3[]): Layer {
  const [start = new Vector3(), next = start] = points
  const ahead = new Vector3().subVectors(next, start)
  const arrow = new Mesh(arrowGeometry(), overlayMaterial(arrowVertex, arrowFragment))
  arrow.scale.setScalar(ARROW_SIZE)
  arrow.rotation.y = Math.atan2(-ahead.x, -ahead.z)
  arrow.position.copy(start).addScaledVector(ahead.setY(0).normalize(), ARROW_DISTANCE)
  arrow.position.y += ARROW_HEIGHT
  return arrow
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

function haloMesh(goal: Vector3): Layer {
  const wall = new CylinderGeometry(HALO_RADIUS, HALO_RADIUS, HALO_HEIGHT, 48, 1, true)
  const halo = new Mesh(wall, overlayMaterial(haloVertex, haloFragment))
  halo.position.copy(goal).setY(goal.y + HALO_HEIGHT / 2)
  return halo
}

function overlayMaterial(vertexShader: string, fragmentShader: string): ShaderMaterial {
  return new ShaderMaterial({ vertexShader, fragmentShader, transparent: true, depthTest: false, side: DoubleSide })
}
