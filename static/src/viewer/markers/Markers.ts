import { type Camera, Group, Mesh, PlaneGeometry, ShaderMaterial, Vector3 } from 'three'

import type { ScanGraph } from '../../graph/ScanGraph'
import { toThree } from '../frames'
import { type ScreenTarget, targetAt } from './picking'
import { markerFragment, markerVertex } from './shaders'

const RADIUS = 0.34
/** From here on (metres) a marker grows with its distance, so that it does not shrink to a line. */
const NEAR = 3

type Marker = Mesh<PlaneGeometry, ShaderMaterial>

/** Rings on the floor where a person may step to. */
export class Markers {
  readonly object = new Group()
  private readonly geometry = new PlaneGeometry(2, 2).rotateX(-Math.PI / 2)
  private readonly markers = new Map<string, Marker>()

  constructor(private readonly graph: ScanGraph) {}

  /** Puts a ring at each of these viewpoints, as seen from `viewpointId`. */
  show(viewpointId: string, steps: readonly string[]): void {
    this.clear()
    const eye = toThree(this.graph.viewpoint(viewpointId).position)
    for (const step of steps) {
      const marker = new Mesh(this.geometry, markerMaterial())
      marker.position.copy(toThree(this.graph.floor(step)))
      marker.scale.setScalar(RADIUS * Math.max(1, marker.position.distanceTo(eye) / NEAR))
      marker.renderOrder = 10
      this.markers.set(step, marker)
      this.object.add(marker)
    }
  }

  /** Brightens one marker, and dims it when there is none of this name. */
  highlight(viewpointId: string | null): void {
    for (const [id, { material }] of this.markers) material.uniforms.bright = { value: id === viewpointId ? 1 : 0 }
  }

  /** The viewpoint whose marker is at, or close to, a place on the screen (pixels from the top left corner). */
  at(x: number, y: number, camera: Camera, size: { width: number; height: number }): string | null {
    const targets = [...this.markers].flatMap(([id, marker]) => screenTarget(id, marker, camera, size) ?? [])
    return targetAt(x, y, targets)
  }

  dispose(): void {
    this.clear()
    this.geometry.dispose()
    this.object.removeFromParent()
  }

  private clear(): void {
    for (const marker of this.markers.values()) {
      marker.removeFromParent()
      marker.material.dispose()
    }
    this.markers.clear()
  }
}

function screenTarget(id: string, marker: Marker, camera: Camera, size: { width: number; height: number }) {
  const centre = marker.position.clone().project(camera)
  if (Math.abs(centre.z) > 1) return null
  const sideways = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0).multiplyScalar(marker.scale.x)
  const edge = marker.position.clone().add(sideways).project(camera)
  const toPixels = ({ x, y }: Vector3) => ({ x: ((x + 1) / 2) * size.width, y: ((1 - y) / 2) * size.height })
  const [middle, rim] = [toPixels(centre), toPixels(edge)]
  const target: ScreenTarget = { id, ...middle, radius: Math.hypot(rim.x - middle.x, rim.y - middle.y) }
  return target
}

function markerMaterial(): ShaderMaterial {
  const uniforms = { bright: { value: 0 } }
  return new ShaderMaterial({
    vertexShader: markerVertex,
    fragmentShader: markerFragment,
    uniforms,
    transparent: true,
    depthTest: false,
  })
}
