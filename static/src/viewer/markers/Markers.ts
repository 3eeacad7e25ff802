import { BufferGeometry, type Camera, Float32BufferAttribute, Matrix4, Vector3 } from 'three'

import type { ScanGraph } from '../../graph/ScanGraph'
import { toThree } from '../geometry/camera'
import type { Layer } from '../overlay/Overlay'
import { type Ring, ringsFor, type ScreenTarget, targetAt } from './rings'

/** Rings on the floor where a person may step to. */
export class Markers {
  private readonly geometry = new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute([-1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0, 1], 3))
    .setIndex([0, 1, 2, 1, 3, 2])
  private rings: readonly Ring[] = []
  private bright: string | null = null

  constructor(private readonly graph: ScanGraph) {}

  /** The layers to draw. */
  get layers(): Layer[] {
    return this.rings.map(({ viewpointId, centre, radius, lean }) => ({
      geometry: this.geometry,
      shader: markerShader,
      placement: new Matrix4().compose(centre, lean, new Vector3(radius, radius, radius)),
      uniforms: { bright: viewpointId === this.bright ? 1 : 0 },
    }))
  }

  /** Puts a ring at each of these viewpoints, as seen from `viewpointId`. */
  show(viewpointId: string, steps: readonly string[]): void {
    const eye = toThree(this.graph.viewpoint(viewpointId).position)
    this.rings = ringsFor(
      eye,
      steps.map((step) => ({ viewpointId: step, centre: toThree(this.graph.floor(step)) })),
    )
  }

  /** Brightens one marker, and dims it when there is none of this name. Returns whether anything changes. */
  highlight(viewpointId: string | null): boolean {
    const changes = viewpointId !== this.bright
    this.bright = viewpointId
    return changes
  }

  /** The viewpoint whose marker is at, or close to, a place on the screen (pixels from the top left corner). */
  at(x: number, y: number, camera: Camera, size: { width: number; height: number }): string | null {
    return targetAt(x, y, this.rings.flatMap((ring) => screenTarget(ring, camera, size) ?? []))
  }
}

function screenTarget({ viewpointId, centre, radius }: Ring, camera: Camera, size: { width: number; height: number }) {
  const seen = centre.clone().project(camera)
  if (Math.abs(seen.z) > 1) return null
  const sideways = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0).multiplyScalar(radius)
  const edge = centre.clone().add(sideways).project(camera)
  const toPixels = ({ x, y }: Vector3) => ({ x: ((x + 1) / 2) * size.width, y: ((1 - y) / 2) * size.height })
  const [middle, rim] = [toPixels(seen), toPixels(edge)]
  const target: ScreenTarget = { id: viewpointId, ...middle, radius: Math.hypot(rim.x - middle.x, rim.y - middle.y) }
  return target
}

const vertex = `#version 300 es
  in vec3 position;
  uniform mat4 modelView, projection;
  out vec2 place;
  void main() {
    place = position.xz;
    gl_Position = projection * modelView * vec4(position, 1.0);
  }`

const fragment = `#version 300 es
  precision highp float;
  in vec2 place;
  uniform float bright;
  out vec4 colour;
  void main() {
    float radius = length(place);
    float soft = fwidth(radius) + 0.001;
    float inside = 1.0 - smoothstep(0.8 - soft, 0.8, radius);
    float ring = smoothstep(0.6 - soft, 0.6, radius) * inside;
    float shadow = (1.0 - smoothstep(0.7, 1.0, radius)) * 0.45;
    float white = max(ring * mix(0.85, 1.0, bright), inside * mix(0.12, 0.55, bright));
    float alpha = white + shadow * (1.0 - white);
    colour = vec4(mix(vec3(0.05, 0.07, 0.1), vec3(1.0), white / max(alpha, 0.001)), alpha);
  }`

/** A white ring on a soft shadow that sets it off from bright floors; a bright one is filled. */
export const markerShader = { vertex, fragment }
