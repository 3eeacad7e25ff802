import { Emitter } from '../../kit/lifecycle/Emitter'
import { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import type { ScanGraph } from '../../graph/ScanGraph'
import type { ScanView } from '../../api/types'
import type { Screen } from '../gl/context'
import { Panorama } from './Panorama'
import type { Painted } from './PatchRenderer'
import type { Patch } from './TiledPicture'
import { plan, type Seen } from './plan'
import { inMiddle, inView } from './sight'
import { type LoadImage, TileLoader } from './TileLoader'
import { TileTextures } from './TileTextures'

interface PanoramasEvents {
  /** These images can be drawn now. */
  uploaded: readonly string[]
  /** An image could not be loaded. */
  failed: null
}

/** What can be seen of a panorama for now. */
export interface PictureView {
  readonly painted: readonly Painted[]
  /** Images that would be drawn if they were here. */
  readonly missed: readonly string[]
  /** Whether every patch in view is as sharp as it gets. */
  readonly sharp: boolean
  /** Whether it may still become sharper by itself, elsewhere than at the very edge. */
  readonly pending: boolean
  /** Whether a patch in view will not become sharp, because its image cannot be loaded. */
  readonly blurred: boolean
  /** Why a patch in view has no image and will get none; null if there is no such patch. */
  readonly failure: Error | null
  /** Whether every patch in view has something to be drawn with. */
  readonly whole: boolean
}

/** Converts one image into another. */
type ResizeImage = (image: ImageBitmap, size: ImageBitmapOptions) => Promise<ImageBitmap>

/** Limit of the GPU memory that pictures may use. */
const BUDGET_BYTES = 256e6
/** What is loaded ahead leaves some of it to what has been seen. */
const SHARE_AHEAD = 0.75
const MOST_STEPS = 6
/** Pixels; a larger image would take most of that memory for one picture. */
const LARGEST_SIDE = 8192
/** A long walk must not fill the memory with the patches of each place. */
const MOST_KNOWN = 60

/** Loads pictures in the order of their use, and keeps those that are likely to be needed next. */
export class Panoramas extends Emitter<PanoramasEvents> {
  private readonly scope: Scope
  private readonly known = new Map<string, Panorama>()
  private readonly textures: TileTextures
  private readonly loader: TileLoader
  private cancelFrame: (() => void) | null = null
  private awaited: { seen: () => Seen; settle: (failure: Error | null) => void } | null = null

  constructor(
    parent: Scope,
    screen: Screen,
    private readonly graph: ScanGraph,
    private readonly projection: ScanView['projection'],
    loadImage: LoadImage,
    resizeImage: ResizeImage = (image, size) => createImageBitmap(image, size),
  ) {
    super()
    this.scope = new Scope(parent)
    this.textures = new TileTextures(screen, BUDGET_BYTES)
    const load: LoadImage = async (url, signal) => fitting(await loadImage(url, signal), screen.gl, resizeImage)
    this.loader = new TileLoader(this.scope, load, {
      loaded: (url, image) => this.take(url, image),
      failed: () => {
        this.emit('failed', null)
        this.check()
      },
    })
    this.scope.add(() => this.textures.clear())
  }

  at(viewpointId: string): Panorama {
    const panorama = this.known.get(viewpointId) ?? new Panorama(this.graph.viewpoint(viewpointId), this.projection)
    this.known.delete(viewpointId)
    this.known.set(viewpointId, panorama)
    const [oldest] = this.known.keys()
    if (this.known.size > MOST_KNOWN && oldest !== undefined) this.known.delete(oldest)
    return panorama
  }

  /**
   * Loads what is looked at, and then what may be looked at after a turn or one of these steps; cancels everything else.
   * Without steps (null), nothing is loaded ahead: that takes time from a moving picture.
   */
  want(looked: Seen, steps: readonly Seen[] | null): void {
    const { requests, kept } = plan(looked, steps?.slice(0, MOST_STEPS) ?? null, this.textures, BUDGET_BYTES * SHARE_AHEAD)
    this.textures.keep(kept)
    this.loader.want(requests)
  }

  /** Loads nothing, and keeps what is here. */
  rest(): void {
    this.loader.want([])
  }

  /** Resolves when all of the view can be drawn; rejects when it never can. */
  drawable(seen: () => Seen): Promise<void> {
    this.awaited?.settle(null)
    return new Promise((resolve, reject) => {
      const settle = (failure: Error | null) => {
        this.awaited = null
        if (failure) reject(failure)
        else resolve()
      }
      this.awaited = { seen, settle }
      this.check()
    })
  }

  view({ panorama, sight }: Seen): PictureView {
    const patches = panorama.patches(sight).filter((patch) => inView(patch, sight))
    const painted = patches.flatMap((patch) => this.paint(patch) ?? [])
    const failure = painted.length < patches.length ? this.failureOf(patches) : null
    const sharp = painted.length === patches.length && painted.every(({ patch, source }) => source === patch.sources[0])
    const missed = patches.flatMap((patch) => this.missed(patch))
    const pending = patches.some((patch) => inMiddle(patch, sight) && this.mayCome(patch.sources[0]?.url))
    const blurred = patches.some((patch) => inMiddle(patch, sight) && this.hasFailed(patch.sources[0]?.url))
    return { painted, missed, sharp, pending, blurred, failure, whole: painted.length === patches.length }
  }

  /** How far away a panorama's surroundings are, once that is on the GPU. */
  relief({ relief }: Panorama): WebGLTexture | null {
    return relief && this.textures.get(relief.url)
  }

  retry(): void {
    this.loader.retry()
  }

  /** The context was lost, and everything on the GPU with it. */
  forget(): void {
    this.textures.clear()
  }

  private paint(patch: Patch): Painted | null {
    for (const source of patch.sources) {
      const texture = this.textures.get(source.url)
      if (texture) return { patch, source, texture }
    }
    return null
  }

  private mayCome(url: string | undefined): boolean {
    return url !== undefined && this.textures.get(url) === null && !this.hasFailed(url)
  }

  private hasFailed(url: string | undefined): boolean {
    return url !== undefined && this.loader.failure(url) !== undefined
  }

  private missed({ sources }: Patch): string[] {
    const urls = sources.map(({ url }) => url)
    const held = urls.findIndex((url) => this.textures.get(url) !== null)
    return held === -1 ? urls : urls.slice(0, held)
  }

  private failureOf(patches: readonly Patch[]): Error | null {
    const bare = patches.filter((patch) => !patch.sources.some(({ url }) => this.textures.has(url)))
    // Of a patch's sources the sharpest and the preview are asked for; as long as one may come, there is hope.
    const reasons = bare.map(({ sources }) => [sources[0], sources.at(-1)].map((source) => this.loader.failure(source?.url ?? '')))
    const reason = reasons.find((each) => each.every((failure) => failure !== undefined))?.[0]
    if (reason === undefined) return null
    return reason instanceof Error ? reason : new Error(t('viewer.unknown'), { cause: reason })
  }

  private take(url: string, image: ImageBitmap): void {
    this.textures.add(url, image)
    this.pump()
  }

  /** Copies images to the GPU: at once, but only a little each frame. A hidden page has no frames. */
  private pump(): void {
    if (this.textures.idle) return
    this.cancelFrame ??= this.beginFrame()
    const uploaded = this.textures.uploadSome()
    if (uploaded.length === 0) return
    this.emit('uploaded', uploaded)
    this.check()
  }

  private beginFrame(): () => void {
    this.textures.beginFrame()
    const end = () => {
      cancel()
      this.cancelFrame = null
      this.pump()
    }
    const [stopFrame, stopTimeout] = [this.scope.frame(end), this.scope.timeout(0.1, end)]
    const cancel = () => {
      stopFrame()
      stopTimeout()
    }
    return cancel
  }

  private check(): void {
    if (!this.awaited) return
    const { whole, failure } = this.view(this.awaited.seen())
    if (whole || failure) this.awaited.settle(failure)
  }
}

/** Reduces an image to what the GPU accepts. */
async function fitting(image: ImageBitmap, gl: WebGL2RenderingContext, resizeImage: ResizeImage): Promise<ImageBitmap> {
  const largest = Math.min(LARGEST_SIDE, Number(gl.getParameter(gl.MAX_TEXTURE_SIZE)) || LARGEST_SIDE)
  const scale = largest / Math.max(image.width, image.height)
  if (scale >= 1) return image
  const size = { resizeWidth: Math.round(image.width * scale), resizeHeight: Math.round(image.height * scale) }
  try {
    return await resizeImage(image, { ...size, resizeQuality: 'high', premultiplyAlpha: 'none' })
  } finally {
    image.close()
  }
}
