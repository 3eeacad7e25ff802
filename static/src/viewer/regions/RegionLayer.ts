import { type BufferGeometry, Frustum, Matrix4, type PerspectiveCamera, Sphere, Vector3 } from 'three'

import { type Direction, directionOf } from '../../graph/angles'
import { Scope } from '../../kit/lifecycle/Scope'
import { boundingView } from '../../regions/bounds'
import type { Region } from '../../regions/shapes'
import { sum, type Vector } from '../../regions/vectors'
import { anglePerPixel, toThree } from '../geometry/camera'
import type { Layer, Shader } from '../overlay/Overlay'
import { Turn } from '../Turn'
import type { OverPicture } from '../types'
import { type LabelledRegion, RegionLabels } from './RegionLabels'
import { fillMeshes, isFilled, lineMeshes, outlinesOf } from './regionMeshes'
import { DISTANCE, fillShader, lineShader } from './shaders'

export interface ShownRegion extends LabelledRegion {
  readonly viewpointId: string
}

/** Regions whose lines are drawn, or left out of sight, together. */
const TOGETHER = 8
/** How far lines reach beyond their points, in radii of the sphere of directions. */
const ASIDE = 0.05

type RegionMesh = Pick<Layer, 'geometry' | 'shader' | 'isSeen'>

/** Metres from a viewpoint within which its directions still hold. */
const STANDS_WITHIN = 0.25

/** Regions over the picture: outlines, a faint filling of what is talked of, and names, of the viewpoint where the camera stands. */
export class RegionLayer {
  private readonly scope: Scope
  private readonly labels: RegionLabels
  private regions: readonly ShownRegion[] = []
  private here: readonly ShownRegion[] = []
  private meshes: readonly RegionMesh[] = []
  private turn: Turn | null = null

  constructor(private readonly over: OverPicture) {
    this.scope = new Scope(over.scope)
    this.labels = new RegionLabels(this.scope, over.container)
    this.scope.add(over.stage.on('frame', () => this.draw()))
    this.scope.add(over.stage.on('drawn', () => this.labels.arrange(over.stage.camera, over.stage.size, over.stage.moving)))
  }

  /** Replaces what is shown; regions of other viewpoints wait until the camera comes there. */
  show(regions: readonly ShownRegion[]): void {
    this.regions = regions
    this.over.stage.invalidate()
  }

  /** Turns the camera to regions of the viewpoint where it stands. */
  face(shapes: readonly Region[]): void {
    const { stage, view, aim } = this.over
    this.stay()
    this.turn = new Turn(this.scope, stage, view(), middleOf(shapes), aim)
  }

  /** Leaves off turning. */
  stay(): void {
    this.turn?.stop()
    this.turn = null
  }

  private draw(): void {
    this.choose()
    const { overlay, stage } = this.over
    const pixel = anglePerPixel(stage.camera.projectionMatrix, stage.size.height)
    overlay.set('regions', this.meshes.map((mesh): Layer => ({ ...mesh, placement: new Matrix4(), uniforms: { pixel } })))
  }

  /** Makes meshes anew where others are to be seen. */
  private choose(): void {
    const { viewpointId } = this.over.view()
    const here = this.stands(viewpointId) ? this.regions.filter((region) => region.viewpointId === viewpointId) : []
    if (here.length === this.here.length && here.every((region, index) => region === this.here[index])) return
    this.here = here
    this.labels.show(here)
    const filled = fillMeshes(here.filter(isFilled))
    const lines = neighbours(here).flatMap((group) => lineMeshes(group))
    this.meshes = [...filled.map((geometry) => meshOf(geometry, fillShader)), ...lines.map((geometry) => meshOf(geometry, lineShader))]
  }

  private stands(viewpointId: string): boolean {
    const { graph, stage } = this.over
    return stage.camera.position.distanceTo(toThree(graph.viewpoint(viewpointId).position)) < STANDS_WITHIN
  }
}

function meshOf(geometry: BufferGeometry, shader: Shader): RegionMesh {
  geometry.computeBoundingSphere()
  const { center, radius } = geometry.boundingSphere ?? new Sphere(new Vector3(), 1)
  const around = new Sphere(center.clone().multiplyScalar(DISTANCE), (radius + ASIDE) * DISTANCE)
  const isSeen = ({ matrixWorldInverse, projectionMatrix }: PerspectiveCamera): boolean => {
    const turned = new Matrix4().extractRotation(matrixWorldInverse) // directions have no place
    return new Frustum().setFromProjectionMatrix(turned.premultiply(projectionMatrix)).intersectsSphere(around)
  }
  return { geometry, shader, isSeen }
}

/** Regions that lie beside each other, so that a camera sees few of the groups; what is talked of comes last, over the others. */
function neighbours(regions: readonly ShownRegion[]): ShownRegion[][] {
  const placed = regions.filter(({ lit }) => !lit).map((region) => ({ region, heading: middleOfOutlines([region.shape]).heading }))
  const around = placed.toSorted((a, b) => a.heading - b.heading).map(({ region }) => region)
  const groups = Array.from({ length: Math.ceil(around.length / TOGETHER) }, (_, n) => around.slice(n * TOGETHER, (n + 1) * TOGETHER))
  return [...groups, regions.filter(({ lit }) => lit)]
}

/** Where to look to have regions in the middle of the picture; the middle of their outlines where no view holds them. */
export function middleOf(shapes: readonly Region[]): Direction {
  return boundingView(shapes) ?? middleOfOutlines(shapes)
}

const middleOfOutlines = (shapes: readonly Region[]): Direction => directionOf(...sum(...shapes.flatMap(outlinesOf).flat().map((point): [number, Vector] => [1, point])))

