import { type BufferGeometry, Matrix4, type PerspectiveCamera } from 'three'

import type { Screen } from '../gl/context'
import { Program } from '../gl/Program'

export interface Shader {
  readonly vertex: string
  readonly fragment: string
}

/** Triangles with a shader of their own. The shader is given `modelView`, `projection` and the geometry's attributes. */
export interface Layer {
  readonly geometry: BufferGeometry
  readonly shader: Shader
  /** From the geometry to three.js' world. */
  readonly placement: Matrix4
  /** Further uniforms of the shader. */
  readonly uniforms: Record<string, number>
  /** Whether a camera has any of it in the picture; the GPU is spared what is not. */
  readonly isSeen?: (camera: PerspectiveCamera) => boolean
}

/** Higher levels cover lower levels. */
type OverlayLevel = 'path' | 'regions' | 'markers'
const LEVELS: readonly OverlayLevel[] = ['path', 'regions', 'markers']

interface OverlayMesh {
  readonly vertices: WebGLVertexArrayObject
  readonly buffers: readonly (WebGLBuffer | null)[]
  readonly count: number
}

/**
 * What is drawn over the picture, in the same context. There is so little of it (a path, a few rings) that a renderer
 * for whole scenes would be most of what a page loads.
 */
export class Overlay {
  private readonly layers = new Map<OverlayLevel, readonly Layer[]>()
  private programs = new Map<Shader, Program>()
  private meshes = new Map<BufferGeometry, OverlayMesh>()

  constructor(private readonly screen: Screen) {}

  /** Replaces what is on one level. */
  set(level: OverlayLevel, layers: readonly Layer[]): void {
    this.layers.set(level, layers)
    const used = new Set(LEVELS.flatMap((each) => this.layers.get(each) ?? []).map(({ geometry }) => geometry))
    for (const geometry of [...this.meshes.keys()]) if (!used.has(geometry)) this.free(geometry)
  }

  /** Has shaders compiled, which takes its time, before there is anything to draw with them. */
  prepare(shaders: readonly Shader[]): void {
    for (const shader of shaders) this.programFor(shader)
  }

  draw(camera: PerspectiveCamera): void {
    const { gl } = this
    const { matrixWorldInverse, projectionMatrix } = camera
    gl.enable(gl.BLEND)
    for (const { geometry, shader, placement, uniforms, isSeen } of LEVELS.flatMap((level) => this.layers.get(level) ?? [])) {
      if (isSeen?.(camera) === false) continue
      const program = this.programFor(shader)
      const { vertices, count } = this.meshFor(geometry, program)
      const modelView = new Matrix4().multiplyMatrices(matrixWorldInverse, placement)
      program.use()
      gl.bindVertexArray(vertices)
      gl.uniformMatrix4fv(program.uniform('modelView'), false, modelView.elements)
      gl.uniformMatrix4fv(program.uniform('projection'), false, projectionMatrix.elements)
      for (const [name, value] of Object.entries(uniforms)) gl.uniform1f(program.uniform(name), value)
      gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_SHORT, 0)
    }
  }

  /** The context is a new one: everything is copied to it again. */
  restore(): void {
    this.programs = new Map()
    this.meshes = new Map()
  }

  private get gl(): WebGL2RenderingContext {
    return this.screen.gl
  }

  private programFor(shader: Shader): Program {
    const program = this.programs.get(shader) ?? new Program(this.gl, shader.vertex, shader.fragment)
    this.programs.set(shader, program)
    return program
  }

  private meshFor(geometry: BufferGeometry, program: Program): OverlayMesh {
    const mesh = this.meshes.get(geometry) ?? this.copy(geometry, program)
    this.meshes.set(geometry, mesh)
    return mesh
  }

  private copy(geometry: BufferGeometry, program: Program): OverlayMesh {
    const { gl } = this
    const vertices = gl.createVertexArray()
    gl.bindVertexArray(vertices)
    const buffers = Object.entries(geometry.attributes).map(([name, { array, itemSize }]) =>
      program.feed(name, new Float32Array(array), itemSize),
    )
    const triangles = new Uint16Array(geometry.index?.array ?? [])
    const index = gl.createBuffer()
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, index)
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles, gl.STATIC_DRAW)
    return { vertices, buffers: [...buffers, index], count: triangles.length }
  }

  private free(geometry: BufferGeometry): void {
    const mesh = this.meshes.get(geometry)
    if (!mesh) return
    this.gl.deleteVertexArray(mesh.vertices)
    for (const buffer of mesh.buffers) this.gl.deleteBuffer(buffer)
    this.meshes.delete(geometry)
  }
}
