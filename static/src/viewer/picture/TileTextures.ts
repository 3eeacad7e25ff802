import type { Screen } from '../gl/context'
import { bytesOf } from './TiledPicture'

/** Copying so many takes a few milliseconds, also without a GPU; drawing a still picture anew takes longer. */
const PIXELS_A_FRAME = { moving: 512 * 1024, still: 2048 * 1024 }

/** An image on its way to the GPU; `row` is the first that is not there yet. */
interface Upload {
  readonly url: string
  readonly image: ImageBitmap
  readonly texture: WebGLTexture
  row: number
}

/** The GPU's copies of images, by address. At most `budget` bytes, of which what is wanted now is never freed. */
export class TileTextures {
  private readonly textures = new Map<string, { texture: WebGLTexture; bytes: number }>()
  private readonly waiting = new Map<string, ImageBitmap>()
  private upload: Upload | null = null
  private largestBytes = 0
  private pixelsLeft = 0
  private kept: ReadonlySet<string> = new Set()

  constructor(
    private readonly screen: Screen,
    private readonly budget: number,
  ) {}

  /** Bytes on the GPU. */
  get bytes(): number {
    return [...this.textures.values()].reduce((total, { bytes }) => total + bytes, 0)
  }

  /** Bytes that the largest image so far takes, or took. */
  get largest(): number {
    return this.largestBytes
  }

  get idle(): boolean {
    return this.waiting.size === 0 && this.upload === null
  }

  get(url: string): WebGLTexture | null {
    const known = this.textures.get(url)
    if (!known) return null
    this.textures.delete(url)
    this.textures.set(url, known)
    return known.texture
  }

  /** What an image takes, once it is known. */
  bytesOf(url: string): number | null {
    return this.textures.get(url)?.bytes ?? null
  }

  /** Whether an image is here, or on its way to the GPU. */
  has(url: string): boolean {
    return this.textures.has(url) || this.waiting.has(url) || this.upload?.url === url
  }

  /** Takes an image over; it is copied to the GPU by one of the next calls of `uploadSome`. */
  add(url: string, image: ImageBitmap): void {
    if (this.has(url)) image.close()
    else this.waiting.set(url, image)
  }

  /** A frame begins, and with it the time to copy some more. */
  beginFrame(): void {
    this.pixelsLeft = this.screen.moving ? PIXELS_A_FRAME.moving : PIXELS_A_FRAME.still
  }

  /** Copies what this frame still has time for. Returns which images are there now. */
  uploadSome(): string[] {
    const completed: string[] = []
    while (this.pixelsLeft > 0 && (this.upload ??= this.begin())) {
      const { image, texture, row } = this.upload
      const rows = Math.min(image.height - row, Math.ceil(this.pixelsLeft / image.width))
      copyRows(this.gl, texture, image, row, rows)
      this.upload.row += rows
      this.pixelsLeft -= rows * image.width
      if (this.upload.row === image.height) completed.push(this.complete(this.upload))
    }
    return completed
  }

  /** From now on, only what is not among these is freed when space is needed; waiting images beside them are dropped. */
  keep(urls: ReadonlySet<string>): void {
    this.kept = urls
    for (const [url, image] of this.waiting) {
      if (urls.has(url)) continue
      this.waiting.delete(url)
      image.close()
    }
    this.trim()
  }

  /** Forgets everything; a lost context has already freed it. */
  clear(): void {
    for (const { texture } of this.textures.values()) this.gl.deleteTexture(texture)
    if (this.upload) this.gl.deleteTexture(this.upload.texture)
    for (const image of [...this.waiting.values(), this.upload?.image]) image?.close()
    this.textures.clear()
    this.waiting.clear()
    this.upload = null
  }

  private get gl(): WebGL2RenderingContext {
    return this.screen.gl
  }

  private complete({ url, image, texture }: Upload): string {
    const bytes = bytesOf(image.width, image.height)
    this.textures.set(url, { texture, bytes })
    this.largestBytes = Math.max(this.largestBytes, bytes)
    this.upload = null
    image.close()
    this.trim()
    return url
  }

  private begin(): Upload | null {
    const next = this.waiting.entries().next().value
    if (!next) return null
    const [url, image] = next
    this.waiting.delete(url)
    return { url, image, texture: emptyTexture(this.gl, image.width, image.height), row: 0 }
  }

  private trim(): void {
    let bytes = this.bytes
    for (const [url, texture] of this.textures) {
      if (bytes <= this.budget) return
      if (this.kept.has(url)) continue
      bytes -= texture.bytes
      this.gl.deleteTexture(texture.texture)
      this.textures.delete(url)
    }
  }
}

function emptyTexture(gl: WebGL2RenderingContext, width: number, height: number): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  return texture
}

function copyRows(gl: WebGL2RenderingContext, texture: WebGLTexture, image: ImageBitmap, row: number, rows: number): void {
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, row)
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, row, image.width, rows, gl.RGBA, gl.UNSIGNED_BYTE, image)
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 0)
}
