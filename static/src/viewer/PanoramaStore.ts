import type { ScanView } from '../api/types'
import { Scope } from '../lifecycle/Scope'
import type { ScanGraph } from '../graph/ScanGraph'
import { facesOf, Panorama } from './Panorama'

/** Loads and decodes one image; `url` is as the scan gives it. */
export type LoadImage = (url: string, signal: AbortSignal) => Promise<ImageBitmap>

/** Decoded panoramas may take this much memory; the least recently used ones go first. */
const BUDGET_BYTES = 256e6
const MOST_PREFETCHED = 6

/** Loads panoramas, once each, and keeps those that are likely to be needed next. */
export class PanoramaStore {
  private readonly scope: Scope
  private readonly loaded = new Map<string, Panorama>()
  private readonly loading = new Map<string, Promise<Panorama>>()
  private prefetching: readonly string[] = []

  constructor(
    parent: Scope,
    private readonly graph: ScanGraph,
    private readonly projection: ScanView['projection'],
    private readonly loadImage: LoadImage,
    private readonly upload: (panorama: Panorama) => Promise<void>,
  ) {
    this.scope = new Scope(parent)
    this.scope.add(() => this.clear())
  }

  /** The panorama if it can be shown at once. */
  get(viewpointId: string): Panorama | null {
    const panorama = this.loaded.get(viewpointId)
    if (!panorama) return null
    this.loaded.delete(viewpointId)
    this.loaded.set(viewpointId, panorama)
    return panorama
  }

  async load(viewpointId: string): Promise<Panorama> {
    const panorama = this.get(viewpointId)
    if (panorama) return panorama
    const loading = this.loading.get(viewpointId) ?? this.fetch(viewpointId)
    this.loading.set(viewpointId, loading)
    return loading.finally(() => this.loading.delete(viewpointId))
  }

  /** Loads these one after the other, the likeliest first, until other ones are asked for. */
  async prefetch(viewpointIds: readonly string[]): Promise<void> {
    const wanted = viewpointIds.slice(0, MOST_PREFETCHED)
    this.prefetching = wanted
    for (const viewpointId of wanted) {
      if (this.prefetching !== wanted || this.scope.disposed) return
      // One that fails is loaded again, and its failure told, when somebody steps there.
      await this.load(viewpointId).catch(() => null)
    }
  }

  /** Frees what exceeds the budget, except for these. */
  trim(kept: ReadonlySet<string>): void {
    let bytes = [...this.loaded.values()].reduce((total, panorama) => total + panorama.bytes, 0)
    for (const [viewpointId, panorama] of this.loaded) {
      if (bytes <= BUDGET_BYTES) return
      if (kept.has(viewpointId)) continue
      bytes -= panorama.bytes
      this.loaded.delete(viewpointId)
      panorama.dispose()
    }
  }

  private async fetch(viewpointId: string): Promise<Panorama> {
    const viewpoint = this.graph.viewpoint(viewpointId)
    const load = (face: string) => this.loadImage(viewpoint.images[face] ?? '', this.scope.signal)
    const images = await Promise.all(facesOf(this.projection).map(load))
    const panorama = new Panorama(viewpoint, this.projection, images)
    if (this.scope.disposed) panorama.dispose()
    this.scope.signal.throwIfAborted()
    await this.upload(panorama)
    this.loaded.set(viewpointId, panorama)
    return panorama
  }

  private clear(): void {
    for (const panorama of this.loaded.values()) panorama.dispose()
    this.loaded.clear()
  }
}
