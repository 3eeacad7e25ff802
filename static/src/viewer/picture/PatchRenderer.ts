import { Matrix4 } from 'three'

import { Program } from '../gl/Program'
import { FACE_AXES } from '../projections/projections'
import { grid, type Patch, type Rect, type Source, WHOLE } from './TiledPicture'
import { cubeVertex, finePictureFragment, pictureFragment, sphereVertex } from './shaders'

/** A patch, and the image that shows it for now. */
export interface Painted {
  readonly patch: Patch
  readonly source: Source
  readonly texture: WebGLTexture
}

/** Wholly or (opacity below 1) blended with what is there; `fine` keeps all detail, and takes longer. */
export interface Drawing {
  readonly opacity: number
  readonly fine: boolean
}

/** Sends to a program what it needs of a patch, beside its texture. */
export function aim(gl: WebGL2RenderingContext, program: Program, { patch, source }: Painted): void {
  if (patch.surface !== 'sphere') {
    const { right, top, centre } = FACE_AXES[patch.surface]
    gl.uniformMatrix3fv(program.uniform('axes'), false, [...right, ...top, ...centre])
  }
  gl.uniform4f(program.uniform('rect'), ...numbers(patch.rect))
  gl.uniform4f(program.uniform('part'), ...numbers(source.part))
}

/** A piece of the sphere is drawn as so many flat pieces in each direction. */
const SPHERE_CELLS = 12
/** One of a cube's sides in so many that those with a corner right beside the camera, which go wrong, are out of sight. */
const FLAT_CELLS = 4

/** Draws patches straight with WebGL: flat, unlit, without depth, which is all that a panorama needs. */
export class PatchRenderer {
  private readonly flat: PatchMesh
  private curved: PatchMesh | null = null

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.flat = new PatchMesh(gl, cubeVertex, FLAT_CELLS)
  }

  /** Draws both ways, once: drivers make programs ready only for what is drawn. */
  rehearse(): void {
    const { gl } = this
    const texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, 1, 1)
    const source: Source = { url: '', part: WHOLE, bytes: null }
    const patch: Patch = { surface: 'front', rect: WHOLE, centre: [0, 1, 0], outline: [], sources: [source] }
    for (const opacity of [1, 0.5]) this.draw([{ patch, source, texture }], new Matrix4(), { opacity, fine: false })
    this.draw([{ patch, source, texture }], new Matrix4(), { opacity: 1, fine: true })
    gl.deleteTexture(texture)
  }

  /** Draws one panorama over what is there. */
  draw(painted: readonly Painted[], toClip: Matrix4, how: Drawing): void {
    if (how.opacity < 1) this.gl.enable(this.gl.BLEND)
    else this.gl.disable(this.gl.BLEND)
    const [curved, flat] = [painted.filter(isCurved), painted.filter((each) => !isCurved(each))]
    if (flat.length > 0) this.flat.draw(flat, toClip, how)
    if (curved.length > 0) (this.curved ??= new PatchMesh(this.gl, sphereVertex, SPHERE_CELLS)).draw(curved, toClip, how)
  }
}

/** A square of `cells` by `cells`, and the program that bends it onto a surface. */
class PatchMesh {
  private readonly programs: { readonly swift: Program; readonly fine: Program }
  private readonly corners: readonly number[]
  private vertices: WebGLVertexArrayObject | null = null

  constructor(
    private readonly gl: WebGL2RenderingContext,
    vertexShader: string,
    cells: number,
  ) {
    this.corners = grid(cells, cells).flatMap(({ rect }) => twoTriangles(rect))
    this.programs = {
      swift: new Program(gl, vertexShader, pictureFragment),
      fine: new Program(gl, vertexShader, finePictureFragment),
    }
  }

  draw(painted: readonly Painted[], toClip: Matrix4, { opacity, fine }: Drawing): void {
    const { gl } = this
    const program = fine ? this.programs.fine : this.programs.swift
    program.use()
    gl.bindVertexArray((this.vertices ??= this.copy()))
    gl.uniformMatrix4fv(program.uniform('toClip'), false, toClip.elements)
    gl.uniform1f(program.uniform('opacity'), opacity)
    for (const each of painted) {
      aim(gl, program, each)
      gl.bindTexture(gl.TEXTURE_2D, each.texture)
      gl.drawArrays(gl.TRIANGLES, 0, this.corners.length / 2)
    }
  }

  private copy(): WebGLVertexArrayObject {
    const vertices = this.gl.createVertexArray()
    this.gl.bindVertexArray(vertices)
    this.programs.swift.feed('corner', new Float32Array(this.corners), 2)
    return vertices
  }
}

export const isCurved = ({ patch }: Painted): boolean => patch.surface === 'sphere'

const numbers = ({ left, top, width, height }: Rect): [number, number, number, number] => [left, top, width, height]

function twoTriangles({ left, top, width, height }: Rect): number[] {
  const [right, bottom] = [left + width, top + height]
  return [left, top, left, bottom, right, top, right, top, left, bottom, right, bottom]
}
