import type { Matrix4 } from 'three'

import { isSoftware } from '../gl/context'
import { Program } from '../gl/Program'
import { aim, isCurved, type Painted } from './PatchRenderer'
import { deepCubeVertex, deepSphereVertex, pictureFragment } from './shaders'

/** Radians between two points of a surface whose distance is told: two of a relief's pixels, or four without a GPU. */
const CELL = { fine: Math.PI / 64, coarse: Math.PI / 32 }

/** A piece of the sphere in so many squares in each direction. */
interface Mesh {
  readonly vertices: WebGLVertexArrayObject
  readonly corners: number
}

/**
 * Draws panoramas whose surroundings are as far away as they are, seen from somewhere near their place. What lies behind
 * something else is hidden; where that could not be seen from the panorama's place, the surfaces around are stretched.
 */
export class ReliefRenderer {
  private readonly programs: { readonly flat: Program; readonly curved: Program }
  private readonly meshes = new Map<number, Mesh>()
  private readonly cell: number

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.cell = isSoftware(gl) ? CELL.coarse : CELL.fine
    this.programs = {
      flat: new Program(gl, deepCubeVertex, pictureFragment),
      curved: new Program(gl, deepSphereVertex, pictureFragment),
    }
  }

  /** Draws one panorama, blended with what is there: `toClip` is for metres in its own frame. */
  draw(painted: readonly Painted[], toClip: Matrix4, relief: WebGLTexture, opacity: number): void {
    const { gl } = this
    gl.enable(gl.DEPTH_TEST)
    gl.clear(gl.DEPTH_BUFFER_BIT)
    gl.activeTexture(gl.TEXTURE1)
    gl.bindTexture(gl.TEXTURE_2D, relief)
    gl.activeTexture(gl.TEXTURE0)
    if (opacity < 1) {
      // What is nearest, first: only that is blended.
      gl.colorMask(false, false, false, false)
      this.drawAll(painted, toClip, 1)
      gl.colorMask(true, true, true, true)
      gl.depthFunc(gl.EQUAL)
      gl.enable(gl.BLEND)
    } else gl.disable(gl.BLEND)
    this.drawAll(painted, toClip, opacity)
    gl.depthFunc(gl.LESS)
    gl.disable(gl.DEPTH_TEST)
  }

  private drawAll(painted: readonly Painted[], toClip: Matrix4, opacity: number): void {
    const { gl, programs } = this
    for (const curved of [false, true]) {
      const some = painted.filter((each) => isCurved(each) === curved)
      if (some.length === 0) continue
      const program = curved ? programs.curved : programs.flat
      program.use()
      gl.uniformMatrix4fv(program.uniform('toClip'), false, toClip.elements)
      gl.uniform1f(program.uniform('opacity'), opacity)
      gl.uniform1i(program.uniform('relief'), 1)
      for (const each of some) {
        const { vertices, corners } = this.mesh(cellsOf(each, this.cell))
        aim(gl, program, each)
        gl.bindVertexArray(vertices)
        gl.bindTexture(gl.TEXTURE_2D, each.texture)
        gl.drawElements(gl.TRIANGLES, corners, gl.UNSIGNED_SHORT, 0)
      }
    }
  }

  private mesh(cells: number): Mesh {
    const known = this.meshes.get(cells)
    if (known) return known
    const { gl } = this
    const [points, order] = squares(cells)
    const vertices = gl.createVertexArray()
    gl.bindVertexArray(vertices)
    this.programs.flat.feed('corner', points, 2)
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer())
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, order, gl.STATIC_DRAW)
    const made = { vertices, corners: order.length }
    this.meshes.set(cells, made)
    return made
  }
}

/** A cube's side spans a quarter of the horizon, a sphere's picture all of it. */
function cellsOf({ patch: { surface, rect } }: Painted, cell: number): number {
  const spanned = (surface === 'sphere' ? 2 * Math.PI : Math.PI / 2) * rect.width
  return Math.max(1, Math.round(spanned / cell))
}

/** The points of a square of `cells` by `cells` from (0, 0) to (1, 1), and which of them make its triangles. */
export function squares(cells: number): [points: Float32Array, order: Uint16Array] {
  const across = cells + 1
  const points = Array.from({ length: across * across }, (_, at) => [(at % across) / cells, Math.floor(at / across) / cells])
  const order = Array.from({ length: cells * cells }, (_, at) => {
    const first = Math.floor(at / cells) * across + (at % cells)
    return [first, first + across, first + 1, first + 1, first + across, first + across + 1]
  })
  return [new Float32Array(points.flat()), new Uint16Array(order.flat())]
}
