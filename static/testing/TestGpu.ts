import type { CreateContext } from '../src/viewer/gl/context'
import type { TestImage } from './TestPictures'

interface Texture {
  width: number
  height: number
  rows: number
  url: string
  freed: boolean
}

/** Something that was drawn: an image, or (no address) a layer over the picture. */
export interface Drawn {
  url: string | null
  /** The picture of distances that its surface is bent by. */
  relief: string | null
  opacity: number
  viewport: readonly [width: number, height: number]
  uniforms: Readonly<Record<string, unknown>>
}

/** A frame as it came to the screen. */
export interface Frame {
  drawn: readonly Drawn[]
  viewport: readonly [width: number, height: number]
}

interface Options {
  renderer?: string | null
  largestTexture?: number
  /** Whether the browser has no WebGL. */
  none?: boolean
}

const LOST = "The test's GPU was asked to draw with a lost context."

/** Calls that change nothing that a test asks about. */
const WITHOUT_EFFECT = [
  ...['shaderSource', 'compileShader', 'attachShader', 'deleteShader', 'linkProgram'],
  ...['bindVertexArray', 'deleteVertexArray', 'enableVertexAttribArray', 'vertexAttribPointer'],
  ...['bindBuffer', 'bufferData', 'deleteBuffer', 'depthFunc'],
]

/**
 * A GPU that remembers what it was told to draw instead of drawing it, and refuses what a real one would: textures that
 * were freed, and images larger than it takes. Behaves as WebGL 2, as far as the viewer uses that.
 */
export class TestGpu {
  readonly frames: Frame[] = []
  /** Whether the GPU has not drawn yet what it was told. */
  busy = false
  /** The contexts that were made so far. */
  contexts = 0
  /** Calls after the context was lost that draw nothing. */
  readonly complaints: string[] = []
  canvas: HTMLCanvasElement | null = null
  lost = false
  private textures = new Set<Texture>()
  private readonly bound: { TEXTURE0: Texture | null; TEXTURE1: Texture | null } = { TEXTURE0: null, TEXTURE1: null }
  private unit: 'TEXTURE0' | 'TEXTURE1' = 'TEXTURE0'
  private program: { deep?: boolean } = {}
  private masked = false
  private drawn: Drawn[] = []
  private size: [number, number] = [0, 0]
  private uniforms: Record<string, unknown> = {}
  private readonly gl: WebGL2RenderingContext

  constructor(private readonly options: Options = {}) {
    this.gl = this.context()
  }

  /** Hand this to a viewer. */
  readonly create: CreateContext = (canvas) => {
    if (this.options.none) throw new Error('no webgl2 context')
    this.contexts += 1
    this.canvas = canvas
    return this.gl
  }

  /** The last frame. */
  get screen(): Frame {
    const frame = this.frames.at(-1)
    if (!frame) throw new Error('Nothing was drawn yet.')
    return frame
  }

  /** Which images the last frame shows, each once. */
  get pictures(): string[] {
    return [...new Set(this.screen.drawn.flatMap(({ url }) => url ?? []))]
  }

  /** Images on the GPU, whole or in part. */
  get held(): string[] {
    return [...this.textures].filter(({ freed }) => !freed).map(({ url }) => url)
  }

  /** The driver takes the context away. Returns whether the page asks to have it back. */
  lose(): boolean {
    this.lost = true
    for (const texture of this.textures) texture.freed = true
    const event = new Event('webglcontextlost', { cancelable: true })
    this.canvas?.dispatchEvent(event)
    return event.defaultPrevented
  }

  /** The driver gives a new and empty context. */
  giveBack(): void {
    this.lost = false
    this.textures = new Set()
    this.canvas?.dispatchEvent(new Event('webglcontextrestored'))
  }

  private context(): WebGL2RenderingContext {
    const known: Record<string, unknown> = { ...this.drawing(), ...this.texturing(), ...this.asking(), ...this.shading() }
    const get = (_: object, name: string | symbol) => {
      const value = known[String(name)]
      if (value !== undefined) return value
      if (/^[A-Z0-9_]+$/.test(String(name))) return name // constants stand for themselves
      throw new Error(`The test's GPU knows no gl.${String(name)}: add it to testing/TestGpu.ts.`)
    }
    return new Proxy({}, { get }) as WebGL2RenderingContext
  }

  private drawing() {
    return {
      viewport: (_x: number, _y: number, width: number, height: number) => (this.size = [width, height]),
      drawArrays: () => this.draw(this.bound.TEXTURE0),
      drawElements: () => this.draw(this.program.deep ? this.bound.TEXTURE0 : null),
      clear: (bits: string) => bits === 'COLOR_BUFFER_BIT' && (this.drawn = []),
      colorMask: (shown: boolean) => (this.masked = !shown),
      flush: () => {
        const drawn = this.drawn.filter(({ viewport: [width] }) => width > 1)
        this.frames.push({ drawn, viewport: this.size })
        this.drawn = []
      },
      blendFunc: () => undefined,
      enable: () => undefined,
      disable: () => undefined,
      fenceSync: () => ({}),
      deleteSync: () => undefined,
      getSyncParameter: () => (this.busy ? 'UNSIGNALED' : 'SIGNALED'),
    }
  }

  private texturing() {
    return {
      createTexture: (): Texture => {
        const texture = { width: 0, height: 0, rows: 0, url: '', freed: false }
        this.textures.add(texture)
        return texture
      },
      deleteTexture: (texture: Texture) => (texture.freed = true),
      activeTexture: (unit: 'TEXTURE0' | 'TEXTURE1') => (this.unit = unit),
      bindTexture: (_target: unknown, texture: Texture) => (this.bound[this.unit] = texture),
      texStorage2D: (_target: unknown, _levels: number, _format: unknown, width: number, height: number) => {
        const largest = this.options.largestTexture ?? 8192
        if (width > largest || height > largest) throw new Error(`The test's GPU takes no image of ${width} x ${height}.`)
        Object.assign(this.bound[this.unit] ?? {}, { width, height })
      },
      texSubImage2D: (...[, , , , , rows, , , image]: [...unknown[]]) => {
        const bound = this.bound[this.unit]
        if (!bound) throw new Error('No texture is bound.')
        if ((image as TestImage).closed) throw new Error(`${(image as TestImage).url} was closed before it was copied.`)
        bound.rows += rows as number
        bound.url = (image as TestImage).url
      },
      texParameteri: () => undefined,
      pixelStorei: () => undefined,
    }
  }

  private asking() {
    const extensions: Record<string, object | null> = {
      WEBGL_debug_renderer_info: this.options.renderer === null ? null : { UNMASKED_RENDERER_WEBGL: 'RENDERER' },
      WEBGL_lose_context: { loseContext: () => (this.lost = true) },
    }
    const parameters: Record<string, () => unknown> = {
      RENDERER: () => this.options.renderer ?? 'Test GPU',
      MAX_TEXTURE_SIZE: () => this.options.largestTexture ?? 8192,
      VIEWPORT: () => Int32Array.of(0, 0, ...this.size),
    }
    return {
      isContextLost: () => this.lost,
      getExtension: (name: string) => extensions[name] ?? null,
      getParameter: (name: string) => parameters[name]?.(),
    }
  }

  private shading() {
    const keep = (name: string, value: unknown) => (this.uniforms[name] = value)
    const nothing = () => undefined
    return {
      createProgram: () => ({}),
      useProgram: (program: object) => (this.program = program),
      createShader: () => ({}),
      createBuffer: () => ({}),
      createVertexArray: () => ({}),
      getUniformLocation: (_program: object, name: string) => name,
      getAttribLocation: () => 0,
      uniform1f: keep,
      uniform1i: () => (this.program.deep = true),
      uniform4f: (name: string, ...values: number[]) => keep(name, values),
      uniformMatrix3fv: (name: string, _transposed: boolean, values: number[]) => keep(name, [...values]),
      uniformMatrix4fv: (name: string, _transposed: boolean, values: number[]) => keep(name, [...values]),
      ...Object.fromEntries(WITHOUT_EFFECT.map((name) => [name, nothing])),
    }
  }

  private draw(texture: Texture | null): void {
    if (this.lost) this.complaints.push(LOST)
    if (texture?.freed) this.complaints.push(`The picture ${texture.url} is drawn after it was freed.`)
    if (texture?.url && texture.rows !== texture.height) this.complaints.push(`Only ${texture.rows} rows of ${texture.url} were copied.`)
    if (this.masked) return
    const { opacity = 1 } = this.uniforms as { opacity?: number }
    const relief = this.program.deep ? (this.bound.TEXTURE1?.url ?? null) : null
    this.drawn.push({ url: texture?.url ?? null, relief, opacity, viewport: this.size, uniforms: { ...this.uniforms } })
  }
}
